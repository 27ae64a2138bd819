//! The set: ten tools, two resources, a prompt.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use toolwright::{ResourceError, ToolError, mcp_tools};

use crate::board::pause;
use crate::state::{Greenhouse, MANUAL, summary};
use crate::types::{Alarm, Bed, BedState, Day, Label, Probe, Reading, Schedule, Summary};

mcp_tools! {
    /// Looks after the four beds of a greenhouse.
    ///
    /// Water is scarce: open a valve for as long as the soil asks for it, and no longer.
    #[server(name = "greenhouse", title = "Greenhouse", version = "1.0.0")]
    pub static GREENHOUSE: LocalToolSet<Greenhouse>;

    /// Reads a probe.
    #[tool(read_only, title = "Read a probe")]
    fn read_probe(&self, bed: Bed, probe: Probe) -> Reading {
        self.read(bed, probe)
    }

    /// Reads a probe several times, and sums the readings up.
    #[tool(read_only)]
    async fn sample_probe(
        &self,
        bed: Bed,
        probe: Probe,
        /// How many readings to take.
        count: u32 [1..=20] = 4,
        /// How long to wait before each, in milliseconds.
        pause_ms: u16 [0..=1000] = 50,
    ) -> Summary {
        let mut values = Vec::new();
        for _ in 0..count {
            pause(self.board(), pause_ms.into()).await;
            values.push(self.read(bed, probe).value);
        }
        summary(probe, &values)
    }

    /// Lists the last readings, the newest first.
    #[tool(read_only, structured)]
    fn list_readings(
        &self,
        /// Only those of one bed.
        bed: Option<Bed> = None,
        /// How many to return.
        limit: u8 [1..=16] = 8,
    ) -> Vec<Reading> {
        self.last_readings(bed, limit.into())
    }

    /// Gives all beds and what is set there.
    #[tool(read_only, structured)]
    fn list_beds(&self) -> Vec<BedState> {
        self.beds()
    }

    /// Gives a bed another name.
    #[tool(destructive, idempotent)]
    fn rename_bed(&self, bed: Bed, label: Label) -> BedState {
        self.change(bed, |state| state.label = label)
    }

    /// Opens the valve of a bed.
    #[tool(destructive = false, open_world)]
    fn open_valve(
        &self,
        bed: Bed,
        /// How long, in minutes.
        minutes: u16 [1..=60] = 10,
    ) -> Result<BedState, ToolError> {
        self.open(bed, minutes)
    }

    /// Closes the valve of a bed. Closing it again changes nothing.
    #[tool(destructive = false, idempotent, open_world)]
    fn close_valve(&self, bed: Bed) -> BedState {
        self.change(bed, |state| state.open_minutes = 0)
    }

    /// Sets when a bed is watered.
    #[tool(destructive, idempotent)]
    fn set_schedule(
        &self,
        bed: Bed,
        /// When to water; null never does.
        schedule: Option<Schedule>,
    ) -> BedState {
        self.change(bed, |state| state.schedule = schedule)
    }

    /// Lists the beds that are watered on a day.
    #[tool(read_only)]
    fn list_watered(&self, day: Day) -> Vec<u8> {
        let watered = |state: &BedState| state.schedule.as_ref().is_some_and(|schedule| schedule.days.contains(&day));
        self.beds().into_iter().filter(watered).map(|state| state.bed.get()).collect()
    }

    /// Sets the alarms, in place of those before, and lists the readings that set one off by now.
    #[tool(destructive, idempotent, structured)]
    fn set_alarms(
        &self,
        /// When to call somebody.
        alarms: Vec<Alarm> [items(..=4)],
        /// Whom to call.
        phone: &str [len(3..=24)],
    ) -> Result<Vec<Reading>, ToolError> {
        self.watch(alarms, phone)
    }

    /// How the greenhouse is run.
    #[resource("greenhouse://manual", mime = "text/markdown")]
    fn manual() -> &'static str {
        MANUAL
    }

    /// A bed and what is set there, in a sentence.
    #[resource("greenhouse://beds/{bed}")]
    fn bed(&self, bed: Bed) -> Result<String, ResourceError> {
        self.sentence(bed)
    }

    /// Plans how a bed is watered.
    #[prompt(title = "Plan watering")]
    fn plan_watering(
        &self,
        bed: Bed,
        /// What grows there.
        #[complete(plants)] plant: String [len(1..=40)] = "tomatoes",
    ) -> String {
        let moisture = self.read(bed, Probe::SoilMoisture).value;
        format!("Plan how bed {bed} is watered. It grows {plant}; its soil is at {} % now.", moisture / 10)
    }
}

/// What may grow in a bed, as far as it was typed.
fn plants(typed: &str) -> Vec<&'static str> {
    ["basil", "beans", "cucumbers", "tomatoes"]
        .into_iter()
        .filter(|plant| plant.starts_with(typed))
        .collect()
}
