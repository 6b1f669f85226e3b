use std::collections::VecDeque;

use super::container::{AsList, Container, Contents};
use super::{DecodeError, Decoder, DynamoValue, EncodeError, Encoder, Step, kind};

/// A value that can stand in a `Vec`, which is then an L.
///
/// Every [`DynamoValue`] but `u8` is one: a `Vec<u8>` is one B. The derive implements it; a type
/// with a hand-written `DynamoValue` adds `impl ListElement for MyType {}`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the element of a list",
    label = "not a list element",
    note = "derive it: `#[derive(DynamoValue)]`; with `DynamoValue` written by hand, add `impl dynamap::value::ListElement for {Self} {{}}`",
    note = "bytes are one B: use `Vec<u8>` or `[u8; N]`"
)]
pub trait ListElement: DynamoValue {}

/// Writes an L; an element that fails carries its index.
pub fn encode_list<'a, T: DynamoValue + 'a>(
    elements: impl ExactSizeIterator<Item = &'a T>,
    encoder: &mut dyn Encoder,
) -> Result<(), EncodeError> {
    encoder.open_list(elements.len());
    for (index, element) in elements.enumerate() {
        element
            .encode(encoder)
            .map_err(|error| error.at(Step::Index(index)))?;
    }
    encoder.close();
    Ok(())
}

/// Reads an L; an element that fails carries its index.
pub fn decode_list<T: DynamoValue>(decoder: &mut dyn Decoder) -> Result<Vec<T>, DecodeError> {
    decoder.open_list()?;
    let mut elements = Vec::with_capacity(decoder.remaining());
    while decoder.next_element()? {
        let element = T::decode(decoder).map_err(|error| error.at(Step::Index(elements.len())))?;
        elements.push(element);
    }
    Ok(elements)
}

/// L.
impl<T: ListElement> Contents<Vec<T>> for AsList {
    type Kind = kind::List;

    fn encode(value: &Vec<T>, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
        encode_list(value.iter(), encoder)
    }

    fn decode(decoder: &mut dyn Decoder) -> Result<Vec<T>, DecodeError> {
        decode_list(decoder)
    }
}

#[diagnostic::do_not_recommend]
impl<T> Container for Vec<T> {
    type Is = AsList;
}

/// L.
impl<T: ListElement> Contents<VecDeque<T>> for AsList {
    type Kind = kind::List;

    fn encode(value: &VecDeque<T>, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
        encode_list(value.iter(), encoder)
    }

    fn decode(decoder: &mut dyn Decoder) -> Result<VecDeque<T>, DecodeError> {
        decode_list(decoder).map(VecDeque::from)
    }
}

#[diagnostic::do_not_recommend]
impl<T> Container for VecDeque<T> {
    type Is = AsList;
}

/// L of exactly `N` elements.
impl<T: ListElement, const N: usize> Contents<[T; N]> for AsList {
    type Kind = kind::List;

    fn encode(value: &[T; N], encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
        encode_list(value.iter(), encoder)
    }

    fn decode(decoder: &mut dyn Decoder) -> Result<[T; N], DecodeError> {
        <[T; N]>::try_from(decode_list(decoder)?).map_err(|elements| {
            DecodeError::new(
                format!("an L of {N} elements"),
                format!("an L of {} elements", elements.len()),
            )
        })
    }
}

#[diagnostic::do_not_recommend]
impl<T, const N: usize> Container for [T; N] {
    type Is = AsList;
}

fn element<T: DynamoValue>(decoder: &mut dyn Decoder, index: usize) -> Result<T, DecodeError> {
    if !decoder.next_element()? {
        return Err(DecodeError::new("another element", "the end of the L").at(Step::Index(index)));
    }
    T::decode(decoder).map_err(|error| error.at(Step::Index(index)))
}

macro_rules! tuples {
    ($(($len:literal: $($element:ident $index:tt),+))*) => {$(
        /// L of exactly as many elements, each of its own type.
        #[diagnostic::do_not_recommend]
        impl<$($element: DynamoValue),+> DynamoValue for ($($element,)+) {
            type Kind = kind::List;

            fn encode(&self, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
                encoder.open_list($len);
                $(
                    self.$index
                        .encode(encoder)
                        .map_err(|error| error.at(Step::Index($index)))?;
                )+
                encoder.close();
                Ok(())
            }

            fn decode(decoder: &mut dyn Decoder) -> Result<Self, DecodeError> {
                decoder.open_list()?;
                let tuple = ($(element::<$element>(decoder, $index)?,)+);
                if decoder.next_element()? {
                    return Err(DecodeError::new(
                        concat!("an L of ", $len, " elements"),
                        "a longer one",
                    ));
                }
                Ok(tuple)
            }
        }

        #[diagnostic::do_not_recommend]
        impl<$($element: DynamoValue),+> ListElement for ($($element,)+) {}
    )*};
}

tuples! {
    (1: A 0)
    (2: A 0, B 1)
    (3: A 0, B 1, C 2)
    (4: A 0, B 1, C 2, D 3)
    (5: A 0, B 1, C 2, D 3, E 4)
    (6: A 0, B 1, C 2, D 3, E 4, F 5)
}
