use std::time::{Duration, SystemTime};

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::error::SdkError;
use aws_sdk_dynamodb::operation::update_time_to_live::UpdateTimeToLiveError;
use aws_sdk_dynamodb::types::{TimeToLiveDescription, TimeToLiveSpecification, TimeToLiveStatus};
use aws_sdk_dynamodbstreams::primitives::DateTime;
use aws_sdk_dynamodbstreams::types::OperationType;
use dynamap::time::{ManualClock, Moment};
use dynamap_embedded::Engine;

use crate::streams::records;
use crate::support::{TABLE, create_orders, get, key, n, order, orders, put, refusal, s};

const START: i64 = 1_700_000_000;

async fn set(
    client: &Client,
    table: &str,
    attribute: &str,
    enabled: bool,
) -> Result<(), SdkError<UpdateTimeToLiveError>> {
    let specification = TimeToLiveSpecification::builder()
        .attribute_name(attribute)
        .enabled(enabled)
        .build()
        .unwrap();
    let answer = client
        .update_time_to_live()
        .table_name(table)
        .time_to_live_specification(specification.clone())
        .send()
        .await?;
    assert_eq!(answer.time_to_live_specification(), Some(&specification));
    Ok(())
}

async fn described(client: &Client) -> TimeToLiveDescription {
    let answer = client
        .describe_time_to_live()
        .table_name(TABLE)
        .send()
        .await
        .unwrap();
    answer.time_to_live_description.unwrap()
}

fn state(status: TimeToLiveStatus, attribute: Option<&str>) -> TimeToLiveDescription {
    TimeToLiveDescription::builder()
        .time_to_live_status(status)
        .set_attribute_name(attribute.map(str::to_owned))
        .build()
}

#[tokio::test]
async fn each_state_refuses_what_is_already_so() {
    let (_engine, client) = orders().await;
    let disabled = state(TimeToLiveStatus::Disabled, None);
    let enabled = state(TimeToLiveStatus::Enabled, Some("expires_at"));
    let already_enabled = "TimeToLive is already enabled";
    let already_disabled = "TimeToLive is already disabled";
    let different =
        "TimeToLive is active on a different AttributeName: current AttributeName is expires_at";

    assert_eq!(described(&client).await, disabled);
    for (attribute, enable, refused, then) in [
        ("expires_at", false, Some(already_disabled), &disabled),
        ("expires_at", true, None, &enabled),
        ("expires_at", true, Some(already_enabled), &enabled),
        ("other", true, Some(different), &enabled),
        ("other", false, Some(different), &enabled),
        ("expires_at", false, None, &disabled),
        ("expires_at", false, Some(already_disabled), &disabled),
        (
            "other",
            true,
            None,
            &state(TimeToLiveStatus::Enabled, Some("other")),
        ),
    ] {
        let outcome = set(&client, TABLE, attribute, enable).await;
        match (&outcome, refused) {
            (Ok(()), None) => {}
            (Err(error), Some(message)) => {
                assert_eq!(refusal(error), ("ValidationException", message));
            }
            _ => panic!("{attribute} {enable}: {outcome:?}"),
        }
        assert_eq!(&described(&client).await, then, "{attribute} {enable}");
    }
}

#[tokio::test]
async fn a_missing_table_and_an_empty_attribute_are_refused() {
    let (_engine, client) = orders().await;
    let missing = set(&client, "absent", "expires_at", true)
        .await
        .unwrap_err();
    assert!(
        missing
            .into_service_error()
            .is_resource_not_found_exception()
    );

    let empty = set(&client, TABLE, "", true).await.unwrap_err();
    let (code, message) = refusal(&empty);
    assert_eq!(code, "ValidationException");
    assert!(
        message.contains("timeToLiveSpecification.attributeName"),
        "{message}"
    );
}

#[tokio::test]
async fn a_sweep_deletes_what_the_clock_has_passed_and_the_stream_names_the_service() {
    let clock = ManualClock::new(Moment::from_parts(START, 0));
    let engine = Engine::in_memory_with_clock(clock.clone()).unwrap();
    let client = engine.client();
    create_orders(&client).await;
    set(&client, TABLE, "expires_at", true).await.unwrap();

    for (number, expires_at) in [
        (1, Some(n(START + 60))),
        (2, Some(n(START + 3_600))),
        (3, Some(s("1"))),
        (4, Some(n((START + 60) * 1_000))),
        (5, None),
    ] {
        let mut item = order("ada", number, "open", number);
        item.extend(expires_at.map(|value| ("expires_at".to_owned(), value)));
        put(&client, item).await;
    }

    assert_eq!(engine.sweep_expired().unwrap(), 0);
    clock.advance(Duration::from_mins(1));
    assert_eq!(
        engine.sweep_expired().unwrap(),
        0,
        "an item goes when the clock is past its TTL"
    );
    clock.advance(Duration::from_secs(1));
    assert!(
        get(&client, key("ada", 1)).await.is_some(),
        "an expired item is readable until it is swept"
    );
    assert_eq!(engine.sweep_expired().unwrap(), 1);
    assert_eq!(engine.sweep_expired().unwrap(), 0);

    assert_eq!(get(&client, key("ada", 1)).await, None);
    for number in 2..=5 {
        assert!(get(&client, key("ada", number)).await.is_some(), "{number}");
    }
    let by_status = client
        .query()
        .table_name(TABLE)
        .index_name("by_status")
        .key_condition_expression("#s = :s")
        .expression_attribute_names("#s", "status")
        .expression_attribute_values(":s", s("open"))
        .send()
        .await
        .unwrap();
    assert_eq!(by_status.count(), 4);

    let records = records(&engine).await;
    let removed = records.last().unwrap();
    assert_eq!(removed.event_name(), Some(&OperationType::Remove));
    let identity = removed.user_identity().unwrap();
    assert_eq!(identity.r#type(), Some("Service"));
    assert_eq!(identity.principal_id(), Some("dynamodb.amazonaws.com"));
    let removal = removed.dynamodb().unwrap();
    assert_eq!(
        removal.approximate_creation_date_time().map(DateTime::secs),
        Some(START + 61)
    );
    assert!(
        removal
            .old_image()
            .is_some_and(|image| image.contains_key("expires_at"))
    );
    assert!(
        records
            .iter()
            .rev()
            .skip(1)
            .all(|record| record.user_identity().is_none())
    );
}

#[tokio::test]
async fn without_time_to_live_nothing_is_swept() {
    let clock = ManualClock::new(Moment::from_parts(START, 0));
    let engine = Engine::in_memory_with_clock(clock).unwrap();
    let client = engine.client();
    create_orders(&client).await;
    let mut item = order("ada", 1, "open", 1);
    item.insert("expires_at".to_owned(), n(START - 60));
    put(&client, item).await;
    assert_eq!(engine.sweep_expired().unwrap(), 0);
}

#[test]
fn the_clients_read_the_clock_of_the_engine() {
    let clock = ManualClock::new(Moment::from_parts(START, 0));
    let engine = Engine::in_memory_with_clock(clock.clone()).unwrap();
    let client = engine.client();
    let streams = engine.streams_client();
    clock.advance(Duration::from_secs(5));
    let expected = SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_005);
    assert_eq!(
        client.config().time_source().map(|source| source.now()),
        Some(expected)
    );
    assert_eq!(
        streams.config().time_source().map(|source| source.now()),
        Some(expected)
    );
}
