//! A move of an item to another primary key, in one transaction.

use std::any::Any;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use aws_sdk_dynamodb::config::Builder as ConfigBuilder;
use aws_sdk_dynamodb::types::AttributeValue;

use super::fill::{Expiry, fill_item};
use super::given::{Given, give_back};
use super::outcome::{Intent, Written as Left};
use super::prepared::{Frozen, Prepared, PreparedMove, PreparedWrite, Written};
use super::put_item::{key_of, stored, stored_in_full};
use super::request::WriteRequest;
use super::settings::{Settings, expiry_settings, into_future, write_settings};
use super::trace::Operation;
use super::transact_write_items::PreparedTransaction;
use super::verb::{Expected, Verb, condition, stored_version};
use crate::expression::{Condition, Node};
use crate::item::{EncodedItem, Fillable, Item, ItemText, encode_item};
use crate::key::{ComparableKey, check_item_keys, check_key};
use crate::schema::{Expiring, Schema, StampOn, Stamped};
use crate::table::Shared;
use crate::time::PointInTime;
use crate::{DynamoItem, Result};

/// A move of an item to another primary key; [`Table::rekey`](crate::Table::rekey).
///
/// One TransactWriteItems deletes the old item and puts the new one, so that neither both nor none is
/// ever read; it costs twice the write capacity of the two. Where both have one key it is one
/// PutItem.
///
/// A condition of the caller's own is asked of the old item.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/setup.rs"));
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let (orders, readings, clock) = setup().await?;
/// let noon = datetime!(2022-01-15 12:00 UTC);
/// let old = readings.create(reading("123", noon, "r-77")).send().await?;
/// // The clock of the device was an hour slow.
/// let moved = readings
///     .rekey(&old, reading("123", datetime!(2022-01-15 13:00 UTC), "r-77"))
///     .send()
///     .await?;
/// assert_eq!(readings.get(&old).send().await?, None);
/// assert_eq!(readings.get(&moved).send().await?, Some(moved));
/// # Ok(())
/// # }
/// ```
#[must_use = "the write does nothing until it is sent"]
pub struct Rekey<T> {
    shared: Arc<Shared>,
    old: Result<Item>,
    new: Result<EncodedItem>,
    given: Option<Box<dyn Any + Send>>,
    settings: Settings,
    marker: PhantomData<fn() -> T>,
}

impl<T: DynamoItem> Rekey<T> {
    pub(crate) fn new(shared: Arc<Shared>, old: &T, given: Given<T>) -> Self {
        let (new, given) = given.into_parts();
        Self {
            shared,
            old: encode_item(old),
            new,
            given,
            settings: Settings::default(),
            marker: PhantomData,
        }
    }

    /// Writes the stamps as the new struct carries them; one that is not set is filled all the same.
    pub fn preserve_stamps(mut self) -> Self
    where
        T: Stamped,
    {
        self.settings.filling.preserve_stamps = true;
        self
    }

    /// Sends the write; the new item as it reads back. A failed one gives the new item back
    /// ([`Error::given`](crate::Error::given)).
    pub async fn send(self) -> Result<T> {
        let (prepared, given) = self.split(stored);
        let result = match prepared {
            Ok(prepared) => prepared.send().await,
            Err(error) => Err(error),
        };
        give_back(result, given)
    }

    /// Sends the write; the new item as it reads back, and what the request cost.
    pub async fn send_full(self) -> Result<Written<T>> {
        let (prepared, given) = self.split(stored_in_full);
        let result = match prepared {
            Ok(prepared) => prepared.send().await,
            Err(error) => Err(error),
        };
        give_back(result, given)
    }

    /// Freezes the write: the clock is read now, and each sending sends the same, with the same token.
    pub fn prepare(self) -> Result<Prepared<T>> {
        let (prepared, given) = self.split(stored);
        give_back(prepared, given)
    }

    fn split<O>(
        self,
        read: fn(super::prepared::Done) -> Result<O>,
    ) -> (Result<Prepared<O>>, Option<Box<dyn Any + Send>>) {
        let Self {
            shared,
            old,
            new,
            given,
            settings,
            ..
        } = self;
        let table = shared.table.clone();
        let built = build(T::SCHEMA, shared, old, new, settings)
            .map_err(|error| error.during("TransactWriteItems", &table));
        (built.map(|write| Prepared::of(write, read)), given)
    }
}

fn build(
    schema: &'static Schema,
    shared: Arc<Shared>,
    old: Result<Item>,
    new: Result<EncodedItem>,
    settings: Settings,
) -> Result<Frozen> {
    let old = old?;
    let mut encoded = new?;
    let item = &mut encoded.managed;
    let now = shared.now();
    let old_key = key_of(schema, &old);
    check_key(schema, &old_key)?;
    let expected = match schema.version {
        Some(name) => {
            let version = stored_version(schema, &old)?.unwrap_or(0);
            // The next version counts from the old item's, whatever the new struct carries.
            item.set(name, AttributeValue::N(version.to_string()));
            Expected::of(Some(version))
        }
        None => Expected::Any,
    };
    carry_creation(schema, &old, item);
    fill_item(
        schema,
        Verb::Put,
        item,
        &encoded.parts,
        settings.filling,
        now,
    )?;
    check_item_keys(schema, item)?;
    let new_key = key_of(schema, item);
    let item = ItemText::from(encoded.into_text()?);
    let intent = |verb, expected, key, written| Intent {
        schema,
        verb,
        expected,
        key,
        now,
        written,
        newer: None,
        mixed: Vec::new(),
    };
    let of_old = settings.joined(condition(schema, Verb::Replace, expected, now)?);
    if ComparableKey::of(&old_key) == ComparableKey::of(&new_key) {
        let mut request = WriteRequest::put(&shared.table, item.clone(), of_old.as_ref())?;
        request.return_capacity = settings.return_capacity;
        let intent = intent(Verb::Replace, expected, new_key, Left::Item(item));
        let mut write = PreparedWrite::new(shared, request, intent, settings);
        write.operation = Operation::Rekey;
        return Ok(Frozen::Write(Box::new(write)));
    }
    let delete = (
        WriteRequest::delete(&shared.table, old_key.clone(), of_old.as_ref())?,
        intent(Verb::Replace, expected, old_key, Left::Nothing),
    );
    let of_new: Option<Node> = condition(schema, Verb::Create, Expected::Any, now)?;
    let put = (
        WriteRequest::put(&shared.table, item.clone(), of_new.as_ref())?,
        intent(
            Verb::Create,
            Expected::Any,
            new_key,
            Left::Item(item.clone()),
        ),
    );
    let transaction = PreparedTransaction::of(
        shared,
        vec![delete, put],
        settings.return_capacity,
        settings.config,
    )?;
    Ok(Frozen::Move(Box::new(PreparedMove { transaction, item })))
}

/// A moved item was created when the old one was, unless the new struct says otherwise.
fn carry_creation(schema: &Schema, old: &Item, item: &mut dyn Fillable) {
    for stamp in schema.stamps {
        if stamp.on == StampOn::Create
            && super::fill::is_set(item, stamp.name, stamp.format, stamp.optional)
                .is_ok_and(|is_set| !is_set)
            && let Some(created) = old.get(stamp.name)
        {
            item.set(stamp.name, created.clone());
        }
    }
}

write_settings!(Rekey);
expiry_settings!(Rekey);
into_future!(Rekey<T> -> T);

impl<T> fmt::Debug for Rekey<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rekey")
            .field("table", &self.shared.table)
            .finish_non_exhaustive()
    }
}
