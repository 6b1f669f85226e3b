//! `status()` and `verify()`, and the setting of a new table.

use dynamap::ttl::{Done, State, TimeToLive};
use dynamap::{DynamoItem, ErrorKind};
use dynamap_tests::{Answer, Fixture};
use serde_json::json;

use crate::scene::{Session, is, scene};

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "sessions")]
struct Account {
    #[partition_key]
    token: String,
}

/// U13.
#[tokio::test]
async fn a_fresh_table_has_ttl_disabled() {
    let fixture = Fixture::new();
    fixture.create::<Account>().await;
    let status = fixture.table::<Session>().ttl().status().await.unwrap();
    assert_eq!(status.state(), State::Disabled);
    assert_eq!(status.attribute(), None);
    assert_eq!(status.declared(), "expiresAt");
    assert!(!status.is_on() && !status.matches() && !status.differs_only_by_case());
    assert_eq!(status.to_string(), "table `sessions`: TTL is disabled");
}

/// U11: wait until the table is active, then U01.
#[tokio::test]
async fn a_created_table_has_ttl_enabled() {
    let fixture = Fixture::new();
    let sessions = fixture.table::<Session>();
    sessions.create_table().await.unwrap();
    let operations = fixture.requests().operations();
    assert_eq!(
        operations,
        [
            "CreateTable",
            "DescribeTable",
            "DescribeTimeToLive",
            "UpdateTimeToLive"
        ]
    );
    let status = sessions.ttl().verify().await.unwrap();
    assert!(status.matches());
    assert_eq!(
        status.to_string(),
        "table `sessions`: TTL is enabled on `expiresAt`"
    );
}

/// U05.
#[tokio::test]
async fn without_a_ttl_nothing_is_described_or_updated() {
    let fixture = Fixture::new();
    fixture.table::<Account>().create_table().await.unwrap();
    let operations = fixture.requests().operations();
    assert_eq!(operations, ["CreateTable", "DescribeTable"]);
}

#[tokio::test]
async fn every_state_is_told() {
    for (status, attribute, state, on, matches, text) in [
        (
            "ENABLED",
            "expiresAt",
            State::Enabled,
            true,
            true,
            "TTL is enabled on `expiresAt`",
        ),
        (
            "ENABLING",
            "expiresAt",
            State::Enabling,
            true,
            true,
            "TTL is being enabled on `expiresAt`",
        ),
        (
            "ENABLED",
            "other",
            State::Enabled,
            true,
            false,
            "TTL is enabled on `other`, not on the declared `expiresAt`",
        ),
        (
            "DISABLING",
            "expiresAt",
            State::Disabling,
            false,
            false,
            "TTL is being disabled",
        ),
        (
            "DISABLED",
            "",
            State::Disabled,
            false,
            false,
            "TTL is disabled",
        ),
    ] {
        let scene = scene([is(status, attribute)]);
        let found = scene.ttl.status().await.unwrap();
        assert_eq!(found.state(), state);
        assert_eq!(found.attribute().unwrap_or_default(), attribute);
        assert_eq!((found.is_on(), found.matches()), (on, matches), "{status}");
        assert_eq!(found.to_string(), format!("table `sessions`: {text}"));
        assert_eq!(scene.sent(), ["describe"]);
    }
}

/// FC-49: names are matched exactly. One that differs only by case is told apart.
#[tokio::test]
async fn a_name_that_differs_only_by_case_is_told_apart() {
    for (attribute, only_case) in [
        ("ExpiresAt", true),
        ("EXPIRESAT", true),
        ("expireAt", false),
        ("expires_at", false),
    ] {
        let scene = scene([is("ENABLED", attribute)]);
        let status = scene.ttl.status().await.unwrap();
        assert!(!status.matches(), "{attribute}");
        assert_eq!(status.differs_only_by_case(), only_case, "{attribute}");
        assert_eq!(
            status.to_string().contains("only by case"),
            only_case,
            "{status}"
        );
    }
}

#[tokio::test]
async fn an_answer_that_says_nothing_is_an_error() {
    for (answer, message) in [
        (json!({}), "the answer has no TTL status that is known"),
        (
            json!({"TimeToLiveDescription": {"TimeToLiveStatus": "PAUSED"}}),
            "the answer has no TTL status that is known",
        ),
        (
            json!({"TimeToLiveDescription": {"TimeToLiveStatus": "ENABLED"}}),
            "TTL is on, but the answer names no attribute",
        ),
    ] {
        let scene = scene([Answer::Json(answer)]);
        let error = scene.ttl.ensure().await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Service);
        assert_eq!(
            error.to_string(),
            format!("DescribeTimeToLive on `sessions`: {message}")
        );
        assert_eq!(scene.sent(), ["describe"]);
    }
}

#[tokio::test]
async fn verify_accepts_the_declared_attribute_alone() {
    for state in ["ENABLED", "ENABLING"] {
        let right = scene([is(state, "expiresAt")]);
        assert!(right.ttl.verify().await.unwrap().matches());
        let wrong = scene([is(state, "ExpiresAt")]);
        let error = wrong.ttl.verify().await.unwrap_err();
        assert!(error.is_ttl_mismatch());
        assert_eq!(error.attribute(), Some("expiresAt"));
        assert_eq!(error.ttl_attribute(), Some("ExpiresAt"));
        assert_eq!(wrong.sent(), ["describe"]);
    }
}

/// FC-28: valid values on a table whose TTL is off.
#[tokio::test]
async fn verify_refuses_a_table_with_ttl_off() {
    for (state, attribute, text) in [
        ("DISABLED", "", "disabled"),
        ("DISABLING", "expiresAt", "being disabled"),
    ] {
        let scene = scene([is(state, attribute)]);
        let error = scene.ttl.verify().await.unwrap_err();
        assert!(error.is_ttl_disabled());
        assert_eq!(
            error.to_string(),
            format!(
                "DescribeTimeToLive on `sessions`: `expiresAt`: TTL is {text}, so nothing expires: \
                 `ensure()` enables it (a table restored from a backup comes back with TTL off)"
            )
        );
        assert_eq!(scene.sent(), ["describe"]);
    }
}

/// A table restored from a backup has everything but its TTL.
#[tokio::test]
async fn a_restored_table_is_found_and_mended() {
    let fixture = Fixture::new();
    fixture.create::<Account>().await;
    let ttl = TimeToLive::new(fixture.client(), "sessions", "expiresAt");
    assert!(ttl.verify().await.unwrap_err().is_ttl_disabled());
    assert_eq!(ttl.ensure().await.unwrap(), Done::Enabled);
    assert!(ttl.verify().await.unwrap().matches());
}

#[test]
fn futures_own_what_they_use() {
    fn owned<F: Future + Send + 'static>(future: F) -> F {
        future
    }
    let fixture = Fixture::embedded();
    let futures = {
        let ttl = fixture.table::<Session>().ttl();
        (
            owned(ttl.status()),
            owned(ttl.verify()),
            owned(ttl.plan()),
            owned(ttl.ensure()),
            owned(ttl.rename()),
            owned(ttl.disable()),
        )
    };
    drop(futures);
}
