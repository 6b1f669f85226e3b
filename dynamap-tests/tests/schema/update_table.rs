//! `update_table()`: the declared global indexes that a table lacks.

use std::time::Duration;

use aws_sdk_dynamodb::types::{BillingMode, KeyType, ProjectionType, ProvisionedThroughput};
use dynamap::schema::{Difference, IndexKind};
use dynamap::value::ScalarType;
use dynamap::{DynamoItem, ErrorKind, unset};
use dynamap_tests::{Answer, Fixture};
use serde_json::json;

use crate::support::{First, Other, Session, index, index_is, projection, table_is};

const ONE_INDEX: [&str; 4] = [
    "DescribeTable",
    "UpdateTable",
    "DescribeTable",
    "DescribeTimeToLive",
];

/// `First` with one index more.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "sessions", index(name = "by_user", partition_key = "user"))]
struct Second {
    #[partition_key]
    pk: String,
    #[sort_key]
    sk: String,
    user: Option<String>,
}

#[tokio::test]
async fn missing_indexes_are_created_one_by_one() {
    let fixture = Fixture::new();
    let first = fixture.create::<First>().await;
    first
        .put(First {
            pk: "t".into(),
            sk: "2026-11-30T12:00:00.000Z".into(),
            user: Some("ann".into()),
            updated_at: unset(),
        })
        .await
        .unwrap();
    fixture.requests().clear();

    let table = fixture.table::<Session>();
    let updated = table.update_table().send().await.unwrap();
    let requests = fixture.requests().take();
    let operations: Vec<_> = requests.iter().map(|request| &*request.operation).collect();
    assert_eq!(
        operations,
        [
            "DescribeTable",
            "UpdateTable",
            "DescribeTable",
            "UpdateTable",
            "DescribeTable",
            "DescribeTimeToLive"
        ]
    );
    assert_eq!(
        requests[1].body,
        json!({
            "TableName": "sessions",
            "AttributeDefinitions": [
                {"AttributeName": "user", "AttributeType": "S"},
                {"AttributeName": "updated_at", "AttributeType": "N"},
            ],
            "GlobalSecondaryIndexUpdates": [{"Create": {
                "IndexName": "by_user",
                "KeySchema": [
                    {"AttributeName": "user", "KeyType": "HASH"},
                    {"AttributeName": "updated_at", "KeyType": "RANGE"},
                ],
                "Projection": {"ProjectionType": "ALL"},
            }}],
        })
    );
    assert_eq!(
        requests[3].body,
        json!({
            "TableName": "sessions",
            "AttributeDefinitions": [{"AttributeName": "score", "AttributeType": "N"}],
            "GlobalSecondaryIndexUpdates": [{"Create": {
                "IndexName": "by_score",
                "KeySchema": [{"AttributeName": "score", "KeyType": "HASH"}],
                "Projection": {"ProjectionType": "ALL"},
            }}],
        })
    );
    assert_eq!(updated.created, ["by_user", "by_score"]);
    let remaining: Vec<_> = updated.remaining.iter().cloned().collect();
    assert_eq!(
        remaining,
        [
            Difference::MissingIndex {
                index: "by_expiry".into(),
                kind: IndexKind::Local,
            },
            Difference::TtlDisabled {
                declared: "expires_at".into(),
            },
        ]
    );
    assert!(
        updated
            .to_string()
            .starts_with("created: by_user, by_score\ntable `sessions`: 2 differences\n- local ")
    );

    // Filled from the item that was there.
    let found = fixture.table::<First>().scan().count().await.unwrap();
    assert_eq!(found, 1);
    let found = table.query_by_user("ann").count().await.unwrap();
    assert_eq!(found, 1);
}

#[tokio::test]
async fn a_table_that_has_them_is_not_changed() {
    let fixture = Fixture::new();
    let table = fixture.create::<Session>().await;
    let updated = table.update_table().await.unwrap();
    assert_eq!(
        fixture.requests().operations(),
        ["DescribeTable", "DescribeTimeToLive"]
    );
    assert_eq!(updated.created, [""; 0]);
    assert!(updated.remaining.is_empty());
    assert_eq!(
        updated.to_string(),
        "no index created\ntable `sessions` is as declared"
    );
}

/// Nothing is deleted: neither an index that is not declared nor one that differs.
#[tokio::test]
async fn nothing_is_deleted() {
    let fixture = Fixture::new();
    let raw = fixture.raw_client();
    let create = Session::table(&raw).create_table().into_sdk().unwrap();
    let key = [("score", KeyType::Hash)];
    let create = create.set_global_secondary_indexes(Some(vec![
        index("extra", &key, projection(ProjectionType::All, &[])),
        index("by_score", &key, projection(ProjectionType::KeysOnly, &[])),
        index(
            "by_user",
            &[("user", KeyType::Hash), ("updated_at", KeyType::Range)],
            projection(ProjectionType::All, &[]),
        ),
    ]));
    create.send().await.unwrap();
    let updated = fixture.table::<Session>().update_table().await.unwrap();
    assert_eq!(
        fixture.requests().operations(),
        ["DescribeTable", "DescribeTimeToLive"]
    );
    let indexes: Vec<_> = updated.remaining.iter().map(Difference::index).collect();
    assert_eq!(indexes, [Some("by_score"), Some("extra"), None]);
}

#[tokio::test]
async fn a_table_with_another_key_is_left_alone() {
    let fixture = Fixture::new();
    fixture.create::<Other>().await;
    let table = fixture.table::<Session>();
    let error = table.update_table().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::SchemaMismatch);
    assert!(error.is_schema_mismatch());
    assert_eq!(
        error.to_string(),
        "UpdateTable on `sessions`: the table has partition key `pk`, declared is partition key `pk` and sort key `sk`: a table's key cannot be changed; declare it as it is, or create another table and move the items"
    );
    assert_eq!(fixture.requests().operations(), ["DescribeTable"]);
}

/// An index whose key attribute is a key of another type already cannot be made; the others can.
#[tokio::test]
async fn an_index_of_another_type_is_reported() {
    #[derive(Debug, Clone, PartialEq, DynamoItem)]
    #[dynamo(table = "sessions", index(name = "other", partition_key = "score"))]
    struct Scores {
        #[partition_key]
        pk: String,
        #[sort_key]
        sk: String,
        score: String,
    }

    let fixture = Fixture::new();
    fixture.create::<Scores>().await;
    let updated = fixture.table::<Session>().update_table().await.unwrap();
    assert_eq!(fixture.requests().operations(), ONE_INDEX);
    assert_eq!(updated.created, ["by_user"]);
    let remaining: Vec<_> = updated.remaining.iter().take(2).cloned().collect();
    assert_eq!(
        remaining,
        [
            Difference::KeyType {
                attribute: "score".into(),
                declared: ScalarType::N,
                actual: "S".into(),
            },
            Difference::MissingIndex {
                index: "by_score".into(),
                kind: IndexKind::Global,
            },
        ]
    );
}

/// A change that somebody else began, then the index that is being filled.
#[tokio::test]
async fn it_waits_for_changes() {
    let fixture = Fixture::embedded();
    fixture.create::<First>().await;
    let (table, script) = fixture.scripted_table::<Second>([
        table_is("UPDATING"),
        Answer::Pass,
        Answer::Pass,
        table_is("UPDATING"),
        index_is("by_user", "CREATING", false),
        index_is("by_user", "CREATING", true),
    ]);
    let updated = table.update_table().await.unwrap();
    assert_eq!(script.left(), 0);
    assert_eq!(updated.created, ["by_user"]);
    assert!(updated.remaining.is_empty());
    assert_eq!(
        fixture.requests().operations(),
        [
            "DescribeTable",
            "DescribeTable",
            "UpdateTable",
            "DescribeTable",
            "DescribeTable",
            "DescribeTable",
            "DescribeTable",
            "DescribeTimeToLive",
        ]
    );
}

/// The answer of DescribeTable may be older than the change.
#[tokio::test]
async fn it_waits_until_the_index_shows() {
    let fixture = Fixture::embedded();
    fixture.create::<First>().await;
    let without = || {
        Answer::edit(|mut body| {
            body["Table"]["GlobalSecondaryIndexes"] = json!([]);
            body
        })
    };
    let (table, script) =
        fixture.scripted_table::<Second>([Answer::Pass, Answer::Pass, without(), without()]);
    let updated = table.update_table().await.unwrap();
    assert_eq!(script.left(), 0);
    assert_eq!(updated.created, ["by_user"]);
    let operations = fixture.requests().operations();
    let sent = operations
        .iter()
        .filter(|operation| *operation == "UpdateTable");
    assert_eq!(sent.count(), 1);
}

/// Somebody else is faster between the look and the request.
#[tokio::test]
async fn a_busy_table_is_looked_at_again() {
    let fixture = Fixture::embedded();
    fixture.create::<First>().await;
    // The SDK repeats this one two times by itself.
    let limit = || {
        Answer::refuse(
            "LimitExceededException",
            "Only 1 online index can be created or deleted simultaneously per table",
        )
    };
    let (table, script) = fixture.scripted_table::<Second>([
        Answer::Pass,
        Answer::refuse("ResourceInUseException", "Table is being updated"),
        Answer::Pass,
        limit(),
        limit(),
        limit(),
    ]);
    let updated = table.update_table().await.unwrap();
    assert_eq!(script.left(), 0);
    assert_eq!(updated.created, ["by_user"]);
}

/// A quota is not waited for, and other refusals are not repeated.
#[tokio::test]
async fn other_refusals_are_errors() {
    let fixture = Fixture::embedded();
    fixture.create::<First>().await;
    for (code, message, attempts) in [
        ("LimitExceededException", "Too many indexes", 3),
        ("ValidationException", "The value is invalid", 1),
    ] {
        fixture.requests().clear();
        let refusals = (0..attempts).map(|_| Answer::refuse(code, message));
        let answers = [Answer::Pass].into_iter().chain(refusals);
        let (table, script) = fixture.scripted_table::<Second>(answers);
        let error = table.update_table().await.unwrap_err();
        assert_eq!(error.code(), Some(code));
        assert_eq!(
            (error.operation(), error.table(), error.index()),
            ("UpdateTable", "sessions", Some("by_user"))
        );
        assert_eq!(script.left(), 0);
        assert_eq!(fixture.requests().operations().len(), 1 + attempts);
    }
}

/// The index is there although the answer was lost; the SDK's next attempt is refused.
#[tokio::test]
async fn a_lost_answer_is_looked_up() {
    for lost in [Answer::Lose, Answer::FailAfter(500)] {
        let fixture = Fixture::embedded();
        fixture.create::<First>().await;
        let (table, script) = fixture.scripted_table::<Second>([Answer::Pass, lost]);
        let updated = table.update_table().await.unwrap();
        assert_eq!(script.left(), 0);
        assert_eq!(updated.created, ["by_user"]);
        assert_eq!(
            fixture.requests().operations(),
            [
                "DescribeTable",
                "UpdateTable",
                "UpdateTable",
                "DescribeTable",
                "DescribeTimeToLive"
            ]
        );
    }
}

/// Nothing came of any attempt.
#[tokio::test]
async fn a_broken_connection_is_an_error() {
    let fixture = Fixture::embedded();
    fixture.create::<First>().await;
    let broken = [Answer::Break, Answer::Break, Answer::Break];
    let answers = [Answer::Pass].into_iter().chain(broken);
    let (table, script) = fixture.scripted_table::<Second>(answers);
    let error = table.update_table().await.unwrap_err();
    assert_eq!(script.left(), 0);
    assert_eq!(error.kind(), ErrorKind::Dispatch);
    assert_eq!(error.operation(), "UpdateTable");
}

#[tokio::test]
async fn it_waits_no_longer_than_it_may() {
    let fixture = Fixture::embedded();
    fixture.create::<Second>().await;
    let (table, _) = fixture.scripted_table::<Second>([index_is("by_user", "CREATING", true)]);
    let update = table.update_table().wait_at_most(Duration::ZERO);
    let error = update.await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Timeout);
    assert_eq!(
        error.to_string(),
        "DescribeTable on `sessions`: index `by_user` is CREATING, being filled after 0 seconds; DynamoDB goes on with it: call `update_table()` again, or wait longer with `wait_at_most`"
    );
}

#[tokio::test]
async fn a_table_on_its_way_out_is_an_error() {
    let fixture = Fixture::embedded();
    fixture.create::<First>().await;
    let (table, _) = fixture.scripted_table::<Second>([table_is("DELETING")]);
    let error = table.update_table().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TableInUse);
    assert_eq!(
        error.to_string(),
        "UpdateTable on `sessions`: the table is DELETING, and cannot be changed"
    );
}

/// A table with capacity of its own: its indexes have theirs, and nobody pays without having asked.
#[tokio::test]
async fn an_index_of_provisioned_capacity_is_asked_for() {
    let fixture = Fixture::new();
    let raw = fixture.raw_client();
    let create = First::table(&raw).create_table().into_sdk().unwrap();
    let capacity = ProvisionedThroughput::builder()
        .read_capacity_units(5)
        .write_capacity_units(6)
        .build()
        .unwrap();
    let create = create.billing_mode(BillingMode::Provisioned);
    create
        .provisioned_throughput(capacity)
        .send()
        .await
        .unwrap();

    let table = fixture.table::<Second>();
    let error = table.update_table().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    assert_eq!(
        error.to_string(),
        "UpdateTable on `sessions` index `by_user`: the table has provisioned capacity, and so each index has its own: give it with `provisioned_throughput`"
    );
    assert_eq!(fixture.requests().operations(), ["DescribeTable"]);

    let update = table.update_table().provisioned_throughput(3, 4);
    assert_eq!(update.await.unwrap().created, ["by_user"]);
    let requests = fixture.requests().take();
    assert_eq!(
        requests[1].body["GlobalSecondaryIndexUpdates"][0]["Create"]["ProvisionedThroughput"],
        json!({"ReadCapacityUnits": 3, "WriteCapacityUnits": 4})
    );
}

/// On demand, capacity is not sent: DynamoDB would refuse it.
#[tokio::test]
async fn an_index_on_demand_has_no_capacity() {
    let fixture = Fixture::new();
    fixture.create::<First>().await;
    let update = fixture.table::<Second>().update_table();
    update.provisioned_throughput(3, 4).await.unwrap();
    let requests = fixture.requests().take();
    let create = &requests[1].body["GlobalSecondaryIndexUpdates"][0]["Create"];
    assert_eq!(create["IndexName"], "by_user");
    assert_eq!(create.get("ProvisionedThroughput"), None);
}

#[tokio::test]
async fn a_table_that_is_not_there_is_an_error() {
    let fixture = Fixture::new();
    let error = fixture.table::<Second>().update_table().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TableNotFound);
}

#[tokio::test]
async fn each_request_is_customized() {
    let fixture = Fixture::new();
    fixture.create::<First>().await;
    let own = dynamap_tests::Requests::default();
    let noted = own.clone();
    let update = fixture.table::<Session>().update_table();
    let update = update.customize(move |config| config.interceptor(noted));
    update.send().await.unwrap();
    assert_eq!(own.operations(), ["UpdateTable", "UpdateTable"]);
}
