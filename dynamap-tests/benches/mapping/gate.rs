//! The ratios of instructions that a change must not exceed.

use std::process::ExitCode;

use super::case::{Case, Direction, Shape};
use super::mapper::Mapper;
use super::measure;
use super::requests::Operation;

/// For sessions, orders and rows: about 8 % above what was measured, so that another compiler or allocator
/// does not trip over it, and 10 % above for whole requests, whose code by hand is mostly the SDK's and
/// differs by so much from build to build. What all rows of the tables are made of is here; a Query of 1,000 items and
/// many at one time would only repeat a Query of 100, for as long as everything else takes.
const BOUNDS: [(Direction, [f64; 3]); 10] = [
    (Direction::Page, [0.22, 0.25, 0.23]),
    (Direction::Body, [0.18, 0.21, 0.18]),
    (Direction::Encode, [1.02, 1.06, 1.03]),
    (Direction::Decode, [0.99, 1.09, 1.02]),
    (
        Direction::Request(Operation::Query(100)),
        [0.42, 0.39, 0.42],
    ),
    (Direction::Request(Operation::Query(10)), [0.77, 0.52, 0.75]),
    (Direction::Request(Operation::GetItem), [1.20, 1.15, 1.16]),
    (Direction::Request(Operation::PutItem), [1.30, 1.24, 1.29]),
    (
        Direction::Request(Operation::BatchWriteItem),
        [0.92, 0.61, 0.85],
    ),
    (
        Direction::Request(Operation::TransactWriteItems),
        [1.18, 0.88, 1.18],
    ),
];

/// Compares; without valgrind it says that nothing was compared. What cannot be counted with it fails.
pub(crate) fn check() -> ExitCode {
    if !measure::can_count() {
        println!("NOT CHECKED: the instruction ratios, since valgrind does not run here");
        return ExitCode::SUCCESS;
    }
    let mut failed = false;
    let bounds = BOUNDS.iter().flat_map(|(direction, bounds)| {
        let bounds = Shape::ALL.into_iter().zip(bounds);
        bounds.map(|(shape, bound)| (*direction, shape, *bound))
    });
    for (direction, shape, bound) in bounds {
        let [by_hand, dynamap] = [Mapper::ByHand, Mapper::Dynamap].map(|mapper| Case {
            direction,
            shape,
            mapper,
        });
        let counts = by_hand.instructions().zip(dynamap.instructions());
        let ratio = counts.map(|(by_hand, dynamap)| dynamap / by_hand);
        let is_kept = ratio.is_some_and(|ratio| ratio <= bound);
        let verdict = match ratio {
            None => "NOT COUNTED",
            Some(_) if is_kept => "ok",
            Some(_) => "TOO MANY",
        };
        let ratio = ratio.unwrap_or(f64::NAN);
        println!(
            "{dynamap}: {ratio:.3} of the instructions by hand, at most {bound:.2}: {verdict}"
        );
        failed |= !is_kept;
    }
    if failed {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    }
}
