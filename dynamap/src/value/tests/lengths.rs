use std::sync::Arc;
use std::time::Duration;

use super::*;

#[test]
fn a_length_of_time_is_the_number_of_its_seconds() {
    assert_eq!(round_trip(&Duration::ZERO), n("0"));
    assert_eq!(round_trip(&Duration::from_secs(90)), n("90"));
    assert_eq!(round_trip(&Duration::from_millis(250)), n("0.25"));
    assert_eq!(round_trip(&Duration::from_nanos(1)), n("0.000000001"));
    assert_eq!(
        round_trip(&Duration::MAX),
        n("18446744073709551615.999999999")
    );
    assert_eq!(
        round_trip(&time::Duration::new(-1, -500_000_000)),
        n("-1.5")
    );
    assert_eq!(round_trip(&time::Duration::milliseconds(-5)), n("-0.005"));
    round_trip(&time::Duration::MIN);
    round_trip(&time::Duration::MAX);
}

#[test]
fn a_length_of_time_is_read_from_any_spelling_exactly_or_not_at_all() {
    assert_eq!(decode::<Duration>(n("9E1")).unwrap().as_secs(), 90);
    assert_eq!(decode::<Duration>(n("1.50")).unwrap().as_millis(), 1_500);
    let out_of_range = "expected seconds of a `Duration`, which is not negative, \
                        found N out of range or finer than nanoseconds";
    for text in ["-1", "0.0000000001", "18446744073709551616", "1E100"] {
        assert_eq!(fails::<Duration>(&n(text)), out_of_range, "{text}");
    }
    assert_eq!(fails::<Duration>(&s("90")), "expected N, found S");
    // What serde writes, which `#[dynamo(serde)]` reads.
    assert_eq!(
        fails::<Duration>(&m([("secs", n("1")), ("nanos", n("0"))])),
        "expected N, found M"
    );
}

#[test]
fn bytes_behind_pointers_are_a_binary() {
    assert_eq!(round_trip::<Box<[u8]>>(&Box::from([1, 2])), b(&[1, 2]));
    assert_eq!(round_trip::<Arc<[u8]>>(&Arc::from([])), b(&[]));
    assert_eq!(
        round_trip::<Vec<Box<[u8]>>>(&vec![Box::from([1])]),
        AttributeValue::L(vec![b(&[1])])
    );
}

#[test]
fn addresses_are_keys_of_maps() {
    use std::collections::BTreeMap;
    use std::net::{IpAddr, Ipv6Addr};

    let hits: BTreeMap<IpAddr, u8> = [("10.0.0.1".parse().unwrap(), 3)].into();
    assert_eq!(round_trip(&hits), m([("10.0.0.1", n("3"))]));
    assert_eq!(
        fails::<BTreeMap<Ipv6Addr, u8>>(&m([("::0001", n("3"))])),
        "`.*`: expected an IPv6 address, found another text"
    );
}

#[cfg(feature = "bytes")]
#[test]
fn bytes_of_the_crate_are_a_binary() {
    use bytes::Bytes;

    assert_eq!(round_trip(&Bytes::from_static(&[0, 255])), b(&[0, 255]));
    assert_eq!(
        round_trip(&std::collections::BTreeSet::from([Bytes::from_static(&[
            7
        ])])),
        AttributeValue::Bs(vec![aws_smithy_types::Blob::new([7])])
    );
}

// S13: decimals compare by value, whatever zeros they were written with.
#[cfg(feature = "rust_decimal")]
#[test]
fn a_decimal_is_exact() {
    use rust_decimal::Decimal;

    let decimal = |text: &str| text.parse::<Decimal>().unwrap();
    assert_eq!(round_trip(&decimal("1.50")), n("1.5"));
    assert_eq!(round_trip(&decimal("-0")), n("0"));
    assert_eq!(round_trip(&decimal("0.10")), n("0.1"));
    assert_eq!(
        round_trip(&Decimal::MAX),
        n("79228162514264337593543950335")
    );
    assert_eq!(
        round_trip(&decimal("0.0000000000000000000000000001")),
        n("0.0000000000000000000000000001")
    );
    assert_eq!(
        round_trip(&decimal("-7.9228162514264337593543950335")),
        n("-7.9228162514264337593543950335")
    );
    assert_eq!(decode::<Decimal>(n("1.5E3")).unwrap(), decimal("1500"));
    // More digits than a decimal has are refused, not rounded.
    for text in [
        "1E-29",
        "1.00000000000000000000000000001",
        "1E30",
        "79228162514264337593543950336",
    ] {
        assert_eq!(
            fails::<Decimal>(&n(text)),
            "expected a number that a `Decimal` holds exactly, found an N of more digits",
            "{text}"
        );
    }
}

#[cfg(feature = "chrono")]
#[test]
fn lengths_of_chrono() {
    use chrono::TimeDelta;

    assert_eq!(round_trip(&TimeDelta::milliseconds(-1_500)), n("-1.5"));
    assert_eq!(round_trip(&TimeDelta::nanoseconds(-1)), n("-0.000000001"));
    round_trip(&TimeDelta::MIN);
    round_trip(&TimeDelta::MAX);
}

#[cfg(feature = "jiff")]
#[test]
fn lengths_of_jiff() {
    use jiff::SignedDuration;

    assert_eq!(round_trip(&SignedDuration::from_millis(-1_500)), n("-1.5"));
    round_trip(&SignedDuration::MIN);
    round_trip(&SignedDuration::MAX);
}
