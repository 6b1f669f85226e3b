//! `rename()`: from one attribute to the declared one.

use std::time::Duration;

use dynamap::ErrorKind;
use dynamap::ttl::{Done, TimeToLive};
use dynamap_tests::{Answer, Fixture};

use crate::scene::{
    Session, accepted, already_disabled, already_enabled, is, on_another, scene, too_soon,
};

fn renamed() -> Done {
    Done::Renamed {
        from: "ttl".to_owned(),
    }
}

/// FC-96: disabling names the current attribute, and the state is read again before each step.
#[tokio::test]
async fn a_rename_disables_waits_and_enables() {
    let scene = scene([
        is("ENABLED", "ttl"),
        accepted(),
        is("DISABLING", "ttl"),
        is("DISABLING", "ttl"),
        is("DISABLED", ""),
        accepted(),
    ]);
    assert_eq!(scene.ttl.rename().await.unwrap(), renamed());
    assert_eq!(
        scene.sent(),
        [
            "describe",
            "disable ttl",
            "describe",
            "describe",
            "describe",
            "enable expiresAt"
        ]
    );
    assert_eq!(scene.pauses(), [1, 2]);
}

#[tokio::test]
async fn a_rename_changes_the_table() {
    let fixture = Fixture::new();
    fixture.create::<Session>().await;
    let ttl = TimeToLive::new(fixture.client(), "sessions", "EXPIRESAT");
    assert!(ttl.ensure().await.unwrap_err().is_ttl_mismatch());
    let from = "expiresAt".to_owned();
    assert_eq!(ttl.rename().await.unwrap(), Done::Renamed { from });
    let status = ttl.verify().await.unwrap();
    assert_eq!(status.attribute(), Some("EXPIRESAT"));
    assert_eq!(ttl.rename().await.unwrap(), Done::AlreadyEnabled);
    let old = fixture.table::<Session>().ttl().verify().await.unwrap_err();
    assert_eq!(old.ttl_attribute(), Some("EXPIRESAT"));
}

/// An answer from before the change does not make it be sent again.
#[tokio::test]
async fn a_stale_look_after_disabling_is_waited_out() {
    let scene = scene([
        is("ENABLED", "ttl"),
        accepted(),
        is("ENABLED", "ttl"),
        is("ENABLED", "ttl"),
        is("DISABLED", ""),
        accepted(),
    ]);
    assert_eq!(scene.ttl.rename().await.unwrap(), renamed());
    assert_eq!(
        scene.sent(),
        [
            "describe",
            "disable ttl",
            "describe",
            "describe",
            "describe",
            "enable expiresAt"
        ]
    );
    assert_eq!(scene.pauses(), [1, 2]);
}

#[tokio::test]
async fn a_disabling_that_never_shows_times_out() {
    let mut answers = vec![is("ENABLED", "ttl"), accepted()];
    answers.extend((0..60).map(|_| is("ENABLED", "ttl")));
    let scene = scene(answers);
    let error = scene.ttl.rename().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Timeout);
    let total: u64 = scene.pauses().iter().sum();
    assert!((300..310).contains(&total), "{total}");
}

/// FC-96: enabled five minutes ago; nothing is changed.
#[tokio::test]
async fn too_soon_to_disable_leaves_the_old_attribute_on() {
    let scene = scene([is("ENABLING", "ttl"), too_soon()]);
    let error = scene.ttl.rename().await.unwrap_err();
    assert!(error.is_ttl_changed_recently());
    assert!(
        error
            .to_string()
            .contains("try again after 2026-11-30T13:00:00Z; until then TTL stays on `ttl`"),
        "{error}"
    );
    assert_eq!(scene.sent(), ["describe", "disable ttl"]);
}

/// DynamoDB wants time between the two changes: the second call finishes what the first began.
#[tokio::test]
async fn too_soon_to_enable_is_finished_by_the_next_call() {
    let scene = scene([
        is("ENABLED", "ttl"),
        accepted(),
        is("DISABLED", ""),
        too_soon(),
        is("DISABLED", ""),
        accepted(),
    ]);
    let error = scene.ttl.rename().await.unwrap_err();
    assert!(error.is_ttl_changed_recently());
    assert!(error.retry_after().is_some());
    assert!(
        error.to_string().contains("until then TTL is off"),
        "{error}"
    );
    assert_eq!(scene.ttl.rename().await.unwrap(), Done::Enabled);
    assert_eq!(
        scene.sent(),
        [
            "describe",
            "disable ttl",
            "describe",
            "enable expiresAt",
            "describe",
            "enable expiresAt"
        ]
    );
}

#[tokio::test]
async fn the_hour_between_the_changes_is_waited_out_when_asked() {
    let mut answers = vec![is("ENABLED", "ttl"), accepted()];
    answers.extend((0..6).flat_map(|_| [is("DISABLED", ""), too_soon()]));
    answers.extend([is("DISABLED", ""), accepted()]);
    let scene = scene(answers);
    let ttl = scene.ttl.wait_at_most(Duration::from_mins(90));
    assert_eq!(ttl.rename().await.unwrap(), renamed());
    let sent = scene.sent();
    assert_eq!(sent.iter().filter(|one| *one == "disable ttl").count(), 1);
    assert_eq!(
        sent.iter().filter(|one| *one == "enable expiresAt").count(),
        7
    );
    assert_eq!(scene.pauses(), [300; 6]);
}

#[tokio::test]
async fn a_race_at_either_step_is_looked_up() {
    let disabled = scene([
        is("ENABLED", "ttl"),
        already_disabled(),
        is("DISABLED", ""),
        accepted(),
    ]);
    assert_eq!(disabled.ttl.rename().await.unwrap(), Done::Enabled);
    assert_eq!(
        disabled.sent(),
        ["describe", "disable ttl", "describe", "enable expiresAt"]
    );

    let moved = scene([
        is("ENABLED", "ttl"),
        on_another("expiry"),
        is("ENABLED", "expiry"),
        accepted(),
        is("DISABLED", ""),
        accepted(),
    ]);
    let from = "expiry".to_owned();
    assert_eq!(moved.ttl.rename().await.unwrap(), Done::Renamed { from });
    assert_eq!(
        moved.sent(),
        [
            "describe",
            "disable ttl",
            "describe",
            "disable expiry",
            "describe",
            "enable expiresAt"
        ]
    );

    let enabled = scene([
        is("ENABLED", "ttl"),
        accepted(),
        is("DISABLED", ""),
        already_enabled(),
        is("ENABLED", "expiresAt"),
    ]);
    assert_eq!(enabled.ttl.rename().await.unwrap(), renamed());
}

#[tokio::test]
async fn a_lost_answer_to_disabling_is_looked_up() {
    let scene = scene([
        is("ENABLED", "ttl"),
        Answer::Break,
        Answer::Break,
        Answer::Break,
        is("DISABLING", "ttl"),
        is("DISABLED", ""),
        accepted(),
    ]);
    assert_eq!(scene.ttl.rename().await.unwrap(), Done::Enabled);
}

#[tokio::test]
async fn a_rename_that_is_not_needed_changes_nothing() {
    for state in ["ENABLED", "ENABLING"] {
        let scene = scene([is(state, "expiresAt")]);
        assert_eq!(scene.ttl.rename().await.unwrap(), Done::AlreadyEnabled);
        assert_eq!(scene.sent(), ["describe"]);
    }
}
