use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};
use std::hash::{BuildHasher, Hash};
use std::num::NonZero;
use std::rc::Rc;
use std::sync::Arc;

use aws_smithy_types::Blob;

use crate::time::{EpochMicros, EpochMillis, EpochNanos, EpochSeconds};

use super::{
    Container, DecodeError, Decoder, DynamoValue, EncodeError, Encoder, Number, SetKind, Step, kind,
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
members!(Binaries: Vec<u8>, Blob);

#[cfg(feature = "chrono")]
members!(Strings: chrono::NaiveDate);

#[cfg(feature = "jiff")]
members!(Strings: jiff::civil::Date);

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
impl<T: SetMember + Eq + Hash, S: BuildHasher + Default> Container for HashSet<T, S> {
    type Kind = kind::Set;

    fn encode_container(&self, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
        encode_set(self.iter(), encoder)
    }

    fn decode_container(decoder: &mut dyn Decoder) -> Result<Self, DecodeError> {
        let mut set = Self::default();
        decode_set(decoder, |member| {
            set.insert(member);
        })?;
        Ok(set)
    }

    fn is_absent_container(&self) -> bool {
        self.is_empty()
    }

    fn absent_container() -> Option<Self> {
        Some(Self::default())
    }
}

/// SS, NS or BS. The empty set is an absent attribute, in both directions; inside a list, where
/// nothing can be absent, it is an error.
impl<T: SetMember + Ord> Container for BTreeSet<T> {
    type Kind = kind::Set;

    fn encode_container(&self, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
        encode_set(self.iter(), encoder)
    }

    fn decode_container(decoder: &mut dyn Decoder) -> Result<Self, DecodeError> {
        let mut set = Self::new();
        decode_set(decoder, |member| {
            set.insert(member);
        })?;
        Ok(set)
    }

    fn is_absent_container(&self) -> bool {
        self.is_empty()
    }

    fn absent_container() -> Option<Self> {
        Some(Self::new())
    }
}
