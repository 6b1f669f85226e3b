//! One codec constant per field: the only place that demands anything of a field's type.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Generics, Path, Type, parse_quote};

use crate::hygiene::respan;
use crate::model::{Codec, DefaultValue, Field, TimeFormat, Unit};

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

/// What else a field is, beside what its codec says.
#[derive(Clone, Copy, Default)]
pub(super) struct Roles {
    /// A key of some index.
    pub(super) index_key: bool,
    /// A part of a composed key.
    pub(super) part: Part,
}

/// What a part of a composed key has to be.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Part {
    /// It is none.
    #[default]
    None,
    /// Of an index alone, which an item may not be in.
    Index,
    /// Of the table: always there.
    Table,
}

/// The codec expression of a type. All of it has the type's span, since it is what demands things
/// of the type.
pub(super) fn expression(krate: &Path, ty: &Type, codec: &Codec, roles: Roles) -> TokenStream {
    let span = ty.span();
    let at_type = |tokens| respan(tokens, span);
    let private = at_type(quote!(#krate::__private));
    let part = match roles.part {
        Part::None => TokenStream::new(),
        Part::Index => quote_spanned!(span=> .index_part()),
        Part::Table => quote_spanned!(span=> .part()),
    };
    let of_value = |function: &str| {
        let function = Ident::new(function, span);
        quote_spanned!(span=> #private::#function::<#ty>())
    };
    let of_time = |time: TokenStream| quote_spanned!(span=> #private::AttributeCodec::time(#time));
    match codec {
        Codec::Value if roles.index_key => {
            let codec = of_value("index_key_codec");
            quote!(#codec #part)
        }
        Codec::Value => of_value(match roles.part {
            Part::None => "value_codec",
            Part::Index => "index_part_codec",
            Part::Table => "value_part_codec",
        }),
        Codec::KeyValue => {
            let codec = of_value("key_value_codec");
            // A key is always there, in whatever key it is a part too.
            let part = (roles.part != Part::None).then(|| quote_spanned!(span=> .part()));
            quote!(#codec #part)
        }
        Codec::Null => of_value("null_codec"),
        Codec::Set => of_value("set_codec"),
        Codec::Serde => of_value("serde_codec"),
        Codec::NullTime(format) => {
            let unit = at_type(unit(krate, *format));
            let codec = of_time(quote_spanned!(span=> #private::codec::<#ty, #unit>()));
            quote_spanned!(span=> #codec.null())
        }
        Codec::InKey => of_value("value_part_codec"),
        Codec::Version => of_value("version_codec"),
        Codec::Time(format) => {
            let unit = at_type(unit(krate, *format));
            of_time(if roles.part == Part::Table {
                quote_spanned!(span=> #private::part_codec::<#ty, #unit>())
            } else {
                quote_spanned!(span=> #private::codec::<#ty, #unit>())
            })
        }
        Codec::KeyTime(format) => {
            let unit = at_type(unit(krate, *format));
            let lenient = format.is_lenient();
            of_time(quote_spanned!(span=> #private::key_codec::<#ty, #unit>(#lenient)))
        }
        Codec::Ttl => of_time(quote_spanned!(span=> #private::ttl_codec::<#ty>())),
        Codec::KeyTtl => {
            let unit = at_type(epoch_unit(krate, Unit::Seconds));
            of_time(quote_spanned!(span=> #private::key_codec::<#ty, #unit>(false)))
        }
        Codec::InKeyTime { precision, reading } => {
            let format = TimeFormat::Iso {
                precision: *precision,
                reading: *reading,
            };
            let unit = at_type(unit(krate, format));
            let lenient = format.is_lenient();
            of_time(quote_spanned!(span=> #private::key_codec::<#ty, #unit>(#lenient)))
        }
        Codec::With(module) => {
            let span = module.span();
            let private = respan(quote!(#krate::__private), span);
            quote_spanned!(span=> #private::with_codec::<#ty>(#module::encode, #module::decode))
        }
    }
}

/// The holder and its constants, those of composed keys behind them:
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
    fields: impl Iterator<Item = (&'a Field, Roles)>,
    layouts: &TokenStream,
) -> TokenStream {
    holder_of(
        krate,
        generics,
        fields.map(|(field, roles)| {
            let ty = &field.ty;
            let codec = expression(krate, ty, &field.codec, roles);
            let default = match &field.default {
                None => TokenStream::new(),
                Some(default) => {
                    let span = default.span();
                    let value = default_value(default);
                    // The type is told before the value, so that a mismatch blames the value.
                    quote_spanned! {span=>
                        .or(|| {
                            let default: #ty = #value;
                            ::core::option::Option::Some(default)
                        })
                    }
                }
            };
            (ty, quote!(#codec #default))
        }),
        layouts,
    )
}

/// The same of types and their codecs.
pub(super) fn holder_of<'a>(
    krate: &Path,
    generics: &Generics,
    codecs: impl Iterator<Item = (&'a Type, TokenStream)>,
    layouts: &TokenStream,
) -> TokenStream {
    let holder = holder();
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let declared = declaration(generics);
    let parameters = parameter_types(generics);
    let constants = codecs.enumerate().map(|(position, (ty, codec))| {
        let name = constant(position);
        quote! {
            const #name: #krate::__private::AttributeCodec<#ty> = #codec;
        }
    });
    let allowance = qualified(krate);
    quote! {
        struct #holder #declared (::core::marker::PhantomData<fn() -> (#(#parameters,)*)>) #where_clause;

        #[automatically_derived]
        #allowance
        impl #impl_generics #holder #ty_generics #where_clause {
            #(#constants)*
            #layouts
        }
    }
}

/// Codecs have their types' places, where the compiler takes a path of the user's crate for one that the user
/// wrote, and would have it shorter.
pub(super) fn qualified(krate: &Path) -> Option<TokenStream> {
    krate.leading_colon.is_none().then(|| {
        quote! {
            #[allow(unused_qualifications, reason = "the path has to hold in every module")]
        }
    })
}

/// What a field that was not read gets; an error about it is one about the option.
pub(super) fn default_value(default: &DefaultValue) -> TokenStream {
    let span = default.span();
    match default {
        DefaultValue::Trait(_) => quote_spanned!(span=> ::core::default::Default::default()),
        DefaultValue::Function(path) => quote_spanned!(span=> #path()),
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
