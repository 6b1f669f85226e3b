//! Configurations of Terraform, in its JSON syntax.

use aws_sdk_dynamodb::types::{KeyType, StreamViewType};

use super::document::{Document, map};
use super::{Export, unique};
use crate::schema::{Index, IndexKind, IndexProjection, TableDefinition};

impl Export {
    /// A Terraform configuration in JSON, for a file that ends in `.tf.json`: one `aws_dynamodb_table`
    /// for each table, under the table's own name. OpenTofu reads it too.
    ///
    /// An index with several attributes in its partition key or sort key is written with `key_schema`, which
    /// takes version 6.29 of the AWS provider or later.
    ///
    /// `terraform import aws_dynamodb_table.NAME TABLE` takes a table that exists under its care.
    pub fn terraform_json(&self) -> String {
        let mut taken = Vec::new();
        let tables = self.tables.iter().map(|table| {
            let name = unique(label(table.name()), &mut taken);
            (name, resource(table))
        });
        let tables = Document::Map(tables.collect());
        map([("resource", map([("aws_dynamodb_table", tables)]))]).to_json()
    }
}

fn resource(table: &TableDefinition) -> Document {
    let attributes = table.attribute_definitions().into_iter().map(|attribute| {
        map([
            ("name", text(attribute.name)),
            ("type", attribute.scalar.as_str().into()),
        ])
    });
    let ttl = table.ttl.map(|attribute| {
        map([
            ("attribute_name", text(attribute)),
            ("enabled", true.into()),
        ])
    });
    let view = table.stream.as_ref().map(StreamViewType::as_str);
    map([
        ("name", text(table.name())),
        ("billing_mode", "PAY_PER_REQUEST".into()),
        ("hash_key", text(table.partition_key.name)),
    ])
    .with_some("range_key", table.sort_key.map(|key| text(key.name)))
    .with_list("attribute", attributes)
    .with_list(
        "global_secondary_index",
        table.indexes(IndexKind::Global).map(global_index),
    )
    .with_list(
        "local_secondary_index",
        table.indexes(IndexKind::Local).map(local_index),
    )
    .with_some("ttl", ttl)
    .with_some("stream_enabled", view.map(|_| true))
    .with_some("stream_view_type", view)
}

/// A key of several attributes takes blocks `key_schema`, which older versions of the provider do not
/// know; any other key is written as every version reads it.
fn global_index(index: &Index) -> Document {
    let document = map([("name", text(index.name))]);
    let is_plain = index.partition_key.len() == 1 && index.sort_key.len() < 2;
    let document = if is_plain {
        index.key().fold(document, |document, (attribute, role)| {
            let argument = match role {
                KeyType::Range => "range_key",
                _ => "hash_key",
            };
            document.with(argument, text(attribute.name))
        })
    } else {
        let elements = index.key().map(|(attribute, role)| {
            map([
                ("attribute_name", text(attribute.name)),
                ("key_type", role.as_str().into()),
            ])
        });
        document.with_list("key_schema", elements)
    };
    projected(document, index)
}

/// The partition key is the table's, and has no argument.
fn local_index(index: &Index) -> Document {
    let sort_key = index.sort_key.first().map(|key| text(key.name));
    projected(
        map([("name", text(index.name))]).with_some("range_key", sort_key),
        index,
    )
}

fn projected(document: Document, index: &Index) -> Document {
    let projection = index.projection();
    let document = document.with("projection_type", projection.as_str());
    match projection {
        IndexProjection::Include(attributes) => {
            let names = attributes.iter().map(|name| text(name));
            document.with_list("non_key_attributes", names)
        }
        IndexProjection::All | IndexProjection::KeysOnly => document,
    }
}

/// A string of Terraform is a template, also in JSON: what would open an expression is doubled.
fn text(text: &str) -> Document {
    Document::Text(text.replace("${", "$${").replace("%{", "%%{"))
}

/// Terraform takes letters, digits, `_` and `-`, and no digit or `-` at the start.
fn label(table: &str) -> String {
    let label: String = table
        .chars()
        .map(|character| match character {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '_' | '-' => character,
            _ => '_',
        })
        .collect();
    if label.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_') {
        label
    } else {
        format!("_{label}")
    }
}

#[cfg(test)]
mod tests {
    use super::{Document, label, text};

    #[test]
    fn labels_are_names_of_terraform() {
        for (table, name) in [
            ("my-orders", "my-orders"),
            ("my.orders", "my_orders"),
            ("2022_orders", "_2022_orders"),
            ("-x", "_-x"),
        ] {
            assert_eq!(label(table), name);
        }
    }

    #[test]
    fn texts_hold_no_expression() {
        for (name, written) in [
            ("plain", "plain"),
            ("${var.x}", "$${var.x}"),
            ("%{if x}", "%%{if x}"),
            ("$x %y", "$x %y"),
        ] {
            let Document::Text(text) = text(name) else {
                panic!("a text");
            };
            assert_eq!(text, written);
        }
    }
}
