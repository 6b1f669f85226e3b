use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use aws_sdk_dynamodbstreams::Client;
use aws_sdk_dynamodbstreams::config::retry::RetryConfig;
use aws_sdk_dynamodbstreams::config::{BehaviorVersion, Region, StalledStreamProtectionConfig};
use aws_smithy_async::rt::sleep::TokioSleep;
use aws_smithy_runtime_api::client::http::{
    HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpConnector,
};
use aws_smithy_runtime_api::client::orchestrator::HttpRequest;
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use serde_json::{Value, json};
use time::OffsetDateTime;

use crate::scripted::response;

/// A stream with shards that split, close and are trimmed, which the engine's one shard never is.
///
/// Every record is the insertion of an item whose `id` is the text given.
#[derive(Clone, Default)]
pub struct Stream(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    shards: Vec<Shard>,
    next_number: u64,
    is_disabled: bool,
    /// Iterators of an earlier age have expired.
    age: u64,
    /// The codes that the next requests of an operation are refused with.
    refusals: Vec<(&'static str, &'static str)>,
    requests: Vec<String>,
}

#[derive(Default)]
struct Shard {
    id: String,
    parent: Option<String>,
    records: Vec<Value>,
    trimmed: usize,
    is_closed: bool,
    first: u64,
}

/// The first sequence number of a stream: one that no integer type of 64 bits holds.
const FIRST: u128 = 100_000_000_000_000_000_000;
/// The second of the first record; the next one is a second later.
const BEGAN: u64 = 1_764_500_000;

impl Stream {
    /// The ARN of the stream.
    pub const ARN: &'static str =
        "arn:aws:dynamodb:us-east-1:000000000000:table/orders/stream/2026-11-30T00:00:00.000";

    /// A stream without shards.
    pub fn new() -> Self {
        Self::default()
    }

    /// A client of the stream. It does not retry by itself.
    pub fn client(&self) -> Client {
        let config = aws_sdk_dynamodbstreams::Config::builder()
            .behavior_version(BehaviorVersion::latest())
            .region(Region::from_static("us-east-1"))
            .endpoint_url("http://dynamodb.invalid")
            .allow_no_auth()
            .http_client(self.clone())
            .retry_config(RetryConfig::disabled())
            .stalled_stream_protection(StalledStreamProtectionConfig::disabled())
            .sleep_impl(TokioSleep::new());
        Client::from_conf(config.build())
    }

    /// Opens a shard.
    pub fn open(&self, id: &str, parent: Option<&str>) {
        let mut state = self.lock();
        let first = state.next_number;
        state.shards.push(Shard {
            id: id.to_owned(),
            parent: parent.map(str::to_owned),
            first,
            ..Shard::default()
        });
    }

    /// Adds a record to a shard, and returns its sequence number.
    pub fn add(&self, shard: &str, id: &str) -> String {
        self.add_created(shard, id, |number| BEGAN + number)
    }

    /// Adds a record that happens now.
    pub fn add_now(&self, shard: &str, id: &str) -> String {
        let now = OffsetDateTime::now_utc().unix_timestamp().unsigned_abs();
        self.add_created(shard, id, |_| now)
    }

    fn add_created(&self, shard: &str, id: &str, second: impl FnOnce(u64) -> u64) -> String {
        let mut state = self.lock();
        let number = state.next_number;
        state.next_number += 1;
        let text = sequence_number(number);
        let record = json!({
            "eventID": format!("event-{id}"),
            "eventName": "INSERT",
            "awsRegion": "us-east-1",
            "dynamodb": {
                "ApproximateCreationDateTime": second(number),
                "Keys": {"id": {"S": id}},
                "NewImage": {"id": {"S": id}},
                "SequenceNumber": text,
                "SizeBytes": 10,
                "StreamViewType": "NEW_AND_OLD_IMAGES",
            },
        });
        state.shard(shard).records.push(record);
        text
    }

    /// Closes a shard, as a split does.
    pub fn close(&self, shard: &str) {
        self.lock().shard(shard).is_closed = true;
    }

    /// Trims so many records of a shard, as the service does after 24 hours.
    pub fn trim(&self, shard: &str, records: usize) {
        self.lock().shard(shard).trimmed = records;
    }

    /// Takes a shard out of the stream, as the service does when all of it is trimmed.
    pub fn forget(&self, shard: &str) {
        self.lock().shards.retain(|known| known.id != shard);
    }

    /// Disables the stream, which closes its shards.
    pub fn disable(&self) {
        let mut state = self.lock();
        state.is_disabled = true;
        for shard in &mut state.shards {
            shard.is_closed = true;
        }
    }

    /// Makes every iterator that is out expire.
    pub fn expire_iterators(&self) {
        self.lock().age += 1;
    }

    /// Refuses the next request of an operation; several refusals are met in turn.
    pub fn refuse(&self, operation: &'static str, code: &'static str) {
        self.lock().refusals.push((operation, code));
    }

    /// The requests since they were last taken: GetShardIterator with its kind and shard, GetRecords with
    /// its shard, DescribeStream.
    pub fn requests(&self) -> Vec<String> {
        std::mem::take(&mut self.lock().requests)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn sequence_number(number: u64) -> String {
    (FIRST + u128::from(number)).to_string()
}

/// A refusal's code.
type Refused = &'static str;

impl State {
    fn shard(&mut self, id: &str) -> &mut Shard {
        let found = self.shards.iter_mut().find(|shard| shard.id == id);
        found.expect("a shard of this id")
    }

    fn answer(&mut self, operation: &str, body: &Value) -> Result<Value, Refused> {
        let text = |member: &str| body[member].as_str().unwrap_or_default().to_owned();
        let line = match operation {
            "GetShardIterator" => {
                format!(
                    "{operation} {} {}",
                    text("ShardIteratorType"),
                    text("ShardId")
                )
            }
            "GetRecords" => {
                let iterator = text("ShardIterator");
                let shard = iterator.split('|').next().unwrap_or_default();
                format!("{operation} {shard}")
            }
            _ => operation.to_owned(),
        };
        self.requests.push(line);
        if let Some(at) = self.refusals.iter().position(|(of, _)| *of == operation) {
            return Err(self.refusals.remove(at).1);
        }
        match operation {
            "ListStreams" => Ok(json!({"Streams": [
                {"StreamArn": "arn:old", "StreamLabel": "2025-01-01T00:00:00.000", "TableName": "orders"},
                {"StreamArn": Stream::ARN, "StreamLabel": "2026-11-30T00:00:00.000", "TableName": "orders"},
            ]})),
            "DescribeStream" => Ok(self.describe(&text("ExclusiveStartShardId"))),
            "GetShardIterator" => self.iterator(body),
            "GetRecords" => self.records(body),
            _ => Err("UnknownOperationException"),
        }
    }

    /// Two shards a page.
    fn describe(&self, start: &str) -> Value {
        let from = match self.shards.iter().position(|shard| shard.id == start) {
            Some(position) => position + 1,
            None => 0,
        };
        let page: Vec<&Shard> = self.shards.iter().skip(from).take(2).collect();
        let shards: Vec<Value> = page
            .iter()
            .map(|shard| {
                let mut range = json!({"StartingSequenceNumber": sequence_number(shard.first)});
                if shard.is_closed {
                    range["EndingSequenceNumber"] = shard.ending();
                }
                let mut description = json!({"ShardId": shard.id, "SequenceNumberRange": range});
                if let Some(parent) = &shard.parent {
                    description["ParentShardId"] = parent.as_str().into();
                }
                description
            })
            .collect();
        let mut description = json!({
            "StreamArn": Stream::ARN,
            "StreamStatus": if self.is_disabled { "DISABLED" } else { "ENABLED" },
            "Shards": shards,
        });
        if from + page.len() < self.shards.len() {
            description["LastEvaluatedShardId"] = page.last().map(|last| last.id.as_str()).into();
        }
        json!({"StreamDescription": description})
    }

    fn iterator(&self, body: &Value) -> Result<Value, Refused> {
        let id = body["ShardId"].as_str().unwrap_or_default();
        let shard = self
            .shards
            .iter()
            .find(|shard| shard.id == id)
            .ok_or("ResourceNotFoundException")?;
        let position = |number: &Value| {
            let found = shard
                .records
                .iter()
                .position(|record| record["dynamodb"]["SequenceNumber"] == *number);
            found.ok_or("ValidationException")
        };
        let index = match body["ShardIteratorType"].as_str().unwrap_or_default() {
            "TRIM_HORIZON" => shard.trimmed,
            "LATEST" => shard.records.len(),
            "AT_SEQUENCE_NUMBER" => position(&body["SequenceNumber"])?,
            "AFTER_SEQUENCE_NUMBER" => position(&body["SequenceNumber"])? + 1,
            "AT_TIMESTAMP" => {
                let at = body["Timestamp"].as_f64().unwrap_or_default();
                let created = |record: &Value| {
                    record["dynamodb"]["ApproximateCreationDateTime"]
                        .as_f64()
                        .unwrap_or_default()
                };
                shard
                    .records
                    .iter()
                    .position(|record| created(record) >= at)
                    .unwrap_or(shard.records.len())
            }
            _ => return Err("ValidationException"),
        };
        if index < shard.trimmed {
            return Err("TrimmedDataAccessException");
        }
        Ok(json!({"ShardIterator": format!("{id}|{index}|{}", self.age)}))
    }

    fn records(&self, body: &Value) -> Result<Value, Refused> {
        let iterator = body["ShardIterator"].as_str().unwrap_or_default();
        let mut parts = iterator.split('|');
        let id = parts.next().unwrap_or_default();
        let number = |text: Option<&str>| text.and_then(|text| text.parse::<usize>().ok());
        let index = number(parts.next()).ok_or("ValidationException")?;
        if number(parts.next()) != usize::try_from(self.age).ok() {
            return Err("ExpiredIteratorException");
        }
        let shard = self
            .shards
            .iter()
            .find(|shard| shard.id == id)
            .ok_or("ResourceNotFoundException")?;
        if index < shard.trimmed {
            return Err("TrimmedDataAccessException");
        }
        let limit = number(
            body["Limit"]
                .as_u64()
                .map(|limit| limit.to_string())
                .as_deref(),
        );
        let records: Vec<&Value> = shard
            .records
            .iter()
            .skip(index)
            .take(limit.unwrap_or(1_000))
            .collect();
        let next = index + records.len();
        let mut answer = json!({"Records": records});
        if !(shard.is_closed && next >= shard.records.len()) {
            answer["NextShardIterator"] = format!("{id}|{next}|{}", self.age).into();
        }
        Ok(answer)
    }
}

impl Shard {
    fn ending(&self) -> Value {
        match self.records.last() {
            Some(last) => last["dynamodb"]["SequenceNumber"].clone(),
            None => sequence_number(self.first).into(),
        }
    }
}

impl HttpConnector for Stream {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let target = request.headers().get("x-amz-target").unwrap_or_default();
        let operation = target.rsplit('.').next().unwrap_or_default().to_owned();
        let body = serde_json::from_slice(request.body().bytes().unwrap_or_default());
        let stream = self.clone();
        HttpConnectorFuture::new(async move {
            // Other tasks run before the answer comes, as with a network between.
            tokio::task::yield_now().await;
            let answer = stream.lock().answer(&operation, &body.unwrap_or_default());
            match answer {
                Ok(answer) => response(200, answer.to_string().into_bytes()),
                Err(code) => {
                    let body = json!({
                        "__type": format!("com.amazonaws.dynamodb.v20120810#{code}"),
                        "message": "refused as told",
                    });
                    let status = if code == "InternalServerError" {
                        500
                    } else {
                        400
                    };
                    response(status, body.to_string().into_bytes())
                }
            }
        })
    }
}

impl HttpClient for Stream {
    fn http_connector(
        &self,
        _settings: &HttpConnectorSettings,
        _components: &RuntimeComponents,
    ) -> SharedHttpConnector {
        SharedHttpConnector::new(self.clone())
    }
}

impl fmt::Debug for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stream").finish_non_exhaustive()
    }
}
