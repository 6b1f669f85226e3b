//! A move to another key: one transaction, or nothing.

use dynamap::{DynamoItem, ErrorKind, unset};
use dynamap_tests::{Answer, Fixture, START};
use serde_json::json;
use time::OffsetDateTime;
use time::macros::datetime;

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "bookings")]
struct Booking {
    #[partition_key(prefix = "room")]
    #[dynamo(rename = "pk")]
    room: String,
    #[sort_key(iso, precision = seconds, suffix = "guest")]
    #[dynamo(rename = "sk")]
    from: OffsetDateTime,
    guest: String,
    #[ts(seconds, auto_create)]
    created_at: OffsetDateTime,
    #[ts(seconds, auto_update)]
    updated_at: OffsetDateTime,
    #[version]
    version: u32,
    #[ttl(seconds, after = "30d", from = "from")]
    expires_at: Option<OffsetDateTime>,
}

const MONDAY: OffsetDateTime = datetime!(2026-12-07 9:00 UTC);
const TUESDAY: OffsetDateTime = datetime!(2026-12-08 9:00 UTC);

fn booking(from: OffsetDateTime) -> Booking {
    Booking {
        room: "blue".into(),
        from,
        guest: "ann".into(),
        created_at: unset(),
        updated_at: unset(),
        version: 0,
        expires_at: None,
    }
}

/// The old item goes, the new one is there: created when the old one was, one version later, with the
/// expiry that `put` would write.
#[tokio::test]
async fn an_item_moves_in_one_transaction() {
    let fixture = Fixture::new();
    let bookings = fixture.create::<Booking>().await;
    let old = bookings.create(booking(MONDAY)).send().await.unwrap();
    fixture.clock().advance(std::time::Duration::from_mins(1));
    fixture.requests().clear();

    let moved = bookings.rekey(&old, booking(TUESDAY)).send().await.unwrap();
    let expected = Booking {
        created_at: START,
        updated_at: datetime!(2026-11-30 12:01 UTC),
        version: 2,
        expires_at: Some(datetime!(2027-01-07 9:00 UTC)),
        ..booking(TUESDAY)
    };
    assert_eq!(moved, expected);
    let request = fixture.requests().only();
    assert_eq!(request.operation, "TransactWriteItems");
    let steps = request.body["TransactItems"].as_array().unwrap();
    assert_eq!(steps.len(), 2);
    assert_eq!(
        steps[0]["Delete"]["Key"],
        json!({"pk": {"S": "room#blue"}, "sk": {"S": "2026-12-07T09:00:00Z#ann"}})
    );
    let put = &steps[1]["Put"];
    assert_eq!(put["Item"]["sk"], json!({"S": "2026-12-08T09:00:00Z#ann"}));
    assert_eq!(put["Item"]["version"], json!({"N": "2"}));

    let all = bookings.query("blue").all().await.unwrap();
    assert_eq!(all, [expected]);
}

/// The conditions that are sent: the old item unchanged and live, nothing live under the new key.
#[tokio::test]
async fn the_conditions_of_a_move() {
    let fixture = Fixture::new();
    let bookings = fixture.create::<Booking>().await;
    let old = bookings.create(booking(MONDAY)).send().await.unwrap();
    fixture.requests().clear();
    bookings.rekey(&old, booking(TUESDAY)).send().await.unwrap();
    let body = fixture.requests().only().body;
    let condition = |step: &serde_json::Value| {
        let mut text = step["ConditionExpression"].as_str().unwrap().to_owned();
        for (name, value) in step["ExpressionAttributeNames"].as_object().unwrap() {
            text = text.replace(name, value.as_str().unwrap());
        }
        for (name, value) in step["ExpressionAttributeValues"].as_object().unwrap() {
            text = text.replace(name, value["N"].as_str().unwrap());
        }
        text
    };
    let now = START.unix_timestamp();
    assert_eq!(
        condition(&body["TransactItems"][0]["Delete"]),
        format!("version = 1 AND NOT expires_at <= {now}")
    );
    assert_eq!(
        condition(&body["TransactItems"][1]["Put"]),
        format!("attribute_not_exists(pk) OR expires_at <= {now}")
    );
}

/// Each refusal is an error of its own kind, gives the new item back, and nothing has moved.
#[tokio::test]
async fn refusals_are_typed() {
    let fixture = Fixture::new();
    let bookings = fixture.create::<Booking>().await;
    let old = bookings.create(booking(MONDAY)).send().await.unwrap();
    let taken = bookings.create(booking(TUESDAY)).send().await.unwrap();

    let error = bookings
        .rekey(&old, booking(TUESDAY))
        .send()
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AlreadyExists);
    assert_eq!(error.operation(), "TransactWriteItems");
    assert_eq!(error.table(), "bookings");
    assert_eq!(error.current::<Booking>().unwrap().unwrap(), taken);
    let mut error = error;
    assert_eq!(error.given::<Booking>(), Some(booking(TUESDAY)));

    let changed = bookings.update(&old).send().await.unwrap();
    let elsewhere = booking(datetime!(2026-12-09 9:00 UTC));
    let error = bookings.rekey(&old, &elsewhere).send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::VersionConflict);
    assert_eq!(error.current::<Booking>().unwrap().unwrap(), changed);

    bookings.delete(&changed).send().await.unwrap();
    let error = bookings
        .rekey(&changed, &elsewhere)
        .send()
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    let all = bookings.query("blue").all().await.unwrap();
    assert_eq!(all, [taken]);
}

/// With one key for both it is a put over the unchanged item.
#[tokio::test]
async fn a_move_to_the_same_key_is_a_put() {
    let fixture = Fixture::new();
    let bookings = fixture.create::<Booking>().await;
    let old = bookings.create(booking(MONDAY)).send().await.unwrap();
    fixture.requests().clear();
    let new = booking(datetime!(2026-12-07 9:00:00.5 UTC));
    let moved = bookings.rekey(&old, &new).send().await.unwrap();
    assert_eq!(moved.version, 2);
    assert_eq!(moved.from, MONDAY);
    assert_eq!(moved.created_at, START);
    let request = fixture.requests().only();
    assert_eq!(request.operation, "PutItem");
    assert_eq!(
        request.condition(),
        format!(
            "version = 1 AND NOT expires_at <= {}",
            START.unix_timestamp()
        )
    );
    let error = bookings.rekey(&old, &new).send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::VersionConflict);
}

/// A move whose answer was lost is not carried out twice: one token goes with all attempts.
#[tokio::test]
async fn a_lost_answer_is_no_second_move() {
    let fixture = Fixture::new();
    let old = fixture
        .create::<Booking>()
        .await
        .create(booking(MONDAY))
        .send()
        .await
        .unwrap();
    fixture.requests().clear();
    let (bookings, script) = fixture.scripted_table::<Booking>([Answer::Lose]);
    let write = bookings.rekey(&old, booking(TUESDAY)).prepare().unwrap();
    let moved = write.send().await.unwrap();
    assert_eq!(script.left(), 0);
    assert_eq!(write.send().await.unwrap(), moved);
    let requests = fixture.requests().take();
    assert_eq!(requests.len(), 3);
    for request in &requests {
        assert_eq!(request.body, requests[0].body);
    }
    assert_eq!(bookings.query("blue").all().await.unwrap(), [moved]);
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "names")]
struct Name {
    #[partition_key]
    name: String,
    owner: String,
}

/// Without a version the old item has to be there, whatever it says; a condition of the caller's is
/// asked of it.
#[tokio::test]
async fn without_a_version_the_old_item_has_to_be_there() {
    let fixture = Fixture::new();
    let names = fixture.create::<Name>().await;
    let name = |name: &str| Name {
        name: name.into(),
        owner: "ann".into(),
    };
    let error = names.rekey(&name("a"), name("b")).send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    names.put(name("a")).send().await.unwrap();
    let error = names
        .rekey(&name("a"), name("b"))
        .condition(Name::OWNER.eq("bob"))
        .send()
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ConditionFailed);
    fixture.requests().clear();
    assert_eq!(
        names.rekey(&name("a"), name("b")).send().await.unwrap(),
        name("b")
    );
    let body = fixture.requests().only().body;
    let delete = &body["TransactItems"][0]["Delete"];
    assert_eq!(delete["ConditionExpression"], "attribute_exists(#n0)");
    assert_eq!(names.get("a").send().await.unwrap(), None);
    assert_eq!(names.get("b").send().await.unwrap(), Some(name("b")));
}
