//! Ranges of sort keys, end to end.

use dynamap::{DynamoItem, ErrorKind};
use dynamap_tests::Fixture;
use time::OffsetDateTime;
use time::macros::datetime;

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "events")]
struct Event {
    #[partition_key]
    line: String,
    #[sort_key(iso)]
    at: OffsetDateTime,
}

async fn events(fixture: &Fixture, times: impl IntoIterator<Item = OffsetDateTime>) -> EventTable {
    let table = fixture.create::<Event>().await;
    for at in times {
        let line = "l".to_owned();
        table.create(Event { line, at }).send().await.unwrap();
    }
    fixture.requests().clear();
    table
}

fn times(events: Vec<Event>) -> Vec<OffsetDateTime> {
    events.into_iter().map(|event| event.at).collect()
}

/// FC-2, FC-34, T04, T05: with one width of all texts the order of the bytes is that of the instants.
#[tokio::test]
async fn whole_seconds_stand_in_their_place() {
    let fixture = Fixture::new();
    let sorted = [
        datetime!(2020-12-23 7:05:28.991 UTC),
        datetime!(2020-12-23 7:05:29 UTC),
        datetime!(2020-12-23 7:05:29.017 UTC),
        datetime!(2022-03-17 9:46:11.1 UTC),
        datetime!(2022-03-17 9:46:11.12 UTC),
    ];
    let table = events(
        &fixture,
        [sorted[4], sorted[1], sorted[0], sorted[3], sorted[2]],
    )
    .await;
    assert_eq!(times(table.query("l").all().await.unwrap()), sorted);
    let newest = table.query("l").latest().await.unwrap().unwrap();
    assert_eq!(newest.at, sorted[4]);
}

/// FC-3, FC-5, FC-77: a whole second as a bound is written as the key is, in one BETWEEN.
#[tokio::test]
async fn a_bound_has_the_width_of_the_key() {
    let fixture = Fixture::new();
    let at = datetime!(2021-12-15 15:21:44.543 UTC);
    let table = events(&fixture, [at]).await;
    let range = datetime!(2021-12-15 17:21:44 +2)..=datetime!(2021-12-15 15:31:43.999 UTC);
    assert_eq!(
        times(table.query("l").within(range).all().await.unwrap()),
        [at]
    );
    assert_eq!(
        fixture.requests().only().key_condition(),
        "line = 'l' AND at BETWEEN '2021-12-15T15:21:44.000Z' AND '2021-12-15T15:31:43.999Z'"
    );
    let since = table.query("l").since(datetime!(2021-12-15 15:21:44 UTC));
    assert_eq!(times(since.all().await.unwrap()), [at]);
}

/// FC-6: the whole of the last day.
#[tokio::test]
async fn the_last_day_is_whole() {
    let fixture = Fixture::new();
    let at = datetime!(2026-08-16 9:31 UTC);
    let table = events(&fixture, [at, datetime!(2026-08-17 0:00 UTC)]).await;
    let days = datetime!(2026-08-10 0:00 UTC)..datetime!(2026-08-17 0:00 UTC);
    assert_eq!(
        times(table.query("l").within(days).all().await.unwrap()),
        [at]
    );
    assert_eq!(
        fixture.requests().only().key_condition(),
        "line = 'l' AND at BETWEEN '2026-08-10T00:00:00.000Z' AND '2026-08-16T23:59:59.999Z'"
    );
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "groups")]
struct Group {
    #[partition_key]
    line: String,
    #[sort_key]
    number: u32,
}

/// R13, R14, R15, R31, FC-24: each comparison, its text and what it finds.
#[tokio::test]
async fn comparisons_of_numbers() {
    let fixture = Fixture::new();
    let table = fixture.create::<Group>().await;
    for number in 0..5 {
        let line = "l".to_owned();
        table.put(Group { line, number }).send().await.unwrap();
    }
    fixture.requests().clear();
    let query = || table.query("l");
    for (asked, text, expected) in [
        (query().ge(2_u32), "number >= 2", vec![2, 3, 4]),
        (query().le(2_u32), "number <= 2", vec![0, 1, 2]),
        (
            query().between(1_u32, 3_u32),
            "number BETWEEN 1 AND 3",
            vec![1, 2, 3],
        ),
        (
            query().between(2_u32, 2_u32),
            "number BETWEEN 2 AND 2",
            vec![2],
        ),
        (query().within(1..1), "", vec![]),
        (query().within(1..2), "number BETWEEN 1 AND 1", vec![1]),
        (query().lt(2_u32), "number < 2", vec![0, 1]),
        (query().gt(2_u32), "number > 2", vec![3, 4]),
        (query().eq(2_u32), "number = 2", vec![2]),
    ] {
        let found = asked.all().await.unwrap();
        let numbers: Vec<u32> = found.iter().map(|group| group.number).collect();
        assert_eq!(numbers, expected, "{text}");
        let sent = fixture.requests().take();
        let conditions: Vec<_> = sent
            .iter()
            .map(dynamap_tests::Request::key_condition)
            .collect();
        // An empty range asks nothing.
        let expected: Vec<_> = (!text.is_empty())
            .then(|| format!("line = 'l' AND {text}"))
            .into_iter()
            .collect();
        assert_eq!(conditions, expected);
    }
    let reversed = query().between(5_u32, 4_u32).all().await.unwrap_err();
    assert_eq!(reversed.kind(), ErrorKind::InvalidRange);
    assert!(fixture.requests().take().is_empty());
}
