//! Indexes whose keys are several attributes, in every form of a declared table.

use aws_sdk_dynamodb::types::{KeySchemaElement, KeyType};
use dynamap::DynamoItem;
use dynamap::schema::{Difference, Export, IndexKind, KeyNames};
use dynamap_tests::Fixture;
use serde_json::{Value, json};

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "matches",
    index(
        name = "by_region",
        partition_key = ["tournament", "region"],
        sort_key = ["round", "played_at"]
    ),
    index(name = "by_player", partition_key = "player")
)]
pub(crate) struct Match {
    #[partition_key]
    id: String,
    tournament: String,
    region: String,
    round: u32,
    #[ts(iso)]
    played_at: time::OffsetDateTime,
    player: String,
}

/// The same table before, and with the attributes in another order.
mod other {
    use dynamap::DynamoItem;

    #[derive(Debug, Clone, PartialEq, DynamoItem)]
    #[dynamo(table = "matches")]
    pub(crate) struct Earlier {
        #[partition_key]
        pub(crate) id: String,
        pub(crate) tournament: String,
        pub(crate) region: String,
        pub(crate) round: u32,
    }

    #[derive(Debug, Clone, PartialEq, DynamoItem)]
    #[dynamo(
        table = "matches",
        index(
            name = "by_region",
            partition_key = ["region", "tournament"],
            sort_key = ["round", "played_at"]
        )
    )]
    pub(crate) struct Reversed {
        #[partition_key]
        pub(crate) id: String,
        pub(crate) tournament: String,
        pub(crate) region: String,
        pub(crate) round: u32,
        #[ts(iso)]
        pub(crate) played_at: time::OffsetDateTime,
    }
}

fn parsed(json: &str) -> Value {
    serde_json::from_str(json).expect("JSON")
}

fn key_schema() -> Value {
    json!([
        {"AttributeName": "tournament", "KeyType": "HASH"},
        {"AttributeName": "region", "KeyType": "HASH"},
        {"AttributeName": "round", "KeyType": "RANGE"},
        {"AttributeName": "played_at", "KeyType": "RANGE"},
    ])
}

fn definitions() -> Value {
    json!([
        {"AttributeName": "id", "AttributeType": "S"},
        {"AttributeName": "tournament", "AttributeType": "S"},
        {"AttributeName": "region", "AttributeType": "S"},
        {"AttributeName": "round", "AttributeType": "N"},
        {"AttributeName": "played_at", "AttributeType": "S"},
        {"AttributeName": "player", "AttributeType": "S"},
    ])
}

#[tokio::test]
async fn the_table_is_created_with_all_attributes_in_order() {
    let fixture = Fixture::new();
    let matches = fixture.table::<Match>();
    matches.create_table().send().await.unwrap();
    let requests = fixture.requests().take();
    let created = requests[0].body.clone();
    assert_eq!(
        created["GlobalSecondaryIndexes"][0]["KeySchema"],
        key_schema()
    );
    assert_eq!(created["AttributeDefinitions"], definitions());
    let differences = matches.compare().send().await.unwrap();
    assert_eq!(differences.iter().count(), 0, "{differences}");
}

/// The index is added to a table that is there, and holds the items that were.
#[tokio::test]
async fn a_missing_index_is_created_with_all_attributes() {
    let fixture = Fixture::new();
    let earlier = fixture.create::<other::Earlier>().await;
    let old = other::Earlier {
        id: "m".into(),
        tournament: "winter".into(),
        region: "north".into(),
        round: 2,
    };
    earlier.put(old).send().await.unwrap();
    fixture.requests().clear();
    let matches = fixture.table::<Match>();
    let updated = matches.update_table().send().await.unwrap();
    let created: Vec<_> = updated.created.iter().map(String::as_str).collect();
    assert_eq!(created, ["by_region", "by_player"]);
    let requests = fixture.requests().take();
    let update = requests
        .iter()
        .find(|request| request.operation == "UpdateTable")
        .unwrap();
    let create = &update.get("GlobalSecondaryIndexUpdates")[0]["Create"];
    assert_eq!(create["KeySchema"], key_schema());
    let differences = matches.compare().send().await.unwrap();
    assert_eq!(differences.iter().count(), 0, "{differences}");
    // It lacks one of the attributes.
    let query = matches.query_by_region(("winter", "north"));
    assert_eq!(query.count().await.unwrap(), 0);
}

/// The order of the attributes is part of the key.
#[tokio::test]
async fn another_order_is_another_key() {
    let fixture = Fixture::new();
    fixture.create::<other::Reversed>().await;
    let differences = fixture.table::<Match>().compare().send().await.unwrap();
    let names = |names: [&str; 2]| names.map(str::to_owned).to_vec();
    let expected = Difference::IndexKey {
        index: "by_region".into(),
        kind: IndexKind::Global,
        declared: KeyNames {
            partition_key: names(["tournament", "region"]),
            sort_key: names(["round", "played_at"]),
        },
        actual: KeyNames {
            partition_key: names(["region", "tournament"]),
            sort_key: names(["round", "played_at"]),
        },
    };
    assert_eq!(differences.iter().next(), Some(&expected));
    let text = expected.to_string();
    assert!(
        text.starts_with(
            "global secondary index `by_region` has partition key `region`, `tournament` and sort key `round`, `played_at`, \
             declared is partition key `tournament`, `region` and sort key `round`, `played_at`: "
        ),
        "{text}"
    );
}

#[test]
fn exports_list_every_attribute() {
    let definition = Match::SCHEMA.definition();
    let input = parsed(&definition.create_table_input());
    assert_eq!(
        input["GlobalSecondaryIndexes"][0]["KeySchema"],
        key_schema()
    );
    assert_eq!(input["AttributeDefinitions"], definitions());

    let export = Export::of(Match::SCHEMA);
    let template = parsed(&export.cloudformation_json());
    let properties = &template["Resources"]["Matches"]["Properties"];
    assert_eq!(
        properties["GlobalSecondaryIndexes"][0]["KeySchema"],
        key_schema()
    );

    let terraform = parsed(&export.terraform_json());
    let table = &terraform["resource"]["aws_dynamodb_table"]["matches"];
    assert_eq!(
        table["global_secondary_index"],
        json!([
            {
                "name": "by_region",
                "key_schema": [
                    {"attribute_name": "tournament", "key_type": "HASH"},
                    {"attribute_name": "region", "key_type": "HASH"},
                    {"attribute_name": "round", "key_type": "RANGE"},
                    {"attribute_name": "played_at", "key_type": "RANGE"},
                ],
                "projection_type": "ALL",
            },
            {"name": "by_player", "hash_key": "player", "projection_type": "ALL"},
        ])
    );
}

/// What the engine says of the table is what was declared.
#[tokio::test]
async fn the_engine_describes_every_attribute() {
    let fixture = Fixture::new();
    fixture.create::<Match>().await;
    let describe = fixture.raw_client().describe_table().table_name("matches");
    let table = describe.send().await.unwrap().table.unwrap();
    let indexes = table.global_secondary_indexes();
    let index = indexes
        .iter()
        .find(|index| index.index_name() == Some("by_region"))
        .unwrap();
    let key = |element: &KeySchemaElement| {
        let role = matches!(element.key_type(), KeyType::Hash);
        (element.attribute_name().to_owned(), role)
    };
    let described: Vec<_> = index.key_schema().iter().map(key).collect();
    let expected = [
        ("tournament", true),
        ("region", true),
        ("round", false),
        ("played_at", false),
    ];
    assert_eq!(
        described,
        expected.map(|(name, hash)| (name.to_owned(), hash))
    );
}
