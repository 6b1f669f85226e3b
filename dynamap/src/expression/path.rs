use std::borrow::Cow;
use std::fmt::{self, Write};

use aws_sdk_dynamodb::types::AttributeValue;

use super::Placeholders;
use crate::item::Item;

/// A document path: an attribute of the item, then map entries and list elements.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Path {
    root: Cow<'static, str>,
    rest: Vec<PathStep>,
}

#[derive(Clone, PartialEq, Eq)]
enum PathStep {
    /// Borrowed: a declared name. Owned: a key of a map, which is data.
    Entry(Cow<'static, str>),
    Element(usize),
}

impl Path {
    pub(crate) const fn attribute(name: &'static str) -> Self {
        Self {
            root: Cow::Borrowed(name),
            rest: Vec::new(),
        }
    }

    pub(crate) fn named(name: impl Into<Cow<'static, str>>) -> Self {
        Self {
            root: name.into(),
            rest: Vec::new(),
        }
    }

    /// The same of a declared attribute; empty for a name that was made at run time.
    pub(crate) const fn declared_root(&self) -> &'static str {
        match self.root {
            Cow::Borrowed(name) => name,
            Cow::Owned(_) => "",
        }
    }

    /// The attribute of the item that the path starts at.
    pub(crate) fn root(&self) -> &str {
        &self.root
    }

    pub(crate) fn is_nested(&self) -> bool {
        !self.rest.is_empty()
    }

    /// Whether the path names an element of a list.
    pub(crate) fn is_element(&self) -> bool {
        matches!(self.rest.last(), Some(PathStep::Element(_)))
    }

    /// The path with the keys of maps, for who asks.
    pub(crate) fn in_full(&self) -> String {
        self.render_with(|key| key)
    }

    fn render_with<'a>(&'a self, key: impl Fn(&'a str) -> &'a str) -> String {
        let mut text = self.root.clone().into_owned();
        for step in &self.rest {
            // Writing to a `String` cannot fail.
            let _ = match step {
                PathStep::Entry(Cow::Borrowed(name)) => write!(text, ".{name}"),
                PathStep::Entry(Cow::Owned(name)) => write!(text, ".{}", key(name)),
                PathStep::Element(index) => write!(text, "[{index}]"),
            };
        }
        text
    }

    /// The path of an attribute of the map at `self`.
    pub(crate) fn join(mut self, inner: Self) -> Self {
        self.rest.push(PathStep::Entry(inner.root));
        self.rest.extend(inner.rest);
        self
    }

    pub(crate) fn entry(mut self, name: String) -> Self {
        self.rest.push(PathStep::Entry(Cow::Owned(name)));
        self
    }

    pub(crate) fn element(mut self, index: usize) -> Self {
        self.rest.push(PathStep::Element(index));
        self
    }

    /// Whether one path lies at or below the other, which an update or projection must not name
    /// together.
    pub(crate) fn overlaps(&self, other: &Self) -> bool {
        self.root == other.root && self.rest.iter().zip(&other.rest).all(|(a, b)| a == b)
    }

    /// The value at this path. `projected` names the paths that were asked for, if the item comes from
    /// a projection: DynamoDB closes the gaps in its lists.
    pub(crate) fn find<'a>(
        &self,
        item: &'a Item,
        projected: &[Self],
    ) -> Option<&'a AttributeValue> {
        let mut value = item.get(&*self.root)?;
        for (depth, step) in self.rest.iter().enumerate() {
            value = match (step, value) {
                (PathStep::Entry(name), AttributeValue::M(entries)) => entries.get(&**name)?,
                (PathStep::Element(index), AttributeValue::L(elements)) => {
                    elements.get(self.place(depth, *index, projected))?
                }
                _ => return None,
            };
        }
        Some(value)
    }

    /// The list of the first element on this path, if a projection has to ask for all of it: where
    /// another element of the list is asked for too, and of one of them only a part. DynamoDB leaves an
    /// element without that part out, so that the places of the others would be unknown.
    pub(crate) fn list_to_ask_for(&self, projected: &[Self]) -> Option<Self> {
        self.rest.iter().enumerate().find_map(|(depth, step)| {
            let PathStep::Element(index) = step else {
                return None;
            };
            let of_list = projected
                .iter()
                .filter(|other| other.is_below(&self.root, &self.rest[..depth]));
            let mut others = false;
            let mut parts = false;
            for other in of_list {
                others |= other.rest[depth] != PathStep::Element(*index);
                parts |= other.rest.len() > depth + 1;
            }
            (others && parts).then(|| Self {
                root: self.root.clone(),
                rest: self.rest[..depth].to_vec(),
            })
        })
    }

    fn is_below(&self, root: &str, rest: &[PathStep]) -> bool {
        self.root == root && self.rest.len() > rest.len() && self.rest.starts_with(rest)
    }

    /// Where the element of this index stands in what came back: behind the projected elements of
    /// the same list with a smaller index.
    fn place(&self, depth: usize, index: usize, projected: &[Self]) -> usize {
        let list = &self.rest[..depth];
        let same_list = |other: &&Self| other.is_below(&self.root, list);
        let mut smaller: Vec<usize> = Vec::new();
        let mut whole = true;
        for other in projected.iter().filter(same_list) {
            if let PathStep::Element(other) = other.rest[depth] {
                whole = false;
                if other < index && !smaller.contains(&other) {
                    smaller.push(other);
                }
            }
        }
        if whole { index } else { smaller.len() }
    }

    pub(crate) fn render(&self, text: &mut String, placeholders: &mut Placeholders) {
        placeholders.name(text, &self.root);
        for step in &self.rest {
            match step {
                PathStep::Entry(name) => {
                    text.push('.');
                    placeholders.name(text, name);
                }
                PathStep::Element(index) => {
                    let _ = write!(text, "[{index}]");
                }
            }
        }
    }
}

impl fmt::Display for Path {
    /// As errors name it: the key of a map is data and not shown.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render_with(|_| "*"))
    }
}
