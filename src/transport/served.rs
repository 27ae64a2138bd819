//! A server without the type of its state.

use crate::frame::{Threading, Threads};
use crate::server::{Core, Server};

/// A server, whatever the type of its state is: what is generic stays as small as this.
pub(crate) trait Served: Send + Sync + 'static {
    fn parts(&self) -> (&Core, &<Threads as Threading>::Calls);
}

impl<S: Send + Sync + 'static> Served for Server<S> {
    fn parts(&self) -> (&Core, &<Threads as Threading>::Calls) {
        Server::parts(self)
    }
}
