//! A suffix is text that the type of the field gives, and is always there.

use dynamap::DynamoItem;
use time::OffsetDateTime;

mod text {
    use dynamap::value::{DecodeError, Decoder, EncodeError, Encoder};

    pub fn encode(_: &u64, _: &mut dyn Encoder) -> Result<(), EncodeError> {
        Ok(())
    }

    pub fn decode(_: &mut dyn Decoder) -> Result<u64, DecodeError> {
        Ok(0)
    }
}

#[derive(DynamoItem)]
#[dynamo(table = "readings")]
struct Module {
    #[partition_key]
    device: String,
    #[sort_key(iso, suffix = "id")]
    at: OffsetDateTime,
    #[dynamo(with = text)]
    id: u64,
}

fn main() {}
