use aws_sdk_dynamodb::Client;

use crate::support::{TABLE, get, key, n, number, order, orders, put};

const TASKS: usize = 16;
const ADDS: usize = 25;

async fn add(client: &Client) {
    client
        .update_item()
        .table_name(TABLE)
        .set_key(Some(key("ada", 1)))
        .update_expression("ADD hits :one")
        .expression_attribute_values(":one", n(1))
        .send()
        .await
        .unwrap();
}

async fn count_from_many_tasks() {
    let (engine, client) = orders().await;
    let tasks: Vec<_> = (0..TASKS)
        .map(|task| {
            // Half of the tasks have a client of their own: both ways share the tables.
            let client = if task % 2 == 0 {
                client.clone()
            } else {
                engine.client()
            };
            tokio::spawn(async move {
                for _ in 0..ADDS {
                    add(&client).await;
                }
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
    let item = get(&client, key("ada", 1)).await.unwrap();
    assert_eq!(number(&item, "hits"), i64::try_from(TASKS * ADDS).ok());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn no_addition_is_lost_on_many_threads() {
    count_from_many_tasks().await;
}

#[tokio::test(flavor = "current_thread")]
async fn no_addition_is_lost_on_one_thread() {
    count_from_many_tasks().await;
}

/// Reads the version, then writes it plus one if it is still what was read.
async fn bump(client: &Client) -> bool {
    let item = get(client, key("ada", 1)).await.unwrap();
    let seen = number(&item, "version").unwrap();
    client
        .update_item()
        .table_name(TABLE)
        .set_key(Some(key("ada", 1)))
        .update_expression("SET version = :next")
        .condition_expression("version = :seen")
        .expression_attribute_values(":next", n(seen + 1))
        .expression_attribute_values(":seen", n(seen))
        .send()
        .await
        .is_ok()
}

/// Requests give way to each other even on one thread, so a test sees the race between a read and
/// the write after it.
#[tokio::test(flavor = "current_thread")]
async fn concurrent_requests_of_one_thread_interleave() {
    let (_engine, client) = orders().await;
    let mut item = order("ada", 1, "open", 1);
    item.insert("version".to_owned(), n(1));
    put(&client, item).await;
    let (first, second) = tokio::join!(bump(&client), bump(&client));
    assert!(
        first != second,
        "one of the two must lose: {first} {second}"
    );
    let item = get(&client, key("ada", 1)).await.unwrap();
    assert_eq!(number(&item, "version"), Some(2));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_sweep_runs_beside_requests() {
    let (engine, client) = orders().await;
    let sweeper = tokio::task::spawn_blocking(move || {
        for _ in 0..20 {
            engine.sweep_expired().unwrap();
        }
    });
    for _ in 0..20 {
        add(&client).await;
    }
    sweeper.await.unwrap();
    let item = get(&client, key("ada", 1)).await.unwrap();
    assert_eq!(number(&item, "hits"), Some(20));
}
