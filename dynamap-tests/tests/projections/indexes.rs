//! Indexes that hold a part of their items.

use aws_sdk_dynamodb::types::{Projection, ProjectionType};
use dynamap::schema::{Difference, Export, IndexProjection};
use dynamap::{DynamoItem, DynamoProjection, DynamoValue};
use dynamap_tests::{Answer, EngineFault, Fixture, START};
use serde_json::json;
use time::{Duration, OffsetDateTime};

#[derive(Debug, Clone, Copy, PartialEq, Eq, DynamoValue)]
enum Status {
    Open,
    Paid,
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "orders",
    index(
        name = "by_customer",
        partition_key = "customer",
        sort_key = "number",
        projection = include("total", "placed_at"),
        as = Summary
    ),
    index(name = "by_status", partition_key = "status", projection = include("expires_at")),
    local_index(name = "by_total", sort_key = "total", projection = include("note"))
)]
struct Order {
    #[partition_key]
    shop: String,
    #[sort_key]
    number: u32,
    customer: Option<String>,
    status: Status,
    #[dynamo(rename = "t.otal")]
    total: u64,
    #[ts(millis)]
    placed_at: OffsetDateTime,
    note: Option<String>,
    lines: Vec<String>,
    #[ttl(seconds)]
    expires_at: Option<OffsetDateTime>,
}

/// FC-15: names with dots, in another order than the item's.
#[derive(Debug, PartialEq, DynamoProjection)]
#[dynamo(of = Order)]
struct Summary {
    #[dynamo(field = "total")]
    cents: u64,
    placed_at: OffsetDateTime,
    shop: String,
    number: u32,
}

#[derive(Debug, PartialEq, DynamoProjection)]
#[dynamo(of = Order)]
struct Keys {
    shop: String,
    number: u32,
    status: Status,
}

#[derive(Debug, PartialEq, DynamoProjection)]
#[dynamo(of = Order)]
struct Lines {
    number: u32,
    lines: Vec<String>,
}

#[derive(Debug, PartialEq, DynamoProjection)]
#[dynamo(of = Order)]
struct Noted {
    total: u64,
    note: Option<String>,
}

fn order(number: u32) -> Order {
    Order {
        shop: "s".into(),
        number,
        customer: Some("c".into()),
        status: Status::Open,
        total: 100 * u64::from(number),
        placed_at: START - Duration::milliseconds(number.into()),
        note: (number > 1).then(|| format!("note {number}")),
        lines: vec![format!("line {number}")],
        expires_at: None,
    }
}

fn summary(number: u32) -> Summary {
    Summary {
        cents: 100 * u64::from(number),
        placed_at: START - Duration::milliseconds(number.into()),
        shop: "s".into(),
        number,
    }
}

async fn stored(fixture: &Fixture) -> OrderTable {
    let table = fixture.create::<Order>().await;
    for number in 1..=3 {
        table.put(order(number)).send().await.unwrap();
    }
    fixture.requests().clear();
    table
}

/// The TTL is carried, so that expired items are left out; the key of the table is, for cursors.
#[tokio::test]
async fn an_index_that_names_a_projection_reads_it() {
    let fixture = Fixture::new();
    let table = stored(&fixture).await;
    let all: Vec<Summary> = table.query_by_customer("c").all().await.unwrap();
    assert_eq!(all, [summary(1), summary(2), summary(3)]);
    let request = fixture.requests().only();
    assert_eq!(
        request.projection(),
        "t.otal, placed_at, shop, number, customer, expires_at"
    );
    assert_eq!(request.get("IndexName"), "by_customer");
    assert!(request.get("Select").is_null());

    let latest = table.query_by_customer("c").newest_first().first().await;
    assert_eq!(latest.unwrap(), Some(summary(3)));
    assert_eq!(
        table.query_by_customer("c").ge(2u32).count().await.unwrap(),
        2
    );
    let filtered = table
        .query_by_customer("c")
        .filter(Order::TOTAL.ge(200u64) & Order::PLACED_AT.lt(START - Duration::milliseconds(2)));
    assert_eq!(filtered.all().await.unwrap(), [summary(3)]);
}

#[tokio::test]
async fn pages_go_on_behind_a_cursor() {
    let fixture = Fixture::new();
    let table = stored(&fixture).await;
    let first = table
        .query_by_customer("c")
        .page_size(2)
        .send()
        .await
        .unwrap();
    assert_eq!(first.items, [summary(1), summary(2)]);
    let cursor = first.cursor.expect("a third one");
    let second = table.query_by_customer("c").start_at(cursor).send().await;
    let second = second.unwrap();
    assert_eq!(second.items, [summary(3)]);
    assert_eq!(second.cursor, None);
}

#[tokio::test]
async fn a_global_index_is_read_by_what_it_holds() {
    let fixture = Fixture::new();
    let table = stored(&fixture).await;
    let open = table.query_by_status(Status::Open).project::<Keys>();
    let mut keys = open.all().await.unwrap();
    keys.sort_by_key(|key| key.number);
    let expected = |number| Keys {
        shop: "s".into(),
        number,
        status: Status::Open,
    };
    assert_eq!(keys, [expected(1), expected(2), expected(3)]);
    assert_eq!(
        fixture.requests().only().projection(),
        "shop, number, status, expires_at"
    );

    let handles = table
        .query_by_status(Status::Open)
        .project_attributes((Order::NUMBER, Order::STATUS))
        .all()
        .await
        .unwrap();
    assert_eq!(handles.len(), 3);
    assert!(handles.contains(&(2, Status::Open)));

    let scanned = table.scan_index(OrderByCustomer).project::<Summary>();
    let scanned = scanned.filter(Order::TOTAL.eq(200u64)).all().await.unwrap();
    assert_eq!(scanned, [summary(2)]);
    let none = table.query_by_status(Status::Paid).project::<Keys>().all();
    assert_eq!(none.await.unwrap(), []);
}

/// Sparse: an item without the key is not in the index, whatever it holds.
#[tokio::test]
async fn expired_and_absent_items_are_left_out() {
    let fixture = Fixture::new();
    let table = stored(&fixture).await;
    let mut expiring = order(4);
    expiring.expires_at = Some(START + Duration::seconds(10));
    let mut absent = order(5);
    absent.customer = None;
    table.put(expiring).send().await.unwrap();
    table.put(absent).send().await.unwrap();
    let numbers = async |table: &OrderTable| {
        let all = table.query_by_customer("c").all().await.unwrap();
        all.iter().map(|summary| summary.number).collect::<Vec<_>>()
    };
    assert_eq!(numbers(&table).await, [1, 2, 3, 4]);
    fixture.clock().advance(std::time::Duration::from_secs(11));
    assert_eq!(numbers(&table).await, [1, 2, 3]);
    let all = table.query_by_customer("c").include_expired().all().await;
    assert_eq!(all.unwrap().len(), 4);
    let open = table.query_by_status(Status::Open).project::<Keys>().all();
    assert_eq!(open.await.unwrap().len(), 4);
}

/// DynamoDB reads from the table what a local index does not hold, if it is asked to.
#[tokio::test]
async fn a_local_index_gives_everything() {
    let fixture = Fixture::new();
    let table = stored(&fixture).await;
    let whole = table.query_by_total("s").descending().all().await;
    let is_whole = !fixture.has(EngineFault::LocalIndexNotWhole);
    if is_whole {
        assert_eq!(whole.unwrap(), [order(3), order(2), order(1)]);
    } else {
        assert_eq!(whole.unwrap_err().attribute(), Some("status"));
    }
    let request = fixture.requests().only();
    assert_eq!(request.get("Select"), "ALL_ATTRIBUTES");
    assert!(request.get("ProjectionExpression").is_null());
    fixture.requests().clear();

    let lines = table.query_by_total("s").project::<Lines>();
    let lines = lines.consistent_read(true).take(1).all().await;
    if fixture.has(EngineFault::LocalIndexNotFetched) || !is_whole {
        assert_eq!(lines.unwrap_err().attribute(), Some("lines"));
    } else {
        let expected = Lines {
            number: 1,
            lines: vec!["line 1".into()],
        };
        assert_eq!(lines.unwrap(), [expected]);
    }
    let request = fixture.requests().only();
    assert_eq!(
        request.projection(),
        "number, lines, shop, t.otal, expires_at"
    );
    assert!(request.get("Select").is_null());
    fixture.requests().clear();

    let held = table.query_by_total("s").project::<Noted>().all().await;
    let noted = |total, note: Option<&str>| Noted {
        total,
        note: note.map(str::to_owned),
    };
    assert_eq!(
        held.unwrap(),
        [
            noted(100, None),
            noted(200, Some("note 2")),
            noted(300, Some("note 3"))
        ]
    );
    assert_eq!(
        fixture.requests().only().projection(),
        "t.otal, note, shop, number, expires_at"
    );
}

/// A filter on what the local index does not hold is one on what DynamoDB reads from the table.
#[tokio::test]
async fn a_filter_of_a_local_index_names_everything() {
    let fixture = Fixture::new();
    let table = stored(&fixture).await;
    let line = |number| format!("line {number}");
    let filter = || Order::LINES.contains(line(2));
    let whole = table.query_by_total("s").filter(filter()).all().await;
    if fixture.has(EngineFault::LocalIndexNotWhole) {
        assert_eq!(whole.unwrap_err().attribute(), Some("status"));
    } else {
        assert_eq!(whole.unwrap(), [order(2)]);
    }
    fixture.requests().clear();

    let count = table.query_by_total("s").filter(filter()).count().await;
    assert_eq!(count.unwrap(), 1);
    assert_eq!(fixture.requests().only().get("Select"), "ALL_ATTRIBUTES");
    fixture.requests().clear();

    // What the index holds DynamoDB counts by itself.
    let held = Order::NOTE.eq("note 3");
    let count = table.query_by_total("s").filter(held).count().await;
    assert_eq!(count.unwrap(), 1);
    assert_eq!(fixture.requests().only().get("Select"), "COUNT");
    fixture.requests().clear();

    let projected = table
        .query_by_total("s")
        .project::<Noted>()
        .filter(filter());
    let projected = projected.all().await;
    if !fixture.has(EngineFault::LocalIndexNotFetched) {
        assert_eq!(projected.unwrap().len(), 1);
    }
    assert_eq!(
        fixture.requests().only().projection(),
        "t.otal, note, shop, number, lines, expires_at"
    );
}

/// An element that is asked for is the one that is read, also where the filter names its list.
#[tokio::test]
async fn a_filter_of_a_local_index_leaves_elements_in_their_places() {
    let fixture = Fixture::new();
    // As DynamoDB answers: neither engine reads from the table what a local index does not hold.
    let element = json!({"lines": {"L": [{"S": "second"}]}});
    let answer = json!({"Items": [element], "Count": 1, "ScannedCount": 1});
    let (table, _) = fixture.scripted_table::<Order>([Answer::Json(answer)]);
    let second = table
        .query_by_total("s")
        .filter(Order::LINES.contains("first".to_owned()))
        .project_attributes(Order::LINES.index(1));
    assert_eq!(second.all().await.unwrap(), ["second"]);
    assert_eq!(
        fixture.requests().only().projection(),
        "lines[1], shop, number, t.otal, expires_at"
    );
}

/// R27: what counts names no attributes.
#[tokio::test]
async fn a_count_projects_nothing() {
    let fixture = Fixture::new();
    let table = stored(&fixture).await;
    assert_eq!(
        table.query_by_status(Status::Open).count().await.unwrap(),
        3
    );
    assert_eq!(table.query_by_total("s").count().await.unwrap(), 3);
    for request in fixture.requests().take() {
        assert_eq!(request.get("Select"), "COUNT");
        assert!(request.get("ProjectionExpression").is_null());
    }
}

#[tokio::test]
async fn the_table_is_made_with_the_projections() {
    let fixture = Fixture::new();
    let table = fixture.create::<Order>().await;
    let description = fixture.raw_client().describe_table().table_name("orders");
    let description = description.send().await.unwrap().table.unwrap();
    let held = |projection: Option<&Projection>| {
        let projection = projection.unwrap();
        assert_eq!(projection.projection_type(), Some(&ProjectionType::Include));
        let mut names = projection.non_key_attributes().to_vec();
        names.sort();
        names
    };
    let global = description.global_secondary_indexes().iter();
    let global: Vec<_> = global
        .map(|index| (index.index_name().unwrap(), held(index.projection())))
        .collect();
    let names = |names: &[&str]| {
        names
            .iter()
            .map(|name| (*name).to_owned())
            .collect::<Vec<_>>()
    };
    assert!(global.contains(&("by_customer", names(&["expires_at", "placed_at", "t.otal"]))));
    assert!(global.contains(&("by_status", names(&["expires_at"]))));
    let local = &description.local_secondary_indexes()[0];
    assert_eq!(held(local.projection()), ["expires_at", "note"]);

    let differences = table.compare().send().await.unwrap();
    let about_indexes = differences
        .iter()
        .filter(|difference| matches!(difference, Difference::IndexProjection { .. }));
    assert_eq!(about_indexes.count(), 0);
}

#[test]
fn the_schema_tells_what_indexes_hold() {
    let index = Order::SCHEMA.index("by_customer").unwrap();
    let names = ["expires_at", "placed_at", "t.otal"].map(str::to_owned);
    assert_eq!(index.projection(), IndexProjection::Include(names.into()));
    let text = Export::of(Order::SCHEMA).cloudformation_yaml();
    assert!(text.contains("ProjectionType: INCLUDE"), "{text}");
    for name in ["t.otal", "placed_at", "note"] {
        assert!(text.contains(name), "{name}: {text}");
    }
}
