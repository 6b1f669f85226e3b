//! The forms in which a TTL is given.

use super::super::magnitude::{Magnitude, Measured};
use super::{InspectError, Warning};
use crate::time::{Moment, Reading, Resolution, TimeFormat};
use crate::value::{DecodeError, Decoder, JsonDecoder, WireType};

const SECONDS: TimeFormat = TimeFormat::Epoch(Resolution::Seconds);
const ISO: TimeFormat = TimeFormat::Iso(Resolution::Seconds);

/// How a time was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Form {
    /// A number since the Unix epoch.
    Number,
    /// An ISO time.
    Time,
    /// A date alone.
    Date,
    /// A distance from now.
    Relative,
}

impl Form {
    /// A stable name for programs: `number`, `time`, `date`, `relative`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Number => "number",
            Self::Time => "time",
            Self::Date => "date",
            Self::Relative => "relative",
        }
    }
}

/// What a text says.
pub(super) struct Read {
    /// `None` if it cannot be told which time a number means.
    pub(super) moment: Option<Moment>,
    pub(super) form: Form,
    pub(super) unit: Option<Resolution>,
    pub(super) wire_type: Option<WireType>,
    pub(super) warnings: Vec<Warning>,
}

impl Read {
    pub(super) fn new(form: Form, moment: Option<Moment>) -> Self {
        Self {
            moment,
            form,
            unit: None,
            wire_type: None,
            warnings: Vec::new(),
        }
    }

    fn warn(mut self, warning: Warning) -> Self {
        self.warnings.push(warning);
        self
    }
}

pub(super) fn read(text: &str, now: Moment) -> Result<Read, InspectError> {
    let text = text.trim();
    if text.is_empty() {
        return Err(InspectError::new("nothing is given"));
    }
    if text.starts_with('{') {
        return read_json(text);
    }
    if let Some((tag, value)) = text.split_once(char::is_whitespace)
        && let Some(wire_type) = wire_type(tag)
    {
        return read_stored(wire_type, unquoted(value.trim_start()));
    }
    if let Some(distance) = read_distance(text) {
        return Ok(Read::new(Form::Relative, Some(distance?.from(now)?)));
    }
    if let Some(number) = read_number(text) {
        return Ok(number);
    }
    read_time(text)
}

fn wire_type(tag: &str) -> Option<WireType> {
    [
        WireType::S,
        WireType::N,
        WireType::B,
        WireType::Bool,
        WireType::Null,
        WireType::L,
        WireType::M,
        WireType::Ss,
        WireType::Ns,
        WireType::Bs,
    ]
    .into_iter()
    .find(|wire_type| wire_type.as_str() == tag)
}

fn unquoted(value: &str) -> &str {
    value
        .strip_prefix('"')
        .and_then(|value| value.strip_suffix('"'))
        .unwrap_or(value)
}

/// `{"N":"1735689600"}`.
fn read_json(text: &str) -> Result<Read, InspectError> {
    let mut decoder = JsonDecoder::value_text(text);
    let (wire_type, value) = stored(&mut decoder)?;
    if matches!(wire_type, WireType::N | WireType::S) {
        decoder.end().map_err(not_a_value)?;
    }
    read_stored(wire_type, &value)
}

/// A value of any wire.
pub(super) fn read_value(mut decoder: impl Decoder) -> Result<Read, InspectError> {
    let (wire_type, value) = stored(&mut decoder)?;
    read_stored(wire_type, &value)
}

/// The type, and the text if there is one.
fn stored(decoder: &mut dyn Decoder) -> Result<(WireType, String), InspectError> {
    let wire_type = decoder.wire_type().map_err(not_a_value)?;
    let text = match wire_type {
        WireType::N => decoder.number().map_err(not_a_value)?.into_owned(),
        WireType::S => decoder.string().map_err(not_a_value)?.into_owned(),
        _ => String::new(),
    };
    Ok((wire_type, text))
}

fn not_a_value(_: DecodeError) -> InspectError {
    InspectError::new("this is not one DynamoDB value with its type")
}

/// A value as it stands in an item: there is nothing relative in it.
fn read_stored(wire_type: WireType, value: &str) -> Result<Read, InspectError> {
    let mut read = match wire_type {
        WireType::N => {
            read_number(value).ok_or_else(|| InspectError::new("the N is not a number"))?
        }
        WireType::S => {
            let value = value.trim();
            let mut read = match read_number(value) {
                Some(number) => number,
                None => read_time(value)?,
            };
            read.warnings.insert(0, Warning::StringType);
            read
        }
        other => {
            return Err(InspectError::new(format!(
                "a value of type {} holds no time",
                other.as_str()
            )));
        }
    };
    read.wire_type = Some(wire_type);
    Ok(read)
}

fn read_number(text: &str) -> Option<Read> {
    let measured = Measured::read(text)?;
    let mut read = Read::new(Form::Number, measured.moment);
    read.unit = measured.magnitude.unit();
    let warning = match measured.magnitude {
        Magnitude::Unit(Resolution::Seconds) => None,
        Magnitude::Unit(Resolution::Millis) => Some(Warning::Milliseconds),
        Magnitude::Unit(Resolution::Micros) => Some(Warning::Microseconds),
        Magnitude::Unit(Resolution::Nanos) => Some(Warning::Nanoseconds),
        Magnitude::Negative | Magnitude::Zero => Some(Warning::NotPositive),
        Magnitude::Small => Some(Warning::LooksLikeDuration),
        Magnitude::Ambiguous => Some(Warning::AmbiguousMagnitude),
        Magnitude::Beyond => Some(Warning::BeyondYear9999),
    };
    read.warnings.extend(warning);
    if measured.fractional {
        read = read.warn(Warning::Fraction);
    }
    Some(read)
}

fn read_time(text: &str) -> Result<Read, InspectError> {
    let parse = |text: &str| {
        ISO.parse(text, Reading::Floor)
            .map_err(|error| InspectError::new(format!("this is {}", error.found())))
    };
    if !starts_as_a_date(text) {
        return Err(InspectError::new("no time can be read in this"));
    }
    if text.len() == "2025-01-01".len() {
        let midnight = parse(&format!("{text}T00:00:00Z"))?;
        return Ok(Read::new(Form::Date, Some(midnight)).warn(Warning::NoOffset));
    }
    let (whole, zoned) = completed(text);
    let read = Read::new(Form::Time, Some(parse(&whole)?));
    Ok(if zoned {
        read
    } else {
        read.warn(Warning::NoOffset)
    })
}

fn starts_as_a_date(text: &str) -> bool {
    matches!(
        text.as_bytes(),
        [a, b, c, d, b'-', ..] if [a, b, c, d].into_iter().all(u8::is_ascii_digit)
    )
}

/// The text with the seconds and the minutes of the offset that ISO 8601 allows to leave out, `Z` if
/// there is no offset, and whether there was one.
fn completed(text: &str) -> (String, bool) {
    let (date, clock) = text.split_at_checked(10).unwrap_or((text, ""));
    let clock = clock.strip_suffix("UTC").map_or_else(
        || clock.to_owned(),
        |clock| format!("{}Z", clock.trim_end()),
    );
    let end = clock.rfind(['Z', 'z', '+', '-']).unwrap_or(clock.len());
    let (clock, zone) = clock.split_at_checked(end).unwrap_or((&clock, ""));
    let clock = clock.trim_end();
    // `T12:30` and `+02`.
    let seconds = if clock.len() == 6 { ":00" } else { "" };
    let minutes = if zone.len() == 3 { ":00" } else { "" };
    let zulu = if zone.is_empty() { "Z" } else { "" };
    (
        format!("{date}{clock}{seconds}{zone}{minutes}{zulu}"),
        !zone.is_empty(),
    )
}

/// Seconds from now, of either sign.
struct Distance {
    back: bool,
    seconds: u64,
}

impl Distance {
    fn from(self, now: Moment) -> Result<Moment, InspectError> {
        let length = std::time::Duration::from_secs(self.seconds);
        let moment = if self.back {
            now.checked_sub(length)
        } else {
            now.checked_add(length)
        };
        let moment = moment.ok_or_else(too_long)?;
        // What cannot be stored as a number of seconds has no words either.
        i64::try_from(moment.seconds()).map_err(|_| too_long())?;
        Ok(SECONDS.floor(moment))
    }
}

fn too_long() -> InspectError {
    InspectError::new("the distance is too long")
}

/// `+7d`, `-1h`, `+1d12h`; `None` if the text is of another form.
fn read_distance(text: &str) -> Option<Result<Distance, InspectError>> {
    let (back, length) = match text.strip_prefix('-') {
        Some(length) => (true, length),
        None => (false, text.strip_prefix('+')?),
    };
    length
        .ends_with(|last: char| last.is_ascii_alphabetic())
        .then(|| sum(length).map(|seconds| Distance { back, seconds }))
}

fn sum(mut rest: &str) -> Result<u64, InspectError> {
    let mut total = 0_u64;
    while !rest.is_empty() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (count, tail) = rest.split_at_checked(digits).unwrap_or((rest, ""));
        let mut tail = tail.chars();
        let factor = match tail.next() {
            Some('s') => 1,
            Some('m') => 60,
            Some('h') => 3_600,
            Some('d') => 86_400,
            Some('w') => 604_800,
            _ => return Err(InspectError::new("the distance has an unknown unit")),
        };
        if count.is_empty() {
            return Err(InspectError::new(
                "the distance has a unit without a number",
            ));
        }
        total = count
            .parse::<u64>()
            .ok()
            .and_then(|count| count.checked_mul(factor))
            .and_then(|seconds| total.checked_add(seconds))
            .ok_or_else(too_long)?;
        rest = tail.as_str();
    }
    Ok(total)
}
