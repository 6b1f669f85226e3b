//! How a live table differs from the declared one, and what to do about it.

use std::fmt;

use aws_sdk_dynamodb::types::StreamViewType;

use super::definition::{IndexKind, IndexProjection, KeyNames};
use crate::value::ScalarType;

/// One difference between the declared table and the live one. Printed, it says what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Difference {
    /// The table cannot be used in its state.
    TableNotActive {
        /// DynamoDB's word for it, as in `CREATING`.
        status: String,
    },
    /// The table's key is made of other attributes.
    Key {
        /// The declared key.
        declared: KeyNames,
        /// The table's.
        actual: KeyNames,
    },
    /// A key attribute of the table or an index has another type.
    KeyType {
        /// The attribute's name.
        attribute: String,
        /// The declared type.
        declared: ScalarType,
        /// The table's: `S`, `N` or `B`.
        actual: String,
    },
    /// A declared index is not there.
    MissingIndex {
        /// The index's name.
        index: String,
        /// Its declared kind.
        kind: IndexKind,
    },
    /// The table has an index that is not declared.
    ExtraIndex {
        /// The index's name.
        index: String,
        /// Its kind.
        kind: IndexKind,
    },
    /// An index is global where a local one is declared, or the other way round.
    IndexKind {
        /// The index's name.
        index: String,
        /// The declared kind; the table's is the other one.
        declared: IndexKind,
    },
    /// An index's key is made of other attributes.
    IndexKey {
        /// The index's name.
        index: String,
        /// Its kind.
        kind: IndexKind,
        /// The declared key.
        declared: KeyNames,
        /// The table's.
        actual: KeyNames,
    },
    /// An index holds other attributes.
    IndexProjection {
        /// The index's name.
        index: String,
        /// Its kind.
        kind: IndexKind,
        /// The declared projection.
        declared: IndexProjection,
        /// The table's.
        actual: IndexProjection,
    },
    /// An index is there and cannot be queried in its state.
    IndexNotActive {
        /// The index's name.
        index: String,
        /// DynamoDB's word for it, as in `CREATING`.
        status: String,
    },
    /// TTL is off, and so nothing expires.
    TtlDisabled {
        /// The declared attribute.
        declared: String,
    },
    /// TTL is on another attribute.
    TtlAttribute {
        /// The declared attribute.
        declared: String,
        /// The table's.
        actual: String,
    },
    /// TTL is on, and the item declares none.
    UndeclaredTtl {
        /// The table's TTL attribute.
        attribute: String,
        /// Whether the item has an attribute of that name, by which it would be deleted.
        of_item: bool,
    },
    /// The stream is off, or has another view than was asked for.
    Stream {
        /// The view that was asked for.
        wanted: StreamViewType,
        /// The table's; none if the stream is off.
        actual: Option<StreamViewType>,
    },
}

impl Difference {
    /// Whether every request of the declared type is answered, and its items expire, as if the
    /// difference were not there: an index more, a projection of more, a TTL that touches none of the
    /// item's attributes. Other types in the table may be the reason.
    pub fn is_harmless(&self) -> bool {
        match self {
            Self::ExtraIndex { .. } => true,
            Self::IndexProjection {
                declared, actual, ..
            } => actual.covers(declared),
            Self::UndeclaredTtl { of_item, .. } => !of_item,
            _ => false,
        }
    }

    /// The index that it is about.
    pub fn index(&self) -> Option<&str> {
        match self {
            Self::MissingIndex { index, .. }
            | Self::ExtraIndex { index, .. }
            | Self::IndexKind { index, .. }
            | Self::IndexKey { index, .. }
            | Self::IndexProjection { index, .. }
            | Self::IndexNotActive { index, .. } => Some(index),
            _ => None,
        }
    }
}

/// What to do about an index that is another one.
fn replace(kind: IndexKind) -> &'static str {
    match kind {
        IndexKind::Global => {
            "an index cannot be changed; declare it under another name and let `update_table()` create that, then delete this one"
        }
        IndexKind::Local => {
            "a local index cannot be changed; declare it as it is, or create another table and move the items"
        }
    }
}

impl fmt::Display for Difference {
    #[expect(clippy::too_many_lines, reason = "one text for each difference")]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TableNotActive { status } => {
                write!(f, "the table is {status}: it can be used when it is ACTIVE")
            }
            Self::Key { declared, actual } => write!(
                f,
                "the table has {actual}, declared is {declared}: a table's key cannot be changed; declare it as it is, or create another table and move the items"
            ),
            Self::KeyType {
                attribute,
                declared,
                actual,
            } => write!(
                f,
                "key attribute `{attribute}` is of type {actual}, declared is {}: a key attribute keeps its type; give the field a type that is stored as {actual}, or store it under another name",
                declared.as_str()
            ),
            Self::MissingIndex {
                index,
                kind: kind @ IndexKind::Global,
            } => write!(
                f,
                "{kind} `{index}` is missing: `update_table()` creates it"
            ),
            Self::MissingIndex {
                index,
                kind: kind @ IndexKind::Local,
            } => write!(
                f,
                "{kind} `{index}` is missing: it can only be made with its table; declare a global one, or create another table and move the items"
            ),
            Self::ExtraIndex { index, kind } => write!(
                f,
                "{kind} `{index}` is not declared: declare it, or {} if nothing else uses it",
                match kind {
                    IndexKind::Global => "delete it with the SDK's UpdateTable",
                    IndexKind::Local => "leave it out of the next table",
                }
            ),
            Self::IndexKind { index, declared } => {
                let actual = match declared {
                    IndexKind::Global => IndexKind::Local,
                    IndexKind::Local => IndexKind::Global,
                };
                write!(
                    f,
                    "`{index}` is a {actual}, declared is a {declared}: {}",
                    replace(actual)
                )
            }
            Self::IndexKey {
                index,
                kind,
                declared,
                actual,
            } => write!(
                f,
                "{kind} `{index}` has {actual}, declared is {declared}: {}",
                replace(*kind)
            ),
            Self::IndexProjection {
                index,
                kind,
                declared,
                actual,
            } => write!(
                f,
                "{kind} `{index}` projects {actual}, declared is {declared}: {}",
                replace(*kind)
            ),
            Self::IndexNotActive { index, status } => write!(
                f,
                "index `{index}` is {status}: it can be queried when it is ACTIVE"
            ),
            Self::TtlDisabled { declared } => write!(
                f,
                "TTL is off, declared on `{declared}`, so nothing expires: `ttl().ensure()` enables it"
            ),
            Self::TtlAttribute { declared, actual } => write!(
                f,
                "TTL is on `{actual}`, declared on `{declared}`: `ttl().rename()` moves it"
            ),
            Self::UndeclaredTtl { attribute, of_item } => {
                let meaning = if *of_item {
                    "DynamoDB deletes items by it"
                } else {
                    "no attribute of the item"
                };
                write!(
                    f,
                    "TTL is on `{attribute}` ({meaning}), and none is declared: mark its field with `#[ttl(seconds)]`, or disable it"
                )
            }
            Self::Stream {
                wanted,
                actual: None,
            } => write!(
                f,
                "the stream is off, wanted is {}: turn it on with the SDK's UpdateTable",
                wanted.as_str()
            ),
            Self::Stream {
                wanted,
                actual: Some(actual),
            } => write!(
                f,
                "the stream's view is {}, wanted is {}: a view cannot be changed; turn the stream off and on again, which starts another one",
                actual.as_str(),
                wanted.as_str()
            ),
        }
    }
}

/// The differences between a declared table and the live one; [`Table::compare`](crate::Table::compare).
///
/// Printed, it is one line for each, with what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Differences {
    table: String,
    list: Vec<Difference>,
}

impl Differences {
    pub(crate) fn new(table: &str, list: Vec<Difference>) -> Self {
        Self {
            table: table.to_owned(),
            list,
        }
    }

    /// The table's name.
    pub fn table(&self) -> &str {
        &self.table
    }

    /// Whether the table is as declared.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether the declared type works on the table as declared: no difference, or only
    /// [harmless](Difference::is_harmless) ones.
    pub fn are_harmless(&self) -> bool {
        self.list.iter().all(Difference::is_harmless)
    }

    /// Each of them: the table's key, the indexes in the order of their declaration, the
    /// stream, TTL.
    pub fn iter(&self) -> std::slice::Iter<'_, Difference> {
        self.list.iter()
    }
}

impl<'a> IntoIterator for &'a Differences {
    type Item = &'a Difference;
    type IntoIter = std::slice::Iter<'a, Difference>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for Differences {
    type Item = Difference;
    type IntoIter = std::vec::IntoIter<Difference>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}

impl fmt::Display for Differences {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.list.as_slice() {
            [] => write!(f, "table `{}` is as declared", self.table),
            [difference] => write!(f, "table `{}`: {difference}", self.table),
            list => {
                write!(f, "table `{}`: {} differences", self.table, list.len())?;
                list.iter()
                    .try_for_each(|difference| write!(f, "\n- {difference}"))
            }
        }
    }
}
