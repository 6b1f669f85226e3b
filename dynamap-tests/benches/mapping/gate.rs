//! The ratios of instructions that a change must not exceed.

use std::process::ExitCode;

use super::case::{Case, Direction, Shape};
use super::mapper::Mapper;
use super::measure;
use super::requests::Operation;

/// For sessions, orders and rows: 5 % above what was measured, so that another compiler or allocator
/// does not trip over it. What all rows of the tables are made of is here; a Query of 1,000 items and
/// many at one time would only repeat a Query of 100, for as long as everything else takes.
const BOUNDS: [(Direction, [f64; 3]); 10] = [
    (Direction::Page, [0.21, 0.24, 0.22]),
    (Direction::Body, [0.17, 0.20, 0.17]),
    (Direction::Encode, [1.00, 1.04, 1.01]),
    (Direction::Decode, [0.96, 1.07, 0.99]),
    (
        Direction::Request(Operation::Query(100)),
        [0.40, 0.37, 0.40],
    ),
    (Direction::Request(Operation::Query(10)), [0.74, 0.50, 0.72]),
    (Direction::Request(Operation::GetItem), [1.15, 1.09, 1.10]),
    (Direction::Request(Operation::PutItem), [1.21, 1.18, 1.23]),
    (
        Direction::Request(Operation::BatchWriteItem),
        [0.88, 0.59, 0.81],
    ),
    (
        Direction::Request(Operation::TransactWriteItems),
        [1.12, 0.85, 1.09],
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
