//! What needs an operating system: its paths and its clock.

use alloc::borrow::Cow;
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::spelled::{Fault, Spelled, spelled};
use super::{Argument, DefaultFor, Input, TextLit, TextLits, ToolType, WriteJson, Writer};
use crate::calendar::{self, Short};
use crate::refusal::{Broken, Refusal};
use crate::rules::Text;
use crate::schema::{Kind, Rule, Schema};
use crate::types::value_object::Inner;

const fn schema(schema: Schema) -> Schema {
    schema.format("date-time")
}
spelled! { SystemTime, "SystemTime", schema, InstantLit InstantLits, copied; }

impl Spelled for SystemTime {
    fn spell(text: &str) -> Result<Self, Fault> {
        let instant = calendar::instant(text.as_bytes()).ok_or(Fault::Form)?;
        let seconds = Duration::from_secs(instant.seconds.unsigned_abs());
        let whole = if instant.seconds < 0 {
            UNIX_EPOCH.checked_sub(seconds)
        } else {
            UNIX_EPOCH.checked_add(seconds)
        };
        whole
            .and_then(|time| time.checked_add(Duration::from_nanos(instant.nanosecond.into())))
            .ok_or(Fault::Room)
    }

    fn write(&self, out: &mut Writer) {
        let (seconds, nanosecond) = match self.duration_since(UNIX_EPOCH) {
            Ok(after) => (i64::try_from(after.as_secs()).ok(), after.subsec_nanos()),
            Err(before) => {
                let before = before.duration();
                let seconds = i64::try_from(before.as_secs()).ok();
                match before.subsec_nanos() {
                    0 => (seconds.map(|seconds| -seconds), 0),
                    rest => (seconds.map(|seconds| -seconds - 1), 1_000_000_000 - rest),
                }
            }
        };
        match seconds.and_then(|seconds| Short::new().instant(seconds, nanosecond, 0)) {
            Some(text) => out.string(text.as_str()),
            None => out.unwritable(),
        }
    }
}

// A path is text with all the rules of text; what is written has to be Unicode.
impl Text for PathBuf {}

impl ToolType for PathBuf {
    const SCHEMA: &'static Schema =
        &Schema::new(Kind::String, "PathBuf").judge(crate::proof::judge::<Self>);
    type Const = &'static str;
    type Render = TextLit;
    type Renders = TextLits;
}

impl DefaultFor<PathBuf> for &'static str {
    fn value(self) -> PathBuf {
        self.into()
    }
}

impl<'a> Argument<'a> for PathBuf {
    fn read(input: &mut Input<'a>, rules: &[Rule]) -> Result<Self, Refusal> {
        Ok(input.text(rules)?.into_owned().into())
    }
}

impl WriteJson for PathBuf {
    const WRITTEN: &'static Schema = <PathBuf as ToolType>::SCHEMA;
    const PLAIN: bool = true;

    fn write(&self, out: &mut Writer) {
        match self.to_str() {
            Some(text) => out.string(text),
            None => out.unwritable(),
        }
    }
}

impl Inner for PathBuf {
    type Get<'a> = &'a std::path::Path;

    fn get(&self) -> &std::path::Path {
        self
    }

    fn settle(self, rules: &[Rule]) -> Result<Self, Broken> {
        match self.to_str().map(Cow::Borrowed) {
            Some(text) => alloc::string::String::from(text)
                .settle(rules)
                .map(Self::from),
            None => Err(Broken::Format),
        }
    }

    fn from_text(text: &str) -> Option<Self> {
        Some(text.into())
    }
}
