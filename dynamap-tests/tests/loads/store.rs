use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::retry::RetryConfig;
use aws_sdk_dynamodb::config::{BehaviorVersion, Config, Credentials, Region};
use aws_smithy_async::rt::sleep::TokioSleep;
use aws_smithy_runtime_api::client::http::{
    HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpConnector,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::client::result::ConnectorError;
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_runtime_api::http::StatusCode;
use aws_smithy_types::body::SdkBody;
use serde_json::{Value, json};

use super::{Reading, ReadingTable};

/// What becomes of one call.
pub(super) enum Fate {
    Stored,
    /// This many requests, the last ones, come back; the others are stored.
    Unprocessed(usize),
    Refused(&'static str),
}

/// A table that knows nothing but BatchWriteItem, so that a load is measured and not an engine.
#[derive(Clone)]
pub(super) struct Store(Arc<Mutex<State>>);

type Decide = Box<dyn FnMut(usize, &[u64]) -> Fate + Send>;

struct State {
    decide: Decide,
    /// The numbers of each call, in order, whatever became of it.
    calls: Vec<Vec<u64>>,
    /// How often each number was stored or deleted, and the text of its `celsius`.
    stored: HashMap<u64, (usize, Option<String>)>,
}

impl Store {
    /// A store that asks what becomes of a call by its place among the calls and its numbers.
    pub(super) fn new(decide: impl FnMut(usize, &[u64]) -> Fate + Send + 'static) -> Self {
        Self(Arc::new(Mutex::new(State {
            decide: Box::new(decide),
            calls: Vec::new(),
            stored: HashMap::new(),
        })))
    }

    /// A handle on a client that retries nothing by itself.
    pub(super) fn table(&self) -> ReadingTable {
        let config = Config::builder()
            .behavior_version(BehaviorVersion::latest())
            .region(Region::from_static("us-east-1"))
            .credentials_provider(Credentials::new("key", "secret", None, None, "tests"))
            .retry_config(RetryConfig::disabled())
            .sleep_impl(TokioSleep::new())
            .http_client(self.clone());
        Reading::table(&Client::from_conf(config.build()))
    }

    pub(super) fn calls(&self) -> Vec<Vec<u64>> {
        self.lock().calls.clone()
    }

    /// How often each number was written.
    pub(super) fn counts(&self) -> HashMap<u64, usize> {
        let state = self.lock();
        state
            .stored
            .iter()
            .map(|(number, (count, _))| (*number, *count))
            .collect()
    }

    /// What is stored of a number: the text of its `celsius`.
    pub(super) fn celsius(&self, number: u64) -> Option<String> {
        self.lock().stored.get(&number)?.1.clone()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn answer(&self, request: &HttpRequest) -> (u16, Value) {
        let body = request.body().bytes().expect("a body in memory");
        let body: Value = serde_json::from_slice(body).expect("JSON");
        let requests = body["RequestItems"]["readings"]
            .as_array()
            .expect("requests on the table");
        let numbers: Vec<u64> = requests.iter().map(number_of).collect();
        let mut distinct = numbers.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), numbers.len(), "a key twice in one call");
        assert!((1..=25).contains(&numbers.len()), "{}", numbers.len());
        let mut state = self.lock();
        let place = state.calls.len();
        state.calls.push(numbers.clone());
        let left = match (state.decide)(place, &numbers) {
            Fate::Refused(code) => {
                let kind = format!("com.amazonaws.dynamodb.v20120810#{code}");
                return (400, json!({"__type": kind, "message": "No."}));
            }
            Fate::Unprocessed(count) => count.min(numbers.len()),
            Fate::Stored => 0,
        };
        let (done, left) = requests.split_at(requests.len() - left);
        for request in done {
            let entry = state.stored.entry(number_of(request)).or_default();
            entry.0 += 1;
            let celsius = &request["PutRequest"]["Item"]["celsius"]["N"];
            entry.1 = celsius.as_str().map(str::to_owned);
        }
        match left {
            [] => (200, json!({"UnprocessedItems": {}})),
            left => (200, json!({"UnprocessedItems": {"readings": left}})),
        }
    }
}

fn number_of(request: &Value) -> u64 {
    let put = &request["PutRequest"]["Item"]["number"]["N"];
    let delete = &request["DeleteRequest"]["Key"]["number"]["N"];
    let number = put.as_str().or(delete.as_str()).expect("a key");
    number.parse().expect("a number")
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Store")
    }
}

impl HttpClient for Store {
    fn http_connector(
        &self,
        _settings: &HttpConnectorSettings,
        _components: &RuntimeComponents,
    ) -> SharedHttpConnector {
        SharedHttpConnector::new(self.clone())
    }
}

impl HttpConnector for Store {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let store = self.clone();
        HttpConnectorFuture::new(async move {
            // So that calls are under way together.
            tokio::task::yield_now().await;
            let (status, body) = store.answer(&request);
            let status = StatusCode::try_from(status)
                .map_err(|error| ConnectorError::other(error.into(), None))?;
            Ok(HttpResponse::new(status, SdkBody::from(body.to_string())))
        })
    }
}
