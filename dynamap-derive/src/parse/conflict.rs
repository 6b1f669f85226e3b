//! The table of options, continued: options that exclude or need each other.

use super::options::Place::{
    self, Item, ItemField, NewtypeField, PartitionKey, RollupField, SortKey, Ts, Ttl, ValueField,
    Variant,
};
use super::options::{COMPOSED, PARTITIONS, TIMES};

/// Options that exclude each other: none of `one` beside one of `others`.
#[derive(Debug)]
pub(crate) struct Conflict {
    pub(crate) places: &'static [Place],
    pub(crate) one: &'static [&'static str],
    pub(crate) others: &'static [&'static str],
    pub(crate) help: &'static str,
    pub(crate) note: Option<&'static str>,
}

const FIELDS: &[Place] = &[ItemField, ValueField, NewtypeField];
const KEYS: &[&str] = &["partition_key", "sort_key"];
const EPOCH_UNITS: &[&str] = &["seconds", "millis", "micros", "nanos"];
const UNITS: &[&str] = &["seconds", "millis", "micros", "nanos", "iso"];

/// What a field of a rollup can be.
const ROLES: &[&str] = &[
    "group", "window", "count", "sum", "min", "max", "last", "stale",
];

/// Every pair of options that excludes each other.
pub(crate) const CONFLICTS: &[Conflict] = &[
    Conflict {
        places: &[RollupField],
        one: ROLES,
        others: ROLES,
        help: "keep one of the two; the other goes to a field of its own",
        note: Some("a field of a rollup holds one thing"),
    },
    Conflict {
        places: FIELDS,
        one: &["skip"],
        others: &[
            "rename",
            "alias",
            "flatten",
            "null",
            "set",
            "serde",
            "with",
            "partition_key",
            "sort_key",
            "ts",
            "ttl",
            "version",
        ],
        help: "keep one of the two",
        note: Some("a skipped field is not stored"),
    },
    Conflict {
        places: FIELDS,
        one: &["with"],
        others: &["ts", "ttl", "version"],
        help: "keep one of the two",
        note: Some("each of them says how the field is written"),
    },
    Conflict {
        places: FIELDS,
        one: &["with"],
        others: &["null", "set", "serde"],
        help: "keep one of the two",
        note: Some("each of them says how the field is written"),
    },
    Conflict {
        places: FIELDS,
        one: &["serde"],
        others: &["ts", "ttl", "version", "null", "set"],
        help: "keep one of the two",
        note: Some("each of them says how the field is written"),
    },
    Conflict {
        places: FIELDS,
        one: &["set"],
        others: &["ts", "ttl", "version", "null"],
        help: "keep one of the two",
        note: Some("each of them says how the field is written"),
    },
    Conflict {
        places: FIELDS,
        one: &["null"],
        others: &["ttl", "version"],
        help: "remove `null`",
        note: Some("what is not set is absent there"),
    },
    Conflict {
        places: FIELDS,
        one: &["null", "set", "serde"],
        others: KEYS,
        help: "keep one of the two",
        note: Some("a key attribute is a string, a number or a binary, and always there"),
    },
    Conflict {
        places: FIELDS,
        one: &["with"],
        others: KEYS,
        help: "wrap the type in a struct that implements `DynamoValue` and `KeyValue`",
        note: Some("the table's schema states the type of a key, which a module does not tell"),
    },
    Conflict {
        places: FIELDS,
        one: &["ts"],
        others: &["ttl"],
        help: "use two fields, one with `ts(millis)` and one with `ttl(seconds)`",
        note: Some("one attribute has one unit, and DynamoDB reads the TTL in epoch seconds"),
    },
    Conflict {
        places: FIELDS,
        one: &["version"],
        others: &["ts", "ttl"],
        help: "use two fields",
        note: Some("a version counts writes, it holds no time"),
    },
    Conflict {
        places: FIELDS,
        one: &["version"],
        others: KEYS,
        help: "use two fields",
        note: Some("a version changes with every write, and DynamoDB's keys cannot be updated"),
    },
    Conflict {
        places: FIELDS,
        one: &["partition_key"],
        others: &["sort_key"],
        help: "use two fields",
        note: Some("DynamoDB's partition key and sort key are two attributes"),
    },
    Conflict {
        places: FIELDS,
        one: &["default"],
        others: KEYS,
        help: "remove `default`",
        note: Some("every item in DynamoDB has its key attributes"),
    },
    Conflict {
        places: FIELDS,
        one: &["default"],
        others: &["ttl"],
        help: "remove `default`",
        note: Some("an item without a TTL never expires"),
    },
    Conflict {
        places: FIELDS,
        one: &["default"],
        others: &["version"],
        help: "remove `default`",
        note: Some("a missing version reads as not stored yet"),
    },
    Conflict {
        places: FIELDS,
        one: &["flatten"],
        others: &[
            "rename", "alias", "default", "null", "set", "serde", "with", "ts",
        ],
        help: "keep one of the two",
        note: Some("a flattened field has no attribute of its own"),
    },
    Conflict {
        places: FIELDS,
        one: &["flatten"],
        others: &["partition_key", "sort_key", "ttl", "version"],
        help: "keep these in the item itself",
        note: Some("a flattened field has no attribute of its own"),
    },
    Conflict {
        places: FIELDS,
        one: &["alias"],
        others: KEYS,
        help: "remove `alias`",
        note: Some("an item is found by its key, which has one name"),
    },
    Conflict {
        places: FIELDS,
        one: &["alias"],
        others: &["ttl", "version"],
        help: "remove `alias`",
        note: Some("DynamoDB reads the TTL, and writes compare the version, under one name"),
    },
    Conflict {
        places: &[Variant],
        one: &["other"],
        others: &["rename", "alias", "rename_all"],
        help: "keep one of the two",
        note: Some("a catch-all variant stands for names that are not known"),
    },
    Conflict {
        places: TIMES,
        one: UNITS,
        others: UNITS,
        help: "keep one unit",
        note: None,
    },
    Conflict {
        places: TIMES,
        one: &["precision"],
        others: EPOCH_UNITS,
        help: "remove `precision`, or write `iso, precision = millis`",
        note: Some("an epoch unit is its own precision"),
    },
    Conflict {
        places: TIMES,
        one: &["lenient"],
        others: EPOCH_UNITS,
        help: "remove `lenient`",
        note: Some("`lenient` reads ISO texts that are not in canonical form"),
    },
    Conflict {
        places: &[SortKey],
        one: &["suffix"],
        others: EPOCH_UNITS,
        help: "a suffix needs text: use `iso`, or a separate key attribute",
        note: None,
    },
    Conflict {
        places: &[PartitionKey, SortKey],
        one: &["prefix"],
        others: EPOCH_UNITS,
        help: "a prefix needs text: use `iso`, or a separate key attribute",
        note: None,
    },
    Conflict {
        places: &[PartitionKey],
        one: &["bucket", "shards", "before"],
        others: EPOCH_UNITS,
        help: "a bucket and a shard need text: use `iso`, or a separate key attribute",
        note: None,
    },
    Conflict {
        places: COMPOSED,
        one: &["value"],
        others: &["prefix", "parts", "bucket", "of", "shards", "before"],
        help: "keep `value` for a key that is the same text in every item, or `prefix` and `parts` for one made of fields",
        note: None,
    },
    Conflict {
        places: &[Ts],
        one: &["auto_create"],
        others: &["auto_update"],
        help: "use two fields, one for each",
        note: None,
    },
    Conflict {
        places: &[Ttl],
        one: &["sliding"],
        others: &["from"],
        help: "keep `sliding` to count from the last write, or `from` to count from a field",
        note: None,
    },
];

/// Whether two options at a place exclude each other.
pub(crate) fn conflict(place: Place, left: &str, right: &str) -> Option<&'static Conflict> {
    CONFLICTS.iter().find(|conflict| {
        let pair = |one: &str, other: &str| {
            conflict.one.contains(&one) && conflict.others.contains(&other)
        };
        conflict.places.contains(&place) && (pair(left, right) || pair(right, left))
    })
}

/// An option that means nothing without another.
#[derive(Debug)]
pub(crate) struct Requirement {
    pub(crate) places: &'static [Place],
    pub(crate) option: &'static str,
    pub(crate) needs: &'static str,
    pub(crate) help: &'static str,
}

/// Every option that needs another one beside it.
pub(crate) const REQUIREMENTS: &[Requirement] = &[
    Requirement {
        places: &[Item],
        option: "tag",
        needs: "entity",
        help: r#"add `entity = "ORDER"`: what the attribute says of each item of this type"#,
    },
    Requirement {
        places: TIMES,
        option: "precision",
        needs: "iso",
        help: "write `iso, precision = millis`",
    },
    Requirement {
        places: &[PartitionKey, SortKey],
        option: "lenient",
        needs: "iso",
        help: "remove `lenient`, or write `iso, lenient` on a time",
    },
    Requirement {
        places: PARTITIONS,
        option: "bucket",
        needs: "of",
        help: r#"add `of = "created_at"`: the time that says which bucket an item is in"#,
    },
    Requirement {
        places: PARTITIONS,
        option: "before",
        needs: "of",
        help: r#"add `of = "created_at"`: the time that says which layout an item has"#,
    },
    Requirement {
        places: &[Ttl],
        option: "from",
        needs: "after",
        help: r#"add `after = "90d"`"#,
    },
    Requirement {
        places: &[Ttl],
        option: "sliding",
        needs: "after",
        help: r#"add `after = "90d"`"#,
    },
];
