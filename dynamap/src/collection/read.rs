//! The rows of a table as the variants of a collection.

use std::fmt;

use super::{DynamoCollection, choose, unknown};
use crate::Result;
use crate::expression::{GivenBy, ProjectedPaths, Projection};
use crate::item::Item;
use crate::value::{DecodeError, Decoder, DynamoValue as _, JsonDecoder, TreeDecoder};

/// The items of a collection, as its enum.
#[derive(Debug, Clone, Copy, Default)]
pub struct Members {
    pub(crate) unknown: Unknown,
}

/// What is done with an item of none of the collection's types.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) enum Unknown {
    /// It is the variant with `#[dynamo(other)]`; if there is none, it is left out.
    #[default]
    ByType,
    LeftOut,
    Refused,
}

/// The items of a collection, and those of none of its types as they are stored.
#[derive(Debug, Clone, Copy, Default)]
pub struct WithUnknown;

/// An item of a table, of a type of the collection `C` or of none.
#[derive(Clone, PartialEq)]
pub enum Found<C> {
    /// One of the collection's types.
    Known(C),
    /// None of them: the item as it is stored.
    Unknown(Item),
}

impl<C> Found<C> {
    /// The item, if it is of a known type.
    pub fn known(self) -> Option<C> {
        match self {
            Self::Known(item) => Some(item),
            Self::Unknown(_) => None,
        }
    }
}

impl<C: fmt::Debug> fmt::Debug for Found<C> {
    /// Without the contents of an unknown item.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Known(item) => f.debug_tuple("Known").field(item).finish(),
            Self::Unknown(_) => f.write_str("Unknown(..)"),
        }
    }
}

/// An item as it is stored.
pub(super) fn raw(decoder: &mut dyn Decoder) -> Result<Item, DecodeError> {
    Item::decode(decoder)
}

impl Members {
    fn one<C: DynamoCollection>(self, decoder: &mut dyn Decoder) -> Result<Option<C>> {
        let Some(member) = choose::<C>(decoder) else {
            return match (self.unknown, C::OTHER) {
                (Unknown::ByType, Some(other)) => Ok(Some(other(raw(decoder)?))),
                (Unknown::ByType, None) | (Unknown::LeftOut, _) => {
                    decoder.skip()?;
                    Ok(None)
                }
                (Unknown::Refused, _) => Err(unknown::<C>()),
            };
        };
        Ok(Some((member.read)(decoder)?))
    }
}

impl WithUnknown {
    fn one<C: DynamoCollection>(decoder: &mut dyn Decoder) -> Result<Found<C>> {
        Ok(match choose::<C>(decoder) {
            Some(member) => Found::Known((member.read)(decoder)?),
            None => Found::Unknown(raw(decoder)?),
        })
    }
}

// What an index holds is looked at where the query of a type becomes one of all.
#[diagnostic::do_not_recommend]
impl<I> GivenBy<I> for Members {}

#[diagnostic::do_not_recommend]
impl<I> GivenBy<I> for WithUnknown {}

impl<C: DynamoCollection> Projection<C> for Members {
    type Output = C;

    fn paths(&self) -> Option<ProjectedPaths> {
        None
    }

    fn leaves_out(&self) -> bool {
        matches!(self.unknown, Unknown::LeftOut)
            || (matches!(self.unknown, Unknown::ByType) && C::OTHER.is_none())
    }

    fn read(&self, item: Item) -> Result<C> {
        <Self as Projection<C>>::read_row(self, item)?.ok_or_else(unknown::<C>)
    }

    fn read_row(&self, mut item: Item) -> Result<Option<C>> {
        self.one(&mut TreeDecoder::item(&mut item))
    }

    fn read_row_text(&self, text: &str) -> Result<Option<C>> {
        let mut decoder = JsonDecoder::item_text(text);
        let item = self.one(&mut decoder)?;
        decoder.end()?;
        Ok(item)
    }
}

impl<C: DynamoCollection> Projection<C> for WithUnknown {
    type Output = Found<C>;

    fn paths(&self) -> Option<ProjectedPaths> {
        None
    }

    fn read(&self, mut item: Item) -> Result<Found<C>> {
        Self::one(&mut TreeDecoder::item(&mut item))
    }

    fn read_text(&self, text: &str) -> Result<Found<C>> {
        let mut decoder = JsonDecoder::item_text(text);
        let item = Self::one(&mut decoder)?;
        decoder.end()?;
        Ok(item)
    }
}
