//! The rules of secondary indexes.

use super::{assert_fault, good_item, item_faults, on_struct};

#[track_caller]
fn one(options: &str, underlined: &str, message: &str) {
    let source = on_struct(&format!("table = \"orders\", {options}"));
    assert_fault(&item_faults(&source), underlined, message);
}

fn sorted(options: &str) -> String {
    format!(
        "#[dynamo(table = \"orders\", {options})] struct Order {{ #[partition_key] id: String, \
         #[sort_key] at: u64, a: u64, b: u64, c: u64, d: u64, e: u64, f: u64 }}"
    )
}

#[test]
fn an_index_has_a_name_and_keys() {
    one(
        "index(partition_key = \"customer\")",
        "index",
        "`index` has no `name`\nhelp: add `name = \"by_customer\"`",
    );
    one(
        "index(name = \"by_x\", sort_key = \"total\")",
        "index",
        "`index` has no `partition_key`\nhelp: add `partition_key = \"customer\"`",
    );
    assert_fault(
        &item_faults(&sorted("local_index(name = \"by_a\")")),
        "local_index",
        "`local_index` has no `sort_key`\nhelp: add `sort_key = \"total\"`",
    );
    one(
        "index(name = \"by_x\", partition_key = [customer, total])",
        "[customer, total]",
        "`partition_key` takes a list of string literals\nhelp: write `partition_key = [\"customer\", \"total\"]`",
    );
    one(
        "index(name = \"by_x\", partition_key(attribute = \"pk\"))",
        "partition_key",
        "`partition_key` has neither `parts` nor `prefix`\nhelp: add `parts = [\"…\"]` with the \
         fields of the key, or `value = \"…\"` for one that is the same text in every item",
    );
}

#[test]
fn keys_have_one_to_four_attributes() {
    let with = |keys: &str| item_faults(&sorted(&format!("index(name = \"by_x\", {keys})")));
    let note = "note: DynamoDB's indexes take 4 partition and 4 sort attributes";
    assert_fault(
        &with("partition_key = [\"a\", \"b\", \"c\", \"d\", \"e\"]"),
        "\"e\"",
        &format!(
            "`partition_key` has 5 attributes\nhelp: name at most 4, or write \
             `partition_key(attribute = \"…\", parts = […])`: one attribute of their texts\n{note}"
        ),
    );
    assert_fault(
        &with("partition_key = \"id\", sort_key = [\"a\", \"b\", \"c\", \"d\", \"e\", \"f\"]"),
        "\"e\"",
        &format!(
            "`sort_key` has 6 attributes\nhelp: name at most 4, or write \
             `sort_key(attribute = \"…\", parts = […])`: one attribute of their texts\n{note}"
        ),
    );
    assert_fault(
        &with("partition_key = []"),
        "partition_key",
        "the list of `partition_key` is empty\nhelp: name 1 to 4 fields, as in `partition_key = \
         [\"tenant\", \"customer\"]`",
    );
    assert_fault(
        &with("partition_key = \"a\", sort_key = []"),
        "sort_key",
        "the list of `sort_key` is empty\nhelp: name 1 to 4 fields, as in `sort_key = \
         [\"created_at\", \"total\"]`, or remove `sort_key`",
    );
    good_item(&sorted(
        "index(name = \"by_x\", partition_key = [\"a\", \"b\", \"c\", \"d\"], sort_key = [\"e\", \"f\", \"id\", \"at\"])",
    ));
}

#[test]
fn key_attributes_differ() {
    let with = |keys: &str| item_faults(&sorted(&format!("index(name = \"by_x\", {keys})")));
    assert_fault(
        &with("partition_key = [\"a\", \"b\", \"a\"]"),
        "\"a\"",
        "`a` is in this key already\nhelp: remove it, or name another field\nnote: DynamoDB's key \
         attributes differ from each other",
    );
    assert_fault(
        &with("partition_key = [\"a\", \"b\"], sort_key = [\"c\", \"b\"]"),
        "\"b\"",
        "`b` is in the partition key of this index already\nhelp: name another field, or remove \
         it\nnote: DynamoDB's partition key and sort key are two attributes",
    );
    // Each attribute that is wrong is told, and nothing else.
    let faults = with("partition_key = [\"x\", \"y\"], sort_key = [\"z\", \"a\"]");
    assert_eq!(faults.len(), 3, "{faults:?}");
}

#[test]
fn several_attributes_are_of_global_indexes() {
    let note = "note: DynamoDB's keys of several attributes are those of global indexes";
    assert_fault(
        &item_faults(&sorted(
            "local_index(name = \"by_x\", sort_key = [\"a\", \"b\"])",
        )),
        "sort_key",
        &format!(
            "a local index has one sort attribute\nhelp: name one field, or write `index(…)`: a \
             global index takes up to 4 of them\n{note}"
        ),
    );
    good_item(&sorted("local_index(name = \"by_x\", sort_key = [\"a\"])"));
    for (word, attribute) in [("partition_key", "pk"), ("sort_key", "sk")] {
        let source = on_struct(&format!(
            "table = \"orders\", {word} = [\"customer\", \"total\"]"
        ));
        let message = format!(
            "the table's `{word}` is one attribute\nhelp: write `{word}(attribute = \"{attribute}\", \
             parts = [\"customer\", \"total\"])` on the struct: one attribute of their texts\n{note}"
        );
        assert_fault(&item_faults(&source), "[\"customer\", \"total\"]", &message);
    }
}

#[test]
fn buckets_and_shards_have_one_sort_attribute() {
    let note = "note: items from several partitions are merged in the order of one attribute";
    for spread in ["shards = 4", "bucket = day, of = \"created_at\""] {
        one(
            &format!(
                "index(name = \"by_x\", partition_key(attribute = \"gpk\", parts = [\"customer\"], {spread}), \
                 sort_key = [\"created_at\", \"total\"])"
            ),
            "sort_key",
            &format!(
                "an index with buckets or shards has one sort attribute\nhelp: name one field, or \
                 write `sort_key(attribute = \"…\", parts = [\"created_at\", \"total\"])`\n{note}"
            ),
        );
    }
}

#[test]
fn index_names_are_dynamodbs() {
    one(
        "index(name = \"by\", partition_key = \"customer\")",
        "\"by\"",
        "the index name `by` is too short\nhelp: write a name like `\"by_customer\"`\nnote: \
         DynamoDB's index names have 3 to 255 of the characters a-z, A-Z, 0-9, `_`, `.`, `-`",
    );
    assert_fault(
        &item_faults(&sorted(
            "index(name = \"same\", partition_key = \"a\"), local_index(name = \"same\", sort_key = \"b\")",
        )),
        "\"same\"",
        "there are two indexes `same`\nhelp: write another name\nnote: DynamoDB's index names are \
         unique within a table",
    );
}

#[test]
fn index_keys_are_stored_attributes() {
    one(
        "index(name = \"by_x\", partition_key = \"custmer\")",
        "\"custmer\"",
        "there is no field `custmer`\nhelp: did you mean `customer`?\nnote: the stored fields are \
         `id`, `customer`, `created_at`, `total`",
    );
    let item = |field: &str| {
        format!(
            "#[dynamo(table = \"orders\", index(name = \"by_x\", partition_key = \"x\"))]
             struct O {{ #[partition_key] id: String, {field} }}"
        )
    };
    assert_fault(
        &item_faults(&item("#[dynamo(skip)] x: u64")),
        "\"x\"",
        "the field `x` is not stored\nhelp: remove `skip` from `x`, or name a field without it",
    );
    assert_fault(
        &item_faults(&item("#[dynamo(with = m)] x: u64")),
        "\"x\"",
        "`x` is written by a module\nhelp: wrap its type in a struct that implements \
         `DynamoValue` and `KeyValue`\nnote: the table's schema states the type of a key, which a module does not \
         tell",
    );
    assert_fault(
        &item_faults(&item("#[sort_key(iso, suffix = \"y\")] x: T, y: u8")),
        "\"x\"",
        "`x` is stored only inside the sort key\nhelp: add `store` to its `sort_key(…)`: it is \
         then an attribute of its own too\nnote: an index has attributes as its keys, not parts of \
         them",
    );
    one(
        "index(name = \"by_x\", partition_key = \"total\", sort_key = \"total\")",
        "\"total\"",
        "`total` is the partition key of this index already\nhelp: name another field, or remove \
         `sort_key`\nnote: DynamoDB's partition key and sort key are two attributes",
    );
}

#[test]
fn every_stored_field_may_be_an_index_key() {
    for field in [
        "x: u64",
        "#[ts(millis, auto_update)] x: T",
        "#[ttl(seconds, after = \"1d\")] x: T",
        "#[version] x: u64",
        "#[sort_key(iso)] x: T",
    ] {
        good_item(&format!(
            "#[dynamo(table = \"orders\", index(name = \"by_x\", partition_key = \"x\", sort_key = \"id\"))]
             struct O {{ #[partition_key] id: String, {field} }}"
        ));
    }
}

#[test]
fn local_indexes_need_a_sort_key_of_the_table() {
    one(
        "local_index(name = \"by_total\", sort_key = \"total\")",
        "local_index",
        "a table without a sort key has no local indexes\nhelp: mark a field with `sort_key`, or \
         write `index(…)`: an index of its own partition key\nnote: DynamoDB's local indexes give \
         the items of one partition another order",
    );
}

#[test]
fn local_indexes_have_another_sort_key() {
    for (field, role) in [("at", "sort key"), ("id", "partition key")] {
        assert_fault(
            &item_faults(&sorted(&format!(
                "local_index(name = \"by_x\", sort_key = \"{field}\")"
            ))),
            &format!("\"{field}\""),
            &format!(
                "`{field}` is the {role} of the table\nhelp: name another field\nnote: DynamoDB's \
                 local indexes have a sort key of their own"
            ),
        );
    }
}

#[test]
fn at_most_five_local_indexes() {
    let options: Vec<String> = ["a", "b", "c", "d", "e", "f"]
        .map(|field| format!("local_index(name = \"by_{field}\", sort_key = \"{field}\")"))
        .into();
    good_item(&sorted(&options[..5].join(", ")));
    assert_fault(
        &item_faults(&sorted(&options.join(", "))),
        "local_index",
        "the table has 6 local indexes\nhelp: write `index(…)` for the others\nnote: DynamoDB's \
         tables have at most 5 local indexes",
    );
}

#[test]
fn generated_methods_are_unique() {
    one(
        "index(name = \"by-x\", partition_key = \"total\"), index(name = \"by_x\", partition_key = \"customer\")",
        "\"by_x\"",
        "the indexes `by-x` and `by_x` both give the method `query_by_x`\nhelp: add `method = \
         \"…\"` and `path = \"…\"` to one of them",
    );
    one(
        "index(name = \"one\", partition_key = \"total\", method = \"q\"), index(name = \"two\", partition_key = \"customer\", method = \"q\")",
        "\"q\"",
        "the indexes `one` and `two` both give the method `q`\nhelp: add another `method = \"…\"` \
         to one of them",
    );
    one(
        "index(name = \"one\", partition_key = \"total\", method = \"get\")",
        "\"get\"",
        "every table handle has a method `get`\nhelp: write another name, as in `method = \
         \"query_get\"`",
    );
    one(
        "index(name = \"one\", partition_key = \"total\", method = \"by total\")",
        "\"by total\"",
        "`by total` is not an identifier\nhelp: write a Rust name, as in `method = \"query_recent\"`",
    );
}

#[test]
fn generated_path_types_are_unique() {
    let rest = "\nhelp: add another `path = \"…\"` to the index\nnote: the struct, its handle, its key \
                and its access paths are types of one module";
    one(
        "index(name = \"one\", partition_key = \"total\", path = \"OrderKey\")",
        "\"OrderKey\"",
        &format!("the name `OrderKey` is taken{rest}"),
    );
    one(
        "index(name = \"table\", partition_key = \"total\")",
        "\"table\"",
        &format!("the name `OrderTable` is taken{rest}"),
    );
    one(
        "index(name = \"one\", partition_key = \"total\", path = \"X\"), index(name = \"two\", partition_key = \"total\", path = \"X\")",
        "\"X\"",
        &format!("the name `X` is taken{rest}"),
    );
}

#[test]
fn every_index_is_checked() {
    let faults = item_faults(&on_struct(
        "table = \"orders\", index(name = \"one\", partition_key = \"p\", sort_key = \"q\"), index(name = \"xx\", partition_key = \"r\")",
    ));
    let sources: Vec<_> = faults.iter().map(|fault| fault.source.as_str()).collect();
    assert_eq!(sources, ["\"p\"", "\"q\"", "\"xx\"", "\"r\""]);
}
