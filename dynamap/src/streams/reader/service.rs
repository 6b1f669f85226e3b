//! The requests of the Streams API, and what their errors mean to a reader.

use aws_sdk_dynamodbstreams::Client;
use aws_sdk_dynamodbstreams::error::SdkError;
use aws_sdk_dynamodbstreams::operation::describe_stream::DescribeStreamError;
use aws_sdk_dynamodbstreams::operation::get_records::{GetRecordsError, GetRecordsOutput};
use aws_sdk_dynamodbstreams::operation::get_shard_iterator::GetShardIteratorError;
use aws_sdk_dynamodbstreams::operation::list_streams::ListStreamsError;
use aws_sdk_dynamodbstreams::types::{StreamDescription, StreamStatus};
use aws_smithy_runtime_api::client::orchestrator::HttpResponse;

use super::shards::ShardInfo;
use super::start::IteratorRequest;
use crate::operation::{OperationError, failed};
use crate::streams::Shard;
use crate::{Error, ErrorKind, Result};

impl OperationError for DescribeStreamError {}
impl OperationError for GetRecordsError {}
impl OperationError for GetShardIteratorError {}
impl OperationError for ListStreamsError {}

/// The shards of a stream as they stand.
pub(super) struct Listing {
    pub(super) shards: Vec<ShardInfo>,
    /// Whether the stream gets no more records.
    pub(super) is_disabled: bool,
}

/// The newest stream of a table.
pub(super) async fn stream_of(client: &Client, table: &str) -> Result<String> {
    let mut newest: Option<(String, String)> = None;
    let mut start = None;
    loop {
        let page = client
            .list_streams()
            .table_name(table)
            .set_exclusive_start_stream_arn(start)
            .send()
            .await
            .map_err(|error| translated(error, "ListStreams", table))?;
        for stream in page.streams.unwrap_or_default() {
            // The label is the time at which the stream was made.
            if let (Some(arn), Some(label)) = (stream.stream_arn, stream.stream_label)
                && newest.as_ref().is_none_or(|(newest, _)| label > *newest)
            {
                newest = Some((label, arn));
            }
        }
        start = page.last_evaluated_stream_arn;
        if start.is_none() {
            break;
        }
    }
    match newest {
        Some((_, arn)) => Ok(arn),
        None => Err(Error::new(
            ErrorKind::TableNotFound,
            "the table has no stream: enable it with the view type `NEW_AND_OLD_IMAGES`",
        )
        .during("ListStreams", table)),
    }
}

pub(super) async fn list_shards(client: &Client, arn: &str) -> Result<Listing> {
    const DESCRIBE: &str = "DescribeStream";
    let mut listing = Listing {
        shards: Vec::new(),
        is_disabled: false,
    };
    let mut start = None;
    loop {
        let described = client
            .describe_stream()
            .stream_arn(arn)
            .set_exclusive_start_shard_id(start)
            .send()
            .await
            .map_err(|error| translated(error, DESCRIBE, arn))?;
        let description: StreamDescription = described.stream_description.ok_or_else(|| {
            Error::new(ErrorKind::Service, "the answer describes no stream").during(DESCRIBE, arn)
        })?;
        listing.is_disabled = description.stream_status == Some(StreamStatus::Disabled);
        let shards = description.shards.unwrap_or_default();
        listing
            .shards
            .extend(shards.into_iter().filter_map(ShardInfo::of));
        start = description.last_evaluated_shard_id;
        if start.is_none() {
            return Ok(listing);
        }
    }
}

pub(super) async fn iterator(
    client: &Client,
    shard: &Shard,
    request: IteratorRequest,
) -> Result<String> {
    const GET: &str = "GetShardIterator";
    let number = request.sequence_number.map(|number| number.to_string());
    let answer = client
        .get_shard_iterator()
        .stream_arn(shard.stream_arn())
        .shard_id(shard.id())
        .shard_iterator_type(request.kind)
        .set_sequence_number(number)
        .set_timestamp(request.timestamp)
        .send()
        .await
        .map_err(|error| translated(error, GET, shard.stream_arn()))?;
    answer.shard_iterator.ok_or_else(|| {
        Error::new(ErrorKind::Service, "the answer has no iterator").during(GET, shard.stream_arn())
    })
}

pub(super) async fn get_records(
    client: &Client,
    shard: &Shard,
    iterator: &str,
    limit: i32,
) -> Result<GetRecordsOutput> {
    client
        .get_records()
        .shard_iterator(iterator)
        .limit(limit)
        .send()
        .await
        .map_err(|error| translated(error, "GetRecords", shard.stream_arn()))
}

fn translated<E: OperationError>(
    error: SdkError<E, HttpResponse>,
    operation: &'static str,
    arn: &str,
) -> Error {
    let error = failed(error, operation, arn);
    match error.code() {
        Some("LimitExceededException") => error.reworded(
            ErrorKind::Throttled,
            "the shard is read too often: DynamoDB serves two readers of a shard at once, one on a global table",
        ),
        Some("ResourceNotFoundException") => {
            error.reworded(ErrorKind::TableNotFound, "no such stream or shard")
        }
        _ => error,
    }
}

/// Whether the position lies before the oldest record that is kept.
pub(super) fn is_trimmed(error: &Error) -> bool {
    error.code() == Some("TrimmedDataAccessException")
}

/// Whether the iterator is older than 15 minutes.
pub(super) fn is_expired(error: &Error) -> bool {
    error.code() == Some("ExpiredIteratorException")
}

/// Whether the service does not take the position that was asked for.
pub(super) fn is_refused_position(error: &Error) -> bool {
    error.code() == Some("ValidationException")
}
