//! The embedded engine's own stream, through the SDK.

use std::time::Duration;

use aws_sdk_dynamodb::types::StreamViewType;
use dynamap::streams::{Change, Reader, Start};
use dynamap::{DynamoItem, ErrorKind};
use dynamap_tests::{Fixture, START};
use time::OffsetDateTime;

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "sessions")]
struct Session {
    #[partition_key]
    token: String,
    hits: u32,
    #[ttl(seconds, after = "1h")]
    expires_at: Option<OffsetDateTime>,
}

fn session(token: &str) -> Session {
    Session {
        token: token.into(),
        hits: 0,
        expires_at: None,
    }
}

/// What happened, as `kind token old->new`.
async fn changes(reader: Reader) -> Vec<String> {
    let mut reader = reader.stop_when_idle(Duration::from_mins(1));
    let mut lines = Vec::new();
    while let Some(batch) = reader.next().await {
        let batch = batch.unwrap();
        for record in batch.records() {
            let change: Change<Session> = record.change().unwrap();
            let token = &change.old().or(change.new()).unwrap().token;
            let hits = |session: Option<&Session>| session.map(|session| session.hits);
            let (old, new) = (hits(change.old()), hits(change.new()));
            lines.push(
                format!("{change:?}").split(' ').next().unwrap().to_owned()
                    + &format!(" {token} {old:?} {new:?}"),
            );
            assert_eq!(change.event().created_at(), Some(START));
        }
        batch.checkpoint().await.unwrap();
    }
    lines
}

// B01: an insertion, a modification, a removal and an expiry, written by dynamap and read by it.
#[tokio::test(start_paused = true)]
async fn what_is_written_is_read_back_as_changes() {
    let fixture = Fixture::embedded();
    let sessions = fixture.table::<Session>();
    sessions
        .create_table()
        .stream(StreamViewType::NewAndOldImages)
        .send()
        .await
        .unwrap();
    sessions.ttl().ensure().await.unwrap();
    let (streams, _) = fixture.scripted_streams([]);
    let reader = || Reader::of_table(&streams, "sessions");

    let expired = START - Duration::from_secs(5);
    sessions.create(session("a")).send().await.unwrap();
    sessions
        .update("a")
        .set(Session::HITS, 2_u32)
        .send()
        .await
        .unwrap();
    sessions.delete("a").send().await.unwrap();
    sessions
        .create(session("b"))
        .expires_at(expired)
        .send()
        .await
        .unwrap();
    assert_eq!(fixture.engine().unwrap().sweep_expired().unwrap(), 1);
    assert_eq!(
        changes(reader()).await,
        [
            "Inserted a None Some(0)",
            "Modified a Some(0) Some(2)",
            "Removed a Some(2) None",
            "Inserted b None Some(0)",
            "Expired b Some(0) None",
        ]
    );
    assert_eq!(changes(reader().start(Start::Latest)).await, [""; 0]);
    assert_eq!(
        changes(reader().start(Start::AtTimestamp(START)))
            .await
            .len(),
        5
    );
    let later = START + Duration::from_secs(2);
    assert_eq!(
        changes(reader().start(Start::AtTimestamp(later))).await,
        [""; 0]
    );
}

#[tokio::test(start_paused = true)]
async fn a_table_without_a_stream_is_told_what_to_do() {
    let fixture = Fixture::embedded();
    fixture.create::<Session>().await;
    let (streams, _) = fixture.scripted_streams([]);
    let mut reader = Reader::of_table(&streams, "sessions");
    let error = reader.next().await.unwrap().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TableNotFound);
    assert_eq!(
        error.to_string(),
        "ListStreams on `sessions`: the table has no stream: enable it with the view type `NEW_AND_OLD_IMAGES`"
    );
}
