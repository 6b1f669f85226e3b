use std::collections::HashMap;

use proptest::prelude::*;
use proptest::sample::Index;

use super::*;

type Item = HashMap<String, AttributeValue>;

fn read_item(bytes: &[u8]) -> Result<Item, DecodeError> {
    let mut decoder = JsonDecoder::item(bytes)?;
    let item = Item::decode(&mut decoder)?;
    decoder.end()?;
    Ok(item)
}

fn skip_item(bytes: &[u8]) -> Result<(), DecodeError> {
    let mut decoder = JsonDecoder::item(bytes)?;
    decoder.skip()?;
    decoder.end()
}

fn write_item(item: &Item) -> String {
    let mut encoder = JsonEncoder::item(String::new());
    item.encode(&mut encoder).unwrap();
    encoder.finish()
}

#[derive(Debug, Clone)]
enum Damage {
    Remove(Index),
    Replace(Index, u8),
    Insert(Index, u8),
    Repeat(Index, Index),
    Truncate(Index),
}

fn damage() -> impl Strategy<Value = Damage> {
    let byte = || {
        prop_oneof![
            4 => prop::sample::select(b"\"\\{}[]:, \n\tutSNBL0dDfF/=\x01".to_vec()),
            1 => any::<u8>(),
        ]
    };
    prop_oneof![
        any::<Index>().prop_map(Damage::Remove),
        (any::<Index>(), byte()).prop_map(|(at, byte)| Damage::Replace(at, byte)),
        (any::<Index>(), byte()).prop_map(|(at, byte)| Damage::Insert(at, byte)),
        (any::<Index>(), any::<Index>()).prop_map(|(from, to)| Damage::Repeat(from, to)),
        any::<Index>().prop_map(Damage::Truncate),
    ]
}

fn apply(damage: &Damage, bytes: &mut Vec<u8>) {
    let length = bytes.len();
    if length == 0 {
        return;
    }
    match damage {
        Damage::Remove(at) => {
            bytes.remove(at.index(length));
        }
        Damage::Replace(at, byte) => bytes[at.index(length)] = *byte,
        Damage::Insert(at, byte) => bytes.insert(at.index(length + 1), *byte),
        Damage::Repeat(from, to) => {
            let (from, to) = (from.index(length), to.index(length));
            let part = bytes[from.min(to)..from.max(to)].to_vec();
            bytes.splice(from..from, part);
        }
        Damage::Truncate(at) => bytes.truncate(at.index(length)),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(ProptestConfig::default().cases.max(500)))]

    #[test]
    fn serde_json_reads_what_is_written(item in generate::item()) {
        prop_assert_eq!(oracle::item(write_item(&item).as_bytes()), Some(item));
    }

    #[test]
    fn damaged_items_read_as_with_serde_json(
        item in generate::item(),
        pretty in any::<bool>(),
        damages in prop::collection::vec(damage(), 0..4),
    ) {
        let mut bytes = write_item(&item).into_bytes();
        if pretty {
            let json: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
            bytes = serde_json::to_vec_pretty(&json).unwrap();
        }
        for damage in &damages {
            apply(damage, &mut bytes);
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let expected = oracle::item(&bytes);
        prop_assert_eq!(read_item(&bytes).ok(), expected.clone(), "{}", text);
        prop_assert_eq!(skip_item(&bytes).is_ok(), expected.is_some(), "{}", text);
    }
}

/// One case per file; the fuzzer starts from them too.
#[test]
fn the_corpus_reads_as_with_serde_json() {
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/src/value/tests/corpus");
    let (mut items, mut errors) = (0, 0);
    for entry in std::fs::read_dir(corpus).unwrap() {
        let path = entry.unwrap().path();
        let bytes = std::fs::read(&path).unwrap();
        let expected = oracle::item(&bytes);
        match expected {
            Some(_) => items += 1,
            None => errors += 1,
        }
        assert_eq!(read_item(&bytes).ok(), expected, "{}", path.display());
        assert_eq!(
            skip_item(&bytes).is_ok(),
            expected.is_some(),
            "{}",
            path.display()
        );
        // What is read whole does not end early.
        if expected.is_some() {
            let whole = bytes.trim_ascii_end().len();
            for end in 0..whole {
                assert!(
                    read_item(&bytes[..end]).is_err(),
                    "{} up to {end}",
                    path.display()
                );
            }
        }
    }
    assert!(
        items >= 15 && errors >= 40,
        "{items} items, {errors} errors"
    );
}

#[test]
fn an_item_is_written_as_the_service_spells_it() {
    let item = Item::from([("pk".to_owned(), s("a\"\\\n\u{1}é"))]);
    assert_eq!(write_item(&item), r#"{"pk":{"S":"a\"\\\n\u0001é"}}"#);
    let nested = (
        vec![Some(1_u8), None],
        std::collections::BTreeMap::from(
            [("k", true), ("l", false)].map(|(k, v)| (k.to_owned(), v)),
        ),
        std::collections::BTreeSet::from([vec![1_u8], vec![2]]),
    );
    assert_eq!(
        to_json(&nested),
        r#"{"L":[{"L":[{"N":"1"},{"NULL":true}]},{"M":{"k":{"BOOL":true},"l":{"BOOL":false}}},{"BS":["AQ==","Ag=="]}]}"#
    );
}

#[test]
fn strings_read_with_every_escape() {
    for (json, text) in [
        (r#""a\"\\\/\b\f\n\r\tz""#, "a\"\\/\u{8}\u{c}\n\r\tz"),
        (r#""\u00e9\u20AC\ud834\udd1e""#, "é€𝄞"),
        (r#""\u0000""#, "\0"),
        (r#""0123456\u0041 0123456789""#, "0123456A 0123456789"),
        (r#""""#, ""),
    ] {
        let value = format!("{{\"S\":{json}}}");
        assert_eq!(from_json::<String>(&value).unwrap(), text);
    }
}

#[test]
fn broken_strings_are_refused() {
    for json in [
        r#""\ud834""#,
        r#""\udd1e""#,
        r#""\ud834\ud834""#,
        r#""\ud834x""#,
        r#""\u12""#,
        r#""\u+123""#,
        r#""\x""#,
        r#""\"#,
        "\"a\u{1}\"",
        "\"01234567\n\"",
        "\"open",
    ] {
        let value = format!("{{\"S\":{json}}}");
        assert!(from_json::<String>(&value).is_err(), "{json}");
        let item = format!("{{\"a\":{value}}}");
        assert!(skip_item(item.as_bytes()).is_err(), "{json}");
    }
    assert!(JsonDecoder::item(b"{\"a\":{\"S\":\"\xff\"}}").is_err());
}

#[test]
fn names_and_tags_read_with_escapes_and_white_space() {
    let item =
        read_item(b" {\n\"p\\u006b\" : { \"\\u0053\" : \"a\" } , \"n\":\t{\"NULL\": true }\r} ")
            .unwrap();
    assert_eq!(
        item,
        Item::from([("pk".to_owned(), s("a")), ("n".to_owned(), NULL)])
    );
}

#[test]
fn a_value_has_exactly_one_tag() {
    for json in [
        r#"{"S":"a","S":"b"}"#,
        r#"{"S":"a","N":"1"}"#,
        r#"{"L":[],"M":{}}"#,
        "{}",
        r#"{"T":"a"}"#,
        r#"{"NULL":false}"#,
        r#"{"NULL":null}"#,
        r#"{"BOOL":"true"}"#,
        r#"{"N":1}"#,
        r#"{"S":"a"}}"#,
        r#"{"S":"a"} x"#,
        r#"{"S":"a""#,
        r#"{"S":"a",}"#,
        r#"{"L":[{"N":"1"},]}"#,
        r#"{"SS":["a",]}"#,
        r#"{"SS":[{"S":"a"}]}"#,
        r#"{"M":{"a":{"S":"b"},}}"#,
        "",
    ] {
        assert!(from_json::<AttributeValue>(json).is_err(), "{json}");
    }
    let two = from_json::<String>(r#"{"S":"a","N":"1"}"#).unwrap_err();
    assert_eq!(
        two.to_string(),
        "expected a value of one type, found a second tag"
    );
}

#[test]
fn the_later_of_two_attributes_of_one_name_wins() {
    let item = read_item(br#"{"a":{"S":"1"},"a":{"N":"2"}}"#).unwrap();
    assert_eq!(item, Item::from([("a".to_owned(), n("2"))]));
}

#[test]
fn nesting_ends_at_128_levels() {
    let nested = |levels: usize| {
        let mut json = "{\"L\":[".repeat(levels);
        json.push_str(&"]}".repeat(levels));
        json
    };
    assert!(from_json::<AttributeValue>(&nested(128)).is_ok());
    for levels in [129, 100_000] {
        let json = nested(levels);
        assert!(from_json::<AttributeValue>(&json).is_err());
        let item = format!("{{\"a\":{json}}}");
        assert!(skip_item(item.as_bytes()).is_err());
    }
}

#[test]
fn c144_base64_is_padded_and_of_the_standard_alphabet() {
    assert_eq!(
        from_json::<Vec<u8>>(r#"{"B":"U3Vubnk="}"#).unwrap(),
        b"Sunny"
    );
    for text in ["U3Vubnk", "U3Vubnl=", "-_-_", "U3Vu bnk=", "=", "AA==="] {
        let json = format!("{{\"B\":\"{text}\"}}");
        assert!(from_json::<Vec<u8>>(&json).is_err(), "{text}");
    }
}

#[test]
fn s30_bytes_are_in_base64_once() {
    assert_eq!(to_json(&b"foo".to_vec()), r#"{"B":"Zm9v"}"#);
}

#[test]
fn a_decoder_leaves_what_follows_its_item() {
    let text = r#"{"a":{"S":"b"}},{"a":{"S":"c"}}]"#;
    let mut decoder = JsonDecoder::item_text(text);
    decoder.skip().unwrap();
    assert_eq!(decoder.rest(), r#",{"a":{"S":"c"}}]"#);
    assert!(decoder.end().is_err());
}

#[test]
fn an_encoder_appends_and_drops_names_without_a_value() {
    let mut encoder = JsonEncoder::item("[".to_owned());
    encoder.open_map(3);
    encoder.key("a");
    encoder.key("b");
    encoder.null();
    encoder.key("c");
    encoder.close();
    assert_eq!(encoder.finish(), r#"[{"b":{"NULL":true}}"#);
}

#[test]
fn errors_show_no_contents() {
    let error = read_item(br#"{"secret":{"S":"hidden"#)
        .unwrap_err()
        .to_string();
    assert!(
        !error.contains("secret") && !error.contains("hidden"),
        "{error}"
    );
    assert_eq!(
        error,
        "`.*`: expected the end of a string, found the end of the JSON text"
    );
}
