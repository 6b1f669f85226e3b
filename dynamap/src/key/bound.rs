use aws_sdk_dynamodb::types::AttributeValue;

use super::{AnySort, Joined, Leading, Natural, SortKey, Stored, Suffixed};
use crate::expression::Operand;
use crate::time::{Moment, PointInTime, Unit};
use crate::value::{
    EncodeError, KeyText, KeyValue, Number, to_attribute_value, value, value as value_codec,
};
use crate::{Error, ErrorKind, Result};

/// One end of a range, before it is rounded to the key's unit.
#[derive(Clone)]
#[doc(hidden)]
pub struct RangeBound(End);

#[derive(Clone)]
enum End {
    Moment(Moment),
    Value(Result<AttributeValue, EncodeError>),
}

impl std::fmt::Debug for RangeBound {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("RangeBound")
    }
}

/// A sort key that a `B` can be compared with: any point in time for a time, a value of the key's
/// own type otherwise.
#[diagnostic::on_unimplemented(
    message = "the sort key of this query cannot be compared with `{B}`",
    label = "the sort key is a `{Self}`",
    note = "a time key takes points in time (`time::OffsetDateTime`, `SystemTime`, `EpochMillis`, …): a bare integer has no unit",
    note = "other keys take values of their own type",
    note = "a tuple is several sort attributes: the condition is on the first, and `.eq(…)` moves on to the next"
)]
pub trait SortBound<B> {
    /// The value as a bound.
    #[doc(hidden)]
    fn bound(value: &B) -> RangeBound;
}

#[diagnostic::do_not_recommend]
impl<V, U: Unit, B: PointInTime> SortBound<B> for SortKey<V, U> {
    fn bound(value: &B) -> RangeBound {
        RangeBound(End::Moment(value.to_moment()))
    }
}

#[diagnostic::do_not_recommend]
impl<V, U: Unit, B: PointInTime> SortBound<B> for SortKey<V, Suffixed<U>> {
    fn bound(value: &B) -> RangeBound {
        RangeBound(End::Moment(value.to_moment()))
    }
}

#[diagnostic::do_not_recommend]
impl<U: Unit> SortBound<i64> for SortKey<i64, U> {
    fn bound(value: &i64) -> RangeBound {
        own_unit::<U>(i128::from(*value))
    }
}

#[diagnostic::do_not_recommend]
impl<U: Unit> SortBound<u64> for SortKey<u64, U> {
    fn bound(value: &u64) -> RangeBound {
        own_unit::<U>(i128::from(*value))
    }
}

#[diagnostic::do_not_recommend]
impl<B> SortBound<B> for AnySort {
    fn bound(_: &B) -> RangeBound {
        RangeBound(End::Moment(Moment::EPOCH))
    }
}

#[diagnostic::do_not_recommend]
impl<U: Unit> SortBound<i64> for SortKey<Option<i64>, U> {
    fn bound(value: &i64) -> RangeBound {
        own_unit::<U>(i128::from(*value))
    }
}

#[diagnostic::do_not_recommend]
impl<U: Unit> SortBound<u64> for SortKey<Option<u64>, U> {
    fn bound(value: &u64) -> RangeBound {
        own_unit::<U>(i128::from(*value))
    }
}

/// An integer field counts its own unit.
fn own_unit<U: Unit>(value: i128) -> RangeBound {
    RangeBound(End::Moment(Moment::from_nanos(
        value * U::FORMAT.resolution().nanos(),
    )))
}

#[diagnostic::do_not_recommend]
impl<V: KeyValue, B> SortBound<B> for SortKey<V, Natural>
where
    B: Clone + Operand<V>,
{
    fn bound(bound: &B) -> RangeBound {
        let operand = bound.clone().into_operand();
        RangeBound(End::Value(to_attribute_value(&value::<V>(), &operand)))
    }
}

#[diagnostic::do_not_recommend]
impl<V: KeyValue, B> SortBound<B> for SortKey<Option<V>, Natural>
where
    B: Clone + Operand<V>,
{
    fn bound(bound: &B) -> RangeBound {
        <SortKey<V, Natural> as SortBound<B>>::bound(bound)
    }
}

/// The text of a part, without prefix and separator.
fn part_text<V: KeyText>(part: &V) -> RangeBound {
    let mut text = String::new();
    let written = part.write_key_text(&mut text);
    RangeBound(End::Value(written.map(|()| AttributeValue::S(text))))
}

macro_rules! part_bounds {
    ($($place:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl<V: KeyText, B> SortBound<B> for SortKey<V, $place>
        where
            B: Clone + Operand<V>,
        {
            fn bound(bound: &B) -> RangeBound {
                part_text(&bound.clone().into_operand())
            }
        }

        #[diagnostic::do_not_recommend]
        impl<V: KeyText, B> SortBound<B> for SortKey<Option<V>, $place>
        where
            B: Clone + Operand<V>,
        {
            fn bound(bound: &B) -> RangeBound {
                <SortKey<V, $place> as SortBound<B>>::bound(bound)
            }
        }
    )*};
}

part_bounds!(Joined, Leading);

/// The ends of a range over keys as they are stored: texts, numbers, bytes.
macro_rules! stored_bounds {
    ($($value:ty => $own:ty),* $(,)?) => {$(
        #[diagnostic::do_not_recommend]
        impl SortBound<$value> for Stored {
            fn bound(value: &$value) -> RangeBound {
                let own: $own = value.to_owned().into();
                RangeBound(End::Value(to_attribute_value(&value_codec::<$own>(), &own)))
            }
        }
    )*};
}

stored_bounds!(
    &str => String, String => String,
    u8 => Number, u16 => Number, u32 => Number, u64 => Number,
    i8 => Number, i16 => Number, i32 => Number, i64 => Number,
    Number => Number,
    &[u8] => Vec<u8>, Vec<u8> => Vec<u8>,
);

impl RangeBound {
    /// An instant, for a sort key that holds a time.
    pub(crate) fn at(moment: Moment) -> Self {
        Self(End::Moment(moment))
    }

    pub(crate) fn moment(&self) -> Result<Moment> {
        match &self.0 {
            End::Moment(moment) => Ok(*moment),
            // The trait pairs time keys with points in time; this arm is for its completeness.
            End::Value(_) => Err(Error::new(
                ErrorKind::InvalidRange,
                "the sort key holds a time: give a point in time",
            )),
        }
    }

    pub(crate) fn value(&self) -> Result<AttributeValue> {
        match &self.0 {
            End::Value(value) => value.clone().map_err(Error::from),
            End::Moment(_) => Err(Error::new(
                ErrorKind::InvalidRange,
                "the sort key does not hold a time",
            )),
        }
    }
}
