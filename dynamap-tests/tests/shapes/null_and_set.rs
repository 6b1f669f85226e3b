//! `null`: `None` as NULL. `set`: a list as a set.

use std::collections::BTreeSet;

use dynamap::value::JsonEncoder;
use dynamap::{DynamoItem, DynamoValue};
use dynamap_tests::Fixture;
use serde_json::{Value, json};
use time::OffsetDateTime;
use time::macros::datetime;

use crate::wires::{read, stored};

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "users")]
struct User {
    #[partition_key]
    id: String,
    #[dynamo(null)]
    nick: Option<String>,
    #[dynamo(null)]
    #[ts(millis)]
    seen: Option<OffsetDateTime>,
    plain: Option<String>,
    #[dynamo(set)]
    tags: Vec<String>,
}

fn user() -> User {
    User {
        id: "a".to_owned(),
        nick: None,
        seen: None,
        plain: None,
        tags: Vec::new(),
    }
}

// S37, FC-10, FC-55: `None` is absent, and NULL only where the field says so.
#[tokio::test]
async fn none_is_null_where_the_field_says_so() {
    let fixture = Fixture::new();
    let users = fixture.create::<User>().await;
    users.create(user()).send().await.unwrap();
    assert_eq!(
        fixture.requests().only().item(),
        &json!({"id": {"S": "a"}, "nick": {"NULL": true}, "seen": {"NULL": true}})
    );
    assert_eq!(users.get("a").send().await.unwrap(), Some(user()));
    fixture.requests().clear();
    let seen = datetime!(2026-11-30 12:00 UTC);
    let changed = users
        .update("a")
        .set(User::NICK, None)
        .set(User::SEEN, seen)
        .set(User::PLAIN, None)
        .send()
        .await
        .unwrap();
    assert_eq!(
        fixture.requests().only().update(),
        r#"SET nick = {"NULL":true}, seen = 1796040000000 REMOVE plain"#
    );
    assert_eq!(changed.seen, Some(seen));
}

#[derive(Debug, PartialEq, DynamoValue)]
struct Lists {
    #[dynamo(null)]
    maybe: Option<BTreeSet<u8>>,
    #[dynamo(set)]
    numbers: Vec<i32>,
    #[dynamo(set)]
    bytes: Option<Vec<Vec<u8>>>,
}

fn written(lists: &Lists) -> Value {
    let mut encoder = JsonEncoder::value(String::new());
    lists.encode(&mut encoder).unwrap();
    serde_json::from_str(&encoder.finish()).unwrap()
}

#[test]
fn a_list_is_stored_as_a_set_of_its_members() {
    let lists = Lists {
        maybe: Some([1].into()),
        numbers: vec![-2, 10],
        bytes: Some(vec![vec![1], vec![2]]),
    };
    assert_eq!(
        stored(&lists),
        json!({"M": {
            "maybe": {"NS": ["1"]},
            "numbers": {"NS": ["-2", "10"]},
            "bytes": {"BS": ["AQ==", "Ag=="]},
        }})
    );
    let twice = Lists {
        maybe: Some(BTreeSet::new()),
        numbers: vec![3, 1, 3],
        bytes: Some(Vec::new()),
    };
    assert_eq!(
        written(&twice),
        json!({"M": {"maybe": {"NULL": true}, "numbers": {"NS": ["1", "3"]}}})
    );
    assert_eq!(
        read(r#"{"M":{"maybe":{"NULL":true},"bytes":{"NULL":true}}}"#),
        Ok(Lists {
            maybe: None,
            numbers: Vec::new(),
            bytes: None,
        })
    );
    assert_eq!(
        read::<Lists>(r#"{"M":{"numbers":{"L":[]}}}"#),
        Err("`numbers`: expected NS, found L".to_owned())
    );
}

// FC-135: DynamoDB has no empty set, so none is sent.
#[tokio::test]
async fn a_list_that_is_a_set_is_updated_as_one() {
    let fixture = Fixture::new();
    let users = fixture.create::<User>().await;
    users.create(user()).send().await.unwrap();
    fixture.requests().clear();
    let more = BTreeSet::from(["b".to_owned(), "a".to_owned()]);
    let changed = users
        .update("a")
        .insert(User::TAGS, more)
        .send()
        .await
        .unwrap();
    assert_eq!(changed.tags.len(), 2);
    let none = users
        .update("a")
        .set(User::TAGS, BTreeSet::new())
        .condition(User::TAGS.contains("a"))
        .send()
        .await
        .unwrap();
    assert_eq!(fixture.requests().take()[1].update(), "REMOVE tags");
    assert_eq!(none.tags, Vec::<String>::new());
}
