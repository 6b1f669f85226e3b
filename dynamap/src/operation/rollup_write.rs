//! The writes of rollups: rows, pages of claims, and the read before both.

use std::collections::HashMap;
use std::sync::Arc;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::types::KeysAndAttributes;

pub(crate) use super::back_off::BackOff;
use super::back_off::left_unprocessed;
use super::fill::{Filling, fill_item};
use super::outcome::{Intent, Written as Left};
use super::prepared::Outcome;
pub(crate) use super::put_item::key_of;
use super::request::WriteRequest;
use super::service_error::failed;
use super::settings::Settings;
use super::transact_write_items::PreparedTransaction;
use super::update_core::UpdateCore;
pub(crate) use super::verb::is_expired;
use super::verb::{Expected, Verb};
use crate::expression::{Node, Updates};
use crate::item::{EncodedKey, Item};
use crate::key::ComparableKey;
use crate::schema::Schema;
use crate::table::Shared;
use crate::time::Moment;
use crate::{Error, ErrorKind, Result};

/// Keys of one BatchGetItem.
/// [BatchGetItem](https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchGetItem.html)
const KEYS: usize = 100;

/// A write of a transaction.
pub(crate) struct RollupWrite(WriteRequest, Intent);

/// A table and a key in it.
pub(crate) type Place = (String, ComparableKey);

/// The place of a key.
pub(crate) fn place(table: &str, key: &Item) -> Place {
    (table.to_owned(), ComparableKey::of(key))
}

/// The update of a row, which inserts it where `initial` is given and fills in what writes fill in.
/// The remains of an expired row are replaced, unless another did so first.
pub(crate) fn row_write(
    shared: Arc<Shared>,
    schema: &'static Schema,
    key: EncodedKey,
    updates: Updates,
    initial: Option<Item>,
    condition: Option<Node>,
    expired: Option<&Item>,
) -> Result<RollupWrite> {
    let verb = if initial.is_some() {
        Verb::Upsert
    } else {
        Verb::Update
    };
    let mut core = UpdateCore::new(shared, schema, verb, Ok(key));
    core.updates = updates;
    core.initial = initial.map(Ok);
    let settings = Settings {
        condition,
        filling: Filling {
            allow_stale_ttl: true,
            ..Filling::default()
        },
        ..Settings::default()
    };
    let write = core.prepare(settings)?;
    let Some(expired) = expired else {
        return Ok(RollupWrite(write.request, write.intent));
    };
    let (request, intent) = write.instead(expired)?.ok_or_else(|| {
        Error::new(
            ErrorKind::InvalidRequest,
            "the expired row cannot be replaced: delete it",
        )
    })?;
    Ok(RollupWrite(request, intent))
}

/// An update of a live row, sent by itself; the row as it is afterwards.
pub(crate) async fn update(
    shared: Arc<Shared>,
    schema: &'static Schema,
    key: EncodedKey,
    updates: Updates,
    condition: Option<Node>,
) -> Result<Item> {
    let mut core = UpdateCore::new(shared, schema, Verb::Update, Ok(key));
    core.updates = updates;
    let settings = Settings {
        condition,
        ..Settings::default()
    };
    match core.prepare(settings)?.send().await?.outcome {
        Outcome::Put(item) => item.to_item(),
        Outcome::Stored(item) | Outcome::Dropped(item) => Ok(item),
        Outcome::Deleted => Ok(Item::new()),
    }
}

/// A plain update: of a page of claims, which has its own condition.
pub(crate) fn plain_update(
    shared: &Shared,
    schema: &'static Schema,
    key: Item,
    updates: &Updates,
    condition: &Node,
) -> Result<RollupWrite> {
    let request = WriteRequest::update(&shared.table, key.clone(), updates, Some(condition))?;
    Ok(RollupWrite(request, intent(schema, key)))
}

/// A condition in place of a write.
pub(crate) fn check(
    shared: &Shared,
    schema: &'static Schema,
    key: Item,
    condition: &Node,
) -> Result<RollupWrite> {
    let request = WriteRequest::check(&shared.table, key.clone(), condition)?;
    Ok(RollupWrite(request, intent(schema, key)))
}

/// What is needed to hand the item of a failed condition on as it is.
fn intent(schema: &'static Schema, key: Item) -> Intent {
    Intent {
        schema,
        verb: Verb::Check,
        expected: Expected::Any,
        key,
        now: Moment::MIN,
        written: Left::Nothing,
        newer: None,
        mixed: Vec::new(),
    }
}

/// Sends the writes as one transaction.
pub(crate) async fn send(shared: Arc<Shared>, writes: Vec<RollupWrite>) -> Result<()> {
    let writes = writes.into_iter().map(|write| (write.0, write.1)).collect();
    PreparedTransaction::of(shared, writes, false, None)?
        .send()
        .await
        .map(drop)
}

/// Whether a row of this window has expired before it is written.
pub(crate) fn is_born_expired(
    schema: &Schema,
    row: &Item,
    parts: &Item,
    now: Moment,
) -> Result<bool> {
    let by_field = schema.ttl.as_ref().is_some_and(|ttl| {
        ttl.policy
            .as_ref()
            .is_none_or(|policy| policy.from.is_some())
    });
    if !by_field {
        return Ok(false);
    }
    let mut row = row.clone();
    let filling = Filling {
        allow_stale_ttl: true,
        ..Filling::default()
    };
    fill_item(schema, Verb::Upsert, &mut row, parts, filling, now)?;
    Ok(is_expired(schema, &row, now))
}

/// The items with these keys, in any number and of any tables, read consistently.
pub(crate) async fn read_many(
    shared: &Shared,
    keys: impl IntoIterator<Item = (String, Item)>,
) -> Result<HashMap<Place, Item>> {
    let mut wanted: HashMap<Place, Item> = keys
        .into_iter()
        .map(|(table, key)| ((table, ComparableKey::of(&key)), key))
        .collect();
    let mut found = HashMap::new();
    let mut back_off = BackOff::default();
    while !wanted.is_empty() {
        let chunk: Vec<(Place, Item)> = wanted
            .iter()
            .take(KEYS)
            .map(|(place, key)| (place.clone(), key.clone()))
            .collect();
        let (items, left) = read_chunk(&shared.client, &chunk).await?;
        let progress = left.len() < chunk.len();
        for (place, _) in &chunk {
            if !left.contains(place) {
                wanted.remove(place);
            }
        }
        found.extend(items);
        if !left.is_empty() {
            if !back_off.goes_on(progress) {
                return Err(left_unprocessed().during("BatchGetItem", ""));
            }
            back_off.wait(shared).await?;
        }
    }
    Ok(found)
}

/// One call: the items it found, and the places that it left out.
async fn read_chunk(
    client: &Client,
    chunk: &[(Place, Item)],
) -> Result<(HashMap<Place, Item>, Vec<Place>)> {
    let mut request: HashMap<String, KeysAndAttributes> = HashMap::new();
    let mut keys: HashMap<&str, Vec<Item>> = HashMap::new();
    for ((table, _), key) in chunk {
        keys.entry(table).or_default().push(key.clone());
    }
    for (table, keys) in keys {
        let wanted = KeysAndAttributes::builder()
            .set_keys(Some(keys))
            .consistent_read(true)
            .build()
            .map_err(|error| {
                Error::new(ErrorKind::InvalidRequest, "the rows cannot be requested")
                    .with_source(error)
            })?;
        request.insert(table.to_owned(), wanted);
    }
    let sent = client
        .batch_get_item()
        .set_request_items(Some(request))
        .send()
        .await;
    let reply = sent.map_err(|error| failed(error, "BatchGetItem", ""))?;
    // All keys of a table have the same attributes.
    let names = |table: &str| {
        let key = chunk.iter().find(|((other, _), _)| other == table);
        key.map(|(_, key)| key.keys().cloned().collect::<Vec<_>>())
            .unwrap_or_default()
    };
    let mut found = HashMap::new();
    for (table, items) in reply.responses.unwrap_or_default() {
        let names = names(&table);
        for item in items {
            let key: Item = names
                .iter()
                .filter_map(|name| Some((name.clone(), item.get(name)?.clone())))
                .collect();
            found.insert((table.clone(), ComparableKey::of(&key)), item);
        }
    }
    let left = reply
        .unprocessed_keys
        .unwrap_or_default()
        .into_iter()
        .flat_map(|(table, left)| {
            left.keys
                .into_iter()
                .map(move |key| (table.clone(), ComparableKey::of(&key)))
        })
        .collect();
    Ok((found, left))
}
