//! A marker in every value, every key, every expression: it is in no span and no event of dynamap's, at
//! any level, whatever happens.

use std::time::Duration;

use dynamap::{BatchGet, BatchWrite, DynamoItem, Transaction, TransactionGet};
use dynamap_tests::{Answer, Fixture, Spans};
use futures_util::stream;
use serde_json::json;

const MARKER: &str = "MARKER-5d1f";

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "secrets", index(name = "by_owner", partition_key = "owner"))]
struct Secret {
    #[partition_key]
    id: String,
    #[sort_key]
    part: String,
    owner: String,
    text: String,
    #[version]
    version: u64,
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "plain")]
struct Plain {
    #[partition_key]
    id: String,
    text: String,
}

fn secret(part: u32) -> Secret {
    Secret {
        id: MARKER.to_owned(),
        part: format!("{MARKER}-{part}"),
        owner: MARKER.to_owned(),
        text: MARKER.to_owned(),
        version: 0,
    }
}

fn plain(number: u32) -> Plain {
    Plain {
        id: format!("{MARKER}-{number}"),
        text: MARKER.to_owned(),
    }
}

fn key(part: u32) -> (&'static str, String) {
    (MARKER, format!("{MARKER}-{part}"))
}

async fn writes(secrets: &SecretTable, plains: &PlainTable) {
    secrets.create(secret(1)).await.expect("a create");
    secrets.create(secret(1)).await.expect_err("a second one");
    let update = secrets.update(key(1)).set(Secret::TEXT, MARKER);
    update.if_version(9).await.expect_err("another version");
    let update = secrets.update(key(1)).set(Secret::TEXT, MARKER);
    update.exactly_once().await.expect("an update");
    secrets.upsert(secret(2)).await.expect("an upsert");
    let delete = secrets.delete(key(2)).condition(Secret::TEXT.eq("other"));
    delete.await.expect_err("a failed condition");
    let stored = secrets.get(key(2)).await.expect("a get").expect("an item");
    secrets
        .rekey(&stored, secret(3))
        .send()
        .await
        .expect("a move");
    plains.put(plain(1)).await.expect("a put");
    let client = secrets.client();
    let batch = BatchWrite::new(client).put(plains, plain(2));
    let batch = batch.put_ignoring_version(secrets, secret(4));
    assert!(batch.await.expect("a batch").is_complete());
    let twice = BatchWrite::new(client)
        .put(plains, plain(2))
        .delete(plains, plain(2).id);
    twice.await.expect_err("a key twice");
    let load = plains.batch_write().load(stream::iter((10..40).map(plain)));
    assert!(load.send().await.is_complete());
    let transaction = Transaction::new(client)
        .create(secrets, secret(1))
        .put(plains, plain(3));
    transaction.await.expect_err("a step that fails");
}

async fn reads(secrets: &SecretTable, plains: &PlainTable) {
    let filter = Secret::TEXT.contains(MARKER);
    let query = secrets.query(MARKER).begins_with(MARKER).filter(filter);
    let page = query.page_size(1).send().await.expect("a page");
    let on = secrets.query(MARKER).start_at(page.cursor.expect("more"));
    on.all().await.expect("another query");
    secrets
        .query_by_owner(MARKER)
        .count()
        .await
        .expect("a count");
    plains.scan().segments(3).all().await.expect("a scan");
    plains
        .batch_get([plain(1).id, plain(99).id])
        .send()
        .await
        .expect("a read");
    let mut read = BatchGet::new(secrets.client());
    let _ = (read.get(secrets, key(1)), read.get(plains, plain(1).id));
    let _ = read.await.expect("a read");
    let mut read = TransactionGet::new(secrets.client());
    let _ = (read.get(secrets, key(1)), read.get(plains, plain(1).id));
    let _ = read.send().await.expect("a read");
}

#[tokio::test(start_paused = true)]
async fn no_contents_are_told_at_any_level() {
    let fixture = Fixture::embedded();
    fixture.create::<Secret>().await;
    fixture.create::<Plain>().await;
    let (secrets, plains) = (fixture.table::<Secret>(), fixture.table::<Plain>());
    let (spans, _guard) = Spans::capture();
    let outcome = tokio::time::timeout(Duration::from_mins(10), async {
        writes(&secrets, &plains).await;
        reads(&secrets, &plains).await;
        // Faults that quote what was sent or what came.
        let quoting = || Answer::refuse("ValidationException", format!("`{MARKER}` is wrong"));
        let (faulty, _) = fixture.scripted_table::<Plain>([
            quoting(),
            quoting(),
            Answer::edit(|mut answer| {
                answer["Items"][0]["text"] = json!({"L": [{"S": MARKER}]});
                answer
            }),
            Answer::Malformed,
            Answer::FailBefore(500),
        ]);
        faulty.put(plain(1)).await.expect_err("a refusal");
        let rest = faulty
            .batch_write()
            .put(plain(5))
            .send()
            .await
            .expect("a batch");
        assert_eq!(rest.unprocessed.len(), 1);
        faulty.scan().all().await.expect_err("a faulty row");
        faulty.get(plain(1).id).await.expect_err("no answer");
        faulty.get(plain(1).id).await.expect("a get, in the end");
        plains.ttl_of_text().await;
    })
    .await;
    outcome.expect("in time");

    let all = spans.all();
    let of_dynamap: Vec<_> = all
        .iter()
        .map(|span| &span.told)
        .filter(|told| told.target.starts_with("dynamap"))
        .cloned()
        .collect();
    assert!(of_dynamap.len() > 25, "{}", of_dynamap.len());
    let events = spans.events();
    // The capture is not deaf: the SDK itself tells what it sends, at its lowest levels.
    let is_marked = |told: &dynamap_tests::Told| format!("{told:?}").contains(MARKER);
    assert!(events.iter().any(is_marked), "a deaf capture");
    let events = events
        .into_iter()
        .filter(|event| event.target.starts_with("dynamap"));
    for told in of_dynamap.into_iter().chain(events) {
        assert!(!is_marked(&told), "{told:?}");
    }
}

trait TtlOfText {
    async fn ttl_of_text(&self);
}

impl TtlOfText for PlainTable {
    /// The TTL tools on an attribute that holds texts.
    async fn ttl_of_text(&self) {
        let ttl = dynamap::ttl::TimeToLive::new(self.client(), "plain", "text");
        let report = ttl.audit().await.expect("an audit");
        assert!(report.scanned() > 0);
        ttl.repair().await.expect("a dry run");
    }
}
