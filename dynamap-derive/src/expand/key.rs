//! The key type.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Generics, Path, Type};

use super::codec::{constant, declaration, holder, parameter_types};
use super::item::key_writers;
use super::{docs, layout};
use crate::model::{FieldIndex, Index, Item, KeyAttribute, KeyLayout};

/// The type at module level:
///
/// ```ignore
/// pub struct OrderKey { pub uuid: String }
/// ```
pub(super) fn definition(item: &Item, generics: &Generics) -> TokenStream {
    let vis = &item.vis;
    let key_type = &item.key_type;
    let (_, _, where_clause) = generics.split_for_impl();
    let declared = declaration(generics);
    let fields = item.key.fields().into_iter().map(|index| {
        let field = item.field(index);
        let (ident, ty) = (&field.ident, &field.ty);
        let docs = docs::line(&format!("The key's part `{}`.", field.name()));
        quote!(#docs #vis #ident: #ty)
    });
    let docs = docs::line(&format!("The primary key of [`{}`].", item.ident));
    let marker = marker(generics);
    quote! {
        #docs
        #vis struct #key_type #declared #where_clause {
            #(#fields,)*
            #marker
        }
    }
}

// A generic item's key holds its parameters, which no key field may name.
pub(super) fn marker(generics: &Generics) -> TokenStream {
    let parameters = parameter_types(generics);
    if parameters.is_empty() {
        TokenStream::new()
    } else {
        quote!(#[doc(hidden)] __parameters: ::core::marker::PhantomData<fn() -> (#(#parameters,)*)>,)
    }
}

fn marker_value(generics: &Generics) -> TokenStream {
    if parameter_types(generics).is_empty() {
        TokenStream::new()
    } else {
        quote!(__parameters: ::core::marker::PhantomData,)
    }
}

/// The impls of the key type: what it is made from, and how it is written.
pub(super) fn impls(item: &Item, generics: &Generics) -> TokenStream {
    let krate = &item.crate_path;
    let ident = &item.ident;
    let key_type = &item.key_type;
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let indexes = item.key.fields();
    let clones = indexes.iter().map(|index| {
        let field = item.field(*index);
        let (ident, ty) = (&field.ident, &field.ty);
        // An error says which type is to be `Clone`; the two places give the same one.
        quote_spanned!(ty.span()=> #ident: <#ty as ::core::clone::Clone>::clone(&from.#ident))
    });
    let clones = quote!(#(#clones,)*);
    // Without parts nothing is taken from them.
    let (own, other) = if indexes.is_empty() {
        (quote!(), quote!(_))
    } else {
        (quote!(let from = self;), quote!(from))
    };
    let marker = marker_value(generics);
    let debug_name = key_type.to_string();
    let (names, writers) = key_writers(item);
    let names = super::names::fixed(krate, names.iter());
    let encode_parts = encode_parts(item, &indexes);
    let from_parts = from_parts(item, generics, &indexes);
    let comparison = comparison(item, generics, &indexes);
    quote! {
        #[automatically_derived]
        impl #impl_generics ::core::clone::Clone for #key_type #ty_generics #where_clause {
            fn clone(&self) -> Self {
                #own
                Self { #clones #marker }
            }
        }

        // A key is part of an item's contents, which stay out of logs.
        #[automatically_derived]
        impl #impl_generics ::core::fmt::Debug for #key_type #ty_generics #where_clause {
            fn fmt(&self, formatter: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::fmt::Formatter::write_str(formatter, #debug_name)
            }
        }

        #comparison

        #[automatically_derived]
        impl #impl_generics #krate::item::ItemKey for #key_type #ty_generics #where_clause {
            fn encode_key(
                &self,
                encoder: &mut dyn #krate::value::Encoder,
            ) -> ::core::result::Result<(), #krate::value::EncodeError> {
                #names
                #krate::__private::write_all(encoder, &__NAMES, &[#(#writers),*])
            }

            #encode_parts
        }

        #[automatically_derived]
        impl #impl_generics ::core::convert::From<&#ident #ty_generics> for #key_type #ty_generics #where_clause {
            fn from(#other: &#ident #ty_generics) -> Self {
                Self { #clones #marker }
            }
        }

        #[automatically_derived]
        impl #impl_generics ::core::convert::From<&#key_type #ty_generics> for #key_type #ty_generics #where_clause {
            fn from(key: &#key_type #ty_generics) -> Self {
                ::core::clone::Clone::clone(key)
            }
        }

        #from_parts
    }
}

/// The fields of the key, each under its Rust name: what composed keys of indexes may be made of.
fn encode_parts(item: &Item, indexes: &[FieldIndex]) -> Option<TokenStream> {
    let krate = &item.crate_path;
    let composes = |index: &Index| index.keys().any(|key| key.composed().is_some());
    if !item.indexes.iter().any(composes) {
        return None;
    }
    let names: Vec<_> = indexes
        .iter()
        .map(|index| item.field(*index).name())
        .collect();
    let names = super::names::fixed(krate, names.iter());
    let writers = indexes
        .iter()
        .map(|index| layout::field_writer(item, *index));
    Some(quote! {
        fn encode_parts(
            &self,
            encoder: &mut dyn #krate::value::Encoder,
        ) -> ::core::result::Result<(), #krate::value::EncodeError> {
            #names
            #krate::__private::write_all(encoder, &__NAMES, &[#(#writers),*])
        }
    })
}

/// Keys go into sets and maps, where the types of their fields can.
fn comparison(item: &Item, generics: &Generics, indexes: &[FieldIndex]) -> TokenStream {
    let key_type = &item.key_type;
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let idents: Vec<_> = indexes
        .iter()
        .map(|index| &item.field(*index).ident)
        .collect();
    if indexes.is_empty() {
        // There is one key.
        return quote! {
            #[automatically_derived]
            impl #impl_generics ::core::cmp::PartialEq for #key_type #ty_generics #where_clause {
                fn eq(&self, _: &Self) -> bool {
                    true
                }
            }

            #[automatically_derived]
            impl #impl_generics ::core::cmp::Eq for #key_type #ty_generics #where_clause {}

            #[automatically_derived]
            impl #impl_generics ::core::hash::Hash for #key_type #ty_generics #where_clause {
                fn hash<__H: ::core::hash::Hasher>(&self, _: &mut __H) {}
            }
        };
    }
    let equal = bounded(item, generics, indexes, &quote!(::core::cmp::PartialEq));
    let total = bounded(item, generics, indexes, &quote!(::core::cmp::Eq));
    let hashed = bounded(item, generics, indexes, &quote!(::core::hash::Hash));
    quote! {
        #[automatically_derived]
        impl #impl_generics ::core::cmp::PartialEq for #key_type #ty_generics #equal {
            fn eq(&self, other: &Self) -> bool {
                #(::core::cmp::PartialEq::eq(&self.#idents, &other.#idents))&&*
            }
        }

        #[automatically_derived]
        impl #impl_generics ::core::cmp::Eq for #key_type #ty_generics #total {}

        #[automatically_derived]
        impl #impl_generics ::core::hash::Hash for #key_type #ty_generics #hashed {
            fn hash<__H: ::core::hash::Hasher>(&self, state: &mut __H) {
                #(::core::hash::Hash::hash(&self.#idents, state);)*
            }
        }
    }
}

// The lifetime makes a bound on a concrete type one that may fail: then the impl is absent, and the
// struct compiles all the same.
fn bounded(
    item: &Item,
    generics: &Generics,
    indexes: &[FieldIndex],
    bound: &TokenStream,
) -> syn::WhereClause {
    let mut generics = generics.clone();
    let clause = generics.make_where_clause();
    for index in indexes {
        let ty = &item.field(*index).ty;
        clause
            .predicates
            .push(syn::parse_quote!(for<'__field> #ty: #bound));
    }
    clause.clone()
}

/// The generics and the source of `From` for a key type: the one part, or a tuple of the parts,
/// each as whatever it can be given as.
///
/// ```ignore
/// impl<__P0: Operand<String>, __P1: Operand<u32>> From<(__P0, __P1)> for OrderKey { … }
/// ```
pub(super) fn tuple(
    krate: &Path,
    generics: &Generics,
    types: &[&Type],
) -> (TokenStream, TokenStream) {
    let operands: Vec<_> = (0..types.len())
        .map(|position| format_ident!("__P{}", position))
        .collect();
    let parameters = &generics.params;
    let comma = (!parameters.empty_or_trailing()).then(|| quote!(,));
    let source = match &operands[..] {
        [operand] => quote!(#operand),
        operands => quote!((#(#operands),*)),
    };
    (
        quote!(<#parameters #comma #(#operands: #krate::expression::Operand<#types>),*>),
        source,
    )
}

fn from_parts(item: &Item, generics: &Generics, indexes: &[FieldIndex]) -> TokenStream {
    let krate = &item.crate_path;
    let key_type = &item.key_type;
    let (_, ty_generics, where_clause) = generics.split_for_impl();
    let types: Vec<_> = indexes.iter().map(|index| &item.field(*index).ty).collect();
    let (parameters, source) = tuple(krate, generics, &types);
    let values: Vec<_> = (0..indexes.len())
        .map(|position| format_ident!("__p{}", position))
        .collect();
    let pattern = match &values[..] {
        [value] => quote!(#value),
        values => quote!((#(#values),*)),
    };
    let idents = indexes.iter().map(|index| &item.field(*index).ident);
    let marker = marker_value(generics);
    quote! {
        #[automatically_derived]
        impl #parameters ::core::convert::From<#source> for #key_type #ty_generics #where_clause {
            fn from(#pattern: #source) -> Self {
                Self {
                    #(#idents: #krate::expression::Operand::into_operand(#values),)*
                    #marker
                }
            }
        }
    }
}

/// The codec of the field at an index.
pub(super) fn codec(item: &Item, index: FieldIndex) -> TokenStream {
    let (_, ty_generics, _) = item.generics.split_for_impl();
    let turbofish = ty_generics.as_turbofish();
    let holder = holder();
    let constant = constant(index.position());
    quote!(#holder #turbofish :: #constant)
}

/// The schema of a key attribute: its name and type.
pub(super) fn key_attribute(item: &Item, key: &KeyAttribute) -> TokenStream {
    let krate = &item.crate_path;
    let name = &key.attribute.value;
    match &key.layout {
        KeyLayout::Field(index) => {
            let codec = codec(item, *index);
            quote!(#codec.key_attribute(#name))
        }
        KeyLayout::Composed(_) => quote! {
            #krate::schema::KeyAttribute { name: #name, scalar: #krate::__private::ScalarType::S }
        },
    }
}
