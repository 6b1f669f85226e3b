//! What DynamoDB sees of a type, and what that allows in expressions: the markers of
//! [`DynamoValue::Kind`](super::DynamoValue::Kind).

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
