//! The three mappings behind one signature each way.

use dynamap::DynamoItem;
use dynamap::value::{Decoder, TreeDecoder};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::by_hand::{ByHand, Map};
use super::inputs::Sample;

/// An item that all three can map.
pub(crate) trait Mapped:
    Sample + DynamoItem + ByHand + Serialize + DeserializeOwned
{
}

impl<T: Sample + DynamoItem + ByHand + Serialize + DeserializeOwned> Mapped for T {}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mapper {
    Dynamap,
    ByHand,
    SerdeDynamo,
}

impl Mapper {
    pub(crate) const ALL: [Self; 3] = [Self::ByHand, Self::Dynamap, Self::SerdeDynamo];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Dynamap => "dynamap",
            Self::ByHand => "by hand",
            Self::SerdeDynamo => "serde_dynamo",
        }
    }

    /// # Panics
    ///
    /// If the item cannot be written, which a sample can.
    pub(crate) fn encode<T: Mapped>(self, item: &T) -> Map {
        match self {
            Self::Dynamap => item.to_item().unwrap(),
            Self::ByHand => item.to_map(),
            Self::SerdeDynamo => serde_dynamo::to_item(item).unwrap(),
        }
    }

    /// # Panics
    ///
    /// If the map is not the item's.
    pub(crate) fn decode<T: Mapped>(self, mut map: Map) -> T {
        match self {
            Self::Dynamap => {
                let mut decoder = TreeDecoder::item(&mut map);
                decoder.open_map().unwrap();
                T::decode_attributes(&mut decoder).unwrap()
            }
            Self::ByHand => T::from_map(map).unwrap(),
            Self::SerdeDynamo => serde_dynamo::from_item(map).unwrap(),
        }
    }
}
