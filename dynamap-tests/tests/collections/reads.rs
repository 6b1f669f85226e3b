//! Partitions and tables, read together.

use dynamap::{Cursor, DynamoCollection, DynamoItem, ErrorKind};
use dynamap_tests::Fixture;

use super::store::{
    Customer, Line, Order, Paid, Store, StoreItem, all, customer, line, order, store,
};

#[tokio::test]
async fn a_partition_is_read_by_the_key_of_any_member() {
    let Store { fixture, items } = store().await;
    assert_eq!(items.query::<Customer>("ann").all().await.unwrap(), all());
    let request = fixture.requests().only();
    assert_eq!(request.operation, "Query");
    assert_eq!(request.key_condition(), "pk = 'CUSTOMER#ann'");
    assert!(request.get("FilterExpression").is_null());
    for found in [
        items.query::<Order>(("ann", 99_u64)).all().await.unwrap(),
        items.query::<Line>(&line(1, "x")).all().await.unwrap(),
        items.query::<Customer>(&customer()).all().await.unwrap(),
    ] {
        assert_eq!(found, all());
    }
    let none = items.query::<Customer>("nobody").all().await.unwrap();
    assert_eq!(none, []);
    let error = items.query::<Customer>("").all().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Encode);
}

#[tokio::test]
async fn a_query_of_one_type_becomes_one_of_all() {
    let Store { fixture, items } = store().await;
    let orders = items.of::<Order>();
    let found = orders
        .query("ann")
        .newest_first()
        .consistent_read(true)
        .collection::<StoreItem>()
        .all()
        .await
        .unwrap();
    let mut reversed = all();
    reversed.reverse();
    assert_eq!(found, reversed);
    let request = fixture.requests().only();
    assert_eq!(request.key_condition(), "pk = 'CUSTOMER#ann'");
    assert_eq!(request.get("ConsistentRead"), true);
    assert_eq!(request.get("ScanIndexForward"), false);
    let lines = items.of::<Line>();
    let found = lines.query("ann").collection::<StoreItem>().first().await;
    assert_eq!(found.unwrap(), Some(StoreItem::Customer(customer())));
}

#[tokio::test]
async fn an_index_that_types_share_is_read_together() {
    let Store { fixture, items } = store().await;
    let paid = Line {
        paid: Some(Paid::No),
        ..line(8, "tea")
    };
    items.of::<Line>().put(paid.clone()).await.unwrap();
    let orders = items.of::<Order>();
    fixture.requests().clear();
    let query = || orders.query_by_state(Paid::No).collection::<StoreItem>();
    let found = query().begins_with("LINE#").all().await.unwrap();
    assert_eq!(found, [StoreItem::Line(paid)]);
    let request = fixture.requests().only();
    assert_eq!(
        request.key_condition(),
        "gsi1pk = 'STATE#No' AND begins_with(gsi1sk, 'LINE#')"
    );
    assert_eq!(request.get("IndexName"), "by_state");
    assert_eq!(query().count().await.unwrap(), 4);
}

#[tokio::test]
async fn conditions_on_the_sort_key_are_of_stored_values() {
    let Store { fixture, items } = store().await;
    let query = || items.query::<Customer>("ann");
    let seven = "ORDER#00000000000000000007";
    let found = query().begins_with(seven).all().await.unwrap();
    assert_eq!(found, all()[1..4]);
    assert_eq!(query().eq("CUSTOMER").all().await.unwrap(), all()[..1]);
    assert_eq!(query().gt("CUSTOMER").all().await.unwrap(), all()[1..]);
    assert_eq!(query().lt(seven).all().await.unwrap(), all()[..1]);
    let eight = "ORDER#00000000000000000008";
    fixture.requests().clear();
    let between = query().within(seven..eight).all().await.unwrap();
    assert_eq!(between, all()[1..4]);
    assert_eq!(
        fixture.requests().only().key_condition(),
        format!("pk = 'CUSTOMER#ann' AND sk BETWEEN '{seven}' AND '{eight}'")
    );
    let latest = query().le(eight).latest().await.unwrap();
    assert_eq!(latest, Some(StoreItem::Order(order(8))));
    fixture.requests().clear();
    let error = query().ge(7_u64).all().await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "Query on `store`: `sk`: the key attribute is declared S and has another type"
    );
    assert!(fixture.requests().take().is_empty());
}

#[tokio::test]
async fn pages_cursors_and_take_hold_over_all_types() {
    let Store { fixture, items } = store().await;
    let query = || items.query::<Customer>("ann");
    let mut found = Vec::new();
    let mut cursor: Option<String> = None;
    loop {
        let page = query().page_size(4);
        let page = match cursor.take() {
            Some(cursor) => page.start_at(cursor.parse::<Cursor>().unwrap()),
            None => page,
        };
        let page = page.send().await.unwrap();
        found.extend(page.items);
        match page.cursor {
            Some(end) => cursor = Some(end.to_string()),
            None => break,
        }
    }
    assert_eq!(found, all());
    fixture.requests().clear();
    assert_eq!(query().take(2).all().await.unwrap(), all()[..2]);
    assert_eq!(fixture.requests().only().get("Limit"), 2);
    let mut stream = query().page_size(2).stream();
    let mut streamed = Vec::new();
    while let Some(item) = stream.next().await {
        streamed.push(item.unwrap());
    }
    assert_eq!(streamed, all());
    assert_eq!(query().count().await.unwrap(), 6);
    assert_eq!(query().take(4).count().await.unwrap(), 4);
}

/// J06: two entities in one query, each by its own type; a filter on one leaves the others.
#[tokio::test]
async fn a_filter_concerns_the_items_of_one_type() {
    let Store { fixture, items } = store().await;
    let found = items
        .query::<Customer>("ann")
        .filter_member(Line::PIECES.gt(2_u32))
        .filter_member(Order::PAID.eq(Paid::No))
        .all()
        .await
        .unwrap();
    let rest = [
        StoreItem::Customer(customer()),
        StoreItem::Order(order(7)),
        StoreItem::Order(order(8)),
    ];
    assert_eq!(found, rest);
    assert_eq!(
        fixture.requests().only().filter(),
        "(NOT type = 'LINE' OR pieces > 2) AND (NOT type = 'ORDER' OR paid = 'No')"
    );
    fixture.requests().clear();
    let error = items
        .scan()
        .filter_member(Customer::NAME.eq("Ann"))
        .all()
        .await
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "Scan on `store`: a filter cannot tell the items of `Customer`, which has no entity: add `entity = \
         \"…\"` to `Customer`"
    );
    assert!(fixture.requests().take().is_empty());
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "shelf",
    entity = "BOOK",
    index(name = "by_author", partition_key = "author", projection = keys_only)
)]
struct Book {
    #[partition_key]
    id: String,
    author: String,
    pages: u32,
}

#[derive(Debug, PartialEq, DynamoCollection)]
enum Shelf {
    Book(Book),
}

// What some index of the type does not hold, the table does.
#[tokio::test]
async fn a_filter_names_what_an_index_does_not_hold() {
    let fixture = Fixture::new();
    let shelf = Shelf::table(fixture.client());
    shelf.create_table().send().await.unwrap();
    let book = |id: &str, pages| Book {
        id: id.into(),
        author: "ada".into(),
        pages,
    };
    let books = shelf.of::<Book>();
    books.put(book("a", 10)).await.unwrap();
    books.put(book("b", 20)).await.unwrap();
    fixture.requests().clear();
    let long = shelf.scan().filter_member(Book::PAGES.gt(10_u32));
    assert_eq!(long.all().await.unwrap(), [Shelf::Book(book("b", 20))]);
    assert_eq!(
        fixture.requests().only().filter(),
        "NOT type = 'BOOK' OR pages > 10"
    );
}

#[tokio::test]
async fn a_scan_reads_every_type() {
    let Store { fixture, items } = store().await;
    let found = items.scan().segments(3).all().await.unwrap();
    assert_eq!(found.len(), 7);
    let customers = found
        .iter()
        .filter(|item| matches!(item, StoreItem::Customer(_)));
    assert_eq!(customers.count(), 1);
    let requests = fixture.requests().take();
    assert_eq!(requests.len(), 3);
    assert!(
        requests
            .iter()
            .all(|request| request.get("FilterExpression").is_null())
    );
    assert_eq!(items.scan().count().await.unwrap(), 7);
}
