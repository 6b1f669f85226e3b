use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::marker::PhantomData;

use aws_sdk_dynamodb::types::AttributeValue;

use super::condition::{Comparator, Condition, Node, Value};
use super::{AttributeKind, Operand, Path, Plain};
use crate::key::{SortAttribute, SortLayout};
use crate::schema::KeyAttribute;
use crate::time::{Moment, TimeCodec, TimeFormat};
use crate::value::{
    Codec, Contains, DynamoValue, EncodeError, IndexKeyValue, KeyValue, ListValue, Measured,
    Ordered, Prefixed, ScalarType, WireType, to_attribute_value, value,
};

/// How the attribute of one field is written, read and compared.
pub struct AttributeCodec<V> {
    /// The value codec.
    pub codec: Codec<V>,
    time: Option<Time<V>>,
    scalar: Option<ScalarType>,
    integer: bool,
}

struct Time<V> {
    format: TimeFormat,
    to_moment: fn(&V) -> Option<Moment>,
    optional: bool,
}

impl<V> Clone for AttributeCodec<V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<V> Copy for AttributeCodec<V> {}

impl<V> Clone for Time<V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<V> Copy for Time<V> {}

impl<V> AttributeCodec<V> {
    /// A value.
    pub const fn value() -> Self
    where
        V: DynamoValue,
    {
        Self {
            codec: value::<V>(),
            time: None,
            scalar: None,
            integer: false,
        }
    }

    /// A key attribute.
    pub const fn key() -> Self
    where
        V: KeyValue,
    {
        Self {
            codec: value::<V>(),
            time: None,
            scalar: Some(V::TYPE),
            integer: V::INTEGER,
        }
    }

    /// A key attribute of an index.
    pub const fn index_key() -> Self
    where
        V: IndexKeyValue,
    {
        Self {
            codec: value::<V>(),
            time: None,
            scalar: Some(V::TYPE),
            integer: V::INTEGER,
        }
    }

    /// A time.
    pub const fn time(time: TimeCodec<V>) -> Self {
        let scalar = match time.format {
            TimeFormat::Epoch(_) => ScalarType::N,
            TimeFormat::Iso(_) => ScalarType::S,
        };
        Self {
            codec: time.codec,
            time: Some(Time {
                format: time.format,
                to_moment: time.to_moment,
                optional: time.optional,
            }),
            scalar: Some(scalar),
            integer: false,
        }
    }

    /// Functions of the user's own.
    pub const fn with(codec: Codec<V>) -> Self {
        Self {
            codec,
            time: None,
            scalar: None,
            integer: false,
        }
    }

    /// The same with another meaning of an absent attribute.
    #[must_use]
    pub const fn or(mut self, absent: fn() -> Option<V>) -> Self {
        self.codec.absent = absent;
        self
    }

    /// The same with another value codec.
    #[must_use]
    pub const fn written_by(mut self, codec: Codec<V>) -> Self {
        self.codec = codec;
        self
    }

    /// The key attribute of this name.
    pub const fn key_attribute(&self, name: &'static str) -> KeyAttribute {
        KeyAttribute {
            name,
            scalar: match self.scalar {
                Some(scalar) => scalar,
                None => ScalarType::S,
            },
        }
    }

    /// How a time is written; generated code asks it of time fields only.
    pub const fn format(&self) -> TimeFormat {
        match &self.time {
            Some(time) => time.format,
            None => TimeFormat::Epoch(crate::time::Resolution::Nanos),
        }
    }

    /// Whether a time field is an `Option`.
    pub const fn is_optional(&self) -> bool {
        match &self.time {
            Some(time) => time.optional,
            None => false,
        }
    }

    /// The instant that a time field holds.
    pub(crate) fn moment(&self, value: &V) -> Option<Moment> {
        self.time.and_then(|time| (time.to_moment)(value))
    }

    /// The sort key attribute of this name.
    pub const fn sort_attribute(&self, name: &'static str) -> SortAttribute {
        let layout = match (&self.time, self.scalar) {
            (Some(time), _) => SortLayout::Time(time.format),
            (None, Some(ScalarType::N)) if self.integer => SortLayout::Integer,
            (None, Some(ScalarType::N)) => SortLayout::Number,
            (None, Some(ScalarType::B)) => SortLayout::Binary,
            (None, Some(ScalarType::S) | None) => SortLayout::Text,
        };
        SortAttribute { name, layout }
    }

    /// The sort key attribute of this name, whose time a suffix follows.
    pub const fn suffixed_sort_attribute(&self, name: &'static str) -> SortAttribute {
        SortAttribute {
            name,
            layout: SortLayout::Suffixed(self.format()),
        }
    }

    fn encode(&self, value: &V) -> Result<AttributeValue, EncodeError> {
        if (self.codec.is_absent)(value) {
            return Err(EncodeError::new(
                "an absent value cannot be compared: use `exists()` or `not_exists()`",
            ));
        }
        to_attribute_value(&self.codec, value)
    }

    /// The value to compare with: a time between two units of the field goes to the side that
    /// keeps the comparison exact.
    fn bound(&self, value: &V, comparator: Comparator) -> Result<AttributeValue, EncodeError> {
        let Some(time) = &self.time else {
            return self.encode(value);
        };
        let Some(moment) = (time.to_moment)(value) else {
            return self.encode(value);
        };
        match comparator {
            Comparator::Less | Comparator::GreaterOrEqual => {
                time.format.to_value(time.format.ceil(moment))
            }
            Comparator::LessOrEqual | Comparator::Greater => {
                time.format.to_value(time.format.floor(moment))
            }
            Comparator::Equal | Comparator::NotEqual => time.format.to_exact_value(moment),
        }
    }

    /// Whether two times in order have no unit of the field between them, which rounding would turn
    /// into a reversed range.
    fn is_between_units(&self, low: &V, high: &V) -> bool {
        self.time
            .and_then(|time| {
                let (low, high) = ((time.to_moment)(low)?, (time.to_moment)(high)?);
                Some(low <= high && time.format.ceil(low) > time.format.floor(high))
            })
            .unwrap_or(false)
    }
}

impl<V> fmt::Debug for AttributeCodec<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AttributeCodec")
            .field("scalar", &self.scalar)
            .finish_non_exhaustive()
    }
}

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

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn into_path(self) -> Path {
        self.path
    }

    pub(crate) fn value_codec(&self) -> Codec<V> {
        self.codec.codec
    }

    /// The value as it is stored, for an update.
    pub(crate) fn stored(&self, value: &V) -> Option<Result<AttributeValue, EncodeError>> {
        (!(self.codec.codec.is_absent)(value)).then(|| to_attribute_value(&self.codec.codec, value))
    }

    /// An attribute of the map in this attribute: `Order::ADDRESS.field(Address::CITY)`.
    pub fn field<U, W, L>(self, inner: Attribute<U, W, L>) -> Attribute<T, W>
    where
        V: Holds<U>,
    {
        Attribute {
            path: self.path.join(inner.path),
            codec: inner.codec,
            marker: PhantomData,
        }
    }

    /// An element of the list in this attribute; `0` is the first.
    pub fn index(self, index: usize) -> Attribute<T, V::Element>
    where
        V: ListValue<Element: DynamoValue>,
    {
        Attribute {
            path: self.path.element(index),
            codec: AttributeCodec::value(),
            marker: PhantomData,
        }
    }

    /// An entry of the map in this attribute.
    pub fn key(self, key: impl Into<String>) -> Attribute<T, V::Entry>
    where
        V: MapEntry<Entry: DynamoValue>,
    {
        Attribute {
            path: self.path.entry(key.into()),
            codec: AttributeCodec::value(),
            marker: PhantomData,
        }
    }
}

impl<T, V, K> Attribute<T, V, K> {
    fn compare(&self, comparator: Comparator, operand: impl Operand<V>) -> Condition<T, K::Named>
    where
        K: AttributeKind,
    {
        let value = self.bound(&operand.into_operand(), comparator);
        Condition::new(Node::compare(self.path.clone(), comparator, value))
    }

    fn bound(&self, value: &V, comparator: Comparator) -> Value {
        Value::from_result(&self.path, self.codec.bound(value, comparator))
    }

    /// `attribute = value`. A time between two units of the field equals nothing.
    pub fn eq(&self, value: impl Operand<V>) -> Condition<T, K::Named>
    where
        K: AttributeKind,
    {
        self.compare(Comparator::Equal, value)
    }

    /// `attribute <> value`; true for an absent attribute.
    pub fn ne(&self, value: impl Operand<V>) -> Condition<T, K::Named>
    where
        K: AttributeKind,
    {
        self.compare(Comparator::NotEqual, value)
    }

    /// `attribute < value`; false for an absent attribute, as every comparison but `ne`.
    pub fn lt(&self, value: impl Operand<V>) -> Condition<T, K::Named>
    where
        K: AttributeKind,
        V: Ordered,
    {
        self.compare(Comparator::Less, value)
    }

    /// `attribute <= value`.
    pub fn le(&self, value: impl Operand<V>) -> Condition<T, K::Named>
    where
        K: AttributeKind,
        V: Ordered,
    {
        self.compare(Comparator::LessOrEqual, value)
    }

    /// `attribute > value`.
    pub fn gt(&self, value: impl Operand<V>) -> Condition<T, K::Named>
    where
        K: AttributeKind,
        V: Ordered,
    {
        self.compare(Comparator::Greater, value)
    }

    /// `attribute >= value`.
    pub fn ge(&self, value: impl Operand<V>) -> Condition<T, K::Named>
    where
        K: AttributeKind,
        V: Ordered,
    {
        self.compare(Comparator::GreaterOrEqual, value)
    }

    /// `attribute BETWEEN low AND high`, both included.
    pub fn between(&self, low: impl Operand<V>, high: impl Operand<V>) -> Condition<T, K::Named>
    where
        K: AttributeKind,
        V: Ordered,
    {
        let (low, high) = (low.into_operand(), high.into_operand());
        if self.codec.is_between_units(&low, &high) {
            return Condition::new(Node::never(self.path.clone()));
        }
        Condition::new(Node::Between {
            path: self.path.clone(),
            low: self.bound(&low, Comparator::GreaterOrEqual),
            high: self.bound(&high, Comparator::LessOrEqual),
        })
    }

    /// `attribute IN (values)`: at most 100, DynamoDB's limit; none at all matches nothing.
    pub fn is_in<O: Operand<V>>(
        &self,
        values: impl IntoIterator<Item = O>,
    ) -> Condition<T, K::Named>
    where
        K: AttributeKind,
    {
        let values = values
            .into_iter()
            .map(|value| self.bound(&value.into_operand(), Comparator::Equal))
            .collect();
        Condition::new(Node::In {
            path: self.path.clone(),
            values,
        })
    }

    /// `attribute_exists(attribute)`; a stored NULL exists.
    pub fn exists(&self) -> Condition<T, K::Named>
    where
        K: AttributeKind,
    {
        Condition::new(Node::Exists(self.path.clone()))
    }

    /// `attribute_not_exists(attribute)`.
    pub fn not_exists(&self) -> Condition<T, K::Named>
    where
        K: AttributeKind,
    {
        Condition::new(Node::NotExists(self.path.clone()))
    }

    /// `begins_with(attribute, prefix)`, for text and binary.
    pub fn begins_with(&self, prefix: impl Operand<V>) -> Condition<T, K::Named>
    where
        K: AttributeKind,
        V: Prefixed,
    {
        let prefix = self.bound(&prefix.into_operand(), Comparator::Equal);
        Condition::new(Node::BeginsWith {
            path: self.path.clone(),
            prefix,
        })
    }

    /// `contains(attribute, value)`: a part of a text or binary, a member of a set, an element of a
    /// list.
    pub fn contains(&self, value: impl Operand<V::Element>) -> Condition<T, K::Named>
    where
        K: AttributeKind,
        V: Contains<Element: DynamoValue>,
    {
        let codec = AttributeCodec::<V::Element>::value();
        let value = Value::from_result(&self.path, codec.encode(&value.into_operand()));
        Condition::new(Node::Contains {
            path: self.path.clone(),
            value,
        })
    }

    /// `attribute_type(attribute, type)`.
    pub fn has_type(&self, wire_type: WireType) -> Condition<T, K::Named>
    where
        K: AttributeKind,
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
        Size {
            path: self.path.clone(),
            marker: PhantomData,
        }
    }
}

/// `size(attribute)`, to be compared with a number.
#[must_use = "a size does nothing until it is compared"]
pub struct Size<T, K> {
    path: Path,
    marker: PhantomData<fn() -> (T, K)>,
}

impl<T, K> fmt::Debug for Size<T, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Size({})", self.path)
    }
}

impl<T, K: AttributeKind> Size<T, K> {
    fn compare(&self, comparator: Comparator, size: u64) -> Condition<T, K::Named> {
        let value = Value::of(AttributeValue::N(size.to_string()));
        Condition::new(Node::CompareSize {
            path: self.path.clone(),
            comparator,
            value,
        })
    }

    /// `size(attribute) = size`.
    pub fn eq(&self, size: u64) -> Condition<T, K::Named> {
        self.compare(Comparator::Equal, size)
    }

    /// `size(attribute) <> size`.
    pub fn ne(&self, size: u64) -> Condition<T, K::Named> {
        self.compare(Comparator::NotEqual, size)
    }

    /// `size(attribute) < size`.
    pub fn lt(&self, size: u64) -> Condition<T, K::Named> {
        self.compare(Comparator::Less, size)
    }

    /// `size(attribute) <= size`.
    pub fn le(&self, size: u64) -> Condition<T, K::Named> {
        self.compare(Comparator::LessOrEqual, size)
    }

    /// `size(attribute) > size`.
    pub fn gt(&self, size: u64) -> Condition<T, K::Named> {
        self.compare(Comparator::Greater, size)
    }

    /// `size(attribute) >= size`.
    pub fn ge(&self, size: u64) -> Condition<T, K::Named> {
        self.compare(Comparator::GreaterOrEqual, size)
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

impl<K, V, S> MapEntry for HashMap<K, V, S> {
    type Entry = V;
}

impl<K, V> MapEntry for BTreeMap<K, V> {
    type Entry = V;
}

impl<M: MapEntry> MapEntry for Option<M> {
    type Entry = M::Entry;
}
