//! `DynamoItem`.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Generics, Path, parse_quote};

use super::codec::{Part, Roles, bounded, constants, default_value};
use super::filled::Filling;
use super::{docs, key, layout, marker, names, path, projection, schema, table};
use crate::hygiene::respan;
use crate::model::{
    Codec, Field, FieldIndex, Filled, Flattened, Index, Item, KeyAttribute, KeyOf, Projection,
    Skipped, Stored,
};

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

    let fields = item.fields.iter().zip(roles(item));
    let codecs = constants(krate, &generics, fields, &layout::constants(item));
    let attribute_constants = item.fields.iter().enumerate().map(|(position, field)| {
        let kind = marker::kind(item, position);
        attribute_constant(item, field, position, &kind)
    });
    let attributes = attributes(
        krate,
        &item.ident,
        &generics,
        &Attributes {
            fields: &item.fields,
            skipped: &item.skipped,
            slots: &slots(item),
            key_slots: key_slots(item),
            entries: entries(item),
            recovery: layout::recovery(item),
            flattened: &item.flattened,
            filled: &item.filled,
            codec: &|index| key::codec(item, index),
            carried: &|index| item.carried(index).map(|key| layout::layout(item, key)),
        },
    );
    let flattened_constants = item
        .flattened
        .iter()
        .map(|field| names::flattened_constant(krate, field));
    let markers = marker::markers(item, &generics);
    let key_impls = key::impls(item, &generics);
    let table_impls = table::impls(item, &generics);
    let path_impls = path::impls(item, &generics);
    let schema = schema::schema(item);
    let facts = facts(item, &generics);
    let projected = projection::fields(item, &generics);

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
            #markers

            #[automatically_derived]
            impl #impl_generics #ident #ty_generics #where_clause {
                #(#attribute_constants)*
                #(#flattened_constants)*
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
            #projected
        };
    }
}

/// The fields that are keys of some index.
pub(super) fn index_keys(item: &Item) -> Vec<FieldIndex> {
    let global = item.indexes.iter().flat_map(Index::keys);
    global
        .chain(item.local_indexes.iter().map(|index| &index.sort))
        .filter_map(KeyAttribute::field)
        .collect()
}

/// The fields that composed keys of the table are made of.
fn table_parts(item: &Item) -> Vec<FieldIndex> {
    std::iter::once(&item.key.partition)
        .chain(&item.key.sort)
        .filter(|key| key.composed().is_some())
        .flat_map(KeyAttribute::fields)
        .collect()
}

/// What each field is beside its codec, in their order.
fn roles(item: &Item) -> impl Iterator<Item = Roles> {
    let index_keys = index_keys(item);
    let of_table = table_parts(item);
    let of_indexes: Vec<FieldIndex> = item
        .indexes
        .iter()
        .flat_map(Index::keys)
        .filter(|key| key.composed().is_some())
        .flat_map(KeyAttribute::fields)
        .collect();
    (0..item.fields.len()).map(move |position| {
        let is_here = |field: &FieldIndex| field.position() == position;
        Roles {
            index_key: index_keys.iter().any(is_here),
            part: if of_table.iter().any(is_here) {
                Part::Table
            } else if of_indexes.iter().any(is_here) {
                Part::Index
            } else {
                Part::None
            },
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
    if let Codec::Set = field.codec {
        // In expressions it is the set that is stored.
        let private = quote!(#krate::__private);
        let set = respan(quote!(<#ty as #private::ListAsSet>::Set), ty.span());
        let codec = respan(quote!(#private::stored_set_codec::<#ty>()), ty.span());
        return quote! {
            #docs
            #(#deprecated)*
            #vis const #constant: #krate::Attribute<Self, #set, #kind> =
                #krate::Attribute::new(#name, #codec);
        };
    }
    quote! {
        #docs
        #(#deprecated)*
        #vis const #constant: #krate::Attribute<Self, #ty, #kind> =
            #krate::Attribute::new(#name, #codecs #turbofish ::#codec);
    }
}

/// The attributes of an item, in the order of writing.
fn entries(item: &Item) -> Vec<Entry> {
    let krate = &item.crate_path;
    let stored = item.stored().into_iter();
    stored
        .map(|stored| match stored {
            Stored::Field(index) => Entry {
                name: item.field(index).attribute.value.clone(),
                writer: layout::field_writer(item, index),
                slot: Some(format_ident!("__s{}", index.position())),
                field: Some(index.position()),
            },
            Stored::Tag(entity) => {
                let (name, slot) = (&entity.name, tag_slot());
                Entry {
                    name: entity.tag.value.clone(),
                    writer: quote!(&#krate::__private::Tag(#name)),
                    slot: Some(slot),
                    field: None,
                }
            }
            Stored::Key { key, of } => Entry {
                name: key.attribute.value.clone(),
                writer: layout::writer(item, key, of),
                // What an index is made of is read from the parts.
                slot: match of {
                    KeyOf::Table => Some(layout::key_slot(item, key)),
                    KeyOf::Index(_) => None,
                },
                field: None,
            },
        })
        .collect()
}

/// The slots of an item's fields: parts of the table's composed keys are recovered from them.
fn slots(item: &Item) -> Vec<TokenStream> {
    let krate = &item.crate_path;
    let parts = table_parts(item);
    (0..item.fields.len())
        .map(|position| {
            let codec = codec(item, position);
            if parts.iter().any(|part| part.position() == position) {
                quote!(#krate::__private::PartSlot::new(#codec))
            } else {
                super::fields::slot(krate, &item.fields[position], &codec)
            }
        })
        .collect()
}

/// What the tag is read to.
fn tag_slot() -> Ident {
    format_ident!("__tag")
}

/// The slots of the tag and of the table's composed keys.
fn key_slots(item: &Item) -> TokenStream {
    let krate = &item.crate_path;
    let tag = item.entity.iter().map(|entity| {
        let (name, slot) = (&entity.name, tag_slot());
        quote!(let mut #slot = #krate::__private::TagSlot::new(#name);)
    });
    let keys = std::iter::once(&item.key.partition)
        .chain(&item.key.sort)
        .filter(|key| key.composed().is_some())
        .map(|key| {
            let slot = layout::key_slot(item, key);
            let name = &key.attribute.value;
            quote!(let mut #slot = #krate::__private::KeySlot::new(#name);)
        });
    tag.chain(keys).collect()
}

fn codec(item: &Item, position: usize) -> TokenStream {
    let (_, ty_generics, _) = item.generics.split_for_impl();
    let turbofish = ty_generics.as_turbofish();
    let holder = super::codec::holder();
    let constant = super::codec::constant(position);
    quote!(#holder #turbofish ::#constant)
}

/// The names and writers of the primary key.
pub(super) fn key_writers(item: &Item) -> (Vec<String>, Vec<TokenStream>) {
    std::iter::once(&item.key.partition)
        .chain(&item.key.sort)
        .map(|attribute| {
            (
                attribute.attribute.value.clone(),
                layout::writer(item, attribute, KeyOf::Table),
            )
        })
        .unzip()
}

/// One attribute of an item or a value: its name, what writes it, and where it is read to.
pub(super) struct Entry {
    pub(super) name: String,
    pub(super) writer: TokenStream,
    pub(super) slot: Option<Ident>,
    /// The field's position, if it is one.
    pub(super) field: Option<usize>,
}

/// What [`attributes`] is made of.
pub(super) struct Attributes<'a> {
    pub(super) fields: &'a [Field],
    pub(super) skipped: &'a [Skipped],
    /// What each field is read to, as `__s0` and so on.
    pub(super) slots: &'a [TokenStream],
    /// The slots that are no field's.
    pub(super) key_slots: TokenStream,
    pub(super) entries: Vec<Entry>,
    /// What stands between reading and taking.
    pub(super) recovery: TokenStream,
    /// What stands beside the fields.
    pub(super) flattened: &'a [Flattened],
    pub(super) filled: &'a Filled,
    /// The codec constant of a field.
    pub(super) codec: &'a dyn Fn(FieldIndex) -> TokenStream,
    /// The layout of the key that alone holds a field.
    pub(super) carried: &'a dyn Fn(FieldIndex) -> Option<TokenStream>,
}

/// `impl Attributes`: both directions by tables, the loops in the runtime.
///
/// ```ignore
/// fn decode_attributes(decoder: &mut dyn Decoder) -> Result<Self, DecodeError> {
///     static __NAMES: Names = Names::new(&["uuid", "status"]);
///     let (mut __s0, mut __s1) = (Slot::new(__Codecs::C0.codec), Slot::new(__Codecs::C1.codec));
///     read_all(decoder, &__NAMES, &mut [&mut __s0, &mut __s1])?;
///     let (Some(__f0), Some(__f1)) = (__s0.take(), __s1.take()) else {
///         return Err(unfilled());
///     };
///     Ok(Self { uuid: __f0, status: __f1 })
/// }
/// ```
pub(super) fn attributes(
    krate: &Path,
    ident: &Ident,
    generics: &Generics,
    parts: &Attributes<'_>,
) -> TokenStream {
    let Attributes {
        fields,
        skipped,
        slots: slot_values,
        key_slots,
        entries,
        recovery,
        flattened,
        filled,
        codec,
        carried,
    } = parts;
    let filling = Filling {
        krate,
        fields,
        filled,
        flattened,
        codec: *codec,
        carried: *carried,
    };
    let fills = filling.fills();
    let version = filling.version(generics);
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let aliases: Vec<&String> = fields
        .iter()
        .flat_map(|field| &field.aliases)
        .map(|alias| &alias.value)
        .collect();
    let own = entries
        .iter()
        .map(|entry| &entry.name)
        .chain(aliases.iter().copied());
    let attribute_names = names::of(
        krate,
        generics,
        own,
        flattened.len(),
        std::iter::empty(),
        &filling.constant(),
    );
    let beside = names::Beside::new(krate, ident, generics, flattened);
    let (write, read) = bodies(krate, parts, &beside);
    let names::Beside {
        definitions,
        idents: flattened_idents,
        values: flattened_values,
        ..
    } = &beside;
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
    // Without stored fields the pattern always matches.
    let unfilled = (!fields.is_empty()).then(|| {
        quote! {
            else {
                return ::core::result::Result::Err(#private::unfilled());
            }
        }
    });
    quote! {
        #definitions

        #[automatically_derived]
        impl #impl_generics #private::Attributes for #ident #ty_generics #where_clause {
            #attribute_names
            type Fills = #fills;

            #version

            fn encode_attributes(
                &self,
                encoder: &mut dyn #krate::value::Encoder,
            ) -> ::core::result::Result<(), #krate::value::EncodeError> {
                #write
            }

            fn decode_attributes(
                decoder: &mut dyn #krate::value::Decoder,
            ) -> ::core::result::Result<Self, #krate::value::DecodeError> {
                #(let mut #slots = #slot_values;)*
                #key_slots
                #read
                #recovery
                let (#(::core::option::Option::Some(#values),)*) = (#(#slots.take(),)*) #unfilled;
                ::core::result::Result::Ok(Self {
                    #(#idents: #values,)*
                    #(#flattened_idents: #flattened_values,)*
                    #(#skipped,)*
                })
            }
        }
    }
}

/// How the attributes are written and read: by the one loop of all structs, or by that of structs with
/// aliases or with what stands beside the fields.
fn bodies(
    krate: &Path,
    parts: &Attributes<'_>,
    beside: &names::Beside,
) -> (TokenStream, TokenStream) {
    let private = quote!(#krate::__private);
    let Attributes {
        fields,
        entries,
        flattened,
        ..
    } = parts;
    let written = names::fixed(krate, entries.iter().map(|entry| &entry.name));
    let writers = entries.iter().map(|entry| &entry.writer);
    let (read_names, read_slots): (Vec<_>, Vec<_>) = entries
        .iter()
        .filter_map(|entry| Some((&entry.name, entry.slot.as_ref()?)))
        .unzip();
    let read = names::fixed(krate, read_names.iter().copied());
    if flattened.is_empty() && fields.iter().all(|field| field.aliases.is_empty()) {
        return (
            quote! {
                #written
                #private::write_all(encoder, &__NAMES, &[#(#writers),*])
            },
            quote! {
                #read
                #private::read_all(decoder, &__NAMES, &mut [#(&mut #read_slots),*])?;
            },
        );
    }
    // A name that is read and the field that it is read to.
    let read_fields = entries
        .iter()
        .filter(|entry| entry.slot.is_some())
        .enumerate()
        .filter_map(|(position, entry)| Some((position, fields.get(entry.field?)?)));
    let aliases = super::fields::aliases(read_fields);
    let rest = (!flattened.is_empty()).then(|| quote!(let mut __rest =));
    let names::Beside { writes, reads, .. } = beside;
    (
        quote! {
            #written
            #private::write_all(encoder, &__NAMES, &[#(#writers),*])?;
            #writes
            ::core::result::Result::Ok(())
        },
        quote! {
            #rest #private::read_fields(
                decoder,
                &[#(#read_names),*],
                #aliases,
                <Self as #private::Attributes>::NAMES,
                &mut [#(&mut #read_slots),*],
            )?;
            #reads
        },
    )
}

/// What bounds ask of an item. What is flattened into it answers for itself, by a bound of the impl.
fn facts(item: &Item, generics: &Generics) -> TokenStream {
    let krate = &item.crate_path;
    let ident = &item.ident;
    let (_, ty_generics, _) = generics.split_for_impl();
    let filled = &item.filled;
    let private = quote!(#krate::__private);
    let fact = |name: &str, bound: Option<(&str, &str)>, body: TokenStream| {
        let name = Ident::new(name, Span::mixed_site());
        let mut generics = generics.clone();
        if let Some((of, answer)) = bound {
            let of = Ident::new(of, Span::mixed_site());
            let answer = Ident::new(answer, Span::mixed_site());
            generics.make_where_clause().predicates.push(parse_quote! {
                for<'__flattened> <<#ident #ty_generics as #private::Attributes>::Fills as #private::Filling>::#of: #private::#answer
            });
        }
        let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
        quote! {
            #[automatically_derived]
            impl #impl_generics #krate::schema::#name for #ident #ty_generics #where_clause { #body }
        }
    };
    let has_flattened = !item.flattened.is_empty();
    let versioned = |bound| {
        fact(
            "Versioned",
            bound,
            quote! {
                fn version(&self) -> ::core::option::Option<u64> {
                    #private::Attributes::carried_version(self)
                }
            },
        )
    };
    let version = match (filled.version.is_some(), has_flattened) {
        (true, _) => versioned(None),
        (false, false) => fact("Unversioned", None, TokenStream::new()),
        (false, true) => {
            let with = versioned(Some(("Version", "VersionIsThere")));
            let without = fact(
                "Unversioned",
                Some(("Version", "NoVersion")),
                TokenStream::new(),
            );
            quote!(#with #without)
        }
    };
    let marker = |name, of, is_there: bool| match (is_there, has_flattened) {
        (true, _) => Some(fact(name, None, TokenStream::new())),
        (false, true) => Some(fact(name, Some(of), TokenStream::new())),
        (false, false) => None,
    };
    let expiring = marker("Expiring", ("Ttl", "TtlIsThere"), filled.ttl.is_some());
    let stamped = marker(
        "Stamped",
        ("Stamps", "StampsAreThere"),
        !filled.stamps.is_empty(),
    );
    let projected = check_ttl_is_projected(item);
    quote!(#version #expiring #stamped #projected)
}

/// An index of fewer attributes carries the TTL, which can be none of a flattened struct: no option names it.
/// Of a generic item the names are not known here.
fn check_ttl_is_projected(item: &Item) -> Option<TokenStream> {
    let krate = &item.crate_path;
    let ident = &item.ident;
    let global = item.indexes.iter().map(|index| &index.path.projection);
    let local = item
        .local_indexes
        .iter()
        .map(|index| &index.path.projection);
    let is_narrow = global
        .chain(local)
        .any(|projection| !matches!(projection, Projection::All));
    if !is_narrow
        || item.flattened.is_empty()
        || item.filled.ttl.is_some()
        || !item.generics.params.is_empty()
    {
        return None;
    }
    let message = format!(
        "an index of `{ident}` projects less than all, and would leave out the TTL of a flattened struct: move \
         the TTL to the item itself, or write `projection = all`"
    );
    Some(quote_spanned! {ident.span()=>
        const _: () = ::core::assert!(
            ::core::option::Option::is_none(&#krate::__private::AttributeNames::ttl(
                <#ident as #krate::__private::Attributes>::NAMES,
            )),
            #message,
        );
    })
}
