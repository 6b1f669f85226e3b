//! `DynamoItem`.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::attributes::{Attributes, Entry, attributes};
use super::codec::{Part, Roles, bounded, constants};
use super::constant::attribute_constant;
use super::facts::facts;
use super::{key, layout, marker, names, path, projection, schema, table};
use crate::model::{FieldIndex, Index, Item, KeyAttribute, KeyOf, Stored};

/// What `DynamoItem` generates for
///
/// ```ignore
/// struct Order { #[partition_key] uuid: String, status: Status }
/// ```
///
/// in short:
///
/// ```ignore
/// struct OrderKey { uuid: String }
/// struct OrderTable(Table<Order>);
/// struct OrderPrimary;
/// const _: () = {
///     struct __Codecs(…);                          // one codec constant per field
///     impl Order { const STATUS: Attribute<Order, Status> = …; fn table(client: &Client) -> OrderTable { … } }
///     impl Attributes for Order { … }              // encode and decode, driven by tables
///     impl DynamoItem for Order { … const SCHEMA … }
/// };
/// ```
pub(crate) fn item(item: &Item) -> TokenStream {
    let krate = &item.crate_path;
    let generics = bounded(krate, &item.generics);
    let key_definition = key::definition(item, &generics);
    let table_definition = table::definition(item, &generics);
    let path_definitions = path::definitions(item, &generics);

    let fields = item.fields.iter().zip(roles(item));
    let codecs = constants(krate, &generics, fields, &layout::constants(item));
    let attribute_constants = item.fields.iter().enumerate().map(|(position, field)| {
        let kind = marker::kind(item, position);
        attribute_constant(item, field, position, &kind)
    });
    let attributes = attributes(
        krate,
        &item.ident,
        &generics,
        &Attributes {
            fields: &item.fields,
            skipped: &item.skipped,
            slots: &slots(item),
            key_slots: key_slots(item),
            entries: entries(item),
            recovery: layout::recovery(item),
            flattened: &item.flattened,
            filled: &item.filled,
            codec: &|index| key::codec(item, index),
            carried: &|index| item.carried(index).map(|key| layout::layout(item, key)),
        },
    );
    let flattened_constants = item
        .flattened
        .iter()
        .map(|field| names::flattened_constant(krate, field));
    let markers = marker::markers(item, &generics);
    let key_impls = key::impls(item, &generics);
    let table_impls = table::impls(item, &generics);
    let path_impls = path::impls(item, &generics);
    let schema = schema::schema(item);
    let facts = facts(item, &generics);
    let projected = projection::fields(item, &generics);

    let ident = &item.ident;
    let (key_type, handle) = (&item.key_type, &item.handle);
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    quote! {
        #key_definition
        #table_definition
        #path_definitions

        #[doc(hidden)]
        const _: () = {
            #codecs
            #markers

            #[automatically_derived]
            impl #impl_generics #ident #ty_generics #where_clause {
                #(#attribute_constants)*
                #(#flattened_constants)*
            }

            #attributes

            #[automatically_derived]
            impl #impl_generics #krate::DynamoItem for #ident #ty_generics #where_clause {
                type Key = #key_type #ty_generics;
                type Handle = #handle #ty_generics;
                const SCHEMA: &'static #krate::schema::Schema = #schema;
            }

            #facts
            #key_impls
            #table_impls
            #path_impls
            #projected
        };
    }
}

/// The fields that are keys of some index.
pub(super) fn index_keys(item: &Item) -> Vec<FieldIndex> {
    let global = item.indexes.iter().flat_map(Index::keys);
    global
        .chain(item.local_indexes.iter().map(|index| &index.sort))
        .filter_map(KeyAttribute::field)
        .collect()
}

/// The fields that composed keys of the table are made of.
fn table_parts(item: &Item) -> Vec<FieldIndex> {
    std::iter::once(&item.key.partition)
        .chain(&item.key.sort)
        .filter(|key| key.composed().is_some())
        .flat_map(KeyAttribute::fields)
        .collect()
}

/// What each field is beside its codec, in their order.
fn roles(item: &Item) -> impl Iterator<Item = Roles> {
    let index_keys = index_keys(item);
    let of_table = table_parts(item);
    let of_indexes: Vec<FieldIndex> = item
        .indexes
        .iter()
        .flat_map(Index::keys)
        .filter(|key| key.composed().is_some())
        .flat_map(KeyAttribute::fields)
        .collect();
    (0..item.fields.len()).map(move |position| {
        let is_here = |field: &FieldIndex| field.position() == position;
        Roles {
            index_key: index_keys.iter().any(is_here),
            part: if of_table.iter().any(is_here) {
                Part::Table
            } else if of_indexes.iter().any(is_here) {
                Part::Index
            } else {
                Part::None
            },
        }
    })
}

/// The attributes of an item, in the order of writing.
fn entries(item: &Item) -> Vec<Entry> {
    let krate = &item.crate_path;
    let stored = item.stored().into_iter();
    stored
        .map(|stored| match stored {
            Stored::Field(index) => Entry {
                name: item.field(index).attribute.value.clone(),
                writer: layout::field_writer(item, index),
                slot: Some(format_ident!("__s{}", index.position())),
                field: Some(index.position()),
            },
            Stored::Tag(entity) => {
                let (name, slot) = (&entity.name, tag_slot());
                Entry {
                    name: entity.tag.value.clone(),
                    writer: quote!(&#krate::__private::Tag(#name)),
                    slot: Some(slot),
                    field: None,
                }
            }
            Stored::Key { key, of } => Entry {
                name: key.attribute.value.clone(),
                writer: layout::writer(item, key, of),
                // What an index is made of is read from the parts.
                slot: match of {
                    KeyOf::Table => Some(layout::key_slot(item, key)),
                    KeyOf::Index(_) => None,
                },
                field: None,
            },
        })
        .collect()
}

/// The slots of an item's fields: parts of the table's composed keys are recovered from them.
fn slots(item: &Item) -> Vec<TokenStream> {
    let krate = &item.crate_path;
    let parts = table_parts(item);
    (0..item.fields.len())
        .map(|position| {
            let codec = codec(item, position);
            if parts.iter().any(|part| part.position() == position) {
                quote!(#krate::__private::PartSlot::new(#codec))
            } else {
                super::fields::slot(krate, &item.fields[position], &codec)
            }
        })
        .collect()
}

/// What the tag is read to.
fn tag_slot() -> Ident {
    format_ident!("__tag")
}

/// The slots of the tag and of the table's composed keys.
fn key_slots(item: &Item) -> TokenStream {
    let krate = &item.crate_path;
    let tag = item.entity.iter().map(|entity| {
        let (name, slot) = (&entity.name, tag_slot());
        quote!(let mut #slot = #krate::__private::TagSlot::new(#name);)
    });
    let keys = std::iter::once(&item.key.partition)
        .chain(&item.key.sort)
        .filter(|key| key.composed().is_some())
        .map(|key| {
            let slot = layout::key_slot(item, key);
            let name = &key.attribute.value;
            quote!(let mut #slot = #krate::__private::KeySlot::new(#name);)
        });
    tag.chain(keys).collect()
}

fn codec(item: &Item, position: usize) -> TokenStream {
    let (_, ty_generics, _) = item.generics.split_for_impl();
    let turbofish = ty_generics.as_turbofish();
    let holder = super::codec::holder();
    let constant = super::codec::constant(position);
    quote!(#holder #turbofish ::#constant)
}

/// The names and writers of the primary key.
pub(super) fn key_writers(item: &Item) -> (Vec<String>, Vec<TokenStream>) {
    std::iter::once(&item.key.partition)
        .chain(&item.key.sort)
        .map(|attribute| {
            (
                attribute.attribute.value.clone(),
                layout::writer(item, attribute, KeyOf::Table),
            )
        })
        .unzip()
}
