//! The command line.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{ArgAction, Args, CommandFactory, Parser, Subcommand, ValueEnum};
use dynamap::time::Resolution;

/// Works with time in DynamoDB tables: converts TTL values, sets TTL up, audits and repairs.
///
/// Exit status: 0 fine, 1 findings, 2 bad use or bad input, 3 service error.
#[derive(Debug, Parser)]
#[command(name = "dynamap", version, propagate_version = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
    #[command(flatten)]
    pub(crate) connection: ConnectionArguments,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// TTL values and the TTL setting of a table
    #[command(subcommand)]
    Ttl(TtlCommand),
    /// Shows items with the type of each value, times spelled out, and the state of their TTL
    Show(ShowArguments),
}

#[derive(Debug, Subcommand)]
pub(crate) enum TtlCommand {
    /// Says what a value means as a TTL, and which number to store
    ///
    /// A value is a number of seconds, milliseconds, microseconds or nanoseconds since the Unix
    /// epoch, an ISO time, a date, a distance from now (`+7d`, `-1h`, `+1d12h`), or a stored value
    /// with its type (`N 1735689600`, `{"S":"2025-01-01T00:00:00Z"}`). The exit status is 1 if any
    /// value has a warning.
    Convert(ConvertArguments),
    /// Lists the numbers to store for usual lifetimes from now
    Presets(PresetsArguments),
    /// Says whether a table's TTL is on, and with which attribute
    ///
    /// With `--attribute` the exit status is 1 unless TTL is on with that attribute.
    Status(StatusArguments),
    /// Turns a table's TTL on, if it is off
    ///
    /// If TTL is on with that attribute already, nothing is sent. If it is on with another one,
    /// nothing is changed and the exit status is 1: `--rename` moves it.
    Enable(EnableArguments),
    /// Turns a table's TTL off, if it is on
    ///
    /// Deletes go on for about half an hour.
    Disable(DisableArguments),
    /// Reads a whole table and counts what its items hold as their TTL
    ///
    /// It costs half a read unit per 4 KB of the table. The exit status is 1 if there are faults:
    /// values that TTL ignores or misreads, names that differ by case, TTL that is off.
    Audit(AuditArguments),
    /// Puts the right number in the place of a wrong TTL; a dry run without `--apply`
    ///
    /// Each write is of the TTL attribute alone, on the condition that it still holds the value that
    /// was read. Values whose meaning is not certain are left as they are. The exit status is 1 if
    /// something is left to do, 3 if writes failed.
    Repair(RepairArguments),
}

/// Where the tables are.
#[derive(Debug, Args)]
pub(crate) struct ConnectionArguments {
    /// The address of the service, as of DynamoDB Local
    #[arg(long, value_name = "URL", global = true, help_heading = "Connection")]
    pub(crate) endpoint_url: Option<String>,
    /// The AWS Region [default: as the AWS CLI finds it]
    #[arg(long, global = true, help_heading = "Connection")]
    pub(crate) region: Option<String>,
    /// The profile of the AWS configuration files
    #[arg(long, global = true, help_heading = "Connection")]
    pub(crate) profile: Option<String>,
    /// Uses the tables in this database file of the embedded engine, and no AWS account
    #[arg(
        long,
        value_name = "FILE",
        global = true,
        help_heading = "Connection",
        conflicts_with_all = ["endpoint_url", "region", "profile"]
    )]
    pub(crate) embedded: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct ConvertArguments {
    /// What to convert: `1735689600`, `2025-01-01T02:00:00+02:00`, `+7d`, `{"N":"1735689600"}`
    #[arg(required = true, value_name = "VALUE")]
    pub(crate) values: Vec<String>,
    /// Counts and judges from this time instead of the present, in any form of VALUE
    #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
    pub(crate) now: Option<String>,
    /// Prints one JSON object per value and line
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct PresetsArguments {
    /// Counts from this time instead of the present, in any form that `convert` takes
    #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
    pub(crate) now: Option<String>,
    /// Prints one JSON object per preset and line
    #[arg(long)]
    pub(crate) json: bool,
}

/// Which TTL.
#[derive(Debug, Args)]
pub(crate) struct TtlArguments {
    /// The table's name or ARN
    #[arg(long)]
    pub(crate) table: String,
    /// The TTL attribute [default: the one that the table's TTL is enabled on]
    #[arg(long)]
    pub(crate) attribute: Option<String>,
    /// Prints one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct StatusArguments {
    #[command(flatten)]
    pub(crate) ttl: TtlArguments,
}

#[derive(Debug, Args)]
pub(crate) struct ChangeArguments {
    /// Says what would be done, and changes nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Waits as long as it takes: for TTL that is being disabled, for the hour that DynamoDB wants
    /// between two changes, and until the change is done
    #[arg(long, conflicts_with = "dry_run")]
    pub(crate) wait: bool,
}

#[derive(Debug, Args)]
pub(crate) struct EnableArguments {
    #[command(flatten)]
    pub(crate) ttl: TtlArguments,
    #[command(flatten)]
    pub(crate) change: ChangeArguments,
    /// If TTL is on with another attribute, disables it, waits, and enables it on this one
    #[arg(long, requires = "attribute")]
    pub(crate) rename: bool,
}

#[derive(Debug, Args)]
pub(crate) struct DisableArguments {
    #[command(flatten)]
    pub(crate) ttl: TtlArguments,
    #[command(flatten)]
    pub(crate) change: ChangeArguments,
}

/// How a table is read.
#[derive(Debug, Args)]
pub(crate) struct WalkArguments {
    /// Reads the table in so many parts at once
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub(crate) segments: u32,
    /// Judges at this time instead of the present, in any form that `convert` takes
    #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
    pub(crate) at: Option<String>,
    /// Keeps so many examples of each class, by key
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub(crate) examples: usize,
    /// Consumes no more than so many read capacity units per second
    #[arg(long, value_name = "N")]
    pub(crate) read_units: Option<u32>,
    /// Saves in this file how far it came, and goes on from there if the file exists; the file holds
    /// primary keys, and is removed at the end
    #[arg(long, value_name = "FILE")]
    pub(crate) position: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct AuditArguments {
    #[command(flatten)]
    pub(crate) ttl: TtlArguments,
    #[command(flatten)]
    pub(crate) walk: WalkArguments,
    /// Audits a time that is no TTL: a Number in this unit
    #[arg(long, value_enum, requires = "attribute", conflicts_with = "iso")]
    pub(crate) unit: Option<Unit>,
    /// Audits a time that is no TTL: ISO text of this precision
    #[arg(long, value_enum, requires = "attribute")]
    pub(crate) iso: Option<Unit>,
}

#[derive(Debug, Args)]
pub(crate) struct RepairArguments {
    #[command(flatten)]
    pub(crate) ttl: TtlArguments,
    #[command(flatten)]
    pub(crate) walk: WalkArguments,
    /// Writes; without it nothing is changed
    #[arg(long)]
    pub(crate) apply: bool,
    /// Gives values of more than five years ago this expiry
    #[arg(
        long,
        value_name = "TIME",
        allow_hyphen_values = true,
        conflicts_with = "clear_stale"
    )]
    pub(crate) rescue_stale: Option<String>,
    /// Takes values of more than five years ago off, so that the items never expire
    #[arg(long)]
    pub(crate) clear_stale: bool,
    /// Takes 0, -1 and other numbers that are not positive off, so that the items never expire
    #[arg(long)]
    pub(crate) clear_zero_or_negative: bool,
    /// Consumes no more than so many write capacity units per second
    #[arg(long, value_name = "N")]
    pub(crate) write_units: Option<u32>,
}

/// A unit of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Unit {
    Seconds,
    Millis,
    Micros,
    Nanos,
}

impl From<Unit> for Resolution {
    fn from(unit: Unit) -> Self {
        match unit {
            Unit::Seconds => Self::Seconds,
            Unit::Millis => Self::Millis,
            Unit::Micros => Self::Micros,
            Unit::Nanos => Self::Nanos,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct ShowArguments {
    /// The table's name or ARN
    #[arg(long)]
    pub(crate) table: String,
    /// Only the items of this partition (Query instead of Scan); of type B in base64
    #[arg(long, value_name = "VALUE", allow_hyphen_values = true)]
    pub(crate) partition: Option<String>,
    /// The TTL attribute [default: the one that the table's TTL is enabled on]
    #[arg(long)]
    pub(crate) attribute: Option<String>,
    /// How many items to show at most
    #[arg(long, value_name = "N", default_value_t = 25)]
    pub(crate) limit: usize,
    /// Judges times at this one instead of the present, in any form that `ttl convert` takes
    #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
    pub(crate) at: Option<String>,
    /// Prints one JSON object per item and line
    #[arg(long)]
    pub(crate) json: bool,
}

/// The arguments, with a space before each free-standing one that starts with a minus and a digit.
///
/// clap takes `-1h` for a flag; with `allow_hyphen_values` it would take `--json` after a value for
/// another value. The only free-standing arguments are the values of `convert`, which are trimmed.
pub(crate) fn shielded(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut options = Vec::new();
    collect_options(&Arguments::command(), &mut options);
    let mut after_option = false;
    arguments
        .map(|argument| {
            let text = argument.to_string_lossy();
            let negative = text
                .strip_prefix('-')
                .is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_digit()));
            let shielded = negative && !after_option;
            after_option = options.iter().any(|option| *option == text);
            if shielded {
                OsString::from(format!(" {text}"))
            } else {
                argument
            }
        })
        .collect()
}

/// The options that are followed by a value, as `--table`.
fn collect_options(command: &clap::Command, options: &mut Vec<String>) {
    let takes_value =
        |argument: &&clap::Arg| matches!(argument.get_action(), ArgAction::Set | ArgAction::Append);
    options.extend(
        command
            .get_arguments()
            .filter(takes_value)
            .filter_map(clap::Arg::get_long)
            .map(|long| format!("--{long}")),
    );
    for subcommand in command.get_subcommands() {
        collect_options(subcommand, options);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn negative_values_are_no_flags() {
        for (line, values, now, json) in [
            ("ttl convert -1h", vec![" -1h"], None, false),
            ("ttl convert -1500 --json", vec![" -1500"], None, true),
            (
                "ttl convert --json -1d12h 7",
                vec![" -1d12h", "7"],
                None,
                true,
            ),
            (
                "ttl convert 7 --now -5 -1h",
                vec!["7", " -1h"],
                Some("-5"),
                false,
            ),
            ("ttl convert -- -1h", vec![" -1h"], None, false),
        ] {
            let line = format!("dynamap {line}");
            let arguments = shielded(line.split(' ').map(OsString::from));
            let parsed = Arguments::try_parse_from(arguments).unwrap();
            let Command::Ttl(TtlCommand::Convert(convert)) = parsed.command else {
                panic!("{line}");
            };
            assert_eq!(convert.values, values, "{line}");
            assert_eq!(convert.now.as_deref(), now, "{line}");
            assert_eq!(convert.json, json, "{line}");
        }
    }

    #[test]
    fn a_negative_partition_stays_as_it_is() {
        let line = "dynamap show --table t --partition -5 --limit 3";
        let parsed =
            Arguments::try_parse_from(shielded(line.split(' ').map(OsString::from))).unwrap();
        let Command::Show(show) = parsed.command else {
            panic!("{line}");
        };
        assert_eq!(show.partition.as_deref(), Some("-5"));
    }
}
