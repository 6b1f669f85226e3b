//! What bounds ask of an item: whether it has a version, a TTL, stamps.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Generics, parse_quote};

use crate::model::{Item, Projection};

/// What bounds ask of an item. What is flattened into it answers for itself, by a bound of the impl.
pub(super) fn facts(item: &Item, generics: &Generics) -> TokenStream {
    let krate = &item.crate_path;
    let ident = &item.ident;
    let (_, ty_generics, _) = generics.split_for_impl();
    let filled = &item.filled;
    let private = quote!(#krate::__private);
    let fact = |name: &str, bound: Option<(&str, &str)>, body: TokenStream| {
        let name = Ident::new(name, Span::mixed_site());
        let mut generics = generics.clone();
        if let Some((of, answer)) = bound {
            let of = Ident::new(of, Span::mixed_site());
            let answer = Ident::new(answer, Span::mixed_site());
            generics.make_where_clause().predicates.push(parse_quote! {
                for<'__flattened> <<#ident #ty_generics as #private::Attributes>::Fills as #private::Filling>::#of: #private::#answer
            });
        }
        let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
        quote! {
            #[automatically_derived]
            impl #impl_generics #krate::schema::#name for #ident #ty_generics #where_clause { #body }
        }
    };
    let has_flattened = !item.flattened.is_empty();
    let versioned = |bound| {
        fact(
            "Versioned",
            bound,
            quote! {
                fn version(&self) -> ::core::option::Option<u64> {
                    #private::Attributes::carried_version(self)
                }
            },
        )
    };
    let version = match (filled.version.is_some(), has_flattened) {
        (true, _) => versioned(None),
        (false, false) => fact("Unversioned", None, TokenStream::new()),
        (false, true) => {
            let with = versioned(Some(("Version", "VersionIsThere")));
            let without = fact(
                "Unversioned",
                Some(("Version", "NoVersion")),
                TokenStream::new(),
            );
            quote!(#with #without)
        }
    };
    let marker = |name, of, is_there: bool| match (is_there, has_flattened) {
        (true, _) => Some(fact(name, None, TokenStream::new())),
        (false, true) => Some(fact(name, Some(of), TokenStream::new())),
        (false, false) => None,
    };
    let expiring = marker("Expiring", ("Ttl", "TtlIsThere"), filled.ttl.is_some());
    let stamped = marker(
        "Stamped",
        ("Stamps", "StampsAreThere"),
        !filled.stamps.is_empty(),
    );
    let projected = check_ttl_is_projected(item);
    quote!(#version #expiring #stamped #projected)
}

/// An index of fewer attributes carries the TTL, which can be none of a flattened struct: no option names it.
/// Of a generic item the names are not known here.
fn check_ttl_is_projected(item: &Item) -> Option<TokenStream> {
    let krate = &item.crate_path;
    let ident = &item.ident;
    let global = item.indexes.iter().map(|index| &index.path.projection);
    let local = item
        .local_indexes
        .iter()
        .map(|index| &index.path.projection);
    let is_narrow = global
        .chain(local)
        .any(|projection| !matches!(projection, Projection::All));
    if !is_narrow
        || item.flattened.is_empty()
        || item.filled.ttl.is_some()
        || !item.generics.params.is_empty()
    {
        return None;
    }
    let message = format!(
        "an index of `{ident}` projects less than all, and would leave out the TTL of a flattened struct: move \
         the TTL to the item itself, or write `projection = all`"
    );
    Some(quote_spanned! {ident.span()=>
        const _: () = ::core::assert!(
            ::core::option::Option::is_none(&#krate::__private::AttributeNames::ttl(
                <#ident as #krate::__private::Attributes>::NAMES,
            )),
            #message,
        );
    })
}
