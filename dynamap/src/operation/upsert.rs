//! UpdateItem: upsert.

use std::any::Any;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use aws_sdk_dynamodb::config::Builder as ConfigBuilder;
use aws_sdk_dynamodb::operation::update_item::builders::UpdateItemFluentBuilder;

use super::fill::Expiry;
use super::given::{Given, give_back};
use super::index_keys::is_composed_index_key;
use super::prepared::{Prepared, Written};
use super::put_item::{key_of, stored, stored_in_full};
use super::settings::{Settings, expiry_settings, into_future, version_settings, write_settings};
use super::update_core::UpdateCore;
use super::verb::Verb;
use crate::expression::{Action, Condition, Path, Updates};
use crate::item::{EncodedKey, Item};
use crate::schema::{Expiring, Schema, Stamped, Versioned};
use crate::table::Shared;
use crate::time::PointInTime;
use crate::{DynamoItem, Result};

/// UpdateItem that writes the struct over the item, or inserts it; [`Table::upsert`](crate::Table::upsert).
#[must_use = "the write does nothing until it is sent"]
pub struct Upsert<T> {
    core: UpdateCore,
    given: Option<Box<dyn Any + Send>>,
    settings: Settings,
    marker: PhantomData<fn() -> T>,
}

impl<T: DynamoItem> Upsert<T> {
    pub(crate) fn new(shared: Arc<Shared>, given: Given<T>) -> Self {
        let schema = T::SCHEMA;
        let (item, given) = given.into_parts();
        let item = item.and_then(|mut encoded| {
            let parts = std::mem::take(&mut encoded.parts);
            Ok((encoded.into_item()?, parts))
        });
        let (key, initial, updates) = match item {
            Ok((item, parts)) => {
                let updates = overwrite(schema, &T::NAMES.collect(), &item);
                let key = key_of(schema, &item);
                (Ok(EncodedKey { key, parts }), Some(Ok(item)), updates)
            }
            Err(error) => (Err(error), None, Updates::default()),
        };
        let mut core = UpdateCore::new(shared, schema, Verb::Upsert, key);
        core.initial = initial;
        core.updates = updates;
        Self {
            core,
            given,
            settings: Settings::default(),
            marker: PhantomData,
        }
    }

    /// Sends the write; the item as it is afterwards.
    pub async fn send(self) -> Result<T> {
        let result = match self.core.prepare(self.settings) {
            Ok(write) => Prepared::new(write, stored).send().await,
            Err(error) => Err(error),
        };
        give_back(result, self.given)
    }

    /// Sends the write; the item as it is afterwards, and what the request cost.
    pub async fn send_full(self) -> Result<Written<T>> {
        let result = match self.core.prepare(self.settings) {
            Ok(write) => Prepared::new(write, stored_in_full).send().await,
            Err(error) => Err(error),
        };
        give_back(result, self.given)
    }

    /// Freezes the write: the clock is read now, and each sending sends the same.
    pub fn prepare(self) -> Result<Prepared<T>> {
        let write = self.core.prepare(self.settings);
        give_back(write.map(|write| Prepared::new(write, stored)), self.given)
    }

    /// The SDK's fluent builder with everything filled in; the clock is read now. It does not start
    /// expired remains afresh, which takes a second request.
    pub fn into_sdk(self) -> Result<UpdateItemFluentBuilder> {
        let write = self.core.prepare(self.settings)?;
        Ok(write.request.to_update(&write.shared.client))
    }
}

/// Sets what the struct carries, in the order of the names so that equal structs make equal
/// requests; what a write fills in is left to it.
fn overwrite(schema: &Schema, names: &[&'static str], item: &Item) -> Updates {
    let filled = |name: &str| {
        schema
            .key_attributes()
            .any(|attribute| attribute.name == name)
            || schema.version == Some(name)
            || schema
                .ttl
                .as_ref()
                .is_some_and(|ttl| ttl.name == name && ttl.policy.is_some())
            || schema.stamps.iter().any(|stamp| stamp.name == name)
            || is_composed_index_key(schema, name)
    };
    let mut attributes: Vec<_> = item.iter().filter(|(name, _)| !filled(name)).collect();
    attributes.sort_by_key(|(name, _)| *name);
    let mut updates = Updates::default();
    for (name, value) in attributes {
        updates.push(Path::named(name.clone()), Action::Set(value.clone()));
    }
    for name in names {
        if !item.contains_key(*name) && !filled(name) {
            updates.push(Path::attribute(name), Action::Remove);
        }
    }
    updates
}

write_settings!(Upsert);
expiry_settings!(Upsert);
version_settings!(Upsert);
into_future!(Upsert<T> -> T);

impl<T: DynamoItem> Upsert<T> {
    /// Writes the stamps as the struct carries them if the item is inserted.
    pub fn preserve_stamps(mut self) -> Self
    where
        T: Stamped,
    {
        self.settings.filling.preserve_stamps = true;
        self
    }
}

impl<T> fmt::Debug for Upsert<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Upsert")
            .field("table", &self.core.shared.table)
            .finish_non_exhaustive()
    }
}
