//! What `alloc` of this machine's toolchain names, since it was built to unwind. This program is
//! built to abort and without std, which would have both: nothing calls them.

#[unsafe(no_mangle)]
extern "C" fn rust_eh_personality() {}

#[unsafe(no_mangle)]
extern "C" fn _Unwind_Resume() -> ! {
    // SAFETY: ends the process, whatever it was at.
    unsafe { libc::abort() }
}
