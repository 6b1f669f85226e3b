//! Which type an item is of.

use dynamap::{DynamoCollection, DynamoItem, ErrorKind, Item};

use super::store::{StoreItem, customer, line, order, texts};

fn decode(item: &Item) -> Option<StoreItem> {
    StoreItem::decode(item.clone()).unwrap()
}

#[test]
fn the_tag_decides_where_keys_begin_alike() {
    let order = order(7);
    let line = line(7, "tea#green");
    let items = [order.to_item().unwrap(), line.to_item().unwrap()];
    assert_eq!(decode(&items[0]), Some(StoreItem::Order(order)));
    assert_eq!(decode(&items[1]), Some(StoreItem::Line(line)));
}

#[test]
fn a_type_without_entity_is_told_by_its_keys() {
    let item = customer().to_item().unwrap();
    assert!(!item.contains_key("type"));
    assert_eq!(decode(&item), Some(StoreItem::Customer(customer())));
    // Whatever stands where others have their tag, if it names none of them.
    let mut tagged = item.clone();
    tagged.extend(texts(&[("type", "GOLD")]));
    assert_eq!(decode(&tagged), Some(StoreItem::Customer(customer())));
    // The constant is the whole key.
    for sk in ["CUSTOMER#", "CUSTOMER#1", "CUSTOME", "customer"] {
        let mut other = item.clone();
        other.extend(texts(&[("sk", sk)]));
        assert_eq!(decode(&other), None, "{sk}");
    }
    for pk in ["CUSTOMER", "CUSTOMERS#ann", "ann"] {
        let mut other = item.clone();
        other.extend(texts(&[("pk", pk)]));
        assert_eq!(decode(&other), None, "{pk}");
    }
}

#[test]
fn an_unknown_name_is_of_no_type_that_has_an_entity() {
    let mut item = order(7).to_item().unwrap();
    item.extend(texts(&[("type", "ORDERS")]));
    assert_eq!(decode(&item), None);
    // Without any it is the type's by its keys, and a fault.
    item.remove("type");
    let error = StoreItem::decode(item.clone()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Decode);
    assert_eq!(error.attribute(), Some("type"));
    // A tag of another type names nothing.
    item.insert(
        "type".into(),
        aws_sdk_dynamodb::types::AttributeValue::N("7".into()),
    );
    assert_eq!(
        StoreItem::decode(item).unwrap_err().kind(),
        ErrorKind::Decode
    );
    assert_eq!(decode(&Item::new()), None);
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "logs", partition_key(attribute = "pk", prefix = "LOG", parts = ["name"]))]
struct Log {
    name: String,
    #[sort_key]
    sk: u64,
}

/// `LOG` and `LOGS` are told apart by the separator.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "logs", partition_key(attribute = "pk", prefix = "LOGS", parts = ["name"]))]
struct Summary {
    name: String,
    #[sort_key]
    sk: u64,
}

/// A constant that a prefix of another type ends before.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "logs", partition_key(attribute = "pk", value = "LOG"))]
struct Root {
    #[sort_key]
    sk: u64,
}

#[derive(Debug, PartialEq, DynamoCollection)]
enum Logs {
    Log(Log),
    Summary(Summary),
    Root(Root),
}

#[test]
fn prefixes_and_constants_are_told_apart_by_what_follows() {
    let log = Log {
        name: "a".into(),
        sk: 1,
    };
    let summary = Summary {
        name: "a".into(),
        sk: 1,
    };
    let root = Root { sk: 1 };
    let decode = |item: dynamap::Result<Item>| Logs::decode(item.unwrap()).unwrap();
    assert_eq!(decode(log.to_item()), Some(Logs::Log(log)));
    assert_eq!(decode(summary.to_item()), Some(Logs::Summary(summary)));
    assert_eq!(decode(root.to_item()), Some(Logs::Root(root)));
}

#[tokio::test]
async fn a_number_is_a_sort_key_too() {
    let fixture = dynamap_tests::Fixture::new();
    let logs = Logs::table(fixture.client());
    logs.create_table().send().await.unwrap();
    for sk in [2, 10] {
        let log = Log {
            name: "a".into(),
            sk,
        };
        logs.of::<Log>().put(log).await.unwrap();
    }
    let query = || logs.query::<Log>(("a", 0_u64));
    assert_eq!(query().ge(3_i64).count().await.unwrap(), 1);
    assert_eq!(query().within(2_u64..10).all().await.unwrap().len(), 1);
    let error = query().begins_with("1").all().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
}
