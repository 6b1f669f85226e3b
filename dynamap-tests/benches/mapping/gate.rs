//! The ratios of instructions that a change must not exceed.

use std::process::ExitCode;

use super::mapper::Mapper;
use super::measure::{self, Case, Direction, Shape};
use super::requests::Operation;

/// A little above what was measured, so that another compiler or allocator does not trip over it.
const BOUNDS: [(Direction, Shape, f64); 11] = [
    (Direction::Page, Shape::Session, 0.24),
    (Direction::Page, Shape::Order, 0.27),
    (Direction::Page, Shape::Row, 0.24),
    (Direction::Encode, Shape::Session, 1.02),
    (Direction::Encode, Shape::Order, 1.09),
    (Direction::Encode, Shape::Row, 1.03),
    (Direction::Decode, Shape::Session, 1.10),
    (Direction::Decode, Shape::Order, 1.16),
    (Direction::Decode, Shape::Row, 1.10),
    (
        Direction::Request(Operation::Query(1_000)),
        Shape::Session,
        0.39,
    ),
    (
        Direction::Request(Operation::Query(100)),
        Shape::Order,
        0.43,
    ),
];

/// Compares; without valgrind it says that nothing was compared. What cannot be counted with it fails.
pub(crate) fn check() -> ExitCode {
    if !measure::can_count() {
        println!("NOT CHECKED: the instruction ratios, since valgrind does not run here");
        return ExitCode::SUCCESS;
    }
    let mut failed = false;
    for (direction, shape, bound) in BOUNDS {
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
        println!("{dynamap}: {ratio:.3} of the instructions by hand, at most {bound}: {verdict}");
        failed |= !is_kept;
    }
    if failed {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    }
}
