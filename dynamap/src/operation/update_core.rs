//! UpdateItem without the item's type: from the caller's actions to the request.

use std::sync::Arc;

use aws_sdk_dynamodb::types::AttributeValue;

use super::apply::apply;
use super::fill::{Filling, fill_item, fill_updates};
use super::index_keys::{is_composed_index_key, rewrite_index_keys};
use super::mixed_parts::MixedParts;
use super::outcome::{Intent, Written as Left};
use super::prepared::PreparedWrite;
use super::put_item::key_of;
use super::request::{WriteRequest, new_token};
use super::settings::Settings;
use super::verb::{Expected, Verb, condition};
use crate::expression::{Action, Comparator, Node, Path, Updates, Value};
use crate::item::{EncodedKey, Item, ItemText};
use crate::key::{check_index_keys, check_item_keys, check_key};
use crate::schema::{Schema, StampOn};
use crate::table::Shared;
use crate::time::Moment;
use crate::{Error, ErrorKind, Result};

/// What an UpdateItem needs before it is prepared.
pub(crate) struct UpdateCore {
    pub(crate) shared: Arc<Shared>,
    schema: &'static Schema,
    pub(crate) verb: Verb,
    key: Result<EncodedKey>,
    pub(crate) updates: Updates,
    /// What is inserted if there is no live item.
    pub(crate) initial: Option<Result<Item>>,
    pub(crate) newer: Option<Path>,
    pub(crate) exactly_once: bool,
}

impl UpdateCore {
    pub(crate) fn new(
        shared: Arc<Shared>,
        schema: &'static Schema,
        verb: Verb,
        key: Result<EncodedKey>,
    ) -> Self {
        Self {
            shared,
            schema,
            verb,
            key,
            updates: Updates::default(),
            initial: None,
            newer: None,
            exactly_once: false,
        }
    }

    pub(crate) fn prepare(self, settings: Settings) -> Result<PreparedWrite> {
        let table = self.shared.table.clone();
        self.build(settings)
            .map_err(|error| error.during("UpdateItem", &table))
    }

    fn build(self, settings: Settings) -> Result<PreparedWrite> {
        let Self {
            shared,
            schema,
            verb,
            key,
            mut updates,
            initial,
            newer,
            exactly_once,
        } = self;
        let now = shared.now();
        let EncodedKey { key, parts } = key?;
        check_key(schema, &key)?;
        updates.check()?;
        let own_actions = updates.clone();
        let expected = Expected::of(settings.version);
        let mut fresh = None;
        if let Some(initial) = initial {
            let initial = initial?;
            if key_of(schema, &initial) != key {
                return Err(Error::new(
                    ErrorKind::InvalidKey,
                    "the item to insert has another primary key than the update: give both the same key",
                ));
            }
            fresh = Some(fresh_item(
                schema,
                &initial,
                &parts,
                &updates,
                settings.filling,
                now,
            )?);
            fill_initial(schema, &initial, &mut updates)?;
        }
        fill_updates(
            schema,
            &mut updates,
            settings.filling,
            settings.version,
            fresh.as_ref(),
            now,
        )?;
        let known = settings.known.as_ref();
        rewrite_index_keys(schema, &key, &parts, known, &own_actions, &mut updates)?;
        if let Some(fresh) = &fresh {
            fill_insertion(schema, fresh, &mut updates);
        }
        let mixed = match &fresh {
            Some(_) => MixedParts::all(schema, &key, &parts, &updates),
            None => Vec::new(),
        };
        check_index_keys(schema, &updates)?;
        let own = condition(schema, verb, expected, now)?;
        let unmixed = mixed.iter().map(MixedParts::condition);
        let mut own = Node::all(own.into_iter().chain(unmixed));
        let newer = match newer {
            Some(path) => {
                let sequence = sequence(&path, &own_actions)?;
                let name = path.root().to_owned();
                let older = Node::NotExists(path.clone()).or(Node::compare(
                    path,
                    Comparator::Less,
                    Value::of(sequence.clone()),
                ));
                own = Node::all(own.into_iter().chain([older]));
                Some((name, sequence))
            }
            None => None,
        };
        let node = settings.joined(own);
        let mut request =
            WriteRequest::update(&shared.table, key.clone(), &updates, node.as_ref())?;
        request.return_capacity = settings.return_capacity;
        request.sent_once =
            !(updates.is_idempotent() || settings.version.is_some() || exactly_once);
        if exactly_once {
            request.token = Some(new_token());
        }
        let intent = Intent {
            schema,
            verb,
            expected,
            key,
            now,
            written: Left::Attributes(updates),
            newer,
            mixed,
        };
        let mut write = PreparedWrite::new(shared, request, intent, settings);
        write.fresh = fresh.as_ref().map(ItemText::of).transpose()?;
        Ok(write)
    }
}

fn sequence(path: &Path, updates: &Updates) -> Result<AttributeValue> {
    match updates.of(path.root()) {
        Some(Action::Set(value)) if !path.is_nested() => Ok(value.clone()),
        _ => Err(Error::new(
            ErrorKind::InvalidRequest,
            "`if_newer` needs the sequence that this update sets: `.set(…)` the same attribute",
        )
        .on_attribute(path.to_string())),
    }
}

/// The item that an insertion leaves: the initial item with the update carried out on it.
fn fresh_item(
    schema: &Schema,
    initial: &Item,
    parts: &Item,
    updates: &Updates,
    filling: Filling,
    now: Moment,
) -> Result<Item> {
    let mut item = initial.clone();
    apply(updates, &mut item)?;
    fill_item(schema, Verb::Upsert, &mut item, parts, filling, now)?;
    check_item_keys(schema, &item)?;
    Ok(item)
}

/// Makes the update insert what it does not itself touch: `a = if_not_exists(a, initial)`.
fn fill_initial(schema: &Schema, initial: &Item, updates: &mut Updates) -> Result<()> {
    for (path, action) in updates.actions_mut() {
        let Some(value) = initial.get(path.root()) else {
            continue;
        };
        if path.is_nested() {
            return Err(overlapping(path));
        }
        match action {
            Action::Add { initial, .. }
            | Action::Subtract { initial, .. }
            | Action::Append { initial, .. }
            | Action::Prepend { initial, .. } => *initial = value.clone(),
            Action::Insert(_) | Action::Delete(_) => return Err(overlapping(path)),
            Action::Set(_) | Action::SetIfAbsent(_) | Action::Copy { .. } | Action::Remove => {}
        }
    }
    let generated = |name: &str| {
        schema
            .key_attributes()
            .any(|attribute| attribute.name == name)
            || schema.version == Some(name)
            || schema.ttl.as_ref().is_some_and(|ttl| ttl.name == name)
            || schema.stamps.iter().any(|stamp| stamp.name == name)
            || is_composed_index_key(schema, name)
    };
    let mut attributes: Vec<_> = initial
        .iter()
        .filter(|(name, _)| !generated(name) && !updates.touches(name))
        .collect();
    attributes.sort_by_key(|(name, _)| *name);
    for (name, value) in attributes {
        updates.push(
            Path::named(name.clone()),
            Action::SetIfAbsent(value.clone()),
        );
    }
    Ok(())
}

/// What only an insertion writes, as the fresh item has it: stamps, the TTL, composed keys of indexes.
fn fill_insertion(schema: &Schema, fresh: &Item, updates: &mut Updates) {
    let stamps = schema
        .stamps
        .iter()
        .filter(|stamp| stamp.on == StampOn::Create);
    let index_keys = schema.composed.iter().filter(|key| key.index.is_some());
    let names = stamps
        .map(|stamp| stamp.name)
        .chain(schema.ttl.as_ref().map(|ttl| ttl.name))
        .chain(index_keys.map(|key| key.attribute));
    for name in names {
        if let Some(value) = fresh.get(name)
            && !updates.touches(name)
        {
            updates.push(Path::attribute(name), Action::SetIfAbsent(value.clone()));
        }
    }
}

fn overlapping(path: &Path) -> Error {
    Error::new(
        ErrorKind::InvalidRequest,
        "the update changes a part of an attribute that the item to insert sets: leave the attribute out of one of them",
    )
    .on_attribute(path.to_string())
}
