//! The table of options: every sample parses where the table says it stands.

use super::{collection, good_item, good_projection, good_rollup, good_value, hourly};
use crate::parse::conflict::{CONFLICTS, REQUIREMENTS};
use crate::parse::options::{HELPERS, OPTIONS, Place, find};
use crate::parse::refusal::REFUSALS;

/// What has to stand beside an option for it to mean something.
fn beside(place: Place, name: &str) -> &'static str {
    let needed = REQUIREMENTS
        .iter()
        .find(|requirement| requirement.option == name && requirement.places.contains(&place));
    if let Some(requirement) = needed {
        return match requirement.needs {
            "after" => "seconds, after = \"1d\"",
            "of" if place == Place::ComposedPartitionKey => {
                "attribute = \"k\", parts = [\"customer\"], of = \"created_at\""
            }
            "of" => "of = \"created_at\"",
            "entity" => "entity = \"ORDER\"",
            other => other,
        };
    }
    match (place, name) {
        (Place::Index, "name") => "partition_key = \"customer\"",
        (Place::Index, "partition_key") | (Place::LocalIndex, "sort_key") => "name = \"by_x\"",
        (Place::Index, _) => "name = \"by_x\", partition_key = \"customer\"",
        (Place::LocalIndex, "name") => "sort_key = \"total\"",
        (Place::LocalIndex, _) => "name = \"by_x\", sort_key = \"total\"",
        (Place::Ts, "auto_create" | "auto_update") => "millis",
        (Place::Ttl, "after") => "seconds",
        (Place::Item, "table") => "long_form",
        (Place::Rollup, "of") => "every = day, at = \"at\"",
        (Place::Rollup, "every") => "of = Reading, at = \"at\"",
        (Place::Rollup, "at") => "of = Reading, every = day",
        (Place::PartitionKey, "of") => "bucket = day",
        (Place::ComposedPartitionKey, "of") => {
            "attribute = \"k\", parts = [\"customer\"], bucket = day"
        }
        (Place::PartitionKey | Place::SortKey, "store") => "prefix = \"x\"",
        (Place::ComposedPartitionKey | Place::ComposedSortKey, "attribute") => {
            "parts = [\"customer\"]"
        }
        (Place::ComposedPartitionKey | Place::ComposedSortKey, "parts" | "value") => {
            "attribute = \"k\""
        }
        (Place::ComposedPartitionKey | Place::ComposedSortKey, _) => {
            "attribute = \"k\", parts = [\"customer\"]"
        }
        _ => "",
    }
}

const FIELDS: &str = "customer: String, #[dynamo(ts(millis))] created_at: T, total: u64";

const ROLLUP: &str = "of = Reading, every = hour, at = \"at\"";

fn parses(place: Place, options: &str) {
    let item = |options: &str| {
        good_item(&format!(
            "#[dynamo({options})] struct Order {{ #[dynamo(partition_key)] number: String, {FIELDS} }}"
        ));
    };
    let field = |options: &str| {
        good_item(&format!(
            "#[dynamo(table = \"orders\")] struct Order {{ #[partition_key] pk: String, {FIELDS}, \
             #[dynamo({options})] x: T, id: String }}"
        ));
    };
    match place {
        Place::Item if options.contains("table") => item(options),
        Place::Item if options.contains("local_index") => parses(Place::ItemField, "sort_key"),
        Place::Item if options.starts_with("partition_key") => {
            good_item(&format!(
                "#[dynamo(table = \"orders\", {options})] struct Order {{ id: String, {FIELDS} }}"
            ));
        }
        Place::Item => item(&format!("table = \"orders\", {options}")),
        Place::Value => {
            good_value(&format!("#[dynamo({options})] struct V {{ a: T }}"));
        }
        Place::Enum => {
            good_value(&format!("#[dynamo({options})] enum E {{ A }}"));
        }
        Place::Newtype => {
            good_value(&format!("#[dynamo({options})] struct N(T);"));
        }
        Place::Projection if options.contains("of =") => {
            good_projection(&format!("#[dynamo({options})] struct P {{ total: u64 }}"));
        }
        Place::Projection => parses(place, &format!("of = Order, {options}")),
        Place::ProjectionField => {
            good_projection(&format!(
                "#[dynamo(of = Order)] struct P {{ #[dynamo({options})] x: u64 }}"
            ));
        }
        Place::ItemField if options == "partition_key" => {
            good_item("#[dynamo(table = \"orders\")] struct O { #[dynamo(partition_key)] x: T }");
        }
        Place::ItemField => field(options),
        Place::ValueField => {
            good_value(&format!("struct V {{ #[dynamo({options})] x: T }}"));
        }
        Place::NewtypeField => {
            good_value(&format!("struct N(#[dynamo({options})] T);"));
        }
        Place::Variant => {
            good_value(&format!("enum E {{ #[dynamo({options})] A, B }}"));
        }
        Place::Collection => good_collection(&format!("#[dynamo({options})] enum C {{ A(A) }}")),
        Place::CollectionVariant => {
            good_collection(&format!("enum C {{ A(A), #[dynamo({options})] B(B) }}"));
        }
        Place::Index => item(&format!("table = \"orders\", index({options})")),
        Place::LocalIndex => {
            good_item(&format!(
                "#[dynamo(table = \"orders\", local_index({options}))] struct Order {{ \
                 #[partition_key] pk: String, #[sort_key] sk: String, {FIELDS} }}"
            ));
        }
        Place::PartitionKey => {
            good_item(&format!(
                "#[dynamo(table = \"orders\")] struct O {{ #[partition_key({options})] \
                 #[dynamo(rename = \"key\")] x: T, #[sort_key] id: String, {FIELDS} }}"
            ));
        }
        Place::SortKey => field(&format!("rename = \"key\", sort_key({options})")),
        Place::ComposedPartitionKey => item(&format!(
            "table = \"orders\", index(name = \"by_x\", partition_key({options}), sort_key = \"total\")"
        )),
        Place::ComposedSortKey => item(&format!("table = \"orders\", sort_key({options})")),
        Place::Before => parses(
            Place::PartitionKey,
            &format!("of = \"created_at\", bucket = day, before(\"2025-06-01\", {options})"),
        ),
        Place::Ts => field(&format!("ts({options})")),
        Place::ValueTs => {
            good_value(&format!("struct V {{ #[ts({options})] x: T }}"));
        }
        Place::Ttl => field(&format!("ttl({options})")),
        Place::Rollup | Place::RollupField => parses_rollup(place, options),
    }
}

fn parses_rollup(place: Place, options: &str) {
    match (place, options) {
        (Place::Rollup, _) => {
            good_rollup(&hourly(options, "#[rollup(count)] count: u64"));
        }
        (_, "window") => {
            good_rollup(&format!(
                "#[dynamo(table = \"t\")] #[rollup({ROLLUP})] struct Hourly {{ #[partition_key] \
                 #[rollup({options})] hour: T, #[rollup(count)] n: u64 }}"
            ));
        }
        _ => {
            let beside = match options.split(' ').next() {
                Some("min" | "max" | "last") => "#[rollup(stale)] y: T",
                Some("stale") => "#[rollup(min = \"total\")] y: T",
                _ => "#[rollup(count)] y: T",
            };
            good_rollup(&hourly(
                ROLLUP,
                &format!("#[rollup({options})] x: T, {beside}"),
            ));
        }
    }
}

fn good_collection(source: &str) {
    if let Err(faults) = collection(source) {
        panic!("{source}\n{faults:#?}");
    }
}

#[test]
fn every_sample_parses_at_every_place() {
    for spec in OPTIONS {
        assert!(spec.sample.starts_with(spec.name), "{spec:?}");
        for place in spec.places {
            match beside(*place, spec.name) {
                "" => parses(*place, spec.sample),
                others => parses(*place, &format!("{others}, {}", spec.sample)),
            }
        }
    }
}

#[test]
fn local_index_sample() {
    let spec = find(Place::Item, "local_index").expect("an option");
    good_item(&format!(
        "#[dynamo(table = \"orders\", {})] struct Order {{ #[partition_key] pk: String, \
         #[sort_key] sk: String, {FIELDS} }}",
        spec.sample
    ));
}

#[test]
fn an_option_has_one_form_at_a_place() {
    for spec in OPTIONS {
        for place in spec.places {
            let count = OPTIONS
                .iter()
                .filter(|other| other.name == spec.name && other.places.contains(place))
                .count();
            assert_eq!(count, 1, "{} at {place:?}", spec.name);
        }
    }
}

#[test]
fn every_helper_is_an_option_of_item_fields() {
    for helper in HELPERS {
        assert!(find(Place::ItemField, helper).is_some(), "{helper}");
    }
}

#[test]
fn refused_options_are_no_options() {
    for refusal in REFUSALS {
        for name in refusal.names {
            assert!(find(refusal.place, name).is_none(), "{name}");
        }
    }
}

#[test]
fn conflicts_and_requirements_name_options() {
    for conflict in CONFLICTS {
        for name in conflict.one.iter().chain(conflict.others) {
            let known = conflict
                .places
                .iter()
                .any(|place| find(*place, name).is_some());
            assert!(known, "`{name}` in {conflict:?}");
        }
    }
    for requirement in REQUIREMENTS {
        for place in requirement.places {
            for name in [requirement.option, requirement.needs] {
                assert!(find(*place, name).is_some(), "`{name}` at {place:?}");
            }
        }
    }
}
