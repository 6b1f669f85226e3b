//! The tables of a batch.

use std::sync::Arc;

use crate::table::Shared;

/// Which table of a batch a part of an answer is about.
///
/// A table may be given by its ARN and answered by its name.
pub(super) fn answered(tables: &[Arc<Shared>], name: &str) -> Option<usize> {
    if tables.len() == 1 {
        return Some(0);
    }
    let exact = tables.iter().position(|shared| shared.table == name);
    exact.or_else(|| {
        let name = bare_name(name);
        tables
            .iter()
            .position(|shared| bare_name(&shared.table) == name)
    })
}

/// The place of a table among those of a batch.
pub(super) fn place(tables: &mut Vec<Arc<Shared>>, table: &Arc<Shared>) -> usize {
    let known = tables.iter().position(|other| other.table == table.table);
    known.unwrap_or_else(|| {
        tables.push(Arc::clone(table));
        tables.len() - 1
    })
}

/// The name of a table that may be given by its ARN.
pub(super) fn bare_name(table: &str) -> &str {
    table.split_once(":table/").map_or(table, |(_, name)| name)
}
