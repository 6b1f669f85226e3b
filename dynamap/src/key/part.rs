use std::borrow::Cow;

use aws_sdk_dynamodb::types::AttributeValue;

use crate::expression::AttributeCodec;
use crate::time::{Moment, TimeFormat};
use crate::value::{EncodeError, Step, TreeDecoder};

/// A field whose text is a part of a composed key.
#[derive(Clone, Copy)]
pub struct KeyField {
    /// The Rust field's name.
    pub field: &'static str,
    /// The attribute that stores the field, if it has one of its own.
    pub attribute: &'static str,
    /// The field's codec.
    pub codec: &'static dyn PartCodec,
    /// Whether a time is read from the key in any spelling.
    pub lenient: bool,
}

impl KeyField {
    /// The step of an error's path.
    pub(crate) fn step(&self) -> Step {
        Step::Field(Cow::Borrowed(self.field))
    }
}

/// How a field is written as a part of a composed key, whatever its type.
pub trait PartCodec: Sync + 'static {
    /// The length of the part's text in bytes, where every value has the same: such a text holds no
    /// separator.
    fn width(&self) -> Option<usize>;

    /// How the part's text is written, if the field holds a time: ISO text in the field's unit.
    fn time_format(&self) -> Option<TimeFormat>;

    /// Appends the part's text of a stored value.
    fn write_stored(&self, value: &AttributeValue, text: &mut String) -> Result<(), EncodeError>;

    /// The instant of a stored value; `None` if the field holds no time.
    fn stored_moment(&self, value: &AttributeValue) -> Result<Option<Moment>, EncodeError>;
}

impl<V: 'static> PartCodec for AttributeCodec<V> {
    fn width(&self) -> Option<usize> {
        self.part_width()
    }

    fn time_format(&self) -> Option<TimeFormat> {
        self.part_time()
    }

    fn write_stored(&self, value: &AttributeValue, text: &mut String) -> Result<(), EncodeError> {
        self.write_part(&stored(self, value)?, text)
    }

    fn stored_moment(&self, value: &AttributeValue) -> Result<Option<Moment>, EncodeError> {
        Ok(self.moment(&stored(self, value)?))
    }
}

fn stored<V>(codec: &AttributeCodec<V>, value: &AttributeValue) -> Result<V, EncodeError> {
    (codec.codec.decode)(&mut TreeDecoder::new(value))
        .map_err(|_| EncodeError::new("the value does not read back as the field's type"))
}

/// A part of a composed key, on its way out.
pub trait KeyPart {
    /// Appends the part's text.
    fn write_part(&self, text: &mut String) -> Result<(), EncodeError>;

    /// The instant, if the part is a time.
    fn moment(&self) -> Result<Option<Moment>, EncodeError>;

    /// Whether there is no value.
    fn is_absent(&self) -> bool;
}

/// A field that is a part of a composed key, and its codec.
#[derive(Debug)]
pub struct Part<'a, V>(pub AttributeCodec<V>, pub &'a V);

impl<V> KeyPart for Part<'_, V> {
    fn write_part(&self, text: &mut String) -> Result<(), EncodeError> {
        self.0.write_part(self.1, text)
    }

    fn moment(&self) -> Result<Option<Moment>, EncodeError> {
        Ok(self.0.moment(self.1))
    }

    fn is_absent(&self) -> bool {
        self.0.is_absent_part(self.1)
    }
}

/// A part from its stored value.
pub(crate) struct StoredPart<'a> {
    pub(crate) codec: &'static dyn PartCodec,
    pub(crate) value: Option<&'a AttributeValue>,
}

impl KeyPart for StoredPart<'_> {
    fn write_part(&self, text: &mut String) -> Result<(), EncodeError> {
        match self.value {
            Some(value) => self.codec.write_stored(value, text),
            None => Err(absent()),
        }
    }

    fn moment(&self) -> Result<Option<Moment>, EncodeError> {
        self.value
            .map_or(Ok(None), |value| self.codec.stored_moment(value))
    }

    fn is_absent(&self) -> bool {
        self.value
            .is_none_or(|value| matches!(value, AttributeValue::Null(_)))
    }
}

pub(crate) fn absent() -> EncodeError {
    EncodeError::new("a part of a key has no value: give the field one")
}
