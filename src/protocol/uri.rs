//! URIs against templates: which variables a URI gives, as the JSON text of an object.

use alloc::string::String;
use alloc::vec::Vec;

use crate::json::writer;
use crate::schema::template::{Part, part};
use crate::schema::{Presence, Property};

/// A longer URI is that of no template.
const LONGEST: usize = 64 * 1024;

/// What a URI is to a template.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Match {
    /// None of its resources.
    No,
    /// It has the template's form, but a percent sign in it begins no character.
    Malformed,
    /// One of its resources, with these variables.
    Yes(String),
}

/// Matches a URI against a template, and decodes its variables, once.
///
/// `{v}` is at least one character other than `/`, `?` and `#`, and `{+v}` at least one of any
/// kind; of several ways to cut a URI, each variable in turn takes as little as it can. The
/// query of `{?a,b}` gives its variables in any order, and any of them; another name in it
/// makes another URI.
pub(crate) fn variables(template: &str, uri: &str, params: &[Property]) -> Match {
    let parts = parts(template);
    let text = template.as_bytes();
    let query = match parts.last() {
        Some(Part::Query { from, to }) => Some((*from, *to)),
        _ => None,
    };
    let (head, tail) = match uri.split_once('?') {
        Some((head, tail)) if query.is_some() => (head, Some(tail)),
        _ => (uri, None),
    };
    if uri.len() > LONGEST || !uri.bytes().all(may_stand) {
        return Match::No;
    }
    let Some(spans) = spans(&parts, text, head.as_bytes()) else {
        return Match::No;
    };
    let mut object = Object::default();
    for (part, (from, to)) in parts.iter().zip(spans) {
        if let Part::Variable { from: a, to: b, .. } = part {
            object.member(template.get(*a..*b).unwrap_or_default(), head.get(from..to));
        }
    }
    let names = query.map(|(from, to)| template.get(from..to).unwrap_or_default());
    for pair in tail.unwrap_or_default().split('&') {
        if pair.is_empty() {
            continue;
        }
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        let known = names.is_some_and(|names| names.split(',').any(|name| name == key));
        if !known {
            return Match::No;
        }
        object.member(key, Some(value));
    }
    object.end(params)
}

/// Whether a URI can hold a byte; all others are percent-encoded, the braces of templates too.
fn may_stand(byte: u8) -> bool {
    byte.is_ascii_graphic() && !b"\"<>\\^`{|}".contains(&byte)
}

/// The parts of a template, which const evaluation has found to be one.
fn parts(template: &str) -> Vec<Part> {
    let (mut parts, mut at) = (Vec::new(), 0);
    while at < template.len() {
        let Ok((part, end)) = part(template.as_bytes(), at) else {
            break;
        };
        parts.push(part);
        at = end;
    }
    parts
}

/// Where each part is in `head`.
///
/// From the back it is noted where a rest of the parts can stand, so that the work is the
/// length of the URI for each part, whatever the URI is.
fn spans(parts: &[Part], template: &[u8], head: &[u8]) -> Option<Vec<(usize, usize)>> {
    let end = head.len();
    let mut rests = alloc::vec![alloc::vec![false; end + 1]; parts.len() + 1];
    rests[parts.len()][end] = true;
    for (i, part) in parts.iter().enumerate().rev() {
        let (before, after) = rests.split_at_mut(i + 1);
        let (here, rest) = (&mut before[i], &after[0]);
        match part {
            Part::Literal { from, to } => {
                let literal = template.get(*from..*to).unwrap_or_default();
                for at in 0..=end {
                    here[at] = head[at..].starts_with(literal) && rest[at + literal.len()];
                }
            }
            Part::Variable { reserved, .. } => {
                for at in (0..end).rev() {
                    let fits = *reserved || !matches!(head[at], b'/' | b'?' | b'#');
                    here[at] = fits && (rest[at + 1] || here[at + 1]);
                }
            }
            Part::Query { .. } => here.clone_from(rest),
        }
    }
    if !rests[0][0] {
        return None;
    }
    let (mut spans, mut at) = (Vec::new(), 0);
    for (i, part) in parts.iter().enumerate() {
        let from = at;
        at = match part {
            Part::Literal { from, to } => at + (to - from),
            Part::Variable { .. } => {
                at + 1 + rests[i + 1][at + 1..].iter().position(|rest| *rest)?
            }
            Part::Query { .. } => at,
        };
        spans.push((from, at));
    }
    Some(spans)
}

/// The variables as a JSON object in the making.
#[derive(Default)]
struct Object<'t> {
    text: Vec<u8>,
    names: Vec<&'t str>,
    malformed: bool,
}

impl<'t> Object<'t> {
    fn key(&mut self, name: &str) {
        self.text
            .push(if self.text.is_empty() { b'{' } else { b',' });
        writer::string(name, &mut self.text);
        self.text.push(b':');
    }

    fn member(&mut self, name: &'t str, value: Option<&str>) {
        self.key(name);
        self.names.push(name);
        match value.and_then(decoded) {
            Some(value) => writer::string(&value, &mut self.text),
            None => self.malformed = true,
        }
    }

    /// Closes the object. An `Option` that the URI does not give is read as `null`.
    fn end(mut self, params: &[Property]) -> Match {
        if self.malformed {
            return Match::Malformed;
        }
        for property in params {
            if property.presence == Presence::Optional && !self.names.contains(&property.name) {
                self.key(property.name);
                self.text.extend_from_slice(b"null");
            }
        }
        if self.text.is_empty() {
            self.text.push(b'{');
        }
        self.text.push(b'}');
        String::from_utf8(self.text).map_or(Match::Malformed, Match::Yes)
    }
}

/// Decodes percent signs, once; `None` where one begins no character.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [byte, more @ ..] = rest {
        rest = more;
        if *byte != b'%' {
            bytes.push(*byte);
            continue;
        }
        let [high, low, more @ ..] = rest else {
            return None;
        };
        let digit = |byte: u8| char::from(byte).to_digit(16);
        let value = digit(*high)? * 16 + digit(*low)?;
        bytes.push(u8::try_from(value).ok()?);
        rest = more;
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matched(template: &str, uri: &str) -> Match {
        variables(template, uri, &[])
    }

    #[test]
    fn uris_of_templates() {
        for (template, uri, want) in [
            ("x://{a}", "x://1", Some(r#"{"a":"1"}"#)),
            ("x://{a}", "x://", None),
            ("x://{a}", "x://1/2", None),
            ("x://{a}", "x://1?b=2", None),
            ("x://{a}", "x://1#b", None),
            ("x://{a}", "y://1", None),
            ("x://{a}", "X://1", None),
            ("x://{a}", "x://{a}", None),
            ("x://{a}", "x://a b", None),
            ("x://{a}", "x://a+b", Some(r#"{"a":"a+b"}"#)),
            ("x://{a}", "x://a%2Fb", Some(r#"{"a":"a/b"}"#)),
            ("x://{a}", "x://%252F", Some(r#"{"a":"%2F"}"#)),
            ("x://{a}", "x://%C2%A7%20141", Some("{\"a\":\"§ 141\"}")),
            ("x://{a}", "x://é", None),
            ("x://{a}", "x://%22%0A", Some(r#"{"a":"\"\n"}"#)),
            ("x://{a}/d", "x://1/d", Some(r#"{"a":"1"}"#)),
            ("x://{a}/d", "x://1/e", None),
            ("x://{a}/d", "x:///d", None),
            ("x:{a}-{b}", "x:1-2-3", Some(r#"{"a":"1","b":"2-3"}"#)),
            ("x:{a}-z", "x:1-z-z", Some(r#"{"a":"1-z"}"#)),
            ("x:{+a}", "x:1/2?3#4", Some(r#"{"a":"1/2?3#4"}"#)),
            ("x:{+a}/{b}", "x:1/2/3", Some(r#"{"a":"1/2","b":"3"}"#)),
            ("x:{a}/{+b}", "x:1/2/3", Some(r#"{"a":"1","b":"2/3"}"#)),
            ("x:{+a}/e/{b}", "x:e/e/e/e", Some(r#"{"a":"e/e","b":"e"}"#)),
            ("x:p{?a,b}", "x:p", Some("{}")),
            ("x:p{?a,b}", "x:p?", Some("{}")),
            ("x:p{?a,b}", "x:p?b=2", Some(r#"{"b":"2"}"#)),
            ("x:p{?a,b}", "x:p?b=2&a=1", Some(r#"{"b":"2","a":"1"}"#)),
            ("x:p{?a,b}", "x:p?a=1&a=2", Some(r#"{"a":"1","a":"2"}"#)),
            ("x:p{?a,b}", "x:p?a", Some(r#"{"a":""}"#)),
            ("x:p{?a,b}", "x:p?a=%3D%26=", Some(r#"{"a":"=&="}"#)),
            ("x:p{?a,b}", "x:p?c=1", None),
            ("x:p{?a,b}", "x:pp?a=1", None),
            ("x:{p}{?a}", "x:q?a=1", Some(r#"{"p":"q","a":"1"}"#)),
            ("x:{+p}{?a}", "x:q/r?a=1", Some(r#"{"p":"q/r","a":"1"}"#)),
        ] {
            let want = want.map_or(Match::No, |want| Match::Yes(want.into()));
            assert_eq!(matched(template, uri), want, "{template} {uri}");
        }
        for uri in [
            "x:%",
            "x:%4",
            "x:%ZZ",
            "x:%C3",
            "x:%ff",
            "x:%ED%A0%80",
            "x:a%",
        ] {
            assert_eq!(matched("x:{a}", uri), Match::Malformed, "{uri}");
        }
    }

    #[test]
    fn the_work_is_bounded() {
        let long = alloc::format!("x:{}", "-".repeat(LONGEST - 3));
        assert_eq!(matched("x:{a}-{b}-{c}-{d}!", &long), Match::No);
        assert_eq!(matched("x:{a}", &alloc::format!("{long}----")), Match::No);
    }
}
