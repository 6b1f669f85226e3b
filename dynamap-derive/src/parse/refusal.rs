//! The table of options, continued: options refused with a reason.

use super::options::Place::{self, NewtypeField, Ttl, ValueField, ValueTs};

/// An option that a reader may expect at a place, and why it is not there.
#[derive(Debug)]
pub(crate) struct Refusal {
    pub(crate) place: Place,
    pub(crate) names: &'static [&'static str],
    /// `{}` stands for the name.
    pub(crate) wrong: &'static str,
    pub(crate) help: &'static str,
    pub(crate) note: Option<&'static str>,
}

/// Misplaced options with a reason of their own.
pub(crate) const REFUSALS: &[Refusal] = &[
    Refusal {
        place: Ttl,
        names: &["millis", "micros", "nanos"],
        wrong: "a TTL counts epoch seconds, not `{}`",
        help: "write `ttl(seconds)`; an attribute that is not the TTL takes `ts({})`",
        note: Some("DynamoDB never deletes an item whose TTL is in another unit"),
    },
    Refusal {
        place: Ttl,
        names: &["iso"],
        wrong: "a TTL counts epoch seconds, it is no `{}` text",
        help: "write `ttl(seconds)`; an attribute that is not the TTL takes `ts({})`",
        note: Some("DynamoDB ignores a TTL attribute that is not a Number"),
    },
    Refusal {
        place: Ttl,
        names: &["precision"],
        wrong: "a TTL counts whole epoch seconds, so it has no `{}`",
        help: "write `ttl(seconds)`",
        note: None,
    },
    Refusal {
        place: ValueTs,
        names: &["auto_create", "auto_update"],
        wrong: "`{}` cannot stand on the field of a tuple struct",
        help: "stamp a field of the item, and keep `ts` with a unit alone here",
        note: Some("a write stamps top-level attributes, and does not look into values"),
    },
    Refusal {
        place: ValueField,
        names: &["partition_key", "sort_key"],
        wrong: "`{}` cannot stand in a value inside an item",
        help: "move the field to the item, or derive `DynamoItem` here",
        note: Some("DynamoDB's keys are top-level attributes"),
    },
    Refusal {
        place: NewtypeField,
        names: &["partition_key", "sort_key", "ttl", "version"],
        wrong: "`{}` cannot stand on the field of a tuple struct",
        help: "put it on the item's field of this type",
        note: None,
    },
    Refusal {
        place: NewtypeField,
        names: &["rename", "skip", "default"],
        wrong: "`{}` cannot stand on the field of a tuple struct",
        help: "put it on the field that holds this type",
        note: Some("a tuple struct of one field is written as that field, without a name"),
    },
];
