//! One row of an answer, as a map or as the text it came in.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use aws_sdk_dynamodb::types::{AttributeValue, ItemResponse};

use super::cut::{ItemsText, PageText, Place};
use super::kept_items::read_by_sdk;
use super::verb::has_passed;
use crate::Result;
use crate::expression::Projection;
use crate::item::{Item, check_tag};
use crate::schema::Schema;
use crate::time::Moment;
use crate::value::{DynamoValue as _, JsonDecoder, Scanner};

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
    page: Arc<PageText>,
    place: Place,
}

/// The rows of an answer: of its text if it was kept, else the SDK's.
pub(super) fn rows(kept: Option<ItemsText>, items: Option<Vec<Item>>) -> Vec<Row> {
    let Some(kept) = kept else {
        return items.into_iter().flatten().map(Row::Map).collect();
    };
    let mut rows = Vec::with_capacity(kept.groups.iter().map(|(_, places)| places.len()).sum());
    for (_, places) in kept.groups {
        rows.extend(places.into_iter().map(|place| Row::at(place, &kept.page)));
    }
    rows
}

/// The same of an answer that has them by tables.
pub(super) fn rows_by_table(
    kept: Option<ItemsText>,
    items: Option<HashMap<String, Vec<Item>>>,
) -> Vec<(String, Vec<Row>)> {
    let Some(ItemsText { page, groups }) = kept else {
        let of_map = |items: Vec<Item>| items.into_iter().map(Row::Map).collect();
        let tables = items.into_iter().flatten();
        return tables
            .map(|(table, items)| (table, of_map(items)))
            .collect();
    };
    let of_text = |places: Vec<Place>| {
        let rows = places.into_iter().map(|place| Row::at(place, &page));
        rows.collect()
    };
    let tables = groups.into_iter();
    tables
        .map(|(table, places)| (table, of_text(places)))
        .collect()
}

/// The same of an answer that has a place for each item asked for.
pub(super) fn answered_rows(
    kept: Option<ItemsText>,
    responses: Option<Vec<ItemResponse>>,
) -> Vec<Option<Row>> {
    let Some(ItemsText { page, groups }) = kept else {
        let responses = responses.into_iter().flatten();
        return responses
            .map(|response| response.item.map(Row::Map))
            .collect();
    };
    let places = groups.into_iter().flat_map(|(_, places)| places);
    places
        .map(|place| (!place.item.is_empty()).then(|| Row::at(place, &page)))
        .collect()
}

impl Row {
    fn at(place: Place, page: &Arc<PageText>) -> Self {
        let page = Arc::clone(page);
        Self::Text(RowText { page, place })
    }

    /// An attribute of the row; `None` also if the row cannot be read so far, which reading it tells.
    pub(crate) fn get(&self, name: &str) -> Option<Cow<'_, AttributeValue>> {
        match self {
            Self::Map(item) => item.get(name).map(Cow::Borrowed),
            Self::Text(text) => text.get(name).map(Cow::Owned),
        }
    }

    /// Some attributes of the row, those that are there.
    pub(crate) fn attributes<'n>(&self, names: impl IntoIterator<Item = &'n str>) -> Item {
        match self {
            Self::Map(item) => names
                .into_iter()
                .filter_map(|name| Some((name.to_owned(), item.get(name)?.clone())))
                .collect(),
            Self::Text(text) => {
                let names: Vec<&str> = names.into_iter().collect();
                let mut found = Item::with_capacity(names.len());
                // What stands before a fault is found.
                let _ = text.visit(|name, value| {
                    if names.contains(&name)
                        && let Some(value) = value_at(value)
                    {
                        found.insert(name.to_owned(), value);
                    }
                });
                found
            }
        }
    }

    /// Whether the row had expired at an instant.
    pub(crate) fn is_expired(&self, schema: &Schema, now: Moment) -> bool {
        let ttl = schema.ttl.as_ref();
        ttl.is_some_and(|ttl| self.has_passed(ttl.name, now))
    }

    /// Whether a TTL attribute of the row had passed at an instant.
    pub(crate) fn has_passed(&self, ttl: &str, now: Moment) -> bool {
        if let Self::Text(text) = self
            && text.page.noted == Some(ttl)
            && let Some(expiry) = Scanner::new(text.text_at(&text.place.noted)).tagged_integer()
        {
            return i128::from(expiry) <= now.seconds();
        }
        self.get(ttl).is_some_and(|value| has_passed(&value, now))
    }

    /// Reads the row.
    pub(crate) fn read<T, P: Projection<T>>(self, projection: &P) -> Result<P::Output> {
        self.read_by(
            |item| projection.read(item),
            |text| projection.read_text(text),
        )
    }

    /// Reads the row of a query or scan; `None` if it is left out.
    pub(crate) fn list<T, P: Projection<T>>(self, projection: &P) -> Result<Option<P::Output>> {
        self.read_by(
            |item| projection.read_row(item),
            |text| projection.read_row_text(text),
        )
    }

    fn read_by<O>(
        self,
        of_item: impl Fn(Item) -> Result<O>,
        of_text: impl Fn(&str) -> Result<O>,
    ) -> Result<O> {
        match self {
            Self::Map(item) => of_item(item),
            Self::Text(text) => of_text(text.as_str()).or_else(|error| {
                if error.is_other_entity() {
                    return Err(error);
                }
                // The SDK has the last word.
                let item = read_by_sdk(text.as_str()).ok_or(error)?;
                of_item(item)
            }),
        }
    }

    /// Reads the row of a key, and refuses one of another type, of which a projection would not tell.
    pub(crate) fn read_own<T, P: Projection<T>>(
        self,
        schema: &Schema,
        projection: &P,
    ) -> Result<P::Output> {
        if let Some(entity) = &schema.entity
            && projection.paths().is_some()
        {
            check_tag(entity, self.get(entity.tag).as_deref())?;
        }
        self.read(projection)
    }
}

impl RowText {
    fn as_str(&self) -> &str {
        self.text_at(&self.place.item)
    }

    fn text_at(&self, place: &Range<usize>) -> &str {
        self.page.text.get(place.clone()).unwrap_or_default()
    }

    fn get(&self, name: &str) -> Option<AttributeValue> {
        if self.page.noted == Some(name) {
            return value_at(self.text_at(&self.place.noted));
        }
        let mut found = None;
        self.visit(|member, value| {
            // The last of two counts.
            if member == name {
                found = value_at(value);
            }
        })?;
        found
    }

    /// Visits the attributes with the text of their values; `None` if they are not in order.
    fn visit(&self, mut visit: impl FnMut(&str, &str)) -> Option<()> {
        let mut rest = Scanner::new(self.as_str());
        if !rest.eat(b'{') {
            return None;
        }
        if rest.eat(b'}') {
            return Some(());
        }
        loop {
            let name = rest.skim_name()?;
            rest.peek();
            let start = rest.position();
            rest.skim_value()?;
            visit(&name, rest.between(start..rest.position())?);
            if !rest.eat(b',') {
                return Some(());
            }
        }
    }
}

fn value_at(text: &str) -> Option<AttributeValue> {
    AttributeValue::decode(&mut JsonDecoder::value_text(text)).ok()
}
