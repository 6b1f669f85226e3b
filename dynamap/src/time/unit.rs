use std::marker::PhantomData;

use super::{Moment, TimeFormat};

/// The length of the unit that a time is rounded down to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Resolution {
    /// Seconds.
    Seconds,
    /// Milliseconds.
    Millis,
    /// Microseconds.
    Micros,
    /// Nanoseconds.
    Nanos,
}

impl Resolution {
    /// Nanoseconds in one unit.
    pub const fn nanos(self) -> i128 {
        self.length() as i128
    }

    const fn length(self) -> u32 {
        match self {
            Self::Seconds => 1_000_000_000,
            Self::Millis => 1_000_000,
            Self::Micros => 1_000,
            Self::Nanos => 1,
        }
    }

    /// Digits of the fraction of a second: 0, 3, 6 or 9.
    pub const fn digits(self) -> usize {
        match self {
            Self::Seconds => 0,
            Self::Millis => 3,
            Self::Micros => 6,
            Self::Nanos => 9,
        }
    }

    /// The unit in words, in the plural: `milliseconds`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Seconds => "seconds",
            Self::Millis => "milliseconds",
            Self::Micros => "microseconds",
            Self::Nanos => "nanoseconds",
        }
    }

    /// Whole units since the Unix epoch, rounded down.
    pub const fn units(self, moment: Moment) -> i128 {
        moment.divide(self.length()).0
    }

    /// Nanoseconds of `moment` after the start of its unit.
    pub(crate) const fn beyond(self, moment: Moment) -> u32 {
        moment.divide(self.length()).1
    }

    /// The moment `units` after the Unix epoch; `None` beyond what a [`Moment`] holds.
    pub const fn moment(self, units: i128) -> Option<Moment> {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "`short` is compared with the whole"
        )]
        let short = units as i64;
        if short as i128 == units {
            // A product of 64 and 30 bits; the check of a wider one is a slow call.
            return Some(Moment::from_nanos(units * self.nanos()));
        }
        match units.checked_mul(self.nanos()) {
            Some(nanos) => Some(Moment::from_nanos(nanos)),
            None => None,
        }
    }
}

mod sealed {
    pub trait Sealed {}
}

/// A unit as a type: what the option of a time field names.
///
/// [`Seconds`], [`Millis`], [`Micros`], [`Nanos`], and [`Iso`] of one of them.
#[diagnostic::on_unimplemented(message = "`{Self}` is not a unit of time")]
pub trait Unit: sealed::Sealed + 'static {
    /// How a time in this unit is written.
    const FORMAT: TimeFormat;
}

/// A unit that is counted from the Unix epoch and written as N.
#[diagnostic::on_unimplemented(
    message = "an integer cannot be written as ISO text",
    label = "an integer counts an epoch unit",
    note = "store the number: `#[ts(seconds)]` or `#[ts(millis)]`",
    note = "or hold the time in `time::OffsetDateTime` or `std::time::SystemTime`"
)]
pub trait EpochUnit: Unit {
    /// The length of the unit.
    const RESOLUTION: Resolution;
}

/// Whole seconds since the Unix epoch, N.
#[derive(Debug)]
pub enum Seconds {}

/// Whole milliseconds since the Unix epoch, N.
#[derive(Debug)]
pub enum Millis {}

/// Whole microseconds since the Unix epoch, N.
#[derive(Debug)]
pub enum Micros {}

/// Whole nanoseconds since the Unix epoch, N.
#[derive(Debug)]
pub enum Nanos {}

/// Fixed-width ISO text of the precision `P`, S.
#[derive(Debug)]
pub struct Iso<P>(PhantomData<P>);

impl sealed::Sealed for Seconds {}
impl sealed::Sealed for Millis {}
impl sealed::Sealed for Micros {}
impl sealed::Sealed for Nanos {}
impl<P> sealed::Sealed for Iso<P> {}

#[diagnostic::do_not_recommend]
impl Unit for Seconds {
    const FORMAT: TimeFormat = TimeFormat::Epoch(Resolution::Seconds);
}

#[diagnostic::do_not_recommend]
impl Unit for Millis {
    const FORMAT: TimeFormat = TimeFormat::Epoch(Resolution::Millis);
}

#[diagnostic::do_not_recommend]
impl Unit for Micros {
    const FORMAT: TimeFormat = TimeFormat::Epoch(Resolution::Micros);
}

#[diagnostic::do_not_recommend]
impl Unit for Nanos {
    const FORMAT: TimeFormat = TimeFormat::Epoch(Resolution::Nanos);
}

#[diagnostic::do_not_recommend]
impl<P: EpochUnit> Unit for Iso<P> {
    const FORMAT: TimeFormat = TimeFormat::Iso(P::RESOLUTION);
}

#[diagnostic::do_not_recommend]
impl EpochUnit for Seconds {
    const RESOLUTION: Resolution = Resolution::Seconds;
}

#[diagnostic::do_not_recommend]
impl EpochUnit for Millis {
    const RESOLUTION: Resolution = Resolution::Millis;
}

#[diagnostic::do_not_recommend]
impl EpochUnit for Micros {
    const RESOLUTION: Resolution = Resolution::Micros;
}

#[diagnostic::do_not_recommend]
impl EpochUnit for Nanos {
    const RESOLUTION: Resolution = Resolution::Nanos;
}
