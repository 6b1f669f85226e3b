//! A query has a value for every attribute of the partition key: DynamoDB compares each of them by equality.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(
    table = "matches",
    index(name = "by_region", partition_key = ["tournament", "region", "court"])
)]
struct Match {
    #[partition_key]
    id: String,
    tournament: String,
    region: String,
    court: u8,
}

fn uses(matches: &MatchTable) {
    let _ = matches.query_by_region("winter");
    let _ = matches.query_by_region(("winter", "north"));
    let _ = matches.query_by_region(("winter", 1_u8, "north"));
}

fn main() {}
