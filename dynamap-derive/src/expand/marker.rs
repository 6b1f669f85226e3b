//! The markers of key attributes: what an update may set and a filter may name.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::Generics;

use super::{path, projection};
use crate::model::{Codec, FieldIndex, Filled, Item};

/// The module of the markers. A field's type cannot name it by accident.
fn module() -> Ident {
    Ident::new("__key", Span::mixed_site())
}

/// What a field is for its table.
enum Part {
    /// Stored only inside a composed key.
    InKey,
    /// A key attribute, a field that feeds one, or a field that some path does not hold.
    Key,
    Stamp,
    Version,
    Plain,
}

/// Whether a field is a key attribute of the table or of an index, or feeds the table's.
fn is_key(item: &Item, position: usize) -> bool {
    let is = |index: FieldIndex| index.position() == position;
    let of_table = item.key.fields().into_iter().any(is);
    of_table || super::item::index_keys(item).into_iter().any(is)
}

fn part(item: &Item, position: usize) -> Part {
    match &item.fields[position].codec {
        Codec::InKey | Codec::InKeyTime { .. } => Part::InKey,
        _ if is_key(item, position) || !is_held_everywhere(item, FieldIndex::at(position)) => {
            Part::Key
        }
        Codec::Version => Part::Version,
        _ if item.filled.stamp(position).is_some() => Part::Stamp,
        _ => Part::Plain,
    }
}

fn is_held_everywhere(item: &Item, field: FieldIndex) -> bool {
    path::paths(item)
        .iter()
        .all(|path| projection::holds(item, path, field))
}

/// What the compiler is asked whether a path holds it; `None` if every path does.
pub(super) fn held(item: &Item, field: FieldIndex) -> Option<TokenStream> {
    let module = module();
    let ident = &item.field(field).ident;
    (!is_held_everywhere(item, field)).then(|| quote!(#module::#ident))
}

/// The third argument of a field's constant.
pub(super) fn kind(item: &Item, position: usize) -> TokenStream {
    let krate = &item.crate_path;
    let expression = quote!(#krate::expression);
    let module = module();
    let ident = &item.fields[position].ident;
    match part(item, position) {
        Part::InKey => quote!(#expression::InKey),
        Part::Key => quote!(#expression::Key<#module::#ident>),
        Part::Stamp => quote!(#expression::Stamp),
        Part::Version => quote!(#expression::Version),
        Part::Plain => quote!(#expression::Plain),
    }
}

/// The same of a field of a value, which may be flattened into an item.
pub(super) fn kind_in_value(
    krate: &syn::Path,
    filled: &Filled,
    position: usize,
    codec: &Codec,
) -> TokenStream {
    let expression = quote!(#krate::expression);
    match codec {
        Codec::Version => quote!(#expression::Version),
        _ if filled.stamp(position).is_some() => quote!(#expression::Stamp),
        _ => quote!(#expression::Plain),
    }
}

/// The markers, what else they are, and the paths whose filters may name them.
pub(super) fn markers(item: &Item, generics: &Generics) -> TokenStream {
    let krate = &item.crate_path;
    let expression = quote!(#krate::expression);
    let module = module();
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let mut definitions = TokenStream::new();
    let mut impls = TokenStream::new();
    for (position, field) in item.fields.iter().enumerate() {
        if !matches!(part(item, position), Part::Key) {
            continue;
        }
        let is = |index: FieldIndex| index.position() == position;
        let ident = &field.ident;
        let stamp = item.filled.stamp(position);
        let role = if item.key.fields().into_iter().any(is) {
            quote!(PrimaryKey)
        } else if stamp.is_some() {
            quote!(Stamp)
        } else if matches!(field.codec, Codec::Version) {
            quote!(Version)
        } else {
            quote!(Plain)
        };
        definitions.extend(quote! {
            pub enum #ident {}
        });
        impls.extend(quote! {
            #[automatically_derived]
            impl #expression::KeyAttribute for #module::#ident {
                type Role = #expression::#role;
            }
        });
        let everywhere = is_held_everywhere(item, FieldIndex::at(position));
        if everywhere {
            impls.extend(quote! {
                #[automatically_derived]
                impl<__I> #expression::HeldBy<__I> for #module::#ident {}
            });
        } else {
            impls.extend(quote! {
                #[automatically_derived]
                impl #expression::HeldBy<#krate::key::WholeTable> for #module::#ident {}
            });
        }
        if !is_key(item, position) {
            // A collection is read where whole items are, by paths of which it is no key.
            impls.extend(quote! {
                #[automatically_derived]
                impl #expression::HeldBy<#krate::collection::AnyKey> for #module::#ident {}
                #[automatically_derived]
                impl #expression::NotAKeyOf<#krate::collection::AnyKey> for #module::#ident {}
            });
        }
        for path in path::paths(item) {
            if !everywhere && projection::holds(item, &path, FieldIndex::at(position)) {
                let type_name = path.type_name;
                impls.extend(quote! {
                    #[automatically_derived]
                    impl #impl_generics #expression::HeldBy<#type_name #ty_generics> for #module::#ident #where_clause {}
                });
            }
            if path.has_key(FieldIndex::at(position)) {
                continue;
            }
            let type_name = path.type_name;
            impls.extend(quote! {
                #[automatically_derived]
                impl #impl_generics #expression::NotAKeyOf<#type_name #ty_generics> for #module::#ident #where_clause {}
            });
        }
    }
    quote! {
        #[doc(hidden)]
        #[allow(non_camel_case_types, missing_docs, reason = "a marker has its field's name, which messages print")]
        mod #module {
            #definitions
        }
        #impls
    }
}
