//! An enum of variants with data: M, with a tag that names the variant.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Generics, Type};

use super::codec::{Roles, constants};
use super::text::known;
use super::{fields, names};
use crate::hygiene::respan;
use crate::model::{Data, Field, Other, Tagged, TaggedVariant, Value};

/// For
///
/// ```ignore
/// enum Payment { Card { number: String }, Transfer(Transfer), Cash }
/// ```
///
/// in short:
///
/// ```ignore
/// impl Attributes for Payment {
///     fn encode_attributes(&self, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
///         match self {
///             Self::Card { number: __f0 } => write_fields(encoder, &["type", "number"], &[&Tag("Card"), …]),
///             Self::Transfer(__f0) => encode_held("type", "Transfer", __Codecs::B0, __f0, encoder),
///             Self::Cash => write_fields(encoder, &["type"], &[&Tag("Cash")]),
///         }
///     }
/// }
/// impl TaggedValue for Payment {
///     fn position(name: &str) -> Option<usize> { … }
///     fn decode_variant(position: usize, decoder: &mut dyn Decoder) -> Result<Self, DecodeError> { … }
/// }
/// impl DynamoValue for Payment { … }
/// ```
pub(super) fn tagged(value: &Value, generics: &Generics, data: &Tagged) -> TokenStream {
    let krate = &value.crate_path;
    let ident = &value.ident;
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let fields = data
        .variants
        .iter()
        .flat_map(fields_of)
        .map(|field| (field, Roles::default()));
    let codecs = constants(krate, generics, fields, &TokenStream::new());
    let beside = names::constants(krate, generics, &held(data), "held");
    let check = names::check(krate, ident, generics);
    let attributes = attributes(value, generics, data);
    let tagged_value = tagged_value(value, generics, data);
    quote! {
        #codecs
        #beside
        #check
        #attributes
        #tagged_value

        #[automatically_derived]
        impl #impl_generics #krate::DynamoValue for #ident #ty_generics #where_clause {
            type Kind = #krate::value::kind::Map;

            fn encode(
                &self,
                encoder: &mut dyn #krate::value::Encoder,
            ) -> ::core::result::Result<(), #krate::value::EncodeError> {
                #krate::__private::encode_map(self, 4, encoder)
            }

            fn decode(
                decoder: &mut dyn #krate::value::Decoder,
            ) -> ::core::result::Result<Self, #krate::value::DecodeError> {
                #krate::__private::decode_tagged(decoder)
            }
        }
    }
}

fn attributes(value: &Value, generics: &Generics, data: &Tagged) -> TokenStream {
    let krate = &value.crate_path;
    let ident = &value.ident;
    let private = quote!(#krate::__private);
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let names = attribute_names(value, generics, data);
    let tag = &data.tag.value;
    let writers = data
        .variants
        .iter()
        .zip(constants_of(generics, data))
        .map(|(variant, constants)| writer(&private, tag, variant, &constants));
    let write_other = data.other.as_ref().map(|other| {
        let ident = &other.ident;
        if other.holds.is_none() {
            return quote!(Self::#ident => ::core::result::Result::Err(#private::nameless()),);
        }
        let beside = names::beside(generics, held(data).len() - 1);
        quote!(Self::#ident(__f0) => #private::write_beside(encoder, #beside, __f0),)
    });
    quote! {
        #[automatically_derived]
        impl #impl_generics #private::Attributes for #ident #ty_generics #where_clause {
            #names
            type Fills = #private::FillsNothing;

            fn encode_attributes(
                &self,
                encoder: &mut dyn #krate::value::Encoder,
            ) -> ::core::result::Result<(), #krate::value::EncodeError> {
                match self {
                    #(#writers)*
                    #write_other
                }
            }

            fn decode_attributes(
                decoder: &mut dyn #krate::value::Decoder,
            ) -> ::core::result::Result<Self, #krate::value::DecodeError> {
                #private::decode_beside(decoder)
            }
        }
    }
}

fn tagged_value(value: &Value, generics: &Generics, data: &Tagged) -> TokenStream {
    let krate = &value.crate_path;
    let ident = &value.ident;
    let private = quote!(#krate::__private);
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let tag = &data.tag.value;
    let readers = data
        .variants
        .iter()
        .zip(constants_of(generics, data))
        .enumerate()
        .map(|(position, (variant, constants))| {
            let read = reader(value, tag, variant, &constants);
            quote!(#position => #read,)
        });
    let (other_position, read_other) = match &data.other {
        None => (
            quote!(::core::option::Option::None),
            quote!(::core::result::Result::Err(#private::unfilled())),
        ),
        Some(Other { ident, holds }) => {
            let position = data.variants.len();
            let read = match holds {
                None => quote! {{
                    decoder.skip()?;
                    ::core::result::Result::Ok(Self::#ident)
                }},
                Some(ty) => {
                    let decode = respan(quote!(<#ty as #krate::DynamoValue>::decode), ty.span());
                    quote!(::core::result::Result::map(#decode(decoder), Self::#ident))
                }
            };
            (quote!(::core::option::Option::Some(#position)), read)
        }
    };
    let known = data.variants.iter().map(|tagged| known(&tagged.variant));
    let positions = 0..data.variants.len();
    let variants = data
        .variants
        .iter()
        .map(|tagged| &tagged.variant.name.value);
    quote! {
        #[automatically_derived]
        impl #impl_generics #private::TaggedValue for #ident #ty_generics #where_clause {
            const TAG: &'static str = #tag;
            const VARIANTS: &'static [&'static str] = &[#(#variants),*];

            fn position(name: &str) -> ::core::option::Option<usize> {
                match name {
                    #(#known => ::core::option::Option::Some(#positions),)*
                    _ => #other_position,
                }
            }

            fn decode_variant(
                position: usize,
                decoder: &mut dyn #krate::value::Decoder,
            ) -> ::core::result::Result<Self, #krate::value::DecodeError> {
                match position {
                    #(#readers)*
                    _ => #read_other,
                }
            }
        }
    }
}

fn fields_of(variant: &TaggedVariant) -> &[Field] {
    match &variant.data {
        Data::Fields { fields, .. } => fields,
        Data::Nothing | Data::Held(_) => &[],
    }
}

/// The types that variants hold, with the catch-all's at the end.
fn held(data: &Tagged) -> Vec<&Type> {
    let held = data
        .variants
        .iter()
        .filter_map(|tagged| match &tagged.data {
            Data::Held(ty) => Some(&**ty),
            Data::Nothing | Data::Fields { .. } => None,
        });
    let others = data.other.iter().filter_map(|other| other.holds.as_ref());
    held.chain(others).collect()
}

/// The constants of each variant: the codecs of its fields, or that of what it holds.
fn constants_of(generics: &Generics, data: &Tagged) -> Vec<Vec<TokenStream>> {
    let (_, ty_generics, _) = generics.split_for_impl();
    let turbofish = ty_generics.as_turbofish();
    let holder = super::codec::holder();
    let (mut codecs, mut held) = (0_usize.., 0_usize..);
    data.variants
        .iter()
        .map(|variant| match &variant.data {
            Data::Nothing => Vec::new(),
            Data::Held(_) => held
                .by_ref()
                .take(1)
                .map(|position| names::beside(generics, position))
                .collect(),
            Data::Fields { fields, .. } => codecs
                .by_ref()
                .take(fields.len())
                .map(|position| {
                    let constant = super::codec::constant(position);
                    quote!(#holder #turbofish ::#constant)
                })
                .collect(),
        })
        .collect()
}

/// The names of all variants, and the check that nothing held has one like the tag.
fn attribute_names(value: &Value, generics: &Generics, data: &Tagged) -> TokenStream {
    let tag = &data.tag.value;
    let fields = data.variants.iter().flat_map(fields_of);
    let own = std::iter::once(tag).chain(fields.map(|field| &field.attribute.value));
    let holders = data
        .variants
        .iter()
        .filter_map(|tagged| match &tagged.data {
            Data::Held(ty) => Some((ty, &tagged.variant.ident)),
            Data::Nothing | Data::Fields { .. } => None,
        });
    let checks = holders.enumerate().map(|(position, (ty, variant))| {
        let beside = names::beside(generics, position);
        let message = format!(
            "what `{variant}` holds has an attribute `{tag}`, which names the variant: rename it, or \
             name the variant by another attribute with `#[dynamo(tag = \"…\")]` on the enum"
        );
        quote_spanned! {ty.span()=>
            ::core::assert!(!#beside.names.contains(#tag), #message);
        }
    });
    let krate = &value.crate_path;
    let nothing = quote!(#krate::__private::NOTHING_FILLED);
    names::of(krate, generics, own, held(data).len(), checks, &nothing)
}

fn writer(
    private: &TokenStream,
    tag: &str,
    tagged: &TaggedVariant,
    constants: &[TokenStream],
) -> TokenStream {
    let ident = &tagged.variant.ident;
    let name = &tagged.variant.name.value;
    match &tagged.data {
        Data::Nothing => quote! {
            Self::#ident => #private::write_fields(encoder, &[#tag], &[&#private::Tag(#name)]),
        },
        Data::Held(_) => quote! {
            Self::#ident(__f0) => #private::encode_held(#tag, #name, #(#constants,)* __f0, encoder),
        },
        Data::Fields { fields, skipped } => {
            let idents = fields.iter().map(|field| &field.ident);
            let names = fields.iter().map(|field| &field.attribute.value);
            let values: Vec<_> = (0..fields.len())
                .map(|position| format_ident!("__f{}", position))
                .collect();
            let rest = (!skipped.is_empty()).then(|| quote!(..));
            quote! {
                Self::#ident { #(#idents: #values,)* #rest } => #private::write_fields(
                    encoder,
                    &[#tag, #(#names),*],
                    &[&#private::Tag(#name), #(&#private::Out(#constants.codec, #values)),*],
                ),
            }
        }
    }
}

fn reader(
    value: &Value,
    tag: &str,
    tagged: &TaggedVariant,
    constants: &[TokenStream],
) -> TokenStream {
    let krate = &value.crate_path;
    let private = quote!(#krate::__private);
    let ident = &tagged.variant.ident;
    match &tagged.data {
        Data::Nothing => quote! {{
            decoder.skip()?;
            ::core::result::Result::Ok(Self::#ident)
        }},
        Data::Held(_) => quote! {
            ::core::result::Result::map(
                #private::decode_held(#tag, #(#constants,)* decoder),
                Self::#ident,
            )
        },
        Data::Fields { fields, skipped } => {
            let read = fields::read(krate, &quote!(Self::#ident), fields, skipped, constants);
            quote! {{
                decoder.open_map()?;
                #read
            }}
        }
    }
}
