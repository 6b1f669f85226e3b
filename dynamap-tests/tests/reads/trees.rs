//! Random conditions: the engine takes them as they are written, and means by them what a plain evaluation
//! of the tree means.

use dynamap::{Condition, DynamoItem};
use dynamap_tests::Fixture;
use proptest::prelude::*;

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "rows")]
struct Row {
    #[partition_key]
    id: u32,
    number: Option<i64>,
    text: Option<String>,
}

#[derive(Debug, Clone)]
enum Tree {
    Eq(i64),
    Ne(i64),
    Lt(i64),
    Le(i64),
    Gt(i64),
    Ge(i64),
    Between(i64, i64),
    In(Vec<i64>),
    Exists,
    NotExists,
    BeginsWith(String),
    Contains(String),
    Longer(u64),
    And(Box<Tree>, Box<Tree>),
    Or(Box<Tree>, Box<Tree>),
    Not(Box<Tree>),
}

fn trees() -> impl Strategy<Value = Tree> {
    let number = -1..4_i64;
    let leaf = prop_oneof![
        number.clone().prop_map(Tree::Eq),
        number.clone().prop_map(Tree::Ne),
        number.clone().prop_map(Tree::Lt),
        number.clone().prop_map(Tree::Le),
        number.clone().prop_map(Tree::Gt),
        number.clone().prop_map(Tree::Ge),
        (number.clone(), 0..3_i64).prop_map(|(low, more)| Tree::Between(low, low + more)),
        prop::collection::vec(number, 0..3).prop_map(Tree::In),
        Just(Tree::Exists),
        Just(Tree::NotExists),
        "[ab]{0,2}".prop_map(Tree::BeginsWith),
        "[ab]{1,2}".prop_map(Tree::Contains),
        (0..3_u64).prop_map(Tree::Longer),
    ];
    leaf.prop_recursive(5, 24, 2, |inner| {
        let inner = inner.prop_map(Box::new);
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| Tree::And(a, b)),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| Tree::Or(a, b)),
            inner.prop_map(Tree::Not),
        ]
    })
}

impl Tree {
    fn condition(&self) -> Condition<Row> {
        match self {
            Self::Eq(n) => Row::NUMBER.eq(*n),
            Self::Ne(n) => Row::NUMBER.ne(*n),
            Self::Lt(n) => Row::NUMBER.lt(*n),
            Self::Le(n) => Row::NUMBER.le(*n),
            Self::Gt(n) => Row::NUMBER.gt(*n),
            Self::Ge(n) => Row::NUMBER.ge(*n),
            Self::Between(low, high) => Row::NUMBER.between(*low, *high),
            Self::In(numbers) => Row::NUMBER.is_in(numbers),
            Self::Exists => Row::NUMBER.exists(),
            Self::NotExists => Row::TEXT.not_exists(),
            Self::BeginsWith(prefix) => Row::TEXT.begins_with(prefix),
            Self::Contains(part) => Row::TEXT.contains(part),
            Self::Longer(size) => Row::TEXT.size().gt(*size),
            Self::And(a, b) => a.condition() & b.condition(),
            Self::Or(a, b) => a.condition() | b.condition(),
            Self::Not(a) => !a.condition(),
        }
    }

    /// By DynamoDB's rules: of an absent attribute only `<>` and `attribute_not_exists` are true.
    fn holds(&self, row: &Row) -> bool {
        let number = |holds: &dyn Fn(i64) -> bool| row.number.is_some_and(holds);
        let text = |holds: &dyn Fn(&str) -> bool| row.text.as_deref().is_some_and(holds);
        match self {
            Self::Eq(n) => number(&|number| number == *n),
            Self::Ne(n) => row.number != Some(*n),
            Self::Lt(n) => number(&|number| number < *n),
            Self::Le(n) => number(&|number| number <= *n),
            Self::Gt(n) => number(&|number| number > *n),
            Self::Ge(n) => number(&|number| number >= *n),
            Self::Between(low, high) => number(&|number| (*low..=*high).contains(&number)),
            Self::In(numbers) => number(&|number| numbers.contains(&number)),
            Self::Exists => row.number.is_some(),
            Self::NotExists => row.text.is_none(),
            Self::BeginsWith(prefix) => text(&|text| text.starts_with(prefix.as_str())),
            Self::Contains(part) => text(&|text| text.contains(part.as_str())),
            Self::Longer(size) => text(&|text| text.len() as u64 > *size),
            Self::And(a, b) => a.holds(row) && b.holds(row),
            Self::Or(a, b) => a.holds(row) || b.holds(row),
            Self::Not(a) => !a.holds(row),
        }
    }
}

/// Whether a pair of parentheses could go: what it holds binds at least as tightly as what is around it.
fn has_needless_parentheses(expression: &str) -> bool {
    let text: Vec<char> = expression.chars().collect();
    let mut open = Vec::new();
    for (at, character) in text.iter().enumerate() {
        match character {
            '(' => open.push(at),
            ')' => {
                let start: usize = open.pop().expect("a pair");
                let before: String = text[..start].iter().collect();
                let is_call =
                    before.ends_with(|last: char| last.is_ascii_lowercase() || last == '_');
                if is_call || before.ends_with("IN ") {
                    continue;
                }
                let inner: String = text[start + 1..at].iter().collect();
                let after: String = text[at + 1..].iter().collect();
                let inner = flat(&inner);
                let loosest = if inner.contains(" OR ") {
                    0
                } else if inner.replace("BETWEEN :v AND", "").contains(" AND ") {
                    1
                } else {
                    2
                };
                let around = if before.ends_with("NOT ") {
                    2
                } else {
                    usize::from(before.ends_with(" AND ") || after.starts_with(" AND "))
                };
                if loosest >= around {
                    return true;
                }
            }
            _ => {}
        }
    }
    false
}

/// An expression without what stands in its parentheses, every value spelled alike.
fn flat(expression: &str) -> String {
    let mut depth = 0;
    let mut text = String::new();
    for character in expression.chars() {
        match character {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ if depth > 0 => {}
            digit if digit.is_ascii_digit() => {}
            other => text.push(other),
        }
    }
    text
}

#[test]
fn parentheses_are_judged() {
    for needless in [
        "(#n0 = :v0)",
        "#n0 = :v0 AND (#n1 = :v1 AND #n0 = :v2)",
        "NOT (#n0 = :v0)",
    ] {
        assert!(has_needless_parentheses(needless), "{needless}");
    }
    for needed in [
        "(#n0 = :v0 OR #n1 = :v1) AND #n0 = :v2",
        "NOT (#n0 = :v0 AND #n1 = :v1)",
        "#n0 IN (:v0) AND NOT size(#n1) > :v1",
        "NOT (#n0 = :v0 OR NOT (#n0 = :v0 AND #n0 = :v0))",
    ] {
        assert!(!has_needless_parentheses(needed), "{needed}");
    }
}

#[test]
fn conditions_mean_what_their_trees_mean() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let texts = [None, Some(""), Some("a"), Some("ab"), Some("b"), Some("ba")];
    let numbers = [None, Some(-1), Some(0), Some(1), Some(2)];
    let pairs = numbers
        .iter()
        .flat_map(|number| texts.map(|text| (*number, text)));
    let rows: Vec<Row> = (0..)
        .zip(pairs)
        .map(|(id, (number, text))| Row {
            id,
            number,
            text: text.map(str::to_owned),
        })
        .collect();
    let fixture = Fixture::new();
    let table = runtime.block_on(async {
        let table = fixture.create::<Row>().await;
        for row in &rows {
            table.put(row).send().await.unwrap();
        }
        fixture.requests().clear();
        table
    });
    let config = ProptestConfig {
        cases: 256,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    proptest!(config, |(tree in trees())| {
        let mut found = runtime.block_on(table.scan().filter(tree.condition()).all()).unwrap();
        found.sort_by_key(|row| row.id);
        let expected: Vec<Row> = rows.iter().filter(|row| tree.holds(row)).cloned().collect();
        prop_assert_eq!(found, expected);
        // Taking the request checks that every placeholder is used and every used one defined.
        let request = fixture.requests().only();
        let text = request.get("FilterExpression").as_str().unwrap().to_owned();
        prop_assert!(!has_needless_parentheses(&text), "{}", text);
    });
}
