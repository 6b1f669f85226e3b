use std::borrow::Cow;
use std::sync::Arc;

use aws_smithy_types::Blob;

use super::{DecodeError, Decoder, DynamoValue, EncodeError, Encoder, kind};

/// B.
#[diagnostic::do_not_recommend]
impl DynamoValue for Vec<u8> {
    type Kind = kind::Binary;

    fn encode(&self, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
        encoder.binary(self);
        Ok(())
    }

    fn decode(decoder: &mut dyn Decoder) -> Result<Self, DecodeError> {
        decoder.binary().map(Cow::into_owned)
    }
}

macro_rules! bytes {
    ($($bytes:ty),*) => {$(
        /// B.
        #[diagnostic::do_not_recommend]
        impl DynamoValue for $bytes {
            type Kind = kind::Binary;

            fn encode(&self, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
                encoder.binary(self);
                Ok(())
            }

            fn decode(decoder: &mut dyn Decoder) -> Result<Self, DecodeError> {
                Ok(decoder.binary()?.into_owned().into())
            }
        }
    )*};
}

bytes!(Box<[u8]>, Arc<[u8]>);

#[cfg(feature = "bytes")]
bytes!(bytes::Bytes);

/// B of exactly `N` bytes.
#[diagnostic::do_not_recommend]
impl<const N: usize> DynamoValue for [u8; N] {
    type Kind = kind::Binary;

    fn encode(&self, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
        encoder.binary(self);
        Ok(())
    }

    fn decode(decoder: &mut dyn Decoder) -> Result<Self, DecodeError> {
        let bytes = decoder.binary()?;
        Self::try_from(bytes.as_ref()).map_err(|_| {
            DecodeError::new(
                format!("a B of {N} bytes"),
                format!("a B of {} bytes", bytes.len()),
            )
        })
    }
}

/// B.
#[diagnostic::do_not_recommend]
impl DynamoValue for Blob {
    type Kind = kind::Binary;

    fn encode(&self, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
        encoder.binary(self.as_ref());
        Ok(())
    }

    fn decode(decoder: &mut dyn Decoder) -> Result<Self, DecodeError> {
        Vec::decode(decoder).map(Self::new)
    }
}
