use dynamap::aws_sdk_dynamodb::primitives::Blob;
use dynamap::aws_sdk_dynamodb::types::{AttributeValue, ScalarAttributeType};
use serde_json::json;

use crate::support::{Database, NOW, create_table, lines, n, put, s};

/// A table `readings` with a key of two attributes, and one item of every type.
fn every_type() -> Database {
    let database = Database::with_table();
    database.block_on(async |client| {
        let key = [
            ("device", ScalarAttributeType::N),
            ("at", ScalarAttributeType::S),
        ];
        create_table(&client, "readings", &key).await;
        put(
            &client,
            "readings",
            [
                ("device", Some(n("7"))),
                ("at", Some(s("2026-11-30T11:00:00.000Z"))),
                ("blob", Some(AttributeValue::B(Blob::new([0, 255])))),
                ("flag", Some(AttributeValue::Bool(true))),
                ("ingested_at", Some(n("1796040000123"))),
                ("list", Some(AttributeValue::L(vec![n("1"), s("a")]))),
                (
                    "map",
                    Some(AttributeValue::M([("n".to_owned(), n("1.50"))].into())),
                ),
                ("none", Some(AttributeValue::Null(true))),
                ("seen", Some(AttributeValue::Ns(vec!["3".to_owned()]))),
                ("title", Some(s("a\u{1b}[2Jb"))),
                ("price", Some(n("12"))),
            ],
        )
        .await;
    });
    database
}

#[test]
fn every_value_has_its_type_and_every_time_its_meaning() {
    let done = every_type().run(&format!("show --table readings --at {NOW}"));
    assert_eq!(
        done.stdout,
        lines([
            "table `readings`: TTL is disabled",
            "",
            "attribute    type  value                     meaning",
            "device       N     7                         partition key",
            "at           S     2026-11-30T11:00:00.000Z  sort key, 1 hour ago, 2026-11-30T11:00:00Z",
            "blob         B     AP8=",
            "flag         BOOL  true",
            "ingested_at  N     1796040000123             now, 2026-11-30T12:00:00Z (milliseconds)",
            "list         L     [{\"N\":\"1\"},{\"S\":\"a\"}]",
            "map          M     {\"n\":{\"N\":\"1.5\"}}",
            "none         NULL  true",
            "price        N     12",
            "seen         NS    [\"3\"]",
            "title        S     a\\u{1b}[2Jb",
        ])
    );
    assert_eq!((done.status, done.stderr.as_str()), (0, ""));
}

#[test]
fn an_item_is_one_object_of_dynamodb_json_with_its_times() {
    let done = every_type().run(&format!("show --table readings --at {NOW} --json"));
    assert_eq!(
        done.json(),
        [json!({
            "item": {
                "device": { "N": "7" },
                "at": { "S": "2026-11-30T11:00:00.000Z" },
                "blob": { "B": "AP8=" },
                "flag": { "BOOL": true },
                "ingested_at": { "N": "1796040000123" },
                "list": { "L": [{ "N": "1" }, { "S": "a" }] },
                "map": { "M": { "n": { "N": "1.5" } } },
                "none": { "NULL": true },
                "seen": { "NS": ["3"] },
                "title": { "S": "a\u{1b}[2Jb" },
                "price": { "N": "12" },
            },
            "times": {
                "at": { "utc": "2026-11-30T11:00:00Z", "relative": "1 hour ago", "unit": null },
                "ingested_at": { "utc": "2026-11-30T12:00:00Z", "relative": "now", "unit": "milliseconds" },
            },
            "ttl": null,
        })]
    );
    assert_eq!((done.status, done.stderr.as_str()), (0, ""));
}

/// FC-1, FC-21, FC-22, FC-64, FC-65, FC-95: the fault stands beside the value.
#[test]
fn the_state_of_the_ttl_is_told_in_words() {
    let database = Database::with_faults();
    for (id, tag, value, meaning) in [
        (
            "ok",
            "N",
            "1796644800",
            "TTL expires in 7 days, 2026-12-07T12:00:00Z",
        ),
        (
            "expired",
            "N",
            "1796036400",
            "TTL expired 1 hour ago, still stored, 2026-11-30T11:00:00Z",
        ),
        ("absent", "–", "–", "TTL absent: DynamoDB never deletes it"),
        (
            "millis",
            "N",
            "1796644800000",
            "TTL milliseconds: DynamoDB reads it as seconds, tens of thousands of years away: the \
             item is never deleted, it stands for 2026-12-07T12:00:00Z",
        ),
        (
            "text",
            "S",
            "1796644800",
            "TTL String, seconds: DynamoDB ignores it: only a Number expires, so the item is never \
             deleted, it stands for 2026-12-07T12:00:00Z",
        ),
        (
            "stale",
            "N",
            "1171734022",
            "TTL more than five years past: DynamoDB ignores a time of more than five years ago: \
             the item is never deleted, 2007-02-17T17:40:22Z",
        ),
        (
            "never",
            "N",
            "-1",
            "TTL zero or negative: DynamoDB ignores a time of more than five years ago: the item \
             is never deleted",
        ),
    ] {
        let done = database.run(&format!(
            "show --table sessions --partition {id} --at {NOW}"
        ));
        assert_eq!(done.status, 0, "{id}: {done:?}");
        let shown: Vec<&str> = done.stdout.lines().collect();
        assert_eq!(shown.len(), 5, "{id}: {done:?}");
        assert_eq!(shown[0], "table `sessions`: TTL is enabled on `expires_at`");
        let cells: Vec<&str> = shown[4]
            .split("  ")
            .map(str::trim)
            .filter(|cell| !cell.is_empty())
            .collect();
        assert_eq!(cells, ["expires_at", tag, value, meaning], "{id}");
    }
    let done = database.run(&format!(
        "show --table sessions --partition ok --at {NOW} --json"
    ));
    assert_eq!(
        done.json()[0]["ttl"],
        json!({
            "attribute": "expires_at",
            "enabled": true,
            "class": "ok",
            "state": "expires in 7 days",
            "utc": "2026-12-07T12:00:00Z",
            "relative": "in 7 days",
        })
    );
}

#[test]
fn another_attribute_may_be_taken_for_the_ttl() {
    let database = Database::with_faults();
    let arguments = "show --table sessions --partition ok --attribute Expires_At";
    let done = database.run(arguments);
    assert!(
        done.stdout.starts_with(
            "table `sessions`: TTL is enabled on `expires_at`, which differs from the declared \
             `Expires_At` only by case"
        ),
        "{}",
        done.stdout
    );
    assert!(
        done.stdout
            .contains("Expires_At  –     –           TTL absent"),
        "{}",
        done.stdout
    );
}

#[test]
fn the_limit_is_of_items() {
    let database = Database::with_faults();
    for (limit, shown) in [("0", 0), ("1", 1), ("4", 4), ("9", 9), ("100", 9)] {
        let done = database.run(&format!("show --table sessions --limit {limit} --json"));
        assert_eq!((done.json().len(), done.status), (shown, 0), "{limit}");
        assert_eq!(done.stderr, "");
    }
    let done = database.run("show --table sessions --limit 4");
    assert_eq!(
        done.stderr,
        "4 items shown, there may be more: raise `--limit`\n"
    );
    let done = database.run("show --table sessions --limit 100");
    assert_eq!(done.stderr, "");
}

#[test]
fn a_partition_is_of_the_type_of_the_key() {
    let database = every_type();
    database.block_on(async |client| {
        create_table(&client, "blobs", &[("key", ScalarAttributeType::B)]).await;
        let key = AttributeValue::B(Blob::new([0, 255]));
        put(&client, "blobs", [("key", Some(key))]).await;
        put(
            &client,
            "readings",
            [("device", Some(n("-5"))), ("at", Some(s("x")))],
        )
        .await;
    });
    let shown = |table, partition| {
        let done = database.run(&format!(
            "show --table {table} --partition {partition} --json"
        ));
        (done.json().len(), done.status)
    };
    assert_eq!(shown("readings", "7"), (1, 0));
    assert_eq!(shown("readings", "7.0"), (1, 0));
    assert_eq!(shown("readings", "-5"), (1, 0));
    assert_eq!(shown("readings", "8"), (0, 0));
    assert_eq!(shown("blobs", "AP8="), (1, 0));
    for (table, partition, fault) in [
        (
            "readings",
            "seven",
            "error: `--partition`: the partition key is a Number: not a number\n",
        ),
        (
            "blobs",
            "?",
            "error: `--partition`: the partition key is Binary: give it in base64\n",
        ),
    ] {
        let done = database.run(&format!("show --table {table} --partition {partition}"));
        assert_eq!(
            (done.status, done.stdout.as_str(), done.stderr.as_str()),
            (2, "", fault)
        );
    }
}

#[test]
fn a_table_that_is_not_there_is_a_service_error() {
    let done = Database::with_table().run("show --table nothing");
    assert_eq!((done.status, done.stdout.as_str()), (3, ""));
    assert!(
        done.stderr
            .starts_with("error: DescribeTable on table `nothing`: ResourceNotFoundException"),
        "{}",
        done.stderr
    );
}

#[test]
fn a_file_that_is_not_there_or_no_database_is_bad_input() {
    let database = Database::with_table();
    let text = database.beside("notes.txt");
    std::fs::write(
        &text,
        "not a database, but a text that is long enough to be read as one\n".repeat(100),
    )
    .expect("written");
    for path in [database.beside("nothing.db"), text] {
        let mut command = crate::support::command();
        command
            .args(["show", "--table", "t", "--embedded"])
            .arg(&path);
        let done = crate::support::Run::from(command.output().expect("it starts"));
        assert_eq!((done.status, done.stdout.as_str()), (2, ""), "{done:?}");
        let start = format!("error: `--embedded {}`: ", path.display());
        assert!(done.stderr.starts_with(&start), "{}", done.stderr);
    }
    assert!(!database.beside("nothing.db").exists());
}
