//! That writes go past the SDK's serializer, and that they do not where somebody wants to see the items
//! in the SDK's input.

use std::sync::{Arc, Mutex};

use aws_sdk_dynamodb::config::{ConfigBag, Intercept, RuntimeComponents};
use aws_sdk_dynamodb::error::BoxError;
use aws_sdk_dynamodb::operation::batch_write_item::BatchWriteItemInput;
use aws_sdk_dynamodb::operation::put_item::PutItemInput;
use aws_smithy_runtime_api::client::interceptors::context::BeforeSerializationInterceptorContextRef;
use dynamap::{BatchWrite, DynamoItem};
use serde_json::json;

use crate::notes::{Counter, Note, note};
use crate::wire::Wire;

/// The attributes of a note that writes do not look at, in the order of its fields, in which no map of the
/// SDK's would have them but once in 40,000.
const IN_ORDER: &str = r#""text":{"S":"x"},"real":{"N":"0.5"},"bytes":{"B":"AQI="},"flag":{"BOOL":true},"nothing":{"NULL":true},"parts":{"L":[]},"map":{"M":{}},"by":{"S":"b"}"#;

/// If this fails with a new release of the SDK, its serializer can no longer be replaced in the way that
/// `operation/written_body.rs` does it. Items are still written then, by the SDK, at its speed.
#[tokio::test]
async fn every_write_of_items_goes_past_the_sdks_serializer() {
    let wire = Wire::new();
    let notes = Note::table(&wire.client());
    notes.put(note(1)).send().await.unwrap();
    let body = wire.body();
    assert!(body.starts_with(r#"{"Item":{"text":"#), "{body}");
    assert!(body.contains(IN_ORDER), "{body}");

    let batch = notes.batch_write().put(note(1)).put(note(2));
    assert!(batch.send().await.unwrap().is_complete());
    let body = wire.body();
    assert!(
        body.starts_with(r#"{"RequestItems":{"notes":[{"PutRequest":{"Item":{"text":"#),
        "{body}"
    );
    assert_eq!(body.matches(IN_ORDER).count(), 2, "{body}");

    // Where the client has an interceptor the SDK writes it.
    let notes = Note::table(&wire.intercepted());
    notes.put(note(1)).send().await.unwrap();
    assert!(wire.body().starts_with(r#"{"TableName":"notes""#));
}

/// The whole request, member by member.
#[tokio::test]
async fn the_sdk_writes_the_rest_of_the_request() {
    let wire = Wire::new();
    let counters = Counter::table(&wire.client());
    let put = counters.put(Counter { id: 7, version: 3 });
    put.return_consumed_capacity().send().await.unwrap();
    assert_eq!(
        wire.json(),
        json!({
            "Item": {"id": {"N": "7"}, "version": {"N": "4"}},
            "TableName": "counters",
            "ConditionExpression": "#n0 = :v0",
            "ExpressionAttributeNames": {"#n0": "version"},
            "ExpressionAttributeValues": {":v0": {"N": "3"}},
            "ReturnConsumedCapacity": "TOTAL",
            "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
        })
    );
    let batch = BatchWrite::new(&wire.client())
        .put_ignoring_version(&counters, Counter { id: 1, version: 0 })
        .delete(&counters, 2);
    batch.send().await.unwrap();
    assert_eq!(
        wire.json(),
        json!({"RequestItems": {"counters": [
            {"PutRequest": {"Item": {"id": {"N": "1"}, "version": {"N": "1"}}}},
            {"DeleteRequest": {"Key": {"id": {"N": "2"}}}},
        ]}})
    );
}

/// Notes how many attributes the items in the SDK's inputs have.
#[derive(Debug, Clone, Default)]
struct Seen(Arc<Mutex<Vec<usize>>>);

impl Seen {
    fn take(&self) -> Vec<usize> {
        std::mem::take(&mut *self.0.lock().unwrap())
    }
}

impl Intercept for Seen {
    fn name(&self) -> &'static str {
        "Seen"
    }

    fn read_before_serialization(
        &self,
        context: &BeforeSerializationInterceptorContextRef<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        let input = context.input();
        let mut seen = self.0.lock().unwrap();
        if let Some(put) = input.downcast_ref::<PutItemInput>() {
            seen.extend(put.item().map(std::collections::HashMap::len));
        } else if let Some(batch) = input.downcast_ref::<BatchWriteItemInput>() {
            let requests = batch.request_items().into_iter().flatten();
            let puts = requests.flat_map(|(_, requests)| requests);
            seen.extend(puts.filter_map(|request| Some(request.put_request()?.item().len())));
        }
        Ok(())
    }
}

/// As the rules of a mocked client look at inputs.
#[tokio::test]
async fn an_interceptor_sees_the_items() {
    let wire = Wire::new();
    let seen = Seen::default();
    let attributes = 14;

    // One of the client's.
    let config = wire
        .client()
        .config()
        .to_builder()
        .interceptor(seen.clone());
    let notes = Note::table(&aws_sdk_dynamodb::Client::from_conf(config.build()));
    notes.put(note(1)).send().await.unwrap();
    assert_eq!(seen.take(), [attributes]);
    let batch = notes.batch_write().put(note(1)).put(note(2));
    batch.send().await.unwrap();
    assert_eq!(seen.take(), [attributes, attributes]);

    // One of a single request's.
    let notes = Note::table(&wire.client());
    let put = notes.put(note(1));
    let put = put.customize(|config| config.interceptor(seen.clone()));
    put.send().await.unwrap();
    assert_eq!(seen.take(), [attributes]);
    let batch = notes.batch_write().put(note(1));
    let batch = batch.customize(|config| config.interceptor(seen.clone()));
    batch.send().await.unwrap();
    assert_eq!(seen.take(), [attributes]);
}

/// Writes no value at all, so that there is no attribute.
#[expect(
    clippy::trivially_copy_pass_by_ref,
    clippy::unnecessary_wraps,
    reason = "the signatures of a codec"
)]
mod silent {
    use dynamap::value::{DecodeError, Decoder, EncodeError, Encoder};

    pub(super) fn encode(_: &u8, _: &mut dyn Encoder) -> Result<(), EncodeError> {
        Ok(())
    }

    pub(super) fn decode(decoder: &mut dyn Decoder) -> Result<u8, DecodeError> {
        decoder.skip().map(|()| 0)
    }
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "silent")]
struct Silent {
    #[dynamo(default, with = silent)]
    first: u8,
    #[partition_key]
    id: String,
    text: String,
    #[dynamo(default, with = silent)]
    between: u8,
    flag: bool,
    #[dynamo(default, with = silent)]
    last: u8,
}

#[tokio::test]
async fn what_is_not_written_is_left_out() {
    let wire = Wire::new();
    for client in [wire.client(), wire.intercepted()] {
        let item = Silent {
            first: 0,
            id: "a".to_owned(),
            text: "x".to_owned(),
            between: 0,
            flag: true,
            last: 0,
        };
        let silent = Silent::table(&client);
        assert_eq!(silent.put(&item).send().await.unwrap(), item);
        let expected = json!({"id": {"S": "a"}, "text": {"S": "x"}, "flag": {"BOOL": true}});
        assert_eq!(wire.json()["Item"], expected);
        silent.batch_write().put(item).send().await.unwrap();
        let requests = json!({"silent": [{"PutRequest": {"Item": expected}}]});
        assert_eq!(wire.json()["RequestItems"], requests);
    }
}

#[tokio::test]
async fn the_sdks_builder_has_the_item() {
    let notes = Note::table(&Wire::new().client());
    let put = notes.put(note(1)).into_sdk().unwrap();
    let item = put.get_item().as_ref().unwrap();
    assert_eq!(item.len(), 14);
    assert_eq!(item["text"].as_s().unwrap(), "x");
}
