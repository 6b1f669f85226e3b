//! Records as JSON has them: of Lambda events, of the Streams API, of Kinesis Data Streams for DynamoDB.

use std::borrow::Cow;

use aws_sdk_dynamodb::types::StreamViewType;

use super::event::created_at;
use super::{Event, Record, RecordKind, SequenceNumber};
use crate::Result;
use crate::item::Item;
use crate::time::number::{Fraction, integer};
use crate::value::wire::json::Scanner;
use crate::value::{DecodeError, DynamoValue as _, JsonDecoder, Step};

impl Record {
    /// Reads one record of DynamoDB Streams from JSON, as it stands in the `Records` of a Lambda event:
    /// members in any order, those that are not known passed over.
    ///
    /// `ApproximateCreationDateTime` counts seconds, with or without a fraction, unless
    /// `ApproximateCreationDateTimePrecision` says otherwise.
    ///
    /// ```
    /// use dynamap::streams::{Record, RecordKind};
    ///
    /// let record = Record::from_json(br#"{
    ///     "eventID": "c4ca4238a0b923820dcc509a6f75849b",
    ///     "eventName": "INSERT",
    ///     "dynamodb": {
    ///         "Keys": {"id": {"S": "a"}},
    ///         "NewImage": {"id": {"S": "a"}, "n": {"N": "1"}},
    ///         "SequenceNumber": "4421584500000000017450439091",
    ///         "SizeBytes": 8,
    ///         "StreamViewType": "NEW_IMAGE"
    ///     }
    /// }"#)?;
    /// assert_eq!(record.kind(), RecordKind::Insert);
    /// # Ok::<(), dynamap::Error>(())
    /// ```
    pub fn from_json(json: &[u8]) -> Result<Self> {
        Ok(whole(json, |scanner| {
            read(scanner, Unit::Seconds)?.into_record(None)
        })?)
    }

    /// Reads the data of a record of Kinesis Data Streams for DynamoDB, which is JSON of the same form.
    ///
    /// It has no sequence number of its own: that of the Kinesis record orders it. Its
    /// `ApproximateCreationDateTime` counts milliseconds, unless `ApproximateCreationDateTimePrecision`
    /// says microseconds.
    pub fn from_kinesis_json(data: &[u8], sequence_number: SequenceNumber) -> Result<Self> {
        Ok(whole(data, |scanner| {
            read(scanner, Unit::Millis)?.into_record(Some(sequence_number))
        })?)
    }
}

/// Reads a Lambda event: the records of `{"Records": […]}`.
pub(super) fn read_event(json: &[u8]) -> Result<Vec<Record>> {
    Ok(whole(json, |scanner| {
        let mut records = None;
        object(scanner, |name, scanner| {
            if name != "Records" {
                return scanner.skip_value();
            }
            if !null(scanner) {
                records = Some(array(scanner).map_err(at("Records"))?);
            }
            Ok(())
        })?;
        records.ok_or_else(|| DecodeError::missing("Records"))
    })?)
}

fn array(scanner: &mut Scanner<'_>) -> Result<Vec<Record>, DecodeError> {
    let mut records = Vec::new();
    scanner.expect(b'[', "an array of records")?;
    if scanner.eat(b']') {
        return Ok(records);
    }
    loop {
        let record = read(scanner, Unit::Seconds).and_then(|envelope| envelope.into_record(None));
        records.push(record.map_err(|error| error.at(Step::Index(records.len())))?);
        if !scanner.eat(b',') {
            scanner.expect(b']', "a comma or the end of the records")?;
            return Ok(records);
        }
    }
}

/// Reads a text to its end.
fn whole<T>(
    json: &[u8],
    read: impl FnOnce(&mut Scanner<'_>) -> Result<T, DecodeError>,
) -> Result<T, DecodeError> {
    let text =
        std::str::from_utf8(json).map_err(|_| DecodeError::new("JSON in UTF-8", "other bytes"))?;
    let mut scanner = Scanner::new(text);
    let value = read(&mut scanner)?;
    match scanner.peek() {
        None => Ok(value),
        Some(_) => Err(scanner.fault("the end of the JSON text")),
    }
}

/// What `ApproximateCreationDateTime` counts.
#[derive(Clone, Copy)]
enum Unit {
    Seconds,
    Millis,
    Micros,
}

impl Unit {
    /// The power of ten that makes nanoseconds of it.
    fn power(self) -> i64 {
        match self {
            Self::Seconds => 9,
            Self::Millis => 6,
            Self::Micros => 3,
        }
    }

    fn of(precision: &str) -> Result<Self, DecodeError> {
        Ok(match precision {
            "SECOND" => Self::Seconds,
            "MILLISECOND" => Self::Millis,
            "MICROSECOND" => Self::Micros,
            _ => {
                return Err(DecodeError::new(
                    "SECOND, MILLISECOND or MICROSECOND",
                    "another precision",
                ));
            }
        })
    }
}

/// A record as its members come.
struct Envelope<'a> {
    event_id: Option<Cow<'a, str>>,
    event_name: Option<Cow<'a, str>>,
    region: Option<Cow<'a, str>>,
    source_arn: Option<Cow<'a, str>>,
    identity_type: Option<Cow<'a, str>>,
    principal: Option<Cow<'a, str>>,
    created: Option<&'a str>,
    unit: Unit,
    keys: Option<Item>,
    new_image: Option<Item>,
    old_image: Option<Item>,
    sequence_number: Option<Cow<'a, str>>,
    size_bytes: Option<u64>,
    view: Option<Cow<'a, str>>,
}

fn read<'a>(scanner: &mut Scanner<'a>, unit: Unit) -> Result<Envelope<'a>, DecodeError> {
    let mut envelope = Envelope {
        event_id: None,
        event_name: None,
        region: None,
        source_arn: None,
        identity_type: None,
        principal: None,
        created: None,
        unit,
        keys: None,
        new_image: None,
        old_image: None,
        sequence_number: None,
        size_bytes: None,
        view: None,
    };
    object(scanner, |name, scanner| match name {
        "eventID" => text(scanner, &mut envelope.event_id).map_err(at("eventID")),
        "eventName" => text(scanner, &mut envelope.event_name).map_err(at("eventName")),
        "awsRegion" => text(scanner, &mut envelope.region).map_err(at("awsRegion")),
        "eventSourceARN" => text(scanner, &mut envelope.source_arn).map_err(at("eventSourceARN")),
        "userIdentity" => envelope.read_identity(scanner).map_err(at("userIdentity")),
        "dynamodb" => envelope.read_change(scanner).map_err(at("dynamodb")),
        _ => scanner.skip_value(),
    })?;
    Ok(envelope)
}

impl<'a> Envelope<'a> {
    /// In the spelling of Lambda events, or of the Streams API.
    fn read_identity(&mut self, scanner: &mut Scanner<'a>) -> Result<(), DecodeError> {
        if null(scanner) {
            return Ok(());
        }
        object(scanner, |name, scanner| match name {
            "type" | "Type" => text(scanner, &mut self.identity_type).map_err(at("type")),
            "principalId" | "PrincipalId" => {
                text(scanner, &mut self.principal).map_err(at("principalId"))
            }
            _ => scanner.skip_value(),
        })
    }

    fn read_change(&mut self, scanner: &mut Scanner<'a>) -> Result<(), DecodeError> {
        object(scanner, |name, scanner| match name {
            "ApproximateCreationDateTime" => {
                if !null(scanner) {
                    let number = scanner.number_text("a number");
                    self.created = Some(number.map_err(at("ApproximateCreationDateTime"))?);
                }
                Ok(())
            }
            "ApproximateCreationDateTimePrecision" => {
                let mut precision = None;
                text(scanner, &mut precision)
                    .and_then(|()| precision.as_deref().map(Unit::of).transpose())
                    .map(|unit| self.unit = unit.unwrap_or(self.unit))
                    .map_err(at("ApproximateCreationDateTimePrecision"))
            }
            "Keys" => item(scanner, &mut self.keys).map_err(at("Keys")),
            "NewImage" => item(scanner, &mut self.new_image).map_err(at("NewImage")),
            "OldImage" => item(scanner, &mut self.old_image).map_err(at("OldImage")),
            "SequenceNumber" => {
                text(scanner, &mut self.sequence_number).map_err(at("SequenceNumber"))
            }
            "SizeBytes" => {
                if !null(scanner) {
                    let number = scanner.number_text("a number").map_err(at("SizeBytes"))?;
                    self.size_bytes = number.parse().ok();
                }
                Ok(())
            }
            "StreamViewType" => text(scanner, &mut self.view).map_err(at("StreamViewType")),
            _ => scanner.skip_value(),
        })
    }

    fn into_record(self, number: Option<SequenceNumber>) -> Result<Record, DecodeError> {
        let name = self
            .event_name
            .ok_or_else(|| DecodeError::missing("eventName"))?;
        let identity = self.identity_type.as_deref().zip(self.principal.as_deref());
        let kind =
            RecordKind::of(&name, identity).ok_or_else(|| unknown_kind().at(step("eventName")))?;
        let id = self
            .event_id
            .ok_or_else(|| DecodeError::missing("eventID"))?;
        let number = match (self.sequence_number, number) {
            (_, Some(number)) => number,
            (Some(text), None) => {
                SequenceNumber::read(text.into_owned()).map_err(in_change("SequenceNumber"))?
            }
            (None, None) => {
                return Err(DecodeError::missing("SequenceNumber").at(step("dynamodb")));
            }
        };
        let mut event = Event::new(id, number);
        if let Some(count) = self.created {
            let created = nanos(count, self.unit).and_then(created_at);
            event =
                event.with_created_at(created.map_err(in_change("ApproximateCreationDateTime"))?);
        }
        if let Some(region) = self.region {
            event = event.with_region(region);
        }
        if let Some(arn) = self.source_arn {
            event = event.with_source_arn(arn);
        }
        if let Some(size) = self.size_bytes {
            event = event.with_size_bytes(size);
        }
        let mut record = Record::new(kind, self.keys.unwrap_or_default(), event);
        record.set_images(self.new_image, self.old_image);
        record.set_view(self.view.as_deref().map(StreamViewType::from));
        Ok(record)
    }
}

/// The error of an event that is none of DynamoDB's three.
pub(super) fn unknown_kind() -> DecodeError {
    DecodeError::new("INSERT, MODIFY or REMOVE", "another event")
}

/// A decimal count, exactly, rounded down to a nanosecond.
fn nanos(count: &str, unit: Unit) -> Result<i128, DecodeError> {
    let error = || DecodeError::new("a number", "other JSON");
    let scaled = match count.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => {
            let exponent: i64 = exponent.parse().map_err(|_| error())?;
            format!("{mantissa}E{}", exponent.saturating_add(unit.power()))
        }
        None => format!("{count}E{}", unit.power()),
    };
    integer(&scaled, Fraction::Floor).map_err(|_| error())
}

fn step(name: &'static str) -> Step {
    Step::Field(Cow::Borrowed(name))
}

fn at(name: &'static str) -> impl Fn(DecodeError) -> DecodeError {
    move |error| error.at(step(name))
}

fn in_change(name: &'static str) -> impl Fn(DecodeError) -> DecodeError {
    move |error| error.at(step(name)).at(step("dynamodb"))
}

/// Moves past `null`, if it comes next.
fn null(scanner: &mut Scanner<'_>) -> bool {
    scanner.white_space();
    scanner.eat_literal("null")
}

/// Reads the members of an object.
fn object<'a>(
    scanner: &mut Scanner<'a>,
    mut member: impl FnMut(&str, &mut Scanner<'a>) -> Result<(), DecodeError>,
) -> Result<(), DecodeError> {
    scanner.expect(b'{', "a JSON object")?;
    if scanner.eat(b'}') {
        return Ok(());
    }
    loop {
        let name = scanner.string("the name of a member")?;
        scanner.expect(b':', "a colon")?;
        member(&name, scanner)?;
        if !scanner.eat(b',') {
            return scanner.expect(b'}', "a comma or the end of an object");
        }
    }
}

/// Reads a string or null.
fn text<'a>(scanner: &mut Scanner<'a>, into: &mut Option<Cow<'a, str>>) -> Result<(), DecodeError> {
    *into = if null(scanner) {
        None
    } else {
        Some(scanner.string("a string")?)
    };
    Ok(())
}

/// Reads an item or null.
fn item(scanner: &mut Scanner<'_>, into: &mut Option<Item>) -> Result<(), DecodeError> {
    if null(scanner) {
        *into = None;
        return Ok(());
    }
    let rest = scanner.rest();
    let mut decoder = JsonDecoder::item_text(rest);
    *into = Some(Item::decode(&mut decoder)?);
    scanner.advance(rest.len() - decoder.rest().len());
    Ok(())
}
