//! Many tasks on one item, and futures that are dropped.

use std::sync::Arc;
use std::time::Duration;

use dynamap::{DynamoItem, unset};
use dynamap_tests::{Fixture, START};
use futures_util::StreamExt;
use futures_util::future::join_all;
use time::OffsetDateTime;

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "counters")]
struct Counter {
    #[partition_key]
    id: String,
    value: i64,
    #[version]
    version: u64,
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "sessions")]
struct Session {
    #[partition_key]
    id: String,
    owner: i64,
    #[ts(millis, auto_create)]
    created_at: OffsetDateTime,
    #[version]
    version: u64,
    #[ttl(seconds, after = "1h")]
    expires_at: Option<OffsetDateTime>,
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "readings")]
struct Latest {
    #[partition_key]
    id: String,
    sequence: u64,
}

fn counter(value: i64) -> Counter {
    Counter {
        id: "c".to_owned(),
        value,
        version: 0,
    }
}

fn session(owner: i64) -> Session {
    Session {
        id: "s".to_owned(),
        owner,
        created_at: unset(),
        version: 0,
        expires_at: None,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_of_fifty_creates_wins() {
    let fixture = Fixture::new();
    let counters = Arc::new(fixture.create::<Counter>().await);
    let tasks = (0..50).map(|value| {
        let counters = Arc::clone(&counters);
        tokio::spawn(async move { counters.create(counter(value)).await })
    });
    let mut won = Vec::new();
    for result in join_all(tasks).await {
        match result.unwrap() {
            Ok(stored) => won.push(stored),
            Err(error) => {
                assert!(error.is_already_exists(), "{error}");
                assert_eq!(error.versions(), Some((0, Some(1))));
            }
        }
    }
    assert_eq!(won.len(), 1);
    assert_eq!(counters.get("c").await.unwrap(), won.pop());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn no_increment_of_two_hundred_tasks_is_lost() {
    let fixture = Fixture::new();
    let counters = Arc::new(fixture.create::<Counter>().await);
    counters.create(counter(0)).await.unwrap();
    let tasks = (0..200).map(|task| {
        let counters = Arc::clone(&counters);
        tokio::spawn(async move {
            if task % 8 != 0 {
                counters.update("c").add(Counter::VALUE, 1).await.unwrap();
                return;
            }
            // Read, change and write, until nobody was faster.
            loop {
                let mut read = counters.get("c").await.unwrap().unwrap();
                read.value += 1;
                match counters.replace(&read).if_version(read.version).await {
                    Ok(_) => return,
                    Err(error) => assert!(error.is_version_conflict(), "{error}"),
                }
            }
        })
    });
    for task in join_all(tasks).await {
        task.unwrap();
    }
    let stored = counters.get("c").await.unwrap().unwrap();
    assert_eq!((stored.value, stored.version), (200, 201));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn conflicts_of_two_hundred_tasks_are_retried_until_all_have_counted() {
    // FC-16, V03, V23, V24: read, change, put; whoever was late is told by which version, and reads again.
    const COUNTERS: i64 = 10;
    let fixture = Fixture::new();
    let counters = Arc::new(fixture.create::<Counter>().await);
    for id in 0..COUNTERS {
        let mut item = counter(0);
        item.id = id.to_string();
        counters.create(item).await.unwrap();
    }
    let tasks = (0..200_i64).map(|task| {
        let counters = Arc::clone(&counters);
        let id = (task % COUNTERS).to_string();
        tokio::spawn(async move {
            let mut conflicts = 0;
            loop {
                let mut read = counters.get(id.as_str()).await.unwrap().unwrap();
                // Lets the others of this counter read the same.
                tokio::task::yield_now().await;
                read.value += 1;
                let version = read.version;
                match counters.put(&read).await {
                    Ok(stored) => {
                        assert_eq!(stored.version, version + 1);
                        return conflicts;
                    }
                    Err(error) => {
                        assert!(error.is_version_conflict(), "{error}");
                        let (expected, actual) = error.versions().unwrap();
                        assert_eq!(expected, version);
                        assert!(actual > Some(version), "{actual:?}");
                        conflicts += 1;
                    }
                }
            }
        })
    });
    let mut conflicts = 0;
    for task in join_all(tasks).await {
        conflicts += task.unwrap();
    }
    assert!(conflicts > 0, "nobody was late");
    let all = counters.scan().all().await.unwrap();
    assert_eq!(all.len(), 10);
    for stored in all {
        assert_eq!((stored.value, stored.version), (20, 21));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn upserts_over_what_expired_make_one_fresh_item_and_lose_none() {
    let fixture = Fixture::new();
    let sessions = Arc::new(fixture.create::<Session>().await);
    sessions.create(session(-1)).await.unwrap();
    fixture.clock().advance(Duration::from_hours(2));
    let tasks = (0..20).map(|owner| {
        let sessions = Arc::clone(&sessions);
        tokio::spawn(async move { sessions.upsert(session(owner)).await.unwrap() })
    });
    let mut versions = Vec::new();
    let mut last = None;
    for stored in join_all(tasks).await {
        let stored = stored.unwrap();
        assert_eq!(stored.created_at, START + time::Duration::hours(2));
        versions.push(stored.version);
        if stored.version == 20 {
            last = Some(stored);
        }
    }
    versions.sort_unstable();
    assert_eq!(versions, (1..=20).collect::<Vec<_>>());
    assert_eq!(sessions.get("s").await.unwrap(), last);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_largest_sequence_remains_whatever_the_order() {
    let fixture = Fixture::new();
    let latest = Arc::new(fixture.create::<Latest>().await);
    let tasks = (0..100_u64).map(|number| {
        let latest = Arc::clone(&latest);
        let sequence = number * 37 % 100;
        tokio::spawn(async move {
            let item = Latest {
                id: "l".to_owned(),
                sequence,
            };
            let done = latest.put(item).if_newer(Latest::SEQUENCE).await.unwrap();
            assert!(done.is_written() || done.into_item().sequence >= sequence);
        })
    });
    for task in join_all(tasks).await {
        task.unwrap();
    }
    assert_eq!(latest.get("l").await.unwrap().unwrap().sequence, 99);
}

#[tokio::test]
async fn a_prepared_write_sent_by_many_at_once_is_one_write() {
    let fixture = Fixture::new();
    let counters = fixture.create::<Counter>().await;
    let prepared = counters.create(counter(7)).prepare().unwrap();
    let clone = prepared.clone();
    let results = join_all((0..10).map(|n| {
        if n % 2 == 0 {
            prepared.send()
        } else {
            clone.send()
        }
    }))
    .await;
    let first = Counter {
        version: 1,
        ..counter(7)
    };
    for result in results {
        assert_eq!(result.unwrap(), first);
    }
    let once = counters
        .update("c")
        .add(Counter::VALUE, 1)
        .exactly_once()
        .prepare()
        .unwrap();
    let results = join_all((0..10).map(|_| once.send())).await;
    let second = Counter {
        version: 2,
        ..counter(8)
    };
    for result in results {
        assert_eq!(result.unwrap(), second);
    }
    assert_eq!(counters.get("c").await.unwrap(), Some(second));
}

#[tokio::test]
async fn dropped_futures_and_streams_leave_the_table_usable() {
    let fixture = Fixture::new();
    let counters = fixture.create::<Counter>().await;
    for number in 0..30 {
        let mut item = counter(number);
        item.id = number.to_string();
        counters.create(item).await.unwrap();
    }
    // Dropped between the sending and the answer.
    for _ in 0..5 {
        let send = counters.update("1").add(Counter::VALUE, 1).send();
        tokio::select! {
            biased;
            () = std::future::ready(()) => {}
            _ = send => panic!("not polled"),
        }
    }
    // A stream whose `next` is dropped while it waits for its page goes on where it was.
    let mut stream = counters.scan().page_size(3).stream();
    let mut seen = 0;
    loop {
        tokio::select! {
            item = StreamExt::next(&mut stream) => match item {
                Some(item) => { item.unwrap(); seen += 1; }
                None => break,
            },
            () = tokio::task::yield_now() => {}
        }
    }
    assert_eq!(seen, 30);
    for _ in 0..3 {
        assert!(stream.next().await.is_none());
    }
    let mut pages = counters.scan().page_size(7).pages();
    let mut sizes = Vec::new();
    while let Some(page) = pages.next().await {
        sizes.push(page.unwrap().items.len());
    }
    assert_eq!(sizes, [7, 7, 7, 7, 2]);
    assert!(pages.next().await.is_none());
    assert!(StreamExt::next(&mut pages).await.is_none());
    drop(counters.scan().page_size(1).stream());
}
