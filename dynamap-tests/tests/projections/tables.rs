//! Projections of the table itself: every read that gives items.

use dynamap::{DynamoItem, DynamoProjection, ErrorKind, TransactionGet};
use dynamap_tests::{Fixture, START};
use serde_json::Value;
use time::{Duration, OffsetDateTime};

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "sessions")]
struct Session {
    #[partition_key]
    user: String,
    #[sort_key]
    number: u32,
    #[ts(millis)]
    seen_at: OffsetDateTime,
    device: Option<String>,
    page: String,
    #[version]
    version: u64,
    #[ttl(seconds)]
    expires_at: Option<OffsetDateTime>,
}

#[expect(clippy::struct_field_names, reason = "the fields are the item's")]
#[derive(Debug, Clone, PartialEq, DynamoProjection)]
#[dynamo(of = Session)]
struct Seen {
    seen_at: OffsetDateTime,
    device: Option<String>,
    version: u64,
}

fn session(number: u32) -> Session {
    Session {
        user: "u".into(),
        number,
        seen_at: START + Duration::milliseconds(number.into()),
        device: number.is_multiple_of(2).then(|| "phone".to_owned()),
        page: "/".into(),
        version: 0,
        expires_at: (number == 3).then(|| START + Duration::seconds(5)),
    }
}

fn seen(number: u32) -> Seen {
    Seen {
        seen_at: START + Duration::milliseconds(number.into()),
        device: number.is_multiple_of(2).then(|| "phone".to_owned()),
        version: 1,
    }
}

async fn stored(fixture: &Fixture) -> SessionTable {
    let table = fixture.create::<Session>().await;
    for number in 1..=3 {
        table.create(session(number)).send().await.unwrap();
    }
    fixture.requests().clear();
    table
}

#[tokio::test]
async fn get() {
    let fixture = Fixture::new();
    let table = stored(&fixture).await;
    let got = table.get(("u", 2u32)).project::<Seen>().await.unwrap();
    assert_eq!(got, Some(seen(2)));
    assert_eq!(
        fixture.requests().only().projection(),
        "seen_at, device, version, expires_at"
    );
    let missing = table.get(("u", 9u32)).project::<Seen>().await.unwrap();
    assert_eq!(missing, None);

    assert!(
        table
            .get(("u", 3u32))
            .project::<Seen>()
            .await
            .unwrap()
            .is_some()
    );
    fixture.clock().advance(std::time::Duration::from_secs(6));
    assert_eq!(
        table.get(("u", 3u32)).project::<Seen>().await.unwrap(),
        None
    );
    let expired = table.get(("u", 3u32)).project::<Seen>().include_expired();
    assert_eq!(expired.await.unwrap(), Some(seen(3)));
}

/// J06: what one read asks for is the projection's attributes and those that dynamap needs.
#[tokio::test]
async fn query_and_scan() {
    let fixture = Fixture::new();
    let table = stored(&fixture).await;
    let query = table.query("u").project::<Seen>().newest_first();
    let page = query.page_size(2).send().await.unwrap();
    assert_eq!(page.items, [seen(3), seen(2)]);
    let request = fixture.requests().only();
    assert_eq!(
        request.projection(),
        "seen_at, device, version, user, number, expires_at"
    );
    let query = table.query("u").project::<Seen>().newest_first();
    let rest = query.start_at(page.cursor.unwrap()).all().await.unwrap();
    assert_eq!(rest, [seen(1)]);
    let latest = table.query("u").lt(3u32).project::<Seen>().latest().await;
    assert_eq!(latest.unwrap(), Some(seen(2)));

    let mut scanned = table
        .scan()
        .project::<Seen>()
        .segments(3)
        .all()
        .await
        .unwrap();
    scanned.sort_by_key(|seen| seen.seen_at);
    assert_eq!(scanned, [seen(1), seen(2), seen(3)]);
    let mut stream = table.scan().project::<Seen>().stream();
    assert!(stream.next().await.unwrap().is_ok());
}

#[tokio::test]
async fn batches_and_transactions() {
    let fixture = Fixture::new();
    let table = stored(&fixture).await;
    let keys = [("u", 2u32), ("u", 9), ("u", 1), ("u", 2)];
    let got = table
        .batch_get(keys)
        .project::<Seen>()
        .send()
        .await
        .unwrap();
    assert_eq!(got, [Some(seen(2)), None, Some(seen(1)), Some(seen(2))]);
    let request = fixture.requests().only();
    assert_eq!(request.operation, "BatchGetItem");
    let asked = &request.inlined()["RequestItems"]["sessions"];
    let names = |value: &Value| {
        let text = value.as_str().unwrap();
        text.split(", ").count()
    };
    assert_eq!(names(&asked["ProjectionExpression"]), 6);
    fixture.requests().clear();

    let mut read = TransactionGet::new(fixture.client()).with_clock(fixture.clock().clone());
    let projected = read.project::<Seen>(&table, ("u", 1u32));
    let whole = read.get(&table, ("u", 2u32));
    let missing = read.project::<Seen>(&table, ("u", 9u32));
    let expiring = read.project::<Seen>(&table, ("u", 3u32));
    fixture.clock().advance(std::time::Duration::from_secs(6));
    let mut got = read.send().await.unwrap();
    assert_eq!(got.take(projected).unwrap(), Some(seen(1)));
    assert_eq!(got.take(projected).unwrap(), None);
    let mut expected = session(2);
    expected.version = 1;
    assert_eq!(got.take(whole).unwrap(), Some(expected));
    assert_eq!(got.take(missing).unwrap(), None);
    assert_eq!(got.take(expiring).unwrap(), None);
    let request = fixture.requests().only();
    let gets = &request.body["TransactItems"];
    assert!(gets[1]["Get"]["ProjectionExpression"].is_null());
    assert_eq!(
        names(&gets[0]["Get"]["ProjectionExpression"]),
        4,
        "the TTL is asked for too"
    );
}

/// A row that cannot be read says which attribute of which item, and the read can go on.
#[tokio::test]
async fn a_row_that_cannot_be_read() {
    let fixture = Fixture::new();
    let table = stored(&fixture).await;
    let put = fixture.raw_client().put_item().table_name("sessions");
    let mut item = session(4).to_item().unwrap();
    item.insert(
        "seen_at".into(),
        aws_sdk_dynamodb::types::AttributeValue::S("secret".into()),
    );
    put.set_item(Some(item)).send().await.unwrap();
    let failed = table.query("u").project::<Seen>().all().await.unwrap_err();
    assert_eq!(failed.kind(), ErrorKind::Decode);
    assert_eq!(failed.attribute(), Some("seen_at"));
    assert_eq!(failed.key().unwrap().len(), 2);
    let text = format!("{failed} {failed:?}");
    assert!(!text.contains("secret"), "{text}");
    let rest = table.query("u").project::<Seen>().skip_failures().all();
    assert_eq!(rest.await.unwrap(), [seen(1), seen(2), seen(3)]);

    let mut item = session(5).to_item().unwrap();
    item.remove("seen_at");
    let missing = Seen::from_item(&item).unwrap_err();
    assert_eq!(missing.attribute(), Some("seen_at"));
}

#[test]
fn a_whole_item_reads_as_a_projection() {
    let mut item = session(2).to_item().unwrap();
    item.insert(
        "version".into(),
        aws_sdk_dynamodb::types::AttributeValue::N("1".into()),
    );
    assert_eq!(Seen::from_item(&item).unwrap(), seen(2));
}
