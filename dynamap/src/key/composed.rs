use std::borrow::Cow;

use crate::expression::AttributeCodec;
use crate::item::Write;
use crate::time::{Always, Reading, TimeCodec, TimeField, Unit, Written, key_codec};
use crate::value::{DecodeError, Decoder, EncodeError, Encoder, KeyText, Step};

/// What stands between the parts of a composed key.
pub const SEPARATOR: char = '#';

/// The character after the separator: `P$` lies behind every `P#…` and before every longer text that
/// does not continue with the separator.
pub(crate) const AFTER_SEPARATOR: char = '$';

/// The time part of a composed key.
pub trait KeyTime {
    /// Appends the time's text.
    fn write_time(&self, text: &mut String) -> Result<(), EncodeError>;
}

/// A time field and its codec.
#[derive(Debug)]
pub struct TimePart<'a, V>(pub AttributeCodec<V>, pub &'a V);

impl<V> KeyTime for TimePart<'_, V> {
    fn write_time(&self, text: &mut String) -> Result<(), EncodeError> {
        let moment = self.0.moment(self.1).ok_or_else(|| {
            EncodeError::new("a key attribute has no time: give the field a value")
        })?;
        text.push_str(&self.0.format().text(moment)?);
        Ok(())
    }
}

/// A part of a composed key, on its way out.
pub trait KeyPart {
    /// Appends the part's text.
    fn write_part(&self, text: &mut String) -> Result<(), EncodeError>;
}

impl<V: KeyText> KeyPart for V {
    fn write_part(&self, text: &mut String) -> Result<(), EncodeError> {
        self.write_key_text(text)
    }
}

/// A sort key on its way out: the time, the separator, the suffix.
pub struct Composed<'a> {
    /// The time.
    pub time: &'a dyn KeyTime,
    /// The suffix, and the attribute it comes from.
    pub suffix: (&'static str, &'a dyn KeyPart),
}

impl Composed<'_> {
    fn text(&self) -> Result<String, EncodeError> {
        let mut text = String::new();
        self.time.write_time(&mut text)?;
        text.push(SEPARATOR);
        let length = text.len();
        let (name, suffix) = self.suffix;
        suffix
            .write_part(&mut text)
            .map_err(|error| error.at(Step::Field(Cow::Borrowed(name))))?;
        if text.len() == length {
            return Err(EncodeError::new(
                "the suffix of a sort key is empty: two events at one instant would be one item",
            )
            .at(Step::Field(Cow::Borrowed(name))));
        }
        Ok(text)
    }
}

impl Write for Composed<'_> {
    fn is_absent(&self) -> bool {
        false
    }

    fn write(&self, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
        encoder.string(&self.text()?);
        Ok(())
    }
}

/// The codec of a time that is stored only in a suffixed sort key: it reads the time part.
pub const fn suffixed<V, U>() -> TimeCodec<V>
where
    V: TimeField,
    V::Is: Written<V, U> + Always,
    U: Unit,
{
    let mut codec = key_codec::<V, U>(false);
    codec.codec.decode = read_suffixed::<V, U>;
    codec
}

fn read_suffixed<V, U>(decoder: &mut dyn Decoder) -> Result<V, DecodeError>
where
    V: TimeField,
    V::Is: Written<V, U> + Always,
    U: Unit,
{
    let text = decoder.string()?;
    let time = time_part(&text, U::FORMAT.width().unwrap_or(0))
        .ok_or_else(|| DecodeError::new("a time, `#` and a suffix", "another text"))?;
    let codec = key_codec::<V, U>(false);
    let moment = U::FORMAT.parse(time, Reading::Canonical)?;
    (codec.from_moment)(moment)
}

/// The first `width` bytes of a sort key, if the separator and a suffix follow them.
pub(crate) fn time_part(text: &str, width: usize) -> Option<&str> {
    let (time, rest) = text.split_at_checked(width)?;
    rest.strip_prefix(SEPARATOR)
        .is_some_and(|suffix| !suffix.is_empty())
        .then_some(time)
}
