//! Conditions and filters: how they are written, and that DynamoDB means by them what we do.

use std::collections::{BTreeSet, HashMap, HashSet};

use dynamap::expression::HeldBy;
use dynamap::key::WholeTable;
use dynamap::{Condition, DynamoItem, DynamoValue, ErrorKind, WireType};
use dynamap_tests::{EngineFault, Fixture};
use serde_json::json;
use time::OffsetDateTime;
use time::macros::datetime;

#[derive(Debug, Clone, PartialEq, DynamoValue)]
struct Part {
    #[dynamo(rename = "unit-price.net")]
    price: u32,
    tags: BTreeSet<String>,
    inner: Vec<Leaf>,
}

#[derive(Debug, Clone, PartialEq, DynamoValue)]
struct Leaf {
    value: String,
}

/// FC-15: names that are reserved words, or have dots and dashes.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "things")]
struct Thing {
    #[partition_key]
    id: String,
    name: String,
    size: u32,
    #[dynamo(rename = "power-level.max")]
    power: i64,
    note: Option<String>,
    data: Vec<u8>,
    labels: HashSet<String>,
    numbers: BTreeSet<u32>,
    list: Vec<u32>,
    grid: Vec<Vec<u32>>,
    parts: Vec<Part>,
    part: Option<Part>,
    prices: HashMap<String, u32>,
    #[ts(seconds)]
    timestamp: OffsetDateTime,
    #[ts(iso)]
    date: Option<OffsetDateTime>,
}

const AT: OffsetDateTime = datetime!(2026-11-30 12:00 UTC);
/// Between two seconds, and between two milliseconds.
const FINER: OffsetDateTime = datetime!(2026-11-30 12:00:00.000_5 UTC);

fn part(price: u32) -> Part {
    Part {
        price,
        tags: BTreeSet::from(["new".to_owned()]),
        inner: vec![Leaf { value: "v".into() }],
    }
}

fn thing(id: &str) -> Thing {
    Thing {
        id: id.into(),
        name: "Charlie".into(),
        size: 3,
        power: -10,
        note: None,
        data: vec![1, 2, 3],
        labels: HashSet::from(["a".to_owned(), "b".to_owned()]),
        numbers: BTreeSet::from([1, 2]),
        list: vec![7, 8],
        grid: vec![vec![1], vec![2, 3]],
        parts: vec![part(5), part(6)],
        part: Some(part(9)),
        prices: HashMap::from([("a.b".to_owned(), 4)]),
        timestamp: AT,
        date: Some(AT),
    }
}

/// One item; whether the filter finds it, and what was sent.
struct Filters {
    fixture: Fixture,
    table: ThingTable,
}

impl Filters {
    async fn new() -> Self {
        let fixture = Fixture::new();
        let table = fixture.create::<Thing>().await;
        table.put(thing("x")).send().await.unwrap();
        fixture.requests().clear();
        Self { fixture, table }
    }

    /// Whether the filter finds the item; the filter's text with names and values in it.
    async fn find<K: HeldBy<WholeTable>>(&self, condition: Condition<Thing, K>) -> (bool, String) {
        let found = self.table.scan().filter(condition).count().await.unwrap();
        (found == 1, self.fixture.requests().only().filter())
    }

    async fn expect<K: HeldBy<WholeTable>>(
        &self,
        condition: Condition<Thing, K>,
        found: bool,
        text: &str,
    ) {
        assert_eq!(self.find(condition).await, (found, text.to_owned()));
    }
}

/// C02, C04, C06, C07, C18.
#[tokio::test]
async fn every_operator() {
    let filters = Filters::new().await;
    let cases = [
        (Thing::SIZE.eq(3_u32), true, "size = 3"),
        (Thing::SIZE.ne(3_u32), false, "size <> 3"),
        (Thing::SIZE.lt(3_u32), false, "size < 3"),
        (Thing::SIZE.le(3_u32), true, "size <= 3"),
        (Thing::POWER.gt(-11_i64), true, "power-level.max > -11"),
        (Thing::POWER.ge(-9), false, "power-level.max >= -9"),
        (
            Thing::SIZE.between(3_u32, 3_u32),
            true,
            "size BETWEEN 3 AND 3",
        ),
        (Thing::SIZE.is_in([1_u32, 3]), true, "size IN (1, 3)"),
        (Thing::NAME.is_in(["a", "b"]), false, "name IN ('a', 'b')"),
        (Thing::NOTE.exists(), false, "attribute_exists(note)"),
        (Thing::NOTE.not_exists(), true, "attribute_not_exists(note)"),
        (
            Thing::NAME.begins_with("Ch"),
            true,
            "begins_with(name, 'Ch')",
        ),
        (Thing::NAME.contains("arl"), true, "contains(name, 'arl')"),
        (
            Thing::NAME.has_type(WireType::S),
            true,
            "attribute_type(name, 'S')",
        ),
        (
            Thing::DATA.has_type(WireType::L),
            false,
            "attribute_type(data, 'L')",
        ),
        (Thing::NOTE.eq("n"), false, "note = 'n'"),
        (Thing::NOTE.ne("n"), true, "note <> 'n'"),
    ];
    for (condition, found, text) in cases {
        filters.expect(condition, found, text).await;
    }
    filters.expect(Thing::ID.eq("x"), true, "id = 'x'").await;
    // A map as a whole.
    let (found, text) = filters.find(Thing::PART.eq(part(9))).await;
    assert!(found && text.starts_with("part = {\"M\":{"), "{text}");
    let (found, _) = filters.find(Thing::PART.eq(part(8))).await;
    assert!(!found);
}

#[tokio::test]
async fn every_container() {
    let filters = Filters::new().await;
    let cases = [
        (Thing::LABELS.contains("a"), true, "contains(labels, 'a')"),
        (Thing::LABELS.contains("c"), false, "contains(labels, 'c')"),
        (Thing::NUMBERS.contains(2_u32), true, "contains(numbers, 2)"),
        (Thing::LIST.contains(8_u32), true, "contains(list, 8)"),
        (Thing::LIST.contains(9_u32), false, "contains(list, 9)"),
        (
            Thing::DATA.contains(vec![2, 3]),
            !filters.fixture.has(EngineFault::BinaryPartsNotFound),
            "contains(data, {\"B\":\"AgM=\"})",
        ),
        (
            Thing::DATA.begins_with(vec![1_u8]),
            true,
            "begins_with(data, {\"B\":\"AQ==\"})",
        ),
        (
            Thing::GRID.contains(vec![1]),
            true,
            "contains(grid, {\"L\":[{\"N\":\"1\"}]})",
        ),
        // C11.
        (Thing::NAME.size().eq(7), true, "size(name) = 7"),
        (Thing::DATA.size().ne(3), false, "size(data) <> 3"),
        (Thing::LABELS.size().lt(3), true, "size(labels) < 3"),
        (Thing::LIST.size().le(1), false, "size(list) <= 1"),
        (Thing::PRICES.size().gt(0), true, "size(prices) > 0"),
        (Thing::PART.size().ge(4), false, "size(part) >= 4"),
    ];
    for (condition, found, text) in cases {
        filters.expect(condition, found, text).await;
    }
}

/// C15, C16, C22: paths into lists and maps; every name once.
#[tokio::test]
async fn paths() {
    let filters = Filters::new().await;
    let price = |index: usize| Thing::PARTS.index(index).field(Part::PRICE);
    let cases = [
        (Thing::LIST.index(0).eq(7_u32), true, "list[0] = 7"),
        (
            Thing::GRID.index(1).index(1).eq(3_u32),
            true,
            "grid[1][1] = 3",
        ),
        (price(1).gt(5_u32), true, "parts[1].unit-price.net > 5"),
        (
            price(2).exists(),
            false,
            "attribute_exists(parts[2].unit-price.net)",
        ),
        (
            Thing::PART.field(Part::TAGS).contains("new"),
            true,
            "contains(part.tags, 'new')",
        ),
        (
            Thing::PARTS
                .index(0)
                .field(Part::INNER)
                .index(0)
                .field(Leaf::VALUE)
                .begins_with("v"),
            true,
            "begins_with(parts[0].inner[0].value, 'v')",
        ),
        (Thing::PRICES.key("a.b").eq(4_u32), true, "prices.a.b = 4"),
        (
            Thing::PRICES.key("none").ne(4_u32),
            true,
            "prices.none <> 4",
        ),
    ];
    for (condition, found, text) in cases {
        filters.expect(condition, found, text).await;
    }
    let twice =
        (price(0).eq(5_u32) & price(1).eq(5_u32)) | Thing::PART.field(Part::PRICE).eq(5_u32);
    let found = filters.table.scan().filter(twice).count().await.unwrap();
    assert_eq!(found, 0);
    let request = filters.fixture.requests().only();
    assert_eq!(
        request.get("FilterExpression"),
        "#n0[0].#n1 = :v0 AND #n0[1].#n1 = :v1 OR #n2.#n1 = :v2"
    );
    assert_eq!(
        request.get("ExpressionAttributeNames"),
        &json!({"#n0": "parts", "#n1": "unit-price.net", "#n2": "part"})
    );
}

/// C12, C24, C26: no parentheses but those that are needed; a negation stays one.
#[tokio::test]
async fn joined_conditions() {
    let filters = Filters::new().await;
    let a = || Thing::SIZE.eq(3_u32);
    let b = || Thing::NAME.eq("Charlie");
    let c = || Thing::POWER.gt(0);
    let cases = [
        (a() & b(), true, "size = 3 AND name = 'Charlie'"),
        (a() | c(), true, "size = 3 OR power-level.max > 0"),
        (
            a() & b() & c(),
            false,
            "size = 3 AND name = 'Charlie' AND power-level.max > 0",
        ),
        (
            a() & (b() & c()),
            false,
            "size = 3 AND name = 'Charlie' AND power-level.max > 0",
        ),
        (
            (a() & b()) | c(),
            true,
            "size = 3 AND name = 'Charlie' OR power-level.max > 0",
        ),
        (
            c() | (a() & b()),
            true,
            "power-level.max > 0 OR size = 3 AND name = 'Charlie'",
        ),
        (
            (a() | b()) & c(),
            false,
            "(size = 3 OR name = 'Charlie') AND power-level.max > 0",
        ),
        (
            a() & (b() | c()),
            true,
            "size = 3 AND (name = 'Charlie' OR power-level.max > 0)",
        ),
        (!a(), false, "NOT size = 3"),
        (!!a(), true, "NOT NOT size = 3"),
        (!a() | b(), true, "NOT size = 3 OR name = 'Charlie'"),
        (!(a() & c()), true, "NOT (size = 3 AND power-level.max > 0)"),
        (
            !(a() | c()) & b(),
            false,
            "NOT (size = 3 OR power-level.max > 0) AND name = 'Charlie'",
        ),
        // Not the same as `note >= 'n'`: the attribute is absent.
        (!Thing::NOTE.lt("n"), true, "NOT note < 'n'"),
        (Thing::NOTE.ge("n"), false, "note >= 'n'"),
    ];
    for (condition, found, text) in cases {
        filters.expect(condition, found, text).await;
    }
}

/// A time that is finer than its field rounds to the side that keeps the comparison exact.
#[tokio::test]
async fn times_round_by_operator() {
    let filters = Filters::new().await;
    let next = AT + time::Duration::SECOND;
    let never = "attribute_exists(timestamp) AND attribute_not_exists(timestamp)";
    let t = Thing::TIMESTAMP;
    let cases = [
        (t.eq(AT), true, "timestamp = 1796040000"),
        (t.lt(AT), false, "timestamp < 1796040000"),
        (t.le(AT), true, "timestamp <= 1796040000"),
        (t.gt(AT), false, "timestamp > 1796040000"),
        (t.ge(AT), true, "timestamp >= 1796040000"),
        (t.lt(FINER), true, "timestamp < 1796040001"),
        (t.le(FINER), true, "timestamp <= 1796040000"),
        (t.gt(FINER), false, "timestamp > 1796040000"),
        (t.ge(FINER), false, "timestamp >= 1796040001"),
        (t.eq(FINER), false, "timestamp = 1796040000.0005"),
        (t.ne(FINER), true, "timestamp <> 1796040000.0005"),
        (t.is_in([FINER]), false, "timestamp IN (1796040000.0005)"),
        (
            t.is_in([FINER, AT]),
            true,
            "timestamp IN (1796040000.0005, 1796040000)",
        ),
        (
            t.between(AT, FINER),
            true,
            "timestamp BETWEEN 1796040000 AND 1796040000",
        ),
        (
            t.between(FINER, next),
            false,
            "timestamp BETWEEN 1796040001 AND 1796040001",
        ),
        // No second lies between these two.
        (t.between(FINER, FINER), false, never),
    ];
    for (condition, found, text) in cases {
        filters.expect(condition, found, text).await;
    }
    // FC-52: each field in its own unit.
    let both = Thing::DATE.le(FINER) & Thing::TIMESTAMP.le(FINER);
    let text = "date <= '2026-11-30T12:00:00.000Z' AND timestamp <= 1796040000";
    filters.expect(both, true, text).await;
    let text = "date = '2026-11-30T12:00:00.000500000Z'";
    filters.expect(Thing::DATE.eq(FINER), false, text).await;
    filters
        .expect(Thing::DATE.ne(FINER), true, &text.replace('=', "<>"))
        .await;
}

/// Rounding does not leave the times that the field can hold: every stored one compares alike with what
/// lies beyond the last of them.
#[tokio::test]
async fn times_beyond_the_last() {
    let filters = Filters::new().await;
    let beyond = datetime!(9999-12-31 23:59:59.999_9 UTC);
    let last = "9999-12-31T23:59:59.999Z";
    let cases = [
        (Thing::DATE.lt(beyond), true, format!("date <= '{last}'")),
        (Thing::DATE.le(beyond), true, format!("date <= '{last}'")),
        (Thing::DATE.gt(beyond), false, format!("date > '{last}'")),
        (Thing::DATE.ge(beyond), false, format!("date > '{last}'")),
        (
            Thing::DATE.between(AT, beyond),
            true,
            format!("date BETWEEN '2026-11-30T12:00:00.000Z' AND '{last}'"),
        ),
        (
            Thing::DATE.between(beyond, beyond),
            false,
            "attribute_exists(date) AND attribute_not_exists(date)".to_owned(),
        ),
    ];
    for (condition, found, text) in cases {
        filters.expect(condition, found, &text).await;
    }
}

/// C04: IN takes 1 to 100 operands.
#[tokio::test]
async fn is_in_of_none_and_many() {
    let filters = Filters::new().await;
    let none: [u32; 0] = [];
    let text = "attribute_exists(size) AND attribute_not_exists(size)";
    filters.expect(Thing::SIZE.is_in(none), false, text).await;
    filters
        .expect(!Thing::SIZE.is_in(none), true, &format!("NOT ({text})"))
        .await;
    let either = Thing::SIZE.is_in(none) | Thing::SIZE.eq(3_u32);
    filters
        .expect(either, true, &format!("{text} OR size = 3"))
        .await;
    let both = Thing::SIZE.eq(3_u32) & Thing::SIZE.is_in(none);
    filters
        .expect(both, false, &format!("size = 3 AND {text}"))
        .await;
    filters
        .expect(Thing::SIZE.is_in([3_u32]), true, "size IN (3)")
        .await;
    let (found, text) = filters.find(Thing::SIZE.is_in(0..100_u32)).await;
    assert!(found);
    assert_eq!(text.matches(", ").count(), 99);
    let error = filters
        .table
        .scan()
        .filter(Thing::SIZE.is_in(0..101_u32))
        .count()
        .await;
    let error = error.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    assert_eq!(error.attribute(), Some("size"));
    assert_eq!(
        error.to_string(),
        "Scan on `things`: `size`: `is_in` has 101 values and DynamoDB takes 100: join \
         several `is_in` with `|`"
    );
    assert!(filters.fixture.requests().take().is_empty());
}

/// FC-24 in a filter.
#[tokio::test]
async fn reversed_ends_are_refused() {
    let filters = Filters::new().await;
    for (condition, attribute) in [
        (Thing::SIZE.between(4_u32, 3_u32), "size"),
        (Thing::NAME.between("b", "a"), "name"),
        (Thing::POWER.between(10_i64, 9), "power-level.max"),
        (Thing::TIMESTAMP.between(FINER, AT), "timestamp"),
        (Thing::LIST.index(0).between(2_u32, 1_u32), "list[0]"),
    ] {
        let error = filters
            .table
            .scan()
            .filter(condition)
            .all()
            .await
            .unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidRange);
        assert_eq!(error.attribute(), Some(attribute));
    }
    assert!(filters.fixture.requests().take().is_empty());
    filters
        .expect(
            Thing::POWER.between(9_i64, 10),
            false,
            "power-level.max BETWEEN 9 AND 10",
        )
        .await;
}

/// A value that DynamoDB cannot hold is an error of the request, at its attribute, without the value.
#[tokio::test]
async fn values_that_cannot_be_sent() {
    let filters = Filters::new().await;
    for (condition, attribute) in [
        (Thing::NOTE.eq(None), "note"),
        (Thing::DATE.lt(None), "date"),
        (Thing::DATE.is_in([AT.into(), None]), "date"),
    ] {
        let debug = format!("{condition:?}");
        let error = filters
            .table
            .scan()
            .filter(condition)
            .all()
            .await
            .unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Encode, "{debug}");
        assert_eq!(error.attribute(), Some(attribute));
    }
    assert!(filters.fixture.requests().take().is_empty());
    let debug = format!("{:?}", Thing::NAME.eq("secret") & Thing::SIZE.lt(3_u32));
    assert_eq!(debug, "Condition(#n0 = :v0 AND #n1 < :v1)");
}
