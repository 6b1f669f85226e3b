//! Where a composed key may be declared, and what is then stored.

use std::collections::BTreeMap;

use aws_sdk_dynamodb::types::AttributeValue;
use dynamap::{DynamoItem, DynamoValue, ErrorKind};
use dynamap_tests::Fixture;
use serde_json::json;
use time::OffsetDateTime;
use time::macros::datetime;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, DynamoValue)]
enum Kind {
    Login,
    Logout,
}

fn texts(item: &impl DynamoItem) -> BTreeMap<String, String> {
    let item = item.to_item().unwrap();
    let text = |value: &AttributeValue| match value {
        AttributeValue::S(text) => text.clone(),
        AttributeValue::N(number) => format!("N {number}"),
        other => format!("{other:?}"),
    };
    item.iter()
        .map(|(name, value)| (name.clone(), text(value)))
        .collect()
}

fn map<const N: usize>(pairs: [(&str, &str); N]) -> BTreeMap<String, String> {
    pairs
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect()
}

/// Both keys composed on the struct, with another separator.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "app",
    separator = "|",
    partition_key(attribute = "pk", prefix = "TENANT", parts = ["tenant", "user"]),
    sort_key(attribute = "sk", prefix = "EVENT", parts = ["kind", "at", "note"])
)]
struct Event {
    tenant: String,
    user: u32,
    kind: Kind,
    #[ts(millis)]
    at: OffsetDateTime,
    note: String,
    count: u8,
}

const AT: OffsetDateTime = datetime!(2025-03-21 12:30 UTC);

fn event() -> Event {
    Event {
        tenant: "acme".into(),
        user: 7,
        kind: Kind::Login,
        at: AT,
        note: "any|thing".into(),
        count: 1,
    }
}

#[tokio::test]
async fn keys_of_several_fields_stand_on_the_struct() {
    let event = event();
    assert_eq!(
        texts(&event),
        map([
            ("pk", "TENANT|acme|00000000000000000007"),
            ("sk", "EVENT|Login|2025-03-21T12:30:00.000Z|any|thing"),
            ("tenant", "acme"),
            ("user", "N 7"),
            ("kind", "Login"),
            ("at", "N 1742560200000"),
            ("note", "any|thing"),
            ("count", "N 1"),
        ])
    );
    assert_eq!(Event::from_item(&event.to_item().unwrap()).unwrap(), event);

    let fixture = Fixture::new();
    let events = fixture.create::<Event>().await;
    events.put(&event).send().await.unwrap();
    fixture.requests().clear();
    let key = ("acme", 7_u32, Kind::Login, AT, "any|thing");
    assert_eq!(events.get(key).send().await.unwrap(), Some(event.clone()));
    assert_eq!(
        fixture.requests().only().body["Key"],
        json!({
            "pk": {"S": "TENANT|acme|00000000000000000007"},
            "sk": {"S": "EVENT|Login|2025-03-21T12:30:00.000Z|any|thing"},
        })
    );
    let found = events.query(("acme", 7_u32)).all().await.unwrap();
    assert_eq!(found, [event]);
    assert_eq!(
        fixture.requests().only().key_condition(),
        "pk = 'TENANT|acme|00000000000000000007' AND begins_with(sk, 'EVENT|')"
    );
}

/// A part whose attribute is missing is read from the key, and one that is there has to agree with it.
#[test]
fn parts_are_recovered_from_the_keys() {
    let event = event();
    let mut item = event.to_item().unwrap();
    for part in ["tenant", "user", "kind", "at", "note"] {
        item.remove(part);
    }
    assert_eq!(Event::from_item(&item).unwrap(), event);

    item.insert("tenant".into(), AttributeValue::S("umbrella".into()));
    let error = Event::from_item(&item).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Decode);
    assert_eq!(error.attribute(), Some("pk"));
    assert!(!error.to_string().contains("umbrella"), "{error}");
}

/// Constant keys: the item is addressed without parts.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "app",
    partition_key(attribute = "pk", value = "CONFIG"),
    sort_key(attribute = "sk", value = "THEME#dark")
)]
struct Theme {
    colour: String,
}

#[tokio::test]
async fn constant_keys_have_no_parts() {
    let fixture = Fixture::new();
    let themes = fixture.create::<Theme>().await;
    let theme = Theme {
        colour: "black".into(),
    };
    themes.put(&theme).send().await.unwrap();
    assert_eq!(
        *fixture.requests().only().item(),
        json!({"pk": {"S": "CONFIG"}, "sk": {"S": "THEME#dark"}, "colour": {"S": "black"}})
    );
    assert_eq!(
        themes.get(ThemeKey {}).send().await.unwrap(),
        Some(theme.clone())
    );
    assert_eq!(themes.get(()).send().await.unwrap(), Some(theme.clone()));
    fixture.requests().clear();
    assert_eq!(themes.query().all().await.unwrap(), [theme]);
    assert_eq!(
        fixture.requests().only().key_condition(),
        "pk = 'CONFIG' AND sk = 'THEME#dark'"
    );
}

/// The user's row of a partition whose other items are of other types.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "app", sort_key(attribute = "sk", value = "PROFILE"))]
struct Profile {
    #[partition_key(prefix = "USER")]
    #[dynamo(rename = "pk")]
    id: String,
    name: String,
}

#[test]
fn a_field_key_stands_beside_one_of_the_struct() {
    let profile = Profile {
        id: "a#b".into(),
        name: "Ann".into(),
    };
    assert_eq!(
        texts(&profile),
        map([("pk", "USER#a#b"), ("sk", "PROFILE"), ("name", "Ann")])
    );
    assert_eq!(
        Profile::from_item(&profile.to_item().unwrap()).unwrap(),
        profile
    );
    let mut other = profile.to_item().unwrap();
    other.insert("sk".into(), AttributeValue::S("ORDER#1".into()));
    assert_eq!(
        Profile::from_item(&other).unwrap_err().attribute(),
        Some("sk")
    );
    assert_eq!(ProfileKey::from("x").id, "x");
}

/// Carriers that are attributes of their own too, so that an index can have them as keys.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "app",
    rename_all = "camelCase",
    index(name = "by_time", partition_key = "device_id", sort_key = "taken_at")
)]
struct Photo {
    #[partition_key(prefix = "DEVICE", store)]
    #[dynamo(rename = "pk")]
    device_id: String,
    #[sort_key(iso, precision = seconds, prefix = "PHOTO", store)]
    #[dynamo(rename = "sk")]
    taken_at: OffsetDateTime,
}

#[tokio::test]
async fn stored_carriers_are_attributes_too() {
    let photo = Photo {
        device_id: "d1".into(),
        taken_at: AT,
    };
    assert_eq!(
        texts(&photo),
        map([
            ("pk", "DEVICE#d1"),
            ("sk", "PHOTO#2025-03-21T12:30:00Z"),
            ("deviceId", "d1"),
            ("takenAt", "2025-03-21T12:30:00Z"),
        ])
    );
    let fixture = Fixture::new();
    let photos = fixture.create::<Photo>().await;
    photos.put(&photo).send().await.unwrap();
    let found = photos.query_by_time("d1").within(AT..=AT).all().await;
    assert_eq!(found.unwrap(), std::slice::from_ref(&photo));
    // They are no keys of the table itself, and a filter of its queries may name them.
    let filter = Photo::DEVICE_ID.eq("d1") & Photo::TAKEN_AT.lt(AT);
    let found = photos.query("d1").filter(filter).all().await;
    assert_eq!(found.unwrap(), []);
}

/// A layout that changed twice, in a key without a time of its own.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "log")]
struct Line {
    #[partition_key(
        prefix = "log",
        bucket = hour,
        of = "at",
        shards = 2,
        before("2025-01-01"),
        before("2025-06-01", bucket = month)
    )]
    #[dynamo(rename = "pk")]
    stream: String,
    #[sort_key]
    number: u64,
    #[ts(seconds)]
    at: OffsetDateTime,
}

/// The layout of an item is that of its own time.
#[test]
fn dated_layouts_decide_by_the_time() {
    let line = |at| Line {
        stream: "s".into(),
        number: 9,
        at,
    };
    for (at, key) in [
        (datetime!(2024-12-31 23:59:59 UTC), "log#s".to_owned()),
        (datetime!(2025-01-01 0:00 UTC), "log#s#2025-01".to_owned()),
        (
            datetime!(2025-05-31 23:59:59 UTC),
            "log#s#2025-05".to_owned(),
        ),
        (
            datetime!(2025-06-01 0:00 UTC),
            format!(
                "log#s#2025-06-01T00:00#{}",
                dynamap::key::shard(&AttributeValue::N("9".into()), 2).unwrap()
            ),
        ),
    ] {
        let line = line(at);
        assert_eq!(texts(&line)["pk"], key);
        assert_eq!(Line::from_item(&line.to_item().unwrap()).unwrap(), line);
        let key = LineKey::from(("s", at, 9_u64));
        assert_eq!(key, LineKey::from(&line));
    }
}

#[tokio::test]
async fn a_range_of_buckets_reads_every_layout_it_touches() {
    let fixture = Fixture::new();
    let lines = fixture.create::<Line>().await;
    let mut expected = Vec::new();
    for (number, at) in [
        datetime!(2024-12-31 12:00 UTC),
        datetime!(2025-01-01 0:00 UTC),
        datetime!(2025-05-31 23:59:59 UTC),
        datetime!(2025-06-01 0:30 UTC),
        datetime!(2025-06-01 1:30 UTC),
    ]
    .into_iter()
    .enumerate()
    {
        let line = Line {
            stream: "s".into(),
            number: u64::try_from(number).unwrap(),
            at,
        };
        lines.put(&line).send().await.unwrap();
        expected.push(line);
    }
    let range = datetime!(2024-12-31 0:00 UTC)..datetime!(2025-06-01 2:00 UTC);
    let found = lines.buckets("s", range.clone()).all().await.unwrap();
    assert_eq!(found, expected);
    let newest = lines.query("s").buckets(range).newest_first();
    let newest = newest.take(2).all().await.unwrap();
    expected.reverse();
    assert_eq!(newest, expected[..2]);
    for line in &expected {
        let key = ("s", line.at, line.number);
        assert_eq!(lines.get(key).send().await.unwrap().as_ref(), Some(line));
    }
}

/// Shards without buckets, in the table and in an index with a constant partition.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "jobs",
    index(
        name = "due",
        partition_key(attribute = "duePk", prefix = "DUE", shards = 3),
        sort_key = "due_at"
    )
)]
struct Job {
    #[partition_key(shards = 2)]
    queue: String,
    #[sort_key]
    range: u32,
    #[ts(millis)]
    due_at: Option<OffsetDateTime>,
}

#[tokio::test]
async fn shards_alone_have_ranges_too() {
    let fixture = Fixture::new();
    let jobs = fixture.create::<Job>().await;
    let mut expected = Vec::new();
    for number in 0..9_u32 {
        let job = Job {
            queue: "q".into(),
            range: number,
            due_at: (number != 4).then(|| AT + time::Duration::minutes(number.into())),
        };
        jobs.put(&job).send().await.unwrap();
        expected.push(job);
    }
    let found = jobs.range("q", 2..7).all().await.unwrap();
    assert_eq!(found, expected[2..7]);
    let found = jobs.range("q", 5..).all().await.unwrap();
    assert_eq!(found, expected[5..]);
    let stored = fixture.raw_client().get_item().table_name("jobs");
    let pk = format!(
        "q#{}",
        dynamap::key::shard(&AttributeValue::N("4".into()), 2).unwrap()
    );
    let stored = stored
        .key("queue", AttributeValue::S(pk))
        .key("range", AttributeValue::N("4".into()));
    let stored = stored.send().await.unwrap().item.unwrap();
    assert_eq!(
        stored.len(),
        2,
        "no time, so no key of the index: {stored:?}"
    );
    let due = jobs.query_due().range(AT..AT + time::Duration::HOUR);
    let due = due.newest_first().all().await.unwrap();
    expected.remove(4);
    expected.reverse();
    assert_eq!(due, expected);
}

/// Keys of indexes, composed and shared with plain ones.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "orders",
    index(
        name = "by_status",
        partition_key(attribute = "gsi1pk", prefix = "STATUS", parts = ["status", "shop"]),
        sort_key(attribute = "gsi1sk", parts = ["paid_at", "id"])
    ),
    index(
        name = "by_shop",
        partition_key = "shop",
        sort_key(attribute = "gsi2sk", prefix = "N", parts = ["number"])
    )
)]
struct Order {
    #[partition_key]
    id: String,
    shop: String,
    status: Option<Kind>,
    #[ts(millis)]
    paid_at: Option<OffsetDateTime>,
    number: Option<u16>,
}

#[tokio::test]
async fn keys_of_indexes_are_left_out_together() {
    let mut order = Order {
        id: "o1".into(),
        shop: "s".into(),
        status: Some(Kind::Logout),
        paid_at: Some(AT),
        number: None,
    };
    let keys = |order: &Order| {
        let mut texts = texts(order);
        texts.retain(|name, _| name.starts_with("gsi"));
        texts
    };
    assert_eq!(
        keys(&order),
        map([
            ("gsi1pk", "STATUS#Logout#s"),
            ("gsi1sk", "2025-03-21T12:30:00.000Z#o1")
        ])
    );
    let fixture = Fixture::new();
    let orders = fixture.create::<Order>().await;
    orders.put(&order).send().await.unwrap();
    fixture.requests().clear();
    let found = orders
        .query_by_status((Kind::Logout, "s"))
        .within(AT..AT + time::Duration::DAY)
        .all()
        .await
        .unwrap();
    assert_eq!(found, [order.clone()]);
    assert_eq!(
        fixture.requests().only().key_condition(),
        "gsi1pk = 'STATUS#Logout#s' AND gsi1sk BETWEEN '2025-03-21T12:30:00.000Z' AND '2025-03-22T12:30:00.000Z'"
    );

    order.paid_at = None;
    order.number = Some(12);
    assert_eq!(keys(&order), map([("gsi2sk", "N#00000000000000000012")]));
    assert_eq!(Order::from_item(&order.to_item().unwrap()).unwrap(), order);
}

/// What the derive says of the table.
#[test]
fn schemas_know_composed_keys() {
    let composed: Vec<_> = Order::SCHEMA
        .composed
        .iter()
        .map(|key| (key.attribute, key.index))
        .collect();
    assert_eq!(
        composed,
        [
            ("gsi1pk", Some("by_status")),
            ("gsi1sk", Some("by_status")),
            ("gsi2sk", Some("by_shop"))
        ]
    );
    assert_eq!(
        Order::SCHEMA.attributes,
        [
            "id", "shop", "status", "paid_at", "number", "gsi1pk", "gsi1sk", "gsi2sk"
        ]
    );
    assert_eq!(
        Event::SCHEMA.attributes,
        ["pk", "sk", "tenant", "user", "kind", "at", "note", "count"]
    );
    assert_eq!(
        format!("{:?}", Event::SCHEMA.composed[0].layout),
        "KeyLayout { separator: '|', prefix: Some(\"TENANT\"), parts: [\"tenant\", \"user\"], of: None, \
         eras: [Era { before: None, bucket: None, shards: None }] }"
    );
}
