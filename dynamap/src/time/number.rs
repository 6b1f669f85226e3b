//! Numbers as DynamoDB writes them, read as integers without a float in between.

/// Why a number is not the integer that is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NotAnInteger {
    /// It is no number.
    Malformed,
    /// It has a fraction.
    Fraction,
    /// It has more digits than an `i128`.
    TooLarge,
}

/// What happens to a fraction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fraction {
    /// It is an error.
    Refuse,
    /// It is rounded down, towards minus infinity.
    Floor,
}

/// Reads `100`, `100.0`, `1E2`, exactly or not at all.
pub(crate) fn integer(text: &str, fraction: Fraction) -> Result<i128, NotAnInteger> {
    // What the service returns for an integer of up to 38 digits.
    if let Ok(plain) = text.parse::<i64>() {
        return Ok(i128::from(plain));
    }
    let (negative, unsigned) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, read_exponent(exponent)?),
        None => (unsigned, 0),
    };
    let (whole, fractional) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.len() + fractional.len() == 0 || !all_digits(whole) || !all_digits(fractional) {
        return Err(NotAnInteger::Malformed);
    }

    // The number is its digits, the point left out, times ten to the power of `scale`.
    let digits = || whole.bytes().chain(fractional.bytes());
    let leading = digits().take_while(|digit| *digit == b'0').count();
    let trailing = digits().rev().take_while(|digit| *digit == b'0').count();
    let total = whole.len() + fractional.len();
    if leading == total {
        return Ok(0);
    }
    let significant = total - leading - trailing;
    let scale = exponent
        .saturating_sub(to_i64(fractional.len()))
        .saturating_add(to_i64(trailing));
    let whole_digits = to_i64(significant).saturating_add(scale);
    if whole_digits > 39 {
        return Err(NotAnInteger::TooLarge);
    }
    if scale < 0 && fraction == Fraction::Refuse {
        return Err(NotAnInteger::Fraction);
    }

    let kept = usize::try_from(whole_digits).unwrap_or(0);
    let digits = digits()
        .skip(leading)
        .take(significant)
        .chain(std::iter::repeat(b'0'));
    let mut value: i128 = 0;
    for digit in digits.take(kept) {
        // Counted on the negative side, where i128 reaches one further.
        value = value
            .checked_mul(10)
            .and_then(|value| value.checked_sub(i128::from(digit - b'0')))
            .ok_or(NotAnInteger::TooLarge)?;
    }
    if negative {
        value.checked_sub(i128::from(scale < 0))
    } else {
        value.checked_neg()
    }
    .ok_or(NotAnInteger::TooLarge)
}

fn read_exponent(text: &str) -> Result<i64, NotAnInteger> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(NotAnInteger::Malformed);
    }
    let size = digits.bytes().fold(0_i64, |size, digit| {
        size.saturating_mul(10)
            .saturating_add(i64::from(digit - b'0'))
    });
    Ok(if negative { -size } else { size })
}

fn to_i64(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn exact_integers_of_any_spelling() {
        for (text, value) in [
            ("0", 0),
            ("-0", 0),
            ("00042", 42),
            ("+7", 7),
            ("100.0", 100),
            ("1E2", 100),
            ("1e+2", 100),
            ("1.5E2", 150),
            ("-1500E-2", -15),
            ("0E999999999999999999999", 0),
            ("0.000", 0),
            (".0", 0),
            ("1556893286484340854", 1_556_893_286_484_340_854),
            ("18446744073709551615", i128::from(u64::MAX)),
            ("170141183460469231731687303715884105727", i128::MAX),
            ("-170141183460469231731687303715884105728", i128::MIN),
            (
                "17014118346046923173168730371588410572.70E1",
                170_141_183_460_469_231_731_687_303_715_884_105_727,
            ),
        ] {
            assert_eq!(integer(text, Fraction::Refuse), Ok(value), "{text}");
            assert_eq!(integer(text, Fraction::Floor), Ok(value), "{text}");
        }
    }

    #[test]
    fn fractions_are_refused_or_rounded_down() {
        for (text, floor) in [
            ("1.5", 1),
            ("-1.5", -2),
            ("1646887668.9999999999", 1_646_887_668),
            ("1E-130", 0),
            ("-1E-130", -1),
            ("-0.1", -1),
            ("12345E-2", 123),
            ("1E-99999999999999999999999", 0),
        ] {
            assert_eq!(
                integer(text, Fraction::Refuse),
                Err(NotAnInteger::Fraction),
                "{text}"
            );
            assert_eq!(integer(text, Fraction::Floor), Ok(floor), "{text}");
        }
    }

    #[test]
    fn too_large_is_not_wrapped() {
        for text in [
            "170141183460469231731687303715884105728",
            "-170141183460469231731687303715884105729",
            "1E39",
            "9E125",
            "1E999999999999999999999999",
        ] {
            assert_eq!(
                integer(text, Fraction::Refuse),
                Err(NotAnInteger::TooLarge),
                "{text}"
            );
        }
    }

    #[test]
    fn no_numbers() {
        for text in [
            "", "-", "+", ".", "e5", "1e", "1e+", "1e1.5", "1.2.3", "--1", "0x10", "1_000", " 1",
            "1 ", "NaN", "Infinity", "١",
        ] {
            assert_eq!(
                integer(text, Fraction::Floor),
                Err(NotAnInteger::Malformed),
                "{text}"
            );
        }
    }

    proptest! {
        #[test]
        fn any_spelling_of_an_integer(value: i128, zeros in 0_usize..30, shift in 0_usize..45) {
            prop_assert_eq!(integer(&value.to_string(), Fraction::Refuse), Ok(value));
            let padded = format!("{value}.{}", "0".repeat(zeros));
            prop_assert_eq!(integer(&padded, Fraction::Refuse), Ok(value));
            // The point moved to the left, and the exponent back again.
            let sign = if value < 0 { "-" } else { "" };
            let digits = format!("{:0>46}", value.unsigned_abs());
            let (left, right) = digits.split_at(digits.len() - shift);
            let moved = format!("{sign}{left}.{right}E{shift}");
            prop_assert_eq!(integer(&moved, Fraction::Refuse), Ok(value));
        }

        #[test]
        fn the_floor_of_a_decimal(value: i64, shift in 1_u32..25) {
            let text = format!("{value}E-{shift}");
            let unit = 10_i128.pow(shift);
            prop_assert_eq!(
                integer(&text, Fraction::Floor),
                Ok(i128::from(value).div_euclid(unit))
            );
            let exact = i128::from(value) % unit == 0;
            prop_assert_eq!(integer(&text, Fraction::Refuse).is_ok(), exact);
        }

        #[test]
        fn nothing_panics(text in "[-+0-9.eE]{0,12}") {
            let _ = integer(&text, Fraction::Refuse);
            let _ = integer(&text, Fraction::Floor);
        }
    }
}
