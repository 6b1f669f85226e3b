//! Where an interrupted scan of a table goes on.

use std::fmt;
use std::str::FromStr;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use crate::key::{Segment, read_segments, write_segments};
use crate::value::{Decoder, Encoder, JsonDecoder, JsonEncoder};
use crate::{Error, ErrorKind, Result};

/// How far an audit or a repair came in each of its segments: what to save, so that an interrupted run
/// can be resumed.
///
/// Its text (`to_string()`, `parse()`) is URL-safe and bound to the table. It holds the primary key of
/// one item per segment in the clear; `Debug` does not show it.
#[derive(Clone, PartialEq)]
pub struct Position {
    table: String,
    segments: Vec<Segment>,
}

const TABLE: &str = "t";
const SEGMENTS: &str = "s";

impl Position {
    pub(crate) fn start(table: &str, segments: usize) -> Self {
        Self {
            table: table.to_owned(),
            segments: vec![Segment::Start; segments],
        }
    }

    /// The table that it belongs to.
    pub fn table(&self) -> &str {
        &self.table
    }

    /// How many segments the table is read in.
    pub fn segments(&self) -> usize {
        self.segments.len()
    }

    /// Whether every segment was read to its end.
    pub fn is_done(&self) -> bool {
        Segment::are_done(&self.segments)
    }

    pub(crate) fn of(&self, segment: usize) -> Segment {
        self.segments.get(segment).cloned().unwrap_or(Segment::Done)
    }

    pub(crate) fn advance(&mut self, segment: usize, to: Segment) {
        if let Some(place) = self.segments.get_mut(segment) {
            *place = to;
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut encoder = JsonEncoder::item(String::new());
        encoder.open_map(2);
        encoder.key(TABLE);
        encoder.string(&self.table);
        encoder.key(SEGMENTS);
        write_segments(&self.segments, &mut encoder);
        encoder.close();
        f.write_str(&URL_SAFE_NO_PAD.encode(encoder.finish()))
    }
}

impl FromStr for Position {
    type Err = Error;

    /// Reads a saved text; anything else is an error of kind
    /// [`InvalidCursor`](ErrorKind::InvalidCursor).
    fn from_str(text: &str) -> Result<Self> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok();
        bytes.and_then(|bytes| read(&bytes)).ok_or_else(|| {
            Error::new(
                ErrorKind::InvalidCursor,
                "this is not a position of an audit or a repair: give back the saved text unchanged",
            )
        })
    }
}

fn read(bytes: &[u8]) -> Option<Position> {
    let mut decoder = JsonDecoder::item(bytes).ok()?;
    let mut table = None;
    let mut segments = Vec::new();
    decoder.open_map().ok()?;
    while let Some(name) = decoder.next_key().ok()? {
        match &*name {
            TABLE => table = Some(decoder.string().ok()?.into_owned()),
            SEGMENTS => segments = read_segments(&mut decoder)?,
            _ => return None,
        }
    }
    decoder.end().ok()?;
    (!segments.is_empty()).then_some(())?;
    Some(Position {
        table: table?,
        segments,
    })
}

impl fmt::Debug for Position {
    /// Without the keys in it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let done = |segment: &&Segment| **segment == Segment::Done;
        f.debug_struct("Position")
            .field("table", &self.table)
            .field("segments", &self.segments.len())
            .field("done", &self.segments.iter().filter(done).count())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use aws_sdk_dynamodb::types::AttributeValue;

    use super::*;
    use crate::item::Item;

    #[test]
    fn the_text_reads_back() {
        let mut position = Position::start("sessions", 3);
        let key = Item::from([
            ("sk".to_owned(), AttributeValue::N("1.5".to_owned())),
            ("pk".to_owned(), AttributeValue::B(vec![0, 255].into())),
        ]);
        position.advance(1, Segment::Behind(key));
        position.advance(2, Segment::Done);
        let text = position.to_string();
        assert!(
            text.bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
        );
        assert_eq!(text.parse::<Position>().unwrap(), position);
        assert!(!position.is_done());
        assert_eq!(
            format!("{position:?}"),
            "Position { table: \"sessions\", segments: 3, done: 1, .. }"
        );
    }

    #[test]
    fn other_texts_are_refused() {
        let text = Position::start("sessions", 2).to_string();
        let damaged = (0..text.len()).map(|end| text[..end].to_owned());
        for text in damaged.chain(["e30".to_owned(), "?".to_owned(), format!("{text}AA")]) {
            let error = text.parse::<Position>().unwrap_err();
            assert_eq!(error.kind(), ErrorKind::InvalidCursor, "{text}");
        }
    }
}
