//! What a read allocates: the texts, lists and maps that its structs own, and the page's vector.

use allocation_counter::measure;
use dynamap::item::Attributes;
use dynamap::value::{Decoder, JsonDecoder, TreeDecoder};
use dynamap::{DynamoItem, DynamoValue};
use time::OffsetDateTime;

#[derive(Debug, PartialEq, DynamoValue)]
struct Line {
    sku: String,
    quantity: u32,
}

#[derive(Debug, PartialEq, DynamoItem)]
#[dynamo(table = "orders")]
struct Order {
    #[partition_key]
    customer: String,
    #[sort_key(iso)]
    at: OffsetDateTime,
    #[ts(millis, auto_update)]
    updated_at: OffsetDateTime,
    paid: bool,
    cents: i64,
    rate: f64,
    note: Option<String>,
    first: Line,
    lines: Vec<Line>,
}

const ITEM: &str = r#"{"customer":{"S":"anna"},"at":{"S":"2025-03-21T12:30:00.000Z"},"updated_at":{"N":"1742560200123"},"paid":{"BOOL":true},"unknown":{"M":{"a":{"L":[{"N":"1"},{"S":"text"}]}}},"cents":{"N":"-1999"},"rate":{"N":"1.25"},"note":{"S":"at the door"},"first":{"M":{"sku":{"S":"SKU-1"},"quantity":{"N":"2"}}},"lines":{"L":[{"M":{"sku":{"S":"SKU-1"},"quantity":{"N":"2"}}},{"M":{"sku":{"S":"SKU-2"},"quantity":{"N":"1"}}}]}}"#;

/// `customer`, `note`, `first.sku`, the vector of the lines and the text of each.
const OWNED: u64 = 6;

fn read(text: &str) -> (Order, &str) {
    let mut decoder = JsonDecoder::item_text(text);
    decoder.open_map().unwrap();
    let order = Order::decode_attributes(&mut decoder).unwrap();
    (order, decoder.rest())
}

#[test]
fn a_page_allocates_what_its_items_own_and_its_vector() {
    const ITEMS: u64 = 100;
    let body = vec![ITEM; 100].join(",");
    // What is made once per type is made before it counts.
    let (first, _) = read(ITEM);
    let mut page = None;
    let counted = measure(|| {
        let mut orders = Vec::with_capacity(100);
        let mut rest = body.as_str();
        loop {
            let (order, after) = read(rest);
            orders.push(order);
            match after.strip_prefix(',') {
                Some(next) => rest = next,
                None => break,
            }
        }
        page = Some(orders);
    });
    let page = page.unwrap();
    assert_eq!(page.len(), 100);
    assert!(page.iter().all(|order| *order == first));
    assert_eq!(counted.count_total, ITEMS * OWNED + 1);
}

#[test]
fn an_owned_map_gives_its_texts_away() {
    let (order, _) = read(ITEM);
    let item = order.to_item().unwrap();
    let mut item = Some(item);
    let mut back = None;
    let counted = measure(|| {
        let mut decoder = TreeDecoder::item(item.take().unwrap());
        decoder.open_map().unwrap();
        back = Order::decode_attributes(&mut decoder).ok();
    });
    assert_eq!(back.unwrap(), order);
    // The vector of the lines, and the decoder's own of what is open around a nested map or list:
    // every text is moved.
    assert_eq!(counted.count_total, 2);
}
