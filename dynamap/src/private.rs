//! What generated code calls. No public interface: it changes with the derives.

pub use crate::collection::{Fault, Joined, Member, fault_of, member, other, read_member};
pub use crate::expression::{
    AttributeCodec, Everywhere, index_key_codec, index_part_codec, key_value_codec, null_codec,
    set_codec, stored_set_codec, value_codec, value_part_codec, version_codec,
};
pub use crate::item::{
    AliasedSlot, AttributeNames, Attributes, Beside, Filled, Filling, Fills, FillsNothing,
    LeavesAsItIs, NO_NAMES, NOTHING_FILLED, No, NoVersion, Out, Read, Rest, Slot, StampsAreThere,
    TagSlot, TtlIsThere, VersionAttribute, VersionIsThere, Write, Yes, beside, decode_held,
    decode_map, encode_held, encode_map, held, read_all, read_elements, read_fields, unfilled,
    write_all, write_beside, write_elements, write_fields, write_flattened,
};
pub use crate::key::{
    AnyPartition, AnySort, Composed, Era, KeyField, KeyLayout, KeyPart, KeySlot, Part, PartCodec,
    PartSlot, Recover, SEPARATOR, recover,
};
pub use crate::projection::{
    FieldAt, FieldInfo, FieldOf, ItemFields, ProjectedSlot, ReadProjected, position, read_projected,
};
pub use crate::schema::{ComposedKey, NO_SCHEMA};
pub use crate::streams::rollups::{
    rollup_amount, rollup_average, rollup_count, rollup_count_of, rollup_exact, rollup_extreme,
    rollup_last, rollup_max, rollup_min, rollup_one, rollup_order, rollup_presence, rollup_stale,
    rollup_sum, rollup_time, rollup_value, rollup_window,
};
pub use crate::time::{codec, key_codec, part_codec, ttl_codec};
pub use crate::value::{
    AsStruct, Container, ListAsSet, ListElement, Names, ScalarType, Tag, TaggedValue, TextValue,
    UnknownName, decode_beside, decode_tagged, nameless, read_name,
};

use crate::value::{Codec, DecodeError, Decoder, EncodeError, Encoder};

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

/// The codec of a type that serde knows.
#[cfg(feature = "serde_dynamo")]
pub const fn serde_codec<V: serde::Serialize + serde::de::DeserializeOwned>() -> AttributeCodec<V> {
    AttributeCodec::with(crate::value::serde::<V>())
}

/// Says which feature is missing.
#[cfg(not(feature = "serde_dynamo"))]
pub const fn serde_codec<V: WrittenBySerde>() -> AttributeCodec<V> {
    no_codec::<V>()
}

/// What no type is without the feature `serde_dynamo`.
#[cfg(not(feature = "serde_dynamo"))]
#[diagnostic::on_unimplemented(
    message = "`#[dynamo(serde)]` needs dynamap's feature `serde_dynamo`",
    label = "cannot be written by serde",
    note = "add it: `cargo add dynamap --features serde_dynamo`"
)]
pub trait WrittenBySerde {}
