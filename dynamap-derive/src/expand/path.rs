//! The access paths: a type for the table and for each index.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::Generics;

use super::codec::{self, declaration, parameter_types};
use super::{docs, key};
use crate::model::{Codec, FieldIndex, Item, KeyAttribute, TimeFormat};

/// What the paths have in common.
pub(super) struct Path<'a> {
    pub(super) type_name: &'a Ident,
    pub(super) method: Option<&'a Ident>,
    pub(super) index: Option<&'a str>,
    pub(super) partition: FieldIndex,
    pub(super) sort: Option<FieldIndex>,
    /// The fields whose attributes are keys of the path.
    pub(super) keys: Vec<FieldIndex>,
    pub(super) global: bool,
}

/// The table's own path, the global indexes, the local ones.
pub(super) fn paths(item: &Item) -> Vec<Path<'_>> {
    let partition = item.key.partition.carrier();
    let sort = item.key.sort.as_ref().map(KeyAttribute::carrier);
    let keys =
        |partition, sort: Option<FieldIndex>| std::iter::once(partition).chain(sort).collect();
    let table = Path {
        type_name: &item.primary_type,
        method: None,
        index: None,
        partition,
        sort,
        keys: keys(partition, sort),
        global: false,
    };
    let global = item.indexes.iter().map(|index| Path {
        type_name: &index.path.type_name,
        method: Some(&index.path.method),
        index: Some(&index.path.name.value),
        partition: index.partition,
        sort: index.sort,
        keys: keys(index.partition, index.sort),
        global: true,
    });
    let local = item.local_indexes.iter().map(|index| Path {
        type_name: &index.path.type_name,
        method: Some(&index.path.method),
        index: Some(&index.path.name.value),
        partition,
        sort: Some(index.sort),
        keys: keys(partition, Some(index.sort)),
        global: false,
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

/// `SortKey<OffsetDateTime, Millis>`.
fn sort_type(item: &Item, sort: Option<FieldIndex>) -> TokenStream {
    let krate = &item.crate_path;
    let Some(index) = sort else {
        return quote!(#krate::key::NoSortKey);
    };
    let field = item.field(index);
    let ty = &field.ty;
    let time = |format| {
        let unit = codec::unit(krate, format);
        quote!(#krate::key::SortKey<#ty, #unit>)
    };
    match &field.codec {
        Codec::Time(format) | Codec::KeyTime(format) => time(*format),
        Codec::Ttl | Codec::KeyTtl => time(TimeFormat::Epoch(crate::model::Unit::Seconds)),
        Codec::InKey { precision, reading } => {
            let unit = codec::unit(
                krate,
                TimeFormat::Iso {
                    precision: *precision,
                    reading: *reading,
                },
            );
            quote!(#krate::key::SortKey<#ty, #krate::key::Suffixed<#unit>>)
        }
        Codec::Value | Codec::KeyValue | Codec::Version | Codec::With(_) => {
            quote!(#krate::key::SortKey<#ty>)
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
            let partition = {
                let codec = key::codec(item, path.partition);
                let name = &item.field(path.partition).attribute.value;
                quote!(#codec.key_attribute(#name))
            };
            let sort = match path.sort {
                None => quote!(::core::option::Option::None),
                Some(index) => {
                    let codec = key::codec(item, index);
                    let field = item.field(index);
                    let name = &field.attribute.value;
                    let attribute = match field.codec {
                        Codec::InKey { .. } => {
                            let layout = super::item::sort_layout(item);
                            quote!(#krate::key::SortAttribute {
                                name: #name, layout: #krate::key::SortLayout::Composed(#layout),
                            })
                        }
                        _ => quote!(#codec.sort_attribute(#name)),
                    };
                    quote!(::core::option::Option::Some(#attribute))
                }
            };
            let kind = if path.global { quote!(GlobalPath) } else { quote!(ConsistentPath) };
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
                    type Partition = #krate::key::OnePartition;
                    const PATH: #krate::key::PathSchema = #krate::key::PathSchema {
                        index: #index,
                        partition_key: #partition,
                        partition: ::core::option::Option::None,
                        sort_key: #sort,
                    };
                }

                #[automatically_derived]
                impl #impl_generics #krate::key::#kind for #type_name #ty_generics #where_clause {}

                #default
            }
        })
        .collect()
}
