//! Why a type cannot be a key attribute, in the compiler's words.
//!
//! A type that is refused names its reason; the blanket `impl KeyValue` asks the reason for a
//! trait that nothing implements, whose message the compiler then prints. Two steps, since a
//! message shows only if the trait's `Self` is another than the one asked for.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::hash::{BuildHasher, Hash};

use super::{DynamoValue, KeyValue, ListElement, MapKey, ScalarType, SetMember};

/// What decides whether a type can be a key, where it does not implement [`KeyValue`] itself.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a key attribute",
    label = "not a key",
    note = "a key is a string, a number or a binary: `String`, an integer, `dynamap::value::Number`, `Vec<u8>`, a `Uuid`, a date, or an enum of unit variants",
    note = "a time needs its unit: `#[partition_key(millis)]`, `#[sort_key(iso)]`"
)]
pub trait KeyShape: DynamoValue {
    /// Why it is refused, or [`SameAs`].
    type Reason;
}

/// A reason, asked whether it lets `V` be a key.
pub trait Permits<V> {
    /// The type of the key attribute.
    const TYPE: ScalarType;
    /// Whether every value is a whole number.
    const INTEGER: bool = false;
}

impl<V: KeyShape<Reason: Permits<V>>> KeyValue for V {
    const TYPE: ScalarType = V::Reason::TYPE;
    const INTEGER: bool = V::Reason::INTEGER;
}

/// No reason: `V` is a key if `T`, as which it is stored, is one.
#[derive(Debug)]
pub struct SameAs<T>(std::marker::PhantomData<T>);

impl<V, T: KeyValue> Permits<V> for SameAs<T> {
    const TYPE: ScalarType = T::TYPE;
    const INTEGER: bool = T::INTEGER;
}

/// Reason: may be absent.
#[derive(Debug)]
pub enum OptionalKey {}
/// Reason: rounds.
#[derive(Debug)]
pub enum FloatKey {}
/// Reason: BOOL.
#[derive(Debug)]
pub enum BooleanKey {}
/// Reason: L, M, SS, NS or BS.
#[derive(Debug)]
pub enum CollectionKey {}

/// A key is always there.
#[diagnostic::on_unimplemented(
    message = "`{V}` cannot be a key attribute: a key is always there",
    label = "may be absent",
    note = "use the type without `Option`"
)]
pub trait KeysMayBeAbsent<V> {
    /// The type of the key attribute.
    const TYPE: ScalarType;
}

/// A key is exact.
#[diagnostic::on_unimplemented(
    message = "`{V}` cannot be a key attribute: a rounded number would not find its item again",
    label = "a float is not exact",
    note = "use an integer or `dynamap::value::Number`"
)]
pub trait FloatsAreExact<V> {
    /// The type of the key attribute.
    const TYPE: ScalarType;
}

/// A key is no BOOL.
#[diagnostic::on_unimplemented(
    message = "`{V}` cannot be a key attribute: DynamoDB has no boolean keys",
    label = "a BOOL",
    note = "use an enum of unit variants, which is stored by name"
)]
pub trait KeysMayBeBooleans<V> {
    /// The type of the key attribute.
    const TYPE: ScalarType;
}

/// A key is no L, M, SS, NS or BS.
#[diagnostic::on_unimplemented(
    message = "`{V}` cannot be a key attribute: a key is one string, number or binary",
    label = "a collection",
    note = "bytes are a `Vec<u8>` or a `[u8; N]`; a list, map or set is an attribute beside the key"
)]
pub trait KeysMayBeCollections<V> {
    /// The type of the key attribute.
    const TYPE: ScalarType;
}

impl<V> Permits<V> for OptionalKey
where
    Self: KeysMayBeAbsent<V>,
{
    const TYPE: ScalarType = <Self as KeysMayBeAbsent<V>>::TYPE;
}

impl<V> Permits<V> for FloatKey
where
    Self: FloatsAreExact<V>,
{
    const TYPE: ScalarType = <Self as FloatsAreExact<V>>::TYPE;
}

impl<V> Permits<V> for BooleanKey
where
    Self: KeysMayBeBooleans<V>,
{
    const TYPE: ScalarType = <Self as KeysMayBeBooleans<V>>::TYPE;
}

impl<V> Permits<V> for CollectionKey
where
    Self: KeysMayBeCollections<V>,
{
    const TYPE: ScalarType = <Self as KeysMayBeCollections<V>>::TYPE;
}

#[diagnostic::do_not_recommend]
impl<T: DynamoValue> KeyShape for Option<T> {
    type Reason = OptionalKey;
}

#[diagnostic::do_not_recommend]
impl KeyShape for f32 {
    type Reason = FloatKey;
}

#[diagnostic::do_not_recommend]
impl KeyShape for f64 {
    type Reason = FloatKey;
}

#[diagnostic::do_not_recommend]
impl KeyShape for bool {
    type Reason = BooleanKey;
}

#[diagnostic::do_not_recommend]
impl<T: ListElement> KeyShape for Vec<T> {
    type Reason = CollectionKey;
}

#[diagnostic::do_not_recommend]
impl<T: ListElement> KeyShape for VecDeque<T> {
    type Reason = CollectionKey;
}

#[diagnostic::do_not_recommend]
impl<T: ListElement, const N: usize> KeyShape for [T; N] {
    type Reason = CollectionKey;
}

#[diagnostic::do_not_recommend]
impl<K: MapKey + Eq + Hash, V: DynamoValue, S: BuildHasher + Default> KeyShape
    for HashMap<K, V, S>
{
    type Reason = CollectionKey;
}

#[diagnostic::do_not_recommend]
impl<K: MapKey + Ord, V: DynamoValue> KeyShape for BTreeMap<K, V> {
    type Reason = CollectionKey;
}

#[diagnostic::do_not_recommend]
impl<T: SetMember + Eq + Hash, S: BuildHasher + Default> KeyShape for HashSet<T, S> {
    type Reason = CollectionKey;
}

#[diagnostic::do_not_recommend]
impl<T: SetMember + Ord> KeyShape for BTreeSet<T> {
    type Reason = CollectionKey;
}
