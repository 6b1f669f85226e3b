//! A live table that lags behind its struct: what differs, what can be mended, what is left.

use std::error::Error;

use dynamap_embedded::Engine;
use time::macros::datetime;

use crate::reading::{FirstReading, Reading};

pub(crate) async fn run() -> Result<(), Box<dyn Error>> {
    let client = Engine::in_memory()?.client();

    println!("A table as its first version declared it, with a reading.");
    let first = FirstReading::table(&client);
    first.create_table().await?;
    first
        .create(FirstReading {
            device_id: "d-1".into(),
            at: datetime!(2026-11-30 12:00 UTC),
            site: "roof".into(),
            celsius_tenths: 215,
        })
        .await?;

    println!("\nCompare it with the struct of today: nothing is changed.");
    let readings = Reading::table(&client);
    println!("{}", readings.compare().await?);

    println!("\nCreate the indexes that are missing, one after the other.");
    println!("{}", readings.update_table().await?);

    println!("\nTurn TTL on, which deletes, and so is a step of its own.");
    println!("{}", readings.ttl().ensure().await?);

    println!("\nAsk the new index for what was there before it.");
    let at_roof = readings.query_by_site("roof").all().await?;
    println!("{} reading on the roof", at_roof.len());

    println!("\nWhat is left takes another table.");
    let left = readings.compare().await?;
    println!("{left}");
    Ok(())
}
