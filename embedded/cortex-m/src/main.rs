//! The greenhouse on a Cortex-M4: messages come in over a serial line, replies go out there.
//!
//! A message is a line. The byte 0x04 (end of transmission) ends the program, which then tells
//! over semihosting what memory it took. The machine is QEMU's `mps2-an386`.

#![no_std]
#![no_main]

mod clock;
mod heap;
mod stack;
mod uart;

use cortex_m::Peripherals;
use cortex_m_rt::entry;
use greenhouse::{Lines, Tasks};
use semihosting::{eprintln, process};

use crate::uart::Uart;

const END_OF_TRANSMISSION: u8 = 4;

#[entry]
fn main() -> ! {
    heap::init();
    let machine = Peripherals::take().expect("taken once");
    let mut tasks = Tasks::new(clock::start(machine.SYST));
    let mut uart = Uart::start();
    let mut lines = Lines::default();
    heap::begin();
    loop {
        while let Some(byte) = uart.read() {
            if byte == END_OF_TRANSMISSION {
                finish();
            }
            if let Some(message) = lines.push(byte) {
                tasks.push(message);
            }
        }
        tasks.poll(|reply| {
            uart.write(reply);
            uart.write(b"\n");
        });
        // An interrupt that came since the last time ends it at once: none is slept over.
        cortex_m::asm::wfe();
    }
}

/// Tells what memory was taken.
fn finish() -> ! {
    let heap = heap::taken();
    eprintln!(
        "heap at start {}, peak {}, held {}; stack {}",
        heap.at_start,
        heap.peak,
        heap.held,
        stack::peak()
    );
    process::exit(0)
}

#[panic_handler]
fn panic(info: &core::panic::PanicInfo<'_>) -> ! {
    eprintln!("{info}");
    process::exit(101)
}
