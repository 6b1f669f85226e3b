//! Composed keys: a constant for each that says how its text is made, and what writes and reads it.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::codec::holder;
use super::key;
use crate::model::{
    BucketWidth, Codec, Composed, Era, FieldIndex, Index, Item, KeyAttribute, KeyLayout, KeyOf,
    Reading,
};

/// The composed keys of an item, and whose they are. A key's position names its constant.
fn composed(item: &Item) -> impl Iterator<Item = (&KeyAttribute, &Composed, Option<&Index>)> {
    let of_table = std::iter::once(&item.key.partition)
        .chain(&item.key.sort)
        .map(|key| (key, None));
    let of_indexes = item
        .indexes
        .iter()
        .flat_map(|index| index.keys().map(move |key| (key, Some(index))));
    of_table
        .chain(of_indexes)
        .filter_map(|(key, index)| Some((key, key.composed()?, index)))
}

fn name(position: usize) -> Ident {
    format_ident!("L{}", position)
}

/// The layout of a composed key, wherever the item's generics are in scope.
pub(super) fn layout(item: &Item, key: &KeyAttribute) -> TokenStream {
    let position = composed(item)
        .take_while(|(other, ..)| other.attribute.value != key.attribute.value)
        .count();
    let (_, ty_generics, _) = item.generics.split_for_impl();
    let turbofish = ty_generics.as_turbofish();
    let holder = holder();
    let name = name(position);
    quote!(#holder #turbofish ::#name)
}

/// The constants, in the holder of the codecs:
///
/// ```ignore
/// const L0: &'static KeyLayout = &KeyLayout {
///     separator: '#',
///     prefix: Some("device"),
///     parts: &[KeyField { field: "device_id", attribute: "pk", codec: &Self::C0, lenient: false }],
///     of: Some(KeyField { … }),
///     eras: &[Era { before: None, bucket: Some(BucketWidth::Day), shards: Some(4) }],
/// };
/// ```
pub(super) fn constants(item: &Item) -> TokenStream {
    let krate = &item.crate_path;
    composed(item)
        .enumerate()
        .map(|(position, (key, composed, _))| {
            let name = name(position);
            let Composed {
                separator,
                prefix,
                parts,
                spread: _,
                carrier: _,
            } = composed;
            let prefix = optional(prefix.as_ref().map(|prefix| quote!(#prefix)));
            let parts = parts.iter().map(|part| key_field(item, *part));
            let of = optional(key.of().map(|of| key_field(item, of)));
            let eras = composed.eras().into_iter().map(|(before, era)| {
                if before.is_none() && era == Era::PLAIN {
                    return quote!(#krate::key::Era::PLAIN);
                }
                let before = optional(before.map(|date| {
                    let seconds = date.epoch_seconds();
                    quote!(#krate::time::Moment::from_parts(#seconds, 0))
                }));
                let bucket = optional(era.bucket.map(|width| {
                    let width = match width {
                        BucketWidth::Minute => quote!(Minute),
                        BucketWidth::Hour => quote!(Hour),
                        BucketWidth::Day => quote!(Day),
                        BucketWidth::Month => quote!(Month),
                        BucketWidth::Year => quote!(Year),
                    };
                    quote!(#krate::time::BucketWidth::#width)
                }));
                let shards = optional(era.shards.map(|shards| quote!(#shards)));
                quote!(#krate::key::Era { before: #before, bucket: #bucket, shards: #shards })
            });
            quote! {
                const #name: &'static #krate::key::KeyLayout = &#krate::key::KeyLayout {
                    separator: #separator,
                    prefix: #prefix,
                    parts: &[#(#parts),*],
                    of: #of,
                    eras: &[#(#eras),*],
                };
            }
        })
        .collect()
}

fn key_field(item: &Item, index: FieldIndex) -> TokenStream {
    let krate = &item.crate_path;
    let field = item.field(index);
    let name = field.name();
    let attribute = &field.attribute.value;
    let codec = super::codec::constant(index.position());
    // A field with an attribute of its own is read from there.
    let lenient = matches!(
        &field.codec,
        Codec::InKeyTime {
            reading: Reading::Any,
            ..
        }
    );
    quote! {
        #krate::key::KeyField {
            field: #name,
            attribute: #attribute,
            codec: &Self::#codec,
            lenient: #lenient,
        }
    }
}

/// `&[ComposedKey { … }]`, for the schema.
pub(super) fn schema(item: &Item) -> TokenStream {
    let krate = &item.crate_path;
    let keys = composed(item).map(|(key, _, index)| {
        let attribute = &key.attribute.value;
        let index = optional(index.map(|index| {
            let name = &index.path.name.value;
            quote!(#name)
        }));
        let layout = layout(item, key);
        quote!(#krate::schema::ComposedKey { attribute: #attribute, index: #index, layout: #layout })
    });
    quote!(&[#(#keys),*])
}

/// The writer of a key attribute, for the item and for its key type: both have the fields.
///
/// ```ignore
/// &Composed {
///     layout: __Codecs::L1,
///     parts: &[&Part(__Codecs::C1, &self.at), &Part(__Codecs::C2, &self.id)],
///     of: None,
///     sort: None,
///     with: &[],
/// }
/// ```
pub(super) fn writer(item: &Item, key: &KeyAttribute, of: KeyOf<'_>) -> TokenStream {
    let krate = &item.crate_path;
    let private = quote!(#krate::__private);
    let composed = match &key.layout {
        KeyLayout::Field(field) => return field_writer(item, *field),
        KeyLayout::Composed(composed) => composed,
    };
    let part = |index: FieldIndex| {
        let codec = key::codec(item, index);
        let ident = &item.field(index).ident;
        quote!(&#private::Part(#codec, &self.#ident))
    };
    let (sort, other) = match of {
        KeyOf::Table => (item.key.sort.as_ref(), None),
        KeyOf::Index(index) => {
            let other = index.keys().find(|other| {
                other.composed().is_some() && other.attribute.value != key.attribute.value
            });
            // Shards come from a sort key of one attribute.
            (index.sort.first(), other)
        }
    };
    let layout = layout(item, key);
    let parts = composed.parts.iter().map(|index| part(*index));
    let bucketed = optional(key.of().map(part));
    let sort = optional(
        sort.filter(|_| composed.is_sharded())
            .map(|sort| writer(item, sort, of)),
    );
    let with = other.into_iter().flat_map(KeyAttribute::fields).map(part);
    quote! {
        &#private::Composed {
            layout: #layout,
            parts: &[#(#parts),*],
            of: #bucketed,
            sort: #sort,
            with: &[#(#with),*],
        }
    }
}

pub(super) fn field_writer(item: &Item, index: FieldIndex) -> TokenStream {
    let krate = &item.crate_path;
    let codec = key::codec(item, index);
    let ident = &item.field(index).ident;
    quote!(&#krate::__private::Out(#codec.codec, &self.#ident))
}

/// The slot of a composed key of the table.
pub(super) fn key_slot(item: &Item, key: &KeyAttribute) -> Ident {
    let is_partition = key.attribute.value == item.key.partition.attribute.value;
    format_ident!("__k{}", usize::from(!is_partition))
}

/// What recovers the parts of the table's composed keys, the sort key's first:
///
/// ```ignore
/// recover(__Codecs::L1, &__k1, &mut [&mut __s1, &mut __s2], None, None)?;
/// recover(__Codecs::L0, &__k0, &mut [&mut __s0], Some(&__s1), Some(&__k1))?;
/// ```
pub(super) fn recovery(item: &Item) -> TokenStream {
    let krate = &item.crate_path;
    let slot = |index: FieldIndex| format_ident!("__s{}", index.position());
    let keys = item.key.sort.iter().chain([&item.key.partition]);
    keys.filter_map(|key| Some((key, key.composed()?)))
        .map(|(key, composed)| {
            let layout = layout(item, key);
            let own = key_slot(item, key);
            let parts = composed.parts.iter().map(|index| slot(*index));
            let of = optional(key.of().map(|of| {
                let slot = slot(of);
                quote!(&#slot)
            }));
            let sort = item.key.sort.as_ref().filter(|_| composed.is_sharded());
            let sort = optional(sort.map(|sort| {
                let slot = match &sort.layout {
                    KeyLayout::Field(field) => slot(*field),
                    KeyLayout::Composed(_) => key_slot(item, sort),
                };
                quote!(&#slot)
            }));
            quote! {
                #krate::__private::recover(#layout, &#own, &mut [#(&mut #parts),*], #of, #sort)?;
            }
        })
        .collect()
}

pub(super) fn optional(tokens: Option<TokenStream>) -> TokenStream {
    match tokens {
        Some(tokens) => quote!(::core::option::Option::Some(#tokens)),
        None => quote!(::core::option::Option::None),
    }
}
