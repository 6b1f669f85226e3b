//! `update`: the expression of each action, the condition, what comes back.

use std::collections::{BTreeMap, BTreeSet};

use dynamap::{DynamoItem, DynamoValue, ErrorKind, Number};
use dynamap_tests::{Fixture, START};
use serde_json::json;
use time::{Duration, OffsetDateTime};

#[derive(Debug, Clone, PartialEq, DynamoValue)]
struct Address {
    city: String,
    lines: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "things",
    index(name = "by_owner", partition_key = "owner", sort_key = "status")
)]
struct Thing {
    #[partition_key]
    id: String,
    owner: Option<String>,
    status: Option<String>,
    #[dynamo(rename = "n")]
    count: Option<i64>,
    price: Option<Number>,
    tags: BTreeSet<String>,
    lines: Option<Vec<String>>,
    home: Option<Address>,
    homes: Option<Vec<Address>>,
    notes: Option<BTreeMap<String, String>>,
}

fn thing() -> Thing {
    Thing {
        id: "t".to_owned(),
        owner: None,
        status: None,
        count: None,
        price: None,
        tags: BTreeSet::new(),
        lines: None,
        home: None,
        homes: None,
        notes: None,
    }
}

fn full() -> Thing {
    let address = |city: &str| Address {
        city: city.to_owned(),
        lines: vec!["a".to_owned(), "b".to_owned()],
    };
    Thing {
        status: Some("new".to_owned()),
        count: Some(1),
        tags: BTreeSet::from(["x".to_owned()]),
        lines: Some(vec!["a".to_owned(), "b".to_owned(), "c".to_owned()]),
        home: Some(address("Bern")),
        homes: Some(vec![address("Bern"), address("Rome")]),
        notes: Some(BTreeMap::from([("k".to_owned(), "v".to_owned())])),
        ..thing()
    }
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "orders")]
struct Order {
    #[partition_key]
    id: String,
    status: String,
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
        id: "o".to_owned(),
        status: "new".to_owned(),
        created_at: dynamap::unset(),
        updated_at: dynamap::unset(),
        version: 0,
        expires_at: None,
    }
}

/// A table with one thing in it; what was sent so far is forgotten.
async fn with(thing: Thing) -> (Fixture, ThingTable) {
    let fixture = Fixture::new();
    let things = fixture.create::<Thing>().await;
    things.create(thing).send().await.unwrap();
    fixture.requests().clear();
    (fixture, things)
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}

// P33, P34, FC-19, A02: stamps and version come with it, created_at stays, ALL_NEW comes back.
#[tokio::test]
async fn an_update_fills_stamp_and_version_and_gives_the_whole_item() {
    let fixture = Fixture::new();
    let orders = fixture.create::<Order>().await;
    let stored = orders.create(order()).send().await.unwrap();
    fixture.clock().advance(std::time::Duration::from_secs(5));
    fixture.requests().clear();
    let paid = orders
        .update("o")
        .set(Order::STATUS, "paid")
        .send()
        .await
        .unwrap();
    let request = fixture.requests().only();
    assert_eq!(request.operation, "UpdateItem");
    assert_eq!(
        request.inlined(),
        json!({
            "TableName": "orders",
            "Key": {"id": {"S": "o"}},
            "UpdateExpression": "SET status = 'paid', updated_at = 1796040005000, \
                                 version = if_not_exists(version, 0) + 1",
            "ConditionExpression": "attribute_exists(id) AND NOT expires_at <= 1796040005",
            "ReturnValues": "ALL_NEW",
            "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
        })
    );
    assert_eq!(
        paid,
        Order {
            status: "paid".to_owned(),
            updated_at: START + Duration::seconds(5),
            version: 2,
            ..stored
        }
    );
}

// P01, FC-101: a type without stamps, version or TTL gets nothing else.
#[tokio::test]
async fn a_set_is_a_set() {
    let (fixture, things) = with(thing()).await;
    things
        .update("t")
        .set(Thing::STATUS, "new")
        .send()
        .await
        .unwrap();
    let request = fixture.requests().only();
    assert_eq!(request.renamed()["UpdateExpression"], "SET #1 = :1");
    assert_eq!(
        request.renamed()["ConditionExpression"],
        "attribute_exists(#2)"
    );
    assert_eq!(request.update(), "SET status = 'new'");
}

// P02, P28, P29, FC-55, FC-135: nothing to set is REMOVE, never NULL.
#[tokio::test]
async fn none_and_the_empty_set_are_removed() {
    let (fixture, things) = with(full()).await;
    let changed = things
        .update("t")
        .set(Thing::STATUS, None::<String>)
        .set(Thing::TAGS, BTreeSet::new())
        .send()
        .await
        .unwrap();
    let request = fixture.requests().only();
    assert_eq!(request.update(), "REMOVE status, tags");
    assert!(request.get("ExpressionAttributeValues").is_null());
    assert_eq!((changed.status, changed.tags), (None, BTreeSet::new()));
}

// P14, FC-42: with nothing else there is no values table at all.
#[tokio::test]
async fn a_remove_alone_has_no_values() {
    let (fixture, things) = with(full()).await;
    let changed = things
        .update("t")
        .remove(Thing::STATUS)
        .remove(Thing::LINES.index(1))
        .send()
        .await
        .unwrap();
    let request = fixture.requests().only();
    assert_eq!(request.update(), "REMOVE status, lines[1]");
    assert!(request.get("ExpressionAttributeValues").is_null());
    // P23: the later elements move up.
    assert_eq!(changed.lines, Some(texts(&["a", "c"])));
}

// P03, P09, P10, P30, FC-84: missing numbers count from zero.
#[tokio::test]
async fn numbers_are_counted_from_zero() {
    let (fixture, things) = with(thing()).await;
    let changed = things
        .update("t")
        .add(Thing::COUNT, 2)
        .subtract(Thing::PRICE, "0.1".parse::<Number>().unwrap())
        .send()
        .await
        .unwrap();
    assert_eq!(
        fixture.requests().only().update(),
        "SET n = if_not_exists(n, 0) + 2, price = if_not_exists(price, 0) - 0.1"
    );
    assert_eq!(changed.count, Some(2));
    assert_eq!(changed.price.unwrap().to_string(), "-0.1");
    let changed = things
        .update("t")
        .add(Thing::COUNT, 3)
        .send()
        .await
        .unwrap();
    assert_eq!(changed.count, Some(5));
}

// P06: an attribute that is there stays.
#[tokio::test]
async fn set_if_absent_keeps_what_is_there() {
    let (fixture, things) = with(full()).await;
    let changed = things
        .update("t")
        .set_if_absent(Thing::STATUS, "other")
        .set_if_absent(Thing::OWNER, "ada")
        .send()
        .await
        .unwrap();
    assert_eq!(
        fixture.requests().only().update(),
        "SET status = if_not_exists(status, 'other'), owner = if_not_exists(owner, 'ada')"
    );
    assert_eq!(changed.status.as_deref(), Some("new"));
    assert_eq!(changed.owner.as_deref(), Some("ada"));
}

// P05, FC-83: lists start empty.
#[tokio::test]
async fn lists_grow_at_both_ends() {
    let (fixture, things) = with(thing()).await;
    let changed = things
        .update("t")
        .append(Thing::LINES, texts(&["q"]))
        .send()
        .await
        .unwrap();
    assert_eq!(changed.lines, Some(texts(&["q"])));
    assert_eq!(
        fixture.requests().only().update(),
        r#"SET lines = list_append(if_not_exists(lines, {"L":[]}), {"L":[{"S":"q"}]})"#
    );
    let changed = things
        .update("t")
        .prepend(Thing::LINES, texts(&["p"]))
        .send()
        .await
        .unwrap();
    assert_eq!(changed.lines, Some(texts(&["p", "q"])));
    assert_eq!(
        fixture.requests().only().update(),
        r#"SET lines = list_append({"L":[{"S":"p"}]}, if_not_exists(lines, {"L":[]}))"#
    );
}

// P10, P31, FC-135: the last member takes the attribute with it, which reads as the empty set.
#[tokio::test]
async fn sets_gain_and_lose_members() {
    let (fixture, things) = with(thing()).await;
    let changed = things
        .update("t")
        .insert(Thing::TAGS, texts(&["a", "b"]))
        .send()
        .await
        .unwrap();
    assert_eq!(
        fixture.requests().only().update(),
        r#"ADD tags {"SS":["a","b"]}"#
    );
    assert_eq!(changed.tags, BTreeSet::from_iter(texts(&["a", "b"])));
    let changed = things
        .update("t")
        .delete(Thing::TAGS, texts(&["a", "b", "c"]))
        .send()
        .await
        .unwrap();
    assert_eq!(
        fixture.requests().only().update(),
        r#"DELETE tags {"SS":["a","b","c"]}"#
    );
    assert_eq!(changed.tags, BTreeSet::new());
}

// P15, P35: one order of the clauses.
#[tokio::test]
async fn the_clauses_have_one_order() {
    let (fixture, things) = with(full()).await;
    things
        .update("t")
        .delete(Thing::TAGS, texts(&["x"]))
        .remove(Thing::STATUS)
        .set(Thing::COUNT, 7)
        .append(Thing::LINES, texts(&["d"]))
        .send()
        .await
        .unwrap();
    assert_eq!(
        fixture.requests().only().update(),
        r#"SET n = 7, lines = list_append(if_not_exists(lines, {"L":[]}), {"L":[{"S":"d"}]}) REMOVE status DELETE tags {"SS":["x"]}"#
    );
    let (fixture, things) = with(full()).await;
    things
        .update("t")
        .insert(Thing::TAGS, texts(&["y"]))
        .remove(Thing::STATUS)
        .send()
        .await
        .unwrap();
    assert_eq!(
        fixture.requests().only().update(),
        r#"REMOVE status ADD tags {"SS":["y"]}"#
    );
}

// P17, FC-86: no empty expression, no empty tables; an update that sets nothing is a touch.
#[tokio::test]
async fn an_update_without_a_change_is_a_touch() {
    let (fixture, things) = with(full()).await;
    let same = things
        .update("t")
        .insert(Thing::TAGS, [])
        .set_if_absent(Thing::OWNER, None::<String>)
        .send()
        .await
        .unwrap();
    assert_eq!(same, full());
    assert_eq!(
        fixture.requests().only().inlined(),
        json!({
            "TableName": "things",
            "Key": {"id": {"S": "t"}},
            "ConditionExpression": "attribute_exists(id)",
            "ReturnValues": "ALL_NEW",
            "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
        })
    );
    let orders = fixture.create::<Order>().await;
    orders.create(order()).send().await.unwrap();
    fixture.clock().advance(std::time::Duration::from_secs(5));
    let touched = orders.update("o").send().await.unwrap();
    assert_eq!(touched.updated_at, START + Duration::seconds(5));
    assert_eq!(touched.version, 2);
}

// P18, P19: paths into lists and maps; indexes mean the list as it was.
#[tokio::test]
async fn parts_are_changed_by_their_path() {
    let (fixture, things) = with(full()).await;
    let changed = things
        .update("t")
        .set(Thing::LINES.index(2), "z")
        .remove(Thing::LINES.index(1))
        .set(Thing::HOME.field(Address::CITY), "Oslo")
        .set(Thing::HOMES.index(1).field(Address::LINES).index(0), "y")
        .set(Thing::NOTES.key("k"), "w")
        .send()
        .await
        .unwrap();
    let request = fixture.requests().only();
    assert_eq!(
        request.renamed()["UpdateExpression"],
        "SET #1[2] = :1, #2.#3 = :2, #4[1].#1[0] = :3, #5.#6 = :4 REMOVE #1[1]"
    );
    assert_eq!(
        request.update(),
        "SET lines[2] = 'z', home.city = 'Oslo', homes[1].lines[0] = 'y', notes.k = 'w' REMOVE lines[1]"
    );
    assert_eq!(changed.lines, Some(texts(&["a", "z"])));
    assert_eq!(changed.home.unwrap().city, "Oslo");
    assert_eq!(changed.homes.unwrap()[1].lines, texts(&["y", "b"]));
}

// P22: an element beyond the end is appended.
#[tokio::test]
async fn an_element_beyond_the_end_is_appended() {
    let (_fixture, things) = with(full()).await;
    let changed = things
        .update("t")
        .set(Thing::LINES.index(9), "d")
        .send()
        .await
        .unwrap();
    assert_eq!(changed.lines, Some(texts(&["a", "b", "c", "d"])));
}

// P21, FC-32: the parent has to be there; the error is the service's, once.
#[tokio::test]
async fn a_part_of_nothing_cannot_be_set() {
    let (fixture, things) = with(thing()).await;
    let error = things
        .update("t")
        .set(Thing::HOME.field(Address::CITY), "Oslo")
        .send()
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Service);
    assert_eq!(error.code(), Some("ValidationException"));
    assert_eq!(fixture.requests().take().len(), 1);
}

// P25, FC-85: a path at or below another one is found before the request.
#[tokio::test]
async fn overlapping_paths_are_refused_before_the_request() {
    let (fixture, things) = with(full()).await;
    let error = things
        .update("t")
        .set(Thing::HOME, full().home.unwrap())
        .set(Thing::HOME.field(Address::CITY), "Oslo")
        .send()
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    assert_eq!(error.attribute(), Some("home.city"));
    let error = things
        .update("t")
        .add(Thing::COUNT, 1)
        .remove(Thing::COUNT)
        .send()
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    assert!(fixture.requests().take().is_empty());
}

// P34, FC-143, V27: no ghost item.
#[tokio::test]
async fn a_missing_item_is_not_created() {
    let fixture = Fixture::new();
    let things = fixture.create::<Thing>().await;
    let error = things
        .update("t")
        .remove(Thing::STATUS)
        .send()
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    assert!(error.current::<Thing>().is_none());
    assert_eq!(
        error.to_string(),
        "UpdateItem on `things`: there is no such item: create it first"
    );
    assert_eq!(things.scan().count().await.unwrap(), 0);
}

#[tokio::test]
async fn an_expired_item_is_not_updated() {
    let fixture = Fixture::new();
    let orders = fixture.create::<Order>().await;
    let stored = orders.create(order()).send().await.unwrap();
    fixture
        .clock()
        .advance(std::time::Duration::from_hours(7 * 24));
    let error = orders
        .update("o")
        .set(Order::STATUS, "paid")
        .if_version(1)
        .send()
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    assert!(error.is_expired());
    assert_eq!(error.current::<Order>().unwrap().unwrap(), stored);
}

// FC-52: each field compares in its own unit.
#[tokio::test]
async fn conditions_are_joined_and_know_the_units() {
    let fixture = Fixture::new();
    let orders = fixture.create::<Order>().await;
    orders.create(order()).send().await.unwrap();
    fixture.requests().clear();
    orders
        .update("o")
        .set(Order::STATUS, "paid")
        .condition(Order::EXPIRES_AT.gt(START) & Order::CREATED_AT.le(START))
        .condition(Order::STATUS.eq("new") | Order::STATUS.not_exists())
        .send()
        .await
        .unwrap();
    assert_eq!(
        fixture.requests().only().condition(),
        "attribute_exists(id) AND NOT expires_at <= 1796040000 AND expires_at > 1796040000 AND \
         created_at <= 1796040000000 AND (status = 'new' OR attribute_not_exists(status))"
    );
    let error = orders
        .update("o")
        .condition(Order::STATUS.eq("new"))
        .send()
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ConditionFailed);
    assert_eq!(error.current::<Order>().unwrap().unwrap().version, 2);
}

// FC-31: the empty text is no key of an index either.
#[tokio::test]
async fn an_empty_index_key_is_refused_before_the_request() {
    let (fixture, things) = with(thing()).await;
    let error = things
        .update("t")
        .set(Thing::OWNER, "")
        .send()
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidKey);
    assert_eq!(error.attribute(), Some("owner"));
    assert!(fixture.requests().take().is_empty());
}

#[tokio::test]
async fn the_sdk_builder_and_the_full_answer() {
    let (fixture, things) = with(thing()).await;
    let builder = things.update("t").set(Thing::COUNT, 3).into_sdk().unwrap();
    let answer = builder.send().await.unwrap();
    assert_eq!(answer.attributes().unwrap()["n"].as_n().unwrap(), "3");
    let written = things
        .update("t")
        .add(Thing::COUNT, 1)
        .return_consumed_capacity()
        .send_full()
        .await
        .unwrap();
    assert_eq!(written.item.count, Some(4));
    assert_eq!(written.attempts, 1);
    assert!(written.consumed_capacity.is_some() && written.request_id.is_some());
    assert_eq!(fixture.requests().take().len(), 2);
}
