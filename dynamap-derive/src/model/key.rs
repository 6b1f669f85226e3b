//! The table's primary key.

use super::{FieldIndex, Name, Reading, Unit};

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
    /// Text composed of parts, in their order, with `#` between them.
    Composed {
        /// The field that carries the option. It is stored in the key alone, its codec is
        /// [`Codec::InKey`](super::Codec::InKey).
        carrier: FieldIndex,
        parts: Vec<KeyPart>,
    },
}

/// One part of a composed key.
#[derive(Debug)]
pub(crate) struct KeyPart {
    pub(crate) field: FieldIndex,
    pub(crate) text: PartText,
}

/// How a part is written as text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PartText {
    /// As the field's type writes a key part.
    Value,
    /// As ISO text of fixed width.
    Iso { precision: Unit, reading: Reading },
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
            KeyLayout::Composed { parts, .. } => parts.iter().map(|part| part.field).collect(),
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
