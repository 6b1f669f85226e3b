//! What an audit found.

use std::collections::BTreeMap;
use std::fmt;

use super::classify::Seen;
use super::status::{Status, differs_only_by_case};
use super::tally::{Counts, ShownKey};
use super::walk::{Rows, each_row, key_of};
use super::{Class, Rule};
use crate::item::Item;
use crate::time::{Moment, Resolution, TimeFormat};
use crate::value::{DecodeError, Decoder, DynamoValue, JsonDecoder, WireType};
use crate::{Error, Result};

/// So many other spellings of the attribute are told apart; the items of all are counted.
const SPELLINGS: usize = 32;

/// What an [`Audit`](super::Audit) found.
///
/// `Display` is the report for people: per class the number of items, what DynamoDB does with them,
/// what to do, and examples by key. `Debug` leaves the keys out.
#[derive(Clone)]
pub struct Report {
    pub(super) table: String,
    pub(super) attribute: String,
    pub(super) rule: Rule,
    pub(super) at: Moment,
    pub(super) status: Option<Status>,
    pub(super) key: Vec<String>,
    pub(super) examples_kept: usize,
    pub(super) read_units: f64,
    counts: Counts,
    examples: Vec<(Class, Vec<Item>)>,
    spellings: BTreeMap<String, u64>,
    spelled_otherwise: u64,
}

impl Report {
    pub(super) fn new(table: &str, attribute: &str, rule: Rule, at: Moment) -> Self {
        Self {
            table: table.to_owned(),
            attribute: attribute.to_owned(),
            rule,
            at,
            status: None,
            key: Vec::new(),
            examples_kept: 0,
            read_units: 0.0,
            counts: Counts::NONE,
            examples: Vec::new(),
            spellings: BTreeMap::new(),
            spelled_otherwise: 0,
        }
    }

    /// Counts the items of a page.
    pub(super) fn count_rows(&mut self, rows: Rows) -> Result<()> {
        match rows {
            Rows::Items(items) => {
                for item in &items {
                    self.count_item(item);
                }
                Ok(())
            }
            Rows::Text(text) => each_row(&text, |row| self.count_row(row))
                .map_err(|error| Error::from(error).during("Scan", &self.table)),
        }
    }

    fn count_item(&mut self, item: &Item) {
        let seen = Seen::from(item.get(&self.attribute));
        let (class, _) = self.rule.judge(seen, self.at);
        let mut otherwise = Vec::new();
        for name in item.keys() {
            if differs_only_by_case(name, &self.attribute) {
                otherwise.push(name.clone());
            }
        }
        let key = self.wants_example(class).then(|| key_of(item, &self.key));
        self.count_one(class, key, otherwise);
    }

    /// The same from the text of an item: it is read in passing, and only an example is read whole.
    fn count_row(&mut self, row: &mut JsonDecoder<'_>) -> Result<(), DecodeError> {
        let whole = row.rest();
        let mut class = Class::Absent;
        let mut otherwise = Vec::new();
        row.open_map()?;
        while let Some(name) = row.next_key()? {
            if *name == *self.attribute {
                class = judge_value(self.rule, row, self.at)?;
                continue;
            }
            if differs_only_by_case(&name, &self.attribute) {
                otherwise.push(name.into_owned());
            }
            row.skip()?;
        }
        let key = if self.wants_example(class) {
            let item = Item::decode(&mut JsonDecoder::item_text(whole))?;
            Some(key_of(&item, &self.key))
        } else {
            None
        };
        self.count_one(class, key, otherwise);
        Ok(())
    }

    fn count_one(&mut self, class: Class, key: Option<Item>, otherwise: Vec<String>) {
        self.counts.add(class, 1);
        if let Some(key) = key {
            self.keep_example(class, key);
        }
        if !otherwise.is_empty() {
            self.spelled_otherwise += 1;
        }
        for name in otherwise {
            if let Some(items) = self.spellings.get_mut(&name) {
                *items += 1;
            } else if self.spellings.len() < SPELLINGS {
                self.spellings.insert(name, 1);
            }
        }
    }

    fn wants_example(&self, class: Class) -> bool {
        !matches!(class, Class::Ok | Class::Absent)
            && self.examples(class).len() < self.examples_kept
    }

    fn keep_example(&mut self, class: Class, key: Item) {
        match self.examples.iter_mut().find(|(known, _)| *known == class) {
            Some((_, keys)) => keys.push(key),
            None => self.examples.push((class, vec![key])),
        }
    }

    /// Adds the report of another part of the same table: of a run that this one resumed, or was
    /// resumed by.
    pub fn merge(&mut self, other: Self) {
        self.read_units += other.read_units;
        self.counts.merge(&other.counts);
        self.spelled_otherwise += other.spelled_otherwise;
        for (class, keys) in other.examples {
            for key in keys {
                if self.wants_example(class) {
                    self.keep_example(class, key);
                }
            }
        }
        for (name, items) in other.spellings {
            if let Some(known) = self.spellings.get_mut(&name) {
                *known += items;
            } else if self.spellings.len() < SPELLINGS {
                self.spellings.insert(name, items);
            }
        }
    }

    /// The table's name.
    pub fn table(&self) -> &str {
        &self.table
    }

    /// The attribute that was audited.
    pub fn attribute(&self) -> &str {
        &self.attribute
    }

    /// What the attribute should hold.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The instant that the values were judged by.
    pub fn at(&self) -> Moment {
        self.at
    }

    /// The table's TTL setting; none if another time than the TTL was audited.
    pub fn status(&self) -> Option<&Status> {
        self.status.as_ref()
    }

    /// How many items were read.
    pub fn scanned(&self) -> u64 {
        self.counts.total()
    }

    /// How many items are of this class.
    pub fn count(&self, class: Class) -> u64 {
        self.counts.of(class)
    }

    /// The classes that occur, each with the number of its items.
    pub fn counts(&self) -> impl Iterator<Item = (Class, u64)> {
        self.counts.iter()
    }

    /// How many items are of a class that is a fault.
    pub fn faults(&self) -> u64 {
        let faults = self
            .counts
            .iter()
            .filter(|(class, _)| self.rule.is_fault(*class));
        faults.map(|(_, count)| count).sum()
    }

    /// The primary keys of some items of this class; none for [`Class::Ok`] and [`Class::Absent`].
    pub fn examples(&self, class: Class) -> &[Item] {
        let found = self.examples.iter().find(|(known, _)| *known == class);
        found.map_or(&[], |(_, keys)| keys)
    }

    /// How many items have an attribute whose name differs from the audited one only by case. DynamoDB
    /// matches names exactly.
    pub fn spelled_otherwise(&self) -> u64 {
        self.spelled_otherwise
    }

    /// The first 32 of those names, each with the number of items that have it.
    pub fn spellings(&self) -> &BTreeMap<String, u64> {
        &self.spellings
    }

    /// The read capacity that the scan consumed.
    pub fn read_units(&self) -> f64 {
        self.read_units
    }

    /// No faulty value, no other spelling, and TTL is on with the audited attribute (unless another
    /// time than the TTL was audited).
    pub fn is_clean(&self) -> bool {
        self.faults() == 0
            && self.spelled_otherwise == 0
            && self.status.as_ref().is_none_or(Status::matches)
    }

    /// A primary key as the report shows it: `pk = "a", sk = 5`.
    pub fn show_key(&self, key: &Item) -> String {
        let names = &self.key;
        ShownKey { key, names }.to_string()
    }
}

/// The class of the value under the cursor.
fn judge_value(rule: Rule, row: &mut JsonDecoder<'_>, at: Moment) -> Result<Class, DecodeError> {
    let (class, _) = match row.wire_type()? {
        WireType::N => rule.judge(Seen::Number(&row.number()?), at),
        WireType::S => rule.judge(Seen::Text(&row.string()?), at),
        WireType::Null => {
            row.null()?;
            rule.judge(Seen::Null, at)
        }
        other => {
            row.skip()?;
            rule.judge(Seen::Other(other), at)
        }
    };
    Ok(class)
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = TimeFormat::Iso(Resolution::Seconds).text(self.at);
        writeln!(
            f,
            "`{}` in table `{}` at {}: {} items read, {} faulty, {} read units",
            self.attribute,
            self.table,
            at.as_deref().unwrap_or("a time beyond year 9999"),
            self.scanned(),
            self.faults(),
            self.read_units,
        )?;
        if let Some(status) = &self.status {
            writeln!(f, "{status}")?;
            if !status.is_on() {
                writeln!(f, "  nothing expires: enable TTL")?;
            }
        }
        for (name, items) in &self.spellings {
            writeln!(
                f,
                "{items:>9}  with `{name}`: DynamoDB matches names exactly, so this is another attribute"
            )?;
        }
        for (class, count) in self.counts.iter() {
            writeln!(f, "{count:>9}  {class}")?;
            if self.rule.is_fault(class) {
                writeln!(f, "           DynamoDB {}", self.rule.effect(class))?;
                writeln!(f, "           to do: {}", self.rule.advice(class))?;
            }
            for key in self.examples(class) {
                writeln!(f, "           at {}", self.show_key(key))?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Report {
    /// Without keys.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Report")
            .field("table", &self.table)
            .field("attribute", &self.attribute)
            .field("rule", &self.rule)
            .field("status", &self.status)
            .field("counts", &self.counts)
            .field("spelled_otherwise", &self.spelled_otherwise)
            .field("read_units", &self.read_units)
            .finish_non_exhaustive()
    }
}
