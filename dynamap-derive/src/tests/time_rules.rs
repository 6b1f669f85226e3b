//! The rules of times: units, stamps, time keys, TTL.

use super::{assert_fault, good_item, item_faults, with_fields};

#[track_caller]
fn one(fields: &str, underlined: &str, message: &str) {
    assert_fault(&item_faults(&with_fields(fields)), underlined, message);
}

#[test]
fn a_time_has_one_unit() {
    one(
        "#[ts] a: T",
        "ts",
        "`ts` has no unit\nhelp: write `#[ts(millis)]`\nnote: the units are `seconds`, `millis`, \
         `micros`, `nanos`, `iso`",
    );
    one(
        "#[ts(auto_create)] a: T",
        "ts",
        "`ts` has no unit\nhelp: write `#[ts(millis)]`\nnote: the units are `seconds`, `millis`, \
         `micros`, `nanos`, `iso`",
    );
    for list in ["ts(seconds, iso)", "sort_key(seconds, iso)"] {
        one(
            &format!("#[{list}] a: T"),
            "iso",
            "`iso` cannot be combined with `seconds`\nhelp: keep one unit",
        );
    }
    let faults = item_faults(&with_fields("#[ts(seconds, iso, millis)] a: T"));
    assert_eq!(faults.len(), 2, "one for each unit too many: {faults:#?}");
}

#[test]
fn the_remedy_is_spelled_as_the_struct_spells() {
    let faults = item_faults(
        "#[dynamo(table = \"orders\", long_form)]
         struct O { #[dynamo(partition_key)] id: String, #[dynamo(ts)] a: T }",
    );
    assert!(
        faults[0]
            .message
            .contains("help: write `#[dynamo(ts(millis))]`")
    );
}

#[test]
fn precision_goes_with_iso() {
    let conflict = "help: remove `precision`, or write `iso, precision = millis`\nnote: an epoch \
                    unit is its own precision";
    one(
        "#[ts(millis, precision = seconds)] a: T",
        "precision",
        &format!("`precision` cannot be combined with `millis`\n{conflict}"),
    );
    one(
        "#[ts(precision = seconds, millis)] a: T",
        "millis",
        &format!("`millis` cannot be combined with `precision`\n{conflict}"),
    );
    one(
        "#[sort_key(precision = seconds)] a: T",
        "precision",
        "`precision` needs `iso`\nhelp: write `iso, precision = millis`",
    );
    one(
        "#[ts(iso, precision = second)] a: T",
        "second",
        "unknown precision `second`\nhelp: did you mean `seconds`?\nnote: the precisions are \
         `seconds`, `millis`, `micros`, `nanos`",
    );
}

#[test]
fn lenient_goes_with_iso_keys() {
    one(
        "#[sort_key(lenient)] a: T",
        "lenient",
        "`lenient` needs `iso`\nhelp: remove `lenient`, or write `iso, lenient` on a time",
    );
    one(
        "#[sort_key(millis, lenient)] a: T",
        "lenient",
        "`lenient` cannot be combined with `millis`\nhelp: remove `lenient`\nnote: `lenient` reads \
         ISO texts that are not in canonical form",
    );
}

#[test]
fn a_stamp_is_one_of_two() {
    one(
        "#[ts(millis, auto_create, auto_update)] a: T",
        "auto_update",
        "`auto_update` cannot be combined with `auto_create`\nhelp: use two fields, one for each",
    );
}

#[test]
fn a_table_key_is_no_stamp() {
    one(
        "#[sort_key] #[ts(millis, auto_update)] a: T",
        "auto_update",
        "`auto_update` cannot stamp a key of the table\nhelp: stamp another field, and query by it \
         through an index\nnote: DynamoDB's keys cannot be updated",
    );
    one(
        "#[sort_key] #[ts(iso, precision = seconds, auto_create)] a: T",
        "auto_create",
        "`auto_create` cannot stamp a key of the table\nhelp: write `sort_key(iso, precision = \
         seconds)` alone, and set the field before the write\nnote: the key says which item a \
         write addresses, so the write cannot fill it in",
    );
    one(
        "#[sort_key] #[ts(millis)] a: T",
        "ts",
        "`ts` cannot be combined with `sort_key`\nhelp: write `sort_key(millis)` alone",
    );
}

#[test]
fn a_suffix_needs_text() {
    let help = "help: a suffix needs text: use `iso`, or a separate key attribute";
    one(
        "#[sort_key(millis, suffix = \"b\")] a: T, b: String",
        "suffix",
        &format!("`suffix` cannot be combined with `millis`\n{help}"),
    );
    good_item(&with_fields(
        "#[sort_key(suffix = \"b\")] a: String, b: String",
    ));
}

#[test]
fn a_suffix_is_a_fixed_stored_field() {
    let suffix = |fields: &str, underlined: &str, message: &str| {
        one(
            &format!("#[sort_key(iso, suffix = {underlined})] at: T, {fields}"),
            underlined,
            message,
        );
    };
    suffix(
        "ident: String",
        "\"idnt\"",
        "there is no field `idnt`\nhelp: did you mean `ident`?\nnote: the stored fields are `id`, \
         `at`, `ident`",
    );
    suffix(
        "b: String",
        "\"id\"",
        "the suffix `id` is the partition key\nhelp: name a field that differs between the items of \
         a partition\nnote: the suffix tells apart items of one instant",
    );
    suffix(
        "b: String",
        "\"at\"",
        "`at` cannot be its own suffix\nhelp: name another field\nnote: the suffix tells apart \
         items of one instant",
    );
    suffix(
        "#[dynamo(skip)] b: String",
        "\"b\"",
        "the field `b` is not stored\nhelp: remove `skip` from `b`, or name a field without it",
    );
    suffix(
        "#[ts(millis, auto_update)] b: T",
        "\"b\"",
        "the suffix `b` changes with every write\nhelp: name a field without `auto_update`\nnote: \
         DynamoDB's keys cannot be updated",
    );
    suffix(
        "#[ts(millis, auto_create)] b: T",
        "\"b\"",
        "the suffix `b` is set by the write\nhelp: name a field without `auto_create`\nnote: the \
         key says which item a write addresses, so the write cannot fill it in",
    );
    suffix(
        "#[version] b: u64",
        "\"b\"",
        "the suffix `b` changes with every write\nhelp: name a field that is not the \
         version\nnote: DynamoDB's keys cannot be updated",
    );
    suffix(
        "#[ttl(seconds)] b: T",
        "\"b\"",
        "the suffix `b` is the TTL, which an update may change\nhelp: name a field that is not the \
         TTL\nnote: DynamoDB's keys cannot be updated",
    );
    suffix(
        "#[dynamo(with = m)] b: T",
        "\"b\"",
        "the suffix `b` is written by a module\nhelp: name a field without `with`\nnote: a part of \
         a key is text, which the field's type has to give",
    );
}

#[test]
fn a_ttl_counts_seconds() {
    one(
        "#[ttl] a: T",
        "ttl",
        "`ttl` has no unit\nhelp: write `#[ttl(seconds)]`\nnote: DynamoDB reads the TTL in epoch \
         seconds",
    );
    for unit in ["millis", "micros", "nanos"] {
        one(
            &format!("#[ttl({unit}, after = \"1d\")] a: T"),
            unit,
            &format!(
                "a TTL counts epoch seconds, not `{unit}`\nhelp: write `ttl(seconds)`; an \
                 attribute that is not the TTL takes `ts({unit})`\nnote: DynamoDB never deletes an \
                 item whose TTL is in another unit"
            ),
        );
    }
    one(
        "#[ttl(iso)] a: T",
        "iso",
        "a TTL counts epoch seconds, it is no `iso` text\nhelp: write `ttl(seconds)`; an attribute \
         that is not the TTL takes `ts(iso)`\nnote: DynamoDB ignores a TTL attribute that is not a \
         Number",
    );
    one(
        "#[ttl(seconds, precision = millis)] a: T",
        "precision",
        "a TTL counts whole epoch seconds, so it has no `precision`\nhelp: write `ttl(seconds)`",
    );
}

#[test]
fn at_most_one_ttl() {
    one(
        "#[ttl(seconds)] a: T, #[ttl(seconds)] b: T",
        "ttl",
        "`b` is a second TTL, beside `a`\nhelp: write `ts(seconds)` on the one that does not \
         expire the item\nnote: DynamoDB's tables have one TTL attribute",
    );
}

#[test]
fn from_and_sliding_need_after() {
    for option in ["from", "sliding"] {
        let written = if option == "from" {
            "from = \"a\""
        } else {
            option
        };
        one(
            &format!("#[ts(millis)] a: T, #[ttl(seconds, {written})] b: T"),
            option,
            &format!("`{option}` needs `after`\nhelp: add `after = \"90d\"`"),
        );
    }
    one(
        "#[ts(millis)] a: T, #[ttl(seconds, after = \"1d\", from = \"a\", sliding)] b: T",
        "sliding",
        "`sliding` cannot be combined with `from`\nhelp: keep `sliding` to count from the last \
         write, or `from` to count from a field",
    );
}

#[test]
fn from_names_a_time_field() {
    let from = |fields: &str, underlined: &str, message: &str| {
        one(
            &format!("{fields}, #[ttl(seconds, after = \"1d\", from = {underlined})] end: T"),
            underlined,
            message,
        );
    };
    from(
        "#[ts(millis)] begin: T",
        "\"began\"",
        "there is no field `began`\nhelp: did you mean `begin`?\nnote: the stored fields are `id`, \
         `begin`, `end`",
    );
    from(
        "#[ts(millis)] begin: T",
        "\"end\"",
        "`end` cannot count from itself\nhelp: name another time field, or remove `from` to count \
         from the write",
    );
    from(
        "begin: T",
        "\"begin\"",
        "`begin` is not a time field\nhelp: add `ts(millis)` to `begin`, or name a field that has \
         a unit",
    );
    for fields in [
        "#[ts(iso, auto_update)] begin: T",
        "#[sort_key(millis)] begin: T",
        "#[sort_key(iso, suffix = \"b\")] begin: T, b: String",
    ] {
        good_item(&with_fields(&format!(
            "{fields}, #[ttl(seconds, after = \"1d\", from = \"begin\")] end: T"
        )));
    }
}

#[test]
fn a_ttl_may_be_a_key_but_not_a_computed_one() {
    good_item(&with_fields("#[sort_key] #[ttl(seconds)] a: T"));
    good_item(&with_fields("#[sort_key(seconds)] #[ttl(seconds)] a: T"));
    one(
        "#[sort_key(millis)] #[ttl(seconds)] a: T",
        "millis",
        "`millis` cannot be combined with `ttl(seconds)`\nhelp: write `sort_key` alone\nnote: one \
         attribute has one unit, and DynamoDB reads the TTL in epoch seconds",
    );
    one(
        "#[sort_key] #[ttl(seconds, after = \"1d\")] a: T",
        "after",
        "`after` cannot compute a key of the table\nhelp: write `ttl(seconds)` alone, and set the \
         field before the write\nnote: the key says which item a write addresses, so the write \
         cannot fill it in",
    );
}
