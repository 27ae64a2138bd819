//! The server that a careful author writes by hand, and that the macro has to keep up with.
//!
//! serde derive with borrowed fields, no `serde_json::Value`, one pass over the envelope, a `match` on the
//! name, listings as literals, replies written straight into a reused buffer. It checks what ours checks:
//! required and unknown members, given twice, null, ranges and lengths. Its refusals carry serde's own
//! words, which is what such servers do; ours pays for naming the argument and for never quoting a value.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::cell::RefCell;
use std::io::Write;

use super::names::{ten, three_hundred};

#[derive(Deserialize)]
struct Request<'a> {
    #[serde(borrow)]
    jsonrpc: Cow<'a, str>,
    #[serde(borrow, default)]
    id: Option<&'a RawValue>,
    #[serde(borrow)]
    method: Cow<'a, str>,
    #[serde(borrow, default)]
    params: Option<Params<'a>>,
}

#[derive(Deserialize)]
struct Params<'a> {
    #[serde(borrow, default)]
    name: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    arguments: Option<&'a RawValue>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Add {
    a: i64,
    b: i64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Search<'a> {
    #[serde(borrow)]
    query: Cow<'a, str>,
    #[serde(default = "ten_hits")]
    limit: u32,
    #[serde(default)]
    exact: bool,
}

fn ten_hits() -> u32 {
    10
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlaceOrder {
    order: Order,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Order {
    customer: String,
    #[serde(default)]
    note: Option<String>,
    lines: Vec<Line>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Line {
    sku: String,
    qty: u32,
    price: f64,
}

#[derive(Serialize)]
struct Placed {
    id: u64,
    total: f64,
    count: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Discount {
    lines: Vec<Line>,
}

#[derive(Serialize)]
struct Discounted {
    lines: Vec<Line>,
    total: f64,
}

/// Reads one line and appends the reply, if any, to `out`.
pub(crate) fn handle(line: &[u8], out: &mut Vec<u8>) {
    respond(line, LIST_10, out);
}

/// The same with three hundred tools in its listing.
pub(crate) fn handle_three_hundred(line: &[u8], out: &mut Vec<u8>) {
    respond(line, LIST_300, out);
}

fn respond(line: &[u8], listing: &str, out: &mut Vec<u8>) {
    // Text once: from a slice, serde_json would look at the UTF-8 of every string for itself.
    let Ok(line) = std::str::from_utf8(line) else {
        out.extend_from_slice(br#"{"jsonrpc":"2.0""#);
        rpc_error(out, -32700, "Parse error");
        return out.push(b'}');
    };
    let request = match serde_json::from_str::<Request>(line) {
        Ok(request) if request.jsonrpc == "2.0" => request,
        Ok(_) => {
            out.extend_from_slice(br#"{"jsonrpc":"2.0""#);
            rpc_error(out, -32600, "Invalid request");
            return out.push(b'}');
        }
        Err(error) => {
            out.extend_from_slice(br#"{"jsonrpc":"2.0""#);
            rpc_error(out, -32700, &error.to_string());
            return out.push(b'}');
        }
    };
    let Some(id) = request.id else { return };
    out.extend_from_slice(br#"{"jsonrpc":"2.0","id":"#);
    out.extend_from_slice(id.get().as_bytes());
    let params = request.params;
    match &*request.method {
        "ping" => out.extend_from_slice(br#","result":{}"#),
        "tools/list" => out.extend_from_slice(listing.as_bytes()),
        "tools/call" => match params {
            Some(Params {
                name: Some(name),
                arguments,
            }) => {
                call(&name, arguments.map_or("{}", RawValue::get), out);
            }
            _ => rpc_error(out, -32602, "params.name is required"),
        },
        _ => rpc_error(out, -32601, "Method not found"),
    }
    out.push(b'}');
}

fn call(name: &str, arguments: &str, out: &mut Vec<u8>) {
    let refused = match name {
        "add" => read(arguments).map(|Add { a, b }| number(out, a.wrapping_add(b))),
        "search" => read(arguments)
            .and_then(|a| search(&a))
            .map(|found| text(out, &found)),
        "place_order" => read(arguments)
            .and_then(|a| place_order(&a))
            .map(|placed| record(out, &placed)),
        "discount" => read(arguments)
            .and_then(discount)
            .map(|discounted| record(out, &discounted)),
        "t000" => {
            number(out, 42);
            Ok(())
        }
        _ => return rpc_error(out, -32602, "Unknown tool"),
    };
    if let Err(reason) = refused {
        out.extend_from_slice(br#","result":{"content":[{"type":"text","text":"#);
        let _ = serde_json::to_writer(&mut *out, &reason);
        out.extend_from_slice(br#"}],"isError":true}"#);
    }
}

fn read<'a, T: Deserialize<'a>>(arguments: &'a str) -> Result<T, String> {
    serde_json::from_str(arguments).map_err(|error| format!("invalid arguments: {error}"))
}

fn search(a: &Search) -> Result<String, String> {
    if !(1..=200).contains(&a.query.chars().count()) {
        return Err("query must be 1 to 200 characters long".into());
    }
    if !(1..=100).contains(&a.limit) {
        return Err("limit must be 1 to 100".into());
    }
    Ok(super::cases::search(&a.query, a.limit, a.exact))
}

fn checked(lines: &[Line]) -> Result<(), String> {
    match lines
        .iter()
        .position(|line| !(1..=1000).contains(&line.qty))
    {
        Some(i) => Err(format!("lines[{i}].qty must be 1 to 1000")),
        None => Ok(()),
    }
}

fn place_order(a: &PlaceOrder) -> Result<Placed, String> {
    checked(&a.order.lines)?;
    std::hint::black_box((&a.order.customer, &a.order.note));
    Ok(Placed {
        id: 7,
        total: a
            .order
            .lines
            .iter()
            .map(|line| f64::from(line.qty) * line.price)
            .sum(),
        count: a.order.lines.iter().map(|line| line.qty).sum(),
    })
}

fn discount(a: Discount) -> Result<Discounted, String> {
    checked(&a.lines)?;
    let mut lines = a.lines;
    for line in &mut lines {
        line.price *= 0.5;
    }
    let total = lines
        .iter()
        .map(|line| f64::from(line.qty) * line.price)
        .sum();
    Ok(Discounted { lines, total })
}

fn number(out: &mut Vec<u8>, n: i64) {
    // Writing to a vector cannot fail.
    let _ = write!(
        out,
        r#","result":{{"content":[{{"type":"text","text":"{n}"}}]}}"#
    );
}

fn text(out: &mut Vec<u8>, text: &str) {
    out.extend_from_slice(br#","result":{"content":[{"type":"text","text":"#);
    let _ = serde_json::to_writer(&mut *out, text);
    out.extend_from_slice(b"}]}");
}

fn record(out: &mut Vec<u8>, value: &impl Serialize) {
    thread_local!(static JSON: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) });
    JSON.with_borrow_mut(|json| {
        json.clear();
        let _ = serde_json::to_writer(&mut *json, value);
        out.extend_from_slice(br#","result":{"content":[{"type":"text","text":"#);
        let _ = serde_json::to_writer(&mut *out, std::str::from_utf8(json).unwrap_or_default());
        out.extend_from_slice(br#"}],"structuredContent":"#);
        out.extend_from_slice(json);
        out.push(b'}');
    });
}

fn rpc_error(out: &mut Vec<u8>, code: i32, message: &str) {
    let _ = write!(out, r#","error":{{"code":{code},"message":"#);
    let _ = serde_json::to_writer(&mut *out, message);
    out.push(b'}');
}

macro_rules! row {
    ($name:ident) => {
        concat!(
            r#"{"name":""#,
            stringify!($name),
            r#"","title":"Search","description":"Searches one corpus and returns the best matches for a query.","inputSchema":{"type":"object","properties":{"query":{"type":"string","description":"What to look for, plain words or a quoted phrase.","minLength":1,"maxLength":200},"limit":{"type":"integer","description":"How many to return.","minimum":1,"maximum":100,"default":10},"exact":{"type":"boolean","description":"Whole words alone.","default":false}},"required":["query"],"additionalProperties":false},"annotations":{"readOnlyHint":true}}"#
        )
    };
}

macro_rules! listing {
    ($first:ident $($name:ident)*) => {
        concat!(r#","result":{"tools":["#, row!($first), $(",", row!($name),)* "]}")
    };
}

static LIST_10: &str = ten!(listing);
static LIST_300: &str = three_hundred!(listing);
