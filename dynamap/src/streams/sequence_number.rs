use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use crate::value::DecodeError;
use crate::{Error, Result};

/// DynamoDB's own have 21 to 40 digits, those of Kinesis up to 129.
const LONGEST: usize = 129;

/// The place of a record in its shard: a decimal number, too large for an integer type.
///
/// Two are compared as numbers, whatever their length: `99` comes before `100`, and `007` equals `7`.
/// Of the changes of one item, that with the largest sequence number is the last; times cannot tell
/// that, for they count whole seconds.
///
/// ```
/// use dynamap::streams::SequenceNumber;
///
/// let early = SequenceNumber::new("99999999999999999999999")?;
/// let late = SequenceNumber::new("100000000000000000000000")?;
/// assert!(early < late);
/// assert_eq!(late.as_str(), "100000000000000000000000");
/// # Ok::<(), dynamap::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct SequenceNumber(Box<str>);

impl SequenceNumber {
    /// A sequence number of decimal digits, as the service spells it.
    pub fn new(text: impl Into<String>) -> Result<Self> {
        Self::read(text.into()).map_err(Error::from)
    }

    pub(crate) fn read(text: String) -> Result<Self, DecodeError> {
        let is_decimal = text.bytes().all(|byte| byte.is_ascii_digit());
        if text.is_empty() || text.len() > LONGEST || !is_decimal {
            return Err(DecodeError::new(
                "a sequence number of decimal digits",
                "other text",
            ));
        }
        Ok(Self(text.into_boxed_str()))
    }

    /// The digits, as they came.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The digits that make the number: without leading zeros, of which zero keeps none.
    fn digits(&self) -> &str {
        self.0.trim_start_matches('0')
    }
}

impl Ord for SequenceNumber {
    fn cmp(&self, other: &Self) -> Ordering {
        let (left, right) = (self.digits(), other.digits());
        left.len().cmp(&right.len()).then_with(|| left.cmp(right))
    }
}

impl PartialOrd for SequenceNumber {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for SequenceNumber {
    fn eq(&self, other: &Self) -> bool {
        self.digits() == other.digits()
    }
}

impl Eq for SequenceNumber {}

impl Hash for SequenceNumber {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.digits().hash(state);
    }
}

impl fmt::Display for SequenceNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for SequenceNumber {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        Self::new(text)
    }
}
