//! Rollups: aggregates that count every change once.

mod apply;
mod claim;
mod claim_table;
mod contribution;
mod definition;
mod keeper;
mod outcome;
mod plan;
mod recompute;
mod row;

pub use apply::Apply;
pub use claim_table::RollupClaims;
pub use definition::{DynamoRollup, HoldsValue, RollupCount, RollupField, RollupStale, RollupSum};
pub use keeper::Rollups;
pub use outcome::{RollupCounts, RollupFailure, RollupOutcome};
pub use recompute::Recomputed;

// What generated code calls, by `__private`.
pub use definition::{
    rollup_amount, rollup_average, rollup_count, rollup_count_of, rollup_exact, rollup_extreme,
    rollup_last, rollup_max, rollup_min, rollup_one, rollup_order, rollup_presence, rollup_stale,
    rollup_sum, rollup_time, rollup_value, rollup_window,
};
