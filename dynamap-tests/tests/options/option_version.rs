//! `#[version]`: the conditions of put, update and delete, and what they mean when they fail.

use aws_sdk_dynamodb::types::AttributeValue;
use dynamap::{DynamoItem, ErrorKind};
use dynamap_tests::Fixture;
use time::OffsetDateTime;

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "docs")]
struct Doc {
    #[partition_key]
    id: String,
    text: String,
    #[version]
    #[dynamo(rename = "v")]
    version: u64,
}

fn doc(version: u64) -> Doc {
    Doc {
        id: "d".to_owned(),
        text: "x".to_owned(),
        version,
    }
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "maybe")]
struct Maybe {
    #[partition_key]
    id: String,
    #[version]
    version: Option<i64>,
    #[ttl(seconds, after = "1h")]
    expires_at: Option<OffsetDateTime>,
}

fn maybe(version: Option<i64>) -> Maybe {
    Maybe {
        id: "m".to_owned(),
        version,
        expires_at: None,
    }
}

/// Stores an item behind the mapper's back.
async fn store(fixture: &Fixture, table: &str, id: &str, version: Option<(&str, AttributeValue)>) {
    let client = fixture.raw_client();
    let mut put = client
        .put_item()
        .table_name(table)
        .item("id", AttributeValue::S(id.to_owned()))
        .item("text", AttributeValue::S("x".to_owned()));
    if let Some((name, value)) = version {
        put = put.item(name, value);
    }
    put.send().await.unwrap();
}

// V01, V03, V04, V14, V23, V26, V29, FC-9: new is 1, then n + 1 on the condition that n is stored.
#[tokio::test]
async fn a_put_counts_from_one() {
    let fixture = Fixture::new();
    let docs = fixture.create::<Doc>().await;
    let first = docs.put(doc(0)).send().await.unwrap();
    let request = fixture.requests().only();
    assert_eq!(request.condition(), "attribute_not_exists(v) OR v = 0");
    assert_eq!(request.item()["v"]["N"], "1");
    assert_eq!(first.version, 1);
    let second = docs.put(&first).send().await.unwrap();
    let request = fixture.requests().only();
    assert_eq!(request.condition(), "v = 1");
    assert_eq!(request.item()["v"]["N"], "2");
    assert_eq!(docs.put(&second).send().await.unwrap().version, 3);
}

#[tokio::test]
async fn with_a_ttl_the_item_has_to_be_live() {
    let fixture = Fixture::new();
    let table = fixture.create::<Maybe>().await;
    let first = table.put(maybe(None)).send().await.unwrap();
    assert_eq!(
        fixture.requests().only().condition(),
        "attribute_not_exists(version) OR expires_at <= 1796040000"
    );
    let zero = table.put(maybe(Some(0))).send().await.unwrap_err();
    assert_eq!(
        fixture.requests().only().condition(),
        "attribute_not_exists(version) OR version = 0 OR expires_at <= 1796040000"
    );
    assert_eq!(zero.kind(), ErrorKind::AlreadyExists);
    table.put(&first).send().await.unwrap();
    assert_eq!(
        fixture.requests().only().condition(),
        "version = 1 AND NOT expires_at <= 1796040000"
    );

    fixture.clock().advance(std::time::Duration::from_hours(1));
    let error = table.put(&first).send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    assert!(error.is_expired());
    let fresh = table.put(maybe(None)).send().await.unwrap();
    assert_eq!(fresh.version, Some(1));
}

// FC-104, V28: a second blind put meets the first.
#[tokio::test]
async fn a_new_put_does_not_overwrite() {
    let fixture = Fixture::new();
    let docs = fixture.create::<Doc>().await;
    docs.put(doc(0)).send().await.unwrap();
    let error = docs.put(doc(0)).send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AlreadyExists);
    assert_eq!(error.versions(), Some((0, Some(1))));
    assert_eq!(error.current::<Doc>().unwrap().unwrap(), doc(1));
}

// V24: stale is told from everything else, with the stored item.
#[tokio::test]
async fn a_stale_copy_is_a_version_conflict() {
    let fixture = Fixture::new();
    let docs = fixture.create::<Doc>().await;
    let first = docs.put(doc(0)).send().await.unwrap();
    docs.put(&first).send().await.unwrap();
    let mut error = docs.put(first.clone()).send().await.unwrap_err();
    assert!(error.is_version_conflict());
    assert_eq!(error.versions(), Some((1, Some(2))));
    assert_eq!(error.current::<Doc>().unwrap().unwrap(), doc(2));
    assert_eq!(error.given::<Doc>(), Some(first));
    assert_eq!(
        error.to_string(),
        "PutItem on `docs`: the stored version is 2 and 1 was expected: read the item, apply the change \
         again, and write it"
    );
}

// V27: no item where a version was expected.
#[tokio::test]
async fn a_version_of_nothing_is_not_found() {
    let fixture = Fixture::new();
    let docs = fixture.create::<Doc>().await;
    let put = docs.put(doc(3)).send().await.unwrap_err();
    let update = docs.update("d").if_version(3).send().await.unwrap_err();
    let delete = docs.delete("d").if_version(3).send().await.unwrap_err();
    for error in [put, update, delete] {
        assert_eq!(error.kind(), ErrorKind::NotFound);
    }
    assert_eq!(docs.scan().count().await.unwrap(), 0);
}

// V16: an update counts by itself, or from the version it expects.
#[tokio::test]
async fn an_update_counts_too() {
    let fixture = Fixture::new();
    let docs = fixture.create::<Doc>().await;
    let first = docs.create(doc(0)).send().await.unwrap();
    fixture.requests().clear();
    docs.update("d").send().await.unwrap();
    let request = fixture.requests().only();
    assert_eq!(request.update(), "SET v = if_not_exists(v, 0) + 1");
    assert_eq!(request.condition(), "attribute_exists(id)");
    let third = docs.update("d").if_version(2).send().await.unwrap();
    let request = fixture.requests().only();
    assert_eq!(request.update(), "SET v = 3");
    assert_eq!(request.condition(), "v = 2");
    assert_eq!(third.version, 3);
    let error = docs
        .update("d")
        .if_unchanged(&first)
        .send()
        .await
        .unwrap_err();
    assert_eq!(fixture.requests().only().condition(), "v = 1");
    assert_eq!(error.versions(), Some((1, Some(3))));
}

// V20: the caller's condition is joined, and is told apart from the version.
#[tokio::test]
async fn the_callers_condition_is_joined() {
    let fixture = Fixture::new();
    let docs = fixture.create::<Doc>().await;
    docs.create(doc(0)).send().await.unwrap();
    fixture.requests().clear();
    let error = docs
        .put(doc(1))
        .condition(Doc::TEXT.eq("y") | Doc::TEXT.eq("z"))
        .send()
        .await
        .unwrap_err();
    assert_eq!(
        fixture.requests().only().condition(),
        "v = 1 AND (text = 'y' OR text = 'z')"
    );
    assert_eq!(error.kind(), ErrorKind::ConditionFailed);
}

#[tokio::test]
async fn a_put_can_expect_another_version_than_it_carries() {
    let fixture = Fixture::new();
    let docs = fixture.create::<Doc>().await;
    docs.create(doc(0)).send().await.unwrap();
    docs.update("d").send().await.unwrap();
    let stored = docs.put(doc(0)).if_version(2).send().await.unwrap();
    assert_eq!(stored.version, 3);
    let stored = docs.put(doc(0)).if_unchanged(&stored).send().await.unwrap();
    assert_eq!(stored.version, 4);
    let stored = docs.replace(doc(9)).if_version(4).send().await.unwrap();
    assert_eq!(stored.version, 5);
}

// FC-103, V02: absent, 0 and NULL read as "not stored yet" and can be saved.
#[tokio::test]
async fn items_without_a_version_can_be_saved() {
    let fixture = Fixture::new();
    let docs = fixture.create::<Doc>().await;
    for stored in [
        None,
        Some(AttributeValue::N("0".to_owned())),
        Some(AttributeValue::Null(true)),
    ] {
        let version = stored.clone().map(|value| ("v", value));
        store(&fixture, "docs", "d", version).await;
        let read = docs.get("d").send().await.unwrap().unwrap();
        assert_eq!(read, doc(0), "{stored:?}");
        let saved = docs.put(&read).send().await.unwrap();
        assert_eq!(saved.version, 1, "{stored:?}");
    }
}

// A NULL version takes a second request, on the condition that it is still NULL.
#[tokio::test]
async fn a_null_version_is_replaced_by_a_second_request() {
    let fixture = Fixture::new();
    let table = fixture.create::<Maybe>().await;
    let null = Some(("version", AttributeValue::Null(true)));
    store(&fixture, "maybe", "m", null.clone()).await;
    table.put(maybe(None)).send().await.unwrap();
    let sent = fixture.requests().take();
    assert_eq!(sent.len(), 2);
    assert_eq!(
        sent[1].condition(),
        r#"version = {"NULL":true} AND NOT expires_at <= 1796040000"#
    );
    store(&fixture, "maybe", "m", null).await;
    let put = table.put(maybe(None)).condition(Maybe::ID.eq("other"));
    let error = put.send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ConditionFailed);
}

#[tokio::test]
async fn an_update_of_an_unversioned_copy_wants_an_unversioned_item() {
    let fixture = Fixture::new();
    let docs = fixture.create::<Doc>().await;
    store(&fixture, "docs", "d", None).await;
    let read = docs.get("d").send().await.unwrap().unwrap();
    let update = || docs.update("d").if_unchanged(&read);
    fixture.requests().clear();
    assert_eq!(update().send().await.unwrap().version, 1);
    assert_eq!(
        fixture.requests().only().condition(),
        "attribute_exists(id) AND (attribute_not_exists(v) OR v = 0)"
    );
    let error = update().send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::VersionConflict);
    assert_eq!(error.versions(), Some((0, Some(1))));
}

// V10: a version of another type is an item that exists, and unreadable.
#[tokio::test]
async fn a_version_of_another_type_is_no_version() {
    let fixture = Fixture::new();
    let docs = fixture.create::<Doc>().await;
    let text = Some(("v", AttributeValue::S("1".to_owned())));
    store(&fixture, "docs", "d", text).await;
    let error = docs.put(doc(0)).send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AlreadyExists);
    assert!(error.current::<Doc>().unwrap().unwrap_err().is_decode());
    assert!(error.current_item().is_some());
    let error = docs.put(doc(1)).send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::VersionConflict);
    assert_eq!(error.versions(), Some((1, None)));
    assert!(docs.get("d").send().await.unwrap_err().is_decode());
}

// V22, A12: a failed write changes nothing, here or there.
#[tokio::test]
async fn a_failed_write_leaves_the_copy_as_it_was() {
    let fixture = Fixture::new();
    let docs = fixture.create::<Doc>().await;
    docs.put(doc(0)).send().await.unwrap();
    let copy = doc(0);
    docs.put(&copy).send().await.unwrap_err();
    assert_eq!(copy, doc(0));
}

#[tokio::test]
async fn the_last_version_is_the_last() {
    let fixture = Fixture::new();
    let docs = fixture.create::<Doc>().await;
    let error = docs.put(doc(u64::MAX)).send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Encode);
    assert_eq!(error.attribute(), Some("v"));
    let error = docs
        .update("d")
        .if_version(u64::MAX)
        .send()
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Encode);
    assert!(fixture.requests().take().is_empty());
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "narrow")]
struct Narrow {
    #[partition_key]
    id: String,
    #[version]
    version: u32,
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "signed")]
struct Signed {
    #[partition_key]
    id: String,
    #[version]
    version: Option<i32>,
}

/// The version after the largest of its type could not be read back, so no write stores it.
#[tokio::test]
async fn the_largest_version_of_a_type_is_the_last() {
    let fixture = Fixture::new();
    let narrow = fixture.create::<Narrow>().await;
    let signed = fixture.create::<Signed>().await;
    let last =
        "the version has reached the largest value of its type: give the field a wider one, `u64`";
    let mut item = Narrow {
        id: "a".into(),
        version: u32::MAX,
    };
    let errors = [
        narrow.put(&item).send().await.unwrap_err(),
        narrow
            .update("a")
            .if_unchanged(&item)
            .send()
            .await
            .unwrap_err(),
        narrow.rekey(&item, &item).send().await.unwrap_err(),
        signed
            .put(Signed {
                id: "a".into(),
                version: Some(i32::MAX),
            })
            .send()
            .await
            .unwrap_err(),
    ];
    for error in errors {
        assert_eq!(error.kind(), ErrorKind::Encode);
        assert_eq!(error.attribute(), Some("version"));
        assert!(error.to_string().ends_with(last), "{error}");
    }
    assert_eq!(fixture.requests().operations(), [""; 0]);
    // The largest one itself is written, and reads back.
    fixture
        .raw_client()
        .put_item()
        .table_name("narrow")
        .item("id", AttributeValue::S("a".into()))
        .item("version", AttributeValue::N((u32::MAX - 1).to_string()))
        .send()
        .await
        .unwrap();
    item.version = u32::MAX - 1;
    assert_eq!(narrow.put(&item).send().await.unwrap().version, u32::MAX);
}
