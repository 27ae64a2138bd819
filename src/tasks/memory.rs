//! Tasks in the memory of the process.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use core::fmt;
use std::collections::HashMap;

use ::tokio::sync::Notify;
use ::tokio::time::Instant;

use super::{StoreError, Storing, Task, TaskStore};
use crate::lock::Lock;

/// Keeps tasks in the memory of the process, at most so many at once.
///
/// A task that has expired is forgotten when the next one is created.
pub struct MemoryStore {
    capacity: usize,
    tasks: Lock<HashMap<String, Kept>>,
}

struct Kept {
    task: Task,
    until: Option<Instant>,
    changed: Arc<Notify>,
}

impl Kept {
    fn is_current(&self) -> bool {
        self.until.is_none_or(|until| until > Instant::now())
    }
}

impl MemoryStore {
    /// A store with room for 1000 tasks, those that are over and not yet expired included.
    #[must_use]
    pub fn new() -> Self {
        Self {
            capacity: 1000,
            tasks: Lock::new(HashMap::new()),
        }
    }

    /// The same with room for so many tasks; a call beyond them is refused.
    #[must_use]
    pub fn capacity(mut self, tasks: usize) -> Self {
        self.capacity = tasks;
        self
    }
}

impl Default for MemoryStore {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for MemoryStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MemoryStore")
            .field("capacity", &self.capacity)
            .field("len", &self.tasks.with(|tasks| tasks.len()))
            .finish_non_exhaustive()
    }
}

impl TaskStore for MemoryStore {
    fn create<'a>(&'a self, task: &'a Task) -> Storing<'a, ()> {
        let created = self.tasks.with(|tasks| {
            tasks.retain(|_, kept| kept.is_current());
            if tasks.len() >= self.capacity {
                return Err(StoreError::Full);
            }
            let kept = Kept {
                task: task.clone(),
                until: task.ttl().and_then(|ttl| Instant::now().checked_add(ttl)),
                changed: Arc::default(),
            };
            tasks.insert(task.id().into(), kept);
            Ok(())
        });
        Box::pin(core::future::ready(created))
    }

    fn read<'a>(&'a self, id: &'a str) -> Storing<'a, Option<Task>> {
        let found = self.tasks.with(|tasks| {
            let kept = tasks.get(id).filter(|kept| kept.is_current());
            kept.map(|kept| kept.task.clone())
        });
        Box::pin(core::future::ready(Ok(found)))
    }

    fn replace<'a>(&'a self, task: &'a Task) -> Storing<'a, bool> {
        let changed = self.tasks.with(|tasks| {
            let kept = tasks
                .get_mut(task.id())
                .filter(|kept| kept.is_current() && kept.task.version() + 1 == task.version())?;
            kept.task = task.clone();
            Some(Arc::clone(&kept.changed))
        });
        if let Some(changed) = &changed {
            changed.notify_waiters();
        }
        Box::pin(core::future::ready(Ok(changed.is_some())))
    }

    fn remove<'a>(&'a self, id: &'a str) -> Storing<'a, ()> {
        if let Some(kept) = self.tasks.with(|tasks| tasks.remove(id)) {
            kept.changed.notify_waiters();
        }
        Box::pin(core::future::ready(Ok(())))
    }

    fn changed<'a>(&'a self, id: &'a str, version: u64) -> Storing<'a, ()> {
        Box::pin(async move {
            let current = || {
                self.tasks.with(|tasks| {
                    let kept = tasks
                        .get(id)
                        .filter(|kept| kept.task.version() == version)?;
                    Some(Arc::clone(&kept.changed))
                })
            };
            while let Some(changed) = current() {
                let notified = changed.notified();
                // A change between the two looks has not woken it.
                if current().is_some() {
                    notified.await;
                }
            }
            Ok(())
        })
    }
}
