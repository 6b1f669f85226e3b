use std::fmt;
use std::marker::PhantomData;

use aws_sdk_dynamodb::types::AttributeValue;

use super::condition::{Comparator, Condition, Node, Value};
use super::{AttributeKind, Join, Path};

/// `size(attribute)`, to be compared with a number.
#[must_use = "a size does nothing until it is compared"]
pub struct Size<T, K> {
    path: Path,
    marker: PhantomData<fn() -> (T, K)>,
}

impl<T, K> Size<T, K> {
    pub(super) fn new(path: Path) -> Self {
        Self {
            path,
            marker: PhantomData,
        }
    }
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

    fn compare_size<L>(
        &self,
        comparator: Comparator,
        other: Size<T, L>,
    ) -> Condition<T, <K::Named as Join<L::Named>>::Named>
    where
        L: AttributeKind,
        K::Named: Join<L::Named>,
    {
        Condition::new(Node::CompareSize {
            path: self.path.clone(),
            comparator,
            value: Value::Size(other.path),
        })
    }

    /// `size(attribute) = size(other)`.
    pub fn eq_size<L: AttributeKind>(
        &self,
        other: Size<T, L>,
    ) -> Condition<T, <K::Named as Join<L::Named>>::Named>
    where
        K::Named: Join<L::Named>,
    {
        self.compare_size(Comparator::Equal, other)
    }

    /// `size(attribute) < size(other)`.
    pub fn lt_size<L: AttributeKind>(
        &self,
        other: Size<T, L>,
    ) -> Condition<T, <K::Named as Join<L::Named>>::Named>
    where
        K::Named: Join<L::Named>,
    {
        self.compare_size(Comparator::Less, other)
    }

    /// `size(attribute) <= size(other)`.
    pub fn le_size<L: AttributeKind>(
        &self,
        other: Size<T, L>,
    ) -> Condition<T, <K::Named as Join<L::Named>>::Named>
    where
        K::Named: Join<L::Named>,
    {
        self.compare_size(Comparator::LessOrEqual, other)
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
