//! Whole answers through both paths: the same items, or an error on both.

use std::cell::Cell;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use crate::both_ways::{Agreement, BothWays, IDS, Operation};

/// A JSON string in one of its many spellings.
fn quoted(text: &str, styles: &[u8]) -> String {
    let mut json = String::from('"');
    for (index, character) in text.chars().enumerate() {
        let style = styles
            .get(index % styles.len().max(1))
            .copied()
            .unwrap_or(0);
        let escapes = || {
            let mut units = [0; 2];
            let units = character.encode_utf16(&mut units).iter();
            let units: Vec<String> = units.map(|unit| format!("\\u{unit:04x}")).collect();
            units.concat()
        };
        match (character, style) {
            (_, 0) => json.push_str(&escapes().to_uppercase().replace('U', "u")),
            ('"', _) => json.push_str("\\\""),
            ('\\', _) => json.push_str("\\\\"),
            ('/', 1) => json.push_str("\\/"),
            ('\n', _) => json.push_str("\\n"),
            ('\t', _) => json.push_str("\\t"),
            ('\u{8}', _) => json.push_str("\\b"),
            ('\0'..' ', _) => json.push_str(&escapes()),
            _ => json.push(character),
        }
    }
    json + "\""
}

fn string() -> impl Strategy<Value = String> {
    let text = prop_oneof![6 => "[a-z0-9]{0,12}", 3 => "\\PC{0,9}", 1 => any::<String>()];
    (text, vec(0_u8..12, 1..4)).prop_map(|(text, styles)| quoted(&text, &styles))
}

fn number() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => any::<i64>().prop_map(|number| format!("\"{number}\"")),
        2 => any::<i32>().prop_map(|number| format!("\"{number}\"")),
        2 => any::<f32>().prop_map(|number| format!("\"{number}\"")),
        1 => select(vec!["\"1E3\"", "\"1.50\"", "\"-0\"", "\"+7\"", "\"x\"", "\"\"", "\"\\u0031\"", "1"])
            .prop_map(str::to_owned),
    ]
}

fn binary() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => vec(any::<u8>(), 0..9).prop_map(|bytes| format!("\"{}\"", BASE64_STANDARD.encode(bytes))),
        1 => select(vec!["\"AA\"", "\"A===\"", "\"AB==\"", "\"-_==\"", "\"QQ==\\n\"", "\"\\u0051Q\\u003D=\"", "\"\\/w==\""])
            .prop_map(str::to_owned),
    ]
}

fn array(element: impl Strategy<Value = String>) -> impl Strategy<Value = String> {
    (vec(element, 0..4), space())
        .prop_map(|(elements, space)| format!("[{space}{}]", elements.join(&format!(",{space}"))))
}

/// White space, mostly none.
fn space() -> impl Strategy<Value = &'static str> {
    select(vec!["", "", "", "", "", "", " ", "\n\t"])
}

fn tagged(
    tag: &'static str,
    payload: impl Strategy<Value = String>,
) -> impl Strategy<Value = String> {
    (payload, space()).prop_map(move |(payload, space)| {
        format!("{{{space}\"{tag}\"{space}:{space}{payload}{space}}}")
    })
}

fn truth() -> impl Strategy<Value = String> {
    select(vec!["true", "true", "false", "\"true\"", "1"]).prop_map(str::to_owned)
}

/// A value of any type, and spellings that only the SDK takes, or nobody.
fn value() -> BoxedStrategy<String> {
    let odd = select(vec![
        "null",
        "{}",
        "[]",
        "\"x\"",
        r#"{"S":null}"#,
        r#"{"S":null,"N":"1"}"#,
        r#"{"S":"x","N":"1"}"#,
        r#"{"S":"x","S":"y"}"#,
        r#"{"__type":"x","S":"y"}"#,
        r#"{"Z":{"a":[1,{"b":null}]}}"#,
        r#"{"NULL":null}"#,
        r#"{"S":"\ud800"}"#,
        r#"{"S":"\udc00\ud800"}"#,
        r#"{"\u0053":"x"}"#,
        r#"{"L":[null]}"#,
        r#"{"SS":[null]}"#,
        r#"{"M":{"a":null}}"#,
        "{\"S\":\"\u{1}\"}",
        r#"{"S":"\x"}"#,
    ]);
    let leaf = prop_oneof![
        4 => tagged("S", string()),
        4 => tagged("N", number()),
        2 => tagged("B", binary()),
        2 => tagged("BOOL", truth()),
        2 => tagged("NULL", truth()),
        1 => tagged("SS", array(string())),
        1 => tagged("NS", array(number())),
        1 => tagged("BS", array(binary())),
        1 => odd.prop_map(str::to_owned),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            tagged("L", array(inner.clone())),
            tagged("M", members(vec((string(), inner).boxed(), 0..4).boxed())),
        ]
    })
    .boxed()
}

/// An object of these members, in this order.
fn members(members: BoxedStrategy<Vec<(String, String)>>) -> impl Strategy<Value = String> {
    (members, space()).prop_map(|(members, space)| {
        let members: Vec<String> = members
            .iter()
            .map(|(name, value)| format!("{name}{space}:{space}{value}"))
            .collect();
        format!("{{{space}{}{space}}}", members.join(&format!("{space},")))
    })
}

fn part() -> impl Strategy<Value = String> {
    let name = (Just("\"name\"".to_owned()), tagged("S", string()));
    let other = (string(), value());
    let member = prop_oneof![3 => name, 1 => other].boxed();
    tagged("M", members(vec(member, 0..3).boxed()))
}

/// An attribute that the struct declares, of its type.
fn declared() -> BoxedStrategy<(String, String)> {
    fn named(
        name: &'static str,
        value: impl Strategy<Value = String>,
    ) -> impl Strategy<Value = (String, String)> {
        (vec(0_u8..40, 1..3), value).prop_map(move |(styles, value)| (quoted(name, &styles), value))
    }
    prop_oneof![
        named("text", tagged("S", string())),
        named("number", tagged("N", number())),
        named("real", tagged("N", number())),
        named("bytes", tagged("B", binary())),
        named("flag", tagged("BOOL", truth())),
        named("at", tagged("N", number())),
        named("list", tagged("L", array(part()))),
        named("part", part()),
        named("texts", tagged("SS", array(string()))),
        named("numbers", tagged("NS", array(number()))),
        named("any", value()),
        named(
            "map",
            tagged("M", members(vec((string(), value()).boxed(), 0..4).boxed()))
        ),
    ]
    .boxed()
}

/// What stands for the key, until the place of its item is known.
const ID: &str = "\"@\"";

fn item() -> impl Strategy<Value = String> {
    let names = [
        "text", "number", "real", "bytes", "flag", "at", "list", "part", "texts", "numbers", "id",
    ];
    let name = select(names.to_vec()).prop_map(|name| format!("\"{name}\""));
    let member = prop_oneof![
        30 => declared(),
        1 => (name, value()),
        4 => (string(), value()),
    ];
    let id = Just(ID.to_owned());
    let id = (Just("\"id\"".to_owned()), tagged("S", id));
    let with_id = (id, vec(member.clone(), 0..7)).prop_map(|(id, mut all)| {
        all.insert(all.len() / 2, id);
        all
    });
    let without = vec(member, 0..4);
    members(prop_oneof![30 => with_id, 1 => without].boxed())
}

/// The body of an answer.
fn answer(operation: Operation) -> BoxedStrategy<String> {
    let more = vec(
        (
            select(vec![
                r#""ConsumedCapacity":null"#,
                r#""Other":[{"Items":[{}]}]"#,
                r#""Other":"\u00e9]}\"""#,
                r#""Count":7"#,
            ]),
            any::<bool>(),
        ),
        0..3,
    );
    let items = vec(item(), 0..4);
    (items, more, space(), 0_u8..40)
        .prop_map(move |(mut items, more, space, odd)| {
            for (item, id) in items.iter_mut().zip(IDS) {
                *item = item.replace(ID, &format!("\"{id}\""));
            }
            let held = match operation {
                Operation::Query | Operation::Scan => {
                    let items = items.join(&format!(",{space}"));
                    format!("\"Items\"{space}:{space}[{items}{space}]")
                }
                Operation::BatchGet => {
                    let items = items.join(",");
                    format!("\"Responses\":{{{space}\"everything\":[{space}{items}]{space}}}")
                }
                Operation::TransactGet => {
                    let responses = items
                        .iter()
                        .map(|item| format!("{{{space}\"Item\":{item}}}"));
                    let mut responses: Vec<String> = responses.collect();
                    match odd {
                        0..5 => responses.push("{}".to_owned()),
                        5 => responses.push("null".to_owned()),
                        6 => responses.push("{\"Item\":null}".to_owned()),
                        _ => {}
                    }
                    format!("\"Responses\":[{}]", responses.join(","))
                }
            };
            let held = match odd {
                // Twice.
                7 => format!("{held},{held}"),
                8 => held
                    .replace("Items", "It\\u0065ms")
                    .replace("Responses", "\\u0052esponses"),
                9 => String::from("\"Items\":null,\"Responses\":null"),
                _ => held,
            };
            let before = more
                .iter()
                .filter(|(_, first)| *first)
                .map(|(text, _)| *text);
            let after = more
                .iter()
                .filter(|(_, first)| !*first)
                .map(|(text, _)| *text);
            let all: Vec<&str> = before.chain([held.as_str()]).chain(after).collect();
            format!("{space}{{{}}}{space}", all.join(&format!("{space},")))
        })
        .boxed()
}

/// What may become of a body on its way.
#[derive(Debug, Clone)]
enum Damage {
    None,
    Truncated(prop::sample::Index),
    Without(prop::sample::Index),
    With(prop::sample::Index, u8),
    Instead(prop::sample::Index, u8),
    Twice(prop::sample::Index),
    Refused,
}

fn damage() -> impl Strategy<Value = Damage> {
    let byte = || select(b"{}[]\",:\\ntS1\x00\x80\xff".to_vec());
    prop_oneof![
        12 => Just(Damage::None),
        1 => any::<prop::sample::Index>().prop_map(Damage::Truncated),
        1 => any::<prop::sample::Index>().prop_map(Damage::Without),
        1 => (any::<prop::sample::Index>(), byte()).prop_map(|(at, byte)| Damage::With(at, byte)),
        1 => (any::<prop::sample::Index>(), byte()).prop_map(|(at, byte)| Damage::Instead(at, byte)),
        1 => any::<prop::sample::Index>().prop_map(Damage::Twice),
        1 => Just(Damage::Refused),
    ]
}

impl Damage {
    fn on(&self, body: &str) -> (u16, Vec<u8>) {
        let mut body = body.as_bytes().to_vec();
        let length = body.len();
        match self {
            Self::None => {}
            Self::Truncated(at) => body.truncate(at.index(length)),
            Self::Without(at) => drop(body.remove(at.index(length))),
            Self::With(at, byte) => body.insert(at.index(length), *byte),
            Self::Instead(at, byte) => body[at.index(length)] = *byte,
            Self::Twice(at) => body.extend_from_within(at.index(length)..),
            Self::Refused => return (400, body),
        }
        (200, body)
    }
}

fn agree(operation: Operation, cases: impl Strategy<Value = (String, Damage)>) {
    let both = BothWays::new();
    let (total, read_alike, refused) = (Cell::new(0), Cell::new(0), Cell::new(0));
    let count = |counted: &Cell<u32>| counted.set(counted.get() + 1);
    proptest!(|((body, damage) in cases)| {
        let (status, body) = damage.on(&body);
        count(&total);
        match both.read(operation, status, &body) {
            Ok(Agreement::Read) => count(&read_alike),
            Ok(Agreement::Refused) => count(&refused),
            Ok(Agreement::NotLookedAt | Agreement::Escaped) => {}
            Err(difference) => prop_assert!(false, "{}", difference),
        }
    });
    // Neither way of agreeing is the rule.
    let seldom = total.get() / 8;
    assert!(read_alike.get() > seldom && refused.get() > seldom);
}

#[test]
fn queries_read_alike() {
    agree(Operation::Query, (answer(Operation::Query), damage()));
}

#[test]
fn scans_read_alike() {
    agree(Operation::Scan, (answer(Operation::Scan), damage()));
}

#[test]
fn batches_read_alike() {
    agree(Operation::BatchGet, (answer(Operation::BatchGet), damage()));
}

#[test]
fn transactions_read_alike() {
    let cases = (answer(Operation::TransactGet), damage());
    agree(Operation::TransactGet, cases);
}

/// Bodies of answers, one per file; the fuzzer of answers starts from them too.
#[test]
fn the_corpus_reads_alike() {
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/direct_reader/corpus");
    let both = BothWays::new();
    let (mut read_alike, mut refused, mut escaped) = (0, 0, 0);
    for entry in std::fs::read_dir(corpus).unwrap() {
        let path = entry.unwrap().path();
        let body = std::fs::read(&path).unwrap();
        for operation in Operation::ALL {
            match both.read(operation, 200, &body) {
                Ok(Agreement::Read) => read_alike += 1,
                Ok(Agreement::Refused) => refused += 1,
                Ok(Agreement::Escaped) => escaped += 1,
                Ok(Agreement::NotLookedAt) => {}
                Err(difference) => panic!("{} {operation:?}\n{difference}", path.display()),
            }
        }
    }
    assert!(
        read_alike >= 20 && refused >= 60 && escaped >= 2,
        "{read_alike} read, {refused} refused, {escaped} escaped"
    );
}
