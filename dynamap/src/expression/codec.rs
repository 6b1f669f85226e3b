use std::fmt;

use aws_sdk_dynamodb::types::AttributeValue;

use super::condition::Comparator;
use super::stored::{Form, Stored};
use crate::key::{SortAttribute, SortLayout};
use crate::schema::KeyAttribute;
use crate::time::{Moment, Reading, TimeCodec, TimeFormat};
use crate::value::{
    Codec, DecodeError, DynamoValue, EncodeError, IndexKeyText, IndexKeyValue, KeyText, KeyValue,
    ListAsSet, Nullable, ScalarType, VersionValue, list_as_set, null, to_attribute_value, value,
    version,
};

/// How the attribute of one field is written, read and compared.
pub struct AttributeCodec<V> {
    /// The value codec.
    pub codec: Codec<V>,
    time: Option<Time<V>>,
    part: Option<PartText<V>>,
    version: Option<fn(&V) -> Option<u64>>,
    version_limit: u64,
    scalar: Option<ScalarType>,
    integer: bool,
    form: Form,
}

/// The text of a value, but a time, that is a part of a composed key.
struct PartText<V> {
    write: fn(&V, &mut String) -> Result<(), EncodeError>,
    read: fn(&str) -> Result<V, DecodeError>,
    width: Option<usize>,
}

struct Time<V> {
    format: TimeFormat,
    to_moment: fn(&V) -> Option<Moment>,
    from_moment: fn(Moment) -> Result<V, DecodeError>,
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

impl<V> Clone for PartText<V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<V> Copy for PartText<V> {}

impl<V> AttributeCodec<V> {
    /// A time.
    pub const fn time(time: TimeCodec<V>) -> Self {
        let scalar = match time.format {
            TimeFormat::Epoch(_) => ScalarType::N,
            TimeFormat::Iso(_) => ScalarType::S,
        };
        Self {
            time: Some(Time {
                format: time.format,
                to_moment: time.to_moment,
                from_moment: time.from_moment,
                optional: time.optional,
            }),
            scalar: Some(scalar),
            ..Self::own(time.codec)
        }
    }

    /// Functions of the user's own.
    pub const fn with(codec: Codec<V>) -> Self {
        Self {
            codec,
            time: None,
            part: None,
            version: None,
            version_limit: u64::MAX,
            scalar: None,
            integer: false,
            form: Form::Functions,
        }
    }

    /// What the type itself does.
    const fn own(codec: Codec<V>) -> Self {
        let mut own = Self::with(codec);
        own.form = Form::Own;
        own
    }

    /// The same for a field that is also a part of a composed key.
    #[must_use]
    pub const fn part(mut self) -> Self
    where
        V: KeyText,
    {
        self.part = Some(PartText {
            write: V::write_key_text,
            read: V::read_key_text,
            width: V::WIDTH,
        });
        self
    }

    /// The same for a field that is also a part of a composed key of an index.
    #[must_use]
    pub const fn index_part(mut self) -> Self
    where
        V: IndexKeyText,
    {
        self.part = Some(PartText {
            write: V::write_index_key_text,
            read: V::read_index_key_text,
            width: V::INDEX_WIDTH,
        });
        self
    }

    /// The same with `None` as NULL.
    #[must_use]
    pub const fn null(mut self) -> Self
    where
        V: Nullable,
    {
        self.codec.is_absent = |_| false;
        self.form = Form::Null;
        self
    }

    /// The same with another meaning of an absent attribute.
    #[must_use]
    pub const fn or(mut self, absent: fn() -> Option<V>) -> Self {
        self.codec.absent = absent;
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

    /// The version that a value is; `None` if the item is not stored yet.
    pub fn version_of(&self, value: &V) -> Option<u64> {
        self.version.and_then(|version| version(value))
    }

    /// The largest version that the field can hold.
    pub const fn version_limit(&self) -> u64 {
        self.version_limit
    }

    /// Appends the text of a part of a composed key: a time is ISO text of fixed width, whatever
    /// unit its own attribute has.
    pub(crate) fn write_part(&self, value: &V, text: &mut String) -> Result<(), EncodeError> {
        if let Some(part) = &self.part {
            return (part.write)(value, text);
        }
        let (Some(time), Some(format)) = (&self.time, self.part_time()) else {
            return Err(EncodeError::new("this field is no part of a key"));
        };
        let moment = (time.to_moment)(value).ok_or_else(|| {
            EncodeError::new("a key attribute has no time: give the field a value")
        })?;
        text.push_str(&format.text(moment)?);
        Ok(())
    }

    /// Reads the text of a part of a composed key; `lenient` reads a time in any spelling.
    pub(crate) fn read_part(&self, text: &str, lenient: bool) -> Result<V, DecodeError> {
        if let Some(part) = &self.part {
            return (part.read)(text);
        }
        let (Some(time), Some(format)) = (&self.time, self.part_time()) else {
            return Err(DecodeError::new("a part of a key", "a field that is none"));
        };
        let reading = if lenient {
            Reading::Lenient
        } else {
            Reading::Canonical
        };
        (time.from_moment)(format.parse(text, reading)?)
    }

    /// How a time is written as a part of a composed key.
    pub(crate) const fn part_time(&self) -> Option<TimeFormat> {
        match (&self.part, &self.time) {
            (None, Some(time)) => Some(TimeFormat::Iso(time.format.resolution())),
            _ => None,
        }
    }

    /// The bytes of a part of a composed key, where every value has as many.
    pub(crate) const fn part_width(&self) -> Option<usize> {
        match (&self.part, self.part_time()) {
            (Some(part), _) => part.width,
            (None, Some(format)) => format.width(),
            (None, None) => None,
        }
    }

    /// The instant of a time field.
    pub(crate) fn moment(&self, value: &V) -> Option<Moment> {
        self.time.as_ref().and_then(|time| (time.to_moment)(value))
    }

    /// The value of a time field at an instant, rounded down to its unit.
    pub(crate) fn value_at(&self, moment: Moment) -> Result<V, DecodeError> {
        match &self.time {
            Some(time) => (time.from_moment)(time.format.floor(moment)),
            None => Err(DecodeError::new(
                "a field with a unit of time, as in `#[ts(millis)]`",
                "one without",
            )),
        }
    }

    /// Whether a part of a composed key has no value.
    pub(crate) fn is_absent_part(&self, value: &V) -> bool {
        (self.codec.is_absent)(value)
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

    pub(super) fn encode(&self, value: &V) -> Result<AttributeValue, EncodeError> {
        if (self.codec.is_absent)(value) {
            return Err(EncodeError::new(
                "an absent value cannot be compared: use `exists()` or `not_exists()`",
            ));
        }
        to_attribute_value(&self.codec, value)
    }

    /// What to compare the attribute with, and how: a time between two units of the field goes to the
    /// side that keeps the comparison exact, and one beyond the times that the field can hold to the last
    /// of them.
    pub(super) fn comparison(
        &self,
        comparator: Comparator,
        value: &V,
    ) -> (Comparator, Result<AttributeValue, EncodeError>) {
        let Some((format, moment)) = self.time_of(value) else {
            return (comparator, self.encode(value));
        };
        let (earliest, latest) = format.span();
        let (up, down) = (format.ceil(moment), format.floor(moment));
        let (comparator, moment) = match comparator {
            Comparator::Less if up > latest => (Comparator::LessOrEqual, latest),
            Comparator::GreaterOrEqual if up > latest => (Comparator::Greater, latest),
            Comparator::LessOrEqual if down < earliest => (Comparator::Less, earliest),
            Comparator::Greater if down < earliest => (Comparator::GreaterOrEqual, earliest),
            Comparator::Less | Comparator::GreaterOrEqual => (comparator, up.max(earliest)),
            Comparator::LessOrEqual | Comparator::Greater => (comparator, down.min(latest)),
            Comparator::Equal | Comparator::NotEqual => {
                return (comparator, format.to_exact_value(moment));
            }
        };
        (comparator, format.to_value(moment))
    }

    /// The ends of a BETWEEN; `None` if no unit of the field lies between two times in order, which
    /// rounding would turn into a reversed range.
    pub(super) fn ends(
        &self,
        low: &V,
        high: &V,
    ) -> Option<(
        Result<AttributeValue, EncodeError>,
        Result<AttributeValue, EncodeError>,
    )> {
        let (Some((format, from)), Some((_, to))) = (self.time_of(low), self.time_of(high)) else {
            return Some((self.encode(low), self.encode(high)));
        };
        let (earliest, latest) = format.span();
        let first = format.ceil(from).max(earliest);
        let last = format.floor(to).min(latest);
        (from > to || first <= last).then(|| (format.to_value(first), format.to_value(last)))
    }

    /// How the attribute is stored, beside the type of its value.
    pub(super) fn stored_as(&self) -> Stored {
        Stored {
            time: self.time.map(|time| time.format),
            form: self.form,
        }
    }

    fn time_of(&self, value: &V) -> Option<(TimeFormat, Moment)> {
        let time = self.time?;
        Some((time.format, (time.to_moment)(value)?))
    }
}

impl<V> fmt::Debug for AttributeCodec<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AttributeCodec")
            .field("scalar", &self.scalar)
            .finish_non_exhaustive()
    }
}

// Functions, not constructors: an error about their bound underlines the type argument, which is
// the type of the field.

/// The codec of an attribute.
pub const fn value_codec<V: DynamoValue>() -> AttributeCodec<V> {
    AttributeCodec::own(value::<V>())
}

/// The codec of an attribute that is NULL where it would be absent.
pub const fn null_codec<V: Nullable + DynamoValue>() -> AttributeCodec<V> {
    let mut codec = AttributeCodec::own(null::<V>());
    codec.form = Form::Null;
    codec
}

/// The codec of a list that is stored as a set.
pub const fn set_codec<V: ListAsSet>() -> AttributeCodec<V> {
    AttributeCodec::own(list_as_set::<V>())
}

/// The codec of the set that a list is stored as.
pub const fn stored_set_codec<V: ListAsSet>() -> AttributeCodec<V::Set> {
    value_codec::<V::Set>()
}

/// The codec of an attribute that is also a part of a composed key.
pub const fn value_part_codec<V: KeyText>() -> AttributeCodec<V> {
    value_codec::<V>().part()
}

/// The codec of an attribute that is also a part of a composed key of an index.
pub const fn index_part_codec<V: IndexKeyText>() -> AttributeCodec<V> {
    value_codec::<V>().index_part()
}

/// The codec of a key attribute of the table.
pub const fn key_value_codec<V: KeyValue>() -> AttributeCodec<V> {
    AttributeCodec {
        scalar: Some(V::TYPE),
        integer: V::INTEGER,
        ..AttributeCodec::own(value::<V>())
    }
}

/// The codec of a key attribute of an index.
pub const fn index_key_codec<V: IndexKeyValue>() -> AttributeCodec<V> {
    AttributeCodec {
        scalar: Some(V::TYPE),
        integer: V::INTEGER,
        ..AttributeCodec::own(value::<V>())
    }
}

/// The codec of the version.
pub const fn version_codec<V: VersionValue>() -> AttributeCodec<V> {
    AttributeCodec {
        version: Some(V::to_version),
        version_limit: V::LIMIT,
        scalar: Some(ScalarType::N),
        integer: true,
        ..AttributeCodec::own(version::<V>())
    }
}
