use std::env;
use std::time::Duration;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::retry::{RetryConfig, RetryPartition};
use aws_sdk_dynamodb::config::timeout::TimeoutConfig;
use aws_sdk_dynamodb::config::{BehaviorVersion, Builder, Credentials, Region};
use aws_sdk_dynamodb::config::{SharedHttpClient, StalledStreamProtectionConfig};
use aws_smithy_async::rt::sleep::TokioSleep;
use dynamap::time::ManualClock;
use dynamap::{DynamoItem, Table};
use dynamap_embedded::Engine;
use time::OffsetDateTime;
use time::macros::datetime;

use crate::{Answer, EngineFault, Requests, Script};

/// What every fixture's clock shows at first.
pub const START: OffsetDateTime = datetime!(2026-11-30 12:00:00 UTC);

/// The environment variable that names another endpoint than the engine in this process.
const ENDPOINT: &str = "DYNAMODB_ENDPOINT";

/// One test's DynamoDB, its clock, and the requests it was sent.
#[derive(Debug)]
pub struct Fixture {
    engine: Option<Engine>,
    http_client: SharedHttpClient,
    config: Builder,
    client: Client,
    clock: ManualClock,
    requests: Requests,
}

impl Default for Fixture {
    fn default() -> Self {
        Self::new()
    }
}

impl Fixture {
    /// An engine of its own, or the endpoint in `DYNAMODB_ENDPOINT` with an account of its own.
    ///
    /// # Panics
    ///
    /// If the engine cannot start.
    pub fn new() -> Self {
        let clock = ManualClock::new(START);
        match env::var(ENDPOINT) {
            Ok(endpoint) => {
                let http_client = aws_smithy_http_client::Builder::new().build_http();
                Self::build(None, at_endpoint(&endpoint), http_client, clock)
            }
            Err(_) => Self::embedded_with_clock(clock),
        }
    }

    /// An engine of its own in this process, whatever the environment says: for what no other engine
    /// can show.
    ///
    /// # Panics
    ///
    /// If the engine cannot start.
    pub fn embedded() -> Self {
        Self::embedded_with_clock(ManualClock::new(START))
    }

    fn embedded_with_clock(clock: ManualClock) -> Self {
        let engine = Engine::in_memory_with_clock(clock.clone()).expect("an engine in memory");
        let (config, http_client) = (engine.client_config(), engine.http_client());
        Self::build(Some(engine), config, http_client, clock)
    }

    fn build(
        engine: Option<Engine>,
        config: Builder,
        http_client: SharedHttpClient,
        clock: ManualClock,
    ) -> Self {
        let requests = Requests::default();
        let config = config.http_client(http_client.clone());
        let noted = requests.wrap(http_client.clone());
        let client = Client::from_conf(config.clone().http_client(noted).build());
        Self {
            engine,
            http_client,
            config,
            client,
            clock,
            requests,
        }
    }

    /// The client whose requests are noted. It does not retry.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// A client whose requests are not noted: for looking behind the mapper's back.
    pub fn raw_client(&self) -> Client {
        Client::from_conf(self.config.clone().build())
    }

    /// The clock of the mapper, and of the engine if it is in this process.
    pub fn clock(&self) -> &ManualClock {
        &self.clock
    }

    /// The engine, if it is in this process.
    pub fn engine(&self) -> Option<&Engine> {
        self.engine.as_ref()
    }

    /// Whether the engine is in this process.
    pub fn is_embedded(&self) -> bool {
        self.engine.is_some()
    }

    /// Whether the engine in use has this known fault.
    pub fn has(&self, fault: EngineFault) -> bool {
        fault.is_embedded() == self.is_embedded()
    }

    /// The requests sent since they were last taken.
    pub fn requests(&self) -> &Requests {
        &self.requests
    }

    /// A table's handle on the noted client and the fixture's clock.
    pub fn table<T: DynamoItem>(&self) -> T::Handle {
        Table::<T>::new(&self.client).with_clock(self.clock.clone())
    }

    /// Creates the declared table; its requests are forgotten.
    ///
    /// # Panics
    ///
    /// If the table cannot be created.
    pub async fn create<T: DynamoItem>(&self) -> T::Handle {
        Table::<T>::new(&self.raw_client())
            .create_table()
            .send()
            .await
            .expect("a new table");
        self.table::<T>()
    }

    /// A client that meets these answers, one per attempt, and then none but the engine's. It retries as the
    /// SDK does by default, two times, without a wait worth mentioning.
    pub fn scripted(&self, answers: impl IntoIterator<Item = Answer>) -> (Client, Script) {
        self.scripted_with(answers, |config| config)
    }

    /// The same with changes of the client's configuration.
    pub fn scripted_with(
        &self,
        answers: impl IntoIterator<Item = Answer>,
        change: impl FnOnce(Builder) -> Builder,
    ) -> (Client, Script) {
        let script = Script::new(answers);
        let config = self
            .config
            .clone()
            .http_client(self.requests.wrap(script.wrap(self.http_client.clone())))
            .retry_config(RetryConfig::standard().with_initial_backoff(Duration::from_micros(10)))
            // Else all tests of a process draw on one budget of retries.
            .retry_partition(RetryPartition::new(format!("{:x}", fastrand::u128(..))));
        (Client::from_conf(change(config).build()), script)
    }

    /// A client of the engine's streams that meets these answers, and whose requests are noted. It does
    /// not retry by itself.
    ///
    /// # Panics
    ///
    /// If the engine is not in this process.
    pub fn scripted_streams(
        &self,
        answers: impl IntoIterator<Item = Answer>,
    ) -> (aws_sdk_dynamodbstreams::Client, Script) {
        let engine = self.engine.as_ref().expect("the engine in this process");
        let script = Script::new(answers);
        let config = engine
            .streams_client_config()
            .http_client(self.requests.wrap(script.wrap(self.http_client.clone())));
        let client = aws_sdk_dynamodbstreams::Client::from_conf(config.build());
        (client, script)
    }

    /// A table's handle that meets these answers.
    pub fn scripted_table<T: DynamoItem>(
        &self,
        answers: impl IntoIterator<Item = Answer>,
    ) -> (T::Handle, Script) {
        let (client, script) = self.scripted(answers);
        let table = Table::<T>::new(&client).with_clock(self.clock.clone());
        (table, script)
    }

    /// A table's handle that meets these answers and gives up an attempt after a second.
    pub fn impatient_table<T: DynamoItem>(
        &self,
        answers: impl IntoIterator<Item = Answer>,
    ) -> (T::Handle, Script) {
        let timeouts = TimeoutConfig::builder()
            .operation_attempt_timeout(Duration::from_secs(1))
            .build();
        let (client, script) =
            self.scripted_with(answers, |config| config.timeout_config(timeouts));
        let table = Table::<T>::new(&client).with_clock(self.clock.clone());
        (table, script)
    }
}

/// The endpoint, with a random account: 12 digits of access key id select one in MiniStack.
fn at_endpoint(endpoint: &str) -> Builder {
    let account = format!("{:012}", fastrand::u64(1..1_000_000_000_000));
    aws_sdk_dynamodb::Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::from_static("us-east-1"))
        .endpoint_url(endpoint)
        .credentials_provider(Credentials::new(account, "secret", None, None, "tests"))
        .retry_config(RetryConfig::disabled())
        .stalled_stream_protection(StalledStreamProtectionConfig::disabled())
        .sleep_impl(TokioSleep::new())
}
