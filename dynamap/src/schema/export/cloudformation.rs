//! Templates of CloudFormation.

use super::document::{Document, map};
use super::{Export, unique};
use crate::schema::TableDefinition;

impl Export {
    /// A CloudFormation template in JSON: one `AWS::DynamoDB::Table` for each table, named after it in
    /// `PascalCase`. Its policies keep the table, and so its items, when the stack goes.
    pub fn cloudformation_json(&self) -> String {
        self.template().to_json()
    }

    /// The same template in YAML.
    pub fn cloudformation_yaml(&self) -> String {
        self.template().to_yaml()
    }

    fn template(&self) -> Document {
        let mut taken = Vec::new();
        let resources = self.tables.iter().map(|table| {
            let name = unique(logical_name(table.name()), &mut taken);
            (name, resource(table))
        });
        map([
            ("AWSTemplateFormatVersion", "2010-09-09".into()),
            ("Resources", Document::Map(resources.collect())),
        ])
    }
}

fn resource(table: &TableDefinition) -> Document {
    // There is no `StreamEnabled` here.
    let stream = table
        .stream
        .as_ref()
        .map(|view| map([("StreamViewType", view.as_str().into())]));
    let properties = table
        .with_properties(map([("TableName", table.name().into())]))
        .with_some("StreamSpecification", stream)
        .with_some("TimeToLiveSpecification", table.time_to_live());
    map([
        ("Type", "AWS::DynamoDB::Table".into()),
        ("DeletionPolicy", "Retain".into()),
        ("UpdateReplacePolicy", "Retain".into()),
        ("Properties", properties),
    ])
}

/// CloudFormation takes letters and digits: `my-orders.v2` is `MyOrdersV2`.
fn logical_name(table: &str) -> String {
    let words = table.split(|character: char| !character.is_ascii_alphanumeric());
    let name: String = words
        .flat_map(|word| {
            let mut characters = word.chars();
            let first = characters.next().map(|first| first.to_ascii_uppercase());
            first.into_iter().chain(characters)
        })
        .collect();
    if name.is_empty() {
        "Table".to_owned()
    } else {
        name
    }
}

#[cfg(test)]
mod tests {
    use super::super::unique;
    use super::logical_name;

    #[test]
    fn names_have_letters_and_digits() {
        for (table, name) in [
            ("sessions", "Sessions"),
            ("Application", "Application"),
            ("my-orders.v2", "MyOrdersV2"),
            ("a_b", "AB"),
            ("2022", "2022"),
            ("---", "Table"),
        ] {
            assert_eq!(logical_name(table), name);
        }
    }

    #[test]
    fn names_are_unique() {
        let mut taken = Vec::new();
        let names =
            ["a-b", "a.b", "AB2", "aB"].map(|table| unique(logical_name(table), &mut taken));
        assert_eq!(names, ["AB", "AB2", "AB22", "AB3"]);
    }
}
