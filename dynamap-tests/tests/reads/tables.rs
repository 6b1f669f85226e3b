//! CreateTable and DeleteTable: what is declared is what is created, TTL included.

use aws_sdk_dynamodb::types::{StreamViewType, TimeToLiveSpecification};
use dynamap::{DynamoItem, ErrorKind, Number};
use dynamap_tests::{Answer, Fixture};
use serde_json::{Value, json};
use time::OffsetDateTime;

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "sessions",
    index(name = "by_user", partition_key = "user", sort_key = "updated_at"),
    index(name = "by_score", partition_key = "score"),
    local_index(name = "by_expiry", sort_key = "expires_at")
)]
struct Session {
    #[partition_key]
    #[dynamo(rename = "pk")]
    tenant: String,
    #[sort_key(iso)]
    #[dynamo(rename = "sk")]
    started_at: OffsetDateTime,
    user: Option<Vec<u8>>,
    score: Option<Number>,
    #[ts(millis, auto_update)]
    updated_at: OffsetDateTime,
    name: String,
    #[ttl(seconds, after = "1d")]
    expires_at: OffsetDateTime,
}

/// A table without sort key, indexes and TTL.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "plain")]
struct Plain {
    #[partition_key]
    id: u64,
    name: String,
}

#[tokio::test]
async fn the_declared_table_is_created() {
    let fixture = Fixture::new();
    let table = fixture.table::<Session>();
    table.create_table().send().await.unwrap();
    let requests = fixture.requests().take();
    let operations: Vec<_> = requests.iter().map(|request| &*request.operation).collect();
    assert_eq!(
        operations,
        [
            "CreateTable",
            "DescribeTable",
            "DescribeTimeToLive",
            "UpdateTimeToLive"
        ]
    );
    let keys = |partition: &str, sort: &str| {
        json!([
            {"AttributeName": partition, "KeyType": "HASH"},
            {"AttributeName": sort, "KeyType": "RANGE"},
        ])
    };
    assert_eq!(
        requests[0].body,
        json!({
            "TableName": "sessions",
            "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [
                {"AttributeName": "pk", "AttributeType": "S"},
                {"AttributeName": "sk", "AttributeType": "S"},
                {"AttributeName": "user", "AttributeType": "B"},
                {"AttributeName": "updated_at", "AttributeType": "N"},
                {"AttributeName": "score", "AttributeType": "N"},
                {"AttributeName": "expires_at", "AttributeType": "N"},
            ],
            "KeySchema": keys("pk", "sk"),
            "GlobalSecondaryIndexes": [
                {
                    "IndexName": "by_user",
                    "KeySchema": keys("user", "updated_at"),
                    "Projection": {"ProjectionType": "ALL"},
                },
                {
                    "IndexName": "by_score",
                    "KeySchema": [{"AttributeName": "score", "KeyType": "HASH"}],
                    "Projection": {"ProjectionType": "ALL"},
                },
            ],
            "LocalSecondaryIndexes": [{
                "IndexName": "by_expiry",
                "KeySchema": keys("pk", "expires_at"),
                "Projection": {"ProjectionType": "ALL"},
            }],
        })
    );
    assert_eq!(
        requests[3].body,
        json!({
            "TableName": "sessions",
            "TimeToLiveSpecification": {"AttributeName": "expires_at", "Enabled": true},
        })
    );
    assert_eq!(
        ttl_of(&fixture, "sessions").await.as_deref(),
        Some("expires_at")
    );
}

async fn ttl_of(fixture: &Fixture, table: &str) -> Option<String> {
    let client = fixture.raw_client();
    let described = client
        .describe_time_to_live()
        .table_name(table)
        .send()
        .await;
    let description = described.unwrap().time_to_live_description.unwrap();
    description.attribute_name
}

#[tokio::test]
async fn a_table_without_more_than_a_key() {
    let fixture = Fixture::new();
    fixture.table::<Plain>().create_table().await.unwrap();
    let requests = fixture.requests().take();
    assert_eq!(requests.len(), 2);
    assert_eq!(
        requests[0].body,
        json!({
            "TableName": "plain",
            "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "N"}],
            "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
        })
    );
    assert_eq!(ttl_of(&fixture, "plain").await, None);
    let other = fixture.table::<Plain>().table_name("other");
    other.create_table().send().await.unwrap();
    assert_eq!(fixture.requests().take()[0].get("TableName"), "other");
}

#[tokio::test]
async fn streams_are_turned_on_with_their_view() {
    let fixture = Fixture::new();
    let table = fixture.table::<Plain>();
    let create = table.create_table().stream(StreamViewType::NewAndOldImages);
    create.send().await.unwrap();
    assert_eq!(
        fixture.requests().take()[0].get("StreamSpecification"),
        &json!({"StreamEnabled": true, "StreamViewType": "NEW_AND_OLD_IMAGES"})
    );
    let described = fixture.raw_client().describe_table().table_name("plain");
    let described = described.send().await.unwrap().table.unwrap();
    assert!(described.latest_stream_arn.is_some());
}

#[tokio::test]
async fn the_sdk_creates_it() {
    let fixture = Fixture::new();
    let table = fixture.table::<Session>();
    let builder = table.create_table().into_sdk().unwrap();
    builder.send().await.unwrap();
    assert_eq!(fixture.requests().operations(), ["CreateTable"]);
    assert_eq!(ttl_of(&fixture, "sessions").await, None);
    let builder = table.delete_table().into_sdk();
    builder.send().await.unwrap();
    assert_eq!(fixture.requests().operations(), ["DeleteTable"]);
}

fn table_status(status: &'static str) -> Answer {
    Answer::edit(move |mut body: Value| {
        body["Table"]["TableStatus"] = json!(status);
        body
    })
}

/// A table that is being created, then one whose index is.
#[tokio::test]
async fn it_waits_until_everything_is_active() {
    // Only the answers of the engine in this process can be changed on their way.
    let fixture = Fixture::embedded();
    let index_creating = Answer::edit(|mut body: Value| {
        body["Table"]["GlobalSecondaryIndexes"][1]["IndexStatus"] = json!("CREATING");
        body
    });
    let (client, script) = fixture.scripted([
        Answer::Pass,
        Answer::refuse("ResourceNotFoundException", "Requested resource not found"),
        table_status("CREATING"),
        index_creating,
    ]);
    Session::table(&client).create_table().send().await.unwrap();
    assert_eq!(script.left(), 0);
    assert_eq!(
        fixture.requests().operations(),
        [
            "CreateTable",
            "DescribeTable",
            "DescribeTable",
            "DescribeTable",
            "DescribeTable",
            "DescribeTimeToLive",
            "UpdateTimeToLive",
        ]
    );
}

#[tokio::test]
async fn it_waits_until_the_table_is_gone() {
    let fixture = Fixture::new();
    fixture.create::<Plain>().await;
    let deleting =
        || Answer::Json(json!({"Table": {"TableName": "plain", "TableStatus": "DELETING"}}));
    let (client, script) = fixture.scripted([Answer::Pass, deleting(), deleting()]);
    let table = Plain::table(&client);
    table.delete_table().send().await.unwrap();
    assert_eq!(script.left(), 0);
    assert_eq!(
        fixture.requests().operations(),
        [
            "DeleteTable",
            "DescribeTable",
            "DescribeTable",
            "DescribeTable"
        ]
    );
    let error = table.delete_table().await.unwrap_err();
    assert!(error.is_table_not_found());
    assert_eq!((error.operation(), error.table()), ("DeleteTable", "plain"));
    let error = table.get(1_u64).send().await.unwrap_err();
    assert!(error.is_table_not_found());
}

#[tokio::test]
async fn a_table_is_created_once() {
    let fixture = Fixture::new();
    let table = fixture.create::<Session>().await;
    let error = table.create_table().send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TableInUse);
    assert_eq!(
        (error.operation(), error.table()),
        ("CreateTable", "sessions")
    );
    assert_eq!(fixture.requests().operations(), ["CreateTable"]);
}

async fn enable(client: aws_sdk_dynamodb::Client, attribute: &str) {
    let specification = TimeToLiveSpecification::builder()
        .attribute_name(attribute)
        .enabled(true)
        .build()
        .unwrap();
    let update = client.update_time_to_live().table_name("sessions");
    let update = update.time_to_live_specification(specification);
    update.send().await.unwrap();
}

/// FC-29: another process is faster, before the look at the setting or behind it; or a repeated attempt
/// finds its own work.
#[tokio::test]
async fn ttl_that_is_on_already_is_what_was_wanted() {
    let fixture = Fixture::embedded();
    let faster = || {
        let raw = fixture.raw_client();
        Answer::Pass.after(move || async move { enable(raw, "expires_at").await })
    };
    let before = vec![Answer::Pass, Answer::Pass, faster()];
    let behind = vec![Answer::Pass, Answer::Pass, Answer::Pass, faster()];
    let lost = vec![Answer::Pass, Answer::Pass, Answer::Pass, Answer::Lose];
    for (answers, updates) in [(before, 0), (behind, 1), (lost, 2)] {
        let (client, script) = fixture.scripted(answers);
        let table = Session::table(&client);
        table.create_table().send().await.unwrap();
        assert_eq!(script.left(), 0);
        let operations = fixture.requests().operations();
        let sent = operations
            .iter()
            .filter(|operation| *operation == "UpdateTimeToLive");
        assert_eq!(sent.count(), updates);
        assert_eq!(
            ttl_of(&fixture, "sessions").await.as_deref(),
            Some("expires_at")
        );
        table.delete_table().send().await.unwrap();
        fixture.requests().clear();
    }
}

#[tokio::test]
async fn ttl_on_another_attribute_is_an_error() {
    let fixture = Fixture::embedded();
    let raw = fixture.raw_client();
    let other = Answer::Pass.after(move || async move { enable(raw, "other").await });
    let (client, _) = fixture.scripted([Answer::Pass, Answer::Pass, other]);
    let error = Session::table(&client)
        .create_table()
        .send()
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TtlMismatch);
    assert_eq!(error.table(), "sessions");
    assert_eq!(ttl_of(&fixture, "sessions").await.as_deref(), Some("other"));
}

#[tokio::test]
async fn each_request_is_customized() {
    let fixture = Fixture::new();
    let own = dynamap_tests::Requests::default();
    let noted = own.clone();
    let table = fixture.table::<Session>();
    let create = table.create_table();
    let create = create.customize(move |config| config.interceptor(noted));
    create.send().await.unwrap();
    assert_eq!(own.operations(), ["CreateTable"]);
    let noted = own.clone();
    let delete = table.delete_table();
    let delete = delete.customize(move |config| config.interceptor(noted));
    delete.send().await.unwrap();
    assert_eq!(own.operations(), ["DeleteTable"]);
}
