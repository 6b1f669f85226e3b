//! `compare()`: what differs, and what to do.

use aws_sdk_dynamodb::types::{
    AttributeDefinition, KeyType, ProjectionType, ScalarAttributeType, StreamViewType,
};
use dynamap::ErrorKind;
use dynamap::schema::{Difference, IndexKind, IndexProjection, KeyNames};
use dynamap::value::ScalarType;
use dynamap_tests::{Answer, Fixture};
use serde_json::json;

use crate::support::{First, Other, Session, enable_ttl, index, index_is, projection, table_is};

fn key(partition_key: &[&str], sort_key: &[&str]) -> KeyNames {
    let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    KeyNames {
        partition_key: owned(partition_key),
        sort_key: owned(sort_key),
    }
}

#[tokio::test]
async fn a_created_table_is_as_declared() {
    let fixture = Fixture::new();
    let table = fixture.create::<Session>().await;
    let differences = table.compare().send().await.unwrap();
    assert!(differences.is_empty(), "{differences}");
    assert!(differences.are_harmless());
    assert_eq!(differences.len(), 0);
    assert_eq!(differences.to_string(), "table `sessions` is as declared");
    assert_eq!(
        fixture.requests().operations(),
        ["DescribeTable", "DescribeTimeToLive"]
    );
}

/// FC-92: a key of another type among them, with both types.
#[tokio::test]
async fn every_difference_is_listed() {
    let fixture = Fixture::new();
    fixture.create::<Other>().await;
    let table = fixture.table::<Session>();
    let differences = table.compare().await.unwrap();
    assert_eq!(
        fixture.requests().operations(),
        ["DescribeTable", "DescribeTimeToLive"]
    );
    let expected = [
        Difference::Key {
            declared: key(&["pk"], &["sk"]),
            actual: key(&["pk"], &[]),
        },
        Difference::KeyType {
            attribute: "pk".into(),
            declared: ScalarType::S,
            actual: "N".into(),
        },
        Difference::KeyType {
            attribute: "user".into(),
            declared: ScalarType::S,
            actual: "N".into(),
        },
        Difference::IndexKey {
            index: "by_user".into(),
            kind: IndexKind::Global,
            declared: key(&["user"], &["updated_at"]),
            actual: key(&["user"], &[]),
        },
        Difference::MissingIndex {
            index: "by_score".into(),
            kind: IndexKind::Global,
        },
        Difference::IndexKind {
            index: "by_expiry".into(),
            declared: IndexKind::Local,
        },
        Difference::IndexKey {
            index: "by_expiry".into(),
            kind: IndexKind::Global,
            declared: key(&["pk"], &["expires_at"]),
            actual: key(&["user"], &["expires_at"]),
        },
        Difference::ExtraIndex {
            index: "by_name".into(),
            kind: IndexKind::Global,
        },
        Difference::TtlDisabled {
            declared: "expires_at".into(),
        },
    ];
    assert_eq!(differences.iter().cloned().collect::<Vec<_>>(), expected);
    assert_eq!((differences.table(), differences.len()), ("sessions", 9));
    assert!(!differences.are_harmless());
    assert_eq!(
        differences.to_string(),
        "table `sessions`: 9 differences\n\
         - the table has partition key `pk`, declared is partition key `pk` and sort key `sk`: a table's key cannot be changed; declare it as it is, or create another table and move the items\n\
         - key attribute `pk` is of type N, declared is S: a key attribute keeps its type; give the field a type that is stored as N, or store it under another name\n\
         - key attribute `user` is of type N, declared is S: a key attribute keeps its type; give the field a type that is stored as N, or store it under another name\n\
         - global secondary index `by_user` has partition key `user`, declared is partition key `user` and sort key `updated_at`: an index cannot be changed; declare it under another name and let `update_table()` create that, then delete this one\n\
         - global secondary index `by_score` is missing: `update_table()` creates it\n\
         - `by_expiry` is a global secondary index, declared is a local secondary index: an index cannot be changed; declare it under another name and let `update_table()` create that, then delete this one\n\
         - global secondary index `by_expiry` has partition key `user` and sort key `expires_at`, declared is partition key `pk` and sort key `expires_at`: an index cannot be changed; declare it under another name and let `update_table()` create that, then delete this one\n\
         - global secondary index `by_name` is not declared: declare it, or delete it with the SDK's UpdateTable if nothing else uses it\n\
         - TTL is off, declared on `expires_at`, so nothing expires: `ttl().ensure()` enables it"
    );
}

/// A type that knows the keys alone, and a table that has more.
#[tokio::test]
async fn what_is_there_and_not_declared_is_harmless() {
    let fixture = Fixture::new();
    fixture.create::<Session>().await;
    let table = fixture.table::<First>();
    let differences = table.compare().await.unwrap();
    let indexes: Vec<_> = differences.iter().map(Difference::index).collect();
    assert_eq!(
        indexes,
        [Some("by_user"), Some("by_score"), Some("by_expiry"), None]
    );
    assert!(differences.are_harmless(), "{differences}");
    let lines: Vec<String> = differences.iter().map(ToString::to_string).collect();
    assert_eq!(
        lines[2..],
        [
            "local secondary index `by_expiry` is not declared: declare it, or leave it out of the next table if nothing else uses it",
            "TTL is on `expires_at` (no attribute of the item), and none is declared: mark its field with `#[ttl(seconds)]`, or disable it",
        ]
    );
}

#[tokio::test]
async fn local_indexes_cannot_be_added() {
    let fixture = Fixture::new();
    fixture.create::<First>().await;
    let differences = fixture.table::<Session>().compare().await.unwrap();
    let local = differences
        .iter()
        .find(|difference| difference.index() == Some("by_expiry"));
    assert_eq!(
        local.unwrap().to_string(),
        "local secondary index `by_expiry` is missing: it can only be made with its table; declare a global one, or create another table and move the items"
    );
}

#[tokio::test]
async fn ttl_on_another_attribute_is_a_difference() {
    let fixture = Fixture::new();
    fixture.create::<First>().await;
    enable_ttl(&fixture, "updated_at").await;
    let ttl = |differences: dynamap::schema::Differences| differences.into_iter().last().unwrap();

    let declared = ttl(fixture.table::<Session>().compare().await.unwrap());
    assert_eq!(
        declared,
        Difference::TtlAttribute {
            declared: "expires_at".into(),
            actual: "updated_at".into(),
        }
    );
    assert_eq!(
        declared.to_string(),
        "TTL is on `updated_at`, declared on `expires_at`: `ttl().rename()` moves it"
    );

    // A type without TTL whose items would be deleted by it.
    let differences = fixture.table::<First>().compare().await.unwrap();
    assert!(!differences.are_harmless());
    assert_eq!(
        differences.to_string(),
        "table `sessions`: TTL is on `updated_at` (DynamoDB deletes items by it), and none is declared: mark its field with `#[ttl(seconds)]`, or disable it"
    );
}

/// What no engine shows by itself: a setting on its way counts as what it becomes.
#[tokio::test]
async fn ttl_on_its_way_is_what_it_becomes() {
    let fixture = Fixture::embedded();
    fixture.create::<Session>().await;
    for (status, differs) in [("ENABLING", false), ("DISABLING", true)] {
        let answer = json!({"TimeToLiveDescription": {
            "TimeToLiveStatus": status,
            "AttributeName": "expires_at",
        }});
        let (table, script) =
            fixture.scripted_table::<Session>([Answer::Pass, Answer::Json(answer)]);
        let differences = table.compare().await.unwrap();
        assert_eq!(script.left(), 0);
        assert_eq!(!differences.is_empty(), differs, "{status}: {differences}");
    }
}

#[tokio::test]
async fn a_stream_is_compared_when_it_is_asked_for() {
    let fixture = Fixture::new();
    let table = fixture.create::<First>().await;
    let off = table
        .compare()
        .stream(StreamViewType::NewImage)
        .await
        .unwrap();
    assert_eq!(
        off.to_string(),
        "table `sessions`: the stream is off, wanted is NEW_IMAGE: turn it on with the SDK's UpdateTable"
    );
    assert!(!off.are_harmless());
    table.delete_table().await.unwrap();
    let create = table.create_table().stream(StreamViewType::KeysOnly);
    create.await.unwrap();
    assert!(table.compare().await.unwrap().is_empty());
    let same = table.compare().stream(StreamViewType::KeysOnly);
    assert!(same.await.unwrap().is_empty());
    let other = table.compare().stream(StreamViewType::NewImage);
    let other = other.await.unwrap();
    assert_eq!(
        other.iter().cloned().collect::<Vec<_>>(),
        [Difference::Stream {
            wanted: StreamViewType::NewImage,
            actual: Some(StreamViewType::KeysOnly),
        }]
    );
    assert_eq!(
        other.to_string(),
        "table `sessions`: the stream's view is KEYS_ONLY, wanted is NEW_IMAGE: a view cannot be changed; turn the stream off and on again, which starts another one"
    );
}

/// A narrower projection, and a key of several attributes.
#[tokio::test]
async fn projections_and_keys_of_several_attributes_are_compared() {
    let fixture = Fixture::new();
    let raw = fixture.raw_client();
    let create = Session::table(&raw).create_table().into_sdk().unwrap();
    let updated_at = || ("updated_at", KeyType::Range);
    let create = create.set_global_secondary_indexes(Some(vec![
        index(
            "by_user",
            &[("user", KeyType::Hash), updated_at()],
            projection(ProjectionType::Include, &["name", "age"]),
        ),
        index(
            "by_score",
            &[
                ("score", KeyType::Hash),
                ("user", KeyType::Hash),
                updated_at(),
            ],
            projection(ProjectionType::KeysOnly, &[]),
        ),
    ]));
    create.send().await.unwrap();
    enable_ttl(&fixture, "expires_at").await;
    let differences = fixture.table::<Session>().compare().await.unwrap();
    assert_eq!(
        differences.iter().cloned().collect::<Vec<_>>(),
        [
            Difference::IndexProjection {
                index: "by_user".into(),
                kind: IndexKind::Global,
                declared: IndexProjection::All,
                actual: IndexProjection::Include(["age".to_owned(), "name".to_owned()].into()),
            },
            Difference::IndexKey {
                index: "by_score".into(),
                kind: IndexKind::Global,
                declared: key(&["score"], &[]),
                actual: key(&["score", "user"], &["updated_at"]),
            },
            Difference::IndexProjection {
                index: "by_score".into(),
                kind: IndexKind::Global,
                declared: IndexProjection::All,
                actual: IndexProjection::KeysOnly,
            },
        ]
    );
    assert!(!differences.are_harmless());
    let lines: Vec<String> = differences.iter().map(ToString::to_string).collect();
    assert!(
        lines[0].starts_with(
            "global secondary index `by_user` projects INCLUDE of `age`, `name`, declared is ALL: "
        ),
        "{lines:#?}"
    );
    assert!(
        lines[1].starts_with(
            "global secondary index `by_score` has partition key `score`, `user` and sort key `updated_at`, declared is partition key `score`: "
        ),
        "{lines:#?}"
    );
}

/// States of change, which no engine shows.
#[tokio::test]
async fn what_cannot_be_used_yet_is_a_difference() {
    let fixture = Fixture::embedded();
    fixture.create::<Session>().await;
    for (answer, text) in [
        (
            table_is("CREATING"),
            Some("table `sessions`: the table is CREATING: it can be used when it is ACTIVE"),
        ),
        (table_is("UPDATING"), None),
        (
            index_is("by_score", "CREATING", true),
            Some(
                "table `sessions`: index `by_score` is CREATING: it can be queried when it is ACTIVE",
            ),
        ),
        (index_is("by_score", "UPDATING", false), None),
    ] {
        let (table, script) = fixture.scripted_table::<Session>([answer]);
        let differences = table.compare().await.unwrap();
        assert_eq!(script.left(), 0);
        let text = text.unwrap_or("table `sessions` is as declared");
        assert_eq!(differences.to_string(), text);
    }
}

#[tokio::test]
async fn a_table_that_is_not_there_is_an_error() {
    let fixture = Fixture::new();
    let error = fixture.table::<Session>().compare().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TableNotFound);
    assert_eq!(
        (error.operation(), error.table()),
        ("DescribeTable", "sessions")
    );
    assert_eq!(fixture.requests().operations(), ["DescribeTable"]);
}

/// The handle's table counts, not the declared name.
#[tokio::test]
async fn the_handle_names_the_table() {
    let fixture = Fixture::new();
    let table = fixture.table::<First>().table_name("staging");
    table.create_table().await.unwrap();
    fixture.requests().clear();
    let differences = table.compare().await.unwrap();
    assert_eq!(differences.to_string(), "table `staging` is as declared");
    for request in fixture.requests().take() {
        assert_eq!(request.get("TableName"), "staging");
    }
}

/// Attributes that no key uses are none of a comparison's business.
#[tokio::test]
async fn the_type_of_an_attribute_counts_where_it_is_a_key() {
    let fixture = Fixture::new();
    let raw = fixture.raw_client();
    let create = First::table(&raw).create_table().into_sdk().unwrap();
    let user = AttributeDefinition::builder()
        .attribute_name("user")
        .attribute_type(ScalarAttributeType::N)
        .build()
        .unwrap();
    let key = [("user", KeyType::Hash)];
    let by_user = index("other", &key, projection(ProjectionType::All, &[]));
    let create = create.attribute_definitions(user);
    create
        .global_secondary_indexes(by_user)
        .send()
        .await
        .unwrap();
    let differences = fixture.table::<First>().compare().await.unwrap();
    assert!(differences.are_harmless(), "{differences}");
    let differences = fixture.table::<Session>().compare().await.unwrap();
    assert_eq!(
        differences.iter().next(),
        Some(&Difference::KeyType {
            attribute: "user".into(),
            declared: ScalarType::S,
            actual: "N".into(),
        })
    );
}

#[tokio::test]
async fn the_request_is_customized() {
    let fixture = Fixture::new();
    let table = fixture.create::<First>().await;
    let own = dynamap_tests::Requests::default();
    let noted = own.clone();
    let compare = table.compare();
    let compare = compare.customize(move |config| config.interceptor(noted));
    compare.send().await.unwrap();
    assert_eq!(own.operations(), ["DescribeTable"]);
}
