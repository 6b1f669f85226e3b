//! Records as `aws-sdk-dynamodbstreams` has them.

use std::borrow::Cow;
use std::collections::HashMap;

use aws_sdk_dynamodb::types::StreamViewType;
use aws_sdk_dynamodbstreams::types::{AttributeValue, Record as SdkRecord};

use super::event::created_at;
use super::json::unknown_kind;
use super::{Event, Record, RecordKind, SequenceNumber};
use crate::item::Item;
use crate::value::{DecodeError, DynamoValue as _, Step, TreeDecoder};
use crate::{Error, Result};

impl TryFrom<SdkRecord> for Record {
    type Error = Error;

    /// Takes the record over; its texts are moved, not copied.
    fn try_from(record: SdkRecord) -> Result<Self> {
        Ok(read(record)?)
    }
}

fn read(record: SdkRecord) -> Result<Record, DecodeError> {
    let name = record
        .event_name
        .ok_or_else(|| DecodeError::missing("eventName"))?;
    let identity = record
        .user_identity
        .as_ref()
        .and_then(|identity| identity.r#type().zip(identity.principal_id()));
    let kind = RecordKind::of(name.as_str(), identity)
        .ok_or_else(|| unknown_kind().at(step("eventName")))?;
    let id = record
        .event_id
        .ok_or_else(|| DecodeError::missing("eventID"))?;
    let change = record
        .dynamodb
        .ok_or_else(|| DecodeError::missing("dynamodb"))?;
    let number = change
        .sequence_number
        .ok_or_else(|| DecodeError::missing("SequenceNumber").at(step("dynamodb")))?;
    let mut event = Event::new(
        id,
        SequenceNumber::read(number).map_err(at("SequenceNumber"))?,
    );
    if let Some(created) = change.approximate_creation_date_time {
        let created = created_at(whole_micros(created.as_nanos()));
        event = event.with_created_at(created.map_err(at("ApproximateCreationDateTime"))?);
    }
    if let Some(region) = record.aws_region {
        event = event.with_region(region);
    }
    if let Some(size) = change.size_bytes.and_then(|size| u64::try_from(size).ok()) {
        event = event.with_size_bytes(size);
    }
    let keys = change.keys.map(item).transpose().map_err(at("Keys"))?;
    let mut record = Record::new(kind, keys.unwrap_or_default(), event);
    record.set_images(
        change
            .new_image
            .map(item)
            .transpose()
            .map_err(at("NewImage"))?,
        change
            .old_image
            .map(item)
            .transpose()
            .map_err(at("OldImage"))?,
    );
    record.set_view(
        change
            .stream_view_type
            .map(|view| StreamViewType::from(view.as_str())),
    );
    Ok(record)
}

/// The SDK reads the count as a float, whose nanoseconds are noise.
fn whole_micros(nanos: i128) -> i128 {
    (nanos + 500).div_euclid(1_000) * 1_000
}

fn item(image: HashMap<String, AttributeValue>) -> Result<Item, DecodeError> {
    Item::decode(&mut TreeDecoder::<AttributeValue>::map(image))
}

fn step(name: &'static str) -> Step {
    Step::Field(Cow::Borrowed(name))
}

fn at(name: &'static str) -> impl Fn(DecodeError) -> DecodeError {
    move |error| error.at(step(name)).at(step("dynamodb"))
}
