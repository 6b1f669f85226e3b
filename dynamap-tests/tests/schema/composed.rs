//! Composed keys: the table has the key attribute, not the fields that it is made of.

use dynamap::DynamoItem;
use dynamap::schema::Export;
use dynamap_tests::Fixture;
use serde_json::{Value, json};
use time::OffsetDateTime;

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "devices",
    index(
        name = "by_site",
        partition_key(
            attribute = "gsi1pk",
            prefix = "site",
            parts = ["site"],
            bucket = day,
            of = "at",
            shards = 3
        ),
        sort_key = "celsius"
    )
)]
struct Reading {
    #[partition_key(prefix = "device", bucket = day, of = "at", shards = 4)]
    #[dynamo(rename = "pk")]
    device_id: String,
    #[sort_key(iso, prefix = "time", suffix = "id")]
    #[dynamo(rename = "sk")]
    at: OffsetDateTime,
    id: String,
    site: Option<String>,
    celsius: i32,
    #[ttl(seconds, after = "90d", from = "at")]
    expires_at: Option<OffsetDateTime>,
}

/// Another type of the table: a constant sort key, and no index.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "devices", sort_key(attribute = "sk", value = "PROFILE"))]
struct Profile {
    #[partition_key(prefix = "device")]
    #[dynamo(rename = "pk")]
    device_id: String,
    name: String,
}

#[tokio::test]
async fn a_table_of_composed_keys_is_as_declared() {
    let fixture = Fixture::new();
    let table = fixture.create::<Reading>().await;
    let differences = table.compare().await.unwrap();
    assert!(differences.is_empty(), "{differences}");
    let differences = fixture.table::<Profile>().compare().await.unwrap();
    assert!(differences.are_harmless(), "{differences}");
    let input = Reading::SCHEMA.definition().create_table_input();
    let input: Value = serde_json::from_str(&input).unwrap();
    assert_eq!(
        input,
        json!({
            "TableName": "devices",
            "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [
                {"AttributeName": "pk", "AttributeType": "S"},
                {"AttributeName": "sk", "AttributeType": "S"},
                {"AttributeName": "gsi1pk", "AttributeType": "S"},
                {"AttributeName": "celsius", "AttributeType": "N"},
            ],
            "KeySchema": [
                {"AttributeName": "pk", "KeyType": "HASH"},
                {"AttributeName": "sk", "KeyType": "RANGE"},
            ],
            "GlobalSecondaryIndexes": [{
                "IndexName": "by_site",
                "KeySchema": [
                    {"AttributeName": "gsi1pk", "KeyType": "HASH"},
                    {"AttributeName": "celsius", "KeyType": "RANGE"},
                ],
                "Projection": {"ProjectionType": "ALL"},
            }],
        })
    );
}

/// The type with the index creates it; then the table is that of both.
#[tokio::test]
async fn types_of_one_table_bring_their_own_indexes() {
    let fixture = Fixture::new();
    fixture.create::<Profile>().await;
    let table = fixture.table::<Reading>();
    assert_eq!(table.update_table().await.unwrap().created, ["by_site"]);
    table.ttl().ensure().await.unwrap();
    assert!(table.compare().await.unwrap().is_empty());

    let one = Export::of(Reading::SCHEMA).cloudformation_yaml();
    let both = Export::of(Profile::SCHEMA).and(Reading::SCHEMA).unwrap();
    assert_eq!(both.cloudformation_yaml(), one);
}
