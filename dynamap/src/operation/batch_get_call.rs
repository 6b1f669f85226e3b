//! One call of BatchGetItem, of keys that are encoded already.

use std::collections::HashMap;
use std::sync::Arc;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::Builder as ConfigBuilder;
use aws_sdk_dynamodb::types::{ConsumedCapacity, KeysAndAttributes, ReturnConsumedCapacity};

use super::batch_loop::Called;
use super::batch_tables::answered;
use super::kept_items::KeptItems;
use super::observe::observed;
use super::row::{Row, rows_by_table};
use super::service_error::Failure;
use super::trace::Trace;
use crate::expression::{Placeholders, ProjectedPaths};
use crate::item::Item;
use crate::key::ComparableKey;
use crate::table::Shared;
use crate::{Error, ErrorKind};

pub(super) const OPERATION: &str = "BatchGetItem";
/// Keys of one call.
/// [BatchGetItem](https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchGetItem.html)
pub(super) const KEYS: usize = 100;

/// What all calls of a batch have in common.
pub(super) struct Common {
    pub(super) client: Client,
    pub(super) tables: Vec<Arc<Shared>>,
    /// What is read of each item, with its key; `None` for all of it.
    pub(super) paths: Option<ProjectedPaths>,
    /// The TTL attribute, which is looked at in every row; of several tables, the first one's.
    pub(super) ttl: Option<&'static str>,
    pub(super) consistent: bool,
    pub(super) return_capacity: bool,
    pub(super) config: Option<ConfigBuilder>,
    pub(super) trace: Trace,
}

/// A key on its way.
pub(super) struct Asked {
    /// Its table's place among the tables of the batch.
    pub(super) table: usize,
    pub(super) key: Item,
    pub(super) comparable: ComparableKey,
}

/// What a call brought.
pub(super) struct Found {
    /// The rows, with their tables and keys.
    pub(super) rows: Vec<(usize, ComparableKey, Row)>,
    pub(super) consumed_capacity: Vec<ConsumedCapacity>,
}

/// Sends one call.
pub(super) async fn call(common: Arc<Common>, chunk: Vec<Asked>) -> Called<Asked, Found> {
    let request = match request(&common, &chunk) {
        Ok(request) => request,
        Err(error) => return Called::failed(chunk, error),
    };
    let kept = KeptItems::of_batch_get().noting(common.ttl);
    let tables = common.tables.iter().map(|table| &**table);
    let config = observed(common.config.clone(), &common.trace, tables);
    let mut config = config.unwrap_or_default();
    let direct = common.tables.iter().all(|table| table.direct_reader);
    kept.watch(direct, &mut config);
    let builder = common
        .client
        .batch_get_item()
        .set_request_items(Some(request))
        .set_return_consumed_capacity(
            common
                .return_capacity
                .then_some(ReturnConsumedCapacity::Total),
        )
        .customize()
        .config_override(config);
    let reply = match builder.send().await {
        Ok(reply) => reply,
        Err(error) => return Called::failed(chunk, Failure::from_sdk(error).without_condition()),
    };
    let mut rows = Vec::new();
    for (name, found) in rows_by_table(kept.take(), reply.responses) {
        let Some(table) = answered(&common.tables, &name) else {
            continue;
        };
        // Any key of the table tells which attributes are the key.
        let Some(sample) = chunk.iter().find(|asked| asked.table == table) else {
            continue;
        };
        rows.extend(found.into_iter().map(|row| {
            let key = row.attributes(sample.key.keys().map(String::as_str));
            (table, ComparableKey::of(&key), row)
        }));
    }
    let mut unprocessed = Vec::new();
    for (name, keys) in reply.unprocessed_keys.unwrap_or_default() {
        let table = answered(&common.tables, &name);
        unprocessed.extend(keys.keys.iter().map(|key| (table, ComparableKey::of(key))));
    }
    let is_left = |asked: &Asked| {
        unprocessed
            .iter()
            .any(|(table, key)| *table == Some(asked.table) && *key == asked.comparable)
    };
    let (left, done): (Vec<_>, Vec<_>) = chunk.into_iter().partition(is_left);
    Called {
        answer: Some(Found {
            rows,
            consumed_capacity: reply.consumed_capacity.unwrap_or_default(),
        }),
        progress: !done.is_empty(),
        left,
        failure: None,
    }
}

fn request(common: &Common, chunk: &[Asked]) -> Result<HashMap<String, KeysAndAttributes>, Error> {
    let mut request = HashMap::new();
    for (place, table) in common.tables.iter().enumerate() {
        let keys: Vec<Item> = chunk
            .iter()
            .filter(|asked| asked.table == place)
            .map(|asked| asked.key.clone())
            .collect();
        if keys.is_empty() {
            continue;
        }
        let mut placeholders = Placeholders::new();
        let projection = common
            .paths
            .as_ref()
            .map(|paths| paths.to_text(&mut placeholders));
        let keys = KeysAndAttributes::builder()
            .set_keys(Some(keys))
            .set_consistent_read(common.consistent.then_some(true))
            .set_projection_expression(projection)
            .set_expression_attribute_names(placeholders.take_names())
            .build();
        let keys = keys.map_err(|error| {
            Error::new(ErrorKind::InvalidRequest, "the call has no keys").with_source(error)
        })?;
        request.insert(table.table.clone(), keys);
    }
    Ok(request)
}
