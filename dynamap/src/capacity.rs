//! Capacity arithmetic: what a partition key takes, and how many shards it needs; and the capacity that
//! was consumed ([`CapacityTotal`]).
//!
//! One partition serves 1,000 write units and 3,000 read units a second ([limits]), in either
//! billing mode and however much capacity the table has. DynamoDB splits a hot partition key by its
//! sort keys, but [not where the writes follow the sort key][split], as the readings of a device
//! follow its clock: then the newest end is hot, and it stays one partition.
//!
//! **A bucket width cannot cure this.** While it is now, all writes of a device go to the bucket of
//! now, be it a year or a minute long. The width decides how much one partition key holds, and how
//! many requests a range takes; only shards divide the heat of a moment. So [`Heat::shards`] asks for
//! no width, and [`Heat::bucket_bytes`] and [`requests`] do.
//!
//! ```
//! use std::time::Duration;
//! use dynamap::capacity::{self, Heat};
//! use dynamap::time::BucketWidth;
//!
//! // The busiest device: 1,500 readings a second of 300 bytes, and a dashboard that reads the last
//! // 100 of them four times a second.
//! const BUSIEST: Heat = Heat::of_writes(1_500, 300).and_queries(4, 100 * 300);
//! assert_eq!(BUSIEST.write_units(), 1_500); // a write takes 1 unit at least
//! assert_eq!(BUSIEST.shards(), Some(3)); // with half as much again to spare
//!
//! // A day of them, of one device, in three shards: the requests of 48 hours, and what they read.
//! let range = Duration::from_hours(48);
//! assert_eq!(capacity::requests(range, BucketWidth::Day, 3), 9);
//! assert_eq!(BUSIEST.bucket_bytes(BucketWidth::Day), 38_880_000_000);
//! ```
//!
//! An index has partitions of its own: make a [`Heat`] of its partition key, with the size of what
//! it projects. Each write of an item that is in the index is
//! written there once more, twice if its index key changes ([`Heat::times`]), and not at all if
//! nothing projected changes. A hot index throttles the writes of its table ([key ranges]).
//!
//! [limits]: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html
//! [split]: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/burst-adaptive-capacity.html
//! [key ranges]: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/throttling-key-range-limit-exceeded-mitigation.html

mod total;

use std::time::Duration;

use crate::time::BucketWidth;

pub use total::{CapacityTotal, CapacityUsed, TableUsed, Units};

pub(crate) use total::Direction;

/// Write units a second that one partition serves.
///
/// [Burst and adaptive capacity](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/burst-adaptive-capacity.html).
pub const PARTITION_WRITE_UNITS: u64 = 1_000;

/// Read units a second that one partition serves, beside its writes.
///
/// [Burst and adaptive capacity](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/burst-adaptive-capacity.html).
pub const PARTITION_READ_UNITS: u64 = 3_000;

/// The most that `shards` of a key takes.
pub const MAX_SHARDS: u16 = 1_000;

const WRITE_UNIT_BYTES: u64 = 1_024;
const READ_UNIT_BYTES: u64 = 4_096;

/// Write units of one write of an item of this size, names and values together: one for each
/// started kilobyte, at least one.
///
/// A transaction takes twice as many; an update counts the larger of the item before and after.
/// [Capacity unit consumption](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html).
pub const fn write_units(item_bytes: u64) -> u64 {
    at_least_one(item_bytes.div_ceil(WRITE_UNIT_BYTES))
}

/// Read units of a *consistent* read of this many bytes, one for each started 4 kilobytes, at least
/// one; an eventually consistent read takes half of it, a transaction twice.
///
/// It counts what is evaluated, before filters and projections. A page of a query or scan is
/// rounded up once, a get and each item of a batch by itself.
/// [Capacity unit consumption](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html).
pub const fn read_units(bytes: u64) -> u64 {
    at_least_one(bytes.div_ceil(READ_UNIT_BYTES))
}

/// The most requests that a range of this length takes: the buckets that it may touch, times the
/// shards of each, if each answers with one page. A page has a megabyte at most.
///
/// A range that starts and ends where buckets do takes one bucket less. Months and years count as
/// their shortest, 28 and 365 days.
///
/// ```
/// use std::time::Duration;
/// use dynamap::{capacity::requests, time::BucketWidth};
///
/// let week = Duration::from_hours(7 * 24);
/// assert_eq!(requests(week, BucketWidth::Day, 4), 32);
/// assert_eq!(requests(week, BucketWidth::Hour, 4), 676);
/// ```
pub const fn requests(length: Duration, width: BucketWidth, shards: u16) -> u64 {
    if length.is_zero() {
        return 0;
    }
    // A length of part of a second reaches as far as the whole second.
    let seconds = length
        .as_secs()
        .saturating_add((length.subsec_nanos() > 0) as u64);
    let (shortest, _) = seconds_of(width);
    let buckets = seconds.div_ceil(shortest).saturating_add(1);
    buckets.saturating_mul(at_least_one(shards as u64))
}

/// The load of one partition key at its peak, before it is sharded: the busiest device, the largest
/// tenant, the one status that most items have.
///
/// ```
/// use dynamap::capacity::Heat;
///
/// // A device writes 800 items a second of 1,100 bytes: 2 units each.
/// let heat = Heat::of_writes(800, 1_100);
/// assert_eq!(heat.write_units(), 1_600);
/// assert_eq!(heat.shards(), Some(3)); // 2,400 with the headroom
/// assert_eq!(heat.with_headroom(0).shards(), Some(2));
/// assert_eq!(heat.times(2).shards(), Some(5)); // in transactions
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[must_use]
pub struct Heat {
    writes: u64,
    item_bytes: u64,
    times: u64,
    queries: u64,
    query_bytes: u64,
    consistent: bool,
    headroom_percent: u64,
}

impl Heat {
    /// The writes of one second, and the size of an item in bytes (of an index: of what it
    /// projects); half as much again is kept as headroom.
    pub const fn of_writes(per_second: u32, item_bytes: u32) -> Self {
        Self {
            writes: per_second as u64,
            item_bytes: item_bytes as u64,
            times: 1,
            queries: 0,
            query_bytes: 0,
            consistent: false,
            headroom_percent: 50,
        }
    }

    /// How often each item is written: 2 in a transaction, or in an index whose key changes.
    pub const fn times(mut self, times: u32) -> Self {
        self.times = times as u64;
        self
    }

    /// The queries of one second of this partition key, and the bytes that one of them evaluates,
    /// one megabyte at most a page. They are eventually consistent.
    pub const fn and_queries(mut self, per_second: u32, bytes: u32) -> Self {
        self.queries = per_second as u64;
        self.query_bytes = bytes as u64;
        self
    }

    /// The queries are consistent and take twice the units.
    pub const fn consistent(mut self) -> Self {
        self.consistent = true;
        self
    }

    /// What is kept free beyond the peak, in per cent of it: the hash does not spread items evenly
    /// within every second, and peaks grow.
    pub const fn with_headroom(mut self, percent: u32) -> Self {
        self.headroom_percent = percent as u64;
        self
    }

    /// Write units a second, without headroom.
    pub const fn write_units(self) -> u64 {
        self.writes
            .saturating_mul(write_units(self.item_bytes))
            .saturating_mul(self.times)
    }

    /// Read units a second in all, rounded up, without headroom, if the key is divided into
    /// `shards`: each query asks every shard for its part.
    pub const fn read_units(self, shards: u16) -> u64 {
        let shards = at_least_one(shards as u64);
        let halves = self.shard_read_halves(shards).saturating_mul(shards);
        halves.div_ceil(2)
    }

    /// The shards that keep each partition within its limits at the peak and the headroom; 1 is a
    /// key without `shards`. `None` if a thousand are not enough.
    ///
    /// Shards divide writes. They divide the bytes of a query, but not the queries: each of them asks
    /// every shard, and takes half a unit there at least. If that is too much, no number of shards
    /// helps, but a cache or a key that differs more does.
    pub const fn shards(self) -> Option<u16> {
        let mut shards = 1;
        while shards <= MAX_SHARDS {
            if self.fits(shards as u64) {
                return Some(shards);
            }
            shards += 1;
        }
        None
    }

    /// The items of one bucket, if the peak lasts from its start to its end: the most that one
    /// partition key, its shards together, holds. Months and years count as their longest.
    pub const fn bucket_items(self, width: BucketWidth) -> u64 {
        let (_, longest) = seconds_of(width);
        self.writes.saturating_mul(longest)
    }

    /// The bytes of [`bucket_items`](Self::bucket_items): an item collection of a table with a local
    /// index ends at 10 gigabytes, a page of a query at one megabyte.
    pub const fn bucket_bytes(self, width: BucketWidth) -> u64 {
        self.bucket_items(width).saturating_mul(self.item_bytes)
    }

    const fn fits(self, shards: u64) -> bool {
        let writes = self.with_spare(self.write_units()).div_ceil(shards);
        let read_halves = self.with_spare(self.shard_read_halves(shards));
        writes <= PARTITION_WRITE_UNITS && read_halves <= 2 * PARTITION_READ_UNITS
    }

    /// Halves of a read unit that one shard serves in a second.
    const fn shard_read_halves(self, shards: u64) -> u64 {
        let part = read_units(self.query_bytes.div_ceil(shards));
        let halves = if self.consistent { 2 * part } else { part };
        self.queries.saturating_mul(halves)
    }

    const fn with_spare(self, units: u64) -> u64 {
        units
            .saturating_mul(self.headroom_percent.saturating_add(100))
            .div_ceil(100)
    }
}

const fn at_least_one(number: u64) -> u64 {
    if number == 0 { 1 } else { number }
}

/// The shortest and the longest bucket of a width.
const fn seconds_of(width: BucketWidth) -> (u64, u64) {
    const DAY: u64 = 86_400;
    match width {
        BucketWidth::Minute => (60, 60),
        BucketWidth::Hour => (3_600, 3_600),
        BucketWidth::Day => (DAY, DAY),
        BucketWidth::Month => (28 * DAY, 31 * DAY),
        BucketWidth::Year => (365 * DAY, 366 * DAY),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::time::Moment;

    const DAY: Duration = Duration::from_hours(24);

    #[test]
    fn units_are_started_kilobytes() {
        for (bytes, units) in [(0, 1), (1, 1), (1_024, 1), (1_025, 2), (409_600, 400)] {
            assert_eq!(write_units(bytes), units, "{bytes}");
        }
        // The service's own example: 40.8 KB are 11 units, or 5.5 if eventually consistent.
        for (bytes, units) in [(0, 1), (4_096, 1), (4_097, 2), (41_779, 11), (1 << 20, 256)] {
            assert_eq!(read_units(bytes), units, "{bytes}");
        }
    }

    #[test]
    fn writes_decide_the_shards() {
        for (writes, bytes, headroom, shards) in [
            (0, 0, 50, 1),
            (666, 300, 50, 1),
            (667, 300, 50, 2),
            (1_000, 300, 0, 1),
            (1_001, 300, 0, 2),
            (1_000, 1_025, 0, 2),
            (10_000, 300, 50, 15),
            (1_000, 409_600, 0, 400),
            (1_000_000, 1, 0, 1_000),
        ] {
            let heat = Heat::of_writes(writes, bytes).with_headroom(headroom);
            assert_eq!(heat.shards(), Some(shards), "{heat:?}");
        }
        assert_eq!(
            Heat::of_writes(1_000_001, 1).with_headroom(0).shards(),
            None
        );
        assert_eq!(
            Heat::of_writes(u32::MAX, u32::MAX)
                .times(u32::MAX)
                .with_headroom(u32::MAX)
                .shards(),
            None
        );
    }

    #[test]
    fn shards_divide_the_bytes_of_queries_and_not_their_number() {
        // A page of a megabyte is 128 units; 24 of them a second are too many for one partition.
        let heat = Heat::of_writes(1, 1)
            .and_queries(24, 1 << 20)
            .with_headroom(0);
        assert_eq!(heat.read_units(1), 3_072);
        assert_eq!(heat.shards(), Some(2));
        assert_eq!(heat.consistent().read_units(1), 6_144);
        assert_eq!(heat.consistent().shards(), Some(3));
        // A small one takes half a unit of every shard.
        let small = Heat::of_writes(1, 1)
            .and_queries(6_000, 100)
            .with_headroom(0);
        assert_eq!((small.read_units(1), small.read_units(4)), (3_000, 12_000));
        assert_eq!(small.shards(), Some(1));
        let many = Heat::of_writes(1, 1)
            .and_queries(6_001, 100)
            .with_headroom(0);
        assert_eq!(many.shards(), None);
    }

    #[test]
    fn buckets_hold_what_is_written_in_them() {
        let heat = Heat::of_writes(2, 500);
        for (width, items) in [
            (BucketWidth::Minute, 120),
            (BucketWidth::Hour, 7_200),
            (BucketWidth::Day, 172_800),
            (BucketWidth::Month, 5_356_800),
            (BucketWidth::Year, 63_244_800),
        ] {
            assert_eq!(heat.bucket_items(width), items);
            assert_eq!(heat.bucket_bytes(width), items * 500);
        }
    }

    #[test]
    fn requests_are_buckets_times_shards() {
        for (length, width, shards, most) in [
            (Duration::ZERO, BucketWidth::Day, 4, 0),
            (Duration::from_nanos(1), BucketWidth::Day, 4, 8),
            (DAY, BucketWidth::Day, 1, 2),
            (DAY + Duration::from_nanos(1), BucketWidth::Day, 1, 3),
            (DAY * 7, BucketWidth::Day, 4, 32),
            (DAY * 28, BucketWidth::Month, 2, 4),
            (DAY * 365, BucketWidth::Year, 0, 2),
        ] {
            assert_eq!(requests(length, width, shards), most, "{length:?} {width}");
        }
        assert_eq!(
            requests(Duration::MAX, BucketWidth::Minute, u16::MAX),
            u64::MAX
        );
    }

    proptest! {
        #[test]
        fn no_range_takes_more_buckets_than_its_length_says(
            start in 0_i64..4_102_444_800,
            seconds in 0_u64..90_000_000,
            nanos in 0_u32..1_000_000_000,
        ) {
            let length = Duration::new(seconds, nanos);
            let start = Moment::from_parts(start, 1);
            let end = start.checked_add(length).unwrap();
            for width in [
                BucketWidth::Minute,
                BucketWidth::Hour,
                BucketWidth::Day,
                BucketWidth::Month,
                BucketWidth::Year,
            ] {
                let touched = width.covering(start..end).total();
                let most = requests(length, width, 1);
                prop_assert!(touched <= most, "{touched} of {most}: {width}");
            }
        }

        #[test]
        fn the_shards_are_enough_and_one_less_is_not(
            writes in 0_u32..300_000,
            bytes in 0_u32..4_000,
            queries in 0_u32..3_000,
            query_bytes in 0_u32..1_048_576,
        ) {
            let heat = Heat::of_writes(writes, bytes).and_queries(queries, query_bytes);
            if let Some(shards) = heat.shards() {
                prop_assert!(heat.fits(shards.into()));
                prop_assert!(shards == 1 || !heat.fits(u64::from(shards) - 1));
            }
        }
    }
}
