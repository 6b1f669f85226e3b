//! Damaged input: whatever the tokens, a derive gives a model or errors, and does not panic.

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::DeriveInput;

use super::{collection, item, projection, value};

/// Every stream that differs from `tokens` in one token, which is dropped, doubled or replaced.
fn damaged(tokens: &TokenStream) -> Vec<TokenStream> {
    let trees: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let mut streams = Vec::new();
    for (index, tree) in trees.iter().enumerate() {
        let (before, after) = (&trees[..index], &trees[index + 1..]);
        let mut with = |replacement: TokenStream| {
            streams.push(quote!(#(#before)* #replacement #(#after)*));
        };
        with(TokenStream::new());
        with(quote!(#tree #tree));
        for replacement in [
            quote!(ttl),
            quote!(5),
            quote!("text"),
            quote!(,),
            quote!(=),
            quote!(()),
        ] {
            with(replacement);
        }
        if let TokenTree::Group(group) = tree {
            for inner in damaged(&group.stream()) {
                with(TokenTree::from(Group::new(group.delimiter(), inner)).to_token_stream());
            }
        }
    }
    streams
}

fn run(source: &str) {
    let tokens: TokenStream = source.parse().expect("tokens");
    let mut count = 0;
    for damaged in damaged(&tokens) {
        if syn::parse2::<DeriveInput>(damaged.clone()).is_ok() {
            let source = damaged.to_string();
            // All check that there is a model exactly if there are no errors.
            drop(item(&source));
            drop(value(&source));
            drop(projection(&source));
            drop(collection(&source));
            count += 1;
        }
    }
    assert!(count > 50, "only {count} inputs were Rust");
}

#[test]
fn items() {
    run(
        "#[dynamo(table = \"orders\", crate = ::d, index(name = \"by_b\", partition_key = \"b\", \
         projection = all, as = X, path = \"Y\", method = \"m\"), rename_all = \"camelCase\")]
         struct O {
             #[partition_key] a: u8,
             #[sort_key(iso, precision = seconds, suffix = \"b\", lenient)] at: T,
             #[dynamo(rename = \"x\", default = f)] b: u8,
             #[ts(millis, auto_create)] c: T,
             #[ttl(seconds, after = \"1d\", from = \"c\")] d: T,
             #[dynamo(skip)] e: u8,
             #[version] v: u64,
         }",
    );
}

#[test]
fn values() {
    run(
        "#[dynamo(rename_all = \"camelCase\", crate = ::d)] enum E { A, #[dynamo(rename = \"b\")] B }",
    );
    run("struct V { #[ts(iso, precision = nanos)] a: T, #[dynamo(with = m::n)] b: u8 }");
    run("#[dynamo(long_form)] struct N(#[dynamo(ts(millis))] #[dynamo(with = m)] T);");
}

#[test]
fn projections() {
    run(
        "#[dynamo(of = a::Order<T>, crate = ::d)] struct P { #[dynamo(field = \"x\")] a: T, b: u8 }",
    );
}

#[test]
fn collections() {
    run(
        "#[dynamo(crate = ::d, long_form)] enum C { A(A), B(m::B<u8>), #[dynamo(other)] Other(Item) }",
    );
}

#[test]
fn composed_keys() {
    run(
        "#[dynamo(table = \"devices\", separator = \"|\", sort_key(attribute = \"sk\", parts = [\"at\", \"id\"]), \
         index(name = \"by_x\", partition_key(attribute = \"k\", value = \"A\"), sort_key(attribute = \"l\", \
         prefix = \"p\", parts = [\"id\"])))]
         struct D {
             #[partition_key(prefix = \"d\", bucket = day, of = \"at\", shards = 4, before(\"2025-06-01\", \
             shards = 2), store)] #[dynamo(rename = \"pk\")] device: T,
             #[ts(iso)] at: T,
             id: T,
         }",
    );
}
