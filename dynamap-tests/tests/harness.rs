//! The fixtures themselves: what they note, and the faults they make.

use aws_sdk_dynamodb::error::SdkError;
use dynamap::DynamoItem;
use dynamap_tests::{Answer, Fixture};
use serde_json::json;

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "notes")]
struct Note {
    #[partition_key]
    id: String,
    text: String,
}

fn note() -> Note {
    Note {
        id: "a".to_owned(),
        text: "x".to_owned(),
    }
}

#[tokio::test]
async fn requests_are_noted_and_can_be_read() {
    let fixture = Fixture::new();
    let notes = fixture.create::<Note>().await;
    assert_eq!(fixture.requests().operations(), [""; 0]);
    notes.create(note()).send().await.unwrap();
    let request = fixture.requests().only();
    assert_eq!(request.operation, "PutItem");
    assert_eq!(
        request.item(),
        &json!({"id": {"S": "a"}, "text": {"S": "x"}})
    );
    assert_eq!(request.condition(), "attribute_not_exists(id)");
    assert_eq!(
        request.renamed()["ConditionExpression"],
        "attribute_not_exists(#1)"
    );
    assert_eq!(fixture.requests().operations(), [""; 0]);
}

#[tokio::test]
async fn a_script_decides_what_becomes_of_each_attempt() {
    let fixture = Fixture::new();
    fixture.create::<Note>().await;
    let (client, script) = fixture.scripted([Answer::FailBefore(500), Answer::Lose]);
    let put = client
        .put_item()
        .table_name("notes")
        .set_item(Some(note().to_item().unwrap()));
    put.send().await.unwrap();
    assert_eq!(script.left(), 0);
    assert_eq!(fixture.requests().operations(), ["PutItem"; 3]);
}

#[tokio::test]
async fn an_attempt_without_an_answer_times_out() {
    let fixture = Fixture::new();
    fixture.create::<Note>().await;
    let (notes, _) = fixture.impatient_table::<Note>([Answer::Hang]);
    notes.put(note()).send().await.unwrap();
    assert_eq!(fixture.requests().operations(), ["PutItem"; 2]);
}

#[tokio::test]
async fn a_refusal_is_the_sdks_own_error() {
    let fixture = Fixture::new();
    let (client, _) = fixture.scripted([Answer::Refuse {
        code: "ResourceNotFoundException",
        message: "no".to_owned(),
        more: json!({}),
    }]);
    let error = client.scan().table_name("notes").send().await.unwrap_err();
    let SdkError::ServiceError(error) = error else {
        panic!("{error:?}");
    };
    assert!(error.err().is_resource_not_found_exception());
}
