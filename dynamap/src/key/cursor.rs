use std::fmt;
use std::str::FromStr;

use aws_sdk_dynamodb::types::AttributeValue;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use xxhash_rust::xxh3::xxh3_64;

use super::comparable::{part, push_value};
use super::segment::{Segment, read_segments, write_segments};
use crate::item::Item;
use crate::time::Moment;
use crate::value::{Decoder, Encoder, JsonDecoder, JsonEncoder, WireType};
use crate::{Error, ErrorKind, Result};

/// Where a query or scan goes on: an opaque, URL-safe string.
///
/// It is bound to the table, the index, the partition and the direction it came from, and its
/// position must lie inside the range it is given to. The partition is never taken from it, so a
/// forged cursor cannot leave the partition of the query. It holds key attributes in the clear:
/// encrypt it where keys are secret. With the feature `serde` it is a string to serde, in both directions.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/setup.rs"));
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let (orders, readings, clock) = setup().await?;
/// # for id in ["a", "b", "c"] { orders.create(order(id, "order_A")).send().await?; }
/// let page = orders.query_index("order_A").take(2).send().await?;
/// // To a client, and back from it with the next request.
/// let text = page.cursor.expect("a third order").to_string();
/// let cursor: dynamap::Cursor = text.parse()?;
/// let page = orders.query_index("order_A").take(2).start_at(cursor.clone()).send().await?;
/// assert_eq!(page.items.len(), 1);
///
/// let error = orders.query_index("order_B").start_at(cursor).send().await.unwrap_err();
/// assert!(error.is_invalid_cursor());
/// # Ok(())
/// # }
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Cursor(String);

/// A place to go on behind: the key attributes of a row, the partition left out.
#[derive(Clone, Debug, Default)]
pub(crate) struct Position {
    pub(crate) key: Item,
    /// In a range over several partitions, where in it the row is.
    pub(crate) place: Option<Place>,
    /// In a parallel scan, how far each segment is; the key is empty then.
    pub(crate) segments: Vec<Segment>,
}

/// A partition of a range. Without key attributes beside it, a position is where the bucket begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// Where the bucket starts; in the bucket in which the layout changed, where the layout does.
    pub(crate) start: Moment,
    pub(crate) shard: Option<u16>,
}

/// What a cursor is bound to.
pub(crate) struct Binding<'a> {
    pub(crate) table: &'a str,
    pub(crate) index: Option<&'a str>,
    /// The values of the partition key; a scan has none.
    pub(crate) partition: &'a [AttributeValue],
    pub(crate) forward: bool,
}

impl Binding<'_> {
    fn fingerprint(&self) -> u64 {
        let mut bytes = Vec::new();
        part(&mut bytes, self.table.as_bytes());
        part(&mut bytes, self.index.unwrap_or_default().as_bytes());
        for value in self.partition {
            push_value(&mut bytes, value);
        }
        bytes.push(u8::from(self.forward));
        xxh3_64(&bytes)
    }
}

const FINGERPRINT: &str = "f";
const POSITION: &str = "p";
const BUCKET: &str = "b";
const SHARD: &str = "s";
const SEGMENTS: &str = "g";

impl Cursor {
    pub(crate) fn seal(binding: &Binding<'_>, position: &Position) -> Self {
        let mut encoder = JsonEncoder::item(String::new());
        encoder.open_map(5);
        encoder.key(FINGERPRINT);
        encoder.number(&binding.fingerprint().to_string());
        encoder.key(POSITION);
        write_key(&position.key, &mut encoder);
        if let Some(place) = position.place {
            encoder.key(BUCKET);
            encoder.number(&place.start.as_nanos().to_string());
            if let Some(shard) = place.shard {
                encoder.key(SHARD);
                encoder.number(&shard.to_string());
            }
        }
        if !position.segments.is_empty() {
            encoder.key(SEGMENTS);
            write_segments(&position.segments, &mut encoder);
        }
        encoder.close();
        Self(URL_SAFE_NO_PAD.encode(encoder.finish()))
    }

    pub(crate) fn open(&self, binding: &Binding<'_>) -> Result<Position> {
        let bytes = URL_SAFE_NO_PAD.decode(&self.0).map_err(|_| malformed())?;
        let (fingerprint, position) = read(&bytes).ok_or_else(malformed)?;
        if fingerprint != binding.fingerprint() {
            return Err(Error::new(
                ErrorKind::InvalidCursor,
                "the cursor comes from another query (table, index, partition or direction): give it to the query it came from",
            ));
        }
        Ok(position)
    }
}

fn malformed() -> Error {
    Error::new(
        ErrorKind::InvalidCursor,
        "this is not a cursor: give back the text of `Page::cursor` unchanged",
    )
}

fn read(bytes: &[u8]) -> Option<(u64, Position)> {
    let mut decoder = JsonDecoder::item(bytes).ok()?;
    let mut fingerprint = None;
    let mut key = None;
    let mut bucket = None;
    let mut shard = None;
    let mut segments = Vec::new();
    decoder.open_map().ok()?;
    while let Some(name) = decoder.next_key().ok()? {
        match &*name {
            FINGERPRINT => fingerprint = Some(decoder.number().ok()?.parse().ok()?),
            POSITION => key = Some(read_key(&mut decoder)?),
            BUCKET => bucket = Some(decoder.number().ok()?.parse().ok()?),
            SEGMENTS => segments = read_segments(&mut decoder)?,
            SHARD => shard = Some(decoder.number().ok()?.parse().ok()?),
            _ => return None,
        }
    }
    decoder.end().ok()?;
    let place = match (bucket, shard) {
        (Some(start), shard) => Some(Place {
            start: Moment::from_nanos(start),
            shard,
        }),
        (None, None) => None,
        (None, Some(_)) => return None,
    };
    let position = Position {
        key: key?,
        place,
        segments,
    };
    Some((fingerprint?, position))
}

/// Writes key attributes as an M, in the order of their names.
pub(crate) fn write_key(key: &Item, encoder: &mut JsonEncoder) {
    encoder.open_map(key.len());
    let mut attributes: Vec<_> = key.iter().collect();
    attributes.sort_by_key(|(name, _)| *name);
    for (name, value) in attributes {
        encoder.key(name);
        match value {
            AttributeValue::S(text) => encoder.string(text),
            AttributeValue::N(text) => encoder.number(text),
            AttributeValue::B(bytes) => encoder.binary(bytes.as_ref()),
            // A key attribute has one of the three types.
            _ => encoder.null(),
        }
    }
    encoder.close();
}

/// Reads what [`write_key`] wrote.
pub(crate) fn read_key(decoder: &mut JsonDecoder<'_>) -> Option<Item> {
    let mut position = Item::new();
    decoder.open_map().ok()?;
    while let Some(name) = decoder.next_key().ok()? {
        let name = name.into_owned();
        let value = match decoder.wire_type().ok()? {
            WireType::S => AttributeValue::S(decoder.string().ok()?.into_owned()),
            WireType::N => AttributeValue::N(decoder.number().ok()?.into_owned()),
            WireType::B => AttributeValue::B(decoder.binary().ok()?.into_owned().into()),
            _ => return None,
        };
        position.insert(name, value);
    }
    Some(position)
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Cursor {
    /// Without the key attributes in it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Cursor(…)")
    }
}

impl FromStr for Cursor {
    type Err = Error;

    /// Takes a cursor back from a client; what is not one is an error of kind
    /// [`InvalidCursor`](ErrorKind::InvalidCursor).
    fn from_str(text: &str) -> Result<Self> {
        let bytes = URL_SAFE_NO_PAD.decode(text).map_err(|_| malformed())?;
        read(&bytes).ok_or_else(malformed)?;
        Ok(Self(text.to_owned()))
    }
}

impl AsRef<str> for Cursor {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Cursor {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Cursor {
    /// As [`FromStr`]: a text that is no cursor is an error here.
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(all(test, feature = "serde"))]
mod tests {
    use aws_sdk_dynamodb::types::AttributeValue;

    use super::{Binding, Cursor, Position};

    fn cursor() -> Cursor {
        let binding = Binding {
            table: "orders",
            index: None,
            partition: &[],
            forward: true,
        };
        let position = Position {
            key: [("pk".to_owned(), AttributeValue::S("a".to_owned()))].into(),
            ..Position::default()
        };
        Cursor::seal(&binding, &position)
    }

    #[test]
    fn a_cursor_is_text_to_serde() {
        let json = serde_json::to_string(&cursor()).unwrap();
        assert_eq!(json, format!("\"{}\"", cursor()));
        assert_eq!(serde_json::from_str::<Cursor>(&json).unwrap(), cursor());
    }

    #[test]
    fn another_text_is_refused() {
        let error = serde_json::from_str::<Cursor>("\"b3JkZXJz\"").unwrap_err();
        assert!(
            error
                .to_string()
                .starts_with("this is not a cursor: give back the text of `Page::cursor`"),
            "{error}"
        );
        assert!(serde_json::from_str::<Cursor>("5").is_err());
    }
}
