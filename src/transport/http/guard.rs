//! Who may ask: `Host` and `Origin`, against pages that reach a local server through a name
//! of their own (DNS rebinding).

use alloc::string::String;
use alloc::vec::Vec;

use axum::extract::Request;
use axum::http::header;

/// The hosts and origins that are allowed.
#[derive(Debug, Default)]
pub(super) struct Guard {
    pub(super) hosts: Vec<String>,
    pub(super) origins: Vec<String>,
    pub(super) open: bool,
}

const LOCAL: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

impl Guard {
    /// This machine alone.
    pub(super) fn local() -> Self {
        Self::default()
    }

    /// Whether a request may be answered.
    pub(super) fn admits(&self, request: &Request) -> bool {
        if self.open {
            return true;
        }
        let headers = request.headers();
        let mut hosts = headers.get_all(header::HOST).iter();
        let host = match (hosts.next(), hosts.next()) {
            (Some(host), None) => host.to_str().ok(),
            // HTTP/2 says it in the request line.
            (None, _) => request
                .uri()
                .authority()
                .map(axum::http::uri::Authority::as_str),
            (Some(_), Some(_)) => None,
        };
        if !host.is_some_and(|host| self.knows_host(host)) {
            return false;
        }
        let mut origins = headers.get_all(header::ORIGIN).iter();
        match (origins.next(), origins.next()) {
            (None, _) => true,
            (Some(origin), None) => origin
                .to_str()
                .is_ok_and(|origin| self.knows_origin(origin)),
            (Some(_), Some(_)) => false,
        }
    }

    fn knows_host(&self, host: &str) -> bool {
        let host = host.to_ascii_lowercase();
        let name = without_port(&host);
        if self.hosts.is_empty() {
            LOCAL.contains(&name)
        } else {
            self.hosts
                .iter()
                .any(|known| known == name || *known == host)
        }
    }

    /// Whether pages of this origin may ask.
    pub(super) fn knows_origin(&self, origin: &str) -> bool {
        let origin = origin.to_ascii_lowercase();
        if self.origins.contains(&origin) {
            return true;
        }
        // Pages of this machine may ask a server of this machine.
        let rest = origin
            .strip_prefix("http://")
            .or_else(|| origin.strip_prefix("https://"));
        self.origins.is_empty() && rest.is_some_and(|host| LOCAL.contains(&without_port(host)))
    }
}

/// The name of a host, without its port.
fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port))
            if !name.is_empty() && !port.is_empty() && port.bytes().all(|b| b.is_ascii_digit()) =>
        {
            name
        }
        _ => host,
    }
}

#[cfg(test)]
mod tests {
    use super::without_port;

    #[test]
    fn ports_are_left_off() {
        for (host, name) in [
            ("localhost:80", "localhost"),
            ("localhost", "localhost"),
            ("[::1]:8001", "[::1]"),
            ("[::1]", "[::1]"),
            ("127.0.0.1:", "127.0.0.1:"),
            ("a.example:80x", "a.example:80x"),
        ] {
            assert_eq!(without_port(host), name);
        }
    }
}
