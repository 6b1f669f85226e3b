//! An enum of variants without data.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Generics;
use syn::spanned::Spanned;

use crate::hygiene::respan;
use crate::model::{Names, Other, Value, Variant};

/// An enum of unit variants: S, by its stored name, and all that a text can be.
pub(super) fn text(value: &Value, generics: &Generics, enumeration: &Names) -> TokenStream {
    let Names { variants, other } = enumeration;
    let krate = &value.crate_path;
    let ident = &value.ident;
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let private = quote!(#krate::__private);
    let idents: Vec<_> = variants.iter().map(|variant| &variant.ident).collect();
    let names: Vec<_> = variants.iter().map(|variant| &variant.name.value).collect();
    let known = variants.iter().map(known);
    let cfgs: Vec<_> = variants
        .iter()
        .map(|variant| {
            let cfg = &variant.forwarded.cfg;
            quote!(#(#cfg)*)
        })
        .collect();
    let (other_name, unknown, refuse_nameless) = match other {
        None => (quote!(), quote!(::core::option::Option::None), quote!()),
        Some(Other { ident, holds: None }) => (
            // Never written.
            quote!(Self::#ident => "",),
            quote!(::core::option::Option::Some(Self::#ident)),
            quote! {
                if let Self::#ident = self {
                    return ::core::result::Result::Err(#private::nameless());
                }
            },
        ),
        Some(Other {
            ident,
            holds: Some(ty),
        }) => {
            let span = ty.span();
            let holder = respan(quote!(<#ty as #private::UnknownName>), span);
            (
                quote!(Self::#ident(name) => #holder::text(name),),
                quote!(::core::option::Option::Some(Self::#ident(#holder::of(name)))),
                quote!(),
            )
        }
    };
    // What does not say its name cannot be told from others like it.
    let is_exact = !matches!(other, Some(Other { holds: None, .. }));
    let as_key = is_exact.then(|| as_key(value, generics));
    quote! {
        #[automatically_derived]
        impl #impl_generics #private::TextValue for #ident #ty_generics #where_clause {
            const NAMES: &'static [&'static str] = &[#(#cfgs #names),*];

            fn name(&self) -> &str {
                match self {
                    #(#cfgs Self::#idents => #names,)*
                    #other_name
                }
            }

            fn of_name(name: &str) -> ::core::option::Option<Self> {
                match name {
                    #(#cfgs #known => ::core::option::Option::Some(Self::#idents),)*
                    _ => #unknown,
                }
            }
        }

        #[automatically_derived]
        impl #impl_generics #krate::DynamoValue for #ident #ty_generics #where_clause {
            type Kind = #krate::value::kind::Text;

            fn encode(
                &self,
                encoder: &mut dyn #krate::value::Encoder,
            ) -> ::core::result::Result<(), #krate::value::EncodeError> {
                #refuse_nameless
                encoder.string(#private::TextValue::name(self));
                ::core::result::Result::Ok(())
            }

            fn decode(
                decoder: &mut dyn #krate::value::Decoder,
            ) -> ::core::result::Result<Self, #krate::value::DecodeError> {
                #private::read_name(&decoder.string()?)
            }
        }

        #as_key
    }
}

/// The pattern of every name that means a variant.
pub(super) fn known(variant: &Variant) -> TokenStream {
    let name = &variant.name.value;
    let aliases = variant.aliases.iter().map(|alias| &alias.value);
    quote!(#name #(| #aliases)*)
}

/// What a text can be beside a value.
fn as_key(value: &Value, generics: &Generics) -> TokenStream {
    let krate = &value.crate_path;
    let ident = &value.ident;
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let private = quote!(#krate::__private);
    quote! {
        #[automatically_derived]
        impl #impl_generics #krate::value::KeyValue for #ident #ty_generics #where_clause {
            const TYPE: #private::ScalarType = #private::ScalarType::S;
        }

        #[automatically_derived]
        impl #impl_generics #krate::value::KeyText for #ident #ty_generics #where_clause {
            fn write_key_text(
                &self,
                out: &mut ::std::string::String,
            ) -> ::core::result::Result<(), #krate::value::EncodeError> {
                out.push_str(#private::TextValue::name(self));
                ::core::result::Result::Ok(())
            }

            fn read_key_text(
                text: &str,
            ) -> ::core::result::Result<Self, #krate::value::DecodeError> {
                #private::read_name(text)
            }
        }

        #[automatically_derived]
        impl #impl_generics #krate::value::SetMember for #ident #ty_generics #where_clause {
            const SET: #krate::value::SetKind = #krate::value::SetKind::Strings;
        }

        #[automatically_derived]
        impl #impl_generics #krate::value::MapKey for #ident #ty_generics #where_clause {
            fn write_map_key(&self) -> ::std::borrow::Cow<'_, str> {
                ::std::borrow::Cow::Borrowed(#private::TextValue::name(self))
            }

            fn read_map_key(
                name: ::std::borrow::Cow<'_, str>,
            ) -> ::core::result::Result<Self, #krate::value::DecodeError> {
                #private::read_name(&name)
            }
        }
    }
}
