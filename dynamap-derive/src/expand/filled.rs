//! The attributes that writes fill, as the runtime knows them, of an item and of what is flattened into it.

use proc_macro2::TokenStream;
use quote::quote;
use syn::spanned::Spanned;
use syn::{Generics, Path};

use super::layout::optional;
use super::names;
use crate::hygiene::respan;
use crate::model::{Base, Field, FieldIndex, Filled, Flattened, TtlPolicy};
use crate::parse::{After, Stamp};

/// What the expansion of one struct needs.
pub(super) struct Filling<'a> {
    pub(super) krate: &'a Path,
    pub(super) fields: &'a [Field],
    pub(super) filled: &'a Filled,
    pub(super) flattened: &'a [Flattened],
    /// The codec constant of a field.
    pub(super) codec: &'a dyn Fn(FieldIndex) -> TokenStream,
    /// The layout of the key that alone holds a field.
    pub(super) carried: &'a dyn Fn(FieldIndex) -> Option<TokenStream>,
}

impl Filling<'_> {
    fn name(&self, index: FieldIndex) -> &str {
        &self.fields[index.position()].attribute.value
    }

    /// `&Filled { stamps: &[Stamp { … }], ttl: …, version: … }`.
    pub(super) fn constant(&self) -> TokenStream {
        let Self {
            krate,
            filled,
            codec,
            ..
        } = self;
        if filled.is_empty() {
            return quote!(#krate::__private::NOTHING_FILLED);
        }
        let stamps = filled.stamps.iter().map(|stamped| {
            let name = self.name(stamped.field);
            let codec = codec(stamped.field);
            let on = match stamped.stamp {
                Stamp::Create => quote!(Create),
                Stamp::Update => quote!(Update),
            };
            quote!(#krate::schema::Stamp {
                name: #name,
                format: #codec.format(),
                on: #krate::schema::StampOn::#on,
                optional: #codec.is_optional(),
            })
        });
        let ttl = self.ttl();
        let version = optional(filled.version.map(|version| {
            let name = self.name(version);
            let codec = codec(version);
            quote!(#krate::__private::VersionAttribute { name: #name, limit: #codec.version_limit() })
        }));
        quote! {
            &#krate::__private::Filled {
                stamps: &[#(#stamps),*],
                ttl: #ttl,
                version: #version,
            }
        }
    }

    fn ttl(&self) -> TokenStream {
        let Self {
            krate,
            filled,
            codec,
            carried,
            ..
        } = self;
        optional(filled.ttl.as_ref().map(|ttl| {
            let name = self.name(ttl.field);
            let policy = optional(match &ttl.policy {
                TtlPolicy::Carried => None,
                TtlPolicy::Sliding { after } => {
                    let after = duration(after);
                    Some(quote!(#krate::schema::TtlPolicy {
                        after: #after, from: ::core::option::Option::None, sliding: true,
                    }))
                }
                TtlPolicy::Computed { after, base } => {
                    let after = duration(after);
                    let from = optional(match base {
                        Base::Write => None,
                        Base::Field(field) => {
                            let name = self.name(*field);
                            let key = optional(carried(*field));
                            let codec = codec(*field);
                            Some(quote!(#krate::schema::TimeAttribute {
                                name: #name, format: #codec.format(), key: #key,
                            }))
                        }
                    });
                    Some(quote!(#krate::schema::TtlPolicy { after: #after, from: #from, sliding: false }))
                }
            });
            let codec = codec(ttl.field);
            quote!(#krate::schema::Ttl { name: #name, optional: #codec.is_optional(), policy: #policy })
        }))
    }

    /// What writes fill of it, as a type: `Fills<Yes, No, Yes>`, in a pair with each type that is flattened.
    pub(super) fn fills(&self) -> TokenStream {
        let Self { krate, filled, .. } = self;
        let private = quote!(#krate::__private);
        let own = if filled.is_empty() {
            quote!(#private::FillsNothing)
        } else {
            let answers = [
                !filled.stamps.is_empty(),
                filled.ttl.is_some(),
                filled.version.is_some(),
            ]
            .map(|is_there| {
                if is_there {
                    quote!(#private::Yes)
                } else {
                    quote!(#private::No)
                }
            });
            quote!(#private::Fills<#(#answers),*>)
        };
        self.flattened.iter().rev().fold(own, |rest, field| {
            let ty = &field.ty;
            let fills = respan(quote!(<#ty as #private::Attributes>::Fills), ty.span());
            quote!((#fills, #rest))
        })
    }

    /// `Attributes::carried_version`, if there may be one.
    pub(super) fn version(&self, generics: &Generics) -> TokenStream {
        let Self { filled, codec, .. } = self;
        if filled.version.is_none() && self.flattened.is_empty() {
            return TokenStream::new();
        }
        let version = match filled.version {
            Some(index) => {
                let field = &self.fields[index.position()].ident;
                let codec = codec(index);
                quote!(#codec.version_of(&self.#field))
            }
            None => {
                let fields = self.flattened.iter().map(|field| &field.ident);
                let none = quote!(::core::option::Option::None);
                fields.enumerate().fold(none, |before, (position, field)| {
                    let beside = names::beside(generics, position);
                    quote!(::core::option::Option::or(#before, #beside.version_of(&self.#field)))
                })
            }
        };
        quote! {
            fn carried_version(&self) -> ::core::option::Option<::core::primitive::u64> {
                #version
            }
        }
    }
}

fn duration(after: &After) -> TokenStream {
    match after {
        After::Seconds(duration) => {
            let seconds = duration.seconds();
            quote!(::core::time::Duration::from_secs(#seconds))
        }
        After::Constant(path) => quote!(#path),
    }
}
