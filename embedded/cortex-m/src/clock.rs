//! The clock: an interrupt every millisecond.

use core::sync::atomic::{AtomicU32, Ordering};

use cortex_m::peripheral::SYST;
use cortex_m::peripheral::syst::SystClkSource;
use cortex_m_rt::exception;
use greenhouse::Board;

/// The frequency of the processor of `mps2-an386`, in hertz.
const CORE: u32 = 25_000_000;

static MILLIS: AtomicU32 = AtomicU32::new(0);

#[exception]
fn SysTick() {
    MILLIS.fetch_add(1, Ordering::Relaxed);
}

/// The machine, once its clock runs.
pub struct Ticking(());

/// Starts the clock.
pub fn start(mut timer: SYST) -> Ticking {
    timer.set_clock_source(SystClkSource::Core);
    timer.set_reload(CORE / 1000 - 1);
    timer.clear_current();
    timer.enable_interrupt();
    timer.enable_counter();
    Ticking(())
}

impl Board for Ticking {
    fn now(&self) -> u64 {
        MILLIS.load(Ordering::Relaxed).into()
    }

    /// Each millisecond ends the sleep of the main loop, which polls all calls.
    fn wake_at(&self, _: u64) {}
}
