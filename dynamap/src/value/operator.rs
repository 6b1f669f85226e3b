//! What an attribute of a type can do in expressions. The bounds stand on the methods of the
//! attribute handles, so that a mistake is reported in the words of these traits.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet, VecDeque};
use std::hash::{BuildHasher, Hash};
use std::rc::Rc;
use std::sync::Arc;
use std::time::SystemTime;

use aws_smithy_types::{Blob, DateTime};
use time::{OffsetDateTime, UtcDateTime};

use super::kind::{self, AddableKind, MeasuredKind, OrderedKind, PrefixedKind};
use super::{DynamoValue, ListElement, SetMember};

/// A type that an attribute can have: every [`DynamoValue`], and the types that hold a time, which
/// are values only together with a unit.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an attribute",
    label = "not a DynamoDB value",
    note = "derive it: `#[derive(DynamoValue)]`"
)]
pub trait AttributeType {
    /// What DynamoDB sees of it.
    type Kind;
}

#[diagnostic::do_not_recommend]
impl<V: DynamoValue> AttributeType for V {
    type Kind = V::Kind;
}

// `Option<T>` is spelled out for each type: a blanket over times would overlap with the one above.
macro_rules! times {
    ($($time:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl AttributeType for $time {
            type Kind = kind::Time;
        }

        #[diagnostic::do_not_recommend]
        impl AttributeType for Option<$time> {
            type Kind = kind::Time;
        }
    )*};
}

times!(OffsetDateTime, UtcDateTime, SystemTime, DateTime);

#[cfg(feature = "chrono")]
times!(
    chrono::DateTime<chrono::Utc>,
    chrono::DateTime<chrono::FixedOffset>
);

#[cfg(feature = "jiff")]
times!(jiff::Timestamp);

/// A type whose attributes can be compared by order: `lt`, `le`, `gt`, `ge`, `between`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be compared by order",
    label = "has no order in DynamoDB",
    note = "DynamoDB orders strings, numbers and binaries; any attribute can be compared with `eq` and `ne`"
)]
pub trait Ordered: AttributeType {}

#[diagnostic::do_not_recommend]
impl<V: AttributeType<Kind: OrderedKind>> Ordered for V {}

/// A type whose attributes know `begins_with`.
#[diagnostic::on_unimplemented(
    message = "`begins_with` works on strings and binaries only",
    label = "`{Self}` has no beginning",
    note = "compare it with `eq` or, if it has an order, with `ge` and `lt`"
)]
pub trait Prefixed: AttributeType {}

#[diagnostic::do_not_recommend]
impl<V: AttributeType<Kind: PrefixedKind>> Prefixed for V {}

/// A type whose attributes can be added to and subtracted from.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be added to or subtracted from",
    label = "not a number",
    note = "set the attribute instead; sets take `insert` and `delete`, lists take `append`"
)]
pub trait Addable: AttributeType {}

#[diagnostic::do_not_recommend]
impl<V: AttributeType<Kind: AddableKind>> Addable for V {}

/// A type whose attributes have a `size`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no size",
    label = "has no size in DynamoDB",
    note = "DynamoDB measures strings and binaries in bytes, and counts the entries of lists, maps and sets"
)]
pub trait Measured: AttributeType {}

#[diagnostic::do_not_recommend]
impl<V: AttributeType<Kind: MeasuredKind>> Measured for V {}

/// A type whose attributes are an L of one type: `append`, `prepend`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list",
    label = "not a list",
    note = "`append`, `prepend` and `index` work on lists: `Vec`, `VecDeque`; a set takes `insert`"
)]
pub trait ListValue: DynamoValue {
    /// The type of its elements.
    type Element: ListElement;
}

#[diagnostic::do_not_recommend]
impl<T: ListElement> ListValue for Vec<T> {
    type Element = T;
}

#[diagnostic::do_not_recommend]
impl<T: ListElement> ListValue for VecDeque<T> {
    type Element = T;
}

#[diagnostic::do_not_recommend]
impl<V: ListValue> ListValue for Option<V> {
    type Element = V::Element;
}

/// A type whose attributes are an SS, NS or BS: `insert`, `delete`.
#[diagnostic::on_unimplemented(
    message = "members cannot be inserted into `{Self}`",
    label = "not a set",
    note = "`insert` and `delete` work on sets: `HashSet`, `BTreeSet`; a list takes `append`"
)]
pub trait SetValue: DynamoValue {
    /// The type of its members.
    type Member: SetMember;
}

#[diagnostic::do_not_recommend]
impl<T: SetMember + Eq + Hash, S: BuildHasher + Default> SetValue for HashSet<T, S> {
    type Member = T;
}

#[diagnostic::do_not_recommend]
impl<T: SetMember + Ord> SetValue for BTreeSet<T> {
    type Member = T;
}

#[diagnostic::do_not_recommend]
impl<V: SetValue> SetValue for Option<V> {
    type Member = V::Member;
}

/// A type whose attributes know `contains`: a text a part of it, bytes a part of them, a list an
/// element, a set a member.
#[diagnostic::on_unimplemented(
    message = "`{Self}` contains nothing",
    label = "`contains` does not work on it",
    note = "`contains` works on strings, binaries, lists and sets"
)]
pub trait Contains: DynamoValue {
    /// What is looked for.
    type Element: DynamoValue;
}

macro_rules! contains {
    ($element:ty: $($value:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl Contains for $value {
            type Element = $element;
        }
    )*};
}

contains!(String: String, Box<str>, Arc<str>, Rc<str>, Cow<'static, str>);
contains!(Vec<u8>: Vec<u8>, Box<[u8]>, Arc<[u8]>, Blob);

#[cfg(feature = "bytes")]
contains!(Vec<u8>: bytes::Bytes);

#[diagnostic::do_not_recommend]
impl<const N: usize> Contains for [u8; N] {
    type Element = Vec<u8>;
}

#[diagnostic::do_not_recommend]
impl<T: ListElement> Contains for Vec<T> {
    type Element = T;
}

#[diagnostic::do_not_recommend]
impl<T: ListElement> Contains for VecDeque<T> {
    type Element = T;
}

#[diagnostic::do_not_recommend]
impl<T: ListElement, const N: usize> Contains for [T; N] {
    type Element = T;
}

#[diagnostic::do_not_recommend]
impl<T: SetMember + Eq + Hash, S: BuildHasher + Default> Contains for HashSet<T, S> {
    type Element = T;
}

#[diagnostic::do_not_recommend]
impl<T: SetMember + Ord> Contains for BTreeSet<T> {
    type Element = T;
}

#[diagnostic::do_not_recommend]
impl<V: Contains> Contains for Option<V> {
    type Element = V::Element;
}
