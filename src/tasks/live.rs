//! What the call of a task shares with what drives it.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use core::task::{self, Waker};

use ::tokio::sync::Notify;

use crate::ask::Principal;
use crate::context::Context;
use crate::lock::Lock;
use crate::once::Once;
use crate::session::Session;

/// So many answers a question takes until it has one of use: each is kept as long as the task.
const ANSWERS: usize = 16;

/// What the call of a task shares with what drives it.
pub(crate) struct Live {
    /// The call's own: nothing of a connection reaches it, since its request is over.
    pub(super) session: Session,
    is_async: bool,
    /// The filters and the arguments stand against nothing.
    accepted: AtomicBool,
    /// Its caller hears that it is a task.
    settled: AtomicBool,
    principal: Once<String>,
    questions: Lock<Questions>,
    /// There is something to look at for what drives it.
    pub(super) told: Notify,
}

#[derive(Default)]
struct Questions {
    posed: Vec<Arc<Posed>>,
    wakers: Vec<Waker>,
}

/// A question of a task.
pub(crate) struct Posed {
    /// The key that the tool knows it by.
    base: Box<str>,
    /// Its own on the wire: no key stands for two questions.
    key: Box<str>,
    /// `{"method":..,"params":..}`
    request: Arc<str>,
    answer: Once<Arc<str>>,
    /// How many places of the tool wait for it.
    waiting: AtomicUsize,
}

impl Posed {
    fn is_unanswered(&self) -> bool {
        self.answer.get().is_none()
    }

    fn is_open(&self) -> bool {
        self.is_unanswered() && self.waiting.load(Ordering::Acquire) > 0
    }
}

impl Live {
    pub(super) fn new(is_async: bool) -> Self {
        Self {
            session: Session::new(),
            is_async,
            accepted: AtomicBool::new(false),
            settled: AtomicBool::new(false),
            principal: Once::new(),
            questions: Lock::new(Questions::default()),
            told: Notify::new(),
        }
    }

    /// The arguments are accepted. A function that keeps its thread is a task from here on; a
    /// future, once it waits for something.
    pub(crate) fn accept(&self, context: &Context) {
        if let Some(principal) = context.extensions().get::<Principal>() {
            let _ = self.principal.set(principal.0.clone());
        }
        self.accepted.store(true, Ordering::Release);
        if !self.is_async {
            self.settle();
        }
    }

    pub(crate) fn is_accepted(&self) -> bool {
        self.accepted.load(Ordering::Acquire)
    }

    pub(super) fn settle(&self) {
        self.settled.store(true, Ordering::Release);
        self.told.notify_one();
    }

    pub(crate) fn is_settled(&self) -> bool {
        self.settled.load(Ordering::Acquire)
    }

    pub(super) fn principal(&self) -> &str {
        self.principal.get().map_or("", |principal| principal)
    }

    /// The tool may stop.
    pub(super) fn cancel(&self) {
        self.session.cancel_all();
    }

    /// Puts a question; one of this key that waits already is the same.
    pub(crate) fn ask(&self, base: &str, method: &str, params: Vec<u8>) -> Arc<Posed> {
        let params = String::from_utf8(params).unwrap_or_default();
        let request = format!("{{\"method\":\"{method}\",\"params\":{params}}}");
        self.pose(base, request.into())
    }

    /// Puts a question again whose answer is none to it, unless that has happened too often.
    pub(crate) fn ask_again(&self, posed: &Posed) -> Option<Arc<Posed>> {
        let of_no_use = |other: &&Arc<Posed>| other.base == posed.base && !other.is_unanswered();
        let posed_so_often = |questions: &mut Questions| {
            let posed = questions.posed.iter();
            posed.filter(of_no_use).count()
        };
        (self.questions.with(posed_so_often) < ANSWERS)
            .then(|| self.pose(&posed.base, Arc::clone(&posed.request)))
    }

    fn pose(&self, base: &str, request: Arc<str>) -> Arc<Posed> {
        let posed = self.questions.with(|questions| {
            let open = |posed: &&Arc<Posed>| *posed.base == *base && posed.is_open();
            if let Some(posed) = questions.posed.iter().find(open) {
                posed.waiting.fetch_add(1, Ordering::AcqRel);
                return Arc::clone(posed);
            }
            let mut key = String::from(base);
            let mut number = 1;
            while questions.posed.iter().any(|posed| *posed.key == *key) {
                number += 1;
                key = format!("{base}-{number}");
            }
            let posed = Arc::new(Posed {
                base: base.into(),
                key: key.into(),
                request,
                answer: Once::new(),
                waiting: AtomicUsize::new(1),
            });
            questions.posed.push(Arc::clone(&posed));
            posed
        });
        self.told.notify_one();
        posed
    }

    /// The tool no longer waits for it.
    pub(crate) fn withdraw(&self, posed: &Posed) {
        posed.waiting.fetch_sub(1, Ordering::AcqRel);
        self.told.notify_one();
    }

    /// How often a question of this key, or of one made from it, was put so far.
    pub(crate) fn count(&self, base: &str) -> usize {
        let is_same = |posed: &&Arc<Posed>| {
            let rest = posed.base.strip_prefix(base);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
        };
        self.questions
            .with(|questions| questions.posed.iter().filter(is_same).count())
    }

    /// The answer that there is already to a question of this key, if `read` can use it.
    pub(crate) fn answered<T>(&self, base: &str, read: impl Fn(&str) -> Option<T>) -> Option<T> {
        let posed = self.questions.with(|questions| questions.posed.clone());
        let mut answers = posed
            .iter()
            .filter(|posed| *posed.base == *base)
            .filter_map(|posed| posed.answer.get());
        answers.find_map(|answer| read(answer))
    }

    /// The answer to a question; without one, the task is woken by the next that comes.
    pub(crate) fn answer_of(&self, posed: &Posed, cx: &task::Context<'_>) -> Option<Arc<str>> {
        self.questions.with(|questions| {
            if let Some(answer) = posed.answer.get() {
                return Some(Arc::clone(answer));
            }
            let wakers = &mut questions.wakers;
            if !wakers.iter().any(|waker| waker.will_wake(cx.waker())) {
                wakers.push(cx.waker().clone());
            }
            None
        })
    }

    /// Takes the answers that have come.
    pub(super) fn answer(&self, answers: &[(String, Arc<str>)]) {
        let wakers = self.questions.with(|questions| {
            let mut some = false;
            for (key, answer) in answers {
                let waits = |posed: &&Arc<Posed>| *posed.key == **key;
                if let Some(posed) = questions.posed.iter().find(waits) {
                    some |= posed.answer.set(Arc::clone(answer)).is_ok();
                }
            }
            if some {
                core::mem::take(&mut questions.wakers)
            } else {
                Vec::new()
            }
        });
        for waker in wakers {
            waker.wake();
        }
    }

    /// The questions that wait for an answer, by their keys.
    pub(super) fn open(&self) -> Vec<(String, Arc<str>)> {
        self.questions.with(|questions| {
            let open = questions.posed.iter().filter(|posed| posed.is_open());
            open.map(|posed| (String::from(&*posed.key), Arc::clone(&posed.request)))
                .collect()
        })
    }
}
