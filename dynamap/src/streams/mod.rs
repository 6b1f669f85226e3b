//! Streams: what happened to the items of a table, typed.
//!
//! A [`Record`] is one change of one item. It comes from Lambda, as JSON ([`LambdaBatch::from_json`]) or, with
//! the feature `lambda`, from `aws_lambda_events`; from DynamoDB Streams with the feature `streams`; and from
//! JSON of any other source ([`Record::from_json`]). [`Record::change`] decodes it into a [`Change`] with the codec that
//! the item's derive made, whatever the source.

mod change;
mod entity;
mod event;
mod images;
mod json;
mod lambda_batch;
#[cfg(feature = "lambda")]
mod lambda_events;
mod record;
mod record_kind;
#[cfg(feature = "streams")]
mod sdk;
mod sequence_number;

pub use change::Change;
pub use event::Event;
pub use lambda_batch::LambdaBatch;
pub use record::Record;
pub use record_kind::RecordKind;
pub use sequence_number::SequenceNumber;
