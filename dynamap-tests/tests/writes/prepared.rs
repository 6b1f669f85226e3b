//! `prepare`: one instant, the same parameters at each sending.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use dynamap::{DynamoItem, ErrorKind, unset};
use dynamap_tests::{Answer, Fixture, START};
use time::OffsetDateTime;

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "orders")]
struct Order {
    #[partition_key]
    id: String,
    status: String,
    #[ts(millis, auto_create)]
    created_at: OffsetDateTime,
    #[version]
    version: u64,
    #[ttl(seconds, after = "7d")]
    expires_at: Option<OffsetDateTime>,
}

fn order() -> Order {
    Order {
        id: "o".to_owned(),
        status: "new".to_owned(),
        created_at: unset(),
        version: 0,
        expires_at: None,
    }
}

const MINUTE: std::time::Duration = std::time::Duration::from_mins(1);

#[tokio::test]
async fn the_instant_is_that_of_preparing() {
    let fixture = Fixture::new();
    let orders = fixture.create::<Order>().await;
    let prepared = orders.create(order()).prepare().unwrap();
    fixture.clock().advance(MINUTE);
    let stored = prepared.send().await.unwrap();
    assert_eq!(stored.created_at, START);
    assert_eq!(
        fixture.requests().only().condition(),
        "attribute_not_exists(id) OR expires_at <= 1796040000"
    );
}

// The second sending finds the work of the first one.
#[tokio::test]
async fn sent_twice_it_happens_once() {
    let fixture = Fixture::new();
    let orders = fixture.create::<Order>().await;
    let create = orders.create(order()).prepare().unwrap();
    let first = create.send().await.unwrap();
    fixture.clock().advance(MINUTE);
    assert_eq!(create.clone().send().await.unwrap(), first);
    let sent = fixture.requests().take();
    assert_eq!(sent[0], sent[1]);

    let update = orders
        .update("o")
        .set(Order::STATUS, "paid")
        .if_version(1)
        .prepare()
        .unwrap();
    assert_eq!(update.send().await.unwrap().version, 2);
    assert_eq!(update.send().await.unwrap().version, 2);

    let delete = orders.delete("o").if_version(2).prepare().unwrap();
    assert!(delete.send().await.unwrap().is_some());
    assert_eq!(delete.send().await.unwrap(), None);
}

// The caller's own repetition, after the SDK's gave up.
#[tokio::test]
async fn the_callers_repetition_succeeds_after_lost_answers() {
    let fixture = Fixture::new();
    fixture.create::<Order>().await;
    let (orders, _) = fixture.scripted_table::<Order>([Answer::Lose, Answer::Break, Answer::Break]);
    let create = orders.create(order()).prepare().unwrap();
    let error = create.send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Dispatch);
    assert_eq!(create.send().await.unwrap().version, 1);
}

#[tokio::test]
async fn another_writers_work_is_still_a_conflict() {
    let fixture = Fixture::new();
    let orders = fixture.create::<Order>().await;
    let create = orders.create(order()).prepare().unwrap();
    create.send().await.unwrap();
    orders
        .update("o")
        .set(Order::STATUS, "paid")
        .send()
        .await
        .unwrap();
    let error = create.send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AlreadyExists);
}

#[tokio::test]
async fn a_fault_is_found_while_preparing() {
    let fixture = Fixture::new();
    let orders = fixture.create::<Order>().await;
    let given = Order {
        id: String::new(),
        ..order()
    };
    let mut error = orders.put(given.clone()).prepare().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidKey);
    assert_eq!(error.operation(), "PutItem");
    assert_eq!(error.given::<Order>(), Some(given));
}

#[tokio::test]
async fn its_debug_text_has_no_values() {
    let fixture = Fixture::new();
    let orders = fixture.create::<Order>().await;
    let prepared = orders
        .put(order())
        .condition(Order::STATUS.eq("secret"))
        .prepare()
        .unwrap();
    let text = format!("{prepared:?}");
    assert!(
        text.contains("PutItem") && text.contains("orders"),
        "{text}"
    );
    assert!(!text.contains("secret") && !text.contains("new"), "{text}");
}

fn is_send_and_static<T: Send + 'static>(_: &T) {}

// Every future can be spawned, and every builder awaited.
#[tokio::test]
async fn futures_are_send_and_static() {
    let fixture = Fixture::new();
    let orders = fixture.create::<Order>().await;
    let given = order();
    is_send_and_static(&orders.create(&given).send());
    is_send_and_static(&orders.create(given.clone()).send_full());
    is_send_and_static(&orders.put(&given).send());
    is_send_and_static(&orders.put(&given).into_future());
    is_send_and_static(&orders.replace(&given).send());
    is_send_and_static(&orders.upsert(&given).send());
    is_send_and_static(&orders.upsert(&given).send_full());
    is_send_and_static(&orders.update("o").send());
    is_send_and_static(&orders.update("o").exactly_once().send_full());
    is_send_and_static(&orders.update("o").or_insert(&given).into_future());
    is_send_and_static(&orders.delete("o").send());
    is_send_and_static(&orders.delete("o").send_full());
    is_send_and_static(&orders.rescue("o", START).send());
    is_send_and_static(&orders.rescue_forever("o").into_future());
    is_send_and_static(&orders.get("o").send());
    is_send_and_static(&orders.scan().stream());
    is_send_and_static(&orders.scan().all());
    is_send_and_static(&orders.create_table().into_future());
    let prepared = orders.update("o").prepare().unwrap();
    let sending = tokio::spawn(async move { prepared.send().await });
    assert!(
        sending
            .await
            .unwrap()
            .is_err_and(|error| error.is_not_found())
    );
    orders.create(given).await.unwrap();
    assert!(orders.delete("o").await.unwrap().is_some());
}

#[test]
fn items_are_plain_maps() {
    let item: HashMap<String, AttributeValue> = order().to_item().unwrap();
    assert_eq!(Order::from_item(&item).unwrap(), order());
}
