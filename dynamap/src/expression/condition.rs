use std::fmt;
use std::marker::PhantomData;
use std::ops::{BitAnd, BitOr, Not};

use aws_sdk_dynamodb::types::AttributeValue;

use super::stored::Unlike;
use super::{Join, Path, Placeholders, Plain};
use crate::value::{EncodeError, Step, value_cmp};
use crate::{Error, ErrorKind, Result};

/// How many operands `IN` takes.
/// [DynamoDB constraints](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html)
const IN_OPERANDS: usize = 100;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Comparator {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl Comparator {
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Equal => "=",
            Self::NotEqual => "<>",
            Self::Less => "<",
            Self::LessOrEqual => "<=",
            Self::Greater => ">",
            Self::GreaterOrEqual => ">=",
        }
    }
}

/// What an attribute is compared with. A value may not be encodable, and two attributes not comparable;
/// the request then says so, so that building a condition never fails.
#[derive(Clone)]
pub(crate) enum Value {
    Given(Result<AttributeValue, EncodeError>),
    Attribute(Path),
    Size(Path),
    Unlike(Unlike),
}

impl Value {
    pub(crate) fn of(value: AttributeValue) -> Self {
        Self::Given(Ok(value))
    }

    pub(crate) fn from_result(path: &Path, result: Result<AttributeValue, EncodeError>) -> Self {
        Self::Given(result.map_err(|error| error.at_path(path)))
    }

    fn render(&self, text: &mut String, placeholders: &mut Placeholders) -> Result<()> {
        match self {
            Self::Given(value) => placeholders.value(text, value.clone()?),
            Self::Attribute(path) => path.render(text, placeholders),
            Self::Size(path) => size(text, placeholders, path),
            Self::Unlike(unlike) => return Err(unlike.refused()),
        }
        Ok(())
    }
}

fn size(text: &mut String, placeholders: &mut Placeholders, path: &Path) {
    text.push_str("size(");
    path.render(text, placeholders);
    text.push(')');
}

impl EncodeError {
    /// The same error at a document path.
    pub(crate) fn at_path(self, path: &Path) -> Self {
        self.at(Step::Field(path.to_string().into()))
    }
}

/// The syntax tree of a condition or filter.
#[derive(Clone)]
pub(crate) enum Node {
    Compare {
        path: Path,
        comparator: Comparator,
        value: Value,
    },
    CompareSize {
        path: Path,
        comparator: Comparator,
        value: Value,
    },
    Between {
        path: Path,
        low: Result<AttributeValue, EncodeError>,
        high: Result<AttributeValue, EncodeError>,
    },
    In {
        path: Path,
        values: Vec<Value>,
    },
    Exists(Path),
    NotExists(Path),
    BeginsWith {
        path: Path,
        prefix: Value,
    },
    Contains {
        path: Path,
        value: Value,
    },
    Type {
        path: Path,
        value: Value,
    },
    And(Vec<Node>),
    Or(Vec<Node>),
    Not(Box<Node>),
}

/// How tightly a node binds; a child that binds less tightly than its parent needs parentheses,
/// and DynamoDB refuses parentheses that are not needed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    Or,
    And,
    Not,
    Atom,
}

impl Value {
    fn attributes<'a>(&'a self, found: &mut Vec<&'a str>) {
        match self {
            Self::Given(_) => {}
            Self::Attribute(path) | Self::Size(path) => found.push(path.root()),
            Self::Unlike(unlike) => found.extend([unlike.attribute.root(), unlike.other.root()]),
        }
    }
}

impl Node {
    /// The top-level attributes that it names, some perhaps more than once.
    pub(crate) fn attributes(&self) -> Vec<&str> {
        let mut found = Vec::new();
        self.collect_attributes(&mut found);
        found
    }

    fn collect_attributes<'a>(&'a self, found: &mut Vec<&'a str>) {
        match self {
            Self::Compare { path, value, .. }
            | Self::CompareSize { path, value, .. }
            | Self::BeginsWith {
                path,
                prefix: value,
            }
            | Self::Contains { path, value }
            | Self::Type { path, value } => {
                found.push(path.root());
                value.attributes(found);
            }
            Self::In { path, values } => {
                found.push(path.root());
                for value in values {
                    value.attributes(found);
                }
            }
            Self::Between { path, .. } | Self::Exists(path) | Self::NotExists(path) => {
                found.push(path.root());
            }
            Self::And(nodes) | Self::Or(nodes) => {
                for node in nodes {
                    node.collect_attributes(found);
                }
            }
            Self::Not(node) => node.collect_attributes(found),
        }
    }

    pub(crate) fn compare(path: Path, comparator: Comparator, value: Value) -> Self {
        Self::Compare {
            path,
            comparator,
            value,
        }
    }

    /// What no item satisfies.
    pub(crate) fn never(path: Path) -> Self {
        Self::In {
            path,
            values: Vec::new(),
        }
    }

    pub(crate) fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::And(mut all), Self::And(more)) => {
                all.extend(more);
                Self::And(all)
            }
            (Self::And(mut all), one) => {
                all.push(one);
                Self::And(all)
            }
            (one, Self::And(mut all)) => {
                all.insert(0, one);
                Self::And(all)
            }
            (a, b) => Self::And(vec![a, b]),
        }
    }

    pub(crate) fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Or(mut all), Self::Or(more)) => {
                all.extend(more);
                Self::Or(all)
            }
            (Self::Or(mut all), one) => {
                all.push(one);
                Self::Or(all)
            }
            (one, Self::Or(mut all)) => {
                all.insert(0, one);
                Self::Or(all)
            }
            (a, b) => Self::Or(vec![a, b]),
        }
    }

    pub(crate) fn negated(self) -> Self {
        Self::Not(Box::new(self))
    }

    /// The conjunction of what is there.
    pub(crate) fn all(nodes: impl IntoIterator<Item = Self>) -> Option<Self> {
        nodes.into_iter().reduce(Self::and)
    }

    fn binding(&self) -> Binding {
        match self {
            Self::Or(_) => Binding::Or,
            Self::And(_) => Binding::And,
            Self::Not(_) => Binding::Not,
            // Rendered as a conjunction.
            Self::In { values, .. } if values.is_empty() => Binding::And,
            _ => Binding::Atom,
        }
    }

    /// The expression's text; its names and values go into the table.
    pub(crate) fn to_text(&self, placeholders: &mut Placeholders) -> Result<String> {
        let mut text = String::new();
        self.render(&mut text, placeholders)?;
        Ok(text)
    }

    fn render(&self, text: &mut String, placeholders: &mut Placeholders) -> Result<()> {
        match self {
            Self::Compare {
                path,
                comparator,
                value,
            } => {
                path.render(text, placeholders);
                text.push(' ');
                text.push_str(comparator.as_str());
                text.push(' ');
                value.render(text, placeholders)
            }
            Self::CompareSize {
                path,
                comparator,
                value,
            } => {
                size(text, placeholders, path);
                text.push(' ');
                text.push_str(comparator.as_str());
                text.push(' ');
                value.render(text, placeholders)
            }
            Self::Between { path, low, high } => {
                let at = |error: EncodeError| error.at_path(path);
                let low = low.clone().map_err(at)?;
                let high = high.clone().map_err(at)?;
                if value_cmp(&low, &high).is_some_and(std::cmp::Ordering::is_gt) {
                    return Err(Error::new(
                        ErrorKind::InvalidRange,
                        "the lower end of `between` lies above the upper end: give the ends in order",
                    )
                    .on_attribute(path.to_string()));
                }
                path.render(text, placeholders);
                text.push_str(" BETWEEN ");
                placeholders.value(text, low);
                text.push_str(" AND ");
                placeholders.value(text, high);
                Ok(())
            }
            Self::In { path, values } if values.is_empty() => {
                // `IN ()` is not in the grammar; nothing both exists and does not.
                text.push_str("attribute_exists(");
                path.render(text, placeholders);
                text.push_str(") AND attribute_not_exists(");
                path.render(text, placeholders);
                text.push(')');
                Ok(())
            }
            Self::In { path, values } => {
                if values.len() > IN_OPERANDS {
                    return Err(Error::new(
                        ErrorKind::InvalidRequest,
                        format!(
                            "`is_in` has {} values and DynamoDB takes {IN_OPERANDS}: join several `is_in` with `|`",
                            values.len()
                        ),
                    )
                    .on_attribute(path.to_string()));
                }
                path.render(text, placeholders);
                text.push_str(" IN (");
                for (index, value) in values.iter().enumerate() {
                    if index > 0 {
                        text.push_str(", ");
                    }
                    value.render(text, placeholders)?;
                }
                text.push(')');
                Ok(())
            }
            Self::Exists(path) => {
                text.push_str("attribute_exists(");
                path.render(text, placeholders);
                text.push(')');
                Ok(())
            }
            Self::NotExists(path) => {
                text.push_str("attribute_not_exists(");
                path.render(text, placeholders);
                text.push(')');
                Ok(())
            }
            Self::BeginsWith { path, prefix } => {
                call(text, placeholders, "begins_with", path, prefix)
            }
            Self::Contains { path, value } => call(text, placeholders, "contains", path, value),
            Self::Type { path, value } => call(text, placeholders, "attribute_type", path, value),
            Self::And(nodes) => joined(text, placeholders, nodes, " AND ", Binding::And),
            Self::Or(nodes) => joined(text, placeholders, nodes, " OR ", Binding::Or),
            Self::Not(node) => {
                text.push_str("NOT ");
                // NOT binds tighter than AND and OR; `NOT NOT a` needs no parentheses either.
                parenthesised(text, placeholders, node, Binding::Not)
            }
        }
    }
}

fn call(
    text: &mut String,
    placeholders: &mut Placeholders,
    function: &str,
    path: &Path,
    value: &Value,
) -> Result<()> {
    text.push_str(function);
    text.push('(');
    path.render(text, placeholders);
    text.push_str(", ");
    value.render(text, placeholders)?;
    text.push(')');
    Ok(())
}

fn joined(
    text: &mut String,
    placeholders: &mut Placeholders,
    nodes: &[Node],
    with: &str,
    binding: Binding,
) -> Result<()> {
    for (index, node) in nodes.iter().enumerate() {
        if index > 0 {
            text.push_str(with);
        }
        parenthesised(text, placeholders, node, binding)?;
    }
    Ok(())
}

fn parenthesised(
    text: &mut String,
    placeholders: &mut Placeholders,
    node: &Node,
    parent: Binding,
) -> Result<()> {
    if node.binding() < parent {
        text.push('(');
        node.render(text, placeholders)?;
        text.push(')');
        Ok(())
    } else {
        node.render(text, placeholders)
    }
}

/// A condition on the attributes of item `T`: a filter of reads, a condition of writes.
///
/// Conditions are made by [`Attribute`](super::Attribute)'s methods and joined by `&`, `|` and `!`. `K` names the
/// key attributes in it, since a query refuses to filter by its own keys; for a condition without
/// any it is simply `Condition<T>`.
///
/// Building one never fails: a value that DynamoDB cannot hold is an error of the request.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/setup.rs"));
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let (orders, readings, clock) = setup().await?;
/// # orders.create(order("522fb5a5", "order_A")).send().await?;
/// let old = Order::CREATED_AT.lt(datetime!(2022-01-01 0:00 UTC));
/// let paid_or_old = Order::STATUS.eq(Status::Paid) | old;
/// assert_eq!(orders.query_index("order_A").filter(!paid_or_old.clone()).count().await?, 1);
///
/// let refused = orders.delete("522fb5a5").condition(paid_or_old).send().await;
/// assert!(refused.unwrap_err().is_condition_failed());
/// # Ok(())
/// # }
/// ```
#[must_use = "a condition does nothing until a request takes it"]
pub struct Condition<T, K = Plain> {
    node: Node,
    marker: PhantomData<fn() -> (T, K)>,
}

impl<T, K> Condition<T, K> {
    pub(crate) fn new(node: Node) -> Self {
        Self {
            node,
            marker: PhantomData,
        }
    }

    pub(crate) fn into_node(self) -> Node {
        self.node
    }
}

impl<T, K> Clone for Condition<T, K> {
    fn clone(&self) -> Self {
        Self::new(self.node.clone())
    }
}

impl<T, K> fmt::Debug for Condition<T, K> {
    /// The expression with placeholders, without its values.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.node.to_text(&mut Placeholders::new()) {
            Ok(text) => write!(f, "Condition({text})"),
            Err(error) => write!(f, "Condition({error})"),
        }
    }
}

impl<T, A: Join<B>, B> BitAnd<Condition<T, B>> for Condition<T, A> {
    type Output = Condition<T, A::Named>;

    fn bitand(self, other: Condition<T, B>) -> Self::Output {
        Condition::new(self.node.and(other.node))
    }
}

impl<T, A: Join<B>, B> BitOr<Condition<T, B>> for Condition<T, A> {
    type Output = Condition<T, A::Named>;

    fn bitor(self, other: Condition<T, B>) -> Self::Output {
        Condition::new(self.node.or(other.node))
    }
}

impl<T, K> Not for Condition<T, K> {
    type Output = Self;

    fn not(self) -> Self {
        Self::new(self.node.negated())
    }
}
