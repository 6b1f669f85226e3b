//! Maps structs to Amazon DynamoDB items and owns time.

#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod error;
pub mod expression;
pub mod item;
pub mod key;
pub mod operation;
pub mod schema;
pub mod table;
pub mod time;
pub mod ttl;
pub mod value;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;

pub use aws_sdk_dynamodb;
pub use dynamap_derive::{DynamoItem, DynamoValue};

pub use error::{Error, ErrorKind};
pub use expression::{Attribute, Condition};
pub use item::{DynamoItem, Item};
pub use key::Cursor;
pub use operation::{IfNewer, ItemStream, Page, PageStream, Prepared, Written};
pub use table::Table;
pub use time::unset;
pub use value::{DynamoValue, Number, WireType};

/// The result of every operation.
pub type Result<T, E = Error> = std::result::Result<T, E>;
