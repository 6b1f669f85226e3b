use std::borrow::Cow;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::rc::Rc;
use std::sync::Arc;

use aws_smithy_types::Blob;
use proptest::prelude::*;
use time::macros::date;

use super::*;

#[test]
fn s26_texts_booleans_and_characters() {
    assert_eq!(round_trip(&"hello".to_owned()), s("hello"));
    assert_eq!(round_trip(&true), AttributeValue::Bool(true));
    assert_eq!(round_trip(&'!'), s("!"));
    assert_eq!(round_trip(&Box::<str>::from("a")), s("a"));
    assert_eq!(round_trip(&Arc::<str>::from("a")), s("a"));
    assert_eq!(round_trip(&Rc::<str>::from("a")), s("a"));
    assert_eq!(round_trip(&Cow::Borrowed("a")), s("a"));
    assert_eq!(round_trip(&Box::new(1_u8)), n("1"));
    assert_eq!(
        round_trip(&Rc::new(Arc::new(true))),
        AttributeValue::Bool(true)
    );
    assert_eq!(
        fails::<char>(&s("")),
        "expected one character, found an empty S"
    );
    assert_eq!(
        fails::<char>(&s("ab")),
        "expected one character, found an S of several"
    );
    assert_eq!(fails::<bool>(&s("true")), "expected BOOL, found S");
    assert_eq!(fails::<String>(&n("1")), "expected S, found N");
}

#[test]
fn s38_a_text_null_is_a_text() {
    assert_eq!(round_trip(&Some("null".to_owned())), s("null"));
}

#[test]
fn c134_s29_the_empty_text_and_no_bytes_are_values() {
    assert_eq!(round_trip(&String::new()), s(""));
    assert_eq!(round_trip(&Vec::<u8>::new()), b(&[]));
    assert!(!String::new().is_absent());
}

#[test]
fn c37_bytes_are_one_binary() {
    assert_eq!(round_trip(&vec![1_u8, 2, 255]), b(&[1, 2, 255]));
    assert_eq!(round_trip(&[1_u8, 2, 255]), b(&[1, 2, 255]));
    assert_eq!(round_trip(&Blob::new([1, 2, 255])), b(&[1, 2, 255]));
    assert_eq!(
        round_trip(&vec![vec![1_u8], vec![]]),
        AttributeValue::L(vec![b(&[1]), b(&[])])
    );
    assert_eq!(
        fails::<[u8; 2]>(&b(&[1])),
        "expected a B of 2 bytes, found a B of 1 bytes"
    );
    assert_eq!(
        fails::<Vec<u8>>(&AttributeValue::L(vec![n("1")])),
        "expected B, found L"
    );
}

#[test]
fn c10_c12_s36_none_is_absent_and_absent_and_null_are_none() {
    assert!(None::<String>.is_absent());
    assert!(!Some(String::new()).is_absent());
    assert_eq!(Option::<u8>::absent(), Some(None));
    assert_eq!(u8::absent(), None);
    assert_eq!(decode::<Option<String>>(NULL).unwrap(), None);
    assert_eq!(
        from_json::<Option<String>>(r#"{"NULL":true}"#).unwrap(),
        None
    );
    assert_eq!(Box::<Option<u8>>::absent(), Some(Box::new(None)));
    assert!(Box::new(None::<u8>).is_absent());
}

#[test]
fn c133_zero_is_a_value() {
    assert!(!0_i64.is_absent());
    assert_eq!(encode(&0_i64), n("0"));
}

#[test]
fn dates_are_iso_text() {
    assert_eq!(round_trip(&date!(2025 - 03 - 01)), s("2025-03-01"));
    assert_eq!(round_trip(&date!(0000 - 01 - 01)), s("0000-01-01"));
    assert_eq!(
        refuse(&date!(-0001 - 12 - 31)),
        "a date outside the years 0000 to 9999 cannot be stored"
    );
    for text in [
        "2025-3-01",
        "2025-02-30",
        "20250301",
        "2025-03-01T00:00:00Z",
        "+025-03-01",
        "２025-03-01",
        "",
    ] {
        assert_eq!(
            fails::<time::Date>(&s(text)),
            "expected a date `YYYY-MM-DD`, found another text"
        );
    }
}

#[cfg(feature = "chrono")]
#[test]
fn dates_of_chrono_are_iso_text() {
    let date = chrono::NaiveDate::from_ymd_opt(2025, 3, 1).unwrap();
    assert_eq!(round_trip(&date), s("2025-03-01"));
    assert!(decode::<chrono::NaiveDate>(s("2025-02-30")).is_err());
    refuse(&chrono::NaiveDate::MAX);
}

#[cfg(feature = "jiff")]
#[test]
fn dates_of_jiff_are_iso_text() {
    assert_eq!(round_trip(&jiff::civil::date(2025, 3, 1)), s("2025-03-01"));
    assert!(decode::<jiff::civil::Date>(s("2025-02-30")).is_err());
    refuse(&jiff::civil::Date::MIN);
}

#[cfg(feature = "uuid")]
#[test]
fn uuids_are_hyphenated_lower_case() {
    let text = "67e55044-10b1-426f-9247-bb680e5fe0c8";
    let id: uuid::Uuid = text.parse().unwrap();
    assert_eq!(round_trip(&id), s(text));
    for other in [
        text.to_uppercase(),
        text.replace('-', ""),
        format!("{{{text}}}"),
    ] {
        assert_eq!(
            fails::<uuid::Uuid>(&s(&other)),
            "expected a hyphenated lower-case UUID, found another text"
        );
    }
}

#[test]
fn addresses_are_read_in_their_own_text_only() {
    assert_eq!(round_trip(&Ipv4Addr::LOCALHOST), s("127.0.0.1"));
    assert_eq!(round_trip(&Ipv6Addr::LOCALHOST), s("::1"));
    assert_eq!(
        round_trip(&IpAddr::from(Ipv6Addr::from([0xffff; 8]))),
        s("ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff")
    );
    for text in ["0::1", "::0001", "FF::1", "1.2.3", ""] {
        assert_eq!(
            fails::<IpAddr>(&s(text)),
            "expected an IP address, found another text"
        );
    }
}

proptest! {
    #[test]
    fn every_text_and_all_bytes_are_kept(text in generate::text(), bytes: Vec<u8>, character: char) {
        round_trip(&text);
        round_trip(&bytes);
        round_trip(&character);
        round_trip(&Some((text, bytes)));
    }

    #[test]
    fn every_date_and_address_is_kept(day in -719_528_i32..=2_932_896, v4: [u8; 4], v6: [u8; 16]) {
        round_trip(&time::Date::from_julian_day(day + 2_440_588).unwrap());
        round_trip(&Ipv4Addr::from(v4));
        round_trip(&IpAddr::from(v6));
    }
}
