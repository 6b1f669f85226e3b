//! `#[ttl(…)]`: what writes put into it, what they refuse, what an override does.

use dynamap::{DynamoItem, ErrorKind, unset};
use dynamap_tests::{Fixture, START};
use serde_json::json;
use time::macros::datetime;
use time::{Duration, OffsetDateTime};

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "fixed")]
struct Fixed {
    #[partition_key]
    id: String,
    text: String,
    #[ttl(seconds, after = "1d12h")]
    expires_at: OffsetDateTime,
}

fn fixed() -> Fixed {
    Fixed {
        id: "f".to_owned(),
        text: "x".to_owned(),
        expires_at: unset(),
    }
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "sliding")]
struct Sliding {
    #[partition_key]
    id: String,
    #[ttl(seconds, after = "1h", sliding)]
    expires_at: Option<OffsetDateTime>,
}

fn sliding() -> Sliding {
    Sliding {
        id: "s".to_owned(),
        expires_at: None,
    }
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "based")]
struct Based {
    #[partition_key]
    id: String,
    #[ts(millis)]
    at: OffsetDateTime,
    text: Option<String>,
    #[ttl(seconds, after = "90d", from = "at")]
    expires_at: Option<OffsetDateTime>,
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "raw")]
struct Raw {
    #[partition_key]
    id: String,
    #[ttl(seconds)]
    ttl: Option<i64>,
}

fn raw(ttl: i64) -> Raw {
    Raw {
        id: "r".to_owned(),
        ttl: Some(ttl),
    }
}

const HOUR: std::time::Duration = std::time::Duration::from_hours(1);

// L01, L11, L13, FC-64: computed from the write's instant, floored to seconds, unless it is set.
#[tokio::test]
async fn an_expiry_is_computed_unless_it_is_carried() {
    let fixture = Fixture::new();
    let table = fixture.create::<Fixed>().await;
    fixture.clock().set(START + Duration::milliseconds(1999));
    let stored = table.create(fixed()).send().await.unwrap();
    assert_eq!(
        stored.expires_at,
        START + Duration::hours(36) + Duration::SECOND
    );
    let carried = Fixed {
        expires_at: START + Duration::hours(2),
        ..fixed()
    };
    let stored = table.put(&carried).send().await.unwrap();
    assert_eq!(stored, carried);
    assert_eq!(table.replace(&carried).send().await.unwrap(), carried);
    let stored = table.put(fixed()).send().await.unwrap();
    assert_eq!(
        stored.expires_at,
        START + Duration::hours(36) + Duration::SECOND
    );
}

// FC-97: an update leaves it, unless it slides.
#[tokio::test]
async fn an_update_moves_only_a_sliding_expiry() {
    let fixture = Fixture::new();
    let table = fixture.create::<Fixed>().await;
    table.create(fixed()).send().await.unwrap();
    fixture.requests().clear();
    table
        .update("f")
        .set(Fixed::TEXT, "y")
        .send()
        .await
        .unwrap();
    assert_eq!(fixture.requests().only().update(), "SET text = 'y'");

    let table = fixture.create::<Sliding>().await;
    let first = table.create(sliding()).send().await.unwrap();
    assert_eq!(first.expires_at, Some(START + Duration::HOUR));
    fixture.clock().advance(HOUR / 2);
    fixture.requests().clear();
    let touched = table.update("s").send().await.unwrap();
    assert_eq!(
        fixture.requests().only().update(),
        "SET expires_at = 1796045400"
    );
    assert_eq!(touched.expires_at, Some(START + Duration::minutes(90)));
    fixture.clock().advance(HOUR / 2);
    for stored in [
        table.put(&touched).send().await.unwrap(),
        table.replace(&touched).send().await.unwrap(),
        table.upsert(&touched).send().await.unwrap(),
    ] {
        assert_eq!(stored.expires_at, Some(START + Duration::hours(2)));
    }
}

#[tokio::test]
async fn an_expiry_follows_its_base() {
    let fixture = Fixture::new();
    let table = fixture.create::<Based>().await;
    let at = datetime!(2026-11-01 0:00:00.5 UTC);
    let based = Based {
        id: "b".to_owned(),
        at,
        text: None,
        expires_at: None,
    };
    let stored = table.create(&based).send().await.unwrap();
    let ninety = datetime!(2027-01-30 0:00 UTC);
    assert_eq!(stored.expires_at, Some(ninety));
    fixture.requests().clear();
    table
        .update("b")
        .set(Based::TEXT, "y")
        .send()
        .await
        .unwrap();
    assert_eq!(fixture.requests().only().update(), "SET text = 'y'");
    let moved = table
        .update("b")
        .set(Based::AT, at + Duration::DAY)
        .send()
        .await
        .unwrap();
    assert_eq!(moved.expires_at, Some(ninety + Duration::DAY));
    assert_eq!(
        fixture.requests().only().update(),
        "SET at = 1793577600500, expires_at = 1801353600"
    );
}

// The overrides of one write.
#[tokio::test]
async fn a_write_can_say_otherwise() {
    let fixture = Fixture::new();
    let table = fixture.create::<Sliding>().await;
    let at = datetime!(2027-01-01 0:00:00.9 UTC);
    let floor = datetime!(2027-01-01 0:00 UTC);
    let stored = table.create(sliding()).expires_at(at).send().await.unwrap();
    assert_eq!(stored.expires_at, Some(floor));
    let kept = table.put(&stored).keep_ttl().send().await.unwrap();
    assert_eq!(kept.expires_at, Some(floor));
    let after = table.put(&stored).expires_after(HOUR * 2).send().await;
    assert_eq!(after.unwrap().expires_at, Some(START + Duration::hours(2)));
    let never = table.put(&stored).never_expires().send().await.unwrap();
    assert_eq!(never.expires_at, None);
    fixture.requests().clear();

    table.update("s").expires_at(at).send().await.unwrap();
    table
        .update("s")
        .expires_after(HOUR * 2)
        .send()
        .await
        .unwrap();
    table.update("s").keep_ttl().send().await.unwrap();
    table.update("s").never_expires().send().await.unwrap();
    let sent = fixture.requests().take();
    let updates: Vec<_> = sent.iter().map(dynamap_tests::Request::update).collect();
    assert_eq!(
        updates,
        [
            "SET expires_at = 1798761600",
            "SET expires_at = 1796047200",
            "",
            "REMOVE expires_at",
        ]
    );
}

// FC-98: no overflow, no panic.
#[tokio::test]
async fn an_expiry_beyond_all_calendars_is_refused() {
    let fixture = Fixture::new();
    let table = fixture.create::<Sliding>().await;
    for length in [
        std::time::Duration::MAX,
        std::time::Duration::from_secs(u64::MAX),
        HOUR * u32::MAX,
    ] {
        let error = table
            .put(sliding())
            .expires_after(length)
            .send()
            .await
            .unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidTtl, "{length:?}");
        assert_eq!(error.attribute(), Some("expires_at"));
    }
    assert!(fixture.requests().take().is_empty());
}

// FC-65, FC-1: milliseconds and stale seconds would never expire.
#[tokio::test]
async fn what_would_never_expire_is_refused() {
    let fixture = Fixture::new();
    let table = fixture.create::<Raw>().await;
    let five_years = 5 * 365 * 24 * 3600;
    for ttl in [
        1_796_040_000_000,
        253_402_300_800,
        0,
        -1,
        3600,
        1_796_040_000 - five_years - 1,
    ] {
        let error = table.put(raw(ttl)).send().await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidTtl, "{ttl}");
        let error = table
            .update("r")
            .set(Raw::TTL, ttl)
            .send()
            .await
            .unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidTtl, "{ttl}");
        assert!(!error.to_string().contains(&ttl.to_string()) || ttl.abs() < 10);
    }
    assert!(fixture.requests().take().is_empty());
    for ttl in [253_402_300_799, 1_796_040_000 - five_years] {
        table.put(raw(ttl)).send().await.unwrap();
    }
    fixture.requests().clear();
    table.put(raw(3600)).allow_stale_ttl().send().await.unwrap();
    assert_eq!(
        fixture.requests().only().item()["ttl"],
        json!({"N": "3600"})
    );
    let error = table
        .put(raw(1_796_040_000_000))
        .allow_stale_ttl()
        .send()
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidTtl);
}

// L21: expired iff the TTL is at most now, at the second.
#[tokio::test]
async fn expired_is_gone_at_the_second() {
    let fixture = Fixture::new();
    let table = fixture.create::<Sliding>().await;
    table.create(sliding()).send().await.unwrap();
    fixture
        .clock()
        .set(START + Duration::HOUR - Duration::NANOSECOND);
    assert!(table.get("s").send().await.unwrap().is_some());
    let error = table.create(sliding()).send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AlreadyExists);
    fixture.clock().set(START + Duration::HOUR);
    assert!(table.get("s").send().await.unwrap().is_none());
    let stored = table.get("s").include_expired().send().await.unwrap();
    assert!(stored.is_some());
    let error = table.update("s").send().await.unwrap_err();
    assert!(error.is_not_found() && error.is_expired());
    table.create(sliding()).send().await.unwrap();
}

// L23, L07: an item without a TTL, or with one of another type, is live.
#[tokio::test]
async fn other_types_of_ttl_never_expire() {
    use aws_sdk_dynamodb::types::AttributeValue as Value;
    let fixture = Fixture::new();
    let table = fixture.create::<Raw>().await;
    let client = fixture.raw_client();
    for ttl in [
        None,
        Some(Value::Null(true)),
        Some(Value::S("1".to_owned())),
    ] {
        let mut put = client
            .put_item()
            .table_name("raw")
            .item("id", Value::S("r".to_owned()));
        if let Some(ttl) = &ttl {
            put = put.item("ttl", ttl.clone());
        }
        put.send().await.unwrap();
        let update = table.update("r").set(Raw::TTL, 1_800_000_000_i64);
        update
            .send()
            .await
            .unwrap_or_else(|error| panic!("{ttl:?}: {error}"));
    }
}
