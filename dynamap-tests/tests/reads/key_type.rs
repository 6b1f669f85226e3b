//! The generated key type in sets and maps.

use std::collections::{HashMap, HashSet};

use dynamap::{DynamoItem, DynamoValue};
use dynamap_tests::Fixture;
use time::OffsetDateTime;
use time::macros::datetime;

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "readings")]
struct Reading {
    #[partition_key]
    device: String,
    #[sort_key(iso, suffix = "id")]
    at: OffsetDateTime,
    id: u32,
    celsius: f64,
}

fn reading(id: u32, celsius: f64) -> Reading {
    Reading {
        device: "d".into(),
        at: datetime!(2025-03-21 12:30 UTC),
        id,
        celsius,
    }
}

#[tokio::test]
async fn items_by_their_keys() {
    let fixture = Fixture::new();
    let readings = Reading::table(fixture.client());
    readings.create_table().send().await.unwrap();
    let items = [reading(1, 20.5), reading(2, 21.0)];
    let by_key: HashMap<ReadingKey, &Reading> = items
        .iter()
        .map(|item| (ReadingKey::from(item), item))
        .collect();
    assert_eq!(by_key.len(), 2);

    // Every part counts, and nothing beside the key does.
    let parts = ReadingKey::from(("d", datetime!(2025-03-21 12:30 UTC), 2));
    assert_eq!(by_key[&parts], &items[1]);
    assert_eq!(ReadingKey::from(&reading(2, -1.0)), parts);
    assert_ne!(ReadingKey::from(&items[0]), parts);
    let later = ReadingKey::from(("d", datetime!(2025-03-21 12:31 UTC), 2));
    assert!(!by_key.contains_key(&later));
    let elsewhere = ReadingKey::from(("e", datetime!(2025-03-21 12:30 UTC), 2));
    assert!(!by_key.contains_key(&elsewhere));

    let distinct: HashSet<ReadingKey> = [2, 2, 1].map(|id| (&reading(id, 0.0)).into()).into();
    assert_eq!(distinct.len(), 2);

    readings.create(items[1].clone()).send().await.unwrap();
    assert_eq!(
        readings.get(&parts).send().await.unwrap(),
        Some(items[1].clone())
    );
}

/// Neither `PartialEq` nor `Hash`: its key has none of them either, and the struct compiles.
#[derive(Debug, Clone, DynamoValue)]
struct Serial(u64);

#[derive(Debug, DynamoItem)]
#[dynamo(table = "devices")]
struct Device {
    #[partition_key]
    serial: Serial,
}

#[test]
fn a_key_field_need_not_be_comparable() {
    let device = Device { serial: Serial(7) };
    assert_eq!(DeviceKey::from(&device).serial.0, 7);
    assert_eq!(device.to_item().unwrap()["serial"].as_n().unwrap(), "7");
}
