//! UpdateItem: rescue.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use aws_sdk_dynamodb::config::Builder as ConfigBuilder;
use aws_sdk_dynamodb::operation::update_item::builders::UpdateItemFluentBuilder;

use super::fill::Expiry;
use super::prepared::Prepared;
use super::put_item::stored;
use super::settings::{Settings, into_future, version_settings, write_settings};
use super::update_core::UpdateCore;
use super::verb::Verb;
use crate::expression::Condition;
use crate::item::EncodedKey;
use crate::schema::Versioned;
use crate::table::Shared;
use crate::time::Moment;
use crate::{DynamoItem, Result};

/// UpdateItem that moves or removes the TTL of a stored item; [`Table::rescue`](crate::Table::rescue).
#[must_use = "the write does nothing until it is sent"]
pub struct Rescue<T> {
    core: UpdateCore,
    settings: Settings,
    marker: PhantomData<fn() -> T>,
}

impl<T: DynamoItem> Rescue<T> {
    pub(crate) fn new(
        shared: Arc<Shared>,
        key: Result<EncodedKey>,
        expires_at: Option<Moment>,
    ) -> Self {
        let mut settings = Settings::default();
        settings.filling.expiry = match expires_at {
            Some(moment) => Expiry::At(moment),
            None => Expiry::Never,
        };
        Self {
            core: UpdateCore::new(shared, T::SCHEMA, Verb::Rescue, key),
            settings,
            marker: PhantomData,
        }
    }

    /// Sends the write; the item as it is afterwards.
    pub async fn send(self) -> Result<T> {
        self.prepare()?.send().await
    }

    /// Freezes the write: the clock is read now, and each sending sends the same.
    pub fn prepare(self) -> Result<Prepared<T>> {
        Ok(Prepared::new(self.core.prepare(self.settings)?, stored))
    }

    /// The SDK's fluent builder with everything filled in; the clock is read now.
    pub fn into_sdk(self) -> Result<UpdateItemFluentBuilder> {
        let write = self.core.prepare(self.settings)?;
        Ok(write.request.to_update(&write.shared.client))
    }
}

write_settings!(Rescue);
version_settings!(Rescue);
into_future!(Rescue<T> -> T);

impl<T> fmt::Debug for Rescue<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rescue")
            .field("table", &self.core.shared.table)
            .finish_non_exhaustive()
    }
}
