//! Tables whose TTL cannot be changed, or not now.

use std::time::Duration;

use dynamap::ErrorKind;
use dynamap::time::PointInTime;
use dynamap::ttl::{Done, TimeToLive};
use dynamap_tests::{Answer, Fixture, START};
use serde_json::json;

use crate::scene::{Session, accepted, invalid, is, scene, too_soon};

/// U08, FC-96.
#[tokio::test]
async fn a_change_within_the_hour_says_when_to_try_again() {
    let scene = scene([is("DISABLED", ""), too_soon()]);
    let error = scene.ttl.ensure().await.unwrap_err();
    assert!(error.is_ttl_changed_recently());
    let after = (START + Duration::from_hours(1)).to_moment();
    assert_eq!(error.retry_after(), Some(after));
    assert_eq!(
        error.to_string(),
        "UpdateTimeToLive on `sessions`: `expiresAt`: the TTL setting was changed within the hour, and \
         DynamoDB takes one change per hour: try again after 2026-11-30T13:00:00Z; until then TTL is off \
         (ValidationException)"
    );
    assert_eq!(scene.sent(), ["describe", "enable expiresAt"]);
    assert_eq!(scene.pauses(), [0; 0]);
}

#[tokio::test]
async fn the_hour_is_waited_out_when_asked() {
    let scene = scene([
        is("DISABLED", ""),
        too_soon(),
        is("DISABLED", ""),
        too_soon(),
        is("DISABLED", ""),
        accepted(),
    ]);
    let ttl = scene.ttl.wait_at_most(Duration::from_hours(2));
    assert_eq!(ttl.ensure().await.unwrap(), Done::Enabled);
    assert_eq!(
        scene.sent(),
        [
            "describe",
            "enable expiresAt",
            "describe",
            "enable expiresAt",
            "describe",
            "enable expiresAt"
        ]
    );
    assert_eq!(scene.pauses(), [300, 300]);
}

/// Somebody else may finish meanwhile: the setting is read again before each attempt.
#[tokio::test]
async fn while_the_hour_is_waited_out_somebody_else_may_enable_it() {
    let scene = scene([is("DISABLED", ""), too_soon(), is("ENABLED", "expiresAt")]);
    let ttl = scene.ttl.wait_at_most(Duration::from_hours(2));
    assert_eq!(ttl.ensure().await.unwrap(), Done::AlreadyEnabled);
    assert_eq!(scene.sent(), ["describe", "enable expiresAt", "describe"]);
}

#[tokio::test]
async fn the_wait_for_the_hour_ends_too() {
    let answers = (0..4).flat_map(|_| [is("DISABLED", ""), too_soon()]);
    let scene = scene(answers);
    let ttl = scene.ttl.wait_at_most(Duration::from_mins(20));
    let error = ttl.ensure().await.unwrap_err();
    assert!(error.is_ttl_changed_recently());
    assert_eq!(scene.sent().len(), 8);
    assert_eq!(scene.pauses(), [300; 3]);
}

/// U09.
#[tokio::test]
async fn a_missing_table_is_its_own_error() {
    let fixture = Fixture::new();
    let ttl = fixture.table::<Session>().ttl();
    for error in [
        ttl.status().await.unwrap_err(),
        ttl.verify().await.unwrap_err(),
        ttl.ensure().await.unwrap_err(),
        ttl.rename().await.unwrap_err(),
        ttl.disable().await.unwrap_err(),
        ttl.plan().await.unwrap_err(),
    ] {
        assert!(error.is_table_not_found(), "{error}");
        assert_eq!(error.code(), Some("ResourceNotFoundException"));
        assert_eq!(
            (error.operation(), error.table()),
            ("DescribeTimeToLive", "sessions")
        );
    }
    assert_eq!(fixture.requests().operations(), ["DescribeTimeToLive"; 6]);
}

#[tokio::test]
async fn a_table_that_is_being_created_is_its_own_error() {
    let text = "the table is being created or changed: set up TTL when it is active";
    let described = scene([invalid(
        "Cannot describe time to live while table is in CREATING state",
    )]);
    let error = described.ttl.ensure().await.unwrap_err();
    assert!(error.is_table_in_use());
    assert_eq!(
        error.to_string(),
        format!("DescribeTimeToLive on `sessions`: {text} (ValidationException)")
    );
    assert_eq!(described.sent(), ["describe"]);

    let updated = scene([
        is("DISABLED", ""),
        Answer::refuse(
            "ResourceInUseException",
            "Attempt to change a resource which is still in use: Table is being created: sessions",
        ),
    ]);
    let error = updated.ttl.ensure().await.unwrap_err();
    assert!(error.is_table_in_use());
    assert_eq!(
        error.to_string(),
        format!("UpdateTimeToLive on `sessions`: {text} (ResourceInUseException)")
    );
    assert_eq!(updated.sent(), ["describe", "enable expiresAt"]);
}

/// The text of this refusal is not documented, so the table is asked.
#[tokio::test]
async fn a_global_table_with_strong_consistency_is_its_own_error() {
    let refused = || invalid("Time to live is not possible here");
    let strong = || Answer::Json(json!({"Table": {"MultiRegionConsistency": "STRONG"}}));
    let text = "the table is a global table with multi-Region strong consistency, which has no TTL: delete \
                expired items yourself, or use a global table with eventual consistency (ValidationException)";

    let updated = scene([is("DISABLED", ""), refused(), strong()]);
    let error = updated.ttl.ensure().await.unwrap_err();
    assert!(error.is_ttl_unsupported());
    assert_eq!(
        error.to_string(),
        format!("UpdateTimeToLive on `sessions`: {text}")
    );
    assert_eq!(
        updated.sent(),
        ["describe", "enable expiresAt", "describe table"]
    );

    let described = scene([refused(), strong()]);
    let error = described.ttl.status().await.unwrap_err();
    assert!(error.is_ttl_unsupported());
    assert_eq!(
        error.to_string(),
        format!("DescribeTimeToLive on `sessions`: {text}")
    );
}

#[tokio::test]
async fn other_refusals_are_passed_on() {
    for table in [
        json!({"Table": {"MultiRegionConsistency": "EVENTUAL"}}),
        json!({"Table": {}}),
    ] {
        let scene = scene([
            is("DISABLED", ""),
            invalid("1 validation error detected"),
            Answer::Json(table),
        ]);
        let error = scene.ttl.ensure().await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Service);
        assert_eq!(
            error.to_string(),
            "UpdateTimeToLive on `sessions`: 1 validation error detected (ValidationException)"
        );
    }
    let denied = scene([
        is("DISABLED", ""),
        Answer::refuse(
            "AccessDeniedException",
            "User is not authorized to perform: dynamodb:UpdateTimeToLive",
        ),
    ]);
    let error = denied.ttl.ensure().await.unwrap_err();
    assert_eq!(error.code(), Some("AccessDeniedException"));
    assert_eq!(denied.sent(), ["describe", "enable expiresAt"]);
}

#[tokio::test]
async fn throttling_is_retried_then_told() {
    let throttle = || Answer::refuse("ThrottlingException", "Rate exceeded");
    let scene = scene([throttle(), throttle(), throttle()]);
    let error = scene.ttl.ensure().await.unwrap_err();
    assert!(error.is_throttled());
    assert_eq!(scene.sent(), ["describe"; 3]);
}

#[tokio::test]
async fn an_attribute_without_a_name_is_refused_before_anything_is_sent() {
    let fixture = Fixture::new();
    let ttl = TimeToLive::new(fixture.client(), "sessions", "");
    for error in [
        ttl.ensure().await.unwrap_err(),
        ttl.rename().await.unwrap_err(),
        ttl.disable().await.unwrap_err(),
        ttl.plan().await.unwrap_err(),
    ] {
        assert_eq!(error.kind(), ErrorKind::InvalidRequest);
        assert_eq!(
            error.to_string(),
            "UpdateTimeToLive on `sessions`: the TTL attribute has no name"
        );
    }
    assert_eq!(fixture.requests().operations(), [""; 0]);
}
