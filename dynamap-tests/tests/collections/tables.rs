//! The one table that several types declare.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use aws_sdk_dynamodb::config::{ConfigBag, Intercept, RuntimeComponents};
use aws_sdk_dynamodb::error::BoxError;
use aws_sdk_dynamodb::operation::scan::ScanOutput;
use aws_sdk_dynamodb::types::{AttributeDefinition, GlobalSecondaryIndex, StreamViewType};
use aws_smithy_runtime_api::client::interceptors::context::AfterDeserializationInterceptorContextRef;
use dynamap::capacity::CapacityTotal;
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
async fn the_settings_of_the_handle_are_those_of_its_types() {
    let fixture = Fixture::new();
    let (total, none) = (CapacityTotal::new(), CapacityTotal::new());
    let items = StoreItem::table(fixture.client()).with_capacity_total(&total);
    items.create_table().send().await.unwrap();
    let orders = items.of::<Order>();
    orders.put(super::store::order(7)).await.unwrap();
    let written = total.snapshot();
    assert!(written.units.write_units > 0.0, "{written:?}");
    items.with_capacity_total(&none).scan().all().await.unwrap();
    assert_eq!(total.snapshot(), written);
    items.scan().all().await.unwrap();
    assert_eq!(total.snapshot().requests, written.requests + 1);
    assert!(total.snapshot().units.read_units > 0.0);
}

/// How many items the SDK's own output of a scan had.
#[derive(Debug, Clone, Default)]
struct Seen(Arc<AtomicUsize>);

impl Intercept for Seen {
    fn name(&self) -> &'static str {
        "Seen"
    }

    fn read_after_deserialization(
        &self,
        context: &AfterDeserializationInterceptorContextRef<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        let output = context.output_or_error().unwrap();
        let output = output.downcast_ref::<ScanOutput>().unwrap();
        self.0.store(output.items().len(), Ordering::Relaxed);
        Ok(())
    }
}

#[tokio::test]
async fn the_direct_reader_can_be_switched_off() {
    let fixture = Fixture::new();
    let items = StoreItem::table(fixture.client());
    items.create_table().send().await.unwrap();
    let orders = items.of::<Order>();
    orders.put(super::store::order(7)).await.unwrap();
    for (on, expected) in [(true, 0), (false, 1)] {
        let seen = Seen::default();
        let scan = items.direct_reader(on).scan();
        let scan = scan.customize(|config| config.interceptor(seen.clone()));
        assert_eq!(scan.all().await.unwrap().len(), 1);
        assert_eq!(seen.0.load(Ordering::Relaxed), expected);
    }
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
