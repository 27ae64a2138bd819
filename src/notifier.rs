//! Tells clients of what has changed: those that listen, and those that shook hands.

use alloc::string::String;
use alloc::sync::{Arc, Weak};
use alloc::vec::Vec;
use core::fmt;
use core::task::{Context, Poll, Waker};

use crate::limits;
use crate::lock::Lock;
use crate::protocol::Id;
use crate::protocol::error::Fault;
use crate::protocol::listen::{self, Changed, Lists, News, Wanted};
use crate::session::Link;

/// All connections of a server that may have to be told something.
#[derive(Default)]
pub(crate) struct Hub {
    links: Lock<Vec<Weak<Link>>>,
}

impl Hub {
    fn join(&self, link: &Arc<Link>) {
        self.links.with(|links| {
            links.retain(|other| other.strong_count() > 0);
            if !links
                .iter()
                .any(|other| other.as_ptr() == Arc::as_ptr(link))
            {
                links.push(Arc::downgrade(link));
            }
        });
    }

    /// Ends the subscriptions of all connections, each of which has a stream of its own.
    #[cfg_attr(
        not(feature = "http"),
        allow(dead_code, reason = "for shells over HTTP")
    )]
    pub(crate) fn close(&self, tail: &str) {
        for link in self.links() {
            close(&link, tail, false);
        }
    }

    fn links(&self) -> Vec<Arc<Link>> {
        self.links
            .with(|links| links.iter().filter_map(Weak::upgrade).collect())
    }

    pub(crate) fn tell(&self, news: News<'_>) {
        for link in self.links() {
            for message in link.ear.hear(news) {
                link.send(&message);
            }
        }
    }
}

/// Tells the clients of a server what has changed, from any thread and at any time.
///
/// A client hears of it where it asked for that: in 2026-07-28 with `subscriptions/listen`,
/// before that with its handshake (lists) or `resources/subscribe`. A server tells of lists
/// where [`changing`](crate::Server::changing) is switched on, and of resources where
/// [`subscriptions`](crate::Server::subscriptions) is.
#[derive(Clone)]
pub struct Notifier(pub(crate) Arc<Hub>);

impl Notifier {
    /// The list of tools is another one.
    pub fn tools_changed(&self) {
        self.0.tell(News::Changed(Changed::Tools));
    }

    /// The list of prompts is another one.
    pub fn prompts_changed(&self) {
        self.0.tell(News::Changed(Changed::Prompts));
    }

    /// The list of resources or that of templates is another one.
    pub fn resources_changed(&self) {
        self.0.tell(News::Changed(Changed::Resources));
    }

    /// What the resource of this address holds is something else.
    pub fn resource_updated(&self, uri: &str) {
        self.0.tell(News::Updated(uri));
    }
}

impl fmt::Debug for Notifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Notifier").finish_non_exhaustive()
    }
}

/// What one connection wants to hear.
#[derive(Default)]
pub(crate) struct Ear(Lock<Heard>);

#[derive(Default)]
struct Heard {
    /// After a handshake: the lists that the server announces, and the addresses asked for.
    shaken: Wanted,
    attached: bool,
    listeners: Vec<Listener>,
    /// Those that wait for the end of all subscriptions.
    wakers: Vec<Waker>,
}

/// A subscription of 2026-07-28.
struct Listener {
    /// The id of its request, as JSON text.
    id: String,
    wanted: Wanted,
    /// What came before the subscription was acknowledged, which is its first message.
    early: Option<Vec<Vec<u8>>>,
}

const TOO_MANY: Fault<'static> = Fault::Params("there are too many subscriptions");

impl Ear {
    /// The messages that tell news to this connection.
    fn hear(&self, news: News<'_>) -> Vec<Vec<u8>> {
        self.0.with(|heard| {
            let mut messages = Vec::new();
            let told = |id: Option<&str>| {
                let mut message = Vec::new();
                listen::tell(news, id, &mut message);
                message
            };
            if heard.shaken.wants(news) {
                messages.push(told(None));
            }
            for listener in &mut heard.listeners {
                if listener.wanted.wants(news) {
                    let message = told(Some(&listener.id));
                    match &mut listener.early {
                        Some(early) => early.push(message),
                        None => messages.push(message),
                    }
                }
            }
            messages
        })
    }

    /// A subscription begins, if there are less than `limit`. One of the same id is replaced.
    fn begin(&self, id: Id<'_>, wanted: Wanted, limit: usize) -> Result<(), Fault<'static>> {
        self.0.with(|heard| {
            heard.listeners.retain(|listener| !id.same(&listener.id));
            if heard.listeners.len() >= limit || wanted.uris.len() > limits::SUBSCRIPTIONS {
                return Err(TOO_MANY);
            }
            heard.listeners.push(Listener {
                id: id.json().into(),
                wanted,
                early: Some(Vec::new()),
            });
            Ok(())
        })
    }

    /// What came before the subscription was acknowledged; from the first time on that there
    /// was nothing, news go out at once.
    fn early(&self, id: Id<'_>) -> Vec<Vec<u8>> {
        self.0.with(|heard| {
            let listener = heard.listeners.iter_mut().find(|l| id.same(&l.id));
            let Some(listener) = listener else {
                return Vec::new();
            };
            let early = listener.early.take().unwrap_or_default();
            if !early.is_empty() {
                listener.early = Some(Vec::new());
            }
            early
        })
    }

    /// A subscription is over: the client no longer wants it.
    pub(crate) fn end(&self, id: Id<'_>) {
        self.0
            .with(|heard| heard.listeners.retain(|listener| !id.same(&listener.id)));
        self.wake();
    }

    fn wake(&self) {
        for waker in self.0.with(|heard| core::mem::take(&mut heard.wakers)) {
            waker.wake();
        }
    }

    /// Ready once there is no subscription.
    pub(crate) fn poll_end(&self, cx: &Context<'_>) -> Poll<()> {
        self.0.with(|heard| {
            if heard.listeners.is_empty() {
                return Poll::Ready(());
            }
            if !heard.wakers.iter().any(|w| w.will_wake(cx.waker())) {
                heard.wakers.push(cx.waker().clone());
            }
            Poll::Pending
        })
    }

    /// All subscriptions are over: their ids, as JSON text.
    fn end_all(&self) -> Vec<String> {
        self.0.with(|heard| {
            heard.shaken = Wanted::default();
            let listeners = core::mem::take(&mut heard.listeners);
            listeners.into_iter().map(|listener| listener.id).collect()
        })
    }

    pub(crate) fn is_listening(&self) -> bool {
        self.0.with(|heard| !heard.listeners.is_empty())
    }
}

/// Takes a subscription: acknowledges it, and tells news from then on.
///
/// # Errors
///
/// There are too many.
pub(crate) fn listen(
    hub: &Hub,
    link: &Arc<Link>,
    id: Id<'_>,
    wanted: Wanted,
    limit: usize,
) -> Result<(), Fault<'static>> {
    let mut message = Vec::new();
    listen::acknowledged(id.json(), &wanted, &mut message);
    link.ear.begin(id, wanted, limit)?;
    hub.join(link);
    link.send(&message);
    loop {
        let early = link.ear.early(id);
        if early.is_empty() {
            return Ok(());
        }
        for message in early {
            link.send(&message);
        }
    }
}

/// A client of a handshake hears of the lists that the server announces from here on.
pub(crate) fn attach(hub: &Hub, link: &Arc<Link>, lists: Lists) {
    let is_new = link
        .ear
        .0
        .with(|heard| !core::mem::replace(&mut heard.attached, true));
    if is_new {
        link.ear.0.with(|heard| heard.shaken.lists = lists);
        hub.join(link);
    }
}

/// A client of a handshake wants to hear of a resource.
///
/// # Errors
///
/// There are too many.
pub(crate) fn subscribe(hub: &Hub, link: &Arc<Link>, uri: &str) -> Result<(), Fault<'static>> {
    link.ear.0.with(|heard| {
        let uris = &mut heard.shaken.uris;
        if uris.iter().any(|known| known == uri) {
            return Ok(());
        }
        if uris.len() >= limits::SUBSCRIPTIONS {
            return Err(TOO_MANY);
        }
        uris.push(uri.into());
        Ok(())
    })?;
    hub.join(link);
    Ok(())
}

/// A client of a handshake no longer wants to hear of a resource.
pub(crate) fn unsubscribe(link: &Link, uri: &str) {
    link.ear
        .0
        .with(|heard| heard.shaken.uris.retain(|known| known != uri));
}

/// Ends all subscriptions of a connection. `shared`: their stream is that of other messages, so
/// each is told to be cancelled before its result.
pub(crate) fn close(link: &Link, tail: &str, shared: bool) {
    for id in link.ear.end_all() {
        let mut message = Vec::new();
        if shared {
            listen::cancelled(&id, &mut message);
            link.send(&message);
            message.clear();
        }
        listen::ended(&id, tail, &mut message);
        link.send(&message);
    }
    link.ear.wake();
}
