use lexopt::prelude::*;

/// What the command line of an example asks for.
#[derive(Debug)]
pub enum Arguments {
    /// To run, on the embedded engine or on the DynamoDB at this address.
    Run {
        /// The address.
        endpoint_url: Option<String>,
    },
    /// To print what can be asked for.
    Help,
}

impl Arguments {
    /// The text of `--help`.
    pub fn usage(example: &str) -> String {
        format!(
            "\
Usage: cargo run --example {example} [-- OPTIONS]

Options:
  --endpoint-url URL  run against a DynamoDB at this address instead of the embedded engine;
                      AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN
                      are taken from the environment where they are set
  -h, --help          print this text
"
        )
    }

    /// Reads the command line of this process.
    pub fn from_command_line() -> Result<Self, lexopt::Error> {
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
