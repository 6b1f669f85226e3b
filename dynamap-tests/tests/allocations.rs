//! What a read allocates: the texts, lists and maps that its structs own, and the page's vector.

use std::future::poll_fn;
use std::task::Poll;

use allocation_counter::measure;
use dynamap::item::Attributes;
use dynamap::value::{Decoder, JsonDecoder, TreeDecoder};
use dynamap::{DynamoItem, DynamoValue};
use dynamap_tests::Fixture;
use time::OffsetDateTime;
use tracing::subscriber::set_default;
use tracing::{Event, Metadata, Subscriber, span};

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

const ITEM: &str = r#"{"customer":{"S":"anna"},"at":{"S":"2025-03-21T12:30:00.000Z"},"updated_at":{"N":"1742560200123"},"paid":{"BOOL":true},"unknown":{"M":{"a":{"L":[{"N":"1"},{"S":"text"}]}}},"cents":{"N":"-1999"},"rate":{"N":"1.25"},"note":{"S":"at the \"back\" door, \u00e0 droite"},"first":{"M":{"sku":{"S":"SKU-1"},"quantity":{"N":"2"}}},"lines":{"L":[{"M":{"sku":{"S":"SKU-1"},"quantity":{"N":"2"}}},{"M":{"sku":{"S":"SKU-2"},"quantity":{"N":"1"}}}]}}"#;

/// `customer`, `note`, `first.sku`, the vector of the lines and the text of each.
const OWNED: u64 = 6;

/// The key once more for an error: a map, a name and a number.
const BESIDE_THE_SDK: u64 = 3;

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
        let mut decoder = TreeDecoder::item(item.as_mut().unwrap());
        decoder.open_map().unwrap();
        back = Order::decode_attributes(&mut decoder).ok();
    });
    assert_eq!(back.unwrap(), order);
    // The vector of the lines, and the decoder's own of what is open around a nested map or list:
    // every text is moved.
    assert_eq!(counted.count_total, 2);
}

/// Hears dynamap, or nobody.
struct Listening {
    to_dynamap: bool,
}

impl Subscriber for Listening {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        self.to_dynamap && metadata.target() == "dynamap"
    }

    fn new_span(&self, _attributes: &span::Attributes<'_>) -> span::Id {
        span::Id::from_u64(1)
    }

    fn record(&self, _id: &span::Id, _values: &span::Record<'_>) {}
    fn record_follows_from(&self, _id: &span::Id, _follows: &span::Id) {}
    fn event(&self, _event: &Event<'_>) {}
    fn enter(&self, _id: &span::Id) {}
    fn exit(&self, _id: &span::Id) {}
}

#[derive(Debug, PartialEq, DynamoItem)]
#[dynamo(table = "notes")]
struct Note {
    #[partition_key]
    id: u32,
    text: String,
}

/// What dynamap's own part of a get allocates, beside what the SDK does for the same request.
async fn beside_the_sdk(fixture: &Fixture) -> u64 {
    // Both requests find the fixture as the other does.
    async fn counted<O>(fixture: &Fixture, request: impl Future<Output = O>) -> (u64, O) {
        fixture.requests().clear();
        let mut request = Box::pin(request);
        let mut counted = 0;
        let output = poll_fn(|context| {
            let mut polled = Poll::Pending;
            counted += measure(|| polled = request.as_mut().poll(context)).count_total;
            polled
        });
        let output = output.await;
        (counted, output)
    }
    let notes = fixture.table::<Note>();
    let get = notes.get(7_u32);
    let raw = async { get.into_sdk().unwrap().send().await };
    let (by_sdk, reply) = counted(fixture, raw).await;
    let item = reply.unwrap().item.unwrap();
    let by_hand = measure(|| drop(Note::from_item(&item))).count_total;
    let (by_dynamap, note) = counted(fixture, notes.get(7_u32).send()).await;
    assert_eq!(note.unwrap().unwrap().text, "text");
    by_dynamap - by_sdk - by_hand
}

#[tokio::test]
async fn a_span_that_nobody_listens_to_allocates_nothing() {
    let fixture = Fixture::embedded();
    let notes = fixture.create::<Note>().await;
    let text = "text".to_owned();
    notes.put(Note { id: 7, text }).await.unwrap();
    // What is made once per client is made before it counts.
    for _ in 0..3 {
        beside_the_sdk(&fixture).await;
    }
    let alone = beside_the_sdk(&fixture).await;
    let unheard = {
        let _guard = set_default(Listening { to_dynamap: false });
        beside_the_sdk(&fixture).await
    };
    let heard = {
        let _guard = set_default(Listening { to_dynamap: true });
        beside_the_sdk(&fixture).await
    };
    assert_eq!((alone, unheard), (BESIDE_THE_SDK, BESIDE_THE_SDK));
    assert!(heard > alone, "{heard}");
}
