//! The streams of one session: what went out on each, kept for a client that comes back for it.
//!
//! All events of a session are numbered in one row, so an event's id, `STREAM-NUMBER`, is its
//! own, and says where its stream goes on. Stream 0 is that of the session itself; each `POST`
//! of a request has one that begins as no stream at all: a lone reply is one JSON object.

use alloc::collections::VecDeque;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::task::{Context, Poll, Waker};
use std::collections::HashMap;
use std::io::Write as _;

use axum::body::Bytes;

use crate::lock::Lock;
use crate::session::Sink;

/// The stream of the session itself, which `GET` opens.
pub(super) const OWN: u32 = 0;

/// The place in a stream behind an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) stream: u32,
    pub(super) number: u64,
}

impl Place {
    /// Reads the id of an event.
    pub(super) fn read(id: &str) -> Option<Self> {
        let (stream, number) = id.split_once('-')?;
        Some(Self {
            stream: stream.parse().ok()?,
            number: number.parse().ok()?,
        })
    }

    /// An event without a message: it gives the client an id to come back with.
    pub(super) fn priming(self, retry: u128) -> Bytes {
        let Self { stream, number } = self;
        alloc::format!("id: {stream}-{number}\nretry: {retry}\ndata: \n\n").into()
    }
}

/// What became of the answer to a request.
#[derive(Debug)]
pub(super) enum First {
    /// Nothing came before the reply.
    Reply(Vec<u8>),
    /// Something did, or the reply is to be fetched later: there is a stream.
    Stream(Reader),
}

/// Who reads a stream, and how far; a later reader of the same stream takes its place.
#[derive(Debug)]
pub(super) struct Reader {
    pub(super) place: Place,
    turn: u64,
}

/// The streams of one session.
pub(super) struct Streams {
    log: Lock<Log>,
    events: usize,
    bytes: usize,
}

#[derive(Default)]
struct Log {
    /// Of all streams, the oldest first.
    kept: VecDeque<Kept>,
    bytes: usize,
    /// The number of the last event.
    last: u64,
    last_stream: u32,
    streams: HashMap<u32, Stream>,
    over: bool,
}

struct Kept {
    place: Place,
    event: Bytes,
    delivered: bool,
}

#[derive(Default)]
#[allow(clippy::struct_excessive_bools, reason = "facts of their own")]
struct Stream {
    /// How many of its events are kept.
    kept: usize,
    /// The number before its first event.
    start: u64,
    /// The number of the last event that was handed to a reader.
    delivered: u64,
    /// There is a stream: something else than a lone reply was or will be sent.
    begun: bool,
    /// A client can come back to it, even if it got no message yet.
    primed: bool,
    /// The client went away before there was a stream, so it cannot come back.
    lost: bool,
    /// The reader is to be sent away once it has read what there is.
    leaving: bool,
    /// Nothing more will come.
    over: bool,
    /// A reply before which nothing came.
    lone: Option<Vec<u8>>,
    /// The number of the reader.
    turn: u64,
    waker: Option<Waker>,
}

impl Stream {
    /// Its first reader: it is a stream from now on.
    fn read(&mut self, number: u32) -> Reader {
        self.begun = true;
        self.turn += 1;
        let place = Place {
            stream: number,
            number: self.start,
        };
        Reader {
            place,
            turn: self.turn,
        }
    }
}

impl Streams {
    /// Streams that keep so many events, and so many bytes of them, but always the last.
    pub(super) fn new(events: usize, bytes: usize) -> Self {
        let mut log = Log::default();
        log.streams.insert(
            OWN,
            Stream {
                begun: true,
                primed: true,
                ..Stream::default()
            },
        );
        Self {
            log: Lock::new(log),
            events,
            bytes,
        }
    }

    /// The answer to a request begins: the number of its stream. `primed`: should it become a
    /// stream, its first event gives the client an id.
    pub(super) fn begin(&self, primed: bool) -> u32 {
        self.log.with(|log| {
            log.last += 1;
            log.last_stream += 1;
            let stream = Stream {
                start: log.last,
                delivered: log.last,
                primed,
                over: log.over,
                ..Stream::default()
            };
            log.streams.insert(log.last_stream, stream);
            log.last_stream
        })
    }

    /// A message goes out on a stream.
    pub(super) fn send(&self, number: u32, message: &[u8]) {
        self.wake(|log| {
            let stream = log.streams.get_mut(&number)?;
            if stream.over || stream.lost {
                return None;
            }
            stream.begun = true;
            log.push(number, message, (self.events, self.bytes))
        });
    }

    /// The reply comes, or nothing does: the stream is over.
    pub(super) fn finish(&self, number: u32, reply: Vec<u8>) {
        self.wake(|log| {
            let stream = log.streams.get_mut(&number)?;
            if stream.over {
                return None;
            }
            if stream.lost {
                log.streams.remove(&number);
                return None;
            }
            stream.over = true;
            if !stream.begun {
                stream.lone = Some(reply);
                return stream.waker.take();
            }
            let waker = if reply.is_empty() {
                stream.waker.take()
            } else {
                log.push(number, &reply, (self.events, self.bytes))
            };
            log.settle(number);
            waker
        });
    }

    /// Sends the reader of a stream away, to come back for the rest; says whether it can.
    fn leave(&self, number: u32) -> bool {
        let mut can = false;
        self.wake(|log| {
            let stream = log.streams.get_mut(&number)?;
            can = !stream.over && !stream.lost && (stream.primed || stream.kept > 0);
            if !can {
                return None;
            }
            stream.begun = true;
            stream.leaving = true;
            stream.waker.take()
        });
        can
    }

    /// The session is over, and all its streams are.
    pub(super) fn end(&self) {
        let wakers: Vec<_> = self.log.with(|log| {
            log.over = true;
            log.kept.clear();
            let streams = log.streams.values_mut();
            streams
                .filter_map(|stream| {
                    stream.over = true;
                    stream.waker.take()
                })
                .collect()
        });
        wakers.into_iter().for_each(Waker::wake);
    }

    /// No more messages about the session; its calls go on.
    pub(super) fn end_own(&self) {
        self.wake(|log| {
            let stream = log.streams.get_mut(&OWN)?;
            stream.over = true;
            stream.waker.take()
        });
    }

    /// What the answer to a request begins with. `late`: a client that waits any longer should
    /// be able to come back for it.
    pub(super) fn poll_first(&self, number: u32, late: bool, cx: &Context<'_>) -> Poll<First> {
        self.log.with(|log| {
            let Some(stream) = log.streams.get_mut(&number) else {
                return Poll::Ready(First::Reply(Vec::new()));
            };
            if stream.begun || (late && !stream.over) {
                return Poll::Ready(First::Stream(stream.read(number)));
            }
            if stream.over {
                let reply = stream.lone.take().unwrap_or_default();
                log.streams.remove(&number);
                return Poll::Ready(First::Reply(reply));
            }
            stream.waker = Some(cx.waker().clone());
            Poll::Pending
        })
    }

    /// A reader of the answer to a request whose call has not begun: whatever comes of it is
    /// an event.
    pub(super) fn open(&self, number: u32) -> Option<Reader> {
        let read = |stream: &mut Stream| stream.read(number);
        self.log.with(|log| log.streams.get_mut(&number).map(read))
    }

    /// Nobody waits for what a request is answered with; its call goes on.
    pub(super) fn abandon(&self, number: u32) {
        self.log.with(|log| {
            let Some(stream) = log.streams.get_mut(&number) else {
                return;
            };
            if stream.over {
                log.streams.remove(&number);
            } else if stream.begun && stream.primed {
                // It ended before the client got its id, but a reader may still be told.
                stream.waker = None;
            } else {
                stream.lost = true;
            }
        });
    }

    /// A reader of the session's own stream, from what nobody has read on.
    pub(super) fn open_own(&self) -> Option<Reader> {
        let after = self
            .log
            .with(|log| log.streams.get(&OWN).map(|stream| stream.delivered))?;
        self.resume(Place {
            stream: OWN,
            number: after,
        })
    }

    /// A reader of what comes behind a place, if anything is known of that stream.
    pub(super) fn resume(&self, place: Place) -> Option<Reader> {
        let mut reader = None;
        self.wake(|log| {
            let stream = log.streams.get_mut(&place.stream)?;
            if !stream.begun || place.number < stream.start || place.number > log.last {
                return None;
            }
            stream.turn += 1;
            stream.leaving = false;
            let turn = stream.turn;
            reader = Some(Reader { place, turn });
            // The reader before this one ends.
            stream.waker.take()
        });
        reader
    }

    /// The next event for a reader; none where it is to go.
    pub(super) fn poll_next(&self, reader: &mut Reader, cx: &Context<'_>) -> Poll<Option<Bytes>> {
        self.log.with(|log| {
            let Some(stream) = log.streams.get_mut(&reader.place.stream) else {
                return Poll::Ready(None);
            };
            if stream.turn != reader.turn {
                return Poll::Ready(None);
            }
            let after = reader.place.number;
            let from = log.kept.partition_point(|kept| kept.place.number <= after);
            let next = log
                .kept
                .range_mut(from..)
                .find(|kept| kept.place.stream == reader.place.stream);
            if let Some(kept) = next {
                kept.delivered = true;
                reader.place = kept.place;
                stream.delivered = stream.delivered.max(kept.place.number);
                return Poll::Ready(Some(kept.event.clone()));
            }
            if stream.over || stream.leaving {
                return Poll::Ready(None);
            }
            stream.waker = Some(cx.waker().clone());
            Poll::Pending
        })
    }

    /// Changes the log, and wakes whom that concerns: not under the lock.
    fn wake(&self, change: impl FnOnce(&mut Log) -> Option<Waker>) {
        if let Some(waker) = self.log.with(change) {
            waker.wake();
        }
    }
}

impl Log {
    /// Keeps a message as an event of a stream, and lets go of what is too much then.
    fn push(
        &mut self,
        stream: u32,
        message: &[u8],
        (events, bytes): (usize, usize),
    ) -> Option<Waker> {
        self.last += 1;
        let number = self.last;
        let place = Place { stream, number };
        let event = event(place, message);
        self.bytes += event.len();
        self.kept.push_back(Kept {
            place,
            event,
            delivered: false,
        });
        let waker = self.streams.get_mut(&stream).and_then(|stream| {
            stream.kept += 1;
            stream.waker.take()
        });
        while self.kept.len() > 1 && (self.kept.len() > events || self.bytes > bytes) {
            // What has been read is missed least.
            let read = self.kept.iter().position(|kept| kept.delivered);
            let Some(gone) = self.kept.remove(read.unwrap_or_default()) else {
                break;
            };
            self.bytes -= gone.event.len();
            if let Some(stream) = self.streams.get_mut(&gone.place.stream) {
                stream.kept -= 1;
            }
            self.settle(gone.place.stream);
        }
        waker
    }

    /// Forgets a stream that is over, and of which nothing is kept.
    fn settle(&mut self, number: u32) {
        let is_done = |stream: &Stream| stream.over && stream.begun && stream.kept == 0;
        if number != OWN && self.streams.get(&number).is_some_and(is_done) {
            self.streams.remove(&number);
        }
    }
}

/// One message as one event; a message holds no line feed.
fn event(place: Place, message: &[u8]) -> Bytes {
    let mut event = Vec::with_capacity(message.len() + 64);
    let _ = write!(
        event,
        "event: message\nid: {}-{}\ndata: ",
        place.stream, place.number
    );
    event.extend_from_slice(message);
    event.extend_from_slice(b"\n\n");
    event.into()
}

/// The way to one stream.
pub(super) struct Way {
    pub(super) streams: Arc<Streams>,
    pub(super) number: u32,
}

impl Sink for Way {
    fn send(&self, message: &[u8]) {
        self.streams.send(self.number, message);
    }

    fn close(&self) -> bool {
        self.number != OWN && self.streams.leave(self.number)
    }
}
