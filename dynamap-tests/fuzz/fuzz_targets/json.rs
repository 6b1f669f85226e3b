//! Any bytes read as an item by the JSON decoder and by way of `serde_json`: the same item, or both
//! an error; skipping it is an error where reading it is.
//!
//! ```text
//! cd dynamap-tests && cargo +nightly fuzz run json fuzz/corpus/json ../dynamap/src/value/tests/corpus
//! ```
#![no_main]

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use dynamap::DynamoValue;
use dynamap::value::{DecodeError, Decoder, JsonDecoder, JsonEncoder};
use libfuzzer_sys::fuzz_target;

#[path = "../../../dynamap/src/value/tests/oracle.rs"]
mod oracle;

type Item = HashMap<String, AttributeValue>;

fn read(bytes: &[u8]) -> Result<Item, DecodeError> {
    let mut decoder = JsonDecoder::item(bytes)?;
    let item = Item::decode(&mut decoder)?;
    decoder.end()?;
    Ok(item)
}

fn skip(bytes: &[u8]) -> Result<(), DecodeError> {
    let mut decoder = JsonDecoder::item(bytes)?;
    decoder.skip()?;
    decoder.end()
}

fuzz_target!(|bytes: &[u8]| {
    // `serde_json` counts its levels in another way; the limit has a test of its own.
    if bytes
        .iter()
        .filter(|byte| matches!(byte, b'{' | b'['))
        .count()
        > 100
    {
        return;
    }
    let expected = oracle::item(bytes);
    let found = read(bytes).ok();
    assert_eq!(found, expected);
    assert_eq!(skip(bytes).is_ok(), expected.is_some());
    if let Some(item) = found {
        let mut encoder = JsonEncoder::item(String::new());
        item.encode(&mut encoder).unwrap();
        assert_eq!(read(encoder.finish().as_bytes()).unwrap(), item);
    }
});
