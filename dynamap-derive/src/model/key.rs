//! The table's primary key.

use super::{FieldIndex, Name};

/// One partition key and at most one sort key.
#[derive(Debug)]
pub(crate) struct Key {
    pub(crate) partition: KeyAttribute,
    pub(crate) sort: Option<KeyAttribute>,
}

/// A key attribute: its name and what it is made of.
#[derive(Debug)]
pub(crate) struct KeyAttribute {
    pub(crate) attribute: Name,
    pub(crate) layout: KeyLayout,
}

/// What the value of a key attribute is made of.
#[derive(Debug)]
pub(crate) enum KeyLayout {
    /// The value of one field, by that field's codec.
    Field(FieldIndex),
    /// Text: a time, `#`, a suffix.
    Composed {
        /// The field that carries the option. It is stored in the key alone, its codec is
        /// [`Codec::InKey`](super::Codec::InKey).
        carrier: FieldIndex,
        /// The field whose text follows; it is an attribute of its own too.
        suffix: FieldIndex,
    },
}

impl KeyAttribute {
    /// The field that carries the key's option.
    pub(crate) fn carrier(&self) -> FieldIndex {
        match self.layout {
            KeyLayout::Field(field) | KeyLayout::Composed { carrier: field, .. } => field,
        }
    }

    /// Every field whose value is in the key, in the order of the text.
    pub(crate) fn fields(&self) -> Vec<FieldIndex> {
        match &self.layout {
            KeyLayout::Field(field) => vec![*field],
            KeyLayout::Composed { carrier, suffix } => vec![*carrier, *suffix],
        }
    }
}

impl Key {
    /// The fields of the key type, partition key first.
    pub(crate) fn fields(&self) -> Vec<FieldIndex> {
        let sort = self.sort.iter().flat_map(KeyAttribute::fields);
        self.partition.fields().into_iter().chain(sort).collect()
    }
}
