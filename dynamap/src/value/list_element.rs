//! The types of this module and of the standard library that can stand in a list: all but `u8`.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::hash::BuildHasher;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::num::NonZero;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use aws_smithy_types::Blob;

use aws_sdk_dynamodb::types::AttributeValue;

use crate::time::{EpochMicros, EpochMillis, EpochNanos, EpochSeconds};

use super::{DynamoValue, ListElement, MapKey, Number, SetMember};

macro_rules! elements {
    ($($element:ty),* $(,)?) => {$(
        #[diagnostic::do_not_recommend]
        impl ListElement for $element {}
    )*};
}

elements!(
    bool,
    char,
    String,
    Box<str>,
    Arc<str>,
    Rc<str>,
    Cow<'static, str>,
    i8,
    i16,
    i32,
    i64,
    i128,
    isize,
    u16,
    u32,
    u64,
    u128,
    usize,
    f32,
    f64,
    Number,
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
    Vec<u8>,
    Box<[u8]>,
    Arc<[u8]>,
    Duration,
    time::Duration,
    Blob,
    AttributeValue,
    time::Date,
    IpAddr,
    Ipv4Addr,
    Ipv6Addr,
);

elements!(EpochSeconds, EpochMillis, EpochMicros, EpochNanos);

#[cfg(feature = "chrono")]
elements!(chrono::NaiveDate, chrono::TimeDelta);

#[cfg(feature = "jiff")]
elements!(jiff::civil::Date, jiff::SignedDuration);

#[cfg(feature = "bytes")]
elements!(bytes::Bytes);

#[cfg(feature = "rust_decimal")]
elements!(rust_decimal::Decimal);

#[cfg(feature = "uuid")]
elements!(uuid::Uuid);

// Not `T: ListElement`: an L of `Option<u8>` or `Box<u8>` is no B.
#[diagnostic::do_not_recommend]
impl<T: DynamoValue> ListElement for Option<T> {}
#[diagnostic::do_not_recommend]
impl<T: DynamoValue> ListElement for Box<T> {}
#[diagnostic::do_not_recommend]
impl<T: DynamoValue> ListElement for Arc<T> {}
#[diagnostic::do_not_recommend]
impl<T: DynamoValue> ListElement for Rc<T> {}
#[diagnostic::do_not_recommend]
impl<T: ListElement> ListElement for Vec<T> {}
#[diagnostic::do_not_recommend]
impl<T: ListElement> ListElement for VecDeque<T> {}
#[diagnostic::do_not_recommend]
impl<const N: usize> ListElement for [u8; N] {}
#[diagnostic::do_not_recommend]
impl<T: ListElement, const N: usize> ListElement for [T; N] {}
#[diagnostic::do_not_recommend]
impl<K: MapKey + Eq + std::hash::Hash, V: DynamoValue, S: BuildHasher + Default> ListElement
    for HashMap<K, V, S>
{
}
#[diagnostic::do_not_recommend]
impl<K: MapKey + Ord, V: DynamoValue> ListElement for BTreeMap<K, V> {}
#[diagnostic::do_not_recommend]
impl<T: SetMember + Eq + std::hash::Hash, S: BuildHasher + Default> ListElement for HashSet<T, S> {}
#[diagnostic::do_not_recommend]
impl<T: SetMember + Ord> ListElement for BTreeSet<T> {}
