//! Standard input and output, by the calls of the C library.

/// Whether input, or its end, is there within so many milliseconds; -1 waits for it.
pub fn is_readable(millis: i32) -> bool {
    let mut input = libc::pollfd {
        fd: libc::STDIN_FILENO,
        events: libc::POLLIN,
        revents: 0,
    };
    // SAFETY: one entry, which is there.
    unsafe { libc::poll(&raw mut input, 1, millis) > 0 }
}

/// Reads what is there; nothing at the end of the input, or where it fails.
pub fn read(into: &mut [u8]) -> &[u8] {
    // SAFETY: as many bytes as there are.
    let count = unsafe { libc::read(libc::STDIN_FILENO, into.as_mut_ptr().cast(), into.len()) };
    &into[..usize::try_from(count).unwrap_or_default()]
}

/// Writes all of it, or ends the process where nobody reads.
pub fn write(mut bytes: &[u8]) {
    while !bytes.is_empty() {
        // SAFETY: as many bytes as there are.
        let count = unsafe { libc::write(libc::STDOUT_FILENO, bytes.as_ptr().cast(), bytes.len()) };
        match usize::try_from(count) {
            Ok(count) => bytes = &bytes[count..],
            // SAFETY: ends the process.
            Err(_) => unsafe { libc::exit(1) },
        }
    }
}
