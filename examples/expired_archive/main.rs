//! Sessions that expire, kept in a file before they are gone, on an embedded DynamoDB.
//!
//! It teaches how what a TTL deletes is archived: a reader follows the table's stream, tells expiries from
//! deletions, appends the items to a file of DynamoDB JSON, and writes a checkpoint behind what is on the
//! disk. A crash between the two is injected: the next reader takes the shard over when the lease has run
//! out, and archives the same items once more, as equal lines; none is missing. In the end the file is
//! held against the items as they were stored.
//!
//! Run it with `cargo run --example expired_archive`. It has no other DynamoDB to run on: nothing but the
//! engine deletes expired items on demand.
//!
//! Read it in this order: `session.rs` (the struct), `main.rs` (what happens), `archiver.rs` (the reader
//! and the archive), `check.rs` (the file against the table).

mod archiver;
mod check;
mod session;

use std::error::Error;
use std::time::Duration;

use dynamap::aws_sdk_dynamodb::types::StreamViewType;
use dynamap::streams::TableCheckpoint;
use dynamap::time::ManualClock;
use dynamap_embedded::Engine;
use time::macros::datetime;

use archiver::{Archiver, End};
use session::{Session, SessionTable};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    // A clock that stands still until it is moved, so that every run writes the same times.
    let clock = ManualClock::new(datetime!(2026-11-30 12:00 UTC));
    let engine = Engine::in_memory_with_clock(clock.clone())?;
    let client = engine.client();
    let sessions = Session::table(&client);
    let create = sessions.create_table();
    create
        .stream(StreamViewType::NewAndOldImages)
        .send()
        .await?;
    sessions.ttl().ensure().await?;
    TableCheckpoint::new(&client, archiver::NAME)
        .create_table()
        .await?;

    let path = std::env::temp_dir().join(format!("expired-sessions-{}.ndjson", std::process::id()));
    let archiver = Archiver {
        client: client.clone(),
        streams_client: engine.streams_client(),
        path: path.clone(),
    };

    println!("At noon, 40 sessions: half of them for an hour, half for a day.");
    open(&sessions).await?;
    let stored = check::stored(&sessions).await?;

    println!("\nTwo of them sign out, two hours pass, and the expired ones are swept.");
    sessions.delete("s-00").send().await?;
    sessions.delete("s-01").send().await?;
    clock.advance(Duration::from_hours(2));
    println!("   <- {} swept", engine.sweep_expired()?);

    println!("\nArchive them, and crash before the checkpoint:");
    let items = archiver.run(End::Crash).await?;
    println!("   <- {items} archived, 0 checkpoints");

    println!("\nA day passes, and the others are swept. Archive on, by another reader:");
    clock.advance(Duration::from_hours(24));
    println!("   <- {} swept", engine.sweep_expired()?);
    let items = archiver.run(End::WhenIdle).await?;
    println!("   <- {items} archived, those before the crash once more");

    println!("\nArchive once more:");
    let nothing = archiver.run(End::WhenIdle).await?;
    println!("   <- {nothing} archived");

    println!("\nHold the file against what was stored:");
    let report = check::file(&path, &stored)?;
    println!(
        "   <- {} lines, {} items, {} missing, {} of items that never expired",
        report.lines, report.items, report.missing, report.foreign
    );
    std::fs::remove_file(&path)?;
    if (report.items, report.missing, report.foreign) != (38, 0, 0) {
        return Err("the archive is not what expired".into());
    }

    println!(
        "\nDone: 38 expired sessions archived exactly as they were stored, 2 sign-outs left out."
    );
    Ok(())
}

async fn open(sessions: &SessionTable) -> dynamap::Result<()> {
    for number in 0_u8..40 {
        let lives = if number.is_multiple_of(2) { 1 } else { 24 };
        let session = Session::new(number);
        sessions
            .create(session)
            .expires_after(Duration::from_hours(lives))
            .send()
            .await?;
    }
    Ok(())
}
