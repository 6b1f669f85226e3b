use super::{Era, KeyLayout};

/// The text of a composed key, taken apart.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Split<'a> {
    pub(crate) parts: Vec<&'a str>,
    pub(crate) bucket: Option<&'a str>,
    pub(crate) shard: Option<&'a str>,
}

/// How far a segment reaches.
#[derive(Clone, Copy)]
enum Extent {
    /// So many bytes.
    Fixed(usize),
    /// To the next separator, which it cannot hold.
    Bounded,
    /// As far as the others leave.
    Free,
}

impl KeyLayout {
    /// Takes a text apart, from both ends by the known widths, so that the one part that may hold the
    /// separator is what is left; `None` if the text has another form.
    pub(crate) fn split<'a>(&self, era: &Era, text: &'a str) -> Option<Split<'a>> {
        let extents = self.extents(era);
        let Some(last) = extents.len().checked_sub(1) else {
            return (Some(text) == self.prefix).then(|| Split {
                parts: Vec::new(),
                bucket: None,
                shard: None,
            });
        };
        let mut rest = match self.prefix {
            Some(prefix) => text.strip_prefix(prefix)?.strip_prefix(self.separator)?,
            None => text,
        };
        let middle = self.last_free().unwrap_or(last);
        let (before, behind) = extents.split_at_checked(middle)?;
        let (extent, behind) = behind.split_first()?;
        let mut segments = Vec::with_capacity(extents.len());
        for extent in before {
            let (segment, others) = self.take_first(*extent, rest)?;
            segments.push(segment);
            rest = others;
        }
        let mut last_segments = Vec::with_capacity(behind.len());
        for extent in behind.iter().rev() {
            let (others, segment) = self.take_last(*extent, rest)?;
            last_segments.push(segment);
            rest = others;
        }
        if matches!(extent, Extent::Fixed(width) if rest.len() != *width) {
            return None;
        }
        segments.push(rest);
        segments.extend(last_segments.into_iter().rev());
        if segments.iter().any(|segment| segment.is_empty()) {
            return None;
        }
        let shard = era.shards.and_then(|_| segments.pop());
        let bucket = era.bucket.and_then(|_| segments.pop());
        Some(Split {
            parts: segments,
            bucket,
            shard,
        })
    }

    fn extents(&self, era: &Era) -> Vec<Extent> {
        let parts = self.parts.iter().map(|part| match part.codec.width() {
            _ if part.lenient => Extent::Bounded,
            Some(width) => Extent::Fixed(width),
            None => Extent::Free,
        });
        let bucket = era.bucket.map(|width| Extent::Fixed(width.text_width()));
        let shard = era.shards.map(|_| Extent::Bounded);
        parts.chain(bucket).chain(shard).collect()
    }

    fn take_first<'a>(&self, extent: Extent, text: &'a str) -> Option<(&'a str, &'a str)> {
        match extent {
            Extent::Fixed(width) => {
                let (segment, rest) = text.split_at_checked(width)?;
                Some((segment, rest.strip_prefix(self.separator)?))
            }
            Extent::Bounded | Extent::Free => text.split_once(self.separator),
        }
    }

    fn take_last<'a>(&self, extent: Extent, text: &'a str) -> Option<(&'a str, &'a str)> {
        match extent {
            Extent::Fixed(width) => {
                let (rest, segment) = text.split_at_checked(text.len().checked_sub(width)?)?;
                Some((rest.strip_suffix(self.separator)?, segment))
            }
            Extent::Bounded | Extent::Free => text.rsplit_once(self.separator),
        }
    }
}
