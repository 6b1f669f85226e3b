//! What generated code calls. No public interface: it changes with the derives.

pub use crate::expression::AttributeCodec;
pub use crate::item::{
    Attributes, Out, Read, Slot, Write, decode_map, encode_map, read_all, unfilled, write_all,
};
pub use crate::key::{AnySort, Composed, KeyPart, KeyTime, SortAttribute, TimePart, suffixed};
pub use crate::schema::NO_SCHEMA;
pub use crate::time::{codec, key_codec, ttl_codec};
pub use crate::value::{
    Codec, ListElement, ScalarType, TextValue, VersionValue, read_name, version,
};

use crate::value::{
    DecodeError, Decoder, DynamoValue, EncodeError, Encoder, IndexKeyValue, KeyValue,
};

/// The codec of an attribute.
pub const fn value_codec<V: DynamoValue>() -> AttributeCodec<V> {
    AttributeCodec::value()
}

/// The codec of a key attribute of the table.
pub const fn key_value_codec<V: KeyValue>() -> AttributeCodec<V> {
    AttributeCodec::key()
}

/// The codec of a key attribute of an index.
pub const fn index_key_codec<V: IndexKeyValue>() -> AttributeCodec<V> {
    AttributeCodec::index_key()
}

/// The codec of the version.
pub const fn version_codec<V: VersionValue>() -> AttributeCodec<V> {
    AttributeCodec::with(version::<V>())
}

/// The codec of a module of the user's own.
pub const fn with_codec<V>(
    encode: fn(&V, &mut dyn Encoder) -> Result<(), EncodeError>,
    decode: fn(&mut dyn Decoder) -> Result<V, DecodeError>,
) -> AttributeCodec<V> {
    AttributeCodec::with(Codec {
        encode,
        decode,
        is_absent: |_| false,
        absent: || None,
    })
}

/// The codec of a field of a struct that has faults: nothing is demanded of its type, so that the
/// faults are the only errors.
pub const fn no_codec<V>() -> AttributeCodec<V> {
    with_codec(
        |_, _| Err(EncodeError::new("a struct with faults")),
        |_| {
            Err(DecodeError::new(
                "a struct without faults",
                "one with faults",
            ))
        },
    )
}
