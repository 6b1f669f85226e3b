//! `DynamoCollection`.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use crate::hygiene::respan;
use crate::model::{Collection, Member};

/// What `DynamoCollection` generates for
///
/// ```ignore
/// enum StoreItem { Order(Order), #[dynamo(other)] Other(Item) }
/// ```
///
/// in short:
///
/// ```ignore
/// const _: () = {
///     const _: () = match fault_of::<StoreItem>(0) { Fault::Nothing => {}, Fault::Key => panic!("…"), … };
///     impl StoreItem { fn table(client: &Client) -> Collection<Self> { … } }
///     impl MemberOf<StoreItem> for Order {}
///     impl DynamoCollection for StoreItem {
///         const MEMBERS: &'static [Member<Self>] = &[member::<Order, Self>(|decoder| …)];
///         const OTHER: Option<fn(Item) -> Self> = Some(…);
///         …
///     }
/// };
/// ```
pub(crate) fn collection(collection: &Collection) -> TokenStream {
    let Collection {
        ident,
        vis,
        crate_path: krate,
        members,
        other,
    } = collection;
    let private = quote!(#krate::__private);
    let name = ident.to_string();
    let types: Vec<_> = members.iter().map(|member| &member.ty).collect();
    let checks = members
        .iter()
        .enumerate()
        .map(|(position, member)| check(collection, position, member));
    let readers = members.iter().map(|Member { ident, ty }| {
        quote! {
            #private::member::<#ty, Self>(|decoder| {
                ::core::result::Result::map(#private::read_member::<#ty, Self>(decoder), Self::#ident)
            })
        }
    });
    let other = match other {
        None => quote!(::core::option::Option::None),
        Some(other) => {
            let variant = &other.ident;
            match &other.holds {
                None => quote!(::core::option::Option::Some(|_| Self::#variant)),
                Some(ty) => {
                    let from = respan(quote!(#private::other::<#ty>), ty.span());
                    quote!(::core::option::Option::Some(|item| Self::#variant(#from(item))))
                }
            }
        }
    };
    let about = format!(
        " A handle of the table that the items of `{ident}` share, on the client's own clock."
    );
    quote! {
        #[doc(hidden)]
        const _: () = {
            #(#checks)*

            #[automatically_derived]
            impl #ident {
                #[doc = #about]
                #vis fn table(client: &#krate::aws_sdk_dynamodb::Client) -> #krate::Collection<Self> {
                    #krate::Collection::new(client)
                }
            }

            #(
                #[automatically_derived]
                impl #krate::collection::MemberOf<#ident> for #types {}
            )*

            #[automatically_derived]
            impl #krate::DynamoCollection for #ident {
                const NAME: &'static str = #name;
                const MEMBERS: &'static [#private::Member<Self>] = &[#(#readers),*];
                const OTHER: ::core::option::Option<fn(#krate::Item) -> Self> = #other;

                fn joined() -> &'static #private::Joined {
                    static __JOINED: #private::Joined = #private::Joined::new();
                    &__JOINED
                }
            }
        };
    }
}

/// What the types of a collection have to agree upon, asked of one of them.
fn check(collection: &Collection, position: usize, member: &Member) -> TokenStream {
    let krate = &collection.crate_path;
    let name = &collection.ident;
    let variant = &member.ident;
    let span = member.ty.span();
    let private = quote!(#krate::__private);
    let before = format!("the variants of `{name}` before it");
    let rules = [
        (
            quote!(Table),
            format!(
                "`{variant}` is declared for another table than {before}: give all of them the same `table`"
            ),
        ),
        (
            quote!(Key),
            format!(
                "`{variant}` has another primary key than {before}: the key attributes of one table have the \
                 same names and types in every item"
            ),
        ),
        (
            quote!(Tag),
            format!(
                "`{variant}` names its entity by another attribute than {before}: give all of them the same \
                 `tag`"
            ),
        ),
        (
            quote!(ForeignTag),
            format!(
                "`{variant}` has no entity, and an attribute of its own where other variants of `{name}` name \
                 theirs: give it an `entity`, or rename the attribute"
            ),
        ),
        (
            quote!(Ttl),
            format!(
                "`{variant}` has its TTL in another attribute than {before}: a table has one TTL attribute"
            ),
        ),
        (
            quote!(Untold),
            format!(
                "nothing tells an item of `{variant}` from others: give the type an `entity`, or a key with a \
                 `prefix` or a `value`"
            ),
        ),
        (
            quote!(Alike),
            format!(
                "nothing tells an item of `{variant}` from those of {before}: give each type an `entity` of \
                 its own, or a key with a `prefix` or a `value` that no other begins with"
            ),
        ),
    ];
    let (faults, messages): (Vec<_>, Vec<_>) = rules.into_iter().unzip();
    let fault = respan(quote!(#private::fault_of::<#name>(#position)), span);
    let faults = faults
        .into_iter()
        .map(|fault| respan(quote!(#private::Fault::#fault), span));
    let fine = respan(quote!(#private::Fault::Nothing), span);
    quote_spanned! {span=>
        const _: () = match #fault {
            #fine => {}
            #(#faults => ::core::panic!(#messages),)*
        };
    }
}
