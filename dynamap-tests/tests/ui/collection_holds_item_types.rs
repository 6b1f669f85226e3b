//! A collection is an enum of item types: each variant holds one, and nothing else is read by it.

use dynamap::aws_sdk_dynamodb::Client;
use dynamap::{DynamoCollection, DynamoItem, Item};

#[derive(DynamoItem)]
#[dynamo(table = "store", entity = "ORDER")]
struct Order {
    #[partition_key]
    pk: String,
    #[sort_key]
    sk: String,
    total: u64,
}

#[derive(DynamoItem)]
#[dynamo(table = "store", entity = "STRANGER")]
struct Stranger {
    #[partition_key]
    pk: String,
    #[sort_key]
    sk: String,
}

struct Plain;

#[derive(DynamoCollection)]
struct NoEnum {
    order: Order,
}

#[derive(DynamoCollection)]
enum Faulty {
    Order(Order),
    Pair(Order, Stranger),
    Nothing,
    #[dynamo(other)]
    Other(Item),
    #[dynamo(other, rename = "x")]
    Another,
}

#[derive(DynamoCollection)]
enum OfPlain {
    Order(Order),
    Plain(Plain),
}

#[derive(DynamoCollection)]
enum StoreItem {
    Order(Order),
}

async fn reads(client: &Client) {
    // No error: the faults above are the only ones.
    let _ = Faulty::table(client).query::<Order>(("a", "b")).all().await;

    let items = StoreItem::table(client);
    let _ = items.query::<Stranger>(("a", "b"));
    let _ = Stranger::table(client).query("a").collection::<StoreItem>();
    let _ = items.of::<Stranger>();
    let _ = items.scan().filter_member(Order::SK.eq("b"));
    let _ = items.scan().filter_member(Order::TOTAL.eq(1_u64));
}

fn main() {}
