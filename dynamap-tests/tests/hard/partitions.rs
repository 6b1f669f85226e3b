//! Buckets and shards with what a live table holds.

use aws_sdk_dynamodb::types::AttributeValue;
use dynamap::{DynamoItem, ErrorKind};
use dynamap_tests::Fixture;
use time::macros::datetime;
use time::{Duration, OffsetDateTime};

/// Once a partition a room, now one a day, of another time than the sort key.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "rooms")]
struct Post {
    #[partition_key(prefix = "room", of = "at", before("2026-11-01", bucket = day))]
    #[dynamo(rename = "pk")]
    room: String,
    #[sort_key]
    id: String,
    #[ts(millis)]
    at: OffsetDateTime,
}

#[tokio::test]
async fn a_room_named_like_a_bucket_is_not_read_with_another_room() {
    let fixture = Fixture::new();
    let table = fixture.create::<Post>().await;
    let post = |room: &str, id: &str, at| Post {
        room: room.into(),
        id: id.into(),
        at,
    };
    let mine = post("mine", "1", datetime!(2026-10-05 12:00 UTC));
    let foreign = post("mine#2026-10-05", "2", datetime!(2026-11-05 12:00 UTC));
    table.put(&mine).await.unwrap();
    fixture.requests().clear();
    // It would have the partition of the first, and the sort key could be the same too.
    let error = table.put(&foreign).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "PutItem on `rooms`: `pk.room`: a part of a key ends like the bucket or the shard of another layout of this key, so that two items could have one key: change the value, or choose another `separator`"
    );
    assert_eq!(error.kind(), ErrorKind::Encode);
    assert!(fixture.requests().take().is_empty());
    let october = datetime!(2026-10-05 0:00 UTC)..datetime!(2026-10-06 0:00 UTC);
    assert_eq!(table.buckets("mine", october).all().await.unwrap(), [mine]);

    // What only resembles a bucket of that time is a name like any other.
    for (room, at) in [
        ("mine#2026-11-05", datetime!(2026-11-05 12:00 UTC)),
        ("mine#2026-10", datetime!(2026-11-05 12:00 UTC)),
        ("mine#2026-10-5x", datetime!(2026-11-05 12:00 UTC)),
        ("mine#2026-10-05", datetime!(2026-10-05 12:00 UTC)),
    ] {
        let post = post(room, "1", at);
        table.put(&post).await.unwrap();
        assert_eq!(table.get(&post).await.unwrap(), Some(post));
    }
}

/// Shards, then buckets of shards.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "rooms")]
struct Sharded {
    #[partition_key(
        of = "at", bucket = month, shards = 4,
        before("2025-01-01"), before("2026-11-01", shards = 3)
    )]
    #[dynamo(rename = "pk")]
    room: String,
    #[sort_key]
    id: String,
    #[ts(millis)]
    at: OffsetDateTime,
}

#[test]
fn no_two_layouts_make_one_key() {
    let key = |room: &str, at| {
        let item = Sharded {
            room: room.into(),
            id: "1".into(),
            at,
        };
        item.to_item()
            .map(|item| item["pk"].as_s().unwrap().clone())
    };
    let old = datetime!(2024-03-01 0:00 UTC);
    let middle = datetime!(2026-03-01 0:00 UTC);
    let new = datetime!(2026-11-01 0:00 UTC);
    for (room, at, is_taken) in [
        // Like a shard of the second layout, like a bucket and a shard of the third.
        ("a#2", old, true),
        ("a#3", old, false),
        ("a#02", old, false),
        ("a#2026-11#3", old, true),
        ("a#2026-11#4", old, false),
        ("a#2026-10#3", old, false),
        ("a#2026-10#2", old, true),
        ("#2", old, false),
        ("2", old, false),
        ("a#2026-11", middle, true),
        ("a#2026-10", middle, false),
        ("a#2", middle, false),
        ("a#2026-11#3", new, false),
        ("a#2", new, false),
    ] {
        assert_eq!(key(room, at).is_err(), is_taken, "{room} {at}");
    }
}

/// A log with a TTL, over shards.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "log")]
struct Line {
    #[partition_key(prefix = "log", bucket = day, of = "at", shards = 3)]
    #[dynamo(rename = "pk")]
    host: String,
    #[sort_key(iso, suffix = "id")]
    #[dynamo(rename = "sk")]
    at: OffsetDateTime,
    id: String,
    level: u8,
    #[ttl(seconds)]
    expires_at: Option<OffsetDateTime>,
}

const START: OffsetDateTime = datetime!(2026-11-30 12:00 UTC);

fn line(number: i64) -> Line {
    Line {
        host: "h".into(),
        at: START + Duration::minutes(number),
        id: format!("{number:04}"),
        level: u8::try_from(number % 7).unwrap(),
        expires_at: (number % 5 == 0).then(|| START + Duration::hours(1)),
    }
}

/// Sixty lines of an hour, and five rows that no line is stored as.
async fn log(fixture: &Fixture) -> (LineTable, Vec<Line>) {
    let table = fixture.create::<Line>().await;
    let lines: Vec<_> = (0..60).map(line).collect();
    for line in &lines {
        table.put(line).await.unwrap();
    }
    let raw = fixture.raw_client();
    for (sk, is_its_shard) in [
        ("2026-11-30T12:10:00.000Z#zz", false),
        ("2026-11-30T12:10:00Z#zz", true),
        ("2026-11-30T12:10:00.000Z", true),
        ("2026-11-30T12:10:00.000Z#", true),
        ("2026-11-30T12:10:00.000Z\u{0}", true),
    ] {
        let sk = AttributeValue::S(sk.into());
        let own = dynamap::key::shard(&sk, 3).unwrap();
        let shard = if is_its_shard { own } else { (own + 1) % 3 };
        let pk = format!("log#h#2026-11-30#{shard}");
        raw.put_item()
            .table_name("log")
            .item("pk", AttributeValue::S(pk))
            .item("sk", sk)
            .item("id", AttributeValue::S("zz".into()))
            .item("level", AttributeValue::N("1".into()))
            .send()
            .await
            .unwrap();
    }
    (table, lines)
}

#[tokio::test]
async fn rows_under_keys_of_no_item_are_told_and_passed() {
    let fixture = Fixture::new();
    let (table, wanted) = log(&fixture).await;
    let query = || table.range("h", START..START + Duration::hours(1));
    let error = query().all().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Decode);
    assert_eq!(query().skip_failures().all().await.unwrap(), wanted);
    let one = query().skip_failures().page_size(1).concurrency(1);
    assert_eq!(one.all().await.unwrap(), wanted);
    let mut stream = query().newest_first().page_size(2).stream();
    let (mut items, mut failures) = (Vec::new(), Vec::new());
    while let Some(row) = stream.next().await {
        match row {
            Ok(item) => items.push(item),
            Err(error) => failures.push(error.attribute().map(str::to_owned)),
        }
    }
    items.reverse();
    assert_eq!(items, wanted);
    failures.sort();
    let keys = ["pk", "sk", "sk", "sk", "sk"].map(|key| Some(key.to_owned()));
    assert_eq!(failures, keys);

    let mut cursor = None;
    let mut found = Vec::new();
    let mut requests = 0;
    loop {
        let mut query = query().skip_failures().page_size(1);
        if let Some(cursor) = cursor {
            query = query.start_at(cursor);
        }
        let page = query.send().await.unwrap();
        assert!(page.items.len() <= 1);
        requests += 1;
        found.extend(page.items);
        cursor = page.cursor;
        if cursor.is_none() {
            break;
        }
    }
    // One for each row that is left out, too.
    assert!(requests <= 67, "{requests} pages");
    assert_eq!(found, wanted);
}

#[tokio::test]
async fn expired_and_filtered_items_are_left_out_of_every_shard() {
    let fixture = Fixture::new();
    let (table, lines) = log(&fixture).await;
    let range = START..START + Duration::hours(1);
    let query = || table.range("h", range.clone()).skip_failures();
    fixture.clock().advance(std::time::Duration::from_hours(1));
    let is_live = |line: &&Line| line.expires_at.is_none();
    let live: Vec<_> = lines.iter().filter(is_live).cloned().collect();
    assert_eq!(query().all().await.unwrap(), live);
    assert_eq!(query().include_expired().all().await.unwrap(), lines);
    let latest = table.query("h").latest_within(range.clone());
    assert_eq!(latest.await.unwrap().as_ref(), live.last());

    let none = || query().filter(Line::LEVEL.eq(200));
    assert_eq!(none().all().await.unwrap(), []);
    assert_eq!(none().page_size(1).all().await.unwrap(), []);
    assert_eq!(none().count().await.unwrap(), 0);
    assert_eq!(none().newest_first().first().await.unwrap(), None);
    let some = query().filter(Line::LEVEL.eq(3)).take(2).all();
    let threes: Vec<_> = live.iter().filter(|line| line.level == 3).take(2).collect();
    assert_eq!(some.await.unwrap().iter().collect::<Vec<_>>(), threes);

    let scan = table.scan().skip_failures().include_expired();
    assert_eq!(scan.segments(3).all().await.unwrap().len(), 60);
    let got = table.batch_get(lines[..4].iter()).include_expired();
    let got: Vec<_> = got.send().await.unwrap().into_iter().flatten().collect();
    assert_eq!(got, lines[..4]);
}

#[tokio::test]
async fn pages_lose_nothing_while_others_write() {
    let fixture = Fixture::new();
    let table = fixture.create::<Line>().await;
    for newest in [false, true] {
        for number in (0..60).step_by(2) {
            table.put(line(number)).await.unwrap();
        }
        let range = START..START + Duration::hours(1);
        let mut cursor = None;
        let mut seen: Vec<i64> = Vec::new();
        let mut added: Vec<i64> = Vec::new();
        loop {
            let mut query = table.range("h", range.clone()).page_size(3);
            if newest {
                query = query.newest_first();
            }
            if let Some(cursor) = cursor {
                query = query.start_at(cursor);
            }
            let page = query.send().await.unwrap();
            seen.extend(
                page.items
                    .iter()
                    .map(|line| line.id.parse::<i64>().unwrap()),
            );
            cursor = page.cursor;
            if cursor.is_none() {
                break;
            }
            // An odd line behind the last one, and one before it; the last one is deleted.
            let Some(last) = seen.last().copied() else {
                continue;
            };
            let step = if newest { -1 } else { 1 };
            if (1..59).contains(&last) {
                for number in [last + step, last - step] {
                    if number % 2 != 0 && !added.contains(&number) {
                        table.put(line(number)).await.unwrap();
                        if number == last + step {
                            added.push(number);
                        }
                    }
                }
                table.delete(&line(last)).await.unwrap();
            }
        }
        let mut ordered = seen.clone();
        ordered.sort_unstable();
        ordered.dedup();
        if newest {
            ordered.reverse();
        }
        assert_eq!(seen, ordered);
        for number in (0..60).step_by(2).chain(added) {
            assert!(seen.contains(&number), "{number} {seen:?}");
        }
        for number in 0..60 {
            table.delete(&line(number)).await.unwrap();
        }
    }
}
