//! Bodies of requests whose items are text already, written without the SDK's maps.

use std::sync::{Arc, LazyLock};

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::Builder as ConfigBuilder;
use aws_sdk_dynamodb::operation::batch_write_item::{BatchWriteItem, BatchWriteItemInput};
use aws_sdk_dynamodb::operation::put_item::PutItem;
use aws_sdk_dynamodb::operation::transact_write_items::{
    TransactWriteItems, TransactWriteItemsInput,
};
use aws_smithy_runtime_api::box_error::BoxError;
use aws_smithy_runtime_api::client::interceptors::context::{
    BeforeSerializationInterceptorContextRef, Input,
};
use aws_smithy_runtime_api::client::interceptors::{
    Intercept, SharedInterceptor, dyn_dispatch_hint,
};
use aws_smithy_runtime_api::client::orchestrator::HttpRequest;
use aws_smithy_runtime_api::client::runtime_plugin::RuntimePlugin;
use aws_smithy_runtime_api::client::ser_de::{SerializeRequest, SharedRequestSerializer};
use aws_smithy_types::body::SdkBody;
use aws_smithy_types::config_bag::ConfigBag;

use super::kept_items::SdkLayer;
use crate::item::ItemText;

// The SDK's own serializers, which its operations carry in their configurations.
static PUT_ITEM: SdkLayer = LazyLock::new(|| PutItem::new().config());
static BATCH_WRITE_ITEM: SdkLayer = LazyLock::new(|| BatchWriteItem::new().config());
static TRANSACT_WRITE_ITEMS: SdkLayer = LazyLock::new(|| TransactWriteItems::new().config());

const CONTENT_LENGTH: &str = "content-length";

/// An interceptor that adds one member to a request's body, which the SDK writes without it.
///
/// The SDK writes an item from a map of its own, with a string per name and value. Everything else of
/// the request (the other members, the headers, its signature, its repetition) is the SDK's to write.
#[derive(Clone)]
pub(super) struct WrittenBody {
    /// The member with its name and colon.
    member: Arc<String>,
    sdk: &'static SdkLayer,
    /// Takes the member out of the SDK's input.
    take_out: fn(&mut Input),
}

impl std::fmt::Debug for WrittenBody {
    /// Without the items.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WrittenBody").finish_non_exhaustive()
    }
}

impl WrittenBody {
    /// A PutItem of this item, which is not in the SDK's input.
    pub(super) fn of_put(item: &ItemText) -> Self {
        Self {
            member: Arc::new(["\"Item\":", item.as_str()].concat()),
            sdk: &PUT_ITEM,
            take_out: |_| {},
        }
    }

    /// A BatchWriteItem of `RequestItems`, of which the SDK's input has the tables: by them it finds the
    /// endpoint.
    pub(super) fn of_batch(request_items: String) -> Self {
        Self {
            member: Arc::new(request_items),
            sdk: &BATCH_WRITE_ITEM,
            take_out: |input| {
                if let Some(input) = input.downcast_mut::<BatchWriteItemInput>() {
                    input.request_items = None;
                }
            },
        }
    }

    /// A TransactWriteItems of these steps, of which the SDK's input has the tables.
    pub(super) fn of_transaction(transact_items: String) -> Self {
        Self {
            member: Arc::new(transact_items),
            sdk: &TRANSACT_WRITE_ITEMS,
            take_out: |input| {
                if let Some(input) = input.downcast_mut::<TransactWriteItemsInput>() {
                    input.transact_items = None;
                }
            },
        }
    }

    /// Whether the SDK lets its serializer be replaced, and no interceptor of the application may want to
    /// see the items in the SDK's input, as the rules of a mocked client do.
    pub(super) fn may_be_used(client: &Client, config: Option<&ConfigBuilder>) -> bool {
        let intercepts = client.config().interceptors().next().is_some()
            || config.is_some_and(|config| config.clone().build().interceptors().next().is_some());
        !intercepts
            && [&PUT_ITEM, &BATCH_WRITE_ITEM, &TRANSACT_WRITE_ITEMS]
                .into_iter()
                .all(|sdk| sdk_serializer(sdk).is_some())
    }

    /// Has a request written so.
    pub(super) fn install(self, config: &mut ConfigBuilder) {
        config.push_interceptor(SharedInterceptor::permanent(self));
    }
}

fn sdk_serializer(layer: &'static SdkLayer) -> Option<&'static SharedRequestSerializer> {
    layer.as_ref()?.load::<SharedRequestSerializer>()
}

#[dyn_dispatch_hint]
impl Intercept for WrittenBody {
    fn name(&self) -> &'static str {
        "DynamapWrittenBody"
    }

    fn read_before_execution(
        &self,
        _context: &BeforeSerializationInterceptorContextRef<'_>,
        config: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        config
            .interceptor_state()
            .store_put(SharedRequestSerializer::new(self.clone()));
        Ok(())
    }
}

impl SerializeRequest for WrittenBody {
    fn serialize_input(
        &self,
        mut input: Input,
        config: &mut ConfigBag,
    ) -> Result<HttpRequest, BoxError> {
        (self.take_out)(&mut input);
        let sdk = sdk_serializer(self.sdk).ok_or("the SDK's operation has no serializer")?;
        let mut request = sdk.serialize_input(input, config)?;
        let written = request.body().bytes();
        let members = written
            .and_then(|body| {
                std::str::from_utf8(body)
                    .ok()?
                    .trim_ascii()
                    .strip_prefix('{')
            })
            .ok_or("the SDK writes no JSON object")?;
        let comma = if members == "}" { "" } else { "," };
        let body = ["{", &self.member, comma, members].concat();
        if request.headers().contains_key(CONTENT_LENGTH) {
            let length = body.len().to_string();
            request.headers_mut().insert(CONTENT_LENGTH, length);
        }
        *request.body_mut() = SdkBody::from(body);
        Ok(request)
    }
}
