//! Cases, constants and generated names.

use proc_macro2::Span;
use quote::{format_ident, quote};

use crate::hygiene::{crate_path, respan};
use crate::model::RenameRule;
use crate::model::name::{constant, path_type, query_method};

/// serde's own test values.
#[test]
fn the_eight_cases_of_serde() {
    let fields = [
        ("lowercase", "outcome", "very_tasty", "a", "z42"),
        ("UPPERCASE", "OUTCOME", "VERY_TASTY", "A", "Z42"),
        ("PascalCase", "Outcome", "VeryTasty", "A", "Z42"),
        ("camelCase", "outcome", "veryTasty", "a", "z42"),
        ("snake_case", "outcome", "very_tasty", "a", "z42"),
        ("SCREAMING_SNAKE_CASE", "OUTCOME", "VERY_TASTY", "A", "Z42"),
        ("kebab-case", "outcome", "very-tasty", "a", "z42"),
        ("SCREAMING-KEBAB-CASE", "OUTCOME", "VERY-TASTY", "A", "Z42"),
    ];
    for (case, one, two, three, four) in fields {
        let rule = RenameRule::parse(case).expect("a case");
        let applied = ["outcome", "very_tasty", "a", "z42"].map(|name| rule.apply_to_field(name));
        assert_eq!(applied, [one, two, three, four], "{case}");
    }
    let variants = [
        ("lowercase", "outcome", "verytasty", "a", "z42"),
        ("UPPERCASE", "OUTCOME", "VERYTASTY", "A", "Z42"),
        ("PascalCase", "Outcome", "VeryTasty", "A", "Z42"),
        ("camelCase", "outcome", "veryTasty", "a", "z42"),
        ("snake_case", "outcome", "very_tasty", "a", "z42"),
        ("SCREAMING_SNAKE_CASE", "OUTCOME", "VERY_TASTY", "A", "Z42"),
        ("kebab-case", "outcome", "very-tasty", "a", "z42"),
        ("SCREAMING-KEBAB-CASE", "OUTCOME", "VERY-TASTY", "A", "Z42"),
    ];
    for (case, one, two, three, four) in variants {
        let rule = RenameRule::parse(case).expect("a case");
        let applied = ["Outcome", "VeryTasty", "A", "Z42"].map(|name| rule.apply_to_variant(name));
        assert_eq!(applied, [one, two, three, four], "{case}");
    }
}

#[test]
fn names_outside_of_ascii_do_not_panic() {
    for (_, rule) in RenameRule::NAMES {
        for name in ["", "_", "é", "ß_ü", "Éa"] {
            rule.apply_to_field(name);
            rule.apply_to_variant(name);
        }
    }
}

#[test]
fn constants_are_in_screaming_snake_case() {
    for (field, expected) in [
        ("created_at", "CREATED_AT"),
        ("createdAt", "CREATED_AT"),
        ("ID", "ID"),
        ("r#type", "TYPE"),
        ("self_", "SELF_"),
        ("_1", "_1"),
        ("v2Name", "V2_NAME"),
        ("größe", "GRÖSSE"),
    ] {
        let ident: syn::Ident = syn::parse_str(field).expect("an identifier");
        assert_eq!(constant(&ident), expected, "{field}");
    }
}

#[test]
fn index_names_become_identifiers() {
    let item = format_ident!("Order");
    for (index, method, type_name) in [
        ("index", "query_index", "OrderIndex"),
        ("by_customer", "query_by_customer", "OrderByCustomer"),
        (
            "by-customer.v2",
            "query_by_customer_v2",
            "OrderByCustomerV2",
        ),
        ("GSI1", "query_gsi1", "OrderGsi1"),
        ("statusIndex", "query_status_index", "OrderStatusIndex"),
        ("2024", "query_2024", "Order2024"),
        ("...", "query_", "Order"),
    ] {
        assert_eq!(query_method(index, Span::call_site()), method);
        assert_eq!(path_type(&item, index, Span::call_site()), type_name);
    }
    let raw: syn::Ident = syn::parse_str("r#Order").expect("an identifier");
    assert_eq!(path_type(&raw, "index", Span::call_site()), "OrderIndex");
}

#[test]
fn the_crate_path_has_a_default() {
    let path = crate_path(None);
    assert_eq!(quote!(#path).to_string(), ":: dynamap");
    let given = syn::parse_str("crate::reexport").expect("a path");
    let path = crate_path(Some(given));
    assert_eq!(quote!(#path).to_string(), "crate :: reexport");
}

#[test]
fn respan_moves_every_token() {
    fn check(tokens: proc_macro2::TokenStream, line: usize) {
        for token in tokens {
            assert_eq!(token.span().start().line, line, "{token}");
            if let proc_macro2::TokenTree::Group(group) = token {
                check(group.stream(), line);
            }
        }
    }
    let place: syn::Ident = syn::parse_str("\n\nplace").expect("an identifier");
    let moved = respan(quote! { f(a, [b; 2]) }, place.span());
    assert_eq!(moved.to_string(), quote! { f(a, [b; 2]) }.to_string());
    check(moved, 3);
}
