use serde_json::{Value, json};

use crate::support::{Database, Run};

fn fine(stdout: &str) -> Run {
    Run {
        status: 0,
        stdout: format!("{stdout}\n"),
        stderr: String::new(),
    }
}

#[test]
fn the_setting_is_told_enabled_and_disabled_again() {
    let database = Database::with_table();
    let status = || database.run("ttl status --table sessions");
    assert_eq!(status(), fine("table `sessions`: TTL is disabled"));

    let enable = "ttl enable --table sessions --attribute expires_at";
    assert_eq!(
        database.run(enable),
        fine("table `sessions`: TTL was enabled; it takes about an hour to act everywhere")
    );
    assert_eq!(
        status(),
        fine("table `sessions`: TTL is enabled on `expires_at`")
    );
    assert_eq!(
        database.run(enable),
        fine("table `sessions`: TTL was enabled already")
    );
    // The attribute is the enabled one unless another is named.
    assert_eq!(
        database.run("ttl enable --table sessions"),
        fine("table `sessions`: TTL was enabled already")
    );

    let disable = "ttl disable --table sessions";
    assert_eq!(
        database.run(disable),
        fine("table `sessions`: TTL was disabled; deletes go on for about half an hour")
    );
    assert_eq!(status(), fine("table `sessions`: TTL is disabled"));
    assert_eq!(
        database.run(disable),
        fine("table `sessions`: TTL is disabled")
    );
    assert_eq!(
        database.run("ttl disable --table sessions --attribute expires_at"),
        fine("table `sessions`: TTL was disabled already")
    );
}

#[test]
fn a_dry_run_prints_the_plan_and_changes_nothing() {
    let database = Database::with_table();
    let enable = "ttl enable --table sessions --attribute a --dry-run";
    assert_eq!(
        database.run(enable),
        fine(
            "table `sessions`: TTL is disabled\n\
             1. enable TTL on `a` (UpdateTimeToLive); it takes about an hour to act everywhere"
        )
    );
    let status = database.run("ttl status --table sessions --json");
    assert_eq!(status.json()[0]["state"], "DISABLED");
}

/// `--wait` asks until the service says that the change is done.
#[test]
fn a_change_may_be_waited_for() {
    let database = Database::with_table();
    let enable = "ttl enable --table sessions --attribute a --wait --json";
    let done = database.run(enable);
    assert_eq!(
        done.json(),
        [json!({
            "table": "sessions",
            "state": "DISABLED",
            "attribute": null,
            "declared": "a",
            "matches": false,
            "steps": ["enable TTL on `a` (UpdateTimeToLive); it takes about an hour to act everywhere"],
            "refusal": null,
            "done": "TTL was enabled; it takes about an hour to act everywhere",
        })]
    );
    assert_eq!((done.status, done.stderr.as_str()), (0, ""));
}

#[test]
fn another_spelling_is_a_finding() {
    let database = Database::with_faults();
    let status = "ttl status --table sessions --attribute Expires_At";
    let done = database.run(status);
    assert_eq!(
        done.stdout,
        "table `sessions`: TTL is enabled on `expires_at`, which differs from the declared \
         `Expires_At` only by case (DynamoDB matches names exactly)\n"
    );
    assert_eq!((done.status, done.stderr.as_str()), (1, ""));

    let done = database.run("ttl status --table sessions --attribute Expires_At --json");
    assert_eq!(
        done.json(),
        [json!({
            "table": "sessions",
            "state": "ENABLED",
            "attribute": "expires_at",
            "declared": "Expires_At",
            "matches": false,
        })]
    );
    assert_eq!(done.status, 1);

    let done = database.run("ttl status --table sessions --attribute expires_at --json");
    assert_eq!((&done.json()[0]["matches"], done.status), (&json!(true), 0));
}

#[test]
fn ttl_on_another_attribute_is_left_alone_until_a_rename_is_asked_for() {
    let database = Database::with_faults();
    let done = database.run("ttl enable --table sessions --attribute ttl");
    assert_eq!((done.status, done.stdout.as_str()), (1, ""));
    assert!(
        done.stderr
            .contains("TTL is enabled on `expires_at`, not on the declared `ttl`"),
        "{}",
        done.stderr
    );
    assert!(
        done.stderr.contains("`ttl enable --rename`"),
        "{}",
        done.stderr
    );

    let done = database.run("ttl disable --table sessions --attribute ttl");
    assert_eq!(done.status, 1, "{done:?}");

    let done = database.run("ttl enable --table sessions --attribute ttl --json");
    assert_eq!(done.status, 1);
    assert_eq!(done.json()[0]["done"], Value::Null);
    assert_eq!(done.json()[0]["steps"], json!([]));
    assert!(done.json()[0]["refusal"].is_string());

    let rename = "ttl enable --table sessions --attribute ttl --rename --dry-run";
    assert_eq!(
        database.run(rename),
        fine(
            "table `sessions`: TTL is enabled on `expires_at`, not on the declared `ttl`\n\
             1. disable TTL on `expires_at` (UpdateTimeToLive); deletes go on for about half an hour\n\
             2. wait until TTL is disabled (DescribeTimeToLive)\n\
             3. enable TTL on `ttl` (UpdateTimeToLive); it takes about an hour to act everywhere"
        )
    );
    let rename = "ttl enable --table sessions --attribute ttl --rename";
    assert_eq!(
        database.run(rename),
        fine(
            "table `sessions`: TTL was disabled on `expires_at` and enabled on the declared \
             attribute; it takes about an hour to act everywhere"
        )
    );
    assert_eq!(
        database.run("ttl status --table sessions"),
        fine("table `sessions`: TTL is enabled on `ttl`")
    );
}

#[test]
fn what_has_to_be_named_is_asked_for() {
    let database = Database::with_table();
    for arguments in [
        "ttl enable --table sessions",
        "ttl audit --table sessions",
        "ttl repair --table sessions",
    ] {
        let done = database.run(arguments);
        assert_eq!(
            (done.status, done.stdout.as_str()),
            (2, ""),
            "{arguments:?}"
        );
        assert_eq!(
            done.stderr,
            "error: table `sessions`: TTL is disabled, so `--attribute` has to name one\n"
        );
    }
    let done = database.run_with(&["ttl", "enable", "--table", "sessions", "--attribute", ""]);
    assert_eq!(done.status, 2, "{done:?}");
}

#[test]
fn a_table_that_is_not_there_is_a_service_error() {
    let database = Database::with_table();
    for arguments in [
        "ttl status --table nothing --attribute a",
        "ttl enable --table nothing --attribute a",
        "ttl disable --table nothing --attribute a",
        "ttl audit --table nothing --attribute a",
        "ttl repair --table nothing --attribute a",
    ] {
        let done = database.run(arguments);
        assert_eq!(
            (done.status, done.stdout.as_str()),
            (3, ""),
            "{arguments:?}"
        );
        assert!(
            done.stderr.starts_with("error: Describe"),
            "{}",
            done.stderr
        );
        assert!(done.stderr.contains("`nothing`"), "{}", done.stderr);
    }
}
