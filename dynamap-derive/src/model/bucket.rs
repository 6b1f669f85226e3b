//! Time buckets and the days on which a layout changes.

use crate::diagnostic::Message;

/// How much time one bucket holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BucketWidth {
    Minute,
    Hour,
    Day,
    Month,
    Year,
}

impl BucketWidth {
    /// The words of `bucket`.
    pub(crate) const NAMES: [(&'static str, Self); 5] = [
        ("minute", Self::Minute),
        ("hour", Self::Hour),
        ("day", Self::Day),
        ("month", Self::Month),
        ("year", Self::Year),
    ];

    pub(crate) fn parse(word: &str) -> Option<Self> {
        Self::NAMES
            .into_iter()
            .find_map(|(name, width)| (name == word).then_some(width))
    }
}

/// A day in UTC, of the years 0000 to 9999.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Date {
    year: i64,
    month: i64,
    day: i64,
}

impl Date {
    /// Reads `YYYY-MM-DD`.
    pub(crate) fn parse(text: &str) -> Result<Self, Message> {
        let refusal = |wrong: String| {
            Message::new(wrong).help("write a day of the calendar in UTC, as in `\"2025-06-01\"`")
        };
        let digits = |range| {
            let digits: &str = text.get(range)?;
            let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
            is_number.then(|| digits.parse::<i64>().ok()).flatten()
        };
        let dashes = text.len() == 10 && text.get(4..5) == Some("-") && text.get(7..8) == Some("-");
        let (Some(year), Some(month), Some(day), true) =
            (digits(0..4), digits(5..7), digits(8..10), dashes)
        else {
            return Err(refusal(format!("`{text}` is not a date")));
        };
        if !(1..=12).contains(&month) || day < 1 || day > days_of(year, month) {
            return Err(refusal(format!("there is no day `{text}`")));
        }
        Ok(Self { year, month, day })
    }

    /// Seconds from the Unix epoch to this day's midnight in UTC.
    pub(crate) fn epoch_seconds(self) -> i64 {
        let before_this_year = |year: i64| {
            let last = year - 1;
            365 * year + last.div_euclid(4) - last.div_euclid(100) + last.div_euclid(400)
        };
        let months: i64 = (1..self.month).map(|month| days_of(self.year, month)).sum();
        let days = before_this_year(self.year) - before_this_year(1970) + months + self.day - 1;
        days * 86_400
    }

    /// The text it was read from.
    pub(crate) fn text(self) -> String {
        format!("{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

fn days_of(year: i64, month: i64) -> i64 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}
