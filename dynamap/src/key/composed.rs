use std::borrow::Cow;

use crate::expression::AttributeCodec;
use crate::item::Write;
use crate::time::{Always, Reading, TimeCodec, TimeField, Unit, Written, key_codec};
use crate::value::{DecodeError, Decoder, EncodeError, Encoder, Step};

/// What stands between the parts of a composed key.
pub const SEPARATOR: char = '#';

/// The character after the separator: `P$` lies behind every `P#…` and before every longer text that
/// does not continue with the separator.
pub(crate) const AFTER_SEPARATOR: char = '$';

/// A part of a composed key, on its way out.
pub trait KeyPart {
    /// Appends the part's text.
    fn write_part(&self, text: &mut String) -> Result<(), EncodeError>;
}

/// A field that is a part of a composed key, and its codec.
#[derive(Debug)]
pub struct Part<'a, V>(pub AttributeCodec<V>, pub &'a V);

impl<V> KeyPart for Part<'_, V> {
    fn write_part(&self, text: &mut String) -> Result<(), EncodeError> {
        self.0.write_part(self.1, text)
    }
}

/// A sort key on its way out: the time, the separator, the suffix.
pub struct Composed<'a> {
    /// The time.
    pub time: &'a dyn KeyPart,
    /// The suffix, and the attribute it comes from.
    pub suffix: (&'static str, &'a dyn KeyPart),
}

impl Composed<'_> {
    fn text(&self) -> Result<String, EncodeError> {
        let mut text = String::new();
        self.time.write_part(&mut text)?;
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

/// The codec of a time that is stored only in a suffixed sort key: it reads the time part, with
/// `lenient` in any spelling.
pub const fn suffixed<V, U>(lenient: bool) -> TimeCodec<V>
where
    V: TimeField,
    V::Is: Written<V, U> + Always,
    U: Unit,
{
    let mut codec = key_codec::<V, U>(lenient);
    codec.codec.decode = if lenient {
        read_lenient::<V, U>
    } else {
        read_canonical::<V, U>
    };
    codec
}

fn read_canonical<V, U>(decoder: &mut dyn Decoder) -> Result<V, DecodeError>
where
    V: TimeField,
    V::Is: Written<V, U> + Always,
    U: Unit,
{
    let text = decoder.string()?;
    let time = time_part(&text, U::FORMAT.width().unwrap_or(0));
    read_time::<V, U>(time, Reading::Canonical)
}

fn read_lenient<V, U>(decoder: &mut dyn Decoder) -> Result<V, DecodeError>
where
    V: TimeField,
    V::Is: Written<V, U> + Always,
    U: Unit,
{
    // No spelling of a time holds the separator.
    let text = decoder.string()?;
    let time = text.find(SEPARATOR).and_then(|end| time_part(&text, end));
    read_time::<V, U>(time, Reading::Lenient)
}

fn read_time<V, U>(time: Option<&str>, reading: Reading) -> Result<V, DecodeError>
where
    V: TimeField,
    V::Is: Written<V, U> + Always,
    U: Unit,
{
    let time = time.ok_or_else(|| DecodeError::new("a time, `#` and a suffix", "another text"))?;
    let moment = U::FORMAT.parse(time, reading)?;
    (key_codec::<V, U>(false).from_moment)(moment)
}

/// The first `width` bytes of a sort key, if the separator and a suffix follow them.
pub(crate) fn time_part(text: &str, width: usize) -> Option<&str> {
    let (time, rest) = text.split_at_checked(width)?;
    rest.strip_prefix(SEPARATOR)
        .is_some_and(|suffix| !suffix.is_empty())
        .then_some(time)
}
