//! A declared table beside what DescribeTable and DescribeTimeToLive say.

use std::collections::BTreeSet;

use aws_sdk_dynamodb::types::{
    IndexStatus, KeySchemaElement, Projection, ProjectionType, TableDescription, TableStatus,
};

use super::definition::{IndexKind, IndexProjection, KeyNames, TableDefinition};
use super::difference::Difference;
use super::{Index, Schema};
use crate::ttl::Status;

/// An index of the live table.
struct LiveIndex<'a> {
    name: &'a str,
    kind: IndexKind,
    key: KeyNames,
    projection: IndexProjection,
    status: Option<&'a IndexStatus>,
}

fn live_indexes(table: &TableDescription) -> impl Iterator<Item = LiveIndex<'_>> {
    let global = table
        .global_secondary_indexes()
        .iter()
        .map(|index| LiveIndex {
            name: index.index_name().unwrap_or_default(),
            kind: IndexKind::Global,
            key: key_names(index.key_schema()),
            projection: projected(index.projection()),
            status: index.index_status(),
        });
    let local = table
        .local_secondary_indexes()
        .iter()
        .map(|index| LiveIndex {
            name: index.index_name().unwrap_or_default(),
            kind: IndexKind::Local,
            key: key_names(index.key_schema()),
            projection: projected(index.projection()),
            status: None,
        });
    global.chain(local)
}

fn key_names(elements: &[KeySchemaElement]) -> KeyNames {
    KeyNames::of(
        elements
            .iter()
            .map(|element| (element.attribute_name(), element.key_type().clone())),
    )
}

fn projected(projection: Option<&Projection>) -> IndexProjection {
    let Some(projection) = projection else {
        return IndexProjection::KeysOnly;
    };
    match projection.projection_type() {
        Some(ProjectionType::All) => IndexProjection::All,
        Some(ProjectionType::Include) => {
            let attributes = projection.non_key_attributes().iter().cloned();
            IndexProjection::Include(attributes.collect())
        }
        _ => IndexProjection::KeysOnly,
    }
}

impl TableDefinition {
    /// Where the table's key, key types, indexes and stream differ.
    pub(crate) fn differences(&self, live: &TableDescription) -> Vec<Difference> {
        let mut list = Vec::new();
        if let Some(status) = unusable(live.table_status()) {
            list.push(Difference::TableNotActive {
                status: status.to_owned(),
            });
        }
        list.extend(self.key_difference(live));
        list.extend(self.type_differences(live));
        let indexes: Vec<LiveIndex<'_>> = live_indexes(live).collect();
        for declared in &self.indexes {
            match indexes.iter().find(|index| index.name == declared.name) {
                Some(index) => index_differences(declared, index, &mut list),
                None => list.push(Difference::MissingIndex {
                    index: declared.name.to_owned(),
                    kind: declared.kind(),
                }),
            }
        }
        let declared: BTreeSet<&str> = self.indexes.iter().map(|index| index.name).collect();
        let extra = indexes
            .iter()
            .filter(|index| !declared.contains(index.name));
        list.extend(extra.map(|index| Difference::ExtraIndex {
            index: index.name.to_owned(),
            kind: index.kind,
        }));
        list.extend(self.stream_difference(live));
        list
    }

    /// Another key than the declared one: the table is another table.
    pub(crate) fn key_difference(&self, live: &TableDescription) -> Option<Difference> {
        let declared = KeyNames::of(self.key().map(|(key, role)| (key.name, role)));
        let actual = key_names(live.key_schema());
        (declared != actual).then_some(Difference::Key { declared, actual })
    }

    /// Key attributes of another type than the declared one.
    pub(crate) fn type_differences(
        &self,
        live: &TableDescription,
    ) -> impl Iterator<Item = Difference> {
        let attributes = self.attribute_definitions().into_iter();
        attributes.filter_map(|declared| {
            let definitions = live.attribute_definitions();
            let actual = definitions
                .iter()
                .find(|actual| actual.attribute_name() == declared.name)?;
            let actual = actual.attribute_type().as_str();
            (actual != declared.scalar.as_str()).then(|| Difference::KeyType {
                attribute: declared.name.to_owned(),
                declared: declared.scalar,
                actual: actual.to_owned(),
            })
        })
    }

    fn stream_difference(&self, live: &TableDescription) -> Option<Difference> {
        let wanted = self.stream.clone()?;
        let actual = live
            .stream_specification()
            .filter(|stream| stream.stream_enabled())
            .and_then(|stream| stream.stream_view_type())
            .cloned();
        (actual.as_ref() != Some(&wanted)).then_some(Difference::Stream { wanted, actual })
    }
}

/// A state in which a table answers no reads and writes.
fn unusable(status: Option<&TableStatus>) -> Option<&str> {
    match status {
        None | Some(TableStatus::Active | TableStatus::Updating) => None,
        Some(status) => Some(status.as_str()),
    }
}

fn index_differences(declared: &Index, actual: &LiveIndex<'_>, list: &mut Vec<Difference>) {
    let index = || declared.name.to_owned();
    if declared.kind() != actual.kind {
        list.push(Difference::IndexKind {
            index: index(),
            declared: declared.kind(),
        });
    }
    let key = KeyNames::of(declared.key().map(|(key, role)| (key.name, role)));
    if key != actual.key {
        list.push(Difference::IndexKey {
            index: index(),
            kind: actual.kind,
            declared: key,
            actual: actual.key.clone(),
        });
    }
    let projection = declared.projection();
    if projection != actual.projection {
        list.push(Difference::IndexProjection {
            index: index(),
            kind: actual.kind,
            declared: projection,
            actual: actual.projection.clone(),
        });
    }
    match actual.status {
        None | Some(IndexStatus::Active | IndexStatus::Updating) => {}
        Some(status) => list.push(Difference::IndexNotActive {
            index: index(),
            status: status.as_str().to_owned(),
        }),
    }
}

impl Schema {
    /// Where the table's TTL differs. A setting on its way counts as what it becomes.
    pub(crate) fn ttl_difference(&self, status: &Status) -> Option<Difference> {
        let actual = status.attribute().filter(|_| status.is_on());
        match (self.ttl, actual) {
            (None, None) => None,
            (None, Some(attribute)) => Some(Difference::UndeclaredTtl {
                attribute: attribute.to_owned(),
                of_item: self.has_attribute(attribute),
            }),
            (Some(ttl), None) => Some(Difference::TtlDisabled {
                declared: ttl.name.to_owned(),
            }),
            (Some(ttl), Some(attribute)) => {
                (ttl.name != attribute).then(|| Difference::TtlAttribute {
                    declared: ttl.name.to_owned(),
                    actual: attribute.to_owned(),
                })
            }
        }
    }
}
