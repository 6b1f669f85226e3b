//! UpdateItem: update, upsert, rescue.

use std::any::Any;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use aws_sdk_dynamodb::config::Builder as ConfigBuilder;
use aws_sdk_dynamodb::operation::update_item::builders::UpdateItemFluentBuilder;
use aws_sdk_dynamodb::types::AttributeValue;

use super::apply::apply;
use super::fill::{Expiry, Filling, fill_item, fill_updates};
use super::given::{Given, give_back};
use super::outcome::{Intent, Written as Left};
use super::prepared::{Prepared, PreparedWrite, Written};
use super::put_item::{Always, IfNewer, Newer, key_of, stored, stored_in_full, written_or_dropped};
use super::request::WriteRequest;
use super::settings::{Settings, expiry_settings, into_future, version_settings, write_settings};
use super::verb::{Expected, Verb, condition};
use crate::expression::{
    Action, Attribute, Comparator, Condition, Node, Operand, Path, Settable, Updates, Value,
};
use crate::item::Item;
use crate::key::{check_index_keys, check_item_keys, check_key};
use crate::schema::{Expiring, Schema, StampOn, Stamped, Versioned};
use crate::table::Shared;
use crate::time::{Moment, PointInTime};
use crate::value::{
    Addable, DynamoValue, EncodeError, ListValue, SetValue, to_attribute_value, value,
};
use crate::{DynamoItem, Error, ErrorKind, Result};

/// What an UpdateItem needs before it is prepared.
struct UpdateCore {
    shared: Arc<Shared>,
    schema: &'static Schema,
    verb: Verb,
    key: Result<Item>,
    updates: Updates,
    /// What is inserted if there is no live item.
    initial: Option<Result<Item>>,
    newer: Option<Path>,
    exactly_once: bool,
}

impl UpdateCore {
    fn new(shared: Arc<Shared>, schema: &'static Schema, verb: Verb, key: Result<Item>) -> Self {
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

    fn prepare(self, settings: Settings) -> Result<PreparedWrite> {
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
        let key = key?;
        check_key(schema, &key)?;
        updates.check()?;
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
                &updates,
                settings.filling,
                now,
            )?);
            fill_initial(schema, &initial, &mut updates)?;
        }
        let own_actions = updates.clone();
        fill_updates(
            schema,
            &mut updates,
            settings.filling,
            settings.version,
            fresh.as_ref(),
            now,
        )?;
        if let Some(fresh) = &fresh {
            fill_insertion(schema, fresh, &mut updates);
        }
        check_index_keys(schema, &updates)?;
        let mut own = condition(schema, verb, expected, now)?;
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
            request.token = Some(format!("{:032x}", fastrand::u128(..)));
        }
        let intent = Intent {
            schema,
            verb,
            expected,
            key,
            now,
            written: Left::Attributes(updates),
            newer,
        };
        let mut write = PreparedWrite::new(shared, request, intent, settings);
        write.fresh = fresh;
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
    updates: &Updates,
    filling: Filling,
    now: Moment,
) -> Result<Item> {
    let mut item = initial.clone();
    apply(updates, &mut item)?;
    fill_item(schema, Verb::Upsert, &mut item, filling, now)?;
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
            Action::Set(_) | Action::SetIfAbsent(_) | Action::Remove => {}
        }
    }
    let generated = |name: &str| {
        schema
            .key_attributes()
            .any(|attribute| attribute.name == name)
            || schema.version == Some(name)
            || schema.ttl.as_ref().is_some_and(|ttl| ttl.name == name)
            || schema.stamps.iter().any(|stamp| stamp.name == name)
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

/// The stamps and the TTL that only an insertion writes, as the fresh item has them.
fn fill_insertion(schema: &Schema, fresh: &Item, updates: &mut Updates) {
    let stamps = schema
        .stamps
        .iter()
        .filter(|stamp| stamp.on == StampOn::Create);
    let names = stamps
        .map(|stamp| stamp.name)
        .chain(schema.ttl.as_ref().map(|ttl| ttl.name));
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

/// UpdateItem of a live item; [`Table::update`](crate::Table::update).
///
/// Stamps, version and a sliding TTL are written with it; an update that sets nothing is a touch. A
/// missing item is an error of kind [`NotFound`](ErrorKind::NotFound), unless [`or_insert`](Self::or_insert) says what to insert.
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
    pub(crate) fn new(shared: Arc<Shared>, key: Result<Item>) -> Self {
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
    pub fn or_insert(mut self, initial: impl Into<Given<T>>) -> Self {
        let (item, given) = initial.into().into_parts();
        self.core.verb = Verb::Upsert;
        self.core.initial = Some(item);
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

    /// Sends the update; the item as it is afterwards (ALL_NEW).
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
        let (key, initial, updates) = match item {
            Ok(item) => {
                let updates = overwrite(schema, &item);
                (Ok(key_of(schema, &item)), Some(Ok(item)), updates)
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
fn overwrite(schema: &Schema, item: &Item) -> Updates {
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
    };
    let mut attributes: Vec<_> = item.iter().filter(|(name, _)| !filled(name)).collect();
    attributes.sort_by_key(|(name, _)| *name);
    let mut updates = Updates::default();
    for (name, value) in attributes {
        updates.push(Path::named(name.clone()), Action::Set(value.clone()));
    }
    for name in schema.attributes {
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

impl<T: Stamped + DynamoItem> Upsert<T> {
    /// Writes the stamps as the struct carries them if the item is inserted.
    pub fn preserve_stamps(mut self) -> Self {
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

/// UpdateItem that moves or removes the TTL of a stored item; [`Table::rescue`](crate::Table::rescue).
#[must_use = "the write does nothing until it is sent"]
pub struct Rescue<T> {
    core: UpdateCore,
    settings: Settings,
    marker: PhantomData<fn() -> T>,
}

impl<T: DynamoItem> Rescue<T> {
    pub(crate) fn new(shared: Arc<Shared>, key: Result<Item>, expires_at: Option<Moment>) -> Self {
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
