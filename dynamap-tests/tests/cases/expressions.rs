//! Expressions: names and values in their placeholder tables, whatever is joined.

use std::collections::BTreeMap;

use dynamap::{Condition, DynamoItem, ErrorKind};
use dynamap_tests::Fixture;
use serde_json::json;

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "things")]
struct Thing {
    #[partition_key]
    id: String,
    name: String,
    size: u32,
    note: Option<String>,
    counts: BTreeMap<String, u32>,
}

fn thing() -> Thing {
    Thing {
        id: "x".to_owned(),
        name: "n".to_owned(),
        size: 3,
        note: None,
        counts: (0..30)
            .map(|number| (format!("k{number}"), number))
            .collect(),
    }
}

async fn with_one() -> (Fixture, ThingTable) {
    let fixture = Fixture::new();
    let table = fixture.create::<Thing>().await;
    table.put(thing()).send().await.unwrap();
    fixture.requests().clear();
    (fixture, table)
}

/// C22, C23: a name is entered once, a value at each use, equal or not.
#[tokio::test]
async fn a_name_has_one_placeholder_and_each_value_its_own() {
    let (fixture, things) = with_one().await;
    let condition: Condition<Thing> = Thing::SIZE.ge(3_u32) & Thing::SIZE.le(3_u32);
    assert_eq!(things.scan().filter(condition).count().await.unwrap(), 1);
    let request = fixture.requests().only().renamed();
    assert_eq!(request["FilterExpression"], "#1 >= :1 AND #1 <= :2");
    assert_eq!(request["ExpressionAttributeNames"], json!({"#1": "size"}));
    assert_eq!(
        request["ExpressionAttributeValues"],
        json!({":1": {"N": "3"}, ":2": {"N": "3"}})
    );
}

/// C28: of more names than ten none is the beginning of another, in whatever order they are joined.
#[tokio::test]
async fn many_names_are_told_apart() {
    let (fixture, things) = with_one().await;
    let of =
        |number: u32| -> Condition<Thing> { Thing::COUNTS.key(format!("k{number}")).eq(number) };
    let forward = (0..30).map(of).reduce(|left, right| left & right).unwrap();
    let backward = (0..30)
        .rev()
        .map(of)
        .reduce(|left, right| left & right)
        .unwrap();
    let texts = [
        (0..30)
            .map(|number| format!("counts.k{number} = {number}"))
            .collect::<Vec<_>>(),
        (0..30)
            .rev()
            .map(|number| format!("counts.k{number} = {number}"))
            .collect(),
    ];
    for (condition, text) in [forward.clone(), backward.clone()].into_iter().zip(&texts) {
        assert_eq!(things.scan().filter(condition).count().await.unwrap(), 1);
        assert_eq!(fixture.requests().only().filter(), text.join(" AND "));
    }
    let both = forward | backward;
    assert_eq!(things.scan().filter(both).count().await.unwrap(), 1);
    let names = fixture
        .requests()
        .only()
        .get("ExpressionAttributeNames")
        .clone();
    assert_eq!(names.as_object().unwrap().len(), 31);
}

/// A condition of any shape, and whether the item satisfies it.
fn any_condition(random: &mut fastrand::Rng, depth: usize) -> (Condition<Thing>, bool) {
    if depth > 0 && random.u8(..) < 160 {
        let (left, a) = any_condition(random, depth - 1);
        return match random.u8(..3) {
            0 => (!left, !a),
            joined => {
                let (right, b) = any_condition(random, depth - 1);
                if joined == 1 {
                    (left & right, a && b)
                } else {
                    (left | right, a || b)
                }
            }
        };
    }
    let number = random.u32(..30);
    match random.u8(..7) {
        0 => (Thing::SIZE.eq(number), number == 3),
        1 => (Thing::NOTE.not_exists(), true),
        2 => (Thing::NAME.is_in(["n", "m"]), true),
        3 => (Thing::SIZE.is_in([0_u32; 0]), false),
        4 => (
            Thing::COUNTS
                .key(format!("k{number}"))
                .between(3_u32, 9_u32),
            (3..=9).contains(&number),
        ),
        5 => (
            Thing::COUNTS
                .key(format!("k{number}"))
                .gt_attribute(Thing::SIZE),
            number > 3,
        ),
        _ => (
            Thing::NAME.begins_with("n") & Thing::NAME.size().eq(1),
            true,
        ),
    }
}

/// C31: every placeholder that is declared is used, and every one that is used declared, in any expression; and
/// the expression means what was joined. (The harness judges the placeholders of each request.)
#[tokio::test]
async fn any_expression_declares_what_it_uses() {
    let (fixture, things) = with_one().await;
    let mut random = fastrand::Rng::with_seed(31);
    for _ in 0..200 {
        let (condition, holds) = any_condition(&mut random, 4);
        let found = things
            .scan()
            .filter(condition.clone())
            .count()
            .await
            .unwrap();
        let request = fixture.requests().only();
        assert_eq!(found, u64::from(holds), "{}", request.filter());
        let update = things
            .update("x")
            .set(Thing::SIZE, 3_u32)
            .remove(Thing::NOTE);
        let update = update.condition(condition).send().await;
        let request = fixture.requests().only();
        assert_eq!(update.is_ok(), holds, "{}", request.condition());
    }
}

/// J03: what looks like a path in a key of a map is a name.
#[tokio::test]
async fn a_key_that_looks_like_a_path_is_a_name() {
    let (fixture, things) = with_one().await;
    for key in [
        "[0]",
        "foo[bar]",
        "MyList[-1]",
        "MyList[0.4]",
        "a.b",
        "#n0",
        ":v0",
    ] {
        let updated = things
            .update("x")
            .set(Thing::COUNTS.key(key), 7_u32)
            .condition(Thing::COUNTS.key::<u32>(key).not_exists())
            .send()
            .await
            .unwrap();
        assert_eq!(updated.counts[key], 7);
        let names = fixture
            .requests()
            .only()
            .get("ExpressionAttributeNames")
            .clone();
        assert!(names.as_object().unwrap().values().any(|name| name == key));
    }
}

/// C27: an absent value is compared with nothing.
#[tokio::test]
async fn an_absent_value_is_no_operand() {
    let (fixture, things) = with_one().await;
    let error = things
        .scan()
        .filter(Thing::NOTE.eq(None))
        .all()
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Encode);
    assert_eq!(error.attribute(), Some("note"));
    assert!(fixture.requests().take().is_empty());
}

/// R27: a count asks for a count, and nothing else says what is selected.
#[tokio::test]
async fn a_count_selects_nothing_else() {
    let (fixture, things) = with_one().await;
    assert_eq!(things.query("x").count().await.unwrap(), 1);
    let request = fixture.requests().only();
    assert_eq!(request.get("Select"), "COUNT");
    assert_eq!(request.projection(), "");
    assert_eq!(things.query("x").all().await.unwrap(), [thing()]);
    assert_eq!(fixture.requests().only().get("Select"), &json!(null));
}

/// A NULL is no value of a field that is not an `Option`.
#[tokio::test]
async fn null_is_no_value() {
    let (fixture, things) = with_one().await;
    let raw = fixture.raw_client();
    raw.update_item()
        .table_name("things")
        .key(
            "id",
            aws_sdk_dynamodb::types::AttributeValue::S("x".to_owned()),
        )
        .update_expression("SET #size = :null")
        .expression_attribute_names("#size", "size")
        .expression_attribute_values(":null", aws_sdk_dynamodb::types::AttributeValue::Null(true))
        .send()
        .await
        .unwrap();
    let error = things.get("x").send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Decode);
    assert_eq!(error.attribute(), Some("size"));
}
