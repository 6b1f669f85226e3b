use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, Hash};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::rc::Rc;
use std::sync::Arc;

use super::container::{AsMap, Container, Contents};
use super::scalar::parse_char;
use super::text::StackText;
use super::{DecodeError, Decoder, DynamoValue, EncodeError, Encoder, Step, kind};

/// The key of a `HashMap` or `BTreeMap`, which becomes the name of an attribute of an M.
///
/// Integers are written in plain decimal and read from nothing else: `"01"` is an error, since it
/// could not be written back.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the key of a map",
    label = "not a map key",
    note = "the keys of a map are attribute names: use a `String`, an integer or a `Uuid`"
)]
pub trait MapKey: Sized {
    /// The attribute's name.
    fn write_map_key(&self) -> Cow<'_, str>;

    /// Reads what [`write_map_key`](Self::write_map_key) writes.
    fn read_map_key(name: Cow<'_, str>) -> Result<Self, DecodeError>;
}

macro_rules! texts {
    ($($text:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl MapKey for $text {
            fn write_map_key(&self) -> Cow<'_, str> {
                Cow::Borrowed(self)
            }

            fn read_map_key(name: Cow<'_, str>) -> Result<Self, DecodeError> {
                Ok(name.into_owned().into())
            }
        }
    )*};
}

#[diagnostic::do_not_recommend]
impl MapKey for String {
    fn write_map_key(&self) -> Cow<'_, str> {
        Cow::Borrowed(self)
    }

    fn read_map_key(name: Cow<'_, str>) -> Result<Self, DecodeError> {
        Ok(name.into_owned())
    }
}

texts!(Box<str>, Arc<str>, Rc<str>, Cow<'static, str>);

#[diagnostic::do_not_recommend]
impl MapKey for char {
    fn write_map_key(&self) -> Cow<'_, str> {
        Cow::Owned(self.to_string())
    }

    fn read_map_key(name: Cow<'_, str>) -> Result<Self, DecodeError> {
        parse_char(&name)
    }
}

macro_rules! integers {
    ($($integer:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl MapKey for $integer {
            fn write_map_key(&self) -> Cow<'_, str> {
                Cow::Owned(self.to_string())
            }

            fn read_map_key(name: Cow<'_, str>) -> Result<Self, DecodeError> {
                name.parse()
                    .ok()
                    .filter(|key: &Self| {
                        StackText::<40>::of(key).is_some_and(|text| text.as_str() == name)
                    })
                    .ok_or_else(|| {
                        DecodeError::new(
                            concat!("an integer in ", stringify!($integer), " as the map's key"),
                            "another text",
                        )
                    })
            }
        }
    )*};
}

integers!(
    i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize
);

macro_rules! fixed_texts {
    ($($(#[$attribute:meta])* $type:ty: $read:expr),* $(,)?) => {$(
        $(#[$attribute])*
        #[diagnostic::do_not_recommend]
        impl MapKey for $type {
            fn write_map_key(&self) -> Cow<'_, str> {
                Cow::Owned(self.to_string())
            }

            fn read_map_key(name: Cow<'_, str>) -> Result<Self, DecodeError> {
                $read(&name)
            }
        }
    )*};
}

fixed_texts!(
    IpAddr: |name| super::canonical::read(name, "an IP address"),
    Ipv4Addr: |name| super::canonical::read(name, "an IPv4 address"),
    Ipv6Addr: |name| super::canonical::read(name, "an IPv6 address"),
);

/// Hyphenated, in lower case.
#[cfg(feature = "uuid")]
#[diagnostic::do_not_recommend]
impl MapKey for uuid::Uuid {
    fn write_map_key(&self) -> Cow<'_, str> {
        Cow::Owned(self.to_string())
    }

    fn read_map_key(name: Cow<'_, str>) -> Result<Self, DecodeError> {
        super::canonical::read(&name, super::canonical::UUID)
    }
}

fn encode_map<'a, K: MapKey + 'a, V: DynamoValue + 'a>(
    entries: impl ExactSizeIterator<Item = (&'a K, &'a V)>,
    encoder: &mut dyn Encoder,
) -> Result<(), EncodeError> {
    encoder.open_map(entries.len());
    encode_entries(entries, encoder)?;
    encoder.close();
    Ok(())
}

/// Writes the entries of a map into the open map.
pub(crate) fn encode_entries<'a, K: MapKey + 'a, V: DynamoValue + 'a>(
    entries: impl Iterator<Item = (&'a K, &'a V)>,
    encoder: &mut dyn Encoder,
) -> Result<(), EncodeError> {
    for (key, value) in entries {
        if value.is_absent() {
            continue;
        }
        encoder.key(&key.write_map_key());
        value
            .encode(encoder)
            .map_err(|error| error.at(Step::Entry))?;
    }
    Ok(())
}

fn decode_map<K: MapKey, V: DynamoValue>(
    decoder: &mut dyn Decoder,
    insert: impl FnMut(K, V),
) -> Result<(), DecodeError> {
    decoder.open_map()?;
    decode_entries(decoder, insert)
}

/// Reads the entries of the open map, to its end.
pub(crate) fn decode_entries<K: MapKey, V: DynamoValue>(
    decoder: &mut dyn Decoder,
    mut insert: impl FnMut(K, V),
) -> Result<(), DecodeError> {
    loop {
        let Some(name) = decoder.next_key()? else {
            return Ok(());
        };
        let key = K::read_map_key(name).map_err(|error| error.at(Step::Entry))?;
        let value = V::decode(decoder).map_err(|error| error.at(Step::Entry))?;
        insert(key, value);
    }
}

/// M; absent values (`None`, an empty set) are left out.
impl<K: MapKey + Eq + Hash, V: DynamoValue, S: BuildHasher + Default> Contents<HashMap<K, V, S>>
    for AsMap
{
    type Kind = kind::Map;

    fn encode(value: &HashMap<K, V, S>, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
        encode_map(value.iter(), encoder)
    }

    fn decode(decoder: &mut dyn Decoder) -> Result<HashMap<K, V, S>, DecodeError> {
        let mut map = HashMap::default();
        decode_map(decoder, |key, value| {
            map.insert(key, value);
        })?;
        Ok(map)
    }
}

#[diagnostic::do_not_recommend]
impl<K, V, S> Container for HashMap<K, V, S> {
    type Is = AsMap;
}

/// M; absent values (`None`, an empty set) are left out.
impl<K: MapKey + Ord, V: DynamoValue> Contents<BTreeMap<K, V>> for AsMap {
    type Kind = kind::Map;

    fn encode(value: &BTreeMap<K, V>, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
        encode_map(value.iter(), encoder)
    }

    fn decode(decoder: &mut dyn Decoder) -> Result<BTreeMap<K, V>, DecodeError> {
        let mut map = BTreeMap::default();
        decode_map(decoder, |key, value| {
            map.insert(key, value);
        })?;
        Ok(map)
    }
}

#[diagnostic::do_not_recommend]
impl<K, V> Container for BTreeMap<K, V> {
    type Is = AsMap;
}
