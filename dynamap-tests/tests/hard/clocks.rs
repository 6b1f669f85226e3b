//! Clocks that nobody has.

use dynamap::time::{EpochNanos, Moment};
use dynamap::{DynamoItem, ErrorKind, Result, unset};
use dynamap_tests::Fixture;

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "notes")]
struct Note {
    #[partition_key]
    id: String,
    #[ts(nanos, auto_create)]
    created_at: EpochNanos,
    #[version]
    version: u64,
    #[ttl(seconds, after = "7d")]
    expires_at: Option<i64>,
}

fn note(id: &str) -> Note {
    Note {
        id: id.to_owned(),
        created_at: unset(),
        version: 0,
        expires_at: None,
    }
}

/// What a clock makes of the writes: the stamp and the expiry, or the error.
fn outcome(result: Result<Note>) -> std::result::Result<(i128, i64), ErrorKind> {
    match result {
        Ok(note) => Ok((note.created_at.0, note.expires_at.unwrap())),
        Err(error) => Err(error.kind()),
    }
}

#[tokio::test]
async fn every_clock_is_written_in_full_or_refused() {
    let digits = Err(ErrorKind::Encode);
    let too_late = Err(ErrorKind::InvalidTtl);
    let nanos = 1_000_000_000;
    for (now, written, is_late) in [
        (Moment::MIN, digits, false),
        (
            Moment::from_parts(i64::MIN, 0),
            Ok((i128::from(i64::MIN) * nanos, i64::MIN + 604_800)),
            false,
        ),
        // A second before the year 0.
        (
            Moment::from_parts(-62_167_219_201, 0),
            Ok((-62_167_219_201 * nanos, -62_166_614_401)),
            false,
        ),
        (Moment::from_nanos(-1), Ok((-1, 604_799)), false),
        (Moment::EPOCH, Ok((0, 604_800)), false),
        (Moment::from_nanos(1), Ok((1, 604_800)), false),
        // The year 10000.
        (Moment::from_parts(253_402_300_800, 0), too_late, true),
        (Moment::from_parts(i64::MAX, 999_999_999), too_late, true),
        (Moment::MAX, digits, true),
    ] {
        let fixture = Fixture::embedded();
        let notes = fixture.create::<Note>().await;
        let old = notes.put(note("old")).await.unwrap();
        fixture.clock().set(now);

        assert_eq!(outcome(notes.create(note("a")).await), written, "{now:?}");
        assert_eq!(outcome(notes.put(note("b")).await), written, "{now:?}");
        assert_eq!(outcome(notes.upsert(note("c")).await), written, "{now:?}");
        let updated = notes.update("a").await.map_err(|error| error.kind());
        assert_eq!(updated.is_ok(), written.is_ok(), "{now:?}");

        // To a clock that is ahead all the rest has expired; to one that is behind nothing has.
        let seen = (!is_late).then_some(old);
        assert_eq!(notes.get("old").await.unwrap(), seen, "{now:?}");
        assert_eq!(notes.query("old").first().await.unwrap(), seen, "{now:?}");
        let alive = notes.scan().count().await.unwrap();
        let expected = u64::from(!is_late) + if written.is_ok() { 3 } else { 0 };
        assert_eq!(alive, expected, "{now:?}");
        let rescued = notes.rescue("old", Moment::MAX).await.unwrap_err();
        assert_eq!(rescued.kind(), ErrorKind::InvalidTtl, "{now:?}");
        assert!(notes.delete("old").await.unwrap().is_some(), "{now:?}");
    }
}

#[tokio::test]
async fn a_clock_that_goes_backwards_changes_no_counting_and_revives_what_expired() {
    let fixture = Fixture::embedded();
    let notes = fixture.create::<Note>().await;
    let created = notes.create(note("a")).await.unwrap();
    fixture
        .clock()
        .advance(std::time::Duration::from_hours(7 * 24));
    assert_eq!(notes.get("a").await.unwrap(), None);
    fixture
        .clock()
        .set(dynamap_tests::START - time::Duration::days(1));
    assert_eq!(notes.get("a").await.unwrap(), Some(created.clone()));
    let updated = notes.update("a").if_version(1).await.unwrap();
    assert_eq!(
        updated,
        Note {
            version: 2,
            ..created
        }
    );
}
