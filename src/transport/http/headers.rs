//! The headers that mirror a request's body in 2026-07-28, so that what stands between client
//! and server can see it: each has to say what the body says.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cmp::Reverse;

use axum::http::{HeaderMap, HeaderName, header};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

use crate::catalog::{Catalog, Tool};
use crate::json::{self, Cursor, Integer, Kind};
use crate::lock::Lock;
use crate::schema::Audience;
use crate::server::Core;

/// Whether the body is said to be JSON; parameters are allowed.
pub(super) fn is_json(headers: &HeaderMap) -> bool {
    one(headers, &header::CONTENT_TYPE).is_ok_and(|value| {
        value.is_some_and(|value| {
            let media = value.split(';').next().unwrap_or_default();
            media.trim().eq_ignore_ascii_case("application/json")
        })
    })
}

/// In what form a client takes an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Takes {
    /// One JSON object alone.
    Json,
    /// Events too, where there is more to send than a reply.
    Both,
    /// Rather events, or nothing else.
    Events,
}

/// What the client says in `Accept`; one that says nothing takes anything.
///
/// What it gives the greater weight (`q`) is what it wants rather, and of equals the first.
pub(super) fn takes(headers: &HeaderMap) -> Takes {
    let (mut json, mut events) = (None, None);
    let mut place = 0;
    for value in headers.get_all(header::ACCEPT) {
        for range in value.to_str().unwrap_or_default().split(',') {
            place += 1;
            let mut parts = range.split(';').map(str::trim);
            let media = parts.next().unwrap_or_default();
            let weight = parts.find_map(|part| part.strip_prefix("q="));
            let weight = weight.map_or(1.0, |weight| weight.parse::<f32>().unwrap_or(1.0));
            let wish = (weight > 0.0).then_some((weight, Reverse(place)));
            let is = |names: [&str; 3]| names.iter().any(|name| media.eq_ignore_ascii_case(name));
            // `None` is less than any.
            if is(["application/json", "application/*", "*/*"]) && wish > json {
                json = wish;
            }
            if is(["text/event-stream", "text/*", "*/*"]) && wish > events {
                events = wish;
            }
        }
    }
    match (json, events) {
        _ if place == 0 => Takes::Both,
        (_, None) => Takes::Json,
        (json, events) if events > json => Takes::Events,
        _ => Takes::Both,
    }
}

/// A header is there more than once, or is no text.
pub(super) struct Unreadable;

/// The one value of a header, white space around it left off.
pub(super) fn one<'h>(
    headers: &'h HeaderMap,
    name: &HeaderName,
) -> Result<Option<&'h str>, Unreadable> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (None, _) => Ok(None),
        (Some(value), None) => value
            .to_str()
            .map(|value| Some(value.trim()))
            .map_err(|_| Unreadable),
        (Some(_), Some(_)) => Err(Unreadable),
    }
}

/// The text that a header value stands for: itself, or what `=?base64?..?=` holds.
pub(super) fn decoded(value: &str) -> Option<Cow<'_, str>> {
    let Some(inner) = value
        .strip_prefix("=?base64?")
        .and_then(|rest| rest.strip_suffix("?="))
    else {
        return Some(Cow::Borrowed(value));
    };
    let bytes = STANDARD.decode(inner).ok()?;
    String::from_utf8(bytes).ok().map(Cow::Owned)
}

/// Which arguments of which tools are mirrored by a header.
#[derive(Default)]
pub(super) struct Mirrored {
    declared: Vec<(&'static str, Vec<Argument>)>,
    added: Lock<Vec<Added>>,
}

/// A tool that was added since; it stays known by its address, whether it is removed or not.
type Added = (&'static Tool, Arc<[Argument]>);

struct Argument {
    header: HeaderName,
    /// The property, from the root of the arguments on.
    path: Vec<String>,
}

impl Mirrored {
    /// Reads what the listings say: once, when the router is made.
    pub(super) fn of(catalog: &'static dyn Catalog) -> Self {
        let mut all = Self::default();
        catalog.each(0, &mut |_, tool| {
            let arguments = mirrored(tool);
            if !arguments.is_empty() {
                all.declared.push((tool.name, arguments));
            }
        });
        all
    }

    /// Whether every header of a call says what its argument says.
    pub(super) fn agrees(
        &self,
        core: &Core,
        tool: &str,
        arguments: Option<&str>,
        headers: &HeaderMap,
    ) -> bool {
        let agrees = |argument: &Argument| argument.agrees(arguments, headers);
        if let Some((_, mirrored)) = self.declared.iter().find(|(name, _)| *name == tool) {
            return mirrored.iter().all(agrees);
        }
        if !core.added.any() {
            return true;
        }
        let Some((_, tool)) = core.find_tool(tool) else {
            return true;
        };
        self.of_added(tool).iter().all(agrees)
    }

    fn of_added(&self, tool: &'static Tool) -> Arc<[Argument]> {
        self.added.with(|added| {
            let known = added.iter().find(|(other, _)| core::ptr::eq(*other, tool));
            if let Some((_, arguments)) = known {
                return Arc::clone(arguments);
            }
            let arguments: Arc<[Argument]> = mirrored(tool).into();
            added.push((tool, Arc::clone(&arguments)));
            arguments
        })
    }
}

impl Argument {
    fn agrees(&self, arguments: Option<&str>, headers: &HeaderMap) -> bool {
        let Ok(sent) = one(headers, &self.header) else {
            return false;
        };
        match (arguments.and_then(|text| find(text, &self.path)), sent) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(value), Some(sent)) => decoded(sent).is_some_and(|sent| same(value, &sent)),
        }
    }
}

/// The arguments of a tool that are mirrored, as its listing says.
fn mirrored(tool: &Tool) -> Vec<Argument> {
    let mut listing = Vec::new();
    tool.entry.get().write(
        Audience {
            revision: 4,
            tasks: false,
            apps: false,
        },
        &mut listing,
    );
    let mut arguments = Vec::new();
    if listing.windows(12).any(|at| at == b"x-mcp-header") {
        if let Ok(listing) = serde_json::from_slice::<Value>(&listing) {
            gather(&listing["inputSchema"], &mut Vec::new(), &mut arguments);
        }
    }
    arguments
}

fn gather(schema: &Value, path: &mut Vec<String>, found: &mut Vec<Argument>) {
    let Some(properties) = schema["properties"].as_object() else {
        return;
    };
    for (name, property) in properties {
        path.push(name.clone());
        if let Some(header) = property["x-mcp-header"].as_str() {
            let name = alloc::format!("mcp-param-{}", header.to_ascii_lowercase());
            if let Ok(header) = HeaderName::from_bytes(name.as_bytes()) {
                found.push(Argument {
                    header,
                    path: path.clone(),
                });
            }
        }
        gather(property, path, found);
        path.pop();
    }
}

/// The value at a path, unless it is absent or `null`.
fn find<'t>(text: &'t str, path: &[String]) -> Option<&'t str> {
    let mut cursor = Cursor::new(text);
    for name in path {
        if cursor.kind() != Kind::Object {
            return None;
        }
        cursor.enter();
        loop {
            let key = cursor.next_key()?;
            if key.is(name) {
                break;
            }
            cursor.skip();
        }
    }
    if cursor.kind() == Kind::Null {
        None
    } else {
        Some(cursor.skip())
    }
}

/// Whether a header says what a value of JSON says; integers are compared as numbers.
fn same(value: &str, sent: &str) -> bool {
    let mut cursor = Cursor::new(value);
    match cursor.kind() {
        Kind::String => cursor.string() == sent,
        Kind::Number => match (
            json::integer(value),
            json::check(sent.as_bytes(), 1).map(json::integer),
        ) {
            (Integer::Fits(a), Ok(Integer::Fits(b))) => a == b,
            _ => value == sent,
        },
        _ => value == sent,
    }
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue, header};

    use super::{Takes, takes};

    #[test]
    fn a_client_says_what_it_takes_and_what_it_wants_rather() {
        for (accept, wanted) in [
            ("application/json, text/event-stream", Takes::Both),
            ("text/event-stream, application/json", Takes::Events),
            ("text/event-stream;q=0.5, application/json", Takes::Both),
            ("application/json; q=0.5, TEXT/Event-Stream", Takes::Events),
            ("text/event-stream", Takes::Events),
            ("text/event-stream, */*;q=0.1", Takes::Events),
            ("text/event-stream;q=0, application/json", Takes::Json),
            ("application/json", Takes::Json),
            ("text/html", Takes::Json),
            ("*/*", Takes::Both),
            ("application/json, text/*", Takes::Both),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT, HeaderValue::from_static(accept));
            assert_eq!(takes(&headers), wanted, "{accept}");
        }
        assert_eq!(takes(&HeaderMap::new()), Takes::Both);
    }

    #[test]
    fn several_headers_are_one_list() {
        let mut headers = HeaderMap::new();
        for accept in ["text/event-stream", "application/json"] {
            headers.append(header::ACCEPT, HeaderValue::from_static(accept));
        }
        assert_eq!(takes(&headers), Takes::Events);
    }
}
