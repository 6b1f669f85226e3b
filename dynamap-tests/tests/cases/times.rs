//! What is written of an instant, in every unit and form.

use dynamap::DynamoItem;
use dynamap_tests::Fixture;
use serde_json::{Value, json};
use time::macros::{date, datetime};
use time::{Date, OffsetDateTime};

/// One instant in every form.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "instants")]
pub(crate) struct Instant {
    #[partition_key]
    pub(crate) id: String,
    #[ts(seconds)]
    pub(crate) seconds: OffsetDateTime,
    #[ts(millis)]
    pub(crate) millis: OffsetDateTime,
    #[ts(micros)]
    pub(crate) micros: OffsetDateTime,
    #[ts(nanos)]
    pub(crate) nanos: OffsetDateTime,
    #[ts(iso)]
    pub(crate) iso: OffsetDateTime,
    #[ts(iso, precision = seconds)]
    pub(crate) iso_seconds: OffsetDateTime,
    #[ts(iso, precision = micros)]
    pub(crate) iso_micros: OffsetDateTime,
    #[ts(iso, precision = nanos)]
    pub(crate) iso_nanos: OffsetDateTime,
    #[ts(millis)]
    pub(crate) maybe: Option<OffsetDateTime>,
    pub(crate) day: Date,
}

pub(crate) fn instant(at: OffsetDateTime) -> Instant {
    Instant {
        id: "i".to_owned(),
        seconds: at,
        millis: at,
        micros: at,
        nanos: at,
        iso: at,
        iso_seconds: at,
        iso_micros: at,
        iso_nanos: at,
        maybe: None,
        day: at.date(),
    }
}

/// The stored forms, in the order of the fields.
async fn written(fixture: &Fixture, table: &InstantTable, at: OffsetDateTime) -> Vec<Value> {
    table.put(instant(at)).send().await.unwrap();
    let request = fixture.requests().only();
    let names = [
        ("seconds", "N"),
        ("millis", "N"),
        ("micros", "N"),
        ("nanos", "N"),
        ("iso", "S"),
        ("iso_seconds", "S"),
        ("iso_micros", "S"),
        ("iso_nanos", "S"),
    ];
    // T24: None is absent.
    assert!(request.item().get("maybe").is_none());
    names
        .map(|(name, tag)| request.item()[name][tag].clone())
        .to_vec()
}

/// FC-41, FC-76, FC-109, FC-127, FC-129, T01, T03, T05, T07, T10, T11, T19, T20, T23, T25, T27, T28, T29,
/// T31: integers of the field's own unit, rounded down, and texts of one width in UTC, whatever the
/// offset and the year.
#[tokio::test]
#[expect(clippy::too_many_lines, reason = "a table of instants and their forms")]
async fn an_instant_has_one_form_per_unit() {
    let fixture = Fixture::new();
    let table = fixture.create::<Instant>().await;
    for (at, expected) in [
        (
            datetime!(1970-01-01 0:00 UTC),
            json!([
                "0",
                "0",
                "0",
                "0",
                "1970-01-01T00:00:00.000Z",
                "1970-01-01T00:00:00Z",
                "1970-01-01T00:00:00.000000Z",
                "1970-01-01T00:00:00.000000000Z"
            ]),
        ),
        (
            datetime!(1970-01-01 0:00:00.000_000_001 UTC),
            json!([
                "0",
                "0",
                "0",
                "1",
                "1970-01-01T00:00:00.000Z",
                "1970-01-01T00:00:00Z",
                "1970-01-01T00:00:00.000000Z",
                "1970-01-01T00:00:00.000000001Z"
            ]),
        ),
        (
            datetime!(2022-03-17 9:46:11.1 UTC),
            json!([
                "1647510371",
                "1647510371100",
                "1647510371100000",
                "1647510371100000000",
                "2022-03-17T09:46:11.100Z",
                "2022-03-17T09:46:11Z",
                "2022-03-17T09:46:11.100000Z",
                "2022-03-17T09:46:11.100000000Z"
            ]),
        ),
        (
            datetime!(2009-02-13 23:31:30.123_456_789 UTC),
            json!([
                "1234567890",
                "1234567890123",
                "1234567890123456",
                "1234567890123456789",
                "2009-02-13T23:31:30.123Z",
                "2009-02-13T23:31:30Z",
                "2009-02-13T23:31:30.123456Z",
                "2009-02-13T23:31:30.123456789Z"
            ]),
        ),
        (
            datetime!(2047-01-06 8:21:30.002 UTC),
            json!([
                "2430375690",
                "2430375690002",
                "2430375690002000",
                "2430375690002000000",
                "2047-01-06T08:21:30.002Z",
                "2047-01-06T08:21:30Z",
                "2047-01-06T08:21:30.002000Z",
                "2047-01-06T08:21:30.002000000Z"
            ]),
        ),
        (
            datetime!(0001-01-01 0:00 UTC),
            json!([
                "-62135596800",
                "-62135596800000",
                "-62135596800000000",
                "-62135596800000000000",
                "0001-01-01T00:00:00.000Z",
                "0001-01-01T00:00:00Z",
                "0001-01-01T00:00:00.000000Z",
                "0001-01-01T00:00:00.000000000Z"
            ]),
        ),
        (
            datetime!(2018-07-24 22:04:30.001 +3),
            json!([
                "1532459070",
                "1532459070001",
                "1532459070001000",
                "1532459070001000000",
                "2018-07-24T19:04:30.001Z",
                "2018-07-24T19:04:30Z",
                "2018-07-24T19:04:30.001000Z",
                "2018-07-24T19:04:30.001000000Z"
            ]),
        ),
        (
            datetime!(2018-07-24 22:04:30.000_001 UTC),
            json!([
                "1532469870",
                "1532469870000",
                "1532469870000001",
                "1532469870000001000",
                "2018-07-24T22:04:30.000Z",
                "2018-07-24T22:04:30Z",
                "2018-07-24T22:04:30.000001Z",
                "2018-07-24T22:04:30.000001000Z"
            ]),
        ),
        (
            datetime!(1969-12-31 23:59:58.5 UTC),
            json!([
                "-2",
                "-1500",
                "-1500000",
                "-1500000000",
                "1969-12-31T23:59:58.500Z",
                "1969-12-31T23:59:58Z",
                "1969-12-31T23:59:58.500000Z",
                "1969-12-31T23:59:58.500000000Z"
            ]),
        ),
        (
            datetime!(1970-07-21 14:09:16.146_413 UTC),
            json!([
                "17417356",
                "17417356146",
                "17417356146413",
                "17417356146413000",
                "1970-07-21T14:09:16.146Z",
                "1970-07-21T14:09:16Z",
                "1970-07-21T14:09:16.146413Z",
                "1970-07-21T14:09:16.146413000Z"
            ]),
        ),
        (
            datetime!(2262-04-11 23:47:16.855 UTC),
            json!([
                "9223372036",
                "9223372036855",
                "9223372036855000",
                "9223372036855000000",
                "2262-04-11T23:47:16.855Z",
                "2262-04-11T23:47:16Z",
                "2262-04-11T23:47:16.855000Z",
                "2262-04-11T23:47:16.855000000Z"
            ]),
        ),
    ] {
        assert_eq!(json!(written(&fixture, &table, at).await), expected, "{at}");
        let read = table.get("i").send().await.unwrap().unwrap();
        assert_eq!(read.nanos, at);
        fixture.requests().clear();
    }
    for (at, seconds) in [
        (datetime!(2039-02-05 17:49:55 UTC), "2180540995"),
        (datetime!(1969-06-12 4:56:43 UTC), "-17521397"),
        (datetime!(2039-07-23 2:03:04 UTC), "2194999384"),
        (datetime!(1955-12-30 23:59:59 UTC), "-441936001"),
        (datetime!(2019-01-01 0:00 UTC), "1546300800"),
        // T21: the day's first second.
        (date!(2018 - 07 - 21).midnight().assume_utc(), "1532131200"),
    ] {
        assert_eq!(written(&fixture, &table, at).await[0], seconds, "{at}");
    }
}

/// T11: four digits of the year, or an error that names the attribute and leaves the value out.
#[tokio::test]
async fn years_of_other_lengths_are_refused_as_text() {
    let fixture = Fixture::new();
    let table = fixture.create::<Instant>().await;
    let good = datetime!(2026-11-30 12:00 UTC);
    let early = Instant {
        iso: datetime!(-0001-12-31 23:59:59 UTC),
        ..instant(good)
    };
    let error = table.put(early).send().await.unwrap_err();
    assert!(error.is_encode());
    assert_eq!(error.attribute(), Some("iso"));
    assert!(error.to_string().contains("years 0000 to 9999"), "{error}");
    assert!(fixture.requests().take().is_empty());
}

/// T17, T22: a date is its text.
#[tokio::test]
async fn a_date_is_text() {
    let fixture = Fixture::new();
    let table = fixture.create::<Instant>().await;
    table
        .put(Instant {
            day: date!(2017 - 09 - 25),
            ..instant(datetime!(2026-11-30 12:00 UTC))
        })
        .send()
        .await
        .unwrap();
    assert_eq!(
        fixture.requests().only().item()["day"],
        json!({"S": "2017-09-25"})
    );
}
