//! An item: everything the expansion of `DynamoItem` needs.

use proc_macro2::Ident;
use syn::{Generics, Path, Visibility};

use super::check::{self, Fields};
use super::field::{Field, FieldIndex, Flattened, Skipped};
use super::name::suffixed;
use super::{Filled, Index, Key, KeyAttribute, LocalIndex, Name};
use crate::diagnostic::Errors;
use crate::hygiene;
use crate::parse;

/// A struct that derives `DynamoItem`, valid in every respect that a derive can see.
pub(crate) struct Item {
    pub(crate) ident: Ident,
    /// The visibility of every generated type and method.
    pub(crate) vis: Visibility,
    pub(crate) generics: Generics,
    /// The runtime crate, as generated code names it.
    pub(crate) crate_path: Path,
    /// The table's name unless another is set at run time.
    pub(crate) table: Name,
    /// The stored fields in their order; at least one.
    pub(crate) fields: Vec<Field>,
    /// The fields that are not stored.
    pub(crate) skipped: Vec<Skipped>,
    /// The fields whose attributes stand beside the others.
    pub(crate) flattened: Vec<Flattened>,
    pub(crate) key: Key,
    pub(crate) indexes: Vec<Index>,
    pub(crate) local_indexes: Vec<LocalIndex>,
    pub(crate) filled: Filled,
    /// What tells its items from others of the table.
    pub(crate) entity: Option<Entity>,
    /// The generated table handle, `OrderTable`.
    pub(crate) handle: Ident,
    /// The generated key type, `OrderKey`.
    pub(crate) key_type: Ident,
    /// The generated type that names the table's own access path, `OrderPrimary`.
    pub(crate) primary_type: Ident,
}

/// The name of a type among those of one table, and the attribute that holds it.
#[derive(Clone, Debug)]
pub(crate) struct Entity {
    pub(crate) name: String,
    pub(crate) tag: Name,
}

/// A top-level attribute.
#[derive(Clone, Copy)]
pub(crate) enum Stored<'a> {
    /// The name of the type.
    Tag(&'a Entity),
    /// The value of a field.
    Field(FieldIndex),
    /// A composed key.
    Key {
        key: &'a KeyAttribute,
        of: KeyOf<'a>,
    },
}

/// Whose key it is.
#[derive(Clone, Copy)]
pub(crate) enum KeyOf<'a> {
    Table,
    Index(&'a Index),
}

impl Item {
    /// Applies DynamoDB's rules; `None` if any error is queued.
    pub(crate) fn new(options: parse::Item, errors: &mut Errors) -> Option<Self> {
        let parse::Item {
            container,
            table,
            table_attempted,
            handle,
            key,
            entity,
            tag,
            composed,
            indexes,
            local_indexes,
            fields: all,
        } = options;
        let parse::Container {
            ident,
            vis,
            generics,
            rename_all,
            crate_path,
            long_form,
        } = container;

        let fields = Fields::new(&all);
        let resolved: Vec<Option<Field>> = fields
            .stored
            .iter()
            .map(|field| Field::new(field, rename_all, errors))
            .collect();

        let table = check::table::check_table(&ident, table, table_attempted, errors);
        let separator = check::compose::check_separator(composed.separator.as_ref(), errors);
        let partition =
            check::key::check_one_partition_key(&ident, &fields, &composed, long_form, errors);
        let sort =
            check::key::check_at_most_one_sort_key(&fields, composed.sort_key.as_ref(), errors);
        let filled = Filled::new(&fields, &resolved, errors);
        let scope = check::compose::Scope {
            owner: check::compose::Owner::Table,
            fields: &fields,
            resolved: &resolved,
            separator,
            has_sort_key: sort.is_some()
                || composed.sort_key_attempted
                || fields.sort_key_attempted(),
        };
        let sort = sort.map(|sort| check::key::table_key(sort, &scope, rename_all, errors));
        let partition =
            partition.map(|source| check::key::table_key(source, &scope, rename_all, errors));

        check::name::check_fields(&fields.stored, &resolved, errors);
        let types = GeneratedTypes::new(&ident, handle, key);
        let blamed = &types.in_order_of_blame;
        check::name::check_generated_types_differ(blamed, errors);
        check::index::check_paths(&ident, blamed, &indexes, &local_indexes, errors);

        let table_key = [&partition, &sort].map(|key| key.as_ref().and_then(Option::as_ref));
        check::field::check_parts_have_no_alias(table_key, &resolved, errors);
        let (indexes, local_indexes) =
            resolve_indexes(&indexes, &local_indexes, &ident, table_key, &scope, errors);
        let keys = check::AllKeys {
            table: table_key,
            indexes: &indexes,
            local_indexes: &local_indexes,
        };
        keys.check(fields.ttl(), &resolved, errors);
        let entity = check::entity::entity(entity, tag, &resolved, &keys, errors);

        if !errors.is_empty() {
            return None;
        }
        Some(Self {
            table: table?,
            key: Key {
                partition: partition??,
                sort: match sort {
                    Some(sort) => Some(sort?),
                    None => None,
                },
            },
            skipped: all.iter().filter_map(Skipped::new).collect(),
            flattened: all.iter().filter_map(Flattened::new).collect(),
            fields: resolved.into_iter().collect::<Option<_>>()?,
            indexes: indexes.into_iter().collect::<Option<_>>()?,
            local_indexes: local_indexes.into_iter().collect::<Option<_>>()?,
            filled,
            entity,
            handle: types.handle,
            key_type: types.key_type,
            primary_type: types.primary_type,
            crate_path: hygiene::crate_path(crate_path),
            ident,
            vis,
            generics,
        })
    }

    /// Everything that an item has as a top-level attribute, in the order of writing: composed keys
    /// of the table that no field carries, the tag, the fields, composed keys of indexes.
    pub(crate) fn stored(&self) -> Vec<Stored<'_>> {
        let of_table = |key| Stored::Key {
            key,
            of: KeyOf::Table,
        };
        let uncarried = std::iter::once(&self.key.partition)
            .chain(&self.key.sort)
            .filter(|key| {
                key.composed()
                    .is_some_and(|composed| composed.carrier.is_none())
            })
            .map(of_table);
        let fields = (0..self.fields.len())
            .map(FieldIndex)
            .map(|field| self.carried(field).map_or(Stored::Field(field), of_table));
        let of_indexes = self.indexes.iter().flat_map(|index| {
            index
                .keys()
                .filter(|key| key.composed().is_some())
                .map(move |key| Stored::Key {
                    key,
                    of: KeyOf::Index(index),
                })
        });
        let tag = self.entity.iter().map(Stored::Tag);
        uncarried
            .chain(tag)
            .chain(fields)
            .chain(of_indexes)
            .collect()
    }

    /// The key of the table that alone holds a field.
    pub(crate) fn carried(&self, field: FieldIndex) -> Option<&KeyAttribute> {
        std::iter::once(&self.key.partition)
            .chain(&self.key.sort)
            .find(|key| {
                key.composed()
                    .is_some_and(|composed| composed.carrier == Some(field))
            })
    }

    /// The field at an index of this model.
    pub(crate) fn field(&self, index: FieldIndex) -> &Field {
        &self.fields[index.0]
    }
}

/// The indexes with what they hold, those of faults missing.
fn resolve_indexes(
    global: &[parse::Index],
    local: &[parse::LocalIndex],
    item: &Ident,
    table: [Option<&KeyAttribute>; 2],
    scope: &check::compose::Scope<'_>,
    errors: &mut Errors,
) -> (Vec<Option<Index>>, Vec<Option<LocalIndex>>) {
    let mut indexes: Vec<Option<Index>> = global
        .iter()
        .map(|index| check::index::index(index, item, scope, errors))
        .collect();
    let mut local_indexes = check::index::local_indexes(local, item, table, scope, errors);
    let paths = global.iter().map(|index| &index.path);
    check::projection::resolve(
        paths.chain(local.iter().map(|index| &index.path)),
        &mut indexes,
        &mut local_indexes,
        &check::projection::Scope {
            fields: scope.fields,
            resolved: scope.resolved,
            table,
            ttl: scope.fields.ttl(),
        },
        errors,
    );
    (indexes, local_indexes)
}

/// The types generated beside a struct, whatever its fields.
struct GeneratedTypes {
    handle: Ident,
    key_type: Ident,
    primary_type: Ident,
    /// These and the struct. Names that the user wrote come last: of two equal names they are
    /// the ones to change.
    in_order_of_blame: Vec<Ident>,
}

impl GeneratedTypes {
    fn new(item: &Ident, handle: Option<Ident>, key: Option<Ident>) -> Self {
        let primary_type = suffixed(item, "Primary");
        let mut derived = vec![item.clone(), primary_type.clone()];
        let mut written = Vec::new();
        let mut resolve = |given: Option<Ident>, suffix: &str| {
            let names = if given.is_some() {
                &mut written
            } else {
                &mut derived
            };
            let name = given.unwrap_or_else(|| suffixed(item, suffix));
            names.push(name.clone());
            name
        };
        let handle = resolve(handle, "Table");
        let key_type = resolve(key, "Key");
        derived.append(&mut written);
        Self {
            handle,
            key_type,
            primary_type,
            in_order_of_blame: derived,
        }
    }
}
