//! Fields that stand beside others in one map: their readers and writers.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Path;

use super::codec::default_value;
use crate::model::{Field, Skipped};

/// Reads fields from the open map; an expression of `Result<Self, DecodeError>`.
///
/// ```ignore
/// {
///     let mut __s0 = Slot::new(__Codecs::C4.codec);
///     read_fields(decoder, &["number"], &[], NO_NAMES, &mut [&mut __s0])?;
///     let (Some(__f0),) = (__s0.take(),) else { return Err(unfilled()) };
///     Ok(Self::Card { number: __f0 })
/// }
/// ```
pub(super) fn read(
    krate: &Path,
    construct: &TokenStream,
    fields: &[Field],
    skipped: &[Skipped],
    codecs: &[TokenStream],
) -> TokenStream {
    let private = quote!(#krate::__private);
    let names: Vec<_> = fields.iter().map(|field| &field.attribute.value).collect();
    let slots: Vec<_> = (0..fields.len())
        .map(|position| format_ident!("__s{}", position))
        .collect();
    let makers = fields
        .iter()
        .zip(codecs)
        .map(|(field, codec)| slot(krate, field, codec));
    let aliases = aliases(fields.iter().enumerate());
    let values: Vec<_> = (0..fields.len())
        .map(|position| format_ident!("__f{}", position))
        .collect();
    let idents = fields.iter().map(|field| &field.ident);
    let skipped = skipped.iter().map(|field| {
        let ident = &field.ident;
        let value = default_value(&field.default);
        quote!(#ident: #value)
    });
    let unfilled = (!fields.is_empty()).then(|| {
        quote! {
            else {
                return ::core::result::Result::Err(#private::unfilled());
            }
        }
    });
    quote! {
        {
            #(let mut #slots = #makers;)*
            #private::read_fields(
                decoder,
                &[#(#names),*],
                #aliases,
                #private::NO_NAMES,
                &mut [#(&mut #slots),*],
            )?;
            let (#(::core::option::Option::Some(#values),)*) = (#(#slots.take(),)*) #unfilled;
            ::core::result::Result::Ok(#construct { #(#idents: #values,)* #(#skipped,)* })
        }
    }
}

/// The slot that a field is read to.
pub(super) fn slot(krate: &Path, field: &Field, codec: &TokenStream) -> TokenStream {
    if field.aliases.is_empty() {
        quote!(#krate::__private::Slot::new(#codec.codec))
    } else {
        quote!(#krate::__private::AliasedSlot::new(#codec.codec))
    }
}

/// The aliases of fields at their positions among the names that are read.
pub(super) fn aliases<'a>(fields: impl Iterator<Item = (usize, &'a Field)>) -> TokenStream {
    let aliases = fields.flat_map(|(position, field)| {
        field.aliases.iter().enumerate().map(move |(index, alias)| {
            let name = &alias.value;
            let place = index + 1;
            quote!((#name, #position, #place))
        })
    });
    quote!(&[#(#aliases),*])
}
