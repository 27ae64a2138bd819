//! Where tasks are kept.

use alloc::boxed::Box;
use alloc::string::String;
use core::error::Error;
use core::future::Future;
use core::pin::Pin;

use super::Task;

/// Why a store has not done what it was asked for.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// There is no room for another task: the call is refused, and nothing has run.
    #[error("there is no room for another task")]
    Full,
    /// The store failed; what it says reaches the diagnostics stream alone.
    #[error("the store of tasks failed: {0}")]
    Failed(#[source] Box<dyn Error + Send + Sync>),
}

/// What a store does, as a future.
pub type Storing<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// Where tasks are kept: in the memory of the process ([`MemoryStore`](super::MemoryStore)), or
/// in a place that several processes share, so that `tasks/get` is answered by any of them, and
/// answers and cancellations reach the one where the task runs.
///
/// A store keeps the text of [`Task::to_json`] under [`Task::id`], with its
/// [`Task::version`]; it need not look inside. An error is told to the
/// diagnostics stream, and what it kept from the store is tried again each second: what a call
/// came to ten times.
pub trait TaskStore: Send + Sync {
    /// Takes a task in, whose id is new. Once this is over, [`read`](Self::read) finds it, in
    /// any process.
    fn create<'a>(&'a self, task: &'a Task) -> Storing<'a, ()>;

    /// The task of this id, as it is now. None where there never was one, or it
    /// [has expired](Task::expires).
    fn read<'a>(&'a self, id: &'a str) -> Storing<'a, Option<Task>>;

    /// Puts the task in the place of the one of its id, if the version of that is one less.
    /// Says whether it was: `false` where another change came first, or there is no such task.
    fn replace<'a>(&'a self, task: &'a Task) -> Storing<'a, bool>;

    /// Forgets the task of this id, if there is one.
    fn remove<'a>(&'a self, id: &'a str) -> Storing<'a, ()>;

    /// Is over once the task of this id is not of that version, or is not there; it may be
    /// over before that, or some time after. A store without notifications sleeps for as long
    /// as a cancellation may take.
    fn changed<'a>(&'a self, id: &'a str, version: u64) -> Storing<'a, ()>;
}

/// Changes a task, unless `change` says that there is nothing to change; the task as it is
/// then, if it is there.
pub(super) async fn change(
    store: &dyn TaskStore,
    id: &str,
    change: impl Fn(&mut Task) -> bool + Send + Sync,
) -> Result<Option<Task>, StoreError> {
    loop {
        let Some(mut task) = store.read(id).await? else {
            return Ok(None);
        };
        if !change(&mut task) {
            return Ok(Some(task));
        }
        task.version += 1;
        task.updated = super::task::now();
        if store.replace(&task).await? {
            return Ok(Some(task));
        }
    }
}

impl StoreError {
    /// What its caller reads.
    pub(super) fn sentence(&self) -> String {
        match self {
            Self::Full => "There are too many tasks.".into(),
            Self::Failed(_) => "The task cannot be kept.".into(),
        }
    }
}
