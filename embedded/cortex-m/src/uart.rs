//! The serial line: the first CMSDK UART of `mps2-an386`.

use cortex_m::interrupt::InterruptNumber;
use cortex_m::peripheral::NVIC;

const FIRST: *mut u32 = 0x4000_4000 as *mut u32;

/// Registers, by the number of their word.
const DATA: usize = 0;
const STATE: usize = 1;
const CONTROL: usize = 2;
const INTERRUPT: usize = 3;
const DIVIDER: usize = 4;

const STATE_SENDING: u32 = 1;
const STATE_RECEIVED: u32 = 1 << 1;
const CONTROL_SEND: u32 = 1;
const CONTROL_RECEIVE: u32 = 1 << 1;
const CONTROL_RECEIVE_INTERRUPT: u32 = 1 << 3;
const INTERRUPT_RECEIVED: u32 = 1 << 1;

/// The interrupt of a byte that came in.
#[derive(Clone, Copy)]
struct Received;

// SAFETY: the machine's interrupt 0 is the receiver of its first UART.
unsafe impl InterruptNumber for Received {
    fn number(self) -> u16 {
        0
    }
}

/// The serial line, once it is on.
pub struct Uart {
    registers: *mut u32,
}

impl Uart {
    /// Switches the line on, with an interrupt for each byte that comes in.
    pub fn start() -> Self {
        let mut line = Self { registers: FIRST };
        line.set(DIVIDER, 16);
        line.set(
            CONTROL,
            CONTROL_SEND | CONTROL_RECEIVE | CONTROL_RECEIVE_INTERRUPT,
        );
        // SAFETY: the handler below works on nothing of the program's, so it may run at any time.
        unsafe { NVIC::unmask(Received) };
        line
    }

    /// Takes a byte that has come in.
    pub fn read(&mut self) -> Option<u8> {
        let there = self.get(STATE) & STATE_RECEIVED != 0;
        there.then(|| self.get(DATA).to_le_bytes()[0])
    }

    /// Sends bytes, and waits until they are on their way.
    pub fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            while self.get(STATE) & STATE_SENDING != 0 {}
            self.set(DATA, (*byte).into());
        }
    }

    fn get(&self, register: usize) -> u32 {
        // SAFETY: a register of the machine.
        unsafe { self.registers.add(register).read_volatile() }
    }

    fn set(&mut self, register: usize, value: u32) {
        // SAFETY: a register of the machine, and none that has to do with memory.
        unsafe { self.registers.add(register).write_volatile(value) }
    }
}

/// The machine's table of interrupts, as far as one is used: the first.
#[unsafe(link_section = ".vector_table.interrupts")]
#[unsafe(no_mangle)]
static __INTERRUPTS: [unsafe extern "C" fn(); 1] = [received];

/// Ends the sleep of the main loop, which finds the byte.
extern "C" fn received() {
    // SAFETY: a register of the machine that nothing else uses.
    unsafe { FIRST.add(INTERRUPT).write_volatile(INTERRUPT_RECEIVED) }
}
