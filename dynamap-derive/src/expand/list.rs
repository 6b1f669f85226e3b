//! A struct of several unnamed fields: L.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Generics, Index};

use super::codec::{Roles, expression, holder_of};
use crate::model::{Transparent, Value};

pub(super) fn list(value: &Value, generics: &Generics, fields: &[Transparent]) -> TokenStream {
    let krate = &value.crate_path;
    let ident = &value.ident;
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let turbofish = ty_generics.as_turbofish();
    let private = quote!(#krate::__private);
    let codecs = holder_of(
        krate,
        generics,
        fields.iter().map(|field| {
            let codec = expression(krate, &field.ty, &field.codec, Roles::default());
            (&field.ty, codec)
        }),
        &TokenStream::new(),
    );
    let holder = super::codec::holder();
    let constants: Vec<_> = (0..fields.len())
        .map(|position| {
            let constant = super::codec::constant(position);
            quote!(#holder #turbofish ::#constant.codec)
        })
        .collect();
    let positions = (0..fields.len()).map(Index::from);
    let slots: Vec<_> = (0..fields.len())
        .map(|position| format_ident!("__s{}", position))
        .collect();
    let values: Vec<_> = (0..fields.len())
        .map(|position| format_ident!("__f{}", position))
        .collect();
    quote! {
        #codecs

        #[automatically_derived]
        impl #impl_generics #krate::DynamoValue for #ident #ty_generics #where_clause {
            type Kind = #krate::value::kind::List;

            fn encode(
                &self,
                encoder: &mut dyn #krate::value::Encoder,
            ) -> ::core::result::Result<(), #krate::value::EncodeError> {
                #private::write_elements(
                    encoder,
                    &[#(&#private::Out(#constants, &self.#positions)),*],
                )
            }

            fn decode(
                decoder: &mut dyn #krate::value::Decoder,
            ) -> ::core::result::Result<Self, #krate::value::DecodeError> {
                #(let mut #slots = #private::Slot::new(#constants);)*
                #private::read_elements(decoder, &mut [#(&mut #slots),*])?;
                let (#(::core::option::Option::Some(#values),)*) = (#(#slots.take(),)*) else {
                    return ::core::result::Result::Err(#private::unfilled());
                };
                ::core::result::Result::Ok(Self(#(#values),*))
            }
        }
    }
}
