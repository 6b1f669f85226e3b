//! Which images a record has, and what to set if it lacks one.

use aws_sdk_dynamodb::types::StreamViewType;

use super::RecordKind;
use crate::{Error, ErrorKind};

/// One of the two items of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Image {
    New,
    Old,
}

/// The error of a record without an image that its kind has.
pub(super) fn missing_image(
    kind: RecordKind,
    image: Image,
    view: Option<&StreamViewType>,
) -> Error {
    let (image, sufficient) = match image {
        Image::New => ("new", "`NEW_AND_OLD_IMAGES` (or `NEW_IMAGE`)"),
        Image::Old => ("old", "`NEW_AND_OLD_IMAGES` (or `OLD_IMAGE`)"),
    };
    let sufficient = match kind {
        RecordKind::Modify => "`NEW_AND_OLD_IMAGES`",
        _ => sufficient,
    };
    let view = match view {
        Some(view) => format!("the stream's view type is `{}`", view.as_str()),
        None => "the stream's view type leaves it out".to_owned(),
    };
    Error::new(
        ErrorKind::ImageMissing,
        format!(
            "a record of kind {kind} has no {image} image, for {view}: set {sufficient}, which takes \
             disabling the stream and enabling it anew, or read `keys` and the image that is there"
        ),
    )
}
