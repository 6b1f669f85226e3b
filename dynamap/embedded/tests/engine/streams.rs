use aws_sdk_dynamodbstreams::types::{OperationType, Record, ShardIteratorType};
use dynamap_embedded::Engine;

use crate::support::{TABLE, key, order, orders, put};

/// Every record of the table's stream, from its beginning.
pub(crate) async fn records(engine: &Engine) -> Vec<Record> {
    let client = engine.streams_client();
    let streams = client
        .list_streams()
        .table_name(TABLE)
        .send()
        .await
        .unwrap();
    let arn = streams.streams()[0].stream_arn().unwrap();
    let described = client
        .describe_stream()
        .stream_arn(arn)
        .send()
        .await
        .unwrap();
    let shard = described.stream_description().unwrap().shards()[0]
        .shard_id()
        .unwrap();
    let iterator = client
        .get_shard_iterator()
        .stream_arn(arn)
        .shard_id(shard)
        .shard_iterator_type(ShardIteratorType::TrimHorizon)
        .send()
        .await
        .unwrap();
    let answer = client
        .get_records()
        .set_shard_iterator(iterator.shard_iterator)
        .send()
        .await
        .unwrap();
    assert!(answer.next_shard_iterator().is_some());
    answer.records.unwrap_or_default()
}

#[tokio::test]
async fn a_stream_tells_inserts_modifications_and_removals_in_order() {
    let (engine, client) = orders().await;
    put(&client, order("ada", 1, "open", 7)).await;
    put(&client, order("ada", 1, "paid", 7)).await;
    client
        .delete_item()
        .table_name(TABLE)
        .set_key(Some(key("ada", 1)))
        .send()
        .await
        .unwrap();

    let records = records(&engine).await;
    let events: Vec<_> = records
        .iter()
        .map(|record| record.event_name().unwrap().clone())
        .collect();
    assert_eq!(
        events,
        [
            OperationType::Insert,
            OperationType::Modify,
            OperationType::Remove
        ]
    );

    let status = |image: Option<
        &std::collections::HashMap<String, aws_sdk_dynamodbstreams::types::AttributeValue>,
    >| { image.and_then(|image| image.get("status")?.as_s().ok().cloned()) };
    let modified = records[1].dynamodb().unwrap();
    assert_eq!(status(modified.old_image()).as_deref(), Some("open"));
    assert_eq!(status(modified.new_image()).as_deref(), Some("paid"));
    assert!(modified.sequence_number() < records[2].dynamodb().unwrap().sequence_number());
    assert!(
        records
            .iter()
            .all(|record| record.user_identity().is_none())
    );
}
