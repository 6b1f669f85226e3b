//! Exports: the texts, what they are made of, and whether DynamoDB takes them.

use std::collections::BTreeSet;

use aws_sdk_dynamodb::types::{StreamViewType, TableStatus};
use aws_smithy_types::body::SdkBody;
use dynamap::schema::Export;
use dynamap::{DynamoItem, ErrorKind};
use dynamap_tests::Fixture;
use serde_json::{Value, json};

use crate::support::{First, Other, Session};

/// A table of names that YAML, JSON and Terraform could misread.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "2022.odd-names",
    index(name = "yes", partition_key = "template", sort_key = "quoted")
)]
pub(crate) struct Odd {
    #[partition_key]
    #[dynamo(rename = "no")]
    id: String,
    #[sort_key]
    #[dynamo(rename = "12:30")]
    at: u64,
    #[dynamo(rename = "${a.b}")]
    template: String,
    #[dynamo(rename = "\"quoted\": 'ünï'\u{85}\\ #")]
    quoted: Vec<u8>,
}

/// Another type of the sessions' table.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "sessions",
    index(name = "by_user", partition_key = "user", sort_key = "updated_at"),
    index(name = "by_device", partition_key = "serial")
)]
struct Device {
    #[partition_key]
    pk: String,
    #[sort_key]
    sk: String,
    user: String,
    updated_at: u64,
    serial: String,
}

fn parsed(json: &str) -> Value {
    serde_json::from_str(json).expect("JSON")
}

#[test]
fn a_template_in_yaml() {
    let yaml = Export::of(Session::SCHEMA).cloudformation_yaml();
    assert_eq!(
        yaml,
        "\
AWSTemplateFormatVersion: \"2010-09-09\"
Resources:
  Sessions:
    Type: AWS::DynamoDB::Table
    DeletionPolicy: Retain
    UpdateReplacePolicy: Retain
    Properties:
      TableName: sessions
      BillingMode: PAY_PER_REQUEST
      AttributeDefinitions:
        - AttributeName: pk
          AttributeType: S
        - AttributeName: sk
          AttributeType: S
        - AttributeName: user
          AttributeType: S
        - AttributeName: updated_at
          AttributeType: \"N\"
        - AttributeName: score
          AttributeType: \"N\"
        - AttributeName: expires_at
          AttributeType: \"N\"
      KeySchema:
        - AttributeName: pk
          KeyType: HASH
        - AttributeName: sk
          KeyType: RANGE
      GlobalSecondaryIndexes:
        - IndexName: by_user
          KeySchema:
            - AttributeName: user
              KeyType: HASH
            - AttributeName: updated_at
              KeyType: RANGE
          Projection:
            ProjectionType: ALL
        - IndexName: by_score
          KeySchema:
            - AttributeName: score
              KeyType: HASH
          Projection:
            ProjectionType: ALL
      LocalSecondaryIndexes:
        - IndexName: by_expiry
          KeySchema:
            - AttributeName: pk
              KeyType: HASH
            - AttributeName: expires_at
              KeyType: RANGE
          Projection:
            ProjectionType: ALL
      TimeToLiveSpecification:
        AttributeName: expires_at
        Enabled: true
"
    );
}

/// The same template, with a stream.
#[test]
fn a_template_in_json() {
    let definition = First::SCHEMA.definition().table_name("staging-sessions");
    let definition = definition.stream(StreamViewType::NewAndOldImages);
    let json = Export::of(definition).cloudformation_json();
    assert!(json.starts_with("{\n  \"AWSTemplateFormatVersion\": \"2010-09-09\",\n"));
    assert_eq!(
        parsed(&json),
        json!({
            "AWSTemplateFormatVersion": "2010-09-09",
            "Resources": {"StagingSessions": {
                "Type": "AWS::DynamoDB::Table",
                "DeletionPolicy": "Retain",
                "UpdateReplacePolicy": "Retain",
                "Properties": {
                    "TableName": "staging-sessions",
                    "BillingMode": "PAY_PER_REQUEST",
                    "AttributeDefinitions": [
                        {"AttributeName": "pk", "AttributeType": "S"},
                        {"AttributeName": "sk", "AttributeType": "S"},
                    ],
                    "KeySchema": [
                        {"AttributeName": "pk", "KeyType": "HASH"},
                        {"AttributeName": "sk", "KeyType": "RANGE"},
                    ],
                    "StreamSpecification": {"StreamViewType": "NEW_AND_OLD_IMAGES"},
                },
            }},
        })
    );
}

#[test]
fn a_configuration_of_terraform() {
    let definition = Session::SCHEMA
        .definition()
        .stream(StreamViewType::NewImage);
    let json = Export::of(definition).terraform_json();
    assert_eq!(
        parsed(&json),
        json!({"resource": {"aws_dynamodb_table": {"sessions": {
            "name": "sessions",
            "billing_mode": "PAY_PER_REQUEST",
            "hash_key": "pk",
            "range_key": "sk",
            "attribute": [
                {"name": "pk", "type": "S"},
                {"name": "sk", "type": "S"},
                {"name": "user", "type": "S"},
                {"name": "updated_at", "type": "N"},
                {"name": "score", "type": "N"},
                {"name": "expires_at", "type": "N"},
            ],
            "global_secondary_index": [
                {
                    "name": "by_user",
                    "hash_key": "user",
                    "range_key": "updated_at",
                    "projection_type": "ALL",
                },
                {"name": "by_score", "hash_key": "score", "projection_type": "ALL"},
            ],
            "local_secondary_index": [
                {"name": "by_expiry", "range_key": "expires_at", "projection_type": "ALL"},
            ],
            "ttl": {"attribute_name": "expires_at", "enabled": true},
            "stream_enabled": true,
            "stream_view_type": "NEW_IMAGE",
        }}}})
    );
    // Terraform would take `${…}` for an expression.
    let odd = parsed(&Export::of(Odd::SCHEMA).terraform_json());
    let table = &odd["resource"]["aws_dynamodb_table"]["_2022_odd-names"];
    assert_eq!(table["name"], "2022.odd-names");
    assert_eq!(table["attribute"][2]["name"], "$${a.b}");
    assert_eq!(table["global_secondary_index"][0]["hash_key"], "$${a.b}");
}

/// The arguments and blocks that the provider documents for `aws_dynamodb_table`, those that it requires
/// first, as far as a declared table can need them.
const TERRAFORM: [(&str, &[&str], &[&str]); 5] = [
    (
        "",
        &["name", "hash_key", "attribute"],
        &[
            "billing_mode",
            "range_key",
            "global_secondary_index",
            "local_secondary_index",
            "ttl",
            "stream_enabled",
            "stream_view_type",
        ],
    ),
    ("attribute", &["name", "type"], &[]),
    (
        "global_secondary_index",
        &["name", "hash_key", "projection_type"],
        &["range_key", "non_key_attributes"],
    ),
    (
        "local_secondary_index",
        &["name", "range_key", "projection_type"],
        &["non_key_attributes"],
    ),
    ("ttl", &["attribute_name", "enabled"], &[]),
];

#[test]
fn terraform_has_what_its_provider_documents() {
    let tables = Export::of(Session::SCHEMA).and(Odd::SCHEMA).unwrap();
    let mut first = First::SCHEMA.definition().table_name("first");
    first = first.stream(StreamViewType::KeysOnly);
    let tables = tables.and(first).unwrap();
    let configuration = parsed(&tables.terraform_json());
    let tables = configuration["resource"]["aws_dynamodb_table"]
        .as_object()
        .unwrap();
    let names: Vec<_> = tables.keys().collect();
    assert_eq!(names, ["_2022_odd-names", "first", "sessions"]);
    for table in tables.values() {
        let documented = |block: &str| {
            let (_, required, optional) = TERRAFORM
                .into_iter()
                .find(|(name, ..)| *name == block)
                .expect("a documented block");
            (required, optional)
        };
        let blocks = table
            .as_object()
            .unwrap()
            .iter()
            .filter_map(|(name, value)| match value {
                Value::Array(list) => Some((name.as_str(), list.clone())),
                Value::Object(_) => Some((name.as_str(), vec![value.clone()])),
                _ => None,
            });
        let whole = ("", vec![table.clone()]);
        for (block, values) in blocks.chain([whole]) {
            let (required, optional) = documented(block);
            for value in values {
                let arguments: BTreeSet<_> = value
                    .as_object()
                    .unwrap()
                    .keys()
                    .map(String::as_str)
                    .collect();
                let required: BTreeSet<_> = required.iter().copied().collect();
                assert!(required.is_subset(&arguments), "{block}: {arguments:?}");
                for argument in arguments.difference(&required) {
                    assert!(optional.contains(argument), "{block}.{argument}");
                }
            }
        }
        // An attribute that is no key would be a difference for ever.
        let keys = |value: &Value| {
            let names = ["hash_key", "range_key"];
            let keys = names.iter().filter_map(|name| value.get(name));
            keys.cloned().collect::<Vec<_>>()
        };
        let mut used: Vec<Value> = keys(table);
        for block in ["global_secondary_index", "local_secondary_index"] {
            let indexes = table.get(block).and_then(Value::as_array);
            used.extend(indexes.into_iter().flatten().flat_map(keys));
        }
        let defined = table["attribute"].as_array().unwrap().iter();
        let defined: Vec<_> = defined.map(|attribute| attribute["name"].clone()).collect();
        assert!(defined.iter().all(|name| used.contains(name)));
        assert!(used.iter().all(|name| defined.contains(name)));
        assert_eq!(
            table.get("stream_view_type").is_some(),
            table.get("stream_enabled") == Some(&json!(true))
        );
    }
}

/// Of the same declaration come the same bytes.
#[test]
fn texts_do_not_change_from_run_to_run() {
    let tables = || Export::of(Session::SCHEMA).and(Odd::SCHEMA).unwrap();
    assert_eq!(
        tables().cloudformation_yaml(),
        tables().cloudformation_yaml()
    );
    let order = |text: &str| {
        let at = |part: &str| text.find(part).unwrap();
        [
            at("sessions"),
            at("by_user"),
            at("by_score"),
            at("2022.odd-names"),
        ]
    };
    for text in [
        tables().cloudformation_yaml(),
        tables().cloudformation_json(),
        tables().terraform_json(),
    ] {
        assert!(order(&text).is_sorted(), "{text}");
    }
}

/// Types that share a table make one table, with the indexes of both.
#[test]
fn types_of_one_table_are_joined() {
    let both = Export::of(Device::SCHEMA).and(Session::SCHEMA).unwrap();
    let template = parsed(&both.cloudformation_json());
    let resources = template["Resources"].as_object().unwrap();
    assert_eq!(resources.len(), 1);
    let properties = &resources["Sessions"]["Properties"];
    let names: Vec<_> = properties["GlobalSecondaryIndexes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|index| &index["IndexName"])
        .collect();
    assert_eq!(names, ["by_user", "by_device", "by_score"]);
    assert_eq!(
        properties["LocalSecondaryIndexes"][0]["IndexName"],
        "by_expiry"
    );
    assert_eq!(
        properties["TimeToLiveSpecification"]["AttributeName"],
        "expires_at"
    );

    // Under another name it is another table.
    let other = First::SCHEMA.definition().table_name("others");
    let template = parsed(&both.and(other).unwrap().cloudformation_json());
    let names: Vec<_> = template["Resources"].as_object().unwrap().keys().collect();
    assert_eq!(names, ["Others", "Sessions"]);
}

#[test]
fn types_that_contradict_each_other_make_no_table() {
    #[derive(Debug, Clone, PartialEq, DynamoItem)]
    #[dynamo(table = "sessions", index(name = "by_score", partition_key = "user"))]
    struct OtherIndex {
        #[partition_key]
        pk: String,
        #[sort_key]
        sk: String,
        user: String,
    }
    #[derive(Debug, Clone, PartialEq, DynamoItem)]
    #[dynamo(table = "sessions", index(name = "by_any", partition_key = "user"))]
    struct OtherType {
        #[partition_key]
        pk: String,
        #[sort_key]
        sk: String,
        user: u64,
    }
    #[derive(Debug, Clone, PartialEq, DynamoItem)]
    #[dynamo(table = "sessions")]
    struct OtherTtl {
        #[partition_key]
        pk: String,
        #[sort_key]
        sk: String,
        #[ttl(seconds)]
        ttl: Option<i64>,
    }

    let session = Session::SCHEMA.definition();
    for (other, text) in [
        (
            Other::SCHEMA.definition(),
            "the items of table `sessions` declare two keys: partition key `pk` and sort key `sk`, and partition key `pk`",
        ),
        (
            OtherIndex::SCHEMA.definition(),
            "the items of table `sessions` declare two indexes named `by_score`",
        ),
        (
            OtherType::SCHEMA.definition(),
            "`user`: the items of table `sessions` declare two types of a key attribute: S and N",
        ),
        (
            OtherTtl::SCHEMA.definition(),
            "the items of table `sessions` declare TTL on two attributes: a table has one",
        ),
    ] {
        let error = Export::of(session.clone()).and(other).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::SchemaMismatch);
        assert_eq!(error.to_string(), text);
    }
    let view = |view| First::SCHEMA.definition().stream(view);
    let error = view(StreamViewType::KeysOnly).join(view(StreamViewType::NewImage));
    assert_eq!(
        error.unwrap_err().to_string(),
        "table `sessions` is given two views of its stream: it has one"
    );
    let joined = view(StreamViewType::KeysOnly).join(First::SCHEMA).unwrap();
    assert!(joined.create_table_input().contains("KEYS_ONLY"));
}

#[test]
fn there_is_no_ttl_input_without_a_ttl() {
    assert_eq!(First::SCHEMA.definition().time_to_live_input(), None);
    assert_eq!(
        Session::SCHEMA.definition().time_to_live_input().unwrap(),
        "{\n  \"TableName\": \"sessions\",\n  \"TimeToLiveSpecification\": {\n    \"AttributeName\": \"expires_at\",\n    \"Enabled\": true\n  }\n}\n"
    );
}

/// Sends this body instead of what the SDK made.
fn with_body(request: &mut aws_sdk_dynamodb::config::http::HttpRequest, body: &str) {
    let length = body.len().to_string();
    *request.body_mut() = SdkBody::from(body);
    request.headers_mut().insert("content-length", length);
}

/// The inputs as the command line would send them; `create_table()` sends the same.
async fn the_input_makes_the_declared_table<T: DynamoItem>(stream: Option<StreamViewType>) {
    let fixture = Fixture::new();
    let mut definition = T::SCHEMA.definition();
    if let Some(view) = stream.clone() {
        definition = definition.stream(view);
    }
    let table = dynamap::Table::<T>::new(fixture.client());
    let input = definition.create_table_input();

    let client = fixture.client();
    let create = client.create_table().table_name("placeholder");
    let body = input.clone();
    let create = create
        .customize()
        .mutate_request(move |request| with_body(request, &body));
    let created = create.send().await.unwrap().table_description.unwrap();
    assert_eq!(created.table_name(), Some(T::SCHEMA.table));
    assert!(matches!(
        created.table_status(),
        Some(TableStatus::Active | TableStatus::Creating)
    ));
    if let Some(input) = definition.time_to_live_input() {
        let specification = aws_sdk_dynamodb::types::TimeToLiveSpecification::builder()
            .attribute_name("placeholder")
            .enabled(false)
            .build()
            .unwrap();
        let update = client.update_time_to_live().table_name("placeholder");
        let update = update
            .time_to_live_specification(specification)
            .customize()
            .mutate_request(move |request| with_body(request, &input));
        update.send().await.unwrap();
    }
    let mut compare = table.compare();
    if let Some(view) = stream.clone() {
        compare = compare.stream(view);
    }
    let differences = compare.await.unwrap();
    assert!(differences.is_empty(), "{differences}");
    fixture.requests().clear();

    table.delete_table().await.unwrap();
    fixture.requests().clear();
    let mut create = table.create_table();
    if let Some(view) = stream {
        create = create.stream(view);
    }
    create.await.unwrap();
    assert_eq!(parsed(&input), fixture.requests().take()[0].body);
}

#[tokio::test]
async fn the_input_of_create_table_makes_the_declared_table() {
    the_input_makes_the_declared_table::<Session>(None).await;
    the_input_makes_the_declared_table::<First>(Some(StreamViewType::NewAndOldImages)).await;
    the_input_makes_the_declared_table::<Other>(None).await;
    the_input_makes_the_declared_table::<Odd>(None).await;
}
