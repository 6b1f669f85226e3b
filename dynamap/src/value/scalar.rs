use std::borrow::Cow;
use std::rc::Rc;
use std::sync::Arc;

use super::container::{AsInner, Container, Contents};
use super::{DecodeError, Decoder, DynamoValue, EncodeError, Encoder, kind};

/// BOOL.
#[diagnostic::do_not_recommend]
impl DynamoValue for bool {
    type Kind = kind::Boolean;

    fn encode(&self, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
        encoder.boolean(*self);
        Ok(())
    }

    fn decode(decoder: &mut dyn Decoder) -> Result<Self, DecodeError> {
        decoder.boolean()
    }
}

/// S of one character.
#[diagnostic::do_not_recommend]
impl DynamoValue for char {
    type Kind = kind::Text;

    fn encode(&self, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
        encoder.string(self.encode_utf8(&mut [0; 4]));
        Ok(())
    }

    fn decode(decoder: &mut dyn Decoder) -> Result<Self, DecodeError> {
        parse_char(&decoder.string()?)
    }
}

/// The one character of a text.
pub(super) fn parse_char(text: &str) -> Result<char, DecodeError> {
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (Some(character), None) => Ok(character),
        (None, _) => Err(DecodeError::new("one character", "an empty S")),
        _ => Err(DecodeError::new("one character", "an S of several")),
    }
}

/// S; the empty text is S `""`.
#[diagnostic::do_not_recommend]
impl DynamoValue for String {
    type Kind = kind::Text;

    fn encode(&self, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
        encoder.string(self);
        Ok(())
    }

    fn decode(decoder: &mut dyn Decoder) -> Result<Self, DecodeError> {
        decoder.string().map(Cow::into_owned)
    }
}

macro_rules! texts {
    ($($text:ty),*) => {$(
        /// S.
        #[diagnostic::do_not_recommend]
        impl DynamoValue for $text {
            type Kind = kind::Text;

            fn encode(&self, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
                encoder.string(self);
                Ok(())
            }

            fn decode(decoder: &mut dyn Decoder) -> Result<Self, DecodeError> {
                Ok(decoder.string()?.into_owned().into())
            }
        }
    )*};
}

texts!(Box<str>, Arc<str>, Rc<str>, Cow<'static, str>);

macro_rules! pointers {
    ($($pointer:ident),*) => {$(
        /// What it points to.
        impl<T: DynamoValue> Contents<$pointer<T>> for AsInner {
            type Kind = T::Kind;

            fn encode(value: &$pointer<T>, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
                T::encode(value, encoder)
            }

            fn decode(decoder: &mut dyn Decoder) -> Result<$pointer<T>, DecodeError> {
                T::decode(decoder).map($pointer::new)
            }

            fn is_absent(value: &$pointer<T>) -> bool {
                T::is_absent(value)
            }

            fn absent() -> Option<$pointer<T>> {
                T::absent().map($pointer::new)
            }
        }

        #[diagnostic::do_not_recommend]
        impl<T> Container for $pointer<T> {
            type Is = AsInner;
        }
    )*};
}

pointers!(Box, Arc, Rc);
