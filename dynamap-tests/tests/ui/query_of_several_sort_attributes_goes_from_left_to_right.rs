//! Of several sort attributes, equality moves on to the next, and a range on one is the last condition:
//! DynamoDB takes no gaps.

use dynamap::DynamoItem;
use time::OffsetDateTime;

#[derive(DynamoItem)]
#[dynamo(
    table = "matches",
    index(
        name = "by_region",
        partition_key = ["tournament", "region"],
        sort_key = ["round", "bracket", "played_at"]
    )
)]
struct Match {
    #[partition_key]
    id: String,
    tournament: String,
    region: String,
    round: u32,
    bracket: String,
    #[ts(millis)]
    played_at: OffsetDateTime,
}

fn uses(matches: &MatchTable) {
    let now = OffsetDateTime::UNIX_EPOCH;
    let query = || matches.query_by_region(("winter", "north"));
    // The second attribute before the first.
    let _ = query().eq("upper");
    // The third after the first.
    let _ = query().eq(2_u32).since(now);
    // Numbers have no prefixes.
    let _ = query().begins_with("2");
    // A range is the last condition.
    let _ = query().ge(2_u32).eq("upper");
    let _ = query().eq(2_u32).begins_with("up").since(now);
    // There is no fourth.
    let _ = query().eq(2_u32).eq("upper").at(now).eq(1_u32);
}

fn main() {}
