use std::any::type_name;
use std::fmt;

use super::{
    EpochUnit, Micros, Millis, Moment, Nanos, PointInTime, Reading, Seconds, TimeFormat, Unit,
};
use crate::value::{Codec, DecodeError, Decoder, EncodeError, Encoder, WireType};

/// What a type is to a time field: an instant, an integer, or something that is refused and why.
///
/// A type of your own that holds an instant becomes a time field with three short impls:
///
/// ```
/// use dynamap::time::{InstantType, Moment, PointInTime, TimeField, is};
///
/// #[derive(Debug, PartialEq)]
/// struct Departure(std::time::SystemTime);
///
/// impl PointInTime for Departure {
///     fn to_moment(&self) -> Moment {
///         self.0.to_moment()
///     }
/// }
///
/// impl InstantType for Departure {
///     fn from_moment(moment: Moment) -> Option<Self> {
///         InstantType::from_moment(moment).map(Self)
///     }
/// }
///
/// impl TimeField for Departure {
///     type Is = is::Instant;
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not hold a time",
    label = "not a type that holds a time",
    note = "use `time::OffsetDateTime`, `std::time::SystemTime`, `dynamap::time::EpochMillis` or `i64`, or an `Option` of one",
    note = "with the features `chrono` and `jiff`: `chrono::DateTime<Utc>`, `jiff::Timestamp`",
    note = "a type of your own: implement `TimeField`, `InstantType` and `PointInTime` of `dynamap::time` for it"
)]
pub trait TimeField: Sized {
    /// A marker of [`is`].
    type Is;
}

/// The markers of [`TimeField::Is`].
pub mod is {
    use std::marker::PhantomData;

    /// An instant, in whatever unit: [`InstantType`](super::InstantType) converts it.
    #[derive(Debug)]
    pub enum Instant {}
    /// A number that carries its own unit: [`CounterType`](super::CounterType) converts it.
    #[derive(Debug)]
    pub enum Counter {}
    /// A 64-bit integer in the field's unit.
    #[derive(Debug)]
    pub enum Integer {}
    /// An `Option` of something.
    #[derive(Debug)]
    pub struct Optional<I>(PhantomData<I>);
    /// Refused: a float.
    #[derive(Debug)]
    pub enum Float {}
    /// Refused: text.
    #[derive(Debug)]
    pub enum Text {}
    /// Refused: an integer of 32 bits or fewer.
    #[derive(Debug)]
    pub enum Narrow {}
    /// Refused: an integer of the platform's width.
    #[derive(Debug)]
    pub enum PointerSized {}
    /// Refused: a date with a time of day, or a time of day, without an offset from UTC.
    #[derive(Debug)]
    pub enum Zoneless {}
    /// Refused: a calendar date.
    #[derive(Debug)]
    pub enum Day {}
    /// Refused: a length of time.
    #[derive(Debug)]
    pub enum Length {}
    /// Refused: a reading of a monotonic clock.
    #[derive(Debug)]
    pub enum Monotonic {}
}

/// A type that holds an instant and is made from one.
pub trait InstantType: PointInTime + Sized {
    /// The value of an instant; `None` if the type cannot hold it. What is finer than the type is
    /// rounded down.
    fn from_moment(moment: Moment) -> Option<Self>;
}

/// A number of units since the Unix epoch that carries its unit in its type.
pub trait CounterType: Sized {
    /// The unit that is counted.
    type Unit: EpochUnit;

    /// Units since the Unix epoch.
    fn count(&self) -> i128;

    /// The value of a number of units; `None` if the type cannot hold it.
    fn from_count(count: i128) -> Option<Self>;
}

/// That a counter's unit is the unit its field is stored in.
#[diagnostic::on_unimplemented(
    message = "the option says `{U}`, but this type counts `{Self}`",
    label = "this type counts `{Self}`",
    note = "change the unit of the option, or the type; a type that counts nothing of its own (`time::OffsetDateTime`) fits every unit"
)]
pub trait SameUnit<U> {}

#[diagnostic::do_not_recommend]
impl SameUnit<Seconds> for Seconds {}
#[diagnostic::do_not_recommend]
impl SameUnit<Millis> for Millis {}
#[diagnostic::do_not_recommend]
impl SameUnit<Micros> for Micros {}
#[diagnostic::do_not_recommend]
impl SameUnit<Nanos> for Nanos {}

/// That a time field of the type `V` can be written in the unit `U`; implemented by the markers of
/// [`is`].
pub trait Written<V, U> {
    /// Whether `V` can hold no time at all; if not, [`to_moment`](Self::to_moment) is never `None`.
    const OPTIONAL: bool = false;

    /// The instant; `None` if there is none.
    fn to_moment(value: &V) -> Option<Moment>;

    /// The value of an instant that is exact in the unit; `None` if `V` cannot hold it.
    fn from_moment(moment: Moment) -> Option<V>;

    /// What NULL and a missing attribute read as; `None` if the time must be there.
    fn absent() -> Option<V> {
        None
    }
}

impl<V: InstantType, U> Written<V, U> for is::Instant {
    fn to_moment(value: &V) -> Option<Moment> {
        Some(value.to_moment())
    }

    fn from_moment(moment: Moment) -> Option<V> {
        V::from_moment(moment)
    }
}

impl<V: CounterType, U: Unit> Written<V, U> for is::Counter
where
    V::Unit: SameUnit<U>,
{
    fn to_moment(value: &V) -> Option<Moment> {
        Some(counted::<V::Unit>(value.count()))
    }

    fn from_moment(moment: Moment) -> Option<V> {
        V::from_count(<V::Unit as EpochUnit>::RESOLUTION.units(moment))
    }
}

impl<V: Copy + Into<i128> + TryFrom<i128>, U: EpochUnit> Written<V, U> for is::Integer {
    fn to_moment(value: &V) -> Option<Moment> {
        Some(counted::<U>((*value).into()))
    }

    fn from_moment(moment: Moment) -> Option<V> {
        V::try_from(U::RESOLUTION.units(moment)).ok()
    }
}

impl<T: TimeField, I: Written<T, U>, U> Written<Option<T>, U> for is::Optional<I> {
    const OPTIONAL: bool = true;

    fn to_moment(value: &Option<T>) -> Option<Moment> {
        value.as_ref().and_then(I::to_moment)
    }

    fn from_moment(moment: Moment) -> Option<Option<T>> {
        I::from_moment(moment).map(Some)
    }

    fn absent() -> Option<Option<T>> {
        Some(None)
    }
}

/// The instant of a count; no 64-bit count leaves a [`Moment`].
pub(super) fn counted<U: EpochUnit>(count: i128) -> Moment {
    let end = if count < 0 { Moment::MIN } else { Moment::MAX };
    U::RESOLUTION.moment(count).unwrap_or(end)
}

/// That a time is always there, as a key attribute has to be; implemented by the markers of [`is`].
#[diagnostic::on_unimplemented(
    message = "a key attribute is always there: remove the `Option`",
    label = "optional, but part of the primary key",
    note = "an item without one of its key attributes cannot be stored"
)]
pub trait Always {}

#[diagnostic::do_not_recommend]
impl Always for is::Instant {}
#[diagnostic::do_not_recommend]
impl Always for is::Counter {}
#[diagnostic::do_not_recommend]
impl Always for is::Integer {}

/// How one time field is converted, written and read.
///
/// Made by [`codec`], [`key_codec`] and [`ttl_codec`]: the only places that demand anything of a
/// time field's type.
pub struct TimeCodec<V> {
    /// Writes and reads the attribute.
    pub codec: Codec<V>,
    /// The unit the field is stored in.
    pub format: TimeFormat,
    /// What the field is read from.
    pub reading: Reading,
    /// The instant of a value, in full; `None` if there is none.
    pub to_moment: fn(&V) -> Option<Moment>,
    /// The value of an instant as it reads back, rounded down to the unit.
    pub from_moment: fn(Moment) -> Result<V, DecodeError>,
    /// Whether the field is an `Option`.
    pub optional: bool,
}

impl<V> TimeCodec<V> {
    /// Whether a generated field is not set: `None`, or the Unix epoch, as [`unset`](crate::unset)
    /// makes it.
    pub fn is_unset(&self, value: &V) -> bool {
        (self.to_moment)(value).is_none_or(|moment| moment == Moment::EPOCH)
    }
}

impl<V> Clone for TimeCodec<V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<V> Copy for TimeCodec<V> {}

impl<V> fmt::Debug for TimeCodec<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TimeCodec")
            .field("format", &self.format)
            .field("reading", &self.reading)
            .field("optional", &self.optional)
            .finish_non_exhaustive()
    }
}

/// The codec of an ordinary time attribute: written in the unit, read from any offset and spelling
/// that loses nothing.
pub const fn codec<V, U>() -> TimeCodec<V>
where
    V: TimeField,
    V::Is: Written<V, U>,
    U: Unit,
{
    assemble::<V, V::Is, U>(Reading::Lenient)
}

/// The codec of an ordinary time attribute that is also a part of a composed key.
pub const fn part_codec<V, U>() -> TimeCodec<V>
where
    V: TimeField,
    V::Is: Written<V, U> + Always,
    U: Unit,
{
    assemble::<V, V::Is, U>(Reading::Lenient)
}

/// The codec of a table key: read only as it is written, since a key that decodes to another text
/// could not be addressed again. With `lenient` it is read like an ordinary attribute.
pub const fn key_codec<V, U>(lenient: bool) -> TimeCodec<V>
where
    V: TimeField,
    V::Is: Written<V, U> + Always,
    U: Unit,
{
    assemble::<V, V::Is, U>(if lenient {
        Reading::Lenient
    } else {
        Reading::Canonical
    })
}

/// The codec of a TTL: whole seconds; the fraction that another writer left is rounded down.
pub const fn ttl_codec<V>() -> TimeCodec<V>
where
    V: TimeField,
    V::Is: Written<V, Seconds>,
{
    assemble::<V, V::Is, Seconds>(Reading::Floor)
}

const fn assemble<V, I: Written<V, U>, U: Unit>(reading: Reading) -> TimeCodec<V> {
    TimeCodec {
        codec: Codec {
            encode: encode::<V, I, U>,
            decode: match reading {
                Reading::Canonical => decode_canonical::<V, I, U>,
                Reading::Lenient => decode_lenient::<V, I, U>,
                Reading::Floor => decode_floor::<V, I, U>,
            },
            is_absent: is_absent::<V, I, U>,
            absent: I::absent,
        },
        format: U::FORMAT,
        reading,
        to_moment: I::to_moment,
        from_moment: from_moment::<V, I, U>,
        optional: I::OPTIONAL,
    }
}

fn encode<V, I: Written<V, U>, U: Unit>(
    value: &V,
    encoder: &mut dyn Encoder,
) -> Result<(), EncodeError> {
    if let Some(moment) = I::to_moment(value) {
        U::FORMAT.encode(moment, encoder)
    } else {
        encoder.null();
        Ok(())
    }
}

fn is_absent<V, I: Written<V, U>, U: Unit>(value: &V) -> bool {
    I::OPTIONAL && I::to_moment(value).is_none()
}

fn from_moment<V, I: Written<V, U>, U: Unit>(moment: Moment) -> Result<V, DecodeError> {
    from_exact::<V, I, U>(U::FORMAT.floor(moment))
}

/// The value of a moment that starts a unit.
fn from_exact<V, I: Written<V, U>, U: Unit>(moment: Moment) -> Result<V, DecodeError> {
    I::from_moment(moment).ok_or_else(|| out_of_range(type_name::<V>()))
}

#[cold]
fn out_of_range(name: &str) -> DecodeError {
    DecodeError::new(
        format!("a time that `{}` can hold", short_name(name)),
        "one out of its range",
    )
}

fn decode_canonical<V, I: Written<V, U>, U: Unit>(
    decoder: &mut dyn Decoder,
) -> Result<V, DecodeError> {
    decode::<V, I, U>(decoder, Reading::Canonical)
}

fn decode_lenient<V, I: Written<V, U>, U: Unit>(
    decoder: &mut dyn Decoder,
) -> Result<V, DecodeError> {
    decode::<V, I, U>(decoder, Reading::Lenient)
}

fn decode_floor<V, I: Written<V, U>, U: Unit>(decoder: &mut dyn Decoder) -> Result<V, DecodeError> {
    decode::<V, I, U>(decoder, Reading::Floor)
}

fn decode<V, I: Written<V, U>, U: Unit>(
    decoder: &mut dyn Decoder,
    reading: Reading,
) -> Result<V, DecodeError> {
    if I::OPTIONAL && decoder.wire_type()? == WireType::Null {
        decoder.null()?;
        if let Some(absent) = I::absent() {
            return Ok(absent);
        }
    }
    let moment = U::FORMAT.decode(decoder, reading)?;
    from_exact::<V, I, U>(moment)
}

/// The type's own name: `core::option::Option<time::offset_date_time::OffsetDateTime>` is
/// `OffsetDateTime`, `chrono::DateTime<chrono::Utc>` is `DateTime`.
fn short_name(full: &str) -> &str {
    let inner = full
        .strip_prefix("core::option::Option<")
        .and_then(|inner| inner.strip_suffix('>'))
        .unwrap_or(full);
    let path = inner.split('<').next().unwrap_or(inner);
    path.rsplit("::").next().unwrap_or(path)
}
