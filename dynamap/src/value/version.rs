use super::{Codec, DecodeError, Decoder, DynamoValue, EncodeError, Encoder, WireType};

/// A type that a `#[version]` can have: an integer of at least 32 bits, or an `Option` of one.
///
/// Versions count from 1. `None` and 0 mean "not stored yet", and so do an absent and a NULL
/// attribute.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a version",
    label = "not a version",
    note = "a version is an integer that counts the writes: `u64`, `u32`, `i64`, `i32`, or an `Option` of one"
)]
pub trait VersionValue: DynamoValue {
    /// The largest version: one write more would store what does not read back.
    const LIMIT: u64;
    /// The stored version; `None` if the item is not stored yet.
    fn to_version(&self) -> Option<u64>;
    /// "Not stored yet".
    fn not_stored() -> Self;
}

macro_rules! versions {
    ($($integer:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl VersionValue for $integer {
            #[allow(clippy::cast_sign_loss, reason = "the largest value is positive")]
            const LIMIT: u64 = <$integer>::MAX as u64;

            fn to_version(&self) -> Option<u64> {
                u64::try_from(*self).ok().filter(|version| *version > 0)
            }

            fn not_stored() -> Self {
                0
            }
        }

        #[diagnostic::do_not_recommend]
        impl VersionValue for Option<$integer> {
            const LIMIT: u64 = <$integer as VersionValue>::LIMIT;

            fn to_version(&self) -> Option<u64> {
                self.and_then(|version| version.to_version())
            }

            fn not_stored() -> Self {
                None
            }
        }
    )*};
}

versions!(u32, u64, i32, i64);

/// The codec of a version.
pub const fn version<V: VersionValue>() -> Codec<V> {
    Codec {
        encode: write::<V>,
        decode: read::<V>,
        is_absent: V::is_absent,
        absent: || Some(V::not_stored()),
    }
}

fn write<V: VersionValue>(version: &V, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
    version.encode(encoder)
}

fn read<V: VersionValue>(decoder: &mut dyn Decoder) -> Result<V, DecodeError> {
    if decoder.wire_type()? == WireType::Null {
        decoder.null()?;
        return Ok(V::not_stored());
    }
    V::decode(decoder)
}
