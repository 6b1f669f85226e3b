//! `disable()`.

use dynamap::ttl::{Done, State};
use dynamap_tests::Fixture;

use crate::scene::{Session, accepted, already_disabled, is, on_another, scene, too_soon};

#[tokio::test]
async fn enabled_is_disabled_with_one_update() {
    for state in ["ENABLED", "ENABLING"] {
        let scene = scene([is(state, "expiresAt"), accepted()]);
        assert_eq!(scene.ttl.disable().await.unwrap(), Done::Disabled);
        assert_eq!(scene.sent(), ["describe", "disable expiresAt"]);
    }
}

#[tokio::test]
async fn disabled_or_being_disabled_needs_no_call() {
    for (state, attribute) in [("DISABLED", ""), ("DISABLING", "expiresAt")] {
        let scene = scene([is(state, attribute)]);
        assert_eq!(scene.ttl.disable().await.unwrap(), Done::AlreadyDisabled);
        assert_eq!(scene.sent(), ["describe"]);
    }
}

#[tokio::test]
async fn another_attribute_is_left_alone() {
    let scene = scene([is("ENABLED", "ttl")]);
    let error = scene.ttl.disable().await.unwrap_err();
    assert!(error.is_ttl_mismatch());
    assert_eq!(
        error.to_string(),
        "DescribeTimeToLive on `sessions`: `expiresAt`: TTL is enabled on `ttl`, not on the declared \
         `expiresAt`: name that attribute to disable it"
    );
    assert_eq!(scene.sent(), ["describe"]);
}

#[tokio::test]
async fn races_are_looked_up() {
    let disabled = scene([
        is("ENABLED", "expiresAt"),
        already_disabled(),
        is("DISABLED", ""),
    ]);
    assert_eq!(disabled.ttl.disable().await.unwrap(), Done::AlreadyDisabled);
    assert_eq!(
        disabled.sent(),
        ["describe", "disable expiresAt", "describe"]
    );

    let moved = scene([
        is("ENABLED", "expiresAt"),
        on_another("ttl"),
        is("ENABLED", "ttl"),
    ]);
    let error = moved.ttl.disable().await.unwrap_err();
    assert_eq!(error.ttl_attribute(), Some("ttl"));
}

#[tokio::test]
async fn too_soon_says_when_to_try_again() {
    let scene = scene([is("ENABLED", "expiresAt"), too_soon()]);
    let error = scene.ttl.disable().await.unwrap_err();
    assert!(error.is_ttl_changed_recently());
    assert!(
        error
            .to_string()
            .contains("until then TTL stays on `expiresAt`"),
        "{error}"
    );
}

#[tokio::test]
async fn the_table_is_changed() {
    let fixture = Fixture::new();
    let ttl = fixture.create::<Session>().await.ttl();
    assert_eq!(ttl.disable().await.unwrap(), Done::Disabled);
    assert_eq!(ttl.status().await.unwrap().state(), State::Disabled);
    assert_eq!(ttl.disable().await.unwrap(), Done::AlreadyDisabled);
}
