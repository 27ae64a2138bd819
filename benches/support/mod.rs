//! What the run-time benches share: the cases, the two sides, and the check that both give the same answers.

use std::cell::OnceCell;

pub(crate) mod cases;
pub(crate) mod hand_written;
mod names;
pub(crate) mod ours;

/// A line in, the reply appended to `out`.
pub(crate) type Handle = fn(line: &[u8], out: &mut Vec<u8>);

/// Which tools a server offers.
#[derive(Clone, Copy)]
pub(crate) enum Tools {
    /// The ones that are called.
    Called,
    /// Ten that are only listed.
    Ten,
    /// Three hundred that are only listed.
    ThreeHundred,
    /// None: the listing of three hundred is there already, and is copied.
    Copied,
    /// One tool under so many names: 1, 100 or 1000.
    Named(u16),
}

/// One of the ways to write the servers.
#[derive(Clone, Copy)]
pub(crate) struct Side {
    /// Its name in tables.
    pub(crate) name: &'static str,
    called: Handle,
    ten: Handle,
    three_hundred: Handle,
    copied: Handle,
    /// With 1, 100 and 1000 tools.
    named: [Handle; 3],
}

impl Side {
    /// What answers a case.
    pub(crate) fn handle(&self, case: &cases::Case) -> Handle {
        match case.tools {
            Tools::Called => self.called,
            Tools::Ten => self.ten,
            Tools::ThreeHundred => self.three_hundred,
            Tools::Copied => self.copied,
            Tools::Named(1) => self.named[0],
            Tools::Named(100) => self.named[1],
            Tools::Named(_) => self.named[2],
        }
    }
}

/// The sides, ours first.
pub(crate) const SIDES: [Side; 2] = [
    Side {
        name: "ours",
        called: ours::ours_handle,
        ten: ours::ours_handle_ten,
        three_hundred: ours::ours_handle_three_hundred,
        copied,
        named: [
            ours::ours_handle_of_1,
            ours::ours_handle_of_100,
            ours::ours_handle_of_1000,
        ],
    },
    Side {
        name: "hand_written",
        called: hand_written::handle,
        ten: hand_written::handle,
        three_hundred: hand_written::handle_three_hundred,
        copied,
        // Those rows are there to be compared with each other.
        named: [hand_written::handle; 3],
    },
];

/// A copy of the reply to `tools/list` with three hundred tools: what such a list costs at least.
fn copied(line: &[u8], out: &mut Vec<u8>) {
    thread_local!(static REPLY: OnceCell<Vec<u8>> = const { OnceCell::new() });
    REPLY.with(|reply| {
        out.extend_from_slice(reply.get_or_init(|| {
            let mut reply = Vec::new();
            hand_written::handle_three_hundred(line, &mut reply);
            reply
        }));
    });
}
