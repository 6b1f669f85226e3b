//! Enums of variants with data: an M with a tag.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use dynamap::item::Attributes;
use dynamap::{DynamoItem, DynamoValue, ErrorKind, Item};
use dynamap_tests::Fixture;
use serde_json::json;
use time::OffsetDateTime;
use time::macros::datetime;

use crate::wires::{read, refused, stored};

#[derive(Debug, Clone, PartialEq, DynamoValue)]
#[dynamo(rename_all = "snake_case", rename_all_fields = "camelCase")]
enum Payment {
    Card {
        card_number: String,
        #[ts(millis)]
        charged_at: OffsetDateTime,
        #[dynamo(default)]
        tries: u8,
        note: Option<String>,
        #[dynamo(skip)]
        cached: bool,
    },
    #[dynamo(alias = "wire", alias = "bank")]
    Transfer(Transfer),
    #[dynamo(rename = "CASH")]
    Cash,
    Empty {},
}

#[derive(Debug, Clone, PartialEq, DynamoValue)]
struct Transfer {
    iban: String,
    parts: Vec<Payment>,
}

fn card() -> Payment {
    Payment::Card {
        card_number: "4111".to_owned(),
        charged_at: datetime!(2026-11-30 12:00:00.123 UTC),
        tries: 2,
        note: None,
        cached: false,
    }
}

fn card_json() -> serde_json::Value {
    json!({"M": {
        "type": {"S": "card"},
        "cardNumber": {"S": "4111"},
        "chargedAt": {"N": "1796040000123"},
        "tries": {"N": "2"},
    }})
}

#[test]
fn the_tag_stands_beside_the_data() {
    assert_eq!(stored(&card()), card_json());
    assert_eq!(
        stored(&Payment::Cash),
        json!({"M": {"type": {"S": "CASH"}}})
    );
    assert_eq!(
        stored(&Payment::Empty {}),
        json!({"M": {"type": {"S": "empty"}}})
    );
    let transfer = Payment::Transfer(Transfer {
        iban: "CZ65".to_owned(),
        parts: vec![Payment::Cash, card()],
    });
    assert_eq!(
        stored(&transfer),
        json!({"M": {
            "type": {"S": "transfer"},
            "iban": {"S": "CZ65"},
            "parts": {"L": [{"M": {"type": {"S": "CASH"}}}, card_json()]},
        }})
    );
}

#[test]
fn the_tag_may_stand_anywhere_and_unknown_attributes_are_ignored() {
    let cash = read::<Payment>(
        r#"{"M":{"x":{"L":[{"M":{"type":{"S":"card"}}}]},"type":{"S":"CASH"},"y":{"NULL":true}}}"#,
    );
    assert_eq!(cash, Ok(Payment::Cash));
    let card = read::<Payment>(
        r#"{"M":{"chargedAt":{"N":"0"},"cardNumber":{"S":"4111"},"z":{"SS":["a"]},"type":{"S":"card"}}}"#,
    );
    assert_eq!(
        card,
        Ok(Payment::Card {
            card_number: "4111".to_owned(),
            charged_at: OffsetDateTime::UNIX_EPOCH,
            tries: 0,
            note: None,
            cached: false,
        })
    );
}

#[test]
fn aliases_are_read_and_not_written() {
    for name in ["transfer", "wire", "bank"] {
        let json =
            format!(r#"{{"M":{{"type":{{"S":"{name}"}},"iban":{{"S":"a"}},"parts":{{"L":[]}}}}}}"#);
        let payment = read::<Payment>(&json).unwrap();
        assert_eq!(stored(&payment)["M"]["type"]["S"], "transfer");
    }
}

// FC-81: the name of an unknown variant is told; it is no content unless it is very strange.
#[test]
fn an_unknown_variant_is_an_error_with_its_name() {
    let of_name = |name: &str| {
        read::<Payment>(&format!(r#"{{"M":{{"type":{{"S":"{name}"}}}}}}"#)).unwrap_err()
    };
    let known = "`type`: expected one of `card`, `transfer`, `CASH`, `empty`, found";
    assert_eq!(of_name("voucher"), format!("{known} the variant `voucher`"));
    assert_eq!(of_name("Card"), format!("{known} the variant `Card`"));
    assert_eq!(of_name(""), format!("{known} the variant ``"));
    assert_eq!(
        of_name(&"x".repeat(64)),
        format!("{known} the variant `{}`", "x".repeat(64))
    );
    assert_eq!(
        of_name(&"x".repeat(65)),
        format!("{known} a variant with a name of 65 bytes")
    );
    assert_eq!(
        of_name("a\\nb"),
        format!("{known} a variant with a name of 3 bytes")
    );
}

#[test]
fn a_tag_is_a_text_that_is_there() {
    let error = |json| read::<Payment>(json).unwrap_err();
    assert_eq!(
        error(r#"{"M":{}}"#),
        "`type`: expected the attribute, found nothing"
    );
    assert_eq!(
        error(r#"{"M":{"type":{"N":"1"}}}"#),
        "`type`: expected S, found N"
    );
    assert_eq!(
        error(r#"{"M":{"type":{"NULL":true}}}"#),
        "`type`: expected S, found NULL"
    );
    assert_eq!(error(r#"{"S":"CASH"}"#), "expected M, found S");
    assert_eq!(
        error(r#"{"M":{"type":{"S":"card"},"cardNumber":{"S":"1"}}}"#),
        "`chargedAt`: expected the attribute, found nothing"
    );
    assert_eq!(
        error(
            r#"{"M":{"type":{"S":"transfer"},"iban":{"S":"a"},"parts":{"L":[{"M":{"type":{"S":"x"}}}]}}}"#
        ),
        "`parts[0].type`: expected one of `card`, `transfer`, `CASH`, `empty`, found the variant `x`"
    );
}

/// A tag makes a map of an enum without data.
#[derive(Debug, PartialEq, DynamoValue)]
#[dynamo(tag = "kind")]
enum State {
    On,
    #[dynamo(other)]
    Unknown,
}

#[test]
fn a_catch_all_that_holds_nothing_is_read_and_not_written() {
    assert_eq!(stored(&State::On), json!({"M": {"kind": {"S": "On"}}}));
    assert_eq!(
        read(r#"{"M":{"a":{"N":"1"},"kind":{"S":"Off"}}}"#),
        Ok(State::Unknown)
    );
    assert_eq!(
        refused(&State::Unknown),
        "the catch-all variant cannot be written: it does not say which variant it was; let it \
         hold what it is read from"
    );
    // Without a tag nothing says that it is a variant at all.
    assert_eq!(
        read::<State>(r#"{"M":{"a":{"N":"1"}}}"#),
        Err("`kind`: expected the attribute, found nothing".to_owned())
    );
}

#[derive(Debug, PartialEq, DynamoValue)]
enum Event {
    Opened {
        by: String,
    },
    #[dynamo(other)]
    Unknown(Item),
}

#[test]
fn a_catch_all_that_holds_the_map_loses_nothing() {
    let json = json!({"M": {"type": {"S": "Moved"}, "to": {"L": [{"N": "1"}]}}});
    let event = read::<Event>(&json.to_string()).unwrap();
    let Event::Unknown(held) = &event else {
        panic!("not the catch-all")
    };
    assert_eq!(held["type"], AttributeValue::S("Moved".to_owned()));
    assert_eq!(stored(&event), json);
    let opened = Event::Opened { by: "a".to_owned() };
    assert_eq!(
        stored(&opened),
        json!({"M": {"type": {"S": "Opened"}, "by": {"S": "a"}}})
    );
}

/// A variant may hold a map of any entries, a pointer, or another data enum with another tag.
#[derive(Debug, PartialEq, DynamoValue)]
enum Node {
    Labels(HashMap<String, u32>),
    Boxed(Box<Leaf>),
    State(State),
}

#[derive(Debug, PartialEq, DynamoValue)]
struct Leaf {
    size: u32,
}

#[test]
fn a_variant_holds_whatever_has_attributes() {
    let labels = Node::Labels([("a".to_owned(), 1)].into());
    assert_eq!(
        stored(&labels),
        json!({"M": {"type": {"S": "Labels"}, "a": {"N": "1"}}})
    );
    let clash = Node::Labels([("type".to_owned(), 1)].into());
    assert_eq!(
        refused(&clash),
        "`type`: a flattened map has an entry of this name, which the struct declares: remove the entry"
    );
    let boxed = Node::Boxed(Box::new(Leaf { size: 7 }));
    assert_eq!(
        stored(&boxed),
        json!({"M": {"type": {"S": "Boxed"}, "size": {"N": "7"}}})
    );
    let state = Node::State(State::On);
    assert_eq!(
        stored(&state),
        json!({"M": {"type": {"S": "State"}, "kind": {"S": "On"}}})
    );
}

#[derive(Debug, PartialEq, DynamoValue)]
enum Envelope<T: Attributes, const N: usize> {
    Sealed(T),
    Raw { bytes: [u8; N] },
}

#[test]
fn an_enum_may_be_generic() {
    let sealed = Envelope::<Leaf, 2>::Sealed(Leaf { size: 1 });
    assert_eq!(
        stored(&sealed),
        json!({"M": {"type": {"S": "Sealed"}, "size": {"N": "1"}}})
    );
    let raw = Envelope::<Leaf, 2>::Raw { bytes: [1, 2] };
    assert_eq!(
        stored(&raw),
        json!({"M": {"type": {"S": "Raw"}, "bytes": {"B": "AQI="}}})
    );
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "orders")]
struct Order {
    #[partition_key]
    id: String,
    paid: Option<Payment>,
}

// FC-81: one row that a newer version wrote does not take the others with it.
#[tokio::test]
async fn a_page_with_an_unknown_variant_gives_the_other_items() {
    let fixture = Fixture::new();
    let orders = fixture.create::<Order>().await;
    let order = |id: &str, paid| Order {
        id: id.to_owned(),
        paid,
    };
    orders
        .put(order("a", Some(Payment::Cash)))
        .send()
        .await
        .unwrap();
    fixture
        .raw_client()
        .put_item()
        .table_name("orders")
        .item("id", AttributeValue::S("b".to_owned()))
        .item(
            "paid",
            AttributeValue::M(
                [("type".to_owned(), AttributeValue::S("voucher".to_owned()))].into(),
            ),
        )
        .send()
        .await
        .unwrap();
    let page = orders.scan().skip_failures().send().await.unwrap();
    assert_eq!(page.items, [order("a", Some(Payment::Cash))]);
    let error = orders.get("b").send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Decode);
    assert_eq!(error.attribute(), Some("paid.type"));
    assert!(
        error.to_string().contains("found the variant `voucher`"),
        "{error}"
    );

    let paid = orders
        .update("a")
        .set(Order::PAID, card())
        .send()
        .await
        .unwrap();
    assert_eq!(paid.paid, Some(card()));
}
