use aws_sdk_dynamodb::types::AttributeValue;
use xxhash_rust::xxh3::xxh3_64;

use crate::value::{EncodeError, Number};
use crate::{Error, Result};

/// The shard of an item, of `shards`, by its stored sort key: XXH3-64 with the seed 0, modulo
/// `shards`.
///
/// What is hashed is the UTF-8 text of an S, the bytes of a B, and of an N its canonical decimal text:
/// no exponent, no zero that could be left out but the one before a decimal point, `-` before a
/// negative one. Every writer of a sharded
/// table, in whatever language, has to come to the same number, or the item is not found by its key:
///
/// | sort key | of 4 | of 10 | of 1,000 |
/// | --- | --- | --- | --- |
/// | S `a` | 3 | 9 | 719 |
/// | S `2025-03-21T12:30:00Z` | 3 | 9 | 279 |
/// | S `time#2025-03-21T12:30:00.000Z#r-77` | 2 | 2 | 682 |
/// | S `Zürich#日本` | 2 | 0 | 390 |
/// | N `1742560200000` | 2 | 6 | 846 |
/// | N `-1.5`, `-1.50`, `-15E-1` | 2 | 2 | 362 |
/// | B `00 ff` | 3 | 3 | 83 |
///
/// An empty key, which DynamoDB refuses, and a number of shards outside of 2 to 1,000 are errors.
///
/// ```
/// use dynamap::aws_sdk_dynamodb::types::AttributeValue;
/// use dynamap::key::shard;
///
/// # fn main() -> Result<(), dynamap::Error> {
/// let sort_key = AttributeValue::S("time#2025-03-21T12:30:00.000Z#r-77".to_owned());
/// assert_eq!(shard(&sort_key, 4)?, 2);
/// # Ok(())
/// # }
/// ```
pub fn shard(sort_key: &AttributeValue, shards: u16) -> Result<u16> {
    shard_of(sort_key, shards).map_err(Error::from)
}

/// The fewest and the most shards.
const SHARDS: std::ops::RangeInclusive<u16> = 2..=1000;

pub(crate) fn shard_of(sort_key: &AttributeValue, shards: u16) -> Result<u16, EncodeError> {
    if !SHARDS.contains(&shards) {
        return Err(EncodeError::new(
            "a partition has from 2 to 1,000 shards: give another number",
        ));
    }
    let hash = match sort_key {
        AttributeValue::S(text) if !text.is_empty() => xxh3_64(text.as_bytes()),
        AttributeValue::B(bytes) if !bytes.as_ref().is_empty() => xxh3_64(bytes.as_ref()),
        AttributeValue::N(text) => match text.parse::<Number>() {
            Ok(number) => xxh3_64(number.to_string().as_bytes()),
            Err(_) => {
                return Err(EncodeError::new(
                    "the sort key is not a number that DynamoDB can hold, so it has no shard",
                ));
            }
        },
        AttributeValue::S(_) | AttributeValue::B(_) => {
            return Err(EncodeError::new(
                "the sort key is empty, so it has no shard: give it a value",
            ));
        }
        _ => {
            return Err(EncodeError::new(
                "the sort key is no string, number or binary, so it has no shard",
            ));
        }
    };
    // The remainder is less than a `u16`.
    Ok(u16::try_from(hash % u64::from(shards)).unwrap_or_default())
}
