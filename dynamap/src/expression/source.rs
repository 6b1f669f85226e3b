//! Where an update takes a value from: other attributes of the item.

use aws_sdk_dynamodb::types::AttributeValue;

use super::stored::{Stored, Unlike};
use super::{Action, Attribute, AttributeKind, Operand, Path, SameValue};
use crate::value::EncodeError;

/// Attributes of an item, the first of which that is there gives an update its value;
/// [`Attribute::or_attribute`].
#[derive(Clone)]
#[must_use = "a source does nothing until an update takes it"]
pub struct Source<T, V> {
    first: Attribute<T, V>,
    others: Vec<(Path, Stored)>,
}

/// A [`Source`] with a value for items that have none of its attributes; [`Attribute::or_value`].
#[derive(Clone)]
#[must_use = "a source does nothing until an update takes it"]
pub struct SourceOrValue<T, V> {
    source: Source<T, V>,
    value: Option<Result<AttributeValue, EncodeError>>,
}

/// What an attribute of type `V` can be set from: another attribute of the item, or the first that is
/// there of several.
#[diagnostic::on_unimplemented(
    message = "an attribute of `{V}` cannot be set from this",
    label = "not an attribute of `{V}`",
    note = "name another attribute of the same item and type, or an `Option` of it, with fallbacks if wished: `Order::NICKNAME.or_attribute(Order::NAME).or_value(\"nobody\")`"
)]
pub trait SetFrom<T, V> {
    #[doc(hidden)]
    fn into_copied(self) -> Copied;
}

/// What is copied, as an update needs it.
#[doc(hidden)]
pub struct Copied {
    pub(crate) action: Result<Action, EncodeError>,
    from: Vec<(Path, Stored)>,
}

impl Copied {
    /// The first attribute that is stored in another way than the target.
    pub(crate) fn unlike(&self, target: &Path, stored: Stored) -> Option<Unlike> {
        let unlike = self
            .from
            .iter()
            .find(|(_, other)| !stored.is_settable_from(*other));
        unlike.map(|(path, other)| Unlike::new((target, stored), (path, *other)))
    }
}

impl<T, V, K: AttributeKind> Attribute<T, V, K> {
    /// This attribute, or the other where this one is absent; for
    /// [`set_from`](crate::operation::Update::set_from).
    pub fn or_attribute<W, L: AttributeKind>(self, other: Attribute<T, W, L>) -> Source<T, V>
    where
        V: SameValue<W>,
    {
        self.alone().or_attribute(other)
    }

    /// This attribute, or a value where it is absent; for
    /// [`set_from`](crate::operation::Update::set_from).
    pub fn or_value(self, value: impl Operand<V>) -> SourceOrValue<T, V> {
        self.alone().or_value(value)
    }

    fn alone(self) -> Source<T, V> {
        Source {
            first: self.into_plain(),
            others: Vec::new(),
        }
    }
}

impl<T, V> Source<T, V> {
    /// The same attributes, or another where all of them are absent.
    pub fn or_attribute<W, L: AttributeKind>(mut self, other: Attribute<T, W, L>) -> Self
    where
        V: SameValue<W>,
    {
        let stored = other.stored_as();
        self.others.push((other.into_path(), stored));
        self
    }

    /// The same attributes, or a value where all of them are absent.
    pub fn or_value(self, value: impl Operand<V>) -> SourceOrValue<T, V> {
        let value = self.first.stored(&value.into_operand());
        SourceOrValue {
            source: self,
            value,
        }
    }
}

#[diagnostic::do_not_recommend]
impl<T, V: SameValue<W>, W, L: AttributeKind> SetFrom<T, V> for Attribute<T, W, L> {
    fn into_copied(self) -> Copied {
        SetFrom::<T, V>::into_copied(self.alone())
    }
}

#[diagnostic::do_not_recommend]
impl<T, V: SameValue<W>, W> SetFrom<T, V> for Source<T, W> {
    fn into_copied(self) -> Copied {
        let source = SourceOrValue {
            source: self,
            value: None,
        };
        SetFrom::<T, V>::into_copied(source)
    }
}

#[diagnostic::do_not_recommend]
impl<T, V: SameValue<W>, W> SetFrom<T, V> for SourceOrValue<T, W> {
    fn into_copied(self) -> Copied {
        let Source { first, others } = self.source;
        let stored = first.stored_as();
        let from: Vec<_> = [(first.into_path(), stored)]
            .into_iter()
            .chain(others)
            .collect();
        let action = self.value.transpose().map(|or| Action::Copy {
            from: from.iter().map(|(path, _)| path.clone()).collect(),
            or,
        });
        Copied { action, from }
    }
}

impl<T, V> std::fmt::Debug for Source<T, V> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Source").finish_non_exhaustive()
    }
}

impl<T, V> std::fmt::Debug for SourceOrValue<T, V> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SourceOrValue").finish_non_exhaustive()
    }
}
