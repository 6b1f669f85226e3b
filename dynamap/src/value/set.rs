use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};
use std::hash::{BuildHasher, Hash};
use std::num::NonZero;
use std::rc::Rc;
use std::sync::Arc;

use aws_smithy_types::Blob;

use crate::time::{EpochMicros, EpochMillis, EpochNanos, EpochSeconds};

use super::container::{AsSet, Container, Contents};
use super::{
    Codec, DecodeError, Decoder, DynamoValue, EncodeError, Encoder, Number, SetKind, Step,
    WireType, kind,
};

/// A member of a `HashSet` or `BTreeSet`, which is then an SS, NS or BS.
///
/// Its `DynamoValue` writes one S, N or B.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the member of a set",
    label = "not a set member",
    note = "DynamoDB has sets of strings, of numbers and of binaries; a list (`Vec`) holds any value"
)]
pub trait SetMember: DynamoValue {
    /// The type of the set.
    const SET: SetKind;
}

macro_rules! members {
    ($kind:ident: $($member:ty),* $(,)?) => {$(
        #[diagnostic::do_not_recommend]
        impl SetMember for $member {
            const SET: SetKind = SetKind::$kind;
        }
    )*};
}

members!(
    Strings: String, Box<str>, Arc<str>, Rc<str>, Cow<'static, str>, char, time::Date,
    std::net::IpAddr, std::net::Ipv4Addr, std::net::Ipv6Addr,
);
members!(
    Numbers: i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, Number,
    NonZero<i8>, NonZero<i16>, NonZero<i32>, NonZero<i64>, NonZero<i128>, NonZero<isize>,
    NonZero<u8>, NonZero<u16>, NonZero<u32>, NonZero<u64>, NonZero<u128>, NonZero<usize>,
);
members!(Numbers: EpochSeconds, EpochMillis, EpochMicros, EpochNanos);
members!(Numbers: std::time::Duration, time::Duration);
members!(Binaries: Vec<u8>, Box<[u8]>, Arc<[u8]>, Blob);

#[cfg(feature = "bytes")]
members!(Binaries: bytes::Bytes);

#[cfg(feature = "rust_decimal")]
members!(Numbers: rust_decimal::Decimal);

#[cfg(feature = "chrono")]
members!(Strings: chrono::NaiveDate);
#[cfg(feature = "chrono")]
members!(Numbers: chrono::TimeDelta);

#[cfg(feature = "jiff")]
members!(Strings: jiff::civil::Date);
#[cfg(feature = "jiff")]
members!(Numbers: jiff::SignedDuration);

#[cfg(feature = "uuid")]
members!(Strings: uuid::Uuid);

#[diagnostic::do_not_recommend]
impl<const N: usize> SetMember for [u8; N] {
    const SET: SetKind = SetKind::Binaries;
}

/// Writes an SS, NS or BS, which DynamoDB never holds empty.
pub fn encode_set<'a, T: SetMember + 'a>(
    members: impl ExactSizeIterator<Item = &'a T>,
    encoder: &mut dyn Encoder,
) -> Result<(), EncodeError> {
    if members.len() == 0 {
        return Err(EncodeError::new(
            "an empty set cannot be stored here: DynamoDB has none; leave it out or use a list",
        ));
    }
    encoder.open_set(T::SET, members.len());
    for (index, member) in members.enumerate() {
        member
            .encode(encoder)
            .map_err(|error| error.at(Step::Index(index)))?;
    }
    encoder.close();
    Ok(())
}

fn decode_set<T: SetMember>(
    decoder: &mut dyn Decoder,
    mut insert: impl FnMut(T),
) -> Result<(), DecodeError> {
    decoder.open_set(T::SET)?;
    let mut index = 0;
    while decoder.next_element()? {
        insert(T::decode(decoder).map_err(|error| error.at(Step::Index(index)))?);
        index += 1;
    }
    Ok(())
}

/// SS, NS or BS. The empty set is an absent attribute, in both directions; inside a list, where
/// nothing can be absent, it is an error.
impl<T: SetMember + Eq + Hash, S: BuildHasher + Default> Contents<HashSet<T, S>> for AsSet {
    type Kind = kind::Set;

    fn encode(value: &HashSet<T, S>, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
        encode_set(value.iter(), encoder)
    }

    fn decode(decoder: &mut dyn Decoder) -> Result<HashSet<T, S>, DecodeError> {
        let mut set = HashSet::default();
        decode_set(decoder, |member| {
            set.insert(member);
        })?;
        Ok(set)
    }

    fn is_absent(value: &HashSet<T, S>) -> bool {
        value.is_empty()
    }

    fn absent() -> Option<HashSet<T, S>> {
        Some(HashSet::default())
    }
}

#[diagnostic::do_not_recommend]
impl<T, S> Container for HashSet<T, S> {
    type Is = AsSet;
}

/// SS, NS or BS. The empty set is an absent attribute, in both directions; inside a list, where
/// nothing can be absent, it is an error.
impl<T: SetMember + Ord> Contents<BTreeSet<T>> for AsSet {
    type Kind = kind::Set;

    fn encode(value: &BTreeSet<T>, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
        encode_set(value.iter(), encoder)
    }

    fn decode(decoder: &mut dyn Decoder) -> Result<BTreeSet<T>, DecodeError> {
        let mut set = BTreeSet::new();
        decode_set(decoder, |member| {
            set.insert(member);
        })?;
        Ok(set)
    }

    fn is_absent(value: &BTreeSet<T>) -> bool {
        value.is_empty()
    }

    fn absent() -> Option<BTreeSet<T>> {
        Some(BTreeSet::new())
    }
}

#[diagnostic::do_not_recommend]
impl<T> Container for BTreeSet<T> {
    type Is = AsSet;
}

/// A list that `#[dynamo(set)]` stores as an SS, NS or BS: its members once each, in no order.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be stored as a set",
    label = "not a list of strings, numbers or binaries",
    note = "`set` works on a `Vec` whose elements can be members of a `BTreeSet`, and on an `Option` of one"
)]
pub trait ListAsSet: Sized {
    /// What is stored.
    type Set: DynamoValue;

    /// Writes the set.
    fn encode_set(&self, encoder: &mut dyn Encoder) -> Result<(), EncodeError>;

    /// Reads the set.
    fn decode_set(decoder: &mut dyn Decoder) -> Result<Self, DecodeError>;

    /// Whether the attribute is left out.
    fn is_empty_set(&self) -> bool;

    /// What a missing attribute reads as.
    fn empty_set() -> Option<Self>;
}

#[diagnostic::do_not_recommend]
impl<T: SetMember + Ord> ListAsSet for Vec<T> {
    type Set = BTreeSet<T>;

    fn encode_set(&self, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
        let members: BTreeSet<&T> = self.iter().collect();
        encode_set(members.into_iter(), encoder)
    }

    fn decode_set(decoder: &mut dyn Decoder) -> Result<Self, DecodeError> {
        let mut list = Self::new();
        decode_set(decoder, |member| list.push(member))?;
        Ok(list)
    }

    fn is_empty_set(&self) -> bool {
        self.is_empty()
    }

    fn empty_set() -> Option<Self> {
        Some(Self::new())
    }
}

#[diagnostic::do_not_recommend]
impl<L: ListAsSet> ListAsSet for Option<L> {
    type Set = Option<L::Set>;

    fn encode_set(&self, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
        if let Some(list) = self {
            list.encode_set(encoder)
        } else {
            encoder.null();
            Ok(())
        }
    }

    fn decode_set(decoder: &mut dyn Decoder) -> Result<Self, DecodeError> {
        if decoder.wire_type()? == WireType::Null {
            decoder.null()?;
            Ok(None)
        } else {
            L::decode_set(decoder).map(Some)
        }
    }

    fn is_empty_set(&self) -> bool {
        self.as_ref().is_none_or(L::is_empty_set)
    }

    fn empty_set() -> Option<Self> {
        Some(None)
    }
}

/// The codec of a list that is stored as a set.
pub const fn list_as_set<V: ListAsSet>() -> Codec<V> {
    Codec {
        encode: V::encode_set,
        decode: V::decode_set,
        is_absent: V::is_empty_set,
        absent: V::empty_set,
    }
}
