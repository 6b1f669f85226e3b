//! Lambda batches: in order, up to the first failure.

use aws_lambda_events::event::streams::DynamoDbEventResponse;
use dynamap::streams::{LambdaBatch, LambdaOutcome};

use crate::order::{EVENT, Order};

async fn run(fail_at: Option<&str>) -> (Vec<String>, LambdaOutcome<String>) {
    let batch = LambdaBatch::from_json(EVENT.as_bytes()).unwrap();
    let mut seen = Vec::new();
    let outcome = batch
        .run(async |record| {
            tokio::task::yield_now().await;
            let number = record.event().sequence_number().to_string();
            record
                .change::<Order>()
                .map_err(|error| error.to_string())?;
            seen.push(number.clone());
            if fail_at == Some(&number) {
                return Err(format!("failed at {number}"));
            }
            Ok(())
        })
        .await;
    (seen, outcome)
}

#[tokio::test]
async fn a_batch_that_is_handled_names_no_failure() {
    let (seen, outcome) = run(None).await;
    let batch = LambdaBatch::from_json(EVENT.as_bytes()).unwrap();
    let numbers = batch
        .records()
        .iter()
        .map(|record| record.event().sequence_number().to_string());
    assert_eq!(seen, numbers.collect::<Vec<_>>());
    assert_eq!(
        (
            outcome.handled(),
            outcome.failed_at_number(),
            outcome.error()
        ),
        (5, None, None)
    );
    assert_eq!(outcome.to_json(), r#"{"batchItemFailures":[]}"#);
    assert_eq!(
        DynamoDbEventResponse::from(&outcome),
        DynamoDbEventResponse::default()
    );
    assert_eq!(outcome.into_result(), Ok(5));
}

// What Lambda delivers again begins with the first record that failed, so that nothing behind it is handled.
#[tokio::test]
async fn a_batch_stops_at_the_first_failure_and_names_it() {
    let number = "4421584500000000017450439092";
    let (seen, outcome) = run(Some(number)).await;
    assert_eq!(seen, ["4421584500000000017450439091", number]);
    assert_eq!(outcome.handled(), 1);
    assert_eq!(outcome.failed_at_number().unwrap().as_str(), number);
    assert_eq!(outcome.error(), Some(&format!("failed at {number}")));
    let json = r#"{"batchItemFailures":[{"itemIdentifier":"4421584500000000017450439092"}]}"#;
    assert_eq!(outcome.to_json(), json);
    let response = DynamoDbEventResponse::from(&outcome);
    assert_eq!(serde_json::to_string(&response).unwrap(), json);
    assert_eq!(outcome.into_result(), Err(format!("failed at {number}")));
}

#[tokio::test]
async fn an_empty_batch_is_a_success() {
    let batch = LambdaBatch::from_json(br#"{"Records":[],"window":{"start":"x"}}"#).unwrap();
    let outcome = batch.run(async |_| Err(())).await;
    assert_eq!(outcome.handled(), 0);
    assert_eq!(outcome.to_json(), r#"{"batchItemFailures":[]}"#);
}
