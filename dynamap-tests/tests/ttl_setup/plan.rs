//! Plans: what a dry run prints, and what applying it does.

use dynamap::ttl::{Done, State, Step};
use dynamap_tests::Fixture;

use crate::scene::{Session, accepted, is, scene};

fn enable() -> Step {
    Step::Enable {
        attribute: "expiresAt".to_owned(),
    }
}

/// U12: the plan shows, `apply` does.
#[tokio::test]
async fn a_plan_shows_and_apply_does() {
    let fixture = Fixture::new();
    let ttl = fixture.create::<Session>().await.ttl();
    ttl.disable().await.unwrap();
    fixture.requests().clear();
    let plan = ttl.plan().await.unwrap();
    assert_eq!(plan.steps(), [enable()]);
    assert_eq!(plan.status().state(), State::Disabled);
    assert!(!plan.is_done());
    assert_eq!(
        plan.to_string(),
        "table `sessions`: TTL is disabled\n\
         1. enable TTL on `expiresAt` (UpdateTimeToLive); it takes about an hour to act everywhere"
    );
    assert_eq!(fixture.requests().operations(), ["DescribeTimeToLive"]);
    assert_eq!(ttl.status().await.unwrap().state(), State::Disabled);
    assert_eq!(plan.apply().await.unwrap(), Done::Enabled);
    let plan = ttl.plan().await.unwrap();
    assert!(plan.is_done());
    assert_eq!(
        plan.to_string(),
        "table `sessions`: TTL is enabled on `expiresAt`\nnothing to do"
    );
    assert_eq!(plan.apply().await.unwrap(), Done::AlreadyEnabled);
}

#[tokio::test]
async fn a_table_that_is_being_disabled_is_awaited() {
    let scene = scene([is("DISABLING", "expiresAt")]);
    let plan = scene.ttl.plan().await.unwrap();
    assert_eq!(plan.steps(), [Step::WaitUntilDisabled, enable()]);
    assert_eq!(
        plan.to_string(),
        "table `sessions`: TTL is being disabled\n\
         1. wait until TTL is disabled (DescribeTimeToLive)\n\
         2. enable TTL on `expiresAt` (UpdateTimeToLive); it takes about an hour to act everywhere"
    );
    assert_eq!(scene.sent(), ["describe"]);
}

#[tokio::test]
async fn a_plan_that_would_be_refused_says_so() {
    let scene = scene([is("ENABLED", "ttl"), is("ENABLED", "ttl")]);
    let plan = scene.ttl.plan().await.unwrap();
    assert!(plan.refusal().unwrap().is_ttl_mismatch());
    assert_eq!((plan.steps().len(), plan.is_done()), (0, false));
    assert!(
        plan.to_string().starts_with(
            "table `sessions`: TTL is enabled on `ttl`, not on the declared `expiresAt`\n\
             refused: `rename()` disables it, waits until it is disabled"
        ),
        "{plan}"
    );
    assert!(plan.apply().await.unwrap_err().is_ttl_mismatch());
    assert_eq!(scene.sent(), ["describe", "describe"]);
}

#[tokio::test]
async fn a_rename_is_planned_in_three_steps() {
    let scene = scene([is("ENABLED", "ttl")]);
    let plan = scene.ttl.plan_rename().await.unwrap();
    assert_eq!(
        plan.to_string(),
        "table `sessions`: TTL is enabled on `ttl`, not on the declared `expiresAt`\n\
         1. disable TTL on `ttl` (UpdateTimeToLive); deletes go on for about half an hour\n\
         2. wait until TTL is disabled (DescribeTimeToLive)\n\
         3. enable TTL on `expiresAt` (UpdateTimeToLive); it takes about an hour to act everywhere"
    );
    assert_eq!(scene.sent(), ["describe"]);
}

#[tokio::test]
async fn disabling_is_planned_too() {
    let scene = scene([is("ENABLED", "expiresAt"), is("DISABLED", "")]);
    let plan = scene.ttl.plan_disable().await.unwrap();
    let attribute = "expiresAt".to_owned();
    assert_eq!(plan.steps(), [Step::Disable { attribute }]);
    // Somebody else disables it between the plan and its application.
    assert_eq!(plan.apply().await.unwrap(), Done::AlreadyDisabled);
    assert_eq!(scene.sent(), ["describe", "describe"]);
}

#[tokio::test]
async fn a_plan_is_applied_to_the_table_as_it_is_then() {
    let scene = scene([is("ENABLED", "expiresAt"), is("DISABLED", ""), accepted()]);
    let plan = scene.ttl.plan().await.unwrap();
    assert!(plan.is_done());
    assert_eq!(plan.apply().await.unwrap(), Done::Enabled);
    assert_eq!(scene.sent(), ["describe", "describe", "enable expiresAt"]);
}
