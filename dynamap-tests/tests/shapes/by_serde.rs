//! `serde`: fields of types that only serde knows, and items that serde_dynamo wrote.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::net::IpAddr;
use std::time::Duration;

use dynamap::value::JsonEncoder;
use dynamap::{DynamoItem, DynamoValue, Item};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::wires::{read, refused, stored};

/// A type of another crate.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Foreign {
    first_name: String,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    age: Option<u8>,
    extra: serde_json::Value,
}

#[derive(Debug, PartialEq, DynamoValue)]
struct Holder {
    #[dynamo(serde)]
    foreign: Foreign,
    #[dynamo(serde, rename = "o")]
    optional: Option<Foreign>,
    #[dynamo(serde, default)]
    pairs: Vec<(char, u8)>,
}

#[derive(Debug, PartialEq, DynamoValue)]
struct Takes(#[dynamo(serde)] Duration);

#[test]
fn a_field_is_written_as_serde_dynamo_does() {
    let holder = Holder {
        foreign: Foreign {
            first_name: "Ada".to_owned(),
            age: None,
            extra: json!({"a": [1, true, null]}),
        },
        optional: None,
        pairs: vec![('a', 1)],
    };
    assert_eq!(
        stored(&holder),
        json!({"M": {
            "foreign": {"M": {
                "firstName": {"S": "Ada"},
                "extra": {"M": {"a": {"L": [{"N": "1"}, {"BOOL": true}, {"NULL": true}]}}},
            }},
            "o": {"NULL": true},
            "pairs": {"L": [{"L": [{"S": "a"}, {"N": "1"}]}]},
        }})
    );
    let json = r#"{"M":{"foreign":{"M":{"firstName":{"S":"Ada"},"extra":{"NULL":true}}}}}"#;
    let read = read::<Holder>(json).unwrap();
    assert_eq!((read.optional, read.pairs), (None, Vec::new()));
    assert_eq!(
        stored(&Takes(Duration::from_millis(1_500))),
        json!({"M": {"secs": {"N": "1"}, "nanos": {"N": "500000000"}}})
    );
}

#[test]
fn errors_hold_no_contents() {
    assert_eq!(
        read::<Takes>(r#"{"S":"secret"}"#),
        Err("expected what the type's `Deserialize` reads, found S".to_owned())
    );
    assert_eq!(
        read::<Holder>(r#"{"M":{"foreign":{"M":{"firstName":{"N":"1"}}}}}"#),
        Err("`foreign`: expected what the type's `Deserialize` reads, found M".to_owned())
    );
    assert_eq!(
        read::<Holder>(r#"{"M":{}}"#),
        Err("`foreign`: expected the attribute, found nothing".to_owned())
    );
}

#[derive(Debug, PartialEq, DynamoValue)]
struct Ratio(#[dynamo(serde)] f64);

#[derive(Debug, PartialEq, DynamoValue)]
struct Hidden(#[dynamo(serde)] BTreeMap<String, String>);

#[derive(Debug, PartialEq, DynamoValue)]
struct Tags(#[dynamo(serde)] StringSet);

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct StringSet(#[serde(with = "serde_dynamo::string_set")] Vec<String>);

#[test]
fn what_dynamodb_refuses_is_refused_before() {
    assert_eq!(refused(&Ratio(f64::NAN)), "not a number cannot be stored");
    assert_eq!(
        refused(&Ratio(1e300)),
        "a number of 1E+126 or more cannot be stored"
    );
    assert_eq!(
        refused(&Tags(StringSet(Vec::new()))),
        "an empty set cannot be stored: DynamoDB has none; leave it out with \
         `#[serde(skip_serializing_if = \"…\")]`"
    );
}

// FC-79: as serde_json hides a number where some crate enables its `arbitrary_precision`.
#[test]
fn a_hidden_number_is_a_number() {
    let hidden = Hidden([("$serde_json::private::Number".to_owned(), "42".to_owned())].into());
    let mut encoder = JsonEncoder::value(String::new());
    hidden.encode(&mut encoder).unwrap();
    assert_eq!(encoder.finish(), r#"{"N":"42"}"#);
}

/// One item, as a program with serde_dynamo has it and as one with dynamap has it.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct WithSerde {
    id: String,
    quantity: u32,
    ratio: f64,
    note: Option<String>,
    tags: BTreeSet<String>,
    labels: HashMap<String, i64>,
    address: IpAddr,
    letter: char,
    point: (u8, String),
    pair: SerdePair,
    state: SerdeState,
    payment: SerdePayment,
    takes: Duration,
    raw: Vec<u8>,
    #[serde(flatten)]
    others: BTreeMap<String, String>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct SerdePair(u8, Option<u8>);

#[derive(Debug, PartialEq, Serialize, Deserialize)]
enum SerdeState {
    InTransit,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum SerdePayment {
    Card { number: String },
    Cash,
}

#[derive(Debug, PartialEq, DynamoItem)]
#[dynamo(table = "orders", rename_all = "camelCase")]
struct WithDynamap {
    #[partition_key]
    id: String,
    quantity: u32,
    ratio: f64,
    // serde_dynamo writes `None` as NULL.
    #[dynamo(null)]
    note: Option<String>,
    // A set as an L.
    #[dynamo(serde)]
    tags: BTreeSet<String>,
    labels: HashMap<String, i64>,
    address: IpAddr,
    letter: char,
    point: (u8, String),
    pair: Pair,
    state: State,
    payment: Payment,
    // An M of seconds and nanoseconds.
    #[dynamo(serde)]
    takes: Duration,
    // Bytes as an L of numbers.
    #[dynamo(serde)]
    raw: Vec<u8>,
    #[dynamo(flatten)]
    others: BTreeMap<String, String>,
}

#[derive(Debug, PartialEq, DynamoValue)]
struct Pair(u8, Option<u8>);

#[derive(Debug, PartialEq, DynamoValue)]
enum State {
    InTransit,
}

#[derive(Debug, PartialEq, DynamoValue)]
#[dynamo(tag = "type", rename_all = "snake_case")]
enum Payment {
    Card { number: String },
    Cash,
}

fn with_serde(payment: SerdePayment) -> WithSerde {
    WithSerde {
        id: "a".to_owned(),
        quantity: 3,
        ratio: 0.5,
        note: None,
        tags: ["x".to_owned(), "y".to_owned()].into(),
        labels: [("n".to_owned(), -7)].into(),
        address: "10.0.0.1".parse().unwrap(),
        letter: 'ž',
        point: (1, "p".to_owned()),
        pair: SerdePair(1, None),
        state: SerdeState::InTransit,
        payment,
        takes: Duration::from_millis(1_500),
        raw: vec![1, 2],
        others: [("more".to_owned(), "m".to_owned())].into(),
    }
}

#[test]
fn items_of_serde_dynamo_are_read_and_written_the_same() {
    for payment in [
        SerdePayment::Cash,
        SerdePayment::Card {
            number: "4111".to_owned(),
        },
    ] {
        let theirs = with_serde(payment);
        let item: Item = serde_dynamo::to_item(&theirs).unwrap();
        let ours = WithDynamap::from_item(&item).unwrap();
        assert_eq!(ours.quantity, 3);
        assert_eq!(ours.takes, Duration::from_millis(1_500));
        assert_eq!(ours.pair, Pair(1, None));
        assert_eq!(ours.others.len(), 1);
        let written = ours.to_item().unwrap();
        assert_eq!(written, item);
        let back: WithSerde = serde_dynamo::from_item(written).unwrap();
        assert_eq!(back, theirs);
    }
}
