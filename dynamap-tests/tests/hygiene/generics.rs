//! Types with parameters.

use std::fmt::Debug;

use dynamap::{DynamoItem, DynamoValue};

use super::{number, round_trip};

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "envelopes",
    index(name = "by_sender", partition_key = "sender", sort_key = "sent_at")
)]
struct Envelope<T: Clone, const N: usize = 4>
where
    T: Send + PartialEq,
{
    #[partition_key]
    id: String,
    sender: String,
    #[ts(millis, auto_create)]
    sent_at: i64,
    body: T,
    digest: [u8; N],
    bodies: Vec<T>,
    #[version]
    version: u64,
}

#[derive(Debug, Clone, PartialEq, DynamoValue)]
struct Wrapper<T>(T);

#[derive(Debug, Clone, PartialEq, DynamoValue)]
struct Page<T, U = u32>
where
    U: Copy,
{
    elements: Vec<T>,
    next: Option<U>,
}

#[test]
fn items_and_values_may_be_generic() {
    let envelope = Envelope::<Page<Wrapper<u32>>, 2> {
        id: "a".into(),
        sender: "b".into(),
        sent_at: 1,
        body: Page {
            elements: vec![Wrapper(1), Wrapper(2)],
            next: Some(3),
        },
        digest: [1, 2],
        bodies: vec![],
        version: 4,
    };
    let stored = round_trip(&envelope);
    assert_eq!(stored["sent_at"], number("1"));
    let condition = Envelope::<u32, 4>::BODY.ge(5_u32) & Envelope::<u32, 4>::DIGEST.exists();
    let _: dynamap::Condition<Envelope<u32, 4>> = condition;
}

/// Parts of a parameter's type, which has a text.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "tagged",
    partition_key(attribute = "pk", prefix = "T", parts = ["tag"], bucket = day, of = "at"),
    sort_key(attribute = "sk", parts = ["at", "tag"]),
    index(
        name = "by_body",
        partition_key(attribute = "gsi1pk", parts = ["tag"], shards = 2),
        sort_key(attribute = "gsi1sk", parts = ["at"])
    )
)]
struct Tagged<K, B>
where
    K: Clone + PartialEq + dynamap::value::KeyText,
    B: PartialEq,
{
    tag: K,
    #[ts(millis)]
    at: i64,
    body: B,
}

#[test]
fn parts_may_be_generic() {
    let tagged = Tagged::<String, u32> {
        tag: "a".into(),
        at: 0,
        body: 1,
    };
    let stored = round_trip(&tagged);
    assert_eq!(stored["pk"], super::text("T#a#1970-01-01"));
    assert_eq!(stored["sk"], super::text("1970-01-01T00:00:00.000Z#a"));
    let key = TaggedKey::<String, u32>::from(&tagged);
    assert_eq!((key.tag.as_str(), key.at), ("a", 0));
}

/// Keys of several attributes, some of them of a parameter's type, and a name that the generated code could use.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "ranked",
    index(
        name = "by_owner",
        partition_key = ["owner", "r#type"],
        sort_key = ["self_", "at", "owner_rank"]
    )
)]
struct Ranked<K>
where
    K: Clone + PartialEq + dynamap::value::KeyValue,
{
    #[partition_key]
    id: String,
    owner: K,
    r#type: Option<String>,
    self_: K,
    #[ts(millis)]
    at: i64,
    owner_rank: u8,
}

#[tokio::test]
async fn keys_of_several_attributes_may_be_generic() {
    let fixture = dynamap_tests::Fixture::new();
    let ranked = fixture.create::<Ranked<String>>().await;
    let item = Ranked {
        id: "a".into(),
        owner: "o".to_owned(),
        r#type: Some("t".into()),
        self_: "s".into(),
        at: 5,
        owner_rank: 1,
    };
    ranked.put(&item).send().await.unwrap();
    fixture.requests().clear();
    let query = ranked.query_by_owner(("o", "t")).eq("s").eq(5_i64);
    let found = query.within(1_u8..9).all().await.unwrap();
    assert_eq!(found, [item]);
    assert_eq!(
        fixture.requests().only().key_condition(),
        "owner = 'o' AND type = 't' AND self_ = 's' AND at = 5 AND owner_rank BETWEEN 1 AND 8"
    );
}
