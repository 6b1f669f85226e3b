//! PutItem: create, put, replace.

use std::any::Any;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use aws_sdk_dynamodb::config::Builder as ConfigBuilder;
use aws_sdk_dynamodb::operation::put_item::builders::PutItemFluentBuilder;
use aws_sdk_dynamodb::types::AttributeValue;

use super::fill::{Expiry, fill_item};
use super::given::{Given, give_back};
use super::outcome::{Intent, Written as Left};
use super::prepared::{Done, Outcome, Prepared, PreparedWrite, Written};
use super::request::WriteRequest;
use super::settings::{Settings, expiry_settings, into_future, version_settings, write_settings};
use super::transact_write_items::PreparedStep;
use super::verb::{Expected, Verb, condition, stored_version};
use crate::expression::{Attribute, Comparator, Condition, Node, Path, Value};
use crate::item::{EncodedItem, Fillable, Item, ItemText, decode_owned};
use crate::key::check_item_keys;
use crate::schema::{Expiring, Schema, Stamped, Unversioned, Versioned};
use crate::table::Shared;
use crate::time::{Moment, PointInTime};
use crate::{DynamoItem, Error, ErrorKind, Result};

/// What a PutItem needs before it is prepared.
struct PutCore {
    shared: Arc<Shared>,
    schema: &'static Schema,
    verb: Verb,
    item: Result<EncodedItem>,
    newer: Option<Path>,
}

impl PutCore {
    fn prepare(self, settings: Settings) -> Result<PreparedWrite> {
        let table = self.shared.table.clone();
        self.build(settings)
            .map_err(|error| error.during("PutItem", &table))
    }

    fn build(self, settings: Settings) -> Result<PreparedWrite> {
        let Self {
            shared,
            schema,
            verb,
            item,
            newer,
        } = self;
        let mut encoded = item?;
        let item = &mut encoded.managed;
        let now = shared.now();
        let expected = match (settings.version, schema.version, verb) {
            (version @ Some(_), ..) => Expected::of(version),
            (None, Some(name), Verb::Put) => match stored_version(schema, item)? {
                Some(0) => Expected::New { zero: true },
                Some(version) => Expected::Exactly(version),
                None => Expected::New {
                    zero: item.value(name).is_some(),
                },
            },
            _ => Expected::Any,
        };
        if let (Expected::Exactly(version), Some(name)) = (expected, schema.version) {
            // The next version counts from the expected one, whatever the struct carries.
            item.set(name, AttributeValue::N(version.to_string()));
        }
        fill_item(schema, verb, item, &encoded.parts, settings.filling, now)?;
        check_item_keys(schema, item)?;
        let key = key_of(schema, item);
        let (own, newer) = match newer {
            Some(path) => {
                let name = path.root().to_owned();
                let (node, sequence) = older(schema, path, &encoded, now)?;
                (Some(node), Some((name, sequence)))
            }
            None => (condition(schema, verb, expected, now)?, None),
        };
        let node = settings.joined(own);
        let item = ItemText::from(encoded.into_text()?);
        let mut request = WriteRequest::put(&shared.table, item.clone(), node.as_ref())?;
        request.return_capacity = settings.return_capacity;
        let intent = Intent {
            schema,
            verb,
            expected,
            key,
            now,
            written: Left::Item(item.clone()),
            newer,
            mixed: Vec::new(),
        };
        // A put over a NULL version takes a second request, with the same item.
        let fresh = matches!(intent.expected, Expected::New { .. }).then_some(item);
        let mut write = PreparedWrite::new(shared, request, intent, settings);
        write.fresh = fresh;
        Ok(write)
    }
}

/// `attribute_not_exists(#s) OR #s < :s OR #ttl <= :now`, and the sequence itself.
fn older(
    schema: &Schema,
    path: Path,
    item: &EncodedItem,
    now: Moment,
) -> Result<(Node, AttributeValue)> {
    let root = item.attribute(path.root())?;
    let item: Item = root
        .map(|value| (path.root().to_owned(), value))
        .into_iter()
        .collect();
    let sequence = path.find(&item, &[]).cloned().ok_or_else(|| {
        Error::new(
            ErrorKind::InvalidRequest,
            "`if_newer` needs a value of its attribute: set it",
        )
        .on_attribute(path.to_string())
    })?;
    let node = Node::NotExists(path.clone()).or(Node::compare(
        path,
        Comparator::Less,
        Value::of(sequence.clone()),
    ));
    let node = match &schema.ttl {
        Some(ttl) => node.or(super::verb::expired(ttl, now)?),
        None => node,
    };
    Ok((node, sequence))
}

/// The primary key of an item.
pub(crate) fn key_of(schema: &Schema, item: &dyn Fillable) -> Item {
    let attributes = schema.key_attributes();
    let of_item = |name: &str| Some((name.to_owned(), item.value(name)?.clone()));
    attributes
        .filter_map(|attribute| of_item(attribute.name))
        .collect()
}

/// The item a write left.
pub(crate) fn stored<T: DynamoItem>(done: Done) -> Result<T> {
    match done.outcome {
        Outcome::Put(item) => item.read(),
        Outcome::Stored(item) | Outcome::Dropped(item) => decode_owned(item),
        Outcome::Deleted => Err(Error::new(
            ErrorKind::NotFound,
            "the item was deleted while it was written",
        )),
    }
}

pub(crate) fn stored_in_full<T: DynamoItem>(mut done: Done) -> Result<Written<T>> {
    let previous = done.previous.take().map(decode_owned).transpose()?;
    Ok(Written {
        previous,
        consumed_capacity: done.consumed_capacity.take(),
        request_id: done.request_id.take(),
        attempts: done.attempts,
        item: stored(done)?,
    })
}

macro_rules! put_item {
    ($(#[$doc:meta])* $name:ident $(, $mode:ident = $default:ident)?) => {
        $(#[$doc])*
        #[must_use = "the write does nothing until it is sent"]
        pub struct $name<T $(, $mode = $default)?> {
            core: PutCore,
            given: Option<Box<dyn Any + Send>>,
            settings: Settings,
            marker: PhantomData<fn() -> (T, $($mode)?)>,
        }

        impl<T $(, $mode)?> fmt::Debug for $name<T $(, $mode)?> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($name))
                    .field("table", &self.core.shared.table)
                    .finish_non_exhaustive()
            }
        }

        impl<T: DynamoItem $(, $mode)?> $name<T $(, $mode)?> {
            /// Writes the stamps as the struct carries them, for imports and copies; one that is not
            /// set is filled all the same.
            pub fn preserve_stamps(mut self) -> Self
            where
                T: Stamped,
            {
                self.settings.filling.preserve_stamps = true;
                self
            }
        }

        impl<T: DynamoItem $(, $mode)?> $name<T $(, $mode)?> {
            /// The SDK's fluent builder with everything filled in; the clock is read now.
            pub fn into_sdk(self) -> Result<PutItemFluentBuilder> {
                let write = self.core.prepare(self.settings)?;
                write.request.to_put(&write.shared.client)
            }

            /// The write as a step of a transaction.
            pub(crate) fn at(mut self, now: Moment) -> PreparedStep {
                self.core.shared = self.core.shared.at(now);
                let (write, given) = self.split();
                PreparedStep { write, given }
            }

            fn split(self) -> (Result<PreparedWrite>, Option<Box<dyn Any + Send>>) {
                (self.core.prepare(self.settings), self.given)
            }
        }

        write_settings!($name $(, $mode)?);
        expiry_settings!($name $(, $mode)?);
    };
}

macro_rules! put_item_sends {
    ($name:ident<T $(, $mode:ty)?>) => {
        impl<T: DynamoItem> $name<T $(, $mode)?> {
            /// Sends the write; the item as it reads back.
            pub async fn send(self) -> Result<T> {
                let (write, given) = self.split();
                let result = match write {
                    Ok(write) => Prepared::new(write, stored).send().await,
                    Err(error) => Err(error),
                };
                give_back(result, given)
            }

            /// Sends the write, and asks for the item it replaces.
            pub async fn send_full(self) -> Result<Written<T>> {
                let (write, given) = self.split();
                let result = match write {
                    Ok(mut write) => {
                        write.request.return_previous = true;
                        Prepared::new(write, stored_in_full).send().await
                    }
                    Err(error) => Err(error),
                };
                give_back(result, given)
            }

            /// Freezes the write: the clock is read now, and each sending sends the same.
            pub fn prepare(self) -> Result<Prepared<T>> {
                let (write, given) = self.split();
                give_back(write.map(|write| Prepared::new(write, stored)), given)
            }
        }

        into_future!($name<T $(, $mode)?> -> T);
    };
}

put_item! {
    /// PutItem that refuses to overwrite a live item; [`Table::create`](crate::Table::create).
    ///
    /// A live item with the same key is an error of kind [`AlreadyExists`](ErrorKind::AlreadyExists), which has that item.
    Create
}
put_item_sends!(Create<T>);

put_item! {
    /// PutItem that replaces a live item and never creates one; [`Table::replace`](crate::Table::replace).
    Replace
}
put_item_sends!(Replace<T>);
version_settings!(Replace);

/// A write that is always carried out, or refused.
#[derive(Debug)]
pub enum Always {}

/// A write that gives way to a newer one.
#[derive(Debug)]
pub enum Newer {}

put_item! {
    /// PutItem that replaces the whole item, or creates it; [`Table::put`](crate::Table::put).
    ///
    /// A type with a version is written only over the version that the struct carries: a stale copy is
    /// an error of kind [`VersionConflict`](ErrorKind::VersionConflict), a live item where the struct says "not stored yet" one of
    /// kind [`AlreadyExists`](ErrorKind::AlreadyExists).
    Put, M = Always
}
put_item_sends!(Put<T, Always>);
version_settings!(Put, M);

impl<T: DynamoItem> Put<T, Always> {
    /// Writes only over an older item: one whose `sequence` is smaller than this item's, or absent,
    /// or one that has expired.
    ///
    /// An equal or newer item stays, and the write reports [`IfNewer::Dropped`]; it is no error.
    pub fn if_newer<V, K>(self, sequence: Attribute<T, V, K>) -> Put<T, Newer>
    where
        T: Unversioned,
    {
        let mut core = self.core;
        core.newer = Some(sequence.into_path());
        Put {
            core,
            given: self.given,
            settings: self.settings,
            marker: PhantomData,
        }
    }
}

/// What became of a write that gives way to a newer one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IfNewer<T> {
    /// The item was written; as it reads back.
    Written(T),
    /// An equal or newer one was there; as it is stored.
    Dropped(T),
}

impl<T> IfNewer<T> {
    /// Whether the item was written.
    pub fn is_written(&self) -> bool {
        matches!(self, Self::Written(_))
    }

    /// The stored item, whoever wrote it.
    pub fn into_item(self) -> T {
        match self {
            Self::Written(item) | Self::Dropped(item) => item,
        }
    }
}

pub(crate) fn written_or_dropped<T: DynamoItem>(done: Done) -> Result<IfNewer<T>> {
    let dropped = matches!(done.outcome, Outcome::Dropped(_));
    let item = stored(done)?;
    Ok(if dropped {
        IfNewer::Dropped(item)
    } else {
        IfNewer::Written(item)
    })
}

impl<T: DynamoItem> Put<T, Newer> {
    /// Sends the write.
    pub async fn send(self) -> Result<IfNewer<T>> {
        let (write, given) = self.split();
        let result = match write {
            Ok(write) => Prepared::new(write, written_or_dropped).send().await,
            Err(error) => Err(error),
        };
        give_back(result, given)
    }

    /// Freezes the write: the clock is read now, and each sending sends the same.
    pub fn prepare(self) -> Result<Prepared<IfNewer<T>>> {
        let (write, given) = self.split();
        give_back(
            write.map(|write| Prepared::new(write, written_or_dropped)),
            given,
        )
    }
}

into_future!(Put<T, Newer> -> IfNewer<T>);

macro_rules! constructor {
    ($($name:ident $verb:ident),+) => {$(
        impl<T: DynamoItem> $name<T> {
            pub(crate) fn new(shared: Arc<Shared>, given: Given<T>) -> Self {
                let (item, given) = given.into_parts();
                Self {
                    core: PutCore { shared, schema: T::SCHEMA, verb: Verb::$verb, item, newer: None },
                    given,
                    settings: Settings::default(),
                    marker: PhantomData,
                }
            }
        }
    )+};
}

constructor!(Create Create, Put Put, Replace Replace);
