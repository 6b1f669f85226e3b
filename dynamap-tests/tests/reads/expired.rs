//! Expired is gone: what DynamoDB has not deleted yet is not read, whatever the path.

use std::time::Duration;

use aws_sdk_dynamodb::types::AttributeValue;
use dynamap::{DynamoItem, Item};
use dynamap_tests::{Answer, Fixture, START};
use serde_json::{Value, json};
use time::OffsetDateTime;

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "sessions",
    index(name = "by_user", partition_key = "user"),
    index(name = "by_expiry", partition_key = "user", sort_key = "expires_at"),
    index(name = "at_expiry", partition_key = "expires_at", sort_key = "id")
)]
struct Session {
    #[partition_key]
    id: String,
    user: String,
    #[ttl(seconds)]
    expires_at: Option<OffsetDateTime>,
}

/// FC-7's clock: 1796040000.
const NOW: i64 = 1_796_040_000;

fn session(id: &str, expires_at: AttributeValue) -> Item {
    Item::from([
        ("id".to_owned(), AttributeValue::S(id.to_owned())),
        ("user".to_owned(), AttributeValue::S("u".to_owned())),
        ("expires_at".to_owned(), expires_at),
    ])
}

fn number(text: impl ToString) -> AttributeValue {
    AttributeValue::N(text.to_string())
}

async fn store(fixture: &Fixture, table: &str, items: impl IntoIterator<Item = Item>) {
    let client = fixture.raw_client();
    for item in items {
        let put = client.put_item().table_name(table).set_item(Some(item));
        put.send().await.unwrap();
    }
    fixture.requests().clear();
}

/// One expired long ago, one at this very second, one in the next; one without TTL.
async fn sessions(fixture: &Fixture) -> SessionTable {
    assert_eq!(START.unix_timestamp(), NOW);
    let table = fixture.create::<Session>().await;
    let mut forever = session("forever", number(0));
    forever.remove("expires_at");
    let items = [
        session("past", number(NOW - 1)),
        session("now", number(NOW)),
        session("next", number(NOW + 1)),
        forever,
    ];
    store(fixture, "sessions", items).await;
    table
}

fn ids(mut sessions: Vec<Session>) -> Vec<String> {
    sessions.sort_by(|a, b| a.id.cmp(&b.id));
    sessions.into_iter().map(|session| session.id).collect()
}

/// FC-7, FC-51: at the second of its TTL an item has expired.
#[tokio::test]
async fn a_point_read_judges_the_answer() {
    let fixture = Fixture::new();
    let table = sessions(&fixture).await;
    for (id, found) in [
        ("past", false),
        ("now", false),
        ("next", true),
        ("forever", true),
        ("none", false),
    ] {
        assert_eq!(table.get(id).send().await.unwrap().is_some(), found, "{id}");
        let id_only = table.get(id).project_attributes(Session::ID).await.unwrap();
        assert_eq!(id_only.is_some(), found, "{id}");
    }
    // The projection carries the TTL, for it cannot be judged without.
    let requests = fixture.requests().take();
    assert_eq!(requests[1].projection(), "id, expires_at");
    let raw = table.get("past").include_expired().send().await.unwrap();
    assert_eq!(raw.unwrap().id, "past");
    // Time goes on between two reads.
    fixture.clock().advance(Duration::from_millis(999));
    assert!(table.get("next").send().await.unwrap().is_some());
    fixture.clock().advance(Duration::from_millis(1));
    assert!(table.get("next").send().await.unwrap().is_none());
}

/// FC-100: DynamoDB itself returns them.
#[tokio::test]
async fn queries_and_scans_filter() {
    let fixture = Fixture::new();
    let table = sessions(&fixture).await;
    let live = ["forever", "next"];
    let all = ["forever", "next", "now", "past"];
    assert_eq!(ids(table.query_by_user("u").all().await.unwrap()), live);
    let request = fixture.requests().only();
    assert_eq!(request.filter(), "NOT expires_at <= 1796040000");
    assert_eq!(ids(table.scan().all().await.unwrap()), live);
    assert_eq!(
        fixture.requests().only().filter(),
        "NOT expires_at <= 1796040000"
    );
    assert_eq!(table.query_by_user("u").count().await.unwrap(), 2);
    assert_eq!(fixture.requests().only().get("Select"), "COUNT");
    assert_eq!(table.scan().count().await.unwrap(), 2);
    let expired = table.query_by_user("u").include_expired().all();
    assert_eq!(ids(expired.await.unwrap()), all);
    let expired = table.scan().include_expired();
    assert_eq!(ids(expired.all().await.unwrap()), all);
    fixture.requests().clear();
    // With the caller's own filter.
    let other = Session::USER.eq("u") | Session::USER.eq("v");
    let found = table.scan().filter(other).all().await.unwrap();
    assert_eq!(ids(found), live);
    assert_eq!(
        fixture.requests().only().filter(),
        "NOT expires_at <= 1796040000 AND (user = 'u' OR user = 'v')"
    );
    // The filter makes a Limit of `take` impossible.
    let taken = table.query_by_user("u").take(1).all().await.unwrap();
    assert_eq!(taken.len(), 1);
    assert_eq!(fixture.requests().only().get("Limit"), &Value::Null);
    let taken = table.query_by_user("u").include_expired().take(1);
    taken.all().await.unwrap();
    assert_eq!(fixture.requests().only().get("Limit"), 1);
    // A projection carries the TTL here too, and the keys of a position.
    let query = table.query_by_user("u").project_attributes(Session::USER);
    assert_eq!(query.all().await.unwrap(), ["u", "u"]);
    assert_eq!(
        fixture.requests().only().projection(),
        "user, id, expires_at"
    );
}

/// A number expires in any form that DynamoDB stores.
#[tokio::test]
async fn numbers_expire_in_every_form() {
    let fixture = Fixture::new();
    let table = fixture.create::<Session>().await;
    let items = [
        session("fraction past", number("1796039999.5")),
        session("exponent past", number("1E9")),
        session("negative", number("-1")),
        session("zero", number("0")),
        session("fraction next", number("1796040001.5")),
        session("far", number("1E30")),
    ];
    store(&fixture, "sessions", items).await;
    let alive = table.scan().project_attributes(Session::ID).all().await;
    let mut alive = alive.unwrap();
    alive.sort();
    assert_eq!(alive, ["far", "fraction next"]);
    for id in ["fraction past", "exponent past", "negative", "zero"] {
        let get = table.get(id).project_attributes(Session::ID).send();
        assert_eq!(get.await.unwrap(), None, "{id}");
    }
    let get = table.get("far").project_attributes(Session::ID).send();
    assert_eq!(get.await.unwrap().as_deref(), Some("far"));
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "plain")]
struct Plain {
    #[partition_key]
    id: String,
    #[ttl(seconds)]
    expires_at: Option<OffsetDateTime>,
}

/// What DynamoDB would never delete is alive. (In an index the TTL would have to be a number.)
#[tokio::test]
async fn other_types_do_not_expire() {
    let fixture = Fixture::new();
    let table = fixture.create::<Plain>().await;
    let item = |id: &str, value| {
        let mut item = session(id, value);
        item.remove("user");
        item
    };
    let items = [
        item("null", AttributeValue::Null(true)),
        item("text", AttributeValue::S("1".to_owned())),
    ];
    store(&fixture, "plain", items).await;
    let null = table.get("null").send().await.unwrap().unwrap();
    assert_eq!(null.expires_at, None);
    // It is alive, so it is read, and its type is the caller's concern.
    assert!(table.get("text").send().await.unwrap_err().is_decode());
    assert_eq!(table.scan().count().await.unwrap(), 2);
    let page = table.scan().skip_failures().send().await.unwrap();
    assert_eq!((page.items.len(), page.failures.len()), (1, 1));
}

/// A filter cannot name a key: the TTL joins the key condition.
#[tokio::test]
async fn a_ttl_sort_key_joins_the_key_condition() {
    let fixture = Fixture::new();
    let table = sessions(&fixture).await;
    let found = table.query_by_expiry("u").all().await.unwrap();
    assert_eq!(ids(found), ["next"]);
    let request = fixture.requests().only();
    assert_eq!(
        request.key_condition(),
        "user = 'u' AND expires_at >= 1796040001"
    );
    assert_eq!(request.filter(), "");

    let at = |seconds: i64| OffsetDateTime::from_unix_timestamp(NOW + seconds).unwrap();
    let query = || table.query_by_expiry("u");
    let cases = vec![
        (
            query().within(at(-9)..at(9)),
            "BETWEEN 1796040001 AND 1796040008",
        ),
        (
            query().within(at(2)..at(9)),
            "BETWEEN 1796040002 AND 1796040008",
        ),
        (query().within(at(-9)..), ">= 1796040001"),
        (query().within(at(2)..), ">= 1796040002"),
        (query().within(..at(9)), "BETWEEN 1796040001 AND 1796040008"),
        (
            query().within(..=at(9)),
            "BETWEEN 1796040001 AND 1796040009",
        ),
        (query().before(at(9)), "BETWEEN 1796040001 AND 1796040008"),
        (query().le(at(9)), "BETWEEN 1796040001 AND 1796040009"),
        (query().gt(at(-9)), ">= 1796040001"),
        (query().gt(at(0)), ">= 1796040001"),
        (query().gt(at(1)), "> 1796040001"),
        (query().since(at(1)), ">= 1796040001"),
        (query().at(at(1)), "= 1796040001"),
    ];
    for (query, condition) in cases {
        query.all().await.unwrap();
        assert_eq!(
            fixture.requests().only().key_condition(),
            format!("user = 'u' AND expires_at {condition}")
        );
    }
    // Nothing alive is asked for.
    for query in [
        query().within(at(-9)..at(1)),
        query().before(at(1)),
        query().le(at(0)),
        query().at(at(0)),
    ] {
        assert_eq!(query.all().await.unwrap(), []);
    }
    assert!(fixture.requests().take().is_empty());
    let expired = query().before(at(1)).include_expired().all();
    assert_eq!(ids(expired.await.unwrap()), ["now", "past"]);
    let request = fixture.requests().only();
    assert_eq!(
        request.key_condition(),
        "user = 'u' AND expires_at < 1796040001"
    );
    assert_eq!(query().count().await.unwrap(), 1);
    assert_eq!(query().latest().await.unwrap().unwrap().id, "next");
    // Between the request and the answer time goes on.
    let clock = fixture.clock().clone();
    let later = Answer::Pass.after(move || async move { clock.advance(Duration::from_secs(1)) });
    let (client, _) = fixture.scripted([later]);
    let late = Session::table(&client).with_clock(fixture.clock().clone());
    assert_eq!(late.query_by_expiry("u").all().await.unwrap(), []);
}

/// A position that has expired meanwhile: ascending, everything before it has too; descending, all
/// that is left.
#[tokio::test]
async fn a_position_may_expire() {
    let fixture = Fixture::new();
    let table = fixture.create::<Session>().await;
    let items = (1..=6).map(|id| session(&id.to_string(), number(NOW + id)));
    store(&fixture, "sessions", items).await;
    let query = || table.query_by_expiry("u").page_size(2);
    let up = query().send().await.unwrap();
    assert_eq!(ids(up.items), ["1", "2"]);
    let down = query().newest_first().send().await.unwrap();
    assert_eq!(ids(down.items), ["5", "6"]);
    fixture.clock().advance(Duration::from_secs(3));
    let rest = query().start_at(up.cursor.unwrap()).all().await.unwrap();
    assert_eq!(ids(rest), ["4", "5", "6"]);
    let cursor = down.cursor.unwrap();
    let rest = query().newest_first().start_at(cursor.clone()).all().await;
    assert_eq!(ids(rest.unwrap()), ["4"]);
    fixture.clock().advance(Duration::from_secs(2));
    fixture.requests().clear();
    let rest = query().newest_first().start_at(cursor).all().await;
    assert_eq!(rest.unwrap(), []);
    assert!(fixture.requests().take().is_empty());
}

/// A partition of one TTL: what comes back is judged, since no condition can say it.
#[tokio::test]
async fn a_ttl_partition_key() {
    let fixture = Fixture::new();
    let table = sessions(&fixture).await;
    let now = START;
    assert_eq!(table.query_at_expiry(now).all().await.unwrap(), []);
    let request = fixture.requests().only();
    assert_eq!(request.key_condition(), "expires_at = 1796040000");
    assert_eq!(request.filter(), "");
    assert_eq!(table.query_at_expiry(now).count().await.unwrap(), 0);
    let expired = table.query_at_expiry(now).include_expired();
    assert_eq!(ids(expired.all().await.unwrap()), ["now"]);
    let next = now + time::Duration::SECOND;
    let found = table.query_at_expiry(next).take(1).all().await.unwrap();
    assert_eq!(ids(found), ["next"]);
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "leases")]
struct Lease {
    #[partition_key]
    owner: String,
    #[sort_key]
    #[ttl(seconds)]
    until: OffsetDateTime,
}

#[tokio::test]
async fn a_ttl_that_is_the_tables_sort_key() {
    let fixture = Fixture::new();
    let table = fixture.create::<Lease>().await;
    let lease = |seconds: i64| {
        Item::from([
            ("owner".to_owned(), AttributeValue::S("o".to_owned())),
            ("until".to_owned(), number(NOW + seconds)),
        ])
    };
    store(&fixture, "leases", [-1, 0, 1, 2].map(lease)).await;
    let found = table.query("o").all().await.unwrap();
    assert_eq!(found.len(), 2);
    assert_eq!(
        fixture.requests().only().key_condition(),
        "owner = 'o' AND until >= 1796040001"
    );
    assert_eq!(
        table.query("o").first().await.unwrap(),
        found.first().cloned()
    );
    // A scan's filter may name it.
    assert_eq!(table.scan().count().await.unwrap(), 2);
    assert!(table.get(("o", START)).send().await.unwrap().is_none());
    let expired = table.get(("o", START)).include_expired().send().await;
    assert_eq!(expired.unwrap().unwrap().until, START);
}

/// Pages of nothing but expired items do not end a read.
#[tokio::test]
async fn take_goes_on_behind_expired_items() {
    let fixture = Fixture::new();
    let dead = json!({"id": {"S": "x"}, "user": {"S": "u"}, "expires_at": {"N": "1"}});
    let alive = json!({"id": {"S": "y"}, "user": {"S": "u"}, "expires_at": {"N": "1996040000"}});
    let position = json!({"id": {"S": "x"}, "user": {"S": "u"}});
    // As if they expired on their way.
    let (client, _) = fixture.scripted([
        Answer::Json(json!({"Items": [dead], "Count": 1, "LastEvaluatedKey": position})),
        Answer::Json(json!({"Items": [dead, alive], "Count": 2})),
    ]);
    let table = Session::table(&client).with_clock(fixture.clock().clone());
    let first = table.query_by_user("u").first().await.unwrap();
    assert_eq!(first.unwrap().id, "y");
}
