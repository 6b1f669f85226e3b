//! The life of a table of orders, step by step, on an embedded DynamoDB.
//!
//! It teaches how dynamap treats time: stamps in epoch milliseconds, TTL in epoch seconds, ranges
//! that include their last millisecond and no more, expired items that are gone from reads, versions
//! that refuse a stale writer, and writes that can be sent twice. Each step prints the requests that
//! went out and what came back.
//!
//! Run it with `cargo run --example orders`, or against another DynamoDB with
//! `cargo run --example orders -- --endpoint-url http://127.0.0.1:8000`.
//!
//! Read it in this order: `order.rs` (the struct), `steps/` (what is done with it),
//! `../src/connection.rs` (the client); `requests.rs` is only for the printing.

mod expression;
mod order;
mod requests;
mod steps;

use std::error::Error;

use dynamap::time::ManualClock;
use dynamap_examples::{Arguments, connect};
use time::macros::datetime;

use order::Order;
use requests::Printer;
use steps::Shop;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let endpoint_url = match Arguments::from_command_line()? {
        Arguments::Run { endpoint_url } => endpoint_url,
        Arguments::Help => {
            print!("{}", Arguments::usage("orders"));
            return Ok(());
        }
    };

    // A clock that stands still until it is moved, so that every run writes the same times.
    let clock = ManualClock::new(datetime!(2021-12-01 0:00 UTC));
    let printer = Printer::default();
    let orders = connect::<Order>(endpoint_url.as_deref(), &clock, printer.clone())?;
    let shop = Shop { orders, clock };

    shop.create_table().await?;
    // The table goes whatever becomes of the steps.
    let outcome = shop.run_steps().await;
    shop.delete_table().await?;
    let summary = outcome?;

    println!("\nDone: {summary}, {} requests in all.", printer.sent());
    Ok(())
}
