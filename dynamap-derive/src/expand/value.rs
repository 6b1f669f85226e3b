//! `DynamoValue`.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Generics;

use super::codec::{Roles, bounded, constants, expression, holder_of};
use super::item::{Attributes, Entry, attributes, constant};
use super::list::list;
use super::tagged::tagged;
use super::text::text;
use crate::model::{Codec, Field, Flattened, Shape, Skipped, Transparent, Value};

/// What `DynamoValue` generates.
pub(crate) fn value(value: &Value) -> TokenStream {
    let generics = bounded(&value.crate_path, &value.generics);
    let body = match &value.shape {
        Shape::Map {
            fields,
            skipped,
            flattened,
        } => map(value, &generics, fields, skipped, flattened),
        Shape::Text(names) => text(value, &generics, names),
        Shape::Tagged(data) => tagged(value, &generics, data),
        Shape::Transparent(inner) => transparent(value, &generics, inner),
        Shape::List(fields) => list(value, &generics, fields),
    };
    let krate = &value.crate_path;
    let ident = &value.ident;
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    quote! {
        #[doc(hidden)]
        const _: () = {
            #body

            #[automatically_derived]
            impl #impl_generics #krate::__private::ListElement for #ident #ty_generics #where_clause {}
        };
    }
}

/// A struct: M.
fn map(
    value: &Value,
    generics: &Generics,
    fields: &[Field],
    skipped: &[Skipped],
    flattened: &[Flattened],
) -> TokenStream {
    let krate = &value.crate_path;
    let ident = &value.ident;
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let turbofish = ty_generics.as_turbofish();
    let codecs = constants(
        krate,
        generics,
        fields.iter().map(|field| (field, Roles::default())),
        &TokenStream::new(),
    );
    let holder = super::codec::holder();
    let plain = quote!(#krate::expression::Plain);
    let constants = fields
        .iter()
        .enumerate()
        .map(|(position, field)| constant(krate, &quote!(#ty_generics), field, position, &plain));
    let flattened_constants = flattened
        .iter()
        .map(|field| super::names::flattened_constant(krate, field));
    let slots: Vec<_> = (0..fields.len())
        .map(|position| {
            let constant = super::codec::constant(position);
            let codec = quote!(#holder #turbofish ::#constant);
            super::fields::slot(krate, &fields[position], &codec)
        })
        .collect();
    let entries = fields.iter().enumerate().map(|(position, field)| {
        let constant = super::codec::constant(position);
        let ident = &field.ident;
        Entry {
            name: field.attribute.value.clone(),
            writer: quote!(&#krate::__private::Out(#holder #turbofish ::#constant.codec, &self.#ident)),
            slot: Some(format_ident!("__s{}", position)),
            field: Some(position),
        }
    });
    let attributes = attributes(
        krate,
        ident,
        generics,
        &Attributes {
            fields,
            skipped,
            slots: &slots,
            key_slots: TokenStream::new(),
            entries: entries.collect(),
            recovery: TokenStream::new(),
            flattened,
        },
    );
    let length = fields.len();
    quote! {
        #codecs

        #[automatically_derived]
        impl #impl_generics #ident #ty_generics #where_clause {
            #(#constants)*
            #(#flattened_constants)*
        }

        #attributes

        #[automatically_derived]
        impl #impl_generics #krate::DynamoValue for #ident #ty_generics #where_clause {
            type Kind = #krate::value::kind::Map;

            fn encode(
                &self,
                encoder: &mut dyn #krate::value::Encoder,
            ) -> ::core::result::Result<(), #krate::value::EncodeError> {
                #krate::__private::encode_map(self, #length, encoder)
            }

            fn decode(
                decoder: &mut dyn #krate::value::Decoder,
            ) -> ::core::result::Result<Self, #krate::value::DecodeError> {
                #krate::__private::decode_map(decoder)
            }
        }
    }
}

/// A struct of one unnamed field: what that field is.
fn transparent(value: &Value, generics: &Generics, inner: &Transparent) -> TokenStream {
    let krate = &value.crate_path;
    let ident = &value.ident;
    let ty = &inner.ty;
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let codec = expression(krate, ty, &inner.codec, Roles::default());
    let turbofish = ty_generics.as_turbofish();
    let holder = super::codec::holder();
    let constant = super::codec::constant(0);
    let holder_definition = holder_of(
        krate,
        generics,
        std::iter::once((ty, codec)),
        &TokenStream::new(),
    );
    let codec = quote!(#holder #turbofish ::#constant);
    let (kind, same) = match &inner.codec {
        Codec::Value => (
            quote!(#krate::value::kind::Same<#ty>),
            Some(quote! {
                #[automatically_derived]
                impl #impl_generics #krate::value::Transparent for #ident #ty_generics #where_clause {
                    type Inner = #ty;

                    fn inner(&self) -> &#ty {
                        &self.0
                    }

                    fn from_inner(inner: #ty) -> Self {
                        Self(inner)
                    }
                }
            }),
        ),
        Codec::Time(_) => (quote!(#krate::value::kind::Time), None),
        _ => (quote!(#krate::value::kind::Dynamic), None),
    };
    quote! {
        #holder_definition

        #[automatically_derived]
        impl #impl_generics #krate::DynamoValue for #ident #ty_generics #where_clause {
            type Kind = #kind;

            fn encode(
                &self,
                encoder: &mut dyn #krate::value::Encoder,
            ) -> ::core::result::Result<(), #krate::value::EncodeError> {
                (#codec.codec.encode)(&self.0, encoder)
            }

            fn decode(
                decoder: &mut dyn #krate::value::Decoder,
            ) -> ::core::result::Result<Self, #krate::value::DecodeError> {
                ::core::result::Result::map((#codec.codec.decode)(decoder), Self)
            }

            fn is_absent(&self) -> bool {
                (#codec.codec.is_absent)(&self.0)
            }

            fn absent() -> ::core::option::Option<Self> {
                ::core::option::Option::map((#codec.codec.absent)(), Self)
            }
        }

        #same
    }
}
