//! A store of customers, orders and their lines.

use aws_sdk_dynamodb::types::AttributeValue;
use dynamap::{Collection, DynamoCollection, DynamoItem, Item, Transaction};
use dynamap_tests::Fixture;

/// Told by its keys: a constant behind the customer.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "store",
    partition_key(attribute = "pk", prefix = "CUSTOMER", parts = ["customer"]),
    sort_key(attribute = "sk", value = "CUSTOMER")
)]
pub(crate) struct Customer {
    pub(crate) customer: String,
    pub(crate) name: String,
}

/// Told by its tag: the keys of its lines begin like its own.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "store",
    entity = "ORDER",
    partition_key(attribute = "pk", prefix = "CUSTOMER", parts = ["customer"]),
    sort_key(attribute = "sk", prefix = "ORDER", parts = ["number"]),
    index(
        name = "by_state",
        partition_key(attribute = "gsi1pk", prefix = "STATE", parts = ["paid"]),
        sort_key(attribute = "gsi1sk", prefix = "ORDER", parts = ["number"])
    )
)]
pub(crate) struct Order {
    pub(crate) customer: String,
    pub(crate) number: u64,
    pub(crate) paid: Paid,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, dynamap::DynamoValue)]
pub(crate) enum Paid {
    Yes,
    No,
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "store",
    entity = "LINE",
    partition_key(attribute = "pk", prefix = "CUSTOMER", parts = ["customer"]),
    sort_key(attribute = "sk", prefix = "ORDER", parts = ["number", "product"]),
    index(
        name = "by_state",
        partition_key(attribute = "gsi1pk", prefix = "STATE", parts = ["paid"]),
        sort_key(attribute = "gsi1sk", prefix = "LINE", parts = ["number", "product"])
    ),
    index(name = "by_product", partition_key = "product")
)]
pub(crate) struct Line {
    pub(crate) customer: String,
    pub(crate) number: u64,
    pub(crate) product: String,
    pub(crate) pieces: u32,
    pub(crate) paid: Option<Paid>,
}

#[derive(Debug, Clone, PartialEq, DynamoCollection)]
pub(crate) enum StoreItem {
    Customer(Customer),
    Order(Order),
    Line(Line),
}

/// The same types, and whatever else is there.
#[derive(Debug, Clone, PartialEq, DynamoCollection)]
pub(crate) enum Everything {
    Order(Order),
    Line(Line),
    #[dynamo(other)]
    Other(Item),
    Customer(Customer),
}

pub(crate) fn customer() -> Customer {
    Customer {
        customer: "ann".into(),
        name: "Ann".into(),
    }
}

pub(crate) fn order(number: u64) -> Order {
    Order {
        customer: "ann".into(),
        number,
        paid: Paid::No,
    }
}

pub(crate) fn line(number: u64, product: &str) -> Line {
    Line {
        customer: "ann".into(),
        number,
        product: product.into(),
        pieces: 2,
        paid: None,
    }
}

/// What the partition holds, in the order of its sort key.
pub(crate) fn all() -> Vec<StoreItem> {
    vec![
        StoreItem::Customer(customer()),
        StoreItem::Order(order(7)),
        StoreItem::Line(line(7, "milk")),
        StoreItem::Line(line(7, "tea#green")),
        StoreItem::Order(order(8)),
        StoreItem::Line(line(8, "tea")),
    ]
}

pub(crate) struct Store {
    pub(crate) fixture: Fixture,
    pub(crate) items: Collection<StoreItem>,
}

/// The table with everything in it, and another customer's order.
pub(crate) async fn store() -> Store {
    let fixture = Fixture::new();
    let items = StoreItem::table(fixture.client()).with_clock(fixture.clock().clone());
    items.create_table().send().await.unwrap();
    let (customers, orders, lines) = (
        items.of::<Customer>(),
        items.of::<Order>(),
        items.of::<Line>(),
    );
    let elsewhere = Order {
        customer: "ann#x".into(),
        ..order(1)
    };
    Transaction::new(fixture.client())
        .put(&customers, customer())
        .put(&orders, order(7))
        .put(&orders, order(8))
        .put(&orders, elsewhere)
        .put(&lines, line(7, "milk"))
        .put(&lines, line(7, "tea#green"))
        .put(&lines, line(8, "tea"))
        .send()
        .await
        .unwrap();
    fixture.requests().clear();
    Store { fixture, items }
}

/// An item of texts alone.
pub(crate) fn texts(attributes: &[(&str, &str)]) -> Item {
    attributes
        .iter()
        .map(|(name, text)| ((*name).to_owned(), AttributeValue::S((*text).to_owned())))
        .collect()
}

impl Store {
    /// Stores what no type here wrote.
    pub(crate) async fn put(&self, item: Item) {
        let client = self.fixture.raw_client();
        let put = client.put_item().table_name(self.items.name());
        put.set_item(Some(item)).send().await.unwrap();
    }

    /// Something else in the same partition.
    pub(crate) async fn put_unknown(&self) -> Item {
        let item = texts(&[("pk", "CUSTOMER#ann"), ("sk", "NOTE#1"), ("type", "NOTE")]);
        self.put(item.clone()).await;
        item
    }
}
