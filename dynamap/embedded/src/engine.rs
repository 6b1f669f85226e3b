use std::fmt;
use std::path::Path;
use std::sync::Arc;

use aws_sdk_dynamodb::config::{BehaviorVersion, Region, StalledStreamProtectionConfig};
use aws_smithy_async::rt::sleep::TokioSleep;
use aws_smithy_async::time::{SharedTimeSource, SystemTimeSource};
use aws_smithy_runtime_api::client::http::SharedHttpClient;
use aws_smithy_types::retry::RetryConfig;
use dynamap::time::ManualClock;
use dynoxide::Database;

use crate::Error;
use crate::clock::EngineClock;
use crate::connector::Connector;
use crate::dispatch::Service;

/// The Region of the clients. It changes nothing in the engine, but signing and endpoints want one.
const REGION: &str = "us-east-1";

/// An address that no resolver knows (RFC 6761), so that a configuration whose HTTP client was
/// replaced by a real one fails instead of reaching AWS.
const ENDPOINT: &str = "http://dynamodb.invalid";

/// A DynamoDB of its own: tables, indexes, streams and TTL settings that no other engine sees.
///
/// A clone is a second handle to the same tables; so is every client it gives out. The tables of an
/// engine in memory live as long as the last handle or client.
#[derive(Clone)]
pub struct Engine {
    service: Arc<Service>,
    connector: Connector,
    time_source: SharedTimeSource,
}

impl Engine {
    /// Starts an empty engine in memory, on the system's clock. Takes about a millisecond.
    ///
    /// Fails only if SQLite cannot allocate a database.
    pub fn in_memory() -> Result<Self, Error> {
        let database =
            Database::memory().map_err(|cause| Error::engine("start in memory", cause))?;
        Ok(Self::new(
            database,
            SharedTimeSource::new(SystemTimeSource::new()),
        ))
    }

    /// Starts an empty engine in memory that lives in the time of `clock`: the engine and every
    /// client it gives out read it.
    ///
    /// Keep a clone of the clock to set it. The engine sees whole seconds; a clock before 1970
    /// reads as 1970 there.
    pub fn in_memory_with_clock(clock: ManualClock) -> Result<Self, Error> {
        let database = Database::memory_with_clock(Arc::new(EngineClock(clock.clone())))
            .map_err(|cause| Error::engine("start in memory", cause))?;
        Ok(Self::new(database, SharedTimeSource::new(clock)))
    }

    /// Opens the database file at `path`, or creates it: its tables are there again when it is next
    /// opened.
    ///
    /// The directory must exist. SQLite keeps two more files beside it while it is open (`-wal` and
    /// `-shm`). A file has the system's clock; the engine takes another only in memory.
    ///
    /// Fails if the path is not UTF-8, the file cannot be written, is no SQLite database, or was
    /// written by a newer engine.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Error> {
        const ACTION: &str = "open the database file";
        let path = path
            .as_ref()
            .to_str()
            .ok_or_else(|| Error::path_not_unicode(ACTION))?;
        let database = Database::new(path).map_err(|cause| Error::engine(ACTION, cause))?;
        Ok(Self::new(
            database,
            SharedTimeSource::new(SystemTimeSource::new()),
        ))
    }

    fn new(database: Database, time_source: SharedTimeSource) -> Self {
        let service = Arc::new(Service::new(database));
        Self {
            connector: Connector::new(Arc::clone(&service)),
            service,
            time_source,
        }
    }

    /// A client of this engine, of [`client_config`](Self::client_config).
    pub fn client(&self) -> aws_sdk_dynamodb::Client {
        aws_sdk_dynamodb::Client::from_conf(self.client_config().build())
    }

    /// A client of this engine's streams, of
    /// [`streams_client_config`](Self::streams_client_config).
    pub fn streams_client(&self) -> aws_sdk_dynamodbstreams::Client {
        aws_sdk_dynamodbstreams::Client::from_conf(self.streams_client_config().build())
    }

    /// The configuration of [`client`](Self::client), to be added to: interceptors, retries,
    /// another `http_client` around [`http_client`](Self::http_client).
    ///
    /// It needs no credentials, has retries switched off, and takes nothing from the environment,
    /// profiles or instance metadata. Its time source is the engine's clock. Sleeps and timeouts,
    /// of which there are none unless you add them, are tokio's.
    pub fn client_config(&self) -> aws_sdk_dynamodb::config::Builder {
        aws_sdk_dynamodb::Config::builder()
            .behavior_version(BehaviorVersion::latest())
            .region(Region::from_static(REGION))
            .endpoint_url(ENDPOINT)
            .allow_no_auth()
            .http_client(self.http_client())
            .retry_config(RetryConfig::disabled())
            .stalled_stream_protection(StalledStreamProtectionConfig::disabled())
            .sleep_impl(TokioSleep::new())
            .time_source(self.time_source.clone())
    }

    /// The configuration of [`streams_client`](Self::streams_client): the same settings for the
    /// Streams API.
    pub fn streams_client_config(&self) -> aws_sdk_dynamodbstreams::config::Builder {
        aws_sdk_dynamodbstreams::Config::builder()
            .behavior_version(BehaviorVersion::latest())
            .region(Region::from_static(REGION))
            .endpoint_url(ENDPOINT)
            .allow_no_auth()
            .http_client(self.http_client())
            .retry_config(RetryConfig::disabled())
            .stalled_stream_protection(StalledStreamProtectionConfig::disabled())
            .sleep_impl(TokioSleep::new())
            .time_source(self.time_source.clone())
    }

    /// The HTTP client that answers from this engine, for both the DynamoDB and the Streams API.
    pub fn http_client(&self) -> SharedHttpClient {
        SharedHttpClient::new(self.connector.clone())
    }

    /// Deletes the items whose TTL has passed, in every table with TTL enabled, as the service does
    /// in the background, and returns how many.
    ///
    /// An item goes if its TTL attribute is a Number, a whole one, and smaller than the clock's
    /// second. Each deletion leaves the indexes too, and the stream record of the service: `REMOVE`
    /// by `dynamodb.amazonaws.com`. Requests of other threads run between its pages.
    ///
    /// Fails if the database cannot be read or written.
    pub fn sweep_expired(&self) -> Result<usize, Error> {
        self.service
            .database()
            .sweep_ttl()
            .map_err(|cause| Error::engine("sweep expired items", cause))
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Engine").finish_non_exhaustive()
    }
}
