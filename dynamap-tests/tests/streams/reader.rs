//! The reader over a stream's shards.

use std::sync::Arc;
use std::time::Duration;

use dynamap::streams::{
    Batch, Checkpoint, Claim, Lease, MemoryCheckpoint, Position, Reader, SequenceNumber, Shard,
    Start,
};
use dynamap_tests::Stream;
use futures_util::future::BoxFuture;
use futures_util::{FutureExt as _, StreamExt as _};
use time::OffsetDateTime;

/// The ids of the items of a batch.
pub(crate) fn ids(batch: &Batch) -> Vec<String> {
    let id = |record: &dynamap::streams::Record| record.keys()["id"].as_s().unwrap().clone();
    batch.records().iter().map(id).collect()
}

/// What a reader hands out until it ends: `shard: ids`, or the error.
pub(crate) async fn all(mut reader: Reader) -> Vec<String> {
    let mut lines = Vec::new();
    while let Some(batch) = reader.next().await {
        lines.push(match batch {
            Ok(batch) => {
                batch.checkpoint().await.unwrap();
                format!("{}: {}", batch.shard(), ids(&batch).join(" "))
            }
            Err(error) => format!("{:?}", error.kind()),
        });
    }
    lines
}

fn shard(id: &str) -> Shard {
    Shard::new(Stream::ARN, id)
}

fn reader(stream: &Stream) -> Reader {
    Reader::new(&stream.client(), Stream::ARN)
}

/// Ends when nothing came for a minute, which passes at once.
fn until_idle(stream: &Stream) -> Reader {
    reader(stream).stop_when_idle(Duration::from_mins(1))
}

fn number(text: &str) -> SequenceNumber {
    SequenceNumber::new(text).unwrap()
}

#[tokio::test(start_paused = true)]
async fn children_come_after_their_parents() {
    let stream = Stream::new();
    stream.open("root", None);
    stream.add("root", "a");
    stream.close("root");
    stream.open("left", Some("root"));
    stream.open("right", Some("root"));
    stream.add("left", "b");
    stream.add("right", "c");
    stream.add("left", "d");
    stream.disable();
    // The end of a disabled stream is the end of the reader.
    let mut lines = all(reader(&stream)).await;
    assert_eq!(lines[0], "root: a");
    lines.sort();
    assert_eq!(lines, ["left: b d", "right: c", "root: a"]);
}

#[tokio::test(start_paused = true)]
async fn a_split_is_followed_while_it_happens() {
    let stream = Stream::new();
    stream.open("root", None);
    stream.add("root", "a");
    let mut reader = reader(&stream).start(Start::TrimHorizon);
    let batch = reader.next().await.unwrap().unwrap();
    assert_eq!(ids(&batch), ["a"]);
    stream.add("root", "b");
    stream.close("root");
    stream.open("child", Some("root"));
    stream.add("child", "c");
    batch.checkpoint().await.unwrap();
    drop(batch);
    let batch = reader.next().await.unwrap().unwrap();
    assert_eq!(
        (batch.shard().id(), ids(&batch)),
        ("root", vec!["b".to_owned()])
    );
    drop(batch);
    let batch = reader.next().await.unwrap().unwrap();
    assert_eq!(
        (batch.shard().id(), ids(&batch)),
        ("child", vec!["c".to_owned()])
    );
    assert_eq!(batch.records()[0].event().shard(), Some("child"));
    assert_eq!(batch.records()[0].event().source_arn(), Some(Stream::ARN));
}

#[tokio::test(start_paused = true)]
async fn one_batch_of_a_shard_is_out_at_a_time_and_shards_go_on_beside_each_other() {
    let stream = Stream::new();
    for id in ["one", "two"] {
        stream.open(id, None);
        stream.add(id, "first");
        stream.add(id, "second");
    }
    let mut reader = reader(&stream).batch_size(1);
    let one = reader.next().await.unwrap().unwrap();
    let two = reader.next().await.unwrap().unwrap();
    assert_ne!(one.shard(), two.shard());
    assert_eq!([ids(&one), ids(&two)], [["first"], ["first"]]);
    // Nothing more comes, however long it is awaited.
    let next = tokio::time::timeout(Duration::from_mins(10), reader.next()).await;
    assert!(next.is_err());
    let freed = two.shard().clone();
    drop(two);
    let next = reader.next().await.unwrap().unwrap();
    assert_eq!(
        (next.shard(), ids(&next)),
        (&freed, vec!["second".to_owned()])
    );
}

#[tokio::test(start_paused = true)]
async fn so_many_shards_are_read_at_once() {
    let stream = Stream::new();
    for id in ["one", "two", "three"] {
        stream.open(id, None);
        stream.add(id, "a");
    }
    let mut reader = reader(&stream).max_shards(2);
    let _one = reader.next().await.unwrap().unwrap();
    let two = reader.next().await.unwrap().unwrap();
    let next = tokio::time::timeout(Duration::from_mins(10), reader.next()).await;
    assert!(next.is_err());
    // When one of them ends, the third is begun.
    stream.close(two.shard().id());
    drop(two);
    let three = reader.next().await.unwrap().unwrap();
    assert_eq!(three.shard().id(), "three");
}

#[tokio::test(start_paused = true)]
async fn a_reader_is_a_stream_that_tasks_share() {
    let stream = Stream::new();
    for shard in 0..5 {
        let id = format!("shard-{shard}");
        stream.open(&id, None);
        for record in 0..20 {
            stream.add(&id, &format!("{shard}-{record:02}"));
        }
    }
    stream.disable();
    let seen = std::sync::Mutex::new(Vec::new());
    reader(&stream)
        .batch_size(3)
        .for_each_concurrent(4, async |batch| {
            let batch = batch.unwrap();
            tokio::time::sleep(Duration::from_millis(fastrand::u64(0..50))).await;
            seen.lock().unwrap().extend(ids(&batch));
        })
        .await;
    let seen = seen.into_inner().unwrap();
    assert_eq!(seen.len(), 100);
    for shard in 0..5 {
        let of_shard: Vec<&String> = seen
            .iter()
            .filter(|id| id.starts_with(&format!("{shard}-")))
            .collect();
        assert_eq!(of_shard.len(), 20);
        assert!(of_shard.is_sorted(), "{of_shard:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn each_start_begins_where_it_says() {
    let stream = Stream::new();
    stream.open("old", None);
    stream.add("old", "a");
    let b = stream.add("old", "b");
    stream.close("old");
    stream.open("now", Some("old"));
    let c = stream.add("now", "c");
    stream.add("now", "d");
    let start = |start: Start| all(until_idle(&stream).start(start));
    let second = |count: i64| OffsetDateTime::from_unix_timestamp(1_764_500_000 + count).unwrap();
    assert_eq!(start(Start::TrimHorizon).await, ["old: a b", "now: c d"]);
    assert_eq!(start(Start::Latest).await, [""; 0]);
    assert_eq!(
        start(Start::AtSequenceNumber(number(&b))).await,
        ["old: b", "now: c d"]
    );
    assert_eq!(
        start(Start::AfterSequenceNumber(number(&b))).await,
        ["now: c d"]
    );
    assert_eq!(
        start(Start::AtSequenceNumber(number(&c))).await,
        ["now: c d"]
    );
    assert_eq!(
        start(Start::AfterSequenceNumber(number(&c))).await,
        ["now: d"]
    );
    assert_eq!(
        start(Start::AtTimestamp(second(1))).await,
        ["old: b", "now: c d"]
    );
    assert_eq!(start(Start::AtTimestamp(second(3))).await, ["now: d"]);
}

// An endpoint that refuses the position gives the shard from its beginning; what lies before the start is
// left out all the same.
#[tokio::test(start_paused = true)]
async fn a_start_that_the_service_refuses_is_found_by_reading() {
    let stream = Stream::new();
    stream.open("now", None);
    stream.add("now", "a");
    let b = stream.add("now", "b");
    stream.add("now", "c");
    let second = OffsetDateTime::from_unix_timestamp(1_764_500_001).unwrap();
    for (start, expected) in [
        (Start::AtSequenceNumber(number(&b)), "now: b c"),
        (Start::AfterSequenceNumber(number(&b)), "now: c"),
        (Start::AtTimestamp(second), "now: b c"),
    ] {
        stream.refuse("GetShardIterator", "ValidationException");
        stream.requests();
        assert_eq!(all(until_idle(&stream).start(start)).await, [expected]);
        let asked = stream.requests();
        assert!(
            asked.contains(&"GetShardIterator TRIM_HORIZON now".to_owned()),
            "{asked:?}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn latest_reads_what_happens_from_then_on_also_in_new_shards() {
    let stream = Stream::new();
    stream.open("old", None);
    stream.add("old", "a");
    let mut reader = reader(&stream).start(Start::Latest);
    let waiting = tokio::time::timeout(Duration::from_secs(5), reader.next()).await;
    assert!(waiting.is_err());
    stream.add("old", "b");
    assert_eq!(ids(&reader.next().await.unwrap().unwrap()), ["b"]);
    stream.close("old");
    stream.open("new", Some("old"));
    stream.add("new", "c");
    let batch = reader.next().await.unwrap().unwrap();
    assert_eq!(
        (batch.shard().id(), ids(&batch)),
        ("new", vec!["c".to_owned()])
    );
}

#[tokio::test(start_paused = true)]
async fn an_expired_iterator_is_renewed_behind_the_last_record() {
    let stream = Stream::new();
    stream.open("one", None);
    stream.add("one", "a");
    let mut reader = reader(&stream);
    let batch = reader.next().await.unwrap().unwrap();
    stream.add("one", "b");
    stream.expire_iterators();
    stream.requests();
    drop(batch);
    assert_eq!(ids(&reader.next().await.unwrap().unwrap()), ["b"]);
    let asked = stream.requests();
    assert_eq!(
        asked[..3],
        [
            "GetRecords one",
            "GetShardIterator AFTER_SEQUENCE_NUMBER one",
            "GetRecords one",
        ]
    );
}

// An iterator of LATEST that expires before anything was read has no record to go on from.
#[tokio::test(start_paused = true)]
async fn an_expired_iterator_of_latest_loses_nothing() {
    let stream = Stream::new();
    stream.open("one", None);
    let mut reader = reader(&stream).start(Start::Latest);
    let waiting = tokio::time::timeout(Duration::from_secs(5), reader.next()).await;
    assert!(waiting.is_err());
    stream.expire_iterators();
    stream.requests();
    let waiting = tokio::time::timeout(Duration::from_secs(5), reader.next()).await;
    assert!(waiting.is_err());
    let asked = stream.requests();
    assert!(
        asked.contains(&"GetShardIterator AT_TIMESTAMP one".to_owned()),
        "{asked:?}"
    );
    assert!(
        !asked.contains(&"GetShardIterator LATEST one".to_owned()),
        "{asked:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn records_that_were_trimmed_are_told_and_reading_goes_on() {
    let stream = Stream::new();
    stream.open("one", None);
    let a = stream.add("one", "a");
    stream.add("one", "b");
    stream.add("one", "c");
    let mut reader = reader(&stream).batch_size(1);
    let batch = reader.next().await.unwrap().unwrap();
    assert_eq!(ids(&batch), ["a"]);
    stream.trim("one", 2);
    drop(batch);
    let error = reader.next().await.unwrap().unwrap_err();
    assert!(error.is_records_lost());
    assert_eq!(
        error.to_string(),
        format!(
            "GetRecords on `{}`: records of the shard `one` behind the sequence number {a} were trimmed before they \
             were read, for DynamoDB keeps them for 24 hours: reading goes on with the oldest that is left; read the \
             table itself for what is missing",
            Stream::ARN
        )
    );
    assert_eq!(ids(&reader.next().await.unwrap().unwrap()), ["c"]);
}

#[tokio::test(start_paused = true)]
async fn a_checkpoint_that_was_trimmed_is_told() {
    let stream = Stream::new();
    stream.open("one", None);
    stream.add("one", "a");
    let checkpoint = MemoryCheckpoint::new();
    let lines = all(until_idle(&stream).checkpoint(checkpoint.clone())).await;
    assert_eq!(lines, ["one: a"]);
    stream.add("one", "b");
    stream.add("one", "c");
    stream.trim("one", 2);
    let lines = all(until_idle(&stream).checkpoint(checkpoint)).await;
    assert_eq!(lines, ["RecordsLost", "one: c"]);
}

#[tokio::test(start_paused = true)]
async fn the_child_of_a_shard_that_is_gone_is_read_and_the_loss_is_told_once() {
    let stream = Stream::new();
    stream.open("old", None);
    stream.add("old", "a");
    let checkpoint = MemoryCheckpoint::new();
    let lines = all(until_idle(&stream).checkpoint(checkpoint.clone())).await;
    assert_eq!(lines, ["old: a"]);
    stream.add("old", "b");
    stream.forget("old");
    stream.open("new", Some("old"));
    stream.add("new", "c");
    // From its beginning, whatever the start says, since its parent was read.
    let reader = until_idle(&stream)
        .start(Start::Latest)
        .checkpoint(checkpoint.clone());
    assert_eq!(all(reader).await, ["RecordsLost", "new: c"]);
    assert!(matches!(
        checkpoint.position(&shard("new")),
        Some(Position::After(_))
    ));

    // A parent that nobody read, or that was read to its end, is no loss.
    assert_eq!(all(until_idle(&stream)).await, ["new: c"]);
}

#[tokio::test(start_paused = true)]
async fn throttling_is_overcome_by_pauses() {
    let stream = Stream::new();
    stream.open("one", None);
    stream.add("one", "a");
    for _ in 0..2 {
        stream.refuse("DescribeStream", "LimitExceededException");
        stream.refuse("GetShardIterator", "ThrottlingException");
        stream.refuse("GetRecords", "InternalServerError");
        stream.refuse("GetRecords", "LimitExceededException");
    }
    let began = tokio::time::Instant::now();
    assert_eq!(all(until_idle(&stream)).await, ["one: a"]);
    assert!(began.elapsed() > Duration::from_mins(1));
    let asked = stream.requests();
    let count = |line: &str| asked.iter().filter(|asked| *asked == line).count();
    assert_eq!(count("GetShardIterator TRIM_HORIZON one"), 3);
}

#[tokio::test(start_paused = true)]
async fn an_error_that_lasts_is_told_and_the_reader_tries_again() {
    let stream = Stream::new();
    stream.open("one", None);
    stream.add("one", "a");
    stream.refuse("DescribeStream", "AccessDeniedException");
    stream.refuse("GetRecords", "AccessDeniedException");
    for _ in 0..8 {
        stream.refuse("GetRecords", "LimitExceededException");
    }
    let mut reader = reader(&stream);
    let error = reader.next().await.unwrap().unwrap_err();
    assert_eq!(error.operation(), "DescribeStream");
    assert_eq!(error.code(), Some("AccessDeniedException"));
    let error = reader.next().await.unwrap().unwrap_err();
    assert_eq!(
        (error.operation(), error.table()),
        ("GetRecords", Stream::ARN)
    );
    let error = reader.next().await.unwrap().unwrap_err();
    assert!(error.is_throttled());
    assert_eq!(
        error.to_string(),
        format!(
            "GetRecords on `{}`: the shard is read too often: DynamoDB serves two readers of a shard at once, one on \
             a global table (LimitExceededException)",
            Stream::ARN
        )
    );
    assert_eq!(ids(&reader.next().await.unwrap().unwrap()), ["a"]);
}

#[tokio::test(start_paused = true)]
async fn a_shard_without_new_records_is_asked_less_and_less() {
    let stream = Stream::new();
    stream.open("one", None);
    let mut reader = reader(&stream)
        .poll_interval(Duration::from_millis(100), Duration::from_millis(800))
        .discovery_interval(Duration::from_hours(1));
    let waiting = tokio::time::timeout(Duration::from_millis(6_350), reader.next()).await;
    assert!(waiting.is_err());
    let asked = stream.requests();
    // At 0, 0.1, 0.3, 0.7 s, and from 1.5 s every 0.8 s.
    let count = asked
        .iter()
        .filter(|asked| *asked == "GetRecords one")
        .count();
    assert_eq!(count, 11, "{asked:?}");
}

#[tokio::test(start_paused = true)]
async fn a_reader_that_is_stopped_waits_for_what_is_out() {
    let stream = Stream::new();
    for id in ["one", "two"] {
        stream.open(id, None);
        stream.add(id, "a");
        stream.add(id, "b");
    }
    let checkpoint = MemoryCheckpoint::new();
    let mut reading = reader(&stream).batch_size(1).checkpoint(checkpoint.clone());
    let stopper = reading.stopper();
    let batch = reading.next().await.unwrap().unwrap();
    let other = reading.next().await.unwrap().unwrap();
    stopper.stop();
    assert_eq!(format!("{stopper:?}"), "Stopper { stopped: true }");
    // Not over before both are dropped, with or without a checkpoint.
    let waiting = tokio::time::timeout(Duration::from_mins(10), reading.next()).await;
    assert!(waiting.is_err());
    batch.checkpoint().await.unwrap();
    let saved = batch.shard().clone();
    drop((batch, other));
    assert!(reading.next().await.is_none());
    assert!(reading.next().await.is_none());

    // What was not checkpointed comes again.
    let mut lines = all(until_idle(&stream).checkpoint(checkpoint)).await;
    lines.sort();
    let of = |id: &str| {
        let records = if saved.id() == id { "b" } else { "a b" };
        format!("{id}: {records}")
    };
    assert_eq!(lines, [of("one"), of("two")]);
}

#[tokio::test(start_paused = true)]
async fn a_loss_that_was_not_told_yet_is_told_by_a_reader_that_is_stopped() {
    let stream = Stream::new();
    for id in ["one", "two"] {
        stream.open(id, None);
        stream.add(id, "a");
    }
    let checkpoint = MemoryCheckpoint::new();
    all(until_idle(&stream).checkpoint(checkpoint.clone())).await;
    for id in ["one", "two"] {
        stream.add(id, "b");
        stream.trim(id, 2);
    }
    let mut reader = reader(&stream).checkpoint(checkpoint);
    let error = reader.next().await.unwrap().unwrap_err();
    assert!(error.is_records_lost());
    reader.stopper().stop();
    let error = reader.next().await.unwrap().unwrap_err();
    assert!(error.is_records_lost());
    assert!(reader.next().await.is_none());
}

/// Wherever in its work it is stopped.
#[tokio::test(start_paused = true)]
async fn a_reader_that_is_stopped_hands_nothing_more_out() {
    for polls in 0..40 {
        let stream = Stream::new();
        stream.open("one", None);
        stream.add("one", "a");
        let mut reader = reader(&stream);
        let mut handed_out = None;
        for _ in 0..polls {
            handed_out = reader.next().now_or_never();
            if handed_out.is_some() {
                break;
            }
            tokio::task::yield_now().await;
        }
        reader.stopper().stop();
        if let Some(batch) = handed_out {
            assert_eq!(ids(&batch.unwrap().unwrap()), ["a"]);
            return;
        }
        assert!(reader.next().await.is_none(), "after {polls} polls");
    }
    panic!("no poll was enough for a batch");
}

#[tokio::test(start_paused = true)]
async fn a_reader_is_not_idle_while_a_batch_is_out() {
    let stream = Stream::new();
    stream.open("one", None);
    stream.add("one", "a");
    stream.add("one", "b");
    let mut reader = until_idle(&stream).batch_size(1);
    let batch = reader.next().await.unwrap().unwrap();
    assert_eq!(ids(&batch), ["a"]);
    let work = async {
        tokio::time::sleep(Duration::from_mins(10)).await;
        drop(batch);
    };
    let (next, ()) = futures_util::future::join(reader.next(), work).await;
    assert_eq!(ids(&next.unwrap().unwrap()), ["b"]);
    assert!(reader.next().await.is_none());
}

/// Tells by its count whether a reader holds it.
#[derive(Clone, Default)]
struct Held(MemoryCheckpoint, Arc<()>);

impl Checkpoint for Held {
    fn load<'a>(&'a self, shard: &'a Shard) -> BoxFuture<'a, dynamap::Result<Option<Position>>> {
        self.0.load(shard)
    }

    fn claim<'a>(&'a self, shard: &'a Shard) -> BoxFuture<'a, dynamap::Result<Claim>> {
        self.0.claim(shard)
    }

    fn save<'a>(
        &'a self,
        shard: &'a Shard,
        lease: &'a Lease,
        position: &'a Position,
    ) -> BoxFuture<'a, dynamap::Result<()>> {
        self.0.save(shard, lease, position)
    }
}

#[tokio::test(start_paused = true)]
async fn a_reader_that_is_dropped_leaves_nothing_behind() {
    let stream = Stream::new();
    for id in ["one", "two", "three"] {
        stream.open(id, None);
        stream.add(id, id);
    }
    let checkpoint = Held::default();
    let mut reader = reader(&stream).checkpoint(checkpoint.clone());
    // The batches of the other shards come with it, and nobody takes them.
    drop(reader.next().await.unwrap().unwrap());
    drop(reader);
    assert_eq!(Arc::strong_count(&checkpoint.1), 1);
}

#[tokio::test(start_paused = true)]
async fn a_batch_is_checkpointed_in_part() {
    let stream = Stream::new();
    stream.open("one", None);
    stream.add("one", "a");
    let b = stream.add("one", "b");
    stream.add("one", "c");
    stream.close("one");
    let checkpoint = MemoryCheckpoint::new();
    let mut reader = until_idle(&stream).checkpoint(checkpoint.clone());
    let batch = reader.next().await.unwrap().unwrap();
    let second = batch.records()[1].event().sequence_number().clone();
    batch.checkpoint_at(&second).await.unwrap();
    drop(batch);
    assert!(reader.next().await.is_none());
    // The shard was read to its end and is not done.
    assert_eq!(
        checkpoint.position(&shard("one")),
        Some(Position::After(number(&b)))
    );
    assert_eq!(
        all(until_idle(&stream).checkpoint(checkpoint.clone())).await,
        ["one: c"]
    );
    assert_eq!(checkpoint.position(&shard("one")), Some(Position::End));
}

#[tokio::test(start_paused = true)]
async fn the_newest_stream_of_a_table_is_read() {
    let stream = Stream::new();
    stream.open("one", None);
    stream.add("one", "a");
    let reader =
        Reader::of_table(&stream.client(), "orders").stop_when_idle(Duration::from_secs(9));
    assert_eq!(all(reader).await, ["one: a"]);
    let asked = stream.requests();
    assert_eq!(asked[..2], ["ListStreams", "DescribeStream"]);
}
