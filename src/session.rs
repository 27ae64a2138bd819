//! What the messages of one connection share.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, Ordering};

use crate::ask::AskError;
use crate::cancellation::Token;
use crate::context::Level;
use crate::lock::Lock;
use crate::protocol::{Id, Revision};

/// Where notifications and requests of the server go: supplied by the shell.
pub trait Sink: Send + Sync {
    /// Sends one message, which holds no line feed. It may be dropped where the client is gone.
    fn send(&self, message: &[u8]);

    /// Sends what a call tells on its way, its progress or its log: the client can do without where
    /// it does not read what waits for it already.
    fn tell(&self, message: &[u8]) {
        self.send(message);
    }

    /// Ends the stream that messages go to while the call goes on, where the client can come
    /// back for the rest: whether it does.
    fn close(&self) -> bool {
        false
    }
}

/// The way to the client, beside the replies.
pub(crate) struct Link {
    sink: Arc<dyn Sink>,
    /// The number of the server's last request.
    last: AtomicU32,
    /// No response will come any more.
    deaf: AtomicBool,
    /// A tool may hold up its thread until the response is there.
    #[cfg(feature = "std")]
    blocking: bool,
    /// That of the session, where this one is a call's own: it numbers the requests, and knows
    /// of the end.
    session: Option<Arc<Link>>,
    #[cfg(feature = "std")]
    pub(crate) ear: crate::notifier::Ear,
}

impl Link {
    fn new(sink: Arc<dyn Sink>) -> Self {
        Self {
            sink,
            last: AtomicU32::new(0),
            deaf: AtomicBool::new(false),
            #[cfg(feature = "std")]
            blocking: true,
            session: None,
            #[cfg(feature = "std")]
            ear: crate::notifier::Ear::default(),
        }
    }

    /// A way of a call's own beside that of its session, whose client's responses come back.
    #[cfg(feature = "http")]
    pub(crate) fn beside(session: &Session, sink: Arc<dyn Sink>, blocking: bool) -> Arc<Self> {
        Arc::new(Self {
            blocking,
            session: session.link.clone(),
            ..Self::new(sink)
        })
    }

    /// Whether a tool may hold up its thread until a response is there.
    #[cfg(feature = "std")]
    pub(crate) fn is_blocking(&self) -> bool {
        self.blocking
    }

    /// Sends the client away, to come back for the rest.
    pub(crate) fn close(&self) -> bool {
        self.sink.close()
    }

    pub(crate) fn send(&self, message: &[u8]) {
        self.sink.send(message);
    }

    /// Sends what the client can do without where it reads too slowly.
    pub(crate) fn tell(&self, message: &[u8]) {
        self.sink.tell(message);
    }

    /// Whether no response will come any more.
    pub(crate) fn is_deaf(&self) -> bool {
        match &self.session {
            Some(session) => session.is_deaf(),
            None => self.deaf.load(Ordering::SeqCst),
        }
    }

    /// The id of the server's next request.
    pub(crate) fn next_id(&self) -> u32 {
        match &self.session {
            Some(session) => session.next_id(),
            None => self.last.fetch_add(1, Ordering::Relaxed).wrapping_add(1),
        }
    }
}

/// What a client said of itself in its handshake.
#[derive(Debug, Default)]
pub(crate) struct Client {
    pub(crate) info: String,
    pub(crate) capabilities: String,
}

/// What the messages of one connection share: the revision that was agreed on, what the
/// client said of itself, and the calls in flight.
///
/// One for every connection; over HTTP without sessions, one for every request
/// ([`Session::agreed`]). Without the feature `std` it stays on one thread (it is not `Sync`);
/// the futures of calls do not hold it.
#[derive(Default)]
pub struct Session {
    /// Its place in [`Revision::ALL`] and one; zero before the handshake.
    revision: AtomicU8,
    /// The least level that the client wants, and one; zero where it said none.
    level: AtomicU8,
    state: Lock<State>,
    link: Option<Arc<Link>>,
    /// Responses do not reach the server while a call waits for one.
    one_way: bool,
    /// It is gone after one message, and what it was told with it.
    passing: bool,
    /// The shell runs tasks.
    #[cfg(feature = "tasks")]
    tasks: bool,
}

#[derive(Default)]
struct State {
    client: Option<Arc<Client>>,
    calls: Vec<InFlight>,
}

/// A call, by the id of its request; over where its token says so.
struct InFlight {
    id: String,
    token: Arc<Token>,
}

impl Session {
    /// A connection whose client has said nothing yet.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            revision: AtomicU8::new(0),
            level: AtomicU8::new(0),
            state: Lock::new(State {
                client: None,
                calls: Vec::new(),
            }),
            link: None,
            one_way: false,
            passing: false,
            #[cfg(feature = "tasks")]
            tasks: false,
        }
    }

    /// A connection that is in `revision` without a handshake seen here; 2026-07-28 is agreed
    /// on in every request, so it leaves a connection as a new one is.
    #[must_use]
    pub fn agreed(revision: Revision) -> Self {
        let session = Self::new();
        if !revision.is_modern() {
            session.agree(revision);
        }
        session
    }

    /// The same with a way for notifications and requests of the server.
    ///
    /// Responses to the requests come as messages, which have to be handled while the call
    /// that asked waits: see [`one_way`](Self::one_way).
    #[must_use]
    pub fn sink(mut self, sink: Arc<dyn Sink>) -> Self {
        self.link = Some(Arc::new(Link::new(sink)));
        self
    }

    /// The same without tools that hold up their thread until a response is there: for a shell
    /// that takes the response on that very thread.
    #[cfg(feature = "rmcp")]
    pub(crate) fn unblocking(mut self) -> Self {
        if let Some(link) = self.link.as_mut().and_then(Arc::get_mut) {
            link.blocking = false;
        }
        self
    }

    /// The same without requests of the server: for a shell that handles no message while a
    /// call runs, or has none but the request itself. Questions of 2026-07-28 need no requests.
    #[must_use]
    pub fn one_way(mut self) -> Self {
        self.one_way = true;
        self
    }

    /// The same in a shell that runs tasks.
    #[cfg(feature = "tasks")]
    pub(crate) fn with_tasks(mut self) -> Self {
        self.tasks = true;
        self
    }

    /// Whether the shell runs tasks.
    #[cfg(feature = "tasks")]
    pub(crate) fn runs_tasks(&self) -> bool {
        self.tasks
    }

    /// Whether the shell runs tasks: none does without the feature.
    #[cfg(not(feature = "tasks"))]
    #[allow(clippy::unused_self, reason = "with the feature it is asked")]
    pub(crate) fn runs_tasks(&self) -> bool {
        false
    }

    /// The same for one message alone: nothing can be told to its client later.
    #[cfg(feature = "http")]
    pub(crate) fn passing(mut self) -> Self {
        self.passing = true;
        self
    }

    /// Whether it is there for one message alone.
    pub(crate) fn is_passing(&self) -> bool {
        self.passing
    }

    /// The revision of the handshake.
    #[must_use]
    pub fn revision(&self) -> Option<Revision> {
        let place = usize::from(self.revision.load(Ordering::Acquire)).checked_sub(1)?;
        Revision::ALL.get(place).copied()
    }

    fn agree(&self, revision: Revision) {
        let place = Revision::ALL
            .iter()
            .position(|other| *other == revision)
            .unwrap_or_default();
        self.revision.store(
            u8::try_from(place + 1).unwrap_or_default(),
            Ordering::Release,
        );
    }

    /// Cancels all calls in flight: the client is gone.
    pub fn cancel_all(&self) {
        let tokens: Vec<_> = self.state.with(|state| {
            let calls = state.calls.iter().filter(|call| call.token.cancel());
            calls.map(|call| Arc::clone(&call.token)).collect()
        });
        for token in tokens {
            token.wake();
        }
    }

    /// The client will send nothing more: calls that wait for its answer to a question get
    /// none. Said by the shell when its input ends.
    pub fn hang_up(&self) {
        let Some(link) = &self.link else { return };
        // Before the calls are looked at: a question that is not there yet sees it.
        link.deaf.store(true, Ordering::SeqCst);
        let tokens: Vec<_> = self.state.with(|state| {
            let calls = state.calls.iter().filter(|call| call.token.is_running());
            calls.map(|call| Arc::clone(&call.token)).collect()
        });
        for token in tokens {
            token.wake();
        }
    }

    /// A handshake has come to `revision`.
    pub(crate) fn shake(&self, revision: Revision, info: &str, capabilities: &str) {
        let client = Client {
            info: info.into(),
            capabilities: capabilities.into(),
        };
        self.state
            .with(|state| state.client = Some(Arc::new(client)));
        self.agree(revision);
    }

    /// Cancels the call of this id, if it is in flight.
    pub(crate) fn cancel(&self, id: Id<'_>) {
        #[cfg(feature = "std")]
        if let Some(link) = &self.link {
            link.ear.end(id);
        }
        let token = self.state.with(|state| {
            let call = state
                .calls
                .iter()
                .find(|call| call.token.is_running() && id.same(&call.id))?;
            // Under the lock, or it could be that of the next call by now.
            call.token.cancel().then(|| Arc::clone(&call.token))
        });
        // Wakes tasks, so not under the lock.
        if let Some(token) = token {
            token.wake();
        }
    }

    /// A call begins: puts it on the list, and makes `client` that of the handshake.
    ///
    /// A token is on the list of one session at a time: one that was on another's is replaced.
    /// Entries whose calls are over are used again, so that nothing is allocated as a rule.
    pub(crate) fn begin(
        &self,
        id: Id<'_>,
        token: &mut Arc<Token>,
        client: &mut Option<Arc<Client>>,
    ) {
        self.state.with(|state| {
            let calls = &mut state.calls;
            let mut place = calls
                .iter()
                .position(|call| Arc::ptr_eq(&call.token, token));
            if place.is_none() {
                if Arc::strong_count(token) > 1 || !token.asked().is_empty() {
                    *token = Arc::default();
                }
                place = calls.iter().position(|call| !call.token.is_running());
            } else if !token.asked().is_empty() {
                *token = Arc::default();
            }
            token.begin();
            match place.and_then(|place| calls.get_mut(place)) {
                Some(call) => {
                    call.id.clear();
                    if call.id.capacity() > 64 {
                        call.id.shrink_to(64);
                    }
                    call.id.push_str(id.json());
                    if !Arc::ptr_eq(&call.token, token) {
                        call.token = Arc::clone(token);
                    }
                }
                None => calls.push(InFlight {
                    id: id.json().into(),
                    token: Arc::clone(token),
                }),
            }
            // The counter behind the pointer costs more than to look.
            if client.as_ref().map(Arc::as_ptr) != state.client.as_ref().map(Arc::as_ptr) {
                client.clone_from(&state.client);
            }
        });
    }

    /// What the client said of itself in its handshake.
    pub(crate) fn client(&self) -> Option<Arc<Client>> {
        self.state.with(|state| state.client.clone())
    }

    /// The way to the client beside the replies, and whether responses come back.
    pub(crate) fn connection(&self) -> crate::context::Way {
        (self.link.clone(), !self.one_way)
    }

    /// The same, for what is not about a call.
    #[cfg(feature = "std")]
    pub(crate) fn link(&self) -> Option<&Arc<Link>> {
        self.link.as_ref()
    }

    /// Whether a subscription of 2026-07-28 is open: its stream has to stay so.
    #[cfg(feature = "std")]
    #[must_use]
    pub fn is_listening(&self) -> bool {
        self.link
            .as_ref()
            .is_some_and(|link| link.ear.is_listening())
    }

    /// Ready once no subscription is open, by the client's wish or the server's.
    #[cfg(feature = "std")]
    pub fn poll_listening(&self, cx: &mut core::task::Context<'_>) -> core::task::Poll<()> {
        match &self.link {
            Some(link) => link.ear.poll_end(cx),
            None => core::task::Poll::Ready(()),
        }
    }

    /// Takes the response to a request of the server's: whether a call waits for it.
    pub(crate) fn respond(&self, id: Id<'_>, answer: Result<&str, AskError>) -> bool {
        let found = self.state.with(|state| {
            state
                .calls
                .iter()
                .filter(|call| call.token.is_running())
                .find_map(|call| {
                    let asked = call.token.asked().iter().find(|asked| asked.is(id))?;
                    Some((Arc::clone(asked), Arc::clone(&call.token)))
                })
        });
        // Wakes tasks, so not under the lock.
        let Some((asked, token)) = found else {
            return false;
        };
        asked.answer(answer.map(Into::into));
        token.wake();
        true
    }

    /// The least level that the client wants to hear of, where it said one.
    pub(crate) fn log_level(&self) -> Option<Level> {
        let place = usize::from(self.level.load(Ordering::Acquire)).checked_sub(1)?;
        Level::ALL.get(place).copied()
    }

    pub(crate) fn set_log_level(&self, level: Level) {
        let place = Level::ALL
            .iter()
            .position(|other| *other == level)
            .unwrap_or_default();
        self.level.store(
            u8::try_from(place + 1).unwrap_or_default(),
            Ordering::Release,
        );
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session")
            .field("revision", &self.revision())
            .finish_non_exhaustive()
    }
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::*;

    /// A frame is used again at once: a cancellation that comes too late for one call must not
    /// reach the next.
    #[test]
    fn a_late_cancellation_does_not_reach_the_next_call() {
        let session = Session::new();
        let over = AtomicBool::new(false);
        let [first, next] = ["1", "2"].map(|id| Id::read(id).expect("an id"));
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !over.load(Ordering::Relaxed) {
                    session.cancel(first);
                }
            });
            let (mut token, mut client) = (Arc::default(), None);
            let mut reached = 0;
            for _ in 0..100_000 {
                session.begin(first, &mut token, &mut client);
                token.finish();
                session.begin(next, &mut token, &mut client);
                reached += usize::from(token.finish());
            }
            over.store(true, Ordering::Relaxed);
            assert_eq!(reached, 0);
        });
    }
}
