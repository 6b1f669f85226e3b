/// A known difference between an engine and the service.
///
/// A test that such a difference would break asks [`Fixture::has`](crate::Fixture::has) and says by this name why it
/// is skipped or adapted, so that every exemption can be found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EngineFault {
    /// An undefined `:value` in the filter of a Query or Scan is accepted while no item makes the engine
    /// evaluate it.
    UndefinedFilterValueAccepted,
    /// A put that changes nothing writes a stream record.
    UnchangedPutInStream,
    /// Items more than five years past their TTL are deleted.
    StaleTtlSwept,
    /// `IN` takes 101 operands.
    LongInAccepted,
    /// A projection of what a local index does not hold leaves it out, where DynamoDB reads it from the
    /// table.
    LocalIndexNotFetched,
    /// Nothing is read from the table that a local index does not hold, not even for all attributes.
    LocalIndexNotWhole,
    /// A sum has 28 digits.
    SumsRounded,
    /// The keys `1.0` and `1` are two items.
    NumberKeysByText,
    /// BETWEEN takes bounds of two types.
    MixedBetweenAccepted,
    /// A Query filter may name key attributes.
    KeyFilterAccepted,
    /// UpdateTimeToLive does not refuse a repetition or another attribute.
    TtlRepetitionAccepted,
    /// Expired items are not deleted on demand, and a deletion by TTL has no stream record.
    NoSweep,
    /// `contains` does not look into a binary.
    BinaryPartsNotFound,
    /// The texts of some refusals are not the service's.
    OtherTexts,
}

impl EngineFault {
    /// Whether the engine in this process has it; MiniStack 1.5.33 has the others.
    pub(crate) fn is_embedded(self) -> bool {
        match self {
            Self::UndefinedFilterValueAccepted
            | Self::UnchangedPutInStream
            | Self::StaleTtlSwept
            | Self::LongInAccepted
            | Self::LocalIndexNotFetched => true,
            Self::LocalIndexNotWhole
            | Self::SumsRounded
            | Self::NumberKeysByText
            | Self::MixedBetweenAccepted
            | Self::KeyFilterAccepted
            | Self::TtlRepetitionAccepted
            | Self::NoSweep
            | Self::BinaryPartsNotFound
            | Self::OtherTexts => false,
        }
    }
}
