use std::fmt;

/// Why a value is no good as a TTL, or is stored otherwise than it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Warning {
    /// The value is stored as a String.
    StringType,
    /// The number counts milliseconds.
    Milliseconds,
    /// The number counts microseconds.
    Microseconds,
    /// The number counts nanoseconds.
    Nanoseconds,
    /// The number has a fraction.
    Fraction,
    /// The number lies between two units: a far time of the coarser or an early one of the finer.
    AmbiguousMagnitude,
    /// The number is so small that it looks like a duration in seconds.
    LooksLikeDuration,
    /// The number is zero or negative, or the time lies before 1970.
    NotPositive,
    /// The time is given without an offset, or as a date alone.
    NoOffset,
    /// The time lies beyond the year 9999.
    BeyondYear9999,
    /// The time has come, at most five years ago.
    AlreadyExpired,
    /// The time lies more than five years back.
    MoreThanFiveYearsPast,
}

impl Warning {
    /// A stable name for programs: `milliseconds`, `already_expired`.
    pub const fn code(self) -> &'static str {
        match self {
            Self::StringType => "string_type",
            Self::Milliseconds => "milliseconds",
            Self::Microseconds => "microseconds",
            Self::Nanoseconds => "nanoseconds",
            Self::Fraction => "fraction",
            Self::AmbiguousMagnitude => "ambiguous_magnitude",
            Self::LooksLikeDuration => "looks_like_duration",
            Self::NotPositive => "not_positive",
            Self::NoOffset => "no_offset",
            Self::BeyondYear9999 => "beyond_year_9999",
            Self::AlreadyExpired => "already_expired",
            Self::MoreThanFiveYearsPast => "more_than_five_years_past",
        }
    }

    /// What DynamoDB does, and what to do.
    pub const fn message(self) -> &'static str {
        match self {
            Self::StringType => {
                "a String is ignored by TTL, and the item never deleted: store a Number"
            }
            Self::Milliseconds => {
                "the number counts milliseconds: as seconds it lies tens of thousands of years \
                 ahead, and the item never expires"
            }
            Self::Microseconds => {
                "the number counts microseconds: as seconds it lies tens of millions of years \
                 ahead, and the item never expires"
            }
            Self::Nanoseconds => {
                "the number counts nanoseconds: as seconds it lies tens of billions of years \
                 ahead, and the item never expires"
            }
            Self::Fraction => {
                "what DynamoDB does with a fraction is not documented: store whole seconds"
            }
            Self::AmbiguousMagnitude => {
                "the unit cannot be told: the number is a far time in one unit or an early one in \
                 the next; give a date, or the number in seconds"
            }
            Self::LooksLikeDuration => {
                "so small a number is a duration or a time of the 1970s, and DynamoDB never \
                 deletes such an item: for a time from now write it as `+3600s`"
            }
            Self::NotPositive => {
                "zero and negative numbers lie more than five years back, and DynamoDB never \
                 deletes such an item: leave the attribute out if the item is to stay"
            }
            Self::NoOffset => {
                "no offset from UTC is given, so the time is read as UTC: add `Z` or `+02:00`"
            }
            Self::BeyondYear9999 => {
                "as seconds it lies beyond the year 9999, and the item never expires: leave the \
                 attribute out if the item is to stay"
            }
            Self::AlreadyExpired => {
                "the time has passed: DynamoDB deletes the item, typically within a few days"
            }
            Self::MoreThanFiveYearsPast => {
                "the time lies more than five years back, and DynamoDB never deletes such an item"
            }
        }
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())
    }
}
