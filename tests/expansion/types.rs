//! A record, a choice, a value object.
toolwright::mcp_types! {
    /// One order.
    #[camel_case]
    pub struct Order {
        pub the_number: u32 [1..],
        pub state: State = State::Open,
    }
    pub enum State { Open, #[rename("shipped_out")] Shipped }
    pub struct Quantity(u16 [1..=1000]);
}
