use std::cmp::Ordering;
use std::fmt::{self, Write};
use std::str::FromStr;

use super::text::StackText;
use super::{DecodeError, Decoder, DynamoValue, EncodeError, Encoder, kind};

/// Significant digits that DynamoDB keeps.
const DIGITS: u32 = 38;
/// The exponents of the first significant digit that DynamoDB keeps: 1E-130 to 9.99…E+125.
const EXPONENTS: std::ops::RangeInclusive<i64> = -130..=125;

/// A DynamoDB number, exactly: a decimal of up to 38 significant digits, zero or between 1E-130
/// and 9.9999999999999999999999999999999999999E+125 in magnitude.
///
/// `1`, `1.0` and `1e0` are the same number, here as in DynamoDB: equality, order and hash are by
/// value. It is written as N in DynamoDB's own spelling: no exponent, no zeros that say nothing.
///
/// ```
/// use dynamap::value::Number;
///
/// let price: Number = "1.50E1".parse()?;
/// assert_eq!(price.to_string(), "15");
/// assert_eq!(price, Number::from(15));
/// # Ok::<(), dynamap::value::NumberError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Number {
    // Without trailing zeros, so that equal numbers are equal fields; zero is all zeros.
    digits: u128,
    exponent: i16,
    negative: bool,
}

/// Why a text or a number is no DynamoDB number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NumberError {
    /// Not a decimal number: NaN, an infinity, or another text.
    NotANumber,
    /// More than 38 significant digits.
    TooManyDigits,
    /// 1E+126 or more in magnitude.
    TooLarge,
    /// Not zero and less than 1E-130 in magnitude.
    TooSmall,
}

impl NumberError {
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::NotANumber => "not a number",
            Self::TooManyDigits => "a number of more than 38 significant digits",
            Self::TooLarge => "a number of 1E+126 or more",
            Self::TooSmall => "a number closer to zero than 1E-130",
        }
    }
}

impl fmt::Display for NumberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl std::error::Error for NumberError {}

impl From<NumberError> for EncodeError {
    fn from(error: NumberError) -> Self {
        Self::new(format!("{error} cannot be stored"))
    }
}

impl Number {
    /// 0.
    pub const ZERO: Self = Self {
        digits: 0,
        exponent: 0,
        negative: false,
    };

    /// Reads any spelling that DynamoDB accepts: `42`, `00042`, `-0.50`, `+1.5E2`, `1e-7`.
    pub fn parse(text: &str) -> Result<Self, NumberError> {
        let (negative, unsigned) = sign(text.as_bytes());
        let mut significand = Significand::default();
        let mut rest = unsigned;
        while let [byte, tail @ ..] = rest {
            match byte {
                b'0'..=b'9' => significand.push(byte - b'0'),
                b'.' if !significand.after_point => significand.after_point = true,
                _ => break,
            }
            rest = tail;
        }
        let shift = match rest {
            [] => 0,
            [b'e' | b'E', exponent @ ..] => parse_exponent(exponent)?,
            _ => return Err(NumberError::NotANumber),
        };
        if !significand.any {
            return Err(NumberError::NotANumber);
        }
        significand.finish(negative, shift)
    }

    fn new(negative: bool, digits: u128, exponent: i64) -> Result<Self, NumberError> {
        let Some(length) = length(digits) else {
            return Ok(Self::ZERO);
        };
        let first = exponent.saturating_add(i64::from(length) - 1);
        match i16::try_from(exponent) {
            Ok(exponent) if EXPONENTS.contains(&first) => Ok(Self {
                digits,
                exponent,
                negative,
            }),
            _ if first > 0 => Err(NumberError::TooLarge),
            _ => Err(NumberError::TooSmall),
        }
    }

    fn from_unsigned(negative: bool, mut digits: u128) -> Result<Self, NumberError> {
        let mut exponent = 0;
        while digits != 0 && digits.is_multiple_of(10) {
            digits /= 10;
            exponent += 1;
        }
        if length(digits).is_some_and(|length| length > DIGITS) {
            return Err(NumberError::TooManyDigits);
        }
        Self::new(negative, digits, exponent)
    }

    /// Whether this is a whole number.
    pub const fn is_integer(self) -> bool {
        self.exponent >= 0
    }

    /// The same integer; `None` if there is a fraction or it does not fit.
    pub fn to_i128(self) -> Option<i128> {
        let magnitude = self.magnitude()?;
        if self.negative {
            0_i128.checked_sub_unsigned(magnitude)
        } else {
            i128::try_from(magnitude).ok()
        }
    }

    /// The same integer; `None` if there is a fraction or it does not fit.
    pub fn to_u128(self) -> Option<u128> {
        if self.negative {
            None
        } else {
            self.magnitude()
        }
    }

    /// The sum; `None` if it needs more than 38 digits or leaves DynamoDB's range.
    pub fn checked_add(self, other: Self) -> Option<Self> {
        let exponent = self.exponent.min(other.exponent);
        let sum = self
            .scaled(exponent)?
            .checked_add(other.scaled(exponent)?)?;
        let mut digits = sum.unsigned_abs();
        let mut exponent = i64::from(exponent);
        while digits != 0 && digits.is_multiple_of(10) {
            digits /= 10;
            exponent += 1;
        }
        if length(digits).is_some_and(|length| length > DIGITS) {
            return None;
        }
        Self::new(sum < 0, digits, exponent).ok()
    }

    /// The difference; `None` if it needs more than 38 digits or leaves DynamoDB's range.
    pub fn checked_sub(self, other: Self) -> Option<Self> {
        self.checked_add(Self {
            negative: !other.negative,
            ..other
        })
    }

    /// The number as a multiple of ten to the power of `exponent`, which is at most its own.
    pub(super) fn scaled(self, exponent: i16) -> Option<i128> {
        if self.digits == 0 {
            return Some(0);
        }
        let zeros = u32::try_from(self.exponent.checked_sub(exponent)?).ok()?;
        let magnitude = self.digits.checked_mul(10_u128.checked_pow(zeros)?)?;
        let magnitude = i128::try_from(magnitude).ok()?;
        Some(if self.negative { -magnitude } else { magnitude })
    }

    fn magnitude(self) -> Option<u128> {
        let zeros = u32::try_from(self.exponent).ok()?;
        self.digits.checked_mul(10_u128.checked_pow(zeros)?)
    }

    /// The nearest `f64`, which keeps about 16 of the 38 digits.
    pub fn to_f64(self) -> f64 {
        // Every number of this range is one of f64's.
        self.to_string().parse().unwrap_or(f64::NAN)
    }

    // As many digits as numbers can have, so that those of two numbers compare.
    fn aligned(self) -> (i32, u128) {
        let length = length(self.digits).unwrap_or(DIGITS);
        let first = i32::from(self.exponent) + i32::try_from(length).unwrap_or_default();
        let scale = 10_u128.pow(DIGITS.saturating_sub(length));
        (first, self.digits.saturating_mul(scale))
    }
}

/// Whether the text starts with a minus, and what follows the sign.
fn sign(text: &[u8]) -> (bool, &[u8]) {
    let unsigned = text.strip_prefix(b"-").or_else(|| text.strip_prefix(b"+"));
    (text.starts_with(b"-"), unsigned.unwrap_or(text))
}

fn length(digits: u128) -> Option<u32> {
    digits.checked_ilog10().map(|log| log + 1)
}

fn parse_exponent(text: &[u8]) -> Result<i64, NumberError> {
    let (negative, digits) = sign(text);
    if digits.is_empty() {
        return Err(NumberError::NotANumber);
    }
    let mut exponent = 0_i64;
    for byte in digits {
        if !byte.is_ascii_digit() {
            return Err(NumberError::NotANumber);
        }
        exponent = exponent
            .saturating_mul(10)
            .saturating_add(i64::from(byte - b'0'));
    }
    Ok(if negative { -exponent } else { exponent })
}

/// The digits of a text while it is read; zeros wait until a digit after them makes them count.
#[derive(Default)]
struct Significand {
    digits: u128,
    length: u32,
    zeros: u32,
    scale: i64,
    any: bool,
    after_point: bool,
    overflow: bool,
}

impl Significand {
    fn push(&mut self, digit: u8) {
        self.any = true;
        if self.after_point {
            self.scale -= 1;
        }
        if digit == 0 {
            if self.digits != 0 {
                self.zeros = self.zeros.saturating_add(1);
            }
            return;
        }
        let shift = self.zeros.saturating_add(1);
        let length = self.length.saturating_add(shift);
        if self.overflow || length > DIGITS {
            self.overflow = true;
            return;
        }
        self.digits =
            self.digits * 10_u128.pow(if self.digits == 0 { 0 } else { shift }) + u128::from(digit);
        self.length = length;
        self.zeros = 0;
    }

    fn finish(self, negative: bool, shift: i64) -> Result<Number, NumberError> {
        if self.overflow {
            return Err(NumberError::TooManyDigits);
        }
        let exponent = self
            .scale
            .saturating_add(i64::from(self.zeros))
            .saturating_add(shift);
        Number::new(negative, self.digits, exponent)
    }
}

impl FromStr for Number {
    type Err = NumberError;

    fn from_str(text: &str) -> Result<Self, NumberError> {
        Self::parse(text)
    }
}

impl fmt::Display for Number {
    /// DynamoDB's own spelling, as it returns the number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(digits) = StackText::<39>::of(self.digits) else {
            return Err(fmt::Error);
        };
        let digits = digits.as_str();
        if self.negative {
            f.write_char('-')?;
        }
        let exponent = isize::from(self.exponent);
        if exponent >= 0 {
            f.write_str(digits)?;
            return zeros(f, exponent.unsigned_abs());
        }
        let fraction = exponent.unsigned_abs();
        let whole = digits.len().saturating_sub(fraction);
        let (before, after) = digits.split_at_checked(whole).unwrap_or((digits, ""));
        f.write_str(if before.is_empty() { "0" } else { before })?;
        f.write_char('.')?;
        zeros(f, fraction - after.len())?;
        f.write_str(after)
    }
}

fn zeros(f: &mut fmt::Formatter<'_>, count: usize) -> fmt::Result {
    (0..count).try_for_each(|_| f.write_char('0'))
}

impl fmt::Debug for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Number({self})")
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        let signum = |number: &Self| match (number.digits, number.negative) {
            (0, _) => 0,
            (_, true) => -1,
            (_, false) => 1,
        };
        signum(self).cmp(&signum(other)).then_with(|| {
            let magnitudes = self.aligned().cmp(&other.aligned());
            if self.negative {
                magnitudes.reverse()
            } else {
                magnitudes
            }
        })
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

macro_rules! from_unsigned {
    ($($integer:ty),*) => {$(
        impl From<$integer> for Number {
            fn from(value: $integer) -> Self {
                // 64 bits have at most 20 digits.
                Self::from_unsigned(false, value as u128).unwrap_or_default()
            }
        }
    )*};
}

macro_rules! from_signed {
    ($($integer:ty),*) => {$(
        impl From<$integer> for Number {
            fn from(value: $integer) -> Self {
                // 64 bits have at most 20 digits.
                Self::from_unsigned(value < 0, value.unsigned_abs() as u128).unwrap_or_default()
            }
        }
    )*};
}

#[expect(clippy::cast_lossless, reason = "`u128: From<usize>` does not exist")]
mod integers {
    use super::Number;

    from_unsigned!(u8, u16, u32, u64, usize);
    from_signed!(i8, i16, i32, i64, isize);
}

impl TryFrom<u128> for Number {
    type Error = NumberError;

    /// Fails for more than 38 significant digits.
    fn try_from(value: u128) -> Result<Self, NumberError> {
        Self::from_unsigned(false, value)
    }
}

impl TryFrom<i128> for Number {
    type Error = NumberError;

    /// Fails for more than 38 significant digits.
    fn try_from(value: i128) -> Result<Self, NumberError> {
        Self::from_unsigned(value < 0, value.unsigned_abs())
    }
}

impl TryFrom<f64> for Number {
    type Error = NumberError;

    /// The shortest decimal that reads back as the same `f64`; fails for NaN, the infinities, and
    /// what is out of range.
    fn try_from(value: f64) -> Result<Self, NumberError> {
        if value.is_finite() {
            Self::parse(&format!("{value:e}"))
        } else {
            Err(NumberError::NotANumber)
        }
    }
}

/// N, in DynamoDB's own spelling.
#[diagnostic::do_not_recommend]
impl DynamoValue for Number {
    type Kind = kind::Numeric;

    fn encode(&self, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
        encoder.number(&self.to_string());
        Ok(())
    }

    fn decode(decoder: &mut dyn Decoder) -> Result<Self, DecodeError> {
        Self::parse(&decoder.number()?)
            .map_err(|error| DecodeError::new("a DynamoDB number", error.as_str()))
    }
}
