//! The audit of times that are no TTL.

use aws_sdk_dynamodb::types::{
    AttributeDefinition, BillingMode, KeySchemaElement, KeyType, ScalarAttributeType,
};
use dynamap::time::{Resolution, TimeFormat};
use dynamap::ttl::{Class, TimeToLive};
use dynamap_tests::Fixture;

use crate::support::{Session, WEEK, n, put_under, s, token};

/// FC-51, FC-52: units that are mixed in one attribute.
#[tokio::test]
async fn mixed_units_are_found() {
    let fixture = Fixture::new();
    fixture.create::<Session>().await;
    put_under(&fixture, "a", "seen_at", Some(n(WEEK * 1_000))).await;
    put_under(&fixture, "b", "seen_at", Some(n(WEEK))).await;
    put_under(&fixture, "c", "seen_at", Some(s("2026-12-07T12:00:00Z"))).await;
    put_under(&fixture, "d", "seen_at", Some(n(1_171_734_022_000_i64))).await;
    let report = TimeToLive::new(fixture.client(), "sessions", "seen_at")
        .audit()
        .format(TimeFormat::Epoch(Resolution::Millis))
        .await
        .unwrap();
    assert_eq!(report.count(Class::Ok), 2);
    assert_eq!(report.count(Class::Seconds), 1);
    assert_eq!(report.count(Class::TextIso), 1);
    assert_eq!(token(&report.examples(Class::Seconds)[0]), "b");
    assert_eq!(report.status(), None);
    assert!(
        !fixture
            .requests()
            .operations()
            .contains(&"DescribeTimeToLive".to_owned())
    );
}

/// FC-2, FC-34, FC-76: text keys that sort elsewhere.
#[tokio::test]
async fn texts_of_a_sort_key_that_are_not_canonical_are_found() {
    let fixture = Fixture::new();
    let element = |name: &str, key_type| {
        let element = KeySchemaElement::builder()
            .attribute_name(name)
            .key_type(key_type);
        element.build().unwrap()
    };
    let definition = |name: &str| {
        let definition = AttributeDefinition::builder()
            .attribute_name(name)
            .attribute_type(ScalarAttributeType::S);
        definition.build().unwrap()
    };
    let client = fixture.raw_client();
    client
        .create_table()
        .table_name("events")
        .billing_mode(BillingMode::PayPerRequest)
        // The sort key first: the order of a key is not that of the answer.
        .key_schema(element("device", KeyType::Hash))
        .key_schema(element("at", KeyType::Range))
        .attribute_definitions(definition("at"))
        .attribute_definitions(definition("device"))
        .send()
        .await
        .unwrap();
    for at in [
        "2026-12-07T12:00:00.000Z",
        "2026-12-07T12:00:00Z",
        "2026-12-07T12:00:00.000+00:00",
        "2026-12-07",
        "1796644800",
    ] {
        let put = client
            .put_item()
            .table_name("events")
            .item("device", s("d"));
        put.item("at", s(at)).send().await.unwrap();
    }
    let report = TimeToLive::new(fixture.client(), "events", "at")
        .audit()
        .format(TimeFormat::Iso(Resolution::Millis))
        .keys_only()
        .segments(1)
        .await
        .unwrap();
    assert_eq!(report.count(Class::Ok), 1);
    assert_eq!(report.count(Class::NonCanonical), 2);
    assert_eq!(report.count(Class::TextNoOffset), 1);
    assert_eq!(report.count(Class::TextSeconds), 1);
    let key = &report.examples(Class::TextNoOffset)[0];
    assert_eq!(report.show_key(key), "device = \"d\", at = \"2026-12-07\"");
    // A key that is audited is projected once.
    let scan = fixture.requests().take().pop().unwrap();
    assert_eq!(scan.projection(), "device, at");
}
