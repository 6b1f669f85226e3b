use super::{Codec, DecodeError, Decoder, DynamoValue, EncodeError, Encoder};

/// A type with a `None`, which `#[dynamo(null)]` stores as NULL.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is never `None`",
    label = "nothing of it would be NULL",
    note = "`null` stores `None` as NULL: use an `Option`, or remove `null`"
)]
pub trait Nullable {}

#[diagnostic::do_not_recommend]
impl<T> Nullable for Option<T> {}

fn encode<V: DynamoValue>(value: &V, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
    if value.is_absent() {
        encoder.null();
        Ok(())
    } else {
        value.encode(encoder)
    }
}

fn decode<V: DynamoValue>(decoder: &mut dyn Decoder) -> Result<V, DecodeError> {
    V::decode(decoder)
}

/// The codec of a value that is stored as NULL where it would be absent.
pub const fn null<V: Nullable + DynamoValue>() -> Codec<V> {
    Codec {
        encode: encode::<V>,
        decode: decode::<V>,
        is_absent: |_| false,
        absent: V::absent,
    }
}
