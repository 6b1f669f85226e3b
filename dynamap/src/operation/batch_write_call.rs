//! One call of BatchWriteItem, of requests that are encoded already.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::Builder as ConfigBuilder;
use aws_sdk_dynamodb::types::{AttributeValue, DeleteRequest, PutRequest, WriteRequest};

use super::batch_loop::Called;
use super::batch_request::BatchRequest;
use super::batch_tables::{answered, place};
use super::fill::{Filling, fill_item};
use super::put_item::key_of;
use super::service_error::Failure;
use super::verb::Verb;
use crate::item::{EncodedItem, Item, encode_key};
use crate::key::{ComparableKey, check_item_keys, check_key};
use crate::table::Shared;
use crate::time::Moment;
use crate::value::json_bytes;
use crate::{DynamoItem, Error, ErrorKind, Result};

pub(super) const OPERATION: &str = "BatchWriteItem";
// Requests and bytes of one call.
// [BatchWriteItem](https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchWriteItem.html)
pub(super) const REQUESTS: usize = 25;
const BYTES: usize = 15 * 1024 * 1024;

/// A request that can be sent in a batch.
pub(super) trait Encode {
    /// The request as it is sent, with the key it is about.
    fn encode(&self, filling: Filling, now: Moment) -> Result<(Item, WriteRequest)>;
}

impl<T: DynamoItem> Encode for BatchRequest<T> {
    fn encode(&self, filling: Filling, now: Moment) -> Result<(Item, WriteRequest)> {
        let schema = T::SCHEMA;
        let refused = |error| {
            Error::new(ErrorKind::InvalidRequest, "the request has no item").with_source(error)
        };
        match self {
            Self::Put(item) => {
                let EncodedItem { mut item, parts } = EncodedItem::of(item)?;
                fill_item(schema, Verb::Put, &mut item, &parts, filling, now)?;
                check_item_keys(schema, &item)?;
                let key = key_of(schema, &item);
                let put = PutRequest::builder().set_item(Some(item)).build();
                let put = put.map_err(|error| refused(Box::new(error)))?;
                Ok((key, WriteRequest::builder().put_request(put).build()))
            }
            Self::Delete(key) => {
                let key = encode_key(key)?;
                check_key(schema, &key)?;
                let delete = DeleteRequest::builder().set_key(Some(key.clone())).build();
                let delete = delete.map_err(|error| refused(Box::new(error)))?;
                Ok((key, WriteRequest::builder().delete_request(delete).build()))
            }
        }
    }
}

/// A request on its way.
pub(super) struct Pending {
    pub(super) index: usize,
    pub(super) table: Arc<Shared>,
    bytes: usize,
    pub(super) key: Item,
    wire: WriteRequest,
}

impl Pending {
    pub(super) fn new(index: usize, table: Arc<Shared>, key: Item, wire: WriteRequest) -> Self {
        Self {
            index,
            table,
            bytes: wire_bytes(&wire),
            key,
            wire,
        }
    }
}

/// Takes as many requests as one call carries; `None` if there are none.
pub(super) fn next_chunk(pending: &mut VecDeque<Pending>) -> Option<Vec<Pending>> {
    let mut chunk = vec![pending.pop_front()?];
    let mut bytes = chunk.iter().map(|request| request.bytes).sum::<usize>();
    while chunk.len() < REQUESTS
        && let Some(next) = pending.front()
        && bytes + next.bytes <= BYTES
    {
        bytes += next.bytes;
        chunk.extend(pending.pop_front());
    }
    Some(chunk)
}

/// Sends one call; it brings what was carried out.
pub(super) async fn call(
    client: Client,
    config: Option<ConfigBuilder>,
    chunk: Vec<Pending>,
) -> Called<Pending, Vec<Pending>> {
    let mut tables = Vec::new();
    let mut requests: HashMap<String, Vec<WriteRequest>> = HashMap::new();
    for request in &chunk {
        place(&mut tables, &request.table);
        let of_table = requests.entry(request.table.table.clone()).or_default();
        of_table.push(request.wire.clone());
    }
    let builder = client
        .batch_write_item()
        .set_request_items(Some(requests))
        .customize()
        .config_override(config.unwrap_or_default());
    let reply = match builder.send().await {
        Ok(reply) => reply,
        Err(error) => return Called::failed(chunk, Failure::from_sdk(error).without_condition()),
    };
    let mut unprocessed = HashSet::new();
    for (name, requests) in reply.unprocessed_items.unwrap_or_default() {
        let table = answered(&tables, &name).and_then(|place| tables.get(place));
        let Some(table) = table else {
            continue;
        };
        // Any key of the table tells which attributes are the key.
        let sample = chunk
            .iter()
            .find(|request| request.table.table == table.table);
        for request in requests {
            let key = sample.and_then(|sample| request_key(&request, &sample.key));
            unprocessed.extend(key.map(|key| (table.table.as_str(), key)));
        }
    }
    let is_left = |request: &Pending| {
        let key = ComparableKey::of(&request.key);
        unprocessed.contains(&(request.table.table.as_str(), key))
    };
    let (left, done): (Vec<_>, Vec<_>) = chunk.into_iter().partition(is_left);
    Called {
        progress: !done.is_empty(),
        answer: Some(done),
        left,
        failure: None,
    }
}

/// The key of a request that came back, whose attributes are those of another key of its table.
fn request_key(request: &WriteRequest, sample: &Item) -> Option<ComparableKey> {
    let attributes = match (&request.put_request, &request.delete_request) {
        (Some(put), _) => put.item(),
        (None, Some(delete)) => delete.key(),
        (None, None) => return None,
    };
    let key: HashMap<String, AttributeValue> = attributes
        .iter()
        .filter(|(name, _)| sample.contains_key(*name))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    Some(ComparableKey::of(&key))
}

fn wire_bytes(request: &WriteRequest) -> usize {
    match (&request.put_request, &request.delete_request) {
        (Some(put), _) => json_bytes(put.item()),
        (None, Some(delete)) => json_bytes(delete.key()),
        (None, None) => 0,
    }
}
