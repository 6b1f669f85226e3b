//! The ratios of instructions that a change must not exceed.

use std::process::ExitCode;

use super::measure::{Case, Direction, Shape};
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

/// Compares; without valgrind it says that nothing was compared.
pub(crate) fn check() -> ExitCode {
    let mut exceeded = false;
    for (direction, shape, bound) in BOUNDS {
        let cases = Case::of(direction, shape);
        let counts: Option<Vec<f64>> = cases
            .iter()
            .take(2)
            .map(|case| case.instructions())
            .collect();
        let (Some(case), Some([by_hand, dynamap])) = (cases.get(1), counts.as_deref()) else {
            println!("NOT CHECKED: the instruction ratios, since valgrind does not run here");
            return ExitCode::SUCCESS;
        };
        let ratio = dynamap / by_hand;
        let verdict = if ratio > bound { "TOO MANY" } else { "ok" };
        println!("{case}: {ratio:.3} of the instructions by hand, at most {bound}: {verdict}");
        exceeded |= ratio > bound;
    }
    if exceeded {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    }
}
