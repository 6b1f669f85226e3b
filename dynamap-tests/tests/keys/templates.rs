//! What template keys of other mappers are to composed keys: the cases that they assert, and those that
//! they let pass.

use aws_sdk_dynamodb::types::AttributeValue;
use dynamap::{DynamoItem, ErrorKind};
use dynamap_tests::Fixture;

fn text(item: &impl DynamoItem, name: &str) -> String {
    match &item.to_item().unwrap()[name] {
        AttributeValue::S(text) => text.clone(),
        other => format!("{other:?}"),
    }
}

/// K01, K03: a prefix before the one field; a constant.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "app", sort_key(attribute = "sk", value = "PROFILE"))]
struct User {
    #[partition_key(prefix = "USER")]
    email: String,
}

#[test]
fn k01_k03_k11_a_prefix_and_a_constant_as_they_are_spelled() {
    let user = User {
        email: "John@example.com".into(),
    };
    // K11: the case of the text is the caller's, since lower case would make two keys one.
    assert_eq!(text(&user, "email"), "USER#John@example.com");
    assert_eq!(text(&user, "sk"), "PROFILE");
}

/// K02, K14: the parts in the order of their declaration.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "app",
    partition_key(attribute = "pk", prefix = "ORDER", parts = ["order_id", "day"]),
    sort_key(attribute = "sk", prefix = "LINE", parts = ["group", "name"]),
    index(
        name = "by_name",
        partition_key(attribute = "gsi1pk", prefix = "NAME", parts = ["nickname"]),
        sort_key(attribute = "gsi1sk", parts = ["group", "order_id"])
    )
)]
struct Line {
    order_id: String,
    day: time::Date,
    group: i32,
    name: String,
    nickname: Option<String>,
}

fn line(group: i32, name: &str) -> Line {
    Line {
        order_id: "123".into(),
        day: time::macros::date!(2024 - 01 - 01),
        group,
        name: name.into(),
        nickname: Some("n".into()),
    }
}

#[test]
fn k02_k14_parts_stand_in_their_declared_order() {
    assert_eq!(text(&line(7, "a"), "pk"), "ORDER#123#2024-01-01");
    assert_eq!(text(&line(7, "a"), "gsi1pk"), "NAME#n");
    assert_eq!(text(&line(7, "a"), "gsi1sk"), "00000000000000000007#123");
}

#[test]
fn k06_k07_k09_integers_are_padded_to_the_longest_there_is() {
    assert_eq!(text(&line(42, "a"), "sk"), "LINE#00000000000000000042#a");
    assert_eq!(text(&line(0, "a"), "sk"), "LINE#00000000000000000000#a");
    assert_eq!(
        text(&line(i32::MAX, "a"), "sk"),
        "LINE#00000000002147483647#a"
    );
}

#[test]
fn k10_a_negative_integer_does_not_sort_and_is_refused() {
    let error = line(-1, "a").to_item().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Encode);
    assert_eq!(error.attribute(), Some("sk.group"));
}

#[test]
fn k16_k17_parts_that_could_not_be_read_back_are_refused() {
    // The last free part may hold the separator.
    assert_eq!(text(&line(1, "a#b"), "sk"), "LINE#00000000000000000001#a#b");
    for faulty in [
        Line {
            order_id: String::new(),
            ..line(1, "a")
        },
        line(1, ""),
    ] {
        let error = faulty.to_item().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Encode);
    }
}

/// K18, R30: a query that knows only leading parts asks for what begins with them.
#[tokio::test]
async fn k18_r30_leading_parts_are_a_prefix() {
    let fixture = Fixture::new();
    let lines = fixture.create::<Line>().await;
    let mut written = Vec::new();
    for (group, name) in [(1, "a"), (1, "b"), (10, "a"), (2, "a")] {
        written.push(lines.create(line(group, name)).send().await.unwrap());
    }
    fixture.requests().clear();
    let day = time::macros::date!(2024 - 01 - 01);
    let found = lines.query(("123", day)).eq(1).all().await.unwrap();
    assert_eq!(found, written[..2]);
    let all = lines.query(("123", day)).all().await.unwrap();
    let in_order = [0, 1, 3, 2].map(|index: usize| written[index].clone());
    assert_eq!(all, in_order);
    let conditions: Vec<String> = fixture
        .requests()
        .take()
        .iter()
        .map(dynamap_tests::Request::key_condition)
        .collect();
    assert_eq!(
        conditions,
        [
            "pk = 'ORDER#123#2024-01-01' AND begins_with(sk, 'LINE#00000000000000000001#')",
            "pk = 'ORDER#123#2024-01-01' AND begins_with(sk, 'LINE#')",
        ]
    );
}

/// R32: a comparison is with the key as a whole, never with each attribute by itself: behind (1, b) comes
/// (2, a), although `a` is less than `b`.
#[tokio::test]
async fn r32_keys_compare_as_tuples() {
    let fixture = Fixture::new();
    let lines = fixture.create::<Line>().await;
    for (group, name) in [(1, "b"), (2, "a"), (3, "c")] {
        lines.create(line(group, name)).send().await.unwrap();
    }
    let day = time::macros::date!(2024 - 01 - 01);
    let found = lines.query(("123", day)).gt(1).all().await.unwrap();
    let found: Vec<_> = found
        .iter()
        .map(|line| (line.group, line.name.as_str()))
        .collect();
    assert_eq!(found, [(2, "a"), (3, "c")]);
}

#[tokio::test]
async fn k05_k20_an_index_key_without_a_part_is_left_out() {
    let fixture = Fixture::new();
    let lines = fixture.create::<Line>().await;
    let unnamed = Line {
        nickname: None,
        ..line(1, "a")
    };
    let item = unnamed.to_item().unwrap();
    assert!(!item.contains_key("gsi1pk") && !item.contains_key("gsi1sk"));
    lines.create(unnamed).send().await.unwrap();
    lines.create(line(1, "b")).send().await.unwrap();
    let found = lines.query_by_name("n").all().await.unwrap();
    assert_eq!(found, [line(1, "b")]);
}

/// K21, K22: numbers as keys are numbers.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "scores")]
struct Score {
    #[partition_key]
    game: dynamap::Number,
    #[sort_key]
    points: u32,
}

#[tokio::test]
async fn k21_k22_numeric_keys_are_in_numeric_order() {
    let fixture = Fixture::new();
    let scores = fixture.create::<Score>().await;
    for game in ["42", "3.14", "-100"] {
        for points in [100, 5, 20, 1, 50, 10] {
            let game = game.parse().unwrap();
            scores.create(Score { game, points }).send().await.unwrap();
        }
    }
    let game: dynamap::Number = "3.14".parse().unwrap();
    let query = || scores.query(game);
    let points = |found: Vec<Score>| found.iter().map(|score| score.points).collect::<Vec<_>>();
    assert_eq!(
        points(query().all().await.unwrap()),
        [1, 5, 10, 20, 50, 100]
    );
    assert_eq!(points(query().gt(15).all().await.unwrap()), [20, 50, 100]);
    let between = query().between(5, 50).all().await.unwrap();
    assert_eq!(points(between), [5, 10, 20, 50]);
    let page = query().page_size(3).send().await.unwrap();
    assert!(page.cursor.is_some());
    assert_eq!(points(page.items), [1, 5, 10]);
}
