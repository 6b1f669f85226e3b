//! The `dynamap` command: converts TTL values, sets TTL up, audits and repairs tables, shows items.
//!
//! It parses, prints and exits; what it does is done by the crate `dynamap`.

mod arguments;
mod audit;
mod connection;
mod convert;
mod failure;
mod item;
mod moment;
mod output;
mod presets;
mod progress;
mod repair;
mod setup;
mod show;

use std::process::ExitCode;

use clap::Parser;

use arguments::{Arguments, Command, TtlCommand};
use failure::{Failure, Outcome};

fn main() -> ExitCode {
    // Bad use exits with status 2 in here, help and version with 0.
    let arguments = Arguments::parse_from(arguments::shielded(std::env::args_os()));
    match run(arguments) {
        Ok(outcome) => outcome.exit_code(),
        Err(failure) => failure.report(),
    }
}

fn run(arguments: Arguments) -> Result<Outcome, Failure> {
    let connection = arguments.connection;
    match arguments.command {
        Command::Ttl(TtlCommand::Convert(convert)) => convert::run(&convert),
        Command::Ttl(TtlCommand::Presets(presets)) => presets::run(&presets),
        Command::Ttl(TtlCommand::Status(status)) => block_on(setup::status(&connection, &status)),
        Command::Ttl(TtlCommand::Enable(enable)) => block_on(setup::enable(&connection, &enable)),
        Command::Ttl(TtlCommand::Disable(disable)) => {
            block_on(setup::disable(&connection, &disable))
        }
        Command::Ttl(TtlCommand::Audit(audit)) => block_on(audit::run(&connection, &audit)),
        Command::Ttl(TtlCommand::Repair(repair)) => block_on(repair::run(&connection, &repair)),
        Command::Show(show) => block_on(show::run(&connection, &show)),
    }
}

fn block_on(command: impl Future<Output = Result<Outcome, Failure>>) -> Result<Outcome, Failure> {
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::Service(format!("the runtime did not start: {error}")))?
        .block_on(command)
}
