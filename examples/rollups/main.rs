//! Three days of readings rolled up by hour and by day from the table's stream, on an embedded DynamoDB.
//!
//! It teaches how dynamap keeps aggregates: two rollups declared beside their items, a consumer of a
//! stream that hands changes to `Rollups::apply`, and why nothing is counted twice: here the consumer dies
//! in the middle of its work, twice, and starts over from a checkpoint that lies batches behind.
//! Readings are corrected and removed too, so that sums are corrected and a removed maximum is computed
//! anew. In the end every row is held against the readings themselves.
//!
//! Run it with `cargo run --example rollups`.
//!
//! Read it in this order: `reading.rs` (the items and the rollups), `consumer.rs` (the stream),
//! `check.rs` (the plain fold), `show.rs` (tables and the chart).

mod check;
mod consumer;
mod reading;
mod show;

use std::error::Error;
use std::fs;
use std::path::Path;

use aws_sdk_dynamodb::types::StreamViewType;
use dynamap::streams::{Recomputed, RollupClaims, Rollups};
use dynamap::time::ManualClock;
use dynamap_embedded::Engine;
use time::macros::datetime;

use consumer::consume;
use reading::{ClaimPage, Daily, Hourly, HourlyTable, Reading, ReadingTable};

type Outcome<T> = Result<T, Box<dyn Error>>;

#[tokio::main]
async fn main() -> Outcome<()> {
    // A clock that stands still, so that every run writes the same times.
    let clock = ManualClock::new(datetime!(2025-03-23 0:00 UTC));
    let engine = Engine::in_memory_with_clock(clock)?;
    println!("On the embedded engine, in memory.");
    let client = engine.client();
    let readings = Reading::table(&client);
    let view = StreamViewType::NewAndOldImages;
    readings.create_table().stream(view).send().await?;
    let (hourly, daily) = (Hourly::table(&client), Daily::table(&client));
    hourly.create_table().send().await?;
    daily.create_table().send().await?;
    let claims = RollupClaims::new(&client);
    claims.create_table().await?;

    let rollups = Rollups::new(&claims).rollup(&hourly).rollup(&daily);
    rollups.verify(&readings).await?;

    println!("\nLoad the file, then correct and remove some of it.");
    let (stored, corrected, removed) = write(&readings).await?;
    println!("   <- {stored} readings stored, {corrected} corrected, {removed} removed");

    println!("\nConsume the stream, in batches of 100, with a checkpoint after every fourth.");
    let report = consume(&engine, &rollups).await?;
    println!("   <- {report}");
    let pages = ClaimPage::table(&client).scan().all().await?;
    let claimed: usize = pages.iter().map(|page| page.events.len()).sum();
    println!(
        "   <- {claimed} claims, one for each effect; the others are those of the consumers that died"
    );

    println!("\nCompute lost extremes anew, from the readings.");
    let recomputed = recompute(&rollups, &hourly, &readings).await?;
    println!(
        "   <- {recomputed} of {} hours",
        hourly.scan().count().await?
    );

    println!("\nDevice 123 on 2025-03-21, by hour.");
    let day = datetime!(2025-03-21 0:00 UTC)..datetime!(2025-03-22 0:00 UTC);
    let hours = hourly.query("123").within(day).all().await?;
    show::hours(&hours);
    println!("\nIts averages.");
    show::chart(&hours);
    println!("\nAll devices, by day.");
    let mut days = daily.scan().all().await?;
    days.sort_by(|a, b| (&a.device, a.day).cmp(&(&b.device, b.day)));
    show::days(&days);

    let kept = readings.scan().all().await?;
    let hours = hourly.scan().all().await?;
    check::all(&kept, &hours, &days)?;
    println!(
        "\nDone: {} hours and {} days, all as counted in the {} readings.",
        hours.len(),
        days.len(),
        kept.len()
    );
    Ok(())
}

/// Stores the readings of the file; every 40th is corrected by two degrees afterwards, every 90th removed.
async fn write(readings: &ReadingTable) -> Outcome<(usize, usize, usize)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("devices/readings.csv");
    let text = fs::read_to_string(&path)?;
    let lines = text.lines().skip(1).map(Reading::parse);
    let all = lines.collect::<Outcome<Vec<_>>>()?;
    let outcome = readings
        .batch_write()
        .put_all(all.iter().cloned())
        .send()
        .await?;
    let (mut corrected, mut removed) = (0, 0);
    for reading in all.iter().step_by(40) {
        // To tenths again: sums are exact, and would show what a float makes of the difference.
        let celsius = ((reading.celsius - 2.0) * 10.0).round() / 10.0;
        readings
            .update(reading)
            .set(Reading::CELSIUS, celsius)
            .send()
            .await?;
        corrected += 1;
    }
    for reading in all.iter().skip(7).step_by(90) {
        readings.delete(reading).send().await?;
        removed += 1;
    }
    // The hottest one of an hour, whose maximum it was.
    let hour = datetime!(2025-03-21 14:00 UTC)..datetime!(2025-03-21 15:00 UTC);
    let of_an_hour = readings.query("123").within(hour).all().await?;
    let hottest = of_an_hour
        .iter()
        .max_by(|a, b| a.celsius.total_cmp(&b.celsius));
    if let Some(hottest) = hottest {
        readings.delete(hottest).send().await?;
        removed += 1;
    }
    Ok((outcome.written, corrected, removed))
}

/// How many rows were stale.
async fn recompute(
    rollups: &Rollups<Reading>,
    hourly: &HourlyTable,
    readings: &ReadingTable,
) -> Outcome<usize> {
    let stale = hourly.scan().filter(Hourly::STALE.exists()).all().await?;
    for row in &stale {
        let device = row.device_id.as_str();
        let outcome = rollups
            .recompute(hourly, row, |window| {
                readings
                    .query(device)
                    .within(window)
                    .consistent_read(true)
                    .stream()
            })
            .await?;
        match outcome {
            Recomputed::Exact(_) => {}
            other => return Err(format!("the hour could not be recomputed: {other:?}").into()),
        }
    }
    Ok(stale.len())
}
