//! Attributes to options: reads every list by the table, and goes on after a fault.

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, MacroDelimiter, Meta, Token};

use super::conflict::{REQUIREMENTS, conflict};
use super::options::{self, HELPERS, Place, Spec};
use super::refusal::REFUSALS;
use super::value::{self, Value};
use crate::diagnostic::{Errors, Message, closest};

/// One option that was read.
pub(super) struct Raw {
    pub(super) name: Ident,
    pub(super) spec: &'static Spec,
    pub(super) value: Value,
    /// Whether it is an attribute of its own, outside `#[dynamo(…)]`.
    bare: bool,
}

impl Raw {
    /// The option as a user would write it, to point at it in words.
    fn text(&self) -> String {
        let option = self.option_text();
        if self.bare {
            format!("#[{option}]")
        } else {
            option
        }
    }

    fn option_text(&self) -> String {
        let name = self.spec.name;
        match &self.value {
            Value::Flag => name.to_owned(),
            Value::Text(text) => format!("{name} = {}", text.token()),
            Value::Path(path) => format!("{name} = {}", value::path_text(path)),
            Value::Word(word) => format!("{name} = {word}"),
            Value::Named(word, texts) => format!("{name} = {word}({})", value::list_text(texts)),
            Value::Integer(integer) => format!("{name} = {integer}"),
            Value::Texts(texts) => format!("{name} = {}", value::texts_text(texts)),
            Value::TextBy(text, by) => format!("{name} = {} by {}", text.token(), by.token()),
            Value::List(options) if options.given.is_empty() => name.to_owned(),
            Value::List(options) => {
                let inner: Vec<_> = options.given.iter().map(Raw::option_text).collect();
                format!("{name}({})", inner.join(", "))
            }
            Value::Dated(text, options) => {
                let inner = options.given.iter().map(Raw::option_text);
                let inner: Vec<_> = std::iter::once(text.token().to_string())
                    .chain(inner)
                    .collect();
                format!("{name}({})", inner.join(", "))
            }
        }
    }
}

/// All options of one struct, field, variant or list.
#[derive(Default)]
pub(crate) struct Options {
    pub(super) given: Vec<Raw>,
    /// Names that were given badly, or were suggested for a misspelled one. A rule that demands
    /// an option stays silent about these, since their error is queued.
    pub(super) attempted: Vec<&'static str>,
    /// Whether any option here, at any depth, was bad.
    pub(crate) faulty: bool,
}

impl Options {
    /// Reads `#[dynamo(…)]` and, unless they are left to other derives, the bare helpers.
    pub(crate) fn read(
        attributes: &[Attribute],
        place: Place,
        long_form: bool,
        errors: &mut Errors,
    ) -> Self {
        let mut options = Self::default();
        for attribute in attributes {
            let Some(name) = attribute.path().get_ident() else {
                continue;
            };
            if name == "dynamo" {
                options.read_attribute(name, &attribute.meta, place, errors);
            } else if !long_form && HELPERS.iter().any(|helper| name == helper) {
                let value = match &attribute.meta {
                    Meta::Path(_) => TokenStream::new(),
                    Meta::List(list) => {
                        let mut group = Group::new(Delimiter::Parenthesis, list.tokens.clone());
                        group.set_span(delimiter_span(&list.delimiter));
                        TokenTree::from(group).into()
                    }
                    Meta::NameValue(pair) => {
                        let (equals, value) = (&pair.eq_token, &pair.value);
                        quote::quote!(#equals #value)
                    }
                };
                options.parse(value, errors, |options, input, errors| {
                    options.read_option(name.clone(), true, input, place, errors);
                });
            }
        }
        options.check_together(place, errors);
        options
    }

    /// Reads the lists of one attribute alone, as in `#[rollup(…)]`.
    pub(super) fn read_only(
        attribute: &str,
        attributes: &[Attribute],
        place: Place,
        errors: &mut Errors,
    ) -> Self {
        let mut options = Self::default();
        for given in attributes {
            if let Some(name) = given.path().get_ident()
                && name == attribute
            {
                options.read_attribute(name, &given.meta, place, errors);
            }
        }
        options.check_together(place, errors);
        options
    }

    fn read_attribute(&mut self, name: &Ident, meta: &Meta, place: Place, errors: &mut Errors) {
        let list = match meta {
            Meta::List(list) if !list.tokens.is_empty() => list,
            Meta::List(_) | Meta::Path(_) => {
                self.faulty = true;
                let message = Message::new(format_args!("`{name}` has no options"));
                errors.at(
                    name.span(),
                    with_samples(message, place, "write", "remove the attribute"),
                );
                return;
            }
            Meta::NameValue(pair) => {
                self.faulty = true;
                let message = Message::new(format_args!("`{name}` takes a list of options"));
                errors.on(
                    &pair.value,
                    with_samples(message, place, "write", "remove the attribute"),
                );
                return;
            }
        };
        self.parse(list.tokens.clone(), errors, |options, input, errors| {
            options.read_list(input, place, errors);
        });
    }

    /// Runs `read` over `tokens`; it consumes them whatever they hold.
    fn parse(
        &mut self,
        tokens: TokenStream,
        errors: &mut Errors,
        read: impl FnOnce(&mut Self, ParseStream<'_>, &mut Errors),
    ) {
        let parsed = (|input: ParseStream<'_>| {
            read(self, input, errors);
            Ok(())
        })
        .parse2(tokens);
        if let Err(error) = parsed {
            self.faulty = true;
            errors.at(error.span(), Message::new(error));
        }
    }

    /// The options between a pair of parentheses.
    pub(super) fn nested(input: ParseStream<'_>, place: Place, errors: &mut Errors) -> Self {
        let mut options = Self::default();
        options.read_list(input, place, errors);
        options.check_together(place, errors);
        options
    }

    fn read_list(&mut self, input: ParseStream<'_>, place: Place, errors: &mut Errors) {
        while !input.is_empty() {
            if input.peek(Ident::peek_any)
                && let Ok(name) = input.call(Ident::parse_any)
            {
                self.read_option(name, false, input, place, errors);
            } else {
                self.faulty = true;
                let mut found = value::skip(input);
                if found.is_empty() {
                    // A comma with nothing before it.
                    found.extend(input.fork().parse::<TokenTree>());
                }
                errors.on(
                    found,
                    with_samples(
                        Message::new("expected the name of an option"),
                        place,
                        "write",
                        "remove it",
                    ),
                );
            }
            if input.parse::<Token![,]>().is_err() && !input.is_empty() {
                // Every reader stops at a comma or at the end.
                value::skip(input);
            }
        }
    }

    /// Reads the value of `name` and everything up to the next comma.
    fn read_option(
        &mut self,
        name: Ident,
        bare: bool,
        input: ParseStream<'_>,
        place: Place,
        errors: &mut Errors,
    ) {
        let text = name.unraw().to_string();
        let spec = if input.peek(Token![::]) {
            None
        } else {
            options::find(place, &text)
        };
        let Some(spec) = spec else {
            value::skip(input);
            self.faulty = true;
            self.refuse(&name, &text, place, errors);
            return;
        };
        let Some(value) = value::read(&name, spec, input, errors) else {
            self.faulty = true;
            self.attempted.push(spec.name);
            return;
        };
        if !value::read_end(&name, spec, &value, input, errors) {
            self.faulty = true;
        }
        if let Value::List(inner) | Value::Dated(_, inner) = &value {
            self.faulty |= inner.faulty;
        }
        let first = self.given.iter().find(|raw| raw.spec.name == spec.name);
        if let Some(first) = first.filter(|_| !spec.repeatable) {
            self.faulty = true;
            errors.at(
                name.span(),
                Message::new(format_args!("`{text}` is given twice")).help(format_args!(
                    "remove it, or the first one: `{}`",
                    first.text()
                )),
            );
            return;
        }
        self.given.push(Raw {
            name,
            spec,
            value,
            bare,
        });
    }

    /// Explains a name that is no option at this place.
    fn refuse(&mut self, name: &Ident, text: &str, place: Place, errors: &mut Errors) {
        let refusal = REFUSALS
            .iter()
            .find(|refusal| refusal.place == place && refusal.names.contains(&text));
        let message = if let Some(refusal) = refusal {
            let message = Message::new(refusal.wrong.replace("{}", text))
                .help(refusal.help.replace("{}", text));
            match refusal.note {
                Some(note) => message.note(note),
                None => message,
            }
        } else if let Some((spec, there)) = options::find_elsewhere(text) {
            Message::new(format_args!("`{text}` cannot stand {}", place.phrase())).help(
                format_args!("it belongs {}: `{}`", there.phrase(), spec.sample),
            )
        } else {
            let names = options::names(place);
            self.attempted.extend(closest(text, &names));
            Message::new(format_args!("unknown option `{text}`")).suggest(
                text,
                &names,
                &format!("options {}", place.phrase()),
            )
        };
        errors.at(name.span(), message);
    }

    /// Conflicts and requirements among the options given here.
    fn check_together(&mut self, place: Place, errors: &mut Errors) {
        let mut faulty = false;
        for (index, later) in self.given.iter().enumerate() {
            let found = self.given.iter().take(index).find_map(|earlier| {
                conflict(place, earlier.spec.name, later.spec.name)
                    .map(|conflict| (earlier, conflict))
            });
            let Some((earlier, conflict)) = found else {
                continue;
            };
            faulty = true;
            let message = Message::new(format_args!(
                "`{}` cannot be combined with `{}`",
                later.spec.name, earlier.spec.name
            ))
            .help(conflict.help);
            errors.at(
                later.name.span(),
                match conflict.note {
                    Some(note) => message.note(note),
                    None => message,
                },
            );
        }
        self.faulty |= faulty;
        if self.faulty {
            return;
        }
        for requirement in REQUIREMENTS {
            if requirement.places.contains(&place)
                && let Some(raw) = self.raw(requirement.option)
                && !self.has(requirement.needs)
            {
                faulty = true;
                errors.at(
                    raw.name.span(),
                    Message::new(format_args!(
                        "`{}` needs `{}`",
                        requirement.option, requirement.needs
                    ))
                    .help(requirement.help),
                );
            }
        }
        self.faulty |= faulty;
    }
}

/// Lists the options of a place behind `message`; a place without options gets `otherwise`.
fn with_samples(message: Message, place: Place, verb: &str, otherwise: &str) -> Message {
    let names = options::names(place);
    match names.first().and_then(|name| options::find(place, name)) {
        Some(spec) => message
            .help(format_args!("{verb} an option, as in `{}`", spec.sample))
            .note(format_args!(
                "the options {} are {}",
                place.phrase(),
                crate::diagnostic::list(&names)
            )),
        None => message.help(otherwise),
    }
}

fn delimiter_span(delimiter: &MacroDelimiter) -> proc_macro2::Span {
    let span = match delimiter {
        MacroDelimiter::Paren(paren) => paren.span,
        MacroDelimiter::Brace(brace) => brace.span,
        MacroDelimiter::Bracket(bracket) => bracket.span,
    };
    span.join()
}
