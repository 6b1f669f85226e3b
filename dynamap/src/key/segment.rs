//! How far the segments of a parallel scan are.

use super::{read_key, write_key};
use crate::item::Item;
use crate::value::{Decoder, Encoder, JsonDecoder, JsonEncoder, WireType};

/// How far one segment is.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Segment {
    /// Not begun.
    Start,
    /// Read up to the item with this key.
    Behind(Item),
    /// Read to its end.
    Done,
}

impl Segment {
    /// Whether none of them has more.
    pub(crate) fn are_done(segments: &[Self]) -> bool {
        segments.iter().all(|segment| *segment == Self::Done)
    }
}

pub(crate) fn write_segments(segments: &[Segment], encoder: &mut JsonEncoder) {
    encoder.open_list(segments.len());
    for segment in segments {
        match segment {
            Segment::Start => encoder.null(),
            Segment::Behind(key) => write_key(key, encoder),
            Segment::Done => encoder.boolean(true),
        }
    }
    encoder.close();
}

/// Reads what [`write_segments`] wrote.
pub(crate) fn read_segments(decoder: &mut JsonDecoder<'_>) -> Option<Vec<Segment>> {
    let mut segments = Vec::new();
    decoder.open_list().ok()?;
    while decoder.next_element().ok()? {
        segments.push(match decoder.wire_type().ok()? {
            WireType::Null => {
                decoder.null().ok()?;
                Segment::Start
            }
            WireType::Bool if decoder.boolean().ok()? => Segment::Done,
            WireType::M => Segment::Behind(read_key(decoder)?),
            _ => return None,
        });
    }
    Some(segments)
}
