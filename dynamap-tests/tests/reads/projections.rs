//! Projections: what is asked for, and what its parts read as.

use std::collections::HashMap;

use dynamap::{DynamoItem, DynamoValue, ErrorKind};
use dynamap_tests::Fixture;
use serde_json::Value;
use time::OffsetDateTime;
use time::macros::datetime;

#[derive(Debug, Clone, PartialEq, DynamoValue)]
struct Place {
    city: String,
    #[dynamo(rename = "zip-code.2")]
    zip: Option<String>,
}

/// FC-15: reserved words, dots and dashes in every place.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "orders",
    index(name = "by_owner", partition_key = "owner", sort_key = "date")
)]
struct Order {
    #[partition_key]
    #[dynamo(rename = "hash")]
    id: String,
    owner: String,
    #[ts(seconds)]
    date: OffsetDateTime,
    #[dynamo(rename = "the-status.v2")]
    status: String,
    address: Place,
    billing: Option<Place>,
    numbers: Vec<u32>,
    places: Vec<Place>,
    grid: Vec<Vec<u32>>,
    by_name: HashMap<String, Place>,
    note: Option<String>,
    #[ttl(seconds)]
    ttl: Option<OffsetDateTime>,
}

fn place(city: &str, zip: Option<&str>) -> Place {
    Place {
        city: city.to_owned(),
        zip: zip.map(str::to_owned),
    }
}

fn order() -> Order {
    Order {
        id: "a".into(),
        owner: "o".into(),
        date: datetime!(2026-11-30 12:00 UTC),
        status: "paid".into(),
        address: place("Bonn", Some("53111")),
        billing: None,
        numbers: vec![10, 11, 12, 13],
        places: vec![
            place("A", None),
            place("B", Some("1")),
            place("C", Some("2")),
        ],
        grid: vec![vec![0, 1], vec![10, 11, 12]],
        by_name: HashMap::from([("home.1".to_owned(), place("D", None))]),
        note: None,
        ttl: None,
    }
}

async fn stored(fixture: &Fixture) -> OrderTable {
    let table = fixture.create::<Order>().await;
    table.put(order()).send().await.unwrap();
    fixture.requests().clear();
    table
}

/// J04, J02: one attribute, several, nested ones; every name once.
#[tokio::test]
async fn attributes_and_paths() {
    let fixture = Fixture::new();
    let table = stored(&fixture).await;
    let get = table.get("a").project_attributes(Order::STATUS);
    assert_eq!(get.await.unwrap().as_deref(), Some("paid"));
    let request = fixture.requests().only();
    assert_eq!(request.projection(), "the-status.v2, ttl");
    assert_eq!(
        request.get("ExpressionAttributeNames"),
        &serde_json::json!({"#n0": "the-status.v2", "#n1": "ttl"})
    );
    let (city, zip, status) = table
        .get("a")
        .project_attributes((
            Order::ADDRESS.field(Place::CITY),
            Order::ADDRESS.field(Place::ZIP),
            Order::STATUS,
        ))
        .await
        .unwrap()
        .unwrap();
    assert_eq!((city.as_str(), zip.as_deref()), ("Bonn", Some("53111")));
    assert_eq!(status, "paid");
    let request = fixture.requests().only();
    assert_eq!(
        request.get("ProjectionExpression"),
        "#n0.#n1, #n0.#n2, #n3, #n4"
    );
    assert_eq!(request.get("ConsistentRead"), &Value::Null);
    let get = table.get("none").project_attributes(Order::STATUS);
    assert_eq!(get.await.unwrap(), None);
}

#[tokio::test]
async fn absent_attributes() {
    let fixture = Fixture::new();
    let table = stored(&fixture).await;
    let get = table.get("a").project_attributes(Order::NOTE);
    assert_eq!(get.await.unwrap(), Some(None));
    let get = table
        .get("a")
        .project_attributes((Order::NOTE, Order::BILLING));
    assert_eq!(get.await.unwrap(), Some((None, None)));
    // A field that must be there, of a map that is not.
    let city = Order::BILLING.field(Place::CITY);
    let error = table.get("a").project_attributes(city).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Decode);
    assert_eq!(error.attribute(), Some("billing.city"));
    let zip = Order::BILLING.field(Place::ZIP);
    assert_eq!(
        table.get("a").project_attributes(zip).await.unwrap(),
        Some(None)
    );
}

/// DynamoDB closes the gaps of lists, so places in the answer are not those in the item.
#[tokio::test]
async fn list_elements() {
    let fixture = Fixture::new();
    let table = stored(&fixture).await;
    let get = || table.get("a");
    let numbers = |index| Order::NUMBERS.index(index);
    let found = get().project_attributes(numbers(2)).await.unwrap();
    assert_eq!(found, Some(12));
    assert_eq!(fixture.requests().only().projection(), "numbers[2], ttl");
    let found = get().project_attributes((numbers(3), numbers(0), numbers(2)));
    assert_eq!(found.await.unwrap(), Some((13, 10, 12)));
    assert_eq!(
        fixture.requests().only().projection(),
        "numbers[3], numbers[0], numbers[2], ttl"
    );
    let error = get().project_attributes(numbers(9)).await.unwrap_err();
    assert_eq!(error.attribute(), Some("numbers[9]"));
    fixture.requests().clear();

    let places = |index| Order::PLACES.index(index);
    let city = get().project_attributes(places(1).field(Place::CITY));
    assert_eq!(city.await.unwrap().as_deref(), Some("B"));
    assert_eq!(
        fixture.requests().only().projection(),
        "places[1].city, ttl"
    );
    // The first has no such attribute and would be left out of the answer: the list is asked for whole.
    let zips = get().project_attributes((
        places(0).field(Place::ZIP),
        places(2).field(Place::ZIP),
        places(1),
    ));
    let (first, third, second) = zips.await.unwrap().unwrap();
    assert_eq!((first, third.as_deref()), (None, Some("2")));
    assert_eq!(second, place("B", Some("1")));
    assert_eq!(fixture.requests().only().projection(), "places, ttl");

    let cell = |row, column| Order::GRID.index(row).index(column);
    let found = get().project_attributes(cell(1, 2)).await.unwrap();
    assert_eq!(found, Some(12));
    assert_eq!(fixture.requests().only().projection(), "grid[1][2], ttl");
    let found = get().project_attributes((cell(1, 2), cell(1, 0)));
    assert_eq!(found.await.unwrap(), Some((12, 10)));
    assert_eq!(
        fixture.requests().only().projection(),
        "grid[1][2], grid[1][0], ttl"
    );
    let found = get().project_attributes((cell(1, 2), cell(0, 1)));
    assert_eq!(found.await.unwrap(), Some((12, 1)));
    assert_eq!(fixture.requests().only().projection(), "grid, ttl");

    let entry = Order::BY_NAME.key("home.1").field(Place::CITY);
    let found = get().project_attributes(entry).await.unwrap();
    assert_eq!(found.as_deref(), Some("D"));
}

/// P25's rule for projections: no path lies in another.
#[tokio::test]
async fn overlapping_paths_are_refused() {
    let fixture = Fixture::new();
    let table = stored(&fixture).await;
    let both = (Order::ADDRESS, Order::ADDRESS.field(Place::CITY));
    let error = table.get("a").project_attributes(both).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    assert_eq!(error.attribute(), Some("address.city"));
    assert!(
        error
            .to_string()
            .contains("`address` and `address.city`, which overlap")
    );
    let twice = (Order::STATUS, Order::STATUS);
    let error = table
        .query_by_owner("o")
        .project_attributes(twice)
        .all()
        .await;
    assert_eq!(error.unwrap_err().kind(), ErrorKind::InvalidRequest);
    assert!(fixture.requests().take().is_empty());
}

#[tokio::test]
async fn queries_and_scans() {
    let fixture = Fixture::new();
    let table = stored(&fixture).await;
    let pair = (Order::STATUS, Order::ADDRESS.field(Place::CITY));
    let expected = [("paid".to_owned(), "Bonn".to_owned())];
    let found = table.query_by_owner("o").project_attributes(pair.clone());
    assert_eq!(found.all().await.unwrap(), expected);
    assert_eq!(
        fixture.requests().only().projection(),
        "the-status.v2, address.city, hash, owner, date, ttl"
    );
    assert_eq!(
        table
            .scan()
            .project_attributes(pair.clone())
            .all()
            .await
            .unwrap(),
        expected
    );
    assert_eq!(
        fixture.requests().only().projection(),
        "the-status.v2, address.city, hash, ttl"
    );
    // A key among the attributes is asked for once.
    let found = table.query_by_owner("o").project_attributes(Order::ID);
    assert_eq!(found.latest().await.unwrap().as_deref(), Some("a"));
    assert_eq!(
        fixture.requests().only().projection(),
        "hash, owner, date, ttl"
    );
    // A count reads no attributes, so it asks for none.
    let count = table.scan().project_attributes(pair).count().await.unwrap();
    assert_eq!(count, 1);
    assert_eq!(fixture.requests().only().projection(), "");
}
