//! The rules of `entity` and `tag`.

use super::{assert_fault, good_item, item_faults, on_struct};

#[track_caller]
fn one(options: &str, underlined: &str, message: &str) {
    let options = format!("table = \"orders\", {options}");
    assert_fault(&item_faults(&on_struct(&options)), underlined, message);
}

const ANOTHER: &str = "\nhelp: name the entity by another attribute, as in `tag = \"_type\"`";

#[test]
fn an_entity_has_a_name_and_an_attribute() {
    let model = |options: &str| good_item(&on_struct(&format!("table = \"orders\", {options}")));
    let entity = model("entity = \"ORDER\", tag = \"_type\"").entity;
    let entity = entity.expect("declared");
    assert_eq!(
        (entity.name.as_str(), entity.tag.value.as_str()),
        ("ORDER", "_type")
    );
    let entity = model("entity = \"ORDER\"").entity.expect("declared");
    assert_eq!(
        (entity.name.as_str(), entity.tag.value.as_str()),
        ("ORDER", "type")
    );
    assert!(model("key = \"OrderId\"").entity.is_none());
}

#[test]
fn names_are_not_empty() {
    one(
        "entity = \"\"",
        "\"\"",
        "the name of the entity is empty\nhelp: write the name that tells these items from others, as in \
         `entity = \"ORDER\"`",
    );
    one(
        "entity = \"ORDER\", tag = \"\"",
        "\"\"",
        "the attribute name is empty\nhelp: write a name, as in `rename = \"status\"`",
    );
}

#[test]
fn a_tag_needs_an_entity() {
    one(
        "tag = \"_type\"",
        "tag",
        "`tag` needs `entity`\nhelp: add `entity = \"ORDER\"`: what the attribute says of each item of this \
         type",
    );
}

#[test]
fn the_tag_is_no_other_attribute() {
    one(
        "entity = \"ORDER\", tag = \"customer\"",
        "\"customer\"",
        &format!("`customer` is stored as `customer`, which names the entity{ANOTHER}"),
    );
    one(
        "entity = \"ORDER\", tag = \"pk\", index(name = \"by_customer\", partition_key(attribute = \"pk\", \
         parts = [\"customer\"]))",
        "\"pk\"",
        &format!("a key attribute is `pk`, which names the entity{ANOTHER}"),
    );
    // Where no attribute was named, the word that asks for one.
    assert_fault(
        &item_faults(
            "#[dynamo(table = \"orders\", entity = \"ORDER\")] struct Order { #[partition_key] id: String, \
             #[dynamo(alias = \"type\")] kind: String }",
        ),
        "\"ORDER\"",
        &format!("`kind` is stored as `type`, which names the entity{ANOTHER}"),
    );
}
