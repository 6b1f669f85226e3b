use std::collections::BTreeMap;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::AttributeValue;
use dynamap::DynamoItem;
use dynamap::ttl::{Class, TimeToLive};
use dynamap_tests::Fixture;
use time::OffsetDateTime;

/// The clock's time in seconds, 2026-11-30T12:00:00Z.
pub(crate) const NOW: i64 = 1_796_040_000;
/// A week later.
pub(crate) const WEEK: i64 = 1_796_644_800;

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "sessions")]
pub(crate) struct Session {
    #[partition_key]
    pub(crate) token: String,
    #[ts(millis, auto_update)]
    pub(crate) updated_at: OffsetDateTime,
    #[version]
    pub(crate) version: u64,
    #[ttl(seconds, after = "7d")]
    pub(crate) expires_at: Option<OffsetDateTime>,
}

pub(crate) fn n(number: impl ToString) -> AttributeValue {
    AttributeValue::N(number.to_string())
}

pub(crate) fn s(text: &str) -> AttributeValue {
    AttributeValue::S(text.to_owned())
}

/// One item per fault, and some sound ones: token, TTL, class.
pub(crate) fn planted() -> Vec<(&'static str, Option<AttributeValue>, Class)> {
    use dynamap::WireType::{B, Bool, L, M, Ns, Ss};
    vec![
        ("ok", Some(n(WEEK)), Class::Ok),
        ("ok-exponent", Some(n("1.7966448E9")), Class::Ok),
        ("expired", Some(n(NOW - 60)), Class::Expired),
        ("absent", None, Class::Absent),
        ("null", Some(AttributeValue::Null(true)), Class::Null),
        ("text-seconds", Some(s("1796644800")), Class::TextSeconds),
        ("text-millis", Some(s("1796644800000")), Class::TextMillis),
        (
            "text-micros",
            Some(s("1796644800000000")),
            Class::TextMicros,
        ),
        (
            "text-nanos",
            Some(s("1796644800000000000")),
            Class::TextNanos,
        ),
        (
            "text-iso",
            Some(s("2026-12-07T13:00:00.000+01:00")),
            Class::TextIso,
        ),
        ("text-date", Some(s("2026-12-07")), Class::TextNoOffset),
        ("text-other", Some(s("in a week")), Class::TextOther),
        (
            "binary",
            Some(AttributeValue::B(Blob::new("x"))),
            Class::OtherType(B),
        ),
        (
            "bool",
            Some(AttributeValue::Bool(true)),
            Class::OtherType(Bool),
        ),
        (
            "list",
            Some(AttributeValue::L(vec![n(WEEK)])),
            Class::OtherType(L),
        ),
        (
            "map",
            Some(AttributeValue::M([("at".to_owned(), n(WEEK))].into())),
            Class::OtherType(M),
        ),
        (
            "strings",
            Some(AttributeValue::Ss(vec!["x".to_owned()])),
            Class::OtherType(Ss),
        ),
        (
            "numbers",
            Some(AttributeValue::Ns(vec!["1".to_owned()])),
            Class::OtherType(Ns),
        ),
        ("millis", Some(n(WEEK * 1_000)), Class::Millis),
        ("millis-past", Some(n((NOW - 3_600) * 1_000)), Class::Millis),
        ("micros", Some(n(WEEK * 1_000_000)), Class::Micros),
        ("nanos", Some(n(WEEK * 1_000_000_000)), Class::Nanos),
        ("fraction", Some(n("1796644800.75")), Class::Fractional),
        ("zero", Some(n(0)), Class::ZeroOrNegative),
        ("never", Some(n(-1)), Class::ZeroOrNegative),
        (
            "year-1",
            Some(n(-62_135_596_800_i64)),
            Class::ZeroOrNegative,
        ),
        ("stale", Some(n(1_171_734_022)), Class::Stale),
        ("stale-text", Some(s("1171734022")), Class::TextSeconds),
        ("far", Some(n(9_999_999_999_i64)), Class::Far),
        ("duration", Some(n(3_600)), Class::Relative),
    ]
}

/// A table with everything that is planted; its TTL is on.
pub(crate) async fn prepared() -> (Fixture, TimeToLive) {
    let fixture = Fixture::new();
    fixture.create::<Session>().await;
    for (token, value, _) in planted() {
        put(&fixture, token, value).await;
    }
    let ttl = handle(&fixture);
    (fixture, ttl)
}

pub(crate) fn handle(fixture: &Fixture) -> TimeToLive {
    on(fixture, fixture.client())
}

/// A handle on another client of the fixture.
pub(crate) fn on(fixture: &Fixture, client: &Client) -> TimeToLive {
    TimeToLive::new(client, "sessions", "expires_at").with_clock(fixture.clock().clone())
}

pub(crate) async fn put(fixture: &Fixture, token: &str, value: Option<AttributeValue>) {
    put_under(fixture, token, "expires_at", value).await;
}

pub(crate) async fn put_under(
    fixture: &Fixture,
    token: &str,
    attribute: &str,
    value: Option<AttributeValue>,
) {
    let mut request = fixture
        .raw_client()
        .put_item()
        .table_name("sessions")
        .item("token", s(token))
        .item("user", s("secret"))
        .item("updated_at", n(1_700_000_000_000_i64))
        .item("version", n(7));
    if let Some(value) = value {
        request = request.item(attribute, value);
    }
    request.send().await.expect("a new item");
}

/// The whole table, by token.
pub(crate) async fn contents(fixture: &Fixture) -> BTreeMap<String, dynamap::Item> {
    let scanned = fixture
        .raw_client()
        .scan()
        .table_name("sessions")
        .send()
        .await
        .expect("the table");
    scanned
        .items
        .unwrap_or_default()
        .into_iter()
        .map(|item| (item["token"].as_s().expect("a token").clone(), item))
        .collect()
}

/// The TTL of one item.
pub(crate) async fn ttl_of(fixture: &Fixture, token: &str) -> Option<AttributeValue> {
    contents(fixture).await[token].get("expires_at").cloned()
}

/// The token in a primary key.
pub(crate) fn token(key: &dynamap::Item) -> &str {
    assert_eq!(key.len(), 1, "the key alone");
    key["token"].as_s().expect("a token")
}
