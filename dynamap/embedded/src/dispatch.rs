//! From an operation's name and JSON body to the engine's method and the JSON of its answer.

use std::sync::Mutex;

use dynoxide::{Database, DynoxideError};
use serde::{Serialize, de::DeserializeOwned};

use crate::refusal::{self, Refusal};
use crate::stream_record::ApiRecords;
use crate::time_to_live;

/// One database and what its requests share.
pub(crate) struct Service {
    database: Database,
    time_to_live_turn: Mutex<()>,
}

impl Service {
    pub(crate) fn new(database: Database) -> Self {
        Self {
            database,
            time_to_live_turn: Mutex::new(()),
        }
    }

    pub(crate) fn database(&self) -> &Database {
        &self.database
    }

    /// Runs the operation that an `x-amz-target` header names.
    pub(crate) fn answer(&self, target: &str, body: &[u8]) -> Result<Vec<u8>, Refusal> {
        let Some(operation) = target
            .strip_prefix("DynamoDB_20120810.")
            .or_else(|| target.strip_prefix("DynamoDBStreams_20120810."))
        else {
            return Err(Refusal::UnknownOperation(target.to_owned()));
        };
        self.run(operation, body)
            .unwrap_or_else(|| Err(Refusal::UnknownOperation(operation.to_owned())))
    }

    /// `None` for an operation that the engine does not have.
    fn run(&self, operation: &str, body: &[u8]) -> Option<Result<Vec<u8>, Refusal>> {
        let database = &self.database;
        let answer = match operation {
            "CreateTable" => call(body, |request| database.create_table(request)),
            "DeleteTable" => call(body, |request| database.delete_table(request)),
            "DescribeTable" => call(body, |request| database.describe_table(request)),
            "ListTables" => call(body, |request| database.list_tables(request)),
            "UpdateTable" => call(body, |request| database.update_table(request)),

            "PutItem" => call(body, |request| database.put_item(request)),
            "GetItem" => call(body, |request| database.get_item(request)),
            "UpdateItem" => call(body, |request| database.update_item(request)),
            "DeleteItem" => call(body, |request| database.delete_item(request)),
            "Query" => call(body, |request| database.query(request)),
            "Scan" => call(body, |request| database.scan(request)),
            "SearchVectors" => call(body, |request| database.search_vectors(request)),

            "BatchGetItem" => call(body, |request| database.batch_get_item(request)),
            "BatchWriteItem" => call(body, |request| database.batch_write_item(request)),
            "TransactGetItems" => call(body, |request| database.transact_get_items(request)),
            "TransactWriteItems" => call(body, |request| database.transact_write_items(request)),

            "ExecuteStatement" => call(body, |request| database.execute_statement(request)),
            "BatchExecuteStatement" => {
                call(body, |request| database.batch_execute_statement(request))
            }
            "ExecuteTransaction" => call(body, |request| database.execute_transaction(request)),

            "DescribeTimeToLive" => call(body, |request| database.describe_time_to_live(request)),
            "UpdateTimeToLive" => call(body, |request| {
                time_to_live::update(database, &self.time_to_live_turn, request)
            }),

            "TagResource" => call(body, |request| database.tag_resource(request)),
            "UntagResource" => call(body, |request| database.untag_resource(request)),
            "ListTagsOfResource" => call(body, |request| database.list_tags_of_resource(request)),

            "ListStreams" => call(body, |request| database.list_streams(request)),
            "DescribeStream" => call(body, |request| database.describe_stream(request)),
            "GetShardIterator" => call(body, |request| database.get_shard_iterator(request)),
            "GetRecords" => call(body, |request| {
                database.get_records(request).map(ApiRecords)
            }),
            _ => return None,
        };
        Some(answer.map_err(|error| Refusal::Engine(refusal::for_operation(operation, error))))
    }
}

fn call<Request: DeserializeOwned, Answer: Serialize>(
    body: &[u8],
    method: impl FnOnce(Request) -> dynoxide::Result<Answer>,
) -> dynoxide::Result<Vec<u8>> {
    let request = serde_json::from_slice(body).map_err(|error| refusal::of_unreadable(&error))?;
    let answer = method(request)?;
    serde_json::to_vec(&answer).map_err(|error| {
        DynoxideError::InternalServerError(format!("the answer could not be written: {error}"))
    })
}
