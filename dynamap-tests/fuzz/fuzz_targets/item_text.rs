//! Any item, put with and without the SDK's serializer: the same request, which holds that item.
//!
//! ```text
//! cd dynamap-tests && cargo +nightly fuzz run item_text fuzz/corpus/item_text ../dynamap/src/value/tests/corpus
//! ```
#![no_main]

use std::collections::HashMap;
use std::sync::LazyLock;

use aws_sdk_dynamodb::types::AttributeValue;
use dynamap::{DynamoItem, ErrorKind};
use libfuzzer_sys::fuzz_target;
use serde_json::Value;
use tokio::runtime::{Builder, Runtime};

#[path = "../../../dynamap/src/value/tests/oracle.rs"]
mod oracle;
#[path = "../../tests/direct_writer/wire.rs"]
mod wire;

use wire::Wire;

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "things")]
struct Thing {
    #[partition_key]
    id: u8,
    #[dynamo(flatten)]
    more: HashMap<String, AttributeValue>,
}

struct Puts {
    runtime: Runtime,
    wire: Wire,
    direct: ThingTable,
    by_sdk: ThingTable,
}

static PUTS: LazyLock<Puts> = LazyLock::new(|| {
    let wire = Wire::new();
    Puts {
        runtime: Builder::new_current_thread().enable_time().build().unwrap(),
        direct: Thing::table(&wire.client()),
        by_sdk: Thing::table(&wire.intercepted()),
        wire,
    }
});

/// The request that puts the thing, or the kind of the error.
fn put(table: &ThingTable, thing: &Thing) -> Result<Value, ErrorKind> {
    let put = table.put(thing).send();
    let sent = PUTS.runtime.block_on(put);
    sent.map_err(|error| error.kind())?;
    Ok(PUTS.wire.json())
}

fuzz_target!(|bytes: &[u8]| {
    let Some(mut more) = oracle::item(bytes) else {
        return;
    };
    more.remove("id");
    let thing = Thing { id: 7, more };
    match (put(&PUTS.direct, &thing), put(&PUTS.by_sdk, &thing)) {
        (Ok(direct), Ok(by_sdk)) => {
            assert_eq!(direct, by_sdk);
            let mut item = oracle::item(direct["Item"].to_string().as_bytes()).unwrap();
            assert_eq!(item.remove("id"), Some(AttributeValue::N("7".to_owned())));
            assert_eq!(item, thing.more);
        }
        (Err(direct), Err(by_sdk)) => assert_eq!(direct, by_sdk),
        differing => panic!("{differing:?}"),
    }
});
