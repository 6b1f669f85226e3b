//! `create`: the request, the item, what a refusal means.

use dynamap::{DynamoItem, DynamoValue, ErrorKind, unset};
use dynamap_tests::{Fixture, START};
use serde_json::json;
use time::{Duration, OffsetDateTime};

#[derive(Debug, Clone, Copy, PartialEq, Eq, DynamoValue)]
enum Status {
    Pending,
    Paid,
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "orders")]
struct Order {
    #[partition_key]
    id: String,
    status: Status,
    #[ts(millis, auto_create)]
    created_at: OffsetDateTime,
    #[ts(millis, auto_update)]
    updated_at: OffsetDateTime,
    #[version]
    version: u64,
    #[ttl(seconds, after = "7d")]
    expires_at: Option<OffsetDateTime>,
}

fn order() -> Order {
    Order {
        id: "o-1".to_owned(),
        status: Status::Pending,
        created_at: unset(),
        updated_at: unset(),
        version: 0,
        expires_at: None,
    }
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "notes")]
struct Note {
    #[partition_key]
    thread: String,
    #[sort_key]
    at: i64,
    text: String,
}

fn note(at: i64) -> Note {
    Note {
        thread: "613".to_owned(),
        at,
        text: "x".to_owned(),
    }
}

// A02, A07, A10, FC-102: one instant fills all, and the caller gets what was stored.
#[tokio::test]
async fn a_create_fills_everything_with_one_instant() {
    let fixture = Fixture::new();
    let orders = fixture.create::<Order>().await;
    let stored = orders.create(order()).send().await.unwrap();
    let request = fixture.requests().only();
    assert_eq!(request.operation, "PutItem");
    assert_eq!(
        request.inlined(),
        json!({
            "TableName": "orders",
            "Item": {
                "id": {"S": "o-1"},
                "status": {"S": "Pending"},
                "created_at": {"N": "1796040000000"},
                "updated_at": {"N": "1796040000000"},
                "version": {"N": "1"},
                "expires_at": {"N": "1796644800"},
            },
            "ConditionExpression": "attribute_not_exists(id) OR expires_at <= 1796040000",
            "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
        })
    );
    assert_eq!(
        stored,
        Order {
            created_at: START,
            updated_at: START,
            version: 1,
            expires_at: Some(START + Duration::days(7)),
            ..order()
        }
    );
    assert_eq!(orders.get("o-1").send().await.unwrap(), Some(stored));
}

#[tokio::test]
async fn placeholders_are_used_and_defined() {
    let fixture = Fixture::new();
    let orders = fixture.create::<Order>().await;
    orders.create(order()).send().await.unwrap();
    let request = fixture.requests().only().renamed();
    assert_eq!(
        request["ConditionExpression"],
        "attribute_not_exists(#1) OR #2 <= :1"
    );
    assert_eq!(
        request["ExpressionAttributeNames"],
        json!({"#1": "id", "#2": "expires_at"})
    );
    assert_eq!(
        request["ExpressionAttributeValues"],
        json!({":1": {"N": "1796040000"}})
    );
}

#[tokio::test]
async fn a_type_without_a_ttl_asks_for_the_key_only() {
    let fixture = Fixture::new();
    let notes = fixture.create::<Note>().await;
    notes.create(note(1)).send().await.unwrap();
    let request = fixture.requests().only();
    assert_eq!(request.condition(), "attribute_not_exists(thread)");
    assert!(request.get("ExpressionAttributeValues").is_null());
}

// FC-88: uniqueness is that of the full primary key.
#[tokio::test]
async fn only_the_full_key_has_to_be_new() {
    let fixture = Fixture::new();
    let notes = fixture.create::<Note>().await;
    notes.create(note(1)).send().await.unwrap();
    notes.create(note(2)).send().await.unwrap();
    let error = notes.create(note(1)).send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AlreadyExists);
}

#[tokio::test]
async fn a_live_item_is_not_overwritten_and_comes_with_the_error() {
    let fixture = Fixture::new();
    let orders = fixture.create::<Order>().await;
    let stored = orders.create(order()).send().await.unwrap();
    let given = Order {
        status: Status::Paid,
        ..order()
    };
    let mut error = orders.create(given.clone()).send().await.unwrap_err();
    assert!(error.is_already_exists());
    assert!(!error.is_expired() && !error.write_applied() && !error.maybe_ours());
    assert_eq!(error.versions(), Some((0, Some(1))));
    assert_eq!(error.current::<Order>().unwrap().unwrap(), stored);
    assert_eq!(
        error.key().unwrap().get("id").unwrap().as_s().unwrap(),
        "o-1"
    );
    assert_eq!(error.given::<Order>(), Some(given));
    assert_eq!(
        error.to_string(),
        "PutItem on `orders`: an item with this key exists: `put` replaces it, `update` changes it, \
         `Error::current` has it"
    );
    assert_eq!(orders.get("o-1").send().await.unwrap(), Some(stored));
}

// A12: what was borrowed is untouched and not given back.
#[tokio::test]
async fn a_borrowed_item_is_not_given_back() {
    let fixture = Fixture::new();
    let orders = fixture.create::<Order>().await;
    let given = order();
    orders.create(&given).send().await.unwrap();
    let mut error = orders.create(&given).send().await.unwrap_err();
    assert_eq!(error.given::<Order>(), None);
    assert_eq!(given, order());
}

#[tokio::test]
async fn an_expired_item_is_gone() {
    let fixture = Fixture::new();
    let orders = fixture.create::<Order>().await;
    orders.create(order()).send().await.unwrap();
    fixture
        .clock()
        .advance(std::time::Duration::from_hours(7 * 24));
    let stored = orders.create(order()).send().await.unwrap();
    assert_eq!(stored.version, 1);
    assert_eq!(stored.created_at, START + Duration::days(7));
}

#[tokio::test]
async fn the_callers_condition_is_joined_in_parentheses_where_it_must_be() {
    let fixture = Fixture::new();
    let orders = fixture.create::<Order>().await;
    let condition = Order::STATUS.not_exists() | Order::STATUS.eq(Status::Paid);
    orders
        .create(order())
        .condition(condition)
        .condition(!Order::VERSION.gt(5_u64))
        .send()
        .await
        .unwrap();
    assert_eq!(
        fixture.requests().only().condition(),
        "(attribute_not_exists(id) OR expires_at <= 1796040000) AND \
         (attribute_not_exists(status) OR status = 'Paid') AND NOT version > 5"
    );
}

// A failed condition without an item is NotFound, whatever the write.
#[tokio::test]
async fn the_callers_condition_can_fail_without_an_item() {
    let fixture = Fixture::new();
    let orders = fixture.create::<Order>().await;
    let error = orders
        .create(order())
        .condition(Order::STATUS.eq(Status::Paid))
        .send()
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    assert!(error.current::<Order>().is_none());
    assert!(!error.is_expired());
}

#[tokio::test]
async fn the_replaced_remains_are_the_previous_item() {
    let fixture = Fixture::new();
    let orders = fixture.create::<Order>().await;
    let first = orders.create(order()).send().await.unwrap();
    fixture
        .clock()
        .advance(std::time::Duration::from_hours(7 * 24));
    fixture.requests().clear();
    let written = orders
        .create(order())
        .return_consumed_capacity()
        .send_full()
        .await
        .unwrap();
    let request = fixture.requests().only();
    assert_eq!(request.get("ReturnValues"), "ALL_OLD");
    assert_eq!(request.get("ReturnConsumedCapacity"), "TOTAL");
    assert_eq!(written.previous, Some(first));
    assert_eq!(written.attempts, 1);
    let capacity = written.consumed_capacity.unwrap();
    assert_eq!(capacity.table_name(), Some("orders"));
    assert!(capacity.capacity_units().unwrap() >= 1.0);
}

// A16 / into_sdk: the escape hatch is filled in too.
#[tokio::test]
async fn the_sdk_builder_is_filled_in() {
    let fixture = Fixture::new();
    let orders = fixture.create::<Order>().await;
    let builder = orders.create(order()).into_sdk().unwrap();
    builder.send().await.unwrap();
    let stored = orders.get("o-1").send().await.unwrap().unwrap();
    assert_eq!((stored.version, stored.created_at), (1, START));
}

// FC-142, FC-31: keys are checked before anything is sent.
#[tokio::test]
async fn an_empty_key_is_refused_before_the_request() {
    let fixture = Fixture::new();
    let orders = fixture.create::<Order>().await;
    let given = Order {
        id: String::new(),
        ..order()
    };
    let mut error = orders.create(given.clone()).send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidKey);
    assert_eq!(error.attribute(), Some("id"));
    assert_eq!(error.given::<Order>(), Some(given));
    assert!(fixture.requests().take().is_empty());
}

// FC-137: length counts in bytes.
#[tokio::test]
async fn a_long_key_is_refused_before_the_request() {
    let fixture = Fixture::new();
    let orders = fixture.create::<Order>().await;
    let with_id = |id: String| Order { id, ..order() };
    let error = orders
        .create(with_id("a".repeat(2049)))
        .send()
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidKey);
    let error = orders
        .create(with_id("\u{20ac}".repeat(683)))
        .send()
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidKey);
    assert!(fixture.requests().take().is_empty());
    orders
        .create(with_id("a".repeat(2048)))
        .send()
        .await
        .unwrap();
}
