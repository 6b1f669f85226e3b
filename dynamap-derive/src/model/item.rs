//! An item: everything the expansion of `DynamoItem` needs.

use proc_macro2::Ident;
use syn::{Generics, Path, Visibility};

use super::check::{self, Fields};
use super::field::{Field, FieldIndex, Skipped};
use super::name::suffixed;
use super::{Index, Key, LocalIndex, Name, Ttl};
use crate::diagnostic::Errors;
use crate::hygiene;
use crate::parse::{self, Stamp};

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
    pub(crate) key: Key,
    pub(crate) indexes: Vec<Index>,
    pub(crate) local_indexes: Vec<LocalIndex>,
    /// The fields that writes stamp, in their order.
    pub(crate) stamps: Vec<StampedField>,
    pub(crate) ttl: Option<Ttl>,
    pub(crate) version: Option<FieldIndex>,
    /// The generated table handle, `OrderTable`.
    pub(crate) handle: Ident,
    /// The generated key type, `OrderKey`.
    pub(crate) key_type: Ident,
    /// The generated type that names the table's own access path, `OrderPrimary`.
    pub(crate) primary_type: Ident,
}

/// A field that writes set by themselves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StampedField {
    pub(crate) field: FieldIndex,
    pub(crate) stamp: Stamp,
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
        let partition = check::key::check_one_partition_key(&ident, &fields, long_form, errors);
        let sort = check::key::check_at_most_one_sort_key(&fields, errors);
        let version = check::field::check_at_most_one_version(&fields, errors);
        let ttl = check::ttl::check_at_most_one_ttl(&fields, errors)
            .and_then(|field| check::ttl::resolve(field, &fields, &resolved, errors));
        let sort = sort.map(|field| check::key::sort_key(field, &fields, &resolved, errors));
        let partition = partition.map(|field| check::key::partition_key(field, &resolved));

        check::name::check_attributes_are_unique(&fields.stored, &resolved, errors);
        check::name::check_constants_are_unique(&resolved, errors);

        let GeneratedTypes {
            handle,
            key_type,
            primary_type,
            in_order_of_blame: types,
        } = GeneratedTypes::new(&ident, handle, key);
        check::name::check_generated_types_differ(&types, errors);
        let paths: Vec<_> = indexes
            .iter()
            .map(|index| &index.path)
            .chain(local_indexes.iter().map(|index| &index.path))
            .collect();
        check::index::check_paths(&ident, &types, &paths, errors);

        let indexes: Vec<Option<Index>> = indexes
            .iter()
            .map(|index| check::index::index(index, &ident, &fields, &resolved, errors))
            .collect();
        check::index::check_at_most_five_local_indexes(&local_indexes, errors);
        let table_key = check::index::TableKey {
            partition: fields.partition_key(),
            sort: fields.sort_key(),
            sort_attempted: fields.sort_key_attempted(),
        };
        let local_indexes: Vec<Option<LocalIndex>> = local_indexes
            .iter()
            .map(|index| {
                check::index::local_index(index, &ident, &table_key, &fields, &resolved, errors)
            })
            .collect();
        check::name::check_key_names_are_short(
            &fields,
            &resolved,
            &indexes,
            &local_indexes,
            errors,
        );

        if !errors.is_empty() {
            return None;
        }
        let stamps = fields.stamps();
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
            fields: resolved.into_iter().collect::<Option<_>>()?,
            indexes: indexes.into_iter().collect::<Option<_>>()?,
            local_indexes: local_indexes.into_iter().collect::<Option<_>>()?,
            stamps,
            ttl,
            version,
            handle,
            key_type,
            primary_type,
            crate_path: hygiene::crate_path(crate_path),
            ident,
            vis,
            generics,
        })
    }

    /// The field at an index of this model.
    pub(crate) fn field(&self, index: FieldIndex) -> &Field {
        &self.fields[index.0]
    }
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
