//! Claims: which events a row has in it already.

use std::collections::{BTreeSet, HashMap, HashSet};

use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::AttributeValue;
use xxhash_rust::xxh3::xxh3_128;

use crate::DynamoItem;
use crate::expression::{Action, Comparator, Node, Path, Updates, Value};
use crate::item::Item;
use crate::streams::Event;
use crate::time::{EpochSeconds, Moment};

/// The events that one page takes. Its item has up to 8 KB then, which an update writes as a whole.
pub(super) const PAGE: usize = 500;

/// A page of claims: events that one row of a rollup has in it already.
#[derive(DynamoItem)]
#[dynamo(table = "rollup_claims", crate = crate)]
pub(super) struct ClaimPage {
    /// The row, the time of the events, and which page of that time it is.
    #[partition_key]
    page: String,
    /// The ids of the events, hashed to 128 bits.
    events: BTreeSet<[u8; 16]>,
    /// When the page is deleted: long after the stream has forgotten its events.
    #[ttl(seconds)]
    expires_at: EpochSeconds,
}

const KEY: &str = "page";
const EVENTS: &str = "events";
const EXPIRES_AT: &str = "expires_at";

/// An event as claims know it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct EventId(u128);

impl EventId {
    pub(super) fn of(event: &Event) -> Self {
        Self(xxh3_128(event.id().as_bytes()))
    }

    fn bytes(self) -> [u8; 16] {
        self.0.to_be_bytes()
    }
}

/// Where the claims of an event may stand: the pages of its minute, of its second, and its own. The
/// next one is used where the one before it is full.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Claimed {
    pub(super) id: EventId,
    /// When the event happened, in seconds.
    second: Option<i128>,
}

impl Claimed {
    pub(super) fn of(event: &Event) -> Self {
        Self {
            id: EventId::of(event),
            second: event.moment().map(Moment::seconds),
        }
    }

    /// The names of its pages within a row.
    pub(super) fn pages(self) -> impl Iterator<Item = Page> {
        let by_time = self
            .second
            .map(|second| [Page::Minute(second.div_euclid(60)), Page::Second(second)]);
        by_time.into_iter().flatten().chain([Page::Event(self.id)])
    }
}

/// One page within a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Page {
    Minute(i128),
    Second(i128),
    Event(EventId),
}

impl Page {
    /// The key of the page of a row.
    pub(super) fn key(self, row: u128) -> Item {
        let text = match self {
            Self::Minute(minute) => format!("{row:032x}-m{minute}"),
            Self::Second(second) => format!("{row:032x}-s{second}"),
            Self::Event(event) => format!("{row:032x}-e{:032x}", event.0),
        };
        Item::from([(KEY.to_owned(), AttributeValue::S(text))])
    }

    /// The update that claims events in a page of this many, on the condition that it has not changed:
    /// its set only grows.
    pub(super) fn claim(events: &[EventId], known: usize, expires_at: i128) -> (Updates, Node) {
        let members = events.iter().map(|id| Blob::new(id.bytes())).collect();
        let mut updates = Updates::default();
        updates.push(
            Path::attribute(EVENTS),
            Action::Insert(AttributeValue::Bs(members)),
        );
        updates.push(
            Path::attribute(EXPIRES_AT),
            Action::Set(AttributeValue::N(expires_at.to_string())),
        );
        let unchanged = match known {
            0 => Node::NotExists(Path::attribute(KEY)),
            known => Node::CompareSize {
                path: Path::attribute(EVENTS),
                comparator: Comparator::Equal,
                value: Value::of(AttributeValue::N(known.to_string())),
            },
        };
        (updates, unchanged)
    }
}

/// What is known of the pages of a row.
#[derive(Debug, Default)]
pub(super) struct Pages(HashMap<Page, HashSet<EventId>>);

/// Where the claim of an event belongs.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Slot {
    /// It is claimed.
    Taken,
    /// In this page, which has room.
    In(Page),
    /// This page has to be read first.
    Unread(Page),
}

impl Pages {
    /// Notes a page as it was read; `None` where there is none.
    pub(super) fn note(&mut self, page: Page, item: Option<&Item>) {
        let events = item.and_then(|item| item.get(EVENTS));
        let members = match events {
            Some(AttributeValue::Bs(members)) => members
                .iter()
                .filter_map(|member| <[u8; 16]>::try_from(member.as_ref()).ok())
                .map(|bytes| EventId(u128::from_be_bytes(bytes)))
                .collect(),
            _ => HashSet::new(),
        };
        self.0.insert(page, members);
    }

    /// Notes events that were claimed in a page.
    pub(super) fn add(&mut self, page: Page, events: &[EventId]) {
        self.0.entry(page).or_default().extend(events);
    }

    /// How many events a page has.
    pub(super) fn size(&self, page: Page) -> usize {
        self.0.get(&page).map_or(0, HashSet::len)
    }

    /// Where the claim of an event belongs, with what is about to be added to each page.
    pub(super) fn slot(&self, event: Claimed, added: impl Fn(Page) -> usize) -> Slot {
        for page in event.pages() {
            let Some(events) = self.0.get(&page) else {
                return Slot::Unread(page);
            };
            if events.contains(&event.id) {
                return Slot::Taken;
            }
            // An event's own page has room: it holds that event or none.
            if events.len() + added(page) < PAGE || matches!(page, Page::Event(_)) {
                return Slot::In(page);
            }
        }
        Slot::In(Page::Event(event.id))
    }
}
