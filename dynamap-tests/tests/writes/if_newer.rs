//! `if_newer`: an older or equal write is dropped and reported.

use dynamap::{DynamoItem, ErrorKind, IfNewer};
use dynamap_tests::{Answer, Fixture, START};
use time::{Duration, OffsetDateTime};

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "states")]
struct State {
    #[partition_key]
    id: String,
    seq: Option<i64>,
    text: String,
}

fn state(seq: i64, text: &str) -> State {
    State {
        id: "s".to_owned(),
        seq: Some(seq),
        text: text.to_owned(),
    }
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "sessions")]
struct Session {
    #[partition_key]
    id: String,
    seen: i64,
    #[ttl(seconds, after = "1h")]
    expires_at: Option<OffsetDateTime>,
}

fn session(seen: i64) -> Session {
    Session {
        id: "s".to_owned(),
        seen,
        expires_at: None,
    }
}

// FC-124: 5, then 3; a first -7 is kept.
#[tokio::test]
async fn the_newest_wins_in_whatever_order() {
    let fixture = Fixture::new();
    let states = fixture.create::<State>().await;
    let put = |state: State| states.put(state).if_newer(State::SEQ);
    let first = put(state(-7, "a")).send().await.unwrap();
    assert_eq!(
        fixture.requests().only().condition(),
        "attribute_not_exists(seq) OR seq < -7"
    );
    assert_eq!(first, IfNewer::Written(state(-7, "a")));
    assert!(put(state(5, "b")).send().await.unwrap().is_written());
    let older = put(state(3, "c")).send().await.unwrap();
    assert_eq!(older, IfNewer::Dropped(state(5, "b")));
    let equal = put(state(5, "d")).send().await.unwrap();
    assert_eq!(equal, IfNewer::Dropped(state(5, "b")));
    assert!(!equal.is_written());
    assert_eq!(equal.into_item(), state(5, "b"));
}

#[tokio::test]
async fn an_item_without_the_sequence_is_older() {
    let fixture = Fixture::new();
    let states = fixture.create::<State>().await;
    let unnumbered = State {
        seq: None,
        ..state(0, "a")
    };
    states.put(unnumbered.clone()).send().await.unwrap();
    let put = states.put(state(1, "b")).if_newer(State::SEQ);
    assert!(put.send().await.unwrap().is_written());
    let error = states
        .put(unnumbered)
        .if_newer(State::SEQ)
        .send()
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    assert_eq!(error.attribute(), Some("seq"));
}

#[tokio::test]
async fn expired_remains_are_older_than_anything() {
    let fixture = Fixture::new();
    let sessions = fixture.create::<Session>().await;
    sessions.put(session(9)).send().await.unwrap();
    fixture.clock().advance(std::time::Duration::from_hours(1));
    fixture.requests().clear();
    let put = sessions.put(session(1)).if_newer(Session::SEEN);
    let written = put.send().await.unwrap();
    assert_eq!(
        fixture.requests().only().condition(),
        "attribute_not_exists(seen) OR seen < 1 OR expires_at <= 1796043600"
    );
    assert!(written.is_written());
    assert_eq!(
        written.into_item().expires_at,
        Some(START + Duration::hours(2))
    );
}

#[tokio::test]
async fn an_update_drops_what_is_older() {
    let fixture = Fixture::new();
    let states = fixture.create::<State>().await;
    states.create(state(5, "a")).send().await.unwrap();
    fixture.requests().clear();
    let update = |seq: i64| {
        states
            .update("s")
            .set(State::SEQ, seq)
            .set(State::TEXT, "new")
            .if_newer(State::SEQ)
    };
    let older = update(5).send().await.unwrap();
    assert_eq!(
        fixture.requests().only().condition(),
        "attribute_exists(id) AND (attribute_not_exists(seq) OR seq < 5)"
    );
    assert_eq!(older, IfNewer::Dropped(state(5, "a")));
    assert_eq!(
        update(6).send().await.unwrap(),
        IfNewer::Written(state(6, "new"))
    );
    states.delete("s").send().await.unwrap();
    assert_eq!(
        update(7).send().await.unwrap_err().kind(),
        ErrorKind::NotFound
    );
    let unset = states
        .update("s")
        .set(State::TEXT, "new")
        .if_newer(State::SEQ);
    let error = unset.send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
}

#[tokio::test]
async fn the_callers_own_condition_can_still_fail() {
    let fixture = Fixture::new();
    let states = fixture.create::<State>().await;
    states.create(state(5, "a")).send().await.unwrap();
    let put = states
        .put(state(6, "b"))
        .condition(State::TEXT.eq("other"))
        .if_newer(State::SEQ);
    let error = put.send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ConditionFailed);
}

// The sequence tells whose the equal item is: the one whose answer was lost.
#[tokio::test]
async fn a_lost_answer_is_written_not_dropped() {
    let fixture = Fixture::new();
    fixture.create::<State>().await;
    let (states, script) = fixture.scripted_table::<State>([Answer::Lose]);
    let put = states.put(state(5, "a")).if_newer(State::SEQ);
    assert!(put.send().await.unwrap().is_written());
    script.push(Answer::FailBefore(500));
    let put = states.put(state(5, "b")).if_newer(State::SEQ);
    assert!(!put.send().await.unwrap().is_written());
}
