//! Cutting the items out of the text of an answer.

use std::ops::Range;
use std::sync::Arc;

use crate::value::Scanner;

/// Where an answer has its items.
#[derive(Clone, Copy, Debug)]
pub(super) enum Places {
    /// `{"Items":[{…},{…}]}`: Query, Scan.
    Items,
    /// `{"Responses":{"table":[{…},{…}]}}`: BatchGetItem.
    Tables,
    /// `{"Responses":[{"Item":{…}},{}]}`: TransactGetItems.
    Responses,
}

/// The items of an answer as text.
#[derive(Clone)]
pub(crate) struct ItemsText {
    pub(crate) page: Arc<PageText>,
    /// The items by their tables; an answer without tables has one group, of no name.
    pub(crate) groups: Vec<(String, Vec<Place>)>,
}

impl ItemsText {
    /// The elements of the array of items of an answer that has one.
    pub(crate) fn elements(&self) -> &str {
        let places = || self.groups.iter().flat_map(|(_, places)| places);
        match (places().next(), places().next_back()) {
            (Some(first), Some(last)) => {
                let elements = first.item.start..last.item.end;
                self.page.text.get(elements).unwrap_or_default()
            }
            _ => "",
        }
    }
}

/// The text that the items of an answer stand in.
pub(crate) struct PageText {
    pub(crate) text: Box<str>,
    /// The attribute whose places are noted.
    pub(crate) noted: Option<&'static str>,
}

/// Where an item stands in the text. It is empty for an item that is not there: `{}` has two bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) item: Range<usize>,
    /// Where the value of the noted attribute stands; empty if the item does not have it.
    pub(crate) noted: Range<usize>,
}

/// The items of an answer, and the answer without them. `None` for an answer that is written in a
/// manner the service does not write in: that is the SDK's to judge.
pub(super) fn cut(
    body: &str,
    places: Places,
    noted: Option<&'static str>,
) -> Option<(ItemsText, String)> {
    let mut cutter = Cutter {
        rest: Scanner::new(body),
        noted,
    };
    let member = match places {
        Places::Items => "Items",
        Places::Tables | Places::Responses => "Responses",
    };
    let mut found = None;
    cutter.members(|cutter, name| {
        if name != member {
            return cutter.rest.skim_value();
        }
        // The last of two counts.
        if found.is_some() {
            return None;
        }
        cutter.rest.peek();
        let start = cutter.rest.position() + 1;
        let groups = match places {
            Places::Items => vec![(String::new(), cutter.elements(Cutter::item)?)],
            Places::Tables => cutter.tables()?,
            Places::Responses => vec![(String::new(), cutter.elements(Cutter::response)?)],
        };
        found = Some((groups, start..cutter.rest.position() - 1));
        Some(())
    })?;
    let (groups, inner) = found?;
    let rest = [body.get(..inner.start)?, body.get(inner.end..)?].concat();
    let page = PageText {
        // With what stands before the items, so that places are those in the body.
        text: body.get(..inner.end)?.into(),
        noted,
    };
    let page = Arc::new(page);
    Some((ItemsText { page, groups }, rest))
}

struct Cutter<'a> {
    rest: Scanner<'a>,
    noted: Option<&'static str>,
}

impl Cutter<'_> {
    /// Moves over an object: `read` over the value of each member.
    #[inline]
    fn members(&mut self, mut read: impl FnMut(&mut Self, &str) -> Option<()>) -> Option<()> {
        self.list(b'{', b'}', |cutter| {
            let name = cutter.rest.skim_name()?;
            read(cutter, &name)
        })
    }

    fn elements(&mut self, read: fn(&mut Self) -> Option<Place>) -> Option<Vec<Place>> {
        let mut places = Vec::new();
        self.list(b'[', b']', |cutter| {
            places.push(read(cutter)?);
            Some(())
        })?;
        Some(places)
    }

    #[inline]
    fn list(
        &mut self,
        open: u8,
        close: u8,
        mut read: impl FnMut(&mut Self) -> Option<()>,
    ) -> Option<()> {
        if !self.rest.eat(open) {
            return None;
        }
        if self.rest.eat(close) {
            return Some(());
        }
        loop {
            read(self)?;
            if self.rest.eat(close) {
                return Some(());
            }
            if !self.rest.eat(b',') {
                return None;
            }
        }
    }

    fn item(&mut self) -> Option<Place> {
        self.rest.peek();
        let start = self.rest.position();
        if let Some(noted) = self.rest.skim_item(self.noted) {
            return Some(Place {
                item: start..self.rest.position(),
                noted,
            });
        }
        self.item_slowly()
    }

    /// An item with white space, or names with escapes.
    #[inline(never)]
    fn item_slowly(&mut self) -> Option<Place> {
        let start = self.rest.position();
        let mut noted = 0..0;
        self.members(|cutter, name| {
            cutter.rest.peek();
            let start = cutter.rest.position();
            cutter.rest.skim_value()?;
            if cutter.noted == Some(name) {
                noted = start..cutter.rest.position();
            }
            Some(())
        })?;
        Some(Place {
            item: start..self.rest.position(),
            noted,
        })
    }

    fn response(&mut self) -> Option<Place> {
        let mut place = None;
        self.members(|cutter, name| {
            // Of two the last counts, and nobody else would check another member.
            if name != "Item" || place.is_some() {
                return None;
            }
            place = Some(cutter.item()?);
            Some(())
        })?;
        Some(place.unwrap_or_default())
    }

    fn tables(&mut self) -> Option<Vec<(String, Vec<Place>)>> {
        let mut tables: Vec<(String, Vec<Place>)> = Vec::new();
        self.members(|cutter, name| {
            // The last of two counts.
            if tables.iter().any(|(table, _)| table == name) {
                return None;
            }
            tables.push((name.to_owned(), cutter.elements(Self::item)?));
            Some(())
        })?;
        Some(tables)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items(found: &ItemsText) -> Vec<(&str, Vec<&str>)> {
        let text = |place: &Place| &found.page.text[place.item.clone()];
        let group = |group: &'_ (String, Vec<Place>)| group.1.iter().map(text).collect();
        let groups = found.groups.iter();
        groups.map(|all| (all.0.as_str(), group(all))).collect()
    }

    #[test]
    fn items_are_cut_out_wherever_they_stand() {
        for (body, expected, rest) in [
            (r#"{"Items":[]}"#, vec![], r#"{"Items":[]}"#),
            (
                r#"{"Items":[{"a":{"N":"1"}},{},{"b":{"M":{}}}]}"#,
                vec![r#"{"a":{"N":"1"}}"#, "{}", r#"{"b":{"M":{}}}"#],
                r#"{"Items":[]}"#,
            ),
            (
                r#"{"Count":1,"Items":[{"a":{"S":"]}\"x\\"}}],"ScannedCount":1}"#,
                vec![r#"{"a":{"S":"]}\"x\\"}}"#],
                r#"{"Count":1,"Items":[],"ScannedCount":1}"#,
            ),
            (
                r#" { "K" : {"Items":[1]} , "n":null, "Items" : [ {"a":{"L":[]}} ] } "#,
                vec![r#"{"a":{"L":[]}}"#],
                r#" { "K" : {"Items":[1]} , "n":null, "Items" : [] } "#,
            ),
            // A name may be written with escapes.
            (
                r#"{"It\u0065ms":[{}],"n":-1.5}"#,
                vec!["{}"],
                r#"{"It\u0065ms":[],"n":-1.5}"#,
            ),
        ] {
            let (found, left) = cut(body, Places::Items, None).unwrap();
            assert_eq!(items(&found), [("", expected)], "{body}");
            assert_eq!(left, rest, "{body}");
        }
    }

    #[test]
    fn tables_and_responses_are_cut_out() {
        let body = r#"{"Responses":{"a":[{"n":{"S":"x"}},{}],"b":[]},"UnprocessedKeys":{}}"#;
        let (found, left) = cut(body, Places::Tables, None).unwrap();
        assert_eq!(
            items(&found),
            [("a", vec![r#"{"n":{"S":"x"}}"#, "{}"]), ("b", vec![])]
        );
        assert_eq!(left, r#"{"Responses":{},"UnprocessedKeys":{}}"#);

        let body = r#"{"Responses":[{"Item":{"n":{"S":"x"}}},{},{"Item":{}}]}"#;
        let (found, left) = cut(body, Places::Responses, None).unwrap();
        assert_eq!(items(&found), [("", vec![r#"{"n":{"S":"x"}}"#, "", "{}"])]);
        assert_eq!(left, r#"{"Responses":[]}"#);
    }

    #[test]
    fn an_attribute_is_noted() {
        let body = r#"{"Items":[{"a":{"M":{"t":{"N":"1"}}}, "t" : {"N":"2"} },{"a":{"N":"1"}},{"t":{"N":"3"},"t":{"N":"4"}}]}"#;
        let (found, _) = cut(body, Places::Items, Some("t")).unwrap();
        let noted = found.groups[0].1.iter();
        let noted: Vec<&str> = noted
            .map(|place| &found.page.text[place.noted.clone()])
            .collect();
        assert_eq!(noted, [r#"{"N":"2"}"#, "", r#"{"N":"4"}"#]);
    }

    #[test]
    fn what_is_written_otherwise_is_left_to_the_sdk() {
        for (places, whole) in [
            (Places::Items, r#"{"Count":1,"Items":[{"a":{"S":"x"}}]}"#),
            (Places::Tables, r#"{"Responses":{"t":[{"a":{"S":"x"}}]}}"#),
            (
                Places::Responses,
                r#"{"Responses":[{"Item":{"a":{"S":"x"}}}]}"#,
            ),
        ] {
            for end in 0..whole.len() {
                assert!(
                    cut(&whole[..end], places, None).is_none(),
                    "{end} of {whole}"
                );
            }
            assert!(cut(whole, places, None).is_some());
        }
        for body in [
            "",
            "{}",
            "[]",
            r#"{"Count":1}"#,
            r#"{"Items":null}"#,
            r#"{"Items":{}}"#,
            r#"{"Items":[1]}"#,
            r#"{"Items":[null]}"#,
            r#"{"Items":[{}{}]}"#,
            r#"{"Items":[{},]}"#,
            r#"{"Items":[],"Items":[{}]}"#,
            r#"{"Items":[]"Count":1}"#,
            r#"{"\ud800":1,"Items":[]}"#,
            r#""\"#,
        ] {
            assert!(cut(body, Places::Items, None).is_none(), "{body}");
        }
        for body in [
            r#"{"Responses":[]}"#,
            r#"{"Responses":{"t":{}}}"#,
            r#"{"Responses":{"t":[],"t":[]}}"#,
        ] {
            assert!(cut(body, Places::Tables, None).is_none(), "{body}");
        }
        for body in [
            r#"{"Responses":{}}"#,
            r#"{"Responses":[null]}"#,
            r#"{"Responses":[{"Item":null}]}"#,
            r#"{"Responses":[{"Item":{},"Item":{}}]}"#,
            r#"{"Responses":[{"Other":[1],"Item":{}}]}"#,
        ] {
            assert!(cut(body, Places::Responses, None).is_none(), "{body}");
        }
    }
}
