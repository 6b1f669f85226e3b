//! DynamoDB refuses a filter on any of the key attributes of what is queried.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(
    table = "matches",
    index(
        name = "by_region",
        partition_key = ["tournament", "region"],
        sort_key = ["round", "bracket"]
    )
)]
struct Match {
    #[partition_key]
    id: String,
    tournament: String,
    region: String,
    round: u32,
    bracket: String,
}

fn uses(matches: &MatchTable) {
    let query = || matches.query_by_region(("winter", "north")).eq(2_u32);
    let _ = query().filter(Match::REGION.eq("north"));
    let _ = query().filter(Match::BRACKET.eq("upper"));
    // The keys of other paths are attributes like any other.
    let _ = query().filter(Match::ID.eq("m"));
    let _ = matches.query("m").filter(Match::BRACKET.eq("upper"));
    let _ = matches.scan_index(MatchByRegion).filter(Match::BRACKET.eq("upper"));
}

fn main() {}
