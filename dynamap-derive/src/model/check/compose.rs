//! Composed keys: what their text is made of.

use syn::LitStr;

use super::Fields;
use super::name::check_attribute_name;
use crate::diagnostic::{Errors, Message};
use crate::model::name::plain;
use crate::model::{
    Codec, Composed, Date, Era, Field, FieldIndex, KeyAttribute, KeyLayout, Name, Spread,
};
use crate::parse::{ComposedOptions, EraOptions, Given, KeyOptions, SpreadOptions, Stamp};

pub(in crate::model) const SEPARATOR: char = '#';
const MOST_SHARDS: u16 = 1_000;

/// What a composed key is a key of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::model) enum Owner {
    /// The table: the key says which item a write addresses.
    Table,
    /// An index: an item without the key is not in the index.
    Index,
}

/// What the rules of a composed key know.
pub(in crate::model) struct Scope<'a> {
    pub(in crate::model) owner: Owner,
    pub(in crate::model) fields: &'a Fields<'a>,
    pub(in crate::model) resolved: &'a [Option<Field>],
    pub(in crate::model) separator: char,
    /// Whether the table or index has a sort key, or an error about it is queued.
    pub(in crate::model) has_sort_key: bool,
}

/// What a field is for a key.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Part,
    Suffix,
    Of,
}

impl Role {
    fn noun(self) -> &'static str {
        match self {
            Self::Part => "part",
            Self::Suffix => "suffix",
            Self::Of => "time",
        }
    }
}

/// The separator stands between the parts: one character, its successor in ASCII bounds ranges.
pub(in crate::model) fn check_separator(
    given: Option<&Given<LitStr>>,
    errors: &mut Errors,
) -> char {
    let Some(given) = given else { return SEPARATOR };
    let text = given.value.value();
    let mut characters = text.chars();
    let only = characters.next().filter(|_| characters.next().is_none());
    let wrong = match only {
        Some('-' | ':' | '.' | '+') => format!("`{text}` stands inside times and dates"),
        Some('_') => "`_` stands inside names".to_owned(),
        Some(character) if character.is_ascii_punctuation() => return character,
        _ => format!("{text:?} is not one ASCII punctuation character"),
    };
    errors.on(
        &given.value,
        Message::new(wrong)
            .help("write a character like `#`, `|` or `/`, as in `separator = \"|\"`")
            .note("a key is read back by the separator between its parts"),
    );
    SEPARATOR
}

/// The key that a field carries; `None` if an error about it is queued.
pub(in crate::model) fn field_key(
    carrier: FieldIndex,
    attribute: Name,
    options: &KeyOptions,
    scope: &Scope<'_>,
    errors: &mut Errors,
) -> Option<KeyAttribute> {
    let field = scope.resolved.get(carrier.position())?.as_ref()?;
    if !options.is_composed() {
        return Some(KeyAttribute {
            attribute,
            layout: KeyLayout::Field(carrier),
        });
    }
    let prefix = options
        .prefix
        .as_ref()
        .map(|prefix| check_prefix(&prefix.value, scope, errors));
    let suffix = options
        .suffix
        .as_ref()
        .map(|suffix| check_suffix(carrier, &suffix.value, scope, errors));
    let spread = check_spread(&options.spread, &[carrier], scope, errors);
    let prefix = match prefix {
        Some(prefix) => Some(prefix?),
        None => None,
    };
    let mut parts = vec![carrier];
    if let Some(suffix) = suffix {
        parts.push(suffix?);
    }
    Some(KeyAttribute {
        attribute,
        layout: KeyLayout::Composed(Composed {
            separator: scope.separator,
            prefix,
            parts,
            spread: spread?,
            carrier: field.codec.is_in_key().then_some(carrier),
        }),
    })
}

/// A key composed on the struct or in an index; `None` if an error about it is queued.
pub(in crate::model) fn composed_key(
    options: &ComposedOptions,
    scope: &Scope<'_>,
    errors: &mut Errors,
) -> Option<KeyAttribute> {
    if options.faulty {
        return None;
    }
    let literal = &options.attribute.as_ref()?.value;
    let attribute = Name {
        value: literal.value(),
        span: literal.span(),
    };
    let named = check_attribute_name(&attribute, errors);
    let key = match &options.value {
        Some(value) => check_value(&value.value, errors).map(|value| Composed {
            separator: scope.separator,
            prefix: Some(value),
            parts: Vec::new(),
            spread: Spread::One,
            carrier: None,
        }),
        None => check_composition(options, scope, errors),
    };
    let layout = KeyLayout::Composed(key?);
    named.then_some(KeyAttribute { attribute, layout })
}

/// A key that is the same text in every item.
fn check_value(literal: &LitStr, errors: &mut Errors) -> Option<String> {
    let value = literal.value();
    if value.is_empty() {
        errors.on(
            literal,
            Message::new("the value of the key is empty")
                .help("write a text, as in `value = \"PROFILE\"`")
                .note("DynamoDB's keys are not empty"),
        );
        return None;
    }
    Some(value)
}

fn check_composition(
    options: &ComposedOptions,
    scope: &Scope<'_>,
    errors: &mut Errors,
) -> Option<Composed> {
    let word = &options.word;
    let prefix = options
        .prefix
        .as_ref()
        .map(|prefix| check_prefix(&prefix.value, scope, errors));
    let parts = match &options.parts {
        Some(parts) => check_parts(parts, scope, errors),
        None => Some(Vec::new()),
    };
    let spread = check_spread(
        &options.spread,
        parts.as_deref().unwrap_or_default(),
        scope,
        errors,
    );
    let prefix = match prefix {
        Some(prefix) => Some(prefix?),
        None => None,
    };
    let (parts, spread) = (parts?, spread?);
    let is_spread = spread != Spread::One;
    match (&options.prefix, &options.parts) {
        (None, None) => {
            errors.at(
                word.span(),
                Message::new(format_args!("`{word}` has neither `parts` nor `prefix`")).help(
                    "add `parts = [\"…\"]` with the fields of the key, or `value = \"…\"` for one that is the same text in every item",
                ),
            );
            return None;
        }
        (Some(prefix), None) if !is_spread => {
            let text = prefix.value.token();
            errors.at(
                prefix.name.span(),
                Message::new("`prefix` has nothing behind it").help(format_args!(
                    "add `parts = [\"…\"]`, or write `value = {text}` for a key that is the same text in every item"
                )),
            );
            return None;
        }
        _ => {}
    }
    Some(Composed {
        separator: scope.separator,
        prefix,
        parts,
        spread,
        carrier: None,
    })
}

/// The text before the parts is told apart from them by the separator.
fn check_prefix(literal: &LitStr, scope: &Scope<'_>, errors: &mut Errors) -> Option<String> {
    let text = literal.value();
    let separator = scope.separator;
    let message = if text.is_empty() {
        Message::new("the prefix is empty")
            .help("write a text, as in `prefix = \"order\"`, or remove `prefix`")
    } else if text.contains(separator) {
        Message::new(format_args!(
            "the prefix `{text}` holds the separator `{separator}`"
        ))
        .help(format_args!(
            "write it without `{separator}`, which is added behind it, or choose another `separator` on the struct"
        ))
    } else {
        return Some(text);
    };
    errors.on(literal, message);
    None
}

/// The fields of a key, each of them once.
fn check_parts(
    given: &Given<Vec<LitStr>>,
    scope: &Scope<'_>,
    errors: &mut Errors,
) -> Option<Vec<FieldIndex>> {
    if given.value.is_empty() {
        errors.at(
            given.name.span(),
            Message::new("the list of `parts` is empty").help(
                "name the fields of the key, as in `parts = [\"tenant\", \"user\"]`, or write `value = \"…\"` for a key that is the same text in every item",
            ),
        );
        return None;
    }
    let mut parts = Vec::new();
    let mut sound = true;
    for literal in &given.value {
        let Some(part) = check_part(literal, Role::Part, scope, errors) else {
            sound = false;
            continue;
        };
        if parts.contains(&part) {
            sound = false;
            errors.on(
                literal,
                Message::new(format_args!(
                    "`{}` is a part of this key already",
                    literal.value()
                ))
                .help("remove it, or name another field"),
            );
        }
        parts.push(part);
    }
    sound.then_some(parts)
}

fn check_suffix(
    carrier: FieldIndex,
    suffix: &LitStr,
    scope: &Scope<'_>,
    errors: &mut Errors,
) -> Option<FieldIndex> {
    let index = scope.fields.find(suffix, errors)?;
    let name = suffix.value();
    let is_partition_key = scope
        .fields
        .get(index)
        .is_some_and(|field| field.options.partition_key.is_some());
    let (wrong, help) = if index == carrier {
        (
            format!("`{name}` cannot be its own suffix"),
            "name another field",
        )
    } else if is_partition_key {
        (
            format!("the suffix `{name}` is the partition key"),
            "name a field that differs between the items of a partition",
        )
    } else {
        return check_role(index, suffix, Role::Suffix, scope, errors);
    };
    errors.on(
        suffix,
        Message::new(wrong)
            .help(help)
            .note("the suffix tells apart items of one instant"),
    );
    None
}

fn check_part(
    literal: &LitStr,
    role: Role,
    scope: &Scope<'_>,
    errors: &mut Errors,
) -> Option<FieldIndex> {
    let index = scope.fields.find(literal, errors)?;
    check_role(index, literal, role, scope, errors)
}

/// A part of the table's key is as fixed as the key: "the attributes of the primary key cannot be
/// updated". It is also known before the write, since the key addresses the item. The key of an
/// index is written anew when a part is set, but not by what every write changes by itself.
fn check_role(
    index: FieldIndex,
    literal: &LitStr,
    role: Role,
    scope: &Scope<'_>,
    errors: &mut Errors,
) -> Option<FieldIndex> {
    let name = literal.value();
    let noun = role.noun();
    let field = scope.resolved.get(index.position())?.as_ref()?;
    let options = &scope.fields.get(index)?.options;
    let stamp = options
        .ts
        .as_ref()
        .and_then(|ts| ts.value.stamp.as_ref())
        .map(|stamp| stamp.value);
    let slides = options
        .ttl
        .as_ref()
        .is_some_and(|ttl| ttl.value.sliding.is_some());
    let is_table = scope.owner == Owner::Table;
    let fixed = if is_table {
        "DynamoDB's keys cannot be updated"
    } else {
        "a key of an index is written by the writes that set its parts"
    };
    let mut refuse = |wrong: String, help: &str, note: &str| {
        errors.on(literal, Message::new(wrong).help(help).note(note));
        None
    };
    match &field.codec {
        Codec::Time(_) if stamp == Some(Stamp::Update) => refuse(
            format!("the {noun} `{name}` changes with every write"),
            "name a field without `auto_update`",
            fixed,
        ),
        Codec::Time(_) if stamp.is_some() && is_table => refuse(
            format!("the {noun} `{name}` is set by the write"),
            "name a field without `auto_create`",
            "the key says which item a write addresses, so the write cannot fill it in",
        ),
        Codec::Version => refuse(
            format!("the {noun} `{name}` changes with every write"),
            "name a field that is not the version",
            fixed,
        ),
        Codec::Ttl if is_table => refuse(
            format!("the {noun} `{name}` is the TTL, which an update may change"),
            "name a field that is not the TTL",
            fixed,
        ),
        Codec::Ttl if slides => refuse(
            format!("the {noun} `{name}` changes with every write"),
            "name a field that is not a `sliding` TTL",
            fixed,
        ),
        Codec::With(_) | Codec::Serde | Codec::Set | Codec::Null | Codec::NullTime(_) => {
            let (stored, option) = field.codec.refused_in_keys()?;
            refuse(
                format!("the {noun} `{name}` {stored}"),
                &format!("name a field without `{option}`"),
                "a part of a key is text, which the field's type has to give",
            )
        }
        codec if role == Role::Of && !codec.is_time() => {
            errors.on(
                literal,
                Message::new(format_args!("`{name}` is not a time field")).help(format_args!(
                    "add `ts(millis)` to `{name}`, or name a field that has a unit"
                )),
            );
            None
        }
        Codec::Value | Codec::Time(_) | Codec::Ttl if is_table && options.default.is_some() => {
            refuse(
                format!("the {noun} `{name}` has a `default`"),
                "remove `default`",
                "every item in DynamoDB has its key attributes",
            )
        }
        Codec::Value
        | Codec::KeyValue
        | Codec::Time(_)
        | Codec::KeyTime(_)
        | Codec::Ttl
        | Codec::KeyTtl
        | Codec::InKey
        | Codec::InKeyTime { .. } => Some(index),
    }
}

/// The partitions of the items with the same parts: buckets of a time, shards by a hash of the sort
/// key, and the days on which they changed.
fn check_spread(
    options: &SpreadOptions,
    parts: &[FieldIndex],
    scope: &Scope<'_>,
    errors: &mut Errors,
) -> Option<Spread> {
    let SpreadOptions { of, layout, before } = options;
    let current = check_era(layout, scope, errors);
    let eras: Vec<_> = before
        .iter()
        .map(|before| {
            let era = check_era(&before.layout, scope, errors);
            era.map(|era| (before.date, era))
        })
        .collect();
    let distinct = check_days_differ(options, errors);
    let Some(given) = of else {
        return Some(match current?.shards {
            Some(shards) => Spread::Shards(shards),
            None => Spread::One,
        });
    };
    let of = check_of(given, parts, scope, errors);
    if layout.bucket.is_none() && before.is_empty() {
        errors.at(
            given.name.span(),
            Message::new("`of` needs `bucket`")
                .help("add `bucket = day`, or remove `of`: shards alone come from the sort key"),
        );
        return None;
    }
    let is_divided = check_bucket_is_not_alone(layout, parts, scope, errors);
    let current = current?;
    let mut earlier: Vec<(Date, Era)> = eras.into_iter().collect::<Option<_>>()?;
    let of = of?;
    if !distinct || !is_divided {
        return None;
    }
    let is_plain = |era: &Era| *era == Era::PLAIN;
    if is_plain(&current) && earlier.iter().all(|(_, era)| is_plain(era)) {
        errors.at(
            given.name.span(),
            Message::new("no layout of this key has a bucket or shards")
                .help("add `bucket = day` or `shards = 4`, or remove `of` and `before(…)`"),
        );
        return None;
    }
    earlier.sort_by_key(|(date, _)| *date);
    Some(Spread::Dated {
        of,
        earlier,
        current,
    })
}

/// A table's partition key of a bucket alone sends every write of now to one partition. (An index may
/// list few items by their day, and what a layout was before can be stated: the items are there.)
fn check_bucket_is_not_alone(
    layout: &EraOptions,
    parts: &[FieldIndex],
    scope: &Scope<'_>,
    errors: &mut Errors,
) -> bool {
    let Some(bucket) = &layout.bucket else {
        return true;
    };
    if scope.owner == Owner::Index || !parts.is_empty() || layout.shards.is_some() {
        return true;
    }
    errors.at(
        bucket.name.span(),
        Message::new("a bucket alone is one partition for all items of its time")
            .help("add `parts = [\"…\"]` with a field that differs between items, or `shards = 4`")
            .note("a partition takes 1,000 write units a second"),
    );
    false
}

/// The time of the buckets is not a part of the partition key itself: every instant would be a
/// partition.
fn check_of(
    given: &Given<LitStr>,
    parts: &[FieldIndex],
    scope: &Scope<'_>,
    errors: &mut Errors,
) -> Option<FieldIndex> {
    let of = check_part(&given.value, Role::Of, scope, errors)?;
    if !parts.contains(&of) {
        return Some(of);
    }
    let name = scope
        .fields
        .get(of)
        .map(|field| plain(&field.ident))
        .unwrap_or_default();
    errors.on(
        &given.value,
        Message::new(format_args!("`{name}` is a part of this key already"))
            .help("name another time: the sort key's, or one of its own")
            .note("a bucket holds many instants, and this key has a partition for each of them"),
    );
    None
}

fn check_era(options: &EraOptions, scope: &Scope<'_>, errors: &mut Errors) -> Option<Era> {
    let EraOptions { bucket, shards } = options;
    let bucket = bucket.as_ref().map(|bucket| bucket.value);
    let Some(given) = shards else {
        return Some(Era {
            bucket,
            shards: None,
        });
    };
    if !scope.has_sort_key {
        let help = match scope.owner {
            Owner::Table => "mark a field with `sort_key`, or remove `shards`",
            Owner::Index => "add `sort_key = \"…\"` to the index, or remove `shards`",
        };
        errors.at(
            given.name.span(),
            Message::new("`shards` needs a sort key")
                .help(help)
                .note("the shard of an item is a hash of its sort key"),
        );
        return None;
    }
    let number = given.value.base10_parse::<u16>().ok();
    let message = match number {
        Some(number @ 2..=MOST_SHARDS) => {
            return Some(Era {
                bucket,
                shards: Some(number),
            });
        }
        Some(0 | 1) => Message::new(format_args!(
            "`shards = {}` spreads nothing",
            given.value.base10_digits()
        ))
        .help("write `shards = 2` or more, or remove `shards`"),
        _ => Message::new(format_args!(
            "`shards = {}` is too many",
            given.value.base10_digits()
        ))
        .help("write a number of at most 1000")
        .note("every range of the key reads each of its shards"),
    };
    errors.on(&given.value, message);
    None
}

/// A day ends one layout.
fn check_days_differ(options: &SpreadOptions, errors: &mut Errors) -> bool {
    let mut seen: Vec<Date> = Vec::new();
    let mut distinct = true;
    for before in &options.before {
        if seen.contains(&before.date) {
            distinct = false;
            errors.on(
                &before.literal,
                Message::new(format_args!(
                    "there are two layouts before {}",
                    before.date.text()
                ))
                .help("remove one of the two, or write another day"),
            );
        }
        seen.push(before.date);
    }
    distinct
}
