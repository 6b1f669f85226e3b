//! Audits and repairs that are interrupted and go on.

use std::future::{Future, poll_fn};
use std::sync::{Arc, Mutex};
use std::task::Poll;

use dynamap::ErrorKind;
use dynamap::ttl::{Position, TimeToLive};
use dynamap_tests::Answer;
use time::macros::datetime;

use crate::support::{Session, contents, on, planted, prepared};

/// The future's output, if it comes within so many polls; else the future is dropped where it stands.
async fn within_polls<F: Future>(polls: usize, future: F) -> Option<F::Output> {
    let mut future = Box::pin(future);
    let mut left = polls;
    poll_fn(move |context| {
        if left == 0 {
            return Poll::Ready(None);
        }
        left -= 1;
        future.as_mut().poll(context).map(Some)
    })
    .await
}

#[tokio::test]
async fn an_audit_resumed_at_any_position_finds_the_rest() {
    let (_fixture, ttl) = prepared().await;
    for segments in [1, 3] {
        let saved = Arc::new(Mutex::new(Vec::new()));
        let pages = Arc::clone(&saved);
        let whole = ttl
            .audit()
            .segments(segments)
            .page_size(2)
            .on_progress(move |progress| {
                let position = progress.position.to_string();
                pages
                    .lock()
                    .unwrap()
                    .push((position, progress.report.clone()));
            })
            .await
            .unwrap();
        let saved = std::mem::take(&mut *saved.lock().unwrap());
        assert!(saved.len() >= planted().len() / 2);
        let (last, _) = saved.last().unwrap();
        assert!(last.parse::<Position>().unwrap().is_done());
        for (text, first) in saved {
            let position: Position = text.parse().unwrap();
            assert_eq!(position.segments(), usize::try_from(segments).unwrap());
            let rest = ttl.audit().page_size(5).resume(position).await.unwrap();
            assert_eq!(first.scanned() + rest.scanned(), whole.scanned());
            let mut merged = first;
            merged.merge(rest);
            assert!(merged.counts().eq(whole.counts()));
            assert_eq!(merged.faults(), whole.faults());
        }
    }
}

#[tokio::test]
async fn a_position_belongs_to_its_table() {
    let (fixture, _) = prepared().await;
    let other: Position = {
        let saved = Arc::new(Mutex::new(None));
        let sink = Arc::clone(&saved);
        on(&fixture, fixture.client())
            .audit()
            .on_progress(move |progress| *sink.lock().unwrap() = Some(progress.position.clone()))
            .await
            .unwrap();
        let position = saved.lock().unwrap().take();
        position.unwrap()
    };
    let create = fixture.raw_client();
    dynamap::Table::<Session>::new(&create)
        .table_name("others")
        .create_table()
        .await
        .unwrap();
    let ttl = TimeToLive::new(fixture.client(), "others", "expires_at");
    let error = ttl.audit().resume(other).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidCursor);
}

#[tokio::test]
async fn an_error_leaves_the_position_to_resume_from() {
    let (fixture, ttl) = prepared().await;
    let whole = ttl.audit().await.unwrap();
    let answers = [Answer::Pass, Answer::Pass, Answer::Pass, Answer::Pass];
    let refusal = Answer::refuse("AccessDeniedException", "not authorized");
    let (client, _) = fixture.scripted(answers.into_iter().chain([refusal]));
    let saved = Arc::new(Mutex::new(None));
    let sink = Arc::clone(&saved);
    let error = on(&fixture, &client)
        .audit()
        .segments(1)
        .page_size(4)
        .on_progress(move |progress| {
            *sink.lock().unwrap() = Some((progress.position.clone(), progress.report.clone()));
        })
        .await
        .unwrap_err();
    assert_eq!((error.operation(), error.table()), ("Scan", "sessions"));
    let (position, mut report) = saved.lock().unwrap().take().unwrap();
    assert_eq!(report.scanned(), 8);
    report.merge(ttl.audit().resume(position).await.unwrap());
    assert!(report.counts().eq(whole.counts()));
}

/// A repair that is dropped at any await and then begun again leaves the table of one run.
#[tokio::test]
async fn an_interrupted_repair_and_another_are_as_one() {
    let grace = datetime!(2027-01-01 0:00 UTC);
    let (fixture, ttl) = prepared().await;
    ttl.repair().rescue_stale(grace).apply().await.unwrap();
    let expected = contents(&fixture).await;

    let mut interrupted = 0;
    for polls in 0.. {
        let (fixture, ttl) = prepared().await;
        let repair = || {
            ttl.repair()
                .rescue_stale(grace)
                .apply()
                .segments(2)
                .page_size(4)
        };
        let first = within_polls(polls, repair().send()).await;
        let through = first.is_some();
        let second = repair().await.unwrap();
        assert_eq!(contents(&fixture).await, expected, "after {polls} polls");
        if through {
            assert_eq!(second.proposed(), 0);
            break;
        }
        interrupted += 1;
    }
    assert!(interrupted > 5, "{interrupted}");
}

/// The same with the position that was saved last.
#[tokio::test]
async fn a_resumed_repair_is_as_one() {
    let (fixture, ttl) = prepared().await;
    ttl.repair().apply().await.unwrap();
    let expected = contents(&fixture).await;
    for polls in (1..).step_by(2) {
        let (fixture, ttl) = prepared().await;
        let saved = Arc::new(Mutex::new(None));
        let sink = Arc::clone(&saved);
        let first = ttl
            .repair()
            .apply()
            .segments(2)
            .page_size(4)
            .on_progress(move |progress| *sink.lock().unwrap() = Some(progress.position.clone()));
        let through = within_polls(polls, first.send()).await.is_some();
        let rest = ttl.repair().apply();
        let position = saved.lock().unwrap().take();
        let rest = match position {
            Some(position) => rest.resume(position),
            None => rest,
        };
        rest.await.unwrap();
        assert_eq!(contents(&fixture).await, expected, "after {polls} polls");
        if through {
            break;
        }
    }
}

#[tokio::test]
async fn the_reports_of_two_parts_add_up() {
    let (fixture, ttl) = prepared().await;
    let whole = ttl.repair().await.unwrap();
    let saved = Arc::new(Mutex::new(None));
    let sink = Arc::clone(&saved);
    let (client, _) = fixture.scripted(
        [Answer::Pass, Answer::Pass, Answer::Pass]
            .into_iter()
            .chain([Answer::refuse("AccessDeniedException", "not authorized")]),
    );
    on(&fixture, &client)
        .repair()
        .segments(1)
        .page_size(6)
        .on_progress(move |progress| {
            let report = progress.report;
            *sink.lock().unwrap() = Some((
                progress.position.clone(),
                report.proposed(),
                report.skipped(),
            ));
        })
        .await
        .unwrap_err();
    let (position, proposed, skipped) = saved.lock().unwrap().take().unwrap();
    let rest = ttl.repair().resume(position).await.unwrap();
    assert_eq!(proposed + rest.proposed(), whole.proposed());
    assert_eq!(skipped + rest.skipped(), whole.skipped());
    assert_eq!(rest.scanned() + 12, whole.scanned());
}
