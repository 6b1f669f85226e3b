//! Values: how a Rust type is written as a DynamoDB value and read back.
//!
//! [`DynamoValue`] is the one codec of a type. It is written against two object-safe cursors,
//! [`Encoder`] and [`Decoder`], that speak DynamoDB's data model (S, N, B, BOOL, NULL, L, M, SS,
//! NS, BS); every wire (the SDK's `AttributeValue`, DynamoDB JSON bytes) implements the cursors.
//!
//! | Rust | DynamoDB |
//! | --- | --- |
//! | `String`, `Box<str>`, `Arc<str>`, `Rc<str>`, `Cow<'static, str>`, `char` | S |
//! | `time::Date`, `chrono::NaiveDate`, `jiff::civil::Date` | S `YYYY-MM-DD` |
//! | `IpAddr`, `Ipv4Addr`, `Ipv6Addr`, `Uuid` | S, in one canonical text |
//! | integers of every width, `NonZero`, `f32`, `f64`, [`Number`] | N |
//! | `Duration`, `time::Duration`, `chrono::TimeDelta`, `jiff::SignedDuration` | N: seconds, exactly |
//! | `rust_decimal::Decimal` | N, exactly |
//! | `Vec<u8>`, `[u8; N]`, `Box<[u8]>`, `Arc<[u8]>`, `Blob`, `bytes::Bytes` | B |
//! | `bool` | BOOL |
//! | `Vec`, `VecDeque`, `[T; N]`, tuples of up to 6 | L |
//! | `HashMap`, `BTreeMap` with keys of [`MapKey`] | M |
//! | `HashSet`, `BTreeSet` with members of [`SetMember`] | SS, NS, BS; absent if empty |
//! | `Option` | absent, NULL inside a list |
//! | `Box`, `Arc`, `Rc` | what they point to |
//! | `AttributeValue` | any value, as it is |

mod any;
mod binary;
mod canonical;
mod codec;
pub mod container;
mod date;
#[cfg(feature = "rust_decimal")]
mod decimal;
mod duration;
mod equality;
mod error;
mod float;
mod integer;
mod key;
pub mod key_refused;
mod key_text;
pub mod kind;
mod list;
mod list_element;
mod map;
mod name;
mod names;
mod nullable;
mod number;
mod operator;
mod option;
mod order;
mod scalar;
#[cfg(feature = "serde_dynamo")]
mod serde;
mod set;
mod tagged;
#[cfg(test)]
mod tests;
mod text;
mod transparent;
mod version;
pub mod wire;
mod wire_type;

pub use codec::{Codec, Decoder, DynamoValue, Encoder, value};
#[doc(hidden)]
pub use container::{AsStruct, Container};
pub use equality::{item_eq, value_eq};
pub use error::{DecodeError, EncodeError, Step};
pub use key::{IndexKeyValue, KeyValue, ScalarType};
pub use key_text::{IndexKeyText, KeyText};
pub use list::{ListElement, decode_list, encode_list};
pub use map::MapKey;
pub use name::{TextValue, UnknownName, read_name};
pub use names::Names;
#[doc(hidden)]
pub use nullable::{Nullable, null};
pub use number::{Number, NumberError};
pub use operator::{
    Addable, AttributeType, Contains, ListValue, Measured, Ordered, Prefixed, SetValue,
};
#[cfg(feature = "serde_dynamo")]
#[doc(hidden)]
pub use serde::serde;
#[doc(hidden)]
pub use set::{ListAsSet, list_as_set};
pub use set::{SetMember, encode_set};
#[doc(hidden)]
pub use tagged::{Tag, TaggedValue, decode_beside, decode_tagged, nameless};
pub use transparent::Transparent;
pub use version::{VersionValue, version};
pub use wire::{
    JsonDecoder, JsonEncoder, MapEncoder, TreeDecoder, from_attribute_value, to_attribute_value,
};
pub use wire_type::{SetKind, WireType};

pub(crate) use map::{decode_entries, encode_entries};
pub(crate) use order::{json_bytes, value_cmp};
pub(crate) use text::plain_integer;
pub(crate) use wire::{Scanner, SplitEncoder, write_string};
