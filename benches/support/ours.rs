//! The same tools, declared. Nothing else in the benches names the crate under test.

use std::cell::RefCell;

use super::cases;
use super::names::{ten, three_hundred};
use toolwright::catalog::{Entry, SetMeta, Tool, places};
use toolwright::content::IntoReply;
use toolwright::invoker::{Call, finish, put};
use toolwright::schema::{ToolDef, ToolMeta, ToolText};
use toolwright::{CallFrame, Outcome, Revision, Server, Session, ToolSet, mcp_tools, mcp_types};

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

/// The names `t000` to `t999`.
#[allow(clippy::cast_possible_truncation, reason = "digits")]
static NAMES: [[u8; 4]; 1000] = {
    let mut names = [*b"t000"; 1000];
    let mut i = 0;
    while i < names.len() {
        names[i] = [
            b't',
            b'0' + (i / 100) as u8,
            b'0' + (i / 10 % 10) as u8,
            b'0' + (i % 10) as u8,
        ];
        i += 1;
    }
    names
};

struct Same;

impl ToolText for Same {
    const DEF: ToolDef = ToolDef {
        function: "same",
        docs: &[],
        meta: ToolMeta::new(),
        params: &[],
        notes: &[],
        output: <i64 as IntoReply>::OUTPUT,
    };
}

/// One tool under `N` names.
const fn renamed<const N: usize>() -> [Option<Entry<()>>; N] {
    let mut entries = [const { None }; N];
    let mut i = 0;
    while i < N {
        let mut tool = Tool::of::<Same>();
        tool.name = match core::str::from_utf8(&NAMES[i]) {
            Ok(name) => name,
            Err(_) => unreachable!(),
        };
        entries[i] = Some(Entry {
            item: toolwright::catalog::Item::Tool(tool),
            call: Call::Sync(|_, args, reply| {
                finish(args)?;
                put(42_i64, reply);
                Ok(())
            }),
        });
        i += 1;
    }
    entries
}

macro_rules! renamed {
    ($($name:ident $count:literal;)*) => {
        $(
            static $name: ToolSet<()> = {
                static ENTRIES: [Option<Entry<()>>; $count] = renamed();
                static PLACES: [u16; places($count)] = ToolSet::index(&ENTRIES);
                ToolSet::new(SetMeta::new("benches"), &ENTRIES, &PLACES)
            };
        )*
    };
}
renamed! { OF_1 1; OF_100 100; OF_1000 1000; }

/// A server with what its connection and its calls keep from message to message.
struct Kept {
    server: Server<()>,
    session: Session,
    frame: RefCell<CallFrame>,
}

impl Kept {
    fn new(set: &'static ToolSet<()>) -> Self {
        Self {
            server: Server::new(set, ()).page_size(300),
            session: Session::agreed(Revision::V2025_11_25),
            frame: RefCell::new(CallFrame::new()),
        }
    }

    fn handle(&self, line: &[u8], out: &mut Vec<u8>) {
        let mut frame = self.frame.borrow_mut();
        let outcome = self.server.handle(line, &mut frame, &self.session, out);
        assert!(matches!(outcome, Outcome::Replied));
    }
}

macro_rules! handles {
    ($($(#[$doc:meta])* $name:ident $set:expr;)*) => {
        $(
            $(#[$doc])*
            pub(crate) fn $name(line: &[u8], out: &mut Vec<u8>) {
                thread_local!(static KEPT: Kept = Kept::new(&$set));
                KEPT.with(|kept| kept.handle(line, out));
            }
        )*
    };
}
handles! {
    /// Reads one line and appends the reply, if any, to `out`: a server of `TOOLS`, in a session
    /// that has agreed on 2025-11-25.
    ours_handle TOOLS;
    /// The same of ten tools that are only listed.
    ours_handle_ten ten_tools::SET;
    /// The same of three hundred, on one page.
    ours_handle_three_hundred many_tools::SET;
    /// One tool that is called.
    ours_handle_of_1 OF_1;
    /// A hundred such.
    ours_handle_of_100 OF_100;
    /// A thousand such.
    ours_handle_of_1000 OF_1000;
}
