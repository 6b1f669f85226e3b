//! Conditions between two attributes of one item.

use super::condition::{Comparator, Condition, Node, Value};
use super::stored::Unlike;
use super::{Attribute, AttributeKind, Join};
use crate::value::{Contains, Ordered, Prefixed};

/// What the conditions on two attributes name together.
type Named<K, L> = <<K as AttributeKind>::Named as Join<<L as AttributeKind>::Named>>::Named;

/// A type that can be compared with `W` as it is stored: `W` itself, or an `Option` of one of them.
#[diagnostic::on_unimplemented(
    message = "an attribute of `{Self}` cannot be compared with one of `{W}`",
    label = "the other attribute holds `{W}`",
    note = "DynamoDB compares what is stored: both attributes hold one type, or an `Option` of it"
)]
pub trait SameValue<W> {}

#[diagnostic::do_not_recommend]
impl<V> SameValue<V> for V {}

#[diagnostic::do_not_recommend]
impl<V> SameValue<Option<V>> for V {}

#[diagnostic::do_not_recommend]
impl<V> SameValue<V> for Option<V> {}

/// Comparisons with another attribute of the item.
///
/// Both hold the same type (one may be an `Option` of it), and both times the same unit: a request with
/// a condition on two units is an error of kind [`InvalidRequest`](crate::ErrorKind::InvalidRequest). Where one of the
/// attributes is absent, every comparison but [`ne_attribute`](Self::ne_attribute) is false.
///
/// ```
/// # use dynamap::{DynamoItem, Condition};
/// # use time::OffsetDateTime;
/// # #[derive(DynamoItem)]
/// # #[dynamo(table = "parcels")]
/// # struct Parcel {
/// #     #[partition_key] id: String,
/// #     #[ts(millis)] due_at: OffsetDateTime,
/// #     #[ts(millis)] arrived_at: Option<OffsetDateTime>,
/// # }
/// let late: Condition<Parcel> = Parcel::ARRIVED_AT.gt_attribute(Parcel::DUE_AT);
/// ```
impl<T, V, K: AttributeKind> Attribute<T, V, K> {
    fn compare_attribute<W, L>(
        &self,
        comparator: Comparator,
        other: Attribute<T, W, L>,
    ) -> Condition<T, Named<K, L>>
    where
        L: AttributeKind,
        K::Named: Join<L::Named>,
    {
        let value = self.operand(other);
        Condition::new(Node::compare(self.path().clone(), comparator, value))
    }

    fn operand<W, L>(&self, other: Attribute<T, W, L>) -> Value {
        let (a, b) = (self.stored_as(), other.stored_as());
        if a.is_comparable_with(b) {
            return Value::Attribute(other.into_path());
        }
        Value::Unlike(Unlike::new((self.path(), a), (other.path(), b)))
    }

    /// `attribute = other`.
    pub fn eq_attribute<W, L>(&self, other: Attribute<T, W, L>) -> Condition<T, Named<K, L>>
    where
        V: SameValue<W>,
        L: AttributeKind,
        K::Named: Join<L::Named>,
    {
        self.compare_attribute(Comparator::Equal, other)
    }

    /// `attribute <> other`; true where only one of them is there.
    pub fn ne_attribute<W, L>(&self, other: Attribute<T, W, L>) -> Condition<T, Named<K, L>>
    where
        V: SameValue<W>,
        L: AttributeKind,
        K::Named: Join<L::Named>,
    {
        self.compare_attribute(Comparator::NotEqual, other)
    }

    /// `attribute < other`.
    pub fn lt_attribute<W, L>(&self, other: Attribute<T, W, L>) -> Condition<T, Named<K, L>>
    where
        V: SameValue<W> + Ordered,
        L: AttributeKind,
        K::Named: Join<L::Named>,
    {
        self.compare_attribute(Comparator::Less, other)
    }

    /// `attribute <= other`.
    pub fn le_attribute<W, L>(&self, other: Attribute<T, W, L>) -> Condition<T, Named<K, L>>
    where
        V: SameValue<W> + Ordered,
        L: AttributeKind,
        K::Named: Join<L::Named>,
    {
        self.compare_attribute(Comparator::LessOrEqual, other)
    }

    /// `attribute > other`.
    pub fn gt_attribute<W, L>(&self, other: Attribute<T, W, L>) -> Condition<T, Named<K, L>>
    where
        V: SameValue<W> + Ordered,
        L: AttributeKind,
        K::Named: Join<L::Named>,
    {
        self.compare_attribute(Comparator::Greater, other)
    }

    /// `attribute >= other`. What lies between a value and an attribute is
    /// `a.ge(low) & a.le_attribute(HIGH)`.
    pub fn ge_attribute<W, L>(&self, other: Attribute<T, W, L>) -> Condition<T, Named<K, L>>
    where
        V: SameValue<W> + Ordered,
        L: AttributeKind,
        K::Named: Join<L::Named>,
    {
        self.compare_attribute(Comparator::GreaterOrEqual, other)
    }

    /// `begins_with(attribute, other)`, for text and binary.
    pub fn begins_with_attribute<W, L>(
        &self,
        other: Attribute<T, W, L>,
    ) -> Condition<T, Named<K, L>>
    where
        V: SameValue<W> + Prefixed,
        L: AttributeKind,
        K::Named: Join<L::Named>,
    {
        Condition::new(Node::BeginsWith {
            path: self.path().clone(),
            prefix: Value::Attribute(other.into_path()),
        })
    }

    /// `contains(attribute, other)`: the other attribute is a part of this text or binary, a member of
    /// this set, an element of this list.
    pub fn contains_attribute<W, L>(&self, other: Attribute<T, W, L>) -> Condition<T, Named<K, L>>
    where
        V: Contains<Element: SameValue<W>>,
        L: AttributeKind,
        K::Named: Join<L::Named>,
    {
        Condition::new(Node::Contains {
            path: self.path().clone(),
            value: Value::Attribute(other.into_path()),
        })
    }
}
