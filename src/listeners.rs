//! Who is told that a list or a resource has changed.

use alloc::string::String;
use alloc::sync::{Arc, Weak};
use alloc::vec::Vec;

use crate::json;
use crate::limits;
use crate::lock::Lock;
use crate::session::Sink;

/// What has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change<'a> {
    /// The list of tools.
    Tools,
    /// The lists of resources and templates.
    Resources,
    /// The list of prompts.
    Prompts,
    /// What the resource of this URI holds.
    Resource(&'a str),
}

impl Change<'_> {
    /// The method of the notification.
    pub(crate) const fn method(self) -> &'static str {
        match self {
            Self::Tools => "notifications/tools/list_changed",
            Self::Resources => "notifications/resources/list_changed",
            Self::Prompts => "notifications/prompts/list_changed",
            Self::Resource(_) => "notifications/resources/updated",
        }
    }
}

/// One who is told.
pub(crate) trait Listener: Send + Sync {
    /// Something has changed; whether it is sent on is the listener's business.
    fn hear(&self, change: Change<'_>);
}

/// Those who are told, as long as they are there.
#[derive(Default)]
pub(crate) struct Listeners(Lock<Vec<Weak<dyn Listener>>>);

impl Listeners {
    pub(crate) fn add(&self, listener: Weak<dyn Listener>) {
        self.0.with(|all| {
            all.retain(|listener| listener.strong_count() > 0);
            all.push(listener);
        });
    }

    /// Tells all of them. They send, so not under the lock.
    pub(crate) fn tell(&self, change: Change<'_>) {
        let all: Vec<_> = self
            .0
            .with(|all| all.iter().filter_map(Weak::upgrade).collect());
        for listener in all {
            listener.hear(change);
        }
    }
}

/// A session of the revisions with a handshake: it hears of every list, and of the resources
/// that it has subscribed to.
pub(crate) struct Subscriber {
    sink: Arc<dyn Sink>,
    uris: Lock<Vec<String>>,
}

impl Subscriber {
    pub(crate) fn new(sink: Arc<dyn Sink>) -> Self {
        Self {
            sink,
            uris: Lock::new(Vec::new()),
        }
    }

    /// Subscribes to a resource; says whether there was room.
    pub(crate) fn subscribe(&self, uri: &str) -> bool {
        self.uris.with(|uris| {
            let there = uris.iter().any(|other| other == uri);
            let room = there || uris.len() < limits::SUBSCRIPTIONS;
            if room && !there {
                uris.push(uri.into());
            }
            room
        })
    }

    pub(crate) fn unsubscribe(&self, uri: &str) {
        self.uris.with(|uris| uris.retain(|other| other != uri));
    }
}

impl Listener for Subscriber {
    fn hear(&self, change: Change<'_>) {
        let mut out = Vec::from(b"{\"jsonrpc\":\"2.0\",\"method\":");
        json::writer::string(change.method(), &mut out);
        if let Change::Resource(uri) = change {
            if !self.uris.with(|uris| uris.iter().any(|other| other == uri)) {
                return;
            }
            out.extend_from_slice(b",\"params\":{\"uri\":");
            json::writer::string(uri, &mut out);
            out.push(b'}');
        }
        out.push(b'}');
        self.sink.send(&out);
    }
}
