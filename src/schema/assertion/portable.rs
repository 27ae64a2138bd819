//! What clients and the models behind them are known to refuse.
//!
//! Read off the text of a tool's input schema, so that a schema given as JSON is held to the
//! same. `docs/diagnostics.md` has the source of each rule.

use super::super::complaint::Complaint;
use super::super::listing::LARGEST;
use super::{Sets, Walk, entry, name};

/// What a client refuses.
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a rule of its own, by its source"
)]
#[derive(Clone, Copy, Debug)]
pub struct Client {
    name: &'static str,
    /// The longest name of a tool.
    longest_name: usize,
    /// Whether a tool's name may hold a dot.
    dots: bool,
    /// Whether a tool's name may begin with a digit, a dot or a hyphen.
    any_first: bool,
    /// Whether names of properties are 1 to 64 of `a-z A-Z 0-9 _ . -`.
    plain_properties: bool,
    /// Whether `type` may be a list.
    type_lists: bool,
    /// Whether a schema may have no `type`.
    typeless: bool,
    /// Whether `enum` may stand beside another type than a string.
    enums_of_others: bool,
    /// Whether strings may have another format than `date-time`.
    formats: bool,
    /// Whether `uniqueItems` may be there.
    unique_items: bool,
    /// Whether an array may have no `items`.
    bare_arrays: bool,
    /// The largest number of tools.
    most_tools: usize,
}

const ANY: Client = Client {
    name: "",
    longest_name: 128,
    dots: true,
    any_first: true,
    plain_properties: false,
    type_lists: true,
    typeless: true,
    enums_of_others: true,
    formats: true,
    unique_items: true,
    bare_arrays: true,
    most_tools: usize::MAX,
};

/// The clients that `assert_portable!` knows.
pub mod client {
    #![allow(non_upper_case_globals, reason = "named as they are written")]
    use super::{ANY, Client};

    /// Claude: the Messages API.
    pub const claude: Client = Client {
        name: "claude",
        longest_name: 64,
        dots: false,
        plain_properties: true,
        ..ANY
    };
    /// Models of `OpenAI`.
    pub const openai: Client = Client {
        name: "openai",
        longest_name: 64,
        dots: false,
        unique_items: false,
        ..ANY
    };
    /// Gemini: function declarations.
    pub const gemini: Client = Client {
        name: "gemini",
        longest_name: 64,
        any_first: false,
        type_lists: false,
        typeless: false,
        enums_of_others: false,
        formats: false,
        ..ANY
    };
    /// Visual Studio Code with Copilot.
    pub const vscode: Client = Client {
        name: "vscode",
        bare_arrays: false,
        most_tools: 128,
        ..ANY
    };
}

/// Holds the tools of some sets to what clients take.
///
/// # Panics
///
/// In const evaluation, at the first rule that a tool breaks.
#[track_caller]
pub const fn portable(sets: Sets<'_>, clients: &[Client]) {
    let mut room = [0; LARGEST];
    let mut walk = Walk::new(sets);
    let mut count = 0;
    while let Some(def) = walk.next() {
        count += 1;
        let (size, from, to) = entry(&mut room, def);
        let whole = room.split_at(size).0;
        let tool = name(whole);
        let mut i = 0;
        while i < clients.len() {
            let client = &clients[i];
            if tool.len() > client.longest_name {
                refuse(
                    client,
                    tool,
                    "",
                    "its name is longer than 64 characters: shorten it, `#[tool(\"name\")]`",
                );
            }
            if !client.dots && holds_dot(tool) {
                refuse(
                    client,
                    tool,
                    "",
                    "its name holds a dot: write `_`, `#[tool(\"name\")]`",
                );
            }
            if let (false, [b'0'..=b'9' | b'.' | b'-', ..]) = (client.any_first, tool.as_bytes()) {
                refuse(
                    client,
                    tool,
                    "",
                    "its name does not begin with a letter or `_`: write another, `#[tool(\"name\")]`",
                );
            }
            if count > client.most_tools {
                refuse(
                    client,
                    tool,
                    "",
                    "it is the 129th, and 128 are taken: serve fewer at once",
                );
            }
            i += 1;
        }
        let (head, _) = whole.split_at(to);
        let (_, schema) = head.split_at(from + b",\"inputSchema\":".len());
        input(schema, tool, clients);
    }
}

const fn holds_dot(text: &str) -> bool {
    let text = text.as_bytes();
    let mut i = 0;
    while i < text.len() {
        if text[i] == b'.' {
            return true;
        }
        i += 1;
    }
    false
}

/// What an object or a list of the text is.
#[derive(Clone, Copy)]
enum Place {
    /// A schema: what was seen in it.
    Schema(Seen),
    /// Schemas by the names of properties.
    Properties,
    /// A list of schemas.
    Schemas,
    /// The list of a `type`.
    Types,
    /// The list of an `enum`.
    Enum,
    /// Any value.
    Data,
}

#[derive(Clone, Copy)]
struct Seen {
    /// The first letter of the type; 0 where there is none, `*` for a list.
    ty: u8,
    items: bool,
    choices: bool,
    /// Has `anyOf`, `$ref` and the like in place of a type.
    composed: bool,
}

const NOTHING: Seen = Seen {
    ty: 0,
    items: false,
    choices: false,
    composed: false,
};

/// How deep a schema may nest here.
const DEPTH: usize = 128;

/// Walks over the text of an input schema; it is JSON without white space.
#[track_caller]
const fn input(text: &[u8], tool: &str, clients: &[Client]) {
    let mut places = [Place::Data; DEPTH];
    let mut depth = 0;
    // What the next value is.
    let mut next = Place::Schema(NOTHING);
    let mut key: &[u8] = b"";
    let mut parameter = "";
    let mut i = 0;
    while i < text.len() {
        match text[i] {
            b'{' | b'[' => {
                places[depth] = next;
                depth += 1;
                next = match next {
                    Place::Schemas => Place::Schema(NOTHING),
                    _ => Place::Data,
                };
                i += 1;
            }
            b'}' | b']' => {
                depth -= 1;
                if let Place::Schema(seen) = places[depth] {
                    closed(seen, tool, parameter, clients);
                }
                i += 1;
            }
            b'"' => {
                let end = string(text, i);
                let inside = text.split_at(end - 1).0.split_at(i + 1).1;
                i = end;
                if i < text.len() && text[i] == b':' {
                    i += 1;
                    key = inside;
                    (places[depth - 1], next) = after(places[depth - 1], key, text[i]);
                    if matches!(places[depth - 1], Place::Properties) {
                        if depth == 2 {
                            parameter = match core::str::from_utf8(key) {
                                Ok(name) => name,
                                Err(_) => "",
                            };
                        }
                        property(key, tool, parameter, clients);
                    }
                    if let b"uniqueItems" = key {
                        if matches!(places[depth - 1], Place::Schema(_)) && text[i] == b't' {
                            rule(Rule::UniqueItems, tool, parameter, clients);
                        }
                    }
                } else if let (Place::Schema(seen), b"type") = (places[depth - 1], key) {
                    places[depth - 1] = Place::Schema(Seen {
                        ty: inside[0],
                        ..seen
                    });
                } else if let (Place::Schema(_), b"format") = (places[depth - 1], key) {
                    if !matches!(inside, b"date-time" | b"enum") {
                        rule(Rule::Format, tool, parameter, clients);
                    }
                }
            }
            b',' => {
                next = match places[depth - 1] {
                    Place::Schemas => Place::Schema(NOTHING),
                    _ => Place::Data,
                };
                i += 1;
            }
            _ => i += 1,
        }
    }
}

/// The place behind the string that begins at `start`.
const fn string(text: &[u8], start: usize) -> usize {
    let mut i = start + 1;
    while text[i] != b'"' {
        i += if text[i] == b'\\' { 2 } else { 1 };
    }
    i + 1
}

/// What a key says of the object that it stands in, and of the value behind it.
const fn after(place: Place, key: &[u8], value: u8) -> (Place, Place) {
    let mut seen = match place {
        Place::Schema(seen) => seen,
        Place::Properties => return (place, Place::Schema(NOTHING)),
        _ => return (place, Place::Data),
    };
    let next = match key {
        b"properties" | b"$defs" | b"patternProperties" => Place::Properties,
        b"items" => {
            seen.items = true;
            Place::Schema(NOTHING)
        }
        b"additionalProperties" | b"not" | b"contains" => Place::Schema(NOTHING),
        b"anyOf" | b"oneOf" | b"allOf" => {
            seen.composed = true;
            Place::Schemas
        }
        b"prefixItems" => Place::Schemas,
        b"$ref" | b"const" => {
            seen.composed = true;
            Place::Data
        }
        b"type" if value == b'[' => {
            seen.ty = b'*';
            Place::Types
        }
        b"enum" => {
            seen.choices = true;
            Place::Enum
        }
        // Keys of a map are strings anyway.
        _ => Place::Data,
    };
    (Place::Schema(seen), next)
}

#[track_caller]
const fn closed(seen: Seen, tool: &str, parameter: &str, clients: &[Client]) {
    if seen.ty == b'*' {
        rule(Rule::TypeList, tool, parameter, clients);
    }
    if seen.ty == 0 && !seen.composed {
        rule(Rule::Typeless, tool, parameter, clients);
    }
    if seen.choices && !matches!(seen.ty, b's' | b'*') {
        rule(Rule::EnumOfOthers, tool, parameter, clients);
    }
    if seen.ty == b'a' && !seen.items {
        rule(Rule::BareArray, tool, parameter, clients);
    }
}

#[track_caller]
const fn property(key: &[u8], tool: &str, parameter: &str, clients: &[Client]) {
    let mut plain = matches!(key, [_, ..]) && key.len() <= 64;
    let mut i = 0;
    while i < key.len() {
        plain &= matches!(key[i], b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'.' | b'-');
        i += 1;
    }
    if !plain {
        rule(Rule::Property, tool, parameter, clients);
    }
}

#[derive(Clone, Copy)]
enum Rule {
    Property,
    TypeList,
    Typeless,
    EnumOfOthers,
    Format,
    UniqueItems,
    BareArray,
}

/// Complains for the first client that has the rule.
#[track_caller]
const fn rule(rule: Rule, tool: &str, parameter: &str, clients: &[Client]) {
    let mut i = 0;
    while i < clients.len() {
        let c = &clients[i];
        let (taken, why) = match rule {
            Rule::Property => (
                !c.plain_properties,
                "the name of a property is not 1 to 64 of `a-z A-Z 0-9 _ . -`: rename it, `#[rename(\"..\")]`",
            ),
            Rule::TypeList => (
                c.type_lists,
                "`type` is a list, such as `[\"string\",\"null\"]`: take the `Option` away, or give it the default `None`",
            ),
            Rule::Typeless => (
                c.typeless,
                "a schema has no `type`: name a type in place of `Value`",
            ),
            Rule::EnumOfOthers => (
                c.enums_of_others,
                "`enum` stands beside a type that is not `string`: make the values strings",
            ),
            Rule::Format => (
                c.formats,
                "a string has another `format` than `date-time`: take a `String`, and say the form in its description",
            ),
            Rule::UniqueItems => (
                c.unique_items,
                "`uniqueItems` is listed: leave `unique` out (or take a list in place of a set), and check it in the body",
            ),
            Rule::BareArray => (c.bare_arrays, "an array has no `items`: say what they are"),
        };
        if !taken {
            refuse(c, tool, parameter, why);
        }
        i += 1;
    }
}

#[track_caller]
const fn refuse(client: &Client, tool: &str, parameter: &str, why: &str) -> ! {
    let text = Complaint::new("assert_portable", tool);
    let text = if parameter.is_empty() {
        text
    } else {
        text.and("`").and(parameter).and("`: ")
    };
    text.and("`")
        .and(client.name)
        .and("` refuses it: ")
        .and(why)
        .stop()
}
