//! Running the command, and what it leaves behind.

use std::path::{Path, PathBuf};
use std::process::Output;

use assert_cmd::Command;
use dynamap::aws_sdk_dynamodb::Client;
use dynamap::aws_sdk_dynamodb::types::{
    AttributeDefinition, AttributeValue, BillingMode, KeySchemaElement, KeyType,
    ScalarAttributeType, TimeToLiveSpecification,
};
use dynamap_embedded::Engine;
use serde_json::Value;
use tempfile::TempDir;

use crate::prepare::faulty_table;

/// 2026-11-30T12:00:00Z.
pub(crate) const NOW: &str = "1796040000";

/// What a run left behind.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        Self {
            status: output.status.code().expect("not ended by a signal"),
            stdout: String::from_utf8(output.stdout).expect("UTF-8"),
            stderr: String::from_utf8(output.stderr).expect("UTF-8"),
        }
    }
}

impl Run {
    /// The objects on the lines of the output.
    pub(crate) fn json(&self) -> Vec<Value> {
        let read = |line: &str| serde_json::from_str(line).expect("one JSON value per line");
        self.stdout.lines().map(read).collect()
    }
}

/// The command in an environment of its own: no AWS configuration, a zone east of Greenwich.
pub(crate) fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dynamap"));
    command
        .env_clear()
        .env("TZ", "CET-1CEST,M3.5.0,M10.5.0/3")
        .env("AWS_EC2_METADATA_DISABLED", "true");
    command
}

/// Runs the command with the arguments of `line`, which blanks divide.
pub(crate) fn run(line: &str) -> Run {
    run_with(&line.split_whitespace().collect::<Vec<_>>())
}

/// Runs the command with these arguments.
pub(crate) fn run_with(arguments: &[&str]) -> Run {
    let output = command().args(arguments).output();
    output.expect("it starts").into()
}

/// Lines, each ended.
pub(crate) fn lines<const N: usize>(lines: [&str; N]) -> String {
    lines.map(|line| format!("{line}\n")).concat()
}

/// A database file of the embedded engine, removed in the end.
pub(crate) struct Database {
    directory: TempDir,
}

impl Database {
    pub(crate) fn path(&self) -> String {
        let path = self.directory.path().join("tables.db");
        path.into_os_string().into_string().expect("UTF-8")
    }

    /// The directory of the file.
    pub(crate) fn directory(&self) -> &Path {
        self.directory.path()
    }

    /// A file in the same directory.
    pub(crate) fn beside(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// A table `sessions` with the partition key `id`, without items and without TTL.
    pub(crate) fn with_table() -> Self {
        let database = Self {
            directory: TempDir::new().expect("a directory"),
        };
        database.block_on(async |client| {
            create_table(&client, "sessions", &[("id", ScalarAttributeType::S)]).await;
        });
        database
    }

    /// The table of the example, to be judged at [`NOW`].
    pub(crate) fn with_faults() -> Self {
        let database = Self {
            directory: TempDir::new().expect("a directory"),
        };
        database.block_on(async |client| {
            let prepared = faulty_table(&client).await;
            prepared.expect("the table is prepared");
        });
        database
    }

    /// Runs the command on this database, with the arguments of `line`, which blanks divide.
    pub(crate) fn run(&self, line: &str) -> Run {
        self.run_with(&line.split_whitespace().collect::<Vec<_>>())
    }

    /// Runs the command on this database, with these arguments.
    pub(crate) fn run_with(&self, arguments: &[&str]) -> Run {
        let path = self.path();
        let more = ["--embedded", path.as_str()];
        run_with(&[arguments, &more].concat())
    }

    /// Works on the database through the SDK.
    pub(crate) fn block_on<T>(&self, work: impl AsyncFnOnce(Client) -> T) -> T {
        let engine = Engine::open(self.path()).expect("the file opens");
        tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .expect("a runtime")
            .block_on(work(engine.client()))
    }

    /// The TTL attribute of an item as it is stored.
    pub(crate) fn stored(&self, id: &str) -> Option<AttributeValue> {
        self.block_on(async |client| {
            let request = client.get_item().table_name("sessions").key("id", s(id));
            let item = request
                .send()
                .await
                .expect("an answer")
                .item
                .expect("the item");
            item.get("expires_at").cloned()
        })
    }
}

pub(crate) fn s(text: &str) -> AttributeValue {
    AttributeValue::S(text.to_owned())
}

pub(crate) fn n(digits: &str) -> AttributeValue {
    AttributeValue::N(digits.to_owned())
}

/// The partition key first.
pub(crate) async fn create_table(
    client: &Client,
    table: &str,
    key: &[(&str, ScalarAttributeType)],
) {
    let mut request = client
        .create_table()
        .table_name(table)
        .billing_mode(BillingMode::PayPerRequest);
    for ((name, scalar), key_type) in key.iter().zip([KeyType::Hash, KeyType::Range]) {
        let element = KeySchemaElement::builder()
            .attribute_name(*name)
            .key_type(key_type)
            .build()
            .expect("a key element");
        let definition = AttributeDefinition::builder()
            .attribute_name(*name)
            .attribute_type(scalar.clone())
            .build()
            .expect("a definition");
        request = request
            .key_schema(element)
            .attribute_definitions(definition);
    }
    request.send().await.expect("the table is created");
}

pub(crate) async fn enable(client: &Client, table: &str, attribute: &str) {
    let specification = TimeToLiveSpecification::builder()
        .attribute_name(attribute)
        .enabled(true)
        .build()
        .expect("a specification");
    client
        .update_time_to_live()
        .table_name(table)
        .time_to_live_specification(specification)
        .send()
        .await
        .expect("TTL is enabled");
}

pub(crate) async fn put<const N: usize>(
    client: &Client,
    table: &str,
    attributes: [(&str, Option<AttributeValue>); N],
) {
    let mut request = client.put_item().table_name(table);
    for (name, value) in attributes {
        if let Some(value) = value {
            request = request.item(name, value);
        }
    }
    request.send().await.expect("the item is put");
}
