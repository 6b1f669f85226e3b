//! How many items of each class, and some of them by key.

use std::fmt::{self, Write as _};

use aws_sdk_dynamodb::types::AttributeValue;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;

use super::Class;
use crate::item::Item;

/// Counts by class.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Counts([u64; Class::ALL.len()]);

impl Counts {
    pub(crate) const NONE: Self = Self([0; Class::ALL.len()]);

    pub(crate) fn add(&mut self, class: Class, items: u64) {
        let slot = Class::ALL.iter().position(|known| *known == class);
        if let Some(count) = slot.and_then(|slot| self.0.get_mut(slot)) {
            *count += items;
        }
    }

    pub(crate) fn of(&self, class: Class) -> u64 {
        self.iter()
            .find(|(known, _)| *known == class)
            .map_or(0, |(_, count)| count)
    }

    /// The classes that occur, in the order of [`Class::ALL`].
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Class, u64)> {
        let counts = Class::ALL.into_iter().zip(self.0);
        counts.filter(|(_, count)| *count > 0)
    }

    pub(crate) fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        for (count, more) in self.0.iter_mut().zip(other.0) {
            *count += more;
        }
    }
}

impl fmt::Debug for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = self.iter().map(|(class, count)| (class.as_str(), count));
        f.debug_map().entries(counts).finish()
    }
}

/// A primary key as reports show it: `pk = "a", sk = 5`.
pub(crate) struct ShownKey<'a> {
    pub(crate) key: &'a Item,
    /// The order of the attributes.
    pub(crate) names: &'a [String],
}

impl fmt::Display for ShownKey<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut first = true;
        for name in self.names {
            let Some(value) = self.key.get(name) else {
                continue;
            };
            if !std::mem::take(&mut first) {
                f.write_str(", ")?;
            }
            write!(f, "{name} = ")?;
            match value {
                AttributeValue::S(text) => write!(f, "{text:?}")?,
                AttributeValue::N(number) => f.write_str(number)?,
                AttributeValue::B(bytes) => f.write_str(&BASE64_STANDARD.encode(bytes.as_ref()))?,
                // A key attribute has one of the three types.
                _ => f.write_char('?')?,
            }
        }
        Ok(())
    }
}
