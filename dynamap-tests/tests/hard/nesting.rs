//! Values in values in values.

use dynamap::{DynamoItem, DynamoValue, Table};
use dynamap_tests::Fixture;

#[derive(Debug, Clone, PartialEq, DynamoValue)]
struct Branch {
    inner: Option<Box<Branch>>,
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "trees")]
struct Tree {
    #[partition_key]
    id: String,
    root: Option<Box<Branch>>,
}

/// A tree of `levels` maps.
fn tree(levels: usize) -> Tree {
    let mut root = None;
    for _ in 0..levels {
        root = Some(Box::new(Branch { inner: root }));
    }
    Tree {
        id: levels.to_string(),
        root,
    }
}

#[tokio::test]
async fn values_as_deep_as_dynamodb_takes_are_stored_and_read() {
    let fixture = Fixture::new();
    let trees = fixture.create::<Tree>().await;
    for levels in 29..=31 {
        let given = tree(levels);
        trees.put(&given).await.unwrap();
        let stored = trees.get(levels.to_string()).await.unwrap();
        assert_eq!(stored, Some(given));
    }
}

#[tokio::test]
async fn deeper_values_are_an_error_and_no_overflow_of_the_stack() {
    let fixture = Fixture::embedded();
    fixture.create::<Tree>().await;
    // The requests are not noted: they are deeper than what reads them.
    let trees = Table::<Tree>::new(&fixture.raw_client());
    for levels in [33, 64, 128, 1000] {
        let error = trees.put(tree(levels)).await.unwrap_err();
        assert_eq!(error.code(), Some("ValidationException"), "{levels}");
        assert_eq!(trees.get(levels.to_string()).await.unwrap(), None);
    }
}
