use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::marker::PhantomData;

use aws_sdk_dynamodb::types::AttributeValue;

use super::codec::{AttributeCodec, value_codec};
use super::condition::{Comparator, Condition, Node, Value};
use super::stored::Stored;
use super::{AttributeKind, Operand, Path, Plain, Size};
use crate::time::Moment;
use crate::value::{
    Codec, Contains, DynamoValue, EncodeError, ListValue, Measured, Ordered, Prefixed, WireType,
    to_attribute_value,
};
use crate::{Error, Result};

/// A handle of an attribute of item `T` with values of type `V`; the derive generates one constant
/// per field, as in `Order::STATUS`.
///
/// `K` says what the attribute is for its table ([`Plain`], a stamp, the version, a key), which
/// decides whether an update may set it and a filter may name it.
///
/// ```
/// # use dynamap::{DynamoItem, Condition};
/// # #[derive(DynamoItem)]
/// # #[dynamo(table = "orders")]
/// # struct Order { #[partition_key] id: String, quantity: u32, note: Option<String> }
/// let large: Condition<Order> = Order::QUANTITY.ge(10_u32) & Order::NOTE.exists();
/// ```
///
/// With another attribute of the item it is compared by [`eq_attribute`](Self::eq_attribute) and its kin.
pub struct Attribute<T, V, K = Plain> {
    path: Path,
    codec: AttributeCodec<V>,
    marker: PhantomData<fn() -> (T, K)>,
}

impl<T, V, K> Clone for Attribute<T, V, K> {
    fn clone(&self) -> Self {
        Self {
            path: self.path.clone(),
            codec: self.codec,
            marker: PhantomData,
        }
    }
}

impl<T, V, K> fmt::Debug for Attribute<T, V, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Attribute({})", self.path)
    }
}

impl<T, V, K> Attribute<T, V, K> {
    /// The handle of a top-level attribute; for generated code.
    pub const fn new(name: &'static str, codec: AttributeCodec<V>) -> Self {
        Self {
            path: Path::attribute(name),
            codec,
            marker: PhantomData,
        }
    }

    /// The attribute's path as DynamoDB knows it, as in `address.city`.
    pub fn name(&self) -> String {
        self.path.in_full()
    }

    /// The attribute's name, for generated code.
    #[doc(hidden)]
    pub const fn into_attribute_name(self) -> &'static str {
        let name = self.path.declared_root();
        // Nothing of a constant is on the heap.
        std::mem::forget(self);
        name
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn into_path(self) -> Path {
        self.path
    }

    /// The same attribute, whatever it is for its table.
    pub(super) fn into_plain(self) -> Attribute<T, V> {
        Attribute {
            path: self.path,
            codec: self.codec,
            marker: PhantomData,
        }
    }

    /// How the attribute is stored, beside the type of its value.
    pub(crate) fn stored_as(&self) -> Stored {
        self.codec.stored_as()
    }

    pub(crate) fn value_codec(&self) -> Codec<V> {
        self.codec.codec
    }

    /// The instant of a value of a time field.
    pub(crate) fn moment(&self, value: &V) -> Option<Moment> {
        self.codec.moment(value)
    }

    /// The value of a time field at an instant.
    pub(crate) fn value_at(&self, moment: Moment) -> Result<V> {
        let value = self.codec.value_at(moment);
        value.map_err(|error| Error::from(error).about(&self.name()))
    }

    /// The value as it is stored, for an update.
    pub(crate) fn stored(
        &self,
        value: &V,
    ) -> Option<std::result::Result<AttributeValue, EncodeError>> {
        (!(self.codec.codec.is_absent)(value)).then(|| to_attribute_value(&self.codec.codec, value))
    }

    /// An attribute of the map in this attribute: `Order::ADDRESS.field(Address::CITY)`.
    pub fn field<U, W, L>(self, inner: Attribute<U, W, L>) -> Attribute<T, W, K::Nested>
    where
        K: AttributeKind,
        V: Holds<U>,
    {
        Attribute {
            path: self.path.join(inner.path),
            codec: inner.codec,
            marker: PhantomData,
        }
    }

    /// The same attribute as one of another type's item.
    pub(super) fn of_item<U, L>(self) -> Attribute<U, V, L> {
        Attribute {
            path: self.path,
            codec: self.codec,
            marker: PhantomData,
        }
    }

    /// An element of the list in this attribute; `0` is the first.
    pub fn index<E: DynamoValue>(self, index: usize) -> Attribute<T, E, K::Nested>
    where
        K: AttributeKind,
        V: ListValue<Element = E>,
    {
        Attribute {
            path: self.path.element(index),
            codec: value_codec(),
            marker: PhantomData,
        }
    }

    /// An entry of the map in this attribute.
    pub fn key<E: DynamoValue>(self, key: impl Into<String>) -> Attribute<T, E, K::Nested>
    where
        K: AttributeKind,
        V: MapEntry<Entry = E>,
    {
        Attribute {
            path: self.path.entry(key.into()),
            codec: value_codec(),
            marker: PhantomData,
        }
    }
}

impl<T, V, K> Attribute<T, V, K> {
    fn compare<N>(&self, comparator: Comparator, operand: impl Operand<V>) -> Condition<T, N>
    where
        K: AttributeKind<Named = N>,
    {
        let (comparator, value) = self.codec.comparison(comparator, &operand.into_operand());
        let value = Value::from_result(&self.path, value);
        Condition::new(Node::compare(self.path.clone(), comparator, value))
    }

    /// What equals the value and nothing else.
    fn exact(&self, value: &V) -> Value {
        let (_, value) = self.codec.comparison(Comparator::Equal, value);
        Value::from_result(&self.path, value)
    }

    /// `attribute = value`. A time between two units of the field equals nothing.
    pub fn eq<N>(&self, value: impl Operand<V>) -> Condition<T, N>
    where
        K: AttributeKind<Named = N>,
    {
        self.compare(Comparator::Equal, value)
    }

    /// `attribute <> value`; true for an absent attribute.
    pub fn ne<N>(&self, value: impl Operand<V>) -> Condition<T, N>
    where
        K: AttributeKind<Named = N>,
    {
        self.compare(Comparator::NotEqual, value)
    }

    /// `attribute < value`; false for an absent attribute, as every comparison but `ne`.
    pub fn lt<N>(&self, value: impl Operand<V>) -> Condition<T, N>
    where
        K: AttributeKind<Named = N>,
        V: Ordered,
    {
        self.compare(Comparator::Less, value)
    }

    /// `attribute <= value`.
    pub fn le<N>(&self, value: impl Operand<V>) -> Condition<T, N>
    where
        K: AttributeKind<Named = N>,
        V: Ordered,
    {
        self.compare(Comparator::LessOrEqual, value)
    }

    /// `attribute > value`.
    pub fn gt<N>(&self, value: impl Operand<V>) -> Condition<T, N>
    where
        K: AttributeKind<Named = N>,
        V: Ordered,
    {
        self.compare(Comparator::Greater, value)
    }

    /// `attribute >= value`.
    pub fn ge<N>(&self, value: impl Operand<V>) -> Condition<T, N>
    where
        K: AttributeKind<Named = N>,
        V: Ordered,
    {
        self.compare(Comparator::GreaterOrEqual, value)
    }

    /// `attribute BETWEEN low AND high`, both included.
    pub fn between<N>(&self, low: impl Operand<V>, high: impl Operand<V>) -> Condition<T, N>
    where
        K: AttributeKind<Named = N>,
        V: Ordered,
    {
        let (low, high) = (low.into_operand(), high.into_operand());
        Condition::new(match self.codec.ends(&low, &high) {
            Some((low, high)) => Node::Between {
                path: self.path.clone(),
                low,
                high,
            },
            None => Node::never(self.path.clone()),
        })
    }

    /// `attribute IN (values)`: at most 100, DynamoDB's limit; none at all matches nothing.
    pub fn is_in<O: Operand<V>, N>(&self, values: impl IntoIterator<Item = O>) -> Condition<T, N>
    where
        K: AttributeKind<Named = N>,
    {
        let values = values
            .into_iter()
            .map(|value| self.exact(&value.into_operand()))
            .collect();
        Condition::new(Node::In {
            path: self.path.clone(),
            values,
        })
    }

    /// `attribute_exists(attribute)`; a stored NULL exists.
    pub fn exists<N>(&self) -> Condition<T, N>
    where
        K: AttributeKind<Named = N>,
    {
        Condition::new(Node::Exists(self.path.clone()))
    }

    /// `attribute_not_exists(attribute)`.
    pub fn not_exists<N>(&self) -> Condition<T, N>
    where
        K: AttributeKind<Named = N>,
    {
        Condition::new(Node::NotExists(self.path.clone()))
    }

    /// `begins_with(attribute, prefix)`, for text and binary.
    pub fn begins_with<N>(&self, prefix: impl Operand<V>) -> Condition<T, N>
    where
        K: AttributeKind<Named = N>,
        V: Prefixed,
    {
        let prefix = self.exact(&prefix.into_operand());
        Condition::new(Node::BeginsWith {
            path: self.path.clone(),
            prefix,
        })
    }

    /// `contains(attribute, value)`: a part of a text or binary, a member of a set, an element of a
    /// list.
    pub fn contains<E: DynamoValue, N>(&self, value: impl Operand<E>) -> Condition<T, N>
    where
        K: AttributeKind<Named = N>,
        V: Contains<Element = E>,
    {
        let codec = value_codec::<E>();
        let value = Value::from_result(&self.path, codec.encode(&value.into_operand()));
        Condition::new(Node::Contains {
            path: self.path.clone(),
            value,
        })
    }

    /// `attribute_type(attribute, type)`.
    pub fn has_type<N>(&self, wire_type: WireType) -> Condition<T, N>
    where
        K: AttributeKind<Named = N>,
    {
        Condition::new(Node::Type {
            path: self.path.clone(),
            value: Value::of(AttributeValue::S(wire_type.as_str().to_owned())),
        })
    }

    /// `size(attribute)`: UTF-16 units of a text, bytes of a binary, members or elements of a set,
    /// list or map.
    pub fn size(&self) -> Size<T, K>
    where
        K: AttributeKind,
        V: Measured,
    {
        Size::new(self.path.clone())
    }
}

/// A type that holds the attributes of `U`: `U` itself or an `Option` of it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not hold the attributes of `{U}`",
    label = "not an attribute of `{Self}`"
)]
pub trait Holds<U> {}

#[diagnostic::do_not_recommend]
impl<U> Holds<U> for U {}

#[diagnostic::do_not_recommend]
impl<U> Holds<U> for Option<U> {}

/// A map with free keys, whose entries a path can name.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no entries to name by key",
    label = "not a map with free keys",
    note = "`.key(…)` works on `HashMap` and `BTreeMap`; a struct's attributes are named by `.field(Inner::NAME)`"
)]
pub trait MapEntry {
    /// The values of the map.
    type Entry;
}

#[diagnostic::do_not_recommend]
impl<K, V, S> MapEntry for HashMap<K, V, S> {
    type Entry = V;
}

#[diagnostic::do_not_recommend]
impl<K, V> MapEntry for BTreeMap<K, V> {
    type Entry = V;
}

#[diagnostic::do_not_recommend]
impl<M: MapEntry> MapEntry for Option<M> {
    type Entry = M::Entry;
}
