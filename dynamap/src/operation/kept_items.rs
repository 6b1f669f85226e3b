//! The items of an answer to Query or Scan as the text they came in, to be read without the SDK's maps.

use std::ops::Range;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use aws_sdk_dynamodb::operation::query::Query;
use aws_sdk_dynamodb::operation::scan::Scan;
use aws_smithy_runtime_api::box_error::BoxError;
use aws_smithy_runtime_api::client::interceptors::Intercept;
use aws_smithy_runtime_api::client::interceptors::context::{
    BeforeSerializationInterceptorContextRef, Error, Output,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpResponse, OrchestratorError};
use aws_smithy_runtime_api::client::runtime_plugin::RuntimePlugin;
use aws_smithy_runtime_api::client::ser_de::{DeserializeResponse, SharedResponseDeserializer};
use aws_smithy_types::body::SdkBody;
use aws_smithy_types::config_bag::{ConfigBag, FrozenLayer};

// The SDK's own deserializers, which its operations carry in their configurations.
static QUERY: LazyLock<Option<FrozenLayer>> = LazyLock::new(|| Query::new().config());
static SCAN: LazyLock<Option<FrozenLayer>> = LazyLock::new(|| Scan::new().config());

/// An interceptor that takes the items out of an answer before the SDK reads it.
///
/// The SDK builds a map per item and a string per attribute; a reader of the text builds what it needs.
/// The rest of the answer (the position, the capacity, errors) is the SDK's to read. If there are no
/// items in the answer, or no answer (a mocked client), nothing is kept, and the SDK's output has them.
#[derive(Clone)]
pub(crate) struct KeptItems {
    kept: Arc<Mutex<Option<ItemsText>>>,
    sdk: &'static LazyLock<Option<FrozenLayer>>,
}

/// The items of an answer as text.
#[derive(Clone)]
pub(crate) struct ItemsText {
    /// The elements of the array.
    pub(crate) text: String,
    /// Where each of them stands in the text.
    pub(crate) items: Vec<Range<usize>>,
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
        Self::of(&QUERY)
    }

    /// Of a Scan's answer.
    pub(crate) fn of_scan() -> Self {
        Self::of(&SCAN)
    }

    fn of(sdk: &'static LazyLock<Option<FrozenLayer>>) -> Self {
        Self {
            kept: Arc::default(),
            sdk,
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

impl Intercept for KeptItems {
    fn name(&self) -> &'static str {
        "DynamapKeptItems"
    }

    fn read_before_execution(
        &self,
        _context: &BeforeSerializationInterceptorContextRef<'_>,
        config: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        if self.sdk.is_some() {
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
        let sdk = self
            .sdk
            .as_ref()
            .and_then(|layer| layer.load::<SharedResponseDeserializer>())
            .ok_or_else(|| OrchestratorError::other("the SDK's operation has no deserializer"))?;
        let cut = response
            .body()
            .bytes()
            .filter(|_| response.status().is_success())
            .and_then(|body| cut(std::str::from_utf8(body).ok()?));
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

/// The elements of the array `Items` of the outermost object, and the object without them.
///
/// Brackets and quotes are all it looks at: what stands between them is checked by who reads it.
fn cut(body: &str) -> Option<(ItemsText, String)> {
    let mut rest = Skim { text: body, at: 0 };
    rest.eat(b'{')?;
    loop {
        let name = rest.string()?;
        rest.eat(b':')?;
        if name == "Items" {
            rest.eat(b'[')?;
            let start = rest.at;
            let (items, end) = rest.objects()?;
            let text = body.get(start..end)?.to_owned();
            let (before, after) = (body.get(..start)?, body.get(end..)?);
            return Some((ItemsText { text, items }, [before, after].concat()));
        }
        rest.value()?;
        rest.eat(b',')?;
    }
}

/// Moves over JSON without reading it.
struct Skim<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Skim<'a> {
    fn peek(&mut self) -> Option<u8> {
        let bytes = self.text.as_bytes();
        while bytes.get(self.at)?.is_ascii_whitespace() {
            self.at += 1;
        }
        bytes.get(self.at).copied()
    }

    fn eat(&mut self, byte: u8) -> Option<()> {
        (self.peek()? == byte).then(|| self.at += 1)
    }

    /// Moves behind a string; its text as it is written.
    fn string(&mut self) -> Option<&'a str> {
        self.eat(b'"')?;
        let start = self.at;
        loop {
            match self.text.as_bytes().get(self.at)? {
                b'"' => break,
                b'\\' => self.at += 2,
                _ => self.at += 1,
            }
        }
        self.at += 1;
        self.text.get(start..self.at - 1)
    }

    /// Moves behind a value.
    fn value(&mut self) -> Option<()> {
        match self.peek()? {
            b'"' => self.string().map(drop),
            b'{' | b'[' => {
                self.at += 1;
                self.close().map(drop)
            }
            _ => {
                while !matches!(self.text.as_bytes().get(self.at)?, b',' | b'}' | b']') {
                    self.at += 1;
                }
                Some(())
            }
        }
    }

    /// Moves behind the end of an array of objects: where each stands from here on, and where the end.
    fn objects(&mut self) -> Option<(Vec<Range<usize>>, usize)> {
        let from = self.at;
        let mut objects = Vec::new();
        loop {
            if self.peek()? == b']' && objects.is_empty() {
                break;
            }
            let start = self.at;
            self.eat(b'{')?;
            self.close()?;
            objects.push(start - from..self.at - from);
            match self.peek()? {
                b',' => self.at += 1,
                b']' => break,
                _ => return None,
            }
        }
        self.at += 1;
        Some((objects, self.at - 1))
    }

    /// Moves behind the end of what was opened; where that end stands.
    fn close(&mut self) -> Option<usize> {
        let mut depth = 0_u32;
        loop {
            match self.text.as_bytes().get(self.at)? {
                b'"' => {
                    self.string()?;
                    continue;
                }
                b'{' | b'[' => depth += 1,
                b'}' | b']' if depth == 0 => {
                    self.at += 1;
                    return Some(self.at - 1);
                }
                b'}' | b']' => depth -= 1,
                _ => {}
            }
            self.at += 1;
        }
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

    #[test]
    fn items_are_cut_out_wherever_they_stand() {
        for (body, items, rest) in [
            (r#"{"Items":[]}"#, "", r#"{"Items":[]}"#),
            (
                r#"{"Items":[{"a":{"N":"1"}},{},{"b":{"M":{}}}]}"#,
                r#"{"a":{"N":"1"}},{},{"b":{"M":{}}}"#,
                r#"{"Items":[]}"#,
            ),
            (
                r#"{"Count":1,"Items":[{"a":{"S":"]}\"x\\"}}],"ScannedCount":1}"#,
                r#"{"a":{"S":"]}\"x\\"}}"#,
                r#"{"Count":1,"Items":[],"ScannedCount":1}"#,
            ),
            (
                r#" { "K" : {"Items":[1]} , "n":null, "Items" : [ {"a":{"L":[]}} ] } "#,
                r#" {"a":{"L":[]}} "#,
                r#" { "K" : {"Items":[1]} , "n":null, "Items" : [] } "#,
            ),
        ] {
            let (found, left) = cut(body).unwrap();
            assert_eq!(
                (found.text.as_str(), left.as_str()),
                (items, rest),
                "{body}"
            );
            let each: Vec<&str> = found
                .items
                .iter()
                .map(|item| &items[item.clone()])
                .collect();
            assert_eq!(each.join(","), items.trim(), "{body}");
        }
        let whole = r#"{"Count":1,"Items":[{"a":{"S":"x"}}]}"#;
        for end in 0..whole.len() - 1 {
            assert!(cut(&whole[..end]).is_none(), "{end}");
        }
        for body in [
            "",
            "{}",
            "[]",
            r#"{"Count":1}"#,
            r#"{"Items":null}"#,
            r#"{"Items":[1]}"#,
            r#"{"Items":[{}{}]}"#,
            r#"{"Items":[{},]}"#,
            r#""\"#,
        ] {
            assert!(cut(body).is_none(), "{body}");
        }
    }

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
        assert_eq!(
            kept.take().unwrap().text,
            format!(r#"{{"id":{{"S":"{last}"}}}}"#)
        );
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
        let items = kept.take().unwrap();
        assert_eq!(items.text, r#"{"id":{"S":"a"}}"#);
        assert_eq!(items.items, std::slice::from_ref(&(0..items.text.len())));

        // Where the deserializer cannot be replaced, the SDK reads the items.
        let reply = client
            .scan()
            .table_name("rows")
            .customize()
            .interceptor(KeptItems {
                kept: Arc::clone(&kept.kept),
                sdk: &NOTHING,
            })
            .send()
            .await
            .unwrap();
        assert_eq!(reply.items().len(), 2);
        assert!(kept.take().is_none());
    }

    static NOTHING: LazyLock<Option<FrozenLayer>> = LazyLock::new(|| None);
}
