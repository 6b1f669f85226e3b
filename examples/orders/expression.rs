use serde_json::Value;

/// The expression with each placeholder (`#n0`, `:v0`) replaced by the name or value it stands for.
pub(crate) fn substitute(expression: &str, body: &Value) -> String {
    let names = &body["ExpressionAttributeNames"];
    let values = &body["ExpressionAttributeValues"];
    let mut text = String::new();
    let mut rest = expression;
    while let Some(start) = rest.find(['#', ':']) {
        let (before, from) = rest.split_at(start);
        let length = from[1..]
            .find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
            .map_or(from.len(), |end| end + 1);
        let (placeholder, after) = from.split_at(length);
        text.push_str(before);
        match names[placeholder].as_str() {
            Some(name) => text.push_str(name),
            None => text.push_str(&value_text(&values[placeholder])),
        }
        rest = after;
    }
    text + rest
}

/// A value of DynamoDB JSON: a number bare, a string in quotes, anything else as it is.
pub(crate) fn value_text(value: &Value) -> String {
    match (value["N"].as_str(), value["S"].as_str()) {
        (Some(number), _) => number.to_owned(),
        (_, Some(string)) => format!("\"{string}\""),
        _ => value.to_string(),
    }
}
