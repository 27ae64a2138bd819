//! The state of the greenhouse, and what the tools do there.

use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};

use toolwright::{ResourceError, ToolError};

use crate::board::Board;
use crate::types::{Alarm, Bed, BedState, Label, Probe, Reading, Summary};

pub(crate) const MANUAL: &str =
    "# Greenhouse\n\n- Water in the morning.\n- Soil under 20 % is dry, over 60 % it is wet.\n";

/// How many readings are kept.
const KEPT: usize = 16;

/// The greenhouse: one thread has it, so cells do.
pub struct Greenhouse {
    board: Box<dyn Board>,
    beds: RefCell<Vec<BedState>>,
    readings: RefCell<VecDeque<Reading>>,
    alarms: RefCell<Vec<Alarm>>,
    /// How many readings were taken: what the simulated probes make their values of.
    taken: Cell<u32>,
}

impl Greenhouse {
    /// A greenhouse in which nothing is set, on this board.
    ///
    /// # Panics
    ///
    /// Never: the names and numbers of its beds are valid.
    #[must_use]
    pub fn new(board: impl Board + 'static) -> Self {
        let bed = |number: u8| BedState {
            bed: Bed::new(number).expect("1 to 4"),
            label: Label::new(format!("Bed {number}")).expect("a short name"),
            open_minutes: 0,
            schedule: None,
        };
        Self {
            board: Box::new(board),
            beds: RefCell::new((1..=4).map(bed).collect()),
            readings: RefCell::default(),
            alarms: RefCell::default(),
            taken: Cell::new(0),
        }
    }

    pub(crate) fn board(&self) -> &dyn Board {
        &*self.board
    }

    /// Reads a probe and keeps the reading.
    pub(crate) fn read(&self, bed: Bed, probe: Probe) -> Reading {
        let taken = self.taken.get();
        self.taken.set(taken.wrapping_add(1));
        // 12 bits, as of a converter: some noise around what is usual there.
        let noise = i32::try_from(taken.wrapping_mul(37) % 64).unwrap_or_default();
        let raw = 1600 + i32::from(bed.get()) * 100 + noise;
        let value = match probe {
            Probe::AirTemperature => raw / 8,
            Probe::Humidity | Probe::SoilMoisture => raw / 4,
            Probe::Light => raw * 12,
        };
        let reading = Reading { bed, probe, value };
        let mut readings = self.readings.borrow_mut();
        readings.truncate(KEPT - 1);
        readings.push_front(reading.clone());
        reading
    }

    /// The newest readings, of one bed or of all.
    pub(crate) fn last_readings(&self, bed: Option<Bed>, limit: usize) -> Vec<Reading> {
        let readings = self.readings.borrow();
        let wanted = readings
            .iter()
            .filter(|reading| bed.is_none_or(|bed| reading.bed == bed));
        wanted.take(limit).cloned().collect()
    }

    pub(crate) fn beds(&self) -> Vec<BedState> {
        self.beds.borrow().clone()
    }

    /// Changes a bed, and gives what is set there then.
    pub(crate) fn change(&self, bed: Bed, change: impl FnOnce(&mut BedState)) -> BedState {
        let mut beds = self.beds.borrow_mut();
        let state = &mut beds[usize::from(bed.get()) - 1];
        change(state);
        state.clone()
    }

    /// Opens a valve, unless another is open: there is water for one.
    pub(crate) fn open(&self, bed: Bed, minutes: u16) -> Result<BedState, ToolError> {
        let open = self
            .beds()
            .into_iter()
            .find(|state| state.open_minutes > 0 && state.bed != bed);
        match open {
            Some(other) => Err(ToolError::shown(format_args!(
                "The valve of {} is open: close it first.",
                other.label
            ))),
            None => Ok(self.change(bed, |state| state.open_minutes = minutes)),
        }
    }

    /// Sets the alarms, and gives the kept readings that set one off.
    pub(crate) fn watch(&self, alarms: Vec<Alarm>, phone: &str) -> Result<Vec<Reading>, ToolError> {
        if !phone
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'+')
        {
            // What is wrong with a number of a person is not for the model to read.
            return Err(ToolError::hidden("the modem refuses the number"));
        }
        let mut readings = self.last_readings(None, KEPT);
        readings.retain(|reading| alarms.iter().any(|alarm| sets_off(reading, alarm)));
        *self.alarms.borrow_mut() = alarms;
        Ok(readings)
    }

    pub(crate) fn sentence(&self, bed: Bed) -> Result<String, ResourceError> {
        let beds = self.beds();
        let state = beds
            .iter()
            .find(|state| state.bed == bed)
            .ok_or_else(ResourceError::not_found)?;
        Ok(format!(
            "{} is watered {}; its valve is {}.",
            state.label,
            if state.schedule.is_some() {
                "by a schedule"
            } else {
                "by hand"
            },
            if state.open_minutes > 0 {
                "open"
            } else {
                "closed"
            },
        ))
    }
}

fn sets_off(reading: &Reading, alarm: &Alarm) -> bool {
    reading.probe == alarm.probe
        && (alarm.low.is_some_and(|low| reading.value < low)
            || alarm.high.is_some_and(|high| reading.value > high))
}

/// Sums readings up, of which there is at least one.
pub(crate) fn summary(probe: Probe, values: &[i32]) -> Summary {
    let count = i32::try_from(values.len()).unwrap_or(i32::MAX);
    Summary {
        probe,
        count,
        lowest: values.iter().copied().min().unwrap_or_default(),
        mean: values.iter().sum::<i32>() / count.max(1),
        highest: values.iter().copied().max().unwrap_or_default(),
    }
}
