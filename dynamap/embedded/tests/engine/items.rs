use std::collections::HashMap;

use aws_sdk_dynamodb::operation::put_item::PutItemError;
use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError;
use aws_sdk_dynamodb::types::{
    BatchStatementRequest, ConditionCheck, ConsumedCapacity, Delete, Get, KeysAndAttributes,
    ParameterizedStatement, Put, PutRequest, ReturnConsumedCapacity, ReturnValue,
    ReturnValuesOnConditionCheckFailure, TransactGetItem, TransactWriteItem, Update, WriteRequest,
};

use crate::support::{TABLE, get, key, n, number, numbers, order, orders, put, refusal, s};

#[tokio::test]
async fn an_item_is_put_read_updated_and_deleted() {
    let (_engine, client) = orders().await;
    put(&client, order("ada", 1, "open", 7)).await;
    assert_eq!(
        get(&client, key("ada", 1)).await,
        Some(order("ada", 1, "open", 7))
    );

    let updated = client
        .update_item()
        .table_name(TABLE)
        .set_key(Some(key("ada", 1)))
        .update_expression("SET #status = :paid ADD hits :one")
        .expression_attribute_names("#status", "status")
        .expression_attribute_values(":paid", s("paid"))
        .expression_attribute_values(":one", n(1))
        .return_values(ReturnValue::AllNew)
        .send()
        .await
        .unwrap();
    let item = updated.attributes().unwrap();
    assert_eq!(item.get("status"), Some(&s("paid")));
    assert_eq!(number(item, "hits"), Some(1));

    let deleted = client
        .delete_item()
        .table_name(TABLE)
        .set_key(Some(key("ada", 1)))
        .return_values(ReturnValue::AllOld)
        .send()
        .await
        .unwrap();
    assert_eq!(
        deleted.attributes().and_then(|item| item.get("status")),
        Some(&s("paid"))
    );
    assert_eq!(get(&client, key("ada", 1)).await, None);
}

#[tokio::test]
async fn a_failed_condition_returns_the_item_that_stood_in_the_way() {
    let (_engine, client) = orders().await;
    put(&client, order("ada", 1, "open", 7)).await;
    let error = client
        .put_item()
        .table_name(TABLE)
        .set_item(Some(order("ada", 1, "new", 8)))
        .condition_expression("attribute_not_exists(customer)")
        .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
        .send()
        .await
        .unwrap_err()
        .into_service_error();
    let PutItemError::ConditionalCheckFailedException(failed) = error else {
        panic!("{error:?}");
    };
    assert_eq!(failed.item(), Some(&order("ada", 1, "open", 7)));
}

#[tokio::test]
async fn queries_follow_the_table_and_both_kinds_of_index() {
    let (_engine, client) = orders().await;
    for (number, status, rank) in [(1, "open", 30), (2, "paid", 20), (10, "open", 10)] {
        put(&client, order("ada", number, status, rank)).await;
    }

    let table = client
        .query()
        .table_name(TABLE)
        .key_condition_expression("customer = :c AND #n BETWEEN :a AND :b")
        .expression_attribute_names("#n", "number")
        .expression_attribute_values(":c", s("ada"))
        .expression_attribute_values(":a", n(2))
        .expression_attribute_values(":b", n(10))
        .send()
        .await
        .unwrap();
    assert_eq!(numbers(table.items(), "number"), [Some(2), Some(10)]);

    let global = client
        .query()
        .table_name(TABLE)
        .index_name("by_status")
        .key_condition_expression("#s = :s")
        .expression_attribute_names("#s", "status")
        .expression_attribute_values(":s", s("open"))
        .scan_index_forward(false)
        .send()
        .await
        .unwrap();
    assert_eq!(numbers(global.items(), "number"), [Some(10), Some(1)]);

    let local = client
        .query()
        .table_name(TABLE)
        .index_name("by_rank")
        .key_condition_expression("customer = :c")
        .expression_attribute_values(":c", s("ada"))
        .consistent_read(true)
        .return_consumed_capacity(ReturnConsumedCapacity::Total)
        .send()
        .await
        .unwrap();
    assert_eq!(
        numbers(local.items(), "rank"),
        [Some(10), Some(20), Some(30)]
    );
    assert_eq!(
        local
            .consumed_capacity()
            .and_then(ConsumedCapacity::capacity_units),
        Some(1.0)
    );
}

#[tokio::test]
async fn a_scan_goes_page_by_page() {
    let (_engine, client) = orders().await;
    for number in 0..5 {
        put(&client, order("ada", number, "open", number)).await;
    }
    let pages: Vec<_> = client
        .scan()
        .table_name(TABLE)
        .limit(2)
        .into_paginator()
        .send()
        .try_collect()
        .await
        .unwrap();
    let sizes: Vec<_> = pages.iter().map(|page| page.items().len()).collect();
    assert_eq!(sizes, [2, 2, 1]);
}

#[tokio::test]
async fn batches_write_and_read_many_items() {
    let (_engine, client) = orders().await;
    let writes = (0..25)
        .map(|number| {
            let put = PutRequest::builder()
                .set_item(Some(order("ada", number, "open", number)))
                .build()
                .unwrap();
            WriteRequest::builder().put_request(put).build()
        })
        .collect();
    let written = client
        .batch_write_item()
        .request_items(TABLE, writes)
        .send()
        .await
        .unwrap();
    assert_eq!(written.unprocessed_items().map_or(0, HashMap::len), 0);

    let keys = (0..25).map(|number| key("ada", number)).collect();
    let read = client
        .batch_get_item()
        .request_items(
            TABLE,
            KeysAndAttributes::builder()
                .set_keys(Some(keys))
                .build()
                .unwrap(),
        )
        .send()
        .await
        .unwrap();
    assert_eq!(read.responses().unwrap()[TABLE].len(), 25);
}

#[tokio::test]
async fn a_transaction_is_whole_or_not_at_all() {
    let (_engine, client) = orders().await;
    put(&client, order("ada", 1, "open", 1)).await;
    put(&client, order("ada", 2, "open", 2)).await;

    let check = |status: &str| {
        let check = ConditionCheck::builder()
            .table_name(TABLE)
            .set_key(Some(key("ada", 1)))
            .condition_expression("#s = :s")
            .expression_attribute_names("#s", "status")
            .expression_attribute_values(":s", s(status))
            .build()
            .unwrap();
        TransactWriteItem::builder().condition_check(check).build()
    };
    let put_third = Put::builder()
        .table_name(TABLE)
        .set_item(Some(order("ada", 3, "open", 3)))
        .build()
        .unwrap();
    let delete_second = Delete::builder()
        .table_name(TABLE)
        .set_key(Some(key("ada", 2)))
        .build()
        .unwrap();
    let update_fourth = Update::builder()
        .table_name(TABLE)
        .set_key(Some(key("ada", 4)))
        .update_expression("SET hits = :one")
        .expression_attribute_values(":one", n(1))
        .build()
        .unwrap();
    let transaction = |first: TransactWriteItem| {
        client
            .transact_write_items()
            .transact_items(first)
            .transact_items(TransactWriteItem::builder().put(put_third.clone()).build())
            .transact_items(
                TransactWriteItem::builder()
                    .delete(delete_second.clone())
                    .build(),
            )
            .transact_items(
                TransactWriteItem::builder()
                    .update(update_fourth.clone())
                    .build(),
            )
            .send()
    };

    let error = transaction(check("paid"))
        .await
        .unwrap_err()
        .into_service_error();
    let TransactWriteItemsError::TransactionCanceledException(cancelled) = error else {
        panic!("{error:?}");
    };
    let codes: Vec<_> = cancelled
        .cancellation_reasons()
        .iter()
        .map(|reason| reason.code().unwrap())
        .collect();
    assert_eq!(codes, ["ConditionalCheckFailed", "None", "None", "None"]);
    assert_eq!(get(&client, key("ada", 3)).await, None);

    transaction(check("open")).await.unwrap();
    let read = |number| {
        let get = Get::builder()
            .table_name(TABLE)
            .set_key(Some(key("ada", number)))
            .build()
            .unwrap();
        TransactGetItem::builder().get(get).build()
    };
    let answers = client
        .transact_get_items()
        .transact_items(read(2))
        .transact_items(read(3))
        .transact_items(read(4))
        .send()
        .await
        .unwrap();
    let found: Vec<_> = answers
        .responses()
        .iter()
        .map(|answer| answer.item().is_some())
        .collect();
    assert_eq!(found, [false, true, true]);
}

#[tokio::test]
async fn partiql_statements_run_alone_in_batches_and_in_transactions() {
    let (_engine, client) = orders().await;
    client
        .execute_statement()
        .statement(r#"INSERT INTO "orders" VALUE {'customer': ?, 'number': ?}"#)
        .parameters(s("ada"))
        .parameters(n(1))
        .send()
        .await
        .unwrap();

    let insert = ParameterizedStatement::builder()
        .statement(r#"INSERT INTO "orders" VALUE {'customer': 'ada', 'number': 2}"#)
        .build()
        .unwrap();
    client
        .execute_transaction()
        .transact_statements(insert)
        .send()
        .await
        .unwrap();

    let select = BatchStatementRequest::builder()
        .statement(r#"SELECT * FROM "orders" WHERE customer = 'ada' AND number = 2"#)
        .build()
        .unwrap();
    let batch = client
        .batch_execute_statement()
        .statements(select)
        .send()
        .await
        .unwrap();
    assert_eq!(
        batch
            .responses()
            .first()
            .and_then(|answer| answer.item())
            .and_then(|item| number(item, "number")),
        Some(2)
    );

    let all = client
        .execute_statement()
        .statement(r#"SELECT * FROM "orders" WHERE customer = 'ada'"#)
        .send()
        .await
        .unwrap();
    assert_eq!(numbers(all.items(), "number"), [Some(1), Some(2)]);
}

#[tokio::test]
async fn a_vector_search_reaches_the_engine() {
    let (_engine, client) = orders().await;
    let error = client
        .search_vectors()
        .table_name(TABLE)
        .index_name("no_such_index")
        .send()
        .await
        .unwrap_err();
    assert_ne!(refusal(&error).0, "UnknownOperationException");
}
