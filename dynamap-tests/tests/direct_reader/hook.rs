//! That reads go past the SDK's deserializer, that they need not, and that they do not where there is
//! no answer to read.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use aws_sdk_dynamodb::config::{ConfigBag, Intercept, RuntimeComponents};
use aws_sdk_dynamodb::error::BoxError;
use aws_sdk_dynamodb::operation::batch_get_item::BatchGetItemOutput;
use aws_sdk_dynamodb::operation::query::QueryOutput;
use aws_sdk_dynamodb::operation::scan::ScanOutput;
use aws_sdk_dynamodb::operation::transact_get_items::TransactGetItemsOutput;
use aws_sdk_dynamodb::types::{AttributeValue, ItemResponse};
use aws_smithy_runtime_api::client::interceptors::context::{
    AfterDeserializationInterceptorContextRef, FinalizerInterceptorContextMut, Output,
};
use dynamap::{ErrorKind, TransactionGet};
use dynamap_tests::Canned;

use crate::everything::{Everything, EverythingTable};

/// Items with nothing but their keys, as the service writes them.
fn keys(items: &[&str]) -> Vec<String> {
    let item = |id: &&str| format!(r#"{{"id":{{"S":"{id}"}}}}"#);
    items.iter().map(item).collect()
}

fn page(items: &[String]) -> String {
    let (items, count) = (items.join(","), items.len());
    format!(r#"{{"Count":{count},"Items":[{items}],"ScannedCount":{count}}}"#)
}

fn by_table(items: &[String]) -> String {
    format!(r#"{{"Responses":{{"everything":[{}]}}}}"#, items.join(","))
}

fn responses(items: &[String]) -> String {
    let items: Vec<String> = items
        .iter()
        .map(|item| format!(r#"{{"Item":{item}}}"#))
        .collect();
    format!(r#"{{"Responses":[{}]}}"#, items.join(","))
}

/// Two values in one: the SDK's deserializer refuses an answer that has one, dynamap's that item.
fn with_a_broken_item() -> Vec<String> {
    let mut items = keys(&["a", "b"]);
    items[1] = items[1].replace(r#""b"}}"#, r#""b"},"text":{"S":"x","N":"1"}}"#);
    items
}

/// If this fails with a new release of the SDK, its deserializer can no longer be replaced in the way
/// that `operation/kept_items.rs` does it. Answers are still read then, by the SDK, at its speed.
// Time stands still, so that the waits of the batch's retry take none.
#[tokio::test(start_paused = true)]
async fn every_read_of_many_items_goes_past_the_sdks_deserializer() {
    let canned = Canned::new(page(&with_a_broken_item()));
    let client = canned.client();
    let table = Everything::table(&client);
    let query = table.query("a").skip_failures().send().await.unwrap();
    let scan = table.scan().skip_failures().send().await.unwrap();
    for page in [query, scan] {
        assert_eq!((page.items.len(), page.failures.len()), (1, 1));
        assert_eq!(page.items[0].id, "a");
        assert_eq!(page.failures[0].kind(), ErrorKind::Decode);
        assert_eq!(page.failures[0].attribute(), Some("text"));
    }

    canned.answer(200, by_table(&with_a_broken_item()));
    let got = table.batch_get(["a", "b"]).send_full().await.unwrap();
    assert_eq!(got.items[0].as_ref().unwrap().id, "a");
    let [(1, failure)] = &got.failures[..] else {
        panic!("{:?}", got.failures)
    };
    assert_eq!(failure.kind(), ErrorKind::Decode);

    canned.answer(200, responses(&with_a_broken_item()));
    let mut read = TransactionGet::new(&client);
    let (a, b) = (read.get(&table, "a"), read.get(&table, "b"));
    let mut got = read.send().await.unwrap();
    assert_eq!(got.take(a).unwrap().unwrap().id, "a");
    assert_eq!(got.take(b).unwrap_err().kind(), ErrorKind::Decode);

    // Switched off, the SDK reads all of it, and refuses all of it.
    let table = table.direct_reader(false);
    canned.answer(200, page(&with_a_broken_item()));
    assert!(table.query("a").skip_failures().send().await.is_err());
    assert!(table.scan().skip_failures().send().await.is_err());
    canned.answer(200, by_table(&with_a_broken_item()));
    let got = table.batch_get(["a", "b"]).send_full().await.unwrap();
    assert_eq!((got.items, got.unprocessed.len()), (vec![None, None], 2));
    canned.answer(200, responses(&with_a_broken_item()));
    // By a handle or by the transaction.
    let on = table.direct_reader(true);
    let of_handles = TransactionGet::new(&client);
    for (mut read, table) in [
        (of_handles, &table),
        (TransactionGet::new(&client).direct_reader(false), &on),
    ] {
        read.get(&on, "a");
        read.get(table, "b");
        assert!(read.send().await.is_err());
    }
}

/// Counts the items in the SDK's outputs.
#[derive(Debug, Clone, Default)]
struct Seen(Arc<AtomicUsize>);

impl Intercept for Seen {
    fn name(&self) -> &'static str {
        "Seen"
    }

    fn read_after_deserialization(
        &self,
        context: &AfterDeserializationInterceptorContextRef<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        let output = context.output_or_error().unwrap();
        let output = output.downcast_ref::<QueryOutput>().unwrap();
        assert_eq!((output.count(), output.scanned_count()), (2, 2));
        self.0.store(output.items().len(), Ordering::Relaxed);
        Ok(())
    }
}

#[tokio::test]
async fn an_interceptor_sees_the_items_where_the_direct_reader_is_off() {
    async fn read(table: &EverythingTable) -> usize {
        let seen = Seen::default();
        let page = table
            .query("a")
            .customize(|config| config.interceptor(seen.clone()))
            .send()
            .await
            .unwrap();
        assert_eq!(page.items.len(), 2);
        seen.0.load(Ordering::Relaxed)
    }
    let client = Canned::new(page(&keys(&["a", "a"]))).client();
    let table = Everything::table(&client);
    assert_eq!(read(&table).await, 0);
    assert_eq!(read(&table.direct_reader(false)).await, 2);
    assert_eq!(
        read(&table.direct_reader(false).direct_reader(true)).await,
        0
    );
}

/// Gives an output in place of an answer, as mocks of the SDK do.
#[derive(Debug)]
struct Mock(Mutex<Option<Output>>);

impl Intercept for Mock {
    fn name(&self) -> &'static str {
        "Mock"
    }

    fn modify_before_attempt_completion(
        &self,
        context: &mut FinalizerInterceptorContextMut<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        let output = self.0.lock().unwrap().take().unwrap();
        context.inner_mut().set_output_or_error(Ok(output));
        Ok(())
    }
}

#[tokio::test]
async fn outputs_without_an_answer_are_read_as_the_sdk_gives_them() {
    let item = || {
        let id = AttributeValue::S("a".to_owned());
        std::collections::HashMap::from([("id".to_owned(), id)])
    };
    let client = Canned::new("").client();
    let table = Everything::table(&client);
    let mock = |output: Output| Mock(Mutex::new(Some(output)));

    let output = QueryOutput::builder().items(item()).count(1).build();
    let query = table.query("a");
    let query = query.customize(|config| config.interceptor(mock(Output::erase(output))));
    assert_eq!(query.send().await.unwrap().items[0].id, "a");

    let output = ScanOutput::builder().items(item()).count(1).build();
    let scan = table.scan();
    let scan = scan.customize(|config| config.interceptor(mock(Output::erase(output))));
    assert_eq!(scan.send().await.unwrap().items[0].id, "a");

    let output = BatchGetItemOutput::builder().responses("everything", vec![item()]);
    let batch = table.batch_get(["a", "b"]);
    let batch = batch.customize(|config| config.interceptor(mock(Output::erase(output.build()))));
    let items = batch.send().await.unwrap();
    assert_eq!(items[0].as_ref().unwrap().id, "a");
    assert_eq!(items[1], None);

    let output = TransactGetItemsOutput::builder()
        .responses(ItemResponse::builder().set_item(Some(item())).build())
        .responses(ItemResponse::builder().build());
    let mut read = TransactionGet::new(&client)
        .customize(|config| config.interceptor(mock(Output::erase(output.build()))));
    let (a, b) = (read.get(&table, "a"), read.get(&table, "b"));
    let mut got = read.send().await.unwrap();
    assert_eq!(got.take(a).unwrap().unwrap().id, "a");
    assert_eq!(got.take(b).unwrap(), None);
}
