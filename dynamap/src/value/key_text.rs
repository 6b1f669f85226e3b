use std::borrow::Cow;
use std::rc::Rc;
use std::sync::Arc;

use super::scalar::parse_char;
use super::text::StackText;
use super::{DecodeError, DynamoValue, EncodeError, date};

/// A type that can be a part of a composed text key, between separators.
///
/// The text sorts as the value does, and reads back as the same value. The derive implements it
/// for enums of unit variants and for transparent structs of such a type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a part of a composed key",
    label = "not a part of a key",
    note = "parts are texts: `String`, an integer of up to 64 bits, a `Uuid`, a date, or an enum of unit variants"
)]
pub trait KeyText: DynamoValue {
    /// The length in bytes, where every value has the same; such a text holds no separator.
    const WIDTH: Option<usize> = None;

    /// Appends the text.
    fn write_key_text(&self, out: &mut String) -> Result<(), EncodeError>;

    /// Reads what [`write_key_text`](Self::write_key_text) writes, and nothing else.
    fn read_key_text(text: &str) -> Result<Self, DecodeError>;
}

/// A type that can be a part of a composed key of an index: a [`KeyText`], or an `Option` of one,
/// whose `None` keeps the item out of the index.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a part of a composed key of an index",
    label = "not a part of a key",
    note = "parts are texts: `String`, an integer of up to 64 bits, a `Uuid`, a date, an enum of unit variants, or an `Option` of one"
)]
pub trait IndexKeyText: DynamoValue {
    /// As [`KeyText::WIDTH`].
    const INDEX_WIDTH: Option<usize>;

    /// As [`KeyText::write_key_text`]; an error without a value.
    fn write_index_key_text(&self, out: &mut String) -> Result<(), EncodeError>;

    /// As [`KeyText::read_key_text`].
    fn read_index_key_text(text: &str) -> Result<Self, DecodeError>;
}

impl<V: KeyText> IndexKeyText for V {
    const INDEX_WIDTH: Option<usize> = V::WIDTH;

    fn write_index_key_text(&self, out: &mut String) -> Result<(), EncodeError> {
        self.write_key_text(out)
    }

    fn read_index_key_text(text: &str) -> Result<Self, DecodeError> {
        V::read_key_text(text)
    }
}

#[diagnostic::do_not_recommend]
impl<V: KeyText> IndexKeyText for Option<V> {
    const INDEX_WIDTH: Option<usize> = V::WIDTH;

    fn write_index_key_text(&self, out: &mut String) -> Result<(), EncodeError> {
        match self {
            Some(value) => value.write_key_text(out),
            None => Err(EncodeError::new("a part of a key has no value")),
        }
    }

    fn read_index_key_text(text: &str) -> Result<Self, DecodeError> {
        V::read_key_text(text).map(Some)
    }
}

#[diagnostic::do_not_recommend]
impl KeyText for String {
    fn write_key_text(&self, out: &mut String) -> Result<(), EncodeError> {
        out.push_str(self);
        Ok(())
    }

    fn read_key_text(text: &str) -> Result<Self, DecodeError> {
        Ok(text.to_owned())
    }
}

macro_rules! texts {
    ($($text:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl KeyText for $text {
            fn write_key_text(&self, out: &mut String) -> Result<(), EncodeError> {
                out.push_str(self);
                Ok(())
            }

            fn read_key_text(text: &str) -> Result<Self, DecodeError> {
                Ok(text.to_owned().into())
            }
        }
    )*};
}

texts!(Box<str>, Arc<str>, Rc<str>, Cow<'static, str>);

#[diagnostic::do_not_recommend]
impl KeyText for char {
    fn write_key_text(&self, out: &mut String) -> Result<(), EncodeError> {
        out.push(*self);
        Ok(())
    }

    fn read_key_text(text: &str) -> Result<Self, DecodeError> {
        parse_char(text)
    }
}

const INTEGER_WIDTH: usize = 20;

fn write_integer(value: Option<u64>, out: &mut String) -> Result<(), EncodeError> {
    let value = value.ok_or_else(|| {
        EncodeError::new(
            "a negative integer cannot be a part of a composed key: its text would not sort",
        )
    })?;
    let text = StackText::<INTEGER_WIDTH>::of(format_args!("{value:020}"))
        .ok_or_else(|| EncodeError::new("an integer of more than 20 digits"))?;
    out.push_str(text.as_str());
    Ok(())
}

fn read_integer<I: TryFrom<u64>>(text: &str, expected: &'static str) -> Result<I, DecodeError> {
    let digits = text.len() == INTEGER_WIDTH && text.bytes().all(|byte| byte.is_ascii_digit());
    let number: Option<u64> = digits.then(|| text.parse().ok()).flatten();
    number
        .and_then(|number| I::try_from(number).ok())
        .ok_or_else(|| DecodeError::new(expected, "another text"))
}

macro_rules! integers {
    ($($integer:ty),*) => {$(
        /// 20 digits, zero-padded; a negative integer is an error.
        #[diagnostic::do_not_recommend]
        impl KeyText for $integer {
            const WIDTH: Option<usize> = Some(INTEGER_WIDTH);

            fn write_key_text(&self, out: &mut String) -> Result<(), EncodeError> {
                #[allow(clippy::useless_conversion, clippy::unnecessary_fallible_conversions)]
                write_integer(u64::try_from(*self).ok(), out)
            }

            fn read_key_text(text: &str) -> Result<Self, DecodeError> {
                read_integer(
                    text,
                    concat!("20 digits of an integer in ", stringify!($integer)),
                )
            }
        }
    )*};
}

integers!(i8, i16, i32, i64, isize, u8, u16, u32, u64, usize);

macro_rules! dates {
    ($($date:ty),*) => {$(
        /// `YYYY-MM-DD`.
        #[diagnostic::do_not_recommend]
        impl KeyText for $date {
            const WIDTH: Option<usize> = Some(date::WIDTH);

            fn write_key_text(&self, out: &mut String) -> Result<(), EncodeError> {
                out.push_str(date::write(self)?.as_str());
                Ok(())
            }

            fn read_key_text(text: &str) -> Result<Self, DecodeError> {
                date::read(text)
            }
        }
    )*};
}

dates!(time::Date);

#[cfg(feature = "chrono")]
dates!(chrono::NaiveDate);

#[cfg(feature = "jiff")]
dates!(jiff::civil::Date);

/// Hyphenated, in lower case.
#[cfg(feature = "uuid")]
#[diagnostic::do_not_recommend]
impl KeyText for uuid::Uuid {
    const WIDTH: Option<usize> = Some(36);

    fn write_key_text(&self, out: &mut String) -> Result<(), EncodeError> {
        out.push_str(self.hyphenated().encode_lower(&mut [0; 36]));
        Ok(())
    }

    fn read_key_text(text: &str) -> Result<Self, DecodeError> {
        super::canonical::read(text, super::canonical::UUID)
    }
}
