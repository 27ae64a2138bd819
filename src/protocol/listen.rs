//! `subscriptions/listen` and what is told: lists that changed, resources that were updated.

use alloc::string::String;
use alloc::vec::Vec;

use super::apps::member;
use super::envelope::{Id, is_object, string};
use super::error::Fault;
use crate::json::{Cursor, Kind, writer};

/// A list that can change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Changed {
    Tools,
    Prompts,
    Resources,
}

impl Changed {
    const ALL: [Self; 3] = [Self::Tools, Self::Prompts, Self::Resources];

    /// Its member of a subscription.
    const fn member(self) -> &'static str {
        match self {
            Self::Tools => "toolsListChanged",
            Self::Prompts => "promptsListChanged",
            Self::Resources => "resourcesListChanged",
        }
    }

    const fn method(self) -> &'static str {
        match self {
            Self::Tools => "notifications/tools/list_changed",
            Self::Prompts => "notifications/prompts/list_changed",
            Self::Resources => "notifications/resources/list_changed",
        }
    }
}

/// What there is to tell.
#[derive(Clone, Copy, Debug)]
pub(crate) enum News<'a> {
    /// A list is another one.
    Changed(Changed),
    /// The resource of this address is.
    Updated(&'a str),
}

/// The lists of which a client wants to hear: tools, prompts, resources.
pub(crate) type Lists = [bool; 3];

/// What a client wants to hear of.
#[derive(Debug, Default)]
pub(crate) struct Wanted {
    pub(crate) lists: Lists,
    pub(crate) uris: Vec<String>,
}

const NO_FILTER: Fault<'static> =
    Fault::Params("subscriptions/listen needs 'notifications', an object");
const WRONG: Fault<'static> = Fault::Params("'notifications' holds a member of the wrong type");

impl Wanted {
    /// Reads what a client asks for.
    ///
    /// # Errors
    ///
    /// It is no object, or a member that is read has another type.
    pub(crate) fn read(json: Option<&str>) -> Result<Self, Fault<'static>> {
        let json = json.filter(|json| is_object(json)).ok_or(NO_FILTER)?;
        let mut wanted = Self::default();
        for list in Changed::ALL {
            wanted.lists[list as usize] = match member(json, list.member()) {
                None | Some("false") => false,
                Some("true") => true,
                Some(_) => return Err(WRONG),
            };
        }
        if let Some(uris) = member(json, "resourceSubscriptions") {
            let mut cursor = Cursor::new(uris);
            if cursor.kind() != Kind::Array {
                return Err(WRONG);
            }
            cursor.enter();
            while cursor.next_item() {
                let uri = string(cursor.skip()).ok_or(WRONG)?;
                wanted.uris.push(uri.into());
            }
        }
        Ok(wanted)
    }

    /// Whether this is of what was asked for.
    pub(crate) fn wants(&self, news: News<'_>) -> bool {
        match news {
            News::Changed(list) => self.lists[list as usize],
            News::Updated(uri) => self.uris.iter().any(|wanted| wanted == uri),
        }
    }

    fn write(&self, out: &mut Vec<u8>) {
        let mut separator = b'{';
        for list in Changed::ALL {
            if self.lists[list as usize] {
                out.push(core::mem::replace(&mut separator, b','));
                writer::string(list.member(), out);
                out.extend_from_slice(b":true");
            }
        }
        if !self.uris.is_empty() {
            out.push(core::mem::replace(&mut separator, b','));
            out.extend_from_slice(b"\"resourceSubscriptions\":");
            for (i, uri) in self.uris.iter().enumerate() {
                out.push(if i == 0 { b'[' } else { b',' });
                writer::string(uri, out);
            }
            out.push(b']');
        }
        out.extend_from_slice(if separator == b'{' { b"{}" } else { b"}" });
    }
}

const SUBSCRIPTION: &[u8] = b"\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":";

fn begin(method: &str, out: &mut Vec<u8>) {
    out.extend_from_slice(b"{\"jsonrpc\":\"2.0\",\"method\":");
    writer::string(method, out);
}

fn subscription(id: &str, out: &mut Vec<u8>) {
    out.extend_from_slice(SUBSCRIPTION);
    if let Some(id) = Id::read(id) {
        id.write(out);
    }
}

/// The first message of a subscription: what of it is honoured. `id` is that of its request, as
/// JSON text.
pub(crate) fn acknowledged(id: &str, wanted: &Wanted, out: &mut Vec<u8>) {
    begin("notifications/subscriptions/acknowledged", out);
    out.extend_from_slice(b",\"params\":{");
    subscription(id, out);
    out.extend_from_slice(b"},\"notifications\":");
    wanted.write(out);
    out.extend_from_slice(b"}}");
}

/// Tells news: to a subscription, or to a client of a handshake.
pub(crate) fn tell(news: News<'_>, id: Option<&str>, out: &mut Vec<u8>) {
    let uri = match news {
        News::Changed(list) => {
            begin(list.method(), out);
            None
        }
        News::Updated(uri) => {
            begin("notifications/resources/updated", out);
            Some(uri)
        }
    };
    if uri.is_some() || id.is_some() {
        out.extend_from_slice(b",\"params\":{");
        if let Some(uri) = uri {
            out.extend_from_slice(b"\"uri\":");
            writer::string(uri, out);
        }
        if let Some(id) = id {
            if uri.is_some() {
                out.push(b',');
            }
            subscription(id, out);
            out.push(b'}');
        }
        out.push(b'}');
    }
    out.push(b'}');
}

/// Tells that the server ends a subscription: where it shares a stream with others.
pub(crate) fn cancelled(id: &str, out: &mut Vec<u8>) {
    begin("notifications/cancelled", out);
    out.extend_from_slice(b",\"params\":{\"requestId\":");
    if let Some(id) = Id::read(id) {
        id.write(out);
    }
    out.extend_from_slice(b"}}");
}

/// The result of a subscription that the server ends. `tail` is the `_meta` of every result,
/// with its comma.
pub(crate) fn ended(id: &str, tail: &str, out: &mut Vec<u8>) {
    out.extend_from_slice(b"{\"jsonrpc\":\"2.0\",\"id\":");
    if let Some(id) = Id::read(id) {
        id.write(out);
    }
    out.extend_from_slice(b",\"result\":{\"resultType\":\"complete\",");
    subscription(id, out);
    match tail.strip_prefix(",\"_meta\":{") {
        Some(rest) => {
            out.push(b',');
            out.extend_from_slice(rest.as_bytes());
        }
        None => out.push(b'}'),
    }
    out.extend_from_slice(b"}}");
}
