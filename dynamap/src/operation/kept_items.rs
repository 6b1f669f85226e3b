//! The items of an answer as the text they came in, to be read without the SDK's maps.

use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use aws_sdk_dynamodb::config::Builder as ConfigBuilder;
use aws_sdk_dynamodb::operation::batch_get_item::BatchGetItem;
use aws_sdk_dynamodb::operation::query::{Query, QueryOutput};
use aws_sdk_dynamodb::operation::scan::Scan;
use aws_sdk_dynamodb::operation::transact_get_items::TransactGetItems;
use aws_smithy_runtime_api::box_error::BoxError;
use aws_smithy_runtime_api::client::interceptors::context::{
    BeforeSerializationInterceptorContextRef, Error, Output,
};
use aws_smithy_runtime_api::client::interceptors::{
    Intercept, SharedInterceptor, dyn_dispatch_hint,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpResponse, OrchestratorError};
use aws_smithy_runtime_api::client::runtime_plugin::RuntimePlugin;
use aws_smithy_runtime_api::client::ser_de::{DeserializeResponse, SharedResponseDeserializer};
use aws_smithy_runtime_api::http::StatusCode;
use aws_smithy_types::body::SdkBody;
use aws_smithy_types::config_bag::{ConfigBag, FrozenLayer};

use super::cut::{ItemsText, Places, cut};
use crate::item::Item;

// The SDK's own deserializers, which its operations carry in their configurations.
static QUERY: SdkLayer = LazyLock::new(|| Query::new().config());
static SCAN: SdkLayer = LazyLock::new(|| Scan::new().config());
static BATCH_GET_ITEM: SdkLayer = LazyLock::new(|| BatchGetItem::new().config());
static TRANSACT_GET_ITEMS: SdkLayer = LazyLock::new(|| TransactGetItems::new().config());

/// What an operation of the SDK brings into the configuration of its requests.
pub(super) type SdkLayer = LazyLock<Option<FrozenLayer>>;

/// An interceptor that takes the items out of an answer before the SDK reads it.
///
/// The SDK builds a map per item and a string per attribute; a reader of the text builds what it needs.
/// The rest of the answer (the position, the capacity, errors) is the SDK's to read. If there are no
/// items in the answer, or no answer (a mocked client), nothing is kept, and the SDK's output has them.
#[derive(Clone)]
pub(crate) struct KeptItems {
    kept: Arc<Mutex<Option<ItemsText>>>,
    sdk: &'static SdkLayer,
    places: Places,
    noted: Option<&'static str>,
}

impl std::fmt::Debug for KeptItems {
    /// Without the items.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("KeptItems").finish_non_exhaustive()
    }
}

impl KeptItems {
    /// Of a Query's answer.
    pub(crate) fn of_query() -> Self {
        Self::of(&QUERY, Places::Items)
    }

    /// Of a Scan's answer.
    pub(crate) fn of_scan() -> Self {
        Self::of(&SCAN, Places::Items)
    }

    /// Of a BatchGetItem's answer.
    pub(crate) fn of_batch_get() -> Self {
        Self::of(&BATCH_GET_ITEM, Places::Tables)
    }

    /// Of a TransactGetItems' answer.
    pub(crate) fn of_transact_get() -> Self {
        Self::of(&TRANSACT_GET_ITEMS, Places::Responses)
    }

    fn of(sdk: &'static SdkLayer, places: Places) -> Self {
        Self {
            kept: Arc::default(),
            sdk,
            places,
            noted: None,
        }
    }

    /// Notes where this attribute stands in each item, so that it is found without another search.
    pub(crate) fn noting(mut self, name: Option<&'static str>) -> Self {
        self.noted = name;
        self
    }

    /// Has a request keep its items, unless its table's handle has the direct reader off.
    pub(crate) fn watch(&self, direct: bool, config: &mut ConfigBuilder) {
        if direct {
            config.push_interceptor(SharedInterceptor::permanent(self.clone()));
        }
    }

    /// The items, if they were kept.
    pub(crate) fn take(&self) -> Option<ItemsText> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.take()
    }

    fn keep(&self, items: Option<ItemsText>) {
        *self.kept.lock().unwrap_or_else(PoisonError::into_inner) = items;
    }
}

fn sdk_deserializer(layer: &'static SdkLayer) -> Option<&'static SharedResponseDeserializer> {
    layer.as_ref()?.load::<SharedResponseDeserializer>()
}

/// An item as the SDK reads it, which takes spellings that DynamoDB itself does not write.
#[cold]
pub(super) fn read_by_sdk(text: &str) -> Option<Item> {
    let status = StatusCode::try_from(200).ok()?;
    let body = SdkBody::from(["{\"Items\":[", text, "]}"].concat());
    let output = sdk_deserializer(&QUERY)?
        .deserialize_nonstreaming_with_config(&HttpResponse::new(status, body), &ConfigBag::base());
    let output = output.ok()?.downcast::<QueryOutput>().ok()?;
    output.items?.pop()
}

#[dyn_dispatch_hint]
impl Intercept for KeptItems {
    fn name(&self) -> &'static str {
        "DynamapKeptItems"
    }

    fn read_before_execution(
        &self,
        _context: &BeforeSerializationInterceptorContextRef<'_>,
        config: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        if sdk_deserializer(self.sdk).is_some() {
            config
                .interceptor_state()
                .store_put(SharedResponseDeserializer::new(self.clone()));
        }
        Ok(())
    }
}

impl DeserializeResponse for KeptItems {
    fn deserialize_nonstreaming_with_config(
        &self,
        response: &HttpResponse,
        config: &ConfigBag,
    ) -> Result<Output, OrchestratorError<Error>> {
        let sdk = sdk_deserializer(self.sdk)
            .ok_or_else(|| OrchestratorError::other("the SDK's operation has no deserializer"))?;
        let cut = response
            .body()
            .bytes()
            .filter(|_| response.status().is_success())
            .and_then(|body| cut(std::str::from_utf8(body).ok()?, self.places, self.noted));
        let Some((items, rest)) = cut else {
            self.keep(None);
            return sdk.deserialize_nonstreaming_with_config(response, config);
        };
        let mut reduced = HttpResponse::new(response.status(), SdkBody::from(rest));
        *reduced.headers_mut() = response.headers().clone();
        let output = sdk.deserialize_nonstreaming_with_config(&reduced, config)?;
        self.keep(Some(items));
        Ok(output)
    }
}

#[cfg(test)]
mod tests {
    use aws_sdk_dynamodb::Client;
    use aws_sdk_dynamodb::error::ProvideErrorMetadata;
    use aws_sdk_dynamodb::types::{
        AttributeDefinition, AttributeValue, BillingMode, KeySchemaElement, KeyType,
        ReturnConsumedCapacity, ScalarAttributeType,
    };
    use dynamap_embedded::Engine;

    use super::*;

    async fn table() -> Client {
        let client = Engine::in_memory().unwrap().client();
        let key = KeySchemaElement::builder()
            .attribute_name("id")
            .key_type(KeyType::Hash);
        let id = AttributeDefinition::builder()
            .attribute_name("id")
            .attribute_type(ScalarAttributeType::S);
        client
            .create_table()
            .table_name("rows")
            .billing_mode(BillingMode::PayPerRequest)
            .key_schema(key.build().unwrap())
            .attribute_definitions(id.build().unwrap())
            .send()
            .await
            .unwrap();
        for id in ["a", "b"] {
            let id = AttributeValue::S(id.to_owned());
            client
                .put_item()
                .table_name("rows")
                .item("id", id)
                .send()
                .await
                .unwrap();
        }
        client
    }

    /// The items that were kept, as text.
    fn texts(kept: &KeptItems) -> Vec<String> {
        let items = kept.take().unwrap();
        let groups = items.groups.iter().flat_map(|(_, places)| places);
        groups
            .map(|place| items.page.text[place.item.clone()].to_owned())
            .collect()
    }

    /// Fails if a release of the SDK no longer lets its deserializer be replaced.
    #[tokio::test]
    async fn the_sdk_reads_the_rest_of_the_answer() {
        let client = table().await;
        let kept = KeptItems::of_scan();
        let reply = client
            .scan()
            .table_name("rows")
            .limit(1)
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .customize()
            .interceptor(kept.clone())
            .send()
            .await
            .unwrap();
        assert!(reply.items().is_empty());
        assert_eq!((reply.count(), reply.scanned_count()), (1, 1));
        let last = reply.last_evaluated_key().unwrap()["id"].as_s().unwrap();
        assert!(reply.consumed_capacity().unwrap().capacity_units().unwrap() > 0.0);
        let item = format!(r#"{{"id":{{"S":"{last}"}}}}"#);
        assert_eq!(texts(&kept), [item.as_str()]);
        assert!(kept.take().is_none());

        let error = client
            .scan()
            .table_name("nothing")
            .customize()
            .interceptor(kept.clone())
            .send()
            .await
            .unwrap_err();
        assert_eq!(error.code(), Some("ResourceNotFoundException"));
        assert!(kept.take().is_none());
    }

    #[tokio::test]
    async fn a_query_is_read_alike() {
        let client = table().await;
        let kept = KeptItems::of_query();
        let query = || {
            client
                .query()
                .table_name("rows")
                .key_condition_expression("id = :id")
                .expression_attribute_values(":id", AttributeValue::S("a".to_owned()))
                .customize()
                .interceptor(kept.clone())
        };
        let reply = query().send().await.unwrap();
        assert!(reply.items().is_empty());
        assert_eq!((reply.count(), reply.scanned_count()), (1, 1));
        assert_eq!(texts(&kept), [r#"{"id":{"S":"a"}}"#]);

        // Where the deserializer cannot be replaced, the SDK reads the items.
        let reply = client
            .scan()
            .table_name("rows")
            .customize()
            .interceptor(KeptItems {
                sdk: &NOTHING,
                ..kept.clone()
            })
            .send()
            .await
            .unwrap();
        assert_eq!(reply.items().len(), 2);
        assert!(kept.take().is_none());
    }

    static NOTHING: SdkLayer = LazyLock::new(|| None);
}
