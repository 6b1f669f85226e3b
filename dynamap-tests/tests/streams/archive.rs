//! Expired items in a file.

use std::fs;
use std::path::PathBuf;

use dynamap::streams::{Archive, NdjsonFile, Record, write_item_line};
use dynamap::{DynamoItem as _, ErrorKind};
use serde_json::Value;

use crate::order::{EVENT, Order, VIEW_TYPES, records};

/// A path of its own for each test.
fn path(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("archive-{name}.ndjson"));
    let _ = fs::remove_file(&path);
    path
}

/// The two expiries of the recorded events are of one item, the second in a replica.
const LINE: &str = r#"{"Item":{"expires_at":{"N":"1480728420"},"id":{"S":"order-102"},"status":{"S":"Pending"},"updated_at":{"N":"1480642020000"}}}"#;

#[tokio::test]
async fn expired_items_are_lines_of_dynamodb_json() {
    let path = path("lines");
    let mut archive = Archive::new(NdjsonFile::open(&path).unwrap());
    assert_eq!(archive.apply::<Order>(&records(EVENT)).await.unwrap(), 2);
    assert_eq!(
        fs::read_to_string(&path).unwrap(),
        format!("{LINE}\n{LINE}\n")
    );
    // Nothing expired, nothing written.
    assert_eq!(
        archive.apply::<Order>(&records(EVENT)[..3]).await.unwrap(),
        0
    );
    assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 2);
    // A second delivery adds equal lines.
    assert_eq!(archive.apply::<Order>(&records(EVENT)).await.unwrap(), 2);
    let text = fs::read_to_string(archive.sink().path()).unwrap();
    assert_eq!(text, format!("{LINE}\n").repeat(4));
}

#[test]
fn a_line_is_exactly_what_was_stored() {
    let image = records(EVENT)[0].new_item().unwrap().clone();
    let mut line = String::new();
    write_item_line(&image, &mut line).unwrap();
    let written: Value = serde_json::from_str(&line).unwrap();
    let event: Value = serde_json::from_str(EVENT).unwrap();
    assert_eq!(written["Item"], event["Records"][0]["dynamodb"]["NewImage"]);
    // The same text each time, whatever the order of the map.
    for _ in 0..20 {
        let copy = image
            .iter()
            .map(|(name, value)| (name.clone(), value.clone()));
        let mut again = String::new();
        write_item_line(&copy.collect(), &mut again).unwrap();
        assert_eq!(again, line);
    }
    assert!(line.contains(r#""total":{"N":"19.90"}"#), "{line}");
    assert!(line.ends_with("}}\n") && line.matches('\n').count() == 1);
    assert_eq!(Order::from_item(&image).unwrap(), Order::of_every_type());
}

#[tokio::test]
async fn a_file_goes_on_and_loses_a_torn_line() {
    let path = path("torn");
    fs::write(&path, format!("{LINE}\n{}", &LINE[..40])).unwrap();
    let mut archive = Archive::new(NdjsonFile::open(&path).unwrap());
    assert_eq!(fs::read_to_string(&path).unwrap(), format!("{LINE}\n"));
    archive.apply::<Order>(&records(EVENT)[3..4]).await.unwrap();
    assert_eq!(
        fs::read_to_string(&path).unwrap(),
        format!("{LINE}\n{LINE}\n")
    );
    drop(archive);

    // A first line of more than one piece, cut in the middle.
    fs::write(&path, "x".repeat(200_000)).unwrap();
    drop(NdjsonFile::open(&path).unwrap());
    assert_eq!(fs::read_to_string(&path).unwrap(), "");
    fs::write(&path, format!("{LINE}\n{}", "x".repeat(200_000))).unwrap();
    drop(NdjsonFile::open(&path).unwrap());
    assert_eq!(fs::read_to_string(&path).unwrap(), format!("{LINE}\n"));
}

#[test]
fn a_file_has_one_writer() {
    let path = path("locked");
    let first = NdjsonFile::open(&path).unwrap();
    let error = NdjsonFile::open(&path).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Archive);
    assert_eq!(
        error.to_string(),
        format!(
            "the archive `{}` is open elsewhere: give each writer a file of its own",
            path.display()
        )
    );
    drop(first);
    NdjsonFile::open(&path).unwrap();
    let error = NdjsonFile::open(path.join("below")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Archive);
}

#[tokio::test]
async fn an_expiry_without_its_item_is_an_error_that_names_the_view_type() {
    let path = path("views");
    let expiries: Vec<Record> = records(VIEW_TYPES)
        .into_iter()
        .filter(Record::is_expiry_of::<Order>)
        .collect();
    let mut archive = Archive::new(NdjsonFile::open(&path).unwrap());
    let mut outcomes = Vec::new();
    for record in &expiries {
        let outcome = archive.apply::<Order>(std::slice::from_ref(record)).await;
        outcomes.push(outcome.map_err(|error| error.kind()));
    }
    // KEYS_ONLY and NEW_IMAGE; OLD_IMAGE and NEW_AND_OLD_IMAGES, each with a REMOVE behind its TTL too.
    assert_eq!(
        outcomes,
        [
            Err(ErrorKind::ImageMissing),
            Err(ErrorKind::ImageMissing),
            Ok(1),
            Ok(1),
            Ok(1),
            Ok(1)
        ]
    );
}
