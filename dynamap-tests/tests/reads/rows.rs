//! The items that the tests of pages, cursors and rows read.

use dynamap::DynamoItem;
use dynamap_tests::Fixture;
use time::OffsetDateTime;
use time::macros::datetime;

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "events",
    index(name = "by_kind", partition_key = "kind", sort_key = "at"),
    local_index(name = "by_size", sort_key = "size")
)]
pub(crate) struct Event {
    #[partition_key]
    pub(crate) line: String,
    #[sort_key]
    pub(crate) number: u32,
    pub(crate) kind: String,
    #[ts(millis)]
    pub(crate) at: OffsetDateTime,
    pub(crate) size: u32,
    pub(crate) note: Option<String>,
}

pub(crate) const AT: OffsetDateTime = datetime!(2026-11-30 12:00 UTC);

/// Event number `n` of a line: all at one time, of two kinds in turn.
pub(crate) fn event(line: &str, number: u32) -> Event {
    Event {
        line: line.to_owned(),
        number,
        kind: if number.is_multiple_of(2) {
            "even"
        } else {
            "odd"
        }
        .to_owned(),
        at: AT,
        size: 100 - number,
        note: None,
    }
}

/// The table with the events 1 to `count` of line `a`.
pub(crate) async fn events(fixture: &Fixture, count: u32) -> EventTable {
    let table = fixture.create::<Event>().await;
    for number in 1..=count {
        table.put(event("a", number)).send().await.unwrap();
    }
    fixture.requests().clear();
    table
}

pub(crate) fn numbers(events: &[Event]) -> Vec<u32> {
    events.iter().map(|event| event.number).collect()
}
