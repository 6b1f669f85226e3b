//! A table with every kind of index, and short words for its items.

use std::collections::HashMap;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::error::ProvideErrorMetadata;
use aws_sdk_dynamodb::types::{
    AttributeDefinition, AttributeValue, BillingMode, GlobalSecondaryIndex, KeySchemaElement,
    KeyType, LocalSecondaryIndex, Projection, ProjectionType, ScalarAttributeType,
    StreamSpecification, StreamViewType,
};
use dynamap_embedded::Engine;

pub(crate) type Item = HashMap<String, AttributeValue>;

pub(crate) const TABLE: &str = "orders";

pub(crate) fn s(text: &str) -> AttributeValue {
    AttributeValue::S(text.to_owned())
}

pub(crate) fn n(number: i64) -> AttributeValue {
    AttributeValue::N(number.to_string())
}

pub(crate) fn key(customer: &str, number: i64) -> Item {
    HashMap::from([
        ("customer".to_owned(), s(customer)),
        ("number".to_owned(), n(number)),
    ])
}

pub(crate) fn order(customer: &str, number: i64, status: &str, rank: i64) -> Item {
    let mut item = key(customer, number);
    item.insert("status".to_owned(), s(status));
    item.insert("rank".to_owned(), n(rank));
    item
}

pub(crate) fn number(item: &Item, name: &str) -> Option<i64> {
    item.get(name)?.as_n().ok()?.parse().ok()
}

pub(crate) fn numbers(items: &[Item], name: &str) -> Vec<Option<i64>> {
    items.iter().map(|item| number(item, name)).collect()
}

/// Code and message of a failed request.
pub(crate) fn refusal(error: &impl ProvideErrorMetadata) -> (&str, &str) {
    (
        error.code().unwrap_or_default(),
        error.message().unwrap_or_default(),
    )
}

pub(crate) fn key_schema(partition_key: &str, sort_key: Option<&str>) -> Vec<KeySchemaElement> {
    let element = |name: &str, key_type| {
        KeySchemaElement::builder()
            .attribute_name(name)
            .key_type(key_type)
            .build()
            .unwrap()
    };
    let mut schema = vec![element(partition_key, KeyType::Hash)];
    schema.extend(sort_key.map(|name| element(name, KeyType::Range)));
    schema
}

pub(crate) fn attribute(name: &str, kind: ScalarAttributeType) -> AttributeDefinition {
    AttributeDefinition::builder()
        .attribute_name(name)
        .attribute_type(kind)
        .build()
        .unwrap()
}

pub(crate) fn all_attributes() -> Projection {
    Projection::builder()
        .projection_type(ProjectionType::All)
        .build()
}

/// Creates `orders`: keys `customer` and `number`, the global index `by_status`, the local index
/// `by_rank`, a stream.
pub(crate) async fn create_orders(client: &Client) {
    client
        .create_table()
        .table_name(TABLE)
        .billing_mode(BillingMode::PayPerRequest)
        .set_key_schema(Some(key_schema("customer", Some("number"))))
        .attribute_definitions(attribute("customer", ScalarAttributeType::S))
        .attribute_definitions(attribute("number", ScalarAttributeType::N))
        .attribute_definitions(attribute("status", ScalarAttributeType::S))
        .attribute_definitions(attribute("rank", ScalarAttributeType::N))
        .global_secondary_indexes(
            GlobalSecondaryIndex::builder()
                .index_name("by_status")
                .set_key_schema(Some(key_schema("status", Some("number"))))
                .projection(all_attributes())
                .build()
                .unwrap(),
        )
        .local_secondary_indexes(
            LocalSecondaryIndex::builder()
                .index_name("by_rank")
                .set_key_schema(Some(key_schema("customer", Some("rank"))))
                .projection(all_attributes())
                .build()
                .unwrap(),
        )
        .stream_specification(
            StreamSpecification::builder()
                .stream_enabled(true)
                .stream_view_type(StreamViewType::NewAndOldImages)
                .build()
                .unwrap(),
        )
        .send()
        .await
        .unwrap();
}

/// A new engine with the table.
pub(crate) async fn orders() -> (Engine, Client) {
    let engine = Engine::in_memory().unwrap();
    let client = engine.client();
    create_orders(&client).await;
    (engine, client)
}

pub(crate) async fn put(client: &Client, item: Item) {
    client
        .put_item()
        .table_name(TABLE)
        .set_item(Some(item))
        .send()
        .await
        .unwrap();
}

pub(crate) async fn get(client: &Client, key: Item) -> Option<Item> {
    client
        .get_item()
        .table_name(TABLE)
        .set_key(Some(key))
        .consistent_read(true)
        .send()
        .await
        .unwrap()
        .item
}
