//! Durations in option values: `"90d"`, `"1d12h"`.

use crate::diagnostic::Message;

const UNITS: [(char, u64); 5] = [
    ('s', 1),
    ('m', 60),
    ('h', 3_600),
    ('d', 86_400),
    ('w', 604_800),
];

/// From the Unix epoch to the end of year 9999, the last second that a TTL can name.
const LONGEST: u64 = 253_402_300_799;

/// A whole number of seconds, from one to the end of the calendar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Duration(u64);

impl Duration {
    pub(crate) fn seconds(self) -> u64 {
        self.0
    }

    /// A sum of integers, each followed by one of `s m h d w`.
    pub(crate) fn parse(text: &str) -> Result<Self, Message> {
        let too_long = || {
            Message::new(format_args!("the duration `{text}` is too long"))
                .help("write a shorter one, as in `\"90d\"`")
                .note("no TTL is later than the year 9999")
        };
        let malformed = |wrong: String| {
            Err(Message::new(wrong).help(
                "write integers with `s`, `m`, `h`, `d` or `w`, as in `\"90d\"` or `\"1d12h\"`",
            ))
        };
        let mut total = 0_u64;
        let mut rest = text;
        if rest.is_empty() {
            return malformed("the duration is empty".to_owned());
        }
        while !rest.is_empty() {
            let end = rest
                .find(|character: char| !character.is_ascii_digit())
                .unwrap_or(rest.len());
            let (digits, tail) = rest.split_at(end);
            let mut characters = tail.chars();
            let unit = characters.next();
            if digits.is_empty() {
                return malformed(format!(
                    "expected a digit before `{tail}` in the duration `{text}`"
                ));
            }
            let Some(unit) = unit else {
                return malformed(format!("`{digits}` has no unit in the duration `{text}`"));
            };
            let Some((_, factor)) = UNITS.into_iter().find(|(name, _)| *name == unit) else {
                return malformed(format!("unknown unit `{unit}` in the duration `{text}`"));
            };
            total = digits
                .parse::<u64>()
                .ok()
                .and_then(|count| count.checked_mul(factor))
                .and_then(|seconds| total.checked_add(seconds))
                .filter(|total| *total <= LONGEST)
                .ok_or_else(too_long)?;
            rest = characters.as_str();
        }
        if total == 0 {
            return Err(Message::new(format_args!("the duration `{text}` is zero"))
                .help("write how long an item lives, as in `\"90d\"`")
                .note("an item with this TTL expires in the second that writes it"));
        }
        Ok(Self(total))
    }
}
