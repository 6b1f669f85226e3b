//! What a repair would write.

use super::Class;
use super::classify::is_stale;
use crate::time::Moment;

/// What happens to values that lie more than five years back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Stale {
    /// They stay.
    #[default]
    Keep,
    /// They become this instant.
    Rescue(Moment),
    /// They go, so that the item never expires.
    Clear,
}

/// What a repair is told to do beyond the plain cases.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Policy {
    pub(crate) stale: Stale,
    pub(crate) clear_zero_or_negative: bool,
}

/// What becomes of the TTL of one item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Proposal {
    /// It is sound.
    Nothing,
    /// The number of seconds of this instant.
    Set(Moment),
    /// The attribute goes.
    Remove,
    /// It is not certain what is meant.
    Skip,
}

impl Policy {
    /// `meant` is the instant that the value stands for, if that is certain.
    pub(crate) fn propose(self, class: Class, meant: Option<Moment>, now: Moment) -> Proposal {
        match (class, meant) {
            (Class::Ok | Class::Expired | Class::Absent | Class::Null, _) => Proposal::Nothing,
            (Class::ZeroOrNegative, _) if self.clear_zero_or_negative => Proposal::Remove,
            (class, Some(meant)) if is_stale(meant, now) => match self.stale {
                Stale::Rescue(to) => Proposal::Set(to),
                Stale::Clear => Proposal::Remove,
                // The number is right already, and DynamoDB ignores it all the same.
                Stale::Keep if class == Class::Stale => Proposal::Skip,
                Stale::Keep => Proposal::Set(meant),
            },
            (_, Some(meant)) => Proposal::Set(meant),
            (_, None) => Proposal::Skip,
        }
    }
}

/// Why an item of this class is skipped.
pub(crate) const fn skip_reason(class: Class) -> &'static str {
    match class {
        Class::Stale => {
            "more than five years past: say whether to rescue it (`rescue_stale`) or to clear it (`clear_stale`)"
        }
        Class::ZeroOrNegative => {
            "zero or negative: if it stands for \"never\", say `clear_zero_or_negative`"
        }
        Class::Relative => "looks like a duration, and when it was written is not known",
        Class::Far => "the unit is not certain",
        Class::TextNoOffset => "the text names no offset from UTC, so the instant is not certain",
        Class::OtherType(_) => "a value of this type holds no time",
        _ => "the text holds no time",
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::ttl::Rule;
    use crate::ttl::classify::Seen;

    const NOW: i64 = 1_796_040_000;

    fn policies() -> Vec<Policy> {
        let rescue = Stale::Rescue(Moment::from_parts(NOW + 86_400, 0));
        let stale = [Stale::Keep, rescue, Stale::Clear];
        let policies = stale.into_iter().flat_map(|stale| {
            [false, true].map(|clear_zero_or_negative| Policy {
                stale,
                clear_zero_or_negative,
            })
        });
        policies.collect()
    }

    /// A second run with the same orders finds nothing to do.
    fn is_settled(policy: Policy, seen: Seen<'_>) -> Result<(), TestCaseError> {
        let now = Moment::from_parts(NOW, 0);
        let (class, meant) = Rule::Ttl.judge(seen, now);
        let Proposal::Set(to) = policy.propose(class, meant, now) else {
            return Ok(());
        };
        let stored = to.seconds().to_string();
        let (class, meant) = Rule::Ttl.judge(Seen::Number(&stored), now);
        prop_assert!(
            matches!(class, Class::Ok | Class::Expired | Class::Stale),
            "{}",
            stored
        );
        let again = policy.propose(class, meant, now);
        prop_assert!(
            matches!(again, Proposal::Nothing | Proposal::Skip),
            "{:?}",
            again
        );
        Ok(())
    }

    proptest! {
        #[test]
        fn what_is_proposed_is_settled(
            mantissa in -10_000_000_000_i64..10_000_000_000,
            exponent in 0_u32..16,
            fraction in "(\\.[0-9]{1,3})?",
        ) {
            let text = format!("{}{fraction}", i128::from(mantissa) * 10_i128.pow(exponent));
            for policy in policies() {
                is_settled(policy, Seen::Number(&text))?;
                is_settled(policy, Seen::Text(&text))?;
            }
        }

        /// A time is repaired to itself, in whatever unit and type it was written.
        #[test]
        fn a_time_is_repaired_to_itself(
            seconds in NOW - 4 * 365 * 86_400..7_258_118_400,
            scale in 0_u32..4,
            as_text: bool,
        ) {
            let now = Moment::from_parts(NOW, 0);
            let text = (i128::from(seconds) * 1_000_i128.pow(scale)).to_string();
            let seen = if as_text { Seen::Text(&text) } else { Seen::Number(&text) };
            let (class, meant) = Rule::Ttl.judge(seen, now);
            let expected = if scale == 0 && !as_text {
                Proposal::Nothing
            } else {
                Proposal::Set(Moment::from_parts(seconds, 0))
            };
            for policy in policies() {
                prop_assert_eq!(policy.propose(class, meant, now), expected);
            }
        }
    }
}
