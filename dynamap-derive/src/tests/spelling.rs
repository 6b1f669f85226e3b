//! How options are written: forms of values, lists, duplicates, unknown and misplaced names.

use super::{Fault, assert_fault, item_faults, on_struct, with_fields};

#[track_caller]
fn one(source: &str, underlined: &str, message: &str) {
    assert_fault(&item_faults(source), underlined, message);
}

#[test]
fn an_unknown_option_names_the_close_one() {
    one(
        &with_fields("#[dynamo(sortkey)] at: u64"),
        "sortkey",
        "unknown option `sortkey`\nhelp: did you mean `sort_key`?",
    );
}

#[test]
fn an_unknown_option_without_a_close_one_lists_all() {
    one(
        &with_fields("#[ts(interval = day)] at: T"),
        "interval",
        "unknown option `interval`\nhelp: the options in `ts(…)` are `seconds`, `millis`, \
         `micros`, `nanos`, `iso`, `precision`, `auto_create`, `auto_update`",
    );
}

#[test]
fn options_that_do_not_exist_are_unknown() {
    let option = "sharding = \"ORDER\"";
    let source = on_struct(&format!("table = \"orders\", {option}"));
    assert_unknown(&item_faults(&source), option);
}

#[track_caller]
fn assert_unknown(faults: &[Fault], option: &str) {
    let name = option.split([' ', '(']).next().unwrap_or_default();
    match faults {
        [fault] => {
            assert_eq!(fault.first_line(), format!("unknown option `{name}`"));
            assert_eq!(fault.source, name);
        }
        other => panic!("{option}: {other:#?}"),
    }
}

#[test]
fn a_path_is_no_option() {
    let faults = item_faults(&on_struct("table = \"orders\", a::b = 1"));
    assert_unknown(&faults, "a");
}

#[test]
fn a_misplaced_option_says_where_it_belongs() {
    one(
        &with_fields("#[dynamo(table = \"orders\")] a: String"),
        "table",
        "`table` cannot stand on a field of a `DynamoItem`\nhelp: it belongs on a struct that \
         derives `DynamoItem`: `table = \"orders\"`",
    );
    one(
        &with_fields("#[ts(iso, lenient)] at: T"),
        "lenient",
        "`lenient` cannot stand in `ts(…)`\nhelp: it belongs in `partition_key(…)` of a \
         field: `lenient`",
    );
    one(
        &with_fields("#[sort_key(bucket = day)] at: T"),
        "bucket",
        "`bucket` cannot stand in `sort_key(…)` of a field\nhelp: it belongs in `partition_key(…)` \
         of a field: `bucket = day`",
    );
}

#[test]
fn a_bare_helper_on_the_struct_is_misplaced() {
    one(
        &format!("#[ttl(seconds)] {}", on_struct("table = \"orders\"")),
        "ttl",
        "`ttl` cannot stand on a struct that derives `DynamoItem`\nhelp: put it on a field; if it \
         belongs to another derive, add `#[dynamo(long_form)]` to `Order`",
    );
}

#[test]
fn duplicates_name_the_first() {
    one(
        &on_struct("table = \"orders\", table = \"others\""),
        "table",
        "`table` is given twice\nhelp: remove it, or the first one: `table = \"orders\"`",
    );
    one(
        &with_fields("#[ts(millis, auto_create)] #[dynamo(ts(seconds))] at: T"),
        "ts",
        "`ts` is given twice\nhelp: remove it, or the first one: `#[ts(millis, auto_create)]`",
    );
    one(
        &with_fields("#[dynamo(with = a::b)] #[dynamo(with = c)] at: T"),
        "with",
        "`with` is given twice\nhelp: remove it, or the first one: `with = a::b`",
    );
    one(
        &with_fields("#[ts(iso, iso)] at: T"),
        "iso",
        "`iso` is given twice\nhelp: remove it, or the first one: `iso`",
    );
}

#[test]
fn a_duplicate_underlines_the_second() {
    let source = on_struct("table = \"orders\", table = \"others\"");
    let input: syn::DeriveInput = syn::parse_str(&source).expect("Rust");
    let mut errors = crate::diagnostic::Errors::new();
    crate::parse::Item::from_input(&input, &mut errors);
    let error = errors.finish().expect_err("a duplicate");
    let column = source.rfind("table =").expect("the second");
    assert_eq!(error.span().start().column, column);
}

#[test]
fn values_of_another_kind() {
    let table = |option: &str| on_struct(option);
    one(
        &table("table = 5"),
        "5",
        "`table` takes a string literal\nhelp: write `table = \"orders\"`",
    );
    one(
        &table("table = sales"),
        "sales",
        "`table` takes a string literal\nhelp: write `table = \"sales\"`",
    );
    one(
        &table("table"),
        "table",
        "`table` needs a value\nhelp: write `table = \"orders\"`",
    );
    one(
        &table("table(\"orders\")"),
        "table",
        "`table` needs a value\nhelp: write `table = \"orders\"`",
    );
    one(
        &table("table = "),
        "table",
        "`table` takes a string literal\nhelp: write `table = \"orders\"`",
    );
    one(
        &table("table = \"orders\", long_form = true"),
        "true",
        "`long_form` takes no value\nhelp: write `long_form`",
    );
    one(
        &table("table = \"orders\", crate = \"::dynamap\""),
        "\"::dynamap\"",
        "`crate` takes a path\nhelp: write `crate = ::dynamap`, without quotes",
    );
    one(
        &table("table = \"orders\", index = \"by\""),
        "\"by\"",
        "`index` takes a list of options\nhelp: write `index(name = \"by_customer\", partition_key \
         = \"customer\", sort_key = \"created_at\")`",
    );
    one(
        &with_fields("#[dynamo(default = \"String::new\")] a: String"),
        "\"String::new\"",
        "`default` takes a path\nhelp: write `default = String::new`, without quotes",
    );
    one(
        &with_fields("#[dynamo(default = || 5)] a: u64"),
        "|| 5",
        "`default` takes a path\nhelp: name a function without arguments, as in `default = \
         String::new`",
    );
    one(
        &with_fields("#[dynamo(default = five())] a: u64"),
        "()",
        "expected `,` after the value of `default`\nhelp: write `default = five`",
    );
    one(
        &with_fields("#[ts(iso, precision = \"millis\")] at: T"),
        "\"millis\"",
        "`precision` takes a bare word\nhelp: write `precision = millis`, without quotes",
    );
    one(
        &with_fields("#[ts = millis] at: T"),
        "millis",
        "`ts` takes a list of options\nhelp: write `ts(millis)`",
    );
    one(
        &with_fields("#[version(1)] at: T"),
        "(1)",
        "`version` takes no value\nhelp: write `version`",
    );
    one(
        &with_fields("#[ttl(seconds, after = 90)] at: T"),
        "90",
        "`after` takes a string literal or a path\nhelp: write `after = \"90d\"`",
    );
    one(
        &table("table = \"orders\", handle = \"two words\""),
        "\"two words\"",
        "`two words` is not an identifier\nhelp: write a Rust name, as in `handle = \"Orders\"`",
    );
}

#[test]
fn empty_lists() {
    one(
        &with_fields("#[sort_key()] at: T"),
        "()",
        "the list of `sort_key` is empty\nhelp: remove the parentheses: write `sort_key`",
    );
    one(
        &with_fields("#[ts()] at: T"),
        "()",
        "the list of `ts` is empty\nhelp: write `ts(millis)`",
    );
    let dynamo = "`dynamo` has no options\nhelp: write an option, as in `partition_key`\nnote: the \
                  options on a field of a `DynamoItem` are `partition_key`, `sort_key`, `ts`, \
                  `ttl`, `version`, `rename`, `alias`, `null`, `set`, `serde`, `flatten`, `default`, `skip`, `with`";
    one(&with_fields("#[dynamo()] a: u64"), "dynamo", dynamo);
    one(&with_fields("#[dynamo] a: u64"), "dynamo", dynamo);
    let faults = item_faults(&on_struct("table = \"orders\", index()"));
    assert_eq!(faults[0].first_line(), "the list of `index` is empty");
    assert_eq!(faults.len(), 1, "{faults:#?}");
}

#[test]
fn what_is_no_option_at_all() {
    for (options, underlined) in [
        ("table = \"orders\", \"text\"", "\"text\""),
        ("table = \"orders\", , long_form", ","),
        ("table = \"orders\", 5 = 6, long_form", "5 = 6"),
    ] {
        let faults = item_faults(&on_struct(options));
        assert_eq!(faults.len(), 1, "{options}: {faults:#?}");
        assert_eq!(faults[0].first_line(), "expected the name of an option");
        assert_eq!(faults[0].source, underlined);
    }
}

#[test]
fn a_missing_comma() {
    one(
        &on_struct("table = \"orders\" long_form"),
        "long_form",
        "expected `,` after the value of `table`\nhelp: write `table = \"orders\", long_form`, with a comma",
    );
}

#[test]
fn options_behind_a_bad_one_are_read() {
    let faults = item_faults(&on_struct(
        "table = 5, handle = 6, bucket = day, key = \"OrderId\", long_form(x), crate = dynamap",
    ));
    let sources: Vec<_> = faults.iter().map(|fault| fault.source.as_str()).collect();
    assert_eq!(sources, ["5", "6", "bucket", "(x)", "dynamap"]);
}

#[test]
fn a_relative_crate_path_explains_both_forms() {
    one(
        &on_struct("table = \"orders\", crate = my::dynamap"),
        "my::dynamap",
        "`my::dynamap` is a relative path\nhelp: write `crate = ::my::dynamap` for a crate, or \
         `crate = crate::my::dynamap` for a module of this one",
    );
}
