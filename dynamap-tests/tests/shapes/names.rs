//! Enums of names: aliases and catch-alls.

use std::collections::{BTreeMap, BTreeSet};

use dynamap::{DynamoItem, DynamoValue};
use dynamap_tests::Fixture;
use serde_json::json;

use crate::wires::{read, refused, stored};

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, DynamoValue)]
#[dynamo(rename_all = "kebab-case")]
enum Status {
    #[dynamo(alias = "new", alias = "PENDING")]
    Pending,
    InTransit,
    #[dynamo(other)]
    Other(String),
}

#[test]
fn a_catch_all_holds_the_name() {
    assert_eq!(stored(&Status::InTransit), json!({"S": "in-transit"}));
    assert_eq!(
        stored(&Status::Other("lost".to_owned())),
        json!({"S": "lost"})
    );
    for name in ["pending", "new", "PENDING"] {
        assert_eq!(read(&format!(r#"{{"S":"{name}"}}"#)), Ok(Status::Pending));
    }
    assert_eq!(
        read(r#"{"S":"Pending"}"#),
        Ok(Status::Other("Pending".to_owned()))
    );
    assert_eq!(
        read::<Status>(r#"{"N":"1"}"#),
        Err("expected S, found N".to_owned())
    );
}

#[test]
fn it_can_be_a_member_and_a_map_key() {
    let seen: BTreeSet<Status> = [Status::Pending, Status::Other("x".to_owned())].into();
    assert_eq!(stored(&seen), json!({"SS": ["pending", "x"]}));
    let counts: BTreeMap<Status, u8> = [(Status::Other("x".to_owned()), 1)].into();
    assert_eq!(stored(&counts), json!({"M": {"x": {"N": "1"}}}));
}

#[derive(Debug, PartialEq, DynamoValue)]
enum Colour {
    Red,
    #[dynamo(other)]
    Unknown,
}

#[test]
fn a_catch_all_without_the_name_is_read_and_not_written() {
    assert_eq!(stored(&Colour::Red), json!({"S": "Red"}));
    assert_eq!(read(r#"{"S":"Blue"}"#), Ok(Colour::Unknown));
    assert_eq!(
        refused(&vec![Colour::Red, Colour::Unknown]),
        "`[1]`: the catch-all variant cannot be written: it does not say which variant it was; let \
         it hold what it is read from"
    );
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "parcels")]
struct Parcel {
    #[partition_key]
    status: Status,
    #[sort_key]
    id: u32,
}

#[tokio::test]
async fn a_name_that_is_not_known_can_be_a_key() {
    let fixture = Fixture::new();
    let parcels = fixture.create::<Parcel>().await;
    let parcel = Parcel {
        status: Status::Other("lost".to_owned()),
        id: 1,
    };
    parcels.create(&parcel).send().await.unwrap();
    let found = parcels
        .query(Status::Other("lost".to_owned()))
        .all()
        .await
        .unwrap();
    assert_eq!(found, [parcel]);
    assert_eq!(parcels.query(Status::Pending).all().await.unwrap(), []);
}
