//! Units of time and how a time is written.

/// What an integer of a time counts, and how many fraction digits an ISO text has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unit {
    /// No fraction digits.
    Seconds,
    /// Three fraction digits.
    Millis,
    /// Six fraction digits.
    Micros,
    /// Nine fraction digits.
    Nanos,
}

impl Unit {
    /// The words of the options.
    pub(crate) const NAMES: [(&'static str, Self); 4] = [
        ("seconds", Self::Seconds),
        ("millis", Self::Millis),
        ("micros", Self::Micros),
        ("nanos", Self::Nanos),
    ];

    pub(crate) fn parse(word: &str) -> Option<Self> {
        Self::NAMES
            .into_iter()
            .find_map(|(name, unit)| (name == word).then_some(unit))
    }

    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Seconds => "seconds",
            Self::Millis => "millis",
            Self::Micros => "micros",
            Self::Nanos => "nanos",
        }
    }
}

/// How a time is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TimeFormat {
    /// N: units since the Unix epoch.
    Epoch(Unit),
    /// S: fixed-width ISO text in UTC.
    Iso { precision: Unit, reading: Reading },
}

impl TimeFormat {
    /// The same time as a part of a text.
    pub(crate) fn as_text(self) -> Self {
        match self {
            Self::Epoch(precision) => Self::Iso {
                precision,
                reading: Reading::Canonical,
            },
            iso @ Self::Iso { .. } => iso,
        }
    }

    /// Whether texts are read in any spelling.
    pub(crate) fn is_lenient(self) -> bool {
        matches!(
            self,
            Self::Iso {
                reading: Reading::Any,
                ..
            }
        )
    }

    /// The option that says the unit.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Epoch(unit) => unit.word(),
            Self::Iso { .. } => "iso",
        }
    }
}

/// Which ISO texts are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reading {
    /// Any offset, and any fraction that loses nothing.
    Any,
    /// The text that would be written, and no other: a key read from another text could never be
    /// addressed again.
    Canonical,
}
