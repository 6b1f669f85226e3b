//! `ensure()`: on with the declared attribute.

use std::time::Duration;

use dynamap::ErrorKind;
use dynamap::ttl::Done;
use dynamap_tests::{Answer, EngineFault, Fixture};

use crate::scene::{Scene, Session, accepted, already_enabled, is, on_another, scene};

/// U01.
#[tokio::test]
async fn disabled_is_enabled_with_one_update() {
    let scene = scene([is("DISABLED", ""), accepted()]);
    assert_eq!(scene.ttl.ensure().await.unwrap(), Done::Enabled);
    assert_eq!(scene.sent(), ["describe", "enable expiresAt"]);
    assert_eq!(scene.pauses(), [0; 0]);
}

/// U03, FC-29: the second deploy.
#[tokio::test]
async fn enabled_or_being_enabled_needs_no_call() {
    for state in ["ENABLED", "ENABLING"] {
        let scene = scene([is(state, "expiresAt")]);
        assert_eq!(scene.ttl.ensure().await.unwrap(), Done::AlreadyEnabled);
        assert_eq!(scene.sent(), ["describe"]);
    }
}

/// FC-29, FC-49: another attribute is in use; nothing is changed.
#[tokio::test]
async fn another_attribute_is_refused_with_the_way_out() {
    for (state, text) in [("ENABLED", "enabled"), ("ENABLING", "being enabled")] {
        let scene = scene([is(state, "ttl")]);
        let error = scene.ttl.ensure().await.unwrap_err();
        assert!(error.is_ttl_mismatch());
        assert_eq!(error.ttl_attribute(), Some("ttl"));
        assert_eq!(
            error.to_string(),
            format!(
                "DescribeTimeToLive on `sessions`: `expiresAt`: TTL is {text} on `ttl`, not on the declared \
                 `expiresAt`: `rename()` disables it, waits until it is disabled and enables it on the \
                 declared attribute; deletes by the old one go on for about half an hour, and DynamoDB \
                 takes one change per hour"
            )
        );
        assert_eq!(scene.sent(), ["describe"]);
    }
    let scene = scene([is("ENABLED", "ExpiresAt")]);
    let error = scene.ttl.ensure().await.unwrap_err();
    assert_eq!(error.ttl_attribute(), Some("ExpiresAt"));
    assert!(
        error.to_string().contains(
            "TTL is enabled on `ExpiresAt`, which differs from the declared `expiresAt` only by case \
             (DynamoDB matches names exactly): `rename()` disables it"
        ),
        "{error}"
    );
}

/// U04.
#[tokio::test]
async fn disabling_is_awaited_then_enabled_once() {
    let scene = scene([
        is("DISABLING", "expiresAt"),
        is("DISABLING", "ttl"),
        is("DISABLING", ""),
        is("DISABLED", ""),
        accepted(),
    ]);
    assert_eq!(scene.ttl.ensure().await.unwrap(), Done::Enabled);
    assert_eq!(
        scene.sent(),
        [
            "describe",
            "describe",
            "describe",
            "describe",
            "enable expiresAt"
        ]
    );
    assert_eq!(scene.pauses(), [1, 2, 4]);
}

fn disabling_for_ever() -> Scene {
    scene((0..60).map(|_| is("DISABLING", "expiresAt")))
}

/// Pauses of at least a second stay far below the ten `DescribeTimeToLive` per second.
#[tokio::test]
async fn disabling_is_not_awaited_for_ever() {
    let scene = disabling_for_ever();
    let error = scene.ttl.ensure().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Timeout);
    assert_eq!(
        error.to_string(),
        "DescribeTimeToLive on `sessions`: `expiresAt`: TTL was not disabled within 300 seconds; DynamoDB \
         may take an hour, and nothing expires meanwhile: call it again, or wait longer with `wait_at_most`"
    );
    let pauses = scene.pauses();
    assert_eq!(pauses[..5], [1, 2, 4, 8, 10]);
    assert!(pauses[5..].iter().all(|pause| *pause == 10), "{pauses:?}");
    let total: u64 = pauses.iter().sum();
    assert!((300..310).contains(&total), "{pauses:?}");
}

#[tokio::test]
async fn the_wait_can_be_shortened_to_nothing() {
    let scene = scene([is("DISABLING", "expiresAt")]);
    let ttl = scene.ttl.wait_at_most(Duration::ZERO);
    let error = ttl.ensure().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Timeout);
    assert_eq!(scene.sent(), ["describe"]);
    assert_eq!(scene.pauses(), [0; 0]);
}

/// As the SDK's own retries do.
#[tokio::test(start_paused = true)]
async fn a_client_that_names_no_sleep_implementation_waits_on_the_default_of_the_sdk() {
    let fixture = Fixture::embedded();
    let answers = [is("DISABLING", "expiresAt"), is("DISABLED", ""), accepted()];
    let (client, _script) = fixture.scripted_with(answers, |mut config| {
        config.set_sleep_impl(None);
        config.retry_config(aws_sdk_dynamodb::config::retry::RetryConfig::disabled())
    });
    let start = tokio::time::Instant::now();
    let done = Session::table(&client).ttl().ensure().await.unwrap();
    assert_eq!(done, Done::Enabled);
    assert!(start.elapsed() >= Duration::from_secs(1));
}

/// U07: somebody else enabled it between the look and the change.
#[tokio::test]
async fn already_enabled_by_a_race_is_success() {
    for state in ["ENABLED", "ENABLING"] {
        let scene = scene([
            is("DISABLED", ""),
            already_enabled(),
            is(state, "expiresAt"),
        ]);
        assert_eq!(scene.ttl.ensure().await.unwrap(), Done::AlreadyEnabled);
        assert_eq!(scene.sent(), ["describe", "enable expiresAt", "describe"]);
    }
}

#[tokio::test]
async fn a_race_with_another_attribute_is_a_mismatch() {
    let scene = scene([is("DISABLED", ""), on_another("ttl"), is("ENABLED", "ttl")]);
    let error = scene.ttl.ensure().await.unwrap_err();
    assert!(error.is_ttl_mismatch());
    assert_eq!(error.ttl_attribute(), Some("ttl"));
    assert_eq!(scene.sent(), ["describe", "enable expiresAt", "describe"]);
}

/// Neither a loop nor a success when the table contradicts itself.
#[tokio::test]
async fn already_enabled_but_not_so_is_the_services_error() {
    let scene = scene([is("DISABLED", ""), already_enabled(), is("DISABLED", "")]);
    let error = scene.ttl.ensure().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Service);
    assert_eq!(
        error.to_string(),
        "UpdateTimeToLive on `sessions`: TimeToLive is already enabled (ValidationException)"
    );
    assert_eq!(scene.sent(), ["describe", "enable expiresAt", "describe"]);
}

/// A refusal is forgotten once the setting has moved on.
#[tokio::test]
async fn a_race_that_disables_again_is_sat_out() {
    let scene = scene([
        is("DISABLED", ""),
        already_enabled(),
        is("DISABLING", "expiresAt"),
        is("DISABLED", ""),
        accepted(),
    ]);
    assert_eq!(scene.ttl.ensure().await.unwrap(), Done::Enabled);
    assert_eq!(
        scene.sent(),
        [
            "describe",
            "enable expiresAt",
            "describe",
            "describe",
            "enable expiresAt"
        ]
    );
}

/// The change arrived, its answer did not, and the SDK's repetition met its own work.
#[tokio::test]
async fn a_lost_answer_is_success() {
    let scene = scene([
        is("DISABLED", ""),
        Answer::FailBefore(500),
        already_enabled(),
        is("ENABLED", "expiresAt"),
    ]);
    assert_eq!(scene.ttl.ensure().await.unwrap(), Done::AlreadyEnabled);
    assert_eq!(
        scene.sent(),
        [
            "describe",
            "enable expiresAt",
            "enable expiresAt",
            "describe"
        ]
    );
}

#[tokio::test]
async fn an_unknown_outcome_is_looked_up() {
    let fails = || (0..3).map(|_| Answer::FailBefore(500));
    let lost = scene(
        std::iter::once(is("DISABLED", ""))
            .chain(fails())
            .chain([is("ENABLING", "expiresAt")]),
    );
    assert_eq!(lost.ttl.ensure().await.unwrap(), Done::AlreadyEnabled);
    let failed = scene(
        std::iter::once(is("DISABLED", ""))
            .chain(fails())
            .chain([is("DISABLED", "")]),
    );
    let error = failed.ttl.ensure().await.unwrap_err();
    assert_eq!(error.code(), Some("InternalServerError"));
    assert_eq!(
        failed.sent(),
        [
            "describe",
            "enable expiresAt",
            "enable expiresAt",
            "enable expiresAt",
            "describe"
        ]
    );
}

#[tokio::test]
async fn a_broken_connection_is_looked_up() {
    let scene = scene([
        is("DISABLED", ""),
        Answer::Break,
        Answer::Break,
        Answer::Break,
        is("ENABLED", "expiresAt"),
    ]);
    assert_eq!(scene.ttl.ensure().await.unwrap(), Done::AlreadyEnabled);
}

/// U12, on an engine, from all sides at once: one change is made, nobody fails.
#[tokio::test]
async fn many_at_once_all_succeed() {
    let fixture = Fixture::new();
    if fixture.has(EngineFault::TtlRepetitionAccepted) {
        return;
    }
    let sessions = fixture.create::<Session>().await;
    assert_eq!(sessions.ttl().disable().await.unwrap(), Done::Disabled);
    let calls = (0..8).map(|_| tokio::spawn(sessions.ttl().ensure()));
    let done = futures_util::future::join_all(calls.collect::<Vec<_>>()).await;
    let done: Vec<Done> = done
        .into_iter()
        .map(|done| done.unwrap().unwrap())
        .collect();
    let enabled = done.iter().filter(|done| **done == Done::Enabled).count();
    let already = done
        .iter()
        .filter(|done| **done == Done::AlreadyEnabled)
        .count();
    assert_eq!((enabled, already), (1, 7), "{done:?}");
    assert!(sessions.ttl().verify().await.unwrap().matches());
}
