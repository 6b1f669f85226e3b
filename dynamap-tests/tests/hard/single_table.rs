//! Several types in one table and one partition.

use dynamap::{DynamoItem, DynamoValue, ErrorKind, Transaction};
use dynamap_tests::Fixture;
use time::OffsetDateTime;
use time::macros::datetime;

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "shop",
    partition_key(attribute = "pk", prefix = "CUSTOMER", parts = ["customer"]),
    sort_key(attribute = "sk", value = "PROFILE")
)]
struct Profile {
    customer: String,
    name: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, DynamoValue)]
enum State {
    Open,
    Sent,
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "shop",
    partition_key(attribute = "pk", prefix = "CUSTOMER", parts = ["customer"]),
    sort_key(attribute = "sk", prefix = "ORDER", parts = ["number"]),
    index(
        name = "gsi1",
        partition_key(attribute = "gsi1pk", prefix = "STATE", parts = ["state"], shards = 2),
        sort_key(attribute = "gsi1sk", prefix = "AT", parts = ["placed_at", "number"]),
        method = "by_state"
    )
)]
struct Order {
    customer: String,
    number: u64,
    state: State,
    #[ts(seconds)]
    placed_at: OffsetDateTime,
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "shop",
    partition_key(attribute = "pk", prefix = "CUSTOMER", parts = ["customer"]),
    sort_key(attribute = "sk", prefix = "ORDER_LINE", parts = ["number", "product"])
)]
struct Line {
    customer: String,
    number: u64,
    product: String,
    pieces: u32,
}

const NOON: OffsetDateTime = datetime!(2026-11-30 12:00 UTC);

fn order(customer: &str, number: u64, state: State) -> Order {
    Order {
        customer: customer.into(),
        number,
        state,
        placed_at: NOON,
    }
}

#[tokio::test]
async fn types_that_share_a_partition_read_their_own_items() {
    let fixture = Fixture::new();
    let orders = fixture.create::<Order>().await;
    let profiles = fixture.table::<Profile>();
    let lines = fixture.table::<Line>();
    let profile = Profile {
        customer: "ann".into(),
        name: "Ann".into(),
    };
    let line = Line {
        customer: "ann".into(),
        number: 7,
        product: "tea#green".into(),
        pieces: 2,
    };
    let first = order("ann", 7, State::Open);
    let second = order("ann", 12, State::Sent);
    Transaction::new(fixture.client())
        .put(&profiles, profile.clone())
        .put(&orders, first.clone())
        .put(&orders, second.clone())
        .put(&lines, line.clone())
        .send()
        .await
        .unwrap();
    // Another customer whose name begins alike.
    orders.put(order("ann#x", 1, State::Open)).await.unwrap();

    assert_eq!(
        orders.query("ann").all().await.unwrap(),
        [first.clone(), second.clone()]
    );
    assert_eq!(
        lines.query("ann").all().await.unwrap(),
        std::slice::from_ref(&line)
    );
    assert_eq!(
        profiles.query("ann").all().await.unwrap(),
        std::slice::from_ref(&profile)
    );
    assert_eq!(profiles.get("ann").await.unwrap(), Some(profile));
    assert_eq!(
        orders.get(("ann", 12_u64)).await.unwrap(),
        Some(second.clone())
    );
    assert_eq!(
        lines.query("ann").eq(7).all().await.unwrap(),
        std::slice::from_ref(&line)
    );
    assert_eq!(
        orders.query("ann").gt(7).all().await.unwrap(),
        std::slice::from_ref(&second)
    );
    assert_eq!(
        orders
            .query("ann")
            .within(8..)
            .descending()
            .all()
            .await
            .unwrap(),
        std::slice::from_ref(&second)
    );
    assert_eq!(
        orders.query("ann").descending().first().await.unwrap(),
        Some(second)
    );
}

#[tokio::test]
async fn an_update_of_a_part_moves_the_order_in_its_index() {
    let fixture = Fixture::new();
    let orders = fixture.create::<Order>().await;
    orders.put(order("ann", 7, State::Open)).await.unwrap();
    fixture.requests().clear();
    let error = orders
        .update(("ann", 7_u64))
        .set(Order::STATE, State::Sent)
        .send()
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    assert!(
        error.to_string().contains("and does not set `placed_at`"),
        "{error}"
    );
    assert!(fixture.requests().take().is_empty());
    let sent = orders
        .update(("ann", 7_u64))
        .set(Order::STATE, State::Sent)
        .set(Order::PLACED_AT, NOON)
        .send()
        .await
        .unwrap();
    let found = orders.by_state(State::Sent).shards().all().await.unwrap();
    assert_eq!(found, [sent]);
    let found = orders.by_state(State::Open).shards().all().await.unwrap();
    assert_eq!(found, []);
    let plan = orders
        .by_state(State::Sent)
        .range(NOON..)
        .explain()
        .unwrap();
    assert_eq!(
        plan[1].key_condition,
        "gsi1pk = 'STATE#Sent#1' AND gsi1sk BETWEEN 'AT#2026-11-30T12:00:00Z' AND 'AT#9999-12-31T23:59:59Z$'"
    );
}
