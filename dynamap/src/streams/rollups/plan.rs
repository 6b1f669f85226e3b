//! From what events take and give to the one write of a row.

use std::cmp::Ordering;

use aws_sdk_dynamodb::types::AttributeValue;

use super::contribution::{Candidate, Contribution, Definition, SourceRow};
use super::definition::Function;
use crate::expression::{Action, Comparator, Node, Path, Updates, Value};
use crate::item::Item;
use crate::operation::rollup_write::is_expired;
use crate::time::Moment;
use crate::value::{Number, value_cmp, value_eq};
use crate::{Error, ErrorKind, Result};

/// What is done with a row.
pub(super) enum Plan {
    /// Nothing: there is no row, and a removal makes none. The condition under which that holds.
    Nothing(Node),
    Write(Box<Write>),
}

/// The write of a row.
pub(super) struct Write {
    pub(super) updates: Updates,
    /// The row as it begins, where the write may insert it.
    pub(super) initial: Option<Item>,
    /// What the decisions were made on; `None` where remains of an expired row are replaced.
    pub(super) unchanged: Option<Node>,
    /// The attributes that decide, as the write leaves them.
    pub(super) left: Vec<(String, Option<AttributeValue>)>,
    /// Whether an extreme was lost.
    pub(super) lost: bool,
}

/// The items that events give and take, in their order.
struct Effect<'a> {
    plus: Vec<&'a SourceRow>,
    minus: Vec<&'a SourceRow>,
    /// How many of the first that are taken were all that the row had, if they were.
    all: Option<usize>,
    /// Whether it depends on whether there is a row.
    has_removals: bool,
}

impl<'a> Effect<'a> {
    /// Of a row that is there or not, with so many items if it counts them.
    ///
    /// What was never in a row cannot be taken out of it.
    fn of(contributions: &'a [&Contribution], mut present: bool, counted: Option<usize>) -> Self {
        let mut effect = Self {
            plus: Vec::new(),
            minus: Vec::new(),
            all: None,
            has_removals: false,
        };
        for contribution in contributions {
            if let Some(row) = &contribution.minus {
                effect.has_removals = true;
                effect.minus.extend(present.then_some(&**row));
                if effect.plus.is_empty() && counted == Some(effect.minus.len()) {
                    effect.all = counted;
                }
            }
            if let Some(row) = &contribution.plus {
                present = true;
                effect.plus.push(row);
            }
        }
        effect
    }

    /// What is taken that decides about extremes: if all went, that which came and went after it.
    fn taken(&self) -> impl Iterator<Item = &&'a SourceRow> {
        self.minus.iter().skip(self.all.unwrap_or(0))
    }
}

impl Definition {
    /// The one write that carries out what all these events mean for a row that was seen as `row`.
    pub(super) fn plan(
        &self,
        contributions: &[&Contribution],
        row: Option<&Item>,
        now: Moment,
    ) -> Result<Plan> {
        let live = row.filter(|row| !is_expired(self.schema, row, now));
        let stored = |name: &str| live.and_then(|row| row.get(name));
        let counted = self.count().and_then(|name| Some((name, stored(name)?)));
        let size = counted.and_then(|(_, count)| match count {
            AttributeValue::N(text) => text.parse().ok(),
            _ => None,
        });
        let effect = Effect::of(contributions, live.is_some(), size);
        let totals = self.total(&effect)?;
        // Then what is given is all that the row has.
        let emptied = effect.all.and(counted);
        let mut draft = Draft::default();
        let mut touched = false;
        for (position, (field, order)) in self.extremes().enumerate() {
            let ranks = Ranks::of(&field.function);
            let rest = Rest::of(&effect, |row| self.candidates(row).swap_remove(position));
            let stored_order = stored(order).filter(|_| emptied.is_none());
            let decision = ranks.decide(&rest, stored_order, stored(&field.name));
            if emptied.is_some() && decision == Decision::Keep {
                draft.remove(&field.name, order);
                continue;
            }
            if rest.is_empty() {
                continue;
            }
            touched = true;
            draft.facts.push(equals(order, stored(order)));
            if order != field.name && !rest.minus.is_empty() {
                draft.facts.push(equals(&field.name, stored(&field.name)));
            }
            match decision {
                Decision::Set(candidate) => draft.extreme(&field.name, order, candidate),
                Decision::Lost => draft.lost = true,
                Decision::Keep => {}
            }
        }
        let changes = touched || totals.iter().any(|(_, amount)| *amount != Number::ZERO);
        if live.is_none() && !changes {
            return Ok(Plan::Nothing(self.no_row(row)));
        }
        for (name, amount) in totals {
            draft.add(name, amount, live);
        }
        draft
            .facts
            .extend(emptied.map(|(name, seen)| equals(name, Some(seen))));
        if let Some(name) = self.stale() {
            draft.mark(name, stored(name), emptied.is_some());
        }
        if effect.has_removals {
            let key = Path::attribute(self.schema.partition_key.name);
            draft.facts.push(match live {
                Some(_) => Node::Exists(key),
                None => Node::NotExists(key),
            });
        }
        let expired = row.is_some() && live.is_none();
        Ok(Plan::Write(Box::new(Write {
            updates: draft.updates,
            initial: effect.plus.first().map(|row| self.initial(row)),
            unchanged: Node::all(draft.facts).filter(|_| !expired),
            left: draft.left,
            lost: draft.lost,
        })))
    }

    /// The sum of each total, in the order of the fields.
    fn total(&self, effect: &Effect<'_>) -> Result<Vec<(String, Number)>> {
        self.totals()
            .map(|field| {
                let number = |row: &&SourceRow| row.number(&field.name);
                let plus = effect.plus.iter().map(number);
                let minus = effect.minus.iter().map(number);
                let sum = plus
                    .chain(minus.map(|number| Number::ZERO.checked_sub(number?)))
                    .try_fold(Number::ZERO, |sum, number| sum.checked_add(number?));
                let sum = sum.ok_or_else(|| {
                    Error::new(
                        ErrorKind::Encode,
                        "the exact sum has more than the 38 digits of a DynamoDB number: round the values before they are stored",
                    )
                    .on_attribute(field.name.clone())
                })?;
                Ok((field.name.clone(), sum))
            })
            .collect()
    }

    /// The row as it begins: what the items have in common.
    fn initial(&self, row: &SourceRow) -> Item {
        let mut item = row.item.clone();
        for field in &self.fields {
            item.remove(&field.name);
        }
        item
    }

    /// That there still is no row, or the same remains of an expired one.
    fn no_row(&self, row: Option<&Item>) -> Node {
        let seen = self
            .schema
            .ttl
            .as_ref()
            .and_then(|ttl| Some((ttl.name, row?.get(ttl.name)?)));
        match seen {
            Some((name, seen)) => equals(name, Some(seen)),
            None => Node::NotExists(Path::attribute(self.schema.partition_key.name)),
        }
    }
}

/// A write in the making.
#[derive(Default)]
struct Draft {
    updates: Updates,
    facts: Vec<Node>,
    left: Vec<(String, Option<AttributeValue>)>,
    lost: bool,
}

impl Draft {
    fn set(&mut self, name: &str, value: AttributeValue) {
        let path = Path::named(name.to_owned());
        self.updates.push(path, Action::Set(value.clone()));
        self.left.push((name.to_owned(), Some(value)));
    }

    fn unset(&mut self, name: &str) {
        let path = Path::named(name.to_owned());
        self.updates.push(path, Action::Remove);
        self.left.push((name.to_owned(), None));
    }

    fn extreme(&mut self, name: &str, order: &str, candidate: Candidate) {
        self.set(name, candidate.value);
        if order != name {
            self.set(order, candidate.order);
        }
    }

    fn remove(&mut self, name: &str, order: &str) {
        self.unset(name);
        if order != name {
            self.unset(order);
        }
    }

    fn add(&mut self, name: String, amount: Number, live: Option<&Item>) {
        let value = |number: Number| AttributeValue::N(number.to_string());
        let before = match live.and_then(|row| row.get(&name)) {
            Some(AttributeValue::N(text)) => text.parse().unwrap_or(Number::ZERO),
            _ => Number::ZERO,
        };
        let after = before.checked_add(amount).map(value);
        let action = Action::Add {
            amount: value(amount),
            initial: value(Number::ZERO),
        };
        self.updates.push(Path::named(name.clone()), action);
        self.left.push((name, after));
    }

    /// Counts on the mark of a stale row, so that a recomputation notices what happened while it read.
    fn mark(&mut self, name: &str, seen: Option<&AttributeValue>, exact: bool) {
        self.facts.push(equals(name, seen));
        if exact && seen.is_some() {
            self.unset(name);
        } else if self.lost || seen.is_some() {
            self.set(name, AttributeValue::N(next(seen).to_string()));
        }
    }
}

/// One more than what a stale row says.
fn next(stale: Option<&AttributeValue>) -> u64 {
    let seen = match stale {
        Some(AttributeValue::N(text)) => text.parse::<u64>().unwrap_or(0),
        _ => 0,
    };
    seen.saturating_add(1)
}

/// That an attribute is as it was seen.
pub(super) fn equals(name: &str, seen: Option<&AttributeValue>) -> Node {
    let path = Path::named(name.to_owned());
    match seen {
        Some(seen) => Node::compare(path, Comparator::Equal, Value::of(seen.clone())),
        None => Node::NotExists(path),
    }
}

/// The values that are given and taken and do not cancel each other out.
struct Rest {
    plus: Vec<Candidate>,
    minus: Vec<Candidate>,
}

impl Rest {
    fn of(effect: &Effect<'_>, candidate: impl Fn(&SourceRow) -> Option<Candidate>) -> Self {
        let mut plus: Vec<_> = effect
            .plus
            .iter()
            .filter_map(|row| candidate(row))
            .collect();
        let mut minus = Vec::new();
        for taken in effect.taken().filter_map(|row| candidate(row)) {
            let same = |given: &Candidate| {
                value_eq(&given.order, &taken.order) && value_eq(&given.value, &taken.value)
            };
            match plus.iter().position(same) {
                Some(index) => drop(plus.remove(index)),
                None => minus.push(taken),
            }
        }
        Self { plus, minus }
    }

    fn is_empty(&self) -> bool {
        self.plus.is_empty() && self.minus.is_empty()
    }
}

/// What becomes of an extreme.
#[derive(Debug, PartialEq)]
enum Decision {
    Set(Candidate),
    /// It went, and the row cannot tell what comes after it.
    Lost,
    Keep,
}

/// Which of two values is the extreme.
pub(super) struct Ranks {
    /// The smaller one.
    descending: bool,
    /// Of two equal ones, that of the later event.
    later_wins: bool,
}

impl Ranks {
    pub(super) fn of(function: &Function) -> Self {
        Self {
            descending: *function == Function::Min,
            later_wins: matches!(function, Function::Last { .. }),
        }
    }

    /// Whether a value takes the place of the extreme so far.
    pub(super) fn replaces(&self, new: &AttributeValue, so_far: &AttributeValue) -> bool {
        match self.compare(new, so_far) {
            Ordering::Greater => true,
            Ordering::Equal => self.later_wins,
            Ordering::Less => false,
        }
    }

    /// How `a` stands to `b`: greater if it is the extreme of the two.
    fn compare(&self, a: &AttributeValue, b: &AttributeValue) -> Ordering {
        match value_cmp(a, b) {
            Some(ordering) if self.descending => ordering.reverse(),
            Some(ordering) => ordering,
            // Values of one field have one type; another one in the row gives way.
            None => Ordering::Greater,
        }
    }

    fn decide(
        &self,
        rest: &Rest,
        order: Option<&AttributeValue>,
        value: Option<&AttributeValue>,
    ) -> Decision {
        // Of equal ones the last, which is that of the latest event.
        let best = rest
            .plus
            .iter()
            .max_by(|a, b| self.compare(&a.order, &b.order));
        let Some(order) = order else {
            return best.map_or(Decision::Keep, |best| Decision::Set(best.clone()));
        };
        let wins = best.is_some_and(|best| self.replaces(&best.order, order));
        let lost = rest.minus.iter().any(|taken| {
            value_eq(&taken.order, order)
                && value.is_some_and(|value| value_eq(&taken.value, value))
        });
        match best {
            Some(best) if wins => Decision::Set(best.clone()),
            _ if lost => Decision::Lost,
            _ => Decision::Keep,
        }
    }
}
