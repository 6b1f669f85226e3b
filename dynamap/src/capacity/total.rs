use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use aws_sdk_dynamodb::types::{Capacity, ConsumedCapacity};

/// The capacity that the requests of a handle consumed;
/// [`Table::with_capacity_total`](crate::Table::with_capacity_total) counts into it.
///
/// A clone is the same total. Several handles may count into one: it tells their tables apart.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/setup.rs"));
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let (orders, readings, clock) = setup().await?;
/// use dynamap::capacity::CapacityTotal;
///
/// let total = CapacityTotal::new();
/// let orders = orders.with_capacity_total(&total);
/// orders.create(order("522fb5a5", "order_A")).send().await?;
/// orders.get("522fb5a5").send().await?;
///
/// let used = total.take(); // and starts again from nothing
/// assert_eq!(used.requests, 2);
/// let of_orders = &used.tables["Application"];
/// // The item is written to the table and to its index.
/// assert_eq!(of_orders.table.write_units, 1.0);
/// assert_eq!(of_orders.global_indexes["index"].write_units, 1.0);
/// assert_eq!((used.units.read_units, used.units.write_units), (0.5, 2.0));
/// assert_eq!(total.snapshot().requests, 0);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Default)]
pub struct CapacityTotal(Arc<Mutex<CapacityUsed>>);

/// What a [`CapacityTotal`] has counted.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct CapacityUsed {
    /// Answers that were counted. A call on several tables counts once for each of them.
    pub requests: u64,
    /// The units of all tables, their indexes included.
    pub units: Units,
    /// Each table's own, by the name or ARN that its handle has.
    pub tables: BTreeMap<String, TableUsed>,
}

/// What a [`CapacityTotal`] has counted of one table.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct TableUsed {
    /// The units of the table and its indexes.
    pub units: Units,
    /// The units of the table alone.
    pub table: Units,
    /// The units of each global secondary index, by name.
    pub global_indexes: BTreeMap<String, Units>,
    /// The units of each local secondary index, by name.
    pub local_indexes: BTreeMap<String, Units>,
}

/// Capacity units.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[non_exhaustive]
pub struct Units {
    /// Read capacity units; an eventually consistent read of up to 4 KB is half of one.
    pub read_units: f64,
    /// Write capacity units.
    pub write_units: f64,
}

/// What units are that an answer does not tell apart.
#[derive(Clone, Copy)]
pub(crate) enum Direction {
    Read,
    Write,
}

impl CapacityTotal {
    /// A total of nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// What was counted so far.
    pub fn snapshot(&self) -> CapacityUsed {
        self.lock().clone()
    }

    /// What was counted so far; from here on it counts from nothing. No request is counted twice or
    /// missed between two such calls.
    pub fn take(&self) -> CapacityUsed {
        std::mem::take(&mut *self.lock())
    }

    fn lock(&self) -> MutexGuard<'_, CapacityUsed> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Adds an answer's entry about a table.
    pub(crate) fn add(&self, table: &str, consumed: &ConsumedCapacity, direction: Direction) {
        let whole = Units::of(
            consumed.capacity_units,
            consumed.read_capacity_units,
            consumed.write_capacity_units,
            direction,
        );
        let mut used = self.lock();
        used.requests += 1;
        used.units.add(whole);
        let used = used.tables.entry(table.to_owned()).or_default();
        used.units.add(whole);
        match &consumed.table {
            Some(capacity) => used.table.add(Units::of_part(capacity, direction)),
            // Of an answer without parts all is the table's.
            None if consumed.global_secondary_indexes.is_none()
                && consumed.local_secondary_indexes.is_none() =>
            {
                used.table.add(whole);
            }
            None => {}
        }
        for (sums, parts) in [
            (&mut used.global_indexes, &consumed.global_secondary_indexes),
            (&mut used.local_indexes, &consumed.local_secondary_indexes),
        ] {
            for (index, capacity) in parts.iter().flatten() {
                let sum = sums.entry(index.clone()).or_default();
                sum.add(Units::of_part(capacity, direction));
            }
        }
    }
}

impl Units {
    fn of(all: Option<f64>, read: Option<f64>, write: Option<f64>, direction: Direction) -> Self {
        if read.is_some() || write.is_some() {
            return Self {
                read_units: read.unwrap_or_default(),
                write_units: write.unwrap_or_default(),
            };
        }
        let all = all.unwrap_or_default();
        match direction {
            Direction::Read => Self {
                read_units: all,
                write_units: 0.0,
            },
            Direction::Write => Self {
                read_units: 0.0,
                write_units: all,
            },
        }
    }

    fn of_part(capacity: &Capacity, direction: Direction) -> Self {
        Self::of(
            capacity.capacity_units,
            capacity.read_capacity_units,
            capacity.write_capacity_units,
            direction,
        )
    }

    fn add(&mut self, more: Self) {
        self.read_units += more.read_units;
        self.write_units += more.write_units;
    }
}

impl fmt::Debug for CapacityTotal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("CapacityTotal").field(&*self.lock()).finish()
    }
}
