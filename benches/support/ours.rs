//! The same tools, declared.
//!
//! FILL IN: the bodies of the three `ours_handle` functions at the end, once there is a server. Nothing else in the
//! benches names the crate under test.

use super::cases;
use super::names::{ten, three_hundred};
use toolwright::{mcp_tools, mcp_types};

mcp_types! {
    /// One line of an order.
    pub(crate) struct Line {
        pub(crate) sku: String,
        pub(crate) qty: u32 [1..=1000],
        pub(crate) price: f64,
    }

    /// An order on paper.
    pub(crate) struct Order {
        pub(crate) customer: String,
        pub(crate) note: Option<String> = None,
        pub(crate) lines: Vec<Line>,
    }

    /// An order that was taken.
    pub(crate) struct Placed {
        pub(crate) id: u64,
        pub(crate) total: f64,
        pub(crate) count: u32,
    }

    /// Lines at half price.
    pub(crate) struct Discounted {
        pub(crate) lines: Vec<Line>,
        pub(crate) total: f64,
    }
}

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn add(a: i64, b: i64) -> i64 {
        a.wrapping_add(b)
    }

    fn search(query: &str [len(1..=200)], limit: u32 [1..=100] = 10, exact: bool = false) -> String {
        cases::search(query, limit, exact)
    }

    fn place_order(order: Order) -> Placed {
        std::hint::black_box((&order.customer, &order.note));
        Placed {
            id: 7,
            total: order.lines.iter().map(|line| f64::from(line.qty) * line.price).sum(),
            count: order.lines.iter().map(|line| line.qty).sum(),
        }
    }

    fn discount(lines: Vec<Line>) -> Discounted {
        let mut lines = lines;
        for line in &mut lines {
            line.price *= 0.5;
        }
        let total = lines.iter().map(|line| f64::from(line.qty) * line.price).sum();
        Discounted { lines, total }
    }
}

macro_rules! listed {
    ($($name:ident)*) => {
        toolwright::mcp_tools! {
            pub(crate) static SET: ToolSet<()>;
            $(
                /// Searches one corpus and returns the best matches for a query.
                #[tool(read_only, title = "Search")]
                fn $name(
                    /// What to look for, plain words or a quoted phrase.
                    query: String [len(1..=200)],
                    /// How many to return.
                    limit: u32 [1..=100] = 10,
                    /// Whole words alone.
                    exact: bool = false,
                ) -> String {
                    super::cases::search(&query, limit, exact)
                }
            )*
        }
    };
}

// One module each: both hold a `t000`.
mod ten_tools {
    super::ten!(listed);
}
mod many_tools {
    super::three_hundred!(listed);
}

/// Reads one line and appends the reply, if any, to `out`: a server of `TOOLS`.
///
/// The session is negotiated once, at 2025-11-25, and kept beside the server in a `thread_local`.
pub(crate) fn ours_handle(line: &[u8], out: &mut Vec<u8>) {
    let _ = (line, out, &TOOLS);
    unimplemented!("benches/support/ours.rs is not filled in");
}

/// The same of `ten_tools::SET`.
pub(crate) fn ours_handle_ten(line: &[u8], out: &mut Vec<u8>) {
    let _ = (line, out, &ten_tools::SET);
    unimplemented!("benches/support/ours.rs is not filled in");
}

/// The same of `many_tools::SET`, listed on one page: its page size has to be 300.
pub(crate) fn ours_handle_three_hundred(line: &[u8], out: &mut Vec<u8>) {
    let _ = (line, out, &many_tools::SET);
    unimplemented!("benches/support/ours.rs is not filled in");
}
