//! The shell on tokio, under a paused clock: time passes only where every task waits for it.
#![cfg(feature = "tokio")]

#[path = "common/paused.rs"]
mod paused;

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use paused::paused;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream};
use tokio::time;
use toolwright::transport::tokio::{ServeError, Shell};
use toolwright::{Context, Limits, Server, ToolError, mcp_tools};

/// How many calls are inside of their futures: counted down when one is dropped, too.
#[derive(Default)]
pub struct State {
    inside: AtomicUsize,
    begun: AtomicUsize,
}

struct Inside(&'static AtomicUsize);

impl Drop for Inside {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

#[derive(Clone, Copy)]
struct Shared(&'static State);

impl std::ops::Deref for Shared {
    type Target = State;

    fn deref(&self) -> &State {
        self.0
    }
}

mcp_tools! {
    static TOOLS: ToolSet<Shared>;

    /// Waits, and answers the number.
    async fn wait(&self, ms: u64, number: u64) -> u64 {
        self.begun.fetch_add(1, Ordering::SeqCst);
        self.inside.fetch_add(1, Ordering::SeqCst);
        let _inside = Inside(&self.0.inside);
        time::sleep(Duration::from_millis(ms)).await;
        number
    }

    /// Waits with its context at hand.
    async fn watch(&self, cx: &Context, ms: u64) -> bool {
        self.inside.fetch_add(1, Ordering::SeqCst);
        let _inside = Inside(&self.0.inside);
        time::sleep(Duration::from_millis(ms)).await;
        cx.is_cancelled()
    }

    /// Tells of its progress, 64 MiB of it.
    async fn flood(&self, cx: &Context) -> &'static str {
        let text = "x".repeat(64 * 1024);
        for step in 0..1000 {
            cx.progress(f64::from(step), None, Some(&text));
            tokio::task::yield_now().await;
        }
        self.begun.fetch_add(1, Ordering::SeqCst);
        "flooded"
    }

    /// Asks for the roots.
    async fn ask(cx: &Context) -> Result<usize, ToolError> { Ok(cx.roots().await?.len()) }

    /// Answers at once.
    fn double(n: u64) -> u64 { n * 2 }
}

fn state() -> Shared {
    Shared(Box::leak(Box::default()))
}

struct Client {
    input: DuplexStream,
    output: BufReader<DuplexStream>,
}

impl Client {
    async fn send(&mut self, message: &Value) {
        let line = format!("{message}\n");
        self.input
            .write_all(line.as_bytes())
            .await
            .expect("the server reads");
    }

    async fn call(&mut self, id: u64, tool: &str, arguments: Value) {
        let params = json!({"name": tool, "arguments": arguments});
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}))
            .await;
    }

    async fn cancel(&mut self, id: u64) {
        self.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}})).await;
    }

    async fn next(&mut self) -> Option<Value> {
        let mut line = String::new();
        let read = self.output.read_line(&mut line).await.expect("a line");
        (read > 0).then(|| serde_json::from_str(&line).expect("a message"))
    }

    async fn rest(mut self) -> Vec<Value> {
        drop(self.input);
        let mut messages = Vec::new();
        let mut line = String::new();
        while self.output.read_line(&mut line).await.expect("a line") > 0 {
            messages.push(serde_json::from_str(&line).expect("a message"));
            line.clear();
        }
        messages
    }
}

async fn connect(
    shell: Shell<Shared>,
) -> (Client, tokio::task::JoinHandle<Result<(), ServeError>>) {
    connect_in("2025-11-25", shell).await
}

async fn connect_in(
    revision: &str,
    shell: Shell<Shared>,
) -> (Client, tokio::task::JoinHandle<Result<(), ServeError>>) {
    let (input, server_input) = tokio::io::duplex(64 * 1024);
    let (server_output, output) = tokio::io::duplex(64 * 1024);
    let served = tokio::spawn(shell.serve(server_input, server_output));
    let mut client = Client {
        input,
        output: BufReader::new(output),
    };
    let params = json!({"protocolVersion": revision, "capabilities": {"elicitation": {}, "roots": {}}, "clientInfo": {"name": "t", "version": "1"}});
    client
        .send(&json!({"jsonrpc": "2.0", "id": "init", "method": "initialize", "params": params}))
        .await;
    assert_eq!(client.next().await.expect("a reply")["id"], "init");
    (client, served)
}

/// A generator with a fixed seed (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % n
    }
}

fn text(reply: &Value) -> &str {
    reply["result"]["content"][0]["text"]
        .as_str()
        .unwrap_or_default()
}

#[test]
#[allow(clippy::too_many_lines, reason = "one story")]
fn a_thousand_calls_with_delays_cancellations_and_timeouts() {
    paused(async {
        const CALLS: u64 = 1000;
        const LIMIT: u64 = 400;
        let state = state();
        let shell = Shell::new(Server::new(&TOOLS, state)).timeout(Duration::from_millis(LIMIT));
        let (client, served) = connect(shell).await;
        let mut random = Random(0x9E37_79B9_7F4A_7C15);
        // What each call is going to: its delay, and when it is cancelled.
        let plan: Vec<(u64, Option<u64>)> = (0..CALLS)
            .map(|_| {
                (
                    random.below(600),
                    (random.below(4) == 0).then(|| random.below(600)),
                )
            })
            .collect();
        let sent = plan.clone();
        let Client { input, output } = client;
        let mut client = Client {
            input,
            output: BufReader::new(tokio::io::duplex(1).0),
        };
        let sending = tokio::spawn(async move {
            let mut at: Vec<(u64, u64, bool)> = Vec::new();
            let mut random = Random(42);
            for (id, (_, cancelled)) in sent.iter().enumerate() {
                let id = id as u64;
                let start = random.below(2000);
                at.push((start, id, true));
                if let Some(after) = cancelled {
                    at.push((start + after, id, false));
                }
            }
            at.sort_unstable();
            let begin = time::Instant::now();
            for (when, id, is_call) in at {
                time::sleep_until(begin + Duration::from_millis(when)).await;
                if is_call {
                    let ms = sent[usize::try_from(id).expect("small")].0;
                    client
                        .call(id, "wait", json!({"ms": ms, "number": id}))
                        .await;
                } else {
                    client.cancel(id).await;
                }
            }
            client.input
        });
        let mut replies: HashMap<u64, Value> = HashMap::new();
        let mut output = output;
        let mut line = String::new();
        let reading = async {
            while output.read_line(&mut line).await.expect("a line") > 0 {
                let reply: Value = serde_json::from_str(&line).expect("a message");
                let id = reply["id"].as_u64().expect("an id");
                assert!(
                    replies.insert(id, reply).is_none(),
                    "{id} is answered twice"
                );
                line.clear();
            }
        };
        let close = async { drop(sending.await.expect("all is sent")) };
        tokio::join!(reading, close);
        served.await.expect("no panic").expect("no error");

        let (mut answered, mut late, mut cancelled) = (0, 0, 0);
        for (id, (ms, cancel)) in plan.iter().enumerate() {
            let reply = replies.get(&(id as u64));
            let natural = (*ms).min(LIMIT);
            match (cancel, reply) {
                // At the same millisecond either may come first.
                (Some(after), None) => {
                    assert!(
                        *after <= natural,
                        "{id} was cancelled too late to be silent"
                    );
                    cancelled += 1;
                }
                (cancel, Some(reply)) => {
                    assert!(
                        cancel.is_none_or(|after| after >= natural),
                        "{id} is answered, and was cancelled"
                    );
                    if *ms < LIMIT {
                        assert_eq!(text(reply), id.to_string());
                        answered += 1;
                    } else if reply["result"]["isError"] == true {
                        assert_eq!(text(reply), "The tool did not answer in time.");
                        late += 1;
                    } else {
                        assert_eq!(*ms, LIMIT, "{id} was answered after its time");
                        answered += 1;
                    }
                }
                (None, None) => panic!("{id} is not answered"),
            }
        }
        println!("{answered} answered, {late} out of time, {cancelled} cancelled");
        assert!(answered > 300 && late > 100 && cancelled > 50);
        assert_eq!(state.inside.load(Ordering::SeqCst), 0, "a future is left");
        let tasks = tokio::runtime::Handle::current()
            .metrics()
            .num_alive_tasks();
        assert_eq!(tasks, 0, "a task is left");
    });
}

#[test]
fn a_cancelled_call_is_dropped_at_once_also_with_its_context_at_hand() {
    paused(async {
        let state = state();
        let (mut client, served) = connect(Shell::new(Server::new(&TOOLS, state))).await;
        client.call(1, "watch", json!({"ms": 1_000_000})).await;
        time::sleep(Duration::from_millis(10)).await;
        assert_eq!(state.inside.load(Ordering::SeqCst), 1);
        client.cancel(1).await;
        time::sleep(Duration::from_millis(10)).await;
        assert_eq!(state.inside.load(Ordering::SeqCst), 0);
        assert_eq!(client.rest().await, Vec::<Value>::new());
        served.await.expect("no panic").expect("no error");
    });
}

#[test]
fn lists_and_ping_are_answered_while_calls_wait() {
    paused(async {
        let (mut client, _served) = connect(Shell::new(Server::new(&TOOLS, state()))).await;
        let begin = time::Instant::now();
        client
            .call(1, "wait", json!({"ms": 2000, "number": 1}))
            .await;
        client
            .send(&json!({"jsonrpc": "2.0", "id": 2, "method": "ping"}))
            .await;
        assert_eq!(client.next().await.expect("a reply")["id"], 2);
        client.call(3, "double", json!({"n": 4})).await;
        assert_eq!(text(&client.next().await.expect("a reply")), "8");
        assert_eq!(begin.elapsed(), Duration::ZERO);
        assert_eq!(client.next().await.expect("a reply")["id"], 1);
        assert_eq!(begin.elapsed(), Duration::from_secs(2));
    });
}

#[test]
fn the_end_of_input_drains_what_is_in_flight() {
    paused(async {
        let (mut client, served) = connect(Shell::new(Server::new(&TOOLS, state()))).await;
        for id in 0..20 {
            client
                .call(id, "wait", json!({"ms": 100 * id, "number": id}))
                .await;
        }
        let mut ids: Vec<u64> = client
            .rest()
            .await
            .iter()
            .filter_map(|reply| reply["id"].as_u64())
            .collect();
        ids.sort_unstable();
        assert_eq!(ids, (0..20).collect::<Vec<_>>());
        served.await.expect("no panic").expect("no error");
    });
}

#[test]
fn a_shutdown_waits_for_its_grace_and_no_longer() {
    paused(async {
        let state = state();
        let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
        let shell = Shell::new(Server::new(&TOOLS, state))
            .shutdown(async { drop(stopped.await) })
            .grace(Duration::from_secs(1));
        let (mut client, served) = connect(shell).await;
        client
            .call(1, "wait", json!({"ms": 500, "number": 1}))
            .await;
        client
            .call(2, "wait", json!({"ms": 5000, "number": 2}))
            .await;
        time::sleep(Duration::from_millis(10)).await;
        let begin = time::Instant::now();
        stop.send(()).expect("the server waits");
        served.await.expect("no panic").expect("no error");
        assert_eq!(begin.elapsed(), Duration::from_secs(1));
        assert_eq!(state.inside.load(Ordering::SeqCst), 0, "a future is left");
        let replies = client.rest().await;
        assert_eq!(
            replies.iter().map(|reply| &reply["id"]).collect::<Vec<_>>(),
            [1]
        );
    });
}

#[test]
fn with_the_limit_in_flight_nothing_more_is_read() {
    paused(async {
        let state = state();
        let server = Server::new(&TOOLS, state).limits(Limits::new().calls(3));
        let (mut client, _served) = connect(Shell::new(server)).await;
        for id in 0..10 {
            client
                .call(id, "wait", json!({"ms": 1000, "number": id}))
                .await;
        }
        time::sleep(Duration::from_millis(500)).await;
        assert_eq!(state.begun.load(Ordering::SeqCst), 3);
        assert_eq!(client.rest().await.len(), 10);
    });
}

#[test]
fn a_client_that_does_not_read_stops_the_reading() {
    paused(async {
        let state = state();
        let (mut client, _served) = connect(Shell::new(Server::new(&TOOLS, state))).await;
        // Far more replies than may wait for the client.
        let flood = tokio::spawn(async move {
            for id in 0..40_000 {
                client.call(id, "double", json!({"n": id})).await;
            }
            client
        });
        time::sleep(Duration::from_secs(1)).await;
        assert!(!flood.is_finished(), "the server reads on");
        flood.abort();
    });
}

/// A batch of 2025-03-26 with answers in it: they are taken before its requests wait for room.
#[test]
fn answers_in_a_batch_need_no_room() {
    paused(async {
        let server = Server::new(&TOOLS, state()).limits(Limits::new().calls(1));
        let (mut client, _served) = connect_in("2025-03-26", Shell::new(server)).await;
        for id in [1, 2] {
            client.call(id, "ask", json!({})).await;
            let question = client.next().await.expect("a question");
            assert_eq!(question["method"], "roots/list");
            let answer = json!({"jsonrpc": "2.0", "id": question["id"], "result": {"roots": []}});
            let ping = json!({"jsonrpc": "2.0", "id": 8, "method": "ping"});
            let batch = if id == 1 {
                json!([ping, answer])
            } else {
                json!([answer])
            };
            client.send(&batch).await;
            let reply = time::timeout(Duration::from_secs(5), client.next()).await;
            let reply = reply.expect("it is not stuck").expect("a reply");
            assert_eq!((&reply["id"], text(&reply)), (&json!(id), "0"));
            if id == 1 {
                let second = client.next().await.expect("a reply");
                assert_eq!(second[0]["id"], 8, "{second}");
            }
        }
    });
}

#[test]
fn what_calls_tell_a_client_that_does_not_read_is_not_kept() {
    paused(async {
        let state = state();
        let (mut client, _served) = connect(Shell::new(Server::new(&TOOLS, state))).await;
        let params = json!({"name": "flood", "arguments": {}, "_meta": {"progressToken": 1}});
        client
            .send(&json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}))
            .await;
        while state.begun.load(Ordering::SeqCst) == 0 {
            time::sleep(Duration::from_millis(1)).await;
        }
        let messages = client.rest().await;
        let (reply, told) = messages.split_last().expect("a reply");
        assert_eq!(text(reply), "flooded");
        // What waits, and what was on its way already: the first of it, in its order.
        assert!((8..80).contains(&told.len()), "{}", told.len());
        let steps = told.iter().map(|told| told["params"]["progress"].as_f64());
        assert!(steps.is_sorted());
    });
}
