//! The way from a type to its impls: parse, model, expand.

use proc_macro2::TokenStream;
use syn::DeriveInput;

use crate::diagnostic::Errors;
use crate::{expand, model, parse};

/// `#[derive(DynamoItem)]`.
pub(crate) fn item(input: &DeriveInput) -> TokenStream {
    let mut errors = Errors::new();
    let options = parse::Item::from_input(input, &mut errors);
    let model = options.and_then(|options| model::Item::new(options, &mut errors));
    match (model, errors.finish()) {
        (Some(model), Ok(())) => expand::item(&model),
        (_, result) => expand::fallback_item(input, result),
    }
}

/// `#[derive(DynamoProjection)]`.
pub(crate) fn projection(input: &DeriveInput) -> TokenStream {
    let mut errors = Errors::new();
    let options = parse::Projection::from_input(input, &mut errors);
    let model = options.and_then(|options| model::ProjectedItem::new(options, &mut errors));
    match (model, errors.finish()) {
        (Some(model), Ok(())) => expand::projection(&model),
        (_, result) => expand::fallback_projection(input, result),
    }
}

/// `#[derive(DynamoCollection)]`.
pub(crate) fn collection(input: &DeriveInput) -> TokenStream {
    let mut errors = Errors::new();
    let options = parse::Collection::from_input(input, &mut errors);
    let model = options.and_then(|options| model::Collection::new(options, &mut errors));
    match (model, errors.finish()) {
        (Some(model), Ok(())) => expand::collection(&model),
        (_, result) => expand::fallback_collection(input, result),
    }
}

/// `#[derive(DynamoValue)]`.
pub(crate) fn value(input: &DeriveInput) -> TokenStream {
    let mut errors = Errors::new();
    let options = parse::Value::from_input(input, &mut errors);
    let model = options.and_then(|options| model::Value::new(options, &mut errors));
    match (model, errors.finish()) {
        (Some(model), Ok(())) => expand::value(&model),
        (_, result) => expand::fallback_value(input, result),
    }
}

/// `#[derive(DynamoRollup)]`.
pub(crate) fn rollup(input: &DeriveInput) -> TokenStream {
    let mut errors = Errors::new();
    let options = parse::Rollup::from_input(input, &mut errors);
    let model = options.and_then(|options| model::Rollup::new(options, &mut errors));
    match (model, errors.finish()) {
        (Some(model), Ok(())) => expand::rollup(&model),
        (_, result) => expand::fallback_rollup(input, result),
    }
}
