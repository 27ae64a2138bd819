//! One tool twice: declared with `mcp_tools!`, and by hand with the same public data.
//!
//! The macro is sugar. What it emits is data (a [`ToolDef`]), bytes made from it in const
//! evaluation, and a function that takes each argument by its type; an author can write
//! these down as well, and the listing is the same byte for byte.

use toolwright::ToolSet;
use toolwright::catalog::{Catalog, Entry, Item, SetMeta, Tool, places};
use toolwright::content::IntoReply;
use toolwright::invoker::{Call, finish, put, take, take_or};
use toolwright::mcp_tools;
use toolwright::schema::{
    self, Audience, Bound, Lit, Note, Presence, Property, Rule, ToolDef, ToolMeta, ToolText,
};
use toolwright::types::ToolType;

/// What both sets work on.
pub struct Till {
    /// What is in it before anything is added, in cents.
    opening: i64,
}

mcp_tools! {
    /// Counts money.
    static WITH_MACRO: ToolSet<Till>;

    /// Adds coins to the till.
    ///
    /// Nothing is stored.
    #[tool(read_only, title = "Add coins")]
    fn add_coins(
        &self,
        /// How many.
        count: i64 [0..=1000],
        /// What each is worth, in cents.
        worth: i64 [1..=200] = 1,
        /// Who asks.
        cashier: Option<String> [len(..=40)] = None,
    ) -> i64 {
        let _ = cashier;
        self.opening + count * worth
    }
}

/// What the tool says of itself: names, docs, rules, defaults.
const ADD_COINS: ToolDef = ToolDef {
    function: "add_coins",
    docs: &[" Adds coins to the till.", "", " Nothing is stored."],
    meta: META,
    // How arguments are read.
    params: &[
        Property {
            name: "count",
            rules: &[Rule::Range(Bound::Int(0), Bound::Int(1000))],
            presence: Presence::Required,
        },
        Property {
            name: "worth",
            rules: &[Rule::Range(Bound::Int(1), Bound::Int(200))],
            presence: Presence::Defaulted,
        },
        Property {
            name: "cashier",
            rules: &[Rule::Len(0, 40)],
            presence: Presence::Optional,
        },
    ],
    // How they are listed, in the same order.
    notes: &[
        note(<i64 as ToolType>::SCHEMA, &[" How many."], Lit::Absent),
        note(
            <i64 as ToolType>::SCHEMA,
            &[" What each is worth, in cents."],
            Lit::Int(1),
        ),
        note(
            <Option<String> as ToolType>::SCHEMA,
            &[" Who asks."],
            Lit::None,
        ),
    ],
    output: <i64 as IntoReply>::OUTPUT,
};

const META: ToolMeta = {
    let mut meta = ToolMeta::new();
    meta.title = "Add coins";
    meta.read_only = Some(true);
    meta
};

const fn note(
    schema: &'static schema::Schema,
    docs: &'static [&'static str],
    default: Lit,
) -> Note {
    Note {
        schema,
        written: None,
        docs,
        description: "",
        default,
        header: "",
    }
}

/// The declaration as a type: its listing is a constant that is evaluated when the program is
/// built.
struct AddCoins;

impl ToolText for AddCoins {
    const DEF: ToolDef = ADD_COINS;
}

const ENTRIES: &[Option<Entry<Till>>] = &[Some(Entry {
    // The declaration is checked here, by `cargo check` already.
    item: Item::Tool(Tool::of::<AddCoins>()),
    // Arguments are taken in the order of `params`; a refusal ends the call.
    call: Call::Sync(|state, mut args, reply| {
        let count = take::<i64>(&mut args)?;
        let worth = take_or::<i64, _>(&mut args, 1)?;
        let cashier = take_or::<Option<String>, _>(&mut args, None)?;
        finish(args)?;
        put(state.get().add_coins(count, worth, cashier), reply);
        Ok(())
    }),
})];

/// The index by name: two tools of one name would not compile.
static PLACES: [u16; places(ENTRIES.len())] = ToolSet::index(ENTRIES);

static BY_HAND: ToolSet<Till> = ToolSet::new(META_OF_SET, ENTRIES, &PLACES);

const META_OF_SET: SetMeta = {
    let mut meta = SetMeta::new(module_path!());
    meta.docs = &[" Counts money."];
    meta
};

/// The listing of a set's first tool, as a client of that revision sees it.
fn listed(set: &dyn Catalog, revision: u8) -> String {
    let mut bytes = Vec::new();
    set.each(0, &mut |_, tool| {
        tool.entry.get().write(
            Audience {
                revision,
                tasks: false,
                apps: false,
            },
            &mut bytes,
        );
    });
    String::from_utf8(bytes).expect("listings are text")
}

/// Compares the two listings in every revision, and prints the newest.
pub fn main() {
    for revision in 0..=4 {
        assert_eq!(listed(&BY_HAND, revision), listed(&WITH_MACRO, revision));
    }
    println!("{}", listed(&BY_HAND, 4));
    assert_eq!(Till { opening: 100 }.add_coins(3, 50, None), 250);
}
