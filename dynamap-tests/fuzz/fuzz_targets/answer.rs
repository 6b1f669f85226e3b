//! Any bytes as an answer, read by the direct reader and by the SDK: the same items, or both an error.
//!
//! ```text
//! cd dynamap-tests && cargo +nightly fuzz run answer fuzz/corpus/answer tests/direct_reader/corpus
//! ```
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/direct_reader/both_ways.rs"]
mod both_ways;
#[path = "../../tests/direct_reader/everything.rs"]
mod everything;

use both_ways::{BothWays, Operation};

static BOTH: LazyLock<BothWays> = LazyLock::new(BothWays::new);

fuzz_target!(|body: &[u8]| {
    let has_responses = body.windows(8).any(|part| part == b"esponses");
    // Requests take most of the time: only those are made whose answer this may be. A scan's is a
    // query's.
    let may_be_of = |operation: &Operation| match operation {
        Operation::Query => !has_responses,
        Operation::Scan => false,
        Operation::BatchGet | Operation::TransactGet => has_responses,
    };
    for operation in Operation::ALL.into_iter().filter(may_be_of) {
        if let Err(difference) = BOTH.read(operation, 200, body) {
            panic!("{operation:?}\n{difference}");
        }
    }
});
