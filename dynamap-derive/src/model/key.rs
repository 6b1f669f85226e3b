//! Keys: of the table and of its indexes.

use super::{BucketWidth, Date, FieldIndex, Name};

/// One partition key and at most one sort key.
#[derive(Debug)]
pub(crate) struct Key {
    pub(crate) partition: KeyAttribute,
    pub(crate) sort: Option<KeyAttribute>,
}

/// A key attribute: its name and what it is made of.
#[derive(Clone, Debug)]
pub(crate) struct KeyAttribute {
    pub(crate) attribute: Name,
    pub(crate) layout: KeyLayout,
}

/// What the value of a key attribute is made of.
#[derive(Clone, Debug)]
pub(crate) enum KeyLayout {
    /// The value of one field, by that field's codec.
    Field(FieldIndex),
    /// Text.
    Composed(Composed),
}

/// The text of a composed key: the prefix, the parts, the bucket and the shard, with a separator
/// between them. It has a prefix or a part.
#[derive(Clone, Debug)]
pub(crate) struct Composed {
    pub(crate) separator: char,
    pub(crate) prefix: Option<String>,
    pub(crate) parts: Vec<FieldIndex>,
    pub(crate) spread: Spread,
    /// The part that is stored in this attribute alone; its codec is
    /// [`Codec::InKey`](super::Codec::InKey) or [`Codec::InKeyTime`](super::Codec::InKeyTime).
    pub(crate) carrier: Option<FieldIndex>,
}

/// Over which partitions the items with the same parts are spread.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Spread {
    /// One partition.
    One,
    /// A number of partitions, by a hash of the sort key.
    Shards(u16),
    /// The partitions of the layout that was in force at a time.
    Dated {
        /// The field that holds the time.
        of: FieldIndex,
        /// The layouts before some day, oldest first.
        earlier: Vec<(Date, Era)>,
        /// Today's.
        current: Era,
    },
}

/// The partitions of the items of one time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Era {
    pub(crate) bucket: Option<BucketWidth>,
    pub(crate) shards: Option<u16>,
}

/// How the partitions of an access path are found again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PartitionKind {
    /// There is one.
    One,
    /// By the range of the sort key.
    SortBuckets,
    /// By the range of another time.
    FieldBuckets,
    /// All shards.
    Shards,
}

impl KeyAttribute {
    /// The field that is the key attribute, if it is one alone.
    pub(crate) fn field(&self) -> Option<FieldIndex> {
        match &self.layout {
            KeyLayout::Field(field) => Some(*field),
            KeyLayout::Composed(_) => None,
        }
    }

    pub(crate) fn composed(&self) -> Option<&Composed> {
        match &self.layout {
            KeyLayout::Field(_) => None,
            KeyLayout::Composed(composed) => Some(composed),
        }
    }

    /// The field whose value the key's text starts with, apart from a prefix.
    pub(crate) fn first_part(&self) -> Option<FieldIndex> {
        match &self.layout {
            KeyLayout::Field(field) => Some(*field),
            KeyLayout::Composed(composed) => composed.parts.first().copied(),
        }
    }

    /// The fields whose texts are in the key, in their order there.
    pub(crate) fn parts(&self) -> &[FieldIndex] {
        match &self.layout {
            KeyLayout::Field(field) => std::slice::from_ref(field),
            KeyLayout::Composed(composed) => &composed.parts,
        }
    }

    /// The time that decides the bucket and the layout.
    pub(crate) fn of(&self) -> Option<FieldIndex> {
        match &self.layout {
            KeyLayout::Composed(Composed {
                spread: Spread::Dated { of, .. },
                ..
            }) => Some(*of),
            KeyLayout::Composed(_) | KeyLayout::Field(_) => None,
        }
    }

    /// Every field that decides the key's value, each once.
    pub(crate) fn fields(&self) -> impl Iterator<Item = FieldIndex> {
        self.parts().iter().copied().chain(self.of())
    }
}

impl Composed {
    /// The layouts, oldest first; the last one has no end.
    pub(crate) fn eras(&self) -> Vec<(Option<Date>, Era)> {
        match &self.spread {
            Spread::One => vec![(None, Era::PLAIN)],
            Spread::Shards(shards) => vec![(
                None,
                Era {
                    bucket: None,
                    shards: Some(*shards),
                },
            )],
            Spread::Dated {
                earlier, current, ..
            } => earlier
                .iter()
                .map(|(date, era)| (Some(*date), *era))
                .chain([(None, *current)])
                .collect(),
        }
    }

    /// Whether some layout has shards, which are a hash of the sort key.
    pub(crate) fn is_sharded(&self) -> bool {
        self.eras().iter().any(|(_, era)| era.shards.is_some())
    }
}

impl Era {
    pub(crate) const PLAIN: Self = Self {
        bucket: None,
        shards: None,
    };
}

impl Key {
    /// The fields of the key type: those that decide the key, each once, the partition key's first.
    pub(crate) fn fields(&self) -> Vec<FieldIndex> {
        let sort = self.sort.iter().flat_map(KeyAttribute::fields);
        let mut fields = Vec::new();
        for field in self.partition.fields().chain(sort) {
            if !fields.contains(&field) {
                fields.push(field);
            }
        }
        fields
    }
}

impl PartitionKind {
    /// The kind of a path with these keys.
    pub(crate) fn of(partition: &[KeyAttribute], sort: &[KeyAttribute]) -> Self {
        let [partition] = partition else {
            return Self::One;
        };
        match partition.composed().map(|composed| &composed.spread) {
            None | Some(Spread::One) => Self::One,
            Some(Spread::Shards(_)) => Self::Shards,
            Some(Spread::Dated { of, .. }) => {
                if sort.first().and_then(KeyAttribute::first_part) == Some(*of) {
                    Self::SortBuckets
                } else {
                    Self::FieldBuckets
                }
            }
        }
    }
}
