//! Write shards: which one an item is in, and how their number changes.

use std::collections::BTreeSet;

use aws_sdk_dynamodb::types::AttributeValue;
use dynamap::{DynamoItem, ErrorKind};
use dynamap_tests::Fixture;
use time::macros::datetime;
use time::{Duration, OffsetDateTime};

/// A table that had no shards, then five, then ten.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "grown")]
struct Grown {
    #[partition_key(
        of = "at",
        shards = 10,
        before("2025-01-01"),
        before("2025-02-01", shards = 5)
    )]
    #[dynamo(rename = "pk")]
    key: String,
    #[sort_key(iso)]
    #[dynamo(rename = "sk")]
    at: OffsetDateTime,
}

fn grown(at: OffsetDateTime) -> Grown {
    Grown {
        key: "k".into(),
        at,
    }
}

/// FC-116, H10: what was stored under fewer shards stays where it is, and is read, addressed and written
/// there; the key without a shard too.
#[tokio::test]
async fn the_number_of_shards_grows_on_a_live_table() {
    let fixture = Fixture::new();
    let table = fixture.create::<Grown>().await;
    let hours = |from: OffsetDateTime| (0..40).map(move |hour| grown(from + Duration::hours(hour)));
    let rows: Vec<Grown> = [
        datetime!(2024-12-30 8:00 UTC),
        datetime!(2025-01-30 8:00 UTC),
        datetime!(2025-02-01 0:00 UTC),
    ]
    .into_iter()
    .flat_map(hours)
    .collect();
    let outcome = table.batch_write().put_all(rows.clone()).send().await;
    assert!(outcome.unwrap().is_complete());

    let mut partitions = [BTreeSet::new(), BTreeSet::new(), BTreeSet::new()];
    for (number, row) in rows.iter().enumerate() {
        let item = row.to_item().unwrap();
        partitions[number / 40].insert(item["pk"].as_s().unwrap().clone());
        let found = table.get(("k", row.at)).send().await.unwrap();
        assert_eq!(found.as_ref(), Some(row));
    }
    let shards = |count: usize| (0..count).map(|shard| format!("k#{shard}")).collect();
    // Hours of 30 and 31 December; 40 hours over five shards, and over ten.
    assert_eq!(partitions[0], BTreeSet::from(["k".to_owned()]));
    assert_eq!(partitions[1], shards(5));
    assert_eq!(partitions[2], shards(10));

    let all = datetime!(2024-12-01 0:00 UTC)..datetime!(2025-03-01 0:00 UTC);
    assert_eq!(table.range("k", all.clone()).all().await.unwrap(), rows);
    let newest = table.range("k", all.clone()).newest_first().all().await;
    assert!(newest.unwrap().iter().eq(rows.iter().rev()));
    assert_eq!(table.range("k", all).explain().unwrap().len(), 1 + 5 + 10);

    // A late row goes where its time says.
    let late = grown(datetime!(2024-12-31 23:59:59.999 UTC));
    fixture.requests().clear();
    table.create(&late).send().await.unwrap();
    assert_eq!(fixture.requests().only().item()["pk"]["S"], "k");
}

/// H04, H06: an item that stands in another shard than its sort key's could not be addressed.
#[tokio::test]
async fn an_item_in_another_shard_is_an_error() {
    let fixture = Fixture::new();
    let table = fixture.create::<Grown>().await;
    let at = datetime!(2025-02-03 4:05:06 UTC);
    let sort_key = AttributeValue::S("2025-02-03T04:05:06.000Z".into());
    let shard = dynamap::key::shard(&sort_key, 10).unwrap();
    for (partition, sound) in [
        (format!("k#{shard}"), true),
        (format!("k#{}", (shard + 1) % 10), false),
        (format!("k#0{shard}"), false),
        ("k#".to_owned(), false),
    ] {
        let item = [
            ("pk".to_owned(), AttributeValue::S(partition.clone())),
            ("sk".to_owned(), sort_key.clone()),
        ];
        let read = Grown::from_item(&item.into());
        match read {
            Ok(read) if sound => assert_eq!(read, grown(at)),
            Err(error) if !sound => {
                assert!(error.is_decode(), "{error}");
                assert!(!error.to_string().contains("k#"), "{error}");
            }
            other => panic!("{partition}: {other:?}"),
        }
    }
    let empty = AttributeValue::S(String::new());
    assert!(dynamap::key::shard(&empty, 10).is_err());
    let error = table.get(("", at)).send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Encode);
    assert!(fixture.requests().take().is_empty());
}

/// H01: any number from 2 to 1,000, a power of two or not.
#[test]
fn shards_are_from_two_to_a_thousand() {
    let key = AttributeValue::S("a".into());
    for (shards, allowed) in [
        (0, false),
        (1, false),
        (2, true),
        (5, true),
        (1_000, true),
        (1_001, false),
    ] {
        assert_eq!(
            dynamap::key::shard(&key, shards).is_ok(),
            allowed,
            "{shards}"
        );
    }
}
