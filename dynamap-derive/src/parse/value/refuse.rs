//! What is said of a value in another form than the option's.

use proc_macro2::{Ident, TokenStream};
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{LitStr, Token, bracketed};

use super::super::options::Spec;
use super::texts_text;
use crate::diagnostic::{Errors, Message};

pub(super) fn refuse_integer(name: &Ident, spec: &Spec, found: TokenStream, errors: &mut Errors) {
    let message = Message::new(format_args!("`{}` takes an integer", spec.name));
    let quoted = syn::parse2::<LitStr>(found.clone())
        .ok()
        .and_then(|text| text.value().trim().parse::<u64>().ok());
    let message = match quoted {
        Some(number) => message.help(format_args!(
            "write `{} = {number}`, without quotes",
            spec.name
        )),
        None => message.help(format_args!("write `{}`", spec.sample)),
    };
    blame(name, found, message, errors);
}

pub(super) fn refuse_text_by(name: &Ident, spec: &Spec, found: TokenStream, errors: &mut Errors) {
    let message = Message::new(format_args!(
        "`{}` takes a field and the field that orders it",
        spec.name
    ));
    let alone = syn::parse2::<LitStr>(found.clone()).ok();
    let help = match alone {
        Some(text) => format!("write `{} = {} by \"at\"`", spec.name, text.token()),
        None => format!("write `{}`", spec.sample),
    };
    blame(name, found, message.help(help), errors);
}

pub(super) fn refuse_texts(name: &Ident, spec: &Spec, found: TokenStream, errors: &mut Errors) {
    let message = Message::new(format_args!(
        "`{}` takes a list of string literals",
        spec.name
    ));
    let one = syn::parse2::<LitStr>(found.clone()).ok();
    let bare = bare_words.parse2(found.clone()).unwrap_or_default();
    let help = match one {
        Some(text) => format!("write `{} = [{}]`", spec.name, text.token()),
        None if !bare.is_empty() => {
            format!("write `{} = [\"{}\"]`", spec.name, bare.join("\", \""))
        }
        None => format!("write `{}`", spec.sample),
    };
    blame(name, found, message.help(help), errors);
}

/// `[a, b]`, without quotes.
fn bare_words(input: ParseStream<'_>) -> syn::Result<Vec<String>> {
    let content;
    bracketed!(content in input);
    let words = content.parse_terminated(<Ident as IdentExt>::parse_any, Token![,])?;
    Ok(words.iter().map(Ident::to_string).collect())
}

/// A list of fields where the table's key stands.
pub(super) fn several_attributes(spec: &Spec, fields: &[LitStr]) -> Message {
    let attribute = if spec.name == "sort_key" { "sk" } else { "pk" };
    Message::new(format_args!("the table's `{}` is one attribute", spec.name))
        .help(format_args!(
            "write `{}(attribute = \"{attribute}\", parts = {})` on the struct: one attribute of their texts",
            spec.name,
            texts_text(fields),
        ))
        .note("DynamoDB's keys of several attributes are those of global indexes")
}

pub(super) fn refuse_text(name: &Ident, spec: &Spec, found: TokenStream, errors: &mut Errors) {
    let message = Message::new(format_args!("`{}` takes a string literal", spec.name));
    let bare = syn::parse2::<Ident>(found.clone()).ok();
    let help = match bare {
        Some(word) => format!("write `{} = \"{word}\"`", spec.name),
        None => format!("write `{}`", spec.sample),
    };
    blame(name, found, message.help(help), errors);
}

pub(super) fn refuse_word(name: &Ident, spec: &Spec, found: TokenStream, errors: &mut Errors) {
    let message = Message::new(format_args!("`{}` takes a bare word", spec.name));
    let quoted = syn::parse2::<LitStr>(found.clone())
        .ok()
        .and_then(|text| text.parse::<Ident>().ok());
    let message = match quoted {
        Some(word) => message.help(format_args!(
            "write `{} = {word}`, without quotes",
            spec.name
        )),
        None => message.help(format_args!("write `{}`", spec.sample)),
    };
    blame(name, found, message, errors);
}

/// Underlines the value, or the option's name where no value stands.
pub(super) fn blame(name: &Ident, found: TokenStream, message: Message, errors: &mut Errors) {
    if found.is_empty() {
        errors.at(name.span(), message);
    } else {
        errors.on(found, message);
    }
}
