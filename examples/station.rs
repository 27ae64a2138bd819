//! A weather station: what a server has beside tools that answer at once.
//!
//! Resources and a template, prompts with suggestions, a note that clients can watch, a tool that
//! takes its time, tools that ask the client, a card for hosts with MCP Apps, a filter, and an
//! error that is none of the client's business. `tests/clients/station.py` drives it with the
//! official Python client.

use std::io;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use toolwright::ask::{Elicited, Form, Sample};
use toolwright::context::Level;
use toolwright::filter::Verdict;
use toolwright::{
    Cancellation, Context, Notifier, ResourceError, Server, ToolError, mcp_tools, mcp_types,
};

mcp_types! {
    /// Who is on watch.
    pub struct Keeper {
        /// How to call them.
        name: String [len(1..=40)],
        /// For how many hours.
        hours: u32 [1..=12] = 4,
    }
}

/// The station, shared by all calls.
#[derive(Default)]
struct Station {
    note: Mutex<String>,
    cancelled: AtomicU32,
    /// Tells clients of changes, once the server is there.
    notifier: Arc<OnceLock<Notifier>>,
}

impl Station {
    fn written(&self) -> MutexGuard<'_, String> {
        self.note.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

const TOWNS: [&str; 4] = ["Bergen", "Berlin", "Oslo", "Turin"];

fn towns(typed: &str) -> Vec<&'static str> {
    TOWNS
        .into_iter()
        .filter(|town| town.to_lowercase().starts_with(&typed.to_lowercase()))
        .collect()
}

mcp_tools! {
    /// A weather station. Measure with `measure`; `station://note` is what the keeper wrote down.
    #[server(name = "station", version = "1.0.0")]
    static STATION: ToolSet<Station>;

    /// Measures the wind, again and again.
    #[tool(read_only)]
    fn measure(
        cx: &Context,
        /// How often.
        times: u32 [1..=10] = 3,
    ) -> u32 {
        for done in 1..=times {
            cx.progress(done.into(), Some(times.into()), Some("measured"));
            cx.log(Level::Info, Some("anemometer"), format!("{done} of {times}"));
        }
        times
    }

    /// Waits for a storm, which does not come.
    async fn wait_for_storm(&self, cancellation: &Cancellation) -> &'static str {
        cancellation.cancelled().await;
        self.cancelled.fetch_add(1, Ordering::SeqCst);
        "No storm."
    }

    /// How many have given up waiting for a storm.
    #[tool(read_only)]
    fn given_up(&self) -> u32 {
        self.cancelled.load(Ordering::SeqCst)
    }

    /// Writes a note.
    fn write_note(&self, text: String [len(..=200)]) {
        *self.written() = text;
        if let Some(notifier) = self.notifier.get() {
            notifier.resource_updated("station://note");
        }
    }

    /// Asks the person in front of the client to take the watch.
    async fn take_watch(cx: &Context) -> Result<String, ToolError> {
        Ok(match cx.elicit(Form::<Keeper>::new("Who takes the watch?")).await? {
            Elicited::Accepted(keeper) => format!("{} for {} hours", keeper.name, keeper.hours),
            Elicited::Declined => "Nobody.".into(),
            Elicited::Cancelled => "Later.".into(),
        })
    }

    /// Has the client's model put the weather into words.
    async fn describe(cx: &Context, town: String [one_of("Bergen", "Berlin", "Oslo", "Turin")]) -> Result<String, ToolError> {
        Ok(cx.sample(Sample::new(format!("The weather in {town}, in one word."), 10)).await?.text())
    }

    /// The folders that reports may go to.
    async fn folders(cx: &Context) -> Result<Vec<String>, ToolError> {
        Ok(cx.roots().await?.into_iter().map(|root| root.uri).collect())
    }

    /// The weather of a town, as a card where the host can show one.
    #[tool(read_only, ui = "ui://station/card")]
    fn weather(town: String) -> String {
        format!("Sunny in {town}")
    }

    /// Opens the instruments: for the keeper alone.
    fn open_instruments(code: u32 [1000..=9999]) -> String {
        format!("Open with {code}.")
    }

    /// Reads the barometer, which is broken.
    fn pressure() -> Result<f64, ToolError> {
        Err(io::Error::other("the barometer at /dev/baro0 does not answer"))?
    }

    /// What the keeper wrote down.
    #[resource("station://note", mime = "text/plain")]
    fn note(&self) -> String {
        self.written().clone()
    }

    /// The station's badge.
    #[resource("station://badge", mime = "image/png")]
    fn badge() -> Vec<u8> {
        vec![0x89, 0x50, 0x4e, 0x47]
    }

    /// One day of a year.
    #[resource("station://days/{day}", mime = "application/json")]
    fn day(
        /// Counted from the first of January.
        day: u32 [1..=366],
    ) -> Result<String, ResourceError> {
        if day == 366 {
            return Err(ResourceError::not_found());
        }
        Ok(format!(r#"{{"day":{day},"rain":false}}"#))
    }

    /// The card of a town.
    #[resource("ui://station/card", prefers_border)]
    fn card() -> &'static str {
        "<!doctype html><title>Weather</title>"
    }

    /// Asks for a report.
    #[prompt(title = "Report")]
    fn report(
        /// Which town.
        #[complete(towns)]
        town: String,
        /// How many days.
        days: u32 [1..=14] = 1,
    ) -> String {
        format!("Report {days} days of weather in {town}.")
    }
}

fn main() -> io::Result<()> {
    let station = Station::default();
    let notifier = Arc::clone(&station.notifier);
    let server = Server::new(&STATION, station)
        .logging()
        .subscriptions()
        .filter(|call| match call.name() {
            "open_instruments" => Verdict::deny("Only the keeper may do this."),
            _ => Verdict::Pass,
        });
    let _ = notifier.set(server.notifier());
    server.serve_stdio()
}
