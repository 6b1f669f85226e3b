use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};

use proptest::prelude::*;

use super::*;

fn l(elements: impl Into<Vec<AttributeValue>>) -> AttributeValue {
    AttributeValue::L(elements.into())
}

#[test]
fn s32_s34_lists() {
    assert_eq!(round_trip(&vec![1_u16, 2, 3]), l([n("1"), n("2"), n("3")]));
    assert_eq!(round_trip(&vec![String::new()]), l([s("")]));
    assert_eq!(round_trip(&Vec::<String>::new()), l([]));
    assert_eq!(
        round_trip(&VecDeque::from([true])),
        l([AttributeValue::Bool(true)])
    );
    assert_eq!(
        round_trip(&["a".to_owned(), "b".to_owned()]),
        l([s("a"), s("b")])
    );
    assert_eq!(
        round_trip(&(1_u8, "a".to_owned(), true)),
        l([n("1"), s("a"), AttributeValue::Bool(true)])
    );
    assert_eq!(
        fails::<[String; 2]>(&l([s("a")])),
        "expected an L of 2 elements, found an L of 1 elements"
    );
    assert_eq!(
        fails::<(u8, u8)>(&l([n("1")])),
        "`[1]`: expected another element, found the end of the L"
    );
    assert_eq!(
        fails::<(u8,)>(&l([n("1"), n("2")])),
        "expected an L of 1 elements, found a longer one"
    );
}

#[test]
fn s33_none_in_a_list_keeps_its_place() {
    assert_eq!(
        round_trip(&vec![Some(1_u8), None, Some(2)]),
        l([n("1"), NULL, n("2")])
    );
}

#[test]
fn c38_sets_are_sets() {
    assert_eq!(round_trip(&HashSet::from(["a".to_owned()])), ss(&["a"]));
    assert_eq!(round_trip(&BTreeSet::from([1_u64, 2])), ns(&["1", "2"]));
    assert_eq!(
        round_trip(&BTreeSet::from([u64::MAX])),
        ns(&["18446744073709551615"])
    );
    assert_eq!(
        round_trip(&BTreeSet::from([vec![1_u8], vec![]])),
        AttributeValue::Bs([&[][..], &[1]].map(aws_smithy_types::Blob::new).to_vec())
    );
    round_trip(&HashSet::from([[1_u8, 2], [3, 4]]));
    round_trip(&HashSet::from([aws_smithy_types::Blob::new([1])]));
    let second = crate::time::EpochSeconds(7);
    assert_eq!(round_trip(&BTreeSet::from([second])), ns(&["7"]));
    assert_eq!(round_trip(&vec![second]), l([n("7")]));
    assert_eq!(round_trip(&BTreeSet::from([String::new()])), ss(&[""]));
    assert_eq!(
        fails::<HashSet<String>>(&l([s("a")])),
        "expected SS, found L"
    );
    assert_eq!(
        fails::<HashSet<u8>>(&ns(&["1", "256"])),
        "`[1]`: expected an integer in u8, found N out of range"
    );
}

#[test]
fn c136_members_that_are_equal_numbers_are_written_once() {
    let set: BTreeSet<Number> = ["1", "1.0", "1e0"].map(|text| text.parse().unwrap()).into();
    assert_eq!(encode(&set), ns(&["1"]));
    assert_eq!(
        decode::<HashSet<Number>>(ns(&["1", "1.0"])).unwrap().len(),
        1
    );
    assert_eq!(
        decode::<HashSet<u8>>(ns(&["1", "1.0"])).unwrap(),
        HashSet::from([1])
    );
}

#[test]
fn c135_s40_s41_the_empty_set_is_absent() {
    let empty = HashSet::<String>::new();
    assert!(empty.is_absent());
    assert_eq!(HashSet::<String>::absent(), Some(empty.clone()));
    assert_eq!(BTreeSet::<u8>::absent(), Some(BTreeSet::new()));
    assert!(Some(empty.clone()).is_absent());
    let map = BTreeMap::from([("a".to_owned(), empty.clone())]);
    assert_eq!(encode(&map), m([]));
    let reason =
        "an empty set cannot be stored here: DynamoDB has none; leave it out or use a list";
    assert_eq!(
        refuse(&vec![HashSet::from(["a".to_owned()]), empty]),
        format!("`[1]`: {reason}")
    );
}

#[test]
fn c141_maps_with_keys_of_numbers() {
    assert_eq!(
        round_trip(&HashMap::from([(1_u64, "x".to_owned())])),
        m([("1", s("x"))])
    );
    assert_eq!(
        round_trip(&BTreeMap::from([(-5_i64, true)])),
        m([("-5", AttributeValue::Bool(true))])
    );
    for name in ["01", "+1", "1.0", "", "a", "-0", "300", "-1"] {
        assert_eq!(
            fails::<BTreeMap<u8, String>>(&m([(name, s("x"))])),
            "`.*`: expected an integer in u8 as the map's key, found another text"
        );
    }
}

#[cfg(feature = "uuid")]
#[test]
fn maps_with_keys_of_uuids() {
    let id = "67e55044-10b1-426f-9247-bb680e5fe0c8";
    let uuid: uuid::Uuid = id.parse().unwrap();
    assert_eq!(
        round_trip(&HashMap::from([(uuid, 1_u8)])),
        m([(id, n("1"))])
    );
    fails::<HashMap<uuid::Uuid, u8>>(&m([(&id.to_uppercase(), n("1"))]));
}

#[test]
fn maps_leave_absent_values_out() {
    let map = BTreeMap::from([("a".to_owned(), Some(1_u8)), ("b".to_owned(), None)]);
    assert_eq!(encode(&map), m([("a", n("1"))]));
    assert_eq!(to_json(&map), r#"{"M":{"a":{"N":"1"}}}"#);
    assert_eq!(
        round_trip(&HashMap::from([('é', 1_u8)])),
        m([("é", n("1"))])
    );
    assert_eq!(round_trip(&BTreeMap::<String, u8>::new()), m([]));
}

#[test]
fn errors_carry_the_whole_path_and_no_keys_of_maps() {
    let nested = m([("secret", l([n("1"), m([("inner", s("hidden"))])]))]);
    assert_eq!(
        fails::<HashMap<String, (u8, HashMap<String, u8>)>>(&nested),
        "`.*[1].*`: expected N, found S"
    );
    let map = BTreeMap::from([("secret".to_owned(), vec![1.0, f64::NAN])]);
    assert_eq!(
        refuse(&map),
        "`.*[1]`: NaN cannot be stored: DynamoDB has no such number"
    );
}

proptest! {
    #[test]
    fn every_collection_is_kept(
        list in prop::collection::vec(any::<Option<u32>>(), 0..8),
        map in prop::collection::hash_map(generate::text(), any::<(bool, i64)>(), 0..8),
        numbers in prop::collection::btree_map(
            any::<i32>(),
            prop::collection::vec(any::<[u8; 3]>(), 0..4),
            0..8,
        ),
        texts in prop::collection::btree_set(generate::text(), 1..5),
        bytes in prop::collection::hash_set(any::<[u8; 3]>(), 1..5),
    ) {
        round_trip(&list);
        round_trip(&map);
        round_trip(&numbers);
        round_trip(&texts);
        round_trip(&bytes);
    }
}
