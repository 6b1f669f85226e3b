//! `DynamoItem`.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Generics, Path};

use super::codec::{Roles, bounded, constants, default_value};
use super::{docs, key, marker, path, schema, table};
use crate::model::{Codec, Field, FieldIndex, Item, KeyAttribute, KeyLayout, Reading, Skipped};

/// What `DynamoItem` generates for
///
/// ```ignore
/// struct Order { #[partition_key] uuid: String, status: Status }
/// ```
///
/// in short:
///
/// ```ignore
/// struct OrderKey { uuid: String }
/// struct OrderTable(Table<Order>);
/// struct OrderPrimary;
/// const _: () = {
///     struct __Codecs(…);                          // one codec constant per field
///     impl Order { const STATUS: Attribute<Order, Status> = …; fn table(client: &Client) -> OrderTable { … } }
///     impl Attributes for Order { … }              // encode and decode, driven by tables
///     impl DynamoItem for Order { … const SCHEMA … }
/// };
/// ```
pub(crate) fn item(item: &Item) -> TokenStream {
    let krate = &item.crate_path;
    let generics = bounded(krate, &item.generics);
    let key_definition = key::definition(item, &generics);
    let table_definition = table::definition(item, &generics);
    let path_definitions = path::definitions(item, &generics);

    let codecs = constants(krate, &generics, item.fields.iter().zip(roles(item)));
    let attribute_constants = item.fields.iter().enumerate().map(|(position, field)| {
        let kind = marker::kind(item, position);
        attribute_constant(item, field, position, &kind)
    });
    let attributes = attributes(
        krate,
        &item.ident,
        &generics,
        &item.fields,
        &item.skipped,
        &writers(item),
        item.key.sort.as_ref().and_then(|sort| match &sort.layout {
            KeyLayout::Field(_) => None,
            KeyLayout::Composed { carrier, suffix } => Some(ComposedSort {
                carrier: carrier.position(),
                suffix: suffix.position(),
                layout: sort_layout(item),
            }),
        }),
    );
    let layouts = layouts(item, &generics);
    let markers = marker::markers(item, &generics);
    let key_impls = key::impls(item, &generics);
    let table_impls = table::impls(item, &generics);
    let path_impls = path::impls(item, &generics);
    let schema = schema::schema(item);
    let facts = facts(item, &generics);

    let ident = &item.ident;
    let (key_type, handle) = (&item.key_type, &item.handle);
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    quote! {
        #key_definition
        #table_definition
        #path_definitions

        #[doc(hidden)]
        const _: () = {
            #codecs
            #layouts
            #markers

            #[automatically_derived]
            impl #impl_generics #ident #ty_generics #where_clause {
                #(#attribute_constants)*
            }

            #attributes

            #[automatically_derived]
            impl #impl_generics #krate::DynamoItem for #ident #ty_generics #where_clause {
                type Key = #key_type #ty_generics;
                type Handle = #handle #ty_generics;
                const SCHEMA: &'static #krate::schema::Schema = #schema;
            }

            #facts
            #key_impls
            #table_impls
            #path_impls
        };
    }
}

/// The fields that are keys of some index.
pub(super) fn index_keys(item: &Item) -> Vec<FieldIndex> {
    let global = item
        .indexes
        .iter()
        .flat_map(|index| std::iter::once(index.partition).chain(index.sort));
    global
        .chain(item.local_indexes.iter().map(|index| index.sort))
        .collect()
}

/// What each field is beside its codec, in their order.
fn roles(item: &Item) -> impl Iterator<Item = Roles> {
    let index_keys = index_keys(item);
    let part = match item.key.sort.as_ref().map(|sort| &sort.layout) {
        Some(KeyLayout::Composed { suffix, .. }) => Some(*suffix),
        Some(KeyLayout::Field(_)) | None => None,
    };
    (0..item.fields.len()).map(move |position| {
        let is_here = |field: &FieldIndex| field.position() == position;
        Roles {
            index_key: index_keys.iter().any(is_here),
            part: part.as_ref().is_some_and(is_here),
        }
    })
}

/// `pub const STATUS: Attribute<Order, Status> = Attribute::new("status", __Codecs::C1);`
fn attribute_constant(
    item: &Item,
    field: &Field,
    position: usize,
    kind: &TokenStream,
) -> TokenStream {
    let (_, ty_generics, _) = item.generics.split_for_impl();
    constant(
        &item.crate_path,
        &quote!(#ty_generics),
        field,
        position,
        kind,
    )
}

/// The constant of one field, of an item or of a value.
pub(super) fn constant(
    krate: &Path,
    ty_generics: &TokenStream,
    field: &Field,
    position: usize,
    kind: &TokenStream,
) -> TokenStream {
    let docs = docs::constant(field);
    let deprecated = &field.forwarded.deprecated;
    let Field {
        vis,
        constant,
        ty,
        attribute,
        ..
    } = field;
    let name = &attribute.value;
    let codecs = super::codec::holder();
    let codec = super::codec::constant(position);
    let turbofish = if ty_generics.is_empty() {
        quote!()
    } else {
        quote!(::#ty_generics)
    };
    quote! {
        #docs
        #(#deprecated)*
        #vis const #constant: #krate::Attribute<Self, #ty, #kind> =
            #krate::Attribute::new(#name, #codecs #turbofish ::#codec);
    }
}

/// The writers of an item's attributes, in the order of the fields.
fn writers(item: &Item) -> Vec<TokenStream> {
    item.fields
        .iter()
        .enumerate()
        .map(|(position, field)| {
            let sort = item
                .key
                .sort
                .as_ref()
                .filter(|sort| sort.carrier().position() == position);
            match sort {
                Some(sort) => key_writer(item, sort),
                None => field_writer(item, field, position),
            }
        })
        .collect()
}

fn field_writer(item: &Item, field: &Field, position: usize) -> TokenStream {
    let krate = &item.crate_path;
    let codec = codec(item, position);
    let ident = &field.ident;
    quote!(&#krate::__private::Out(#codec.codec, &self.#ident))
}

fn codec(item: &Item, position: usize) -> TokenStream {
    let (_, ty_generics, _) = item.generics.split_for_impl();
    let turbofish = ty_generics.as_turbofish();
    let holder = super::codec::holder();
    let constant = super::codec::constant(position);
    quote!(#holder #turbofish ::#constant)
}

/// The writer of a key attribute, for the item and for its key type: both have the fields.
///
/// ```ignore
/// &Composed {
///     time: &Part(__Codecs::C1, &self.at),
///     suffix: ("id", &Part(__Codecs::C2, &self.id)),
/// }
/// ```
fn key_writer(item: &Item, attribute: &KeyAttribute) -> TokenStream {
    let private = {
        let krate = &item.crate_path;
        quote!(#krate::__private)
    };
    let part = |index: FieldIndex| {
        let codec = codec(item, index.position());
        let ident = &item.field(index).ident;
        quote!(&#private::Part(#codec, &self.#ident))
    };
    match &attribute.layout {
        KeyLayout::Field(index) => field_writer(item, item.field(*index), index.position()),
        KeyLayout::Composed { carrier, suffix } => {
            let time = part(*carrier);
            let suffix = part(*suffix);
            let layout = sort_layout(item);
            quote! {
                &#private::Composed {
                    layout: #layout,
                    parts: &[#time, #suffix],
                    of: ::core::option::Option::None,
                    sort: ::core::option::Option::None,
                    with: &[],
                }
            }
        }
    }
}

/// `__Codecs::SORT`: the layout of a composed sort key.
pub(super) fn sort_layout(item: &Item) -> TokenStream {
    let (_, ty_generics, _) = item.generics.split_for_impl();
    let turbofish = ty_generics.as_turbofish();
    let holder = super::codec::holder();
    quote!(#holder #turbofish ::SORT)
}

fn layouts(item: &Item, generics: &Generics) -> TokenStream {
    let Some(KeyLayout::Composed { carrier, suffix }) =
        item.key.sort.as_ref().map(|sort| &sort.layout)
    else {
        return TokenStream::new();
    };
    let krate = &item.crate_path;
    let holder = super::codec::holder();
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let part = |index: FieldIndex| {
        let field = item.field(index);
        let name = field.name();
        let attribute = &field.attribute.value;
        let codec = codec(item, index.position());
        let lenient = matches!(
            field.codec,
            Codec::InKey {
                reading: Reading::Any,
                ..
            }
        );
        quote!(#krate::key::KeyField {
            field: #name, attribute: #attribute, codec: &#codec, lenient: #lenient,
        })
    };
    let (carrier, suffix) = (part(*carrier), part(*suffix));
    quote! {
        #[automatically_derived]
        impl #impl_generics #holder #ty_generics #where_clause {
            const SORT: &'static #krate::key::KeyLayout = &#krate::key::KeyLayout {
                separator: #krate::key::SEPARATOR,
                prefix: ::core::option::Option::None,
                parts: &[#carrier, #suffix],
                of: ::core::option::Option::None,
                eras: &[#krate::key::Era::PLAIN],
            };
        }
    }
}

/// The names and writers of the primary key.
pub(super) fn key_writers(item: &Item) -> (Vec<String>, Vec<TokenStream>) {
    std::iter::once(&item.key.partition)
        .chain(&item.key.sort)
        .map(|attribute| {
            (
                attribute.attribute.value.clone(),
                key_writer(item, attribute),
            )
        })
        .unzip()
}

/// A composed sort key, by the positions of its fields.
pub(super) struct ComposedSort {
    carrier: usize,
    suffix: usize,
    layout: TokenStream,
}

/// `impl Attributes`: both directions by tables, the loops in the runtime.
///
/// ```ignore
/// fn decode_attributes(decoder: &mut dyn Decoder) -> Result<Self, DecodeError> {
///     let (mut __s0, mut __s1) = (Slot::new(__Codecs::C0.codec), Slot::new(__Codecs::C1.codec));
///     read_all(decoder, &["uuid", "status"], &mut [&mut __s0, &mut __s1])?;
///     let (Some(__f0), Some(__f1)) = (__s0.take(), __s1.take()) else {
///         return Err(unfilled());
///     };
///     Ok(Self { uuid: __f0, status: __f1 })
/// }
/// ```
pub(super) fn attributes(
    krate: &Path,
    ident: &proc_macro2::Ident,
    generics: &Generics,
    fields: &[Field],
    skipped: &[Skipped],
    writers: &[TokenStream],
    sort: Option<ComposedSort>,
) -> TokenStream {
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let turbofish = ty_generics.as_turbofish();
    let holder = super::codec::holder();
    let names: Vec<_> = fields.iter().map(|field| &field.attribute.value).collect();
    let is_part = |position: usize| {
        sort.as_ref()
            .is_some_and(|sort| position == sort.carrier || position == sort.suffix)
    };
    let new_slots = (0..fields.len()).map(|position| {
        let codec = super::codec::constant(position);
        let codec = quote!(#holder #turbofish ::#codec);
        if is_part(position) {
            quote!(#krate::__private::PartSlot::new(#codec))
        } else {
            quote!(#krate::__private::Slot::new(#codec.codec))
        }
    });
    let slots: Vec<_> = (0..fields.len())
        .map(|position| format_ident!("__s{}", position))
        .collect();
    let values: Vec<_> = (0..fields.len())
        .map(|position| format_ident!("__f{}", position))
        .collect();
    let idents = fields.iter().map(|field| &field.ident);
    let skipped = skipped.iter().map(|field| {
        let ident = &field.ident;
        let value = default_value(&field.default);
        quote!(#ident: #value)
    });
    let private = quote!(#krate::__private);
    let readers = slots
        .iter()
        .enumerate()
        .map(|(position, slot)| match &sort {
            Some(sort) if sort.carrier == position => quote!(&mut __key),
            _ => quote!(&mut #slot),
        });
    let (key_slot, recover) = match &sort {
        None => (quote!(), quote!()),
        Some(sort) => {
            let name = names.get(sort.carrier);
            let layout = &sort.layout;
            let carrier = slots.get(sort.carrier);
            let suffix = slots.get(sort.suffix);
            (
                quote!(let mut __key = #private::KeySlot::new(#name);),
                quote! {
                    #private::recover(
                        #layout,
                        &__key,
                        &mut [&mut #carrier, &mut #suffix],
                        ::core::option::Option::None,
                        ::core::option::Option::None,
                    )?;
                },
            )
        }
    };
    // Without stored fields the pattern always matches.
    let unfilled = (!fields.is_empty()).then(|| {
        quote! {
            else {
                return ::core::result::Result::Err(#private::unfilled());
            }
        }
    });
    quote! {
        #[automatically_derived]
        impl #impl_generics #private::Attributes for #ident #ty_generics #where_clause {
            fn encode_attributes(
                &self,
                encoder: &mut dyn #krate::value::Encoder,
            ) -> ::core::result::Result<(), #krate::value::EncodeError> {
                #private::write_all(encoder, &[#(#names),*], &[#(#writers),*])
            }

            fn decode_attributes(
                decoder: &mut dyn #krate::value::Decoder,
            ) -> ::core::result::Result<Self, #krate::value::DecodeError> {
                #(let mut #slots = #new_slots;)*
                #key_slot
                #private::read_all(decoder, &[#(#names),*], &mut [#(#readers),*])?;
                #recover
                let (#(::core::option::Option::Some(#values),)*) = (#(#slots.take(),)*) #unfilled;
                ::core::result::Result::Ok(Self { #(#idents: #values,)* #(#skipped,)* })
            }
        }
    }
}

/// What bounds ask of an item.
fn facts(item: &Item, generics: &Generics) -> TokenStream {
    let krate = &item.crate_path;
    let ident = &item.ident;
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let version = match item.version {
        Some(index) => {
            let field = &item.field(index).ident;
            let codec = codec(item, index.position());
            quote! {
                #[automatically_derived]
                impl #impl_generics #krate::schema::Versioned for #ident #ty_generics #where_clause {
                    fn version(&self) -> ::core::option::Option<u64> {
                        #codec.version_of(&self.#field)
                    }
                }
            }
        }
        None => quote! {
            #[automatically_derived]
            impl #impl_generics #krate::schema::Unversioned for #ident #ty_generics #where_clause {}
        },
    };
    let expiring = item.ttl.as_ref().map(|_| {
        quote! {
            #[automatically_derived]
            impl #impl_generics #krate::schema::Expiring for #ident #ty_generics #where_clause {}
        }
    });
    let stamped = (!item.stamps.is_empty()).then(|| {
        quote! {
            #[automatically_derived]
            impl #impl_generics #krate::schema::Stamped for #ident #ty_generics #where_clause {}
        }
    });
    quote!(#version #expiring #stamped)
}
