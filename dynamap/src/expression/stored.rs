//! How a field is stored, beside the type of its value: what two attributes have to agree on.

use super::Path;
use crate::time::{Resolution, TimeFormat};
use crate::{Error, ErrorKind};

/// Who decides how a value is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// Its type; nothing for `None`.
    Own,
    /// Its type; NULL for `None`.
    Null,
    /// Functions of the user's own, or serde.
    Functions,
}

/// How an attribute is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stored {
    pub(super) time: Option<TimeFormat>,
    pub(super) form: Form,
}

impl Stored {
    /// Whether DynamoDB finds equal what is equal.
    pub(super) fn is_comparable_with(self, other: Self) -> bool {
        self.time == other.time
    }

    /// Whether every value of the other is one that this would write, too.
    pub(super) fn is_settable_from(self, other: Self) -> bool {
        self.time == other.time
            && match (self.form, other.form) {
                // Two functions write what only they know.
                (Form::Functions, _) | (_, Form::Functions) => false,
                (Form::Null, Form::Own) => true,
                (form, other) => form == other,
            }
    }

    fn words(self) -> String {
        let value = match self.time {
            None => "a value of its type",
            Some(TimeFormat::Epoch(Resolution::Seconds)) => "epoch seconds",
            Some(TimeFormat::Epoch(Resolution::Millis)) => "epoch millis",
            Some(TimeFormat::Epoch(Resolution::Micros)) => "epoch micros",
            Some(TimeFormat::Epoch(Resolution::Nanos)) => "epoch nanos",
            Some(TimeFormat::Iso(Resolution::Seconds)) => "ISO text in seconds",
            Some(TimeFormat::Iso(Resolution::Millis)) => "ISO text in millis",
            Some(TimeFormat::Iso(Resolution::Micros)) => "ISO text in micros",
            Some(TimeFormat::Iso(Resolution::Nanos)) => "ISO text in nanos",
        };
        match self.form {
            Form::Own => value.to_owned(),
            Form::Null => format!("{value} or NULL"),
            Form::Functions => "functions of its own write it".to_owned(),
        }
    }
}

/// Two attributes that are stored in two ways.
#[derive(Clone)]
pub(crate) struct Unlike {
    pub(crate) attribute: Path,
    pub(crate) other: Path,
    words: [String; 2],
}

impl Unlike {
    pub(super) fn new((attribute, a): (&Path, Stored), (other, b): (&Path, Stored)) -> Self {
        Self {
            attribute: attribute.clone(),
            other: other.clone(),
            words: [a.words(), b.words()],
        }
    }

    pub(super) fn refused(&self) -> Error {
        let [attribute, other] = &self.words;
        Error::new(
            ErrorKind::InvalidRequest,
            format!(
                "`{}` is stored as {attribute} and `{}` as {other}, and DynamoDB takes both as they are stored: \
                 store them alike, or give the value itself",
                self.attribute, self.other
            ),
        )
        .on_attribute(self.attribute.to_string())
    }
}
