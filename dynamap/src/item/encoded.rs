//! Items and keys on their way to the service.

use std::sync::Arc;

use aws_sdk_dynamodb::types::AttributeValue;

use super::managed::{Fillable as _, Managed, managed_names};
use super::{DynamoItem, Item, ItemKey, decode_text};
use crate::schema::Schema;
use crate::value::{
    DynamoValue as _, Encoder as _, JsonDecoder, JsonEncoder, MapEncoder, SplitEncoder,
};
use crate::{Error, Result};

/// A key as the SDK holds it.
pub(crate) fn encode_key<K: ItemKey>(key: &K) -> Result<Item> {
    let mut encoder = MapEncoder::new();
    encoder.open_map(2);
    key.encode_key(&mut encoder)?;
    encoder.close();
    Ok(encoder.finish_item()?)
}

/// The fields of a key by their Rust names; empty where no composed key of an index may need them.
fn encode_parts<T: DynamoItem>(key: &T::Key) -> Result<Item> {
    let mut encoder = MapEncoder::new();
    encoder.open_map(4);
    key.encode_parts(&mut encoder)?;
    encoder.close();
    Ok(encoder.finish_item()?)
}

fn has_composed_index_keys(schema: &Schema) -> bool {
    schema.composed.iter().any(|key| key.index.is_some())
}

/// A key on its way to the service.
pub(crate) struct EncodedKey {
    pub(crate) key: Item,
    /// Its fields by their Rust names; empty where no composed key of an index may need them.
    pub(crate) parts: Item,
}

impl EncodedKey {
    pub(crate) fn of<T: DynamoItem>(key: &T::Key) -> Result<Self> {
        Ok(Self {
            key: encode_key(key)?,
            parts: if has_composed_index_keys(T::SCHEMA) {
                encode_parts::<T>(key)?
            } else {
                Item::new()
            },
        })
    }
}

/// An item on its way to the service: what writes look at and fill in as values, the rest as text.
///
/// Most attributes are carried along as they are. As text they are written once, where a map of them
/// would be built, copied for each attempt, and written by the SDK.
pub(crate) struct EncodedItem {
    /// The attributes that writes look at and fill in.
    pub(crate) managed: Managed,
    /// The others, in a text that is not closed: `{"a":{"S":"x"},"b":{"N":"1"}`.
    rest: String,
    /// The fields of its key, as [`EncodedKey`] has them.
    pub(crate) parts: Item,
}

impl EncodedItem {
    pub(crate) fn of<T: DynamoItem>(item: &T) -> Result<Self> {
        let names = managed_names(T::SCHEMA);
        let mut encoder = SplitEncoder::in_item(&names, T::SCHEMA.attributes.len());
        item.encode_attributes(&mut encoder)?;
        let (managed, rest) = encoder.finish();
        Ok(Self {
            managed,
            rest,
            parts: if has_composed_index_keys(T::SCHEMA) {
                encode_parts::<T>(&T::Key::from(item))?
            } else {
                Item::new()
            },
        })
    }

    /// An attribute, managed or not.
    pub(crate) fn attribute(&self, name: &str) -> Result<Option<AttributeValue>> {
        if let Some(value) = self.managed.value(name) {
            return Ok(Some(value.clone()));
        }
        Ok(self.rest()?.remove(name))
    }

    /// All attributes.
    pub(crate) fn into_item(self) -> Result<Item> {
        let mut item = self.rest()?;
        let managed = self.managed.into_iter();
        item.extend(managed.map(|(name, value)| (name.to_owned(), value)));
        Ok(item)
    }

    fn rest(&self) -> Result<Item> {
        read_item(&[&self.rest, "}"].concat())
    }

    /// The item as it is sent.
    pub(crate) fn into_text(self) -> Result<String> {
        close(self.rest, self.managed.iter())
    }
}

/// An item as it is sent: DynamoDB JSON, shared by all that keep it.
#[derive(Clone)]
pub(crate) struct ItemText(Arc<String>);

impl From<String> for ItemText {
    fn from(text: String) -> Self {
        Self(Arc::new(text))
    }
}

impl ItemText {
    pub(crate) fn of(item: &Item) -> Result<Self> {
        Ok(Self::from(write_item(item)?))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// The item as the SDK holds it.
    pub(crate) fn to_item(&self) -> Result<Item> {
        read_item(&self.0)
    }

    /// The item as a struct.
    pub(crate) fn read<T: DynamoItem>(&self) -> Result<T> {
        decode_text(&self.0)
    }
}

/// Writes the last attributes into a text that is not closed.
fn close<'n, 'v>(
    text: String,
    attributes: impl Iterator<Item = (&'n str, &'v AttributeValue)>,
) -> Result<String> {
    let mut encoder = JsonEncoder::going_on(text);
    for (name, value) in attributes {
        encoder.key(name);
        value
            .encode(&mut encoder)
            .map_err(|error| Error::from(error).about(name))?;
    }
    encoder.close();
    Ok(encoder.finish())
}

/// The text of an item or a key.
pub(crate) fn write_item(item: &Item) -> Result<String> {
    let attributes = item.iter().map(|(name, value)| (name.as_str(), value));
    close("{".to_owned(), attributes)
}

/// Reads such a text.
pub(crate) fn read_item(text: &str) -> Result<Item> {
    let mut decoder = JsonDecoder::item_text(text);
    let item = Item::decode(&mut decoder)?;
    decoder.end()?;
    Ok(item)
}
