//! How long each case of the benchmark `mapping` takes, by criterion.
//!
//! ```text
//! cargo bench -p dynamap-tests --bench times              # everything
//! cargo bench -p dynamap-tests --bench times -- order     # what has `order` in its name
//! ```
//!
//! Criterion measures one case after the other and compares each with its run before, so these times
//! say what a case costs on this machine now and whether a change made it faster. They do not say by
//! how much dynamap is faster than code by hand: minutes lie between the two, in which a shared machine
//! changes its pace. `mapping` has the ratios, from rounds in which both sides take turns.
//!
//! CPU time of the thread, which is the only one that works: others on the machine do not count. One
//! iteration is 1,000 items, or as many requests as `mapping` does before it reads the clock again;
//! inputs are made before and results dropped after. The throughput is that of items or requests.

#[path = "mapping/body.rs"]
mod body;
#[path = "mapping/by_hand.rs"]
mod by_hand;
#[path = "mapping/case.rs"]
#[expect(dead_code, reason = "the benchmark of ratios uses the rest")]
mod case;
#[path = "mapping/inputs.rs"]
mod inputs;
#[path = "mapping/mapper.rs"]
mod mapper;
#[path = "mapping/page.rs"]
mod page;
#[path = "mapping/requests.rs"]
mod requests;
#[path = "mapping/serde_time.rs"]
mod serde_time;
#[path = "mapping/shapes.rs"]
mod shapes;

use std::time::Duration;

use case::{Case, Direction, Shape};
use cpu_time::ThreadTime;
use criterion::measurement::{Measurement, ValueFormatter, WallTime};
use criterion::{BatchSize, Criterion, SamplingMode, Throughput, criterion_group, criterion_main};

/// The CPU time of the thread, printed as criterion prints the time of the clock.
struct CpuTime(WallTime);

impl Measurement for CpuTime {
    type Intermediate = ThreadTime;
    type Value = Duration;

    fn start(&self) -> ThreadTime {
        ThreadTime::now()
    }

    fn end(&self, start: ThreadTime) -> Duration {
        start.elapsed()
    }

    fn add(&self, one: &Duration, other: &Duration) -> Duration {
        *one + *other
    }

    fn zero(&self) -> Duration {
        Duration::ZERO
    }

    fn to_f64(&self, value: &Duration) -> f64 {
        self.0.to_f64(value)
    }

    fn formatter(&self) -> &dyn ValueFormatter {
        self.0.formatter()
    }
}

fn all(criterion: &mut Criterion<CpuTime>) {
    for direction in Direction::ALL {
        for shape in Shape::ALL {
            let mut group = criterion.benchmark_group(format!("{direction} {}", shape.name()));
            group.throughput(Throughput::Elements(direction.unit().0.into()));
            group.sampling_mode(SamplingMode::Flat);
            for case in Case::of(direction, shape) {
                group.bench_function(case.mapper.name(), |bencher| {
                    bencher.iter_batched(|| case.work(), |work| work(), BatchSize::PerIteration);
                });
            }
        }
    }
}

/// About two seconds a case.
fn criterion() -> Criterion<CpuTime> {
    Criterion::default()
        .with_measurement(CpuTime(WallTime))
        .sample_size(20)
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_millis(700))
        .nresamples(10_000)
        .without_plots()
}

criterion_group!(name = times; config = criterion(); targets = all);
criterion_main!(times);
