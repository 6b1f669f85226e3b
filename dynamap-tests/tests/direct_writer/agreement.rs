//! What is written directly is what the SDK writes.

use std::collections::HashMap;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::types::AttributeValue;
use aws_smithy_types::Blob;
use dynamap::time::ManualClock;
use dynamap::{BatchWrite, Transaction};
use proptest::collection::{btree_map, btree_set, hash_map, vec};
use proptest::option::of;
use proptest::prelude::*;
use serde_json::Value;
use time::macros::datetime;
use tokio::runtime::Builder;

use crate::notes::{Counter, CounterTable, Note, NoteTable, Part, note};
use crate::wire::Wire;

/// Texts with quotes, backslashes, control characters and others.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![4 => "[a-z0-9]{0,12}", 2 => "[\"\\\\\n\u{1}/é😀]{0,9}", 1 => any::<String>()]
}

fn key() -> impl Strategy<Value = String> {
    text().prop_filter("no empty key", |text| !text.is_empty())
}

fn part() -> impl Strategy<Value = Part> {
    let leaf = text().prop_map(|name| Part {
        name,
        parts: Vec::new(),
    });
    leaf.prop_recursive(3, 12, 3, |inner| {
        (text(), vec(inner, 0..3)).prop_map(|(name, parts)| Part { name, parts })
    })
}

fn value() -> impl Strategy<Value = AttributeValue> {
    let leaf = prop_oneof![
        text().prop_map(AttributeValue::S),
        any::<i64>().prop_map(|number| AttributeValue::N(number.to_string())),
        vec(any::<u8>(), 0..9).prop_map(|bytes| AttributeValue::B(Blob::new(bytes))),
        any::<bool>().prop_map(AttributeValue::Bool),
        Just(AttributeValue::Null(true)),
        btree_set(text(), 1..4).prop_map(|set| AttributeValue::Ss(set.into_iter().collect())),
        btree_set(any::<i32>(), 1..4).prop_map(|set| {
            AttributeValue::Ns(set.into_iter().map(|number| number.to_string()).collect())
        }),
        btree_set(vec(any::<u8>(), 1..4), 1..4)
            .prop_map(|set| AttributeValue::Bs(set.into_iter().map(Blob::new).collect())),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(AttributeValue::L),
            hash_map(text(), inner, 0..4).prop_map(AttributeValue::M),
        ]
    })
}

/// Attributes beside those that the struct declares.
fn more() -> impl Strategy<Value = HashMap<String, AttributeValue>> {
    let name = text().prop_map(|name| format!("more {name}"));
    hash_map(name, value(), 0..4)
}

fn notes() -> impl Strategy<Value = Note> {
    let texts = (key(), of(text()), of(key()), of(text()));
    let scalars = (
        any::<f32>().prop_filter("finite", |real| real.is_finite()),
        vec(any::<u8>(), 0..20),
        any::<bool>(),
    );
    let sets = (btree_set(text(), 0..4), btree_set(any::<i32>(), 0..4));
    let nested = (vec(part(), 0..3), of(part()), of(value()));
    let maps = (btree_map(text(), text(), 0..4), more());
    let times = (of(0_i64..1_000_000), any::<bool>());
    (texts, scalars, sets, nested, maps, times, any::<u32>()).prop_map(
        |(texts, scalars, sets, nested, maps, (created, expires), number)| {
            let at = |seconds| datetime!(2026-11-30 0:00 UTC) + time::Duration::seconds(seconds);
            let mut note = note(number);
            (note.id, note.text, note.author, note.nothing) = texts;
            (note.real, note.bytes, note.flag) = (scalars.0.into(), scalars.1, scalars.2);
            (note.tags, note.numbers) = sets;
            (note.parts, note.part, note.any) = nested;
            (note.map, note.more) = maps;
            if let Some(created) = created {
                (note.audit.created_at, note.seen_at) = (at(created), at(created + 1));
            }
            note.expires_at = expires.then(|| at(2_000_000));
            note
        },
    )
}

fn clock() -> ManualClock {
    ManualClock::new(datetime!(2026-12-01 9:30 UTC))
}

fn tables(client: &Client) -> (NoteTable, CounterTable) {
    let (notes, counters) = (Note::table(client), Counter::table(client));
    (notes.with_clock(clock()), counters.with_clock(clock()))
}

/// Sends each kind of write.
async fn write_all(client: &Client, note: &Note) {
    let (notes, counters) = tables(client);
    let counter = |id| Counter { id, version: 0 };
    notes.put(note).send().await.unwrap();
    notes.create(note.clone()).send().await.unwrap();
    notes
        .replace(note)
        .return_consumed_capacity()
        .send()
        .await
        .unwrap();
    counters.put(counter(7)).send().await.unwrap();
    notes.batch_write().put(note.clone()).send().await.unwrap();
    let mut other = note.clone();
    other.number = note.number.wrapping_add(1);
    let batch = BatchWrite::new(client)
        .with_clock(clock())
        .put(&notes, note.clone())
        .put_ignoring_version(&counters, counter(1))
        .delete(&counters, 2)
        .delete(&notes, &other);
    batch.send().await.unwrap();
    let transaction = Transaction::new(client)
        .with_clock(clock())
        .create(&notes, note)
        .put(&counters, counter(3))
        .update(counters.update(4).if_version(7))
        .update(
            notes
                .update(&other)
                .set(Note::REAL, note.real)
                .condition(Note::FLAG.eq(true)),
        )
        .delete(counters.delete(5))
        .delete(counters.delete(6).if_version(1))
        .check(&counters, 8, Counter::VERSION.gt(2));
    transaction.send().await.unwrap();
    notes.rekey(note, other).send().await.unwrap();
}

/// A request as JSON, apart from its token.
fn parsed(body: &str) -> Value {
    let mut body: Value = serde_json::from_str(body).unwrap();
    if let Some(token) = body.get_mut("ClientRequestToken") {
        *token = Value::Null;
    }
    body
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn requests_are_what_the_sdk_writes(note in notes()) {
        let runtime = Builder::new_current_thread().enable_time().build().unwrap();
        let wire = Wire::new();
        runtime.block_on(write_all(&wire.client(), &note));
        let direct = wire.bodies();
        runtime.block_on(write_all(&wire.intercepted(), &note));
        let sdk = wire.bodies();
        prop_assert_eq!(direct.len(), 8);
        prop_assert_eq!(sdk.len(), 8);
        for (direct, sdk) in direct.iter().zip(&sdk) {
            prop_assert_eq!(parsed(direct), parsed(sdk));
        }
    }

    /// The item that a write gives back is read from its text or from the SDK's map.
    #[test]
    fn a_write_gives_back_the_same_item(note in notes()) {
        let runtime = Builder::new_current_thread().enable_time().build().unwrap();
        let wire = Wire::new();
        let put = |client: Client| {
            let table = tables(&client).0;
            runtime.block_on(table.put(&note).send()).unwrap()
        };
        let (direct, sdk) = (put(wire.client()), put(wire.intercepted()));
        prop_assert_eq!(direct, sdk);
    }
}
