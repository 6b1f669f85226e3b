use lexopt::prelude::*;

const USAGE: &str = "\
Usage: cargo run --example orders [-- OPTIONS]

Options:
  --endpoint-url URL  run against a DynamoDB at this address instead of the embedded engine;
                      AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN
                      are taken from the environment where they are set
  -h, --help          print this text
";

/// What the command line asks for.
pub(crate) enum Arguments {
    Run { endpoint_url: Option<String> },
    Help,
}

impl Arguments {
    pub(crate) const USAGE: &str = USAGE;

    pub(crate) fn from_command_line() -> Result<Self, lexopt::Error> {
        let mut parser = lexopt::Parser::from_env();
        let mut endpoint_url = None;
        while let Some(argument) = parser.next()? {
            match argument {
                Long("endpoint-url") => endpoint_url = Some(parser.value()?.string()?),
                Short('h') | Long("help") => return Ok(Self::Help),
                other => return Err(other.unexpected()),
            }
        }
        Ok(Self::Run { endpoint_url })
    }
}
