//! What DynamoDB sees of a type, and what that allows in expressions: the markers of
//! [`DynamoValue::Kind`](super::DynamoValue::Kind).

use std::marker::PhantomData;

use super::AttributeType;

/// S.
#[derive(Debug)]
pub enum Text {}
/// N.
#[derive(Debug)]
pub enum Numeric {}
/// B.
#[derive(Debug)]
pub enum Binary {}
/// BOOL.
#[derive(Debug)]
pub enum Boolean {}
/// L.
#[derive(Debug)]
pub enum List {}
/// M.
#[derive(Debug)]
pub enum Map {}
/// SS, NS or BS.
#[derive(Debug)]
pub enum Set {}
/// A point in time, whose field decides the unit and the type (N or S).
#[derive(Debug)]
pub enum Time {}
/// A type whose values are of several DynamoDB types.
#[derive(Debug)]
pub enum Dynamic {}
/// Whatever `V` is: the kind of a struct of one field.
#[derive(Debug)]
pub struct Same<V>(PhantomData<fn() -> V>);

/// A kind whose values have an order.
pub trait OrderedKind {}
impl OrderedKind for Text {}
impl OrderedKind for Numeric {}
impl OrderedKind for Binary {}
impl OrderedKind for Time {}

/// A kind whose values begin with others.
pub trait PrefixedKind {}
impl PrefixedKind for Text {}
impl PrefixedKind for Binary {}

/// A kind whose values can be added up.
pub trait AddableKind {}
impl AddableKind for Numeric {}

/// A kind whose values have a `size`.
pub trait MeasuredKind {}
impl MeasuredKind for Text {}
impl MeasuredKind for Binary {}
impl MeasuredKind for List {}
impl MeasuredKind for Map {}
impl MeasuredKind for Set {}
impl<V: AttributeType<Kind: OrderedKind>> OrderedKind for Same<V> {}
impl<V: AttributeType<Kind: PrefixedKind>> PrefixedKind for Same<V> {}
impl<V: AttributeType<Kind: AddableKind>> AddableKind for Same<V> {}
impl<V: AttributeType<Kind: MeasuredKind>> MeasuredKind for Same<V> {}
