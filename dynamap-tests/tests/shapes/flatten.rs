//! `flatten`: attributes of a struct, an enum or a map beside the item's own.

use std::collections::{BTreeMap, HashMap};

use aws_sdk_dynamodb::types::AttributeValue;
use dynamap::{DynamoItem, DynamoValue, ErrorKind, Item};
use dynamap_tests::Fixture;
use serde_json::json;
use time::OffsetDateTime;

use crate::wires::{read, refused, stored};

#[derive(Debug, Clone, PartialEq, DynamoValue)]
struct Address {
    city: String,
    zip: Option<String>,
    #[dynamo(flatten)]
    geo: Option<Geo>,
}

#[derive(Debug, Clone, PartialEq, DynamoValue)]
struct Geo {
    latitude: f64,
    longitude: f64,
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "customers", rename_all = "camelCase")]
struct Customer {
    #[partition_key]
    account_id: String,
    #[dynamo(flatten)]
    address: Address,
    #[ts(millis, auto_create)]
    created_at: OffsetDateTime,
    #[dynamo(flatten)]
    others: HashMap<String, AttributeValue>,
}

fn customer() -> Customer {
    Customer {
        account_id: "c".to_owned(),
        address: Address {
            city: "Brno".to_owned(),
            zip: None,
            geo: Some(Geo {
                latitude: 49.5,
                longitude: 16.25,
            }),
        },
        created_at: OffsetDateTime::UNIX_EPOCH,
        others: HashMap::new(),
    }
}

fn text(text: &str) -> AttributeValue {
    AttributeValue::S(text.to_owned())
}

// FC-87: what another service wrote survives a read and a whole write.
#[tokio::test]
async fn a_put_of_what_was_read_loses_nothing() {
    let fixture = Fixture::new();
    let customers = fixture.create::<Customer>().await;
    customers.create(customer()).send().await.unwrap();
    assert_eq!(
        fixture.requests().only().item(),
        &json!({
            "accountId": {"S": "c"},
            "city": {"S": "Brno"},
            "latitude": {"N": "49.5"},
            "longitude": {"N": "16.25"},
            "createdAt": {"N": "1796040000000"},
        })
    );
    let raw = fixture.raw_client();
    raw.update_item()
        .table_name("customers")
        .key("accountId", text("c"))
        .update_expression("SET age = :age, tags = :tags REMOVE latitude")
        .expression_attribute_values(":age", AttributeValue::N("27".to_owned()))
        .expression_attribute_values(":tags", AttributeValue::Ss(vec!["a".to_owned()]))
        .send()
        .await
        .unwrap();
    let error = customers.get("c").send().await.unwrap_err();
    assert_eq!(error.attribute(), Some("latitude"));

    raw.update_item()
        .table_name("customers")
        .key("accountId", text("c"))
        .update_expression("REMOVE longitude")
        .send()
        .await
        .unwrap();
    let mut read = customers.get("c").send().await.unwrap().unwrap();
    assert_eq!(read.address.geo, None);
    let kept: BTreeMap<_, _> = read.others.clone().into_iter().collect();
    assert_eq!(
        kept,
        BTreeMap::from([
            ("age".to_owned(), AttributeValue::N("27".to_owned())),
            ("tags".to_owned(), AttributeValue::Ss(vec!["a".to_owned()])),
        ])
    );
    read.address.zip = Some("602 00".to_owned());
    fixture.requests().clear();
    customers.put(&read).send().await.unwrap();
    assert_eq!(
        fixture.requests().only().item(),
        &json!({
            "accountId": {"S": "c"},
            "city": {"S": "Brno"},
            "zip": {"S": "602 00"},
            "createdAt": {"N": "1796040000000"},
            "age": {"N": "27"},
            "tags": {"SS": ["a"]},
        })
    );
}

#[tokio::test]
async fn expressions_name_flattened_attributes_in_the_item() {
    let fixture = Fixture::new();
    let customers = fixture.create::<Customer>().await;
    customers.create(customer()).send().await.unwrap();
    fixture.requests().clear();
    let geo = Customer::ADDRESS.field(Address::CITY);
    let changed = customers
        .update("c")
        .set(Customer::ADDRESS.field(Address::ZIP), "602 00")
        .condition(geo.eq("Brno"))
        .send()
        .await
        .unwrap();
    let request = fixture.requests().only();
    assert_eq!(request.update(), "SET zip = '602 00'");
    assert_eq!(
        request.condition(),
        "attribute_exists(accountId) AND city = 'Brno'"
    );
    assert_eq!(changed.address.zip.as_deref(), Some("602 00"));

    let mut without = changed;
    without.address.zip = None;
    without.address.geo = None;
    customers.upsert(without.clone()).send().await.unwrap();
    assert_eq!(
        fixture.requests().only().update(),
        "SET city = 'Brno', createdAt = if_not_exists(createdAt, 1796040000000) \
         REMOVE zip, latitude, longitude"
    );
}

#[tokio::test]
async fn an_entry_with_the_name_of_a_field_is_refused() {
    let fixture = Fixture::new();
    let customers = fixture.create::<Customer>().await;
    for name in ["accountId", "city", "longitude", "createdAt"] {
        let mut clash = customer();
        clash.others.insert(name.to_owned(), text("x"));
        let error = customers.put(clash).send().await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Encode);
        assert_eq!(
            error.to_string(),
            format!(
                "PutItem on `customers`: `{name}`: a flattened map has an entry of this name, which the \
                 struct declares: remove the entry"
            )
        );
    }
    assert!(fixture.requests().take().is_empty());
}

// FC-80: no shape panics; FC-81: an unknown variant is told.
#[derive(Debug, Clone, PartialEq, DynamoValue)]
struct Message {
    id: u8,
    #[dynamo(flatten)]
    body: Body,
}

#[derive(Debug, Clone, PartialEq, DynamoValue)]
#[dynamo(tag = "kind", rename_all = "lowercase")]
enum Body {
    Text { text: String },
    Bin { bin: Vec<u8> },
    Nothing,
}

#[test]
fn a_data_enum_is_flattened_with_its_tag() {
    let message = |body| Message { id: 1, body };
    let told = message(Body::Text {
        text: "hi".to_owned(),
    });
    assert_eq!(
        stored(&told),
        json!({"M": {"id": {"N": "1"}, "kind": {"S": "text"}, "text": {"S": "hi"}}})
    );
    let bytes = message(Body::Bin { bin: vec![1] });
    assert_eq!(
        stored(&bytes),
        json!({"M": {"id": {"N": "1"}, "kind": {"S": "bin"}, "bin": {"B": "AQ=="}}})
    );
    assert_eq!(
        stored(&message(Body::Nothing)),
        json!({"M": {"id": {"N": "1"}, "kind": {"S": "nothing"}}})
    );
    assert_eq!(
        read::<Message>(r#"{"M":{"id":{"N":"1"},"kind":{"S":"gift"}}}"#),
        Err(
            "`kind`: expected one of `text`, `bin`, `nothing`, found the variant `gift`".to_owned()
        )
    );
    assert_eq!(
        read::<Message>(r#"{"M":{"id":{"N":"1"}}}"#),
        Err("`kind`: expected the attribute, found nothing".to_owned())
    );
}

// FC-141: the keys of a flattened map are read by their type.
#[derive(Debug, PartialEq, DynamoValue)]
struct Counts {
    total: u32,
    #[dynamo(flatten)]
    by_number: BTreeMap<i64, String>,
}

#[test]
fn a_flattened_map_may_have_numbers_as_keys() {
    let counts = Counts {
        total: 2,
        by_number: [(1, "x".to_owned()), (-5, "y".to_owned())].into(),
    };
    assert_eq!(
        stored(&counts),
        json!({"M": {"total": {"N": "2"}, "1": {"S": "x"}, "-5": {"S": "y"}}})
    );
    assert_eq!(
        read::<Counts>(r#"{"M":{"total":{"N":"2"},"01":{"S":"x"}}}"#),
        Err("`.*`: expected an integer in i64 as the map's key, found another text".to_owned())
    );
}

/// A number of 38 digits passes through the parts that wait for their struct.
#[derive(Debug, PartialEq, DynamoValue)]
struct Exact {
    #[dynamo(flatten)]
    inner: Amount,
}

#[derive(Debug, PartialEq, DynamoValue)]
struct Amount {
    amount: dynamap::Number,
    parts: Vec<u128>,
}

#[test]
fn numbers_stay_exact() {
    let digits = "12345678901234567890123456789012345678";
    let exact = Exact {
        inner: Amount {
            amount: digits.parse().unwrap(),
            parts: vec![u128::from(u64::MAX)],
        },
    };
    assert_eq!(
        stored(&exact),
        json!({"M": {"amount": {"N": digits}, "parts": {"L": [{"N": "18446744073709551615"}]}}})
    );
    assert_eq!(
        read::<Exact>(r#"{"M":{"amount":{"S":"1"},"parts":{"L":[]}}}"#),
        Err("`amount`: expected N, found S".to_owned())
    );
    let broken = Counts {
        total: 1,
        by_number: BTreeMap::new(),
    };
    assert_eq!(stored(&broken), json!({"M": {"total": {"N": "1"}}}));
}

#[derive(Debug, PartialEq, DynamoValue)]
struct Page<T: dynamap::item::Attributes> {
    number: u32,
    #[dynamo(flatten)]
    body: Box<T>,
}

#[test]
fn a_flattened_field_may_be_generic() {
    let page = Page {
        number: 1,
        body: Box::new(Geo {
            latitude: 1.0,
            longitude: 2.0,
        }),
    };
    assert_eq!(
        stored(&page),
        json!({"M": {"number": {"N": "1"}, "latitude": {"N": "1"}, "longitude": {"N": "2"}}})
    );
    let map: Page<Item> = Page {
        number: 1,
        body: Box::new([("number".to_owned(), text("x"))].into()),
    };
    assert_eq!(
        refused(&map),
        "`number`: a flattened map has an entry of this name, which the struct declares: remove the entry"
    );
}
