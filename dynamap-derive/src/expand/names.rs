//! What stands beside other attributes in one map, and the names of all.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Generics, Path, Type};

use super::codec::holder;
use crate::hygiene::respan;
use crate::model::Flattened;

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

/// The constants: the only place that demands anything of the types, by a function of the runtime.
pub(super) fn constants(
    krate: &Path,
    generics: &Generics,
    types: &[&Type],
    function: &str,
) -> TokenStream {
    if types.is_empty() {
        return TokenStream::new();
    }
    let holder = holder();
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let constants = types.iter().enumerate().map(|(position, ty)| {
        let constant = constant(position);
        let span = ty.span();
        let private = respan(quote!(#krate::__private), span);
        let function = Ident::new(function, span);
        let value = quote_spanned!(span=> #private::#function::<#ty>());
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
    filled: &TokenStream,
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
            filled: #filled,
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

/// What is flattened into a struct.
pub(super) struct Beside {
    /// The constants, with a check that no name is there twice.
    pub(super) definitions: TokenStream,
    /// The statements that write it.
    pub(super) writes: TokenStream,
    /// The statements that read it out of `__rest`.
    pub(super) reads: TokenStream,
    pub(super) idents: Vec<Ident>,
    pub(super) values: Vec<Ident>,
}

impl Beside {
    pub(super) fn new(
        krate: &Path,
        ident: &Ident,
        generics: &Generics,
        flattened: &[Flattened],
    ) -> Self {
        let private = quote!(#krate::__private);
        let types: Vec<&Type> = flattened.iter().map(|field| &field.ty).collect();
        let idents: Vec<Ident> = flattened.iter().map(|field| field.ident.clone()).collect();
        let values: Vec<Ident> = (0..flattened.len())
            .map(|position| format_ident!("__r{}", position))
            .collect();
        let positions: Vec<usize> = (0..flattened.len()).collect();
        let codecs: Vec<_> = positions
            .iter()
            .map(|position| beside(generics, *position))
            .collect();
        let names = quote!(<Self as #private::Attributes>::NAMES);
        let (_, ty_generics, _) = generics.split_for_impl();
        let turbofish = ty_generics.as_turbofish();
        let holder = holder();
        let checked =
            (!flattened.is_empty()).then(|| quote!(let () = #holder #turbofish ::CHECKED;));
        let constants = constants(krate, generics, &types, "beside");
        let check = name_check(krate, ident, generics, flattened);
        Self {
            definitions: quote!(#constants #check),
            writes: quote! {
                #checked
                #(#private::write_flattened(encoder, #codecs, &self.#idents, #names, #positions)?;)*
            },
            reads: quote!(#(let #values = __rest.take(#codecs, #names, #positions)?;)*),
            idents,
            values,
        }
    }
}

/// No two attributes of one map have one name, and only one field takes what no other does.
fn name_check(
    krate: &Path,
    ident: &Ident,
    generics: &Generics,
    flattened: &[Flattened],
) -> TokenStream {
    let Some(last) = flattened.last() else {
        return TokenStream::new();
    };
    let private = quote!(#krate::__private);
    let holder = holder();
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let names = quote!(<#ident #ty_generics as #private::Attributes>::NAMES);
    let clashes = flattened.iter().enumerate().map(|(position, field)| {
        let message = format!(
            "an attribute of the flattened `{}` has the name of another attribute of `{ident}`: rename \
             one of them",
            field.ident
        );
        quote_spanned! {field.ty.span()=>
            ::core::assert!(!#names.clashes(#position), #message);
        }
    });
    let message = format!(
        "two flattened fields of `{ident}` take attributes of any name: keep one of the maps"
    );
    let twice = quote_spanned! {last.ty.span()=>
        ::core::assert!(!#names.is_open_twice(), #message);
    };
    let once = [
        ("has_one_ttl", "TTL", "a table has one TTL attribute"),
        ("has_one_version", "version", "an item has one version"),
    ]
    .map(|(function, what, rule)| {
        let function = Ident::new(function, last.ty.span());
        let message =
            format!("`{ident}` has more than one {what}, with what is flattened into it: {rule}");
        quote_spanned! {last.ty.span()=>
            ::core::assert!(#names.#function(), #message);
        }
    });
    // Of a generic struct the names are looked at where it is written.
    let now = generics
        .params
        .is_empty()
        .then(|| quote!(const _: () = #holder::CHECKED;));
    quote! {
        #[automatically_derived]
        impl #impl_generics #holder #ty_generics #where_clause {
            const CHECKED: () = {
                #(#clashes)*
                #twice
                #(#once)*
            };
        }
        #now
    }
}

/// `const ADDRESS: Flattened<Self, Address>`, through which its attributes are named.
pub(super) fn flattened_constant(krate: &Path, field: &Flattened) -> TokenStream {
    let Flattened {
        vis, constant, ty, ..
    } = field;
    let deprecated = &field.forwarded.deprecated;
    let docs = &field.forwarded.docs;
    let about = format!(" The attributes of `{}`.", field.ident);
    let docs = if docs.is_empty() {
        quote!(#[doc = #about])
    } else {
        quote!(#[doc = #about] #[doc = ""] #(#docs)*)
    };
    quote! {
        #docs
        #(#deprecated)*
        #vis const #constant: #krate::expression::Flattened<Self, #ty> =
            #krate::expression::Flattened::new();
    }
}

/// The names that `write_all` and `read_all` take, as a static of the function that calls them.
pub(super) fn fixed<'a>(krate: &Path, names: impl Iterator<Item = &'a String>) -> TokenStream {
    let private = quote!(#krate::__private);
    quote!(static __NAMES: #private::Names = #private::Names::new(&[#(#names),*]);)
}
