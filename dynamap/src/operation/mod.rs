//! Operations: one file per DynamoDB operation, and what they share.
//!
//! A write is prepared (the clock is read once, the request built) and then sent, possibly more
//! than once; [`Prepared`] is a write between the two. A read judges expiry per request.

mod apply;
mod attempt;
mod back_off;
mod batch_get;
mod batch_get_call;
mod batch_get_core;
mod batch_get_item;
mod batch_load;
mod batch_loop;
mod batch_request;
mod batch_tables;
mod batch_write;
mod batch_write_call;
mod batch_write_core;
mod batch_write_item;
mod collection;
mod compare;
mod create_table;
mod cut;
mod delete_item;
mod delete_table;
mod fill;
mod get_item;
mod given;
mod index_keys;
mod kept_items;
mod mixed_parts;
mod observe;
mod outcome;
mod page;
mod partition_read;
mod prefix;
mod prepared;
mod put_item;
mod query;
mod range;
mod read;
mod read_futures;
mod read_pages;
mod rekey;
mod request;
mod rescue;
pub(crate) mod rollup_write;
mod row;
mod scan;
mod segments;
mod service_error;
mod settings;
mod terminal;
pub(crate) mod throttling;
mod trace;
mod transact_get_items;
mod transact_write_items;
mod update_core;
mod update_item;
mod update_table;
mod upsert;
pub(crate) mod verb;
mod wait;
mod written_body;

#[cfg(feature = "streams")]
pub(crate) use back_off::BackOff;
pub use batch_get::{BatchAnswers, BatchGet};
pub use batch_get_item::{BatchGot, TableBatchGet};
pub use batch_load::{Load, LoadOutcome};
pub use batch_request::{BatchOutcome, BatchProgress, BatchPut, BatchRequest};
pub use batch_write::{BatchWrite, BatchWritten};
pub use batch_write_item::TableBatchWrite;
pub(crate) use collection::{query_together, scan_together};
pub use compare::Compare;
pub use create_table::CreateTable;
pub use delete_item::Delete;
pub use delete_table::DeleteTable;
pub use get_item::{Get, Got};
pub use given::{Given, ItemOf};
pub(crate) use kept_items::KeptItems;
pub(crate) use observe::observed;
pub use page::{ItemStream, Page, PageStream};
pub use prefix::Prefix;
pub use prepared::{Prepared, Written};
pub use put_item::{Always, Create, IfNewer, Newer, Put, Replace};
pub use query::Query;
pub use range::{
    AnyRange, BothEnds, BucketedByField, OnePartitionRead, Partitions, PlannedRequest, RangeOver,
    RangeQuery, ShardedAlone,
};
pub use read_futures::{AllItems, FirstItem, FirstPage};
pub use rekey::Rekey;
pub use rescue::Rescue;
pub(crate) use row::Row;
pub use scan::Scan;
#[cfg(feature = "streams")]
pub(crate) use service_error::OperationError;
pub(crate) use service_error::{Failure, failed};
pub(crate) use trace::{Operation, Trace};
pub use transact_get_items::{Answer, Answers, TransactionGet};
pub use transact_write_items::{
    Committed, PreparedStep, PreparedTransaction, Transaction, TransactionStep,
};
pub use update_item::Update;
pub use update_table::{UpdateTable, UpdatedTable};
pub use upsert::Upsert;
pub(crate) use wait::{Patience, WAIT};
