//! Only texts have several spellings.

use dynamap::DynamoItem;
use time::OffsetDateTime;

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Order {
    #[partition_key(lenient)]
    id: String,
    #[sort_key(millis, lenient)]
    at: OffsetDateTime,
}

fn main() {}
