//! The seal on what a client carries from round to round (`requestState`).
//!
//! A client gets the state to keep, and a client may be anybody: so the state goes out with a
//! code over all that it belongs to, and comes back as it went out or not at all. It is not
//! encrypted: the client can read it. `v1.` code `.` time of expiry `.` JSON.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;

use hmac_sha256::HMAC;

use crate::json;

/// What a state belongs to: it is worth nothing with another call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bound<'m> {
    /// The method.
    pub(crate) method: &'static str,
    /// What is called: the JSON text of a tool's or prompt's name, or of a URI.
    pub(crate) subject: &'m str,
    /// The JSON text of its arguments.
    pub(crate) arguments: &'m str,
}

/// Who a state belongs to: put beside the request by a shell or a filter that knows, it keeps
/// one user's state from being of use to another.
///
/// ```
/// # use toolwright::ask::Principal;
/// # use toolwright::context::Extensions;
/// let mut extensions = Extensions::new();
/// extensions.insert(Principal("user-17".into()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Principal(pub String);

const VERSION: &str = "v1";

/// How states are sealed, and for how long.
pub(crate) struct Seal {
    key: Option<Key>,
    /// Seconds that a state is good for.
    pub(crate) lifetime: u64,
}

impl Default for Seal {
    fn default() -> Self {
        Self {
            key: None,
            lifetime: 60 * 60,
        }
    }
}

/// A key, and what seals with it: a program that gives none, where there is none of the process,
/// holds no HMAC.
#[derive(Clone, Copy)]
struct Key {
    bytes: [u8; 32],
    close: fn(&[u8; 32], u64, &Bound<'_>, &str, &str) -> String,
    open: for<'s> fn(&[u8; 32], &Bound<'_>, &str, &'s str) -> Option<&'s str>,
}

impl Key {
    fn new(bytes: [u8; 32]) -> Self {
        Self {
            bytes,
            close: Self::close,
            open: Self::open,
        }
    }

    fn close(
        key: &[u8; 32],
        lifetime: u64,
        bound: &Bound<'_>,
        principal: &str,
        state: &str,
    ) -> String {
        let expiry = now().map_or(u64::MAX, |now| now.saturating_add(lifetime));
        let code = code(key, bound, principal, expiry, state).finalize();
        let mut sealed = String::from(VERSION);
        sealed.push('.');
        for byte in code {
            let _ = write!(sealed, "{byte:02x}");
        }
        let _ = write!(sealed, ".{expiry:x}.{state}");
        sealed
    }

    fn open<'s>(
        key: &[u8; 32],
        bound: &Bound<'_>,
        principal: &str,
        sealed: &'s str,
    ) -> Option<&'s str> {
        let rest = sealed.strip_prefix(VERSION)?.strip_prefix('.')?;
        let (code_text, rest) = rest.split_once('.')?;
        let (expiry_text, state) = rest.split_once('.')?;
        let mut given = [0; 32];
        let digits = |text: &str| {
            text.bytes()
                .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
        };
        if code_text.len() != 64 || !digits(code_text) || !digits(expiry_text) {
            return None;
        }
        for (byte, pair) in given.iter_mut().zip(code_text.as_bytes().chunks_exact(2)) {
            *byte = u8::from_str_radix(core::str::from_utf8(pair).ok()?, 16).ok()?;
        }
        let expiry = u64::from_str_radix(expiry_text, 16).ok()?;
        let holds = code(key, bound, principal, expiry, state).finalize_verify(&given);
        (holds && now().is_none_or(|now| now < expiry)).then_some(state)
    }
}

impl Seal {
    /// Seals with this key from now on.
    pub(crate) fn set_key(&mut self, bytes: [u8; 32]) {
        self.key = Some(Key::new(bytes));
    }

    fn key(&self) -> Option<Key> {
        self.key.or_else(|| system::process_key().map(Key::new))
    }

    /// Seals a state; nothing where there is no key.
    pub(super) fn close(&self, bound: &Bound<'_>, principal: &str, state: &str) -> Option<String> {
        let key = self.key()?;
        Some((key.close)(
            &key.bytes,
            self.lifetime,
            bound,
            principal,
            state,
        ))
    }

    /// The state in a seal that holds and has not expired.
    pub(super) fn open<'s>(
        &self,
        bound: &Bound<'_>,
        principal: &str,
        sealed: &'s str,
    ) -> Option<&'s str> {
        let key = self.key()?;
        (key.open)(&key.bytes, bound, principal, sealed)
    }
}

/// The code over a state and all that it belongs to; each part with its length, so that no
/// byte can move from one into the next.
fn code(key: &[u8; 32], bound: &Bound<'_>, principal: &str, expiry: u64, state: &str) -> HMAC {
    let mut code = HMAC::new(key);
    let mut part = |bytes: &[u8]| {
        code.update((bytes.len() as u64).to_be_bytes());
        code.update(bytes);
    };
    part(b"toolwright requestState 1");
    part(bound.method.as_bytes());
    let mut text = Vec::new();
    for json in [bound.subject, bound.arguments] {
        text.clear();
        json::canonical(json, &mut text);
        part(&text);
    }
    part(principal.as_bytes());
    part(&expiry.to_be_bytes());
    part(state.as_bytes());
    code
}

/// Whether there is a clock, and a source of random bytes.
#[cfg(all(
    feature = "std",
    not(all(target_family = "wasm", target_os = "unknown"))
))]
mod system {
    use std::collections::hash_map::RandomState;
    use std::hash::BuildHasher as _;
    use std::sync::OnceLock;
    use std::time::SystemTime;

    /// Seconds since 1970.
    pub(super) fn now() -> Option<u64> {
        SystemTime::UNIX_EPOCH
            .elapsed()
            .ok()
            .map(|since| since.as_secs())
    }

    /// A key that is this process's own.
    ///
    /// The keys of `RandomState` are 128 bits of the system's generator; where the system has
    /// that as a file, 256 bits more come from there.
    #[allow(clippy::unnecessary_wraps, reason = "elsewhere there is none")]
    pub(crate) fn process_key() -> Option<[u8; 32]> {
        static KEY: OnceLock<[u8; 32]> = OnceLock::new();
        Some(*KEY.get_or_init(|| {
            let mut hash = hmac_sha256::Hash::new();
            for n in 0..4_u64 {
                hash.update(RandomState::new().hash_one(n).to_ne_bytes());
            }
            #[cfg(unix)]
            if let Ok(mut file) = std::fs::File::open("/dev/urandom") {
                let mut bytes = [0; 32];
                if std::io::Read::read_exact(&mut file, &mut bytes).is_ok() {
                    hash.update(bytes);
                }
            }
            hash.finalize()
        }))
    }
}

#[cfg(not(all(
    feature = "std",
    not(all(target_family = "wasm", target_os = "unknown"))
)))]
mod system {
    /// There is no clock here: a state does not expire.
    pub(super) fn now() -> Option<u64> {
        None
    }

    /// There is nothing random here: the author has to give a key.
    pub(crate) fn process_key() -> Option<[u8; 32]> {
        None
    }
}

#[cfg(feature = "tasks")]
pub(crate) use system::process_key;

use system::now;

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::{Bound, Key, Seal};

    const CALL: Bound<'static> = Bound {
        method: "tools/call",
        subject: "\"t\"",
        arguments: "{\"a\":1,\"b\":2}",
    };

    #[test]
    fn what_was_sealed_comes_back() {
        let seal = Seal::default();
        let sealed = seal.close(&CALL, "p", "{\"x\":\"é.\"}").expect("a key");
        assert_eq!(seal.open(&CALL, "p", &sealed), Some("{\"x\":\"é.\"}"));
        // The same arguments in another spelling.
        let spelled = Bound {
            arguments: "{ \"b\": 2.0, \"\\u0061\": 1 }",
            ..CALL
        };
        assert!(seal.open(&spelled, "p", &sealed).is_some());
        for (bound, principal) in [
            (
                Bound {
                    method: "prompts/get",
                    ..CALL
                },
                "p",
            ),
            (
                Bound {
                    subject: "\"u\"",
                    ..CALL
                },
                "p",
            ),
            (
                Bound {
                    arguments: "{\"a\":1}",
                    ..CALL
                },
                "p",
            ),
            (CALL, "q"),
            (CALL, ""),
        ] {
            assert_eq!(seal.open(&bound, principal, &sealed), None, "{bound:?}");
        }
    }

    #[test]
    fn no_byte_of_a_seal_can_change() {
        let seal = Seal {
            key: Some(Key::new([7; 32])),
            lifetime: 60,
        };
        let sealed = seal.close(&CALL, "", "{\"memo\":{}}").expect("a key");
        for at in 0..sealed.len() {
            let mut bytes = sealed.clone().into_bytes();
            bytes[at] ^= 1;
            let changed = alloc::string::String::from_utf8(bytes).expect("ASCII");
            assert_eq!(seal.open(&CALL, "", &changed), None, "{changed}");
            assert_eq!(seal.open(&CALL, "", &sealed[..at]), None);
        }
        assert_eq!(seal.open(&CALL, "", &(sealed.clone() + "-TAMPERED")), None);
        let other = Seal {
            key: Some(Key::new([8; 32])),
            lifetime: 60,
        };
        assert_eq!(other.open(&CALL, "", &sealed), None);
        let again = Seal {
            key: Some(Key::new([7; 32])),
            lifetime: 0,
        };
        assert!(again.open(&CALL, "", &sealed).is_some());
        let short = again.close(&CALL, "", "{}").expect("a key");
        assert_eq!(again.open(&CALL, "", &short), None, "expired");
    }
}
