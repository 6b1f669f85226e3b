//! What an input with faults expands to: its errors, and impls that keep its use sites from failing
//! too. Nothing of it runs, and it demands nothing of the fields.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Data, DeriveInput, Fields, Path};

use super::codec::{bounded, declaration, parameter_types};
use crate::hygiene;
use crate::model::name::{constant, suffixed};

fn errors(result: syn::Result<()>) -> TokenStream {
    match result {
        Ok(()) => TokenStream::new(),
        Err(errors) => errors.into_compile_error(),
    }
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

/// The errors of `DynamoItem`.
pub(crate) fn fallback_item(input: &DeriveInput, result: syn::Result<()>) -> TokenStream {
    let errors = errors(result);
    // An enum or union has no fields to stand in for, and nothing uses it as an item.
    let Data::Struct(_) = &input.data else {
        return errors;
    };
    let krate = hygiene::crate_path(None);
    let (ident, vis) = (&input.ident, &input.vis);
    let generics = bounded(&krate, &input.generics);
    let declared = declaration(&generics);
    let parameters = parameter_types(&generics);
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let constants = constants(&krate, input);
    let key_type = suffixed(ident, "Key");
    let handle = suffixed(ident, "Table");
    let path = suffixed(ident, "Primary");
    let queries = query_methods(input).into_iter().map(|method| {
        let method = format_ident!("{}", method);
        quote! {
            #[allow(missing_docs, reason = "a struct with faults")]
            #vis fn #method<__P>(&self, _: __P) -> #krate::operation::Query<#ident #ty_generics, #path #ty_generics> {
                ::core::unreachable!()
            }
        }
    });
    let from: TokenStream = [quote!(&str), quote!(::std::string::String), quote!(u64), quote!(i32), quote!(&#ident #ty_generics)]
        .into_iter()
        .map(|source| {
            quote! {
                impl #impl_generics ::core::convert::From<#source> for #key_type #ty_generics #where_clause {
                    fn from(_: #source) -> Self {
                        ::core::unreachable!()
                    }
                }
            }
        })
        .collect();
    let phantom = quote!((::core::marker::PhantomData<fn() -> (#(#parameters,)*)>));
    quote! {
        #errors

        #[doc(hidden)]
        #vis struct #key_type #declared #phantom #where_clause;
        #[doc(hidden)]
        #vis struct #handle #declared (#krate::Table<#ident #ty_generics>) #where_clause;
        #[doc(hidden)]
        #vis struct #path #declared #phantom #where_clause;

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

            #from

            impl #impl_generics #krate::key::AccessPath for #path #ty_generics #where_clause {
                type Item = #ident #ty_generics;
                type Sort = #krate::__private::AnySort;
                const PATH: #krate::key::PathSchema = #krate::key::PathSchema {
                    index: ::core::option::Option::None,
                    partition_key: #krate::__private::NO_SCHEMA.partition_key,
                    sort_key: ::core::option::Option::None,
                };
            }

            impl #impl_generics #krate::key::ConsistentPath for #path #ty_generics #where_clause {}

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

/// `query`, and what the `name = "…"` of index options would have generated.
fn query_methods(input: &DeriveInput) -> Vec<String> {
    let mut methods = vec!["query".to_owned()];
    for attribute in &input.attrs {
        if !attribute.path().is_ident("dynamo") {
            continue;
        }
        let text = quote!(#attribute).to_string();
        for (at, _) in text.match_indices("name = \"") {
            let rest = &text[at + "name = \"".len()..];
            let name: String = rest
                .chars()
                .take_while(|character| *character != '"')
                .collect();
            let method = format!("query_{}", name.replace('-', "_"));
            let is_name = method
                .chars()
                .all(|character| character.is_alphanumeric() || character == '_');
            if is_name && !methods.contains(&method) {
                methods.push(method);
            }
        }
    }
    methods
}

/// The errors of `DynamoValue`.
pub(crate) fn fallback_value(input: &DeriveInput, result: syn::Result<()>) -> TokenStream {
    let errors = errors(result);
    let krate = hygiene::crate_path(None);
    let ident = &input.ident;
    let generics = bounded(&krate, &input.generics);
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let constants = constants(&krate, input);
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

                fn decode(
                    _: &mut dyn #krate::value::Decoder,
                ) -> ::core::result::Result<Self, #krate::value::DecodeError> {
                    ::core::unreachable!()
                }
            }

            impl #impl_generics #krate::__private::ListElement for #ident #ty_generics #where_clause {}

            impl #impl_generics #krate::value::KeyValue for #ident #ty_generics #where_clause {
                const TYPE: #krate::__private::ScalarType = #krate::__private::ScalarType::S;
            }
        };
    }
}
