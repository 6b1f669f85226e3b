//! Where an update takes a value from: other attributes of the item.

use aws_sdk_dynamodb::types::AttributeValue;

use super::condition::Units;
use super::two_attributes::stored;
use super::{Action, Attribute, AttributeKind, Operand, Path, SameValue};
use crate::time::TimeFormat;
use crate::value::EncodeError;

/// Attributes of an item, the first of which that is there gives an update its value;
/// [`Attribute::or_attribute`].
#[derive(Clone)]
#[must_use = "a source does nothing until an update takes it"]
pub struct Source<T, V> {
    first: Attribute<T, V>,
    others: Vec<Path>,
    units: Option<Units>,
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
    pub(crate) units: Option<Units>,
    format: Option<TimeFormat>,
    first: Path,
}

impl Copied {
    /// The two units, if the target is stored in another than what it is set from.
    pub(crate) fn units_beside(&self, target: &Path, format: Option<TimeFormat>) -> Option<Units> {
        units((target, format), (&self.first, self.format)).or_else(|| self.units.clone())
    }
}

fn units(a: (&Path, Option<TimeFormat>), b: (&Path, Option<TimeFormat>)) -> Option<Units> {
    (a.1 != b.1).then(|| Units {
        attribute: a.0.clone(),
        other: b.0.clone(),
        stored: [stored(a.1), stored(b.1)],
    })
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
            units: None,
        }
    }
}

impl<T, V> Source<T, V> {
    /// The same attributes, or another where all of them are absent.
    pub fn or_attribute<W, L: AttributeKind>(mut self, other: Attribute<T, W, L>) -> Self
    where
        V: SameValue<W>,
    {
        let first = (self.first.path(), self.first.time_format());
        let differs = units(first, (other.path(), other.time_format()));
        self.units = self.units.or(differs);
        self.others.push(other.into_path());
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
        let Source {
            first,
            others,
            units,
        } = self.source;
        let format = first.time_format();
        let first = first.into_path();
        let action = self.value.transpose().map(|or| Action::Copy {
            from: [first.clone()].into_iter().chain(others).collect(),
            or,
        });
        Copied {
            action,
            units,
            format,
            first,
        }
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
