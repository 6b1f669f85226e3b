//! The table's name.

use proc_macro2::Ident;
use syn::LitStr;

use crate::diagnostic::{Errors, Message};
use crate::model::Name;
use crate::parse::Given;

/// Every operation names a table.
pub(in crate::model) fn check_table(
    item: &Ident,
    table: Option<Given<LitStr>>,
    attempted: bool,
    errors: &mut Errors,
) -> Option<Name> {
    let Some(table) = table else {
        if !attempted {
            errors.at(
                item.span(),
                Message::new(format_args!("`{item}` has no table"))
                    .help("add `#[dynamo(table = \"orders\")]`")
                    .note("another name can still be set at run time"),
            );
        }
        return None;
    };
    check_resource_name("table", &table.value, "orders", errors)
}

/// "Table and index names: 3 to 255 characters of a-z, A-Z, 0-9, `_`, `.` and `-`."
pub(super) fn check_resource_name(
    kind: &str,
    literal: &LitStr,
    example: &str,
    errors: &mut Errors,
) -> Option<Name> {
    let value = literal.value();
    let allowed =
        |character: char| character.is_ascii_alphanumeric() || matches!(character, '_' | '.' | '-');
    let wrong = if value.is_empty() {
        format!("the {kind} name is empty")
    } else if let Some(character) = value.chars().find(|character| !allowed(*character)) {
        format!("{character:?} cannot stand in the {kind} name `{value}`")
    } else if value.len() < 3 {
        format!("the {kind} name `{value}` is too short")
    } else if value.len() > 255 {
        format!("the {kind} name has {} characters", value.len())
    } else {
        return Some(Name {
            value,
            span: literal.span(),
        });
    };
    errors.on(
        literal,
        Message::new(wrong)
            .help(format_args!("write a name like `\"{example}\"`"))
            .note(format_args!(
                "DynamoDB's {kind} names have 3 to 255 of the characters a-z, A-Z, 0-9, `_`, `.`, `-`"
            )),
    );
    None
}
