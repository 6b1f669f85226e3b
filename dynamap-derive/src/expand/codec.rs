//! One codec constant per field: the only place that demands anything of a field's type.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Generics, Path, Type, parse_quote};

use crate::model::{Codec, DefaultValue, Field, Reading, TimeFormat, Unit};

/// The name of the type whose associated constants are the codecs.
pub(super) fn holder() -> Ident {
    Ident::new("__Codecs", Span::mixed_site())
}

/// The constant of the field at a position.
pub(super) fn constant(position: usize) -> Ident {
    format_ident!("C{}", position)
}

/// The unit type of a format.
pub(super) fn unit(krate: &Path, format: TimeFormat) -> TokenStream {
    match format {
        TimeFormat::Epoch(unit) => epoch_unit(krate, unit),
        TimeFormat::Iso { precision, .. } => {
            let precision = epoch_unit(krate, precision);
            quote!(#krate::time::Iso<#precision>)
        }
    }
}

fn epoch_unit(krate: &Path, unit: Unit) -> TokenStream {
    match unit {
        Unit::Seconds => quote!(#krate::time::Seconds),
        Unit::Millis => quote!(#krate::time::Millis),
        Unit::Micros => quote!(#krate::time::Micros),
        Unit::Nanos => quote!(#krate::time::Nanos),
    }
}

/// The codec expression of a type. The whole call has the type's span: for an unknown type rustc
/// underlines the call, not its type argument.
pub(super) fn expression(krate: &Path, ty: &Type, codec: &Codec, index_key: bool) -> TokenStream {
    let span = ty.span();
    let private = quote!(#krate::__private);
    match codec {
        Codec::Value if index_key => {
            quote_spanned!(span=> #private::index_key_codec::<#ty>())
        }
        Codec::Value => quote_spanned!(span=> #private::value_codec::<#ty>()),
        Codec::KeyValue => quote_spanned!(span=> #private::key_value_codec::<#ty>()),
        Codec::Time(format) => {
            let unit = unit(krate, *format);
            let call = quote_spanned!(span=> #private::codec::<#ty, #unit>());
            quote!(#private::AttributeCodec::time(#call))
        }
        Codec::KeyTime(format) => {
            let lenient = matches!(
                format,
                TimeFormat::Iso {
                    reading: Reading::Any,
                    ..
                }
            );
            let unit = unit(krate, *format);
            let call = quote_spanned!(span=> #private::key_codec::<#ty, #unit>(#lenient));
            quote!(#private::AttributeCodec::time(#call))
        }
        Codec::Ttl => {
            let call = quote_spanned!(span=> #private::ttl_codec::<#ty>());
            quote!(#private::AttributeCodec::time(#call))
        }
        Codec::KeyTtl => {
            let call =
                quote_spanned!(span=> #private::key_codec::<#ty, #krate::time::Seconds>(false));
            quote!(#private::AttributeCodec::time(#call))
        }
        Codec::Version => quote_spanned!(span=> #private::version_codec::<#ty>()),
        Codec::With(module) => {
            let span = module.span();
            let functions = quote_spanned!(span=> #private::with_codec::<#ty>(#module::encode, #module::decode));
            quote!(#functions)
        }
        Codec::InKey { precision, .. } => {
            let precision = epoch_unit(krate, *precision);
            let call =
                quote_spanned!(span=> #private::suffixed::<#ty, #krate::time::Iso<#precision>>());
            quote!(#private::AttributeCodec::time(#call))
        }
    }
}

/// The holder and its constants:
///
/// ```ignore
/// struct __Codecs(PhantomData<fn() -> ()>);
/// impl __Codecs {
///     const C0: AttributeCodec<String> = key_value_codec::<String>();
///     const C1: AttributeCodec<OffsetDateTime> = AttributeCodec::time(codec::<OffsetDateTime, Millis>());
/// }
/// ```
pub(super) fn constants<'a>(
    krate: &Path,
    generics: &Generics,
    fields: impl Iterator<Item = (&'a Field, bool)>,
) -> TokenStream {
    let holder = holder();
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let declared = declaration(generics);
    let parameters = parameter_types(generics);
    let constants = fields.enumerate().map(|(position, (field, index_key))| {
        let name = constant(position);
        let ty = &field.ty;
        let codec = expression(krate, ty, &field.codec, index_key);
        let default = match &field.default {
            None => TokenStream::new(),
            Some(default) => {
                let value = default_value(default, ty);
                quote!(.or(|| ::core::option::Option::Some(#value)))
            }
        };
        quote! {
            const #name: #krate::__private::AttributeCodec<#ty> = #codec #default;
        }
    });
    quote! {
        struct #holder #declared (::core::marker::PhantomData<fn() -> (#(#parameters,)*)>) #where_clause;

        #[automatically_derived]
        impl #impl_generics #holder #ty_generics #where_clause {
            #(#constants)*
        }
    }
}

/// What a field that was not read gets.
pub(super) fn default_value(default: &DefaultValue, ty: &Type) -> TokenStream {
    match default {
        DefaultValue::Trait(span) => {
            quote_spanned!(*span=> <#ty as ::core::default::Default>::default())
        }
        DefaultValue::Function(path) => quote!(#path()),
    }
}

/// The types of the parameters, for a `PhantomData` that holds none of them.
pub(super) fn parameter_types(generics: &Generics) -> Vec<TokenStream> {
    generics
        .params
        .iter()
        .filter_map(|parameter| match parameter {
            syn::GenericParam::Type(parameter) => {
                let ident = &parameter.ident;
                Some(quote!(#ident))
            }
            syn::GenericParam::Lifetime(parameter) => {
                let lifetime = &parameter.lifetime;
                Some(quote!(&#lifetime ()))
            }
            syn::GenericParam::Const(_) => None,
        })
        .collect()
}

/// The struct's own generics with what every generated impl needs of a type parameter: a value that
/// can stand anywhere.
pub(super) fn bounded(krate: &Path, generics: &Generics) -> Generics {
    let mut generics = generics.clone();
    for parameter in &mut generics.params {
        match parameter {
            syn::GenericParam::Type(parameter) => {
                parameter.default = None;
                parameter.bounds.push(parse_quote!(#krate::DynamoValue));
                parameter
                    .bounds
                    .push(parse_quote!(#krate::__private::ListElement));
                parameter.bounds.push(parse_quote!('static));
            }
            syn::GenericParam::Const(parameter) => {
                parameter.default = None;
            }
            syn::GenericParam::Lifetime(_) => {}
        }
    }
    generics
}

/// Generics as a declaration writes them, `<T: Bound>`.
pub(super) fn declaration(generics: &Generics) -> TokenStream {
    let (impl_generics, _, _) = generics.split_for_impl();
    quote!(#impl_generics)
}
