//! Transfers between accounts: several writes that happen together or not at all.
//!
//! It teaches what a transaction of dynamap says and does: steps with conditions on several tables,
//! one token so that a repeated sending counts once, the failed step with the item in its way, and
//! fifty transfers at once that get in each other's way and still keep every cent.
//!
//! Run it with `cargo run --example transfer`, or against another DynamoDB with
//! `cargo run --example transfer -- --endpoint-url http://127.0.0.1:8000`.
//!
//! Read it in this order: `account.rs` (the structs), `bank.rs` (the transaction), `steps.rs` (what
//! becomes of it).

mod account;
mod bank;
mod steps;

use std::error::Error;

use dynamap::time::ManualClock;
use dynamap_examples::{Arguments, connect};
use time::macros::datetime;

use account::{Account, Transfer};
use bank::Bank;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let endpoint_url = match Arguments::from_command_line()? {
        Arguments::Run { endpoint_url } => endpoint_url,
        Arguments::Help => {
            print!("{}", Arguments::usage("transfer"));
            return Ok(());
        }
    };
    // A clock that stands still, so that every run writes the same times.
    let clock = ManualClock::new(datetime!(2026-11-30 12:00 UTC));
    let accounts = connect::<Account>(endpoint_url.as_deref(), &clock, Quiet)?;
    // Beside the accounts, under a name that is this run's own too.
    let transfers = Transfer::table(accounts.client())
        .with_clock(clock.clone())
        .table_name(accounts.name().replace("accounts", "transfers"));
    let bank = Bank {
        accounts,
        transfers,
        clock,
    };

    let outcome = run(&bank).await;
    bank.close().await?;
    let transfers = outcome?;
    println!("\nDone: {} transfers, no cent lost.", transfers + 1);
    Ok(())
}

async fn run(bank: &Bank) -> Result<usize, Box<dyn Error>> {
    bank.open().await?;
    bank.transfer_once().await?;
    bank.refuse().await?;
    bank.crowd().await
}

/// An interceptor that has nothing to say: the requests are not what this example shows.
#[derive(Debug)]
struct Quiet;

impl aws_sdk_dynamodb::config::Intercept for Quiet {
    fn name(&self) -> &'static str {
        "Quiet"
    }
}
