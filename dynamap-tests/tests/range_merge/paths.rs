//! Access paths as the derive would write them, in more layouts than one type can have.

use dynamap::__private::{AttributeCodec, KeyPart, Part, ScalarType, key_codec, value_part_codec};
use dynamap::expression::HoldsItems;
use dynamap::key::{
    AccessPath, ConsistentPath, Era, FieldBuckets, GlobalPath, KeyField, KeyLayout, PathSchema,
    Shards, SortAttribute, SortBuckets, SortKey, SortLayout, Suffixed,
};
use dynamap::schema::KeyAttribute;
use dynamap::time::{BucketWidth, Iso, Millis, Moment};
use time::OffsetDateTime;

use crate::row::Row;

/// An access path with a composed partition key.
pub(crate) trait RangePath: AccessPath<Item = Row> + HoldsItems {
    const LAYOUT: &'static KeyLayout = match Self::PATH.partition {
        Some(layout) => layout,
        None => panic!("a composed key"),
    };
}

const TEXT: AttributeCodec<String> = value_part_codec::<String>();
const TIME: AttributeCodec<OffsetDateTime> =
    AttributeCodec::time(key_codec::<OffsetDateTime, Iso<Millis>>(false));

/// The part of the partition key that the tests ask for.
pub(crate) fn with_device<O>(id: &str, ask: impl FnOnce(&[&dyn KeyPart]) -> O) -> O {
    ask(&[&Part(TEXT, &id.to_owned())])
}

const fn field(field: &'static str, codec: &'static dyn dynamap::key::PartCodec) -> KeyField {
    KeyField {
        field,
        attribute: field,
        codec,
        lenient: false,
    }
}

/// `time#2025-03-21T12:30:00.000Z#r-1`.
const TIME_AND_ID: &KeyLayout = &KeyLayout {
    separator: '#',
    prefix: Some("time"),
    parts: &[field("at", &TIME), field("id", &TEXT)],
    of: None,
    eras: &[Era::PLAIN],
};

const fn key(name: &'static str) -> KeyAttribute {
    KeyAttribute {
        name,
        scalar: ScalarType::S,
    }
}

/// The table by its primary key: partitions `device#7…`, sort keys `time#…#id`.
const fn table(layout: &'static KeyLayout) -> PathSchema {
    PathSchema {
        index: None,
        partition_key: const { &[key("pk")] },
        partition: Some(layout),
        sort_key: &[SortAttribute {
            name: "sk",
            layout: SortLayout::Composed(TIME_AND_ID),
        }],
    }
}

/// The index by `level`, a number.
const fn index(layout: &'static KeyLayout) -> PathSchema {
    PathSchema {
        index: Some("by_level"),
        partition_key: const { &[key("gpk")] },
        partition: Some(layout),
        sort_key: &[SortAttribute {
            name: "level",
            layout: SortLayout::Integer,
        }],
    }
}

const DEVICE: &[KeyField] = &[field("device_id", &TEXT)];

const fn layout(eras: &'static [Era]) -> KeyLayout {
    KeyLayout {
        separator: '#',
        prefix: Some("device"),
        parts: DEVICE,
        of: Some(field("at", &TIME)),
        eras,
    }
}

const fn now(bucket: Option<BucketWidth>, shards: Option<u16>) -> Era {
    Era {
        before: None,
        bucket,
        shards,
    }
}

/// Before midnight of a day, counted from the Unix epoch.
const fn before(day: i64, bucket: Option<BucketWidth>, shards: Option<u16>) -> Era {
    Era {
        before: Some(Moment::from_parts(day * 86_400, 0)),
        bucket,
        shards,
    }
}

macro_rules! paths {
    ($($(#[$meta:meta])* $name:ident: $partition:ident, $sort:ty, $of:ident, $kind:ident, [$($era:expr),+];)+) => {$(
        $(#[$meta])*
        #[derive(Debug)]
        pub(crate) struct $name;

        impl AccessPath for $name {
            type Item = Row;
            type Sort = $sort;
            type Partition = $partition;
            const PATH: PathSchema = {
                const ERAS: &[Era] = &[$($era),+];
                const LAYOUT: &KeyLayout = &layout(ERAS);
                $of(LAYOUT)
            };
        }

        impl $kind for $name {}

        impl HoldsItems for $name {}

        impl RangePath for $name {}
    )+};
}

pub(crate) type ByTime = SortKey<OffsetDateTime, Suffixed<Iso<Millis>>>;
pub(crate) type ByLevel = SortKey<i64>;

const MINUTE: Option<BucketWidth> = Some(BucketWidth::Minute);
const HOUR: Option<BucketWidth> = Some(BucketWidth::Hour);
const DAY: Option<BucketWidth> = Some(BucketWidth::Day);
const MONTH: Option<BucketWidth> = Some(BucketWidth::Month);
const YEAR: Option<BucketWidth> = Some(BucketWidth::Year);

/// 2025-03-22, in days since the Unix epoch.
pub(crate) const MARCH_22: i64 = 20_169;

paths! {
    /// `device#7#2025-03-21#2`
    Days4: SortBuckets, ByTime, table, ConsistentPath, [now(DAY, Some(4))];
    /// `device#7#2025-03-21`
    Days: SortBuckets, ByTime, table, ConsistentPath, [now(DAY, None)];
    Minutes: SortBuckets, ByTime, table, ConsistentPath, [now(MINUTE, None)];
    Hours: SortBuckets, ByTime, table, ConsistentPath, [now(HOUR, None)];
    Hours3: SortBuckets, ByTime, table, ConsistentPath, [now(HOUR, Some(3))];
    Months2: SortBuckets, ByTime, table, ConsistentPath, [now(MONTH, Some(2))];
    Years: SortBuckets, ByTime, table, ConsistentPath, [now(YEAR, None)];
    /// `device#7#3`
    Sharded: Shards, ByTime, table, ConsistentPath, [now(None, Some(5))];
    /// One partition, then months, then days of four shards from the 22nd of March on.
    Grown: SortBuckets, ByTime, table, ConsistentPath, [
        before(MARCH_22 - 30, None, None),
        before(MARCH_22, MONTH, Some(2)),
        now(DAY, Some(4))
    ];
    /// Months throughout; the shards grew from two to five on the 22nd of March.
    Reshard: SortBuckets, ByTime, table, ConsistentPath, [
        before(MARCH_22, MONTH, Some(2)),
        now(MONTH, Some(5))
    ];
    /// The index, in days of four shards.
    LevelDays4: FieldBuckets, ByLevel, index, GlobalPath, [now(DAY, Some(4))];
    LevelMonths: FieldBuckets, ByLevel, index, GlobalPath, [now(MONTH, None)];
    /// The index, in months throughout; unsharded, then two, then five shards, all in one March.
    LevelReshard: FieldBuckets, ByLevel, index, GlobalPath, [
        before(MARCH_22 - 10, MONTH, None),
        before(MARCH_22, MONTH, Some(2)),
        now(MONTH, Some(5))
    ];
    /// The index, in months, a few days of days between, and one partition in the end.
    LevelGrown: FieldBuckets, ByLevel, index, GlobalPath, [
        before(MARCH_22 - 30, None, None),
        before(MARCH_22 - 3, MONTH, None),
        before(MARCH_22 + 3, DAY, Some(3)),
        before(MARCH_22 + 30, MONTH, Some(2)),
        now(None, None)
    ];
}
