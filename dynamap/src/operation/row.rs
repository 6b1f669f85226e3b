//! One row of an answer, as a map or as the text it came in.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use aws_sdk_dynamodb::types::AttributeValue;

use super::kept_items::ItemsText;
use crate::Result;
use crate::expression::Projection;
use crate::item::Item;
use crate::value::{DecodeError, Decoder, DynamoValue as _, JsonDecoder};

/// One row of an answer.
#[derive(Clone)]
pub(crate) enum Row {
    /// As the SDK read it.
    Map(Item),
    /// As the text it came in; the rows of a page share one.
    Text(RowText),
}

#[derive(Clone)]
pub(crate) struct RowText {
    page: Arc<str>,
    place: Range<usize>,
}

impl RowText {
    fn as_str(&self) -> &str {
        self.page.get(self.place.clone()).unwrap_or_default()
    }
}

/// The rows of an answer: of its text if it was kept, else the SDK's.
pub(super) fn rows(kept: Option<ItemsText>, items: Option<Vec<Item>>) -> Vec<Row> {
    let Some(ItemsText {
        text,
        items: places,
    }) = kept
    else {
        return items.into_iter().flatten().map(Row::Map).collect();
    };
    let page: Arc<str> = text.into();
    let row = |place| {
        Row::Text(RowText {
            page: Arc::clone(&page),
            place,
        })
    };
    places.into_iter().map(row).collect()
}

impl Row {
    /// An attribute of the row; `None` also if the row cannot be read so far, which reading it tells.
    pub(crate) fn get(&self, name: &str) -> Option<Cow<'_, AttributeValue>> {
        match self {
            Self::Map(item) => item.get(name).map(Cow::Borrowed),
            Self::Text(text) => find(text.as_str(), name).ok().flatten().map(Cow::Owned),
        }
    }

    /// Some attributes of the row, those that are there.
    pub(crate) fn attributes<'n>(&self, names: impl IntoIterator<Item = &'n str>) -> Item {
        names
            .into_iter()
            .filter_map(|name| Some((name.to_owned(), self.get(name)?.into_owned())))
            .collect()
    }

    /// Reads the row.
    pub(crate) fn read<T, P: Projection<T>>(self, projection: &P) -> Result<P::Output> {
        match self {
            Self::Map(item) => projection.read(item),
            Self::Text(text) => projection.read_text(text.as_str()),
        }
    }
}

fn find(text: &str, name: &str) -> Result<Option<AttributeValue>, DecodeError> {
    let mut decoder = JsonDecoder::item_text(text);
    decoder.open_map()?;
    while let Some(key) = decoder.next_key()? {
        if key == name {
            return AttributeValue::decode(&mut decoder).map(Some);
        }
        decoder.skip()?;
    }
    Ok(None)
}
