//! What the run-time benches share: the cases, the two sides, and the check that both give the same answers.

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
}

/// One of the ways to write the servers.
#[derive(Clone, Copy)]
pub(crate) struct Side {
    /// Its name in tables.
    pub(crate) name: &'static str,
    called: Handle,
    ten: Handle,
    three_hundred: Handle,
}

impl Side {
    /// What answers a case.
    pub(crate) fn handle(&self, case: &cases::Case) -> Handle {
        match case.tools {
            Tools::Called => self.called,
            Tools::Ten => self.ten,
            Tools::ThreeHundred => self.three_hundred,
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
    },
    Side {
        name: "hand_written",
        called: hand_written::handle,
        ten: hand_written::handle,
        three_hundred: hand_written::handle_three_hundred,
    },
];
