//! A DynamoDB inside the process, behind the real AWS SDK client: for tests, examples and work
//! without an account.
//!
//! [`Engine::client`] gives an ordinary [`aws_sdk_dynamodb::Client`]. Its requests are built,
//! serialised and parsed by the SDK as always; only the last step differs: instead of going out
//! over a socket, the HTTP request is answered by an engine in this process, `dynoxide-rs`, which
//! keeps its tables in SQLite. So a test sees the same expression errors, condition failures, page
//! limits and stream records that it would see from the service, without a server, a port, a
//! container or credentials. A new engine takes about a millisecond: give each test its own.
//!
//! ```
//! use aws_sdk_dynamodb::types::{AttributeDefinition, AttributeValue, BillingMode};
//! use aws_sdk_dynamodb::types::{KeySchemaElement, KeyType, ScalarAttributeType};
//! use dynamap_embedded::Engine;
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let engine = Engine::in_memory()?;
//! let client = engine.client();
//!
//! let key = KeySchemaElement::builder().attribute_name("id").key_type(KeyType::Hash);
//! let id = AttributeDefinition::builder()
//!     .attribute_name("id")
//!     .attribute_type(ScalarAttributeType::S);
//! client
//!     .create_table()
//!     .table_name("sessions")
//!     .billing_mode(BillingMode::PayPerRequest)
//!     .key_schema(key.build()?)
//!     .attribute_definitions(id.build()?)
//!     .send()
//!     .await?;
//!
//! let id = AttributeValue::S("s-1".into());
//! let hits = AttributeValue::N("1".into());
//! client
//!     .put_item()
//!     .table_name("sessions")
//!     .item("id", id.clone())
//!     .item("hits", hits.clone())
//!     .send()
//!     .await?;
//!
//! let found = client.get_item().table_name("sessions").key("id", id).send().await?;
//! assert_eq!(found.item().and_then(|item| item.get("hits")), Some(&hits));
//! # Ok(())
//! # }
//! ```
//!
//! # What it offers
//!
//! Tables and their updates; item reads and writes; Query and Scan; batches; transactions; PartiQL;
//! time to live; tags; vector search; and DynamoDB Streams through [`Engine::streams_client`]. Any
//! other operation (backups, exports, global tables, resource policies, …) answers
//! `UnknownOperationException`.
//!
//! # Time
//!
//! With [`Engine::in_memory_with_clock`] the engine and the clients it gives out read one
//! [`ManualClock`](dynamap::time::ManualClock): the clients have it as their time source, which is
//! where `dynamap` takes the time of its stamps, TTLs and live conditions from, and the engine
//! judges expiry and dates stream records by it. Nothing expires by itself:
//! [`Engine::sweep_expired`] is the service's background deletion, done when the test wants it.
//!
//! ```
//! use std::time::Duration;
//! use dynamap::time::{ManualClock, Moment};
//! use dynamap_embedded::Engine;
//!
//! # fn main() -> Result<(), dynamap_embedded::Error> {
//! let clock = ManualClock::new(Moment::from_parts(1_700_000_000, 0));
//! let engine = Engine::in_memory_with_clock(clock.clone())?;
//! // … create a table with TTL, put sessions that last an hour …
//! clock.advance(Duration::from_secs(3_601));
//! engine.sweep_expired()?;
//! # Ok(())
//! # }
//! ```
//!
//! Outside of that clock: `CreationDateTime` of a table and the ten minutes during which a
//! `ClientRequestToken` is remembered always follow the system's time.
//!
//! # How far to trust it
//!
//! Of 112 behaviours that AWS documents or that were captured from the service, the engine shows
//! 109: key order in all three key types, BETWEEN bounds, condition failures with the old item, the
//! texts of validation errors, exact decimal numbers, sparse and multi-attribute indexes, page
//! limits, transactions with their cancellation reasons and tokens, consumed capacity, stream
//! images and the service identity of TTL deletions. Nothing here was compared with a live account.
//!
//! Two things are corrected on the way in and out. `UpdateTimeToLive` fails as the service does, with
//! *already enabled*, *already disabled* or *active on a different `AttributeName`*, where the engine
//! alone accepts a repetition. And the identity in a stream record is spelled as the Streams API
//! spells it, so that the SDK's `user_identity()` is filled.
//!
//! Known to differ from the service:
//!
//! - An undefined `:value` in the filter of a Query or Scan is accepted as long as no item makes
//!   the engine evaluate it, so a faulty filter can pass a test on an empty table.
//! - A put that changes nothing still writes a stream record.
//! - A sweep deletes items whose TTL lies more than five years back; the service keeps those for
//!   ever.
//! - `IN` takes 101 operands; the service stops at 100.
//! - A projection expression that names what a local index does not hold leaves it out; the service
//!   reads it from the table. `Select=ALL_ATTRIBUTES` reads it here too.
//! - ARNs name the Region `dynoxide` and the account `000000000000`, and a stream has one shard
//!   that never closes.
//!
//! Never shown by it, so that code for these needs another test, for example a scripted connector
//! around [`Engine::http_client`]: eventual consistency, throttling, unprocessed items and keys,
//! tables and TTL in a state of change (`CREATING`, `ENABLING`, `DISABLING`), the cooldown between
//! two TTL changes, a lost answer.
//!
//! # Wrapping the client
//!
//! [`Engine::client_config`] is the configuration builder behind `client()`: add an interceptor to
//! see the requests, or switch retries on. To inject faults, wrap [`Engine::http_client`] and set
//! the wrapper as the builder's `http_client`.

mod clock;
mod connector;
mod dispatch;
mod engine;
mod error;
mod refusal;
mod stream_record;
mod time_to_live;

pub use engine::Engine;
pub use error::Error;
