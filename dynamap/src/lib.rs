//! Maps structs to Amazon DynamoDB items and owns time: units, stamps, TTL, ranges, versions.
//!
//! DynamoDB has no type for a time, and what goes wrong with one goes wrong in silence. Here a field
//! says its unit once, and every item, key, condition, bound and expiry is written by it. A wrong unit
//! does not compile, a range cannot lose its last millisecond, an expired session is not served, and a
//! retry does not move a timestamp.
//!
//! ```
//! use dynamap::{DynamoItem, unset};
//! use time::{OffsetDateTime, macros::datetime};
//!
//! #[derive(Debug, Clone, PartialEq, DynamoItem)]
//! #[dynamo(
//!     table = "Application",
//!     index(name = "index", partition_key = "pk", sort_key = "updated_at")
//! )]
//! struct Order {
//!     #[partition_key]
//!     uuid: String,
//!     pk: String,
//!     #[ts(millis, auto_create)]
//!     created_at: OffsetDateTime,
//!     #[ts(millis, auto_update)]
//!     updated_at: OffsetDateTime,
//!     #[version]
//!     version: u64,
//!     #[ttl(seconds, after = "7d")]
//!     expires_at: Option<OffsetDateTime>,
//! }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let client = dynamap_embedded::Engine::in_memory()?.client();
//! let orders = Order::table(&client);
//! # orders.create_table().send().await?;
//! let order = orders
//!     .create(Order {
//!         uuid: "522fb5a5".into(),
//!         pk: "order_A".into(),
//!         created_at: unset(),
//!         updated_at: unset(),
//!         version: 0,
//!         expires_at: None,
//!     })
//!     .send()
//!     .await?;
//!
//! let january = datetime!(2022-01-01 0:00 UTC)..datetime!(2022-02-01 0:00 UTC);
//! let found = orders
//!     .query_index("order_A")
//!     .within(january) // BETWEEN 1640995200000 AND 1643673599999
//!     .newest_first()
//!     .all()
//!     .await?;
//! let latest = orders.query_index("order_A").latest().await?;
//! assert_eq!(latest, Some(order));
//! # Ok(())
//! # }
//! ```
//!
//! # Where to go
//!
//! - [`guide::quick_start`] and the rest of the [guide]: keys, versions, time, TTL, queries, batches, single
//!   tables, time series, streams, errors, testing, the stored form of every type.
//! - [`DynamoItem`](derive@DynamoItem), [`DynamoValue`](derive@DynamoValue), [`DynamoProjection`](derive@DynamoProjection),
//!   [`DynamoCollection`](derive@DynamoCollection) and [`DynamoRollup`](derive@DynamoRollup): the options of the derives.
//! - [`Table`]: every operation of one type starts there. [`operation`] has the requests, with their settings;
//!   [`Transaction`], [`BatchWrite`] and [`BatchGet`] are about several tables.
//! - [`Collection`]: the types of one table, read together.
//! - [`Attribute`] and [`Condition`]: conditions, filters, projections and updates.
//! - [`capacity`]: how many shards a hot key needs, and what the requests of a handle consumed.
//! - [`schema`]: the declared table, how a live one differs from it, templates.
//! - [`Error`] and its [`ErrorKind`]s.
//! - [`streams`]: typed changes from DynamoDB Streams and Lambda, and aggregates that count each of them once.
//! - [`mod@time`]: the types that carry their unit, buckets, clocks. [`value`]: the codec.
//!
//! # Features
//!
//! None is enabled by default. The crate takes the SDK without its default features, so the
//! application chooses the TLS library.
//!
//! - **`bytes`**: `bytes::Bytes`, as B.
//! - **`chrono`**: times in `chrono::DateTime<Utc>` and `chrono::DateTime<FixedOffset>`, dates in
//!   `chrono::NaiveDate`.
//! - **`jiff`**: times in `jiff::Timestamp`, dates in `jiff::civil::Date`, the days of a time zone as
//!   ranges (`time::day_in`).
//! - **`lambda`**: stream records from `aws_lambda_events`.
//! - **`rust_decimal`**: `rust_decimal::Decimal`, as N, exactly.
//! - **`serde`**: [`Cursor`] as a string to serde.
//! - **`serde_dynamo`**: `#[dynamo(serde)]`, for fields of types that only serde knows.
//! - **`streams`**: stream records from `aws-sdk-dynamodbstreams`, a reader over a stream's shards.
//! - **`uuid`**: `uuid::Uuid` as a value and as a key, in hyphenated lower-case text.

#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod capacity;
pub mod collection;
pub mod error;
pub mod expression;
pub mod guide;
pub mod item;
pub mod key;
pub mod operation;
pub mod projection;
pub mod schema;
pub mod streams;
pub mod table;
pub mod time;
pub mod ttl;
pub mod value;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;

pub use aws_sdk_dynamodb;
pub use collection::{Collection, DynamoCollection};
pub use dynamap_derive::{
    DynamoCollection, DynamoItem, DynamoProjection, DynamoRollup, DynamoValue,
};

pub use error::{Error, ErrorKind};
pub use expression::{Attribute, Condition};
pub use item::{DynamoItem, Item};
pub use key::Cursor;
pub use operation::{
    BatchGet, BatchWrite, IfNewer, ItemStream, Page, PageStream, Prepared, Transaction,
    TransactionGet, Written,
};
pub use projection::DynamoProjection;
pub use streams::DynamoRollup;
pub use table::Table;
pub use time::unset;
pub use value::{DynamoValue, Number, WireType};

// The programs of the README are compiled and run with the other examples of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;

/// The result of every operation.
pub type Result<T, E = Error> = std::result::Result<T, E>;
