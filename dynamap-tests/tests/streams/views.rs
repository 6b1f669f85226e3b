//! FC-120: what each view type leaves out, and the error that says what to set.

use aws_sdk_dynamodb::types::StreamViewType;
use dynamap::ErrorKind;
use dynamap::streams::{Record, RecordKind};

use crate::order::{Order, VIEW_TYPES, records};

/// The records of a view type: an insertion, a modification, a removal, an expiry.
fn of(view: &StreamViewType) -> Vec<Record> {
    let records = records(VIEW_TYPES);
    let records: Vec<Record> = records
        .into_iter()
        .filter(|record| record.view() == Some(view))
        .collect();
    let kinds: Vec<RecordKind> = records.iter().map(Record::kind).collect();
    assert_eq!(
        kinds,
        [
            RecordKind::Insert,
            RecordKind::Modify,
            RecordKind::Remove,
            RecordKind::Expire
        ]
    );
    records
}

/// `+` for an item, `.` for none, `!` for the error of a missing image.
fn found<T>(results: impl Iterator<Item = dynamap::Result<Option<T>>>) -> String {
    results
        .map(|result| match result {
            Ok(Some(_)) => '+',
            Ok(None) => '.',
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::ImageMissing);
                assert!(error.is_image_missing());
                '!'
            }
        })
        .collect()
}

#[test]
fn each_view_type_has_its_images() {
    for (view, changes, new, old) in [
        (StreamViewType::KeysOnly, "!!!!", "!!..", ".!!!"),
        (StreamViewType::NewImage, "+!!!", "++..", ".!!!"),
        (StreamViewType::OldImage, "!!++", "!!..", ".+++"),
        (StreamViewType::NewAndOldImages, "++++", "++..", ".+++"),
    ] {
        let records = of(&view);
        let found_changes = records
            .iter()
            .map(|record| record.change::<Order>().map(Some));
        assert_eq!(found(found_changes), changes, "{view:?}");
        assert_eq!(
            found(records.iter().map(Record::new_image::<Order>)),
            new,
            "{view:?}"
        );
        assert_eq!(
            found(records.iter().map(Record::old_image::<Order>)),
            old,
            "{view:?}"
        );
        for record in &records {
            assert_eq!(record.keys().len(), 1, "{view:?}");
        }
    }
}

#[test]
fn the_error_names_the_view_type_to_set() {
    let keys_only = of(&StreamViewType::KeysOnly);
    let text = |index: usize| keys_only[index].change::<Order>().unwrap_err().to_string();
    let remedy = "which takes disabling the stream and enabling it anew, or read `keys` and the image that is there";
    assert_eq!(
        text(0),
        format!(
            "a record of kind INSERT has no new image, for the stream's view type is `KEYS_ONLY`: set `NEW_AND_OLD_IMAGES` (or `NEW_IMAGE`), {remedy}"
        )
    );
    assert_eq!(
        text(1),
        format!(
            "a record of kind MODIFY has no old image, for the stream's view type is `KEYS_ONLY`: set `NEW_AND_OLD_IMAGES`, {remedy}"
        )
    );
    assert_eq!(
        text(3),
        format!(
            "a record of kind REMOVE has no old image, for the stream's view type is `KEYS_ONLY`: set `NEW_AND_OLD_IMAGES` (or `OLD_IMAGE`), {remedy}"
        )
    );
    let unknown = keys_only[2].event().clone();
    let unknown = Record::new(RecordKind::Remove, keys_only[2].keys().clone(), unknown);
    assert_eq!(
        unknown.change::<Order>().unwrap_err().to_string(),
        format!(
            "a record of kind REMOVE has no old image, for the stream's view type leaves it out: set `NEW_AND_OLD_IMAGES` (or `OLD_IMAGE`), {remedy}"
        )
    );
}
