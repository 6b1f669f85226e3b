//! Units and what goes with them: the lists of `ts` and `ttl`, and the units of keys.

use proc_macro2::Ident;
use syn::{LitStr, Path};

use super::list::Options;
use super::lookup::Given;
use super::value::Value;
use crate::diagnostic::{Errors, Message};
use crate::model::{Duration, Reading, TimeFormat, Unit};

/// `ts(…)`.
pub(crate) struct TsOptions {
    /// Missing after an error.
    pub(crate) format: Option<TimeFormat>,
    pub(crate) stamp: Option<Given<Stamp>>,
}

/// When a write sets a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stamp {
    /// When it creates the item.
    Create,
    /// Always.
    Update,
}

/// `ttl(…)`.
pub(crate) struct TtlOptions {
    pub(crate) after: Option<Given<After>>,
    pub(crate) from: Option<Given<LitStr>>,
    pub(crate) sliding: Option<Ident>,
}

/// How long an item lives.
#[derive(Clone)]
pub(crate) enum After {
    /// Whole seconds, more than none.
    Seconds(Duration),
    /// A constant of the user's.
    Constant(Path),
}

impl TsOptions {
    pub(super) fn from_options(
        word: &Ident,
        options: &Options,
        long_form: bool,
        errors: &mut Errors,
        faulty: &mut bool,
    ) -> Self {
        let format = read_format(options, Reading::Any, errors, faulty);
        if format.is_none() && !options.faulty {
            *faulty = true;
            errors.at(
                word.span(),
                Message::new("`ts` has no unit")
                    .help(format_args!("write `{}`", helper("ts(millis)", long_form)))
                    .note("the units are `seconds`, `millis`, `micros`, `nanos`, `iso`"),
            );
        }
        let stamps = [
            ("auto_create", Stamp::Create),
            ("auto_update", Stamp::Update),
        ];
        Self {
            format: format.map(|given| given.value),
            stamp: stamps
                .into_iter()
                .find_map(|(name, value)| options.flag(name).map(|name| Given { name, value })),
        }
    }
}

impl TtlOptions {
    pub(super) fn from_options(
        word: &Ident,
        options: &Options,
        long_form: bool,
        errors: &mut Errors,
        faulty: &mut bool,
    ) -> Self {
        if options.flag("seconds").is_none() && !options.faulty {
            *faulty = true;
            errors.at(
                word.span(),
                Message::new("`ttl` has no unit")
                    .help(format_args!(
                        "write `{}`",
                        helper("ttl(seconds)", long_form)
                    ))
                    .note("DynamoDB reads the TTL in epoch seconds"),
            );
        }
        Self {
            after: read_after(options, errors, faulty),
            from: options.text("from"),
            sliding: options.flag("sliding"),
        }
    }
}

/// A helper as this struct has to spell it.
pub(crate) fn helper(option: &str, long_form: bool) -> String {
    if long_form {
        format!("#[dynamo({option})]")
    } else {
        format!("#[{option}]")
    }
}

pub(super) fn read_format(
    options: &Options,
    reading: Reading,
    errors: &mut Errors,
    faulty: &mut bool,
) -> Option<Given<TimeFormat>> {
    let precision = options.word("precision").map(|given| {
        let unit = Unit::parse(&given.value.to_string());
        if unit.is_none() {
            *faulty = true;
            let word = given.value.to_string();
            errors.at(
                given.value.span(),
                Message::new(format_args!("unknown precision `{word}`")).suggest(
                    &word,
                    &Unit::NAMES.map(|(name, _)| name),
                    "precisions",
                ),
            );
        }
        unit
    });
    let epoch = Unit::NAMES.into_iter().find_map(|(name, unit)| {
        options.flag(name).map(|name| Given {
            name,
            value: TimeFormat::Epoch(unit),
        })
    });
    epoch.or_else(|| {
        options.flag("iso").map(|name| Given {
            name,
            value: TimeFormat::Iso {
                precision: precision.flatten().unwrap_or(Unit::Millis),
                reading,
            },
        })
    })
}

fn read_after(options: &Options, errors: &mut Errors, faulty: &mut bool) -> Option<Given<After>> {
    let (name, value) = options.value_of("after")?;
    let value = match value {
        Value::Text(text) => match Duration::parse(&text.value()) {
            Ok(duration) => After::Seconds(duration),
            Err(message) => {
                *faulty = true;
                errors.on(text, message);
                return None;
            }
        },
        Value::Path(path) => After::Constant(path.clone()),
        _ => return None,
    };
    Some(Given { name, value })
}
