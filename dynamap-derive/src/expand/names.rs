//! What stands beside other attributes in one map, and the names of all.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Generics, Path, Type};

use super::codec::holder;
use crate::hygiene::respan;

/// The constant of the type at a position.
fn constant(position: usize) -> Ident {
    format_ident!("B{}", position)
}

/// How the type at a position is written and read.
pub(super) fn beside(generics: &Generics, position: usize) -> TokenStream {
    let (_, ty_generics, _) = generics.split_for_impl();
    let turbofish = ty_generics.as_turbofish();
    let (holder, constant) = (holder(), constant(position));
    quote!(#holder #turbofish ::#constant)
}

/// The constants: the only place that demands anything of the types.
pub(super) fn constants(krate: &Path, generics: &Generics, types: &[&Type]) -> TokenStream {
    if types.is_empty() {
        return TokenStream::new();
    }
    let holder = holder();
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let constants = types.iter().enumerate().map(|(position, ty)| {
        let constant = constant(position);
        let span = ty.span();
        let private = respan(quote!(#krate::__private), span);
        let value = quote_spanned!(span=> #private::beside::<#ty>());
        quote!(const #constant: #krate::__private::Beside<#ty> = #value;)
    });
    quote! {
        #[automatically_derived]
        impl #impl_generics #holder #ty_generics #where_clause {
            #(#constants)*
        }
    }
}

/// `const NAMES`, after checks that are compiled with it; so many types stand beside the own fields.
pub(super) fn of<'a>(
    krate: &Path,
    generics: &Generics,
    own: impl Iterator<Item = &'a String>,
    count: usize,
    checks: impl Iterator<Item = TokenStream>,
) -> TokenStream {
    let private = quote!(#krate::__private);
    let flattened = (0..count).map(|position| {
        let beside = beside(generics, position);
        quote!(#beside.names)
    });
    let names = quote! {
        &#private::AttributeNames {
            own: &[#(#own),*],
            flattened: &[#(#flattened),*],
            open: false,
        }
    };
    let checks: Vec<_> = checks.collect();
    let names = if checks.is_empty() {
        names
    } else {
        quote!({ #(#checks)* #names })
    };
    quote! {
        const NAMES: &'static #private::AttributeNames = #names;
    }
}

/// Compiles the checks of the names at once; of a generic type they are where it is used.
pub(super) fn check(krate: &Path, ident: &Ident, generics: &Generics) -> TokenStream {
    if !generics.params.is_empty() {
        return TokenStream::new();
    }
    let private = quote!(#krate::__private);
    quote! {
        const _: &#private::AttributeNames = <#ident as #private::Attributes>::NAMES;
    }
}
