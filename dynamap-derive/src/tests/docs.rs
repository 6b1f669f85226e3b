//! The reference docs and the table of options say the same.

use std::collections::BTreeSet;

use crate::parse::options::{OPTIONS, Place};

const LIB: &str = include_str!("../lib.rs");

/// The options that have a row in the docs of one derive.
fn documented(function: &str) -> BTreeSet<&'static str> {
    let end = LIB
        .find(&format!("pub fn {function}"))
        .expect("the entry point");
    let before = &LIB[..end];
    let start = before
        .rfind("\n}\n")
        .or_else(|| before.find("\nuse "))
        .expect("what stands before its docs");
    before[start..]
        .lines()
        .filter_map(|line| line.strip_prefix("/// | `"))
        .filter_map(|row| {
            row.split(|character: char| !character.is_ascii_alphanumeric() && character != '_')
                .next()
        })
        .collect()
}

/// The options of the table at some places.
fn known(places: &[Place]) -> BTreeSet<&'static str> {
    OPTIONS
        .iter()
        .filter(|spec| spec.places.iter().any(|place| places.contains(place)))
        .map(|spec| spec.name)
        .collect()
}

#[test]
fn the_docs_of_the_derives_list_the_options_of_the_table() {
    assert_eq!(
        documented("derive_item"),
        known(&[
            Place::Item,
            Place::ItemField,
            Place::Index,
            Place::LocalIndex,
            Place::PartitionKey,
            Place::SortKey,
            Place::ComposedPartitionKey,
            Place::ComposedSortKey,
            Place::Before,
            Place::Ts,
            Place::Ttl,
        ])
    );
    assert_eq!(
        documented("derive_projection"),
        known(&[Place::Projection, Place::ProjectionField])
    );
    assert_eq!(
        documented("derive_value"),
        known(&[
            Place::Value,
            Place::Enum,
            Place::Newtype,
            Place::ValueField,
            Place::NewtypeField,
            Place::Variant,
            Place::Ts,
            Place::ValueTs,
            Place::Ttl,
        ])
    );
    assert_eq!(
        documented("derive_rollup"),
        known(&[Place::Rollup, Place::RollupField])
    );
    assert_eq!(
        documented("derive_collection"),
        known(&[Place::Collection, Place::CollectionVariant])
    );
}
