use std::cmp::Ordering;
use std::num::NonZero;

use proptest::prelude::*;

use super::*;

fn canonical(text: &str) -> String {
    Number::parse(text).unwrap().to_string()
}

#[test]
fn c58_s22_s24_s25_numbers_are_spelled_as_dynamodb_returns_them() {
    for (text, expected) in [
        ("00042", "42"),
        ("-0", "0"),
        ("0.0e5", "0"),
        ("1.5E2", "150"),
        ("1.0", "1"),
        ("3.1400", "3.14"),
        ("-0.50", "-0.5"),
        (".5", "0.5"),
        ("5.", "5"),
        ("+7", "7"),
        ("1e-7", "0.0000001"),
        ("123.456e1", "1234.56"),
        ("100e-2", "1"),
    ] {
        assert_eq!(canonical(text), expected);
        assert_eq!(round_trip(&Number::parse(text).unwrap()), n(expected));
    }
}

#[test]
fn s12_s17_38_digits_are_kept() {
    for text in [
        "12345678909876543211234234324234",
        "99999999999999999999999999999999999999",
        "-0.12345678901234567890123456789012345678",
    ] {
        assert_eq!(canonical(text), text);
    }
}

#[test]
fn s14_s18_s20_s21_the_range_is_dynamodbs() {
    let parse = |text: &str| Number::parse(text).map(|_| ());
    let nines = "9".repeat(38);
    assert_eq!(parse(&format!("{nines}E88")), Ok(()));
    assert_eq!(parse("1E-130"), Ok(()));
    assert_eq!(parse("-1E125"), Ok(()));
    assert_eq!(parse("1E126"), Err(NumberError::TooLarge));
    assert_eq!(parse("-1E+126"), Err(NumberError::TooLarge));
    assert_eq!(parse("10E125"), Err(NumberError::TooLarge));
    assert_eq!(parse("1E-131"), Err(NumberError::TooSmall));
    assert_eq!(parse("0.1E-130"), Err(NumberError::TooSmall));
    assert_eq!(parse("1E99999999999999999999"), Err(NumberError::TooLarge));
    assert_eq!(parse("1E-99999999999999999999"), Err(NumberError::TooSmall));
    assert_eq!(parse(&"1".repeat(39)), Err(NumberError::TooManyDigits));
    assert_eq!(
        parse(&format!("1.{}1", "0".repeat(37))),
        Err(NumberError::TooManyDigits)
    );
    assert_eq!(parse(&format!("1.{}", "0".repeat(60))), Ok(()));
}

#[test]
fn what_is_no_number_is_refused() {
    for text in [
        "", "-", ".", "e5", "1e", "1e+", "1.2.3", " 1", "1 ", "0x1", "NaN", "inf", "١", "1_0",
        "--1",
    ] {
        assert_eq!(Number::parse(text), Err(NumberError::NotANumber), "{text}");
        assert!(decode::<u8>(n(text)).is_err(), "{text}");
        assert!(decode::<f64>(n(text)).is_err(), "{text}");
    }
}

#[test]
fn s01_s02_s04_every_integer_is_exact() {
    assert_eq!(round_trip(&42_i32), n("42"));
    assert_eq!(round_trip(&-42_i8), n("-42"));
    assert_eq!(round_trip(&0_u16), n("0"));
    assert_eq!(round_trip(&i32::MIN), n("-2147483648"));
    assert_eq!(round_trip(&i64::MIN), n("-9223372036854775808"));
    assert_eq!(round_trip(&u64::MAX), n("18446744073709551615"));
    assert_eq!(round_trip(&usize::MAX), n("18446744073709551615"));
    assert_eq!(round_trip(&isize::MIN), n("-9223372036854775808"));
    assert_eq!(round_trip(&NonZero::<u8>::MAX), n("255"));
}

#[test]
fn c39_64_bits_do_not_pass_through_a_float() {
    assert_eq!(
        decode::<i64>(n("1556893286484340854")).unwrap(),
        1_556_893_286_484_340_854
    );
}

#[test]
fn integers_of_128_bits_have_at_most_38_digits() {
    let largest = 10_u128.pow(38) - 1;
    assert_eq!(round_trip(&largest), n(&"9".repeat(38)));
    assert_eq!(
        round_trip(&-(i128::try_from(largest).unwrap())),
        n(&format!("-{}", "9".repeat(38)))
    );
    let reason = "a number of more than 38 significant digits cannot be stored";
    assert_eq!(refuse(&u128::MAX), reason);
    assert_eq!(refuse(&i128::MIN), reason);
    assert!(Number::try_from(u128::MAX).is_err());
}

#[test]
fn s06_integers_are_read_from_any_spelling() {
    for text in [
        "100", "100.0", "1E2", "1e+2", "0.1E3", "00100", "+100", "10000e-2",
    ] {
        assert_eq!(decode::<u8>(n(text)).unwrap(), 100, "{text}");
        assert_eq!(decode::<i128>(n(text)).unwrap(), 100, "{text}");
        assert_eq!(
            decode::<NonZero<u32>>(n(text)).unwrap().get(),
            100,
            "{text}"
        );
    }
    assert_eq!(decode::<u8>(n("-0")).unwrap(), 0);
    assert_eq!(
        decode::<u128>(n(&format!("{}.0", "9".repeat(38)))).unwrap(),
        10_u128.pow(38) - 1
    );
}

#[test]
fn s05_s07_s16_c60_c131_integer_errors_name_the_type_and_not_the_value() {
    assert_eq!(
        fails::<u8>(&n("256")),
        "expected an integer in u8, found N out of range"
    );
    assert_eq!(
        fails::<u8>(&n("-1")),
        "expected an integer in u8, found N out of range"
    );
    assert_eq!(
        fails::<i16>(&n("32768")),
        "expected an integer in i16, found N out of range"
    );
    assert_eq!(
        fails::<i64>(&n("99999999999999999999")),
        "expected an integer in i64, found N out of range"
    );
    assert_eq!(
        decode::<u128>(n("99999999999999999999")).unwrap(),
        99_999_999_999_999_999_999
    );
    let googol = format!("1{}", "0".repeat(100));
    assert_eq!(
        fails::<i128>(&n(&googol)),
        "expected an integer in i128, found N out of range"
    );
    assert!((decode::<f64>(n(&googol)).unwrap() / 1e100 - 1.0).abs() < f64::EPSILON);
    assert_eq!(decode::<Number>(n(&googol)).unwrap().to_string(), googol);
    assert_eq!(
        fails::<u8>(&n("4.5")),
        "expected an integer in u8, found N with a fraction"
    );
    assert_eq!(
        fails::<u8>(&n("1E-131")),
        "expected an integer in u8, found N with a fraction"
    );
    assert_eq!(
        fails::<u8>(&n("1E126")),
        "expected an integer in u8, found N out of range"
    );
    assert_eq!(
        fails::<u8>(&n("abc")),
        "expected an integer in u8, found not a number"
    );
    assert_eq!(fails::<u32>(&s("42")), "expected N, found S");
    assert_eq!(
        fails::<NonZero<u8>>(&n("0")),
        "expected a non-zero integer in u8, found zero"
    );
}

#[test]
fn s08_s09_c54_c130_floats_out_of_range_are_refused_before_sending() {
    assert_eq!(
        refuse(&f64::NAN),
        "NaN cannot be stored: DynamoDB has no such number"
    );
    assert_eq!(
        refuse(&f32::NEG_INFINITY),
        "an infinity cannot be stored: DynamoDB has no such number"
    );
    for large in [f64::MAX, f64::MIN, 1e126] {
        assert_eq!(
            refuse(&large),
            "a number of 1E+126 or more cannot be stored"
        );
    }
    for small in [5e-324, -9.9e-131] {
        assert_eq!(
            refuse(&small),
            "a number closer to zero than 1E-130 cannot be stored"
        );
    }
}

#[test]
fn c130_floats_are_written_as_their_own_shortest_text() {
    assert_eq!(round_trip(&0.1_f32), n("0.1"));
    assert_eq!(round_trip(&0.1_f64), n("0.1"));
    assert_eq!(round_trip(&1e21), n("1000000000000000000000"));
    assert_eq!(round_trip(&1e-7), n("0.0000001"));
    assert_eq!(round_trip(&-1.5), n("-1.5"));
    for kept in [
        1.23e100,
        1e-130,
        1e126_f64.next_down(),
        -1.234_567_890_123_456_7e-130,
    ] {
        round_trip(&kept);
    }
    round_trip(&f32::MAX);
    round_trip(&f32::from_bits(1));
}

#[test]
fn c58_negative_zero_loses_its_sign() {
    assert_eq!(encode(&-0.0_f64), n("0"));
    assert_eq!(encode(&-0.0_f32), n("0"));
    assert!(decode::<f64>(n("-0")).unwrap().is_sign_positive());
    assert!(decode::<f32>(n("-0.0")).unwrap().is_sign_positive());
}

#[test]
fn s10_floats_are_read_from_any_spelling_and_never_as_infinity() {
    for text in ["1", "1.0", "1E0", "10e-1"] {
        assert_eq!(decode::<f64>(n(text)).unwrap().to_bits(), 1.0_f64.to_bits());
    }
    assert_eq!(
        fails::<f64>(&n("2E308")),
        "expected a number in f64, found N out of range"
    );
    assert_eq!(
        fails::<f32>(&n("1E39")),
        "expected a number in f32, found N out of range"
    );
    for text in ["inf", "NaN", "infinity", "-inf", "e", "0x1"] {
        assert_eq!(
            fails::<f64>(&n(text)),
            "expected a number in f64, found not a number"
        );
    }
}

#[test]
fn numbers_convert() {
    assert_eq!(Number::from(1200_u16), Number::parse("12e2").unwrap());
    assert_eq!(Number::from(i64::MIN).to_i128(), Some(i64::MIN.into()));
    assert_eq!(Number::from(-3_i8).to_u128(), None);
    assert_eq!(Number::parse("1.5").unwrap().to_i128(), None);
    assert_eq!(Number::parse("1E40").unwrap().to_i128(), None);
    assert_eq!(Number::try_from(0.1).unwrap().to_string(), "0.1");
    assert_eq!(Number::try_from(-0.0).unwrap(), Number::ZERO);
    assert_eq!(Number::try_from(f64::NAN), Err(NumberError::NotANumber));
    assert_eq!(Number::try_from(1e126), Err(NumberError::TooLarge));
    assert_eq!(
        Number::parse("0.1").unwrap().to_f64().to_bits(),
        0.1_f64.to_bits()
    );
}

proptest! {
    #[test]
    fn canonical_text_reads_as_itself(text in generate::numeral()) {
        if let Ok(number) = Number::parse(&text) {
            let canonical = number.to_string();
            prop_assert_eq!(Number::parse(&canonical), Ok(number));
            prop_assert_eq!(Number::parse(&canonical).unwrap().to_string(), canonical);
        }
    }

    #[test]
    fn order_is_numeric(a in any::<i64>(), b in any::<i64>(), shift in 0_u32..40) {
        let scaled = |value: i64| Number::parse(&format!("{value}e-{shift}")).unwrap();
        prop_assert_eq!(scaled(a).cmp(&scaled(b)), a.cmp(&b));
        prop_assert_eq!(scaled(a) == scaled(b), a == b);
    }

    #[test]
    fn order_is_that_of_floats(a in -1e100..1e100_f64, b in -1e-90..1e-90_f64, c in any::<f32>()) {
        prop_assume!(c.is_finite());
        let values = [a, b, f64::from(c), -a, 0.0];
        for left in values {
            for right in values {
                let (l, r) = (Number::try_from(left).unwrap(), Number::try_from(right).unwrap());
                prop_assert_eq!(Some(l.cmp(&r)), left.partial_cmp(&right));
                prop_assert_eq!(l.cmp(&r) == Ordering::Equal, l == r);
            }
        }
    }

    #[test]
    fn every_float_in_range_is_kept(bits in any::<u64>(), narrow in any::<u32>()) {
        let wide = f64::from_bits(bits);
        if wide.is_finite() && wide.abs() < 1e126 && (wide == 0.0 || wide.abs() >= 1e-130) {
            round_trip(&wide);
        }
        let narrow = f32::from_bits(narrow);
        if narrow.is_finite() {
            round_trip(&narrow);
        }
    }

    #[test]
    fn every_integer_is_kept(
        small in any::<(u8, i8, u16, i16, u32, i32)>(),
        large in any::<(u64, i64, usize, isize)>(),
        wide in -(10_i128.pow(38) - 1)..10_i128.pow(38),
    ) {
        round_trip(&small);
        round_trip(&large);
        round_trip(&wide);
        prop_assert_eq!(Number::try_from(wide).unwrap().to_string(), wide.to_string());
        prop_assert_eq!(Number::try_from(wide).unwrap().to_i128(), Some(wide));
    }
}
