//! The lists, `resources/read`, `prompts/get` and `completion/complete`: finds what is asked
//! for, runs it, writes what it came to.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use crate::call::{self, Brought, Called};
use crate::catalog::{Item, Space};
use crate::completion::Completing;
use crate::content::{Form, Reply};
use crate::dispatch::Calls as _;
use crate::frame::{Frame, Threading};
use crate::invoker::Args;
use crate::json::{Cursor, Kind, Value, writer};
use crate::panic;
use crate::pending::Outcome;
use crate::protocol::envelope::{Request, is_object, members, spells, string};
use crate::protocol::error::Fault;
use crate::protocol::lists::{self, List};
use crate::protocol::uri::{self, Match};
use crate::protocol::{Revision, apps, response, tools};
use crate::refusal::Refusal;
use crate::schema::{Presence, Property};
use crate::server::Core;
use crate::session::Session;
use crate::subject::Subject;
use crate::types::{Input, Members};

/// What is asked for: its number, and what it is.
type Found<'f> = (usize, Subject<'f>);

/// A request and what it is answered with.
pub(crate) struct Fetch<'f, 's, T: Threading> {
    pub(crate) core: &'f Core,
    pub(crate) calls: &'f T::Calls,
    pub(crate) request: &'s Request<'f>,
    pub(crate) revision: Revision,
    pub(crate) session: &'s Session,
}

impl<'f, T: Threading> Fetch<'f, '_, T> {
    /// `resources/read`
    pub(crate) fn resource(
        &self,
        frame: &'f mut Frame<T>,
        out: &mut Vec<u8>,
    ) -> Result<Outcome<'f, T>, Fault<'f>> {
        let found = self.core.find_resource(self.uri()?, self.revision)?;
        let uri = self.request.params.uri();
        self.run(uri, found, frame, out)
    }

    /// A page of a list.
    pub(crate) fn list(&self, which: List, out: &mut Vec<u8>) -> Result<(), Fault<'f>> {
        let Self { core, revision, .. } = *self;
        let Request { id, params, .. } = self.request;
        let of_client = core.facts().depends_on_client(which);
        let to = tools::audience(revision, of_client && self.has_apps());
        let cache = core.list_cache(which);
        let tail = core.identity.tail();
        response::result(*id, revision, Some(cache), tail, out, |out| {
            lists::write(core, which, params.cursor(), to, out)
        })
    }

    /// Whether the client negotiated MCP Apps: in this request, or in its handshake.
    fn has_apps(&self) -> bool {
        if self.revision.is_modern() {
            let capabilities = self.request.meta.client_capabilities;
            return capabilities.is_some_and(apps::negotiated);
        }
        self.session
            .client()
            .is_some_and(|client| apps::negotiated(&client.capabilities))
    }

    /// The params' URI.
    pub(crate) fn uri(&self) -> Result<Cow<'f, str>, Fault<'f>> {
        let uri = self.request.params.uri().and_then(string);
        uri.ok_or(Fault::Params("the params need 'uri', a string"))
    }

    /// `prompts/get`
    pub(crate) fn prompt(
        &self,
        frame: &'f mut Frame<T>,
        out: &mut Vec<u8>,
    ) -> Result<Outcome<'f, T>, Fault<'f>> {
        let params = &self.request.params;
        let name = params
            .name
            .and_then(Value::string)
            .ok_or(Fault::Params("prompts/get needs 'name', a string"))?;
        let Some((number, Item::Prompt(prompt))) = self.core.find_item(Space::Prompts, &name)
        else {
            return Err(Fault::Prompt(name));
        };
        let arguments = texts(params.arguments.unwrap_or("{}"), prompt.params)?;
        let found = (number, Subject::Prompt(prompt, arguments));
        self.run(params.name.map(|name| name.json), found, frame, out)
    }

    fn run(
        &self,
        name: Option<&'f str>,
        (number, subject): Found<'f>,
        frame: &'f mut Frame<T>,
        out: &mut Vec<u8>,
    ) -> Result<Outcome<'f, T>, Fault<'f>> {
        let Self { core, revision, .. } = *self;
        let params = &self.request.params;
        let attentive = subject.is_attentive();
        if let Subject::Resource(_, Cow::Owned(uri), _) = &subject {
            frame.context.set_target(uri);
        }
        let (context, held) =
            call::enter(core, frame, self.request, revision, self.session, attentive);
        let called = Called {
            id: self.request.id,
            revision,
            subject,
            number,
            context,
            name: name.unwrap_or_default(),
            arguments: params.arguments.unwrap_or("{}"),
            brought: Brought::of(params),
        };
        call::launch(core, self.calls, called, held, out)
    }

    /// `completion/complete`
    pub(crate) fn complete(
        &self,
        frame: &'f mut Frame<T>,
        out: &mut Vec<u8>,
    ) -> Result<Outcome<'f, T>, Fault<'f>> {
        let Self { core, revision, .. } = *self;
        let Request { id, params, .. } = self.request;
        let (number, subject) = self.reference()?;
        let object = |json: Option<&'f str>| json.filter(|json| is_object(json));
        let argument = object(params.argument()).unwrap_or_default();
        let name = text_member(argument, "name");
        let value = text_member(argument, "value");
        let (Some(name), Some(value)) = (name, value) else {
            return Err(Fault::Params(
                "'argument' needs 'name' and 'value', strings",
            ));
        };
        let known = |param: &Property| param.presence != Presence::Injected && param.name == name;
        let Some(argument) = subject.params().iter().position(known) else {
            return Err(Fault::Params("'argument' names none that can be given"));
        };
        let settled = object(params.context())
            .and_then(|context| member(context, "arguments"))
            .filter(|_| revision >= Revision::V2025_06_18);
        let (context, held) = call::enter(core, frame, self.request, revision, self.session, false);
        let token = &context.cancellation().token;
        let room = held.share();
        let mut reply = Reply::new();
        let mut input = Input::new("{}", room.arena, true);
        let completing = Completing {
            argument,
            value: &value,
            settled,
        };
        let args = Args::new(Members::new(&mut input, &[]), context).completing(&completing);
        let started = panic::guard(|| {
            self.calls
                .start(number, context, room.state, args, &mut reply)
        });
        if token.finish() {
            return Ok(Outcome::Silent);
        }
        if let Err(panic) = started {
            core.panicked(&subject, &panic);
            return Err(Fault::Failed("The completion failed.".into()));
        }
        response::result(*id, revision, None, core.identity.tail(), out, |out| {
            write_values(&reply, out);
            Ok(())
        })?;
        Ok(Outcome::Replied)
    }

    /// What a completion is for.
    fn reference(&self) -> Result<(usize, Subject<'f>), Fault<'f>> {
        const NONE: Fault<'static> =
            Fault::Params("'ref' names no prompt or resource template of this server");
        let reference = self.request.params.reference();
        let reference = reference.filter(|json| is_object(json)).ok_or(NONE)?;
        let kind = member(reference, "type").ok_or(NONE)?;
        let (space, key) = if spells(kind, "ref/prompt") {
            (Space::Prompts, "name")
        } else if spells(kind, "ref/resource") {
            (Space::Resources, "uri")
        } else {
            return Err(NONE);
        };
        let name = text_member(reference, key).ok_or(NONE)?;
        match self.core.find_item(space, &name) {
            Some((number, Item::Prompt(prompt))) => {
                Ok((number, Subject::Prompt(prompt, Cow::Borrowed("{}"))))
            }
            Some((number, Item::Resource(resource))) => {
                let none = Cow::Borrowed("{}");
                Ok((number, Subject::Resource(resource, name, none)))
            }
            _ => Err(NONE),
        }
    }
}

impl Core {
    /// The resource of a URI: one that is declared under it, else the first template it fits.
    pub(crate) fn find_resource<'f>(
        &self,
        uri: Cow<'f, str>,
        revision: Revision,
    ) -> Result<Found<'f>, Fault<'f>> {
        if let Some((number, Item::Resource(resource))) = self.find_item(Space::Resources, &uri) {
            if !resource.is_template {
                let subject = Subject::Resource(resource, uri, Cow::Borrowed("{}"));
                return Ok((number, subject));
            }
        }
        let mut found = None;
        self.items(&mut |number, item| {
            if let (None, Item::Resource(resource)) = (&found, item) {
                if resource.is_template {
                    match uri::variables(resource.uri, &uri, resource.params) {
                        Match::No => {}
                        Match::Malformed => found = Some(Err(())),
                        Match::Yes(variables) => found = Some(Ok((number, resource, variables))),
                    }
                }
            }
        });
        match found {
            Some(Ok((number, resource, variables))) => {
                let subject = Subject::Resource(resource, uri, Cow::Owned(variables));
                Ok((number, subject))
            }
            Some(Err(())) => Err(Fault::Params(
                "a percent sign in 'uri' begins no character of UTF-8",
            )),
            None => Err(Fault::Resource { uri, revision }),
        }
    }
}

/// The arguments of a prompt: text alone, with `null` for every `Option` that is not given.
fn texts<'f>(arguments: &'f str, params: &'static [Property]) -> Result<Cow<'f, str>, Fault<'f>> {
    if !is_object(arguments) {
        return Err(Fault::Params("'arguments' is an object"));
    }
    let mut given = Vec::new();
    let mut wrong = None;
    members::<0>(None, arguments, |member| {
        let (key, value) = (member.name(), member.value);
        let Some(at) = params.iter().position(|param| key.is(param.name)) else {
            return;
        };
        given.push(at);
        let kind = Cursor::new(value).kind();
        if !matches!(kind, Kind::String | Kind::Null) && wrong.is_none_or(|(first, _)| at < first) {
            wrong = Some((at, kind));
        }
    });
    if let Some((at, kind)) = wrong {
        return Err(Fault::Argument(
            Refusal::expected("a string", kind).at(params[at].name),
        ));
    }
    let absent = params
        .iter()
        .enumerate()
        .filter(|(at, param)| param.presence == Presence::Optional && !given.contains(at));
    let mut nulls = Vec::new();
    for (_, param) in absent {
        writer::string(param.name, &mut nulls);
        nulls.extend_from_slice(b":null,");
    }
    if nulls.is_empty() {
        return Ok(Cow::Borrowed(arguments));
    }
    let rest = arguments
        .get(1..)
        .unwrap_or_default()
        .trim_start_matches([' ', '\n', '\r', '\t']);
    if rest == "}" {
        nulls.pop();
    }
    let nulls = String::from_utf8(nulls).unwrap_or_default();
    Ok(Cow::Owned(alloc::format!("{{{nulls}{rest}")))
}

/// The member of an object; of two, the first.
fn member<'m>(object: &'m str, name: &str) -> Option<&'m str> {
    let mut found = None;
    if is_object(object) {
        members::<0>(None, object, |member| {
            if found.is_none() && member.name().is(name) {
                found = Some(member.value);
            }
        });
    }
    found
}

/// The same where it is a string.
fn text_member<'m>(object: &'m str, name: &str) -> Option<Cow<'m, str>> {
    member(object, name).and_then(string)
}

/// Writes `"completion":{…}`.
fn write_values(reply: &Reply, out: &mut Vec<u8>) {
    let (values, total): (&[String], usize) = match reply.form() {
        Form::Values(values, total) => (values, *total),
        _ => (&[], 0),
    };
    out.extend_from_slice(b"\"completion\":{\"values\":[");
    for (i, value) in values.iter().enumerate() {
        if i > 0 {
            out.push(b',');
        }
        writer::string(value, out);
    }
    out.extend_from_slice(b"],\"total\":");
    writer::unsigned(total as u64, out);
    out.extend_from_slice(if total > values.len() {
        b",\"hasMore\":true}"
    } else {
        b",\"hasMore\":false}"
    });
}
