//! Conditions between two attributes of one item.

use dynamap::{Condition, DynamoItem, ErrorKind};
use dynamap_tests::Fixture;
use time::macros::datetime;
use time::{Duration, OffsetDateTime};

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "parcels",
    index(name = "by_code", partition_key = "code", sort_key = "count")
)]
struct Parcel {
    #[partition_key]
    id: String,
    code: String,
    prefix: Option<String>,
    count: u32,
    limit: Option<u32>,
    codes: Vec<String>,
    spare: Vec<String>,
    #[ts(millis)]
    due_at: OffsetDateTime,
    #[ts(millis)]
    arrived_at: Option<OffsetDateTime>,
    #[ts(seconds)]
    sent_at: OffsetDateTime,
    #[ts(iso)]
    seen_at: OffsetDateTime,
    #[ts(millis)]
    raw: i64,
    plain: i64,
}

const DUE: OffsetDateTime = datetime!(2026-11-30 12:00 UTC);

fn parcel() -> Parcel {
    Parcel {
        id: "p".to_owned(),
        code: "ab-1".to_owned(),
        prefix: Some("ab".to_owned()),
        count: 3,
        limit: Some(5),
        codes: vec!["x".to_owned(), "ab-1".to_owned()],
        spare: Vec::new(),
        due_at: DUE,
        arrived_at: Some(DUE + Duration::milliseconds(1)),
        sent_at: DUE,
        seen_at: DUE,
        raw: 1,
        plain: 1,
    }
}

async fn with(parcel: Parcel) -> (Fixture, ParcelTable) {
    let fixture = Fixture::new();
    let table = fixture.create::<Parcel>().await;
    table.put(parcel).send().await.unwrap();
    fixture.requests().clear();
    (fixture, table)
}

/// C08, C10, C11, C19: each names both attributes, and no value.
#[tokio::test]
async fn each_comparison_names_both() {
    let (fixture, parcels) = with(parcel()).await;
    let cases: [(Condition<Parcel>, bool, &str); 11] = [
        (
            Parcel::ARRIVED_AT.eq_attribute(Parcel::DUE_AT),
            false,
            "arrived_at = due_at",
        ),
        (
            Parcel::ARRIVED_AT.ne_attribute(Parcel::DUE_AT),
            true,
            "arrived_at <> due_at",
        ),
        (
            Parcel::ARRIVED_AT.gt_attribute(Parcel::DUE_AT),
            true,
            "arrived_at > due_at",
        ),
        (
            Parcel::DUE_AT.ge_attribute(Parcel::ARRIVED_AT),
            false,
            "due_at >= arrived_at",
        ),
        (
            Parcel::DUE_AT.lt_attribute(Parcel::ARRIVED_AT),
            true,
            "due_at < arrived_at",
        ),
        (
            Parcel::DUE_AT.le_attribute(Parcel::DUE_AT),
            true,
            "due_at <= due_at",
        ),
        (
            Parcel::CODES
                .index::<String>(1)
                .begins_with_attribute(Parcel::PREFIX),
            true,
            "begins_with(codes[1], prefix)",
        ),
        (
            Parcel::CODES.contains_attribute(Parcel::PREFIX),
            false,
            "contains(codes, prefix)",
        ),
        (
            Parcel::CODES.size().eq_size(Parcel::PREFIX.size()),
            true,
            "size(codes) = size(prefix)",
        ),
        (
            Parcel::SPARE.size().lt_size(Parcel::CODES.size()),
            true,
            "size(spare) < size(codes)",
        ),
        (
            Parcel::CODES.size().le_size(Parcel::SPARE.size()),
            false,
            "size(codes) <= size(spare)",
        ),
    ];
    for (condition, found, text) in cases {
        let count = parcels.scan().filter(condition).count().await.unwrap();
        assert_eq!(fixture.requests().only().filter(), text);
        assert_eq!(count, u64::from(found), "{text}");
    }
}

/// C03: what lies between a value and an attribute, as two comparisons.
#[tokio::test]
async fn between_a_value_and_an_attribute() {
    let (fixture, parcels) = with(parcel()).await;
    for (low, found) in [(3, 1), (4, 0)] {
        let between = Parcel::COUNT.ge(low) & Parcel::COUNT.le_attribute(Parcel::LIMIT);
        assert_eq!(parcels.scan().filter(between).count().await.unwrap(), found);
        assert_eq!(
            fixture.requests().only().filter(),
            format!("count >= {low} AND count <= limit")
        );
    }
}

/// Where one of them is absent, only `ne` holds.
#[tokio::test]
async fn an_absent_attribute_equals_nothing() {
    let (_fixture, parcels) = with(Parcel {
        arrived_at: None,
        ..parcel()
    })
    .await;
    let count = |condition: Condition<Parcel>| parcels.scan().filter(condition).count();
    let late = Parcel::ARRIVED_AT.gt_attribute(Parcel::DUE_AT);
    assert_eq!(count(late).await.unwrap(), 0);
    let other = Parcel::ARRIVED_AT.ne_attribute(Parcel::DUE_AT);
    assert_eq!(count(other).await.unwrap(), 1);
}

/// A condition of a write; the second attribute counts as named where it is a key.
#[tokio::test]
async fn writes_and_queries_take_them() {
    let (fixture, parcels) = with(parcel()).await;
    let full = Parcel::COUNT.ge_attribute(Parcel::LIMIT);
    let error = parcels
        .delete("p")
        .condition(full)
        .send()
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ConditionFailed);
    assert_eq!(fixture.requests().only().condition(), "count >= limit");
    let found = parcels
        .query("p")
        .filter(Parcel::LIMIT.gt_attribute(Parcel::COUNT))
        .all()
        .await
        .unwrap();
    assert_eq!(found, [parcel()]);
    assert_eq!(fixture.requests().only().filter(), "limit > count");
}

/// DynamoDB compares the stored numbers and texts, so two units are a mistake of the request.
#[tokio::test]
async fn two_units_are_refused() {
    let (fixture, parcels) = with(parcel()).await;
    let cases: [(Condition<Parcel>, &str); 4] = [
        (
            Parcel::DUE_AT.gt_attribute(Parcel::SENT_AT),
            "`due_at` is stored as epoch millis and `sent_at` as epoch seconds",
        ),
        (
            Parcel::SENT_AT.eq_attribute(Parcel::SEEN_AT),
            "`sent_at` is stored as epoch seconds and `seen_at` as ISO text in millis",
        ),
        (
            Parcel::SEEN_AT.ne_attribute(Parcel::DUE_AT),
            "`seen_at` is stored as ISO text in millis and `due_at` as epoch millis",
        ),
        (
            Parcel::RAW.le_attribute(Parcel::PLAIN),
            "`raw` is stored as epoch millis and `plain` as a value of its type",
        ),
    ];
    for (condition, stored) in cases {
        let error = parcels.scan().filter(condition).all().await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidRequest);
        assert_eq!(
            error.to_string(),
            format!(
                "Scan on `parcels`: `{}`: {stored}, and DynamoDB takes both as they \
                 are stored: store them alike, or give the value itself",
                error.attribute().unwrap()
            )
        );
    }
    assert!(fixture.requests().take().is_empty());
}
