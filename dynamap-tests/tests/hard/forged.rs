//! Cursors of ranges that clients changed, or took from elsewhere.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use dynamap::{Cursor, DynamoItem, Error};
use dynamap_tests::Fixture;
use serde_json::{Value, json};
use time::macros::datetime;
use time::{Duration, OffsetDateTime};

/// Of the table: buckets and shards by the sort key. Of the index: buckets of another time.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "notes",
    index(
        name = "seen",
        partition_key(attribute = "seenPk", prefix = "SEEN", parts = ["owner"], bucket = hour, of = "seen_at", shards = 2),
        sort_key(attribute = "seenSk", parts = ["id"])
    )
)]
struct Note {
    #[partition_key(prefix = "note", bucket = hour, of = "at", shards = 3)]
    #[dynamo(rename = "pk")]
    owner: String,
    #[sort_key(iso, suffix = "id")]
    #[dynamo(rename = "sk")]
    at: OffsetDateTime,
    id: String,
    #[ts(millis)]
    seen_at: OffsetDateTime,
}

const START: OffsetDateTime = datetime!(2026-11-30 12:00 UTC);

fn note(owner: &str, number: i64) -> Note {
    let at = START + Duration::minutes(10 * number);
    Note {
        owner: owner.into(),
        at,
        id: format!("n{number:02}"),
        seen_at: at,
    }
}

/// Six notes an hour, four hours, of two owners.
async fn notes(fixture: &Fixture) -> (NoteTable, Vec<Note>) {
    let table = fixture.create::<Note>().await;
    let mut written = Vec::new();
    for number in 0..24 {
        table.put(note("ann", number)).await.unwrap();
        table
            .put(note("ann#2026-11-30T12:00", number))
            .await
            .unwrap();
        written.push(note("ann", number));
    }
    (table, written)
}

fn range() -> std::ops::Range<OffsetDateTime> {
    START + Duration::minutes(30)..START + Duration::minutes(210)
}

/// The notes of the range.
fn of_range(written: &[Note]) -> &[Note] {
    &written[3..21]
}

fn parts(cursor: &Cursor) -> Value {
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(cursor.to_string()).unwrap()).unwrap()
}

async fn resume(table: &NoteTable, cursor: &str, newest: bool) -> Result<Vec<Note>, Error> {
    let mut query = table.range("ann", range()).start_at(cursor.parse()?);
    if newest {
        query = query.newest_first();
    }
    query.all().await
}

#[tokio::test]
async fn a_cursor_belongs_to_its_owner_range_and_direction() {
    let fixture = Fixture::new();
    let (table, _) = notes(&fixture).await;
    let page = table.range("ann", range()).take(5).send().await.unwrap();
    let cursor = page.cursor.unwrap();
    fixture.requests().clear();
    let other = table.range("ann#2026-11-30T12:00", range());
    let later = table.range(
        "ann",
        START + Duration::hours(2)..START + Duration::hours(3),
    );
    let earlier = table.range("ann", START..START + Duration::minutes(60));
    let newest = table.range("ann", range()).newest_first();
    for query in [other, later, earlier, newest] {
        let error = query.start_at(cursor.clone()).all().await.unwrap_err();
        assert!(error.is_invalid_cursor(), "{error}");
    }
    let error = table
        .query_seen("ann")
        .buckets(range())
        .start_at(cursor.clone())
        .all()
        .await
        .unwrap_err();
    assert!(error.is_invalid_cursor(), "{error}");
    let renamed = table.clone().table_name("others");
    let error = renamed
        .range("ann", range())
        .start_at(cursor.clone())
        .send()
        .await
        .unwrap_err();
    assert!(error.is_invalid_cursor(), "{error}");
    let error = table.scan().start_at(cursor).send().await.unwrap_err();
    assert!(error.is_invalid_cursor(), "{error}");
    assert!(fixture.requests().take().is_empty());
}

#[tokio::test]
async fn a_changed_cursor_reads_nothing_but_the_rest_of_the_range() {
    let fixture = Fixture::new();
    let (table, written) = notes(&fixture).await;
    for newest in [false, true] {
        let mut query = table.range("ann", range()).take(8);
        if newest {
            query = query.newest_first();
        }
        let page = query.send().await.unwrap();
        let genuine = page.cursor.unwrap();
        let text = genuine.to_string();
        for length in 0..text.len() {
            let Err(error) = text[..length].parse::<Cursor>() else {
                panic!("{length} of {} characters are taken", text.len());
            };
            assert!(error.is_invalid_cursor(), "{error}");
        }
        let parts = parts(&genuine);
        let hour = 3_600_000_000_000_i128;
        let bucket: i128 = parts["b"]["N"].as_str().unwrap().parse().unwrap();
        let mut buckets = vec![
            i128::MAX,
            i128::MIN,
            0,
            1,
            -1,
            i128::from(i64::MAX),
            i128::from(i64::MIN),
            253_402_300_800_000_000_000,
            -62_167_219_200_000_000_000 - hour,
            bucket + 1,
        ];
        for hours in -4..=4 {
            buckets.push(bucket + hour * hours);
        }
        let mut sort_keys = vec![
            Value::Null,
            json!({"S": ""}),
            json!({"S": "\u{10FFFF}"}),
            json!({"S": "\u{0}"}),
            json!({"S": "2026"}),
            json!({"N": "1"}),
            json!({"B": "AA"}),
        ];
        for note in written.iter().step_by(4) {
            let item = note.to_item().unwrap();
            sort_keys.push(json!({"S": item["sk"].as_s().unwrap()}));
        }
        let (mut answers, mut refusals) = (0, 0);
        for bucket in buckets {
            for shard in [None, Some(0_u32), Some(1), Some(2), Some(3), Some(70_000)] {
                for sort_key in &sort_keys {
                    for foreign in [None, Some("note#ann#2026-11-30T12:00#2026-11-30T12:00#0")] {
                        let mut forged = parts.clone();
                        forged["b"] = json!({"N": bucket.to_string()});
                        match shard {
                            Some(shard) => forged["s"] = json!({"N": shard.to_string()}),
                            None => drop(forged.as_object_mut().unwrap().remove("s")),
                        }
                        let mut key = json!({});
                        if !sort_key.is_null() {
                            key["sk"] = sort_key.clone();
                        }
                        if let Some(foreign) = foreign {
                            key["pk"] = json!({"S": foreign});
                        }
                        forged["p"] = json!({"M": key});
                        let text = URL_SAFE_NO_PAD.encode(forged.to_string());
                        match resume(&table, &text, newest).await {
                            Ok(found) => {
                                answers += 1;
                                let mut rest = of_range(&written).to_vec();
                                if newest {
                                    rest.reverse();
                                }
                                assert!(
                                    found.is_empty() || rest.ends_with(&found),
                                    "{forged}: {found:?}"
                                );
                            }
                            Err(error) => {
                                refusals += 1;
                                assert!(error.is_invalid_cursor(), "{forged}: {error}");
                            }
                        }
                    }
                }
            }
        }
        // The beginnings of its buckets, and the rows that are where they say.
        assert!(answers > 0 && refusals > answers, "{answers} {refusals}");
    }
}

#[tokio::test]
async fn a_changed_cursor_of_buckets_stays_in_the_buckets_of_its_owner() {
    let fixture = Fixture::new();
    let (table, written) = notes(&fixture).await;
    let range = START..START + Duration::hours(2);
    let page = table
        .query_seen("ann")
        .buckets(range.clone())
        .take(4)
        .send()
        .await
        .unwrap();
    let parts = parts(&page.cursor.unwrap());
    let ids: Vec<String> = written[..12].iter().map(|note| note.id.clone()).collect();
    for hours in -2..4_i128 {
        for shard in 0..3 {
            for number in (0..24).step_by(3) {
                let key = note("ann", number).to_item().unwrap();
                let mut forged = parts.clone();
                let bucket: i128 = parts["b"]["N"].as_str().unwrap().parse().unwrap();
                forged["b"] = json!({"N": (bucket + hours * 3_600_000_000_000).to_string()});
                forged["s"] = json!({"N": shard.to_string()});
                forged["p"]["M"]["seenSk"] = json!({"S": key["seenSk"].as_s().unwrap()});
                forged["p"]["M"]["pk"] = json!({"S": key["pk"].as_s().unwrap()});
                forged["p"]["M"]["sk"] = json!({"S": key["sk"].as_s().unwrap()});
                let cursor = URL_SAFE_NO_PAD.encode(forged.to_string()).parse().unwrap();
                match table
                    .query_seen("ann")
                    .buckets(range.clone())
                    .start_at(cursor)
                    .all()
                    .await
                {
                    Ok(found) => {
                        let found: Vec<_> = found
                            .into_iter()
                            .map(|note| {
                                assert_eq!(note.owner, "ann");
                                note.id
                            })
                            .collect();
                        assert!(ids.ends_with(&found), "{forged} {found:?}");
                    }
                    Err(error) => assert!(error.is_invalid_cursor(), "{forged}: {error}"),
                }
            }
        }
    }
}
