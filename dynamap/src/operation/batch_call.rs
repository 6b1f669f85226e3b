//! One call of BatchWriteItem, of requests that are encoded already.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use aws_sdk_dynamodb::config::Builder as ConfigBuilder;
use aws_sdk_dynamodb::types::{AttributeValue, DeleteRequest, PutRequest, WriteRequest};

use super::batch_write_item::BatchRequest;
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

// Requests and bytes of one call.
// [BatchWriteItem](https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchWriteItem.html)
pub(super) const REQUESTS: usize = 25;
const BYTES: usize = 15 * 1024 * 1024;

/// A request as it is sent, with the key it is about.
pub(super) fn encode<T: DynamoItem>(
    request: &BatchRequest<T>,
    filling: Filling,
    now: Moment,
) -> Result<(Item, WriteRequest)> {
    let schema = T::SCHEMA;
    let refused =
        |error| Error::new(ErrorKind::InvalidRequest, "the request has no item").with_source(error);
    match request {
        BatchRequest::Put(item) => {
            let EncodedItem { mut item, parts } = EncodedItem::of(item)?;
            fill_item(schema, Verb::Put, &mut item, &parts, filling, now)?;
            check_item_keys(schema, &item)?;
            let key = key_of(schema, &item);
            let put = PutRequest::builder().set_item(Some(item)).build();
            let put = put.map_err(|error| refused(Box::new(error)))?;
            Ok((key, WriteRequest::builder().put_request(put).build()))
        }
        BatchRequest::Delete(key) => {
            let key = encode_key(key)?;
            check_key(schema, &key)?;
            let delete = DeleteRequest::builder().set_key(Some(key.clone())).build();
            let delete = delete.map_err(|error| refused(Box::new(error)))?;
            Ok((key, WriteRequest::builder().delete_request(delete).build()))
        }
    }
}

/// A request on its way.
pub(super) struct Pending {
    pub(super) index: usize,
    bytes: usize,
    pub(super) key: Item,
    wire: WriteRequest,
}

impl Pending {
    pub(super) fn new(index: usize, key: Item, wire: WriteRequest) -> Self {
        Self {
            index,
            bytes: wire_bytes(&wire),
            key,
            wire,
        }
    }
}

/// What one call brought.
pub(super) struct Called {
    /// What was carried out.
    pub(super) done: Vec<Pending>,
    pub(super) left: Vec<Pending>,
    pub(super) failure: Option<Error>,
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

/// Sends one call.
pub(super) async fn call(
    shared: Arc<Shared>,
    config: Option<ConfigBuilder>,
    chunk: Vec<Pending>,
) -> Called {
    let requests: Vec<WriteRequest> = chunk.iter().map(|request| request.wire.clone()).collect();
    let builder = shared
        .client
        .batch_write_item()
        .request_items(&shared.table, requests)
        .customize()
        .config_override(config.unwrap_or_default());
    match builder.send().await {
        Ok(reply) => {
            let unprocessed = reply.unprocessed_items.unwrap_or_default();
            let mut keys: Vec<ComparableKey> = unprocessed
                .into_values()
                .flatten()
                .filter_map(|request| request_key(&request, &chunk))
                .collect();
            let (left, done) = chunk.into_iter().partition(|request| {
                let key = ComparableKey::of(&request.key);
                keys.iter()
                    .position(|other| *other == key)
                    .map(|at| keys.swap_remove(at))
                    .is_some()
            });
            Called {
                done,
                left,
                failure: None,
            }
        }
        Err(error) => {
            let failure = match Failure::from_sdk(error) {
                Failure::Other(error) => error.during("BatchWriteItem", &shared.table),
                Failure::ConditionFailed(_) => {
                    Error::new(ErrorKind::Service, "a batch has no condition")
                }
            };
            Called {
                done: Vec::new(),
                left: chunk,
                failure: Some(failure),
            }
        }
    }
}

/// The key of a request that came back; the chunk tells which attributes are the key.
fn request_key(request: &WriteRequest, chunk: &[Pending]) -> Option<ComparableKey> {
    let attributes = match (&request.put_request, &request.delete_request) {
        (Some(put), _) => put.item(),
        (None, Some(delete)) => delete.key(),
        (None, None) => return None,
    };
    let names = &chunk.first()?.key;
    let key: HashMap<String, AttributeValue> = attributes
        .iter()
        .filter(|(name, _)| names.contains_key(*name))
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
