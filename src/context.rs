//! What a tool may ask of the call that it is in.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use crate::ask::round::Round;
pub use crate::cancellation::{Cancellation, Cancelled};
pub use crate::extensions::Extensions;
use crate::json;
use crate::protocol::Revision;
use crate::protocol::envelope::{Id, string};
use crate::protocol::meta::Meta;
use crate::session::{Client, Link, Session};
use crate::types::{WriteJson, Writer};

/// Bytes of a buffer that stay from call to call: a client decides how long a text is.
const KEPT: usize = 4096;

/// The way to the client beside the replies, and whether responses come back.
pub(crate) type Way = (Option<Arc<Link>>, bool);

/// The call that a tool is in.
///
/// A tool takes `cx: &Context`; it is no argument that a client could send.
pub struct Context {
    id: String,
    revision: Revision,
    cancellation: Cancellation,
    extensions: Extensions,
    /// Of the session's handshake; it counts in the revisions that have one.
    client: Option<Arc<Client>>,
    /// Of the request, in the others.
    info: String,
    capabilities: String,
    progress_token: String,
    progress: Progress,
    log_level: Option<Level>,
    link: Option<Arc<Link>>,
    /// Responses come back on that way.
    two_way: bool,
    /// The same of the message alone, where it has another way than its session.
    own_way: Option<Way>,
    round: Round,
    target: String,
    /// The task that the call runs in.
    #[cfg(feature = "tasks")]
    task: Option<Arc<crate::tasks::Live>>,
    /// The shell runs tasks.
    #[cfg(feature = "tasks")]
    runs_tasks: bool,
}

impl Context {
    /// The context of no call, for tests that call a tool's function themselves.
    ///
    /// There is no client: nothing cancels it, progress and logs go nowhere, a question is
    /// [`Unsupported`](crate::ask::AskError::Unsupported). `extensions` are what a shell or a filter
    /// would put beside the request.
    ///
    /// ```
    /// use toolwright::Context;
    /// use toolwright::context::Extensions;
    ///
    /// fn copy(files: u32, cx: &Context) -> u32 {
    ///     (1..=files).take_while(|_| !cx.is_cancelled()).map(|done| cx.progress(done.into(), None, None)).count() as u32
    /// }
    ///
    /// assert_eq!(copy(3, &Context::detached(Extensions::new())), 3);
    /// ```
    #[must_use]
    pub fn detached(extensions: Extensions) -> Self {
        Self {
            extensions,
            ..Self::new()
        }
    }

    pub(crate) fn new() -> Self {
        Self {
            id: String::new(),
            revision: Revision::HANDSHAKE,
            cancellation: Cancellation::default(),
            extensions: Extensions::new(),
            client: None,
            info: String::new(),
            capabilities: String::new(),
            progress_token: String::new(),
            progress: Progress::default(),
            log_level: None,
            link: None,
            two_way: false,
            own_way: None,
            round: Round::default(),
            target: String::new(),
            #[cfg(feature = "tasks")]
            task: None,
            #[cfg(feature = "tasks")]
            runs_tasks: false,
        }
    }

    /// Forgets the last call but for its buffers.
    pub(crate) fn clear(&mut self) {
        self.extensions.clear();
        self.link = None;
        self.own_way = None;
        self.round.clear();
        #[cfg(feature = "tasks")]
        {
            self.task = None;
        }
    }

    /// Makes this the context of another call; the extensions stay.
    pub(crate) fn begin(
        &mut self,
        id: Id<'_>,
        revision: Revision,
        meta: &Meta<'_>,
        session: &Session,
    ) {
        fn put(text: &mut String, value: &str) {
            text.clear();
            if text.capacity() > KEPT {
                text.shrink_to(KEPT);
            }
            if !value.is_empty() {
                text.push_str(value);
            }
        }
        session.begin(id, &mut self.cancellation.token, &mut self.client);
        put(&mut self.id, id.json());
        self.revision = revision;
        put(&mut self.info, meta.client_info.unwrap_or_default());
        put(
            &mut self.capabilities,
            meta.client_capabilities.unwrap_or_default(),
        );
        put(
            &mut self.progress_token,
            meta.progress_token().map_or("", |token| token.json()),
        );
        self.progress = Progress::default();
        self.log_level = meta.log_level.and_then(Level::read);
    }

    /// Makes the call one that runs in a task.
    #[cfg(feature = "tasks")]
    pub(crate) fn set_task(&mut self, task: Arc<crate::tasks::Live>) {
        self.task = Some(task);
    }

    /// The task that the call runs in.
    #[cfg(feature = "tasks")]
    #[inline]
    pub(crate) fn task(&self) -> Option<&crate::tasks::Live> {
        self.task.as_deref()
    }

    /// Keeps whether the shell runs tasks, for a tool that runs in one alone.
    #[cfg(feature = "tasks")]
    pub(crate) fn set_runs_tasks(&mut self, runs: bool) {
        self.runs_tasks = runs;
    }

    #[cfg(feature = "tasks")]
    pub(crate) fn runs_tasks(&self) -> bool {
        self.runs_tasks
    }

    /// Takes the way to the client: that of the session, or of the message alone.
    pub(crate) fn connect(&mut self, session: &Session) {
        let way = self.own_way.clone();
        (self.link, self.two_way) = way.unwrap_or_else(|| session.connection());
    }

    /// Gives the calls of this message a way of their own.
    #[cfg(feature = "http")]
    pub(crate) fn set_own_way(&mut self, way: Option<Way>) {
        self.own_way = way;
    }

    #[cfg(feature = "http")]
    pub(crate) fn own_way(&self) -> Option<Way> {
        self.own_way.clone()
    }

    /// Keeps the URI that is asked for.
    pub(crate) fn set_target(&mut self, uri: &str) {
        self.target = uri.into();
    }

    /// The URI that is asked for, where it was kept.
    pub(crate) fn target(&self) -> &str {
        &self.target
    }

    /// The way for requests of the server.
    pub(crate) fn two_way(&self) -> Option<&Link> {
        self.link.as_deref().filter(|_| self.two_way)
    }

    /// What was asked in 2026-07-28, and is remembered.
    pub(crate) fn round(&self) -> &Round {
        &self.round
    }

    /// Whether the client has asked for notifications of this call.
    pub(crate) fn wants_messages(&self) -> bool {
        self.log_level.is_some() || !self.progress_token.is_empty()
    }

    pub(crate) fn set_log_level(&mut self, level: Option<Level>) {
        self.log_level = level;
    }

    pub(crate) fn extensions_mut(&mut self) -> &mut Extensions {
        &mut self.extensions
    }

    /// The id of the request, as JSON text.
    #[must_use]
    pub fn request_id(&self) -> &str {
        &self.id
    }

    /// The revision of the protocol that the call is in.
    #[must_use]
    pub fn revision(&self) -> Revision {
        self.revision
    }

    /// What the client says of itself, as the JSON text of an object; empty where it says nothing.
    #[must_use]
    pub fn client_info(&self) -> &str {
        self.handshake()
            .map_or(self.info.as_str(), |client| client.info.as_str())
    }

    /// What the client can do, as the JSON text of an object; empty where it says nothing.
    #[must_use]
    pub fn client_capabilities(&self) -> &str {
        self.handshake()
            .map_or(self.capabilities.as_str(), |client| {
                client.capabilities.as_str()
            })
    }

    fn handshake(&self) -> Option<&Client> {
        self.client
            .as_deref()
            .filter(|_| !self.revision.is_modern())
    }

    /// What the shell or a filter has put beside the request.
    #[must_use]
    pub fn extensions(&self) -> &Extensions {
        &self.extensions
    }

    /// The call's cancellation.
    #[must_use]
    pub fn cancellation(&self) -> &Cancellation {
        &self.cancellation
    }

    /// Whether the client has cancelled the call.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.cancellation.is_cancelled()
    }

    /// Tells the client how far the call is, where it asked for that.
    ///
    /// `progress` has to grow from one to the next; one that does not is dropped, and so is
    /// one that is not finite. `message` needs revision 2025-03-26.
    pub fn progress(&self, progress: f64, total: Option<f64>, message: Option<&str>) {
        let Some(link) = self
            .link
            .as_deref()
            .filter(|_| !self.progress_token.is_empty())
        else {
            return;
        };
        if self.is_cancelled() || !progress.is_finite() || !self.progress.advance(progress) {
            return;
        }
        let mut out = Vec::from(b"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":");
        if let Some(token) = Id::read(&self.progress_token) {
            token.write(&mut out);
        }
        out.extend_from_slice(b",\"progress\":");
        json::writer::float(progress, &mut out);
        if let Some(total) = total.filter(|total| total.is_finite()) {
            out.extend_from_slice(b",\"total\":");
            json::writer::float(total, &mut out);
        }
        if let Some(message) = message.filter(|_| self.revision.has_progress_message()) {
            out.extend_from_slice(b",\"message\":");
            json::writer::string(message, &mut out);
        }
        out.extend_from_slice(b"}}");
        link.tell(&out);
    }

    /// Logs to the client, where the server offers that and the client wants this level.
    ///
    /// `data` is a text, or anything else that a tool could give back; one that JSON cannot
    /// hold is dropped. No secrets: what is logged here reaches the client, and perhaps a model.
    #[allow(
        clippy::needless_pass_by_value,
        reason = "`json!(..)` and `\"text\"` are passed as they stand"
    )]
    pub fn log(&self, level: Level, logger: Option<&str>, data: impl WriteJson) {
        if !self.logs(level) {
            return;
        }
        let mut writer = Writer::new();
        data.write(&mut writer);
        if !writer.not_finite() {
            self.send_log(level, logger, writer.bytes());
        }
    }

    /// Whether a message of this level would go to the client: to spare what it takes to make one.
    #[must_use]
    pub fn logs(&self, level: Level) -> bool {
        self.link.is_some()
            && self.log_level.is_some_and(|least| level >= least)
            && !self.is_cancelled()
    }

    /// Ends the stream that this call is answered on, while the call goes on: the client comes
    /// back for the rest, its reply included. So a long call holds no connection. Says whether
    /// it is so.
    ///
    /// It is so over HTTP with sessions (`Http::sessions`), if the client has something to come
    /// back with: always in 2025-11-25, before that once it was sent a message of this call.
    /// Everywhere else nothing happens.
    #[allow(clippy::must_use_candidate, reason = "a tool need not care")]
    pub fn close_stream(&self) -> bool {
        self.link.as_deref().is_some_and(Link::close)
    }

    fn send_log(&self, level: Level, logger: Option<&str>, data: &[u8]) {
        let Some(link) = self.link.as_deref() else {
            return;
        };
        let mut out = Vec::from(
            b"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":",
        );
        json::writer::string(level.as_str(), &mut out);
        if let Some(logger) = logger {
            out.extend_from_slice(b",\"logger\":");
            json::writer::string(logger, &mut out);
        }
        out.extend_from_slice(b",\"data\":");
        out.extend_from_slice(data);
        out.extend_from_slice(b"}}");
        link.tell(&out);
    }
}

impl fmt::Debug for Context {
    /// Without what the client said, which may be anything.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context")
            .field("request_id", &self.id)
            .field("revision", &self.revision)
            .field("cancellation", &self.cancellation)
            .field("extensions", &self.extensions)
            .finish_non_exhaustive()
    }
}

/// The last progress that was sent.
#[derive(Default)]
struct Progress {
    #[cfg(feature = "std")]
    last: crate::lock::Lock<Option<f64>>,
    /// In two halves, since not every target has 64-bit atomics. Where two cores race here,
    /// a progress may be sent that does not grow.
    #[cfg(not(feature = "std"))]
    last: [core::sync::atomic::AtomicU32; 2],
}

impl Progress {
    /// Whether `progress` is more than the last one; then it is the last one.
    #[cfg(feature = "std")]
    fn advance(&self, progress: f64) -> bool {
        self.last.with(|last| {
            let more = last.is_none_or(|last| progress > last);
            if more {
                *last = Some(progress);
            }
            more
        })
    }

    #[cfg(not(feature = "std"))]
    #[allow(clippy::cast_possible_truncation, reason = "the lower half is meant")]
    fn advance(&self, progress: f64) -> bool {
        use core::sync::atomic::Ordering::Relaxed;
        // The sign bit of a progress is turned, so that all zero bits stand for none yet.
        const SIGN: u64 = 1 << 63;
        let [high, low] = &self.last;
        let bits = (u64::from(high.load(Relaxed)) << 32) | u64::from(low.load(Relaxed));
        let more = bits == 0 || progress > f64::from_bits(bits ^ SIGN);
        if more {
            let bits = progress.to_bits() ^ SIGN;
            high.store((bits >> 32) as u32, Relaxed);
            low.store(bits as u32, Relaxed);
        }
        more
    }
}

/// How much a log message matters; a greater one matters more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the levels of RFC 5424, in its words")]
pub enum Level {
    Debug,
    Info,
    Notice,
    Warning,
    Error,
    Critical,
    Alert,
    Emergency,
}

impl Level {
    pub(crate) const ALL: [Self; 8] = [
        Self::Debug,
        Self::Info,
        Self::Notice,
        Self::Warning,
        Self::Error,
        Self::Critical,
        Self::Alert,
        Self::Emergency,
    ];

    /// The name on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Info => "info",
            Self::Notice => "notice",
            Self::Warning => "warning",
            Self::Error => "error",
            Self::Critical => "critical",
            Self::Alert => "alert",
            Self::Emergency => "emergency",
        }
    }

    /// The level that this JSON text names.
    pub(crate) fn read(json: &str) -> Option<Self> {
        let name = string(json)?;
        Self::ALL.into_iter().find(|level| level.as_str() == name)
    }
}
