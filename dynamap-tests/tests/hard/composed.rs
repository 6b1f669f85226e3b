//! Composed keys of unusual fields, with unusual values.

use std::borrow::Cow;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use dynamap::time::{EpochMillis, EpochNanos};
use dynamap::{DynamoItem, DynamoValue, ErrorKind};
use dynamap_tests::Fixture;
use time::OffsetDateTime;
use time::macros::datetime;

#[derive(Debug, Clone, PartialEq, Eq, Hash, DynamoValue)]
struct TenantId(String);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, DynamoValue)]
#[dynamo(rename_all = "kebab-case")]
enum Kind {
    SignIn,
    #[dynamo(rename = "a#b")]
    Odd,
}

/// Every kind of part, raw names, renamed fields.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "odd",
    rename_all = "camelCase",
    partition_key(attribute = "pk", prefix = "T", parts = ["tenant_id", "type", "number"]),
    sort_key(attribute = "sk", parts = ["seen_at", "kind", "note"])
)]
struct Odd {
    tenant_id: TenantId,
    r#type: u8,
    number: u64,
    #[ts(micros)]
    seen_at: SystemTime,
    kind: Kind,
    note: Cow<'static, str>,
}

fn odd(note: &str) -> Odd {
    Odd {
        tenant_id: TenantId("acme".into()),
        r#type: 255,
        number: u64::MAX,
        seen_at: UNIX_EPOCH + Duration::from_nanos(1_234_567_891),
        kind: Kind::SignIn,
        note: note.to_owned().into(),
    }
}

fn text<'a>(item: &'a dynamap::Item, name: &str) -> &'a str {
    item[name].as_s().unwrap()
}

#[tokio::test]
async fn parts_of_every_kind_are_read_back() {
    let fixture = Fixture::new();
    let table = fixture.create::<Odd>().await;
    for note in [
        "x",
        "a#b",
        "#",
        "##",
        "\u{0}",
        "é\u{301}",
        "\u{10FFFF}",
        " ",
        "'",
        "\n",
    ] {
        let item = odd(note);
        let stored = item.to_item().unwrap();
        assert_eq!(
            text(&stored, "pk"),
            "T#acme#00000000000000000255#18446744073709551615"
        );
        assert_eq!(
            text(&stored, "sk"),
            format!("1970-01-01T00:00:01.234567Z#sign-in#{note}")
        );
        table.put(&item).await.unwrap();
        let mut floored = item.clone();
        floored.seen_at = UNIX_EPOCH + Duration::from_micros(1_234_567);
        assert_eq!(table.get(&item).await.unwrap(), Some(floored.clone()));
        let mut bare = stored.clone();
        for name in ["tenantId", "type", "number", "seenAt", "kind", "note"] {
            bare.remove(name).unwrap();
        }
        assert_eq!(Odd::from_item(&bare).unwrap(), floored);
    }
    let query = || table.query((TenantId("acme".into()), 255, u64::MAX));
    assert_eq!(query().count().await.unwrap(), 10);
    let at = UNIX_EPOCH + Duration::from_micros(1_234_567);
    assert_eq!(
        query()
            .within(at..at + Duration::from_micros(1))
            .count()
            .await
            .unwrap(),
        10
    );
    assert_eq!(query().at(at).count().await.unwrap(), 10);
    assert_eq!(query().within(..at).count().await.unwrap(), 0);
}

#[tokio::test]
async fn parts_that_cannot_be_told_apart_are_refused_unsent() {
    let fixture = Fixture::new();
    let table = fixture.create::<Odd>().await;
    fixture.requests().clear();
    let empty = odd("");
    let mut named = odd("x");
    named.kind = Kind::Odd;
    let mut early = odd("x");
    early.seen_at = UNIX_EPOCH - Duration::from_hours(24 * 366 * 2000);
    let mut late = odd("x");
    late.seen_at = UNIX_EPOCH + Duration::from_hours(24 * 366 * 9000);
    for item in [empty, named, early, late] {
        for error in [
            table.put(&item).await.unwrap_err(),
            table.get(&item).await.unwrap_err(),
            table.delete(&item).await.unwrap_err(),
            table.update(&item).send().await.unwrap_err(),
        ] {
            assert_eq!(error.kind(), ErrorKind::Encode);
        }
    }
    assert!(fixture.requests().take().is_empty());
}

#[tokio::test]
async fn texts_of_keys_may_have_the_largest_size() {
    let fixture = Fixture::new();
    let table = fixture.create::<Odd>().await;
    let around = "1970-01-01T00:00:01.234567Z#sign-in#".len();
    let largest = odd(&"n".repeat(1024 - around));
    table.put(&largest).await.unwrap();
    assert!(table.get(&largest).await.unwrap().is_some());
    fixture.requests().clear();
    let larger = odd(&"n".repeat(1025 - around));
    let error = table.put(&larger).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "PutItem on `odd`: `sk`: the key attribute has 1025 bytes and DynamoDB takes 1024: shorten it"
    );
    let error = table.get(&larger).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "GetItem on `odd`: `sk`: the key attribute has 1025 bytes and DynamoDB takes 1024: shorten it"
    );
    let mut larger = odd("n");
    larger.tenant_id = TenantId("t".repeat(2048));
    let partition = (larger.tenant_id.clone(), 255, u64::MAX);
    let error = table.query(partition).all().await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "Query on `odd`: `pk`: the key attribute has 2092 bytes and DynamoDB takes 2048: shorten it"
    );
    let outcome = table.batch_write().put(larger).send().await.unwrap();
    let (_, error) = &outcome.rejected[0];
    assert_eq!(error.kind(), ErrorKind::InvalidKey);
    assert!(fixture.requests().take().is_empty());
}

/// Times in other types, `of` a field that is also the sort key of an index and a part of another.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "times",
    partition_key(attribute = "pk", parts = ["who"], bucket = month, of = "at", shards = 2),
    sort_key(attribute = "sk", parts = ["number", "at"]),
    index(
        name = "recent",
        partition_key(attribute = "recentPk", prefix = "RECENT", bucket = year, of = "at", shards = 2),
        sort_key = "at"
    ),
    index(
        name = "nanos",
        partition_key(attribute = "nanosPk", parts = ["who"], bucket = minute, of = "nanos"),
        sort_key(attribute = "nanosSk", parts = ["nanos"])
    ),
    index(
        name = "days",
        partition_key(attribute = "daysPk", parts = ["who"], bucket = day, of = "seconds"),
        sort_key(attribute = "daysSk", parts = ["nanos"])
    )
)]
struct Times {
    who: String,
    number: u32,
    #[ts(millis)]
    at: EpochMillis,
    #[ts(nanos)]
    nanos: Option<EpochNanos>,
    #[ts(seconds)]
    seconds: Option<i64>,
}

#[tokio::test]
async fn times_of_every_type_make_buckets() {
    let fixture = Fixture::new();
    let table = fixture.create::<Times>().await;
    let mut written = Vec::new();
    for (number, millis) in [
        (0, -1),
        (1, 0),
        (2, 1_764_547_200_000),
        (3, -62_167_219_200_000),
        (4, 253_402_300_799_999),
    ] {
        let times = Times {
            who: "w".into(),
            number,
            at: EpochMillis(millis),
            nanos: (number < 2).then(|| EpochNanos(i128::from(millis) * 1_000_000)),
            seconds: (number != 1).then_some(millis.div_euclid(1000)),
        };
        table.put(&times).await.unwrap();
        assert_eq!(table.get(&times).await.unwrap().as_ref(), Some(&times));
        written.push(times);
    }
    let found = table
        .query_recent()
        .range(EpochMillis(-1)..EpochMillis(1_764_547_200_001))
        .all()
        .await
        .unwrap();
    assert_eq!(found, written[..3]);
    let found = table
        .buckets("w", EpochMillis(-1)..=EpochMillis(0))
        .all()
        .await
        .unwrap();
    assert_eq!(found, written[..2]);
    let found = table
        .query_nanos("w")
        .range(EpochNanos(-1_000_000)..EpochNanos(1))
        .all()
        .await
        .unwrap();
    assert_eq!(found, written[..2]);
    let found = table
        .query_days("w")
        .buckets(EpochMillis(-1)..EpochMillis(1))
        .all()
        .await
        .unwrap();
    assert_eq!(found, written[..1]);
    fixture.requests().clear();
    for (at, seconds) in [
        (i64::MAX, Some(-1)),
        (253_402_300_800_000, Some(-1)),
        (-62_167_219_200_001, Some(-1)),
        (-1, Some(i64::MIN)),
    ] {
        let times = Times {
            at: EpochMillis(at),
            seconds,
            ..written[0].clone()
        };
        let error = table.put(&times).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Encode);
        let text = error.to_string();
        assert!(
            text.contains("the time is outside of the years 0000 to 9999"),
            "{text}"
        );
    }
    let ever = || {
        table
            .query_recent()
            .range(EpochMillis(i64::MIN)..EpochMillis(i64::MAX))
    };
    let error = ever().all().await.unwrap_err();
    assert!(
        error.to_string().contains("touches 10000 buckets"),
        "{error}"
    );
    assert_eq!(ever().max_buckets(10_000).explain().unwrap().len(), 20_000);
    assert!(fixture.requests().take().is_empty());
    assert_eq!(table.scan().all().await.unwrap().len(), 5);
}

/// A generic item whose key is composed.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "generic", handle = "Boxes", key = "BoxPlace")]
struct Boxed<T>
where
    T: Clone,
{
    #[partition_key(prefix = "box", bucket = day, of = "at")]
    owner: String,
    #[sort_key(iso, precision = seconds, suffix = "key")]
    at: OffsetDateTime,
    key: u16,
    content: T,
}

#[tokio::test]
async fn generic_items_have_composed_keys() {
    let fixture = Fixture::new();
    let table = fixture.create::<Boxed<String>>().await;
    let at = datetime!(2026-11-30 23:59:59.999_999_999 UTC);
    let boxed = Boxed {
        owner: "o".into(),
        at,
        key: 7,
        content: "c".to_owned(),
    };
    table.put(&boxed).await.unwrap();
    let found = table.get(("o", at, 7)).await.unwrap().unwrap();
    assert_eq!(found.at, datetime!(2026-11-30 23:59:59 UTC));
    let range = datetime!(2026-11-30 0:00 UTC)..datetime!(2026-12-01 0:00 UTC);
    assert_eq!(
        table.range("o", range.clone()).all().await.unwrap(),
        std::slice::from_ref(&found)
    );
    // Sub-unit bounds round so that the answer is exact.
    assert_eq!(
        table
            .range("o", at..datetime!(2026-12-01 0:00 UTC))
            .all()
            .await
            .unwrap(),
        []
    );
    assert_eq!(table.range("o", at..at).all().await.unwrap(), []);
    assert_eq!(
        table
            .range("o", datetime!(2026-11-30 23:59:58.000_000_001 UTC)..at)
            .all()
            .await
            .unwrap(),
        [found]
    );
    assert_eq!(
        table.range("o", range.clone()).take(0).all().await.unwrap(),
        []
    );
    for (query, text) in [
        (
            table.range("o", range.clone()).page_size(0),
            "`page_size(0)` reads nothing",
        ),
        (
            table.range("o", range.clone()).concurrency(0),
            "`concurrency(0)` sends nothing",
        ),
        (
            table.range("o", range.clone()).max_buckets(0),
            "allow more with `.max_buckets(1)`",
        ),
        (
            table.range("o", range.end..range.start),
            "the start of the range lies behind its end",
        ),
    ] {
        let error = query.all().await.unwrap_err();
        assert!(error.to_string().contains(text), "{error}");
    }
}
