//! Named formats of rules: what JSON Schema 2020-12 names, as its validators check it.

use core::net::{Ipv4Addr, Ipv6Addr};

use crate::calendar;
use crate::schema::Engine;

/// What checks the format of this name; names that are not enforced hold always.
///
/// Chosen in const evaluation, so that a program holds the readers of its own formats alone.
pub(crate) const fn engine(format: &str) -> Engine {
    match format.as_bytes() {
        b"date" => |text| calendar::date(text.as_bytes()).is_some(),
        b"date-time" => |text| calendar::is_instant(text.as_bytes()),
        b"duration" => |text| calendar::span(text.as_bytes(), false).is_some(),
        b"email" => email,
        b"uri" => uri,
        b"uuid" => |text| uuid(text.as_bytes()),
        b"ipv4" => |text| text.parse::<Ipv4Addr>().is_ok(),
        b"ipv6" => |text| text.parse::<Ipv6Addr>().is_ok(),
        b"hostname" => hostname,
        _ => |_| true,
    }
}

/// RFC 4122: five groups of hexadecimal digits, in either case.
pub(crate) const fn uuid(text: &[u8]) -> bool {
    if text.len() != 36 {
        return false;
    }
    let mut i = 0;
    while i < 36 {
        let fits = match i {
            8 | 13 | 18 | 23 => text[i] == b'-',
            _ => text[i].is_ascii_hexdigit(),
        };
        if !fits {
            return false;
        }
        i += 1;
    }
    true
}

/// RFC 1123: labels of letters, digits and hyphens. A hyphen in the third and fourth place
/// marks a label in another encoding, of which only `xn--` exists (RFC 5891).
fn hostname(text: &str) -> bool {
    text.len() <= 253
        && text.split('.').all(|label| {
            let bytes = label.as_bytes();
            (1..=63).contains(&bytes.len())
                && bytes
                    .iter()
                    .all(|b| b.is_ascii_alphanumeric() || *b == b'-')
                && !label.starts_with('-')
                && !label.ends_with('-')
                && (bytes.get(2..4) != Some(b"--") || label.starts_with("xn--"))
        })
}

/// RFC 5321's mailbox: a local part, `@`, and a host name or an address in brackets.
fn email(text: &str) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else {
        return false;
    };
    let quoted = local
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'));
    let named = match quoted {
        Some(inside) => quoted_string(inside.as_bytes()),
        None => local
            .split('.')
            .all(|atom| !atom.is_empty() && atom.bytes().all(is_atext)),
    };
    named && local.len() <= 64 && mail_domain(domain)
}

fn is_atext(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~".contains(&byte)
}

fn quoted_string(mut text: &[u8]) -> bool {
    loop {
        text = match text {
            [] => return true,
            [b'\\', 0x21..=0x7E, rest @ ..] => rest,
            [b'\\' | b'"', ..] => return false,
            [b'\t' | b' '..=b'~', rest @ ..] => rest,
            _ => return false,
        };
    }
}

fn mail_domain(domain: &str) -> bool {
    let Some(literal) = domain
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
    else {
        return hostname(domain);
    };
    match literal.split_at_checked(5) {
        Some((tag, address)) if tag.eq_ignore_ascii_case("IPv6:") => {
            address.parse::<Ipv6Addr>().is_ok()
        }
        _ => literal.parse::<Ipv4Addr>().is_ok(),
    }
}

/// RFC 3986: a URI with a scheme.
pub(crate) fn uri(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else {
        return false;
    };
    if !scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        || !scheme
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b"+-.".contains(&b))
    {
        return false;
    }
    let (rest, fragment) = split(rest, '#');
    let (rest, query) = split(rest, '?');
    let path = match rest.strip_prefix("//") {
        None => rest,
        Some(rest) => {
            let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
            if !authority(host) {
                return false;
            }
            path
        }
    };
    within(path, b":@/") && within(query, b":@/?") && within(fragment, b":@/?")
}

/// What stands before the first `mark`, and what behind it.
fn split(text: &str, mark: char) -> (&str, &str) {
    text.split_once(mark).unwrap_or((text, ""))
}

/// `[ userinfo "@" ] host [ ":" port ]`
fn authority(text: &str) -> bool {
    let (user, host) = text.split_once('@').unwrap_or(("", text));
    if !within(user, b":") {
        return false;
    }
    let (host, port) = if let Some(literal) = host.strip_prefix('[') {
        let Some((address, port)) = literal.split_once(']') else {
            return false;
        };
        if !ip_literal(address) {
            return false;
        }
        match port.strip_prefix(':') {
            Some(port) => ("", port),
            None if port.is_empty() => ("", ""),
            None => return false,
        }
    } else {
        split(host, ':')
    };
    within(host, b"") && port.bytes().all(|b| b.is_ascii_digit())
}

/// An address of IPv6, or of a version to come.
fn ip_literal(text: &str) -> bool {
    let Some(future) = text.strip_prefix(['v', 'V']) else {
        return text.parse::<Ipv6Addr>().is_ok();
    };
    future.split_once('.').is_some_and(|(version, address)| {
        !version.is_empty()
            && version.bytes().all(|b| b.is_ascii_hexdigit())
            && !address.is_empty()
            && !address.contains('%')
            && within(address, b":")
    })
}

/// Whether all of a text is unreserved, a sub-delimiter, percent-encoded, or one of `more`.
fn within(text: &str, more: &[u8]) -> bool {
    let mut rest = text.as_bytes();
    loop {
        rest = match rest {
            [] => return true,
            [b'%', high, low, rest @ ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => {
                rest
            }
            [byte, rest @ ..]
                if byte.is_ascii_alphanumeric()
                    || b"-._~!$&'()*+,;=".contains(byte)
                    || more.contains(byte) =>
            {
                rest
            }
            _ => return false,
        };
    }
}

#[cfg(all(test, feature = "pattern"))]
mod grammars;
#[cfg(test)]
mod testing;
