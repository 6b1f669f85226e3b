//! The rules of items: shape, table, keys, version, names.

use super::{assert_fault, good_item, item_faults, on_struct, with_fields};

#[track_caller]
fn one(source: &str, underlined: &str, message: &str) {
    assert_fault(&item_faults(source), underlined, message);
}

#[test]
fn only_structs_with_named_fields_are_items() {
    let help = "\nhelp: write `struct Name { … }`; a value inside an item derives `DynamoValue`";
    for (source, underlined, found) in [
        ("enum E { A }", "enum", "an enum"),
        ("union U { a: u8 }", "union", "a union"),
        ("struct T(u8, u8);", "(u8, u8)", "a tuple struct"),
        ("struct U;", "U", "a unit struct"),
    ] {
        one(
            &format!("#[dynamo(table = \"orders\")] {source}"),
            underlined,
            &format!("an item is a struct with named fields, not {found}{help}"),
        );
    }
    one(
        "#[dynamo(table = \"orders\")] struct Empty {}",
        "Empty",
        "`Empty` has no fields\nhelp: add a field; each one is stored as an attribute",
    );
}

#[test]
fn a_table_is_named() {
    one(
        "struct Order { #[partition_key] id: String }",
        "Order",
        "`Order` has no table\nhelp: add `#[dynamo(table = \"orders\")]`\nnote: another name can \
         still be set at run time",
    );
}

#[test]
fn table_names_are_dynamodbs() {
    let rest = "\nhelp: write a name like `\"orders\"`\nnote: DynamoDB's table names have 3 to 255 \
                of the characters a-z, A-Z, 0-9, `_`, `.`, `-`";
    let long = "x".repeat(256);
    for (name, wrong) in [
        ("", "the table name is empty".to_owned()),
        ("ab", "the table name `ab` is too short".to_owned()),
        (
            "my table",
            "' ' cannot stand in the table name `my table`".to_owned(),
        ),
        (
            "größe",
            "'ö' cannot stand in the table name `größe`".to_owned(),
        ),
        (&long, "the table name has 256 characters".to_owned()),
    ] {
        one(
            &on_struct(&format!("table = \"{name}\"")),
            &format!("\"{name}\""),
            &format!("{wrong}{rest}"),
        );
    }
    good_item(&on_struct("table = \"a_B.9-\""));
    good_item(&on_struct(&format!("table = \"{}\"", "x".repeat(255))));
}

#[test]
fn one_partition_key() {
    one(
        "#[dynamo(table = \"orders\")] struct Order { id: String }",
        "Order",
        "`Order` has no partition key\nhelp: mark one field with `#[partition_key]`",
    );
    one(
        "#[dynamo(table = \"orders\", long_form)] struct Order { #[partition_key] id: String }",
        "Order",
        "`Order` has no partition key\nhelp: mark one field with `#[dynamo(partition_key)]`",
    );
    one(
        &with_fields("#[partition_key] other: String"),
        "partition_key",
        "`other` is a second partition key, beside `id`\nhelp: remove one of the two; another way \
         to query is an `index(…)` on the struct\nnote: DynamoDB's tables have one partition key",
    );
}

#[test]
fn at_most_one_sort_key() {
    one(
        &with_fields("#[sort_key] a: String, #[dynamo(sort_key)] b: String"),
        "sort_key",
        "`b` is a second sort key, beside `a`\nhelp: remove one of the two; another way to query \
         is an `index(…)` on the struct\nnote: DynamoDB's tables have one sort key",
    );
}

#[test]
fn at_most_one_version() {
    one(
        &with_fields("#[version] a: u64, #[version] b: u64"),
        "version",
        "`b` is a second version, beside `a`\nhelp: remove one of the two",
    );
}

#[test]
fn options_that_exclude_each_other() {
    let conflict = |fields: &str, later: &str, earlier: &str, rest: &str| {
        one(
            &with_fields(fields),
            later,
            &format!("`{later}` cannot be combined with `{earlier}`\n{rest}"),
        );
    };
    let skip = "help: keep one of the two\nnote: a skipped field is not stored";
    for other in [
        "rename = \"x\"",
        "with = m",
        "sort_key",
        "ts(millis)",
        "ttl(seconds)",
        "version",
    ] {
        let name = other.split([' ', '(']).next().unwrap_or_default();
        conflict(
            &format!("#[dynamo(skip, {other})] a: T"),
            name,
            "skip",
            skip,
        );
        conflict(
            &format!("#[dynamo({other}, skip)] a: T"),
            "skip",
            name,
            skip,
        );
    }
    let with = "help: keep one of the two\nnote: each of them says how the field is written";
    conflict("#[ts(millis)] #[dynamo(with = m)] a: T", "with", "ts", with);
    conflict(
        "#[ttl(seconds)] #[dynamo(with = m)] a: T",
        "with",
        "ttl",
        with,
    );
    conflict(
        "#[version] #[dynamo(with = m)] a: T",
        "with",
        "version",
        with,
    );
    conflict(
        "#[sort_key(iso)] #[dynamo(with = m)] a: T",
        "with",
        "sort_key",
        "help: wrap the type in a struct that implements `DynamoValue` and `KeyValue`\nnote: the \
         table's schema states the type of a key, which a module does not tell",
    );
    conflict(
        "#[ts(millis)] #[ttl(seconds)] a: T",
        "ttl",
        "ts",
        "help: use two fields, one with `ts(millis)` and one with `ttl(seconds)`\nnote: one \
         attribute has one unit, and DynamoDB reads the TTL in epoch seconds",
    );
    let version = "help: use two fields\nnote: a version counts writes, it holds no time";
    conflict("#[ts(millis)] #[version] a: T", "version", "ts", version);
    conflict("#[version] #[ttl(seconds)] a: T", "ttl", "version", version);
    conflict(
        "#[version] #[sort_key] a: T",
        "sort_key",
        "version",
        "help: use two fields\nnote: a version changes with every write, and DynamoDB's keys \
         cannot be updated",
    );
    conflict(
        "#[sort_key] #[dynamo(default)] a: T",
        "default",
        "sort_key",
        "help: remove `default`\nnote: every item in DynamoDB has its key attributes",
    );
    conflict(
        "#[ttl(seconds)] #[dynamo(default = f)] a: T",
        "default",
        "ttl",
        "help: remove `default`\nnote: an item without a TTL never expires",
    );
    conflict(
        "#[dynamo(version, default)] a: T",
        "default",
        "version",
        "help: remove `default`\nnote: a missing version reads as not stored yet",
    );
}

#[test]
fn partition_and_sort_key_on_one_field() {
    one(
        "#[dynamo(table = \"orders\")] struct O { #[partition_key] #[sort_key] id: String }",
        "sort_key",
        "`sort_key` cannot be combined with `partition_key`\nhelp: use two fields\nnote: \
         DynamoDB's partition key and sort key are two attributes",
    );
}

#[test]
fn a_skipped_partition_key_is_one_fault() {
    let faults = item_faults(
        "#[dynamo(table = \"orders\")] struct O { #[dynamo(partition_key, skip)] id: String }",
    );
    assert_eq!(faults.len(), 1, "{faults:#?}");
    assert_eq!(
        faults[0].first_line(),
        "`skip` cannot be combined with `partition_key`"
    );
}

#[test]
fn attribute_names_are_unique() {
    let help = "\nhelp: give one of them another name with `#[dynamo(rename = \"…\")]`";
    one(
        &with_fields("#[dynamo(rename = \"id\")] other: String"),
        "\"id\"",
        &format!("`id` and `other` are both stored as `id`{help}"),
    );
    one(
        &with_fields("#[dynamo(rename = \"b\")] a: String, b: String"),
        "\"b\"",
        &format!("`a` and `b` are both stored as `b`{help}"),
    );
    one(
        "#[dynamo(table = \"orders\", rename_all = \"PascalCase\")]
         struct O { #[partition_key] a_b: u8, a__b: u8 }",
        "a__b",
        &format!("`a_b` and `a__b` are both stored as `AB`{help}"),
    );
    // Attribute names are case-sensitive.
    good_item(&with_fields("#[dynamo(rename = \"ID\")] other: String"));
}

#[test]
fn attribute_names_have_a_length() {
    one(
        &with_fields("#[dynamo(rename = \"\")] a: String"),
        "\"\"",
        "the attribute name is empty\nhelp: write a name, as in `rename = \"status\"`",
    );
    let long = "x".repeat(65_536);
    one(
        &with_fields(&format!("#[dynamo(rename = \"{long}\")] a: String")),
        &format!("\"{long}\""),
        "the attribute name has 65536 bytes\nhelp: write a shorter name; it counts into the size \
         of every item\nnote: DynamoDB's attribute names have at most 64 KB",
    );
    let key = "ü".repeat(128);
    let rest = "has 256 bytes\nhelp: write a shorter `rename`\nnote: DynamoDB's key and TTL \
                attributes have names of at most 255 bytes";
    for helper in ["sort_key", "ttl(seconds)"] {
        one(
            &with_fields(&format!(
                "#[{helper}] #[dynamo(rename = \"{key}\")] a: String"
            )),
            &format!("\"{key}\""),
            &format!("the attribute name of `a` {rest}"),
        );
    }
    one(
        &format!(
            "#[dynamo(table = \"orders\", index(name = \"by_a\", partition_key = \"a\"))]
             struct O {{ #[partition_key] id: String, #[dynamo(rename = \"{key}\")] a: String }}"
        ),
        &format!("\"{key}\""),
        &format!("the attribute name of `a` {rest}"),
    );
    good_item(&with_fields(&format!(
        "#[dynamo(rename = \"{key}\")] a: String"
    )));
}

#[test]
fn constants_are_unique() {
    one(
        &with_fields("created_at: u64, createdAt: u64"),
        "createdAt",
        "`created_at` and `createdAt` both give the constant `CREATED_AT`\nhelp: rename the field, \
         and keep its attribute with `#[dynamo(rename = \"createdAt\")]`",
    );
}

#[test]
fn generated_types_are_unique() {
    let rest = "\nhelp: write another name\nnote: the struct, its handle, its key and its access \
                paths are types of one module";
    for (options, underlined, name) in [
        ("handle = \"Order\"", "\"Order\"", "Order"),
        ("handle = \"OrderKey\"", "\"OrderKey\"", "OrderKey"),
        ("key = \"OrderPrimary\"", "\"OrderPrimary\"", "OrderPrimary"),
        ("handle = \"X\", key = \"X\"", "\"X\"", "X"),
    ] {
        one(
            &on_struct(&format!("table = \"orders\", {options}")),
            underlined,
            &format!("the name `{name}` is taken{rest}"),
        );
    }
}

#[test]
fn unknown_case_of_rename_all() {
    one(
        &on_struct("table = \"orders\", rename_all = \"camelcase\""),
        "\"camelcase\"",
        "unknown case `camelcase` of `rename_all`\nhelp: did you mean `camelCase`?\nnote: the \
         cases are `lowercase`, `UPPERCASE`, `PascalCase`, `camelCase`, `snake_case`, \
         `SCREAMING_SNAKE_CASE`, `kebab-case`, `SCREAMING-KEBAB-CASE`",
    );
}

#[test]
fn keys_and_what_writes_compare_have_no_alias_and_are_not_flattened() {
    for option in ["partition_key", "ttl(seconds)", "version"] {
        let name = option.split('(').next().unwrap_or_default();
        for other in ["alias = \"x\"", "flatten"] {
            let faults = item_faults(&format!(
                "#[dynamo(table = \"orders\")] struct O {{ #[partition_key] id: String, \
                 #[dynamo({other}, {option})] a: A }}"
            ));
            let word = other.split(' ').next().unwrap_or_default();
            let wrong = format!("`{name}` cannot be combined with `{word}`");
            assert!(
                faults.iter().any(|fault| fault.first_line() == wrong),
                "{wrong}: {faults:#?}"
            );
        }
    }
    let faults = item_faults(
        "#[dynamo(table = \"orders\", partition_key(attribute = \"pk\", parts = [\"a\"]))] \
         struct O { #[dynamo(alias = \"x\")] a: String }",
    );
    let [fault] = faults.as_slice() else {
        panic!("{faults:#?}")
    };
    assert_eq!(
        fault.message,
        "`a` is a part of the table's key, and cannot have an alias\nhelp: remove `alias`"
    );
    let faults = item_faults(
        "#[dynamo(table = \"orders\", index(name = \"by_a\", partition_key = \"a\"))] \
         struct O { #[partition_key] id: String, #[dynamo(flatten)] a: A }",
    );
    let [fault] = faults.as_slice() else {
        panic!("{faults:#?}")
    };
    assert_eq!(
        fault.message,
        "the field `a` is flattened\nhelp: name a field of the item itself\nnote: a flattened \
         field has no attribute of its own"
    );
}

#[test]
fn what_is_null_a_set_or_serdes_is_no_key() {
    for (option, stored) in [
        ("null", "is NULL when it is `None`"),
        ("set", "is stored as a set"),
        ("serde", "is written by serde"),
    ] {
        let faults = item_faults(&format!(
            "#[dynamo(table = \"orders\", index(name = \"by_a\", partition_key = \"a\"))] \
             struct O {{ #[partition_key] id: String, #[dynamo({option})] a: A }}"
        ));
        let [fault] = faults.as_slice() else {
            panic!("{faults:#?}")
        };
        assert_eq!(
            fault.message,
            format!(
                "`a` {stored}\nhelp: remove `{option}` from it, or name another field\nnote: a key of \
                 an index is a string, a number or a binary, or absent"
            )
        );
        let faults = item_faults(&format!(
            "#[dynamo(table = \"orders\", partition_key(attribute = \"pk\", parts = [\"a\"]))] \
             struct O {{ #[dynamo({option})] a: A }}"
        ));
        assert_eq!(faults.len(), 1, "{faults:#?}");
        assert!(faults[0].first_line().ends_with(stored), "{faults:#?}");
    }
}
