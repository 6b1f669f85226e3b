//! Checkpoints and leases in a table.

use std::time::Duration;

use dynamap::streams::{
    Checkpoint as _, Claim, Lease, Position, Reader, SequenceNumber, Shard, Start, TableCheckpoint,
};
use dynamap_tests::{Fixture, Stream};

use crate::reader::{all, ids};

fn shard(id: &str) -> Shard {
    Shard::new(Stream::ARN, id)
}

fn after(number: &str) -> Position {
    Position::After(SequenceNumber::new(number).unwrap())
}

/// Checkpoints of one name, each by a reader of its own, on the fixture's clock.
fn checkpoint(fixture: &Fixture) -> TableCheckpoint {
    TableCheckpoint::new(fixture.client(), "audit")
        .with_clock(fixture.clock().clone())
        .lease(Duration::from_secs(30))
}

async fn fixture() -> Fixture {
    // In this process: with a clock that stands still, an answer over a socket comes too late.
    let fixture = Fixture::embedded();
    checkpoint(&fixture).create_table().await.unwrap();
    fixture
}

fn granted(claim: Claim) -> Lease {
    match claim {
        Claim::Granted(lease) => lease,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_shard_belongs_to_one_reader_until_it_is_released() {
    let fixture = fixture().await;
    let (ann, bob) = (checkpoint(&fixture), checkpoint(&fixture));
    assert_ne!(ann.owner(), bob.owner());
    let one = shard("one");
    assert_eq!(ann.load(&one).await.unwrap(), None);
    let lease = granted(ann.claim(&one).await.unwrap());
    assert_eq!((&lease.position, lease.generation), (&Position::Start, 1));
    assert_eq!(bob.claim(&one).await.unwrap(), Claim::Held);
    assert_eq!(ann.load(&one).await.unwrap(), Some(Position::Start));
    ann.save(&one, &lease, &after("7")).await.unwrap();
    ann.release(&one, &lease).await.unwrap();

    let lease = granted(bob.claim(&one).await.unwrap());
    assert_eq!((&lease.position, lease.generation), (&after("7"), 2));
    assert_eq!(ann.claim(&one).await.unwrap(), Claim::Held);
    bob.save(&one, &lease, &Position::End).await.unwrap();
    assert_eq!(ann.claim(&one).await.unwrap(), Claim::Ended);
    assert_eq!(bob.load(&one).await.unwrap(), Some(Position::End));
    // Another purpose reads for itself.
    let other = TableCheckpoint::new(fixture.client(), "search");
    assert_eq!(
        granted(other.claim(&one).await.unwrap()).position,
        Position::Start
    );
}

#[tokio::test]
async fn a_silent_owner_is_replaced_and_its_checkpoints_are_refused() {
    let fixture = fixture().await;
    let (ann, bob) = (checkpoint(&fixture), checkpoint(&fixture));
    let one = shard("one");
    let lost = granted(ann.claim(&one).await.unwrap());
    ann.save(&one, &lost, &after("7")).await.unwrap();
    // Bob has to see the silence for a whole lease himself.
    fixture.clock().advance(Duration::from_hours(1));
    assert_eq!(bob.claim(&one).await.unwrap(), Claim::Held);
    fixture.clock().advance(Duration::from_secs(29));
    assert_eq!(bob.claim(&one).await.unwrap(), Claim::Held);
    // A renewal is a sign of life.
    ann.renew(&one, &lost).await.unwrap();
    fixture.clock().advance(Duration::from_secs(29));
    assert_eq!(bob.claim(&one).await.unwrap(), Claim::Held);
    fixture.clock().advance(Duration::from_secs(30));
    let lease = granted(bob.claim(&one).await.unwrap());
    assert_eq!((&lease.position, lease.generation), (&after("7"), 2));

    for refused in [
        ann.save(&one, &lost, &after("9")).await,
        ann.save(&one, &lost, &Position::End).await,
        ann.renew(&one, &lost).await,
        ann.release(&one, &lost).await,
    ] {
        let error = refused.unwrap_err();
        assert!(error.is_lease_lost());
        assert_eq!(
            error.to_string(),
            "another reader took the shard `one` over, since its lease was not renewed in time: drop the batch, whose \
             records the other reader has; give leases more time if this happens often"
        );
    }
    assert_eq!(bob.load(&one).await.unwrap(), Some(after("7")));
    bob.save(&one, &lease, &after("8")).await.unwrap();
}

#[tokio::test]
async fn of_two_that_take_over_at_once_one_wins() {
    let fixture = fixture().await;
    let (ann, bob, cal) = (
        checkpoint(&fixture),
        checkpoint(&fixture),
        checkpoint(&fixture),
    );
    let one = shard("one");
    granted(ann.claim(&one).await.unwrap());
    for waiting in [&bob, &cal] {
        assert_eq!(waiting.claim(&one).await.unwrap(), Claim::Held);
    }
    fixture.clock().advance(Duration::from_secs(31));
    let claims = futures_util::future::join(bob.claim(&one), cal.claim(&one)).await;
    let granted = [claims.0.unwrap(), claims.1.unwrap()]
        .into_iter()
        .filter(|claim| matches!(claim, Claim::Granted(_)))
        .count();
    assert_eq!(granted, 1);
}

#[tokio::test]
async fn readers_that_are_there_share_the_shards() {
    let fixture = fixture().await;
    let (ann, bob) = (checkpoint(&fixture), checkpoint(&fixture));
    assert_eq!(ann.share(Stream::ARN, 5).await.unwrap(), 5);
    assert_eq!(bob.share(Stream::ARN, 5).await.unwrap(), 3);
    assert_eq!(ann.share(Stream::ARN, 5).await.unwrap(), 3);
    // One that leaves is not counted, and one that is silent for a lease neither.
    bob.leave().await.unwrap();
    assert_eq!(ann.share(Stream::ARN, 5).await.unwrap(), 5);
    assert_eq!(bob.share(Stream::ARN, 5).await.unwrap(), 3);
    assert_eq!(ann.share(Stream::ARN, 5).await.unwrap(), 3);
    fixture.clock().advance(Duration::from_secs(30));
    assert_eq!(ann.share(Stream::ARN, 5).await.unwrap(), 5);
}

fn reader(fixture: &Fixture, stream: &Stream) -> Reader {
    Reader::new(&stream.client(), Stream::ARN)
        .checkpoint(checkpoint(fixture))
        .batch_size(1)
}

#[tokio::test(start_paused = true)]
async fn two_readers_share_a_stream_and_each_record_is_handed_out_once() {
    let fixture = fixture().await;
    let stream = Stream::new();
    for shard in 0..4 {
        let id = format!("shard-{shard}");
        stream.open(&id, None);
        for record in 0..30 {
            stream.add(&id, &format!("{shard}-{record:02}"));
        }
    }
    stream.disable();
    let run = async |mut reader: Reader| {
        let (mut seen, mut shards) = (Vec::new(), std::collections::BTreeSet::new());
        while let Some(batch) = reader.next().await {
            let batch = batch.unwrap();
            tokio::time::sleep(Duration::from_secs(1)).await;
            batch.checkpoint().await.unwrap();
            seen.extend(ids(&batch));
            shards.insert(batch.shard().id().to_owned());
        }
        (seen, shards)
    };
    let later = async |reader| {
        tokio::time::sleep(Duration::from_secs(5)).await;
        run(reader).await
    };
    let (ann, bob) = futures_util::future::join(
        run(reader(&fixture, &stream)),
        later(reader(&fixture, &stream)),
    )
    .await;
    let mut seen = ann.0.clone();
    seen.extend(bob.0.clone());
    seen.sort();
    let all: Vec<String> = (0..4)
        .flat_map(|shard| (0..30).map(move |record| format!("{shard}-{record:02}")))
        .collect();
    assert_eq!(seen, all);
    // The first had all shards and gave some up.
    assert!(bob.0.len() >= 20, "{} and {}", ann.0.len(), bob.0.len());
    assert!(bob.1.len() >= 2, "{:?}", bob.1);
}

#[tokio::test(start_paused = true)]
async fn the_shards_of_a_reader_that_died_are_taken_over_and_read_from_its_checkpoint() {
    let fixture = fixture().await;
    let stream = Stream::new();
    stream.open("one", None);
    for id in ["a", "b", "c"] {
        stream.add("one", id);
    }
    let mut dying = reader(&fixture, &stream);
    let first = dying.next().await.unwrap().unwrap();
    first.checkpoint().await.unwrap();
    drop(first);
    let unfinished = dying.next().await.unwrap().unwrap();
    assert_eq!(ids(&unfinished), ["b"]);
    drop(dying);

    let mut heir = reader(&fixture, &stream);
    let waiting = tokio::time::timeout(Duration::from_mins(1), heir.next()).await;
    assert!(waiting.is_err(), "the lease runs");
    fixture.clock().advance(Duration::from_secs(31));
    let batch = heir.next().await.unwrap().unwrap();
    // Delivered a second time: it was not checkpointed.
    assert_eq!(ids(&batch), ["b"]);
    let error = unfinished.checkpoint().await.unwrap_err();
    assert!(error.is_lease_lost());
    batch.checkpoint().await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_reader_that_lost_its_shard_stops_reading_it() {
    let fixture = fixture().await;
    let stream = Stream::new();
    stream.open("one", None);
    for id in ["a", "b"] {
        stream.add("one", id);
    }
    let mut slow = reader(&fixture, &stream);
    let batch = slow.next().await.unwrap().unwrap();
    let thief = checkpoint(&fixture);
    let one = shard("one");
    assert_eq!(thief.claim(&one).await.unwrap(), Claim::Held);
    fixture.clock().advance(Duration::from_secs(31));
    let lease = granted(thief.claim(&one).await.unwrap());
    assert!(batch.checkpoint().await.unwrap_err().is_lease_lost());
    drop(batch);
    let waiting = tokio::time::timeout(Duration::from_mins(1), slow.next()).await;
    assert!(waiting.is_err());
    // It comes back to it when it is free.
    let first = after("100000000000000000000");
    thief.save(&one, &lease, &first).await.unwrap();
    thief.release(&one, &lease).await.unwrap();
    assert_eq!(ids(&slow.next().await.unwrap().unwrap()), ["b"]);
}

#[tokio::test(start_paused = true)]
async fn work_that_takes_longer_than_the_lease_keeps_it() {
    let fixture = fixture().await;
    let stream = Stream::new();
    stream.open("one", None);
    stream.add("one", "a");
    let mut slow = reader(&fixture, &stream);
    let batch = slow.next().await.unwrap().unwrap();
    let (clock, other) = (fixture.clock().clone(), checkpoint(&fixture));
    let one = shard("one");
    assert_eq!(other.claim(&one).await.unwrap(), Claim::Held);
    let work = async {
        for _ in 0..20 {
            tokio::time::sleep(Duration::from_secs(10)).await;
            clock.advance(Duration::from_secs(10));
            assert_eq!(other.claim(&one).await.unwrap(), Claim::Held);
        }
        "done"
    };
    assert_eq!(batch.keep(work).await.unwrap(), "done");
    batch.checkpoint().await.unwrap();

    // And it ends when the lease is lost all the same.
    assert_eq!(other.claim(&one).await.unwrap(), Claim::Held);
    clock.advance(Duration::from_secs(31));
    granted(other.claim(&one).await.unwrap());
    let kept = batch.keep(std::future::pending::<()>()).await;
    assert!(kept.unwrap_err().is_lease_lost());
}

#[tokio::test(start_paused = true)]
async fn an_idle_reader_renews_its_leases_and_gives_them_back_when_it_is_stopped() {
    let fixture = fixture().await;
    let stream = Stream::new();
    stream.open("one", None);
    let mut idle = reader(&fixture, &stream);
    let other = checkpoint(&fixture);
    let one = shard("one");
    for _ in 0..10 {
        let waiting = tokio::time::timeout(Duration::from_secs(15), idle.next()).await;
        assert!(waiting.is_err());
        fixture.clock().advance(Duration::from_secs(15));
        assert_eq!(other.claim(&one).await.unwrap(), Claim::Held);
    }
    idle.stopper().stop();
    assert!(idle.next().await.is_none());
    assert_eq!(
        granted(other.claim(&one).await.unwrap()).position,
        Position::Start
    );
    assert_eq!(other.share(Stream::ARN, 4).await.unwrap(), 4);
}

#[tokio::test(start_paused = true)]
async fn what_happens_between_two_readers_of_the_latest_is_read() {
    let fixture = fixture().await;
    let stream = Stream::new();
    stream.open("one", None);
    stream.add("one", "before");
    let latest = || reader(&fixture, &stream).start(Start::Latest);
    let mut first = latest();
    let waiting = tokio::time::timeout(Duration::from_secs(5), first.next()).await;
    assert!(waiting.is_err());
    first.stopper().stop();
    assert!(first.next().await.is_none());
    stream.add_now("one", "between");
    let mut second = latest();
    let batch = tokio::time::timeout(Duration::from_mins(1), second.next()).await;
    let batch = batch.unwrap().unwrap().unwrap();
    assert_eq!(ids(&batch), ["between"]);
    batch.checkpoint().await.unwrap();
    drop(batch);
    second.stopper().stop();
    assert!(second.next().await.is_none());
    let position = checkpoint(&fixture).load(&shard("one")).await.unwrap();
    assert_eq!(position, Some(after("100000000000000000001")));
}

#[tokio::test(start_paused = true)]
async fn one_goes_on_where_another_ended() {
    let fixture = fixture().await;
    let stream = Stream::new();
    stream.open("one", None);
    stream.add("one", "a");
    let until_idle = || reader(&fixture, &stream).stop_when_idle(Duration::from_mins(1));
    assert_eq!(all(until_idle()).await, ["one: a"]);
    stream.add("one", "b");
    stream.close("one");
    stream.open("two", Some("one"));
    stream.add("two", "c");
    assert_eq!(all(until_idle()).await, ["one: b", "two: c"]);
    assert_eq!(all(until_idle()).await, [""; 0]);
}
