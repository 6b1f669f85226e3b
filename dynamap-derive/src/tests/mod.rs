//! In-process tests: no other crate can call into a proc-macro crate.

mod collection_rules;
mod composed_model;
mod composed_rules;
mod damage;
mod docs;
mod durations;
mod entity_rules;
mod faults;
mod handle_methods;
mod index_rules;
mod item_model;
mod item_rules;
mod names;
mod options;
mod projection_rules;
mod rollup_rules;
mod snapshots;
mod spelling;
mod time_rules;
mod value_model;
mod value_rules;

use syn::DeriveInput;

use crate::diagnostic::Errors;
use crate::{model, parse};

/// One error: its message and the text it underlines.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Fault {
    message: String,
    source: String,
}

impl Fault {
    fn first_line(&self) -> &str {
        self.message.lines().next().unwrap_or_default()
    }
}

fn faults_of(errors: Errors) -> Vec<Fault> {
    errors
        .finish()
        .err()
        .into_iter()
        .flatten()
        .map(|error| Fault {
            message: error.to_string(),
            source: error.span().source_text().unwrap_or_default(),
        })
        .collect()
}

/// Runs a derive up to the model; a model exists exactly if there are no errors.
fn run<O, M>(
    source: &str,
    parse: impl FnOnce(&DeriveInput, &mut Errors) -> Option<O>,
    model: impl FnOnce(O, &mut Errors) -> Option<M>,
) -> Result<M, Vec<Fault>> {
    let input: DeriveInput = syn::parse_str(source).expect("the test's source is Rust");
    let mut errors = Errors::new();
    let built = parse(&input, &mut errors).and_then(|options| model(options, &mut errors));
    let faults = faults_of(errors);
    if let Some(model) = built {
        assert_eq!(faults, [], "a model beside errors, of: {source}");
        return Ok(model);
    }
    assert_ne!(faults, [], "neither a model nor errors, of: {source}");
    Err(faults)
}

fn item(source: &str) -> Result<model::Item, Vec<Fault>> {
    run(source, parse::Item::from_input, model::Item::new)
}

fn value(source: &str) -> Result<model::Value, Vec<Fault>> {
    run(source, parse::Value::from_input, model::Value::new)
}

fn projection(source: &str) -> Result<model::ProjectedItem, Vec<Fault>> {
    run(
        source,
        parse::Projection::from_input,
        model::ProjectedItem::new,
    )
}

fn good_projection(source: &str) -> model::ProjectedItem {
    match projection(source) {
        Ok(projection) => projection,
        Err(faults) => panic!("{source}\n{faults:#?}"),
    }
}

fn rollup(source: &str) -> Result<model::Rollup, Vec<Fault>> {
    run(source, parse::Rollup::from_input, model::Rollup::new)
}

fn good_rollup(source: &str) -> model::Rollup {
    match rollup(source) {
        Ok(rollup) => rollup,
        Err(faults) => panic!("{source}\n{faults:#?}"),
    }
}

fn rollup_faults(source: &str) -> Vec<Fault> {
    rollup(source).err().unwrap_or_default()
}

/// A rollup with a sound key and window, the given options and further fields.
fn hourly(options: &str, fields: &str) -> String {
    format!(
        "#[dynamo(table = \"hourly\")] #[rollup({options})] struct Hourly {{ #[partition_key] device: String, \
         #[sort_key(iso)] #[rollup(window)] hour: T, {fields} }}"
    )
}

fn collection(source: &str) -> Result<model::Collection, Vec<Fault>> {
    run(
        source,
        parse::Collection::from_input,
        model::Collection::new,
    )
}

fn good_item(source: &str) -> model::Item {
    match item(source) {
        Ok(item) => item,
        Err(faults) => panic!("{source}\n{faults:#?}"),
    }
}

fn good_value(source: &str) -> model::Value {
    match value(source) {
        Ok(value) => value,
        Err(faults) => panic!("{source}\n{faults:#?}"),
    }
}

fn item_faults(source: &str) -> Vec<Fault> {
    item(source).err().unwrap_or_default()
}

fn value_faults(source: &str) -> Vec<Fault> {
    value(source).err().unwrap_or_default()
}

/// An item with a sound key and the given options on the struct.
fn on_struct(options: &str) -> String {
    format!(
        "#[dynamo({options})] struct Order {{ #[dynamo(partition_key)] id: String, customer: String, \
         #[dynamo(ts(millis))] created_at: T, total: u64 }}"
    )
}

/// An item with a sound key and the given further fields.
fn with_fields(fields: &str) -> String {
    format!(
        "#[dynamo(table = \"orders\")] struct Order {{ #[partition_key] id: String, {fields} }}"
    )
}

/// Exactly one fault, underlining `underlined`, with these lines.
#[track_caller]
fn assert_fault(faults: &[Fault], underlined: &str, message: &str) {
    match faults {
        [fault] => {
            assert_eq!(fault.message, message);
            assert_eq!(fault.source, underlined, "the underlined text");
        }
        other => panic!("expected one fault: {other:#?}"),
    }
}
