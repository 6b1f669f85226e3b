//! Counts instructions and compares times.

use std::any::Any;
use std::env;
use std::fmt;
use std::hint::black_box;
use std::process::Command;

use cpu_time::ThreadTime;
use tokio::runtime::Runtime;

use super::mapper::Mapper;
use super::page;
use super::requests::{Operation, Requested};
use super::shapes::{Order, Row, Session};

const ITEMS: u16 = 1_000;
const ROUNDS: usize = 61;
/// The argument that makes the program run one case, for callgrind.
const COUNTED: &str = "--counted=";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Direction {
    Encode,
    Decode,
    Page,
    Request(Operation),
}

impl Direction {
    pub(crate) const ALL: [Self; 11] = [
        Self::Encode,
        Self::Decode,
        Self::Page,
        Self::Request(Operation::Query(1_000)),
        Self::Request(Operation::Query(100)),
        Self::Request(Operation::Query(10)),
        Self::Request(Operation::Concurrent(64)),
        Self::Request(Operation::GetItem),
        Self::Request(Operation::PutItem),
        Self::Request(Operation::BatchWriteItem),
        Self::Request(Operation::TransactWriteItems),
    ];

    /// What callgrind counts by, and what it is called.
    fn unit(self) -> (u16, &'static str) {
        match self {
            Self::Encode | Self::Decode | Self::Page => (ITEMS, "item"),
            Self::Request(operation) => (operation.repetitions(), "request"),
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Encode => f.write_str("encode"),
            Self::Decode => f.write_str("decode"),
            Self::Page => f.write_str("page"),
            Self::Request(Operation::Query(items)) => write!(f, "Query of {items}"),
            Self::Request(Operation::Concurrent(queries)) => write!(f, "{queries} queries"),
            Self::Request(Operation::GetItem) => f.write_str("GetItem"),
            Self::Request(Operation::PutItem) => f.write_str("PutItem"),
            Self::Request(Operation::BatchWriteItem) => f.write_str("BatchWriteItem of 25"),
            Self::Request(Operation::TransactWriteItems) => f.write_str("TransactWriteItems of 25"),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    Session,
    Order,
    Row,
}

impl Shape {
    pub(crate) const ALL: [Self; 3] = [Self::Session, Self::Order, Self::Row];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Session => "session",
            Self::Order => "order",
            Self::Row => "row",
        }
    }
}

/// One line of the table.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Case {
    pub(crate) direction: Direction,
    pub(crate) shape: Shape,
    pub(crate) mapper: Mapper,
}

/// What is measured: it owns its inputs and gives them back with its results, so that neither
/// making nor dropping them counts.
type Work = Box<dyn FnOnce() -> Box<dyn Any>>;

impl fmt::Display for Case {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            direction,
            shape,
            mapper,
        } = self;
        write!(formatter, "{direction} {}, {}", shape.name(), mapper.name())
    }
}

impl Case {
    /// The mappings that are compared; by hand first.
    pub(crate) fn of(direction: Direction, shape: Shape) -> Vec<Self> {
        Mapper::ALL
            .into_iter()
            .filter(|mapper| {
                // It maps, and requests nothing.
                matches!(direction, Direction::Encode | Direction::Decode)
                    || *mapper != Mapper::SerdeDynamo
            })
            .map(|mapper| Self {
                direction,
                shape,
                mapper,
            })
            .collect()
    }

    fn named(name: &str) -> Option<Self> {
        Direction::ALL
            .into_iter()
            .flat_map(|direction| Shape::ALL.map(|shape| Self::of(direction, shape)))
            .flatten()
            .find(|case| case.to_string() == name)
    }

    fn work(self) -> Work {
        match self.shape {
            Shape::Session => self.work_on::<Session>(),
            Shape::Order => self.work_on::<Order>(),
            Shape::Row => self.work_on::<Row>(),
        }
    }

    fn work_on<T: Requested>(self) -> Work {
        let Self {
            direction, mapper, ..
        } = self;
        let items: Vec<T> = (0..ITEMS).map(T::sample).collect();
        match direction {
            Direction::Encode => {
                let mut maps = Vec::with_capacity(items.len());
                Box::new(move || {
                    maps.extend(items.iter().map(|item| mapper.encode(item)));
                    Box::new((items, maps))
                })
            }
            Direction::Decode => {
                let maps: Vec<_> = items.iter().map(T::to_map).collect();
                let mut items = Vec::<T>::with_capacity(maps.len());
                Box::new(move || {
                    items.extend(maps.into_iter().map(|map| mapper.decode::<T>(map)));
                    Box::new(items)
                })
            }
            Direction::Page => {
                let body = page::body(&items);
                if mapper == Mapper::Dynamap {
                    return Box::new(move || Box::new((page::decode::<T>(body.as_bytes()), body)));
                }
                let runtime = runtime();
                let client = page::client(body);
                Box::new(move || {
                    let items = runtime.block_on(page::query::<T>(&client));
                    Box::new((items, client, runtime))
                })
            }
            Direction::Request(operation) => {
                let runtime = runtime();
                let client = operation.answer::<T>().client();
                let repetitions = 0..operation.repetitions();
                let inputs: Vec<Vec<T>> = repetitions.map(|_| operation.inputs()).collect();
                Box::new(move || {
                    let items: usize = inputs
                        .into_iter()
                        .map(|inputs| runtime.block_on(operation.run(&client, mapper, inputs)))
                        .sum();
                    Box::new((items, client, runtime))
                })
            }
        }
    }

    /// Instructions per item; `None` without valgrind, or if the case does not run under it.
    pub(crate) fn instructions(self) -> Option<f64> {
        let output = Command::new("valgrind")
            .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
            .arg(format!("--toggle-collect=*{MEASURED}*"))
            .arg(env::current_exe().ok()?)
            .arg(format!("{COUNTED}{self}"))
            .output()
            .ok()
            .filter(|output| output.status.success())?;
        let report = String::from_utf8(output.stderr).ok()?;
        let (_, total) = report.split_once("Collected : ")?;
        let total: f64 = total.split_whitespace().next()?.parse().ok()?;
        // None at all: callgrind did not see the function.
        (total > 0.0).then(|| total / f64::from(self.direction.unit().0))
    }

    /// What the instructions are counted by.
    pub(crate) fn unit(self) -> &'static str {
        self.direction.unit().1
    }
}

/// Whether valgrind is there.
pub(crate) fn can_count() -> bool {
    let version = Command::new("valgrind").arg("--version").output();
    version.is_ok_and(|output| output.status.success())
}

fn runtime() -> Runtime {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    runtime.enable_time().build().unwrap()
}

/// The name of the function that callgrind counts.
const MEASURED: &str = "measured_work";

#[inline(never)]
fn measured_work(work: Work) -> Box<dyn Any> {
    // Not the last call, which the compiler could turn into a jump that callgrind does not see.
    black_box(work())
}

/// The case that callgrind asks for.
pub(crate) fn counted(arguments: &[String]) -> Option<&str> {
    arguments
        .iter()
        .find_map(|argument| argument.strip_prefix(COUNTED))
}

/// Runs a case: once for what happens only once in a process, then once to be counted.
pub(crate) fn run_for_callgrind(name: &str) {
    let case = Case::named(name).unwrap();
    drop(case.work()());
    drop(measured_work(case.work()));
}

/// The median of each case's CPU time over that of the first, by rounds. CPU time, since what takes
/// longer is also interrupted more often where others work too.
pub(crate) fn time_ratios(cases: &[Case]) -> Vec<f64> {
    let mut ratios = vec![Vec::with_capacity(ROUNDS); cases.len()];
    for round in 0..ROUNDS {
        let mut times = vec![0.0; cases.len()];
        for turn in 0..cases.len() {
            // Another one begins in each round, and every second round goes backwards: each runs
            // on the heap that each other leaves behind.
            let step = if round.is_multiple_of(2) {
                turn
            } else {
                cases.len() - turn
            };
            let index = (round / 2 + step) % cases.len();
            let work = cases[index].work();
            let start = ThreadTime::now();
            let results = measured_work(work);
            times[index] = start.elapsed().as_secs_f64();
            drop(results);
        }
        for (ratios, time) in ratios.iter_mut().zip(&times) {
            ratios.push(time / times[0]);
        }
    }
    ratios.into_iter().map(median).collect()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
