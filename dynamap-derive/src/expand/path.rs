//! The access paths: a type for the table and for each index.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::Generics;

use super::codec::{self, declaration, parameter_types};
use super::{docs, key, layout};
use crate::model::{
    Codec, Composed, FieldIndex, Item, KeyAttribute, KeyLayout, PartitionKind, Projection,
    TimeFormat, Unit,
};

/// What the paths have in common.
pub(super) struct Path<'a> {
    pub(super) type_name: &'a Ident,
    pub(super) method: Option<&'a Ident>,
    pub(super) index: Option<&'a str>,
    /// At least one attribute.
    pub(super) partition: &'a [KeyAttribute],
    pub(super) sort: &'a [KeyAttribute],
    pub(super) global: bool,
    /// What an index holds beside the keys.
    pub(super) projection: &'a Projection,
    /// What its queries read, unless it is whole items.
    pub(super) reads: Option<&'a syn::Path>,
}

impl Path<'_> {
    /// Whether the field's attribute is a key of the path.
    pub(super) fn has_key(&self, field: FieldIndex) -> bool {
        self.partition
            .iter()
            .chain(self.sort)
            .any(|key| key.field() == Some(field))
    }

    /// Whether the path gives the attribute of a field that is no key.
    pub(super) fn holds(&self, field: FieldIndex) -> bool {
        !self.global
            || match self.projection {
                Projection::All => true,
                Projection::KeysOnly => false,
                Projection::Include(fields) => fields.contains(&field),
            }
    }

    /// Whether the path gives whole items.
    fn holds_items(&self) -> bool {
        !self.global || *self.projection == Projection::All
    }

    pub(super) fn partition_kind(&self) -> PartitionKind {
        PartitionKind::of(self.partition, self.sort)
    }

    /// The partition key, if it is composed.
    pub(super) fn composed_partition(&self) -> Option<(&KeyAttribute, &Composed)> {
        self.partition
            .iter()
            .find_map(|key| Some((key, key.composed()?)))
    }
}

/// The table's own path, the global indexes, the local ones.
pub(super) fn paths(item: &Item) -> Vec<Path<'_>> {
    let table = Path {
        type_name: &item.primary_type,
        method: None,
        index: None,
        partition: std::slice::from_ref(&item.key.partition),
        sort: item.key.sort.as_slice(),
        global: false,
        projection: &Projection::All,
        reads: None,
    };
    let global = item.indexes.iter().map(|index| Path {
        type_name: &index.path.type_name,
        method: Some(&index.path.method),
        index: Some(&index.path.name.value),
        partition: &index.partition,
        sort: &index.sort,
        global: true,
        projection: &index.path.projection,
        reads: index.path.reads.as_ref(),
    });
    let local = item.local_indexes.iter().map(|index| Path {
        type_name: &index.path.type_name,
        method: Some(&index.path.method),
        index: Some(&index.path.name.value),
        partition: std::slice::from_ref(&item.key.partition),
        sort: std::slice::from_ref(&index.sort),
        global: false,
        projection: &index.path.projection,
        reads: index.path.reads.as_ref(),
    });
    std::iter::once(table).chain(global).chain(local).collect()
}

/// The types at module level: users name them in signatures.
pub(super) fn definitions(item: &Item, generics: &Generics) -> TokenStream {
    let vis = &item.vis;
    let declared = declaration(generics);
    let (_, _, where_clause) = generics.split_for_impl();
    let parameters = parameter_types(generics);
    paths(item)
        .into_iter()
        .map(|path| {
            let type_name = path.type_name;
            let docs = match path.index {
                Some(index) => format!("The index `{index}` of [`{}`].", item.ident),
                None => format!("The table of [`{}`] by its primary key.", item.ident),
            };
            let body = if parameters.is_empty() {
                quote!(;)
            } else {
                quote!((::core::marker::PhantomData<fn() -> (#(#parameters,)*)>) #where_clause;)
            };
            let docs = docs::line(&docs);
            quote! {
                #docs
                #vis struct #type_name #declared #body
            }
        })
        .collect()
}

/// `SortKey<OffsetDateTime, Millis>`, or a tuple of such.
fn sort_type(item: &Item, sort: &[KeyAttribute]) -> TokenStream {
    match sort {
        [] => {
            let krate = &item.crate_path;
            quote!(#krate::key::NoSortKey)
        }
        [sort] => sort_attribute_type(item, sort),
        several => {
            let types = several.iter().map(|sort| sort_attribute_type(item, sort));
            quote!((#(#types),*))
        }
    }
}

fn sort_attribute_type(item: &Item, sort: &KeyAttribute) -> TokenStream {
    let krate = &item.crate_path;
    let Some(first) = sort.first_part() else {
        return quote!(#krate::key::ConstantSort);
    };
    let field = item.field(first);
    let ty = &field.ty;
    let format = match &field.codec {
        Codec::Time(format) | Codec::NullTime(format) | Codec::KeyTime(format) => Some(*format),
        Codec::Ttl | Codec::KeyTtl => Some(TimeFormat::Epoch(Unit::Seconds)),
        Codec::InKeyTime { precision, reading } => Some(TimeFormat::Iso {
            precision: *precision,
            reading: *reading,
        }),
        Codec::Value
        | Codec::KeyValue
        | Codec::Version
        | Codec::With(_)
        | Codec::Null
        | Codec::Set
        | Codec::Serde
        | Codec::InKey => None,
    };
    match (&sort.layout, format) {
        (KeyLayout::Field(_), Some(format)) => {
            let unit = codec::unit(krate, format);
            quote!(#krate::key::SortKey<#ty, #unit>)
        }
        (KeyLayout::Field(_), None) => quote!(#krate::key::SortKey<#ty>),
        (KeyLayout::Composed(composed), Some(format)) => {
            // In a text every time is ISO text, of its own unit's precision.
            let unit = codec::unit(krate, format.as_text());
            if composed.parts.len() > 1 {
                quote!(#krate::key::SortKey<#ty, #krate::key::Suffixed<#unit>>)
            } else {
                quote!(#krate::key::SortKey<#ty, #unit>)
            }
        }
        (KeyLayout::Composed(composed), None) => {
            let place = if composed.parts.len() > 1 {
                quote!(Leading)
            } else {
                quote!(Joined)
            };
            quote!(#krate::key::SortKey<#ty, #krate::key::#place>)
        }
    }
}

/// What the runtime needs to know of each path.
pub(super) fn impls(item: &Item, generics: &Generics) -> TokenStream {
    let krate = &item.crate_path;
    let ident = &item.ident;
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let is_generic = !parameter_types(generics).is_empty();
    paths(item)
        .into_iter()
        .map(|path| {
            let type_name = path.type_name;
            let sort_type = sort_type(item, path.sort);
            let index = match path.index {
                Some(index) => quote!(::core::option::Option::Some(#index)),
                None => quote!(::core::option::Option::None),
            };
            let partition_key = path.partition.iter().map(|key| key::key_attribute(item, key));
            let composed = path.composed_partition();
            let partition = layout::optional(composed.map(|(key, _)| layout::layout(item, key)));
            let sort = path.sort.iter().map(|sort| sort_attribute(item, sort));
            let partition_kind = match path.partition_kind() {
                PartitionKind::One => quote!(OnePartition),
                PartitionKind::SortBuckets => quote!(SortBuckets),
                PartitionKind::FieldBuckets => quote!(FieldBuckets),
                PartitionKind::Shards => quote!(Shards),
            };
            let kind = if path.global { quote!(GlobalPath) } else { quote!(ConsistentPath) };
            let holds_items = path.holds_items().then(|| {
                quote! {
                    #[automatically_derived]
                    impl #impl_generics #krate::expression::HoldsItems for #type_name #ty_generics #where_clause {}
                }
            });
            let debug_name = type_name.to_string();
            let default = is_generic.then(|| {
                quote! {
                    #[automatically_derived]
                    impl #impl_generics ::core::default::Default for #type_name #ty_generics #where_clause {
                        fn default() -> Self {
                            Self(::core::marker::PhantomData)
                        }
                    }
                }
            });
            quote! {
                #[automatically_derived]
                impl #impl_generics ::core::fmt::Debug for #type_name #ty_generics #where_clause {
                    fn fmt(&self, formatter: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                        ::core::fmt::Formatter::write_str(formatter, #debug_name)
                    }
                }

                #[automatically_derived]
                impl #impl_generics #krate::key::AccessPath for #type_name #ty_generics #where_clause {
                    type Item = #ident #ty_generics;
                    type Sort = #sort_type;
                    type Partition = #krate::key::#partition_kind;
                    const PATH: #krate::key::PathSchema = #krate::key::PathSchema {
                        index: #index,
                        partition_key: &[#(#partition_key),*],
                        partition: #partition,
                        sort_key: &[#(#sort),*],
                    };
                }

                #[automatically_derived]
                impl #impl_generics #krate::key::#kind for #type_name #ty_generics #where_clause {}

                #holds_items
                #default
            }
        })
        .collect()
}

fn sort_attribute(item: &Item, sort: &KeyAttribute) -> TokenStream {
    let krate = &item.crate_path;
    let name = &sort.attribute.value;
    match &sort.layout {
        KeyLayout::Field(index) => {
            let codec = key::codec(item, *index);
            quote!(#codec.sort_attribute(#name))
        }
        KeyLayout::Composed(_) => {
            let layout = layout::layout(item, sort);
            quote! {
                #krate::key::SortAttribute {
                    name: #name,
                    layout: #krate::key::SortLayout::Composed(#layout),
                }
            }
        }
    }
}
