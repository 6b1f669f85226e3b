//! The table handle.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Generics;
use syn::spanned::Spanned;

use super::codec::declaration;
use super::{docs, key, path};
use crate::model::{Item, KeyAttribute, PartitionKind};
use crate::parse::path_text;

/// The type at module level.
pub(super) fn definition(item: &Item, generics: &Generics) -> TokenStream {
    let krate = &item.crate_path;
    let (vis, handle, ident) = (&item.vis, &item.handle, &item.ident);
    let declared = declaration(generics);
    let (_, ty_generics, where_clause) = generics.split_for_impl();
    let runtime = path_text(krate);
    let docs = docs::line(&format!(
        "The table of [`{ident}`]: one query method per access path, and everything of \
         [`Table`]({}::Table).",
        runtime.trim_start_matches("::")
    ));
    quote! {
        #docs
        #vis struct #handle #declared (#krate::Table<#ident #ty_generics>) #where_clause;
    }
}

/// The handle's impls and the item's `table`.
pub(super) fn impls(item: &Item, generics: &Generics) -> TokenStream {
    let krate = &item.crate_path;
    let (vis, handle, ident) = (&item.vis, &item.handle, &item.ident);
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let queries = path::paths(item).into_iter().map(|path| query(item, &path));
    let table_docs = docs::line(&format!(
        "A handle of the table `{}`, on the client's own clock.",
        item.table.value
    ));
    quote! {
        #[automatically_derived]
        impl #impl_generics #ident #ty_generics #where_clause {
            #table_docs
            #vis fn table(client: &#krate::aws_sdk_dynamodb::Client) -> #handle #ty_generics {
                #handle(#krate::Table::new(client))
            }
        }

        #[automatically_derived]
        impl #impl_generics #handle #ty_generics #where_clause {
            #(#queries)*
        }

        #[automatically_derived]
        impl #impl_generics ::core::convert::From<#krate::Table<#ident #ty_generics>> for #handle #ty_generics #where_clause {
            fn from(table: #krate::Table<#ident #ty_generics>) -> Self {
                Self(table)
            }
        }

        #[automatically_derived]
        impl #impl_generics ::core::ops::Deref for #handle #ty_generics #where_clause {
            type Target = #krate::Table<#ident #ty_generics>;

            fn deref(&self) -> &Self::Target {
                &self.0
            }
        }

        #[automatically_derived]
        impl #impl_generics ::core::clone::Clone for #handle #ty_generics #where_clause {
            fn clone(&self) -> Self {
                Self(::core::clone::Clone::clone(&self.0))
            }
        }

        #[automatically_derived]
        impl #impl_generics ::core::fmt::Debug for #handle #ty_generics #where_clause {
            fn fmt(&self, formatter: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::fmt::Debug::fmt(&self.0, formatter)
            }
        }
    }
}

/// `pub fn query_index(&self, pk: impl Operand<String>) -> Query<Order, OrderIndex>`.
fn query(item: &Item, path: &path::Path<'_>) -> TokenStream {
    let krate = &item.crate_path;
    let (vis, ident) = (&item.vis, &item.ident);
    let (_, ty_generics, _) = item.generics.split_for_impl();
    let type_name = path.type_name;
    let query = Ident::new("query", Span::mixed_site());
    let method = path.method.unwrap_or(&query);
    let parts = Parts::new(item, path);
    let parameter = &parts.parameter;
    let docs = docs::query(item, path);
    let field = match path.partition {
        [key] => key.field(),
        _ => None,
    };
    let body = match field {
        Some(index) => {
            let field = item.field(index);
            let (parameter, ty) = (&field.ident, &field.ty);
            let codec = key::codec(item, index);
            quote! {
                self.0.query_path::<#type_name #ty_generics, #ty>(
                    #codec.codec,
                    &#krate::expression::Operand::into_operand(#parameter),
                )
            }
        }
        None => {
            let parts = &parts.values;
            let method = match path.partition_kind() {
                PartitionKind::One if path.partition.len() > 1 => quote!(query_attributes),
                PartitionKind::One => quote!(query_composed),
                PartitionKind::SortBuckets
                | PartitionKind::FieldBuckets
                | PartitionKind::Shards => {
                    quote!(partitions)
                }
            };
            quote!(self.0.#method::<#type_name #ty_generics>(&[#(#parts),*]))
        }
    };
    let request = match path.partition_kind() {
        PartitionKind::One => quote!(Query),
        PartitionKind::SortBuckets | PartitionKind::FieldBuckets | PartitionKind::Shards => {
            quote!(Partitions)
        }
    };
    let (body, output) = match (path.reads, path.partition_kind()) {
        (None, _) => (body, TokenStream::new()),
        (Some(reads), kind) => {
            let span = reads.span();
            let project = quote_spanned!(span=> project::<#reads>());
            let state = match kind {
                PartitionKind::One => Some(quote!(#krate::key::WholePartition,)),
                PartitionKind::SortBuckets
                | PartitionKind::FieldBuckets
                | PartitionKind::Shards => None,
            };
            (
                quote!(#body.#project),
                quote!(, #state #krate::expression::Projected<#reads>),
            )
        }
    };
    let over_partitions = path.index.is_none().then(|| range(item, path, &parts));
    quote! {
        #docs
        #vis fn #method(
            &self,
            #parameter
        ) -> #krate::operation::#request<#ident #ty_generics, #type_name #ty_generics #output> {
            #body
        }

        #over_partitions
    }
}

/// What reads over the buckets and shards of the table itself: `query` and the range in one.
///
/// ```ignore
/// pub fn range<__B, __R>(&self, device: impl Operand<String>, range: __R) -> RangeQuery<Reading, ReadingPrimary, Narrowed>
/// where
///     __R: RangeBounds<__B>,
///     <ReadingPrimary as AccessPath>::Sort: SortBound<__B>,
///     <ReadingPrimary as AccessPath>::Partition: RangeOver<__R>,
/// {
///     self.0.partitions::<ReadingPrimary>(&[…]).range(range)
/// }
/// ```
fn range(item: &Item, path: &path::Path<'_>, parts: &Parts) -> Option<TokenStream> {
    let krate = &item.crate_path;
    let (vis, ident) = (&item.vis, &item.ident);
    let (_, ty_generics, _) = item.generics.split_for_impl();
    let path_type = {
        let type_name = path.type_name;
        quote!(#type_name #ty_generics)
    };
    let (name, state, bounds) = match path.partition_kind() {
        PartitionKind::One => return None,
        PartitionKind::SortBuckets | PartitionKind::Shards => (
            "range",
            quote!(Narrowed),
            quote! {
                __R: ::core::ops::RangeBounds<__B>,
                <#path_type as #krate::key::AccessPath>::Sort: #krate::key::SortBound<__B>,
                <#path_type as #krate::key::AccessPath>::Partition: #krate::operation::RangeOver<__R>,
            },
        ),
        PartitionKind::FieldBuckets => (
            "buckets",
            quote!(WholePartition),
            quote! {
                __B: #krate::time::PointInTime,
                __R: ::core::ops::RangeBounds<__B> + #krate::operation::BothEnds,
            },
        ),
    };
    let method = Ident::new(name, Span::mixed_site());
    let docs = docs::range(item, path);
    let parameter = &parts.parameter;
    let values = &parts.values;
    let is_taken = path
        .partition
        .iter()
        .flat_map(KeyAttribute::parts)
        .any(|part| item.field(*part).ident == "range");
    let range = if is_taken { "__range" } else { "range" };
    let range = Ident::new(range, Span::mixed_site());
    Some(quote! {
        #docs
        #vis fn #method<__B, __R>(
            &self,
            #parameter
            #range: __R,
        ) -> #krate::operation::RangeQuery<#ident #ty_generics, #path_type, #krate::key::#state>
        where
            #bounds
        {
            self.0.partitions::<#path_type>(&[#(#values),*]).#method(#range)
        }
    })
}

/// The parts of a partition key, or its attributes, as one parameter: `device: impl Operand<String>`,
/// or a tuple, or nothing.
struct Parts {
    parameter: TokenStream,
    /// `&Part(__Codecs::C0, &Operand::into_operand(device))`; `&Out(…)` for attributes.
    values: Vec<TokenStream>,
}

impl Parts {
    fn new(item: &Item, path: &path::Path<'_>) -> Self {
        let krate = &item.crate_path;
        let is_composed = path.composed_partition().is_some();
        let indexes: Vec<_> = path
            .partition
            .iter()
            .flat_map(KeyAttribute::parts)
            .collect();
        let fields: Vec<_> = indexes.iter().map(|index| item.field(**index)).collect();
        let idents: Vec<_> = fields.iter().map(|field| &field.ident).collect();
        let types = fields.iter().map(|field| {
            let ty = &field.ty;
            quote!(impl #krate::expression::Operand<#ty>)
        });
        let types: Vec<_> = types.collect();
        let parameter = match (&idents[..], &types[..]) {
            ([], _) => TokenStream::new(),
            ([ident], [ty]) => quote!(#ident: #ty,),
            (idents, types) => quote!((#(#idents),*): (#(#types),*),),
        };
        let values = indexes.iter().zip(&idents).map(|(index, ident)| {
            let codec = key::codec(item, **index);
            let value = quote!(&#krate::expression::Operand::into_operand(#ident));
            if is_composed {
                quote!(&#krate::__private::Part(#codec, #value))
            } else {
                quote!(&#krate::__private::Out(#codec.codec, #value))
            }
        });
        Self {
            parameter,
            values: values.collect(),
        }
    }
}
