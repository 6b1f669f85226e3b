//! What an index holds.

use super::{assert_fault, good_item, good_projection, item_faults, on_struct, projection};
use crate::model::{Item, Projection};

fn index(projection: &str) -> String {
    on_struct(&format!(
        "table = \"orders\", index(name = \"by_x\", partition_key = \"customer\", projection = {projection})"
    ))
}

fn expiring(options: &str) -> String {
    format!(
        "#[dynamo(table = \"orders\", {options})] struct Order {{ #[partition_key(prefix = \"o\")] id: String, \
         #[sort_key] at: u64, total: u64, note: String, #[ttl(seconds)] expires_at: T }}"
    )
}

#[track_caller]
fn one(projection: &str, underlined: &str, message: &str) {
    assert_fault(&item_faults(&index(projection)), underlined, message);
}

/// What the first index holds, by its attributes.
fn included(item: &Item) -> Vec<&str> {
    let first = item.indexes.iter().map(|index| &index.path);
    let local = item.local_indexes.iter().map(|index| &index.path);
    let path = first.chain(local).next().expect("an index");
    match &path.projection {
        Projection::Include(fields) => fields
            .iter()
            .map(|field| item.field(*field).attribute.value.as_str())
            .collect(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_index_holds_everything_unless_it_says_otherwise() {
    let kind = |source: &str| {
        let item = good_item(source);
        item.indexes[0].path.projection.clone()
    };
    assert_eq!(kind(&index("all")), Projection::All);
    assert_eq!(kind(&index("keys_only")), Projection::KeysOnly);
    let unsaid =
        on_struct("table = \"orders\", index(name = \"by_x\", partition_key = \"customer\")");
    assert_eq!(kind(&unsaid), Projection::All);
    let item = good_item(&index("include(\"total\", \"created_at\")"));
    assert_eq!(included(&item), ["total", "created_at"]);
}

#[test]
fn the_projection_is_one_of_three() {
    one(
        "some",
        "some",
        "unknown projection `some`\nhelp: the projections are `all`, `keys_only`, `include`",
    );
    one(
        "keys",
        "keys",
        "unknown projection `keys`\nhelp: did you mean `keys_only`?\nnote: the projections are \
         `all`, `keys_only`, `include`",
    );
    for (word, list) in [
        ("all", "all(\"total\")"),
        ("keys_only", "keys_only(\"total\")"),
    ] {
        one(
            list,
            word,
            &format!(
                "`{word}` takes no list of fields\nhelp: write `projection = {word}`, or \
                 `projection = include(…)` to name fields"
            ),
        );
    }
    for none in ["include", "include()"] {
        one(
            none,
            "include",
            "`include` names no fields\nhelp: write `projection = include(\"total\", \
             \"status\")`; for none of them, `projection = keys_only`",
        );
    }
    one(
        "include(total)",
        "(total)",
        "`include` takes a list of string literals\nhelp: write `projection = include(\"total\")`, with \
         the fields in quotes",
    );
    one(
        "\"all\"",
        "\"all\"",
        "`projection` takes a bare word\nhelp: write `projection = all`, without quotes",
    );
}

#[test]
fn what_is_included_is_a_field_that_the_index_does_not_hold_anyway() {
    one(
        "include(\"totle\")",
        "\"totle\"",
        "there is no field `totle`\nhelp: did you mean `total`?\nnote: the stored fields are `id`, \
         `customer`, `created_at`, `total`",
    );
    for key in ["customer", "id"] {
        one(
            &format!("include(\"total\", \"{key}\")"),
            &format!("\"{key}\""),
            &format!(
                "`{key}` is a key attribute\nhelp: remove `{key}`\nnote: every index holds its own \
                 keys and the table's"
            ),
        );
    }
    one(
        "include(\"total\", \"total\")",
        "\"total\"",
        "`total` is included twice\nhelp: remove it",
    );
    assert_fault(
        &item_faults(&expiring(
            "index(name = \"by_x\", partition_key = \"total\", projection = include(\"id\"))",
        )),
        "\"id\"",
        "`id` is stored only inside the table's key\nhelp: remove `id`\nnote: every index holds the \
         table's key, and a projection reads the field out of it",
    );
    let flattened = "#[dynamo(table = \"orders\", index(name = \"by_x\", partition_key = \"total\", \
                     projection = include(\"rest\")))] struct Order { #[partition_key] id: String, \
                     total: u64, #[dynamo(flatten)] rest: Rest }";
    assert_fault(
        &item_faults(flattened),
        "\"rest\"",
        "the field `rest` is flattened\nhelp: name a field of the item itself\nnote: a flattened \
         field has no attribute of its own",
    );
}

#[test]
fn the_ttl_is_always_held() {
    let item = good_item(&expiring(
        "index(name = \"by_x\", partition_key = \"total\", projection = include(\"note\"))",
    ));
    assert_eq!(included(&item), ["note", "expires_at"]);
    let item = good_item(&expiring(
        "local_index(name = \"by_x\", sort_key = \"total\", projection = include(\"expires_at\", \"note\"))",
    ));
    assert_eq!(included(&item), ["expires_at", "note"]);
    // As a key it is held anyway.
    let item = good_item(&expiring(
        "index(name = \"by_x\", partition_key = \"total\", sort_key = \"expires_at\", projection = include(\"note\"))",
    ));
    assert_eq!(included(&item), ["note"]);

    for (index, found) in [
        (
            "index(name = \"by_x\", partition_key = \"total\", projection = keys_only)",
            true,
        ),
        (
            "local_index(name = \"by_x\", sort_key = \"total\", projection = keys_only)",
            true,
        ),
        (
            "local_index(name = \"by_x\", sort_key = \"expires_at\", projection = keys_only)",
            false,
        ),
        (
            "index(name = \"by_x\", partition_key = \"total\", sort_key = \"expires_at\", projection = keys_only)",
            false,
        ),
    ] {
        let source = expiring(index);
        if found {
            assert_fault(
                &item_faults(&source),
                "keys_only",
                "`keys_only` leaves the TTL `expires_at` out\nhelp: write `projection = \
                 include(\"expires_at\")`\nnote: a read leaves expired items out, so that every index \
                 holds the TTL",
            );
        } else {
            good_item(&source);
        }
    }
    good_item(&expiring(
        "index(name = \"by_x\", partition_key = \"total\", projection = include(\"expires_at\"))",
    ));
}

#[test]
fn a_faulty_index_says_nothing_of_its_projection() {
    let faults = item_faults(&expiring(
        "index(name = \"by_x\", partition_key = \"nothing\", projection = keys_only)",
    ));
    let sources: Vec<_> = faults.iter().map(|fault| fault.source.as_str()).collect();
    assert_eq!(sources, ["\"nothing\""]);
}

#[test]
fn all_indexes_include_a_hundred_attributes_together() {
    let fields: Vec<String> = (0..51).map(|number| format!("f{number}")).collect();
    let declared: Vec<String> = fields.iter().map(|field| format!("{field}: u8")).collect();
    let item = |second: usize| {
        let list = |count: usize| {
            let names: Vec<String> = fields[..count]
                .iter()
                .map(|field| format!("\"{field}\""))
                .collect();
            names.join(", ")
        };
        format!(
            "#[dynamo(table = \"orders\", \
             index(name = \"one\", partition_key = \"k\", projection = include({})), \
             index(name = \"two\", partition_key = \"k\", projection = include({})))] \
             struct Order {{ #[partition_key] id: String, k: u8, {} }}",
            list(50),
            list(second),
            declared.join(", ")
        )
    };
    good_item(&item(50));
    assert_fault(
        &item_faults(&item(51)),
        "include",
        "the indexes include 101 attributes up to here, the TTL of each counted\nhelp: write \
         `projection = all`\nnote: DynamoDB's indexes of a table include at most 100 attributes \
         together",
    );
}

#[test]
fn included_attributes_have_names_of_255_bytes() {
    let item = |name: &str| {
        format!(
            "#[dynamo(table = \"orders\", index(name = \"one\", partition_key = \"k\", projection = include(\"x\")))] \
             struct Order {{ #[partition_key] id: String, k: u8, #[dynamo(rename = \"{name}\")] x: u8 }}"
        )
    };
    good_item(&item(&"x".repeat(255)));
    assert_fault(
        &item_faults(&item(&"x".repeat(256))),
        "\"x\"",
        "the attribute of `x` has a name of more than 255 bytes\nhelp: give it another name with \
         `rename`, or write `projection = all`\nnote: DynamoDB's indexes name the attributes that \
         they include by at most 255 bytes",
    );
}

#[test]
fn a_projection_names_fields_of_its_item() {
    let projection = good_projection(
        "#[dynamo(of = crate::Order<u8>, crate = crate::x)]
         struct P { id: String, r#type: u8, #[dynamo(field = \"created_at\")] at: T, #[dynamo(field = \"r#fn\")] f: u8 }",
    );
    let constants: Vec<String> = projection
        .fields
        .iter()
        .map(|field| field.constant.to_string())
        .collect();
    assert_eq!(constants, ["ID", "TYPE", "CREATED_AT", "FN"]);
    let path = crate::parse::path_text(&projection.of);
    assert_eq!(path, "crate::Order<u8>");
}

#[test]
fn every_fault_of_a_projection_is_told() {
    let faults = projection(
        "#[dynamo(table = \"orders\")]
         struct P<T> { a: u8, #[dynamo(field = \"a\")] b: u8, #[dynamo(field = \"1\")] c: T, #[dynamo(skip)] d: u8 }",
    )
    .err()
    .unwrap_or_default();
    let sources: Vec<_> = faults.iter().map(|fault| fault.source.as_str()).collect();
    assert_eq!(sources, ["table", "skip", "P", "T", "\"a\"", "\"1\""]);
}
