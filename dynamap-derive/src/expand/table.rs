//! The table handle.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::Generics;

use super::codec::declaration;
use super::{docs, key, path};
use crate::model::Item;
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
    let field = item.field(path.partition);
    let (parameter, ty) = (&field.ident, &field.ty);
    let codec = key::codec(item, path.partition);
    let place = match path.index {
        Some(index) => format!("the index `{index}`"),
        None => "the table".to_owned(),
    };
    let order = match path.sort {
        Some(sort) => format!(", in the order of `{}`", item.field(sort).attribute.value),
        None => String::new(),
    };
    let docs = docs::line(&format!(
        "Query of {place}: the items with this `{}`{order}.",
        field.attribute.value
    ));
    quote! {
        #docs
        #vis fn #method(
            &self,
            #parameter: impl #krate::expression::Operand<#ty>,
        ) -> #krate::operation::Query<#ident #ty_generics, #type_name #ty_generics> {
            self.0.query_path::<#type_name #ty_generics, #ty>(
                #codec.codec,
                &#krate::expression::Operand::into_operand(#parameter),
            )
        }
    }
}
