//! Names: of attributes, constants, types and methods.

use proc_macro2::{Ident, Span};
use syn::LitStr;
use syn::ext::IdentExt;

/// A text and where it comes from.
#[derive(Clone, Debug)]
pub(crate) struct Name {
    pub(crate) value: String,
    pub(crate) span: Span,
}

/// How `rename_all` turns Rust names into stored ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RenameRule {
    Lower,
    Upper,
    Pascal,
    Camel,
    Snake,
    ScreamingSnake,
    Kebab,
    ScreamingKebab,
}

impl RenameRule {
    /// The values of `rename_all`.
    pub(crate) const NAMES: [(&'static str, Self); 8] = [
        ("lowercase", Self::Lower),
        ("UPPERCASE", Self::Upper),
        ("PascalCase", Self::Pascal),
        ("camelCase", Self::Camel),
        ("snake_case", Self::Snake),
        ("SCREAMING_SNAKE_CASE", Self::ScreamingSnake),
        ("kebab-case", Self::Kebab),
        ("SCREAMING-KEBAB-CASE", Self::ScreamingKebab),
    ];

    pub(crate) fn parse(text: &str) -> Option<Self> {
        Self::NAMES
            .into_iter()
            .find_map(|(name, rule)| (name == text).then_some(rule))
    }

    /// The stored name of a field, which is taken to be in snake case, as serde does.
    pub(crate) fn apply_to_field(self, field: &str) -> String {
        match self {
            Self::Lower | Self::Snake => field.to_owned(),
            Self::Upper | Self::ScreamingSnake => field.to_ascii_uppercase(),
            Self::Pascal => pascal_from_snake(field),
            Self::Camel => lower_first(&pascal_from_snake(field)),
            Self::Kebab => field.replace('_', "-"),
            Self::ScreamingKebab => field.to_ascii_uppercase().replace('_', "-"),
        }
    }

    /// The stored name of a variant, which is taken to be in Pascal case, as serde does.
    pub(crate) fn apply_to_variant(self, variant: &str) -> String {
        match self {
            Self::Pascal => variant.to_owned(),
            Self::Lower => variant.to_ascii_lowercase(),
            Self::Upper => variant.to_ascii_uppercase(),
            Self::Camel => lower_first(variant),
            Self::Snake => snake_from_pascal(variant),
            Self::ScreamingSnake => snake_from_pascal(variant).to_ascii_uppercase(),
            Self::Kebab => snake_from_pascal(variant).replace('_', "-"),
            Self::ScreamingKebab => snake_from_pascal(variant)
                .to_ascii_uppercase()
                .replace('_', "-"),
        }
    }
}

/// An identifier without `r#`.
pub(crate) fn plain(ident: &Ident) -> String {
    ident.unraw().to_string()
}

/// The constant of a field: its name in `SCREAMING_SNAKE_CASE`, at the field's place.
pub(crate) fn constant(field: &Ident) -> Ident {
    let plain = plain(field);
    let upper = words(&plain).to_uppercase();
    located(&upper, field.span()).unwrap_or_else(|| field.clone())
}

/// The type and the method of an index, as given or made from its name.
pub(crate) fn generated_names(
    type_name: Option<&Ident>,
    method: Option<&Ident>,
    name: &LitStr,
    item: &Ident,
) -> (Ident, Ident) {
    let text = name.value();
    (
        type_name
            .cloned()
            .unwrap_or_else(|| path_type(item, &text, name.span())),
        method
            .cloned()
            .unwrap_or_else(|| query_method(&text, name.span())),
    )
}

/// `query_` and the index's name in snake case.
pub(crate) fn query_method(index: &str, span: Span) -> Ident {
    Ident::new(&format!("query_{}", ascii_words(index)), span)
}

/// The struct's name and the index's name in Pascal case.
pub(crate) fn path_type(item: &Ident, index: &str, span: Span) -> Ident {
    let name = pascal_from_snake(&ascii_words(index));
    Ident::new(&format!("{}{name}", plain(item)), span)
}

/// The struct's name with a suffix, at the struct's place.
pub(crate) fn suffixed(item: &Ident, suffix: &str) -> Ident {
    Ident::new(&format!("{}{suffix}", plain(item)), item.span())
}

/// The identifier, if the text is one.
fn located(text: &str, span: Span) -> Option<Ident> {
    let mut ident = syn::parse_str::<Ident>(text).ok()?;
    ident.set_span(span);
    Some(ident)
}

/// An underscore where a lower-case letter or digit is followed by an upper-case letter.
fn words(name: &str) -> String {
    let mut split = String::with_capacity(name.len() + 4);
    let mut after_lower = false;
    for character in name.chars() {
        if character.is_uppercase() && after_lower {
            split.push('_');
        }
        after_lower = character.is_lowercase() || character.is_ascii_digit();
        split.push(character);
    }
    split
}

/// The ASCII letters and digits of an index's name in snake case, one underscore for the rest.
fn ascii_words(index: &str) -> String {
    let mut snake = String::with_capacity(index.len());
    for character in words(index).chars() {
        if character.is_ascii_alphanumeric() {
            snake.push(character.to_ascii_lowercase());
        } else if !snake.is_empty() && !snake.ends_with('_') {
            snake.push('_');
        }
    }
    snake.trim_end_matches('_').to_owned()
}

fn pascal_from_snake(snake: &str) -> String {
    let mut pascal = String::with_capacity(snake.len());
    let mut capital = true;
    for character in snake.chars() {
        if character == '_' {
            capital = true;
        } else if capital {
            pascal.push(character.to_ascii_uppercase());
            capital = false;
        } else {
            pascal.push(character);
        }
    }
    pascal
}

fn snake_from_pascal(pascal: &str) -> String {
    let mut snake = String::with_capacity(pascal.len() + 4);
    for (index, character) in pascal.char_indices() {
        if index > 0 && character.is_uppercase() {
            snake.push('_');
        }
        snake.push(character.to_ascii_lowercase());
    }
    snake
}

fn lower_first(name: &str) -> String {
    let mut characters = name.chars();
    match characters.next() {
        Some(first) => {
            let mut lower = first.to_ascii_lowercase().to_string();
            lower.push_str(characters.as_str());
            lower
        }
        None => String::new(),
    }
}
