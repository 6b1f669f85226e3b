//! UpdateItem: update.

use std::any::Any;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use aws_sdk_dynamodb::config::Builder as ConfigBuilder;
use aws_sdk_dynamodb::operation::update_item::builders::UpdateItemFluentBuilder;
use aws_sdk_dynamodb::types::AttributeValue;

use super::fill::Expiry;
use super::given::{ItemOf, give_back};
use super::prepared::{Prepared, PreparedWrite, Written};
use super::put_item::{Always, IfNewer, Newer, stored, stored_in_full, written_or_dropped};
use super::settings::{Settings, expiry_settings, into_future, version_settings, write_settings};
use super::transact_write_items::PreparedStep;
use super::update_core::UpdateCore;
use super::verb::Verb;
use crate::expression::{Action, Attribute, Condition, Operand, Path, SetFrom, Settable};
use crate::item::{EncodedItem, EncodedKey};
use crate::schema::{Expiring, Versioned};
use crate::table::Shared;
use crate::time::{Moment, PointInTime};
use crate::value::{
    Addable, DynamoValue, EncodeError, ListValue, SetValue, to_attribute_value, value,
};
use crate::{DynamoItem, Result};

/// UpdateItem of a live item; [`Table::update`](crate::Table::update).
///
/// Stamps, version and a sliding TTL are written with it; an update that sets nothing is a touch. A
/// missing item is an error of kind [`NotFound`](crate::ErrorKind::NotFound), unless [`or_insert`](Self::or_insert) says what to insert.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/setup.rs"));
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let (orders, readings, clock) = setup().await?;
/// let order = orders.create(order("522fb5a5", "order_A")).send().await?;
/// let paid = orders
///     .update("522fb5a5")
///     .set(Order::STATUS, Status::Paid)
///     .if_version(order.version)
///     .send()
///     .await?;
/// assert_eq!((paid.status, paid.version), (Status::Paid, 2));
/// assert_eq!(paid.created_at, order.created_at);
/// # Ok(())
/// # }
/// ```
#[must_use = "the update does nothing until it is sent"]
pub struct Update<T, M = Always> {
    core: UpdateCore,
    given: Option<Box<dyn Any + Send>>,
    settings: Settings,
    marker: PhantomData<fn() -> (T, M)>,
}

impl<T: DynamoItem> Update<T> {
    pub(crate) fn new(shared: Arc<Shared>, key: Result<EncodedKey>) -> Self {
        Self {
            core: UpdateCore::new(shared, T::SCHEMA, Verb::Update, key),
            given: None,
            settings: Settings::default(),
            marker: PhantomData,
        }
    }
}

impl<T: DynamoItem, M> Update<T, M> {
    fn push(mut self, path: Path, action: std::result::Result<Action, EncodeError>) -> Self {
        match action {
            Ok(action) => self.core.updates.push(path, action),
            Err(error) => self.core.updates.fail(error.at_path(&path)),
        }
        self
    }

    /// `SET attribute = value`. An absent value (`None`, an empty set) removes the attribute: NULL is
    /// never written.
    pub fn set<V, K: Settable<T>>(
        self,
        attribute: Attribute<T, V, K>,
        value: impl Operand<V>,
    ) -> Self {
        let action = match attribute.stored(&value.into_operand()) {
            Some(value) => value.map(Action::Set),
            None => Ok(Action::Remove),
        };
        self.push(attribute.into_path(), action)
    }

    /// `SET attribute = if_not_exists(attribute, value)`: an attribute that is there stays.
    pub fn set_if_absent<V, K: Settable<T>>(
        self,
        attribute: Attribute<T, V, K>,
        value: impl Operand<V>,
    ) -> Self {
        match attribute.stored(&value.into_operand()) {
            Some(value) => self.push(attribute.into_path(), value.map(Action::SetIfAbsent)),
            None => self,
        }
    }

    /// `SET attribute = other`: as another attribute was before this update, or the first of several that
    /// is there, or a value: `SET a = if_not_exists(b, if_not_exists(c, :value))`.
    ///
    /// All of them hold the same type, or an `Option` of it, and are stored alike: times in the same unit, none by
    /// functions of its own (`with`, `serde`), none that may be NULL (`null`) for one that may not. Else the request is an
    /// error of kind [`InvalidRequest`](crate::ErrorKind::InvalidRequest). So it is for the TTL, for the time that a TTL is
    /// computed from, and beside [`or_insert`](Self::or_insert), since their values have to be known. An item with none of
    /// the attributes is refused by DynamoDB, unless there is a value. A stored NULL is there, and is copied.
    ///
    /// ```
    /// # use dynamap::{DynamoItem, Table};
    /// # #[derive(DynamoItem)]
    /// # #[dynamo(table = "people")]
    /// # struct Person {
    /// #     #[partition_key] id: String,
    /// #     shown: String, nickname: Option<String>, name: Option<String>,
    /// # }
    /// # fn update(people: &Table<Person>) {
    /// let name = Person::NICKNAME.or_attribute(Person::NAME).or_value("nobody".to_owned());
    /// let update = people.update("p-1").set_from(Person::SHOWN, name);
    /// # }
    /// ```
    pub fn set_from<V, K: Settable<T>>(
        mut self,
        attribute: Attribute<T, V, K>,
        source: impl SetFrom<T, V>,
    ) -> Self {
        let copied = source.into_copied();
        if let Some(unlike) = copied.unlike(attribute.path(), attribute.stored_as()) {
            self.core.updates.refuse(unlike);
        }
        self.push(attribute.into_path(), copied.action)
    }

    /// `REMOVE attribute`. Removing an element of a list moves the later ones up.
    pub fn remove<V, K: Settable<T>>(self, attribute: Attribute<T, V, K>) -> Self {
        self.push(attribute.into_path(), Ok(Action::Remove))
    }

    /// `SET attribute = if_not_exists(attribute, 0) + number`; exact in decimal.
    pub fn add<V: Addable + DynamoValue, K: Settable<T>>(
        self,
        attribute: Attribute<T, V, K>,
        number: impl Operand<V>,
    ) -> Self {
        let amount = to_attribute_value(&value::<V>(), &number.into_operand());
        self.push(
            attribute.into_path(),
            amount.map(|amount| Action::Add {
                amount,
                initial: zero(),
            }),
        )
    }

    /// `SET attribute = if_not_exists(attribute, 0) - number`.
    pub fn subtract<V: Addable + DynamoValue, K: Settable<T>>(
        self,
        attribute: Attribute<T, V, K>,
        number: impl Operand<V>,
    ) -> Self {
        let amount = to_attribute_value(&value::<V>(), &number.into_operand());
        self.push(
            attribute.into_path(),
            amount.map(|amount| Action::Subtract {
                amount,
                initial: zero(),
            }),
        )
    }

    /// Appends elements to a list; a missing list starts empty.
    pub fn append<V: ListValue, K: Settable<T>>(
        self,
        attribute: Attribute<T, V, K>,
        items: impl IntoIterator<Item = V::Element>,
    ) -> Self
    where
        V::Element: DynamoValue,
    {
        let items = encode_elements(items);
        self.push(
            attribute.into_path(),
            items.map(|items| Action::Append {
                items,
                initial: AttributeValue::L(Vec::new()),
            }),
        )
    }

    /// Puts elements before those of a list; a missing list starts empty.
    pub fn prepend<V: ListValue, K: Settable<T>>(
        self,
        attribute: Attribute<T, V, K>,
        items: impl IntoIterator<Item = V::Element>,
    ) -> Self
    where
        V::Element: DynamoValue,
    {
        let items = encode_elements(items);
        self.push(
            attribute.into_path(),
            items.map(|items| Action::Prepend {
                items,
                initial: AttributeValue::L(Vec::new()),
            }),
        )
    }

    /// `ADD attribute members`: set union; a missing set starts empty.
    pub fn insert<V: SetValue + FromIterator<V::Member>, K: Settable<T>>(
        self,
        attribute: Attribute<T, V, K>,
        members: impl IntoIterator<Item = V::Member>,
    ) -> Self {
        self.set_members(attribute, members, Action::Insert)
    }

    /// `DELETE attribute members`: set difference; an emptied set is an absent attribute.
    pub fn delete<V: SetValue + FromIterator<V::Member>, K: Settable<T>>(
        self,
        attribute: Attribute<T, V, K>,
        members: impl IntoIterator<Item = V::Member>,
    ) -> Self {
        self.set_members(attribute, members, Action::Delete)
    }

    fn set_members<V: SetValue + FromIterator<V::Member>, K>(
        self,
        attribute: Attribute<T, V, K>,
        members: impl IntoIterator<Item = V::Member>,
        action: fn(AttributeValue) -> Action,
    ) -> Self {
        let members: V = members.into_iter().collect();
        // DynamoDB refuses empty sets, and there is nothing to do.
        if members.is_absent() {
            return self;
        }
        let members = to_attribute_value(&value::<V>(), &members);
        self.push(attribute.into_path(), members.map(action))
    }

    /// Inserts `initial`, with this update carried out on it, where there is no live item.
    ///
    /// In one request: each attribute of `initial` that the update does not itself touch becomes
    /// `if_not_exists(attribute, value)`, so an item that is there gains only what it lacks.
    ///
    /// Where an index has a composed key, an item that has some of its parts and not the key is refused with
    /// [`ConditionFailed`](crate::ErrorKind::ConditionFailed): what it would gain is the key of another item.
    pub fn or_insert(mut self, initial: impl ItemOf<T>) -> Self {
        let (item, given) = initial.into_given().into_parts();
        self.core.verb = Verb::Upsert;
        self.core.initial = Some(item.and_then(EncodedItem::into_item));
        self.given = given;
        self
    }

    /// Sends the update as a transaction of one step with a token, so that it happens once however
    /// often it is sent; it costs twice the capacity, and the item is read back by a GetItem.
    pub fn exactly_once(mut self) -> Self {
        self.core.exactly_once = true;
        self
    }

    /// The SDK's fluent builder with everything filled in; the clock is read now.
    pub fn into_sdk(self) -> Result<UpdateItemFluentBuilder> {
        let write = self.core.prepare(self.settings)?;
        Ok(write.request.to_update(&write.shared.client))
    }

    /// The update as a step of a transaction.
    pub(crate) fn at(mut self, now: Moment) -> PreparedStep {
        self.core.shared = self.core.shared.at(now);
        let (write, given) = self.split();
        PreparedStep { write, given }
    }

    fn split(self) -> (Result<PreparedWrite>, Option<Box<dyn Any + Send>>) {
        (self.core.prepare(self.settings), self.given)
    }
}

fn zero() -> AttributeValue {
    AttributeValue::N("0".to_owned())
}

fn encode_elements<E: DynamoValue>(
    items: impl IntoIterator<Item = E>,
) -> std::result::Result<AttributeValue, EncodeError> {
    let items: Vec<AttributeValue> = items
        .into_iter()
        .map(|item| to_attribute_value(&value::<E>(), &item))
        .collect::<std::result::Result<_, _>>()?;
    Ok(AttributeValue::L(items))
}

write_settings!(Update, M);
expiry_settings!(Update, M);
version_settings!(Update, M);

impl<T: DynamoItem> Update<T, Always> {
    /// Updates only an older item: one whose `sequence` is smaller than the one this update sets, or
    /// absent. An equal or newer item stays, and the update reports [`IfNewer::Dropped`].
    pub fn if_newer<V, K>(self, sequence: Attribute<T, V, K>) -> Update<T, Newer> {
        let mut core = self.core;
        core.newer = Some(sequence.into_path());
        Update {
            core,
            given: self.given,
            settings: self.settings,
            marker: PhantomData,
        }
    }

    /// Sends the update; the item as it is afterwards (`ALL_NEW`).
    pub async fn send(self) -> Result<T> {
        let (write, given) = self.split();
        let result = match write {
            Ok(write) => Prepared::new(write, stored).send().await,
            Err(error) => Err(error),
        };
        give_back(result, given)
    }

    /// Sends the update; the item as it is afterwards, and what the request cost.
    pub async fn send_full(self) -> Result<Written<T>> {
        let (write, given) = self.split();
        let result = match write {
            Ok(write) => Prepared::new(write, stored_in_full).send().await,
            Err(error) => Err(error),
        };
        give_back(result, given)
    }

    /// Freezes the update: the clock is read now, and each sending sends the same.
    pub fn prepare(self) -> Result<Prepared<T>> {
        let (write, given) = self.split();
        give_back(write.map(|write| Prepared::new(write, stored)), given)
    }
}

into_future!(Update<T, Always> -> T);

impl<T: DynamoItem> Update<T, Newer> {
    /// Sends the update.
    pub async fn send(self) -> Result<IfNewer<T>> {
        let (write, given) = self.split();
        let result = match write {
            Ok(write) => Prepared::new(write, written_or_dropped).send().await,
            Err(error) => Err(error),
        };
        give_back(result, given)
    }

    /// Freezes the update: the clock is read now, and each sending sends the same.
    pub fn prepare(self) -> Result<Prepared<IfNewer<T>>> {
        let (write, given) = self.split();
        give_back(
            write.map(|write| Prepared::new(write, written_or_dropped)),
            given,
        )
    }
}

into_future!(Update<T, Newer> -> IfNewer<T>);

impl<T, M> fmt::Debug for Update<T, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Update")
            .field("table", &self.core.shared.table)
            .finish_non_exhaustive()
    }
}
