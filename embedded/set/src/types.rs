//! What the tools take and give.

use alloc::string::String;
use alloc::vec::Vec;

use toolwright::mcp_types;

mcp_types! {
    /// A bed of the greenhouse.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct Bed(u8 [1..=4]);

    /// What a bed is called.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct Label(String [trim, len(1..=24), example("Tomatoes")]);

    /// What a probe measures.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[camel_case]
    pub enum Probe {
        AirTemperature,
        Humidity,
        SoilMoisture,
        Light,
    }

    /// A day of the week.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[camel_case]
    pub enum Day { Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday }

    /// What a probe said.
    #[derive(Debug, Clone, PartialEq)]
    #[camel_case]
    pub struct Reading {
        pub bed: Bed,
        pub probe: Probe,
        /// Tenths of a degree Celsius, tenths of a percent, or lux.
        pub value: i32,
    }

    /// Several readings of one probe, summed up.
    #[derive(Debug, Clone, PartialEq)]
    #[camel_case]
    pub struct Summary {
        pub probe: Probe,
        /// How many readings.
        pub count: i32,
        pub lowest: i32,
        pub mean: i32,
        pub highest: i32,
    }

    /// When a bed is watered.
    #[derive(Debug, Clone, PartialEq, Eq)]
    #[camel_case]
    pub struct Schedule {
        /// Minutes after midnight.
        pub start: u16 [0..=1439],
        /// How long, in minutes.
        pub minutes: u16 [1..=120],
        pub days: Vec<Day> [items(1..=7), unique],
        /// Why so.
        pub note: Option<String> [len(1..=80)] = None,
    }

    /// When to call somebody.
    #[derive(Debug, Clone, PartialEq)]
    #[camel_case]
    pub struct Alarm {
        pub probe: Probe,
        /// The least value that is fine.
        pub low: Option<i32> [-1000..=100_000] = None,
        /// The greatest value that is fine.
        pub high: Option<i32> [-1000..=100_000] = None,
    }

    /// A bed and what is set there.
    #[derive(Debug, Clone, PartialEq)]
    #[camel_case]
    pub struct BedState {
        pub bed: Bed,
        pub label: Label,
        /// How long its valve stays open, in minutes; 0 is closed.
        pub open_minutes: u16,
        pub schedule: Option<Schedule> = None,
    }
}
