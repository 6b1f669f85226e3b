//! The functions of a module write and read the type of the field.

use dynamap::DynamoItem;

struct Money(i64);

mod other {
    use dynamap::value::{DecodeError, Decoder, EncodeError, Encoder};

    pub fn encode(value: &u64, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
        encoder.number(&value.to_string());
        Ok(())
    }

    pub fn decode(_: &mut dyn Decoder) -> Result<u64, DecodeError> {
        Ok(0)
    }
}

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Order {
    #[partition_key]
    id: String,
    #[dynamo(with = other)]
    tax: Money,
}

fn main() {}
