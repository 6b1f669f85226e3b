//! The mappings that `benches/mapping` compares do the same work: each reads what each writes.

#[path = "../benches/mapping/body.rs"]
mod body;
#[path = "../benches/mapping/by_hand.rs"]
mod by_hand;
#[path = "../benches/mapping/inputs.rs"]
mod inputs;
#[path = "../benches/mapping/mapper.rs"]
mod mapper;
#[path = "../benches/mapping/page.rs"]
mod page;
#[path = "../benches/mapping/serde_time.rs"]
mod serde_time;
#[path = "../benches/mapping/shapes.rs"]
mod shapes;

use std::fmt::Debug;

use dynamap::value::{Decoder, JsonDecoder, item_eq};
use mapper::{Mapped, Mapper};
use serde_json::Value;
use shapes::{Order, Row, Session};

async fn agree<T: Mapped + PartialEq + Debug>() {
    let items: Vec<T> = (0..50).map(T::sample).collect();
    for item in &items {
        let expected = item.to_map();
        for writer in Mapper::ALL {
            let map = writer.encode(item);
            assert!(item_eq(&map, &expected), "{}: {map:?}", writer.name());
            for reader in Mapper::ALL {
                assert_eq!(&reader.decode::<T>(map.clone()), item, "{}", reader.name());
            }
        }
    }
    let body = page::body(&items);
    assert_eq!(page::decode::<T>(body.as_bytes()), items);
    assert_eq!(page::query::<T>(&page::client(body)).await, items);
    let written = body::Sdk::new().write(&items);
    assert_eq!(put::<T>(written.bytes().unwrap()), items);
    assert_eq!(put::<T>(body::write(&items).as_bytes()), items);
}

/// The items that the body of a BatchWriteItem puts.
fn put<T: Mapped>(body: &[u8]) -> Vec<T> {
    let body: Value = serde_json::from_slice(body).unwrap();
    assert_eq!(body.as_object().unwrap().len(), 1);
    let requests = body["RequestItems"]["t"].as_array().unwrap();
    let put = |request: &Value| {
        let item = request["PutRequest"]["Item"].to_string();
        let mut decoder = JsonDecoder::item_text(&item);
        decoder.open_map().unwrap();
        T::decode_attributes(&mut decoder).unwrap()
    };
    requests.iter().map(put).collect()
}

#[tokio::test]
async fn sessions() {
    agree::<Session>().await;
}

#[tokio::test]
async fn orders() {
    agree::<Order>().await;
}

#[tokio::test]
async fn rows() {
    agree::<Row>().await;
}
