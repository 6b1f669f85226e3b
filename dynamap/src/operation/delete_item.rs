//! DeleteItem.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use aws_sdk_dynamodb::config::Builder as ConfigBuilder;
use aws_sdk_dynamodb::operation::delete_item::builders::DeleteItemFluentBuilder;

use super::outcome::{Intent, Written as Left};
use super::prepared::{Done, Prepared, PreparedWrite, Written};
use super::request::WriteRequest;
use super::settings::{Settings, into_future, version_settings, write_settings};
use super::transact_write_items::PreparedStep;
use super::verb::{Expected, Verb, condition};
use crate::expression::Condition;
use crate::item::{Item, decode_owned};
use crate::key::check_key;
use crate::schema::Versioned;
use crate::table::Shared;
use crate::time::Moment;
use crate::{DynamoItem, Result};

/// DeleteItem; [`Table::delete`](crate::Table::delete).
///
/// Deleting a missing item is no error, unless a version or a condition asks for one.
#[must_use = "the write does nothing until it is sent"]
pub struct Delete<T> {
    shared: Arc<Shared>,
    key: Result<Item>,
    settings: Settings,
    marker: PhantomData<fn() -> T>,
}

impl<T: DynamoItem> Delete<T> {
    pub(crate) fn new(shared: Arc<Shared>, key: Result<Item>) -> Self {
        Self {
            shared,
            key,
            settings: Settings::default(),
            marker: PhantomData,
        }
    }

    /// Sends the write; the item that was there, expired or not, and `None` if there was none.
    pub async fn send(self) -> Result<Option<T>> {
        self.prepare()?.send().await
    }

    /// Sends the write; the item that was there, and what the request cost.
    pub async fn send_full(self) -> Result<Written<Option<T>>> {
        Prepared::new(self.freeze()?, deleted_in_full).send().await
    }

    /// Freezes the write: each sending sends the same. A second sending that finds no item takes it
    /// for its own work.
    pub fn prepare(self) -> Result<Prepared<Option<T>>> {
        Ok(Prepared::new(self.freeze()?, deleted))
    }

    /// The SDK's fluent builder with everything filled in.
    pub fn into_sdk(self) -> Result<DeleteItemFluentBuilder> {
        let write = self.freeze()?;
        Ok(write.request.to_delete(&write.shared.client))
    }

    /// The delete as a step of a transaction.
    pub(crate) fn at(mut self, now: Moment) -> PreparedStep {
        self.shared = self.shared.at(now);
        PreparedStep {
            write: self.freeze(),
            given: None,
        }
    }

    fn freeze(self) -> Result<PreparedWrite> {
        let table = self.shared.table.clone();
        self.build()
            .map_err(|error| error.during("DeleteItem", &table))
    }

    fn build(self) -> Result<PreparedWrite> {
        let schema = T::SCHEMA;
        let key = self.key?;
        check_key(schema, &key)?;
        let now = self.shared.now();
        let expected = Expected::of(self.settings.version);
        let node = self
            .settings
            .joined(condition(schema, Verb::Delete, expected, now)?);
        let mut request = WriteRequest::delete(&self.shared.table, key.clone(), node.as_ref())?;
        request.return_capacity = self.settings.return_capacity;
        let intent = Intent {
            schema,
            verb: Verb::Delete,
            expected,
            key,
            now,
            written: Left::Nothing,
            newer: None,
            mixed: Vec::new(),
        };
        Ok(PreparedWrite::new(
            self.shared,
            request,
            intent,
            self.settings,
        ))
    }
}

fn deleted<T: DynamoItem>(done: Done) -> Result<Option<T>> {
    done.previous.map(decode_owned).transpose()
}

fn deleted_in_full<T: DynamoItem>(done: Done) -> Result<Written<Option<T>>> {
    Ok(Written {
        item: done.previous.map(decode_owned).transpose()?,
        previous: None,
        consumed_capacity: done.consumed_capacity,
        request_id: done.request_id,
        attempts: done.attempts,
    })
}

write_settings!(Delete);
version_settings!(Delete);
into_future!(Delete<T> -> Option<T>);

impl<T> fmt::Debug for Delete<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Delete")
            .field("table", &self.shared.table)
            .finish_non_exhaustive()
    }
}
