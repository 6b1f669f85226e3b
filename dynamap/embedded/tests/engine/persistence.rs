use std::error::Error as _;
use std::path::PathBuf;

use dynamap_embedded::Engine;

use crate::support::{create_orders, get, key, order, put};

/// A directory of its own under cargo's place for the files of integration tests, empty at the
/// start.
fn directory(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

#[tokio::test]
async fn a_file_is_there_again_when_it_is_opened_again() {
    let file = directory("reopened").join("orders.db");
    {
        let client = Engine::open(&file).unwrap().client();
        create_orders(&client).await;
        put(&client, order("ada", 1, "open", 7)).await;
    }
    let client = Engine::open(&file).unwrap().client();
    assert_eq!(
        get(&client, key("ada", 1)).await,
        Some(order("ada", 1, "open", 7))
    );
}

#[test]
fn a_path_that_cannot_be_opened_says_what_failed_and_why() {
    let file = directory("unopened").join("missing").join("orders.db");
    let error = Engine::open(&file).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the embedded engine could not open the database file"
    );
    assert!(
        error
            .source()
            .is_some_and(|cause| cause.to_string().contains("unable to open")),
        "{error:?}"
    );
}

#[test]
fn a_file_that_is_no_database_is_refused_and_left_as_it_was() {
    let file = directory("foreign").join("notes.txt");
    let text =
        "not a database, and longer than a page header of SQLite would need to be".repeat(20);
    std::fs::write(&file, &text).unwrap();
    assert!(Engine::open(&file).is_err());
    assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
}
