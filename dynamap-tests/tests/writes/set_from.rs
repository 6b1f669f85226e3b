//! `set_from`: an attribute as another one was.

use dynamap::{DynamoItem, ErrorKind};
use dynamap_tests::{Fixture, START};
use time::{Duration, OffsetDateTime};

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "people",
    index(name = "by_team", partition_key(attribute = "gsi1pk", prefix = "team", parts = ["team"]))
)]
struct Person {
    #[partition_key]
    id: String,
    shown: String,
    nickname: Option<String>,
    name: Option<String>,
    team: Option<String>,
    #[ts(millis)]
    seen_at: Option<OffsetDateTime>,
    #[ts(millis)]
    left_at: Option<OffsetDateTime>,
    #[ts(seconds)]
    joined_at: Option<OffsetDateTime>,
    #[ttl(seconds, after = "90d", from = "left_at")]
    expires_at: Option<OffsetDateTime>,
}

fn person() -> Person {
    Person {
        id: "p".into(),
        shown: "?".into(),
        nickname: None,
        name: None,
        team: None,
        seen_at: Some(START + Duration::milliseconds(5)),
        left_at: None,
        joined_at: None,
        expires_at: None,
    }
}

// P07.
#[tokio::test]
async fn the_first_attribute_that_is_there_is_taken() {
    let fixture = Fixture::new();
    let people = fixture.create::<Person>().await;
    people.create(person()).await.unwrap();
    fixture.requests().clear();
    let shown = || {
        Person::NICKNAME
            .or_attribute(Person::NAME)
            .or_value("nobody")
    };
    let update = || people.update("p").set_from(Person::SHOWN, shown());
    assert_eq!(update().await.unwrap().shown, "nobody");
    assert_eq!(
        fixture.requests().only().update(),
        "SET shown = if_not_exists(nickname, if_not_exists(name, 'nobody'))"
    );

    people.update("p").set(Person::NAME, "Ada").await.unwrap();
    assert_eq!(update().await.unwrap().shown, "Ada");
    // What the same update sets counts from the next one on.
    let both = update().set(Person::NICKNAME, "A.");
    assert_eq!(both.await.unwrap().shown, "Ada");
    assert_eq!(update().await.unwrap().shown, "A.");
}

#[tokio::test]
async fn one_attribute_is_set_from_another() {
    let fixture = Fixture::new();
    let people = fixture.create::<Person>().await;
    people.create(person()).await.unwrap();
    fixture.requests().clear();
    let from_name = people.update("p").set_from(Person::SHOWN, Person::NAME);
    let error = from_name.await.unwrap_err();
    assert_eq!(error.code(), Some("ValidationException"));
    assert_eq!(fixture.requests().only().update(), "SET shown = name");
    fixture.requests().clear();

    let either = Person::NAME.or_attribute(Person::SHOWN);
    let named = people.update("p").set_from(Person::NICKNAME, either);
    assert_eq!(named.await.unwrap().nickname.as_deref(), Some("?"));
    assert_eq!(
        fixture.requests().only().update(),
        "SET nickname = if_not_exists(name, shown)"
    );
}

#[tokio::test]
async fn what_has_to_be_known_is_not_set_from_another() {
    let fixture = Fixture::new();
    let people = fixture.create::<Person>().await;
    fixture.requests().clear();
    let update = || people.update("p");
    for (update, attribute, text) in [
        (
            update().set_from(Person::SEEN_AT, Person::JOINED_AT),
            "seen_at",
            "`seen_at` is stored as epoch millis and `joined_at` as epoch seconds",
        ),
        (
            update().set_from(
                Person::SEEN_AT,
                Person::LEFT_AT.or_attribute(Person::JOINED_AT),
            ),
            "seen_at",
            "`seen_at` is stored as epoch millis and `joined_at` as epoch seconds",
        ),
        (
            update().set_from(Person::EXPIRES_AT, Person::JOINED_AT),
            "expires_at",
            "the TTL depends on this attribute",
        ),
        (
            update().set_from(Person::LEFT_AT, Person::SEEN_AT),
            "left_at",
            "the TTL depends on this attribute",
        ),
        (
            update()
                .set_from(Person::SHOWN, Person::NAME)
                .or_insert(person()),
            "shown",
            "`set_from` needs an item that is there",
        ),
    ] {
        let error = update.await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidRequest, "{error}");
        assert_eq!(error.attribute(), Some(attribute), "{error}");
        assert!(error.to_string().contains(text), "{error}");
    }
    // A composed key of an index cannot be made of a value that nobody knows.
    let error = update()
        .set_from(Person::TEAM, Person::NAME)
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    assert!(error.to_string().contains("`team`"), "{error}");
    assert!(fixture.requests().take().is_empty());
}

mod upper {
    use dynamap::value::{DecodeError, Decoder, EncodeError, Encoder};

    #[expect(
        clippy::ptr_arg,
        clippy::unnecessary_wraps,
        reason = "the signature that `with` asks for"
    )]
    pub(super) fn encode(text: &String, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
        encoder.string(&text.to_uppercase());
        Ok(())
    }

    pub(super) fn decode(decoder: &mut dyn Decoder) -> Result<String, DecodeError> {
        Ok(decoder.string()?.to_lowercase())
    }
}

/// The same types, stored in several ways.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "ways")]
struct Ways {
    #[partition_key]
    id: String,
    text: Option<String>,
    #[dynamo(null)]
    null: Option<String>,
    #[dynamo(with = upper)]
    upper: String,
}

#[tokio::test]
async fn an_attribute_is_set_from_one_that_is_stored_alike() {
    let fixture = Fixture::new();
    let table = fixture.create::<Ways>().await;
    let ways = Ways {
        id: "w".into(),
        text: Some("t".into()),
        null: None,
        upper: "u".into(),
    };
    table.put(&ways).await.unwrap();
    fixture.requests().clear();
    let update = || table.update("w");
    for (update, stored) in [
        (
            update().set_from(Ways::TEXT, Ways::NULL),
            "`text` is stored as a value of its type and `null` as a value of its type or NULL",
        ),
        (
            update().set_from(Ways::TEXT, Ways::TEXT.or_attribute(Ways::NULL)),
            "`text` is stored as a value of its type and `null` as a value of its type or NULL",
        ),
        (
            update().set_from(Ways::TEXT, Ways::UPPER),
            "`text` is stored as a value of its type and `upper` as functions of its own write it",
        ),
    ] {
        let error = update.await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidRequest);
        let end = "store them alike, or give the value itself";
        assert!(error.to_string().contains(stored), "{error}");
        assert!(error.to_string().ends_with(end), "{error}");
    }
    assert!(fixture.requests().take().is_empty());
    // A value is what the other may hold, too.
    let null = update().set_from(Ways::NULL, Ways::TEXT).await.unwrap();
    assert_eq!(null.null.as_deref(), Some("t"));
}
