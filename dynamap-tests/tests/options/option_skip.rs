//! `skip`: a field that is not stored.

use aws_sdk_dynamodb::types::AttributeValue;
use dynamap::DynamoItem;
use dynamap_tests::Fixture;
use serde_json::json;

fn cold() -> String {
    "cold".to_owned()
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "pages")]
struct Page {
    #[partition_key]
    id: String,
    #[dynamo(skip)]
    score: u64,
    #[dynamo(skip, default = cold)]
    cache: String,
}

// S44: absent both ways.
#[tokio::test]
async fn a_skipped_field_is_neither_written_nor_read() {
    let fixture = Fixture::new();
    let pages = fixture.create::<Page>().await;
    let page = Page {
        id: "p".to_owned(),
        score: 7,
        cache: "hot".to_owned(),
    };
    let stored = pages.put(&page).send().await.unwrap();
    assert_eq!(fixture.requests().only().item(), &json!({"id": {"S": "p"}}));
    assert_eq!((stored.score, stored.cache.as_str()), (0, "cold"));

    let mut item = page.to_item().unwrap();
    item.insert("score".to_owned(), AttributeValue::N("9".to_owned()));
    assert_eq!(Page::from_item(&item).unwrap().score, 0);
}

// An upsert leaves an attribute of that name alone.
#[tokio::test]
async fn an_upsert_does_not_remove_what_is_skipped() {
    let fixture = Fixture::new();
    let pages = fixture.create::<Page>().await;
    let page = Page {
        id: "p".to_owned(),
        score: 7,
        cache: cold(),
    };
    pages.upsert(&page).send().await.unwrap();
    let request = fixture.requests().only();
    assert_eq!(request.update(), "");
    assert_eq!(request.condition(), "");
}
