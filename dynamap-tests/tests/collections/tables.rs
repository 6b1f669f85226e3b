//! The one table that several types declare.

use aws_sdk_dynamodb::types::{AttributeDefinition, GlobalSecondaryIndex, StreamViewType};
use dynamap::{DynamoCollection, DynamoItem, ErrorKind};
use dynamap_tests::Fixture;

use super::store::{Customer, Line, Order, StoreItem};

#[tokio::test]
async fn the_table_has_the_indexes_of_all_types() {
    let fixture = Fixture::new();
    let items = StoreItem::table(fixture.client()).table_name("staging-store");
    let builder = items
        .create_table()
        .stream(StreamViewType::NewImage)
        .into_sdk()
        .unwrap();
    assert_eq!(builder.get_table_name().as_deref(), Some("staging-store"));
    let indexes = builder.get_global_secondary_indexes().clone().unwrap();
    let names: Vec<_> = indexes
        .iter()
        .map(GlobalSecondaryIndex::index_name)
        .collect();
    assert_eq!(names, ["by_state", "by_product"]);
    let attributes = builder.get_attribute_definitions().clone().unwrap();
    let names: Vec<_> = attributes
        .iter()
        .map(AttributeDefinition::attribute_name)
        .collect();
    assert_eq!(names, ["pk", "sk", "gsi1pk", "gsi1sk", "product"]);

    items.create_table().send().await.unwrap();
    assert!(items.compare().send().await.unwrap().is_empty());
    assert_eq!(items.name(), "staging-store");
    assert_eq!(items.of::<Order>().name(), "staging-store");
    items.delete_table().send().await.unwrap();
    let error = items.compare().send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TableNotFound);
}

#[tokio::test]
async fn missing_indexes_are_made() {
    let fixture = Fixture::new();
    let items = StoreItem::table(fixture.client());
    items.of::<Customer>().create_table().send().await.unwrap();
    let differences = items.compare().send().await.unwrap();
    assert_eq!(differences.len(), 2, "{differences}");
    let updated = items.update_table().send().await.unwrap();
    assert_eq!(updated.created, ["by_state", "by_product"]);
    assert!(updated.remaining.is_empty(), "{}", updated.remaining);
    assert!(items.compare().send().await.unwrap().is_empty());
    let line = super::store::line(7, "tea");
    items.of::<Line>().put(line.clone()).await.unwrap();
    let found = items
        .of::<Line>()
        .query_by_product("tea")
        .all()
        .await
        .unwrap();
    assert_eq!(found, [line]);
}

#[derive(Debug, PartialEq, DynamoItem)]
#[dynamo(
    table = "twice",
    entity = "A",
    index(name = "by_x", partition_key = "x")
)]
struct A {
    #[partition_key]
    id: String,
    x: String,
}

#[derive(Debug, PartialEq, DynamoItem)]
#[dynamo(
    table = "twice",
    entity = "B",
    index(name = "by_x", partition_key = "y")
)]
struct B {
    #[partition_key]
    id: String,
    y: String,
}

#[derive(Debug, PartialEq, DynamoCollection)]
enum Twice {
    A(A),
    B(B),
}

/// What only a comparison of whole indexes tells is said by the first request, and nothing is sent.
#[tokio::test]
async fn two_indexes_of_one_name_are_refused() {
    let fixture = Fixture::new();
    let items = Twice::table(fixture.client());
    let message = "the items of table `twice` declare two indexes named `by_x`";
    let errors = [
        (
            "CreateTable",
            items.create_table().send().await.unwrap_err(),
        ),
        ("DescribeTable", items.compare().send().await.unwrap_err()),
        (
            "UpdateTable",
            items.update_table().send().await.unwrap_err(),
        ),
        ("Scan", items.scan().all().await.unwrap_err()),
        ("Query", items.query::<A>("x").all().await.unwrap_err()),
        (
            "Query",
            items
                .of::<A>()
                .query("x")
                .collection::<Twice>()
                .all()
                .await
                .unwrap_err(),
        ),
    ];
    for (operation, error) in errors {
        assert_eq!(error.kind(), ErrorKind::SchemaMismatch);
        assert_eq!(
            error.to_string(),
            format!("{operation} on `twice`: {message}")
        );
    }
    let error = items.definition().unwrap_err();
    assert_eq!(error.to_string(), message);
    assert!(fixture.requests().take().is_empty());
}
