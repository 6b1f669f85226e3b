//! A page of items as the service answers it, read by the SDK's parser and by dynamap's.

use std::fmt::Write;

use aws_sdk_dynamodb::Client;
use dynamap::value::{Decoder, JsonDecoder, JsonEncoder};
use dynamap_tests::Canned;

use super::mapper::Mapped;

/// The answer to a Query: `{"Items":[…],"Count":n,"ScannedCount":n}`.
///
/// # Panics
///
/// If an item cannot be written, which a sample can.
pub(crate) fn body<T: Mapped>(items: &[T]) -> String {
    let mut body = String::from("{\"Items\":[");
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            body.push(',');
        }
        // Through the SDK's map, whose order differs from item to item.
        let map = item.to_map();
        let mut encoder = JsonEncoder::item(body);
        dynamap::DynamoValue::encode(&map, &mut encoder).unwrap();
        body = encoder.finish();
    }
    let count = items.len();
    // Writing to a `String` cannot fail.
    let _ = write!(body, "],\"Count\":{count},\"ScannedCount\":{count}}}");
    body
}

/// Reads the items of a page straight from the bytes.
///
/// # Panics
///
/// If the body is not what [`body`] writes.
pub(crate) fn decode<T: Mapped>(body: &[u8]) -> Vec<T> {
    let text = std::str::from_utf8(body).unwrap();
    let mut rest = text.strip_prefix("{\"Items\":[").unwrap();
    let mut items = Vec::new();
    loop {
        let mut decoder = JsonDecoder::item_text(rest);
        decoder.open_map().unwrap();
        items.push(T::decode_attributes(&mut decoder).unwrap());
        rest = decoder.rest();
        match rest.strip_prefix(',') {
            Some(next) => rest = next,
            None => return items,
        }
    }
}

/// A client of the SDK whose every answer is `body`.
pub(crate) fn client(body: String) -> Client {
    Canned::new(body).client()
}

/// Reads a page as the SDK does, then maps it by hand.
///
/// # Panics
///
/// If the answer is not a page of such items.
pub(crate) async fn query<T: Mapped>(client: &Client) -> Vec<T> {
    let page = client
        .query()
        .table_name("t")
        .key_condition_expression("#k = :k")
        .send()
        .await
        .unwrap();
    let items = page.items.unwrap();
    items
        .into_iter()
        .map(|item| T::from_map(item).unwrap())
        .collect()
}
