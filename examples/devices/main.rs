//! Three days of readings of four devices, in time buckets and write shards, on an embedded DynamoDB.
//!
//! It teaches how dynamap keeps a time series: a partition key for each device and day, divided into
//! shards; a sort key of the time and what tells readings of one instant apart; a range over buckets
//! and shards that comes back as one stream in order; a cursor that goes to another process as text;
//! a TTL that counts from the event and not from the write. The readings are those of
//! `readings.csv`, and what each step finds is counted there once more, line by line.
//!
//! Run it with `cargo run --example devices`, or against another DynamoDB with
//! `cargo run --example devices -- --endpoint-url http://127.0.0.1:8000`.
//!
//! Read it in this order: `reading.rs` (the struct), `steps/` (what is done with it), `file.rs` (the
//! readings, and the counts that everything is held against); `requests.rs` only counts.

mod file;
mod reading;
mod requests;
mod steps;

use std::error::Error;

use dynamap::time::ManualClock;
use dynamap_examples::{Arguments, connect};
use time::macros::datetime;

use file::File;
use reading::Reading;
use requests::Counter;
use steps::Site;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let endpoint_url = match Arguments::from_command_line()? {
        Arguments::Run { endpoint_url } => endpoint_url,
        Arguments::Help => {
            print!("{}", Arguments::usage("devices"));
            return Ok(());
        }
    };

    // A clock that stands still until it is moved, so that every run writes the same times.
    let clock = ManualClock::new(datetime!(2025-03-23 0:00 UTC));
    let requests = Counter::default();
    let readings = connect::<Reading>(endpoint_url.as_deref(), &clock, requests.clone())?;
    readings.create_table().send().await?;
    let site = Site {
        readings,
        clock,
        file: File::read()?,
        requests,
    };

    // The table goes whatever becomes of the steps.
    let outcome = site.run_steps().await;
    site.readings.delete_table().send().await?;
    println!("\nDone: {}; all as counted in readings.csv.", outcome?);
    Ok(())
}
