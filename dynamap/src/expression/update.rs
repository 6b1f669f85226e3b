use aws_sdk_dynamodb::types::AttributeValue;

use super::stored::Unlike;
use super::{Path, Placeholders};
use crate::value::EncodeError;
use crate::{Error, ErrorKind, Result};

/// What an update does with one path.
#[derive(Clone)]
pub(crate) enum Action {
    Set(AttributeValue),
    SetIfAbsent(AttributeValue),
    /// `path = path + n`, from `initial` if the attribute is absent.
    Add {
        amount: AttributeValue,
        initial: AttributeValue,
    },
    /// `path = path - n`.
    Subtract {
        amount: AttributeValue,
        initial: AttributeValue,
    },
    Append {
        items: AttributeValue,
        initial: AttributeValue,
    },
    Prepend {
        items: AttributeValue,
        initial: AttributeValue,
    },
    /// `path` as the first of these attributes that is there, else as this value.
    Copy {
        from: Vec<Path>,
        or: Option<AttributeValue>,
    },
    Remove,
    Insert(AttributeValue),
    Delete(AttributeValue),
}

/// An update expression in the making: each path once, none at or below another.
#[derive(Clone, Default)]
pub(crate) struct Updates {
    actions: Vec<(Path, Action)>,
    fault: Option<EncodeError>,
    unlike: Option<Unlike>,
}

impl Updates {
    pub(crate) fn push(&mut self, path: Path, action: Action) {
        self.actions.push((path, action));
    }

    /// Does this with the attribute, and nothing else.
    pub(crate) fn replace(&mut self, path: Path, action: Action) {
        self.actions
            .retain(|(other, _)| other.root() != path.root());
        self.push(path, action);
    }

    /// Keeps the first value that could not be written, for the request to report.
    pub(crate) fn fail(&mut self, error: EncodeError) {
        self.fault.get_or_insert(error);
    }

    /// Keeps the first two attributes of which one cannot be set from the other, as `fail` does.
    pub(crate) fn refuse(&mut self, unlike: Unlike) {
        self.unlike.get_or_insert(unlike);
    }

    pub(crate) fn actions(&self) -> &[(Path, Action)] {
        &self.actions
    }

    pub(crate) fn actions_mut(&mut self) -> &mut [(Path, Action)] {
        &mut self.actions
    }

    /// What is done with exactly this top-level attribute.
    pub(crate) fn of(&self, attribute: &str) -> Option<&Action> {
        self.actions
            .iter()
            .find(|(path, _)| !path.is_nested() && path.root() == attribute)
            .map(|(_, action)| action)
    }

    /// Whether the attribute or anything in it is touched.
    pub(crate) fn touches(&self, attribute: &str) -> bool {
        self.actions
            .iter()
            .any(|(path, _)| path.root() == attribute)
    }

    /// Whether carrying the update out twice does the same as once.
    ///
    /// An element that is removed moves the later ones up, and one that is set beyond the end of the
    /// list is appended.
    pub(crate) fn is_idempotent(&self) -> bool {
        self.actions.iter().all(|(path, action)| match action {
            Action::Set(_) | Action::SetIfAbsent(_) | Action::Remove => !path.is_element(),
            Action::Copy { from, .. } => {
                !path.is_element() && !from.iter().any(|from| self.changes(from))
            }
            Action::Insert(_) | Action::Delete(_) => true,
            Action::Add { .. }
            | Action::Subtract { .. }
            | Action::Append { .. }
            | Action::Prepend { .. } => false,
        })
    }

    fn changes(&self, path: &Path) -> bool {
        self.actions.iter().any(|(other, _)| path.overlaps(other))
    }

    pub(crate) fn check(&self) -> Result<()> {
        if let Some(error) = &self.fault {
            return Err(error.clone().into());
        }
        if let Some(unlike) = &self.unlike {
            return Err(unlike.refused());
        }
        for (index, (path, _)) in self.actions.iter().enumerate() {
            if let Some((other, _)) = self.actions[..index]
                .iter()
                .find(|(other, _)| path.overlaps(other))
            {
                return Err(Error::new(
                    ErrorKind::InvalidRequest,
                    format!(
                        "the update changes both `{other}` and `{path}`, and DynamoDB takes each path once: \
                         write the whole of `{}`, or send two updates",
                        if other.is_nested() { path } else { other }
                    ),
                )
                .on_attribute(path.to_string()));
            }
        }
        Ok(())
    }

    /// `SET … REMOVE … ADD … DELETE …`; `None` if there is nothing to do.
    pub(crate) fn to_text(&self, placeholders: &mut Placeholders) -> Option<String> {
        let mut clauses = [const { String::new() }; 4];
        for (path, action) in &self.actions {
            let clause = match action {
                Action::Set(_)
                | Action::SetIfAbsent(_)
                | Action::Add { .. }
                | Action::Subtract { .. }
                | Action::Append { .. }
                | Action::Prepend { .. }
                | Action::Copy { .. } => 0,
                Action::Remove => 1,
                Action::Insert(_) => 2,
                Action::Delete(_) => 3,
            };
            let text = &mut clauses[clause];
            if !text.is_empty() {
                text.push_str(", ");
            }
            path.render(text, placeholders);
            render(text, placeholders, path, action);
        }
        let mut expression = String::new();
        for (keyword, clause) in ["SET", "REMOVE", "ADD", "DELETE"].iter().zip(clauses) {
            if clause.is_empty() {
                continue;
            }
            if !expression.is_empty() {
                expression.push(' ');
            }
            expression.push_str(keyword);
            expression.push(' ');
            expression.push_str(&clause);
        }
        (!expression.is_empty()).then_some(expression)
    }
}

fn render(text: &mut String, placeholders: &mut Placeholders, path: &Path, action: &Action) {
    match action {
        Action::Set(value) => {
            text.push_str(" = ");
            placeholders.value(text, value.clone());
        }
        Action::SetIfAbsent(value) => {
            text.push_str(" = ");
            if_not_exists(text, placeholders, path, value);
        }
        Action::Add { amount, initial } => {
            text.push_str(" = ");
            if_not_exists(text, placeholders, path, initial);
            text.push_str(" + ");
            placeholders.value(text, amount.clone());
        }
        Action::Subtract { amount, initial } => {
            text.push_str(" = ");
            if_not_exists(text, placeholders, path, initial);
            text.push_str(" - ");
            placeholders.value(text, amount.clone());
        }
        Action::Append { items, initial } => {
            text.push_str(" = list_append(");
            if_not_exists(text, placeholders, path, initial);
            text.push_str(", ");
            placeholders.value(text, items.clone());
            text.push(')');
        }
        Action::Prepend { items, initial } => {
            text.push_str(" = list_append(");
            placeholders.value(text, items.clone());
            text.push_str(", ");
            if_not_exists(text, placeholders, path, initial);
            text.push(')');
        }
        Action::Copy { from, or } => {
            text.push_str(" = ");
            first_of(text, placeholders, from, or.as_ref());
        }
        Action::Remove => {}
        Action::Insert(members) | Action::Delete(members) => {
            text.push(' ');
            placeholders.value(text, members.clone());
        }
    }
}

fn if_not_exists(
    text: &mut String,
    placeholders: &mut Placeholders,
    path: &Path,
    value: &AttributeValue,
) {
    text.push_str("if_not_exists(");
    path.render(text, placeholders);
    text.push_str(", ");
    placeholders.value(text, value.clone());
    text.push(')');
}

/// `if_not_exists(a, if_not_exists(b, value))`; the last one stands alone.
fn first_of(
    text: &mut String,
    placeholders: &mut Placeholders,
    from: &[Path],
    or: Option<&AttributeValue>,
) {
    let nested = from.len().saturating_sub(usize::from(or.is_none()));
    for (index, path) in from.iter().enumerate() {
        if index < nested {
            text.push_str("if_not_exists(");
            path.render(text, placeholders);
            text.push_str(", ");
        } else {
            path.render(text, placeholders);
        }
    }
    if let Some(value) = or {
        placeholders.value(text, value.clone());
    }
    text.extend(std::iter::repeat_n(')', nested));
}
