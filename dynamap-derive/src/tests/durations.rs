//! Durations in option values.

use super::{assert_fault, item_faults, with_fields};
use crate::model::Duration;

#[test]
fn durations_are_sums() {
    for (text, seconds) in [
        ("1s", 1),
        ("90d", 7_776_000),
        ("1d12h", 129_600),
        ("2w3d4h5m6s", 1_483_506),
        ("007m", 420),
        ("253402300799s", 253_402_300_799),
    ] {
        assert_eq!(
            Duration::parse(text).ok().map(Duration::seconds),
            Some(seconds),
            "{text}"
        );
    }
}

#[test]
fn durations_are_checked() {
    let malformed = "\nhelp: write integers with `s`, `m`, `h`, `d` or `w`, as in `\"90d\"` or \
                     `\"1d12h\"`";
    let long = "\nhelp: write a shorter one, as in `\"90d\"`\nnote: no TTL is later than the year \
                9999";
    for (text, message) in [
        ("", format!("the duration is empty{malformed}")),
        (
            "90",
            format!("`90` has no unit in the duration `90`{malformed}"),
        ),
        (
            "1d12",
            format!("`12` has no unit in the duration `1d12`{malformed}"),
        ),
        (
            "1y",
            format!("unknown unit `y` in the duration `1y`{malformed}"),
        ),
        (
            "1D",
            format!("unknown unit `D` in the duration `1D`{malformed}"),
        ),
        (
            "1µ",
            format!("unknown unit `µ` in the duration `1µ`{malformed}"),
        ),
        (
            "1.5d",
            format!("unknown unit `.` in the duration `1.5d`{malformed}"),
        ),
        (
            "d",
            format!("expected a digit before `d` in the duration `d`{malformed}"),
        ),
        (
            "1d 2h",
            format!("expected a digit before ` 2h` in the duration `1d 2h`{malformed}"),
        ),
        (
            "-1d",
            format!("expected a digit before `-1d` in the duration `-1d`{malformed}"),
        ),
        (
            "0d0s",
            "the duration `0d0s` is zero\nhelp: write how long an item lives, as in \
             `\"90d\"`\nnote: an item with this TTL expires in the second that writes it"
                .to_owned(),
        ),
        (
            "253402300800s",
            format!("the duration `253402300800s` is too long{long}"),
        ),
        (
            "18446744073709551616s",
            format!("the duration `18446744073709551616s` is too long{long}"),
        ),
        (
            "18446744073709551615w",
            format!("the duration `18446744073709551615w` is too long{long}"),
        ),
    ] {
        let source = with_fields(&format!("#[ttl(seconds, after = \"{text}\")] a: T"));
        assert_fault(&item_faults(&source), &format!("\"{text}\""), &message);
    }
}
