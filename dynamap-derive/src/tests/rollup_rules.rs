//! The rules of rollups: one error for each fault, at the word to change.

use super::{assert_fault, good_rollup, hourly, rollup_faults};
use crate::model::{BucketWidth, Role};

const OPTIONS: &str = "of = Reading, every = hour, at = \"at\"";

fn with(fields: &str) -> String {
    hourly(OPTIONS, fields)
}

#[test]
fn a_rollup_knows_what_each_field_is() {
    let rollup = good_rollup(&with(
        "#[rollup(count)] count: u64, #[rollup(count = \"humidity\")] humid: u64, \
         #[rollup(sum = \"humidity\")] humidity: Number, #[rollup(sum = \"celsius\")] celsius: Number, \
         #[rollup(last = \"celsius\" by \"at\")] last: Option<f64>, #[rollup(stale)] stale: Option<u64>, \
         #[rollup(group = \"location\")] site: String, kind: Kind, #[ts(millis, auto_create)] created: T, \
         #[ts(millis)] installed: T, #[version] version: u64, #[ttl(seconds, after = \"1d\")] ttl: T, \
         #[dynamo(skip)] cached: u8, #[dynamo(skip, default = seven)] seven: u8",
    ));
    assert_eq!(rollup.every, BucketWidth::Hour);
    assert_eq!(rollup.at.constant, "AT");
    let roles: Vec<String> = rollup
        .fields
        .iter()
        .map(|field| {
            let role = match &field.role {
                Role::Group(source) => format!("group {}", source.ident),
                Role::Window => "window".into(),
                Role::Count => "count".into(),
                Role::CountOf(source) => format!("count of {}", source.ident),
                Role::Sum(source) => format!("sum {}", source.ident),
                Role::Min(source) => format!("min {}", source.ident),
                Role::Max(source) => format!("max {}", source.ident),
                Role::Last { value, by } => format!("last {} by {}", value.ident, by.constant),
                Role::Stale => "stale".into(),
                Role::Unset => "unset".into(),
                Role::Default => "default".into(),
                Role::DefaultOf(_) => "default of".into(),
            };
            format!("{}: {role}", field.ident)
        })
        .collect();
    assert_eq!(
        roles,
        [
            "device: group device",
            "hour: window",
            "count: count",
            "humid: count of humidity",
            "humidity: sum humidity",
            "celsius: sum celsius",
            "last: last celsius by AT",
            "stale: stale",
            "site: group location",
            "kind: group kind",
            "created: unset",
            "installed: group installed",
            "version: default",
            "ttl: unset",
            "cached: default",
            "seven: default of",
        ]
    );
    // Each sum is divided by its own count, if it has one.
    let averages: Vec<_> = rollup
        .averages
        .iter()
        .map(|average| format!("{} = {} / {}", average.method, average.sum, average.count))
        .collect();
    assert_eq!(
        averages,
        [
            "average_humidity = humidity / humid",
            "average_celsius = celsius / count"
        ]
    );
}

#[test]
fn a_sum_without_a_count_has_no_average() {
    let rollup = good_rollup(&with("#[rollup(sum = \"celsius\")] celsius: Number"));
    assert!(rollup.averages.is_empty());
}

#[test]
fn what_every_rollup_needs() {
    let faults = rollup_faults(
        "#[dynamo(table = \"hourly\")] struct Hourly { #[partition_key] #[rollup(window)] hour: T, #[rollup(count)] n: u64 }",
    );
    let lines: Vec<_> = faults.iter().map(super::Fault::first_line).collect();
    assert_eq!(
        lines,
        [
            "the rollup `Hourly` has no `of`, the type of the items that are rolled up",
            "the rollup `Hourly` has no `every`, how long a window is",
            "the rollup `Hourly` has no `at`, the field of those items that holds their time",
        ]
    );
    assert!(faults.iter().all(|fault| fault.source == "Hourly"));
}

#[test]
fn an_unknown_window_suggests_one_and_nothing_else_is_wrong() {
    assert_fault(
        &rollup_faults(&hourly(
            "of = Reading, every = hourr, at = \"at\"",
            "#[rollup(count)] n: u64",
        )),
        "hourr",
        "unknown window `hourr`\nhelp: did you mean `hour`?\nnote: the windows are `minute`, `hour`, `day`, `month`, `year`",
    );
}

#[test]
fn a_misspelled_option_is_one_fault() {
    assert_fault(
        &rollup_faults(&hourly(
            "off = Reading, every = hour, at = \"at\"",
            "#[rollup(count)] n: u64",
        )),
        "off",
        "unknown option `off`\nhelp: did you mean `of`?\nnote: the options in `rollup(…)` on a struct that derives `DynamoRollup` are `of`, `every`, `at`",
    );
}

#[test]
fn last_needs_what_orders_it() {
    assert_fault(
        &rollup_faults(&with(
            "#[rollup(last = \"celsius\")] last: Option<f64>, #[rollup(stale)] s: Option<u64>",
        )),
        "\"celsius\"",
        "`last` takes a field and the field that orders it\nhelp: write `last = \"celsius\" by \"at\"`",
    );
}

#[test]
fn a_field_holds_one_thing() {
    assert_fault(
        &rollup_faults(&with(
            "#[rollup(min = \"a\", max = \"a\")] a: Option<f64>, #[rollup(stale)] s: Option<u64>",
        )),
        "max",
        "`max` cannot be combined with `min`\nhelp: keep one of the two; the other goes to a field of its own\nnote: a field of a rollup holds one thing",
    );
}

#[test]
fn the_window_is_one_field_of_the_key() {
    let without = "#[dynamo(table = \"t\")] #[rollup(of = R, every = day, at = \"at\")] struct Daily { \
                   #[partition_key] device: String, #[sort_key(iso)] day: T, #[rollup(count)] n: u64 }";
    assert_fault(
        &rollup_faults(without),
        "Daily",
        "the rollup `Daily` has no window\nhelp: mark the time field that holds the start of the window with `#[rollup(window)]`",
    );
    assert_fault(
        &rollup_faults(&with(
            "#[ts(millis)] #[rollup(window)] again: T, #[rollup(count)] n: u64",
        )),
        "window",
        "a rollup has one window, which is in `hour`\nhelp: remove `window` here or there",
    );
    let beside = "#[dynamo(table = \"t\")] #[rollup(of = R, every = day, at = \"at\")] struct Daily { \
                  #[partition_key] device: String, #[ts(iso)] #[rollup(window)] day: T, #[rollup(count)] n: u64 }";
    assert_fault(
        &rollup_faults(beside),
        "window",
        "the window `day` is no part of the primary key\nhelp: make it the sort key, as in `#[sort_key(iso)]`, or a part of a composed key\nnote: all windows of a group would be one item",
    );
}

#[test]
fn something_is_rolled_up() {
    assert_fault(
        &rollup_faults(&with("kind: String")),
        "Hourly",
        "the rollup `Hourly` rolls nothing up\nhelp: mark a field, as in `#[rollup(count)]` or `#[rollup(sum = \"celsius\")]`",
    );
}

#[test]
fn extremes_need_a_mark_and_a_mark_needs_extremes() {
    assert_fault(
        &rollup_faults(&with("#[rollup(max = \"celsius\")] max: Option<f64>")),
        "max",
        "`max` needs a field that says when it was lost\nhelp: add `#[rollup(stale)] stale: Option<u64>`\nnote: when the item that was it is removed, only the items themselves can tell the next one",
    );
    assert_fault(
        &rollup_faults(&with(
            "#[rollup(count)] n: u64, #[rollup(stale)] stale: Option<u64>",
        )),
        "stale",
        "`stale` has no meaning without `min`, `max` or `last`\nhelp: remove the field",
    );
}

#[test]
fn a_key_and_a_generated_field_hold_nothing_that_is_rolled_up() {
    let key = "#[dynamo(table = \"t\")] #[rollup(of = R, every = day, at = \"at\")] struct Daily { \
               #[partition_key] #[rollup(count)] n: u64, #[sort_key(iso)] #[rollup(window)] day: T }";
    assert_fault(
        &rollup_faults(key),
        "count",
        "`count` cannot be combined with `partition_key`\nhelp: give each a field of its own\nnote: DynamoDB cannot change key attributes",
    );
    assert_fault(
        &rollup_faults(&with("#[version] #[rollup(count)] n: u64")),
        "count",
        "`count` cannot be combined with `version`\nhelp: give each a field of its own",
    );
}

#[test]
fn sources_are_names_and_sums_are_of_different_fields() {
    assert_fault(
        &rollup_faults(&with("#[rollup(sum = \"celsius degrees\")] sum: Number")),
        "\"celsius degrees\"",
        "`celsius degrees` is not the name of a field\nhelp: name a field of the items that are rolled up, as in `\"celsius\"`",
    );
    assert_fault(
        &rollup_faults(&with(
            "#[rollup(sum = \"a\")] a: Number, #[rollup(sum = \"a\")] b: Number",
        )),
        "\"a\"",
        "`a` is summed up twice\nhelp: remove one of the two fields",
    );
}

#[test]
fn other_shapes_are_refused() {
    assert_fault(
        &rollup_faults("#[rollup(of = R, every = day, at = \"at\")] enum Daily { A }"),
        "Daily",
        "a rollup is a struct with named fields\nhelp: write `struct Name { … }`, which derives `DynamoItem` too",
    );
}

#[test]
fn all_faults_of_options_come_at_once() {
    let faults = rollup_faults(&hourly(
        "of = Reading, every = our, at = \"a b\", evry = hour",
        "#[rollup(sums = \"a\")] a: Number, #[rollup(count = 5)] n: u64",
    ));
    assert_eq!(faults.len(), 5, "{faults:#?}");
}
