//! What an item costs in memory: allocations and bytes, by dynamap, by hand and by `serde_dynamo`.
//!
//! ```text
//! cargo bench -p dynamap-tests --bench memory              # prints the table
//! cargo bench -p dynamap-tests --bench memory -- --write   # and writes it into the guide
//! ```
//!
//! The items are those of the benchmark `mapping`. Of all that is allocated the bytes are told, and the
//! most of them at one time: for a page, what is made of the answer on the way, and the structs. How
//! much the structs own is counted by cloning them.

#[path = "mapping/body.rs"]
mod body;
#[path = "mapping/by_hand.rs"]
mod by_hand;
#[path = "mapping/documents.rs"]
mod documents;
#[path = "mapping/inputs.rs"]
mod inputs;
#[path = "mapping/mapper.rs"]
mod mapper;
#[path = "mapping/marks.rs"]
#[expect(dead_code, reason = "the benchmark of times writes the rest")]
mod marks;
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
use std::fmt::Write;

use allocation_counter::{AllocationInfo, measure};
use mapper::Mapper;
use requests::{Operation, Requested};
use shapes::{Order, Row, Session};

const ITEMS: u16 = 1_000;

fn main() {
    let has = |flag: &str| env::args().any(|argument| argument == flag);
    if !has("--bench") {
        // `cargo test --benches` runs benchmarks to see that they start.
        println!("nothing is measured without `--bench`");
        return;
    }
    let table = table();
    print!("{table}");
    if has("--write") {
        documents::write(&marks::MEMORY, &table);
    }
}

/// One row for what is done, with its cost for each shape.
fn table() -> String {
    let shapes = [counted::<Session>(), counted::<Order>(), counted::<Row>()];
    let mut table = String::from(
        "| per item: allocations / bytes / most bytes at one time | session | order | row |\n\
         | --- | --- | --- | --- |\n",
    );
    for (row, (name, _)) in shapes[0].iter().enumerate() {
        let cells = shapes.each_ref().map(|shape| cell(&shape[row].1));
        // Writing to a `String` cannot fail.
        let _ = writeln!(table, "| {name} | {} |", cells.join(" | "));
    }
    table
}

fn cell(counted: &AllocationInfo) -> String {
    let items = u64::from(ITEMS);
    // A tenth of an allocation is told, since what a page has once is shared by its items.
    let tenths = (counted.count_total * 10 + items / 2) / items;
    let [bytes, most] = [counted.bytes_total, counted.bytes_max].map(|bytes| bytes / items);
    format!("{}.{} / {bytes} / {most}", tenths / 10, tenths % 10)
}

/// What is done to the items of a shape, with its cost.
fn counted<T: Requested + Clone>() -> Vec<(String, AllocationInfo)> {
    let items: Vec<T> = (0..ITEMS).map(T::sample).collect();
    let mut all = Vec::new();
    let mut owned = None;
    let counted = measure(|| owned = Some(items.clone()));
    all.push(("the structs themselves".to_owned(), counted));
    for mapper in Mapper::ALL {
        // What is made once per type is made before it counts.
        drop(mapper.decode::<T>(mapper.encode(&T::sample(0))));
        let mut maps = Vec::with_capacity(items.len());
        let counted = measure(|| maps.extend(items.iter().map(|item| mapper.encode(item))));
        all.push((
            format!("struct → the SDK's map, {}", mapper.name()),
            counted,
        ));
        let mut back = Vec::<T>::with_capacity(items.len());
        let counted = measure(|| back.extend(maps.drain(..).map(|map| mapper.decode::<T>(map))));
        all.push((
            format!("the SDK's map → struct, {}", mapper.name()),
            counted,
        ));
    }
    // All of one kind stand together.
    all.sort_by_key(|(name, _)| name.starts_with("the SDK's map"));
    let body = page::body(&items);
    let mut read = Vec::new();
    let counted = measure(|| read = page::decode::<T>(body.as_bytes()));
    all.push((
        "the bytes of 1,000 items → structs, dynamap".to_owned(),
        counted,
    ));
    let sdk = body::Sdk::new();
    drop(sdk.write(&items[..1]));
    let by_hand = measure(|| drop(sdk.write(&items)));
    let by_dynamap = measure(|| drop(body::write(&items)));
    for (mapper, counted) in [(Mapper::ByHand, by_hand), (Mapper::Dynamap, by_dynamap)] {
        let name = format!("1,000 structs → the bytes of a request, {}", mapper.name());
        all.push((name, counted));
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
        all.push((
            format!("whole Query of {ITEMS}, {}", mapper.name()),
            counted,
        ));
    }
    all
}
