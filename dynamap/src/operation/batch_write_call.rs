//! One call of BatchWriteItem, of requests that are encoded already.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::Builder as ConfigBuilder;
use aws_sdk_dynamodb::types::{DeleteRequest, PutRequest, WriteRequest};

use super::batch_loop::Called;
use super::batch_request::BatchRequest;
use super::batch_tables::{answered, place};
use super::fill::{Filling, fill_item};
use super::put_item::key_of;
use super::service_error::Failure;
use super::verb::Verb;
use super::written_body::WrittenBody;
use crate::item::{EncodedItem, Item, encode_key, read_item, write_item};
use crate::key::{ComparableKey, check_item_keys, check_key};
use crate::schema::Schema;
use crate::table::Shared;
use crate::time::Moment;
use crate::value::write_string;
use crate::{DynamoItem, Error, ErrorKind, Result};

pub(super) const OPERATION: &str = "BatchWriteItem";
// Requests and bytes of one call.
// [BatchWriteItem](https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchWriteItem.html)
pub(super) const REQUESTS: usize = 25;
const BYTES: usize = 15 * 1024 * 1024;

/// A request that can be sent in a batch.
pub(super) trait Encode {
    /// The request as it is sent.
    fn encode(&self, filling: Filling, now: Moment) -> Result<Request>;
}

/// A request as it is sent.
pub(super) struct Request {
    schema: &'static Schema,
    /// The key that it is about.
    pub(super) key: ComparableKey,
    text: Text,
}

enum Text {
    /// Of this item.
    Put(String),
    /// Of the item with this key.
    Delete(String),
}

impl<T: DynamoItem> Encode for BatchRequest<T> {
    fn encode(&self, filling: Filling, now: Moment) -> Result<Request> {
        let schema = T::SCHEMA;
        match self {
            Self::Put(item) => {
                let mut encoded = EncodedItem::of(item)?;
                let item = &mut encoded.managed;
                fill_item(schema, Verb::Put, item, &encoded.parts, filling, now)?;
                check_item_keys(schema, item)?;
                Ok(Request {
                    schema,
                    key: ComparableKey::of_item(schema, item),
                    text: Text::Put(encoded.into_text()?),
                })
            }
            Self::Delete(key) => {
                let key = encode_key(key)?;
                check_key(schema, &key)?;
                Ok(Request {
                    schema,
                    key: ComparableKey::of(&key),
                    text: Text::Delete(write_item(&key)?),
                })
            }
        }
    }
}

impl Request {
    /// The key as the SDK holds it, for an error.
    pub(super) fn item_key(&self) -> Item {
        // It is the text that this crate wrote.
        let item = read_item(self.text.as_str()).unwrap_or_default();
        key_of(self.schema, &item)
    }

    /// The bytes of the request in a call's body.
    fn bytes(&self) -> usize {
        // What stands around the item or key.
        const AROUND: usize = 32;
        self.text.as_str().len() + AROUND
    }
}

impl Text {
    fn as_str(&self) -> &str {
        let (Self::Put(text) | Self::Delete(text)) = self;
        text
    }

    fn write(&self, body: &mut String) {
        body.push_str(match self {
            Self::Put(_) => "{\"PutRequest\":{\"Item\":",
            Self::Delete(_) => "{\"DeleteRequest\":{\"Key\":",
        });
        body.push_str(self.as_str());
        body.push_str("}}");
    }

    fn to_sdk(&self) -> Result<WriteRequest> {
        let refused = |error| {
            Error::new(ErrorKind::InvalidRequest, "the request has no item").with_source(error)
        };
        let item = read_item(self.as_str())?;
        let request = WriteRequest::builder();
        Ok(match self {
            Self::Put(_) => {
                let put = PutRequest::builder().set_item(Some(item)).build();
                request.put_request(put.map_err(refused)?).build()
            }
            Self::Delete(_) => {
                let delete = DeleteRequest::builder().set_key(Some(item)).build();
                request.delete_request(delete.map_err(refused)?).build()
            }
        })
    }
}

/// A request on its way.
pub(super) struct Pending {
    pub(super) index: usize,
    pub(super) table: Arc<Shared>,
    pub(super) request: Request,
}

/// Takes as many requests as one call carries; `None` if there are none.
pub(super) fn next_chunk(pending: &mut VecDeque<Pending>) -> Option<Vec<Pending>> {
    let first = pending.pop_front()?;
    let mut bytes = first.request.bytes();
    let mut chunk = Vec::with_capacity(REQUESTS);
    chunk.push(first);
    while chunk.len() < REQUESTS
        && let Some(next) = pending.front()
        && bytes + next.request.bytes() <= BYTES
    {
        bytes += next.request.bytes();
        chunk.extend(pending.pop_front());
    }
    Some(chunk)
}

/// Sends one call; it brings what was carried out.
pub(super) async fn call(
    client: Client,
    config: Option<ConfigBuilder>,
    writes_body: bool,
    chunk: Vec<Pending>,
) -> Called<Pending, Vec<Pending>> {
    let mut tables = Vec::new();
    for request in &chunk {
        place(&mut tables, &request.table);
    }
    let mut config = config.unwrap_or_default();
    let requests = if writes_body {
        WrittenBody::of_batch(request_items(&tables, &chunk)).install(&mut config);
        let names = tables.iter().map(|table| (table.table.clone(), Vec::new()));
        Ok(names.collect())
    } else {
        sdk_request_items(&chunk)
    };
    let requests = match requests {
        Ok(requests) => requests,
        Err(error) => return Called::failed(chunk, error),
    };
    let builder = client
        .batch_write_item()
        .set_request_items(Some(requests))
        .customize()
        .config_override(config);
    let reply = match builder.send().await {
        Ok(reply) => reply,
        Err(error) => return Called::failed(chunk, Failure::from_sdk(error).without_condition()),
    };
    let mut unprocessed: HashMap<&str, HashSet<ComparableKey>> = HashMap::new();
    for (name, requests) in reply.unprocessed_items.unwrap_or_default() {
        let table = answered(&tables, &name).and_then(|place| tables.get(place));
        let Some(table) = table else {
            continue;
        };
        // Any request of the table tells which attributes are the key.
        let mut of_table = chunk.iter();
        let Some(sent) = of_table.find(|sent| sent.table.table == table.table) else {
            continue;
        };
        let keys = requests
            .iter()
            .filter_map(|request| key_of_answer(request, sent.request.schema));
        unprocessed.entry(&table.table).or_default().extend(keys);
    }
    let is_left = |sent: &Pending| {
        let of_table = unprocessed.get(sent.table.table.as_str());
        of_table.is_some_and(|keys| keys.contains(&sent.request.key))
    };
    let (left, done) = if unprocessed.is_empty() {
        (Vec::new(), chunk)
    } else {
        chunk.into_iter().partition(is_left)
    };
    Called {
        progress: !done.is_empty(),
        answer: Some(done),
        left,
        failure: None,
    }
}

/// The key of a request that came back.
fn key_of_answer(request: &WriteRequest, schema: &Schema) -> Option<ComparableKey> {
    let attributes = match (&request.put_request, &request.delete_request) {
        (Some(put), _) => put.item(),
        (None, Some(delete)) => delete.key(),
        (None, None) => return None,
    };
    Some(ComparableKey::of_item(schema, attributes))
}

/// The requests of a call by tables, as they stand in its body.
fn request_items(tables: &[Arc<Shared>], chunk: &[Pending]) -> String {
    let bytes = chunk.iter().map(|pending| pending.request.bytes()).sum();
    let mut body = String::with_capacity(bytes);
    body.push_str("\"RequestItems\":{");
    for (place, table) in tables.iter().enumerate() {
        body.push_str(if place > 0 { "]," } else { "" });
        write_string(&table.table, &mut body);
        body.push_str(":[");
        let requests = chunk.iter();
        let requests = requests.filter(|request| request.table.table == table.table);
        for (index, request) in requests.enumerate() {
            body.push_str(if index > 0 { "," } else { "" });
            request.request.text.write(&mut body);
        }
    }
    body.push_str("]}");
    body
}

/// The same as the SDK has them.
fn sdk_request_items(chunk: &[Pending]) -> Result<HashMap<String, Vec<WriteRequest>>> {
    let mut requests: HashMap<String, Vec<WriteRequest>> = HashMap::new();
    for request in chunk {
        let of_table = requests.entry(request.table.table.clone()).or_default();
        of_table.push(request.request.text.to_sdk()?);
    }
    Ok(requests)
}
