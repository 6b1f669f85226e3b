//! The constant of a field: its attribute's handle.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Path;
use syn::spanned::Spanned;

use super::docs;
use crate::hygiene::respan;
use crate::model::{Codec, Field, Item};

/// `pub const STATUS: Attribute<Order, Status> = Attribute::new("status", __Codecs::C1);`
pub(super) fn attribute_constant(
    item: &Item,
    field: &Field,
    position: usize,
    kind: &TokenStream,
) -> TokenStream {
    let (_, ty_generics, _) = item.generics.split_for_impl();
    constant(
        &item.crate_path,
        &quote!(#ty_generics),
        field,
        position,
        kind,
    )
}

/// The constant of one field, of an item or of a value.
pub(super) fn constant(
    krate: &Path,
    ty_generics: &TokenStream,
    field: &Field,
    position: usize,
    kind: &TokenStream,
) -> TokenStream {
    let docs = docs::constant(field);
    let deprecated = &field.forwarded.deprecated;
    let Field {
        vis,
        constant,
        ty,
        attribute,
        ..
    } = field;
    let name = &attribute.value;
    let codecs = super::codec::holder();
    let codec = super::codec::constant(position);
    let turbofish = if ty_generics.is_empty() {
        quote!()
    } else {
        quote!(::#ty_generics)
    };
    if let Codec::Set = field.codec {
        // In expressions it is the set that is stored.
        let private = quote!(#krate::__private);
        let set = respan(quote!(<#ty as #private::ListAsSet>::Set), ty.span());
        let codec = respan(quote!(#private::stored_set_codec::<#ty>()), ty.span());
        return quote! {
            #docs
            #(#deprecated)*
            #vis const #constant: #krate::Attribute<Self, #set, #kind> =
                #krate::Attribute::new(#name, #codec);
        };
    }
    quote! {
        #docs
        #(#deprecated)*
        #vis const #constant: #krate::Attribute<Self, #ty, #kind> =
            #krate::Attribute::new(#name, #codecs #turbofish ::#codec);
    }
}
