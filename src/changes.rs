//! What changes while a server runs: sets are added and removed, resources are updated.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::sync::atomic::Ordering;

use crate::added::Facts;
use crate::catalog::{Catalog, Key, LocalToolSet, Space, ToolSet};
use crate::fetch::Fetch;
use crate::frame::Threading;
use crate::notifier;
use crate::protocol::error::Fault;
use crate::protocol::listen::{Changed, News};
use crate::protocol::response;
use crate::server::{Core, LocalServer, Server};
use crate::session::Session;

/// Why a set cannot be added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddError {
    space: Space,
    name: String,
    /// The `ui://` resource that is not there.
    ui: Option<String>,
}

impl fmt::Display for AddError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (noun, name) = (self.space.noun(), &self.name);
        match &self.ui {
            Some(ui) => write!(f, "{noun} `{name}` names `{ui}`, which is not declared"),
            None => write!(f, "there is a {noun} `{name}` already"),
        }
    }
}

impl core::error::Error for AddError {}

impl Core {
    /// Checks the keys of a set against what is there, and takes it in under numbers of its own.
    fn add(&self, first: usize, set: &'static dyn Catalog, keys: &[Key]) -> Result<(), AddError> {
        let clash = |other: &dyn Catalog| {
            let key = keys
                .iter()
                .find(|key| !key.name.is_empty() && other.find_item(key.space, key.name).is_some());
            key.map(|key| (key.space, key.name))
        };
        let there = |ui: &str| {
            set.find_item(Space::Resources, ui).is_some()
                || self.find_item(Space::Resources, ui).is_some()
        };
        if let Some(key) = keys.iter().find(|key| !key.ui.is_empty() && !there(key.ui)) {
            return Err(AddError {
                space: key.space,
                name: key.name.into(),
                ui: Some(key.ui.into()),
            });
        }
        clash(self.catalog)
            .map_or(Ok(()), Err)
            .and_then(|()| self.added.add(first, set, clash))
            .map_err(|(space, name)| AddError {
                space,
                name: name.into(),
                ui: None,
            })?;
        self.announce(Facts::of(set));
        Ok(())
    }

    fn remove(&self, first: usize) -> bool {
        let facts = self.added.remove(first);
        if let Some(facts) = facts {
            self.announce(facts);
        }
        facts.is_some()
    }

    /// Tells clients which lists have changed, where the server says that it does.
    fn announce(&self, facts: Facts) {
        let changes = [
            (facts.tools, Changed::Tools),
            (facts.resources, Changed::Resources),
            (facts.prompts, Changed::Prompts),
        ];
        for (_, change) in changes.iter().filter(|(has, _)| *has && self.changing) {
            self.hub.tell(News::Changed(*change));
        }
    }

    /// A session is past its handshake: from here on it is told of changes.
    pub(crate) fn attach(&self, session: &Session) {
        if let Some(link) = session
            .link()
            .filter(|_| self.changing || self.subscriptions)
        {
            notifier::attach(&self.hub, link, self.announced());
        }
    }
}

impl<'f, T: Threading> Fetch<'f, '_, T> {
    /// `resources/subscribe` and `resources/unsubscribe`
    pub(crate) fn subscribe(&self, wanted: bool, out: &mut Vec<u8>) -> Result<(), Fault<'f>> {
        if self.session.is_passing() {
            return Err(Fault::Method(self.request.method.clone()));
        }
        let uri = self.uri()?;
        let link = self.session.link();
        if wanted {
            self.core.find_resource(uri.clone(), self.revision)?;
            let link = link.ok_or(Fault::Failed(
                "This connection has no way for updates.".into(),
            ))?;
            notifier::subscribe(&self.core.hub, link, &uri)?;
        } else if let Some(link) = link {
            notifier::unsubscribe(link, &uri);
        }
        response::result(self.request.id, self.revision, None, "", out, |_| Ok(()))
    }
}

macro_rules! changes {
    ($($server:ident $set:ident ($($bound:tt)*))*) => {$(
        impl<S: $($bound)* 'static> $server<S> {
            /// Lets clients subscribe to resources: the capability `subscribe`,
            /// `resources/subscribe` and `subscriptions/listen`. They hear of what
            /// [`resource_updated`](Self::resource_updated) is called for.
            #[must_use]
            pub fn subscriptions(mut self) -> Self {
                self.core.subscriptions = true;
                self
            }

            /// Tells clients when sets are added and removed: the capability `listChanged`, for
            /// tools, resources and prompts, of which there may be none at first, and
            /// `subscriptions/listen`.
            #[must_use]
            pub fn changing(mut self) -> Self {
                self.core.changing = true;
                self
            }

            /// Adds a set to what is served, beside the one that the server was made with.
            ///
            /// What it declares is listed behind all else. Sets that are made at run time are
            /// as good as those of `mcp_tools!`: see the module `made`.
            ///
            /// # Errors
            ///
            /// A name or URI is taken, or a tool needs a `ui://` resource that is not there.
            pub fn add(&self, set: &'static $set<S>) -> Result<(), AddError> {
                let keys: Vec<_> = (0..set.len()).map(|number| set.key(number)).collect();
                let first = self.core.next.fetch_add(set.len(), Ordering::Relaxed);
                self.runner.added.with(|sets| sets.push((first, set)));
                let added = self.core.add(first, set, &keys);
                if added.is_err() {
                    self.runner.added.with(|sets| sets.retain(|(number, _)| *number != first));
                }
                added
            }

            /// Removes a set that was added; says whether it was there. Calls that run go on.
            pub fn remove(&self, set: &'static $set<S>) -> bool {
                let found = self.runner.added.with(|sets| {
                    sets.iter().find(|(_, other)| core::ptr::eq(*other, set)).map(|(first, _)| *first)
                });
                let Some(first) = found else { return false };
                // Not found any more before it is not there any more.
                let removed = self.core.remove(first);
                self.runner.added.with(|sets| sets.retain(|(number, _)| *number != first));
                removed
            }

            /// Tells the clients that have subscribed to this URI that the resource has changed.
            pub fn resource_updated(&self, uri: &str) {
                if self.core.subscriptions {
                    self.core.hub.tell(News::Updated(uri));
                }
            }
        }
    )*};
}
changes! {
    Server ToolSet (Send + Sync +)
    LocalServer LocalToolSet ()
}
