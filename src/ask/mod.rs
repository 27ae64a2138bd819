//! Questions to the client: to the person in front of it, to its model, to itself.
//!
//! One way to ask for all revisions: [`Context::elicit`], [`Context::elicit_url`],
//! [`Context::sample`], [`Context::roots`], or [`Context::ask`] for any of them under a name.
//!
//! In the revisions with a handshake a question is a request of the server's, and the tool
//! waits where it asked. In 2026-07-28 a server has no requests: the call ends with its
//! questions, the client calls again with the answers, and **the tool runs again from its
//! start**, where questions that are answered come back at once. So what a tool does before a
//! question is done again in every round. What must happen once belongs behind the last
//! question, or in [`Context::once`]:
//!
//! ```
//! use toolwright::ask::{AskError, Form};
//! use toolwright::{Context, ToolError, mcp_tools, mcp_types};
//!
//! mcp_types! {
//!     /// Where to.
//!     pub struct Address {
//!         /// Street and number.
//!         street: String [len(1..=100)],
//!         /// Whether somebody has to sign.
//!         signed: bool = false,
//!     }
//! }
//!
//! mcp_tools! {
//!     static PARCELS: ToolSet<()>;
//!
//!     /// Sends a parcel.
//!     async fn send(cx: &Context, what: &str) -> Result<String, ToolError> {
//!         // Once, in however many rounds.
//!         let number: u32 = cx.once("number", || 4711)?;
//!         let answer = cx.elicit(Form::<Address>::new(format!("Where is {what} to go?"))).await?;
//!         let Some(address) = answer.accepted() else {
//!             return Err(ToolError::shown("Nothing was sent: there is no address."));
//!         };
//!         Ok(format!("Parcel {number} goes to {}.", address.street))
//!     }
//! }
//! # let _ = &PARCELS;
//! ```

mod form;
mod need;
mod question;
pub(crate) mod request;
mod roots;
pub(crate) mod round;
mod sample;
pub(crate) mod seal;

use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt::{self, Write as _};
use core::future::Future;
use core::pin::Pin;
use core::sync::atomic::{AtomicUsize, Ordering};
use core::task::{self, Poll};

use serde::Serialize;
use serde::de::DeserializeOwned;

pub use self::form::{Elicited, Form, Url};
pub use self::need::{AskError, Need};
pub use self::question::Question;
use self::request::Asked;
pub use self::roots::{Root, Roots};
use self::round::Open;
pub use self::sample::{Sample, Sampled};
pub use self::seal::Principal;
use crate::context::Context;
use crate::protocol::Revision;
#[cfg(feature = "tasks")]
use crate::tasks::{Live, Posed};

/// A question that was put to the client: a future of its answer.
///
/// Dropped before there is one, it is taken back.
#[must_use = "a question is asked when it is awaited"]
pub struct Ask<'c, Q: Question> {
    context: &'c Context,
    question: Q,
    name: Option<Box<str>>,
    way: Way,
    /// Asked before the call becomes a task, where it can.
    #[cfg(feature = "tasks")]
    up_front: bool,
}

/// How far a question is.
enum Way {
    New,
    /// It is a request of its own.
    Sent(Arc<Asked>),
    /// It stands at the end of the round.
    Open(Arc<Open>),
    /// The task waits for it.
    #[cfg(feature = "tasks")]
    Posed(Arc<Posed>),
    Over,
}

impl<Q: Question> Ask<'_, Q> {
    fn ask(&mut self, cx: &mut task::Context<'_>) -> Poll<Result<Q::Answer, AskError>> {
        let context = self.context;
        if context.is_cancelled() {
            return Poll::Ready(Err(AskError::Cancelled));
        }
        let need = self.question.need();
        if !context.can(need) {
            return Poll::Ready(Err(AskError::Unsupported(need)));
        }
        #[cfg(feature = "tasks")]
        if let Some(task) = context.task() {
            if !self.up_front || task.is_settled() {
                return self.in_task(task, cx);
            }
        }
        if context.revision().is_modern() {
            return self.in_round().map(Ok);
        }
        self.in_request(cx)
    }

    /// In 2026-07-28: the answer, or a question at the end of the round.
    fn in_round(&mut self) -> Poll<Q::Answer> {
        if let Way::Open(_) = self.way {
            return Poll::Pending;
        }
        let (context, need) = (self.context, self.question.need());
        let (key, params) = self.keyed();
        if let Some(answer) = context
            .round()
            .answer(&key, |json| self.question.read(json))
        {
            return Poll::Ready(answer);
        }
        self.way = Way::Open(context.round().ask(&key, need, params));
        Poll::Pending
    }

    /// The key and the params of the question, in 2026-07-28.
    fn keyed(&self) -> (Box<str>, Vec<u8>) {
        let mut params = Vec::new();
        let revision = self.context.revision();
        self.question.params(revision, "", &mut params);
        let key = match &self.name {
            Some(name) => name.clone(),
            None => made_key(self.context, self.question.need(), &params),
        };
        (key, params)
    }

    /// In a task: the answer comes to it while the tool waits.
    #[cfg(feature = "tasks")]
    fn in_task(
        &mut self,
        task: &Live,
        cx: &mut task::Context<'_>,
    ) -> Poll<Result<Q::Answer, AskError>> {
        let (context, need) = (self.context, self.question.need());
        if !matches!(self.way, Way::Posed(_)) {
            let (key, params) = self.keyed();
            let round = context.round();
            if let Some(answer) = round.answer(&key, |json| self.question.read(json)) {
                return Poll::Ready(Ok(answer));
            }
            if let Some(answer) = task.answered(&key, |json| self.question.read(json)) {
                return Poll::Ready(Ok(answer));
            }
            self.way = Way::Posed(task.ask(&key, need.method(), params));
        }
        context.cancellation().token.watch(cx);
        if context.is_cancelled() {
            return Poll::Ready(Err(AskError::Cancelled));
        }
        loop {
            let Way::Posed(posed) = &self.way else {
                return Poll::Pending;
            };
            let Some(answer) = task.answer_of(posed, cx) else {
                return Poll::Pending;
            };
            if let Some(answer) = self.question.read(&answer) {
                self.way = Way::Over;
                return Poll::Ready(Ok(answer));
            }
            // It is asked again, under a key of its own.
            let Some(again) = task.ask_again(posed) else {
                self.way = Way::Over;
                return Poll::Ready(Err(AskError::Unusable));
            };
            self.way = Way::Posed(again);
        }
    }

    /// In the revisions before: a request, and its response.
    fn in_request(&mut self, cx: &mut task::Context<'_>) -> Poll<Result<Q::Answer, AskError>> {
        let context = self.context;
        let token = &context.cancellation().token;
        let Some(link) = context.two_way() else {
            return self.without_a_way();
        };
        if let Way::New = self.way {
            let (need, id) = (self.question.need(), link.next_id());
            let mut params = Vec::new();
            self.question
                .params(context.revision(), &elicitation_id(), &mut params);
            self.way = Way::Sent(request::send(link, token, need, id, &params));
        }
        #[cfg(feature = "std")]
        token.watch(cx);
        if context.is_cancelled() {
            return Poll::Ready(Err(AskError::Cancelled));
        }
        let Way::Sent(asked) = &self.way else {
            return Poll::Pending;
        };
        let Some(answer) = asked.answered() else {
            if link.is_deaf() {
                return Poll::Ready(Err(AskError::NoWay));
            }
            #[cfg(not(feature = "std"))]
            cx.waker().wake_by_ref();
            return Poll::Pending;
        };
        let read = answer.and_then(|json| self.question.read(json).ok_or(AskError::Unusable));
        self.way = Way::Over;
        Poll::Ready(read)
    }

    /// In the revisions before, where no response can come: an address needs none in 2025-11-25,
    /// where the call ends with it and the client calls again when it was opened.
    fn without_a_way(&mut self) -> Poll<Result<Q::Answer, AskError>> {
        let (context, need) = (self.context, self.question.need());
        if need != Need::Url || context.revision() != Revision::V2025_11_25 {
            return Poll::Ready(Err(AskError::NoWay));
        }
        if let Way::New = self.way {
            let mut params = Vec::new();
            self.question
                .params(context.revision(), &elicitation_id(), &mut params);
            self.way = Way::Open(context.round().ask("", need, params));
        }
        Poll::Pending
    }

    /// Asks before the call becomes a task: the client is asked as in a plain call of
    /// 2026-07-28, and calls again with the answer; that call is the task. For what decides
    /// whether there is anything to do at all.
    ///
    /// Where the call is a task already, the question comes in it as any other: the tool has
    /// waited for something before, or is no `async fn`, which is a task as soon as its
    /// arguments are accepted. Where it never becomes one, nothing is different.
    #[cfg(feature = "tasks")]
    pub fn up_front(mut self) -> Self {
        self.up_front = true;
        self
    }

    /// Waits for the answer on this thread: for tools that are no `async fn`.
    ///
    /// Other messages have to be read meanwhile, as the shells of a [`Server`](crate::Server)
    /// do, or there will be no response; over HTTP with sessions that takes a runtime of several
    /// threads. In 2026-07-28 nothing is waited for: the tool has to
    /// end, with this error as its own (`?`), and runs again with the answer.
    ///
    /// # Errors
    ///
    /// Why there is no answer; [`AskError::Unanswered`] where there is none yet.
    #[cfg(feature = "std")]
    pub fn wait(mut self) -> Result<Q::Answer, AskError> {
        let waker = crate::transport::waker();
        let mut cx = task::Context::from_waker(&waker);
        // There the response would wait for this very thread.
        if self
            .context
            .two_way()
            .is_some_and(|link| !link.is_blocking())
        {
            return Err(AskError::NoWay);
        }
        loop {
            match self.ask(&mut cx) {
                Poll::Ready(answer) => return answer,
                Poll::Pending if matches!(self.way, Way::Open(_)) => {
                    // Dropped it would be taken back.
                    self.way = Way::Over;
                    return Err(AskError::Unanswered);
                }
                Poll::Pending => std::thread::park(),
            }
        }
    }
}

/// The next `elicitationId`: unlike the id of a request, no two sessions may share one.
fn elicitation_id() -> String {
    static LAST: AtomicUsize = AtomicUsize::new(0);
    let id = LAST.fetch_add(1, Ordering::Relaxed) + 1;
    alloc::format!("elicitation-{id}")
}

/// The key of a question without a name: the same for the same question, so that an answer
/// never comes to another one.
fn made_key(context: &Context, need: Need, params: &[u8]) -> Box<str> {
    let mut key = String::from(need.word());
    key.push('.');
    for byte in &hmac_sha256::Hash::hash(params)[..8] {
        let _ = write!(key, "{byte:02x}");
    }
    let before = context.round().count(&key);
    #[cfg(feature = "tasks")]
    let before = before + context.task().map_or(0, |task| task.count(&key));
    if before > 0 {
        let _ = write!(key, "-{}", before + 1);
    }
    key.into()
}

impl<Q: Question + Unpin> Future for Ask<'_, Q> {
    type Output = Result<Q::Answer, AskError>;

    fn poll(self: Pin<&mut Self>, cx: &mut task::Context<'_>) -> Poll<Self::Output> {
        self.get_mut().ask(cx)
    }
}

impl<Q: Question> Drop for Ask<'_, Q> {
    fn drop(&mut self) {
        match &self.way {
            Way::Sent(asked) => {
                if let Some(link) = self.context.two_way() {
                    request::withdraw(link, asked);
                }
            }
            Way::Open(open) => open.give_up(),
            #[cfg(feature = "tasks")]
            Way::Posed(posed) => {
                if let Some(task) = self.context.task() {
                    task.withdraw(posed);
                }
            }
            Way::New | Way::Over => {}
        }
    }
}

impl<Q: Question> fmt::Debug for Ask<'_, Q> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ask")
            .field("need", &self.question.need())
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

impl Context {
    /// Whether the client has declared that it can answer such a question.
    #[must_use]
    pub fn can(&self, need: Need) -> bool {
        need.is_met(self.client_capabilities(), self.revision())
    }

    /// Puts a question under a name, which is its key in 2026-07-28; two questions of one name
    /// in a call are one question there.
    pub fn ask<Q: Question>(&self, name: &str, question: Q) -> Ask<'_, Q> {
        Ask {
            context: self,
            question,
            name: Some(name.into()),
            way: Way::New,
            #[cfg(feature = "tasks")]
            up_front: false,
        }
    }

    /// Puts a question under a name that is made from its text. One whose text changes from
    /// round to round (a time of day in it) has to be named: see [`ask`](Self::ask).
    fn question<Q: Question>(&self, question: Q) -> Ask<'_, Q> {
        Ask {
            context: self,
            question,
            name: None,
            way: Way::New,
            #[cfg(feature = "tasks")]
            up_front: false,
        }
    }

    /// Has the person at the client fill in a form.
    pub fn elicit<T>(&self, form: Form<T>) -> Ask<'_, Form<T>>
    where
        Form<T>: Question,
    {
        self.question(form)
    }

    /// Has the person at the client open an address.
    pub fn elicit_url(&self, message: impl Into<String>, url: impl Into<String>) -> Ask<'_, Url> {
        self.question(Url::new(message, url))
    }

    /// Has the client's model write something.
    pub fn sample(&self, request: Sample) -> Ask<'_, Sample> {
        self.question(request)
    }

    /// Asks for the folders that the client works in.
    pub fn roots(&self) -> Ask<'_, Roots> {
        self.question(Roots)
    }

    /// Keeps a value for the rounds to come, under a name; a later value takes its place.
    ///
    /// It travels with the client, which can read it but not change it. Nothing keeps a client
    /// from sending a state twice: the value says what one line of rounds has done, and not
    /// what the server has.
    ///
    /// # Errors
    ///
    /// The value cannot be written as JSON.
    pub fn remember<T: Serialize + ?Sized>(
        &self,
        name: &str,
        value: &T,
    ) -> Result<(), serde_json::Error> {
        self.round().keep(name, &serde_json::to_string(value)?);
        Ok(())
    }

    /// The value that was kept under a name, in this round or an earlier one.
    #[must_use]
    pub fn recall<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        serde_json::from_str(self.round().kept(name)?).ok()
    }

    /// Makes a value once, and remembers it: the rounds to come get the same one.
    ///
    /// # Errors
    ///
    /// The value cannot be written as JSON.
    pub fn once<T: Serialize + DeserializeOwned>(
        &self,
        name: &str,
        make: impl FnOnce() -> T,
    ) -> Result<T, serde_json::Error> {
        if let Some(value) = self.recall(name) {
            return Ok(value);
        }
        let value = make();
        self.remember(name, &value)?;
        Ok(value)
    }

    /// Awaits a value once, and remembers it. `make` is not polled where it is remembered.
    ///
    /// # Errors
    ///
    /// The value cannot be written as JSON.
    pub async fn once_async<T: Serialize + DeserializeOwned>(
        &self,
        name: &str,
        make: impl Future<Output = T>,
    ) -> Result<T, serde_json::Error> {
        if let Some(value) = self.recall(name) {
            return Ok(value);
        }
        let value = make.await;
        self.remember(name, &value)?;
        Ok(value)
    }
}
