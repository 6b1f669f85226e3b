//! Records as `aws_lambda_events` has them.

use std::borrow::Cow;

use aws_lambda_events::event::dynamodb::{Event as LambdaEvent, EventRecord};
use aws_lambda_events::event::streams::{DynamoDbBatchItemFailure, DynamoDbEventResponse};
use aws_sdk_dynamodb::types::StreamViewType;

use super::event::created_at;
use super::json::unknown_kind;
use super::{Event, LambdaBatch, LambdaOutcome, Record, RecordKind, SequenceNumber};
use crate::item::Item;
use crate::value::{DecodeError, DynamoValue as _, Step, TreeDecoder};
use crate::{Error, Result};

impl TryFrom<LambdaEvent> for LambdaBatch {
    type Error = Error;

    /// Takes the event over; its texts are moved, not copied.
    fn try_from(event: LambdaEvent) -> Result<Self> {
        let mut records = Vec::with_capacity(event.records.len());
        for (index, record) in event.records.into_iter().enumerate() {
            let record =
                read(record).map_err(|error| error.at(Step::Index(index)).at(step("Records")))?;
            records.push(record);
        }
        Ok(Self::new(records))
    }
}

impl TryFrom<EventRecord> for Record {
    type Error = Error;

    /// Takes the record over; its texts are moved, not copied.
    fn try_from(record: EventRecord) -> Result<Self> {
        Ok(read(record)?)
    }
}

impl<E> From<&LambdaOutcome<E>> for DynamoDbEventResponse {
    fn from(outcome: &LambdaOutcome<E>) -> Self {
        let mut response = Self::default();
        if let Some(number) = outcome.failed_at_number() {
            let mut failure = DynamoDbBatchItemFailure::default();
            failure.item_identifier = Some(number.to_string());
            response.batch_item_failures.push(failure);
        }
        response
    }
}

fn read(record: EventRecord) -> Result<Record, DecodeError> {
    let identity = record
        .user_identity
        .as_ref()
        .map(|identity| (identity.type_.as_str(), identity.principal_id.as_str()));
    let kind = RecordKind::of(&record.event_name, identity)
        .ok_or_else(|| unknown_kind().at(step("eventName")))?;
    let change = record.change;
    let number = change
        .sequence_number
        .ok_or_else(|| DecodeError::missing("SequenceNumber").at(step("dynamodb")))?;
    let number = SequenceNumber::read(number).map_err(at("SequenceNumber"))?;
    let mut event = Event::new(record.event_id, number);
    let created = change.approximate_creation_date_time;
    let created = nanos(created.timestamp(), created.timestamp_subsec_nanos());
    // An absent time is the Unix epoch there, when DynamoDB was not yet.
    if created != 0 {
        let created = created_at(created);
        event = event.with_created_at(created.map_err(at("ApproximateCreationDateTime"))?);
    }
    if !record.aws_region.is_empty() {
        event = event.with_region(record.aws_region);
    }
    if let Some(arn) = record.event_source_arn {
        event = event.with_source_arn(arn);
    }
    if let Ok(size) = u64::try_from(change.size_bytes) {
        event = event.with_size_bytes(size);
    }
    let keys = item(change.keys).map_err(at("Keys"))?;
    let mut record = Record::new(kind, keys, event);
    record.set_images(
        Some(item(change.new_image).map_err(at("NewImage"))?),
        Some(item(change.old_image).map_err(at("OldImage"))?),
    );
    record.set_view(
        change
            .stream_view_type
            .map(|view| StreamViewType::from(view.to_string().as_str())),
    );
    Ok(record)
}

/// `aws_lambda_events` reads a fraction of a second as microseconds and stores them as nanoseconds, so
/// that 20.48 s become 20.000480 s. DynamoDB itself writes whole seconds.
fn nanos(seconds: i64, fraction: u32) -> i128 {
    let scale = if fraction < 1_000_000 { 1_000 } else { 1 };
    i128::from(seconds) * 1_000_000_000 + i128::from(fraction) * scale
}

fn item(image: serde_dynamo::Item) -> Result<Item, DecodeError> {
    let image = image.into_inner();
    Item::decode(&mut TreeDecoder::<serde_dynamo::AttributeValue>::map(image))
}

fn step(name: &'static str) -> Step {
    Step::Field(Cow::Borrowed(name))
}

fn at(name: &'static str) -> impl Fn(DecodeError) -> DecodeError {
    move |error| error.at(step(name)).at(step("dynamodb"))
}
