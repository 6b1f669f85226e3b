//! What the item types of a collection declare of their table, together.

use std::sync::OnceLock;

use super::{DynamoCollection, Member};
use crate::schema::{NO_SCHEMA, Schema, TableDefinition, Ttl};
use crate::{Error, ErrorKind, Result};

/// The declarations of a collection, joined once.
#[derive(Debug, Default)]
pub struct Joined(OnceLock<Result<(TableDefinition, &'static Schema)>>);

impl Joined {
    /// Not joined yet.
    pub const fn new() -> Self {
        Self(OnceLock::new())
    }
}

/// The table that holds the items of all types.
pub(super) fn definition<C: DynamoCollection>() -> Result<TableDefinition> {
    joined::<C>().map(|(definition, _)| definition.clone())
}

/// The schema of a read that is of all types.
pub(super) fn schema<C: DynamoCollection>() -> Result<&'static Schema> {
    joined::<C>().map(|(_, schema)| *schema)
}

/// The same, and the fault if the declarations contradict each other: it is reported by the request.
pub(crate) fn schema_or_fault<C: DynamoCollection>() -> (&'static Schema, Option<Error>) {
    match schema::<C>() {
        Ok(schema) => (schema, None),
        Err(fault) => (NO_SCHEMA, Some(fault)),
    }
}

fn joined<C: DynamoCollection>() -> Result<&'static (TableDefinition, &'static Schema)> {
    let joined = C::joined().0.get_or_init(|| join(C::NAME, C::MEMBERS));
    joined.as_ref().map_err(Error::again)
}

fn join<C>(
    name: &'static str,
    members: &[Member<C>],
) -> Result<(TableDefinition, &'static Schema)> {
    let Some((first, others)) = members.split_first() else {
        return Err(Error::new(
            ErrorKind::SchemaMismatch,
            format!("`{name}` has no item types"),
        ));
    };
    let mut definition = first.schema.definition();
    for other in others {
        definition = definition.join(other.schema)?;
    }
    let mut attributes: Vec<&'static str> = Vec::new();
    for member in members {
        for attribute in member.schema.attributes {
            if !attributes.contains(attribute) {
                attributes.push(attribute);
            }
        }
    }
    // Once for each collection of the program, whose schema then is what every item type's is: a constant.
    let schema = Box::leak(Box::new(Schema {
        item: name,
        attributes: attributes.leak(),
        indexes: definition.indexes.clone().leak(),
        ttl: definition.ttl.map(|name| Ttl {
            name,
            optional: true,
            policy: None,
        }),
        table: first.schema.table,
        partition_key: first.schema.partition_key,
        sort_key: first.schema.sort_key,
        ..*NO_SCHEMA
    }));
    Ok((definition, schema))
}
