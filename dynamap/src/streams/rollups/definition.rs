//! What the derive says of a rollup, and what generated code calls.

use std::fmt;

use aws_sdk_dynamodb::types::AttributeValue;

use crate::expression::Attribute;
use crate::time::{BucketWidth, Moment, TimeField};
use crate::value::{Addable, Number, Ordered};
use crate::{DynamoItem, Error, ErrorKind, Result};

/// An item that is the aggregate of other items: one row for each group and window of time; derive it
/// beside [`DynamoItem`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a rollup",
    label = "not a rollup",
    note = "derive it beside `DynamoItem`: `#[derive(DynamoItem, DynamoRollup)]`, with `#[rollup(of = …, every = hour, at = \"…\")]`"
)]
pub trait DynamoRollup: DynamoItem {
    /// The items that are rolled up.
    type Source: DynamoItem;
    /// How long a window is.
    const EVERY: BucketWidth;

    /// The fields that are rolled up.
    #[doc(hidden)]
    fn fields() -> Vec<RollupField>;

    /// The time that decides the window of a source item.
    #[doc(hidden)]
    fn at(source: &Self::Source) -> Option<Moment>;

    /// The start of this row's window.
    fn window(&self) -> Option<Moment>;

    /// The row that this item alone would make.
    #[doc(hidden)]
    fn row(source: &Self::Source, window: Moment) -> Result<Self>;

    /// What orders the item in each `last`.
    #[doc(hidden)]
    fn order(source: &Self::Source) -> Result<Vec<Option<AttributeValue>>>;
}

/// A field of a rollup at run time: its attribute, and what becomes of it.
#[derive(Clone)]
pub struct RollupField {
    pub(crate) name: String,
    pub(crate) function: Function,
}

/// What an attribute of a row is of the items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Function {
    /// The number of all of them.
    Count,
    /// The number of some of them, or a sum.
    Add,
    Min,
    Max,
    /// The value of the item that comes last in the order kept in the attribute `by`.
    Last {
        by: String,
    },
    /// How often the row changed since an extreme was lost.
    Stale,
}

impl RollupField {
    fn new<T, V, K>(attribute: &Attribute<T, V, K>, function: Function) -> Self {
        Self {
            name: attribute.name(),
            function,
        }
    }
}

impl fmt::Debug for RollupField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RollupField({}: {:?})", self.name, self.function)
    }
}

/// A type that counts items.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot count items",
    label = "not an integer",
    note = "use `u64`"
)]
pub trait RollupCount: Copy {
    /// No item.
    const ZERO: Self;
    /// One item.
    const ONE: Self;
    /// The count, for a division.
    fn to_number(self) -> Option<Number>;
}

/// A type that holds a sum exactly.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot hold an exact sum",
    label = "does not hold every sum",
    note = "use `dynamap::Number`, which has 38 decimal digits, or an integer; a float would round, and the sum would depend on the order of the items"
)]
pub trait RollupSum: Sized {
    /// The sum of one number; `None` if the type cannot hold it.
    fn from_number(number: Number) -> Option<Self>;
    /// The sum as a number; `None` if it has more than 38 digits.
    fn to_number(&self) -> Option<Number>;
}

/// A type that holds a value of a source field, or none.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot hold a value of `{S}`, or none",
    label = "not an `Option` of the source field's type",
    note = "a window may have no such value: use an `Option` of the type that the field has in the items"
)]
pub trait HoldsValue<S>: Sized {
    /// The value of one item.
    fn of(source: &S) -> Self;
}

/// The type of the field that says whether an extreme was lost.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot say whether an extreme was lost",
    label = "not an `Option<u64>`",
    note = "use `Option<u64>`: `None` while the extremes are exact"
)]
pub trait RollupStale {
    /// Nothing was lost.
    const EXACT: Self;
}

#[diagnostic::do_not_recommend]
impl RollupStale for Option<u64> {
    const EXACT: Self = None;
}

#[diagnostic::do_not_recommend]
impl<V: Clone> HoldsValue<V> for Option<V> {
    fn of(source: &V) -> Self {
        Some(source.clone())
    }
}

#[diagnostic::do_not_recommend]
impl<V: Clone> HoldsValue<Self> for Option<V> {
    fn of(source: &Self) -> Self {
        source.clone()
    }
}

#[diagnostic::do_not_recommend]
impl RollupSum for Number {
    fn from_number(number: Number) -> Option<Self> {
        Some(number)
    }

    fn to_number(&self) -> Option<Number> {
        Some(*self)
    }
}

#[cfg(feature = "rust_decimal")]
#[diagnostic::do_not_recommend]
impl RollupSum for rust_decimal::Decimal {
    fn from_number(number: Number) -> Option<Self> {
        Self::from_str_exact(&number.to_string()).ok()
    }

    fn to_number(&self) -> Option<Number> {
        self.to_string().parse().ok()
    }
}

macro_rules! integers {
    ($($integer:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl RollupCount for $integer {
            const ZERO: Self = 0;
            const ONE: Self = 1;

            fn to_number(self) -> Option<Number> {
                Some(Number::from(self))
            }
        }

        #[diagnostic::do_not_recommend]
        impl RollupSum for $integer {
            fn from_number(number: Number) -> Option<Self> {
                Self::try_from(number.to_i128()?).ok()
            }

            fn to_number(&self) -> Option<Number> {
                Some(Number::from(*self))
            }
        }
    )*};
}

integers!(i32, i64, isize, u32, u64, usize);

macro_rules! wide_integers {
    ($($integer:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl RollupSum for $integer {
            fn from_number(number: Number) -> Option<Self> {
                Self::try_from(number.to_i128()?).ok()
            }

            fn to_number(&self) -> Option<Number> {
                Number::try_from(*self).ok()
            }
        }
    )*};
}

wide_integers!(i128, u128);

// The types are judged where the row of one item is made, once for each field.

/// The field of the count of all items.
pub fn rollup_count<T, V, K>(attribute: &Attribute<T, V, K>) -> RollupField {
    RollupField::new(attribute, Function::Count)
}

/// The field of the count of the items that have a field.
pub fn rollup_count_of<T, V, K>(attribute: &Attribute<T, V, K>) -> RollupField {
    RollupField::new(attribute, Function::Add)
}

/// The field of a sum.
pub fn rollup_sum<T, V, K>(attribute: &Attribute<T, V, K>) -> RollupField {
    RollupField::new(attribute, Function::Add)
}

/// The field of the smallest value.
pub fn rollup_min<T, V, K>(attribute: &Attribute<T, V, K>) -> RollupField {
    RollupField::new(attribute, Function::Min)
}

/// The field of the largest value.
pub fn rollup_max<T, V, K>(attribute: &Attribute<T, V, K>) -> RollupField {
    RollupField::new(attribute, Function::Max)
}

/// The field of the last value.
pub fn rollup_last<T, V, K>(attribute: &Attribute<T, V, K>) -> RollupField {
    let by = format!("{}:by", attribute.name());
    RollupField::new(attribute, Function::Last { by })
}

/// The field that says whether an extreme was lost.
pub fn rollup_stale<T, V, K>(attribute: &Attribute<T, V, K>) -> RollupField {
    RollupField::new(attribute, Function::Stale)
}

/// The instant of a time field.
pub fn rollup_time<T, V: TimeField, K>(
    attribute: &Attribute<T, V, K>,
    value: &V,
) -> Option<Moment> {
    attribute.moment(value)
}

/// The start of the window, as the row's field holds it.
pub fn rollup_window<T, V: TimeField, K>(
    attribute: &Attribute<T, V, K>,
    window: Moment,
) -> Result<V> {
    attribute.value_at(window)
}

/// The count of one item.
pub fn rollup_one<V: RollupCount>() -> V {
    V::ONE
}

/// The count of one item that may lack the field that is counted.
pub fn rollup_presence<V: RollupCount, T, S, K>(attribute: &Attribute<T, S, K>, source: &S) -> V {
    match attribute.stored(source) {
        None | Some(Ok(AttributeValue::Null(_))) => V::ZERO,
        Some(_) => V::ONE,
    }
}

/// The sum of one item.
pub fn rollup_amount<V: RollupSum, T, S: Addable, K>(
    attribute: &Attribute<T, S, K>,
    source: &S,
) -> Result<V> {
    let number = match attribute.stored(source).transpose() {
        Ok(Some(AttributeValue::N(text))) => text.parse::<Number>().ok(),
        Ok(None | Some(AttributeValue::Null(_))) => Some(Number::ZERO),
        Ok(Some(_)) => None,
        Err(error) => return Err(Error::from(error).about(&attribute.name())),
    };
    number.and_then(V::from_number).ok_or_else(|| {
        Error::new(
            ErrorKind::Encode,
            "the type of the sum cannot hold this number: give it the type `Number`",
        )
        .on_attribute(attribute.name())
    })
}

/// The extreme of one item.
pub fn rollup_extreme<V: HoldsValue<S>, S: Ordered>(source: &S) -> V {
    V::of(source)
}

/// The last value of one item.
pub fn rollup_value<V: HoldsValue<S>, S>(source: &S) -> V {
    V::of(source)
}

/// What orders an item.
pub fn rollup_order<T, S: Ordered, K>(
    attribute: &Attribute<T, S, K>,
    source: &S,
) -> Result<Option<AttributeValue>> {
    let stored = attribute.stored(source).transpose();
    let stored = stored.map_err(|error| Error::from(error).about(&attribute.name()))?;
    Ok(stored.filter(|value| !matches!(value, AttributeValue::Null(_))))
}

/// What a row says of its extremes before any was lost.
pub fn rollup_exact<V: RollupStale>() -> V {
    V::EXACT
}

/// The quotient of a sum and a count; `None` if nothing is counted.
pub fn rollup_average<T, S: RollupSum, K, C: RollupCount, L>(
    sum: (&Attribute<T, S, K>, &S),
    count: (&Attribute<T, C, L>, &C),
) -> Option<f64> {
    let count = count.1.to_number()?;
    (count != Number::ZERO).then(|| Some(sum.1.to_number()?.to_f64() / count.to_f64()))?
}
