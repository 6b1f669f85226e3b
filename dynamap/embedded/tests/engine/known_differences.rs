//! Where the engine differs from the service. When one of these fails after an update of the
//! engine, the difference is gone: take it out of the crate's documentation and out of here.

use aws_sdk_dynamodb::types::{
    AttributeDefinition, AttributeValue, BillingMode, KeySchemaElement, KeyType,
    LocalSecondaryIndex, Projection, ProjectionType, ScalarAttributeType, Select,
    TimeToLiveSpecification,
};
use dynamap::time::{ManualClock, Moment};
use dynamap_embedded::Engine;

use crate::streams::records;
use crate::support::{TABLE, create_orders, n, order, orders, put};

#[tokio::test]
async fn an_undefined_value_passes_in_a_filter_that_no_item_reaches() {
    let (_engine, client) = orders().await;
    let scan = || {
        client
            .scan()
            .table_name(TABLE)
            .filter_expression("hits = :undefined")
            .send()
    };
    scan().await.unwrap();
    put(&client, order("ada", 1, "open", 1)).await;
    assert!(scan().await.is_err());
}

#[tokio::test]
async fn a_put_that_changes_nothing_writes_a_record() {
    let (engine, client) = orders().await;
    put(&client, order("ada", 1, "open", 1)).await;
    put(&client, order("ada", 1, "open", 1)).await;
    assert_eq!(records(&engine).await.len(), 2);
}

#[tokio::test]
async fn an_item_more_than_five_years_past_its_ttl_is_swept() {
    let now = 1_700_000_000;
    let engine =
        Engine::in_memory_with_clock(ManualClock::new(Moment::from_parts(now, 0))).unwrap();
    let client = engine.client();
    create_orders(&client).await;
    let specification = TimeToLiveSpecification::builder()
        .attribute_name("expires_at")
        .enabled(true)
        .build()
        .unwrap();
    client
        .update_time_to_live()
        .table_name(TABLE)
        .time_to_live_specification(specification)
        .send()
        .await
        .unwrap();
    let mut item = order("ada", 1, "open", 1);
    item.insert("expires_at".to_owned(), n(now - 6 * 366 * 86_400));
    put(&client, item).await;
    assert_eq!(engine.sweep_expired().unwrap(), 1);
}

#[tokio::test]
async fn in_takes_more_than_a_hundred_operands() {
    let (_engine, client) = orders().await;
    put(&client, order("ada", 1, "open", 101)).await;
    let names: Vec<_> = (1..=101).map(|rank| format!(":r{rank}")).collect();
    let values = (1..=101)
        .zip(&names)
        .map(|(rank, name): (i64, _)| (name.clone(), AttributeValue::N(rank.to_string())))
        .collect();
    let found = client
        .scan()
        .table_name(TABLE)
        .filter_expression(format!("#rank IN ({})", names.join(", ")))
        .expression_attribute_names("#rank", "rank")
        .set_expression_attribute_values(Some(values))
        .send()
        .await
        .unwrap();
    assert_eq!(found.count(), 1);
}

#[tokio::test]
async fn a_projection_of_a_local_index_is_not_read_from_the_table() {
    let engine = Engine::in_memory().unwrap();
    let client = engine.client();
    let key = |name: &str, kind: KeyType| {
        let key = KeySchemaElement::builder().attribute_name(name);
        key.key_type(kind).build().unwrap()
    };
    let attribute = |name: &str| {
        let definition = AttributeDefinition::builder().attribute_name(name);
        let definition = definition.attribute_type(ScalarAttributeType::S);
        definition.build().unwrap()
    };
    let keys_only = Projection::builder().projection_type(ProjectionType::KeysOnly);
    let index = LocalSecondaryIndex::builder()
        .index_name("by_rank")
        .key_schema(key("user", KeyType::Hash))
        .key_schema(key("rank", KeyType::Range))
        .projection(keys_only.build());
    client
        .create_table()
        .table_name("local")
        .billing_mode(BillingMode::PayPerRequest)
        .key_schema(key("user", KeyType::Hash))
        .key_schema(key("id", KeyType::Range))
        .attribute_definitions(attribute("user"))
        .attribute_definitions(attribute("id"))
        .attribute_definitions(attribute("rank"))
        .local_secondary_indexes(index.build().unwrap())
        .send()
        .await
        .unwrap();
    let mut put = client.put_item().table_name("local");
    for name in ["user", "id", "rank", "note"] {
        put = put.item(name, AttributeValue::S("x".to_owned()));
    }
    put.send().await.unwrap();
    let query = || {
        let query = client.query().table_name("local").index_name("by_rank");
        query
            .key_condition_expression("#u = :u")
            .expression_attribute_names("#u", "user")
            .expression_attribute_values(":u", AttributeValue::S("x".to_owned()))
    };
    let projected = query().projection_expression("note").send().await.unwrap();
    assert_eq!(projected.items(), [std::collections::HashMap::new()]);
    let whole = query().select(Select::AllAttributes).send().await.unwrap();
    assert!(whole.items()[0].contains_key("note"));
}

#[tokio::test]
async fn arns_name_a_region_and_an_account_of_their_own() {
    let (_engine, client) = orders().await;
    let described = client
        .describe_table()
        .table_name(TABLE)
        .send()
        .await
        .unwrap();
    assert_eq!(
        described.table().and_then(|table| table.table_arn()),
        Some("arn:aws:dynamodb:dynoxide:000000000000:table/orders")
    );
}
