//! `alias`: names that an attribute had before.

use dynamap::{DynamoItem, DynamoValue};
use dynamap_tests::Fixture;
use serde_json::json;

use crate::wires::{read, stored};

#[derive(Debug, Clone, PartialEq, DynamoValue)]
struct Profile {
    #[dynamo(alias = "nick", alias = "handle")]
    name: String,
    #[dynamo(rename = "a", alias = "age")]
    age: Option<u8>,
}

fn profile(name: &str, age: Option<u8>) -> Profile {
    Profile {
        name: name.to_owned(),
        age,
    }
}

#[test]
fn an_alias_is_read_and_not_written() {
    assert_eq!(
        stored(&profile("ada", Some(36))),
        json!({"M": {"name": {"S": "ada"}, "a": {"N": "36"}}})
    );
    assert_eq!(
        read(r#"{"M":{"nick":{"S":"ada"},"age":{"N":"36"}}}"#),
        Ok(profile("ada", Some(36)))
    );
    assert_eq!(
        read(r#"{"M":{"handle":{"S":"ada"}}}"#),
        Ok(profile("ada", None))
    );
    assert_eq!(
        read::<Profile>(r#"{"M":{"Name":{"S":"ada"}}}"#),
        Err("`name`: expected the attribute, found nothing".to_owned())
    );
    assert_eq!(
        read::<Profile>(r#"{"M":{"nick":{"N":"1"}}}"#),
        Err("`nick`: expected S, found N".to_owned())
    );
}

// Maps come in any order, so every order has to give the same.
#[test]
fn the_own_name_goes_first_and_then_the_aliases_in_their_order() {
    let names = [("name", "own"), ("nick", "first"), ("handle", "second")];
    for order in [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
    ] {
        let of = |wanted: &[usize]| {
            let entries: Vec<String> = order
                .iter()
                .filter(|index| wanted.contains(index))
                .map(|index| format!(r#""{}":{{"S":"{}"}}"#, names[*index].0, names[*index].1))
                .collect();
            read::<Profile>(&format!(r#"{{"M":{{{}}}}}"#, entries.join(",")))
                .unwrap()
                .name
        };
        assert_eq!(of(&[0, 1, 2]), "own");
        assert_eq!(of(&[0, 2]), "own");
        assert_eq!(of(&[1, 2]), "first");
        assert_eq!(of(&[2]), "second");
    }
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "users")]
struct User {
    #[partition_key]
    id: String,
    #[dynamo(alias = "mail")]
    email: Option<String>,
}

// A whole write leaves no alias behind that would come back when the attribute is removed.
#[tokio::test]
async fn a_whole_write_removes_the_alias() {
    let fixture = Fixture::new();
    let users = fixture.create::<User>().await;
    fixture
        .raw_client()
        .put_item()
        .table_name("users")
        .set_item(Some(
            [("id", "a"), ("mail", "a@b")]
                .map(|(name, text)| {
                    let text = aws_sdk_dynamodb::types::AttributeValue::S(text.to_owned());
                    (name.to_owned(), text)
                })
                .into(),
        ))
        .send()
        .await
        .unwrap();
    let mut user = users.get("a").send().await.unwrap().unwrap();
    assert_eq!(user.email.as_deref(), Some("a@b"));
    user.email = None;
    fixture.requests().clear();
    let user = users.upsert(user).send().await.unwrap();
    assert_eq!(fixture.requests().only().update(), "REMOVE email, mail");
    assert_eq!(user.email, None);
}
