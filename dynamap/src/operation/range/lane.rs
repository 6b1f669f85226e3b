use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::VecDeque;

use aws_sdk_dynamodb::types::AttributeValue;

use super::plan::Partition;
use crate::Error;
use crate::item::Item;
use crate::key::{Place, Position};
use crate::operation::Row;
use crate::operation::read::{RawPage, ReadCore, Target};
use crate::value::{Number, value_eq};

/// One partition while it is read: the rows that have come and where the next request starts.
pub(super) struct Lane {
    pub(super) place: Place,
    pub(super) target: Target,
    pub(super) rows: VecDeque<Row>,
    pub(super) next: Next,
    /// The request that failed. Rows that came before it are given out first.
    pub(super) failure: Option<Error>,
    /// The sort key whose rows were given out before the cursor and are dropped.
    pub(super) given: Option<AttributeValue>,
    /// Whether a request was sent for the page that is being made.
    pub(super) asked: bool,
    /// The rows of the last page.
    page: usize,
}

pub(super) enum Next {
    /// The first request, perhaps behind a row of an earlier read.
    First(Option<Item>),
    Behind(Item),
    End,
}

impl Lane {
    pub(super) fn new(partition: Partition) -> Self {
        let Partition { place, target } = partition;
        Self {
            place,
            target,
            rows: VecDeque::new(),
            next: Next::First(None),
            failure: None,
            given: None,
            asked: false,
            page: 0,
        }
    }

    /// Takes the rows of a page in.
    pub(super) fn receive(&mut self, core: &ReadCore, page: &mut RawPage) {
        // Among rows that were given out before, this is no place to end a page: it lies before the
        // cursor that reading started from.
        let reached = page.position.as_ref();
        let reached = reached.and_then(|position| core.sort_key_of(&position.key));
        let is_given = reached
            .zip(self.given.as_ref())
            .is_some_and(|(reached, given)| value_eq(reached, given));
        self.asked = !is_given;
        self.page = page.rows.len();
        self.rows.extend(page.rows.drain(..));
        self.next = match page.position.take() {
            Some(position) => Next::Behind(position.key),
            None => Next::End,
        };
    }

    /// Whether a request would give more rows.
    pub(super) fn has_more(&self) -> bool {
        self.failure.is_none() && !matches!(self.next, Next::End)
    }

    /// Whether the request failed that the next row would come from.
    pub(super) fn has_failed(&self) -> bool {
        self.failure.is_some() && self.rows.is_empty()
    }

    /// Whether the next row is not known without a request.
    pub(super) fn is_dry(&self) -> bool {
        self.rows.is_empty() && !matches!(self.next, Next::End)
    }

    pub(super) fn is_unread(&self) -> bool {
        matches!(self.next, Next::First(_))
    }

    /// Whether a quarter of the last page is left at most.
    pub(super) fn runs_low(&self) -> bool {
        self.rows.len() <= self.page / 4
    }

    pub(super) fn start(&self) -> Option<Item> {
        match &self.next {
            Next::First(start) => start.clone(),
            Next::Behind(position) => Some(position.clone()),
            Next::End => None,
        }
    }

    /// The position that every row given out so far lies before or at.
    pub(super) fn frontier(&self) -> Option<Position> {
        match &self.next {
            Next::Behind(key) => Some(Position {
                key: key.clone(),
                place: Some(self.place),
                ..Position::default()
            }),
            Next::First(_) | Next::End => None,
        }
    }

    /// What this lane has next: a row, or the place behind which only a request can tell.
    pub(super) fn head(&self, core: &ReadCore, lane: usize) -> Option<Head> {
        let (key, is_row) = match (self.rows.front(), &self.next) {
            (Some(row), _) => (core.sort_key_of_row(row), true),
            (None, Next::Behind(position)) => {
                (core.sort_key_of(position).map(Cow::Borrowed), false)
            }
            (None, Next::First(_) | Next::End) => return None,
        };
        Some(Head {
            key: OrderedKey::of(key.map(Cow::into_owned)),
            lane,
            is_row,
            forward: core.forward,
        })
    }
}

/// A sort key in DynamoDB's order: text and binary by bytes, numbers by value.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum OrderedKey {
    /// A table without a sort key: one row per partition.
    Nothing,
    Number(Number),
    Bytes(Vec<u8>),
}

impl OrderedKey {
    fn of(value: Option<AttributeValue>) -> Self {
        match value {
            Some(AttributeValue::S(text)) => Self::Bytes(text.into_bytes()),
            Some(AttributeValue::B(bytes)) => Self::Bytes(bytes.into_inner()),
            Some(AttributeValue::N(text)) => match text.parse() {
                Ok(number) => Self::Number(number),
                Err(_) => Self::Bytes(text.into_bytes()),
            },
            _ => Self::Nothing,
        }
    }
}

/// The next of one lane among the others: by sort key, then by shard. The greatest comes first.
pub(super) struct Head {
    key: OrderedKey,
    /// The lanes of a bucket are in the order of their shards.
    pub(super) lane: usize,
    pub(super) is_row: bool,
    forward: bool,
}

impl Ord for Head {
    fn cmp(&self, other: &Self) -> Ordering {
        let ordering = (&self.key, self.lane).cmp(&(&other.key, other.lane));
        if self.forward {
            ordering.reverse()
        } else {
            ordering
        }
    }
}

impl PartialOrd for Head {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Head {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Head {}
