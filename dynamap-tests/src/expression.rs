//! Expressions whose placeholders have been looked up or renamed.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

/// The expressions of a request, in the order in which placeholders are renamed.
pub(crate) const EXPRESSIONS: [&str; 5] = [
    "KeyConditionExpression",
    "UpdateExpression",
    "ConditionExpression",
    "FilterExpression",
    "ProjectionExpression",
];

const NAMES: &str = "ExpressionAttributeNames";
const VALUES: &str = "ExpressionAttributeValues";

/// A placeholder or the text before it.
enum Part<'a> {
    Text(&'a str),
    Placeholder(&'a str),
}

fn parts(expression: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut rest = expression;
    while let Some(start) = rest.find(['#', ':']) {
        let end = rest[start + 1..]
            .find(|character: char| !(character.is_ascii_alphanumeric() || character == '_'))
            .map_or(rest.len(), |length| start + 1 + length);
        parts.push(Part::Text(&rest[..start]));
        parts.push(Part::Placeholder(&rest[start..end]));
        rest = &rest[end..];
    }
    parts.push(Part::Text(rest));
    parts
}

fn rewrite(expression: &str, mut placeholder: impl FnMut(&str) -> String) -> String {
    parts(expression)
        .into_iter()
        .map(|part| match part {
            Part::Text(text) => text.to_owned(),
            Part::Placeholder(name) => placeholder(name),
        })
        .collect()
}

/// Renames the placeholders of one request (or of one step of a transaction) to `#1`, `:1`, … in the order of their first
/// appearance.
pub(crate) fn rename(body: &mut Map<String, Value>) {
    let mut renamed: BTreeMap<String, String> = BTreeMap::new();
    let mut counts = [0, 0];
    for key in EXPRESSIONS {
        let Some(Value::String(expression)) = body.get_mut(key) else {
            continue;
        };
        *expression = rewrite(expression, |old| {
            if let Some(new) = renamed.get(old) {
                return new.clone();
            }
            let count = &mut counts[usize::from(old.starts_with(':'))];
            *count += 1;
            let new = format!("{}{count}", &old[..1]);
            renamed.insert(old.to_owned(), new.clone());
            new
        });
    }
    for table in [NAMES, VALUES] {
        if let Some(Value::Object(entries)) = body.get_mut(table) {
            *entries = std::mem::take(entries)
                .into_iter()
                .map(|(old, value)| (renamed.get(&old).cloned().unwrap_or(old), value))
                .collect();
        }
    }
}

/// Puts names and values in the place of their placeholders, and drops the tables.
///
/// Numbers stand bare, texts in single quotes, other values as JSON.
pub(crate) fn inline(body: &mut Map<String, Value>) {
    let names = body.remove(NAMES);
    let values = body.remove(VALUES);
    let look_up = |placeholder: &str| {
        let table = if placeholder.starts_with('#') {
            &names
        } else {
            &values
        };
        table.as_ref().and_then(|table| table.get(placeholder))
    };
    for key in EXPRESSIONS {
        if let Some(Value::String(expression)) = body.get_mut(key) {
            *expression = rewrite(expression, |placeholder| match look_up(placeholder) {
                Some(Value::String(name)) => name.clone(),
                Some(value) => literal(value),
                None => placeholder.to_owned(),
            });
        }
    }
}

fn literal(value: &Value) -> String {
    match (value.get("N"), value.get("S")) {
        (Some(Value::String(number)), _) => number.clone(),
        (_, Some(Value::String(text))) => format!("'{text}'"),
        _ => value.to_string(),
    }
}

/// What DynamoDB refuses in every request: placeholders that are not used or not defined, empty tables of
/// them, parentheses that are not needed.
pub(crate) fn faults(body: &Map<String, Value>) -> Vec<String> {
    let mut faults = Vec::new();
    let mut used = BTreeSet::new();
    for key in EXPRESSIONS {
        let Some(Value::String(expression)) = body.get(key) else {
            continue;
        };
        if expression.is_empty() {
            faults.push(format!("{key} is empty"));
        }
        if has_needless_parentheses(expression) {
            faults.push(format!("{key} has needless parentheses: {expression}"));
        }
        for part in parts(expression) {
            if let Part::Placeholder(placeholder) = part {
                used.insert(placeholder.to_owned());
            }
        }
    }
    let mut defined = BTreeSet::new();
    for table in [NAMES, VALUES] {
        if let Some(Value::Object(entries)) = body.get(table) {
            if entries.is_empty() {
                faults.push(format!("{table} is empty"));
            }
            defined.extend(entries.keys().cloned());
        }
    }
    faults.extend(
        used.difference(&defined)
            .map(|name| format!("{name} is not defined")),
    );
    faults.extend(
        defined
            .difference(&used)
            .map(|name| format!("{name} is not used")),
    );
    faults
}

/// `((a = b))`: a pair directly within a pair.
fn has_needless_parentheses(expression: &str) -> bool {
    let mut open = Vec::new();
    let mut pairs = BTreeMap::new();
    for (at, character) in expression.char_indices() {
        match character {
            '(' => open.push(at),
            ')' => {
                if let Some(start) = open.pop() {
                    pairs.insert(start, at);
                }
            }
            _ => {}
        }
    }
    pairs.iter().any(|(start, end)| {
        pairs
            .get(&(start + 1))
            .is_some_and(|inner| inner + 1 == *end)
    })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{faults, inline, rename};

    fn request() -> Value {
        json!({
            "UpdateExpression": "SET #b = :x, #a = if_not_exists(#a, :y)",
            "ConditionExpression": "attribute_exists(#p) AND NOT #a <= :x",
            "ExpressionAttributeNames": {"#a": "one", "#b": "two", "#p": "pk"},
            "ExpressionAttributeValues": {":x": {"N": "1"}, ":y": {"S": "z"}},
        })
    }

    #[test]
    fn placeholders_are_renamed_in_the_order_of_their_appearance() {
        let mut body = request();
        rename(body.as_object_mut().unwrap());
        assert_eq!(
            body,
            json!({
                "UpdateExpression": "SET #1 = :1, #2 = if_not_exists(#2, :2)",
                "ConditionExpression": "attribute_exists(#3) AND NOT #2 <= :1",
                "ExpressionAttributeNames": {"#1": "two", "#2": "one", "#3": "pk"},
                "ExpressionAttributeValues": {":1": {"N": "1"}, ":2": {"S": "z"}},
            })
        );
    }

    #[test]
    fn placeholders_are_looked_up() {
        let mut body = request();
        inline(body.as_object_mut().unwrap());
        assert_eq!(
            body,
            json!({
                "UpdateExpression": "SET two = 1, one = if_not_exists(one, 'z')",
                "ConditionExpression": "attribute_exists(pk) AND NOT one <= 1",
            })
        );
    }

    #[test]
    fn what_the_service_refuses_is_found() {
        assert!(faults(request().as_object().unwrap()).is_empty());
        let body = json!({
            "ConditionExpression": "((#a = :x))",
            "ExpressionAttributeNames": {"#b": "two"},
            "ExpressionAttributeValues": {},
        });
        assert_eq!(
            faults(body.as_object().unwrap()),
            [
                "ConditionExpression has needless parentheses: ((#a = :x))",
                "ExpressionAttributeValues is empty",
                "#a is not defined",
                ":x is not defined",
                "#b is not used",
            ]
        );
    }
}
