//! The items of a Scan's answer as the text they came in, for who needs little of them.

use std::sync::{Arc, LazyLock, Mutex, PoisonError};

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

/// The SDK's own deserializer of Scan, which its operation carries in its configuration.
static SCAN: LazyLock<Option<FrozenLayer>> = LazyLock::new(|| Scan::new().config());

/// An interceptor that takes the items out of a Scan's answer before the SDK reads it.
///
/// The SDK builds a map per item and a string per attribute; a reader of the text builds what it needs.
/// The rest of the answer (the position, the capacity, errors) is the SDK's to read. If there are no
/// items in the answer, or no answer (a mocked client), nothing is kept, and the SDK's output has them.
#[derive(Debug, Clone, Default)]
pub(crate) struct KeptItems(Arc<Mutex<Kept>>);

#[derive(Default)]
struct Kept(Option<String>);

impl std::fmt::Debug for Kept {
    /// Without the items.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Kept").field(&self.0.is_some()).finish()
    }
}

impl KeptItems {
    /// The elements of the items' array, if they were kept.
    pub(crate) fn take(&self) -> Option<String> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .0
            .take()
    }

    fn keep(&self, items: Option<String>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).0 = items;
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
        if SCAN.is_some() {
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
        let sdk = SCAN
            .as_ref()
            .and_then(|layer| layer.load::<SharedResponseDeserializer>())
            .ok_or_else(|| OrchestratorError::other("the SDK's Scan has no deserializer"))?;
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
fn cut(body: &str) -> Option<(String, String)> {
    let mut rest = Skim { text: body, at: 0 };
    rest.eat(b'{')?;
    loop {
        let name = rest.string()?;
        rest.eat(b':')?;
        if name == "Items" {
            rest.eat(b'[')?;
            let start = rest.at;
            let end = rest.close()?;
            let items = body.get(start..end)?.to_owned();
            let (before, after) = (body.get(..start)?, body.get(end..)?);
            return Some((items, [before, after].concat()));
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
            assert_eq!(
                cut(body),
                Some((items.to_owned(), rest.to_owned())),
                "{body}"
            );
        }
        let whole = r#"{"Count":1,"Items":[{"a":{"S":"x"}}]}"#;
        for end in 0..whole.len() - 1 {
            assert_eq!(cut(&whole[..end]), None, "{end}");
        }
        for body in [
            "",
            "{}",
            "[]",
            r#"{"Count":1}"#,
            r#"{"Items":null}"#,
            r#""\"#,
        ] {
            assert_eq!(cut(body), None, "{body}");
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
        let kept = KeptItems::default();
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
            kept.take().unwrap(),
            format!(r#"{{"id":{{"S":"{last}"}}}}"#)
        );
        assert_eq!(kept.take(), None);

        let error = client
            .scan()
            .table_name("nothing")
            .customize()
            .interceptor(kept.clone())
            .send()
            .await
            .unwrap_err();
        assert_eq!(error.code(), Some("ResourceNotFoundException"));
        assert_eq!(kept.take(), None);
    }
}
