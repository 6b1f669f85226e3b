use aws_sdk_dynamodb::error::ProvideErrorMetadata;
use aws_sdk_dynamodb::operation::RequestId;
use aws_smithy_types::body::SdkBody;

use crate::support::{TABLE, key, orders, refusal, s};

#[tokio::test]
async fn an_operation_that_the_engine_does_not_have_is_unknown() {
    let (_engine, client) = orders().await;
    let error = client.describe_limits().send().await.unwrap_err();
    assert_eq!(
        error
            .raw_response()
            .map(|response| response.status().as_u16()),
        Some(400)
    );
    let (code, message) = refusal(&error);
    assert_eq!(code, "UnknownOperationException");
    assert!(message.contains("`DescribeLimits`"), "{message}");
}

#[tokio::test]
async fn a_target_that_is_missing_or_of_another_service_is_unknown() {
    let (_engine, client) = orders().await;
    for target in [
        None,
        Some("AnyScaleFrontendService.GetItem"),
        Some("GetItem"),
    ] {
        let error = client
            .get_item()
            .table_name(TABLE)
            .set_key(Some(key("ada", 1)))
            .customize()
            .mutate_request(move |request| {
                request.headers_mut().remove("x-amz-target");
                if let Some(target) = target {
                    request.headers_mut().insert("x-amz-target", target);
                }
            })
            .send()
            .await
            .unwrap_err();
        assert_eq!(
            error.code(),
            Some("UnknownOperationException"),
            "{target:?}"
        );
    }
}

#[tokio::test]
async fn a_malformed_body_is_refused_as_the_service_refuses_it() {
    let (_engine, client) = orders().await;
    let deep = format!(
        r#"{{"TableName":"orders","Item":{}1{}}}"#,
        r#"{"M":{"a":"#.repeat(100),
        "}}".repeat(100)
    );
    for (body, code, message) in [
        ("", "SerializationException", ""),
        ("{", "SerializationException", ""),
        (
            r#"{"TableName": 5}"#,
            "SerializationException",
            "NUMBER_VALUE cannot be converted to String",
        ),
        (
            deep.as_str(),
            "ValidationException",
            "Nesting Levels have exceeded supported limits",
        ),
        (
            "{}",
            "ValidationException",
            "Value null at 'tableName' failed to satisfy constraint",
        ),
        (
            r#"{"TableName":"orders","Item":{"customer":{"S":"ada"},"number":{"N":"five"}}}"#,
            "ValidationException",
            "1 validation error detected: The parameter cannot be converted to a numeric value",
        ),
        (
            r#"{"TableName":"orders","Item":{"customer":{}}}"#,
            "ValidationException",
            "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes",
        ),
    ] {
        let body = body.to_owned();
        let sent = body.clone();
        let error = client
            .put_item()
            .table_name(TABLE)
            .item("customer", s("ada"))
            .customize()
            .mutate_request(move |request| *request.body_mut() = SdkBody::from(sent.clone()))
            .send()
            .await
            .unwrap_err();
        let (found, text) = refusal(&error);
        assert_eq!(found, code, "{body}: {text}");
        assert!(text.contains(message), "{body}: {text}");
        assert!(!text.contains("VALIDATION"), "{text}");
    }
}

#[tokio::test]
async fn every_answer_has_a_request_id_of_its_own() {
    let (_engine, client) = orders().await;
    let first = client.list_tables().send().await.unwrap();
    let second = client
        .describe_table()
        .table_name("absent")
        .send()
        .await
        .unwrap_err();
    let (first, second) = (first.request_id().unwrap(), second.request_id().unwrap());
    assert_eq!((first.len(), second.len()), (52, 52));
    assert_ne!(first, second);
}
