//! Every type of the table, alone and nested: one set of tools a type.
#![allow(
    clippy::needless_pass_by_value,
    reason = "parameters as tools have them"
)]

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::num::NonZero;
use std::sync::Arc;
use toolwright::{Base64, ToolSet, Violation, mcp_tools, mcp_types};

/// What a type has that a schema cannot say.
#[derive(Clone, Copy, Default)]
#[allow(clippy::struct_excessive_bools, reason = "each is of its own")]
pub(crate) struct Traits {
    /// A set, which drops what comes again.
    pub(crate) set: bool,
    /// Single precision.
    pub(crate) single: bool,
    /// A `check` that refuses what [`is_bad_text`] and [`is_bad_number`] name.
    pub(crate) check: bool,
    pub(crate) normalised: bool,
    /// An address of either kind.
    pub(crate) address: bool,
    /// Read by the crate `url`.
    #[cfg_attr(not(feature = "url"), allow(dead_code))]
    pub(crate) url: bool,
}

const NONE: Traits = Traits {
    set: false,
    single: false,
    check: false,
    normalised: false,
    address: false,
    url: false,
};
#[cfg(feature = "url")]
const URL: Traits = Traits { url: true, ..NONE };
const SET: Traits = Traits { set: true, ..NONE };
const SINGLE: Traits = Traits {
    single: true,
    ..NONE
};
const CHECK: Traits = Traits {
    check: true,
    ..NONE
};
const NORMALISED: Traits = Traits {
    normalised: true,
    ..NONE
};
const ADDRESS: Traits = Traits {
    address: true,
    ..NONE
};
/// A set of a value object with normalisers and a check: all of them.
const MANY: Traits = Traits {
    set: true,
    check: true,
    normalised: true,
    ..NONE
};

/// One type: its tools that read, and those that give back what they have read.
pub(crate) struct Subject {
    pub(crate) name: &'static str,
    pub(crate) traits: Traits,
    pub(crate) set: &'static ToolSet<()>,
}

pub(crate) fn is_bad_text(text: &str) -> bool {
    text.contains('b')
}

pub(crate) fn is_bad_number(number: f64) -> bool {
    number % 7.0 == 0.0
}

fn no_b(text: &str) -> Result<(), Violation> {
    if is_bad_text(text) {
        Err(Violation::new(
            "text.b",
            "The value must not hold that letter.",
        ))
    } else {
        Ok(())
    }
}
fn no_b_string(text: &String) -> Result<(), Violation> {
    no_b(text)
}
fn not_seven(number: &i32) -> Result<(), Violation> {
    if is_bad_number(f64::from(*number)) {
        Err(Violation::new(
            "number.seven",
            "The value must not be that.",
        ))
    } else {
        Ok(())
    }
}
fn dashes(text: &str) -> String {
    text.replace(' ', "-")
}

mcp_types! {
    /// A quantity of items.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub(crate) struct Quantity(i16 [0..=1000]);
    #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub(crate) struct Country(String [trim, uppercase, len(2..=2), one_of("FR", "BE", "LU")]);
    #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub(crate) struct Word(String);
    #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub(crate) struct MayBeEmpty(String [allow_empty, len(..=3)]);
    #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub(crate) struct Checked(String [len(..=12), check(no_b)]);
    #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub(crate) struct Slug(String [trim, lowercase, normalize(dashes), len(2..=12), check(no_b)]);
    #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub(crate) struct Boxed(Box<str> [len(1..=4)]);
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub(crate) struct Ratio(f64 [0.0..=1.0]);
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub(crate) struct Share(f32 [0.1..=0.7]);
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub(crate) struct Truth(bool);
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub(crate) struct Span(std::time::Duration);
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub(crate) struct Letter(char [one_of("a", "é", "z")]);
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub(crate) struct Big(u64 [10..]);
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub(crate) struct Huge(i128);
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub(crate) struct HugeRange(u128 [5..=300]);
    #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub(crate) struct Mail(String [format("email")]);
    #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub(crate) struct Named(String [format("no-such-format"), example("abc"), len(2..)]);

    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub(crate) enum State { Open, #[rename("in transit")] InTransit, #[rename("Übergeben")] Done }

    #[derive(Debug, Clone, PartialEq)]
    #[camel_case]
    pub(crate) struct Line {
        pub(crate) stock_keeping_unit: Word,
        pub(crate) qty: u32 [1..=500],
        pub(crate) price: f64 = 0.5,
        pub(crate) state: State = State::Open,
        pub(crate) tags: Vec<State> [items(..=2), unique] = [State::Done],
        #[rename("memo")]
        pub(crate) note: Option<String> [len(1..=5)] = None,
        pub(crate) colour: Option<State>,
        #[skip]
        pub(crate) cached: u32,
    }
    #[derive(Debug, Clone, PartialEq)]
    pub(crate) struct Order {
        pub(crate) lines: Vec<Line> [items(1..=3)],
        pub(crate) by: BTreeMap<Word, Option<Quantity>>,
        pub(crate) first: Option<Box<Line>> = None,
    }
    #[derive(Debug, Clone, PartialEq)]
    pub(crate) struct Empty {}
}

#[cfg(feature = "pattern")]
mcp_types! {
    #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub(crate) struct Sku(String [pattern("^[A-Z]{2}-[0-9]{1,4}$"), len(..=6)]);
}
#[cfg(feature = "jiff")]
mcp_types! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub(crate) struct BirthDate(::jiff::civil::Date ["1950-06-01"..="2100-12-31"]);
}
#[cfg(feature = "uuid")]
mcp_types! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub(crate) struct CustomerId(::uuid::Uuid);
}

/// Rows: `name: type, traits;`, or with the rules of a parameter, `name: type [rules], traits;`.
macro_rules! subjects {
    ($($(#[$cfg:meta])* $name:ident: $ty:ty $([$($rule:tt)*])?, $traits:expr;)*) => {
        $(
            $(#[$cfg])*
            mod $name {
                use super::*;

                mcp_types! {
                    #[derive(Debug, Clone, PartialEq)]
                    pub(crate) struct Held {
                        pub(crate) inner: $ty $([$($rule)*])?,
                        pub(crate) maybe: Option<$ty> $([$($rule)*])? = None,
                        pub(crate) null: Option<$ty> $([$($rule)*])?,
                    }
                }
                mcp_tools! {
                    pub(crate) static SET: ToolSet<()>;
                    fn alone(v: $ty $([$($rule)*])?) { let _ = v; }
                    fn option(v: Option<$ty> $([$($rule)*])?) { let _ = v; }
                    fn optional(v: Option<$ty> $([$($rule)*])? = None) { let _ = v; }
                    fn list(v: Vec<$ty>) { let _ = v; }
                    fn options(v: Vec<Option<$ty>>) { let _ = v; }
                    fn boxed(v: Box<$ty>, w: Option<Arc<$ty>>) { let _ = (v, w); }
                    fn map(v: BTreeMap<String, $ty>) { let _ = v; }
                    fn record(v: Held) { let _ = v; }
                    fn records(a: Option<Held> = None, b: Vec<Held> [items(..=2)]) { let _ = (a, b); }
                    fn record_map(v: HashMap<Word, Held>) { let _ = v; }

                    #[tool(structured)]
                    fn back_value(v: $ty) -> $ty { v }
                    #[tool(structured)]
                    fn back_list(v: Vec<$ty>) -> Vec<$ty> { v }
                    fn back_map(v: BTreeMap<String, $ty>) -> BTreeMap<String, $ty> { v }
                    fn back_record(v: Held) -> Held { v }
                    #[tool(nullable_output)]
                    fn back_nullable(v: Option<Held>) -> Option<Held> { v }
                    fn back_loose(v: Option<Held>) -> Option<Held> { v }
                    fn back_result(v: Held) -> Result<Held, toolwright::ToolError> { Ok(v) }
                }
            }
        )*
        pub(crate) fn all() -> Vec<Subject> {
            vec![$($(#[$cfg])* Subject { name: stringify!($name), traits: $traits, set: &$name::SET }),*]
        }
    };
}

subjects! {
    flag: bool, NONE;
    int8: i8, NONE;
    int16: i16, NONE;
    int32: i32, NONE;
    int64: i64, NONE;
    int_size: isize, NONE;
    unsigned8: u8, NONE;
    unsigned16: u16, NONE;
    unsigned32: u32, NONE;
    unsigned64: u64, NONE;
    unsigned_size: usize, NONE;
    wide: i128, NONE;
    unsigned_wide: u128, NONE;
    not_zero: NonZero<i32>, NONE;
    positive: NonZero<u16>, NONE;
    positive_wide: NonZero<u64>, NONE;
    double: f64, NONE;
    single: f32, SINGLE;
    letter: char, NONE;
    text: String, NONE;
    boxed_text: Box<str>, NONE;
    shared_text: Arc<str>, NONE;
    base64: Base64, NONE;
    bytes: Vec<u8>, NONE;
    deque: VecDeque<bool>, NONE;
    boxed_list: Box<[i8]>, NONE;
    array: [State; 2], NONE;
    set: BTreeSet<u8>, SET;
    hash_set: HashSet<State>, SET;
    set_of_objects: BTreeSet<Slug>, MANY;
    matrix: Vec<Vec<f64>>, NONE;
    map: HashMap<String, Vec<i8>>, NONE;
    keyed: BTreeMap<Country, u8>, NORMALISED;
    keyed_plainly: BTreeMap<MayBeEmpty, bool>, NONE;
    state: State, NONE;
    line: Line, NONE;
    order: Order, NONE;
    empty: Empty, NONE;
    span: std::time::Duration, NONE;
    span_object: Span, NONE;
    address4: std::net::Ipv4Addr, NONE;
    address6: std::net::Ipv6Addr, NONE;
    address: std::net::IpAddr, ADDRESS;
    path: std::path::PathBuf, NONE;
    system_time: std::time::SystemTime, NONE;

    quantity: Quantity, NONE;
    country: Country, NORMALISED;
    word: Word, NONE;
    may_be_empty: MayBeEmpty, NONE;
    checked: Checked, CHECK;
    slug: Slug, MANY;
    boxed_object: Boxed, NONE;
    ratio: Ratio, NONE;
    share: Share, SINGLE;
    truth: Truth, NONE;
    letter_object: Letter, NONE;
    big: Big, NONE;
    huge: Huge, NONE;
    huge_range: HugeRange, NONE;
    mail: Mail, NONE;
    named: Named, NONE;
    #[cfg(feature = "pattern")]
    sku: Sku, NONE;

    range: i32 [-10..=10], NONE;
    range_from: u64 [3..], NONE;
    range_to: i64 [..=9], NONE;
    half_open: i8 [0..100], NONE;
    double_range: f64 [0.25..=0.75], NONE;
    single_range: f32 [..=0.1], SINGLE;
    not_zero_range: NonZero<i8> [..=5], NONE;
    wide_range: i128 [-5..=5], NONE;
    length: String [len(2..=4)], NONE;
    length_to: Box<str> [len(..=2)], NONE;
    length_of: String [len(3)], NONE;
    one_of: String [one_of("FR", "é", "")], NONE;
    count: Vec<bool> [items(1..=2)], NONE;
    unique: Vec<i8> [unique], NONE;
    unique_records: VecDeque<Empty> [items(..=3), unique], NONE;
    set_count: BTreeSet<i8> [items(2..=3)], SET;
    unique_array: [u8; 3] [unique], NONE;
    trimmed: String [trim, len(1..=3)], NORMALISED;
    lower: String [lowercase, one_of("ab", "cd")], NORMALISED;
    upper: String [uppercase, len(..=2)], NORMALISED;
    email: String [format("email")], NONE;
    date_text: String [format("date")], NONE;
    instant_text: String [format("date-time")], NONE;
    span_text: String [format("duration")], NONE;
    uri_text: String [format("uri")], NONE;
    uuid_text: String [format("uuid")], NONE;
    ipv4_text: String [format("ipv4")], NONE;
    ipv6_text: String [format("ipv6")], NONE;
    host_text: String [format("hostname")], NONE;
    #[cfg(feature = "pattern")]
    pattern: String [pattern("^(?:[a-c]|[0-9]{2}){1,3}$")], NONE;
    #[cfg(feature = "pattern")]
    pattern_and_length: String [len(2..=3), pattern("^[a-zé]+$")], NONE;

    #[cfg(feature = "uuid")]
    uuid: ::uuid::Uuid, NONE;
    #[cfg(feature = "uuid")]
    customer: CustomerId, NONE;
    #[cfg(feature = "jiff")]
    instant: ::jiff::Timestamp, NONE;
    #[cfg(feature = "jiff")]
    date: ::jiff::civil::Date, NONE;
    #[cfg(feature = "jiff")]
    clock: ::jiff::civil::Time, NONE;
    #[cfg(feature = "jiff")]
    date_time: ::jiff::civil::DateTime, NONE;
    #[cfg(feature = "jiff")]
    birth: BirthDate, NONE;
    #[cfg(feature = "chrono")]
    chrono_instant: ::chrono::DateTime<chrono::Utc>, NONE;
    #[cfg(feature = "chrono")]
    chrono_date: ::chrono::NaiveDate, NONE;
    #[cfg(feature = "time")]
    time_instant: ::time::OffsetDateTime, NONE;
    #[cfg(feature = "time")]
    time_date: ::time::Date, NONE;
    #[cfg(feature = "url")]
    url: ::url::Url, URL;
    #[cfg(feature = "rust_decimal")]
    decimal: ::rust_decimal::Decimal, NONE;
    #[cfg(feature = "bytes")]
    shared_bytes: ::bytes::Bytes, NONE;
}

/// Types that fit one form alone.
mod others {
    use super::*;
    use std::borrow::Cow;

    mcp_tools! {
        pub(crate) static SET: ToolSet<()>;
        fn lent(a: &str [len(..=3)], b: Cow<'_, str> [one_of("a", "b")] = "a") { let _ = (a, b); }
        fn any(v: serde_json::Value, w: Vec<serde_json::Value>) { let _ = (v, w); }
        fn checks(a: i32 [0..=50, check(not_seven)], b: String [len(..=6), check(no_b_string)] = "a") { let _ = (a, b); }
        fn defaults(
            a: u8 [1..] = 5, b: Quantity = 7, c: Country = "FR", d: Vec<i8> [items(..=2)] = [1], e: Box<u8> = 5,
            f: Vec<Country> = ["BE"], g: f32 = 0.1, h: Arc<State> = State::Done,
        ) { let _ = (a, b, c, d, e, f, g, h); }
        fn nothing() {}
        fn context(cx: &toolwright::Context, v: Option<bool> = None) { let _ = (cx, v); }
    }
}

/// The sets that have no rows.
pub(crate) fn others() -> Subject {
    Subject {
        name: "others",
        traits: Traits {
            check: true,
            normalised: true,
            ..NONE
        },
        set: &others::SET,
    }
}

/// What is read leniently: text where something else is expected.
mod lenient {
    use super::*;

    mcp_tools! {
        #[lenient]
        pub(crate) static SET: ToolSet<()>;
        fn lenient(
            a: u32 [..=9] = 1, b: f32 = 0.5, c: bool = true, d: Vec<i8> [items(..=2)] = [], e: Option<Line> = None,
            f: Option<BTreeMap<Country, Quantity>> = None, g: Option<Truth> = None, h: Option<Share> = None,
        ) { let _ = (a, b, c, d, e, f, g, h); }
        fn lenient_list(v: Vec<Line>) { let _ = v; }
        fn lenient_map(v: BTreeMap<String, Vec<Quantity>>) { let _ = v; }
        fn lenient_object(v: Quantity, w: NonZero<i8>) { let _ = (v, w); }
    }
}

/// The set that is read leniently.
pub(crate) fn lenient() -> Subject {
    Subject {
        name: "lenient",
        traits: NONE,
        set: &lenient::SET,
    }
}
