//! What an item costs in memory: allocations and bytes, by dynamap, by hand and by `serde_dynamo`.
//!
//! `cargo bench -p dynamap-tests --bench memory`; the items are those of the benchmark `mapping`. For
//! a page the most bytes at one time are told too: the answer, what is made of it on the way, and the
//! structs.

#[path = "mapping/by_hand.rs"]
mod by_hand;
#[path = "mapping/inputs.rs"]
mod inputs;
#[path = "mapping/mapper.rs"]
mod mapper;
#[path = "mapping/page.rs"]
#[expect(dead_code, reason = "the benchmark of times uses the rest")]
mod page;
#[path = "mapping/requests.rs"]
#[expect(dead_code, reason = "the benchmark of times uses the rest")]
mod requests;
#[path = "mapping/serde_time.rs"]
mod serde_time;
#[path = "mapping/shapes.rs"]
mod shapes;

use std::env;

use allocation_counter::{AllocationInfo, measure};
use mapper::Mapper;
use requests::{Operation, Requested};
use shapes::{Order, Row, Session};

const ITEMS: u16 = 1_000;

fn main() {
    if !env::args().any(|argument| argument == "--bench") {
        // `cargo test --benches` runs benchmarks to see that they start.
        println!("nothing is measured without `--bench`");
        return;
    }
    println!(
        "{:<44} {:>12} {:>10} {:>10}",
        "per item", "allocations", "bytes", "at most"
    );
    shape::<Session>("session");
    shape::<Order>("order");
    shape::<Row>("row");
}

fn shape<T: Requested>(name: &str) {
    let items: Vec<T> = (0..ITEMS).map(T::sample).collect();
    for mapper in Mapper::ALL {
        // What is made once per type is made before it counts.
        drop(mapper.decode::<T>(mapper.encode(&T::sample(0))));
        let mut maps = Vec::with_capacity(items.len());
        let counted = measure(|| maps.extend(items.iter().map(|item| mapper.encode(item))));
        print(&format!("encode {name}, {}", mapper.name()), &counted);
        let mut back = Vec::<T>::with_capacity(items.len());
        let counted = measure(|| back.extend(maps.drain(..).map(|map| mapper.decode::<T>(map))));
        print(&format!("decode {name}, {}", mapper.name()), &counted);
    }
    let query = Operation::Query(ITEMS);
    for mapper in [Mapper::ByHand, Mapper::Dynamap] {
        let mut runtime = tokio::runtime::Builder::new_current_thread();
        let runtime = runtime.enable_time().build().unwrap();
        let client = query.answer::<T>().client();
        let read = || runtime.block_on(query.run::<T>(&client, mapper, Vec::new()));
        assert_eq!(read(), usize::from(ITEMS));
        let counted = measure(|| {
            read();
        });
        print(
            &format!("Query of {ITEMS} {name}, {}", mapper.name()),
            &counted,
        );
    }
}

fn print(name: &str, counted: &AllocationInfo) {
    let items = u64::from(ITEMS);
    // A tenth of an allocation is told, since what a page has once is shared by its items.
    let allocations = counted.count_total * 10 / items;
    println!(
        "{name:<44} {:>10}.{} {:>10} {:>10}",
        allocations / 10,
        allocations % 10,
        counted.bytes_total / items,
        counted.bytes_max / items,
    );
}
