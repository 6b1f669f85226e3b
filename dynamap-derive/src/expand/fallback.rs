//! What an input with faults expands to: its errors, and impls that keep its use sites from failing
//! too. Nothing of it runs, and it demands nothing of the fields.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{Data, DeriveInput, Fields, Generics, LitStr, Path};

use super::codec::{bounded, declaration, parameter_types};
use super::key::{marker, tuple};
use crate::diagnostic::Errors;
use crate::hygiene;
use crate::model::name::{constant, generated_names, plain, suffixed};
use crate::parse::{self, Container, IndexPath};

fn compile_errors(result: syn::Result<()>) -> TokenStream {
    match result {
        Ok(()) => TokenStream::new(),
        Err(errors) => errors.into_compile_error(),
    }
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

/// The constants of the named fields.
fn constants(krate: &Path, input: &DeriveInput) -> TokenStream {
    let Data::Struct(data) = &input.data else {
        return TokenStream::new();
    };
    let Fields::Named(fields) = &data.fields else {
        return TokenStream::new();
    };
    let mut seen = Vec::new();
    fields
        .named
        .iter()
        .filter_map(|field| {
            let (ty, vis) = (&field.ty, &field.vis);
            let name = constant(field.ident.as_ref()?);
            if seen.contains(&name) {
                return None;
            }
            seen.push(name.clone());
            Some(quote! {
                #[allow(missing_docs, reason = "a struct with faults")]
                #vis const #name: #krate::Attribute<Self, #ty> =
                    #krate::Attribute::new("", #krate::__private::no_codec::<#ty>());
            })
        })
        .collect()
}

/// The names that an item with faults would have generated, each of them once.
struct Names {
    key_type: Ident,
    handle: Ident,
    /// The types of the access paths with their query methods.
    paths: Vec<(Ident, Ident)>,
}

impl Names {
    fn new(ident: &Ident, options: Option<&parse::Item>) -> Self {
        let mut types = vec![ident.clone()];
        let mut distinct = |given: Option<&Ident>, otherwise: Ident| {
            let name = given
                .filter(|given| !types.contains(given))
                .cloned()
                .unwrap_or(otherwise);
            types.push(name.clone());
            name
        };
        let primary = distinct(None, suffixed(ident, "Primary"));
        let handle = distinct(
            options.and_then(|options| options.handle.as_ref()),
            suffixed(ident, "Table"),
        );
        let key_type = distinct(
            options.and_then(|options| options.key.as_ref()),
            suffixed(ident, "Key"),
        );
        let mut paths = vec![(primary, Ident::new("query", ident.span()))];
        for path in index_paths(options) {
            let Some(literal) = &path.name else { continue };
            let (type_name, method) = generated_names(
                path.type_name.as_ref(),
                path.method.as_ref(),
                literal,
                ident,
            );
            let is_known = types.contains(&type_name)
                || paths
                    .iter()
                    .any(|(_, known)| plain(known) == plain(&method));
            if !is_known {
                types.push(type_name.clone());
                paths.push((type_name, method));
            }
        }
        Self {
            key_type,
            handle,
            paths,
        }
    }
}

fn index_paths(options: Option<&parse::Item>) -> impl Iterator<Item = &IndexPath> {
    options.into_iter().flat_map(|options| {
        let local = options.local_indexes.iter().map(|index| &index.path);
        options.indexes.iter().map(|index| &index.path).chain(local)
    })
}

/// The fields of the primary key, as far as they are known: an empty list if a key or one of its
/// fields is not.
fn key_fields(options: Option<&parse::Item>) -> Vec<&parse::Field> {
    options.and_then(known_key_fields).unwrap_or_default()
}

fn known_key_fields(options: &parse::Item) -> Option<Vec<&parse::Field>> {
    let named = |literal: &LitStr| {
        let wanted = literal.value();
        let mut fields = options.fields.iter();
        fields.find(|field| plain(&field.ident) == wanted)
    };
    let carrier = |is_key: fn(&parse::FieldOptions) -> bool| {
        options.fields.iter().find(|field| is_key(&field.options))
    };
    let mut fields = Vec::new();
    let partition = carrier(|options| options.partition_key.is_some());
    match (&options.composed.partition_key, partition) {
        (Some(composed), _) => {
            let parts = composed.parts.iter().flat_map(|parts| &parts.value);
            for literal in parts.chain(composed.spread.of.as_ref().map(|of| &of.value)) {
                fields.push(named(literal)?);
            }
        }
        (None, Some(field)) => {
            fields.push(field);
            let key = field.options.partition_key.as_ref()?;
            if let Some(of) = &key.value.spread.of {
                fields.push(named(&of.value)?);
            }
        }
        (None, None) => return None,
    }
    let sort = carrier(|options| options.sort_key.is_some());
    match (&options.composed.sort_key, sort) {
        (Some(composed), _) => {
            for literal in composed.parts.iter().flat_map(|parts| &parts.value) {
                fields.push(named(literal)?);
            }
        }
        (None, Some(field)) => {
            fields.push(field);
            let suffix = field.options.sort_key.as_ref()?.value.suffix.as_ref();
            fields.extend(suffix.and_then(|suffix| named(&suffix.value)));
        }
        (None, None) => {}
    }
    let mut seen = Vec::new();
    fields.retain(|field| {
        let is_new = !seen.contains(&&field.ident);
        seen.push(&field.ident);
        is_new
    });
    Some(fields)
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
    quote!(#scalars #pairs #triples)
}

/// The errors of `DynamoItem`.
#[expect(
    clippy::too_many_lines,
    reason = "one quotation that stands in for all that is generated"
)]
pub(crate) fn fallback_item(input: &DeriveInput, result: syn::Result<()>) -> TokenStream {
    let errors = compile_errors(result);
    // An enum or union has no fields to stand in for, and nothing uses it as an item.
    let Data::Struct(_) = &input.data else {
        return errors;
    };
    let options = read(input, parse::Item::from_input);
    let options = options.as_ref();
    let krate = crate_path(options.map(|options| &options.container));
    let (ident, vis) = (&input.ident, &input.vis);
    let generics = bounded(&krate, &input.generics);
    let declared = declaration(&generics);
    let parameters = parameter_types(&generics);
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let constants = constants(&krate, input);
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
    let path_types = paths.iter().map(|(path, _)| path);
    let queries = paths.iter().map(|(path, method)| {
        quote! {
            #[allow(missing_docs, reason = "a struct with faults")]
            #vis fn #method<__P>(&self, _: __P) -> #krate::operation::Query<#ident #ty_generics, #path #ty_generics> {
                ::core::unreachable!()
            }
        }
    });
    let path_impls = paths.iter().map(|(path, _)| {
        quote! {
            impl #impl_generics #krate::key::AccessPath for #path #ty_generics #where_clause {
                type Item = #ident #ty_generics;
                type Sort = #krate::__private::AnySort;
                type Partition = #krate::key::OnePartition;
                const PATH: #krate::key::PathSchema = #krate::key::PathSchema {
                    index: ::core::option::Option::None,
                    partition_key: #krate::__private::NO_SCHEMA.partition_key,
                    partition: ::core::option::Option::None,
                    sort_key: ::core::option::Option::None,
                };
            }

            impl #impl_generics #krate::key::ConsistentPath for #path #ty_generics #where_clause {}
        }
    });
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

/// The errors of `DynamoValue`.
pub(crate) fn fallback_value(input: &DeriveInput, result: syn::Result<()>) -> TokenStream {
    let errors = compile_errors(result);
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
