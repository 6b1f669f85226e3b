//! Throttling: the error says which limit was met, on what, and what to do about it.

use dynamap::{DynamoItem, Error, ErrorKind};
use dynamap_tests::{Answer, Fixture};
use serde_json::{Value, json};

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "devices",
    index(name = "by_state", partition_key = "state", sort_key = "id")
)]
struct Device {
    #[partition_key]
    id: String,
    state: String,
}

const TABLE: &str = "arn:aws:dynamodb:eu-west-1:123456789012:table/devices";
const INDEX: &str = "arn:aws:dynamodb:eu-west-1:123456789012:table/devices/index/by_state";
const TEXT: &str = "Throughput exceeds the current capacity of your table or index. DynamoDB is automatically \
                    scaling your table or index so please try again shortly.";

const HOT: &str = "a partition key is hot: its partition serves 1,000 write units a second at most; more capacity \
                   does not help, more `shards`, or keys that differ more, do (see `dynamap::guide::time_series`)";

fn device() -> Device {
    Device {
        id: "secret".into(),
        state: "secret".into(),
    }
}

fn refusal(code: &'static str, reasons: Value) -> Answer {
    // As the service's model spells the member: each of the errors has its own case.
    let member = match code {
        "ThrottlingException" => "throttlingReasons",
        _ => "ThrottlingReasons",
    };
    Answer::Refuse {
        code,
        message: TEXT.into(),
        more: json!({ member: reasons }),
    }
}

async fn put_error(code: &'static str, reasons: Value) -> Error {
    let fixture = Fixture::new();
    fixture.create::<Device>().await;
    let answers = (0..3).map(|_| refusal(code, reasons.clone()));
    let (devices, _) = fixture.scripted_table::<Device>(answers.collect::<Vec<_>>());
    let error = devices.put(device()).send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Throttled);
    assert_eq!(error.code(), Some(code));
    assert!(!format!("{error} {error:?}").contains("secret"));
    error
}

#[tokio::test]
async fn a_hot_partition_is_named_in_either_billing_mode() {
    for code in [
        "ThrottlingException",
        "ProvisionedThroughputExceededException",
        "RequestLimitExceeded",
    ] {
        let reason = "TableWriteKeyRangeThroughputExceeded";
        let error = put_error(code, json!([{"reason": reason, "resource": TABLE}])).await;
        assert_eq!(
            error.to_string(),
            format!("PutItem on `devices`: the table is throttled, {reason}: {HOT} ({code})")
        );
        assert!(error.is_hot_partition());
        let [given] = error.throttling_reasons() else {
            panic!("one reason: {error}");
        };
        assert_eq!(
            (given.reason(), given.resource()),
            (Some(reason), Some(TABLE))
        );
    }
}

#[tokio::test]
async fn each_limit_has_its_remedy() {
    for (reason, resource, hot, message) in [
        (
            "IndexWriteKeyRangeThroughputExceeded",
            INDEX,
            true,
            "index `by_state` is throttled, IndexWriteKeyRangeThroughputExceeded: a partition key is hot: its \
             partition serves 1,000 write units a second at most, and a hot index slows the table's writes; more \
             capacity does not help, more `shards`, or keys that differ more, do (see `dynamap::guide::time_series`)",
        ),
        (
            "TableWriteProvisionedThroughputExceeded",
            TABLE,
            false,
            "the table is throttled, TableWriteProvisionedThroughputExceeded: raise the provisioned write capacity, \
             let it scale, or switch to on-demand",
        ),
        (
            "IndexWriteMaxOnDemandThroughputExceeded",
            INDEX,
            false,
            "index `by_state` is throttled, IndexWriteMaxOnDemandThroughputExceeded: raise the maximum that is set \
             for on-demand writes, or slow down",
        ),
        (
            "TableWriteAccountLimitExceeded",
            TABLE,
            false,
            "the table is throttled, TableWriteAccountLimitExceeded: raise the account's quota of write units for \
             one table, or slow down",
        ),
        (
            "TableWriteSomethingNewExceeded",
            TABLE,
            false,
            "the table is throttled, TableWriteSomethingNewExceeded: slow down",
        ),
    ] {
        let code = "ThrottlingException";
        let error = put_error(code, json!([{"reason": reason, "resource": resource}])).await;
        assert_eq!(
            error.to_string(),
            format!("PutItem on `devices`: {message} ({code})")
        );
        assert_eq!(error.is_hot_partition(), hot, "{reason}");
    }
}

#[tokio::test]
async fn several_reasons_are_told_once_each() {
    let table = json!({"reason": "TableWriteProvisionedThroughputExceeded", "resource": TABLE});
    let index = json!({"reason": "IndexWriteKeyRangeThroughputExceeded"});
    let error = put_error("ThrottlingException", json!([table, index, table])).await;
    let text = error.to_string();
    assert_eq!(text.matches("TableWriteProvisioned").count(), 1, "{text}");
    assert!(
        text.contains("on-demand; and an index is throttled, IndexWriteKeyRange"),
        "{text}"
    );
    assert!(error.is_hot_partition());
}

#[tokio::test]
async fn a_hot_partition_of_reads_is_told_too() {
    let fixture = Fixture::new();
    fixture.create::<Device>().await;
    let reason = "IndexReadKeyRangeThroughputExceeded";
    let answers = (0..3).map(|_| Answer::throttle(reason, INDEX));
    let (devices, _) = fixture.scripted_table::<Device>(answers.collect::<Vec<_>>());
    let error = devices.query_by_state("secret").all().await.unwrap_err();
    assert_eq!(
        error.to_string(),
        format!(
            "Query on `devices` index `by_state`: index `by_state` is throttled, {reason}: a partition key is hot: its \
             partition serves 3,000 read units a second at most; more capacity does not help, more `shards`, or keys \
             that differ more, do (see `dynamap::guide::time_series`) (ThrottlingException)"
        )
    );
    assert!(error.is_hot_partition());
}

// Older engines give no reasons, and what is no reason's name is not printed.
#[tokio::test]
async fn without_reasons_the_services_text_stays() {
    for reasons in [
        json!([]),
        json!([{"resource": TABLE}]),
        json!([{"reason": "a secret \u{e9}"}]),
    ] {
        let error = put_error("ThrottlingException", reasons).await;
        assert_eq!(
            error.to_string(),
            format!("PutItem on `devices`: {TEXT} (ThrottlingException)")
        );
        assert!(!error.is_hot_partition());
    }
}
