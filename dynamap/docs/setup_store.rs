// What the examples about a store in one table have in common; they include it out of sight.

use dynamap::{Collection, DynamoCollection, DynamoItem, Item};
use dynamap_embedded::Engine;

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "store",
    entity = "CUSTOMER",
    partition_key(attribute = "pk", prefix = "CUSTOMER", parts = ["customer"]),
    sort_key(attribute = "sk", value = "CUSTOMER")
)]
struct Customer {
    customer: String,
    name: String,
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "store",
    entity = "ORDER",
    partition_key(attribute = "pk", prefix = "CUSTOMER", parts = ["customer"]),
    sort_key(attribute = "sk", prefix = "ORDER", parts = ["number"])
)]
struct Order {
    customer: String,
    number: u64,
    paid: bool,
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "store",
    entity = "LINE",
    partition_key(attribute = "pk", prefix = "CUSTOMER", parts = ["customer"]),
    sort_key(attribute = "sk", prefix = "ORDER", parts = ["number", "product"])
)]
struct Line {
    customer: String,
    number: u64,
    product: String,
    pieces: u32,
}

#[derive(Debug, Clone, PartialEq, DynamoCollection)]
enum StoreItem {
    Customer(Customer),
    Order(Order),
    Line(Line),
}

/// The table on an engine of its own, with one customer, her orders 7 and 8, and a line of the first.
async fn setup() -> Result<Collection<StoreItem>, Box<dyn std::error::Error>> {
    let store = StoreItem::table(&Engine::in_memory()?.client());
    store.create_table().send().await?;
    let customer = "ann".to_owned();
    let order = |number, paid| Order { customer: customer.clone(), number, paid };
    let (orders, lines) = (store.of::<Order>(), store.of::<Line>());
    orders.create(order(7, true)).send().await?;
    orders.create(order(8, false)).send().await?;
    let line = Line { customer: customer.clone(), number: 7, product: "tea".into(), pieces: 2 };
    lines.create(line).send().await?;
    let customer = Customer { customer, name: "Ann".into() };
    store.of::<Customer>().create(customer).send().await?;
    Ok(store)
}
