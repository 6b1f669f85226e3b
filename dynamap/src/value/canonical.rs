//! Types of a fixed text: read only from the text that they write, so that a value that is a key
//! can be addressed again.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

use super::text::StackText;
use super::{DecodeError, Decoder, DynamoValue, EncodeError, Encoder, kind};

// The longest IPv6 address has 45 characters, a UUID 36.
type Text = StackText<45>;

fn write(value: impl fmt::Display) -> Result<Text, EncodeError> {
    Text::of(value).ok_or_else(|| EncodeError::new("a text longer than its type allows"))
}

pub(super) fn read<V: FromStr + fmt::Display>(
    text: &str,
    expected: &'static str,
) -> Result<V, DecodeError> {
    text.parse()
        .ok()
        .filter(|value: &V| Text::of(value).is_some_and(|own| own.as_str() == text))
        .ok_or_else(|| DecodeError::new(expected, "another text"))
}

macro_rules! canonical {
    ($($(#[$attribute:meta])* $type:ty: $expected:expr),* $(,)?) => {$(
        $(#[$attribute])*
        #[diagnostic::do_not_recommend]
        impl DynamoValue for $type {
            type Kind = kind::Text;

            fn encode(&self, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
                encoder.string(write(self)?.as_str());
                Ok(())
            }

            fn decode(decoder: &mut dyn Decoder) -> Result<Self, DecodeError> {
                read(&decoder.string()?, $expected)
            }
        }
    )*};
}

canonical!(
    /// S, in the address's own text.
    IpAddr: "an IP address",
    /// S, in the address's own text.
    Ipv4Addr: "an IPv4 address",
    /// S, in the shortest text of the address (RFC 5952).
    Ipv6Addr: "an IPv6 address",
);

#[cfg(feature = "uuid")]
pub(super) const UUID: &str = "a hyphenated lower-case UUID";

#[cfg(feature = "uuid")]
canonical!(
    /// S, hyphenated, in lower case; other spellings are errors.
    uuid::Uuid: UUID,
);
