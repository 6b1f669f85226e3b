//! The body of a request that writes items, written by the SDK's serializer and by dynamap's.

use std::collections::HashMap;

use aws_sdk_dynamodb::operation::batch_write_item::{BatchWriteItem, BatchWriteItemInput};
use aws_sdk_dynamodb::types::{PutRequest, WriteRequest};
use aws_smithy_runtime_api::client::interceptors::context::Input;
use aws_smithy_runtime_api::client::runtime_plugin::RuntimePlugin;
use aws_smithy_runtime_api::client::ser_de::{SerializeRequest, SharedRequestSerializer};
use aws_smithy_types::body::SdkBody;
use aws_smithy_types::config_bag::ConfigBag;
use dynamap::value::{Encoder, JsonEncoder};

use super::mapper::Mapped;

const TABLE: &str = "t";

/// The SDK's serializer of BatchWriteItem, which its operation carries in its configuration.
pub(crate) struct Sdk(SharedRequestSerializer);

impl Sdk {
    /// # Panics
    ///
    /// If the SDK's operation carries no serializer.
    pub(crate) fn new() -> Self {
        let layer = BatchWriteItem::new().config().unwrap();
        Self(layer.load::<SharedRequestSerializer>().unwrap().clone())
    }

    /// Maps by hand into the SDK's input, as it takes any number of items, and has that written.
    ///
    /// # Panics
    ///
    /// If the SDK does not write it.
    pub(crate) fn write<T: Mapped>(&self, items: &[T]) -> SdkBody {
        let put = |item: &T| {
            let put = PutRequest::builder().set_item(Some(item.to_map()));
            let put = put.build().unwrap();
            WriteRequest::builder().put_request(put).build()
        };
        let requests = items.iter().map(put).collect();
        let input = BatchWriteItemInput::builder()
            .set_request_items(Some(HashMap::from([(TABLE.to_owned(), requests)])))
            .build()
            .unwrap();
        let mut config = ConfigBag::base();
        let request = self.0.serialize_input(Input::erase(input), &mut config);
        request.unwrap().into_body()
    }
}

/// Writes the items straight into the text of the same body.
///
/// # Panics
///
/// If an item cannot be written, which a sample can.
pub(crate) fn write<T: Mapped>(items: &[T]) -> String {
    let mut body = ["{\"RequestItems\":{\"", TABLE, "\":["].concat();
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            body.push(',');
        }
        body.push_str("{\"PutRequest\":{\"Item\":");
        let mut encoder = JsonEncoder::item(body);
        encoder.open_map(0);
        item.encode_attributes(&mut encoder).unwrap();
        encoder.close();
        body = encoder.finish();
        body.push_str("}}");
    }
    body.push_str("]}}");
    body
}
