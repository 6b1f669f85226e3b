use std::fmt;

use super::{KeyField, KeyPart};
use crate::time::{BucketWidth, Moment};
use crate::value::EncodeError;

/// What stands between the parts of a composed key, unless the struct says `separator = "…"`.
pub const SEPARATOR: char = '#';

/// How the text of a composed key attribute is made: prefix, parts, bucket, shard, with the separator
/// between them. Generated.
#[derive(Clone, Copy)]
pub struct KeyLayout {
    /// What stands between the parts: one ASCII character.
    pub separator: char,
    /// The constant that the text begins with.
    pub prefix: Option<&'static str>,
    /// The fields whose texts follow.
    pub parts: &'static [KeyField],
    /// The field whose instant decides the era and the bucket.
    pub of: Option<KeyField>,
    /// What follows the parts, oldest first: never empty, and only the last is in force for good.
    pub eras: &'static [Era],
}

/// What follows the parts of a partition key for the instants of one time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Era {
    /// The instant before which it is in force; `None` for the one in force now.
    pub before: Option<Moment>,
    /// The width of a bucket of time.
    pub bucket: Option<BucketWidth>,
    /// The number of shards, 2 to 1,000.
    pub shards: Option<u16>,
}

impl Era {
    /// Neither bucket nor shard.
    pub const PLAIN: Self = Self {
        before: None,
        bucket: None,
        shards: None,
    };
}

impl KeyLayout {
    /// The prefix and the parts, without bucket and shard.
    pub(crate) fn stem(&self, parts: &[&dyn KeyPart]) -> Result<String, EncodeError> {
        let mut text = self.prefix.unwrap_or_default().to_owned();
        let last_free = self.last_free();
        for (position, (field, part)) in self.parts.iter().zip(parts).enumerate() {
            if self.prefix.is_some() || position > 0 {
                text.push(self.separator);
            }
            let start = text.len();
            part.write_part(&mut text)
                .map_err(|error| error.at(field.step()))?;
            let written = text.get(start..).unwrap_or_default();
            if written.is_empty() {
                return Err(EncodeError::new(
                    "a part of a key is empty, so that the key could not be read back: give it a value",
                )
                .at(field.step()));
            }
            if Some(position) != last_free && written.contains(self.separator) {
                return Err(EncodeError::new(format!(
                    "a part of a key holds the separator `{}`, so that the key could not be read back: \
                     remove it from the value, make this part the last one of variable length, or choose another `separator`",
                    self.separator
                ))
                .at(field.step()));
            }
        }
        Ok(text)
    }

    /// The part that may hold the separator: the last one without a fixed width.
    pub(crate) fn last_free(&self) -> Option<usize> {
        let is_free = |field: &KeyField| !field.lenient && field.codec.width().is_none();
        self.parts.iter().rposition(is_free)
    }

    /// What is in force at an instant; without one, what is in force now.
    pub(crate) fn era(&self, at: Option<Moment>) -> &'static Era {
        let at_that_time = at.and_then(|at| {
            let is_in_force = |era: &&Era| era.before.is_some_and(|before| at < before);
            self.eras.iter().find(is_in_force)
        });
        at_that_time
            .or(self.eras.last())
            .unwrap_or(const { &Era::PLAIN })
    }

    /// Whether some time has shards, so that the key depends on the sort key.
    pub(crate) fn is_sharded(&self) -> bool {
        self.eras.iter().any(|era| era.shards.is_some())
    }

    /// The whole text: a stem, the bucket of an instant, a shard.
    pub(crate) fn text(
        &self,
        stem: &str,
        era: &Era,
        at: Option<Moment>,
        shard: Option<u16>,
    ) -> Result<String, EncodeError> {
        let mut text = stem.to_owned();
        if let Some(width) = era.bucket {
            let bucket = bucket_text(width, at)?;
            self.push(&mut text, &bucket);
        }
        if let Some(shard) = shard {
            self.push(&mut text, &shard.to_string());
        }
        self.check_distinct(&text, era.bucket.is_some(), shard.is_some())?;
        Ok(text)
    }

    /// Refuses a text that another layout of this key makes of other parts: a part that may hold the
    /// separator can end like a bucket or a shard, and then two items would have one key.
    ///
    /// Of the two, the one whose own layout is the shorter is refused.
    fn check_distinct(
        &self,
        text: &str,
        has_bucket: bool,
        has_shard: bool,
    ) -> Result<(), EncodeError> {
        let segments = usize::from(has_bucket) + usize::from(has_shard);
        let is_longer = |era: &&Era| {
            usize::from(era.bucket.is_some()) + usize::from(era.shards.is_some()) > segments
        };
        if self
            .eras
            .iter()
            .filter(is_longer)
            .any(|era| self.makes(era, text))
        {
            let error = EncodeError::new(
                "a part of a key ends like the bucket or the shard of another layout of this key, so that \
                 two items could have one key: change the value, or choose another `separator`",
            );
            let part = self.last_free().and_then(|part| self.parts.get(part));
            return Err(match part {
                Some(part) => error.at(part.step()),
                None => error,
            });
        }
        Ok(())
    }

    /// Whether a layout makes such a text while it is in force.
    fn makes(&self, era: &Era, text: &str) -> bool {
        let Some(split) = self.split(era, text) else {
            return false;
        };
        let has_bucket = match (era.bucket, split.bucket) {
            (Some(width), Some(bucket)) => width.parse(bucket).is_ok_and(|bucket| {
                let last = Moment::from_nanos(bucket.end().as_nanos() - 1);
                [bucket.start(), last]
                    .map(|at| self.era(Some(at)))
                    .contains(&era)
            }),
            _ => true,
        };
        let has_shard = match (era.shards, split.shard) {
            (Some(shards), Some(shard)) => shard
                .parse::<u16>()
                .is_ok_and(|number| number < shards && number.to_string() == shard),
            _ => true,
        };
        has_bucket && has_shard
    }

    fn push(&self, text: &mut String, part: &str) {
        if self.prefix.is_some() || !self.parts.is_empty() {
            text.push(self.separator);
        }
        text.push_str(part);
    }
}

/// The text of the bucket that an instant lies in.
pub(super) fn bucket_text(width: BucketWidth, at: Option<Moment>) -> Result<String, EncodeError> {
    let at =
        at.ok_or_else(|| EncodeError::new("a bucketed key has no time: give the field one"))?;
    Ok(width.of_moment(at)?.to_string())
}

impl fmt::Debug for KeyLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fields: Vec<_> = self.parts.iter().map(|part| part.field).collect();
        f.debug_struct("KeyLayout")
            .field("separator", &self.separator)
            .field("prefix", &self.prefix)
            .field("parts", &fields)
            .field("of", &self.of.as_ref().map(|of| of.field))
            .field("eras", &self.eras)
            .finish()
    }
}
