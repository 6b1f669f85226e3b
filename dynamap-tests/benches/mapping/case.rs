//! What is measured: an item, what is done to it, and by which mapping.

use std::any::Any;
use std::fmt;

use tokio::runtime::Runtime;

use super::body;
use super::mapper::Mapper;
use super::page;
use super::requests::{Operation, Requested};
use super::shapes::{Order, Row, Session};

const ITEMS: u16 = 1_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Direction {
    Encode,
    Decode,
    Page,
    Body,
    Request(Operation),
}

impl Direction {
    pub(crate) const ALL: [Self; 12] = [
        Self::Encode,
        Self::Decode,
        Self::Page,
        Self::Body,
        Self::Request(Operation::Query(1_000)),
        Self::Request(Operation::Query(100)),
        Self::Request(Operation::Query(10)),
        Self::Request(Operation::Concurrent(64)),
        Self::Request(Operation::GetItem),
        Self::Request(Operation::PutItem),
        Self::Request(Operation::BatchWriteItem),
        Self::Request(Operation::TransactWriteItems),
    ];

    /// What it is counted by, and what that is called.
    pub(crate) fn unit(self) -> (u16, &'static str) {
        match self {
            Self::Encode | Self::Decode | Self::Page | Self::Body => (ITEMS, "item"),
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
            Self::Body => f.write_str("body"),
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
pub(crate) type Work = Box<dyn FnOnce() -> Box<dyn Any>>;

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

    /// The case that is printed so.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Direction::ALL
            .into_iter()
            .flat_map(|direction| Shape::ALL.map(|shape| Self::of(direction, shape)))
            .flatten()
            .find(|case| case.to_string() == name)
    }

    /// Makes the inputs.
    pub(crate) fn work(self) -> Work {
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
            Direction::Body => {
                let sdk = (mapper != Mapper::Dynamap).then(body::Sdk::new);
                Box::new(move || {
                    let body = match &sdk {
                        Some(sdk) => sdk.write(&items),
                        None => body::write(&items).into(),
                    };
                    Box::new((items, body, sdk))
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

    /// What the instructions are counted by.
    pub(crate) fn unit(self) -> &'static str {
        self.direction.unit().1
    }
}

fn runtime() -> Runtime {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    runtime.enable_time().build().unwrap()
}
