//! What mapping an item costs, beside the same mapping by hand and by `serde_dynamo`.
//!
//! ```text
//! cargo bench -p dynamap-tests --bench mapping              # everything, as one table
//! cargo bench -p dynamap-tests --bench mapping -- order     # what has `order` in its name
//! cargo bench -p dynamap-tests --bench mapping -- --write   # the table of the readme and the guide
//! cargo bench -p dynamap-tests --bench mapping -- --gate    # the instructions alone, against their bounds
//! ```
//!
//! - **encode**: a struct to the SDK's `HashMap<String, AttributeValue>`.
//! - **decode**: such a map, by value, to the struct. The maps are made by the code by hand, and the
//!   order of their attributes differs from item to item.
//! - **page**: the body of a Query's answer with 1,000 items to structs. By hand: the SDK's client
//!   on a connector that answers with the body at once, so all of `send()`, then the mapping by
//!   hand. dynamap: its JSON decoder on the same bytes.
//! - **body**: 1,000 structs to the body of a BatchWriteItem. By hand: mapped by hand into the SDK's
//!   input, which the SDK's serializer writes. dynamap: its JSON encoder, into the same envelope.
//! - **requests**: all of `send()` on such a connector, for both, with the filters and conditions
//!   that a TTL and a version need.
//!
//! The structs are a session (6 attributes), an order (14, with a nested map, a list of maps and a
//! string set) and a row with text keys (7); `by_hand.rs` has the code that everything is compared
//! to. That all mappings give equal items is a test, `tests/mappings_agree.rs`.
//!
//! Instructions are counted by valgrind's callgrind, which runs this program once per line with
//! inputs made before and results dropped after what is counted; without valgrind the columns stay
//! empty. Times are ratios of CPU time to the code by hand: the median over rounds in which the
//! mappings take turns, so that a busy machine disturbs them alike.

mod body;
mod by_hand;
mod case;
mod documents;
mod gate;
mod inputs;
mod mapper;
#[expect(dead_code, reason = "the benchmark of memory writes the rest")]
mod marks;
mod measure;
mod page;
mod requests;
mod serde_time;
mod shapes;
mod table;

use std::env;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let has = |flag: &str| arguments.iter().any(|argument| argument == flag);
    if let Some(name) = measure::counted(&arguments) {
        measure::run_for_callgrind(name);
    } else if !has("--bench") {
        // `cargo test --benches` runs benchmarks to see that they start.
        println!("nothing is measured without `--bench`");
    } else if has("--gate") {
        return gate::check();
    } else {
        let filters = arguments
            .iter()
            .filter(|argument| !argument.starts_with('-'));
        let measured = table::measure(&filters.map(String::as_str).collect::<Vec<_>>());
        if has("--write") {
            table::write(&measured);
        }
    }
    ExitCode::SUCCESS
}
