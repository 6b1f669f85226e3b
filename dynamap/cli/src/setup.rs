//! `dynamap ttl status`, `enable` and `disable`.

use std::io::Write;
use std::time::Duration;

use dynamap::aws_sdk_dynamodb::Client;
use dynamap::ttl::{Plan, State, Status, TimeToLive};
use serde::Serialize;

use crate::arguments::{
    ChangeArguments, ConnectionArguments, DisableArguments, EnableArguments, StatusArguments,
    TtlArguments,
};
use crate::connection::client;
use crate::failure::{Failure, Outcome};
use crate::output::{command_words, json_line, printable, report_lines, standard};

/// Longer than the hour that DynamoDB wants between two changes, and than a change takes.
const PATIENCE: Duration = Duration::from_hours(3);
/// Between two looks at a setting that is being changed.
const LOOK: Duration = Duration::from_secs(10);

/// A setting as JSON.
#[derive(Serialize)]
pub(crate) struct StatusJson<'a> {
    table: &'a str,
    state: &'static str,
    attribute: Option<&'a str>,
    declared: Option<&'a str>,
    matches: Option<bool>,
}

impl<'a> StatusJson<'a> {
    pub(crate) fn new(status: &'a Status, declared: bool) -> Self {
        Self {
            table: status.table(),
            state: match status.state() {
                State::Enabled => "ENABLED",
                State::Enabling => "ENABLING",
                State::Disabling => "DISABLING",
                State::Disabled => "DISABLED",
                _ => "UNKNOWN",
            },
            attribute: status.attribute(),
            declared: declared.then_some(status.declared()),
            matches: declared.then_some(status.matches()),
        }
    }
}

/// A setting in words, beside the attribute that it should be on if one is declared.
pub(crate) fn status_line(status: &Status, declared: bool) -> String {
    if declared {
        return printable(&status.to_string()).into_owned();
    }
    let (table, state) = (status.table(), status.state());
    let line = match status.attribute() {
        Some(attribute) => format!("table `{table}`: TTL is {state} on `{attribute}`"),
        None => format!("table `{table}`: TTL is {state}"),
    };
    printable(&line).into_owned()
}

/// The TTL of the table with the attribute that is named, or else enabled.
pub(crate) async fn time_to_live(
    client: &Client,
    arguments: &TtlArguments,
) -> Result<TimeToLive, Failure> {
    if let Some(attribute) = &arguments.attribute {
        return Ok(TimeToLive::new(client, &arguments.table, attribute));
    }
    let status = setting(client, arguments).await?;
    match status.attribute() {
        Some(attribute) => Ok(TimeToLive::new(client, &arguments.table, attribute)),
        None => Err(Failure::Usage(format!(
            "{}, so `--attribute` has to name one",
            status_line(&status, false)
        ))),
    }
}

async fn setting(client: &Client, arguments: &TtlArguments) -> Result<Status, Failure> {
    let attribute = arguments.attribute.clone().unwrap_or_default();
    let ttl = TimeToLive::new(client, &arguments.table, attribute);
    Ok(ttl.status().await?)
}

pub(crate) async fn status(
    connection: &ConnectionArguments,
    arguments: &StatusArguments,
) -> Result<Outcome, Failure> {
    let client = client(connection).await?;
    let status = setting(&client, &arguments.ttl).await?;
    let declared = arguments.ttl.attribute.is_some();
    print_status(&status, declared, arguments.ttl.json)?;
    Ok(Outcome::findings_if(declared && !status.matches()))
}

fn print_status(status: &Status, declared: bool, json: bool) -> Result<(), Failure> {
    let mut out = standard();
    if json {
        return json_line(&mut out, &StatusJson::new(status, declared));
    }
    writeln!(out, "{}", status_line(status, declared))?;
    Ok(())
}

pub(crate) async fn enable(
    connection: &ConnectionArguments,
    arguments: &EnableArguments,
) -> Result<Outcome, Failure> {
    let client = client(connection).await?;
    let ttl = time_to_live(&client, &arguments.ttl).await?;
    let plan = if arguments.rename {
        patient(&ttl, &arguments.change).plan_rename().await?
    } else {
        patient(&ttl, &arguments.change).plan().await?
    };
    change(
        &ttl,
        plan,
        State::Enabled,
        &arguments.ttl,
        &arguments.change,
    )
    .await
}

pub(crate) async fn disable(
    connection: &ConnectionArguments,
    arguments: &DisableArguments,
) -> Result<Outcome, Failure> {
    let client = client(connection).await?;
    let ttl = if arguments.ttl.attribute.is_some() {
        time_to_live(&client, &arguments.ttl).await?
    } else {
        let status = setting(&client, &arguments.ttl).await?;
        let Some(attribute) = status.attribute() else {
            // There is nothing to name, and nothing to do.
            print_status(&status, false, arguments.ttl.json)?;
            return Ok(Outcome::Fine);
        };
        TimeToLive::new(&client, &arguments.ttl.table, attribute)
    };
    let plan = patient(&ttl, &arguments.change).plan_disable().await?;
    change(
        &ttl,
        plan,
        State::Disabled,
        &arguments.ttl,
        &arguments.change,
    )
    .await
}

fn patient(ttl: &TimeToLive, arguments: &ChangeArguments) -> TimeToLive {
    if arguments.wait {
        ttl.wait_at_most(PATIENCE)
    } else {
        ttl.clone()
    }
}

/// A plan, and what came of it, as JSON.
#[derive(Serialize)]
struct ChangeJson<'a> {
    #[serde(flatten)]
    before: StatusJson<'a>,
    steps: Vec<String>,
    refusal: Option<String>,
    done: Option<String>,
}

async fn change(
    ttl: &TimeToLive,
    plan: Plan,
    wanted: State,
    arguments: &TtlArguments,
    change: &ChangeArguments,
) -> Result<Outcome, Failure> {
    let before = plan.status().clone();
    let steps = plan.steps().iter().map(ToString::to_string).collect();
    let refusal = plan
        .refusal()
        .map(|refusal| command_words(&refusal.to_string()));
    let text = plan.to_string();
    let outcome = Outcome::findings_if(refusal.is_some());
    let done = if change.dry_run || (arguments.json && refusal.is_some()) {
        None
    } else {
        let done = plan.apply().await?;
        if change.wait {
            settle(ttl, wanted).await?;
        }
        Some(done.to_string())
    };

    let mut out = standard();
    if arguments.json {
        let before = StatusJson::new(&before, true);
        let line = ChangeJson {
            before,
            steps,
            refusal,
            done,
        };
        json_line(&mut out, &line)?;
    } else {
        let table = printable(ttl.table());
        match done {
            Some(done) => writeln!(out, "table `{table}`: {}", printable(&done))?,
            None => writeln!(out, "{}", report_lines(&text))?,
        }
    }
    Ok(outcome)
}

/// Waits until the service says that the change is done.
async fn settle(ttl: &TimeToLive, wanted: State) -> Result<(), Failure> {
    let begun = std::time::Instant::now();
    loop {
        let status = ttl.status().await?;
        if status.state() == wanted {
            return Ok(());
        }
        if begun.elapsed() > PATIENCE {
            let line = status_line(&status, false);
            return Err(Failure::Service(format!("{line}, and it takes too long")));
        }
        tokio::time::sleep(LOOK).await;
    }
}
