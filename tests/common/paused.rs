//! A runtime whose clock goes on as soon as all wait for it.

/// Runs a test under that clock.
pub fn paused(test: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .start_paused(true)
        .build();
    runtime.expect("a runtime").block_on(test);
}
