//! The fields of a tuple struct: an L of exactly as many elements.

use super::{Read, Write};
use crate::value::{DecodeError, Decoder, EncodeError, Encoder, Step};

/// Writes an L. What would be an absent attribute is NULL here.
pub fn write_elements(encoder: &mut dyn Encoder, values: &[&dyn Write]) -> Result<(), EncodeError> {
    encoder.open_list(values.len());
    for (index, value) in values.iter().enumerate() {
        value
            .write(encoder)
            .map_err(|error| error.at(Step::Index(index)))?;
    }
    encoder.close();
    Ok(())
}

/// Reads an L.
pub fn read_elements(
    decoder: &mut dyn Decoder,
    slots: &mut [&mut dyn Read],
) -> Result<(), DecodeError> {
    let expected = slots.len();
    let wrong_length =
        |found: &'static str| DecodeError::new(format!("an L of {expected} elements"), found);
    decoder.open_list()?;
    for (index, slot) in slots.iter_mut().enumerate() {
        if !decoder.next_element()? {
            return Err(wrong_length("a shorter one"));
        }
        slot.read(decoder)
            .map_err(|error| error.at(Step::Index(index)))?;
    }
    if decoder.next_element()? {
        return Err(wrong_length("a longer one"));
    }
    Ok(())
}
