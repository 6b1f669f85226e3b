use dynamap::aws_sdk_dynamodb::types::ScalarAttributeType;
use serde_json::{Value, json};

use crate::support::{Database, NOW, Run, create_table, lines, n, put, s};

/// The counts by class of a report.
fn counts(report: &Value) -> Vec<(String, u64)> {
    let classes = report["classes"].as_array().expect("classes");
    classes
        .iter()
        .map(|class| {
            let name = class["class"].as_str().expect("a name").to_owned();
            (name, class["count"].as_u64().expect("a count"))
        })
        .collect()
}

/// FC-1, FC-21, FC-22, FC-64, FC-65, FC-95.
#[test]
fn every_kind_of_fault_is_found() {
    let done =
        Database::with_faults().run(&format!("ttl audit --table sessions --at {NOW} --json"));
    assert_eq!((done.status, done.stderr.as_str()), (1, ""));
    let [report] = &done.json()[..] else {
        panic!("{done:?}");
    };
    assert_eq!(
        counts(report),
        [
            ("ok".to_owned(), 1),
            ("expired".to_owned(), 1),
            ("absent".to_owned(), 1),
            ("text_seconds".to_owned(), 1),
            ("text_iso".to_owned(), 1),
            ("millis".to_owned(), 1),
            ("zero_or_negative".to_owned(), 1),
            ("stale".to_owned(), 1),
            ("relative".to_owned(), 1),
        ]
    );
    for (field, value) in [
        ("table", json!("sessions")),
        ("attribute", json!("expires_at")),
        ("rule", json!("ttl")),
        ("at", json!("2026-11-30T12:00:00Z")),
        ("scanned", json!(9)),
        ("faults", json!(6)),
        ("clean", json!(false)),
        ("spelled_otherwise", json!(0)),
        ("spellings", json!({})),
        (
            "status",
            json!({
                "table": "sessions",
                "state": "ENABLED",
                "attribute": "expires_at",
                "declared": "expires_at",
                "matches": true,
            }),
        ),
    ] {
        assert_eq!(report[field], value, "{field}");
    }
    assert!(
        report["read_units"]
            .as_f64()
            .is_some_and(|units| units > 0.0)
    );
    let millis = &report["classes"][5];
    assert_eq!(millis["fault"], true);
    assert_eq!(millis["examples"], json!([{ "id": { "S": "millis" } }]));
    assert_eq!(
        millis["effect"],
        "reads it as seconds, tens of thousands of years away: the item is never deleted"
    );
    let advice = report["classes"][7]["advice"].as_str().expect("advice");
    assert!(
        advice.contains("`--rescue-stale`") && advice.contains("`--clear-stale`"),
        "{advice}"
    );
}

#[test]
fn the_report_is_for_people() {
    let database = Database::with_faults();
    let done = database.run(&format!("ttl audit --table sessions --at {NOW}"));
    assert_eq!((done.status, done.stderr.as_str()), (1, ""));
    let shown: Vec<&str> = done.stdout.lines().collect();
    assert!(
        shown[0].starts_with(
            "`expires_at` in table `sessions` at 2026-11-30T12:00:00Z: 9 items read, 6 faulty, "
        ),
        "{}",
        done.stdout
    );
    for line in [
        "table `sessions`: TTL is enabled on `expires_at`",
        "        1  milliseconds",
        "           at id = \"millis\"",
    ] {
        assert!(shown.contains(&line), "{line}: {}", done.stdout);
    }
    // The words are those of the command, not of the library.
    assert!(done.stdout.contains("`--clear-zero-or-negative`"));
    assert!(!done.stdout.contains("clear_"), "{}", done.stdout);
}

#[test]
fn a_sound_table_is_fine() {
    let database = Database::with_table();
    database.block_on(async |client| {
        crate::support::enable(&client, "sessions", "expires_at").await;
        for id in ["a", "b"] {
            let ttl = Some(n("1796644800"));
            put(
                &client,
                "sessions",
                [("id", Some(s(id))), ("expires_at", ttl)],
            )
            .await;
        }
    });
    let done = database.run(&format!("ttl audit --table sessions --at {NOW} --json"));
    assert_eq!((&done.json()[0]["clean"], done.status), (&json!(true), 0));
    // What would have expired by then is no fault either.
    let done = database.run("ttl audit --table sessions --at 2026-12-08 --json");
    assert_eq!(counts(&done.json()[0]), [("expired".to_owned(), 2)]);
    assert_eq!(done.status, 0);
    // More than five years later it is one.
    let done = database.run("ttl audit --table sessions --at 2032-12-08 --json");
    assert_eq!(counts(&done.json()[0]), [("stale".to_owned(), 2)]);
    assert_eq!(done.status, 1);
}

#[test]
fn a_name_that_differs_by_case_and_ttl_that_is_off_are_findings() {
    let database = Database::with_table();
    database.block_on(async |client| {
        for (id, name) in [
            ("a", "expires_at"),
            ("b", "Expires_At"),
            ("c", "EXPIRES_AT"),
        ] {
            put(
                &client,
                "sessions",
                [("id", Some(s(id))), (name, Some(n("1796644800")))],
            )
            .await;
        }
    });
    let arguments = &format!("ttl audit --table sessions --attribute expires_at --at {NOW} --json");
    let report = &database.run(arguments).json()[0];
    assert_eq!(report["faults"], 0);
    assert_eq!(report["clean"], false);
    assert_eq!(report["spelled_otherwise"], 2);
    assert_eq!(
        report["spellings"],
        json!({ "EXPIRES_AT": 1, "Expires_At": 1 })
    );
    assert_eq!(report["status"]["state"], "DISABLED");
}

#[test]
fn any_time_may_be_audited() {
    let database = Database::with_table();
    database.block_on(async |client| {
        for (id, created, updated) in [
            ("a", n("1796040000000"), s("2026-11-30T12:00:00.000Z")),
            ("b", n("1796040000"), s("2026-11-30T12:00:00Z")),
            (
                "c",
                s("2026-11-30T12:00:00.000Z"),
                s("2026-11-30T13:00:00.000+01:00"),
            ),
        ] {
            let (created, updated) = (Some(created), Some(updated));
            put(
                &client,
                "sessions",
                [
                    ("id", Some(s(id))),
                    ("created", created),
                    ("updated", updated),
                ],
            )
            .await;
        }
    });
    let audit = |attribute, option, unit| {
        let done = database.run(&format!(
            "ttl audit --table sessions --attribute {attribute} {option} {unit} --json"
        ));
        let report = &done.json()[0];
        (
            counts(report),
            report["rule"].clone(),
            report["status"].clone(),
            done.status,
        )
    };
    let expected = |classes: [(&str, u64); 3]| {
        classes
            .map(|(class, count)| (class.to_owned(), count))
            .to_vec()
    };
    assert_eq!(
        audit("created", "--unit", "millis"),
        (
            expected([("ok", 1), ("text_iso", 1), ("seconds", 1)]),
            json!("millis"),
            Value::Null,
            1
        )
    );
    let (classes, rule, status, code) = audit("updated", "--iso", "millis");
    assert_eq!(
        classes,
        [("ok".to_owned(), 1), ("non_canonical".to_owned(), 2)]
    );
    assert_eq!((rule, status, code), (json!("iso millis"), Value::Null, 1));

    for line in [
        "ttl audit --table t --unit millis",
        "ttl audit --table t --iso millis",
        "ttl audit --table t --attribute a --unit weeks",
        "ttl audit --table t --attribute a --unit millis --iso millis",
    ] {
        assert_eq!(database.run(line).status, 2, "{line}");
    }
}

#[test]
fn segments_and_rates_do_not_change_what_is_found() {
    let database = Database::with_faults();
    for segments in ["1", "2", "16"] {
        let done = database.run(&format!("ttl audit --table sessions --segments {segments} --read-units 1000 --examples 0 --at {NOW} --json"));
        let report = &done.json()[0];
        assert_eq!(
            (&report["scanned"], &report["faults"]),
            (&json!(9), &json!(6)),
            "{segments}"
        );
        assert_eq!(report["classes"][5]["examples"], json!([]));
    }
    let done = database.run("ttl audit --table sessions --segments 0");
    assert_eq!(done.status, 2, "{done:?}");
}

/// What an interrupted run saved is gone on from, and removed at the end.
#[test]
fn a_saved_position_is_resumed() {
    let database = Database::with_faults();
    let file = database.beside("position");
    let path = file.to_str().expect("UTF-8");
    let run = || {
        database.run(&format!(
            "ttl audit --table sessions --segments 1 --at {NOW} --json --position {path}"
        ))
    };
    assert_eq!(run().json()[0]["scanned"], 9);
    assert!(!file.exists());

    // A position behind the first items, of the library's own making.
    let position = database.block_on(async |client| {
        let saved = std::sync::Arc::new(std::sync::Mutex::new(None));
        let first = saved.clone();
        dynamap::ttl::TimeToLive::new(&client, "sessions", "expires_at")
            .audit()
            .segments(1)
            .page_size(4)
            .on_progress(move |progress| {
                let position = progress.position.to_string();
                first.lock().expect("no panic").get_or_insert(position);
            })
            .send()
            .await
            .expect("an audit");
        let position = saved.lock().expect("no panic").take();
        position.expect("a page")
    });
    std::fs::write(&file, position).expect("written");
    assert_eq!(run().json()[0]["scanned"], 5);
    assert!(!file.exists());

    std::fs::write(&file, "something else").expect("written");
    let done = run();
    assert_eq!((done.status, done.stdout.as_str()), (2, ""));
    assert!(
        done.stderr
            .starts_with(&format!("error: `--position {path}`: ")),
        "{}",
        done.stderr
    );
    assert!(file.exists());
}

/// There is no bar in a pipe, however long it takes.
#[test]
fn nothing_but_the_report_is_printed_in_a_pipe() {
    let database = Database::with_table();
    database.block_on(async |client| {
        create_table(&client, "other", &[("id", ScalarAttributeType::S)]).await;
    });
    let done = database.run(&format!(
        "ttl audit --table other --attribute ttl --at {NOW}"
    ));
    assert_eq!(
        done,
        Run {
            status: 1,
            stdout: lines([
                "`ttl` in table `other` at 2026-11-30T12:00:00Z: 0 items read, 0 faulty, 2 read units",
                "table `other`: TTL is disabled",
                "  nothing expires: enable TTL",
            ]),
            stderr: String::new(),
        }
    );
}
