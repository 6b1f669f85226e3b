//! `DynamoValue`.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Generics, parse_quote};

use super::attributes::{Attributes, Entry, attributes};
use super::codec::{Roles, bounded, constants, expression, holder_of};
use super::constant::constant;
use super::list::list;
use super::marker;
use super::tagged::tagged;
use super::text::text;
use crate::model::{Codec, Field, Filled, Flattened, Shape, Skipped, Transparent, Value};

/// What `DynamoValue` generates.
pub(crate) fn value(value: &Value) -> TokenStream {
    let generics = bounded(&value.crate_path, &value.generics);
    let body = match &value.shape {
        Shape::Map {
            fields,
            skipped,
            flattened,
            filled,
        } => {
            let map = Map {
                fields,
                skipped,
                flattened,
                filled,
            };
            map.expand(value, &generics)
        }
        Shape::Text(names) => text(value, &generics, names),
        Shape::Tagged(data) => tagged(value, &generics, data),
        Shape::Transparent(inner) => transparent(value, &generics, inner),
        Shape::List(fields) => list(value, &generics, fields),
    };
    let krate = &value.crate_path;
    let ident = &value.ident;
    let (impl_generics, ty_generics, _) = generics.split_for_impl();
    let mut element = generics.clone();
    if matches!(&value.shape, Shape::Map { filled, flattened, .. } if is_conditional(filled, flattened))
    {
        // The lifetime makes a bound on a concrete type one that may fail: the impl is absent then.
        let predicates = &mut element.make_where_clause().predicates;
        predicates.push(parse_quote!(for<'__nested> #ident #ty_generics: #krate::DynamoValue));
    }
    let (_, _, element_where) = element.split_for_impl();
    quote! {
        #[doc(hidden)]
        const _: () = {
            #body

            #[automatically_derived]
            impl #impl_generics #krate::__private::ListElement for #ident #ty_generics #element_where {}
        };
    }
}

/// Whether a struct may be one that can only be flattened.
fn is_conditional(filled: &Filled, flattened: &[Flattened]) -> bool {
    !filled.is_empty() || !flattened.is_empty()
}

/// A struct: M.
struct Map<'a> {
    fields: &'a [Field],
    skipped: &'a [Skipped],
    flattened: &'a [Flattened],
    filled: &'a Filled,
}

impl Map<'_> {
    fn expand(&self, value: &Value, generics: &Generics) -> TokenStream {
        let Self {
            fields,
            skipped,
            flattened,
            filled,
        } = self;
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
        let constants = fields.iter().enumerate().map(|(position, field)| {
            let kind = marker::kind_in_value(krate, filled, position, &field.codec);
            constant(krate, &quote!(#ty_generics), field, position, &kind)
        });
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
                filled,
                codec: &|index| {
                    let constant = super::codec::constant(index.position());
                    quote!(#holder #turbofish ::#constant)
                },
                carried: &|_| None,
            },
        );
        let length = fields.len();
        let value = if is_conditional(filled, flattened) {
            // What is flattened into it decides whether it is a value: a blanket impl asks.
            quote! {
                #[automatically_derived]
                impl #impl_generics #krate::__private::Container for #ident #ty_generics #where_clause {
                    type Is = #krate::__private::AsStruct;
                }
            }
        } else {
            quote! {
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
        };
        quote! {
            #codecs

            #[automatically_derived]
            impl #impl_generics #ident #ty_generics #where_clause {
                #(#constants)*
                #(#flattened_constants)*
            }

            #attributes
            #value
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
