//! Values: how a Rust type is written as a DynamoDB value and read back.
//!
//! [`DynamoValue`] is the one codec of a type. It is written against two object-safe cursors,
//! [`Encoder`] and [`Decoder`], that speak DynamoDB's data model (S, N, B, BOOL, NULL, L, M, SS,
//! NS, BS); every wire (the SDK's `AttributeValue`, DynamoDB JSON bytes) implements the cursors.

mod codec;
mod error;
pub mod kind;
mod wire_type;

pub use codec::{Codec, Decoder, DynamoValue, Encoder, value};
pub use error::{DecodeError, EncodeError, Step};
pub use wire_type::{SetKind, WireType};
