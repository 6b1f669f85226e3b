use std::fmt;
use std::time::Duration;

pub(crate) const NANOS_PER_SECOND: i128 = 1_000_000_000;

/// An instant, exact to the nanosecond: what every time type is turned into.
///
/// It counts nanoseconds since the Unix epoch, with any sign, and reaches further than any of the
/// types it comes from (about 5·10²¹ years). Arithmetic is checked: it neither panics nor wraps.
///
/// ```
/// use std::time::Duration;
/// use dynamap::time::Moment;
///
/// let moment = Moment::from_parts(-2, 500_000_000);
/// assert_eq!(moment.as_nanos(), -1_500_000_000);
/// assert_eq!((moment.seconds(), moment.subsec_nanos()), (-2, 500_000_000));
/// assert_eq!(moment.checked_add(Duration::from_millis(1_500)), Some(Moment::EPOCH));
/// assert_eq!(Moment::MAX.checked_add(Duration::MAX), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Moment(i128);

impl Moment {
    /// 1970-01-01T00:00:00Z.
    pub const EPOCH: Self = Self(0);
    /// The earliest moment.
    pub const MIN: Self = Self(i128::MIN);
    /// The latest moment.
    pub const MAX: Self = Self(i128::MAX);

    /// From nanoseconds since the Unix epoch.
    pub const fn from_nanos(nanos: i128) -> Self {
        Self(nanos)
    }

    /// From whole seconds since the Unix epoch and nanoseconds after that second.
    ///
    /// `nanos` always counts forward: -1.5 s is `from_parts(-2, 500_000_000)`.
    pub const fn from_parts(seconds: i64, nanos: u32) -> Self {
        // Lossless: neither product nor sum can leave i128. `From` is not const.
        Self(seconds as i128 * NANOS_PER_SECOND + nanos as i128)
    }

    /// Nanoseconds since the Unix epoch.
    pub const fn as_nanos(self) -> i128 {
        self.0
    }

    /// Whole seconds since the Unix epoch, rounded down.
    pub const fn seconds(self) -> i128 {
        self.divide(1_000_000_000).0
    }

    /// Nanoseconds after [`seconds`](Self::seconds): 0 to 999,999,999.
    pub const fn subsec_nanos(self) -> u32 {
        self.divide(1_000_000_000).1
    }

    /// Whole units of `nanos` nanoseconds since the Unix epoch, rounded down, and the nanoseconds
    /// after that; `nanos` is not zero.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a remainder is from 0 to below `nanos`, and `short` is compared with the whole"
    )]
    #[inline]
    pub(crate) const fn divide(self, nanos: u32) -> (i128, u32) {
        // Dividing 128 bits is a slow call, and the years 1677 to 2262 fit into 64.
        let short = self.0 as i64;
        if short as i128 == self.0 {
            let unit = nanos as i64;
            (
                short.div_euclid(unit) as i128,
                short.rem_euclid(unit) as u32,
            )
        } else {
            let unit = nanos as i128;
            (self.0.div_euclid(unit), self.0.rem_euclid(unit) as u32)
        }
    }

    /// This moment and `length`; `None` beyond [`MAX`](Self::MAX).
    pub const fn checked_add(self, length: Duration) -> Option<Self> {
        match self.0.checked_add(signed_nanos(length)) {
            Some(nanos) => Some(Self(nanos)),
            None => None,
        }
    }

    /// This moment less `length`; `None` before [`MIN`](Self::MIN).
    pub const fn checked_sub(self, length: Duration) -> Option<Self> {
        match self.0.checked_sub(signed_nanos(length)) {
            Some(nanos) => Some(Self(nanos)),
            None => None,
        }
    }

    /// How long after `earlier` this moment is; `None` if it is before it, or further away than a
    /// [`Duration`] holds.
    pub fn duration_since(self, earlier: Self) -> Option<Duration> {
        let nanos = self.0.checked_sub(earlier.0)?;
        let seconds = u64::try_from(nanos.div_euclid(NANOS_PER_SECOND)).ok()?;
        Some(Duration::new(seconds, Self(nanos).subsec_nanos()))
    }
}

const fn signed_nanos(length: Duration) -> i128 {
    // At most 2⁶⁴·10⁹, which is below 2⁹⁴.
    length.as_secs() as i128 * NANOS_PER_SECOND + length.subsec_nanos() as i128
}

impl fmt::Debug for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Moment({} ns)", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_count_forward() {
        for (seconds, nanos, whole) in [
            (0, 0, 0),
            (-2, 500_000_000, -1_500_000_000),
            (i64::MIN, 0, i128::from(i64::MIN) * NANOS_PER_SECOND),
            (
                i64::MAX,
                999_999_999,
                i128::from(i64::MAX) * NANOS_PER_SECOND + 999_999_999,
            ),
        ] {
            let moment = Moment::from_parts(seconds, nanos);
            assert_eq!(moment.as_nanos(), whole);
            assert_eq!(moment.seconds(), i128::from(seconds));
            assert_eq!(moment.subsec_nanos(), nanos);
        }
    }

    #[test]
    fn division_rounds_down_within_and_beyond_64_bits() {
        for nanos in [
            0,
            -1,
            -1_000_000,
            1_742_560_200_123_456_789,
            i128::from(i64::MIN),
            i128::from(i64::MIN) - 1,
            i128::from(i64::MAX),
            i128::from(i64::MAX) + 1,
            i128::MIN,
            i128::MAX,
        ] {
            for unit in [1, 1_000, 1_000_000, 1_000_000_000] {
                let (units, rest) = Moment::from_nanos(nanos).divide(unit);
                assert!(rest < unit);
                assert_eq!(units, nanos.div_euclid(unit.into()));
                assert_eq!(i128::from(rest), nanos.rem_euclid(unit.into()));
            }
        }
    }

    #[test]
    fn arithmetic_is_checked_at_both_ends() {
        assert_eq!(Moment::MAX.checked_add(Duration::from_nanos(1)), None);
        assert_eq!(Moment::MIN.checked_sub(Duration::from_nanos(1)), None);
        assert_eq!(
            Moment::EPOCH
                .checked_add(Duration::MAX)
                .map(Moment::as_nanos),
            Some((1 << 64) * NANOS_PER_SECOND - 1)
        );
        assert_eq!(
            Moment::EPOCH.checked_sub(Duration::from_millis(1500)),
            Some(Moment::from_parts(-2, 500_000_000))
        );
    }

    #[test]
    fn lengths_between_moments() {
        let at = Moment::from_parts(-2, 500_000_000);
        assert_eq!(
            Moment::EPOCH.duration_since(at),
            Some(Duration::from_millis(1500))
        );
        assert_eq!(at.duration_since(Moment::EPOCH), None);
        assert_eq!(Moment::MAX.duration_since(Moment::MIN), None);
        assert_eq!(Moment::MAX.duration_since(Moment::EPOCH), None);
    }
}
