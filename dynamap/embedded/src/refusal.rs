//! Requests that the engine does not run, and how the service words the refusal.

use dynoxide::DynoxideError;
use serde_json::error::Category;

/// An answer other than 200.
pub(crate) enum Refusal {
    /// The operation does not exist here.
    UnknownOperation(String),
    /// The engine's own error.
    Engine(DynoxideError),
}

impl Refusal {
    /// The HTTP status.
    pub(crate) fn status(&self) -> u16 {
        match self {
            Self::UnknownOperation(_) => 400,
            Self::Engine(error) => error.status_code(),
        }
    }

    /// The JSON body.
    pub(crate) fn body(&self) -> String {
        match self {
            // The service sends no message. Here one helps, since most operations refused exist in
            // AWS.
            Self::UnknownOperation(operation) => serde_json::json!({
                "__type": "com.amazon.coral.service#UnknownOperationException",
                "message": format!("the embedded engine has no operation `{operation}`"),
            })
            .to_string(),
            Self::Engine(error) => error.to_json(),
        }
    }
}

type MakeError = fn(String) -> DynoxideError;

/// Marks that the engine's request types put before a message to choose the error, and what each
/// chooses. The flag tells whether the reader's position in the body stays in the message.
const MARKS: [(&str, MakeError, bool); 5] = [
    (
        "SERIALIZATION_AS_READ:",
        DynoxideError::SerializationException,
        true,
    ),
    (
        "VALIDATION_AS_READ:",
        DynoxideError::ValidationException,
        true,
    ),
    (
        "SERIALIZATION:",
        DynoxideError::SerializationException,
        false,
    ),
    (
        "VALIDATION_REQUEST:",
        DynoxideError::EnvelopedValidation,
        false,
    ),
    ("VALIDATION:", DynoxideError::ValidationException, false),
];

/// What the service answers when a value nests deeper than the JSON reader follows, far beyond
/// DynamoDB's 32 levels.
const NESTED_TOO_DEEP: &str = "Nesting Levels have exceeded supported limits: \
     Attributes in the item have nested levels beyond supported limit";

/// What the service answers to an attribute value without a type.
const EMPTY_VALUE: &str =
    "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes";

/// The service's error for a body that is not the operation's request.
pub(crate) fn of_unreadable(error: &serde_json::Error) -> DynoxideError {
    let message = error.to_string();
    if message.starts_with("recursion limit exceeded") {
        return DynoxideError::ValidationException(NESTED_TOO_DEEP.to_owned());
    }
    if matches!(error.classify(), Category::Syntax | Category::Eof) {
        // Text that is no JSON is refused without a message.
        return DynoxideError::SerializationException(String::new());
    }
    for (mark, make, keeps_position) in MARKS {
        if let Some(marked) = message.strip_prefix(mark) {
            let text = if keeps_position {
                marked
            } else {
                without_position(marked)
            };
            return make(text.to_owned());
        }
    }
    let message = without_position(&message);
    let absent = ["missing field", "unknown variant", "invalid type: null"];
    if absent.iter().any(|start| message.starts_with(start))
        || message.contains("Supplied AttributeValue")
    {
        DynoxideError::ValidationException(message.to_owned())
    } else if message.contains("empty AttributeValue") {
        DynoxideError::ValidationException(EMPTY_VALUE.to_owned())
    } else {
        DynoxideError::SerializationException(type_mismatch(message))
    }
}

/// Wraps the messages that the service wraps in the three writes of one item, and in no other
/// operation.
pub(crate) fn for_operation(operation: &str, error: DynoxideError) -> DynoxideError {
    match (operation, error) {
        ("PutItem" | "UpdateItem" | "DeleteItem", DynoxideError::EnvelopedValidation(message)) => {
            DynoxideError::ValidationException(format!("1 validation error detected: {message}"))
        }
        // ExecuteStatement writes the item of a failed condition in PartiQL's form.
        (
            "ExecuteStatement",
            DynoxideError::ConditionalCheckFailedException(message, Some(item)),
        ) => DynoxideError::StatementConditionalCheckFailed(message, item),
        (_, error) => error,
    }
}

/// The message without ` at line 1 column 42`.
fn without_position(message: &str) -> &str {
    match message.rsplit_once(" at line ") {
        Some((text, position)) if position.contains(" column ") => text,
        _ => message,
    }
}

/// `NUMBER_VALUE cannot be converted to String` for serde's "invalid type: integer `5`, expected a
/// string".
fn type_mismatch(message: &str) -> String {
    let Some((found, expected)) = message
        .strip_prefix("invalid type: ")
        .and_then(|rest| rest.rsplit_once(", expected "))
    else {
        return message.to_owned();
    };
    let token = match found.split(' ').next().unwrap_or_default() {
        "integer" => "NUMBER_VALUE",
        "floating" => "DECIMAL_VALUE",
        "string" => "STRING_VALUE",
        "boolean" if found.contains("true") => "TRUE_VALUE",
        "boolean" => "FALSE_VALUE",
        "map" => return "Start of structure or map found where not expected".to_owned(),
        _ => return "Unexpected field type".to_owned(),
    };
    let target = match expected {
        "a string" => "String",
        "a boolean" => "Boolean",
        "i64" | "u64" | "usize" => "Long",
        _ => return "Unexpected field type".to_owned(),
    };
    format!("{token} cannot be converted to {target}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unreadable<T: serde::de::DeserializeOwned>(body: &str) -> DynoxideError {
        match serde_json::from_str::<T>(body) {
            Ok(_) => DynoxideError::InternalServerError("the body was read".to_owned()),
            Err(error) => of_unreadable(&error),
        }
    }

    fn marked(message: &str) -> DynoxideError {
        of_unreadable(&serde::de::Error::custom(message))
    }

    #[test]
    fn each_mark_chooses_its_error_and_none_is_shown() {
        for (message, kind, text) in [
            ("VALIDATION:too short", "ValidationException", "too short"),
            (
                "VALIDATION:too short at line 1 column 2",
                "ValidationException",
                "too short",
            ),
            (
                "VALIDATION_REQUEST:bad number",
                "ValidationException",
                "bad number",
            ),
            (
                "VALIDATION_AS_READ:a at line 1 column 2",
                "ValidationException",
                "a at line 1 column 2",
            ),
            ("SERIALIZATION:odd", "SerializationException", "odd"),
            ("SERIALIZATION:", "SerializationException", ""),
            (
                "SERIALIZATION_AS_READ:a at line 1 column 2",
                "SerializationException",
                "a at line 1 column 2",
            ),
        ] {
            let error = marked(message);
            assert!(error.error_type().ends_with(kind), "{message}");
            assert_eq!(error.to_string(), text, "{message}");
        }
    }

    #[test]
    fn only_the_three_single_writes_wrap_a_request_validation() {
        let wrapped =
            |operation| for_operation(operation, marked("VALIDATION_REQUEST:bad")).to_string();
        assert_eq!(wrapped("PutItem"), "1 validation error detected: bad");
        assert_eq!(wrapped("UpdateItem"), "1 validation error detected: bad");
        assert_eq!(wrapped("DeleteItem"), "1 validation error detected: bad");
        assert_eq!(wrapped("GetItem"), "bad");
    }

    #[test]
    fn what_is_no_json_is_a_serialization_exception_without_a_message() {
        for body in ["", "{", "{]", "no"] {
            let error = unreadable::<serde_json::Value>(body);
            assert!(
                matches!(&error, DynoxideError::SerializationException(text) if text.is_empty()),
                "{body}"
            );
            assert_eq!(
                error.to_json(),
                r#"{"__type":"com.amazon.coral.service#SerializationException"}"#
            );
        }
    }

    #[test]
    fn a_wrong_json_type_names_the_types_and_not_the_value() {
        for (error, text) in [
            (
                unreadable::<String>("5"),
                "NUMBER_VALUE cannot be converted to String",
            ),
            (
                unreadable::<String>("5.5"),
                "DECIMAL_VALUE cannot be converted to String",
            ),
            (
                unreadable::<String>("true"),
                "TRUE_VALUE cannot be converted to String",
            ),
            (
                unreadable::<bool>(r#""secret, expected or not""#),
                "STRING_VALUE cannot be converted to Boolean",
            ),
            (
                unreadable::<u64>("false"),
                "FALSE_VALUE cannot be converted to Long",
            ),
            (
                unreadable::<String>("{}"),
                "Start of structure or map found where not expected",
            ),
            (unreadable::<String>("[]"), "Unexpected field type"),
        ] {
            assert!(
                matches!(error, DynoxideError::SerializationException(_)),
                "{text}"
            );
            assert_eq!(error.to_string(), text);
        }
    }

    #[test]
    fn a_null_and_a_missing_member_are_validations() {
        assert!(matches!(
            unreadable::<String>("null"),
            DynoxideError::ValidationException(_)
        ));
        assert!(matches!(
            unreadable::<dynoxide::actions::get_records::GetRecordsRequest>("{}"),
            DynoxideError::ValidationException(text) if text == "missing field `ShardIterator`"
        ));
    }

    #[test]
    fn nesting_beyond_the_reader_is_the_nesting_error() {
        let body = format!("{}1{}", "[".repeat(200), "]".repeat(200));
        let error = unreadable::<serde_json::Value>(&body);
        assert!(
            matches!(error, DynoxideError::ValidationException(text) if text == NESTED_TOO_DEEP)
        );
    }
}
