//! One table as several types declare it.

use aws_sdk_dynamodb::types::{
    GlobalSecondaryIndex, KeySchemaElement, KeyType, Projection, ProjectionType,
    TimeToLiveSpecification,
};
use dynamap::{DynamoItem, Number};
use dynamap_tests::{Answer, Fixture};
use serde_json::{Value, json};
use time::OffsetDateTime;

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "sessions",
    index(name = "by_user", partition_key = "user", sort_key = "updated_at"),
    index(name = "by_score", partition_key = "score"),
    local_index(name = "by_expiry", sort_key = "expires_at")
)]
pub(crate) struct Session {
    #[partition_key]
    #[dynamo(rename = "pk")]
    pub(crate) tenant: String,
    #[sort_key(iso)]
    #[dynamo(rename = "sk")]
    pub(crate) started_at: OffsetDateTime,
    pub(crate) user: Option<String>,
    pub(crate) score: Option<Number>,
    #[ts(millis, auto_update)]
    pub(crate) updated_at: OffsetDateTime,
    #[ttl(seconds, after = "1d")]
    pub(crate) expires_at: OffsetDateTime,
}

/// The same table, before it had indexes and TTL.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "sessions")]
pub(crate) struct First {
    #[partition_key]
    pub(crate) pk: String,
    #[sort_key]
    pub(crate) sk: String,
    pub(crate) user: Option<String>,
    #[ts(millis, auto_update)]
    pub(crate) updated_at: OffsetDateTime,
}

/// A table of the same name that differs in everything.
#[expect(
    clippy::duplicated_attributes,
    reason = "two indexes on one partition key"
)]
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "sessions",
    index(name = "by_user", partition_key = "user"),
    index(name = "by_expiry", partition_key = "user", sort_key = "expires_at"),
    index(name = "by_name", partition_key = "name")
)]
pub(crate) struct Other {
    #[partition_key]
    pub(crate) pk: u64,
    pub(crate) user: u64,
    pub(crate) expires_at: u64,
    pub(crate) name: String,
}

/// Turns TTL on behind the mapper's back.
pub(crate) async fn enable_ttl(fixture: &Fixture, attribute: &str) {
    let specification = TimeToLiveSpecification::builder()
        .attribute_name(attribute)
        .enabled(true)
        .build()
        .unwrap();
    let client = fixture.raw_client();
    let update = client.update_time_to_live().table_name("sessions");
    let update = update.time_to_live_specification(specification);
    update.send().await.unwrap();
}

/// A global index of these key attributes.
pub(crate) fn index(
    name: &str,
    key: &[(&str, KeyType)],
    projection: Projection,
) -> GlobalSecondaryIndex {
    let elements = key.iter().map(|(name, key_type)| {
        let element = KeySchemaElement::builder()
            .attribute_name(*name)
            .key_type(key_type.clone());
        element.build().unwrap()
    });
    GlobalSecondaryIndex::builder()
        .index_name(name)
        .set_key_schema(Some(elements.collect()))
        .projection(projection)
        .build()
        .unwrap()
}

pub(crate) fn projection(projection_type: ProjectionType, attributes: &[&str]) -> Projection {
    let attributes: Vec<String> = attributes.iter().map(|name| (*name).to_owned()).collect();
    Projection::builder()
        .projection_type(projection_type)
        .set_non_key_attributes((!attributes.is_empty()).then_some(attributes))
        .build()
}

/// The answer to DescribeTable, with the table in this state.
pub(crate) fn table_is(status: &'static str) -> Answer {
    Answer::edit(move |mut body: Value| {
        body["Table"]["TableStatus"] = json!(status);
        body
    })
}

/// The answer to DescribeTable, with this index in this state.
pub(crate) fn index_is(name: &'static str, status: &'static str, backfilling: bool) -> Answer {
    Answer::edit(move |mut body: Value| {
        let indexes = body["Table"]["GlobalSecondaryIndexes"].as_array_mut();
        let index = indexes
            .and_then(|indexes| indexes.iter_mut().find(|index| index["IndexName"] == name))
            .expect("an index of this name");
        index["IndexStatus"] = json!(status);
        if backfilling {
            index["Backfilling"] = json!(true);
        }
        body
    })
}
