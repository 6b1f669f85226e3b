//! One set of recorded events, in three spellings.

use aws_lambda_events::event::dynamodb::Event as LambdaEvent;
use aws_sdk_dynamodbstreams::Client;
use dynamap::streams::{LambdaBatch, Record};
use dynamap_tests::{Answer, Fixture};
use serde_json::Value;

use crate::order::{EVENT, STREAMS_ANSWER, VIEW_TYPES, records};

/// What the Streams API does not say.
fn without_source_arn(record: &Record) -> String {
    let arn = record.event().source_arn().unwrap_or_default();
    format!("{record:?}").replace(&format!("Some({arn:?})"), "None")
}

fn images(record: &Record) -> [Option<&dynamap::Item>; 3] {
    [Some(record.keys()), record.new_item(), record.old_item()]
}

// FC-75: `aws_lambda_events` loses the scale of a fraction and cannot say that a time is absent.
#[test]
fn aws_lambda_events_gives_the_records_of_the_json() {
    for payload in [EVENT, VIEW_TYPES] {
        let event: LambdaEvent = serde_json::from_str(payload).unwrap();
        let batch = LambdaBatch::try_from(event.clone()).unwrap();
        assert_eq!(batch.records(), records(payload));
        let one_by_one: Vec<Record> = event
            .records
            .into_iter()
            .map(|record| Record::try_from(record).unwrap())
            .collect();
        assert_eq!(one_by_one, records(payload));
    }
}

#[tokio::test]
async fn the_streams_sdk_gives_the_records_of_the_json() {
    let answer = serde_json::from_str(STREAMS_ANSWER).unwrap();
    let (client, _) = Fixture::embedded().scripted_streams([Answer::Json(answer)]);
    let answer = client
        .get_records()
        .shard_iterator("x")
        .send()
        .await
        .unwrap();
    let from_sdk: Vec<Record> = answer
        .records
        .unwrap()
        .into_iter()
        .map(|record| Record::try_from(record).unwrap())
        .collect();

    let from_json = records(EVENT);
    assert_eq!(from_sdk.len(), from_json.len());
    for (sdk, json) in from_sdk.iter().zip(&from_json) {
        assert_eq!(format!("{sdk:?}"), without_source_arn(json));
        assert_eq!(images(sdk), images(json));
    }
    let _: Client = client;
}

// The Streams API's own JSON has `Type` and `PrincipalId`, and may have exponents.
#[test]
fn the_json_of_the_streams_api_is_read_too() {
    let answer: Value = serde_json::from_str(STREAMS_ANSWER).unwrap();
    for (record, lambda) in answer["Records"]
        .as_array()
        .unwrap()
        .iter()
        .zip(records(EVENT))
    {
        let record = Record::from_json(record.to_string().as_bytes()).unwrap();
        assert_eq!(record.kind(), lambda.kind());
        assert_eq!(record.event().created_at(), lambda.event().created_at());
        assert_eq!(images(&record), images(&lambda));
    }
    let exponent = STREAMS_ANSWER.find("1.48064202E9").unwrap();
    let start = STREAMS_ANSWER[..exponent]
        .find("{\n      \"eventID\"")
        .unwrap();
    let end = start + STREAMS_ANSWER[start..].find("\n    },").unwrap() + "\n    }".len();
    let record = Record::from_json(&STREAMS_ANSWER.as_bytes()[start..end]).unwrap();
    assert_eq!(
        record.event().created_at(),
        records(EVENT)[0].event().created_at()
    );
}
