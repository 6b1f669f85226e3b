//! The attribute values of other crates, which have the same variants as the SDK's: taken apart by
//! value, so that texts are moved.

use std::borrow::Cow;
use std::collections::{HashMap, hash_map};
use std::vec;

use super::source::{Node, Source};
use crate::value::{DecodeError, WireType};

macro_rules! foreign_source {
    ($value:ty, $bytes:ty, |$blob:ident| $into_bytes:expr) => {
        impl Source for $value {
            type Name = String;
            type Text = String;
            type Bytes = $bytes;
            type Map = HashMap<String, Self>;
            type Entries = hash_map::IntoIter<String, Self>;
            type Elements = vec::IntoIter<Self>;
            type Texts = vec::IntoIter<String>;
            type Binaries = vec::IntoIter<$bytes>;

            fn unpack(self) -> Node<Self> {
                match self {
                    Self::S(text) => Node::S(text),
                    Self::N(text) => Node::N(text),
                    Self::B(bytes) => Node::B(bytes),
                    Self::Bool(value) => Node::Bool(value),
                    Self::Null(_) => Node::Null,
                    Self::M(entries) => Node::M(entries),
                    Self::L(elements) => Node::L(elements.into_iter()),
                    Self::Ss(members) => Node::Ss(members.into_iter()),
                    Self::Ns(members) => Node::Ns(members.into_iter()),
                    Self::Bs(members) => Node::Bs(members.into_iter()),
                    #[allow(unreachable_patterns, reason = "one of the enums is closed")]
                    _ => Node::Unknown,
                }
            }

            fn entries(map: Self::Map) -> Self::Entries {
                map.into_iter()
            }

            fn text_of<'m>(map: &'m Self::Map, name: &str) -> Option<Result<&'m str, DecodeError>> {
                Some(match map.get(name)? {
                    Self::S(text) => Ok(text.as_str()),
                    other => other
                        .wire_type()
                        .and_then(|found| Err(DecodeError::wrong_type(WireType::S, found))),
                })
            }

            fn peek_text(&self, name: &str) -> Result<Option<&str>, DecodeError> {
                match self {
                    Self::M(map) => Self::text_of(map, name).transpose(),
                    other => Err(DecodeError::wrong_type(WireType::M, other.wire_type()?)),
                }
            }

            fn wire_type(&self) -> Result<WireType, DecodeError> {
                Ok(match self {
                    Self::S(_) => WireType::S,
                    Self::N(_) => WireType::N,
                    Self::B(_) => WireType::B,
                    Self::Bool(_) => WireType::Bool,
                    Self::Null(true) => WireType::Null,
                    Self::Null(false) => {
                        return Err(DecodeError::new("NULL true", "NULL false"));
                    }
                    Self::M(_) => WireType::M,
                    Self::L(_) => WireType::L,
                    Self::Ss(_) => WireType::Ss,
                    Self::Ns(_) => WireType::Ns,
                    Self::Bs(_) => WireType::Bs,
                    #[allow(unreachable_patterns, reason = "one of the enums is closed")]
                    _ => {
                        return Err(DecodeError::new(
                            "a DynamoDB value",
                            "a type that this version of the SDK does not know",
                        ));
                    }
                })
            }

            #[inline]
            fn into_string(self) -> Result<String, Self> {
                match self {
                    Self::S(text) => Ok(text),
                    other => Err(other),
                }
            }

            fn number(&self) -> Option<&str> {
                match self {
                    Self::N(text) => Some(text),
                    _ => None,
                }
            }

            fn name<'a>(name: String) -> Cow<'a, str> {
                Cow::Owned(name)
            }

            fn text<'a>(text: String) -> Cow<'a, str> {
                Cow::Owned(text)
            }

            fn bytes<'a>($blob: $bytes) -> Cow<'a, [u8]> {
                Cow::Owned($into_bytes)
            }
        }
    };
}

#[cfg(feature = "streams")]
foreign_source!(
    aws_sdk_dynamodbstreams::types::AttributeValue,
    aws_smithy_types::Blob,
    |blob| blob.into_inner()
);

#[cfg(feature = "lambda")]
foreign_source!(serde_dynamo::AttributeValue, Vec<u8>, |bytes| bytes);
