//! Time of one request, line in to reply out, beside the same server written by hand.
//!
//! `cargo bench --bench dispatch`; `-- call_record` for one group. Busy machines move these figures by a tenth and
//! more: `benches/instructions` gives the count that can be held to a bar.

#![allow(missing_docs)]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::Duration;

#[path = "support/mod.rs"]
mod support;

fn dispatch(c: &mut Criterion) {
    support::cases::check(&support::SIDES);
    for case in support::cases::cases() {
        let mut group = c.benchmark_group(case.name);
        group.throughput(Throughput::Elements(1));
        for side in support::SIDES {
            let handle = side.handle(&case);
            let mut out = Vec::with_capacity(512 * 1024);
            group.bench_function(BenchmarkId::from_parameter(side.name), |b| {
                b.iter(|| {
                    out.clear();
                    handle(black_box(&case.line), &mut out);
                    black_box(out.len())
                });
            });
        }
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(2));
    targets = dispatch
}
criterion_main!(benches);
