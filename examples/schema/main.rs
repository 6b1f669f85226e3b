//! A table as code: what a type declares, as CloudFormation, Terraform or the AWS command line take it.
//!
//! It teaches that the struct is the only place where keys, indexes and TTL are written down: templates
//! are printed from it, a live table is compared with it, and indexes that are missing are created.
//!
//! Run it with `cargo run --example schema`, which shows a table that lags behind its struct; or with
//! `cargo run --example schema -- --format cloudformation-yaml`, which prints a template alone.
//!
//! Read it in this order: `reading.rs` (the struct, before and after), `format.rs` (the exports),
//! `drift.rs` (compare and update).

mod drift;
mod format;
mod reading;

use std::error::Error;

use lexopt::prelude::*;

use format::Format;

const USAGE: &str = "\
Usage: cargo run --example schema [-- OPTIONS]

Options:
  --format FORMAT    print the declared table as cloudformation-json, cloudformation-yaml,
                     terraform, create-table or time-to-live, and nothing else
  --table-name NAME  the table's name, with --format; `readings` if there is none
  -h, --help         print this text
";

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut parser = lexopt::Parser::from_env();
    let mut format: Option<Format> = None;
    let mut table_name = None;
    while let Some(argument) = parser.next()? {
        match argument {
            Long("format") => format = Some(parser.value()?.parse()?),
            Long("table-name") => table_name = Some(parser.value()?.string()?),
            Short('h') | Long("help") => {
                print!("{USAGE}");
                return Ok(());
            }
            other => return Err(other.unexpected().into()),
        }
    }
    match format {
        Some(format) => print!("{}", format.export(table_name.as_deref())),
        None if table_name.is_some() => return Err("--table-name goes with --format".into()),
        None => drift::run().await?,
    }
    Ok(())
}
