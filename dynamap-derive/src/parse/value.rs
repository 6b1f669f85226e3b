//! The value behind an option's name.

mod refuse;

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::discouraged::Speculative;
use syn::parse::{Parse, ParseStream};
use syn::{LitInt, LitStr, Path, Token, bracketed, parenthesized, token};

use self::refuse::{
    blame, refuse_integer, refuse_text, refuse_text_by, refuse_texts, refuse_word,
    several_attributes,
};
use super::container::is_absolute;
use super::list::Options;
use super::options::{Form, Place, Spec};
use crate::diagnostic::{Errors, Message};

/// A value in one of the forms of the table.
pub(super) enum Value {
    Flag,
    Text(LitStr),
    Path(Path),
    Word(Ident),
    Named(Ident, Vec<LitStr>),
    Texts(Vec<LitStr>),
    Integer(LitInt),
    List(Options),
    Dated(LitStr, Options),
    TextBy(LitStr, LitStr),
}

/// Reads the value that the table demands; `None` after an error, with the value skipped.
pub(super) fn read(
    name: &Ident,
    spec: &Spec,
    input: ParseStream<'_>,
    errors: &mut Errors,
) -> Option<Value> {
    match spec.form {
        Form::Flag => read_flag(name, input, errors),
        Form::Path => {
            read_equals(name, spec, input, errors)?;
            read_path(name, spec, input, errors)
        }
        Form::OptionalPath => {
            if at_end(input) {
                return Some(Value::Flag);
            }
            read_equals(name, spec, input, errors)?;
            read_path(name, spec, input, errors)
        }
        Form::OptionalText => {
            if at_end(input) {
                return Some(Value::Flag);
            }
            read_equals(name, spec, input, errors)?;
            read_one_text(name, spec, input, errors)
        }
        Form::TextBy => {
            read_equals(name, spec, input, errors)?;
            read_text_by(name, spec, input, errors)
        }
        Form::TextOrPath => {
            read_equals(name, spec, input, errors)?;
            read_text_or_path(name, spec, input, errors)
        }
        Form::Word | Form::WordOrTexts => {
            read_equals(name, spec, input, errors)?;
            let word = try_parse(input, Ident::parse_any).or_else(|| {
                let found = skip(input);
                refuse_word(name, spec, found, errors);
                None
            })?;
            if spec.form == Form::WordOrTexts && input.peek(token::Paren) {
                return read_named(word, spec, input, errors);
            }
            Some(Value::Word(word))
        }
        Form::Integer => {
            read_equals(name, spec, input, errors)?;
            try_parse(input, Parse::parse)
                .map(Value::Integer)
                .or_else(|| {
                    let found = skip(input);
                    refuse_integer(name, spec, found, errors);
                    None
                })
        }
        Form::Texts => {
            read_equals(name, spec, input, errors)?;
            read_several_texts(name, spec, input, errors)
        }
        Form::TextsOrList(place) if input.peek(token::Paren) => {
            read_list(spec, place, input, errors)
        }
        Form::TextOrTexts | Form::TextsOrList(_) => {
            read_equals(name, spec, input, errors)?;
            if input.peek(token::Bracket) {
                read_several_texts(name, spec, input, errors)
            } else {
                read_one_text(name, spec, input, errors)
            }
        }
        Form::Text => {
            read_equals(name, spec, input, errors)?;
            read_one_text(name, spec, input, errors)
        }
        Form::TextAndList(place) => read_dated(name, spec, place, input, errors),
        Form::List(place) | Form::OptionalList(place) => {
            if input.peek(token::Paren) {
                read_list(spec, place, input, errors)
            } else if matches!(spec.form, Form::OptionalList(_)) && at_end(input) {
                Some(Value::List(Options::default()))
            } else {
                let _ = input.parse::<Token![=]>();
                let fields = read_texts(&input.fork());
                let found = skip(input);
                let message = match fields {
                    Some(Value::Texts(fields)) if place.is_key() => {
                        several_attributes(spec, &fields)
                    }
                    _ => Message::new(format_args!("`{}` takes a list of options", spec.name))
                        .help(format_args!("write `{}`", spec.sample)),
                };
                blame(name, found, message, errors);
                None
            }
        }
    }
}

/// Refuses anything between a value and the next comma.
pub(super) fn read_end(
    name: &Ident,
    spec: &Spec,
    value: &Value,
    input: ParseStream<'_>,
    errors: &mut Errors,
) -> bool {
    if at_end(input) {
        return true;
    }
    let found = skip(input);
    let written = match value {
        Value::Flag | Value::List(_) | Value::Dated(..) => spec.sample.to_owned(),
        Value::Text(text) => format!("{name} = {}", text.token()),
        Value::Path(path) => format!("{name} = {}", path_text(path)),
        Value::Word(word) => format!("{name} = {word}"),
        Value::Named(word, texts) => format!("{name} = {word}({})", list_text(texts)),
        Value::Integer(integer) => format!("{name} = {integer}"),
        Value::Texts(texts) => format!("{name} = {}", texts_text(texts)),
        Value::TextBy(text, by) => format!("{name} = {} by {}", text.token(), by.token()),
    };
    let message = Message::new(format_args!(
        "expected `,` after the value of `{}`",
        spec.name
    ));
    let next = found.clone().into_iter().next();
    let message = match next {
        // Another option, whose comma is missing.
        Some(TokenTree::Ident(next)) => {
            message.help(format_args!("write `{written}, {next}`, with a comma"))
        }
        _ => message.help(format_args!("write `{written}`")),
    };
    errors.on(found, message);
    false
}

/// Moves to the next comma, and returns what was passed.
pub(super) fn skip(input: ParseStream<'_>) -> TokenStream {
    let mut passed = TokenStream::new();
    while !at_end(input) {
        match input.parse::<TokenTree>() {
            Ok(token) => passed.extend([token]),
            Err(_) => break,
        }
    }
    passed
}

/// A path without the spaces that tokens print with.
pub(crate) fn path_text(path: &Path) -> String {
    path.to_token_stream().to_string().replace(' ', "")
}

/// A list of literals as a user writes it.
pub(super) fn texts_text(texts: &[LitStr]) -> String {
    format!("[{}]", list_text(texts))
}

/// The same without brackets.
pub(super) fn list_text(texts: &[LitStr]) -> String {
    let texts: Vec<_> = texts.iter().map(|text| text.token().to_string()).collect();
    texts.join(", ")
}

/// A type without the spaces that tokens print with.
pub(super) fn type_text(ty: &syn::Type) -> String {
    ty.to_token_stream().to_string().replace(' ', "")
}

fn at_end(input: ParseStream<'_>) -> bool {
    input.is_empty() || input.peek(Token![,])
}

fn read_flag(name: &Ident, input: ParseStream<'_>, errors: &mut Errors) -> Option<Value> {
    if at_end(input) {
        return Some(Value::Flag);
    }
    let _ = input.parse::<Token![=]>();
    let found = skip(input);
    let message =
        Message::new(format_args!("`{name}` takes no value")).help(format_args!("write `{name}`"));
    blame(name, found, message, errors);
    None
}

fn read_equals(
    name: &Ident,
    spec: &Spec,
    input: ParseStream<'_>,
    errors: &mut Errors,
) -> Option<()> {
    if input.parse::<Token![=]>().is_ok() {
        return Some(());
    }
    skip(input);
    errors.at(
        name.span(),
        Message::new(format_args!("`{}` needs a value", spec.name))
            .help(format_args!("write `{}`", spec.sample)),
    );
    None
}

fn read_text(input: ParseStream<'_>) -> Option<Value> {
    try_parse(input, Parse::parse).map(Value::Text)
}

fn read_one_text(
    name: &Ident,
    spec: &Spec,
    input: ParseStream<'_>,
    errors: &mut Errors,
) -> Option<Value> {
    read_text(input).or_else(|| {
        let found = skip(input);
        refuse_text(name, spec, found, errors);
        None
    })
}

fn read_text_or_path(
    name: &Ident,
    spec: &Spec,
    input: ParseStream<'_>,
    errors: &mut Errors,
) -> Option<Value> {
    read_text(input)
        .or_else(|| try_parse(input, Parse::parse).map(Value::Path))
        .or_else(|| {
            let found = skip(input);
            let message = Message::new(format_args!(
                "`{}` takes a string literal or a path",
                spec.name
            ))
            .help(format_args!("write `{}`", spec.sample));
            blame(name, found, message, errors);
            None
        })
}

fn read_several_texts(
    name: &Ident,
    spec: &Spec,
    input: ParseStream<'_>,
    errors: &mut Errors,
) -> Option<Value> {
    read_texts(input).or_else(|| {
        let found = skip(input);
        refuse_texts(name, spec, found, errors);
        None
    })
}

fn read_path(
    name: &Ident,
    spec: &Spec,
    input: ParseStream<'_>,
    errors: &mut Errors,
) -> Option<Value> {
    if let Some(path) = try_parse(input, Parse::parse) {
        return Some(Value::Path(path));
    }
    let found = skip(input);
    let message = Message::new(format_args!("`{}` takes a path", spec.name));
    let unquoted = syn::parse2::<LitStr>(found.clone())
        .ok()
        .and_then(|text| text.parse::<Path>().ok());
    let message = match unquoted {
        Some(path) => {
            let text = path_text(&path);
            // The path of a crate is absolute.
            let root = if spec.name == "crate" && !is_absolute(&path) {
                "::"
            } else {
                ""
            };
            message.help(format_args!(
                "write `{} = {root}{text}`, without quotes",
                spec.name
            ))
        }
        None if spec.name == "default" => {
            message.help("name a function without arguments, as in `default = String::new`")
        }
        None => message.help(format_args!("write `{}`", spec.sample)),
    };
    blame(name, found, message, errors);
    None
}

fn read_list(
    spec: &Spec,
    place: Place,
    input: ParseStream<'_>,
    errors: &mut Errors,
) -> Option<Value> {
    let group = input.fork().parse::<TokenTree>().ok();
    let parsed = (|| {
        let content;
        parenthesized!(content in input);
        let empty = content.is_empty();
        let options = Options::nested(&content, place, errors);
        Ok::<_, syn::Error>((!empty).then_some(options))
    })();
    let options = parsed.ok().flatten();
    if options.is_none() {
        let remedy = if matches!(spec.form, Form::OptionalList(_)) && spec.sample == spec.name {
            "remove the parentheses: "
        } else {
            ""
        };
        errors.on(
            group,
            Message::new(format_args!("the list of `{}` is empty", spec.name))
                .help(format_args!("{remedy}write `{}`", spec.sample)),
        );
    }
    options.map(Value::List)
}

/// `["a", "b"]`; an empty list is a value too, which the rules refuse with a reason.
fn read_texts(input: ParseStream<'_>) -> Option<Value> {
    try_parse(input, |ahead| {
        let content;
        bracketed!(content in ahead);
        let texts = content.parse_terminated(<LitStr as Parse>::parse, Token![,])?;
        Ok(texts.into_iter().collect())
    })
    .map(Value::Texts)
}

/// `("a", "b")` behind a word; an empty list is a value too, which the rules refuse with a reason.
fn read_named(
    word: Ident,
    spec: &Spec,
    input: ParseStream<'_>,
    errors: &mut Errors,
) -> Option<Value> {
    let texts = try_parse(input, |ahead| {
        let content;
        parenthesized!(content in ahead);
        let texts = content.parse_terminated(<LitStr as Parse>::parse, Token![,])?;
        Ok(texts.into_iter().collect())
    });
    if texts.is_none() {
        let found = skip(input);
        errors.on(
            found,
            Message::new(format_args!("`{word}` takes a list of string literals")).help(
                format_args!(
                    "write `{} = {word}(\"total\")`, with the fields in quotes",
                    spec.name
                ),
            ),
        );
    }
    texts.map(|texts| Value::Named(word, texts))
}

/// `"celsius" by "measured_at"`.
fn read_text_by(
    name: &Ident,
    spec: &Spec,
    input: ParseStream<'_>,
    errors: &mut Errors,
) -> Option<Value> {
    let read = try_parse(input, |ahead| {
        let text: LitStr = ahead.parse()?;
        let by = ahead.call(Ident::parse_any)?;
        if by != "by" {
            return Err(ahead.error("another word than `by`"));
        }
        Ok(Value::TextBy(text, ahead.parse()?))
    });
    read.or_else(|| {
        let found = skip(input);
        refuse_text_by(name, spec, found, errors);
        None
    })
}

/// `("2025-06-01", option, …)`.
fn read_dated(
    name: &Ident,
    spec: &Spec,
    place: Place,
    input: ParseStream<'_>,
    errors: &mut Errors,
) -> Option<Value> {
    let mut options = None;
    let read = try_parse(input, |ahead| {
        let content;
        parenthesized!(content in ahead);
        let text: LitStr = content.parse()?;
        if !content.is_empty() {
            content.parse::<Token![,]>()?;
        }
        let nested = Options::nested(&content, place, errors);
        options = Some(nested);
        Ok(text)
    });
    match (read, options) {
        (Some(text), Some(options)) => Some(Value::Dated(text, options)),
        _ => {
            let _ = input.parse::<Token![=]>();
            let found = skip(input);
            let message = Message::new(format_args!(
                "`{}` takes a date in quotes, then options",
                spec.name
            ))
            .help(format_args!("write `{}`", spec.sample));
            blame(name, found, message, errors);
            None
        }
    }
}

/// Parses, or leaves the input where it is.
fn try_parse<T>(
    input: ParseStream<'_>,
    parse: impl FnOnce(ParseStream<'_>) -> syn::Result<T>,
) -> Option<T> {
    let ahead = input.fork();
    let parsed = parse(&ahead).ok()?;
    input.advance_to(&ahead);
    Some(parsed)
}
