//! A rollup: how the row of one source item is made, and the averages.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::DeriveInput;
use syn::spanned::Spanned;

use super::docs::line;
use crate::diagnostic::Errors;
use crate::hygiene;
use crate::model::{Average, BucketWidth, Role, RolledUp, Rollup, SourceField};
use crate::parse;

/// ```ignore
/// impl DynamoRollup for Hourly {
///     type Source = Reading;
///     const EVERY: BucketWidth = BucketWidth::Hour;
///     fn fields() -> Vec<RollupField> { vec![rollup_count(&Self::COUNT), rollup_sum(&Self::SUM)] }
///     fn at(source: &Reading) -> Option<Moment> { rollup_time(&Reading::AT, &source.at) }
///     fn window(&self) -> Option<Moment> { rollup_time(&Self::HOUR, &self.hour) }
///     fn row(source: &Reading, window: Moment) -> Result<Self> {
///         Ok(Self { device_id: source.device_id.clone(), hour: …, count: …, sum: … })
///     }
///     fn order(source: &Reading) -> Result<Vec<Option<AttributeValue>>> { Ok(vec![]) }
/// }
/// impl Hourly { fn average_celsius(&self) -> Option<f64> { … } }
/// ```
pub(crate) fn rollup(rollup: &Rollup) -> TokenStream {
    let krate = &rollup.crate_path;
    let ident = &rollup.ident;
    let source = &rollup.source;
    let private = quote!(#krate::__private);
    let every = width(krate, rollup.every);
    let fields = rollup
        .fields
        .iter()
        .filter_map(|field| declaration(rollup, field));
    let at = time_of(&private, &quote!(#source), &rollup.at, &quote!(source));
    let window = rollup
        .fields
        .iter()
        .filter(|field| matches!(field.role, Role::Window))
        .map(|field| {
            let (name, constant) = (&field.ident, &field.constant);
            quote!(#private::rollup_time(&Self::#constant, &self.#name))
        });
    let values = rollup.fields.iter().map(|field| {
        let name = &field.ident;
        let value = value(rollup, field);
        quote!(#name: #value)
    });
    let orders = rollup.fields.iter().filter_map(|field| match &field.role {
        Role::Last { by, .. } => {
            let (name, constant) = (&by.ident, &by.constant);
            Some(quote_spanned! {name.span()=>
                #private::rollup_order(&<#source>::#constant, &source.#name)?
            })
        }
        _ => None,
    });
    let averages = rollup
        .averages
        .iter()
        .map(|average| expand_average(rollup, average));
    let stale = rollup
        .stale
        .as_ref()
        .map(|field| expand_stale(rollup, field));
    quote! {
        const _: () = {
            #[automatically_derived]
            impl #krate::streams::DynamoRollup for #ident {
                type Source = #source;

                const EVERY: #krate::time::BucketWidth = #every;

                fn fields() -> ::std::vec::Vec<#krate::streams::RollupField> {
                    ::std::vec::Vec::from([#(#fields),*])
                }

                fn at(source: &#source) -> ::core::option::Option<#krate::time::Moment> {
                    #at
                }

                fn window(&self) -> ::core::option::Option<#krate::time::Moment> {
                    #(#window)*
                }

                fn row(
                    source: &#source,
                    window: #krate::time::Moment,
                ) -> ::core::result::Result<Self, #krate::Error> {
                    ::core::result::Result::Ok(Self { #(#values),* })
                }

                fn order(
                    source: &#source,
                ) -> ::core::result::Result<
                    ::std::vec::Vec<
                        ::core::option::Option<#krate::aws_sdk_dynamodb::types::AttributeValue>,
                    >,
                    #krate::Error,
                > {
                    let _ = source;
                    ::core::result::Result::Ok(::std::vec::Vec::from([#(#orders),*]))
                }
            }

            #[automatically_derived]
            impl #ident {
                #(#averages)*
                #stale
            }
        };
    }
}

/// What a field is to the runtime; `None` for what is not rolled up.
fn declaration(rollup: &Rollup, field: &RolledUp) -> Option<TokenStream> {
    let krate = &rollup.crate_path;
    let private = quote!(#krate::__private);
    let constant = &field.constant;
    let span = field.ty.span();
    let own = quote_spanned!(span=> &Self::#constant);
    Some(match &field.role {
        Role::Count => quote!(#private::rollup_count(#own)),
        Role::CountOf(_) => quote!(#private::rollup_count_of(#own)),
        Role::Sum(_) => quote!(#private::rollup_sum(#own)),
        Role::Min(_) => quote!(#private::rollup_min(#own)),
        Role::Max(_) => quote!(#private::rollup_max(#own)),
        Role::Last { .. } => quote!(#private::rollup_last(#own)),
        Role::Stale => quote!(#private::rollup_stale(#own)),
        Role::Group(_) | Role::Window | Role::Unset | Role::Default | Role::DefaultOf(_) => {
            return None;
        }
    })
}

fn time_of(
    private: &TokenStream,
    holder: &TokenStream,
    field: &SourceField,
    from: &TokenStream,
) -> TokenStream {
    let (name, constant) = (&field.ident, &field.constant);
    quote_spanned!(name.span()=> #private::rollup_time(&<#holder>::#constant, &#from.#name))
}

/// What the row of one source item has in a field.
fn value(rollup: &Rollup, field: &RolledUp) -> TokenStream {
    let krate = &rollup.crate_path;
    let private = quote!(#krate::__private);
    let source = &rollup.source;
    let ty = &field.ty;
    let constant = &field.constant;
    let of = |of: &SourceField| {
        let (name, constant) = (&of.ident, &of.constant);
        quote_spanned!(name.span()=> &<#source>::#constant, &source.#name)
    };
    let span = ty.span();
    match &field.role {
        Role::Group(from) => {
            let name = &from.ident;
            quote_spanned!(name.span()=> ::core::clone::Clone::clone(&source.#name))
        }
        Role::Window => quote_spanned!(span=> #private::rollup_window(&Self::#constant, window)?),
        Role::Count => quote_spanned!(span=> #private::rollup_one::<#ty>()),
        Role::CountOf(from) => {
            let of = of(from);
            quote!(#private::rollup_presence::<#ty, _, _, _>(#of))
        }
        Role::Sum(from) => {
            let of = of(from);
            quote!(#private::rollup_amount::<#ty, _, _, _>(#of)?)
        }
        Role::Min(from) | Role::Max(from) => {
            let name = &from.ident;
            quote_spanned!(name.span()=> #private::rollup_extreme::<#ty, _>(&source.#name))
        }
        Role::Last { value, .. } => {
            let name = &value.ident;
            quote_spanned!(name.span()=> #private::rollup_value::<#ty, _>(&source.#name))
        }
        Role::Stale => quote!(#private::rollup_exact::<#ty>()),
        Role::Unset => quote_spanned!(span=> #krate::unset()),
        Role::Default => quote_spanned!(span=> ::core::default::Default::default()),
        Role::DefaultOf(path) => quote!(#path()),
    }
}

fn expand_average(rollup: &Rollup, average: &Average) -> TokenStream {
    let krate = &rollup.crate_path;
    let vis = &rollup.vis;
    let Average {
        method,
        of,
        sum,
        sum_constant,
        count,
        count_constant,
    } = average;
    let docs = line(&format!(
        "The average of `{of}`: `{sum}` through `{count}`, as exactly as an `f64` holds it. `None` if nothing is counted."
    ));
    quote! {
        #docs
        #vis fn #method(&self) -> ::core::option::Option<f64> {
            #krate::__private::rollup_average(
                (&Self::#sum_constant, &self.#sum),
                (&Self::#count_constant, &self.#count),
            )
        }
    }
}

fn expand_stale(rollup: &Rollup, field: &proc_macro2::Ident) -> TokenStream {
    let vis = &rollup.vis;
    let docs = line(
        "Whether an extreme was lost to a removal, so that the row has one that no item has any more: `Rollups::recompute` finds the next one.",
    );
    quote! {
        #docs
        #vis fn is_stale(&self) -> bool {
            ::core::option::Option::is_some(&self.#field)
        }
    }
}

fn width(krate: &syn::Path, width: BucketWidth) -> TokenStream {
    match width {
        BucketWidth::Minute => quote!(#krate::time::BucketWidth::Minute),
        BucketWidth::Hour => quote!(#krate::time::BucketWidth::Hour),
        BucketWidth::Day => quote!(#krate::time::BucketWidth::Day),
        BucketWidth::Month => quote!(#krate::time::BucketWidth::Month),
        BucketWidth::Year => quote!(#krate::time::BucketWidth::Year),
    }
}

/// The errors, and an impl that keeps the rollup's use sites from failing too.
pub(crate) fn fallback_rollup(input: &DeriveInput, result: syn::Result<()>) -> TokenStream {
    let errors = match result {
        Ok(()) => TokenStream::new(),
        Err(errors) => errors.into_compile_error(),
    };
    let mut reported = Errors::new();
    let options = parse::Rollup::from_input(input, &mut reported);
    let _reported = reported.finish();
    let Some((options, source)) = options
        .and_then(|options| Some((options.of.as_ref()?.value.clone(), options)))
        .map(|(source, options)| (options, source))
    else {
        return errors;
    };
    let container = &options.item.container;
    let ident = &container.ident;
    let (impl_generics, ty_generics, where_clause) = container.generics.split_for_impl();
    let given = container.crate_path.clone();
    let krate = hygiene::crate_path(given.filter(parse::is_absolute));
    quote! {
        #errors

        #[automatically_derived]
        impl #impl_generics #krate::streams::DynamoRollup for #ident #ty_generics #where_clause {
            type Source = #source;

            const EVERY: #krate::time::BucketWidth = #krate::time::BucketWidth::Hour;

            fn fields() -> ::std::vec::Vec<#krate::streams::RollupField> {
                ::core::unreachable!()
            }

            fn at(_: &#source) -> ::core::option::Option<#krate::time::Moment> {
                ::core::unreachable!()
            }

            fn window(&self) -> ::core::option::Option<#krate::time::Moment> {
                ::core::unreachable!()
            }

            fn row(
                _: &#source,
                _: #krate::time::Moment,
            ) -> ::core::result::Result<Self, #krate::Error> {
                ::core::unreachable!()
            }

            fn order(
                _: &#source,
            ) -> ::core::result::Result<
                ::std::vec::Vec<
                    ::core::option::Option<#krate::aws_sdk_dynamodb::types::AttributeValue>,
                >,
                #krate::Error,
            > {
                ::core::unreachable!()
            }
        }
    }
}
