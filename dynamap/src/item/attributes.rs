//! What has attributes beside structs: maps, and pointers to and options of what has some.

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, Hash};

use super::fields::{decode_entries, remaining};
use super::filled::{FillsNothing, NOTHING_FILLED};
use super::{AttributeNames, Attributes};
use crate::value::{DecodeError, Decoder, DynamoValue, EncodeError, Encoder, MapKey};
use crate::value::{decode_entries as read_map, encode_entries as write_map};

const OPEN: &AttributeNames = &AttributeNames {
    own: &[],
    flattened: &[],
    open: true,
    filled: NOTHING_FILLED,
};

/// Attributes of any names.
#[diagnostic::do_not_recommend]
impl<K: MapKey + Eq + Hash, V: DynamoValue, S: BuildHasher + Default> Attributes
    for HashMap<K, V, S>
{
    const NAMES: &'static AttributeNames = OPEN;
    type Fills = FillsNothing;

    fn encode_attributes(&self, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
        write_map(self.iter(), encoder)
    }

    fn decode_attributes(decoder: &mut dyn Decoder) -> Result<Self, DecodeError> {
        let mut map = Self::default();
        read_map(decoder, |key, value| {
            map.insert(key, value);
        })?;
        Ok(map)
    }
}

/// Attributes of any names.
#[diagnostic::do_not_recommend]
impl<K: MapKey + Ord, V: DynamoValue> Attributes for BTreeMap<K, V> {
    const NAMES: &'static AttributeNames = OPEN;
    type Fills = FillsNothing;

    fn encode_attributes(&self, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
        write_map(self.iter(), encoder)
    }

    fn decode_attributes(decoder: &mut dyn Decoder) -> Result<Self, DecodeError> {
        let mut map = Self::new();
        read_map(decoder, |key, value| {
            map.insert(key, value);
        })?;
        Ok(map)
    }
}

/// The attributes of what it points to.
#[diagnostic::do_not_recommend]
impl<T: Attributes> Attributes for Box<T> {
    const NAMES: &'static AttributeNames = T::NAMES;
    type Fills = T::Fills;

    fn carried_version(&self) -> Option<u64> {
        T::carried_version(self)
    }

    fn encode_attributes(&self, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
        T::encode_attributes(self, encoder)
    }

    fn decode_attributes(decoder: &mut dyn Decoder) -> Result<Self, DecodeError> {
        T::decode_attributes(decoder).map(Self::new)
    }
}

/// All attributes or none: `None` if none of them is there. What writes fill is always there.
#[diagnostic::do_not_recommend]
impl<T: Attributes> Attributes for Option<T> {
    const NAMES: &'static AttributeNames = {
        assert!(
            !T::NAMES.are_filled(),
            "a flattened struct with a stamp, a TTL or a version is no `Option`: writes fill these in every item"
        );
        T::NAMES
    };
    type Fills = T::Fills;

    fn encode_attributes(&self, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
        match self {
            Some(value) => value.encode_attributes(encoder),
            None => Ok(()),
        }
    }

    fn decode_attributes(decoder: &mut dyn Decoder) -> Result<Self, DecodeError> {
        let item = remaining(decoder)?;
        let open = T::NAMES.is_open();
        if item.keys().any(|name| open || T::NAMES.contains(name)) {
            decode_entries(item, T::decode_attributes).map(Some)
        } else {
            Ok(None)
        }
    }
}
