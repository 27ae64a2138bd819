//! What a declaration must not contradict.
//!
//! Called by the writer where it has the rules of a property together, so that a check
//! costs no constant of its own.

use super::buffer::blank;
use super::complaint::{At, Complaint};
use super::facets::{self, Facets};
use super::{Bound, Kind, Lit, Property, Schema, ToolDef, bound, header};

/// Whether two texts are the same.
pub(super) const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}

/// Whether `text` is one of `values`.
pub(super) const fn among(text: &str, values: &[&str]) -> bool {
    let mut i = 0;
    while i < values.len() {
        if same(text, values[i]) {
            return true;
        }
        i += 1;
    }
    false
}

/// Hints and injected parameters of the tool as a whole.
#[track_caller]
pub(super) const fn tool(def: &ToolDef, name: &str) {
    if matches!(
        (def.meta.read_only, def.meta.destructive),
        (Some(true), Some(true))
    ) {
        Complaint::new("TW0010", name)
            .and("`read_only` and `destructive` contradict each other: write one of them")
            .stop();
    }
    if !blank!(def.meta.ui)
        && !matches!(
            def.meta.ui.as_bytes(),
            [b'u', b'i', b':', b'/', b'/', _, ..]
        )
    {
        Complaint::new("TW0014", name)
            .and("`ui` is \"")
            .and(def.meta.ui)
            .and("\": write the URI of a resource, `ui://..`")
            .stop();
    }
}

/// All that can be wrong with a tool's declaration, without writing its text.
///
/// What a type's own rules say is checked where the type is declared.
#[track_caller]
pub(super) const fn declaration(def: &ToolDef) {
    let name = if blank!(def.meta.name) {
        def.function
    } else {
        def.meta.name
    };
    tool(def, name);
    raw_json(
        def.meta.input_schema,
        "it",
        At {
            what: "tool",
            tool: name,
            member: "input_schema",
        },
    );
    raw_json(
        def.meta.meta,
        "`meta`",
        At {
            what: "tool",
            tool: name,
            member: "_meta",
        },
    );
    if !blank!(def.meta.input_schema) {
        header::none_beside_schema(name, def.notes);
    }
    members("tool", name, def.params, def.notes);
    if !blank!(def.meta.input_schema) {
        let (mut i, mut values, mut others) = (0, 0, 0);
        while i < def.notes.len() {
            match def.notes[i].schema.kind {
                Kind::Context | Kind::Cancellation => {}
                Kind::Any => values += 1,
                _ => others += 1,
            }
            i += 1;
        }
        if values != 1 || others != 0 {
            Complaint::new("TW0003", name)
                .and("`input_schema` describes the whole arguments: take them as one parameter, `args: serde_json::Value`")
                .stop();
        }
    }
    if def.meta.nullable_output && !matches!(def.output, super::Output::Nullable(_)) {
        Complaint::new("TW0004", name)
            .and("`nullable_output` is for an `Option` of a record or a map: leave it out")
            .stop();
    }
}

/// Fields of a record: names, rules, defaults.
///
/// # Panics
///
/// In const evaluation, where one of them contradicts itself.
#[track_caller]
pub const fn fields(owner: &str, properties: &'static [Property], notes: &'static [super::Note]) {
    members("type", owner, properties, notes);
}

#[track_caller]
pub(super) const fn members(
    what: &'static str,
    owner: &str,
    properties: &'static [Property],
    notes: &'static [super::Note],
) {
    let mut injected = [false; 2];
    let mut i = 0;
    while i < properties.len() {
        let (property, note) = (&properties[i], &notes[i]);
        let at = At {
            what,
            tool: owner,
            member: property.name,
        };
        if !blank!(note.header) {
            header::check(properties, notes, i, at);
        }
        if let kind @ (Kind::Context | Kind::Cancellation) = note.schema.kind {
            let which = matches!(kind, Kind::Context) as usize;
            if injected[which] {
                injected_twice(kind, at);
            }
            injected[which] = true;
        } else {
            distinct(properties, i, at);
            self::property(property, note, at);
        }
        i += 1;
    }
}

#[track_caller]
const fn property(property: &Property, note: &super::Note, at: At<'_>) {
    if !blank!(note.schema.raw) {
        if !matches!(note.schema.kind, Kind::Any) {
            Complaint::at("TW0003", at)
                .and("`#[schema(..)]` is for parameters of type `serde_json::Value`: leave it out, the type `")
                .and(note.schema.name)
                .and("` has a schema of its own")
                .stop();
        }
        raw_json(note.schema.raw, "the schema", at);
        return;
    }
    if let Lit::Wrong(text, what) = note.default {
        wrong(text, what, at);
    }
    let bare = matches!(note.default, Lit::Absent | Lit::None);
    if matches!(property.rules, []) && bare {
        return;
    }
    let f = facets::gather(note.schema, property.rules, at);
    if matches!(f.one_of, [_, ..]) || !blank!(f.example) {
        known(note.schema, &f, at);
    }
    if !bare {
        default(note.default, note.schema, &f, at);
    }
}

#[track_caller]
const fn raw_json(text: &'static str, what: &str, at: At<'_>) {
    if !blank!(text) {
        let mut none = [];
        let mut w = super::buffer::Writer::new(&mut none);
        super::raw::object(&mut w, text, what, at);
        super::raw::grammar(text, what, at);
    }
}

/// A default that is no value of its type.
#[track_caller]
const fn wrong(text: &str, what: &str, at: At<'_>) -> ! {
    Complaint::at("TW0008", at)
        .and("the default \"")
        .and(text)
        .and("\" is not ")
        .and(what)
        .stop()
}

/// The known values and the example of a value object, by its own rules.
///
/// # Panics
///
/// In const evaluation, where one is refused (TW0015), or a rule contradicts another.
#[track_caller]
pub const fn known_values(schema: &Schema) {
    let at = At {
        what: "type",
        tool: schema.name,
        member: schema.name,
    };
    let f = facets::gather(schema, &[], at);
    if matches!(f.one_of, [_, ..]) || !blank!(f.example) {
        known(schema, &f, at);
    }
}

/// A second injected parameter of one kind.
#[track_caller]
pub(super) const fn injected_twice(kind: Kind, at: At<'_>) -> ! {
    Complaint::at("TW0011", at)
        .and("the second `&")
        .and(if matches!(kind, Kind::Context) {
            "Context"
        } else {
            "Cancellation"
        })
        .and("` of the tool: take it once")
        .stop()
}

/// Refuses the property at `i` where one before it has its name.
#[track_caller]
pub(super) const fn distinct(properties: &[Property], i: usize, at: At<'_>) {
    let mut before = 0;
    while before < i {
        if same(properties[before].name, properties[i].name) {
            Complaint::of("TW0013", at.what, at.tool)
                .and("\"")
                .and(at.member)
                .and("\" is the wire name of two of its members: rename one with `#[rename(\"..\")]`")
                .stop();
        }
        before += 1;
    }
}

/// The known values and the example of a property, by its own rules.
#[track_caller]
pub(super) const fn known(schema: &Schema, f: &Facets, at: At<'_>) {
    if !matches!(schema.kind, Kind::String) {
        return;
    }
    let mut i = 0;
    while i < f.one_of.len() {
        if let Some(why) = refused_text(f.one_of[i], f, true) {
            why.say("TW0015", at, "the known value \"", f.one_of[i], "\"");
        }
        i += 1;
    }
    if !blank!(f.example) {
        if let Some(why) = refused_text(f.example, f, false) {
            why.say("TW0015", at, "the example \"", f.example, "\"");
        }
    }
}

/// The rule that refuses a value.
#[derive(Clone, Copy)]
enum Why {
    Text(&'static str),
    Count(&'static str, u32, &'static str),
    Bound(&'static str, Bound),
}

impl Why {
    /// The end of the sentence, and the end of the build.
    #[track_caller]
    const fn end(self, text: Complaint) -> ! {
        match self {
            Self::Text(why) => text.and(why),
            Self::Count(word, count, of) => text.and(word).number(count as i128).and(of),
            Self::Bound(word, bound) => text.and(word).bound(bound),
        }
        .stop()
    }

    #[track_caller]
    const fn say(self, code: &str, at: At<'_>, open: &str, value: &str, close: &str) -> ! {
        self.end(
            Complaint::at(code, at)
                .and(open)
                .and(value)
                .and(close)
                .and(" is refused by its own rule: "),
        )
    }
}

/// The rule that refuses a text; `known` where it is itself one of the accepted values.
const fn refused_text(text: &str, f: &Facets, known: bool) -> Option<Why> {
    let mut bytes = text.as_bytes();
    if f.trim {
        if known
            && matches!(
                bytes,
                [b' ' | b'\t' | b'\n' | b'\r', ..] | [.., b' ' | b'\t' | b'\n' | b'\r']
            )
        {
            return Some(Why::Text("`trim` takes the white space at its ends away"));
        }
        bytes = bytes.trim_ascii();
    }
    let mut count = 0u32;
    let mut ascii = true;
    let mut rest = bytes;
    while let [byte, more @ ..] = rest {
        if *byte & 0xC0 != 0x80 {
            count += 1;
        }
        if !byte.is_ascii() {
            ascii = false;
        }
        if known && (f.upper && byte.is_ascii_lowercase() || f.lower && byte.is_ascii_uppercase()) {
            return Some(Why::Text(if f.upper {
                "`uppercase` changes it"
            } else {
                "`lowercase` changes it"
            }));
        }
        rest = more;
    }
    // Upper and lower case change the length of some texts outside ASCII.
    let sure = ascii || !(f.upper || f.lower);
    if sure && count < f.shortest {
        return Some(Why::Count("at least ", f.shortest, " characters"));
    }
    if sure && count > f.longest {
        return Some(Why::Count("at most ", f.longest, " characters"));
    }
    if sure && !known && matches!(f.one_of, [_, ..]) {
        let mut i = 0;
        while i < f.one_of.len() {
            if same_in_case(bytes, f.one_of[i].as_bytes(), f) {
                return None;
            }
            i += 1;
        }
        return Some(Why::Text("it is not one of the accepted values"));
    }
    None
}

/// Whether `text`, put in the case that the rules ask for, is `value`.
const fn same_in_case(text: &[u8], value: &[u8], f: &Facets) -> bool {
    if text.len() != value.len() {
        return false;
    }
    let mut i = 0;
    while i < text.len() {
        let byte = if f.upper {
            text[i].to_ascii_uppercase()
        } else if f.lower {
            text[i].to_ascii_lowercase()
        } else {
            text[i]
        };
        if byte != value[i] {
            return false;
        }
        i += 1;
    }
    true
}

/// The rule that refuses a number.
const fn refused_number(value: Bound, f: &Facets) -> Option<Why> {
    if f.not_zero && matches!(value, Bound::Int(0)) {
        return Some(Why::Text("not zero"));
    }
    if matches!(bound::below(value, f.low), Some(true)) {
        Some(Why::Bound("at least ", f.low))
    } else if matches!(bound::below(f.high, value), Some(true)) {
        Some(Why::Bound("at most ", f.high))
    } else {
        None
    }
}

/// Refuses a default that the property's own rules refuse.
#[track_caller]
pub(super) const fn default(value: Lit, schema: &Schema, f: &Facets, at: At<'_>) {
    let number = match value {
        Lit::Absent | Lit::None | Lit::Bool(_) => return,
        Lit::Wrong(text, what) => wrong(text, what, at),
        Lit::Int(value) | Lit::IntText(value) => Bound::Int(value),
        Lit::UintText(value) => Bound::Uint(value),
        Lit::Float(value) => Bound::Float(value),
        Lit::Char(c) => {
            let mut text = [0; 4];
            let text = c.encode_utf8(&mut text);
            if let Some(why) = refused_text(text, f, false) {
                refuse_text(why, text, at);
            }
            return;
        }
        Lit::Text(text) => {
            if let Some(why) = refused_text(text, f, false) {
                refuse_text(why, text, at);
            }
            let sample = if bound::is_some(f.low) { f.low } else { f.high };
            if let Some(why) = refused_number(bound::like(sample, text), f) {
                refuse_text(why, text, at);
            }
            return;
        }
        list => return self::list(list, schema, f, at),
    };
    if let Some(why) = refused_number(number, f) {
        refuse_number(why, number, at);
    }
}

/// The items of a default, one by one and together.
#[track_caller]
const fn list(list: Lit, schema: &Schema, f: &Facets, at: At<'_>) {
    let count = count(list);
    let why = if count < f.fewest as usize {
        Some(Why::Count("at least ", f.fewest, " items"))
    } else if count > f.most as usize {
        Some(Why::Count("at most ", f.most, " items"))
    } else if f.unique && twins(list, count) {
        Some(Why::Text("the items differ from each other"))
    } else {
        None
    };
    if let Some(why) = why {
        why.end(
            Complaint::of("TW0008", at.what, at.tool)
                .and("the default of `")
                .and(at.member)
                .and("`, ")
                .number(count as i128)
                .and(" items, is refused by its own rule: "),
        );
    }
    let Some(items) = schema.items else { return };
    if matches!(items.rules, []) && matches!(items.choices, []) && !items.value_object {
        return;
    }
    let f = facets::gather(items, &[], at);
    let mut i = 0;
    while i < count {
        default(item(list, i), items, &f, at);
        i += 1;
    }
}

pub(super) const fn count(list: Lit) -> usize {
    match list {
        Lit::Bools(list) => list.len(),
        Lit::Ints(list) => list.len(),
        Lit::Floats(list) => list.len(),
        Lit::Floats32(list) => list.len(),
        Lit::Chars(list) => list.len(),
        Lit::Texts(list) => list.len(),
        Lit::Names(list) => list.len(),
        _ => 0,
    }
}

/// One item of a list of plain values.
#[allow(clippy::cast_lossless, reason = "`From` is not const")]
pub(super) const fn item(list: Lit, i: usize) -> Lit {
    match list {
        Lit::Bools(list) => Lit::Bool(list[i]),
        Lit::Ints(list) => Lit::Int(list.get(i)),
        Lit::Floats(list) => Lit::Float(list[i]),
        Lit::Floats32(list) => Lit::Float(list[i] as f64),
        Lit::Chars(list) => Lit::Char(list[i]),
        Lit::Texts(list) => Lit::Text(list[i]),
        Lit::Names(list) => Lit::Text(list.get(i)),
        _ => Lit::Absent,
    }
}

#[allow(clippy::float_cmp, reason = "the same number is what is asked")]
const fn twins(list: Lit, count: usize) -> bool {
    let mut i = 1;
    while i < count {
        let mut before = 0;
        while before < i {
            let twin = match (item(list, before), item(list, i)) {
                (Lit::Bool(a), Lit::Bool(b)) => a == b,
                (Lit::Int(a), Lit::Int(b)) => a == b,
                (Lit::Float(a), Lit::Float(b)) => a == b,
                (Lit::Char(a), Lit::Char(b)) => a == b,
                (Lit::Text(a), Lit::Text(b)) => same(a, b),
                _ => false,
            };
            if twin {
                return true;
            }
            before += 1;
        }
        i += 1;
    }
    false
}

#[track_caller]
const fn refuse_text(why: Why, text: &str, at: At<'_>) -> ! {
    why.end(
        Complaint::of("TW0008", at.what, at.tool)
            .and("the default of `")
            .and(at.member)
            .and("`, \"")
            .and(text)
            .and("\", is refused by its own rule: "),
    )
}

#[track_caller]
const fn refuse_number(why: Why, number: Bound, at: At<'_>) -> ! {
    why.end(
        Complaint::of("TW0008", at.what, at.tool)
            .and("the default of `")
            .and(at.member)
            .and("`, ")
            .bound(number)
            .and(", is refused by its own rule: "),
    )
}
