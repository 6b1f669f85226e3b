use std::time::{Duration, Instant};

use aws_sdk_dynamodb::types::{
    CreateGlobalSecondaryIndexAction, GlobalSecondaryIndexUpdate, ScalarAttributeType, TableStatus,
    Tag,
};
use dynamap_embedded::Engine;

use crate::support::{
    TABLE, all_attributes, attribute, create_orders, key_schema, number, order, orders, put,
    refusal, s,
};

#[tokio::test]
async fn a_table_is_created_described_listed_and_deleted() {
    let (_engine, client) = orders().await;

    let described = client
        .describe_table()
        .table_name(TABLE)
        .send()
        .await
        .unwrap();
    let table = described.table().unwrap();
    assert_eq!(table.table_status(), Some(&TableStatus::Active));
    assert_eq!(
        table.global_secondary_indexes()[0].index_name(),
        Some("by_status")
    );
    assert_eq!(
        table.local_secondary_indexes()[0].index_name(),
        Some("by_rank")
    );
    assert!(table.latest_stream_arn().is_some());

    let listed = client.list_tables().send().await.unwrap();
    assert_eq!(listed.table_names(), [TABLE]);

    client
        .delete_table()
        .table_name(TABLE)
        .send()
        .await
        .unwrap();
    let gone = client
        .describe_table()
        .table_name(TABLE)
        .send()
        .await
        .unwrap_err();
    assert!(gone.into_service_error().is_resource_not_found_exception());
}

#[tokio::test]
async fn a_table_that_exists_is_in_use() {
    let (_engine, client) = orders().await;
    let error = client
        .create_table()
        .table_name(TABLE)
        .set_key_schema(Some(key_schema("id", None)))
        .attribute_definitions(attribute("id", ScalarAttributeType::S))
        .billing_mode("PAY_PER_REQUEST".into())
        .send()
        .await
        .unwrap_err();
    assert!(error.into_service_error().is_resource_in_use_exception());
}

#[tokio::test]
async fn an_index_added_later_holds_the_items_that_were_there() {
    let (_engine, client) = orders().await;
    put(&client, order("ada", 1, "open", 7)).await;

    let index = CreateGlobalSecondaryIndexAction::builder()
        .index_name("by_rank_alone")
        .set_key_schema(Some(key_schema("rank", None)))
        .projection(all_attributes())
        .build()
        .unwrap();
    client
        .update_table()
        .table_name(TABLE)
        .attribute_definitions(attribute("rank", ScalarAttributeType::N))
        .global_secondary_index_updates(GlobalSecondaryIndexUpdate::builder().create(index).build())
        .send()
        .await
        .unwrap();

    let found = client
        .query()
        .table_name(TABLE)
        .index_name("by_rank_alone")
        .key_condition_expression("#rank = :rank")
        .expression_attribute_names("#rank", "rank")
        .expression_attribute_values(":rank", crate::support::n(7))
        .send()
        .await
        .unwrap();
    assert_eq!(number(&found.items()[0], "number"), Some(1));
}

#[tokio::test]
async fn tags_are_kept_and_removed() {
    let (_engine, client) = orders().await;
    let described = client
        .describe_table()
        .table_name(TABLE)
        .send()
        .await
        .unwrap();
    let arn = described
        .table()
        .and_then(|table| table.table_arn())
        .unwrap();
    let tag = Tag::builder().key("team").value("sales").build().unwrap();

    client
        .tag_resource()
        .resource_arn(arn)
        .tags(tag.clone())
        .send()
        .await
        .unwrap();
    let tagged = client
        .list_tags_of_resource()
        .resource_arn(arn)
        .send()
        .await
        .unwrap();
    assert_eq!(tagged.tags(), [tag]);

    client
        .untag_resource()
        .resource_arn(arn)
        .tag_keys("team")
        .send()
        .await
        .unwrap();
    let untagged = client
        .list_tags_of_resource()
        .resource_arn(arn)
        .send()
        .await
        .unwrap();
    assert!(untagged.tags().is_empty());
}

#[tokio::test]
async fn every_engine_has_its_own_tables_and_its_clones_share_them() {
    let (engine, client) = orders().await;
    put(&client, order("ada", 1, "open", 7)).await;

    let stranger = Engine::in_memory().unwrap().client();
    let error = stranger
        .describe_table()
        .table_name(TABLE)
        .send()
        .await
        .unwrap_err();
    assert_eq!(refusal(&error).0, "ResourceNotFoundException");
    create_orders(&stranger).await;
    let empty = stranger.scan().table_name(TABLE).send().await.unwrap();
    assert!(empty.items().is_empty());

    let clone = engine.clone().client();
    drop(engine);
    let shared = clone.scan().table_name(TABLE).send().await.unwrap();
    assert_eq!(shared.items()[0].get("customer"), Some(&s("ada")));
}

/// About a millisecond when built for release; the bound leaves room for a debug build on a busy
/// machine.
#[test]
fn an_engine_starts_in_milliseconds() {
    let fastest = (0..20)
        .map(|_| {
            let started = Instant::now();
            let engine = Engine::in_memory().unwrap();
            let client = engine.client();
            let elapsed = started.elapsed();
            drop(client);
            elapsed
        })
        .min()
        .unwrap();
    println!("fastest start {fastest:?}");
    assert!(fastest < Duration::from_millis(20), "{fastest:?}");
}
