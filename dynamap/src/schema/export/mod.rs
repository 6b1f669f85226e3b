//! Declared tables as texts for other tools.
//!
//! The texts are written here, from one tree, rather than by a JSON library: YAML needs the same tree, and
//! a library's maps would not keep the order in which a person reads a template. So the crate needs no
//! further dependency, and two runs give the same bytes.

mod cloudformation;
mod command_line;
mod document;
mod terraform;
mod yaml;

use super::TableDefinition;
use crate::Result;

/// Declared tables as a template of CloudFormation or Terraform.
///
/// Types that share a table are [joined](TableDefinition::join). Templates hold what is declared (keys,
/// indexes, TTL, the stream if one was asked for), and on-demand billing; add encryption, backups and tags
/// where you keep the template.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/setup.rs"));
/// # fn main() -> dynamap::Result<()> {
/// use dynamap::schema::Export;
///
/// let tables = Export::of(Order::SCHEMA).and(Reading::SCHEMA)?;
/// assert!(tables.cloudformation_yaml().contains("\n    Type: AWS::DynamoDB::Table\n"));
/// assert!(tables.terraform_json().contains("\"aws_dynamodb_table\""));
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
#[must_use = "nothing is exported until a text is asked for"]
pub struct Export {
    tables: Vec<TableDefinition>,
}

impl Export {
    /// One table, of a type's `SCHEMA` or a [definition](super::Schema::definition).
    pub fn of(table: impl Into<TableDefinition>) -> Self {
        Self {
            tables: vec![table.into()],
        }
    }

    /// Another table; or another type of a table that is there already, which then has the indexes of
    /// both. Types that contradict each other are an error of kind
    /// [`SchemaMismatch`](crate::ErrorKind::SchemaMismatch).
    pub fn and(mut self, table: impl Into<TableDefinition>) -> Result<Self> {
        let table = table.into();
        let known = self
            .tables
            .iter()
            .position(|known| known.name() == table.name());
        match known {
            Some(position) => {
                let joined = self.tables.remove(position).join(table)?;
                self.tables.insert(position, joined);
            }
            None => self.tables.push(table),
        }
        Ok(self)
    }
}

/// The first of `name`, `name2`, `name3`, … that is not taken.
fn unique(name: String, taken: &mut Vec<String>) -> String {
    let numbered = (2..).map(|number: u64| format!("{name}{number}"));
    let free = std::iter::once(name.clone())
        .chain(numbered)
        .find(|candidate| !taken.contains(candidate))
        .unwrap_or(name);
    taken.push(free.clone());
    free
}
