//! The access paths of an item with faults: whatever a use site asks of one, it gets.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{DeriveInput, Generics, Path};

use crate::model::name::{generated_names, plain, suffixed};
use crate::parse::{self, ComposedOptions, IndexKey, IndexPath, SpreadOptions};

/// The names that an item with faults would have generated, each of them once.
pub(super) struct Names {
    pub(super) key_type: Ident,
    pub(super) handle: Ident,
    pub(super) paths: Vec<AccessPath>,
}

/// A type that names an access path, and its query method.
pub(super) struct AccessPath {
    pub(super) type_name: Ident,
    method: Ident,
    partition: Partition,
    /// Whether the handle has the ranges of the path too.
    is_table: bool,
}

/// What is known of a partition key.
#[derive(Clone, Copy)]
struct Partition {
    /// Whether a query names its parts.
    has_parts: bool,
    /// Whether it has buckets or shards.
    is_spread: bool,
}

impl Partition {
    const PLAIN: Self = Self {
        has_parts: true,
        is_spread: false,
    };

    fn of(composed: &ComposedOptions) -> Self {
        Self {
            has_parts: composed.parts.is_some(),
            is_spread: composed.spread.is_given(),
        }
    }

    fn of_table(options: Option<&parse::Item>) -> Self {
        let Some(options) = options else {
            return Self::PLAIN;
        };
        if let Some(composed) = &options.composed.partition_key {
            return Self::of(composed);
        }
        let spread = options.fields.iter().find_map(|field| {
            let key = field.options.partition_key.as_ref()?;
            Some(&key.value.spread)
        });
        Self {
            has_parts: true,
            is_spread: spread.is_some_and(SpreadOptions::is_given),
        }
    }
}

impl Names {
    pub(super) fn new(ident: &Ident, options: Option<&parse::Item>) -> Self {
        let mut types = vec![ident.clone()];
        let mut distinct = |given: Option<&Ident>, otherwise: Ident| {
            let name = given
                .filter(|given| !types.contains(given))
                .cloned()
                .unwrap_or(otherwise);
            types.push(name.clone());
            name
        };
        let primary = distinct(None, suffixed(ident, "Primary"));
        let handle = distinct(
            options.and_then(|options| options.handle.as_ref()),
            suffixed(ident, "Table"),
        );
        let key_type = distinct(
            options.and_then(|options| options.key.as_ref()),
            suffixed(ident, "Key"),
        );
        let mut paths = vec![AccessPath {
            type_name: primary,
            method: Ident::new("query", ident.span()),
            partition: Partition::of_table(options),
            is_table: true,
        }];
        for (path, partition) in index_paths(options) {
            let Some(literal) = &path.name else { continue };
            let (type_name, method) = generated_names(
                path.type_name.as_ref(),
                path.method.as_ref(),
                literal,
                ident,
            );
            let is_known = types.contains(&type_name)
                || paths
                    .iter()
                    .any(|known| plain(&known.method) == plain(&method));
            if !is_known {
                types.push(type_name.clone());
                paths.push(AccessPath {
                    type_name,
                    method,
                    partition,
                    is_table: false,
                });
            }
        }
        Self {
            key_type,
            handle,
            paths,
        }
    }
}

fn index_paths(options: Option<&parse::Item>) -> impl Iterator<Item = (&IndexPath, Partition)> {
    let of_table = Partition::of_table(options);
    options.into_iter().flat_map(move |options| {
        let global = options.indexes.iter().map(|index| {
            let partition = match &index.partition_key {
                Some(IndexKey::Composed(composed)) => Partition::of(composed),
                Some(IndexKey::Fields(_)) | None => Partition::PLAIN,
            };
            (&index.path, partition)
        });
        let local = options.local_indexes.iter();
        global.chain(local.map(move |index| (&index.path, of_table)))
    })
}

impl AccessPath {
    /// The methods on the table handle.
    pub(super) fn methods(
        &self,
        krate: &Path,
        input: &DeriveInput,
        generics: &Generics,
    ) -> TokenStream {
        let Self {
            type_name,
            method,
            partition,
            is_table,
        } = self;
        let (ident, vis) = (&input.ident, &input.vis);
        let (_, ty_generics, _) = generics.split_for_impl();
        let parameter = partition
            .has_parts
            .then(|| quote!(_: impl ::core::marker::Sized,));
        let request = if partition.is_spread {
            quote!(Partitions)
        } else {
            quote!(Query)
        };
        let range = |name: &str, state: TokenStream| {
            let name = Ident::new(name, ident.span());
            quote! {
                #[allow(missing_docs, reason = "a struct with faults")]
                #vis fn #name<__R>(
                    &self,
                    #parameter
                    _: __R,
                ) -> #krate::operation::RangeQuery<#ident #ty_generics, #type_name #ty_generics, #krate::key::#state> {
                    ::core::unreachable!()
                }
            }
        };
        // Whether the key is spread may be what could not be read.
        let ranges = is_table.then(|| {
            let (range, buckets) = (
                range("range", quote!(Narrowed)),
                range("buckets", quote!(WholePartition)),
            );
            quote!(#range #buckets)
        });
        quote! {
            #[allow(missing_docs, reason = "a struct with faults")]
            #vis fn #method(
                &self,
                #parameter
            ) -> #krate::operation::#request<#ident #ty_generics, #type_name #ty_generics> {
                ::core::unreachable!()
            }

            #ranges
        }
    }

    pub(super) fn impls(
        &self,
        krate: &Path,
        input: &DeriveInput,
        generics: &Generics,
    ) -> TokenStream {
        let (type_name, ident) = (&self.type_name, &input.ident);
        let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
        quote! {
            impl #impl_generics #krate::key::AccessPath for #type_name #ty_generics #where_clause {
                type Item = #ident #ty_generics;
                type Sort = #krate::__private::AnySort;
                type Partition = #krate::__private::AnyPartition;
                const PATH: #krate::key::PathSchema = #krate::key::PathSchema {
                    index: ::core::option::Option::None,
                    partition_key: &[],
                    partition: ::core::option::Option::None,
                    sort_key: &[],
                };
            }

            impl #impl_generics #krate::expression::HoldsItems for #type_name #ty_generics #where_clause {}

            impl #impl_generics #krate::key::ConsistentPath for #type_name #ty_generics #where_clause {}
        }
    }
}
