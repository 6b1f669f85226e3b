//! TTL: what is written, and when it counts.

use std::time::Duration as Length;

use dynamap::{DynamoItem, unset};
use dynamap_tests::{Fixture, START};
use time::macros::datetime;
use time::{Duration, OffsetDateTime};

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "sessions")]
struct Session {
    #[partition_key]
    id: String,
    note: Option<String>,
    #[ttl(seconds, after = "60s")]
    expires_at: Option<OffsetDateTime>,
}

fn session(expires_at: Option<OffsetDateTime>) -> Session {
    Session {
        id: "s".to_owned(),
        note: None,
        expires_at,
    }
}

/// FC-1, FC-41, FC-99, L01, L02, L15, L17, L18, L19: an instant of any offset is whole seconds, rounded
/// down, of type N.
#[tokio::test]
async fn a_ttl_is_epoch_seconds() {
    let fixture = Fixture::new();
    let table = fixture.create::<Session>().await;
    for (at, seconds) in [
        (datetime!(2026-12-07 12:00 UTC), "1796644800"),
        (datetime!(2026-12-07 13:00 +1), "1796644800"),
        (datetime!(2026-12-07 13:00:00.999_999_999 +1), "1796644800"),
        (datetime!(2026-12-07 12:00:01.001 UTC), "1796644801"),
        (datetime!(2026-12-07 12:00:01.5 UTC), "1796644801"),
        (datetime!(2039-02-05 17:49:55 UTC), "2180540995"),
    ] {
        let stored = table.put(session(Some(at))).send().await.unwrap();
        let request = fixture.requests().only();
        assert_eq!(request.item()["expires_at"]["N"], seconds, "{at}");
        assert_eq!(
            stored.expires_at.unwrap(),
            at - Duration::nanoseconds(at.nanosecond().into())
        );
    }
    // L01: the instant of the write and a length.
    fixture.clock().set(datetime!(2019-06-05 0:00 UTC));
    table.put(session(None)).send().await.unwrap();
    let request = fixture.requests().only();
    assert_eq!(request.item()["expires_at"]["N"], "1559692860");
}

/// L12, L13, L14, FC-97: what is set stays; what was taken away is computed anew by the next put, and not
/// by an update.
#[tokio::test]
async fn a_ttl_that_was_taken_away() {
    let fixture = Fixture::new();
    let table = fixture.create::<Session>().await;
    let first = table.put(session(None)).send().await.unwrap();
    assert_eq!(first.expires_at, Some(START + Duration::MINUTE));
    fixture.clock().advance(Length::from_secs(20));
    let again = table.put(&first).send().await.unwrap();
    assert_eq!(again.expires_at, first.expires_at);
    let updated = table.update("s").never_expires().send().await.unwrap();
    assert_eq!(updated.expires_at, None);
    let updated = table
        .update("s")
        .set(Session::NOTE, "n")
        .send()
        .await
        .unwrap();
    assert_eq!(updated.expires_at, None);
    let put = table.put(&updated).send().await.unwrap();
    assert_eq!(put.expires_at, Some(START + Duration::seconds(80)));
    fixture.requests().clear();
    let put = table.put(&updated).never_expires().send().await.unwrap();
    assert_eq!(put.expires_at, None);
    // FC-40: no TTL is no attribute.
    assert!(fixture.requests().only().item().get("expires_at").is_none());
    // FC-7: without a TTL it stays.
    fixture.clock().advance(Length::from_hours(24 * 365));
    assert_eq!(table.get("s").send().await.unwrap(), Some(put));
}

/// FC-95, L22: what DynamoDB would keep for ever is expired for readers all the same.
#[tokio::test]
async fn an_old_ttl_has_expired() {
    let fixture = Fixture::new();
    let table = fixture.create::<Session>().await;
    for old in [
        datetime!(2007-02-17 17:40:22 UTC),
        datetime!(1970-01-01 0:00:01 UTC),
    ] {
        table
            .put(session(Some(old)))
            .allow_stale_ttl()
            .send()
            .await
            .unwrap();
        assert_eq!(table.get("s").send().await.unwrap(), None);
        assert_eq!(table.scan().count().await.unwrap(), 0);
        let raw = table.get("s").include_expired().send().await.unwrap();
        assert_eq!(raw.unwrap().expires_at, Some(old));
    }
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "based")]
struct Based {
    #[partition_key]
    id: String,
    #[ts(iso, auto_create)]
    created_at: OffsetDateTime,
    #[ttl(seconds, after = "1d", from = "created_at")]
    expires_at: OffsetDateTime,
}

/// L30, A07: the base of a TTL is the instant that the stamp has, in UTC.
#[tokio::test]
async fn a_ttl_counts_from_its_stamp() {
    let fixture = Fixture::new();
    let table = fixture.create::<Based>().await;
    fixture.clock().set(datetime!(2026-11-30 23:59:59.9 UTC));
    let stored = table
        .create(Based {
            id: "b".to_owned(),
            created_at: unset(),
            expires_at: unset(),
        })
        .send()
        .await
        .unwrap();
    assert_eq!(stored.created_at, datetime!(2026-11-30 23:59:59.9 UTC));
    assert_eq!(stored.expires_at, datetime!(2026-12-01 23:59:59 UTC));
}

/// L25, L26: how long an item lives, and that one without a TTL or behind it has no time left.
#[tokio::test]
async fn the_time_that_is_left() {
    let fixture = Fixture::new();
    let table = fixture.create::<Session>().await;
    let left = |at: Option<OffsetDateTime>| table.time_left(&session(at)).unwrap();
    assert_eq!(left(None), None);
    assert_eq!(left(Some(START - Duration::seconds(1))), None);
    assert_eq!(left(Some(START)), None);
    assert_eq!(
        left(Some(START + Duration::seconds(1))),
        Some(Length::from_secs(1))
    );
    let hour = table
        .put(session(Some(START + Duration::hours(1))))
        .send()
        .await
        .unwrap();
    assert_eq!(table.time_left(&hour).unwrap(), Some(Length::from_hours(1)));
    fixture.clock().advance(Length::from_millis(1_500));
    assert_eq!(
        table.time_left(&hour).unwrap(),
        Some(Length::from_millis(3_598_500))
    );
    fixture.clock().advance(Length::from_hours(1));
    assert_eq!(table.time_left(&hour).unwrap(), None);
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "emails")]
struct Email {
    #[partition_key]
    address: String,
    #[ttl(seconds, after = "60s")]
    expires_at: Option<OffsetDateTime>,
}

/// L29: what is written beside an item in one transaction, as the marker of a unique value, has its TTL.
#[tokio::test]
async fn items_of_one_transaction_expire_together() {
    let fixture = Fixture::new();
    let sessions = fixture.create::<Session>().await;
    let emails = fixture.create::<Email>().await;
    let email = Email {
        address: "ada@example.com".to_owned(),
        expires_at: None,
    };
    dynamap::Transaction::new(fixture.client())
        .with_clock(fixture.clock().clone())
        .create(&sessions, session(None))
        .create(&emails, email)
        .send()
        .await
        .unwrap();
    let expiry = Some(START + Duration::seconds(60));
    let stored = sessions.get("s").send().await.unwrap().unwrap();
    assert_eq!(stored.expires_at, expiry);
    let marker = emails.get("ada@example.com").send().await.unwrap().unwrap();
    assert_eq!(marker.expires_at, expiry);
}
