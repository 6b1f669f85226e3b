//! Global indexes whose keys are several attributes: what queries send, find and go on from.

use dynamap::{Cursor, DynamoItem, DynamoValue, ErrorKind};
use dynamap_tests::Fixture;
use serde_json::json;
use time::OffsetDateTime;
use time::macros::datetime;

use super::says;

#[derive(Debug, Clone, Copy, PartialEq, Eq, DynamoValue)]
enum Bracket {
    Lower,
    Upper,
}

/// A match of a tournament; the round is not known before the draw.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "matches",
    index(
        name = "by_region",
        partition_key = ["tournament", "region"],
        sort_key = ["round", "bracket", "played_at"]
    ),
    index(name = "by_player", partition_key = "player", sort_key = ["court", "round"]),
    index(name = "by_court", partition_key = ["court", "region"], sort_key = "round"),
    index(name = "by_pair", partition_key = ["tournament", "player"])
)]
struct Match {
    #[partition_key]
    id: String,
    tournament: String,
    region: String,
    round: Option<i32>,
    bracket: Bracket,
    #[ts(millis)]
    played_at: OffsetDateTime,
    #[dynamo(rename = "p1")]
    player: String,
    court: u8,
    watched: u32,
}

const AT: OffsetDateTime = datetime!(2026-11-30 10:00 UTC);

fn game(id: &str, round: i32, bracket: Bracket, minutes: i64) -> Match {
    Match {
        id: id.to_owned(),
        tournament: "winter".into(),
        region: "north".into(),
        round: Some(round),
        bracket,
        played_at: AT + time::Duration::minutes(minutes),
        player: "kim".into(),
        court: 1,
        watched: 0,
    }
}

/// Matches in the order of `by_region`: numbers by value, texts by their bytes, then times.
fn games() -> Vec<Match> {
    vec![
        game("q", -1, Bracket::Upper, 0),
        game("e", 2, Bracket::Lower, 0),
        game("d", 2, Bracket::Upper, 10),
        game("c", 2, Bracket::Upper, 20),
        game("b", 2, Bracket::Upper, 30),
        game("a", 10, Bracket::Lower, 5),
    ]
}

async fn stored(fixture: &Fixture) -> MatchTable {
    let matches: MatchTable = fixture.create::<Match>().await;
    for game in games().into_iter().rev() {
        matches.put(game).send().await.unwrap();
    }
    let elsewhere = Match {
        region: "south".into(),
        ..game("z", 2, Bracket::Upper, 15)
    };
    matches.put(elsewhere).send().await.unwrap();
    fixture.requests().clear();
    matches
}

fn ids(found: &[Match]) -> String {
    found.iter().map(|game| &*game.id).collect()
}

const PARTITION: &str = "tournament = 'winter' AND region = 'north'";

/// R23, R25: every partition attribute by equality, the leading sort attributes by equality, one condition on the last
/// one given.
#[tokio::test]
async fn conditions_go_from_left_to_right() {
    let fixture = Fixture::new();
    let matches = stored(&fixture).await;
    let query = || matches.query_by_region(("winter", "north"));
    let at = AT.unix_timestamp() * 1000;
    let minute = |minutes: i64| at + minutes * 60_000;
    let upper = || query().eq(2).eq(Bracket::Upper);
    for (query, condition, found) in [
        (query(), String::new(), "qedcba"),
        (query().newest_first(), String::new(), "abcdeq"),
    ] {
        assert_eq!(ids(&query.all().await.unwrap()), found);
        let request = fixture.requests().only();
        assert_eq!(request.key_condition(), format!("{PARTITION}{condition}"));
        assert_eq!(request.get("IndexName"), "by_region");
    }
    // The first attribute: a number, by its value.
    for (query, condition, found) in [
        (query().ge(2), "round >= 2".to_owned(), "edcba"),
        (query().lt(10), "round < 10".to_owned(), "qedcb"),
        (
            query().within(-1..3),
            "round BETWEEN -1 AND 2".to_owned(),
            "qedcb",
        ),
        (
            query().between(2, 10),
            "round BETWEEN 2 AND 10".to_owned(),
            "edcba",
        ),
    ] {
        assert_eq!(ids(&query.all().await.unwrap()), found);
        let sent = fixture.requests().only().key_condition();
        assert_eq!(sent, format!("{PARTITION} AND {condition}"));
    }
    let second = query().eq(2);
    assert_eq!(ids(&second.all().await.unwrap()), "edcb");
    let sent = fixture.requests().only().key_condition();
    assert_eq!(sent, format!("{PARTITION} AND round = 2"));
    // The second: an enum, a text.
    let second = query().eq(2).begins_with("Up");
    assert_eq!(ids(&second.all().await.unwrap()), "dcb");
    let sent = fixture.requests().only().key_condition();
    assert_eq!(
        sent,
        format!("{PARTITION} AND round = 2 AND begins_with(bracket, 'Up')")
    );
    // The third: a time, exact in its unit.
    let from = |minutes: i64| AT + time::Duration::minutes(minutes);
    let all = upper().all().await.unwrap();
    assert_eq!(ids(&all), "dcb");
    let leading = format!("{PARTITION} AND round = 2 AND bracket = 'Upper'");
    assert_eq!(fixture.requests().only().key_condition(), leading);
    for (query, condition, found) in [
        (
            upper().within(from(10)..from(30)),
            format!("BETWEEN {} AND {}", minute(10), minute(30) - 1),
            "dc",
        ),
        (
            upper().since(from(20)).newest_first(),
            format!(">= {}", minute(20)),
            "bc",
        ),
        (upper().before(from(20)), format!("< {}", minute(20)), "d"),
        (
            upper().on(AT.date()),
            format!("BETWEEN {} AND {}", minute(-600), minute(840) - 1),
            "dcb",
        ),
    ] {
        assert_eq!(ids(&query.all().await.unwrap()), found);
        assert_eq!(
            fixture.requests().only().key_condition(),
            format!("{leading} AND played_at {condition}")
        );
    }
    let one = upper().at(from(20)).all().await.unwrap();
    assert_eq!(ids(&one), "c");
    let sent = fixture.requests().only().key_condition();
    assert!(
        sent.ends_with(&format!("AND played_at = {}", minute(20))),
        "{sent}"
    );
}

#[tokio::test]
async fn the_latest_is_that_of_the_leading_attributes() {
    let fixture = Fixture::new();
    let matches = stored(&fixture).await;
    let query = || matches.query_by_region(("winter", "north"));
    let latest = query().latest().await.unwrap();
    assert_eq!(latest.map(|game| game.id).as_deref(), Some("a"));
    let latest = query().eq(2).latest().await.unwrap();
    assert_eq!(latest.map(|game| game.id).as_deref(), Some("b"));
    let latest = query().eq(2).eq(Bracket::Lower).latest().await.unwrap();
    assert_eq!(latest.map(|game| game.id).as_deref(), Some("e"));
    assert_eq!(query().eq(3).latest().await.unwrap(), None);
    let sent = fixture.requests().take();
    assert!(sent.iter().all(|request| request.get("Limit") == 1));
    assert!(
        sent.iter()
            .all(|request| request.get("ScanIndexForward") == false)
    );
    assert_eq!(query().eq(2).count().await.unwrap(), 4);
}

/// A key of one attribute on one side goes with several on the other.
#[tokio::test]
async fn one_attribute_goes_with_several() {
    let fixture = Fixture::new();
    let matches = stored(&fixture).await;
    let by_player = matches.query_by_player("kim").eq(1_u8).within(2..10);
    assert_eq!(by_player.count().await.unwrap(), 5);
    assert_eq!(
        fixture.requests().only().key_condition(),
        "p1 = 'kim' AND court = 1 AND round BETWEEN 2 AND 9"
    );
    let by_court = matches.query_by_court((1_u8, "south")).eq(2);
    assert_eq!(ids(&by_court.all().await.unwrap()), "z");
    assert_eq!(
        fixture.requests().only().key_condition(),
        "court = 1 AND region = 'south' AND round = 2"
    );
    // Without a sort key.
    let by_pair = matches.query_by_pair(("winter", "kim"));
    assert_eq!(by_pair.all().await.unwrap().len(), 7);
    assert_eq!(
        fixture.requests().only().key_condition(),
        "tournament = 'winter' AND p1 = 'kim'"
    );
}

/// What lies between two units of a leading time, or in an empty range, is asked of nobody.
#[tokio::test]
async fn nothing_is_sent_where_nothing_can_match() {
    #[derive(Debug, PartialEq, DynamoItem)]
    #[dynamo(
        table = "samples",
        index(name = "by_time", partition_key = ["site", "kind"], sort_key = ["at", "level"])
    )]
    struct Sample {
        #[partition_key]
        id: String,
        site: String,
        kind: String,
        #[ts(iso, precision = seconds)]
        at: OffsetDateTime,
        level: i64,
    }

    let fixture = Fixture::new();
    let samples: SampleTable = fixture.create::<Sample>().await;
    let sample = Sample {
        id: "1".into(),
        site: "s".into(),
        kind: "k".into(),
        at: AT,
        level: 5,
    };
    samples.put(sample).send().await.unwrap();
    fixture.requests().clear();
    let query = || samples.query_by_time(("s", "k"));
    let between = AT + time::Duration::milliseconds(500);
    assert_eq!(query().eq(between).ge(1).all().await.unwrap(), []);
    assert_eq!(query().at(between).all().await.unwrap(), []);
    assert_eq!(query().at(AT).within(5..5).all().await.unwrap(), []);
    assert!(fixture.requests().take().is_empty());
    assert_eq!(query().at(AT).within(5..6).count().await.unwrap(), 1);
    assert_eq!(
        fixture.requests().only().key_condition(),
        "site = 's' AND kind = 'k' AND at = '2026-11-30T10:00:00Z' AND level BETWEEN 5 AND 5"
    );
}

/// An item without one of the attributes is not in the index; an update of one moves it.
#[tokio::test]
async fn an_item_without_one_of_the_attributes_is_not_in_the_index() {
    let fixture = Fixture::new();
    let matches = stored(&fixture).await;
    let query = || matches.query_by_region(("winter", "north"));
    let drawn = Match {
        round: None,
        ..game("n", 0, Bracket::Lower, 0)
    };
    matches.create(drawn).send().await.unwrap();
    let request = fixture.requests().only();
    assert_eq!(request.item().get("round"), None, "absent, not NULL");
    assert_eq!(ids(&query().all().await.unwrap()), "qedcba");

    matches
        .update("n")
        .set(Match::ROUND, 3)
        .send()
        .await
        .unwrap();
    assert_eq!(ids(&query().all().await.unwrap()), "qedcbna");
    matches
        .update("n")
        .set(Match::REGION, "south")
        .send()
        .await
        .unwrap();
    assert_eq!(ids(&query().all().await.unwrap()), "qedcba");
    let south = matches.query_by_region(("winter", "south")).all().await;
    assert_eq!(ids(&south.unwrap()), "zn");
    let gone = matches
        .update("n")
        .remove(Match::ROUND)
        .send()
        .await
        .unwrap();
    assert_eq!(gone.round, None);
    let south = matches.query_by_region(("winter", "south")).all().await;
    assert_eq!(ids(&south.unwrap()), "z");
    // The index alone is read by a scan of it.
    assert_eq!(matches.scan_index(MatchByRegion).count().await.unwrap(), 7);
}

/// The position has the attributes of the table's key and of the index's; the partition is the query's own.
#[tokio::test]
async fn a_cursor_has_all_key_attributes() {
    let fixture = Fixture::new();
    let matches = stored(&fixture).await;
    for backward in [false, true] {
        let query = || {
            let query = matches
                .query_by_region(("winter", "north"))
                .eq(2)
                .page_size(2);
            if backward {
                query.newest_first()
            } else {
                query
            }
        };
        let whole = if backward { "bcde" } else { "edcb" };
        let mut found = String::new();
        let mut page = query().send().await.unwrap();
        fixture.requests().clear();
        loop {
            found += &ids(&page.items);
            let Some(cursor) = page.cursor else { break };
            page = query().start_at(cursor).send().await.unwrap();
            let request = fixture.requests().only();
            let start = request.get("ExclusiveStartKey").as_object().unwrap();
            let mut names: Vec<_> = start.keys().map(String::as_str).collect();
            names.sort_unstable();
            assert_eq!(
                names,
                [
                    "bracket",
                    "id",
                    "played_at",
                    "region",
                    "round",
                    "tournament"
                ]
            );
            assert_eq!(start["region"], json!({"S": "north"}));
        }
        assert_eq!(found, whole);
    }
}

/// A cursor is bound to every attribute of the partition, and lies inside what the query asks for.
#[tokio::test]
async fn a_cursor_stays_in_its_query() {
    let fixture = Fixture::new();
    let matches = stored(&fixture).await;
    let query = |region: &str| matches.query_by_region(("winter", region));
    let page = query("north").take(2).send().await.unwrap();
    let cursor = page.cursor.unwrap();
    // The position is that of round 2, bracket Lower.
    assert_eq!(ids(&page.items), "qe");
    let refused = |query: dynamap::operation::Query<Match, MatchByRegion, _>| async {
        query.send().await.unwrap_err()
    };
    let other = "the cursor comes from another query (table, index, partition or direction): give it to the query it came from";
    let error = refused(query("south").start_at(cursor.clone())).await;
    assert_eq!(error.kind(), ErrorKind::InvalidCursor);
    says(&error, other);
    let error = matches
        .query_by_region(("summer", "north"))
        .start_at(cursor.clone())
        .send()
        .await
        .unwrap_err();
    says(&error, other);

    let outside =
        "the cursor lies outside of this query's range: give it to the query it came from";
    let leading = query("north").eq(10).start_at(cursor.clone());
    let error = leading.send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidCursor);
    says(&error, outside);
    let second = query("north").eq(2).eq(Bracket::Upper);
    let error = second.start_at(cursor.clone()).send().await.unwrap_err();
    says(&error, outside);
    let ranged = query("north").ge(3).start_at(cursor.clone());
    says(&ranged.send().await.unwrap_err(), outside);
    fixture.requests().clear();

    // Inside of a narrower query it goes on.
    let narrower = query("north").eq(2).start_at(cursor);
    assert_eq!(ids(&narrower.all().await.unwrap()), "dcb");
    assert_eq!(fixture.requests().take().len(), 1);
    assert!("x".parse::<Cursor>().is_err());
}

/// A page that the client cuts goes on behind its last row, also where nothing of its key was asked for.
#[tokio::test]
async fn a_projection_keeps_the_position() {
    let fixture = Fixture::new();
    let matches = stored(&fixture).await;
    for taken in 1..4 {
        let query = || {
            let query = matches.query_by_region(("winter", "north")).eq(2);
            query
                .filter(Match::WATCHED.lt(1_u32))
                .project_attributes(Match::ID)
        };
        let page = query().take(taken).send().await.unwrap();
        assert_eq!(page.items.concat(), "edcb"[..taken]);
        let rest = query().start_at(page.cursor.unwrap()).all().await.unwrap();
        assert_eq!(rest.concat(), "edcb"[taken..]);
    }
}

/// A filter takes the keys of other paths; those of this one do not compile.
#[tokio::test]
async fn a_filter_names_what_is_no_key_here() {
    let fixture = Fixture::new();
    let matches = stored(&fixture).await;
    let query = matches.query_by_region(("winter", "north")).eq(2);
    let found = query.filter(Match::COURT.eq(1_u8) & Match::PLAYER.eq("kim"));
    assert_eq!(ids(&found.all().await.unwrap()), "edcb");
    assert_eq!(
        fixture.requests().only().filter(),
        "court = 1 AND p1 = 'kim'"
    );
    let scanned = matches
        .scan_index(MatchByRegion)
        .filter(Match::ROUND.eq(10));
    assert_eq!(ids(&scanned.all().await.unwrap()), "a");
}

#[tokio::test]
async fn values_that_no_key_can_have_are_refused() {
    let fixture = Fixture::new();
    let matches = stored(&fixture).await;
    let error = matches
        .query_by_region(("winter", ""))
        .send()
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidKey);
    assert_eq!(error.attribute(), Some("region"));
    says(
        &error,
        "the key attribute is empty, which DynamoDB refuses: give it a value, or leave an index key out with `None`",
    );
    let long = "x".repeat(2049);
    let error = matches
        .query_by_region((&*long, ""))
        .send()
        .await
        .unwrap_err();
    assert_eq!(error.attribute(), Some("tournament"), "the first fault");
    says(
        &error,
        "the key attribute has 2049 bytes and DynamoDB takes 2048: shorten it",
    );

    // What a write stores in any of the attributes is checked before it is sent.
    let unnamed = Match {
        region: String::new(),
        ..game("x", 1, Bracket::Lower, 0)
    };
    let error = matches.put(unnamed).send().await.unwrap_err();
    assert_eq!(error.attribute(), Some("region"));
    let error = matches.update("a").set(Match::REGION, "").send().await;
    assert_eq!(error.unwrap_err().attribute(), Some("region"));
    assert!(fixture.requests().take().is_empty());
}

/// Up to four attributes each, of every type that a key can have.
#[tokio::test]
async fn keys_have_up_to_four_attributes_each() {
    #[derive(Debug, Clone, PartialEq, DynamoItem)]
    #[dynamo(
        table = "wide",
        index(
            name = "by_all",
            partition_key = ["a", "b", "c", "d"],
            sort_key = ["e", "f", "g", "h"],
            method = "query_all"
        )
    )]
    struct Wide {
        #[partition_key]
        #[dynamo(rename = "pk")]
        id: u64,
        a: String,
        b: i8,
        c: Vec<u8>,
        #[ts(iso)]
        d: OffsetDateTime,
        e: [u8; 2],
        #[ttl(seconds)]
        f: Option<OffsetDateTime>,
        #[version]
        g: u64,
        h: String,
    }

    let fixture = Fixture::new();
    let table: WideTable = fixture.create::<Wide>().await;
    let later = datetime!(2026-12-30 10:00 UTC);
    for (id, h) in [(1, "x"), (2, "y1"), (3, "y2")] {
        let wide = Wide {
            id,
            a: "a".into(),
            b: -3,
            c: vec![0, 255],
            d: AT,
            e: [1, 2],
            f: Some(later),
            g: 0,
            h: h.to_owned(),
        };
        table.create(wide).send().await.unwrap();
    }
    fixture.requests().clear();
    let query = || table.query_all(("a", -3_i8, vec![0_u8, 255], AT));
    let found = query().eq([1_u8, 2]).eq(later).eq(1_u64).begins_with("y");
    let found = found.newest_first().all().await.unwrap();
    assert_eq!(found.iter().map(|wide| wide.id).collect::<Vec<_>>(), [3, 2]);
    let request = fixture.requests().only();
    assert_eq!(
        request.key_condition(),
        "a = 'a' AND b = -3 AND c = {\"B\":\"AP8=\"} AND d = '2026-11-30T10:00:00.000Z' \
         AND e = {\"B\":\"AQI=\"} AND f = 1798624800 AND g = 1 AND begins_with(h, 'y')"
    );
    // The TTL is a key of the index, so that the client leaves out what has expired.
    assert_eq!(request.filter(), "");
    fixture.clock().set(later);
    assert_eq!(query().all().await.unwrap(), []);
    assert_eq!(fixture.requests().only().filter(), "");
    // Where it is the attribute in turn, the condition says so.
    assert_eq!(query().eq([1_u8, 2]).all().await.unwrap(), []);
    let condition = fixture.requests().only().key_condition();
    assert!(condition.ends_with(" AND f >= 1798624801"), "{condition}");
    let expired = query().eq([1_u8, 2]).include_expired();
    assert_eq!(expired.all().await.unwrap().len(), 3);
}

/// A composed key on one side goes with several attributes on the other.
#[tokio::test]
async fn a_composed_key_goes_with_several_attributes() {
    #[derive(Debug, Clone, PartialEq, DynamoItem)]
    #[dynamo(
        table = "mixed",
        index(
            name = "by_tenant",
            partition_key(attribute = "gsi1pk", prefix = "TENANT", parts = ["tenant", "kind"]),
            sort_key = ["level", "name"]
        ),
        index(
            name = "by_name",
            partition_key = ["name", "kind"],
            sort_key(attribute = "gsi2sk", prefix = "LEVEL", parts = ["level", "tenant"])
        )
    )]
    struct Mixed {
        #[partition_key]
        id: String,
        tenant: String,
        kind: Option<String>,
        level: u32,
        name: String,
    }

    let fixture = Fixture::new();
    let table = fixture.create::<Mixed>().await;
    let mixed = |id: &str, level| Mixed {
        id: id.into(),
        tenant: "t".into(),
        kind: Some("k".into()),
        level,
        name: "n".into(),
    };
    for (id, level) in [("a", 2), ("b", 10), ("c", 2)] {
        table.put(mixed(id, level)).send().await.unwrap();
    }
    fixture.requests().clear();
    let by_tenant = || table.query_by_tenant(("t", "k"));
    let found = by_tenant().eq(2_u32).begins_with("n").count().await;
    assert_eq!(found.unwrap(), 2);
    assert_eq!(
        fixture.requests().only().key_condition(),
        "gsi1pk = 'TENANT#t#k' AND level = 2 AND begins_with(name, 'n')"
    );
    assert_eq!(by_tenant().latest().await.unwrap().unwrap().id, "b");
    fixture.requests().clear();
    let by_name = table.query_by_name(("n", "k")).eq(2_u32);
    assert_eq!(by_name.count().await.unwrap(), 2);
    assert_eq!(
        fixture.requests().only().key_condition(),
        "name = 'n' AND kind = 'k' AND begins_with(gsi2sk, 'LEVEL#00000000000000000002#')"
    );
    // A cursor of it has the composed key and the plain attributes.
    let page = by_tenant().take(1).send().await.unwrap();
    assert_eq!(page.items.len(), 1);
    let rest = by_tenant().start_at(page.cursor.unwrap());
    assert_eq!(rest.all().await.unwrap().len(), 2);
    // An update of a plain key attribute that is a part of no composed key of the index needs nothing.
    let update = table.update("a").set(Mixed::NAME, "other");
    assert_eq!(update.send().await.unwrap().name, "other");
    assert_eq!(
        table.query_by_name(("other", "k")).count().await.unwrap(),
        1
    );
    assert_eq!(by_tenant().eq(2_u32).eq("other").count().await.unwrap(), 1);
    // Without a part of the composed key, or without a plain attribute, the item is in neither.
    let unkind = Mixed {
        kind: None,
        ..mixed("b", 10)
    };
    table.put(unkind).send().await.unwrap();
    assert_eq!(by_tenant().count().await.unwrap(), 2);
}

/// A scan of the index goes on behind a position of all its key attributes.
#[tokio::test]
async fn a_scan_of_the_index_goes_on() {
    let fixture = Fixture::new();
    let matches = stored(&fixture).await;
    let mut found = Vec::new();
    let mut cursor = None;
    loop {
        let mut scan = matches.scan_index(MatchByRegion).page_size(3);
        if let Some(cursor) = cursor.take() {
            scan = scan.start_at(cursor);
        }
        let page = scan.send().await.unwrap();
        found.extend(page.items.into_iter().map(|game| game.id));
        let Some(next) = page.cursor else { break };
        cursor = Some(next);
    }
    found.sort_unstable();
    assert_eq!(found.concat(), "abcdeqz");
    let starts = fixture.requests().take();
    let starts: Vec<_> = starts
        .iter()
        .filter_map(|request| request.get("ExclusiveStartKey").as_object())
        .collect();
    assert!(!starts.is_empty());
    assert!(starts.iter().all(|start| start.len() == 6), "{starts:?}");
}
