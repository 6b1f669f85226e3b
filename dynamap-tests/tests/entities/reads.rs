//! Reads of one type leave the items of others out, or say that there is another.

use dynamap::{DynamoItem, DynamoProjection, ErrorKind, TransactionGet};
use dynamap_tests::Fixture;

use super::store::{Counter, Note, Order, Store, counter, note, order, store};

async fn filled() -> Store {
    let store = store().await;
    store.notes.put(note("a")).await.unwrap();
    store.counters.put(counter("b")).await.unwrap();
    store.notes.put(note("c")).await.unwrap();
    store.orders.put(order(1)).await.unwrap();
    store.orders.put(order(2)).await.unwrap();
    store.fixture.requests().clear();
    store
}

#[tokio::test]
async fn a_query_filters_by_the_tag() {
    let store = filled().await;
    assert_eq!(
        store.notes.query("ann").all().await.unwrap(),
        [note("a"), note("c")]
    );
    let request = store.fixture.requests().only();
    assert_eq!(request.key_condition(), "pk = 'ann'");
    assert_eq!(request.filter(), "_type = 'NOTE'");
    let counters = store.counters.query("ann").all().await.unwrap();
    assert_eq!(counters.len(), 1);
    assert_eq!(store.counters.query("ann").count().await.unwrap(), 1);
    assert_eq!(store.notes.query("ann").gt("a").count().await.unwrap(), 1);
}

#[tokio::test]
async fn the_callers_filter_and_take_hold_beside_the_tag() {
    let store = filled().await;
    store.fixture.requests().clear();
    let latest = store
        .notes
        .query("ann")
        .filter(Note::TEXT.eq("a note"))
        .latest()
        .await
        .unwrap();
    assert_eq!(latest, Some(note("c")));
    let request = store.fixture.requests().only();
    assert_eq!(request.filter(), "_type = 'NOTE' AND text = 'a note'");
    // DynamoDB's Limit counts before the filter.
    assert!(request.get("Limit").is_null());
}

#[tokio::test]
async fn a_prefix_of_the_sort_key_needs_no_filter() {
    let store = filled().await;
    assert_eq!(
        store.orders.query("ann").all().await.unwrap(),
        [order(1), order(2)]
    );
    let request = store.fixture.requests().only();
    assert_eq!(
        request.key_condition(),
        "pk = 'ann' AND begins_with(sk, 'ORDER#')"
    );
    assert!(request.get("FilterExpression").is_null());
    store.fixture.requests().clear();
    assert_eq!(
        store.orders.query("ann").first().await.unwrap(),
        Some(order(1))
    );
    assert_eq!(store.fixture.requests().only().get("Limit"), 1);
}

/// FC-90: a range picks up no other entity.
#[tokio::test]
async fn what_stands_under_the_prefix_and_is_another_is_left_out() {
    let store = filled().await;
    store
        .notes
        .put(note("ORDER#00000000000000000001x"))
        .await
        .unwrap();
    assert_eq!(
        store.orders.query("ann").all().await.unwrap(),
        [order(1), order(2)]
    );
    let pages = store.orders.query("ann").page_size(1).send().await.unwrap();
    assert_eq!(pages.items, [order(1)]);
    assert_eq!(
        store.orders.query("ann").take(2).all().await.unwrap(),
        [order(1), order(2)]
    );
    store.fixture.requests().clear();
    assert_eq!(store.orders.query("ann").count().await.unwrap(), 2);
    assert_eq!(store.fixture.requests().only().filter(), "_type = 'ORDER'");
    // A projection carries the tag.
    store.fixture.requests().clear();
    let totals = store.orders.query("ann").project_attributes(Order::TOTAL);
    assert_eq!(totals.all().await.unwrap(), [100, 100]);
    assert_eq!(
        store.fixture.requests().only().projection(),
        "total, pk, sk, _type"
    );
}

#[tokio::test]
async fn an_item_without_the_tag_under_the_own_prefix_is_a_failure() {
    let store = filled().await;
    store
        .put(&[
            ("pk", "ann"),
            ("sk", "ORDER#00000000000000000009"),
            ("total", "?"),
        ])
        .await;
    let error = store.orders.query("ann").ge(9).send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Decode);
    store
        .put(&[("pk", "ann"), ("sk", "untagged"), ("text", "a note")])
        .await;
    assert_eq!(
        store.notes.query("ann").all().await.unwrap(),
        [note("a"), note("c")]
    );
    let error = store.notes.get(("ann", "untagged")).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "GetItem on `store`: `_type`: expected the attribute, found nothing"
    );
    assert_eq!(error.kind(), ErrorKind::Decode);
}

#[tokio::test]
async fn a_scan_and_an_index_filter_by_the_tag() {
    let store = filled().await;
    let mut notes = store.notes.scan().segments(2).all().await.unwrap();
    notes.sort_by(|a, b| a.sk.cmp(&b.sk));
    assert_eq!(notes, [note("a"), note("c")]);
    let requests = store.fixture.requests().take();
    assert!(
        requests
            .iter()
            .all(|request| request.filter() == "_type = 'NOTE'")
    );
    assert_eq!(store.orders.scan().count().await.unwrap(), 2);
    store.fixture.requests().clear();
    let found = store
        .notes
        .query_by_text("ann")
        .eq("a note")
        .all()
        .await
        .unwrap();
    assert_eq!(found.len(), 2);
    assert_eq!(store.fixture.requests().only().filter(), "_type = 'NOTE'");
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "badges",
    entity = "BADGE",
    index(name = "by_owner", partition_key = "owner", projection = keys_only),
    index(name = "by_level", partition_key = "level", projection = include("owner"))
)]
struct Badge {
    #[partition_key]
    id: String,
    owner: String,
    level: u32,
    text: String,
}

#[derive(Debug, PartialEq, DynamoProjection)]
#[dynamo(of = Badge)]
struct BadgeId {
    id: String,
}

/// DynamoDB refuses to give of a global index what it does not hold.
#[tokio::test]
async fn an_index_is_asked_for_the_tag_if_it_holds_it() {
    let fixture = Fixture::new();
    let badges = fixture.create::<Badge>().await;
    let badge = Badge {
        id: "b-1".into(),
        owner: "ann".into(),
        level: 3,
        text: "swims".into(),
    };
    badges.put(badge).send().await.unwrap();
    fixture.requests().clear();
    let expected = || [BadgeId { id: "b-1".into() }];

    let of_ann = badges.query_by_owner("ann").project::<BadgeId>().all();
    assert_eq!(of_ann.await.unwrap(), expected());
    let request = fixture.requests().only();
    assert_eq!(request.projection(), "id, owner");
    assert!(request.get("FilterExpression").is_null());
    fixture.requests().clear();

    let of_level = badges.query_by_level(3_u32).project::<BadgeId>().all();
    assert_eq!(of_level.await.unwrap(), expected());
    let request = fixture.requests().only();
    assert_eq!(request.projection(), "id, level, type");
    assert_eq!(request.filter(), "type = 'BADGE'");
}

/// What every item of the table has.
#[derive(Debug, DynamoProjection)]
#[dynamo(of = Note)]
struct NoteKey {
    sk: String,
}

#[tokio::test]
async fn a_read_by_key_says_that_another_is_there() {
    let store = filled().await;
    let message =
        "GetItem on `store`: `_type`: expected the entity `NOTE`, found the entity `COUNTER`";
    let error = store.notes.get(("ann", "b")).await.unwrap_err();
    assert!(error.is_other_entity());
    assert_eq!(error.to_string(), message);
    assert_eq!(error.key().unwrap()["sk"].as_s().unwrap(), "b");
    // Also where none of its other attributes is read.
    store.fixture.requests().clear();
    let error = store
        .notes
        .get(("ann", "b"))
        .project_attributes(Note::PK)
        .await
        .unwrap_err();
    assert_eq!(error.to_string(), message);
    assert_eq!(store.fixture.requests().only().projection(), "pk, _type");
    store.fixture.requests().clear();
    let mut read = TransactionGet::new(store.fixture.client());
    let keys = ["a", "b"].map(|sk| read.project::<NoteKey>(&store.notes, ("ann", sk)));
    let mut answers = read.send().await.unwrap();
    let [own, other] = keys.map(|key| answers.take(key));
    let sk = own.unwrap().map(|key| key.sk);
    assert_eq!(sk.as_deref(), Some("a"));
    assert!(other.unwrap_err().is_other_entity());
    // An absent item is absent.
    assert_eq!(store.notes.get(("ann", "x")).await.unwrap(), None);

    let got = store
        .notes
        .batch_get([("ann", "a"), ("ann", "b"), ("ann", "c")])
        .send_full()
        .await
        .unwrap();
    assert_eq!(got.items, [Some(note("a")), None, Some(note("c"))]);
    let [(1, error)] = &got.failures[..] else {
        panic!("{:?}", got.failures);
    };
    assert_eq!(error.kind(), ErrorKind::OtherEntity);

    let mut get = TransactionGet::new(store.fixture.client());
    let (a, b) = (
        get.get(&store.notes, ("ann", "a")),
        get.get(&store.notes, ("ann", "b")),
    );
    let mut answers = get.send().await.unwrap();
    assert_eq!(answers.take(a).unwrap(), Some(note("a")));
    assert_eq!(answers.take(b).unwrap_err().kind(), ErrorKind::OtherEntity);
}

#[test]
fn an_item_of_another_tag_does_not_decode() {
    let item = note("a").to_item().unwrap();
    assert_eq!(item["_type"].as_s().unwrap(), "NOTE");
    assert_eq!(Note::from_item(&item).unwrap(), note("a"));
    // It has no `count`, yet that is not what is wrong.
    let error = Counter::from_item(&item).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::OtherEntity);
    assert_eq!(
        error.to_string(),
        "`_type`: expected the entity `COUNTER`, found the entity `NOTE`"
    );
}

/// A name that may be data is not shown.
#[test]
fn a_strange_name_is_not_printed() {
    let mut item = note("a").to_item().unwrap();
    let secret = "s".repeat(65);
    item.insert(
        "_type".into(),
        aws_sdk_dynamodb::types::AttributeValue::S(secret),
    );
    let error = Note::from_item(&item).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`_type`: expected the entity `NOTE`, found an entity with a name of 65 bytes"
    );
}
