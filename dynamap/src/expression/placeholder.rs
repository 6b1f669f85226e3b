use std::collections::HashMap;
use std::fmt::Write;

use aws_sdk_dynamodb::types::AttributeValue;

/// The placeholder table of one request: every name and every value of all its expressions.
///
/// A name is entered once however often it is used; a value is entered at each use. Since an entry
/// is made only by writing it into an expression, none is unused and none undefined.
#[derive(Default)]
pub(crate) struct Placeholders {
    names: Vec<String>,
    values: Vec<AttributeValue>,
}

impl Placeholders {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// Writes the placeholder of a name.
    pub(crate) fn name(&mut self, text: &mut String, name: &str) {
        let index = self
            .names
            .iter()
            .position(|known| known == name)
            .unwrap_or_else(|| {
                self.names.push(name.to_owned());
                self.names.len() - 1
            });
        let _ = write!(text, "#n{index}");
    }

    /// Writes the placeholder of a value.
    pub(crate) fn value(&mut self, text: &mut String, value: AttributeValue) {
        let _ = write!(text, ":v{}", self.values.len());
        self.values.push(value);
    }

    /// The names, as the SDK wants them: DynamoDB refuses an empty map.
    pub(crate) fn take_names(&mut self) -> Option<HashMap<String, String>> {
        let names = std::mem::take(&mut self.names);
        (!names.is_empty()).then(|| {
            names
                .into_iter()
                .enumerate()
                .map(|(index, name)| (format!("#n{index}"), name))
                .collect()
        })
    }

    /// The values, as the SDK wants them.
    pub(crate) fn take_values(&mut self) -> Option<HashMap<String, AttributeValue>> {
        let values = std::mem::take(&mut self.values);
        (!values.is_empty()).then(|| {
            values
                .into_iter()
                .enumerate()
                .map(|(index, value)| (format!(":v{index}"), value))
                .collect()
        })
    }
}
