//! The rules of composed keys: one fault each, on the word to change.

use super::{assert_fault, good_item, item_faults};

/// A fault of an item with a composed partition key.
#[track_caller]
fn partition(options: &str, underlined: &str, message: &str) {
    assert_fault(
        &item_faults(&format!(
            "#[dynamo(table = \"devices\")] struct Reading {{ #[partition_key({options})] \
             #[dynamo(rename = \"pk\")] device: String, #[sort_key(iso)] at: T, {REST} }}"
        )),
        underlined,
        message,
    );
}

const REST: &str = "id: String, #[ts(millis, auto_create)] made: T, #[ts(millis, auto_update)] seen: T, \
     #[version] version: u64, #[ttl(seconds)] ends: T, #[dynamo(with = m)] own: U, \
     #[dynamo(default)] tag: String, #[ts(millis)] taken: T";

/// A fault of an item with keys on the struct.
#[track_caller]
fn on_struct(options: &str, underlined: &str, message: &str) {
    assert_fault(
        &item_faults(&format!(
            "#[dynamo(table = \"devices\", {options})] struct Reading {{ device: String, \
             #[ts(iso)] at: T, {REST} }}"
        )),
        underlined,
        message,
    );
}

/// A fault of an index.
#[track_caller]
fn index(options: &str, underlined: &str, message: &str) {
    assert_fault(&index_faults(options), underlined, message);
}

fn index_faults(options: &str) -> Vec<super::Fault> {
    item_faults(&with_index(options))
}

fn with_index(options: &str) -> String {
    format!(
        "#[dynamo(table = \"devices\", index(name = \"by_x\", {options}))] struct Reading {{ \
         #[partition_key] device: String, #[sort_key(iso, prefix = \"time\")] #[dynamo(rename = \
         \"sk\")] at: T, {REST}, #[ts(millis)] later: Option<T> }}"
    )
}

#[test]
fn buckets_have_a_width_and_a_time() {
    partition(
        "bucket = week, of = \"at\"",
        "week",
        "unknown width `week` of a bucket\nhelp: the widths are `minute`, `hour`, `day`, `month`, \
         `year`",
    );
    partition(
        "bucket = days, of = \"at\"",
        "days",
        "unknown width `days` of a bucket\nhelp: did you mean `day`?\nnote: the widths are \
         `minute`, `hour`, `day`, `month`, `year`",
    );
    partition(
        "bucket = \"day\", of = \"at\"",
        "\"day\"",
        "`bucket` takes a bare word\nhelp: write `bucket = day`, without quotes",
    );
    partition(
        "bucket = day",
        "bucket",
        "`bucket` needs `of`\nhelp: add `of = \"created_at\"`: the time that says which bucket an \
         item is in",
    );
    partition(
        "of = \"at\", shards = 2",
        "of",
        "`of` needs `bucket`\nhelp: add `bucket = day`, or remove `of`: shards alone come from the \
         sort key",
    );
    partition(
        "bucket = day, of = \"id\"",
        "\"id\"",
        "`id` is not a time field\nhelp: add `ts(millis)` to `id`, or name a field that has a unit",
    );
    partition(
        "bucket = day, of = \"att\"",
        "\"att\"",
        "there is no field `att`\nhelp: did you mean `at`?",
    );
    partition(
        "iso, bucket = day, of = \"device\"",
        "\"device\"",
        "`device` is a part of this key already\nhelp: name another time: the sort key's, or one \
         of its own\nnote: a bucket holds many instants, and this key has a partition for each of \
         them",
    );
    partition(
        "millis, bucket = day, of = \"at\"",
        "bucket",
        "`bucket` cannot be combined with `millis`\nhelp: a bucket and a shard need text: use \
         `iso`, or a separate key attribute",
    );
}

#[test]
fn the_time_of_a_table_key_is_fixed() {
    for (field, wrong, help, note) in [
        (
            "made",
            "is set by the write",
            "name a field without `auto_create`",
            "the key says which item a write addresses, so the write cannot fill it in",
        ),
        (
            "seen",
            "changes with every write",
            "name a field without `auto_update`",
            "DynamoDB's keys cannot be updated",
        ),
        (
            "version",
            "changes with every write",
            "name a field that is not the version",
            "DynamoDB's keys cannot be updated",
        ),
        (
            "ends",
            "is the TTL, which an update may change",
            "name a field that is not the TTL",
            "DynamoDB's keys cannot be updated",
        ),
        (
            "own",
            "is written by a module",
            "name a field without `with`",
            "a part of a key is text, which the field's type has to give",
        ),
    ] {
        let message =
            |noun: &str| format!("the {noun} `{field}` {wrong}\nhelp: {help}\nnote: {note}");
        let literal = format!("\"{field}\"");
        partition(
            &format!("bucket = day, of = {literal}"),
            &literal,
            &message("time"),
        );
        on_struct(
            &format!("partition_key(attribute = \"pk\", parts = [\"device\", {literal}])"),
            &literal,
            &message("part"),
        );
    }
    on_struct(
        "partition_key(attribute = \"pk\", parts = [\"tag\"])",
        "\"tag\"",
        "the part `tag` has a `default`\nhelp: remove `default`\nnote: every item in DynamoDB has \
         its key attributes",
    );
}

#[test]
fn shards_are_two_to_a_thousand() {
    for number in ["0", "1"] {
        partition(
            &format!("shards = {number}"),
            number,
            &format!(
                "`shards = {number}` spreads nothing\nhelp: write `shards = 2` or more, or remove \
                 `shards`"
            ),
        );
    }
    for number in ["1001", "70000", "99999999999999999999"] {
        partition(
            &format!("shards = {number}"),
            number,
            &format!(
                "`shards = {number}` is too many\nhelp: write a number of at most 1000\nnote: \
                 every range of the key reads each of its shards"
            ),
        );
    }
    partition(
        "shards = \"4\"",
        "\"4\"",
        "`shards` takes an integer\nhelp: write `shards = 4`, without quotes",
    );
    partition(
        "shards = many",
        "many",
        "`shards` takes an integer\nhelp: write `shards = 4`",
    );
    assert_fault(
        &item_faults(
            "#[dynamo(table = \"devices\")] struct D { #[partition_key(shards = 4)] id: String }",
        ),
        "shards",
        "`shards` needs a sort key\nhelp: mark a field with `sort_key`, or remove `shards`\nnote: \
         the shard of an item is a hash of its sort key",
    );
    index(
        "partition_key(attribute = \"k\", parts = [\"id\"], shards = 4)",
        "shards",
        "`shards` needs a sort key\nhelp: add `sort_key = \"…\"` to the index, or remove \
         `shards`\nnote: the shard of an item is a hash of its sort key",
    );
}

#[test]
fn a_shard_is_not_one_of_its_own_part() {
    let source = |shards: &str| {
        format!(
            "#[dynamo(table = \"devices\", partition_key(attribute = \"pk\", parts = [\"a\", \"b\"]{shards}))] \
             struct D {{ a: String, #[sort_key] b: String }}"
        )
    };
    assert_fault(
        &item_faults(&source(", shards = 2")),
        "\"pk\"",
        "`b` is the sort key, and a part of a key that is sharded by it\nhelp: remove `b` from \
         `parts`, or remove `shards`\nnote: the items with the same parts are spread over shards",
    );
    good_item(&source(""));
}

#[test]
fn dated_layouts() {
    partition(
        "bucket = day, of = \"at\", before(\"2025-6-1\", bucket = hour)",
        "\"2025-6-1\"",
        "`2025-6-1` is not a date\nhelp: write a day of the calendar in UTC, as in `\"2025-06-01\"`",
    );
    partition(
        "bucket = day, of = \"at\", before(\"2025-06-31\", bucket = hour)",
        "\"2025-06-31\"",
        "there is no day `2025-06-31`\nhelp: write a day of the calendar in UTC, as in \
         `\"2025-06-01\"`",
    );
    partition(
        "bucket = day, of = \"at\", before(\"2025-06-01\", bucket = hour), before(\"2025-06-01\")",
        "\"2025-06-01\"",
        "there are two layouts before 2025-06-01\nhelp: remove one of the two, or write another day",
    );
    partition(
        "shards = 4, before(\"2025-06-01\")",
        "before",
        "`before` needs `of`\nhelp: add `of = \"created_at\"`: the time that says which layout an \
         item has",
    );
    partition(
        "of = \"at\", before(\"2025-06-01\")",
        "of",
        "no layout of this key has a bucket or shards\nhelp: add `bucket = day` or `shards = 4`, \
         or remove `of` and `before(…)`",
    );
    for before in [
        "before",
        "before = \"2025-06-01\"",
        "before(bucket = day)",
        "before(\"2025-06-01\" bucket = day)",
    ] {
        let underlined = match before {
            "before" => "before",
            "before = \"2025-06-01\"" => "\"2025-06-01\"",
            other => &other["before".len()..],
        };
        partition(
            &format!("bucket = day, of = \"at\", {before}"),
            underlined,
            "`before` takes a date in quotes, then options\nhelp: write `before(\"2025-06-01\", \
             bucket = month)`",
        );
    }
    partition(
        "bucket = day, of = \"at\", before(\"2025-06-01\", width = day)",
        "width",
        "unknown option `width`\nhelp: the options in `before(…)` are `bucket`, `shards`",
    );
    partition(
        "bucket = day, of = \"at\", before(\"2025-06-01\", shards = 1)",
        "1",
        "`shards = 1` spreads nothing\nhelp: write `shards = 2` or more, or remove `shards`",
    );
}

#[test]
fn prefixes() {
    partition(
        "prefix = \"\"",
        "\"\"",
        "the prefix is empty\nhelp: write a text, as in `prefix = \"order\"`, or remove `prefix`",
    );
    partition(
        "prefix = \"a#\"",
        "\"a#\"",
        "the prefix `a#` holds the separator `#`\nhelp: write it without `#`, which is added \
         behind it, or choose another `separator` on the struct",
    );
    partition(
        "prefix = \"a\", seconds",
        "seconds",
        "`seconds` cannot be combined with `prefix`\nhelp: a prefix needs text: use `iso`, or a \
         separate key attribute",
    );
    on_struct(
        "partition_key(attribute = \"pk\", prefix = \"A\")",
        "prefix",
        "`prefix` has nothing behind it\nhelp: add `parts = [\"…\"]`, or write `value = \"A\"` for \
         a key that is the same text in every item",
    );
    // With another separator it is a text like any other.
    good_item(
        "#[dynamo(table = \"devices\", separator = \"/\")] struct D { #[partition_key(prefix = \
         \"a#b\")] id: String }",
    );
}

#[test]
fn separators() {
    let help = "\nhelp: write a character like `#`, `|` or `/`, as in `separator = \"|\"`\nnote: a \
                key is read back by the separator between its parts";
    for (separator, wrong) in [
        ("-", "`-` stands inside times and dates"),
        (":", "`:` stands inside times and dates"),
        (".", "`.` stands inside times and dates"),
        ("+", "`+` stands inside times and dates"),
        ("_", "`_` stands inside names"),
        ("", "\"\" is not one ASCII punctuation character"),
        ("##", "\"##\" is not one ASCII punctuation character"),
        ("a", "\"a\" is not one ASCII punctuation character"),
        (" ", "\" \" is not one ASCII punctuation character"),
        ("§", "\"§\" is not one ASCII punctuation character"),
    ] {
        on_struct(
            &format!(
                "separator = \"{separator}\", partition_key(attribute = \"pk\", parts = [\"device\"])"
            ),
            &format!("\"{separator}\""),
            &format!("{wrong}{help}"),
        );
    }
    for separator in ["|", "/", "~", "!", "$", "@"] {
        good_item(&format!(
            "#[dynamo(table = \"devices\", separator = \"{separator}\")] struct D {{ \
             #[partition_key] id: String }}"
        ));
    }
}

#[test]
fn parts_are_fields_of_the_item() {
    on_struct(
        "partition_key(attribute = \"pk\", parts = [])",
        "parts",
        "the list of `parts` is empty\nhelp: name the fields of the key, as in `parts = \
         [\"tenant\", \"user\"]`, or write `value = \"…\"` for a key that is the same text in every \
         item",
    );
    on_struct(
        "partition_key(attribute = \"pk\", parts = [\"device\", \"device\"])",
        "\"device\"",
        "`device` is a part of this key already\nhelp: remove it, or name another field",
    );
    on_struct(
        "partition_key(attribute = \"pk\", parts = \"device\")",
        "\"device\"",
        "`parts` takes a list of string literals\nhelp: write `parts = [\"device\"]`",
    );
    on_struct(
        "partition_key(attribute = \"pk\", parts = [device])",
        "[device]",
        "`parts` takes a list of string literals\nhelp: write `parts = [\"device\"]`",
    );
    on_struct(
        "partition_key(attribute = \"pk\", parts = [\"devize\"])",
        "\"devize\"",
        "there is no field `devize`\nhelp: did you mean `device`?",
    );
    on_struct(
        "partition_key(attribute = \"pk\")",
        "partition_key",
        "`partition_key` has neither `parts` nor `prefix`\nhelp: add `parts = [\"…\"]` with the \
         fields of the key, or `value = \"…\"` for one that is the same text in every item",
    );
    on_struct(
        "partition_key(parts = [\"device\"])",
        "partition_key",
        "`partition_key` has no `attribute`\nhelp: add `attribute = \"pk\"`: the name that the \
         composed key is stored under",
    );
    on_struct(
        "partition_key(attribute = \"pk\", value = \"\")",
        "\"\"",
        "the value of the key is empty\nhelp: write a text, as in `value = \"PROFILE\"`\nnote: \
         DynamoDB's keys are not empty",
    );
    on_struct(
        "partition_key(attribute = \"pk\", value = \"A\", parts = [\"device\"])",
        "parts",
        "`parts` cannot be combined with `value`\nhelp: keep `value` for a key that is the same \
         text in every item, or `prefix` and `parts` for one made of fields",
    );
}

#[test]
fn a_key_stands_in_one_place() {
    assert_fault(
        &item_faults(
            "#[dynamo(table = \"devices\", partition_key(attribute = \"pk\", parts = [\"a\"]))] \
             struct D { a: String, #[partition_key] b: String }",
        ),
        "partition_key",
        "`b` is a second partition key, beside the `partition_key(…)` of the struct\nhelp: remove \
         one of the two; another way to query is an `index(…)` on the struct\nnote: DynamoDB's \
         tables have one partition key",
    );
    on_struct(
        "partition_key(attribute = \"pk\", parts = [\"device\"]), partition_key(attribute = \"p\", parts = [\"id\"])",
        "partition_key",
        "`partition_key` is given twice\nhelp: remove it, or the first one: \
         `partition_key(attribute = \"pk\", parts = [\"device\"])`",
    );
}

#[test]
fn composed_attributes_have_names_of_their_own() {
    on_struct(
        "partition_key(attribute = \"device\", parts = [\"device\"])",
        "\"device\"",
        "the key attribute `device` is what `device` is stored as\nhelp: write another \
         name\nnote: a composed key is an attribute of its own, beside its parts",
    );
    on_struct(
        "partition_key(attribute = \"k\", parts = [\"device\"]), sort_key(attribute = \"k\", parts = [\"at\"])",
        "\"k\"",
        "there are two key attributes `k`\nhelp: write another name\nnote: each composed key is \
         an attribute of its own",
    );
    on_struct(
        "partition_key(attribute = \"\", parts = [\"device\"])",
        "\"\"",
        "the attribute name is empty\nhelp: write a name, as in `rename = \"status\"`",
    );
    let long = "x".repeat(256);
    on_struct(
        &format!("partition_key(attribute = \"{long}\", parts = [\"device\"])"),
        &format!("\"{long}\""),
        "the name of the key attribute has 256 bytes\nhelp: write a shorter `attribute`\nnote: \
         DynamoDB's key and TTL attributes have names of at most 255 bytes",
    );
}

#[test]
fn stored_carriers_have_two_names() {
    let faults = |fields: &str| {
        item_faults(&format!(
            "#[dynamo(table = \"devices\")] struct D {{ {fields} }}"
        ))
    };
    assert_fault(
        &faults("#[partition_key(prefix = \"d\", store)] id: String"),
        "store",
        "`id` and its key are both stored as `id`\nhelp: name the key attribute with \
         `#[dynamo(rename = \"pk\")]`; the field itself is stored as `id`",
    );
    assert_fault(
        &faults("#[partition_key(prefix = \"d\", store)] #[dynamo(rename = \"id\")] id: String"),
        "\"id\"",
        "`id` and its key are both stored as `id`\nhelp: name the key attribute with \
         `#[dynamo(rename = \"pk\")]`; the field itself is stored as `id`",
    );
    assert_fault(
        &faults("#[partition_key(store)] id: String"),
        "store",
        "`store` means nothing on a key that is the field itself\nhelp: remove `store`, or add \
         `prefix = \"…\"`",
    );
    assert_fault(
        &faults("#[partition_key] id: String, #[sort_key(iso, store)] at: T"),
        "store",
        "`store` means nothing on a key that is the field itself\nhelp: remove `store`, or add \
         `prefix = \"…\"` or `suffix = \"…\"`",
    );
}

#[test]
fn what_only_a_key_holds_is_no_index_key() {
    index(
        "partition_key = \"at\"",
        "\"at\"",
        "`at` is stored only inside the sort key\nhelp: add `store` to its `sort_key(…)`: it is \
         then an attribute of its own too\nnote: an index has attributes as its keys, not parts of \
         them",
    );
    assert_fault(
        &item_faults(
            "#[dynamo(table = \"devices\", index(name = \"by_id\", partition_key = \"id\"))] struct D { \
             #[partition_key(prefix = \"d\")] id: String }",
        ),
        "\"id\"",
        "`id` is stored only inside the partition key\nhelp: add `store` to its \
         `partition_key(…)`: it is then an attribute of its own too\nnote: an index has attributes \
         as its keys, not parts of them",
    );
}

#[test]
fn parts_of_index_keys_are_not_written_by_every_write() {
    let note = "a key of an index is written by the writes that set its parts";
    for (field, wrong, help) in [
        (
            "seen",
            "changes with every write",
            "name a field without `auto_update`",
        ),
        (
            "version",
            "changes with every write",
            "name a field that is not the version",
        ),
    ] {
        index(
            &format!("partition_key(attribute = \"k\", parts = [\"{field}\"])"),
            &format!("\"{field}\""),
            &format!("the part `{field}` {wrong}\nhelp: {help}\nnote: {note}"),
        );
    }
    assert_fault(
        &item_faults(
            "#[dynamo(table = \"devices\", index(name = \"by_x\", partition_key(attribute = \"k\", \
             parts = [\"id\"], bucket = day, of = \"ends\")))] struct D { #[partition_key] id: String, \
             #[ttl(seconds, after = \"1d\", sliding)] ends: T }",
        ),
        "\"ends\"",
        &format!(
            "the time `ends` changes with every write\nhelp: name a field that is not a `sliding` \
             TTL\nnote: {note}"
        ),
    );
    // What a write sets once, and what may be absent, can be a part.
    for part in ["made", "ends", "tag", "later", "at", "device"] {
        good_item(&with_index(&format!(
            "partition_key(attribute = \"k\", parts = [\"{part}\"])"
        )));
    }
}

#[test]
fn a_composed_key_is_no_ttl() {
    assert_fault(
        &item_faults(
            "#[dynamo(table = \"devices\")] struct D { #[partition_key] id: String, \
             #[sort_key(prefix = \"x\")] #[ttl(seconds)] ends: T }",
        ),
        "sort_key",
        "a composed key cannot be the TTL\nhelp: use two fields, and name the TTL's base with \
         `from`\nnote: DynamoDB ignores a TTL attribute that is not a Number",
    );
}

#[test]
fn all_faults_of_composed_keys_at_once() {
    let faults = item_faults(
        "#[dynamo(table = \"devices\", separator = \"ab\", index(name = \"by_x\", \
         partition_key(attribute = \"k\", parts = [\"nothing\"], shards = 1)))] struct D { \
         #[partition_key(prefix = \"\", bucket = day, of = \"id\", before(\"2025-06-01\", shards = \
         1))] device: String, #[sort_key(prefix = \"\", suffix = \"device\")] at: String, id: String }",
    );
    let lines: Vec<_> = faults.iter().map(super::Fault::first_line).collect();
    assert_eq!(
        lines,
        [
            "\"ab\" is not one ASCII punctuation character",
            "the prefix is empty",
            "the suffix `device` is the partition key",
            "the prefix is empty",
            "`shards = 1` spreads nothing",
            "`id` is not a time field",
            "there is no field `nothing`",
            "`shards` needs a sort key",
        ]
    );
}
