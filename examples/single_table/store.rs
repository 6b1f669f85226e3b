use dynamap::time::EpochSeconds;
use dynamap::{DynamoCollection, DynamoItem, DynamoValue, Item};

/// A customer: the first item of a partition that holds everything of hers.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "store",
    entity = "CUSTOMER",
    partition_key(attribute = "pk", prefix = "CUSTOMER", parts = ["id"]),
    sort_key(attribute = "sk", value = "CUSTOMER")
)]
pub(crate) struct Customer {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) orders: u32,
}

/// An order. In the index it stands with all orders of its state.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "store",
    entity = "ORDER",
    partition_key(attribute = "pk", prefix = "CUSTOMER", parts = ["customer"]),
    sort_key(attribute = "sk", prefix = "ORDER", parts = ["number"]),
    index(
        name = "by_state",
        partition_key(attribute = "gsi1pk", prefix = "STATE", parts = ["state"]),
        sort_key(attribute = "gsi1sk", prefix = "ORDER", parts = ["number"])
    )
)]
pub(crate) struct Order {
    pub(crate) customer: String,
    pub(crate) number: u64,
    pub(crate) state: State,
    pub(crate) cents: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, DynamoValue)]
#[dynamo(rename_all = "UPPERCASE")]
pub(crate) enum State {
    Open,
    Paid,
}

/// A line of an order: its sort key begins like the order's, so that it stands behind it.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "store",
    entity = "LINE",
    partition_key(attribute = "pk", prefix = "CUSTOMER", parts = ["customer"]),
    sort_key(attribute = "sk", prefix = "ORDER", parts = ["number", "product"])
)]
pub(crate) struct Line {
    pub(crate) customer: String,
    pub(crate) number: u64,
    pub(crate) product: String,
    pub(crate) pieces: u64,
    pub(crate) cents: u64,
}

/// What a customer has not ordered yet, for an hour.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "store",
    entity = "CART",
    partition_key(attribute = "pk", prefix = "CUSTOMER", parts = ["customer"]),
    sort_key(attribute = "sk", value = "CART")
)]
pub(crate) struct Cart {
    pub(crate) customer: String,
    pub(crate) product: String,
    #[ttl(seconds, after = "1h")]
    pub(crate) expires_at: Option<EpochSeconds>,
}

/// Everything that this program knows of the table.
#[derive(Debug, Clone, PartialEq, DynamoCollection)]
pub(crate) enum StoreItem {
    Customer(Customer),
    Cart(Cart),
    Order(Order),
    Line(Line),
}

/// The same for a program that keeps what it does not know.
#[derive(Debug, Clone, PartialEq, DynamoCollection)]
pub(crate) enum Anything {
    Customer(Customer),
    Order(Order),
    #[dynamo(other)]
    Other(Item),
}
