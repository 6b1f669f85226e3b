//! `table`, `handle`, `key`, `crate`, `long_form`: the names of what is generated.

use dynamap::{DynamoItem, unset};
use dynamap_tests::{Fixture, START};
use time::OffsetDateTime;

/// What the crate re-exports under another path.
mod elsewhere {
    pub(crate) use ::dynamap as mapper;
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "events-2026",
    handle = "Events",
    key = "EventId",
    crate = crate::option_names::elsewhere::mapper,
    long_form
)]
struct Event {
    #[dynamo(partition_key)]
    room: String,
    #[dynamo(sort_key)]
    number: u32,
    #[dynamo(ts(millis, auto_create))]
    created_at: OffsetDateTime,
    #[dynamo(version)]
    version: u32,
    #[dynamo(ttl(seconds, after = "1d"))]
    expires_at: Option<OffsetDateTime>,
}

fn event() -> Event {
    Event {
        room: "r".to_owned(),
        number: 1,
        created_at: unset(),
        version: 0,
        expires_at: None,
    }
}

#[tokio::test]
async fn the_generated_types_have_the_given_names() {
    let fixture = Fixture::new();
    let events: Events = fixture.create::<Event>().await;
    assert_eq!(events.name(), "events-2026");
    let stored = events.create(event()).send().await.unwrap();
    assert_eq!((stored.created_at, stored.version), (START, 1));
    let id = EventId {
        room: "r".to_owned(),
        number: 1,
    };
    assert_eq!(events.get(id).send().await.unwrap(), Some(stored.clone()));
    assert_eq!(events.get(("r", 1)).send().await.unwrap(), Some(stored));
}

// The table of a stage is a matter of the handle.
#[tokio::test]
async fn the_table_name_can_be_another_at_run_time() {
    let fixture = Fixture::new();
    let events: Events = fixture.table::<Event>().table_name("staging-events");
    events.create_table().send().await.unwrap();
    fixture.requests().clear();
    events.create(event()).send().await.unwrap();
    assert_eq!(fixture.requests().only().get("TableName"), "staging-events");
}
