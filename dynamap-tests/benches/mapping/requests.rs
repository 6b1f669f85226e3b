//! Whole requests over a connector that answers at once, by the SDK and by dynamap.

use std::collections::HashMap;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::types::{
    AttributeValue, Put, PutRequest, ReturnValuesOnConditionCheckFailure, TransactWriteItem,
    WriteRequest,
};
use dynamap::Transaction;
use dynamap::value::JsonEncoder;
use dynamap_tests::Canned;
use futures_util::future::join_all;
use time::OffsetDateTime;

use super::mapper::{Mapped, Mapper};
use super::page;
use super::shapes::{Order, Row, Session};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operation {
    /// Query, of a page of so many items.
    Query(u16),
    /// So many queries of 100 items at one time.
    Concurrent(u16),
    GetItem,
    PutItem,
    /// BatchWriteItem of 25 puts.
    BatchWriteItem,
    /// TransactWriteItems of 25 puts.
    TransactWriteItems,
}

/// The items of one BatchWriteItem or TransactWriteItems.
const BATCH: u16 = 25;
/// The items of each of several queries at one time.
const PAGE: u16 = 100;

impl Operation {
    /// How often it is done before the clock is read again.
    pub(crate) fn repetitions(self) -> u16 {
        match self {
            Self::Query(items) => (1_000 / items).max(1),
            Self::Concurrent(_) => 1,
            Self::GetItem | Self::PutItem => 100,
            Self::BatchWriteItem | Self::TransactWriteItems => 20,
        }
    }

    /// What the service answers.
    pub(crate) fn answer<T: Mapped>(self) -> Canned {
        let samples = |items: u16| (0..items).map(T::sample).collect::<Vec<_>>();
        Canned::new(match self {
            Self::Query(items) => page::body(&samples(items)),
            Self::Concurrent(_) => page::body(&samples(PAGE)),
            Self::GetItem => {
                let mut encoder = JsonEncoder::item(String::from("{\"Item\":"));
                dynamap::DynamoValue::encode(&T::sample(1).to_map(), &mut encoder).unwrap();
                encoder.finish() + "}"
            }
            Self::PutItem | Self::TransactWriteItems => String::from("{}"),
            Self::BatchWriteItem => String::from("{\"UnprocessedItems\":{}}"),
        })
    }

    /// The items that one request writes.
    pub(crate) fn inputs<T: Requested>(self) -> Vec<T> {
        match self {
            Self::Query(_) | Self::Concurrent(_) | Self::GetItem => Vec::new(),
            Self::PutItem => vec![T::sample(1)],
            Self::BatchWriteItem | Self::TransactWriteItems => (0..BATCH).map(T::sample).collect(),
        }
    }

    /// Does it; the number of items that were read or written.
    ///
    /// # Panics
    ///
    /// If a request fails, which over a canned connector it does not.
    pub(crate) async fn run<T: Requested>(
        self,
        client: &Client,
        mapper: Mapper,
        mut inputs: Vec<T>,
    ) -> usize {
        let by_hand = mapper == Mapper::ByHand;
        match self {
            Self::Query(_) if by_hand => query::<T>(client).await,
            Self::Query(_) => T::query(client).await,
            Self::Concurrent(queries) if by_hand => {
                let all = (0..queries).map(|_| query::<T>(client));
                join_all(all).await.into_iter().sum()
            }
            Self::Concurrent(queries) => {
                let all = (0..queries).map(|_| T::query(client));
                join_all(all).await.into_iter().sum()
            }
            Self::GetItem if by_hand => get_item::<T>(client).await,
            Self::GetItem => T::get_item(client).await,
            Self::PutItem => {
                let item = inputs.pop().unwrap();
                if by_hand {
                    put_item::<T>(client, item).await
                } else {
                    T::put_item(client, item).await
                }
            }
            Self::BatchWriteItem if by_hand => batch_write_item::<T>(client, inputs).await,
            Self::BatchWriteItem => T::batch_write_item(client, inputs).await,
            Self::TransactWriteItems if by_hand => transact_write_items::<T>(client, inputs).await,
            Self::TransactWriteItems => T::transact_write_items(client, inputs).await,
        }
    }
}

/// A sort key attribute, and its value.
pub(crate) type SortKey = (&'static str, fn() -> AttributeValue);

/// What the requests of an item need to know of it, and the same by its handle.
pub(crate) trait Requested: Mapped {
    const TABLE: &str;
    const KEY: &str;
    const SORT_KEY: Option<SortKey>;
    const TTL: Option<&str>;
    const VERSION: Option<&str>;

    async fn query(client: &Client) -> usize;
    async fn get_item(client: &Client) -> usize;
    async fn put_item(client: &Client, item: Self) -> usize;
    async fn batch_write_item(client: &Client, items: Vec<Self>) -> usize;
    async fn transact_write_items(client: &Client, items: Vec<Self>) -> usize;
}

macro_rules! requested {
    ($shape:ident, $table:literal, $key:literal, $sort_key:expr, $ttl:expr, $version:expr, $get:expr, $put:ident) => {
        impl Requested for $shape {
            const TABLE: &str = $table;
            const KEY: &str = $key;
            const SORT_KEY: Option<SortKey> = $sort_key;
            const TTL: Option<&str> = $ttl;
            const VERSION: Option<&str> = $version;

            async fn query(client: &Client) -> usize {
                let page = Self::table(client).query("a").send().await.unwrap();
                page.items.len()
            }

            async fn get_item(client: &Client) -> usize {
                let item = Self::table(client).get($get).send().await.unwrap();
                usize::from(item.is_some())
            }

            async fn put_item(client: &Client, item: Self) -> usize {
                Self::table(client).put(item).send().await.unwrap();
                1
            }

            async fn batch_write_item(client: &Client, items: Vec<Self>) -> usize {
                let batch = Self::table(client).batch_write();
                let batch = items
                    .into_iter()
                    .fold(batch, |batch, item| batch.$put(item));
                batch.send().await.unwrap().written
            }

            async fn transact_write_items(client: &Client, items: Vec<Self>) -> usize {
                let (table, count) = (Self::table(client), items.len());
                let transaction = items
                    .into_iter()
                    .fold(Transaction::new(client), |all, item| all.put(&table, item));
                transaction.send().await.unwrap();
                count
            }
        }
    };
}

fn number() -> AttributeValue {
    AttributeValue::N("1".to_owned())
}

fn text() -> AttributeValue {
    AttributeValue::S("a".to_owned())
}

requested!(
    Session,
    "sessions",
    "token",
    None,
    Some("expires_at"),
    None,
    "a",
    put
);
requested!(
    Order,
    "orders",
    "customer",
    Some(("number", number)),
    Some("expires_at"),
    Some("version"),
    ("a", 1_u64),
    put_ignoring_version
);
requested!(
    Row,
    "application",
    "pk",
    Some(("sk", text)),
    None,
    None,
    ("a", "a"),
    put
);

fn now() -> AttributeValue {
    AttributeValue::N(OffsetDateTime::now_utc().unix_timestamp().to_string())
}

/// A query as one writes it with the SDK: expired items are left out by a filter.
async fn query<T: Requested>(client: &Client) -> usize {
    let mut query = client
        .query()
        .table_name(T::TABLE)
        .key_condition_expression("#k = :k")
        .expression_attribute_names("#k", T::KEY)
        .expression_attribute_values(":k", text());
    if let Some(ttl) = T::TTL {
        query = query
            .filter_expression("NOT #ttl <= :now")
            .expression_attribute_names("#ttl", ttl)
            .expression_attribute_values(":now", now());
    }
    let page = query.send().await.unwrap();
    let items = page.items.unwrap().into_iter();
    let items: Vec<T> = items.map(|item| T::from_map(item).unwrap()).collect();
    items.len()
}

async fn get_item<T: Requested>(client: &Client) -> usize {
    let mut get = client.get_item().table_name(T::TABLE).key(T::KEY, text());
    if let Some((name, value)) = T::SORT_KEY {
        get = get.key(name, value());
    }
    let item = get.send().await.unwrap().item.unwrap();
    if let Some(AttributeValue::N(expiry)) = T::TTL.and_then(|ttl| item.get(ttl))
        && expiry.parse::<i64>().unwrap() <= OffsetDateTime::now_utc().unix_timestamp()
    {
        return 0;
    }
    drop(T::from_map(item).unwrap());
    1
}

async fn put_item<T: Requested>(client: &Client, item: T) -> usize {
    let mut put = client
        .put_item()
        .table_name(T::TABLE)
        .set_item(Some(item.to_map()));
    if let (Some(version), Some(ttl)) = (T::VERSION, T::TTL) {
        put = put
            .condition_expression(UNCHANGED)
            .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
            .expression_attribute_names("#v", version)
            .expression_attribute_names("#ttl", ttl)
            .expression_attribute_values(":v", number())
            .expression_attribute_values(":now", now());
    }
    put.send().await.unwrap();
    1
}

/// The condition of a put: the stored version is the expected one, and the item has not expired.
const UNCHANGED: &str = "#v = :v AND NOT #ttl <= :now";

async fn transact_write_items<T: Requested>(client: &Client, items: Vec<T>) -> usize {
    let count = items.len();
    let put = |item: &T| {
        let mut put = Put::builder()
            .table_name(T::TABLE)
            .set_item(Some(item.to_map()));
        if let (Some(version), Some(ttl)) = (T::VERSION, T::TTL) {
            put = put
                .condition_expression(UNCHANGED)
                .return_values_on_condition_check_failure(
                    ReturnValuesOnConditionCheckFailure::AllOld,
                )
                .expression_attribute_names("#v", version)
                .expression_attribute_names("#ttl", ttl)
                .expression_attribute_values(":v", number())
                .expression_attribute_values(":now", now());
        }
        TransactWriteItem::builder()
            .put(put.build().unwrap())
            .build()
    };
    client
        .transact_write_items()
        .client_request_token("0123456789abcdef0123456789abcdef")
        .set_transact_items(Some(items.iter().map(put).collect()))
        .send()
        .await
        .unwrap();
    count
}

async fn batch_write_item<T: Requested>(client: &Client, items: Vec<T>) -> usize {
    let count = items.len();
    let put = |item: &T| {
        let put = PutRequest::builder().set_item(Some(item.to_map()));
        let put = put.build().unwrap();
        WriteRequest::builder().put_request(put).build()
    };
    let requests = items.iter().map(put).collect();
    let reply = client
        .batch_write_item()
        .set_request_items(Some(HashMap::from([(T::TABLE.to_owned(), requests)])))
        .send()
        .await
        .unwrap();
    assert!(reply.unprocessed_items().is_none_or(HashMap::is_empty));
    count
}
