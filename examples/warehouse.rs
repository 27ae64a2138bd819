//! A small warehouse as an MCP server on stdin and stdout.
//!
//! Its stock and its dockets are loaded from the CSV files beside this one and live in
//! memory, so that it starts the same every time. Try it with
//!
//! ```text
//! cargo run --example warehouse
//! ```
//!
//! and one JSON-RPC message a line, or name that command in the settings of an MCP client. Over
//! HTTP, with the address to listen on, where port 0 is any free one:
//!
//! ```text
//! cargo run --example warehouse --features http -- 127.0.0.1:8080
//! ```

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use toolwright::{Context, Server, ToolError, mcp_tools, mcp_types};

mcp_types! {
    /// One order on paper, and what became of it.
    #[derive(Debug, Clone, PartialEq)]
    struct Docket {
        /// The docket's number.
        number: u32,
        /// Who ordered.
        customer: String,
        status: Status,
        priority: Priority,
        /// What was ordered.
        lines: Vec<Line>,
        /// What all lines cost together, in cents.
        total_cents: u64,
        /// What the warehouse should know.
        note: Option<String>,
    }

    /// The number of an article, in capitals.
    #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
    struct Sku(String [trim, uppercase, len(3..=12), example("BOLT-8")]);

    /// One line of a docket.
    #[derive(Debug, Clone, PartialEq)]
    struct Line {
        sku: Sku,
        /// How many pieces.
        quantity: u32 [1..=500],
    }

    /// What a customer wants.
    #[derive(Debug, Clone, PartialEq)]
    struct Order {
        /// Who orders.
        customer: String [trim, len(1..=60)],
        /// What is ordered; an article may stand on several lines.
        lines: Vec<Line> [items(1..=20)],
        priority: Priority = Priority::Normal,
        /// What the warehouse should know.
        note: Option<String> [len(1..=200)] = None,
    }

    /// A page of dockets.
    #[derive(Debug, Clone, PartialEq)]
    struct Page {
        /// The dockets of this page, by number.
        dockets: Vec<Docket>,
        /// The number to go on after. Left out on the last page.
        next: Option<u32> = None,
    }

    /// An article and what is left of it.
    #[derive(Debug, Clone, PartialEq)]
    struct Article {
        sku: Sku,
        /// The article's name.
        name: String,
        /// How many pieces are on hand.
        on_hand: u32,
        /// What one piece costs, in cents.
        price_cents: u32,
    }

    /// What a customer has ordered.
    #[derive(Debug, Clone, Default, PartialEq)]
    struct Total {
        /// How many dockets.
        dockets: u32,
        /// What they cost together, in cents.
        cents: u64,
    }

    /// Where a docket stands.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[camel_case]
    enum Status { Placed, Packed, Shipped, Cancelled }

    /// How soon a docket is packed.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[camel_case]
    enum Priority { Normal, Express }

    /// Where a parcel goes.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[camel_case]
    enum Zone { Domestic, Europe, World }
}

mcp_tools! {
    /// Finds, places, packs and ships the dockets of a small warehouse.
    ///
    /// All prices are in cents.
    #[server(name = "warehouse", title = "Warehouse", version = "1.0.0")]
    static WAREHOUSE: ToolSet<Warehouse>;

    /// Finds dockets, by number.
    ///
    /// Without any argument it lists the first of all dockets.
    #[tool(read_only, title = "Search dockets")]
    fn search_dockets(
        &self,
        cx: &Context,
        /// Text in the customer's name or in the note, in any case.
        text: &str [len(..=80)] = "",
        /// Only dockets in these states; all of them where empty.
        states: Vec<Status> [items(..=4), unique] = [],
        /// How many to return.
        limit: u32 [1..=50] = 10,
        /// Only dockets after this number, which the page before gives as "next".
        after: Option<u32> = None,
    ) -> Page {
        let text = text.to_lowercase();
        let records = self.records();
        let mut found = records
            .dockets
            .range(after.map_or(0, |number| number.saturating_add(1))..)
            .map(|(_, docket)| docket)
            // The client may have given up in the meantime: then nobody reads the rest.
            .take_while(|_| !cx.is_cancelled())
            .filter(|docket| docket.mentions(&text) && (states.is_empty() || states.contains(&docket.status)));
        let dockets: Vec<Docket> = found.by_ref().take(limit as usize).cloned().collect();
        let next = if found.next().is_some() { dockets.last().map(|last| last.number) } else { None };
        Page { dockets, next }
    }

    /// Gets one docket.
    #[tool(read_only)]
    fn get_docket(
        &self,
        /// The docket's number.
        number: u32 [1..],
    ) -> Result<Docket, ToolError> {
        self.records().docket(number).cloned()
    }

    /// Lists the articles of which little is left, the scarcest first.
    #[tool(read_only, structured)]
    fn list_low_stock(
        &self,
        /// List articles with fewer pieces than this.
        below: u32 [1..=1000] = 20,
    ) -> Vec<Article> {
        let mut articles: Vec<Article> =
            self.records().stock.values().filter(|article| article.on_hand < below).cloned().collect();
        articles.sort_by_key(|article| article.on_hand);
        articles
    }

    /// Places an order and takes its articles out of stock.
    ///
    /// Nothing is ordered where stock does not last for every line.
    #[tool(destructive = false, idempotent = false)]
    fn place_order(
        &self,
        /// What to order.
        order: Order,
    ) -> Result<Docket, ToolError> {
        self.records().place(order)
    }

    /// Cancels a docket that has not been shipped, and puts its articles back in stock.
    ///
    /// Cancelling it again changes nothing.
    #[tool(destructive, idempotent)]
    fn cancel_docket(
        &self,
        /// The docket's number.
        number: u32 [1..],
    ) -> Result<Docket, ToolError> {
        self.records().cancel(number)
    }

    /// Moves a docket on: from placed to packed, or from packed to shipped.
    #[tool(destructive = false, open_world)]
    async fn move_docket(
        &self,
        /// The docket's number.
        number: u32 [1..],
        /// The state to move it to: packed or shipped.
        to: Status,
    ) -> Result<Docket, ToolError> {
        let docket = self.records().can_move(number, to)?.clone();
        if to == Status::Shipped {
            // The lock is free while the carrier takes its time. What goes wrong there is none
            // of the model's business: `?` hides it, and the model reads `The tool failed.`
            carrier::book(&docket).await?;
        }
        let mut records = self.records();
        // Another call may have been faster.
        let docket = records.can_move(number, to)?;
        docket.status = to;
        Ok(docket.clone())
    }

    /// Sets or removes the note of a docket.
    #[tool(destructive, idempotent)]
    fn annotate_docket(
        &self,
        /// The docket's number.
        number: u32 [1..],
        /// The new note; null removes the old one.
        note: Option<String> [len(1..=200)],
    ) -> Result<Docket, ToolError> {
        let mut records = self.records();
        let docket = records.docket_mut(number)?;
        docket.note = note;
        Ok(docket.clone())
    }

    /// Sums up what each customer has ordered; cancelled dockets do not count.
    #[tool(read_only)]
    fn totals_by_customer(&self) -> BTreeMap<String, Total> {
        let mut totals: BTreeMap<String, Total> = BTreeMap::new();
        for docket in self.records().dockets.values().filter(|docket| docket.status != Status::Cancelled) {
            let total = totals.entry(docket.customer.clone()).or_default();
            total.dockets += 1;
            total.cents += docket.total_cents;
        }
        totals
    }

    /// Computes what a parcel costs, in cents.
    #[tool(read_only, idempotent)]
    fn delivery_cost(
        /// The parcel's weight in kilograms.
        weight: f64 [0.1..=30.0],
        /// Where it goes.
        zone: Zone = Zone::Domestic,
    ) -> u32 = tariff::cents;
}

/// The state of the server: one lock around all records, since calls may run at once.
struct Warehouse(Mutex<Records>);

/// What the warehouse knows.
struct Records {
    dockets: BTreeMap<u32, Docket>,
    stock: BTreeMap<Sku, Article>,
}

impl Warehouse {
    fn records(&self) -> MutexGuard<'_, Records> {
        // No change stops half-way, so the records are whole even after a panic.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Docket {
    /// Whether the customer or the note holds `text`, which is in lower case.
    fn mentions(&self, text: &str) -> bool {
        self.customer.to_lowercase().contains(text)
            || self
                .note
                .as_ref()
                .is_some_and(|note| note.to_lowercase().contains(text))
    }
}

impl Records {
    fn docket(&self, number: u32) -> Result<&Docket, ToolError> {
        self.dockets.get(&number).ok_or_else(|| no_docket(number))
    }

    fn docket_mut(&mut self, number: u32) -> Result<&mut Docket, ToolError> {
        self.dockets
            .get_mut(&number)
            .ok_or_else(|| no_docket(number))
    }

    /// The docket, if it can be moved to that state.
    fn can_move(&mut self, number: u32, to: Status) -> Result<&mut Docket, ToolError> {
        let docket = self.docket_mut(number)?;
        match (docket.status, to) {
            (Status::Placed, Status::Packed) | (Status::Packed, Status::Shipped) => Ok(docket),
            (from, to) => Err(ToolError::shown(format_args!(
                "Docket {number} is {from}: it cannot become {to}."
            ))),
        }
    }

    fn place(&mut self, order: Order) -> Result<Docket, ToolError> {
        let wanted = sum_by_sku(&order.lines);
        let mut total_cents = 0;
        for (sku, &quantity) in &wanted {
            let article = self
                .stock
                .get(sku)
                .ok_or_else(|| ToolError::shown(format_args!("There is no article {sku}.")))?;
            if article.on_hand < quantity {
                return Err(ToolError::shown(format_args!(
                    "Only {} of {sku} are left, not {quantity}.",
                    article.on_hand
                )));
            }
            total_cents += u64::from(quantity) * u64::from(article.price_cents);
        }
        for (sku, quantity) in wanted {
            if let Some(article) = self.stock.get_mut(sku) {
                article.on_hand -= quantity;
            }
        }
        let number = self
            .dockets
            .last_key_value()
            .map_or(1, |(last, _)| last + 1);
        let Order {
            customer,
            lines,
            priority,
            note,
        } = order;
        let docket = Docket {
            number,
            customer,
            status: Status::Placed,
            priority,
            lines,
            total_cents,
            note,
        };
        self.dockets.insert(number, docket.clone());
        Ok(docket)
    }

    fn cancel(&mut self, number: u32) -> Result<Docket, ToolError> {
        let docket = self
            .dockets
            .get_mut(&number)
            .ok_or_else(|| no_docket(number))?;
        match docket.status {
            Status::Shipped => {
                return Err(ToolError::shown(format_args!(
                    "Docket {number} is shipped: it cannot be cancelled."
                )));
            }
            Status::Cancelled => {}
            Status::Placed | Status::Packed => {
                docket.status = Status::Cancelled;
                for line in &docket.lines {
                    if let Some(article) = self.stock.get_mut(&line.sku) {
                        article.on_hand += line.quantity;
                    }
                }
            }
        }
        Ok(docket.clone())
    }

    /// Reads the CSV files: plain fields, without quotes.
    fn load() -> Result<Self, Box<dyn Error>> {
        let mut stock = BTreeMap::new();
        for [sku, name, on_hand, price_cents] in rows(include_str!("warehouse/stock.csv")) {
            let sku: Sku = sku.parse()?;
            let (on_hand, price_cents) = (on_hand.parse()?, price_cents.parse()?);
            let name = name.to_owned();
            stock.insert(
                sku.clone(),
                Article {
                    sku,
                    name,
                    on_hand,
                    price_cents,
                },
            );
        }
        let mut dockets = BTreeMap::new();
        for [number, customer, status, priority, note] in
            rows(include_str!("warehouse/dockets.csv"))
        {
            let number = number.parse()?;
            let docket = Docket {
                number,
                customer: customer.into(),
                // Enumerations read and write the names that they have on the wire.
                status: serde_json::from_value(status.into())?,
                priority: serde_json::from_value(priority.into())?,
                lines: Vec::new(),
                total_cents: 0,
                note: Some(note.to_owned()).filter(|note| !note.is_empty()),
            };
            dockets.insert(number, docket);
        }
        for [number, sku, quantity] in rows(include_str!("warehouse/lines.csv")) {
            let docket = dockets
                .get_mut(&number.parse()?)
                .ok_or("a line of no docket")?;
            let (sku, quantity): (Sku, u32) = (sku.parse()?, quantity.parse()?);
            let article = stock.get(&sku).ok_or("a line with an unknown article")?;
            docket.total_cents += u64::from(quantity) * u64::from(article.price_cents);
            docket.lines.push(Line { sku, quantity });
        }
        Ok(Self { dockets, stock })
    }
}

/// An error that the model can act on: it is shown.
fn no_docket(number: u32) -> ToolError {
    ToolError::shown(format_args!("There is no docket {number}."))
}

fn sum_by_sku(lines: &[Line]) -> BTreeMap<&Sku, u32> {
    let mut sums = BTreeMap::new();
    for line in lines {
        *sums.entry(&line.sku).or_default() += line.quantity;
    }
    sums
}

/// The rows of a CSV text behind its heading; a field that is not there is empty.
fn rows<const N: usize>(csv: &str) -> impl Iterator<Item = [&str; N]> {
    csv.lines().skip(1).map(|line| {
        let mut fields = line.split(',');
        [(); N].map(|()| fields.next().unwrap_or_default())
    })
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Placed => "placed",
            Self::Packed => "packed",
            Self::Shipped => "shipped",
            Self::Cancelled => "cancelled",
        })
    }
}

/// The carrier: a service of somebody else's, which a real warehouse would reach over the network.
mod carrier {
    use super::Docket;
    use std::{error::Error, fmt};

    /// Why the carrier does not come. It names an account, which is not for the model to read.
    #[derive(Debug)]
    pub struct NotBooked {
        account: &'static str,
    }

    impl fmt::Display for NotBooked {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "the carrier has blocked account {}", self.account)
        }
    }

    impl Error for NotBooked {}

    /// Books a van.
    pub async fn book(docket: &Docket) -> Result<(), NotBooked> {
        std::future::ready(()).await;
        if docket.customer == "Nordlys AS" {
            Err(NotBooked { account: "NO-4471" })
        } else {
            Ok(())
        }
    }
}

/// What parcels cost: an ordinary module, which knows nothing of tools.
mod tariff {
    use super::Zone;

    /// The price of a parcel of `weight` kilograms, in cents.
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a weight is at most 30 kg"
    )]
    pub fn cents(weight: f64, zone: Zone) -> u32 {
        let (base, per_kilogram) = match zone {
            Zone::Domestic => (390, 45),
            Zone::Europe => (890, 120),
            Zone::World => (1890, 410),
        };
        base + per_kilogram * weight.ceil() as u32
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let warehouse = Warehouse(Mutex::new(Records::load()?));
    let server = Server::new(&WAREHOUSE, warehouse);
    #[cfg(feature = "http")]
    if let Some(address) = std::env::args().nth(1) {
        return over_http(server, &address);
    }
    Ok(server.serve_stdio()?)
}

/// Serves over HTTP until it is ended; says where on stdout.
#[cfg(feature = "http")]
#[tokio::main]
async fn over_http(server: Server<Warehouse>, address: &str) -> Result<(), Box<dyn Error>> {
    use toolwright::transport::http::{Http, Sessions};

    let listener = tokio::net::TcpListener::bind(address).await?;
    println!("http://{}/mcp", listener.local_addr()?);
    let http = Http::new(server).sessions(Sessions::new());
    Ok(http.serve_on(listener, std::future::pending()).await?)
}
