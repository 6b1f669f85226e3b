//! The exports, by the names that the command line gives them.

use std::str::FromStr;

use dynamap::DynamoItem;
use dynamap::schema::Export;

use crate::reading::Reading;

#[derive(Debug, Clone, Copy)]
pub(crate) enum Format {
    CloudFormationJson,
    CloudFormationYaml,
    Terraform,
    CreateTable,
    TimeToLive,
}

impl FromStr for Format {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Ok(match name {
            "cloudformation-json" => Self::CloudFormationJson,
            "cloudformation-yaml" => Self::CloudFormationYaml,
            "terraform" => Self::Terraform,
            "create-table" => Self::CreateTable,
            "time-to-live" => Self::TimeToLive,
            _ => return Err(format!("there is no format `{name}`: see --help")),
        })
    }
}

impl Format {
    /// The readings' table, under its own name or another one.
    pub(crate) fn export(self, table_name: Option<&str>) -> String {
        let mut table = Reading::SCHEMA.definition();
        if let Some(name) = table_name {
            table = table.table_name(name);
        }
        match self {
            Self::CloudFormationJson => Export::of(table).cloudformation_json(),
            Self::CloudFormationYaml => Export::of(table).cloudformation_yaml(),
            Self::Terraform => Export::of(table).terraform_json(),
            Self::CreateTable => table.create_table_input(),
            Self::TimeToLive => table.time_to_live_input().unwrap_or_default(),
        }
    }
}
