//! What a key attribute may be.

use std::borrow::Cow;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::num::NonZero;
use std::rc::Rc;
use std::sync::Arc;

use aws_sdk_dynamodb::types::ScalarAttributeType;
use aws_smithy_types::Blob;

use crate::time::{EpochMicros, EpochMillis, EpochNanos, EpochSeconds};

use super::{DynamoValue, Number};

/// The three types that a key attribute can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ScalarType {
    /// String.
    S,
    /// Number.
    N,
    /// Binary.
    B,
}

impl ScalarType {
    /// DynamoDB's own tag.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::S => "S",
            Self::N => "N",
            Self::B => "B",
        }
    }
}

impl From<ScalarType> for ScalarAttributeType {
    fn from(scalar: ScalarType) -> Self {
        match scalar {
            ScalarType::S => Self::S,
            ScalarType::N => Self::N,
            ScalarType::B => Self::B,
        }
    }
}

/// A type that a key attribute of a table or an index can have: one S, N or B, whose value is
/// exact.
///
/// The derive implements it for enums of unit variants and for transparent structs of such a type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a key attribute",
    label = "not a key",
    note = "a key is a string, a number or a binary: `String`, an integer, `dynamap::value::Number`, `Vec<u8>`, a `Uuid`, a date, or an enum of unit variants",
    note = "a time needs its unit: `#[partition_key(millis)]`, `#[sort_key(iso)]`"
)]
pub trait KeyValue: DynamoValue {
    /// The type of the key attribute.
    const TYPE: ScalarType;
    /// Whether every value is a whole number, so that there is one before each.
    const INTEGER: bool = false;
}

/// A type that a key attribute of an index can have: a [`KeyValue`], or an `Option` of one, whose
/// `None` keeps the item out of the index.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a key attribute of an index",
    label = "not an index key",
    note = "an index key is a string, a number or a binary, or an `Option` of one: `String`, an integer, `Vec<u8>`, a `Uuid`, a date, an enum of unit variants",
    note = "a time needs its unit: `#[ts(millis)]`, `#[ts(iso)]`"
)]
pub trait IndexKeyValue: DynamoValue {
    /// The type of the key attribute.
    const TYPE: ScalarType;
    /// Whether every value is a whole number, so that there is one before each.
    const INTEGER: bool;
}

impl<V: KeyValue> IndexKeyValue for V {
    const TYPE: ScalarType = V::TYPE;
    const INTEGER: bool = V::INTEGER;
}

#[diagnostic::do_not_recommend]
impl<V: KeyValue> IndexKeyValue for Option<V> {
    const TYPE: ScalarType = V::TYPE;
    const INTEGER: bool = V::INTEGER;
}

macro_rules! keys {
    ($scalar:ident: $($key:ty),* $(,)?) => {$(
        #[diagnostic::do_not_recommend]
        impl KeyValue for $key {
            const TYPE: ScalarType = ScalarType::$scalar;
        }
    )*};
}

keys!(
    S: String, Box<str>, Arc<str>, Rc<str>, Cow<'static, str>, char, time::Date, IpAddr, Ipv4Addr,
    Ipv6Addr,
);
macro_rules! integer_keys {
    ($($key:ty),* $(,)?) => {$(
        #[diagnostic::do_not_recommend]
        impl KeyValue for $key {
            const TYPE: ScalarType = ScalarType::N;
            const INTEGER: bool = true;
        }
    )*};
}

integer_keys!(
    i8,
    i16,
    i32,
    i64,
    i128,
    isize,
    u8,
    u16,
    u32,
    u64,
    u128,
    usize,
    NonZero<i8>,
    NonZero<i16>,
    NonZero<i32>,
    NonZero<i64>,
    NonZero<i128>,
    NonZero<isize>,
    NonZero<u8>,
    NonZero<u16>,
    NonZero<u32>,
    NonZero<u64>,
    NonZero<u128>,
    NonZero<usize>,
    EpochSeconds,
    EpochMillis,
    EpochMicros,
    EpochNanos,
);
keys!(N: Number, std::time::Duration, time::Duration);
keys!(B: Vec<u8>, Box<[u8]>, Arc<[u8]>, Blob);

#[cfg(feature = "bytes")]
keys!(B: bytes::Bytes);

#[cfg(feature = "rust_decimal")]
keys!(N: rust_decimal::Decimal);

#[cfg(feature = "chrono")]
keys!(S: chrono::NaiveDate);
#[cfg(feature = "chrono")]
keys!(N: chrono::TimeDelta);

#[cfg(feature = "jiff")]
keys!(S: jiff::civil::Date);
#[cfg(feature = "jiff")]
keys!(N: jiff::SignedDuration);

#[cfg(feature = "uuid")]
keys!(S: uuid::Uuid);

#[diagnostic::do_not_recommend]
impl<const N: usize> KeyValue for [u8; N] {
    const TYPE: ScalarType = ScalarType::B;
}
