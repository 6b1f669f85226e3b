//! Sign-in tokens that expire, and a table whose expiries went wrong, on an embedded DynamoDB.
//!
//! It teaches what a TTL is with dynamap and what it is not: a token is gone the second it expires,
//! although DynamoDB deletes it days later; writes neither revive nor trip over what is left of it; an
//! expiry slides, and can be moved by hand. Then a table that other programs filled with nine kinds
//! of wrong TTL values is audited, repaired and audited again.
//!
//! Run it with `cargo run --example sessions`. It has no other DynamoDB to run on: nothing but the
//! engine deletes expired items on demand.
//!
//! Read it in this order: `session.rs` (the struct), `steps/` (what is done with it).

mod session;
mod steps;

use std::error::Error;

use dynamap::time::ManualClock;
use dynamap_embedded::Engine;
use time::macros::datetime;

use session::Session;
use steps::Service;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    // A clock that stands still until it is moved, so that every run writes the same times.
    let clock = ManualClock::new(datetime!(2026-11-30 12:00 UTC));
    let engine = Engine::in_memory_with_clock(clock.clone())?;
    println!("On the embedded engine, in memory, at noon of 30 November 2026.");
    let sessions = Session::table(&engine.client());
    sessions.create_table().send().await?;

    let service = Service {
        sessions,
        engine,
        clock,
    };
    let swept = service.live_and_expire().await?;
    let repaired = service.mend_a_table().await?;

    println!(
        "\nDone: {swept} expired tokens swept, 9 kinds of wrong TTLs found, {repaired} repaired, 0 left."
    );
    Ok(())
}
