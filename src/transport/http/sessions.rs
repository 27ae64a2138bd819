//! Sessions over HTTP: who has shaken hands, and is not gone yet.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::{Arc, Weak};
use alloc::vec::Vec;
use core::fmt::Write as _;
use core::ops::Deref;
use core::time::Duration;
use std::collections::HashMap;

use ::tokio::sync::Semaphore;
use ::tokio::time::Instant;

use super::streams::{OWN, Streams, Way};
use crate::ask::Principal;
use crate::lock::Lock;
use crate::session::Session;

/// Sessions of the revisions with a handshake, for [`Http::sessions`](super::Http::sessions).
///
/// ```
/// use std::time::Duration;
/// use toolwright::transport::http::Sessions;
///
/// let sessions = Sessions::new().limit(200).idle(Duration::from_secs(5 * 60));
/// # let _ = sessions;
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Sessions {
    limit: usize,
    idle: Duration,
    events: usize,
    bytes: usize,
    retry: Duration,
}

impl Sessions {
    /// The defaults: 1000 sessions of half an hour, each with 256 events or 1 MiB of them.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            limit: 1000,
            idle: Duration::from_secs(30 * 60),
            events: 256,
            bytes: 1024 * 1024,
            retry: Duration::from_secs(1),
        }
    }

    /// How many sessions there are at once. With one more, the one that nobody has used for
    /// longest ends; where a client is connected to each, the new one is refused (503).
    #[must_use]
    pub const fn limit(mut self, sessions: usize) -> Self {
        self.limit = sessions;
        self
    }

    /// How long a session stays that no client is connected to. Its calls end with it.
    #[must_use]
    pub const fn idle(mut self, time: Duration) -> Self {
        self.idle = time;
        self
    }

    /// How many events of a session are kept for a client that comes back for them. What was
    /// sent already goes first, then the oldest; the last event always stays.
    #[must_use]
    pub const fn events(mut self, events: usize) -> Self {
        self.events = events;
        self
    }

    /// How many bytes of events of a session are kept, as [`events`](Self::events).
    #[must_use]
    pub const fn bytes(mut self, bytes: usize) -> Self {
        self.bytes = bytes;
        self
    }

    /// After what time a client is asked to come back for the rest of a stream (the field
    /// `retry` of its first event, from 2025-11-25 on).
    #[must_use]
    pub const fn retry(mut self, time: Duration) -> Self {
        self.retry = time;
        self
    }

    pub(super) const fn retry_time(&self) -> Duration {
        self.retry
    }
}

impl Default for Sessions {
    fn default() -> Self {
        Self::new()
    }
}

/// One session: what the core knows of it, and its streams.
pub(super) struct Entry {
    pub(super) session: Arc<Session>,
    pub(super) streams: Arc<Streams>,
    /// For the calls in flight.
    pub(super) room: Arc<Semaphore>,
    /// Who opened it, where the application says so: nobody else may use it.
    principal: Option<Principal>,
    usage: Lock<Usage>,
}

struct Usage {
    /// Clients that are connected to it.
    count: usize,
    last: Instant,
}

impl Entry {
    fn end(&self) {
        // What waits for room does not begin any more.
        self.room.close();
        self.session.cancel_all();
        self.session.hang_up();
        self.streams.end();
    }
}

/// A client is connected to a session: it does not expire meanwhile.
pub(super) struct Use(Arc<Entry>);

impl Use {
    fn of(entry: &Arc<Entry>) -> Self {
        entry.usage.with(|usage| usage.count += 1);
        Self(Arc::clone(entry))
    }
}

impl Deref for Use {
    type Target = Entry;

    fn deref(&self) -> &Entry {
        &self.0
    }
}

impl Drop for Use {
    fn drop(&mut self) {
        self.0.usage.with(|usage| {
            usage.count -= 1;
            usage.last = Instant::now();
        });
    }
}

/// Why there is no new session.
pub(super) enum NoSession {
    /// All are in use.
    Full,
    /// The system has no random number.
    NoId,
}

/// All sessions.
pub(super) struct Table {
    pub(super) settings: Sessions,
    calls: usize,
    open: Lock<Open>,
}

#[derive(Default)]
struct Open {
    by_id: HashMap<Box<str>, Arc<Entry>>,
    /// A task ends those that have expired.
    swept: bool,
}

impl Table {
    /// No sessions yet; `calls`: how many may be in flight in each.
    pub(super) fn new(settings: Sessions, calls: usize) -> Self {
        Self {
            settings,
            calls: calls.max(1),
            open: Lock::default(),
        }
    }

    /// A session whose client is about to shake hands. It has no id yet.
    pub(super) fn make(&self, principal: Option<&Principal>) -> Arc<Entry> {
        let streams = Arc::new(Streams::new(self.settings.events, self.settings.bytes));
        let way = Way {
            streams: Arc::clone(&streams),
            number: OWN,
        };
        Arc::new(Entry {
            session: Arc::new(Session::new().sink(Arc::new(way))),
            streams,
            room: Arc::new(Semaphore::new(self.calls.min(Semaphore::MAX_PERMITS))),
            principal: principal.cloned(),
            usage: Lock::new(Usage {
                count: 0,
                last: Instant::now(),
            }),
        })
    }

    /// Takes a session in: its id.
    pub(super) fn open(self: &Arc<Self>, entry: Arc<Entry>) -> Result<String, NoSession> {
        let id = id().ok_or(NoSession::NoId)?;
        let now = Instant::now();
        let (taken, gone) = self.open.with(|open| {
            let mut gone = Vec::new();
            if open.by_id.len() >= self.settings.limit {
                self.take_expired(open, now, &mut gone);
            }
            if open.by_id.len() >= self.settings.limit {
                // Its client is told so, and shakes hands again.
                let unused = open.by_id.iter().filter_map(|(id, entry)| {
                    let since = entry.usage.with(|u| (u.count == 0).then_some(u.last))?;
                    Some((since, id.clone()))
                });
                let Some((_, longest)) = unused.min_by_key(|(since, _)| *since) else {
                    return (false, gone);
                };
                gone.extend(open.by_id.remove(&longest));
            }
            open.by_id.insert(id.as_str().into(), entry);
            if !core::mem::replace(&mut open.swept, true) {
                ::tokio::spawn(sweep(Arc::downgrade(self), self.settings.idle));
            }
            (true, gone)
        });
        end_all(gone);
        if taken { Ok(id) } else { Err(NoSession::Full) }
    }

    /// The session of this id, if it has not ended and is this client's.
    pub(super) fn find(&self, id: &str, principal: Option<&Principal>) -> Option<Use> {
        let found = self.open.with(|open| {
            let entry = open.by_id.get(id)?;
            if entry.principal.as_ref() != principal {
                return None;
            }
            if self.is_expired(entry, Instant::now()) {
                return Some(Err(open.by_id.remove(id)?));
            }
            Some(Ok(Use::of(entry)))
        });
        match found? {
            Ok(used) => Some(used),
            Err(expired) => {
                expired.end();
                None
            }
        }
    }

    /// Ends a session.
    pub(super) fn close(&self, id: &str) {
        let entry = self.open.with(|open| open.by_id.remove(id));
        end_all(entry);
    }

    /// The server is about to stop: no client is waited for, neither for its next message nor
    /// for its answer to a question.
    pub(super) fn hang_up(&self) {
        let entries: Vec<_> = self
            .open
            .with(|open| open.by_id.values().cloned().collect());
        for entry in entries {
            entry.session.hang_up();
            entry.streams.end_own();
        }
    }

    fn is_expired(&self, entry: &Entry, now: Instant) -> bool {
        let idle = self.settings.idle;
        entry
            .usage
            .with(|usage| usage.count == 0 && now.duration_since(usage.last) >= idle)
    }

    fn take_expired(&self, open: &mut Open, now: Instant, gone: &mut Vec<Arc<Entry>>) {
        open.by_id.retain(|_, entry| {
            let expired = self.is_expired(entry, now);
            if expired {
                gone.push(Arc::clone(entry));
            }
            !expired
        });
    }
}

/// Wakes tasks, so not under a lock.
fn end_all(entries: impl IntoIterator<Item = Arc<Entry>>) {
    for entry in entries {
        entry.end();
    }
}

/// Ends sessions that have expired, as long as there are any.
async fn sweep(table: Weak<Table>, idle: Duration) {
    let pause = (idle / 4).clamp(Duration::from_millis(10), Duration::from_secs(60));
    loop {
        ::tokio::time::sleep(pause).await;
        let Some(table) = table.upgrade() else { return };
        let mut gone = Vec::new();
        let over = table.open.with(|open| {
            table.take_expired(open, Instant::now(), &mut gone);
            open.swept = !open.by_id.is_empty();
            !open.swept
        });
        end_all(gone);
        if over {
            return;
        }
    }
}

/// 192 random bits, as visible characters.
fn id() -> Option<String> {
    let mut bytes = [0; 24];
    getrandom::fill(&mut bytes).ok()?;
    let mut id = String::new();
    for byte in bytes {
        let _ = write!(id, "{byte:02x}");
    }
    Some(id)
}
