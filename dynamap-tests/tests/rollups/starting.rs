//! What a consumer checks before it starts.

use aws_sdk_dynamodb::types::StreamViewType;
use dynamap::streams::RollupClaim;
use dynamap::{DynamoItem, ErrorKind};

use crate::support::{Reading, Scene};

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
    let claims = scene.fixture.table::<RollupClaim>();
    claims.delete_table().send().await.unwrap();
    // Made by hand, without TTL.
    let by_hand = claims.create_table().into_sdk().unwrap();
    by_hand.send().await.unwrap();
    let error = scene.rollups.verify(&readings).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TtlDisabled);
    assert_eq!(error.table(), RollupClaim::SCHEMA.table);
}
