//! Secondary indexes.

use std::collections::HashMap;

use proc_macro2::Ident;
use syn::LitStr;

use super::Fields;
use super::compose::{Owner, Scope, composed_key};
use super::table::check_resource_name;
use crate::diagnostic::{Errors, Message};
use crate::model::name::{generated_names, plain};
use crate::model::{
    AccessPath, Codec, Field, FieldIndex, Index, KeyAttribute, KeyLayout, LocalIndex,
    PartitionKind, Projection,
};
use crate::parse::{self, Given, IndexKey, IndexPath};

/// The methods of every table handle, which a query method of the same name would hide.
pub(crate) const HANDLE_METHODS: &[&str] = &[
    "batch_get",
    "batch_write",
    "buckets",
    "client",
    "clone",
    "compare",
    "create",
    "create_table",
    "delete",
    "delete_table",
    "direct_reader",
    "get",
    "into_sdk",
    "name",
    "partitions",
    "put",
    "put_ignoring_version",
    "query",
    "query_attributes",
    "query_composed",
    "query_path",
    "range",
    "rekey",
    "replace",
    "rescue",
    "rescue_forever",
    "scan",
    "scan_index",
    "schema",
    "table_name",
    "time_left",
    "ttl",
    "update",
    "update_table",
    "upsert",
    "with_capacity_total",
    "with_clock",
];

/// "Index names are unique within a table", and so are the names generated for them.
pub(in crate::model) fn check_paths(
    item: &Ident,
    types: &[Ident],
    indexes: &[parse::Index],
    local_indexes: &[parse::LocalIndex],
    errors: &mut Errors,
) {
    let local = local_indexes.iter().map(|index| &index.path);
    let paths = indexes.iter().map(|index| &index.path).chain(local);
    let mut names: Vec<String> = Vec::new();
    let mut types: Vec<Ident> = types.to_vec();
    let mut methods: HashMap<String, String> = HashMap::new();
    for path in paths {
        let Some(literal) = &path.name else { continue };
        let name = literal.value();
        if names.contains(&name) {
            errors.on(
                literal,
                Message::new(format_args!("there are two indexes `{name}`"))
                    .help("write another name")
                    .note("DynamoDB's index names are unique within a table"),
            );
            // The generated names are equal too, for the same reason.
            continue;
        }
        names.push(name.clone());
        if path.names_faulty {
            continue;
        }
        let (type_name, method) =
            generated_names(path.type_name.as_ref(), path.method.as_ref(), literal, item);
        let method_text = plain(&method);
        if HANDLE_METHODS.contains(&method_text.as_str()) {
            errors.at(
                method.span(),
                Message::new(format_args!(
                    "every table handle has a method `{method_text}`"
                ))
                .help(format_args!(
                    "write another name, as in `method = \"query_{method_text}\"`"
                )),
            );
        } else if let Some(first) = methods.get(&method_text) {
            let same_type = types.contains(&type_name);
            errors.at(
                method.span(),
                Message::new(format_args!(
                    "the indexes `{first}` and `{name}` both give the method `{method_text}`"
                ))
                .help(if same_type {
                    "add `method = \"…\"` and `path = \"…\"` to one of them"
                } else {
                    "add another `method = \"…\"` to one of them"
                }),
            );
        } else if types.contains(&type_name) {
            errors.at(
                type_name.span(),
                Message::new(format_args!("the name `{type_name}` is taken"))
                    .help("add another `path = \"…\"` to the index")
                    .note("the struct, its handle, its key and its access paths are types of one module"),
            );
        }
        methods.entry(method_text).or_insert(name);
        types.push(type_name);
    }
}

/// A global secondary index.
pub(in crate::model) fn index(
    index: &parse::Index,
    item: &Ident,
    table: &Scope<'_>,
    errors: &mut Errors,
) -> Option<Index> {
    let path = access_path(&index.path, item, errors);
    let (fields, resolved) = (table.fields, table.resolved);
    let scope = Scope {
        owner: Owner::Index,
        fields,
        resolved,
        separator: table.separator,
        has_sort_key: index.sort_key.is_some() || index.sort_key_attempted,
    };
    let mut key = |key: &Option<IndexKey>| {
        key.as_ref().map(|key| match key {
            IndexKey::Composed(options) => {
                composed_key(options, &scope, errors).map(|key| vec![key])
            }
            IndexKey::Fields(given) => check_index_keys(given, fields, resolved, errors),
        })
    };
    let partition = key(&index.partition_key);
    let sort = key(&index.sort_key);
    if let (Some(Some(partition)), Some(Some(sort))) = (&partition, &sort) {
        if let Some(IndexKey::Fields(given)) = &index.sort_key {
            check_keys_differ(partition, sort, given, errors);
        }
        check_spread_has_one_sort_attribute(index, partition, sort, errors);
    }
    Some(Index {
        path: path?,
        partition: partition??,
        sort: match sort {
            Some(sort) => sort?,
            None => Vec::new(),
        },
    })
}

/// "A key of a global secondary index has up to four attributes", each of them once.
fn check_index_keys(
    given: &Given<Vec<LitStr>>,
    fields: &Fields<'_>,
    resolved: &[Option<Field>],
    errors: &mut Errors,
) -> Option<Vec<KeyAttribute>> {
    const MOST: usize = 4;
    let word = &given.name;
    if given.value.is_empty() {
        errors.at(
            word.span(),
            Message::new(format_args!("the list of `{word}` is empty")).help(if word == "sort_key" {
                "name 1 to 4 fields, as in `sort_key = [\"created_at\", \"total\"]`, or remove `sort_key`"
            } else {
                "name 1 to 4 fields, as in `partition_key = [\"tenant\", \"customer\"]`"
            }),
        );
        return None;
    }
    let mut sound = true;
    if let Some(literal) = given.value.get(MOST) {
        sound = false;
        errors.on(
            literal,
            Message::new(format_args!(
                "`{word}` has {} attributes",
                given.value.len()
            ))
            .help(format_args!(
                "name at most 4, or write `{word}(attribute = \"…\", parts = […])`: one attribute of their texts"
            ))
            .note("DynamoDB's indexes take 4 partition and 4 sort attributes"),
        );
    }
    let mut keys: Vec<KeyAttribute> = Vec::new();
    for literal in &given.value {
        let key = check_index_key(literal, fields, resolved, errors)
            .and_then(|field| field_key(field, resolved));
        let Some(key) = key else {
            sound = false;
            continue;
        };
        if keys.iter().any(|known| known.field() == key.field()) {
            sound = false;
            errors.on(
                literal,
                Message::new(format_args!("`{}` is in this key already", literal.value()))
                    .help("remove it, or name another field")
                    .note("DynamoDB's key attributes differ from each other"),
            );
        }
        keys.push(key);
    }
    sound.then_some(keys)
}

/// "The partition key and the sort key of an index are different attributes."
fn check_keys_differ(
    partition: &[KeyAttribute],
    sort: &[KeyAttribute],
    given: &Given<Vec<LitStr>>,
    errors: &mut Errors,
) {
    for (key, literal) in sort.iter().zip(&given.value) {
        if !partition.iter().any(|other| other.field() == key.field()) {
            continue;
        }
        let name = literal.value();
        let (wrong, help) = if partition.len() == 1 && sort.len() == 1 {
            (
                format!("`{name}` is the partition key of this index already"),
                "name another field, or remove `sort_key`",
            )
        } else {
            (
                format!("`{name}` is in the partition key of this index already"),
                "name another field, or remove it",
            )
        };
        errors.on(
            literal,
            Message::new(wrong)
                .help(help)
                .note("DynamoDB's partition key and sort key are two attributes"),
        );
    }
}

/// Shards are a hash of one sort attribute, and what is read over several partitions is merged by it.
fn check_spread_has_one_sort_attribute(
    index: &parse::Index,
    partition: &[KeyAttribute],
    sort: &[KeyAttribute],
    errors: &mut Errors,
) {
    if sort.len() < 2 || PartitionKind::of(partition, sort) == PartitionKind::One {
        return;
    }
    if let Some(IndexKey::Fields(given)) = &index.sort_key {
        let names: Vec<_> = given
            .value
            .iter()
            .map(|name| name.token().to_string())
            .collect();
        errors.at(
            given.name.span(),
            Message::new("an index with buckets or shards has one sort attribute")
                .help(format_args!(
                    "name one field, or write `sort_key(attribute = \"…\", parts = [{}])`",
                    names.join(", ")
                ))
                .note("items from several partitions are merged in the order of one attribute"),
        );
    }
}

/// The key that is one field.
fn field_key(field: FieldIndex, resolved: &[Option<Field>]) -> Option<KeyAttribute> {
    let attribute = resolved.get(field.position())?.as_ref()?.attribute.clone();
    Some(KeyAttribute {
        attribute,
        layout: KeyLayout::Field(field),
    })
}

/// What the rules of local indexes know of the table's key: a field, where one is a key alone.
struct TableKey {
    partition: Option<FieldIndex>,
    sort: Option<FieldIndex>,
    /// Whether there is a sort key, of whatever kind, or an error about it is queued.
    has_sort_key: bool,
}

/// The local secondary indexes.
pub(in crate::model) fn local_indexes(
    indexes: &[parse::LocalIndex],
    item: &Ident,
    table: [Option<&KeyAttribute>; 2],
    scope: &Scope<'_>,
    errors: &mut Errors,
) -> Vec<Option<LocalIndex>> {
    check_at_most_five_local_indexes(indexes, errors);
    let [partition, sort] = table.map(|key| key.and_then(KeyAttribute::field));
    let key = TableKey {
        partition,
        sort,
        has_sort_key: scope.has_sort_key,
    };
    indexes
        .iter()
        .map(|index| local_index(index, item, &key, scope.fields, scope.resolved, errors))
        .collect()
}

/// "A local secondary index shares the table's partition key and has another sort key; the table
/// has a sort key."
fn local_index(
    index: &parse::LocalIndex,
    item: &Ident,
    table: &TableKey,
    fields: &Fields<'_>,
    resolved: &[Option<Field>],
    errors: &mut Errors,
) -> Option<LocalIndex> {
    let path = access_path(&index.path, item, errors);
    if !table.has_sort_key {
        errors.at(
            index.path.word.span(),
            Message::new("a table without a sort key has no local indexes")
                .help(format_args!(
                    "mark a field with `sort_key`, or write `index(…)`: an index of its own partition key"
                ))
                .note("DynamoDB's local indexes give the items of one partition another order"),
        );
    }
    let literal = index.sort_key.as_ref()?;
    let field = check_index_key_unless(table, literal, fields, resolved, errors)?;
    let sort = field_key(field, resolved)?;
    Some(LocalIndex { path: path?, sort })
}

/// The key of a local index differs from the keys of the table.
fn check_index_key_unless(
    table: &TableKey,
    literal: &LitStr,
    fields: &Fields<'_>,
    resolved: &[Option<Field>],
    errors: &mut Errors,
) -> Option<FieldIndex> {
    let sort = check_index_key(literal, fields, resolved, errors)?;
    let role = if table.sort == Some(sort) {
        "sort key"
    } else if table.partition == Some(sort) {
        "partition key"
    } else {
        return Some(sort);
    };
    errors.on(
        literal,
        Message::new(format_args!(
            "`{}` is the {role} of the table",
            literal.value()
        ))
        .help("name another field")
        .note("DynamoDB's local indexes have a sort key of their own"),
    );
    None
}

/// "A table has at most 5 local secondary indexes."
fn check_at_most_five_local_indexes(indexes: &[parse::LocalIndex], errors: &mut Errors) {
    const MOST: usize = 5;
    if let Some(sixth) = indexes.get(MOST) {
        errors.at(
            sixth.path.word.span(),
            Message::new(format_args!(
                "the table has {} local indexes",
                indexes.len()
            ))
            .help("write `index(…)` for the others")
            .note("DynamoDB's tables have at most 5 local indexes"),
        );
    }
}

/// "The key attributes of an index are top-level attributes of type S, N or B."
fn check_index_key(
    literal: &LitStr,
    fields: &Fields<'_>,
    resolved: &[Option<Field>],
    errors: &mut Errors,
) -> Option<FieldIndex> {
    let index = fields.find(literal, errors)?;
    let field = resolved.get(index.position())?.as_ref()?;
    match &field.codec {
        Codec::InKey | Codec::InKeyTime { .. } => {
            let word = match fields.get(index)?.options.key() {
                Some(key) if key.name == "partition_key" => ("partition key", "partition_key"),
                _ => ("sort key", "sort_key"),
            };
            errors.on(
                literal,
                Message::new(format_args!(
                    "`{}` is stored only inside the {}",
                    literal.value(),
                    word.0
                ))
                .help(format_args!(
                    "add `store` to its `{}(…)`: it is then an attribute of its own too",
                    word.1
                ))
                .note("an index has attributes as its keys, not parts of them"),
            );
            None
        }
        Codec::With(_) => {
            errors.on(
                literal,
                Message::new(format_args!("`{}` is written by a module", literal.value()))
                    .help("wrap its type in a struct that implements `DynamoValue` and `KeyValue`")
                    .note(
                        "the table's schema states the type of a key, which a module does not tell",
                    ),
            );
            None
        }
        Codec::Null | Codec::NullTime(_) | Codec::Set | Codec::Serde => {
            let (stored, option) = field.codec.refused_in_keys()?;
            errors.on(
                literal,
                Message::new(format_args!("`{}` {stored}", literal.value()))
                    .help(format_args!(
                        "remove `{option}` from it, or name another field"
                    ))
                    .note("a key of an index is a string, a number or a binary, or absent"),
            );
            None
        }
        Codec::Value
        | Codec::KeyValue
        | Codec::Time(_)
        | Codec::KeyTime(_)
        | Codec::Ttl
        | Codec::KeyTtl
        | Codec::Version => Some(index),
    }
}

fn access_path(path: &IndexPath, item: &Ident, errors: &mut Errors) -> Option<AccessPath> {
    let literal = path.name.as_ref()?;
    let name = check_resource_name("index", literal, "by_customer", errors)?;
    let (type_name, method) =
        generated_names(path.type_name.as_ref(), path.method.as_ref(), literal, item);
    Some(AccessPath {
        name,
        type_name,
        method,
        projection: Projection::All,
        reads: path.reads.clone(),
    })
}
