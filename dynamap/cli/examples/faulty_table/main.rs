//! Writes a database file to try the command on, without an account: a table `sessions` whose TTL
//! goes wrong in every way.
//!
//! `cargo run -p dynamap-cli --example faulty_table -- tables.db`

mod prepare;

use std::process::ExitCode;

use dynamap_embedded::Engine;

#[tokio::main]
async fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let Some(path) = std::env::args_os().nth(1) else {
        eprintln!("usage: faulty_table FILE");
        return Ok(ExitCode::from(2));
    };
    let engine = Engine::open(&path)?;
    prepare::faulty_table(&engine.client()).await?;
    println!(
        "{} has a table `sessions`: dynamap show --table sessions --embedded FILE",
        path.display()
    );
    Ok(ExitCode::SUCCESS)
}
