use dynamap::aws_sdk_dynamodb::types::{
    AttributeDefinition, BillingMode, GlobalSecondaryIndex, KeySchemaElement, KeyType, Projection,
    ProjectionType, ScalarAttributeType,
};
use serde_json::{Value, json};

use crate::support::{Database, NOW, n, put, s};

/// The report of a repair with these options more, and the status.
fn repair(database: &Database, options: &str) -> (Value, i32) {
    let done = database.run(&format!(
        "ttl repair --table sessions --at {NOW} --json {options}"
    ));
    assert_eq!(done.stderr, "");
    (done.json().remove(0), done.status)
}

#[test]
fn a_dry_run_is_the_default_and_changes_nothing() {
    let database = Database::with_faults();
    let (report, status) = repair(&database, "");
    assert_eq!(status, 1);
    for (field, value) in [
        ("applied", json!(false)),
        ("scanned", json!(9)),
        ("proposed", json!(3)),
        ("repaired", json!(0)),
        ("skipped", json!(3)),
        ("failed", json!(0)),
        ("write_units", json!(0.0)),
        ("failures", json!([])),
    ] {
        assert_eq!(report[field], value, "{field}");
    }
    assert_eq!(
        report["classes"],
        json!([
            { "class": "text_seconds", "count": 1, "examples": [{ "key": { "id": { "S": "text" } }, "seconds": 1_796_644_800 }] },
            { "class": "text_iso", "count": 1, "examples": [{ "key": { "id": { "S": "iso" } }, "seconds": 1_796_644_800 }] },
            { "class": "millis", "count": 1, "examples": [{ "key": { "id": { "S": "millis" } }, "seconds": 1_796_644_800 }] },
        ])
    );
    let skipped: Vec<&Value> = report["skips"]
        .as_array()
        .expect("skips")
        .iter()
        .map(|skip| &skip["class"])
        .collect();
    assert_eq!(skipped, ["zero_or_negative", "stale", "relative"]);
    assert!(
        report["skips"][1]["reason"]
            .as_str()
            .expect("a reason")
            .contains("`--rescue-stale`")
    );
    assert_eq!(database.stored("millis"), Some(n("1796644800000")));

    let done = database.run(&format!("ttl repair --table sessions --at {NOW}"));
    assert!(
        done.stdout
            .ends_with("nothing was written: `--apply` writes\n"),
        "{}",
        done.stdout
    );
    assert_eq!(done.status, 1);
}

/// FC-1, FC-21, FC-22: what is certain is repaired, once.
#[test]
fn apply_writes_and_a_second_run_finds_nothing_to_do() {
    let database = Database::with_faults();
    let (report, status) = repair(&database, "--apply");
    assert_eq!(
        (&report["repaired"], &report["skipped"], status),
        (&json!(3), &json!(3), 1)
    );
    for id in ["ok", "millis", "text", "iso"] {
        assert_eq!(database.stored(id), Some(n("1796644800")), "{id}");
    }
    assert_eq!(database.stored("duration"), Some(n("3600")));
    assert_eq!(database.stored("absent"), None);

    let (report, status) = repair(&database, "--apply");
    assert_eq!(
        (&report["proposed"], &report["skipped"], status),
        (&json!(0), &json!(3), 1)
    );
}

/// FC-65, FC-95: what DynamoDB never deletes is rescued or cleared when it is asked for.
#[test]
fn stale_values_are_rescued_or_cleared_when_told() {
    let database = Database::with_faults();
    let (report, _) = repair(
        &database,
        "--apply --rescue-stale +30d --clear-zero-or-negative",
    );
    assert_eq!(report["repaired"], 5);
    // Counted from `--at`.
    assert_eq!(database.stored("stale"), Some(n("1798632000")));
    assert_eq!(database.stored("never"), None);

    let database = Database::with_faults();
    let (report, _) = repair(&database, "--apply --clear-stale --write-units 1000");
    assert_eq!(report["repaired"], 4);
    assert_eq!(database.stored("stale"), None);
    assert_eq!(database.stored("never"), Some(n("-1")));

    for (option, fault) in [
        (
            "--rescue-stale -1h",
            "error: UpdateItem on `sessions`: `expires_at`: values are rescued into the future",
        ),
        (
            "--rescue-stale soon",
            "error: `--rescue-stale soon`: no time can be read in this",
        ),
    ] {
        let done = database.run(&format!("ttl repair --table sessions --at {NOW} {option}"));
        assert_eq!((done.status, done.stdout.as_str()), (2, ""), "{done:?}");
        assert!(done.stderr.starts_with(fault), "{}", done.stderr);
    }
}

#[test]
fn a_table_without_faults_is_fine() {
    let database = Database::with_table();
    database.block_on(async |client| {
        crate::support::enable(&client, "sessions", "expires_at").await;
        put(
            &client,
            "sessions",
            [("id", Some(s("a"))), ("expires_at", Some(n("1796644800")))],
        )
        .await;
    });
    for options in ["", "--apply"] {
        let (report, status) = repair(&database, options);
        assert_eq!(
            (&report["scanned"], &report["proposed"], status),
            (&json!(1), &json!(0), 0)
        );
    }
    // All that was left to do is done.
    database.block_on(async |client| {
        put(
            &client,
            "sessions",
            [
                ("id", Some(s("b"))),
                ("expires_at", Some(n("1796644800000"))),
            ],
        )
        .await;
    });
    let (report, status) = repair(&database, "--apply");
    assert_eq!((&report["repaired"], status), (&json!(1), 0));
    let audit = database.run(&format!("ttl audit --table sessions --at {NOW}"));
    assert_eq!(audit.status, 0, "{audit:?}");
}

/// The text is the key of an index, which takes no Number: the service refuses the repair.
#[test]
fn a_write_that_fails_is_reported_by_key_with_status_3() {
    let database = Database::with_table();
    database.block_on(async |client| {
        let definition = |name: &str| {
            AttributeDefinition::builder()
                .attribute_name(name)
                .attribute_type(ScalarAttributeType::S)
                .build()
                .expect("a definition")
        };
        let key = |name: &str| {
            KeySchemaElement::builder()
                .attribute_name(name)
                .key_type(KeyType::Hash)
                .build()
                .expect("a key element")
        };
        let index = GlobalSecondaryIndex::builder()
            .index_name("by_expiry")
            .key_schema(key("ttl"))
            .projection(
                Projection::builder()
                    .projection_type(ProjectionType::KeysOnly)
                    .build(),
            )
            .build()
            .expect("an index");
        client
            .create_table()
            .table_name("indexed")
            .billing_mode(BillingMode::PayPerRequest)
            .key_schema(key("id"))
            .attribute_definitions(definition("id"))
            .attribute_definitions(definition("ttl"))
            .global_secondary_indexes(index)
            .send()
            .await
            .expect("the table is created");
        put(
            &client,
            "indexed",
            [("id", Some(s("a"))), ("ttl", Some(s("1796644800")))],
        )
        .await;
    });
    let line = format!("ttl repair --table indexed --attribute ttl --at {NOW} --apply --json");
    let done = database.run(&line);
    assert_eq!(done.status, 3, "{done:?}");
    let report = done.json().remove(0);
    assert_eq!(
        (&report["failed"], &report["repaired"]),
        (&json!(1), &json!(0))
    );
    assert_eq!(report["failures"][0]["key"], json!({ "id": { "S": "a" } }));
    let error = report["failures"][0]["error"].as_str().expect("an error");
    assert!(error.starts_with("UpdateItem on `indexed`: "), "{error}");
    assert!(!error.contains("1796644800"), "{error}");
}
