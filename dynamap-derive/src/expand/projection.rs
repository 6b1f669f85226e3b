//! `DynamoProjection`, and what an item says of its fields for it.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{DeriveInput, Generics};

use super::layout::optional;
use super::{key, layout, marker, path};
use crate::hygiene::{self, respan};
use crate::model::{Codec, Field, FieldIndex, Item, KeyAttribute, KeyLayout, ProjectedItem};

/// What `DynamoProjection` generates for
///
/// ```ignore
/// #[dynamo(of = Order)]
/// struct Summary { status: Status }
/// ```
///
/// in short:
///
/// ```ignore
/// const __P0: usize = position(<Order as ItemFields>::FIELDS, Order::STATUS.into_attribute_name());
/// const __C0: AttributeCodec<Status> = <Order as FieldOf<{ __P0 }, Status>>::CODEC;
/// impl<__I> ProjectionBy<__I> for Summary where <Order as FieldAt<{ __P0 }>>::Held: HeldBy<__I> {}
/// impl DynamoProjection for Summary {
///     type Item = Order;
///     const FIELDS: &'static [FieldInfo] = &[<Order as ItemFields>::FIELDS[__P0]];
///     fn decode_attributes(decoder: &mut dyn Decoder) -> Result<Self, DecodeError> { … }
/// }
/// ```
pub(crate) fn projection(item: &ProjectedItem) -> TokenStream {
    let krate = &item.crate_path;
    let private = quote!(#krate::__private);
    let (ident, of) = (&item.ident, &item.of);
    let positions: Vec<Ident> = (0..item.fields.len())
        .map(|position| format_ident!("__P{}", position))
        .collect();
    let fields = respan(quote!(<#of as #private::ItemFields>::FIELDS), of.span());
    let constants =
        item.fields
            .iter()
            .zip(&positions)
            .enumerate()
            .map(|(index, (field, position))| {
                let constant = &field.constant;
                let name = quote_spanned!(constant.span()=> <#of>::#constant.into_attribute_name());
                let (ty, codec) = (&field.ty, codec(index));
                // The one place that demands something of the type.
                let value = respan(
                    quote!(<#of as #private::FieldOf<{ #position }, #ty>>::CODEC),
                    ty.span(),
                );
                quote! {
                    const #position: ::core::primitive::usize = #private::position(#fields, #name);
                    const #codec: #private::AttributeCodec<#ty> = #value;
                }
            });
    let held = item.fields.iter().zip(&positions).map(|(field, position)| {
        let bound = quote! {
            <#of as #private::FieldAt<{ #position }>>::Held: #krate::expression::HeldBy<__I>
        };
        respan(bound, field.ident.span())
    });
    let infos: Vec<_> = positions
        .iter()
        .map(|position| quote!(<#of as #private::ItemFields>::FIELDS[#position]))
        .collect();
    let decode = decode(item, &infos);
    quote! {
        #[doc(hidden)]
        const _: () = {
            #(#constants)*

            #[automatically_derived]
            impl<__I> #krate::expression::ProjectionBy<__I> for #ident
            where
                #(#held,)*
            {
            }

            #[automatically_derived]
            impl #krate::DynamoProjection for #ident {
                type Item = #of;
                const FIELDS: &'static [#private::FieldInfo] = &[#(#infos),*];

                fn decode_attributes(
                    decoder: &mut dyn #krate::value::Decoder,
                ) -> ::core::result::Result<Self, #krate::value::DecodeError> {
                    #decode
                }
            }
        };
    }
}

/// The constant of a field's codec.
fn codec(position: usize) -> Ident {
    format_ident!("__C{}", position)
}

/// The fields in the order they come, or, where keys have to be taken apart or names are several, from
/// what was collected.
fn decode(item: &ProjectedItem, infos: &[TokenStream]) -> TokenStream {
    let krate = &item.crate_path;
    let private = quote!(#krate::__private);
    let named = |prefix: &str| -> Vec<Ident> {
        (0..infos.len())
            .map(|position| format_ident!("{}{}", prefix, position))
            .collect()
    };
    let (slots, values) = (named("__s"), named("__f"));
    let codecs = (0..infos.len()).map(codec);
    let idents = item.fields.iter().map(|field| &field.ident);
    let fields_constant = quote!(<Self as #krate::DynamoProjection>::FIELDS);
    quote! {
        const __ATTRIBUTES: &[&::core::primitive::str] = &[#(#infos.attribute()),*];
        static __NAMES: #private::Names = #private::Names::new(__ATTRIBUTES);
        #(let mut #slots = #private::ProjectedSlot::new(#codecs);)*
        if #private::FieldInfo::are_plain(#fields_constant) {
            #private::read_all(decoder, &__NAMES, &mut [#(&mut #slots),*])?;
        } else {
            #private::read_projected(decoder, #fields_constant, &mut [#(&mut #slots),*])?;
        }
        let (#(::core::option::Option::Some(#values),)*) = (#(#slots.take(),)*) else {
            return ::core::result::Result::Err(#private::unfilled());
        };
        ::core::result::Result::Ok(Self { #(#idents: #values,)* })
    }
}

/// The errors of `DynamoProjection`, and impls that keep its use sites from failing too.
pub(crate) fn fallback_projection(input: &DeriveInput, result: syn::Result<()>) -> TokenStream {
    let mut errors = crate::diagnostic::Errors::new();
    let options = crate::parse::Projection::from_input(input, &mut errors);
    let _reported = errors.finish();
    let compile_errors = match result {
        Ok(()) => TokenStream::new(),
        Err(errors) => errors.into_compile_error(),
    };
    let (Some(options), true) = (options, input.generics.params.is_empty()) else {
        return compile_errors;
    };
    let Some(of) = options.of.map(|of| of.value) else {
        return compile_errors;
    };
    let given = options.container.crate_path;
    let krate = hygiene::crate_path(given.filter(crate::parse::is_absolute));
    let ident = &input.ident;
    quote! {
        #compile_errors

        #[doc(hidden)]
        const _: () = {
            impl<__I> #krate::expression::ProjectionBy<__I> for #ident {}

            impl #krate::DynamoProjection for #ident {
                type Item = #of;
                const FIELDS: &'static [#krate::__private::FieldInfo] = &[];

                fn decode_attributes(
                    _: &mut dyn #krate::value::Decoder,
                ) -> ::core::result::Result<Self, #krate::value::DecodeError> {
                    ::core::unreachable!()
                }
            }
        };
    }
}

/// What projections ask of an item's fields:
///
/// ```ignore
/// impl ItemFields for Order { const FIELDS: &'static [FieldInfo] = &[FieldInfo::new("uuid"), …]; }
/// impl<const __N: usize> FieldAt<__N> for Order { type Held = Everywhere; }
/// impl FieldOf<1, Status> for Order { const CODEC: AttributeCodec<Status> = __Codecs::C1; }
/// ```
///
/// The types stand in the heads of impls, where those of private fields may be private.
pub(super) fn fields(item: &Item, generics: &Generics) -> TokenStream {
    let krate = &item.crate_path;
    let private = quote!(#krate::__private);
    let ident = &item.ident;
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let places: Vec<_> = (0..item.fields.len())
        .map(|position| key_place(item, FieldIndex::at(position)))
        .collect();
    let infos = item
        .fields
        .iter()
        .zip(&places)
        .map(|(field, place)| info(item, field, place.as_ref()));
    let held: Vec<_> = places
        .iter()
        .enumerate()
        .map(|(position, place)| match place {
            Some(place) => place.of.and_then(|of| marker::held(item, of.0)),
            None => marker::held(item, FieldIndex::at(position)),
        })
        .collect();
    let field_at = if held.iter().all(Option::is_none) {
        let mut generics = generics.clone();
        generics
            .params
            .push(syn::parse_quote!(const __N: ::core::primitive::usize));
        let (impl_generics, _, _) = generics.split_for_impl();
        quote! {
            #[automatically_derived]
            impl #impl_generics #private::FieldAt<__N> for #ident #ty_generics #where_clause {
                type Held = #private::Everywhere;
            }
        }
    } else {
        let each = held.into_iter().enumerate().map(|(position, held)| {
            let held = held.unwrap_or_else(|| quote!(#private::Everywhere));
            quote! {
                #[automatically_derived]
                impl #impl_generics #private::FieldAt<#position> for #ident #ty_generics #where_clause {
                    type Held = #held;
                }
            }
        });
        each.collect()
    };
    let codecs = item.fields.iter().enumerate().map(|(position, field)| {
        let ty = &field.ty;
        let codec = key::codec(item, FieldIndex::at(position));
        quote! {
            #[automatically_derived]
            impl #impl_generics #private::FieldOf<#position, #ty> for #ident #ty_generics #where_clause {
                const CODEC: #private::AttributeCodec<#ty> = #codec;
            }
        }
    });
    quote! {
        #[automatically_derived]
        impl #impl_generics #private::ItemFields for #ident #ty_generics #where_clause {
            const FIELDS: &'static [#private::FieldInfo] = &[#(#infos),*];
        }

        #field_at
        #(#codecs)*
    }
}

/// `FieldInfo::new("status")`, with its aliases and its place in a key.
fn info(item: &Item, field: &Field, place: Option<&KeyPlace<'_>>) -> TokenStream {
    let krate = &item.crate_path;
    let name = &field.attribute.value;
    let aliases = (!field.aliases.is_empty()).then(|| {
        let aliases = field.aliases.iter().map(|alias| &alias.value);
        quote!(.or_named(&[#(#aliases),*]))
    });
    let in_key = place.map(|place| {
        let layout = layout::layout(item, place.key);
        let position = place.position;
        let attribute = &place.key.attribute.value;
        let of = optional(place.of.map(|(of, from)| {
            let codec = key::codec(item, of);
            let name = match from {
                Some(key) => &key.attribute.value,
                None => &item.field(of).attribute.value,
            };
            let composed = from.filter(|key| key.composed().is_some());
            let key = optional(composed.map(|key| layout::layout(item, key)));
            quote!(#krate::schema::TimeAttribute { name: #name, format: #codec.format(), key: #key })
        }));
        quote!(.in_key(#attribute, #layout, #position, #of))
    });
    quote!(#krate::__private::FieldInfo::new(#name) #aliases #in_key)
}

/// A composed key of the table that a field can be read out of.
struct KeyPlace<'a> {
    key: &'a KeyAttribute,
    position: usize,
    /// The field that decides the layout, where it has changed, and the table's sort key, if the field
    /// is read from there.
    of: Option<(FieldIndex, Option<&'a KeyAttribute>)>,
}

/// Every index holds the table's keys, so that a part of one is read from there; but for a part whose
/// place depends on an attribute that an index need not hold.
fn key_place(item: &Item, field: FieldIndex) -> Option<KeyPlace<'_>> {
    let keys = item.key.sort.iter().chain([&item.key.partition]);
    let (key, composed, position) = keys
        .filter_map(|key| Some((key, key.composed()?)))
        .find_map(|(key, composed)| {
            let position = composed.parts.iter().position(|part| *part == field)?;
            Some((key, composed, position))
        })?;
    let of = key.of().filter(|_| composed.eras().len() > 1).map(|of| {
        let sort = item.key.sort.as_ref();
        (of, sort.filter(|sort| sort.first_part() == Some(of)))
    });
    let is_only_here = matches!(
        item.field(field).codec,
        Codec::InKey | Codec::InKeyTime { .. }
    );
    if matches!(of, Some((_, None))) && !is_only_here {
        return None;
    }
    Some(KeyPlace { key, position, of })
}

/// Whether a path holds the attribute of a field.
pub(super) fn holds(item: &Item, path: &path::Path<'_>, field: FieldIndex) -> bool {
    let is_key = |key: &KeyAttribute| match &key.layout {
        KeyLayout::Field(own) => *own == field,
        KeyLayout::Composed(composed) => composed.carrier == Some(field),
    };
    path.holds(field)
        || path.has_key(field)
        || std::iter::once(&item.key.partition)
            .chain(&item.key.sort)
            .any(is_key)
}
