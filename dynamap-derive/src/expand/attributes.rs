//! `Attributes`: how the attributes of an item or a value are written and read.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::{Generics, Path};

use super::codec::default_value;
use super::filled::Filling;
use super::names;
use crate::model::{Field, FieldIndex, Filled, Flattened, Skipped};

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
