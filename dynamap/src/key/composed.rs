use super::shard::shard_of;
use super::{KeyLayout, KeyPart};
use crate::item::Write;
use crate::value::{EncodeError, Encoder, MapEncoder};

/// A composed key attribute on its way out.
pub struct Composed<'a> {
    /// How its text is made.
    pub layout: &'static KeyLayout,
    /// The parts, in the layout's order.
    pub parts: &'a [&'a dyn KeyPart],
    /// The field whose instant is bucketed; there iff the layout has one.
    pub of: Option<&'a dyn KeyPart>,
    /// The sort key; there iff some era has shards.
    pub sort: Option<&'a dyn Write>,
    /// The parts of the index's other composed key: any absent part leaves both keys out.
    pub with: &'a [&'a dyn KeyPart],
}

impl Composed<'_> {
    pub(crate) fn text(&self) -> Result<String, EncodeError> {
        let stem = self.layout.stem(self.parts)?;
        let at = match (&self.layout.of, self.of) {
            (Some(field), Some(of)) => of.moment().map_err(|error| error.at(field.step()))?,
            _ => None,
        };
        let era = self.layout.era(at);
        let shard = match (era.shards, self.sort) {
            (Some(shards), Some(sort)) => {
                let mut encoder = MapEncoder::new();
                sort.write(&mut encoder)?;
                Some(shard_of(&encoder.finish()?, shards)?)
            }
            (Some(_), None) => {
                return Err(EncodeError::new("a sharded key without its sort key"));
            }
            (None, _) => None,
        };
        self.layout.text(&stem, era, at, shard)
    }
}

impl Write for Composed<'_> {
    fn is_absent(&self) -> bool {
        let mut parts = self.parts.iter().chain(self.with).copied().chain(self.of);
        parts.any(KeyPart::is_absent) || self.sort.is_some_and(Write::is_absent)
    }

    fn write(&self, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
        encoder.string(&self.text()?);
        Ok(())
    }
}
