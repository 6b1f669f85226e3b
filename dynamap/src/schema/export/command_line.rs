//! The inputs of the AWS command line.

use aws_sdk_dynamodb::types::KeyType;

use super::document::{Document, map};
use crate::schema::{Index, IndexKind, IndexProjection, KeyAttribute, TableDefinition};

impl TableDefinition {
    /// The input of CreateTable as JSON, for `aws dynamodb create-table --cli-input-json file://table.json`.
    ///
    /// TTL is a request of its own: see [`time_to_live_input`](Self::time_to_live_input).
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/setup.rs"));
    /// # fn main() {
    /// let json = Order::SCHEMA.definition().create_table_input();
    /// assert!(json.starts_with("{\n  \"TableName\": \"Application\",\n"));
    /// # }
    /// ```
    pub fn create_table_input(&self) -> String {
        let stream = self.stream.as_ref().map(|view| {
            map([
                ("StreamEnabled", true.into()),
                ("StreamViewType", view.as_str().into()),
            ])
        });
        let document = map([("TableName", self.name.as_str().into())]);
        let document = self.with_properties(document);
        document.with_some("StreamSpecification", stream).to_json()
    }

    /// The input of UpdateTimeToLive as JSON, for `aws dynamodb update-time-to-live --cli-input-json
    /// file://ttl.json`; none if no TTL is declared. The table has to be active.
    pub fn time_to_live_input(&self) -> Option<String> {
        let document = map([
            ("TableName", self.name.as_str().into()),
            ("TimeToLiveSpecification", self.time_to_live()?),
        ]);
        Some(document.to_json())
    }

    /// What CreateTable and CloudFormation call by the same names.
    pub(super) fn with_properties(&self, document: Document) -> Document {
        let definitions = self.attribute_definitions().into_iter().map(|attribute| {
            map([
                ("AttributeName", attribute.name.into()),
                ("AttributeType", attribute.scalar.as_str().into()),
            ])
        });
        document
            .with("BillingMode", "PAY_PER_REQUEST")
            .with_list("AttributeDefinitions", definitions)
            .with("KeySchema", key_schema(self.key()))
            .with_list(
                "GlobalSecondaryIndexes",
                self.indexes(IndexKind::Global).map(index),
            )
            .with_list(
                "LocalSecondaryIndexes",
                self.indexes(IndexKind::Local).map(index),
            )
    }

    pub(super) fn time_to_live(&self) -> Option<Document> {
        let attribute = self.ttl?;
        Some(map([
            ("AttributeName", attribute.into()),
            ("Enabled", true.into()),
        ]))
    }
}

fn key_schema(key: impl Iterator<Item = (KeyAttribute, KeyType)>) -> Document {
    key.map(|(attribute, key_type)| {
        map([
            ("AttributeName", attribute.name.into()),
            ("KeyType", key_type.as_str().into()),
        ])
    })
    .collect()
}

fn index(index: &Index) -> Document {
    let projection = index.projection();
    let attributes = match &projection {
        IndexProjection::Include(attributes) => attributes.iter().map(|name| &**name).collect(),
        IndexProjection::All | IndexProjection::KeysOnly => Vec::new(),
    };
    let projection = map([("ProjectionType", projection.as_str().into())]);
    map([
        ("IndexName", index.name.into()),
        ("KeySchema", key_schema(index.key())),
        (
            "Projection",
            projection.with_list("NonKeyAttributes", attributes.into_iter().map(Into::into)),
        ),
    ])
}
