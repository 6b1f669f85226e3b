//! The unit of an epoch number, told from its magnitude.

use crate::time::{Moment, Reading, Resolution, TimeFormat};
use crate::value::Number;

/// 1980-01-01T00:00:00Z. Earlier times, counted in seconds, are as large as durations of ten years.
const EARLIEST: i128 = 315_532_800;
/// 2200-01-01T00:00:00Z.
const LATEST: i128 = 7_258_118_400;

/// What the magnitude of an epoch number tells of its unit.
///
/// A unit is told if the number, counted in it, lies in the years 1980 to 2199. The four ranges do
/// not touch: a number between two of them could be a far time of the coarser unit
/// or an early one of the finer, and is told none.
///
/// | number | is |
/// | --- | --- |
/// | below 0 | [`Negative`](Self::Negative) |
/// | 0 | [`Zero`](Self::Zero) |
/// | 1 to 315,532,799 | [`Small`](Self::Small) |
/// | 315,532,800 to 7,258,118,399 | seconds |
/// | 315,532,800,000 to 7,258,118,399,999 | milliseconds |
/// | 315,532,800,000,000 to 7,258,118,399,999,999 | microseconds |
/// | 315,532,800,000,000,000 to 7,258,118,399,999,999,999 | nanoseconds |
/// | between two of these | [`Ambiguous`](Self::Ambiguous) |
/// | more | [`Beyond`](Self::Beyond) |
///
/// ```
/// use dynamap::time::Resolution;
/// use dynamap::ttl::Magnitude;
///
/// assert_eq!(Magnitude::of(1_796_644_800).unit(), Some(Resolution::Seconds));
/// assert_eq!(Magnitude::of(762_265_258_239).unit(), Some(Resolution::Millis));
/// assert_eq!(Magnitude::of(100_000_000_000), Magnitude::Ambiguous);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Magnitude {
    /// Below zero: a time before 1970 of any unit, or a word for "never".
    Negative,
    /// Zero: the Unix epoch, or a word for "not set".
    Zero,
    /// A duration in seconds rather than a time, or a time of the 1970s.
    Small,
    /// A time of the years 1980 to 2199 in this unit, and in no other.
    Unit(Resolution),
    /// Between two units.
    Ambiguous,
    /// Later than the year 2199 in every unit.
    Beyond,
}

impl Magnitude {
    /// The magnitude of a whole number.
    pub const fn of(number: i128) -> Self {
        const UNITS: [(Resolution, i128); 4] = [
            (Resolution::Seconds, 1),
            (Resolution::Millis, 1_000),
            (Resolution::Micros, 1_000_000),
            (Resolution::Nanos, 1_000_000_000),
        ];
        match number {
            ..0 => return Self::Negative,
            0 => return Self::Zero,
            1..EARLIEST => return Self::Small,
            _ => {}
        }
        let mut rest: &[(Resolution, i128)] = &UNITS;
        while let [(unit, per_second), finer @ ..] = rest {
            if number < EARLIEST * *per_second {
                return Self::Ambiguous;
            }
            if number < LATEST * *per_second {
                return Self::Unit(*unit);
            }
            rest = finer;
        }
        Self::Beyond
    }

    /// The unit, if the magnitude tells one.
    pub const fn unit(self) -> Option<Resolution> {
        match self {
            Self::Unit(unit) => Some(unit),
            _ => None,
        }
    }
}

/// A number as it stands in an item, and what its magnitude tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Measured {
    pub(crate) magnitude: Magnitude,
    /// Whether it has a fraction.
    pub(crate) fractional: bool,
    /// The instant, rounded down to the unit, if a unit is told.
    pub(crate) moment: Option<Moment>,
}

impl Measured {
    /// Reads any spelling of a number; `None` if the text is none.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let number: Number = text.parse().ok()?;
        // Counted in nanoseconds a moment is the number itself.
        let floor = TimeFormat::Epoch(Resolution::Nanos).parse(text, Reading::Floor);
        let (magnitude, moment) = match floor.map(Moment::as_nanos) {
            Ok(whole) => {
                let magnitude = Magnitude::of(whole);
                let moment = magnitude.unit().and_then(|unit| unit.moment(whole));
                (magnitude, moment)
            }
            Err(_) if number < Number::ZERO => (Magnitude::Negative, None),
            Err(_) => (Magnitude::Beyond, None),
        };
        Some(Self {
            magnitude,
            fractional: !number.is_integer(),
            moment,
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const UNITS: [Resolution; 4] = [
        Resolution::Seconds,
        Resolution::Millis,
        Resolution::Micros,
        Resolution::Nanos,
    ];

    #[test]
    fn fc_132_the_unit_is_told_or_there_is_none() {
        let at = |seconds, nanos| Some(Moment::from_parts(seconds, nanos));
        for (text, magnitude, moment) in [
            // 1994-02-26T12:20:58.239Z.
            (
                "762265258239",
                Magnitude::Unit(Resolution::Millis),
                at(762_265_258, 239_000_000),
            ),
            // 2026-07-22T04:23:57Z.
            (
                "1784694237438743460",
                Magnitude::Unit(Resolution::Nanos),
                at(1_784_694_237, 438_743_460),
            ),
            ("-1500", Magnitude::Negative, None),
            ("100000000000", Magnitude::Ambiguous, None),
            (
                "1796040000",
                Magnitude::Unit(Resolution::Seconds),
                at(1_796_040_000, 0),
            ),
            (
                "1796040000000000",
                Magnitude::Unit(Resolution::Micros),
                at(1_796_040_000, 0),
            ),
            ("0", Magnitude::Zero, None),
            ("3600", Magnitude::Small, None),
            ("9999999999", Magnitude::Ambiguous, None),
            ("9999999999999999999", Magnitude::Beyond, None),
            ("1e120", Magnitude::Beyond, None),
            ("-1e120", Magnitude::Negative, None),
        ] {
            let measured = Measured::read(text).unwrap();
            assert_eq!(
                (measured.magnitude, measured.moment),
                (magnitude, moment),
                "{text}"
            );
            assert!(!measured.fractional, "{text}");
        }
    }

    #[test]
    fn the_stated_thresholds_hold() {
        for (index, unit) in UNITS.into_iter().enumerate() {
            let scale = 1_000_i128.pow(u32::try_from(index).unwrap());
            let (first, end) = (315_532_800 * scale, 7_258_118_400 * scale);
            let below = if index == 0 {
                Magnitude::Small
            } else {
                Magnitude::Ambiguous
            };
            let above = if index == 3 {
                Magnitude::Beyond
            } else {
                Magnitude::Ambiguous
            };
            assert_eq!(Magnitude::of(first - 1), below);
            assert_eq!(Magnitude::of(first), Magnitude::Unit(unit));
            assert_eq!(Magnitude::of(end - 1), Magnitude::Unit(unit));
            assert_eq!(Magnitude::of(end), above);
        }
        assert_eq!(Magnitude::of(i128::MIN), Magnitude::Negative);
        assert_eq!(Magnitude::of(-1), Magnitude::Negative);
        assert_eq!(Magnitude::of(1), Magnitude::Small);
        assert_eq!(Magnitude::of(i128::MAX), Magnitude::Beyond);
    }

    #[test]
    fn fractions_are_rounded_down() {
        let measured = Measured::read("1796644800.9").unwrap();
        assert!(measured.fractional);
        assert_eq!(measured.moment, Some(Moment::from_parts(1_796_644_800, 0)));
        let exponent = Measured::read("1.7966448E9").unwrap();
        assert!(!exponent.fractional);
        assert_eq!(exponent.moment, measured.moment);
        assert_eq!(
            Measured::read("-0.5").unwrap().magnitude,
            Magnitude::Negative
        );
        assert_eq!(Measured::read("0.5").unwrap().magnitude, Magnitude::Zero);
        for text in ["", " 1796644800", "1796644800s", "NaN", "0x10", "1_000"] {
            assert_eq!(Measured::read(text), None, "{text}");
        }
    }

    proptest! {
        /// Every time of the plausible years is recognised in every unit, and as that time alone.
        #[test]
        fn a_time_is_recognised_in_its_unit(
            seconds in 315_532_800_i64..7_258_118_400,
            nanos in 0_u32..1_000_000_000,
            unit in prop::sample::select(UNITS.to_vec()),
        ) {
            let format = TimeFormat::Epoch(unit);
            let moment = Moment::from_parts(seconds, nanos);
            let measured = Measured::read(&format.text(moment).unwrap()).unwrap();
            prop_assert_eq!(measured.magnitude, Magnitude::Unit(unit));
            prop_assert_eq!(measured.moment, Some(format.floor(moment)));
        }

        /// A number is told a unit exactly if one unit, and no other, makes it a plausible time.
        #[test]
        fn a_unit_is_told_exactly_if_one_is_plausible(
            digits in 0_u32..24,
            mantissa in 0_i128..1_000_000_000_000,
            negative: bool,
        ) {
            let number = mantissa * 10_i128.pow(digits) * if negative { -1 } else { 1 };
            let plausible: Vec<Resolution> = UNITS
                .into_iter()
                .filter(|unit| {
                    let seconds = unit.moment(number).map(Moment::seconds);
                    seconds.is_some_and(|seconds| (315_532_800..7_258_118_400).contains(&seconds))
                })
                .collect();
            prop_assert!(plausible.len() <= 1);
            prop_assert_eq!(Magnitude::of(number).unit(), plausible.first().copied());
        }
    }
}
