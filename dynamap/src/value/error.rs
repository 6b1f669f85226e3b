use std::borrow::Cow;
use std::fmt::{self, Write};

use super::WireType;

/// One step of an attribute path, as errors name it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// An attribute that the struct declares.
    Field(Cow<'static, str>),
    /// An element of a list or set.
    Index(usize),
    /// An entry of a map whose keys are data; its name is not shown.
    Entry,
}

/// A value that could not be read: where, what was expected, what was found. Never the value.
pub struct DecodeError(Box<DecodeFault>);

struct DecodeFault {
    // Innermost step first: each level pushes its own step on the way out.
    path: Vec<Step>,
    expected: Cow<'static, str>,
    found: Cow<'static, str>,
    is_other_entity: bool,
}

impl DecodeError {
    /// `expected` something, `found` something else; both are words, never contents.
    pub fn new(
        expected: impl Into<Cow<'static, str>>,
        found: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self(Box::new(DecodeFault {
            path: Vec::new(),
            expected: expected.into(),
            found: found.into(),
            is_other_entity: false,
        }))
    }

    /// An item of another type, which has this name.
    pub(crate) fn other_entity(expected: &'static str, found: &str) -> Self {
        let mut error = Self::new(
            format!("the entity `{expected}`"),
            shown("the entity", "an entity", found),
        );
        error.0.is_other_entity = true;
        error
    }

    pub(crate) fn is_other_entity(&self) -> bool {
        self.0.is_other_entity
    }

    /// A value of another type than expected.
    pub fn wrong_type(expected: WireType, found: WireType) -> Self {
        Self::new(expected.as_str(), found.as_str())
    }

    /// An attribute that has to be there.
    pub fn missing(attribute: &'static str) -> Self {
        Self::new("the attribute", "nothing").at(Step::Field(Cow::Borrowed(attribute)))
    }

    /// The same error one level further out.
    #[must_use]
    pub fn at(mut self, step: Step) -> Self {
        self.0.path.push(step);
        self
    }

    /// The attribute path, as in `lines[2].price`; empty for the value itself.
    pub fn path(&self) -> String {
        render(&self.0.path)
    }

    /// What was expected.
    pub fn expected(&self) -> &str {
        &self.0.expected
    }

    /// What was found.
    pub fn found(&self) -> &str {
        &self.0.found
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path();
        if !path.is_empty() {
            write!(f, "`{path}`: ")?;
        }
        write!(f, "expected {}, found {}", self.expected(), self.found())
    }
}

impl fmt::Debug for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DecodeError({self})")
    }
}

impl std::error::Error for DecodeError {}

/// The longest stored name that an error shows, in bytes.
const SHOWN: usize = 64;

/// A stored name in an error: names are schema, unless one is so strange that it may be something else.
pub(super) fn shown(the: &str, some: &str, name: &str) -> String {
    if name.len() <= SHOWN && !name.contains(char::is_control) {
        format!("{the} `{name}`")
    } else {
        format!("{some} with a name of {} bytes", name.len())
    }
}

/// A value that DynamoDB cannot hold: where, and what to do. Never the value.
pub struct EncodeError(Box<EncodeFault>);

struct EncodeFault {
    path: Vec<Step>,
    reason: Cow<'static, str>,
}

impl EncodeError {
    /// What is wrong and what to do, without the value.
    pub fn new(reason: impl Into<Cow<'static, str>>) -> Self {
        Self(Box::new(EncodeFault {
            path: Vec::new(),
            reason: reason.into(),
        }))
    }

    /// The same error one level further out.
    #[must_use]
    pub fn at(mut self, step: Step) -> Self {
        self.0.path.push(step);
        self
    }

    /// The attribute path; empty for the value itself.
    pub fn path(&self) -> String {
        render(&self.0.path)
    }

    /// What is wrong and what to do.
    pub fn reason(&self) -> &str {
        &self.0.reason
    }
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path();
        if !path.is_empty() {
            write!(f, "`{path}`: ")?;
        }
        f.write_str(self.reason())
    }
}

impl fmt::Debug for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "EncodeError({self})")
    }
}

impl std::error::Error for EncodeError {}

impl Clone for EncodeError {
    fn clone(&self) -> Self {
        Self(Box::new(EncodeFault {
            path: self.0.path.clone(),
            reason: self.0.reason.clone(),
        }))
    }
}

fn render(path: &[Step]) -> String {
    let mut text = String::new();
    for step in path.iter().rev() {
        match step {
            Step::Field(name) => {
                if !text.is_empty() {
                    text.push('.');
                }
                text.push_str(name);
            }
            Step::Index(index) => {
                // Writing to a `String` cannot fail.
                let _ = write!(text, "[{index}]");
            }
            Step::Entry => text.push_str(".*"),
        }
    }
    text
}
