//! Refusals, byte for byte: every row of both tables, wherever the value stands, from tools with
//! an output schema and without, in every revision; from the macro's tools, from the same added at
//! run time, and from the same written by hand.
#![allow(
    clippy::boxed_local,
    clippy::ref_option,
    reason = "boxes are among the types that are tried"
)]
#![allow(
    clippy::needless_pass_by_value,
    clippy::too_many_lines,
    clippy::many_single_char_names,
    clippy::trivially_copy_pass_by_ref,
    clippy::ptr_arg,
    reason = "tables of cases, and parameters as tools have them"
)]

// First: the others use its macro.
#[macro_use]
mod thrice;

mod fields_and_defaults;
#[path = "../fixture/mod.rs"]
mod fixture;
#[cfg(feature = "rmcp")]
#[path = "../hosted/mod.rs"]
mod hosted;
mod keys;
mod members;
mod order;
#[cfg(all(feature = "pattern", feature = "uuid", feature = "jiff"))]
mod place_order;
mod plain;
mod shapes;
mod unformatted;
mod value_objects;
#[path = "../values/mod.rs"]
mod values;

use out::Out;
use values::{REVISIONS, Refused};

/// What a tool with an output schema gives back.
mod out {
    toolwright::mcp_types! {
        /// Nothing of note.
        pub struct Out { pub n: u8 }
    }
}

/// A server behind its types: sends a call, gives the reply.
type Ask = fn(&str, &str, &str) -> String;

/// Asserts a refusal in every revision, of the tool and of its twin with an output schema.
fn refuses(ask: Ask, tool: &str, arguments: &str, refused: &Refused<'_>) {
    for revision in REVISIONS {
        for (tool, output) in [(tool.to_owned(), false), (format!("{tool}_out"), true)] {
            assert_eq!(
                ask(revision, &tool, arguments),
                refused.reply(revision, output),
                "{revision} {tool} {arguments}"
            );
        }
    }
}

fn accepts(ask: Ask, tool: &str, arguments: &str) {
    for revision in REVISIONS {
        let reply = ask(revision, tool, arguments);
        assert!(!reply.contains("isError"), "{tool} {arguments}: {reply}");
    }
}

/// The sets that no shape stands for; those of the shapes are compared with their good values.
#[test]
fn all_three_list_alike() {
    for revision in REVISIONS {
        keys::THRICE.list(revision);
        order::THRICE.list(revision);
        fields_and_defaults::THRICE.list(revision);
        #[cfg(all(feature = "pattern", feature = "uuid", feature = "jiff"))]
        place_order::THRICE.list(revision);
    }
}
