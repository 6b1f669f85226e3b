//! What a consumer checks before it starts.

use aws_sdk_dynamodb::types::StreamViewType;
use dynamap::ErrorKind;
use dynamap::streams::{Change, RollupClaims, Rollups};
use dynamap::ttl::Done;
use dynamap_tests::Fixture;
use serde_json::json;

use crate::support::{ClaimPage, Hourly, Reading, Scene, event, reading};

/// FC-120: a view without both images is refused at start-up.
#[tokio::test]
async fn fc_120_a_stream_without_both_images_is_refused_at_start_up() {
    for view in [
        StreamViewType::KeysOnly,
        StreamViewType::NewImage,
        StreamViewType::OldImage,
    ] {
        let scene = Scene::new().await;
        let readings = scene.fixture.table::<Reading>();
        readings
            .create_table()
            .stream(view.clone())
            .send()
            .await
            .unwrap();
        let error = scene.rollups.verify(&readings).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::ImageMissing);
        assert_eq!(
            error.to_string(),
            format!(
                "DescribeTable on `readings`: its stream has the view {}: a rollup needs NEW_AND_OLD_IMAGES, so disable the stream and enable it with that view",
                view.as_str()
            )
        );
    }
}

#[tokio::test]
async fn a_table_without_a_stream_is_refused_too() {
    let scene = Scene::new().await;
    let readings = scene.fixture.create::<Reading>().await;
    let error = scene.rollups.verify(&readings).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "DescribeTable on `readings`: it has no stream: enable one with the view NEW_AND_OLD_IMAGES"
    );
}

#[tokio::test]
async fn both_images_and_claims_that_expire_are_well() {
    let scene = Scene::new().await;
    let readings = scene.fixture.table::<Reading>();
    let view = StreamViewType::NewAndOldImages;
    readings.create_table().stream(view).send().await.unwrap();
    scene.rollups.verify(&readings).await.unwrap();
}

#[tokio::test]
async fn claims_that_would_never_expire_are_noticed() {
    let scene = Scene::new().await;
    let readings = scene.fixture.table::<Reading>();
    let view = StreamViewType::NewAndOldImages;
    readings.create_table().stream(view).send().await.unwrap();
    let pages = scene.fixture.table::<ClaimPage>();
    pages.delete_table().send().await.unwrap();
    // Made by hand, without TTL.
    let by_hand = pages.create_table().into_sdk().unwrap();
    by_hand.send().await.unwrap();
    let error = scene.rollups.verify(&readings).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TtlDisabled);
    assert_eq!(error.table(), "rollup_claims");
    assert_eq!(error.attribute(), Some("expires_at"));
    // What the error says to do.
    assert_eq!(scene.claims().ttl().ensure().await.unwrap(), Done::Enabled);
    scene.rollups.verify(&readings).await.unwrap();
}

#[tokio::test]
async fn the_table_of_claims_has_the_documented_layout_under_any_name() {
    let fixture = Fixture::new();
    let claims = RollupClaims::new(fixture.client()).table_name("counted");
    claims.create_table().await.unwrap();
    let sent = fixture.requests().take();
    let created = &sent[0];
    assert_eq!(created.operation, "CreateTable");
    assert_eq!(
        [
            created.get("TableName"),
            created.get("KeySchema"),
            created.get("AttributeDefinitions")
        ],
        [
            &json!("counted"),
            &json!([{"AttributeName": "page", "KeyType": "HASH"}]),
            &json!([{"AttributeName": "page", "AttributeType": "S"}])
        ]
    );
    let ttl = sent.last().unwrap();
    assert_eq!(ttl.operation, "UpdateTimeToLive");
    assert_eq!(
        ttl.get("TimeToLiveSpecification"),
        &json!({"AttributeName": "expires_at", "Enabled": true})
    );
    // There already, and ready to be written.
    let hourly = fixture.create::<Hourly>().await;
    let rollups = Rollups::new(&claims).rollup(&hourly);
    let change = Change::Inserted {
        new: reading("a", 0, 1.0),
        event: event(1),
    };
    rollups.apply([&change]).await.into_result().unwrap();
    let pages = fixture.table::<ClaimPage>().table_name("counted");
    assert_eq!(pages.scan().count().await.unwrap(), 1);
    assert_eq!(
        format!("{rollups:?}"),
        r#"Rollups { claims: "counted", rollups: ["hourly"], .. }"#
    );
}
