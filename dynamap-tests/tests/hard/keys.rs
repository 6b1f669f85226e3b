//! Keys at the edges.

use dynamap::DynamoItem;
use dynamap_tests::Fixture;
use time::OffsetDateTime;
use time::macros::datetime;

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "pairs")]
struct Pair {
    #[partition_key]
    pk: String,
    #[sort_key]
    sk: String,
}

fn pair(pk: impl Into<String>, sk: impl Into<String>) -> Pair {
    Pair {
        pk: pk.into(),
        sk: sk.into(),
    }
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "events")]
struct Event {
    #[partition_key]
    device: String,
    #[sort_key(iso, suffix = "id")]
    at: OffsetDateTime,
    id: String,
}

const AT: OffsetDateTime = datetime!(2026-11-30 12:00 UTC);

fn event(id: &str) -> Event {
    Event {
        device: "d".to_owned(),
        at: AT,
        id: id.to_owned(),
    }
}

#[tokio::test]
async fn keys_of_the_largest_size_are_stored_and_one_byte_more_is_refused() {
    let fixture = Fixture::new();
    let pairs = fixture.create::<Pair>().await;
    let largest = pair("p".repeat(2048), "s".repeat(1024));
    pairs.create(&largest).await.unwrap();
    let key = (largest.pk.clone(), largest.sk.clone());
    assert_eq!(pairs.get(key).await.unwrap(), Some(largest));
    fixture.requests().take();
    for (pair, text) in [
        (
            pair("p".repeat(2049), "s"),
            "PutItem on `pairs`: `pk`: the key attribute has 2049 bytes and DynamoDB takes 2048: shorten it",
        ),
        (
            pair("p", "s".repeat(1025)),
            "PutItem on `pairs`: `sk`: the key attribute has 1025 bytes and DynamoDB takes 1024: shorten it",
        ),
        (
            pair("p", "é".repeat(513)),
            "PutItem on `pairs`: `sk`: the key attribute has 1026 bytes and DynamoDB takes 1024: shorten it",
        ),
    ] {
        assert_eq!(pairs.put(&pair).await.unwrap_err().to_string(), text);
    }
    assert!(fixture.requests().take().is_empty());
}

#[tokio::test]
async fn texts_that_look_alike_are_keys_of_their_own() {
    let fixture = Fixture::new();
    let pairs = fixture.create::<Pair>().await;
    let composed = pair("caf\u{e9}", "1");
    let decomposed = pair("cafe\u{301}", "1");
    pairs.create(&composed).await.unwrap();
    pairs.create(&decomposed).await.unwrap();
    assert_eq!(
        pairs.get(("caf\u{e9}", "1")).await.unwrap(),
        Some(composed.clone())
    );
    let got = pairs
        .batch_get([("caf\u{e9}", "1"), ("cafe\u{301}", "1")])
        .send()
        .await
        .unwrap();
    assert_eq!(got, [Some(composed), Some(decomposed)]);
}

#[tokio::test]
async fn suffixes_of_any_characters_keep_their_instant() {
    let fixture = Fixture::new();
    let events = fixture.create::<Event>().await;
    let suffixes = [
        "#",
        "##a#",
        "$",
        "$$",
        "\u{0}",
        "\u{1}\u{7f}",
        " ",
        "a#2099-01-01T00:00:00Z",
        "\u{10FFFF}",
        "\u{10FFFF}\u{10FFFF}",
        "é",
        "e\u{301}",
        "\"\\\n",
    ];
    for suffix in suffixes {
        let stored = events.create(event(suffix)).await.unwrap();
        assert_eq!(stored.id, suffix);
        let got = events.get(("d", AT, suffix)).await.unwrap();
        assert_eq!(got, Some(event(suffix)));
    }
    let count = suffixes.len() as u64;
    let second = time::Duration::seconds(1);
    assert_eq!(events.query("d").at(AT).count().await.unwrap(), count);
    assert_eq!(events.query("d").le(AT).count().await.unwrap(), count);
    assert_eq!(events.query("d").ge(AT).count().await.unwrap(), count);
    assert_eq!(events.query("d").lt(AT).count().await.unwrap(), 0);
    assert_eq!(events.query("d").gt(AT).count().await.unwrap(), 0);
    assert_eq!(
        events.query("d").within(AT..=AT).count().await.unwrap(),
        count
    );
    assert_eq!(events.query("d").within(AT..AT).count().await.unwrap(), 0);
    assert_eq!(
        events
            .query("d")
            .within(AT..AT + second)
            .count()
            .await
            .unwrap(),
        count
    );
    assert_eq!(
        events
            .query("d")
            .within(AT - second..AT)
            .count()
            .await
            .unwrap(),
        0
    );
    let all = events.query("d").at(AT).page_size(1).all().await.unwrap();
    assert_eq!(all.len(), suffixes.len());
    let error = events.create(event("")).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "PutItem on `events`: `at.id`: a part of a key is empty, so that the key could not be read back: give it a value"
    );
}
