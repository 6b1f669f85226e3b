//! What an input with faults expands to: its errors, and impls that keep its use sites from failing
//! too. Nothing of it runs, and it demands nothing of the fields.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{Data, DeriveInput, Fields, Generics, Path};

use super::codec::{bounded, declaration, parameter_types};
use super::fallback_path::Names;
use super::key::{marker, tuple};
use crate::diagnostic::Errors;
use crate::hygiene;
use crate::model::name::constant;
use crate::parse::{self, Container};

fn compile_errors(result: syn::Result<()>) -> TokenStream {
    match result {
        Ok(()) => TokenStream::new(),
        Err(errors) => errors.into_compile_error(),
    }
}

fn borrows(input: &DeriveInput) -> bool {
    input.generics.lifetimes().next().is_some()
}

/// What could be read of an input; its faults are reported already.
fn read<T>(
    input: &DeriveInput,
    from_input: impl FnOnce(&DeriveInput, &mut Errors) -> Option<T>,
) -> Option<T> {
    let mut errors = Errors::new();
    let options = from_input(input, &mut errors);
    let _reported = errors.finish();
    options
}

/// The crate path that was given, unless it is a fault itself.
fn crate_path(container: Option<&Container>) -> Path {
    let given = container.and_then(|container| container.crate_path.clone());
    hygiene::crate_path(given.filter(parse::is_absolute))
}

/// The named fields, each constant once.
fn named_fields(input: &DeriveInput) -> Vec<(Ident, &syn::Field)> {
    let mut named: Vec<(Ident, &syn::Field)> = Vec::new();
    if let Data::Struct(data) = &input.data
        && let Fields::Named(fields) = &data.fields
    {
        for field in &fields.named {
            let name = field.ident.as_ref().map(constant);
            if let Some(name) = name.filter(|name| named.iter().all(|(known, _)| known != name)) {
                named.push((name, field));
            }
        }
    }
    named
}

/// The constants of the named fields.
fn constants(krate: &Path, input: &DeriveInput) -> TokenStream {
    let named = named_fields(input).into_iter();
    named
        .map(|(name, field)| {
            let (ty, vis) = (&field.ty, &field.vis);
            let text = name.to_string();
            quote! {
                #[allow(missing_docs, reason = "a struct with faults")]
                #vis const #name: #krate::Attribute<Self, #ty> =
                    #krate::Attribute::new(#text, #krate::__private::no_codec::<#ty>());
            }
        })
        .collect()
}

/// What a projection asks of the fields.
fn projected(krate: &Path, input: &DeriveInput, generics: &Generics) -> TokenStream {
    let private = quote!(#krate::__private);
    let ident = &input.ident;
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let named = named_fields(input);
    let stored = named.iter().map(|(name, _)| name.to_string());
    let fields = named.iter().enumerate().map(|(position, (_, field))| {
        let ty = &field.ty;
        quote! {
            impl #impl_generics #private::FieldOf<#position, #ty> for #ident #ty_generics #where_clause {
                const CODEC: #private::AttributeCodec<#ty> = #private::no_codec::<#ty>();
            }
        }
    });
    let mut with_position = generics.clone();
    with_position
        .params
        .push(syn::parse_quote!(const __N: ::core::primitive::usize));
    let (with_position, _, _) = with_position.split_for_impl();
    quote! {
        impl #impl_generics #private::ItemFields for #ident #ty_generics #where_clause {
            const FIELDS: &'static [#private::FieldInfo] = &[#(#private::FieldInfo::new(#stored)),*];
        }

        impl #with_position #private::FieldAt<__N> for #ident #ty_generics #where_clause {
            type Held = #private::Everywhere;
        }

        #(#fields)*
    }
}

/// The fields of the primary key, as far as they are known: an empty list if a key or one of its
/// fields is not.
fn key_fields(options: Option<&parse::Item>) -> Vec<&parse::Field> {
    options
        .and_then(parse::Item::key_fields)
        .unwrap_or_default()
}

/// What a key is made from: the parts, or if they are not known, whatever keys are made from.
fn key_sources(
    krate: &Path,
    key_type: &Ident,
    generics: &Generics,
    fields: &[&parse::Field],
) -> TokenStream {
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let body = quote! {
        {
            ::core::unreachable!()
        }
    };
    let from = |parameters: &TokenStream, source: &TokenStream| {
        quote! {
            impl #parameters ::core::convert::From<#source> for #key_type #ty_generics #where_clause {
                fn from(_: #source) -> Self #body
            }
        }
    };
    if !fields.is_empty() {
        let types: Vec<_> = fields.iter().map(|field| &field.ty).collect();
        let (parameters, source) = tuple(krate, generics, &types);
        return from(&parameters, &source);
    }
    let impl_generics = quote!(#impl_generics);
    let scalars: TokenStream = [
        quote!(&str),
        quote!(&::std::string::String),
        quote!(::std::string::String),
        quote!(u64),
        quote!(i32),
    ]
    .iter()
    .map(|source| from(&impl_generics, source))
    .collect();
    let parameters = &generics.params;
    let comma = (!parameters.empty_or_trailing()).then(|| quote!(,));
    let pairs = from(&quote!(<#parameters #comma __A, __B>), &quote!((__A, __B)));
    let triples = from(
        &quote!(<#parameters #comma __A, __B, __C>),
        &quote!((__A, __B, __C)),
    );
    let quads = from(
        &quote!(<#parameters #comma __A, __B, __C, __D>),
        &quote!((__A, __B, __C, __D)),
    );
    quote!(#scalars #pairs #triples #quads)
}

/// The errors of `DynamoItem`.
#[expect(
    clippy::too_many_lines,
    reason = "one quotation that stands in for all that is generated"
)]
pub(crate) fn fallback_item(input: &DeriveInput, result: syn::Result<()>) -> TokenStream {
    let errors = compile_errors(result);
    // An enum or union has no fields to stand in for, and nothing uses it as an item; of one that borrows
    // every impl would be an error of its own.
    let Data::Struct(_) = &input.data else {
        return errors;
    };
    if borrows(input) {
        return errors;
    }
    let options = read(input, parse::Item::from_input);
    let options = options.as_ref();
    let krate = crate_path(options.map(|options| &options.container));
    let (ident, vis) = (&input.ident, &input.vis);
    let generics = bounded(&krate, &input.generics);
    let declared = declaration(&generics);
    let parameters = parameter_types(&generics);
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let constants = constants(&krate, input);
    let projected = projected(&krate, input, &generics);
    let Names {
        key_type,
        handle,
        paths,
    } = Names::new(ident, options);
    let fields = key_fields(options);
    let key_parts = fields.iter().map(|field| {
        let (ident, ty) = (&field.ident, &field.ty);
        quote!(#vis #ident: #ty)
    });
    let key_marker = marker(&generics);
    let sources = key_sources(&krate, &key_type, &generics, &fields);
    let phantom = quote!((::core::marker::PhantomData<fn() -> (#(#parameters,)*)>));
    let path_types = paths.iter().map(|path| &path.type_name);
    let queries = paths
        .iter()
        .map(|path| path.methods(&krate, input, &generics));
    let path_impls = paths
        .iter()
        .map(|path| path.impls(&krate, input, &generics));
    quote! {
        #errors

        #[doc(hidden)]
        #vis struct #key_type #declared #where_clause { #(#key_parts,)* #key_marker }
        #[doc(hidden)]
        #vis struct #handle #declared (#krate::Table<#ident #ty_generics>) #where_clause;
        #(
            #[doc(hidden)]
            #vis struct #path_types #declared #phantom #where_clause;
        )*

        #[doc(hidden)]
        const _: () = {
            impl #impl_generics #ident #ty_generics #where_clause {
                #constants

                #[allow(missing_docs, reason = "a struct with faults")]
                #vis fn table(_: &#krate::aws_sdk_dynamodb::Client) -> #handle #ty_generics {
                    ::core::unreachable!()
                }
            }

            impl #impl_generics #handle #ty_generics #where_clause {
                #(#queries)*
            }

            impl #impl_generics #krate::__private::Attributes for #ident #ty_generics #where_clause {
                const NAMES: &'static #krate::__private::AttributeNames = #krate::__private::NO_NAMES;
                type Fills = #krate::__private::FillsNothing;

                fn encode_attributes(
                    &self,
                    _: &mut dyn #krate::value::Encoder,
                ) -> ::core::result::Result<(), #krate::value::EncodeError> {
                    ::core::unreachable!()
                }

                fn decode_attributes(
                    _: &mut dyn #krate::value::Decoder,
                ) -> ::core::result::Result<Self, #krate::value::DecodeError> {
                    ::core::unreachable!()
                }
            }

            impl #impl_generics #krate::DynamoItem for #ident #ty_generics #where_clause {
                type Key = #key_type #ty_generics;
                type Handle = #handle #ty_generics;
                const SCHEMA: &'static #krate::schema::Schema = #krate::__private::NO_SCHEMA;
            }

            impl #impl_generics #krate::schema::Versioned for #ident #ty_generics #where_clause {
                fn version(&self) -> ::core::option::Option<u64> {
                    ::core::unreachable!()
                }
            }

            impl #impl_generics #krate::schema::Unversioned for #ident #ty_generics #where_clause {}
            impl #impl_generics #krate::schema::Expiring for #ident #ty_generics #where_clause {}
            impl #impl_generics #krate::schema::Stamped for #ident #ty_generics #where_clause {}
            impl #impl_generics #krate::operation::AnyRange for #ident #ty_generics #where_clause {}

            impl #impl_generics ::core::clone::Clone for #key_type #ty_generics #where_clause {
                fn clone(&self) -> Self {
                    ::core::unreachable!()
                }
            }

            impl #impl_generics #krate::item::ItemKey for #key_type #ty_generics #where_clause {
                fn encode_key(
                    &self,
                    _: &mut dyn #krate::value::Encoder,
                ) -> ::core::result::Result<(), #krate::value::EncodeError> {
                    ::core::unreachable!()
                }
            }

            impl #impl_generics ::core::convert::From<&#ident #ty_generics> for #key_type #ty_generics #where_clause {
                fn from(_: &#ident #ty_generics) -> Self {
                    ::core::unreachable!()
                }
            }

            #sources
            #(#path_impls)*
            #projected

            impl #impl_generics ::core::clone::Clone for #handle #ty_generics #where_clause {
                fn clone(&self) -> Self {
                    ::core::unreachable!()
                }
            }

            impl #impl_generics ::core::convert::From<#krate::Table<#ident #ty_generics>> for #handle #ty_generics #where_clause {
                fn from(table: #krate::Table<#ident #ty_generics>) -> Self {
                    Self(table)
                }
            }

            impl #impl_generics ::core::ops::Deref for #handle #ty_generics #where_clause {
                type Target = #krate::Table<#ident #ty_generics>;

                fn deref(&self) -> &Self::Target {
                    &self.0
                }
            }
        };
    }
}

/// The errors of `DynamoCollection`, and a collection of the types that its variants hold.
pub(crate) fn fallback_collection(input: &DeriveInput, result: syn::Result<()>) -> TokenStream {
    let errors = compile_errors(result);
    let Data::Enum(_) = &input.data else {
        return errors;
    };
    let options = read(input, parse::Collection::from_input);
    let options = options.as_ref();
    let krate = crate_path(options.map(|options| &options.container));
    let (ident, vis) = (&input.ident, &input.vis);
    let (impl_generics, ty_generics, where_clause) = input.generics.split_for_impl();
    let variants = options.map_or(&[][..], |options| &options.variants);
    let mut seen = Vec::new();
    let members: TokenStream = variants
        .iter()
        .filter(|variant| variant.other.is_none())
        .filter_map(|variant| variant.holds.as_ref())
        .filter(|ty| {
            let text = quote!(#ty).to_string();
            let is_new = !seen.contains(&text);
            seen.push(text);
            is_new
        })
        .map(|ty| {
            quote!(impl #impl_generics #krate::collection::MemberOf<#ident #ty_generics> for #ty #where_clause {})
        })
        .collect();
    quote! {
        #errors

        #[doc(hidden)]
        const _: () = {
            impl #impl_generics #ident #ty_generics #where_clause {
                #[allow(missing_docs, reason = "a collection with faults")]
                #vis fn table(_: &#krate::aws_sdk_dynamodb::Client) -> #krate::Collection<Self> {
                    ::core::unreachable!()
                }
            }

            #members

            impl #impl_generics #krate::DynamoCollection for #ident #ty_generics #where_clause {
                const NAME: &'static str = "";
                const MEMBERS: &'static [#krate::__private::Member<Self>] = &[];
                const OTHER: ::core::option::Option<fn(#krate::Item) -> Self> =
                    ::core::option::Option::None;

                fn joined() -> &'static #krate::__private::Joined {
                    ::core::unreachable!()
                }
            }
        };
    }
}

/// The errors of `DynamoValue`.
pub(crate) fn fallback_value(input: &DeriveInput, result: syn::Result<()>) -> TokenStream {
    let errors = compile_errors(result);
    if borrows(input) {
        return errors;
    }
    let options = read(input, parse::Value::from_input);
    let krate = crate_path(options.as_ref().map(|options| &options.container));
    let ident = &input.ident;
    let generics = bounded(&krate, &input.generics);
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let constants = constants(&krate, input);
    let decode = quote! {
        ::core::result::Result<Self, #krate::value::DecodeError> {
            ::core::unreachable!()
        }
    };
    quote! {
        #errors

        #[doc(hidden)]
        const _: () = {
            impl #impl_generics #ident #ty_generics #where_clause {
                #constants
            }

            impl #impl_generics #krate::DynamoValue for #ident #ty_generics #where_clause {
                type Kind = #krate::value::kind::Text;

                fn encode(
                    &self,
                    _: &mut dyn #krate::value::Encoder,
                ) -> ::core::result::Result<(), #krate::value::EncodeError> {
                    ::core::unreachable!()
                }

                fn decode(_: &mut dyn #krate::value::Decoder) -> #decode
            }

            impl #impl_generics #krate::__private::ListElement for #ident #ty_generics #where_clause {}

            impl #impl_generics #krate::__private::Attributes for #ident #ty_generics #where_clause {
                const NAMES: &'static #krate::__private::AttributeNames = #krate::__private::NO_NAMES;
                type Fills = #krate::__private::FillsNothing;

                fn encode_attributes(
                    &self,
                    _: &mut dyn #krate::value::Encoder,
                ) -> ::core::result::Result<(), #krate::value::EncodeError> {
                    ::core::unreachable!()
                }

                fn decode_attributes(_: &mut dyn #krate::value::Decoder) -> #decode
            }

            impl #impl_generics #krate::value::KeyValue for #ident #ty_generics #where_clause {
                const TYPE: #krate::__private::ScalarType = #krate::__private::ScalarType::S;
            }

            impl #impl_generics #krate::value::KeyText for #ident #ty_generics #where_clause {
                fn write_key_text(
                    &self,
                    _: &mut ::std::string::String,
                ) -> ::core::result::Result<(), #krate::value::EncodeError> {
                    ::core::unreachable!()
                }

                fn read_key_text(_: &str) -> #decode
            }

            impl #impl_generics #krate::value::SetMember for #ident #ty_generics #where_clause {
                const SET: #krate::value::SetKind = #krate::value::SetKind::Strings;
            }

            impl #impl_generics #krate::value::MapKey for #ident #ty_generics #where_clause {
                fn write_map_key(&self) -> ::std::borrow::Cow<'_, str> {
                    ::core::unreachable!()
                }

                fn read_map_key(_: ::std::borrow::Cow<'_, str>) -> #decode
            }
        };
    }
}
