use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use aws_smithy_types::Blob;

use super::{
    DecodeError, Decoder, DynamoValue, EncodeError, Encoder, SetKind, Step, WireType, kind,
};

/// A value of any type, as it is: for attributes whose type varies, and for all those that a
/// struct does not name.
#[diagnostic::do_not_recommend]
impl DynamoValue for AttributeValue {
    type Kind = kind::Dynamic;

    fn encode(&self, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
        match self {
            Self::S(text) => encoder.string(text),
            Self::N(text) => encoder.number(text),
            Self::B(bytes) => encoder.binary(bytes.as_ref()),
            Self::Bool(value) => encoder.boolean(*value),
            Self::Null(true) => encoder.null(),
            Self::Null(false) => {
                return Err(EncodeError::new("NULL false is no value: a NULL is true"));
            }
            Self::M(entries) => return entries.encode(encoder),
            Self::L(elements) => return elements.encode(encoder),
            Self::Ss(members) => set(SetKind::Strings, members, encoder, |encoder, member| {
                encoder.string(member);
            }),
            Self::Ns(members) => set(SetKind::Numbers, members, encoder, |encoder, member| {
                encoder.number(member);
            }),
            Self::Bs(members) => set(SetKind::Binaries, members, encoder, |encoder, member| {
                encoder.binary(member.as_ref());
            }),
            _ => {
                return Err(EncodeError::new(
                    "a type that this version of the SDK does not know cannot be stored",
                ));
            }
        }
        Ok(())
    }

    fn decode(decoder: &mut dyn Decoder) -> Result<Self, DecodeError> {
        Ok(match decoder.wire_type()? {
            WireType::S => Self::S(String::decode(decoder)?),
            WireType::N => Self::N(decoder.number()?.into_owned()),
            WireType::B => Self::B(Blob::decode(decoder)?),
            WireType::Bool => Self::Bool(decoder.boolean()?),
            WireType::Null => {
                decoder.null()?;
                Self::Null(true)
            }
            WireType::M => Self::M(HashMap::decode(decoder)?),
            WireType::L => Self::L(Vec::decode(decoder)?),
            WireType::Ss => Self::Ss(members(decoder, SetKind::Strings, String::decode)?),
            WireType::Ns => Self::Ns(members(decoder, SetKind::Numbers, |decoder| {
                decoder.number().map(Into::into)
            })?),
            WireType::Bs => Self::Bs(members(decoder, SetKind::Binaries, Blob::decode)?),
        })
    }
}

fn set<T>(
    kind: SetKind,
    members: &[T],
    encoder: &mut dyn Encoder,
    write: impl Fn(&mut dyn Encoder, &T),
) {
    encoder.open_set(kind, members.len());
    for member in members {
        write(encoder, member);
    }
    encoder.close();
}

fn members<T>(
    decoder: &mut dyn Decoder,
    kind: SetKind,
    read: impl Fn(&mut dyn Decoder) -> Result<T, DecodeError>,
) -> Result<Vec<T>, DecodeError> {
    decoder.open_set(kind)?;
    let mut members = Vec::new();
    while decoder.next_element()? {
        members.push(read(decoder).map_err(|error| error.at(Step::Index(members.len())))?);
    }
    Ok(members)
}
