//! What mapping an item costs, beside the same mapping by hand and by `serde_dynamo`.
//!
//! ```text
//! cargo bench -p dynamap-tests --bench mapping              # everything
//! cargo bench -p dynamap-tests --bench mapping -- order     # what has `order` in its name
//! ```
//!
//! - **encode**: a struct to the SDK's `HashMap<String, AttributeValue>`.
//! - **decode**: such a map, by value, to the struct. The maps are made by the code by hand, and the
//!   order of their attributes differs from item to item.
//! - **page**: the body of a Query's answer with 1,000 items to structs. By hand: the SDK's client
//!   on a connector that answers with the body at once, so all of `send()`, then the mapping by
//!   hand. dynamap: its JSON decoder on the same bytes.
//!
//! The structs are a session (6 attributes), an order (14, with a nested map, a list of maps and a
//! string set) and a row with text keys (7); `by_hand.rs` has the code that everything is compared
//! to. That all mappings give equal items is a test, `tests/mappings_agree.rs`.
//!
//! Instructions are counted by valgrind's callgrind, which runs this program once per line with
//! inputs made before and results dropped after what is counted; without valgrind the columns stay
//! empty. Times are ratios of CPU time to the code by hand: the median over rounds in which the
//! mappings take turns, so that a busy machine disturbs them alike.
//!
//! On 2026-12-01, with rustc 1.95.0 on a shared x86-64 machine:
//!
//! | | instructions per item: by hand | dynamap | `serde_dynamo` | time: dynamap | `serde_dynamo` |
//! | --- | --- | --- | --- | --- | --- |
//! | encode session | 4963 | 1.09 | 2.20 | 1.41 | 3.38 |
//! | encode order | 21122 | 1.12 | 2.00 | 1.25 | 2.44 |
//! | encode row | 5126 | 1.11 | 2.24 | 1.45 | 3.38 |
//! | decode session | 4626 | 1.00 | 1.84 | 1.46 | 2.91 |
//! | decode order | 16998 | 1.13 | 2.00 | 1.78 | 2.99 |
//! | decode row | 4596 | 1.05 | 2.05 | 1.37 | 2.81 |
//! | page session | 21045 | 0.20 | | 0.16 | |
//! | page order | 85133 | 0.24 | | 0.15 | |
//! | page row | 21626 | 0.21 | | 0.15 | |

mod by_hand;
mod inputs;
mod mapper;
mod measure;
mod page;
mod serde_time;
mod shapes;

use std::env;

use measure::{Case, Direction, Shape};

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if let Some(name) = measure::counted(&arguments) {
        measure::run_for_callgrind(name);
    } else if arguments.iter().any(|argument| argument == "--bench") {
        let filters = arguments
            .iter()
            .filter(|argument| !argument.starts_with('-'));
        table(&filters.map(String::as_str).collect::<Vec<_>>());
    } else {
        // `cargo test --benches` runs benchmarks to see that they start.
        println!("nothing is measured without `--bench`");
    }
}

fn table(filters: &[&str]) {
    println!(
        "{:<30} {:>12} {:>8} {:>8}",
        "1,000 items", "instr./item", "ratio", "time"
    );
    for direction in Direction::ALL {
        for shape in Shape::ALL {
            let mut cases = Case::of(direction, shape);
            let wanted = |case: &Case| {
                filters
                    .iter()
                    .all(|filter| case.to_string().contains(filter))
            };
            if !cases.iter().any(wanted) {
                continue;
            }
            let counts: Vec<_> = cases.iter().copied().map(Case::instructions).collect();
            let times = measure::time_ratios(&cases);
            let base = counts.first().copied().flatten();
            for ((case, count), time) in cases.drain(..).zip(counts).zip(times) {
                let ratio = count.zip(base).map(|(count, base)| count / base);
                println!(
                    "{:<30} {:>12} {:>8} {time:>8.2}",
                    case.to_string(),
                    count.map_or_else(String::new, |count| format!("{count:.0}")),
                    ratio.map_or_else(String::new, |ratio| format!("{ratio:.2}")),
                );
            }
        }
    }
}
