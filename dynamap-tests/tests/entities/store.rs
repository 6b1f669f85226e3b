//! One table of customers and orders, and of notes without a key of their own.

use aws_sdk_dynamodb::types::AttributeValue;
use dynamap::{DynamoItem, Item};
use dynamap_tests::Fixture;

/// Told by its tag alone: it shares partitions and forms of keys with others.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "store",
    entity = "NOTE",
    tag = "_type",
    local_index(name = "by_text", sort_key = "text")
)]
pub(crate) struct Note {
    #[partition_key]
    pub(crate) pk: String,
    #[sort_key]
    pub(crate) sk: String,
    pub(crate) text: String,
}

/// As a note, but of other attributes and with a version.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "store", entity = "COUNTER", tag = "_type")]
pub(crate) struct Counter {
    #[partition_key]
    pub(crate) pk: String,
    #[sort_key]
    pub(crate) sk: String,
    pub(crate) count: u64,
    #[version]
    pub(crate) version: u64,
}

/// Told by the prefix of its sort key.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "store",
    entity = "ORDER",
    tag = "_type",
    partition_key(attribute = "pk", parts = ["customer"]),
    sort_key(attribute = "sk", prefix = "ORDER", parts = ["number"])
)]
pub(crate) struct Order {
    pub(crate) customer: String,
    pub(crate) number: u64,
    pub(crate) total: u64,
}

pub(crate) fn note(sk: &str) -> Note {
    Note {
        pk: "ann".into(),
        sk: sk.into(),
        text: "a note".into(),
    }
}

pub(crate) fn counter(sk: &str) -> Counter {
    Counter {
        pk: "ann".into(),
        sk: sk.into(),
        count: 7,
        version: 0,
    }
}

pub(crate) fn order(number: u64) -> Order {
    Order {
        customer: "ann".into(),
        number,
        total: 100,
    }
}

pub(crate) struct Store {
    pub(crate) fixture: Fixture,
    pub(crate) notes: NoteTable,
    pub(crate) counters: CounterTable,
    pub(crate) orders: OrderTable,
}

pub(crate) async fn store() -> Store {
    let fixture = Fixture::new();
    let notes = fixture.create::<Note>().await;
    let (counters, orders) = (fixture.table::<Counter>(), fixture.table::<Order>());
    fixture.requests().clear();
    Store {
        fixture,
        notes,
        counters,
        orders,
    }
}

impl Store {
    /// Stores what no mapper wrote.
    pub(crate) async fn put(&self, attributes: &[(&str, &str)]) {
        let item: Item = attributes
            .iter()
            .map(|(name, text)| ((*name).to_owned(), AttributeValue::S((*text).to_owned())))
            .collect();
        let client = self.fixture.raw_client();
        let put = client.put_item().table_name(self.notes.name());
        put.set_item(Some(item)).send().await.unwrap();
    }

    /// What is stored under a sort key of the partition.
    pub(crate) async fn stored(&self, sk: &str) -> Option<Item> {
        let client = self.fixture.raw_client();
        let get = client
            .get_item()
            .table_name(self.notes.name())
            .key("pk", AttributeValue::S("ann".to_owned()))
            .key("sk", AttributeValue::S(sk.to_owned()));
        get.send().await.unwrap().item
    }
}
