//! Rules of rollups.

use proc_macro2::Ident;
use syn::LitStr;

use crate::diagnostic::{Errors, Message};
use crate::model::name::plain;
use crate::parse::{Field, Given, RoleOption, Rollup};

/// All rules.
pub(crate) fn all(rollup: &Rollup, errors: &mut Errors) {
    check_struct_is_complete(rollup, errors);
    check_struct_has_no_parameters(rollup, errors);
    check_sources_are_fields(rollup, errors);
    check_roles_are_on_plain_fields(rollup, errors);
    // Rules about what is missing: silent while something was given badly.
    if rollup.faulty || !errors.is_empty() {
        return;
    }
    check_window_is_one_field(rollup, errors);
    check_window_is_in_the_key(rollup, errors);
    check_something_is_rolled_up(rollup, errors);
    check_lost_extremes_are_marked(rollup, errors);
    check_sums_are_of_different_fields(rollup, errors);
}

fn roles(rollup: &Rollup) -> impl Iterator<Item = (&Field, &Given<RoleOption>)> {
    rollup
        .fields()
        .filter_map(|(field, options)| Some((field, options.role.as_ref()?)))
}

/// A rollup is of one type, in windows of one width, by one time.
fn check_struct_is_complete(rollup: &Rollup, errors: &mut Errors) {
    let missing = [
        (
            "of",
            "of = Reading",
            "the type of the items that are rolled up",
        ),
        ("every", "every = hour", "how long a window is"),
        (
            "at",
            "at = \"measured_at\"",
            "the field of those items that holds their time",
        ),
    ]
    .into_iter()
    .filter(|(name, _, _)| !rollup.attempted.contains(name));
    let ident = &rollup.item.container.ident;
    for (name, sample, meaning) in missing {
        errors.at(
            ident.span(),
            Message::new(format_args!(
                "the rollup `{ident}` has no `{name}`, {meaning}"
            ))
            .help(format_args!("write `#[rollup({sample}, …)]` on it")),
        );
    }
}

fn check_struct_has_no_parameters(rollup: &Rollup, errors: &mut Errors) {
    let generics = &rollup.item.container.generics;
    if !generics.params.is_empty() {
        errors.on(
            &generics.params,
            Message::new("a rollup has no parameters").help("write a struct for each type"),
        );
    }
}

fn check_sources_are_fields(rollup: &Rollup, errors: &mut Errors) {
    let at = rollup.at.iter().map(|at| &at.value);
    let of_fields = roles(rollup).flat_map(|(_, role)| sources(&role.value));
    for literal in at.chain(of_fields) {
        if literal.parse::<Ident>().is_err() {
            errors.on(
                literal,
                Message::new(format_args!(
                    "`{}` is not the name of a field",
                    literal.value()
                ))
                .help("name a field of the items that are rolled up, as in `\"celsius\"`"),
            );
        }
    }
}

fn sources(role: &RoleOption) -> Vec<&LitStr> {
    match role {
        RoleOption::Window | RoleOption::Stale | RoleOption::Count(None) => Vec::new(),
        RoleOption::Group(source)
        | RoleOption::Count(Some(source))
        | RoleOption::Sum(source)
        | RoleOption::Min(source)
        | RoleOption::Max(source) => vec![source],
        RoleOption::Last { value, by } => vec![value, by],
    }
}

/// What a write fills in, and what is not stored, cannot hold what is rolled up.
fn check_roles_are_on_plain_fields(rollup: &Rollup, errors: &mut Errors) {
    for (field, role) in roles(rollup) {
        let options = &field.options;
        let stamp = options.ts.as_ref().and_then(|ts| ts.value.stamp.as_ref());
        let other = options
            .version
            .as_ref()
            .or(options.skip.as_ref())
            .or(options.flatten.as_ref())
            .or(stamp.map(|given| &given.name))
            .or(options
                .ttl
                .as_ref()
                .and_then(|ttl| ttl.value.after.as_ref())
                .map(|given| &given.name));
        if let Some(other) = other {
            errors.at(
                role.name.span(),
                Message::new(format_args!(
                    "`{}` cannot be combined with `{other}`",
                    role.name
                ))
                .help("give each a field of its own"),
            );
        }
        let in_key = options.key().map(|given| &given.name);
        if let Some(key) = in_key
            && !matches!(role.value, RoleOption::Window | RoleOption::Group(_))
        {
            errors.at(
                role.name.span(),
                Message::new(format_args!(
                    "`{}` cannot be combined with `{key}`",
                    role.name
                ))
                .help("give each a field of its own")
                .note("DynamoDB cannot change key attributes"),
            );
        }
    }
}

fn check_window_is_one_field(rollup: &Rollup, errors: &mut Errors) {
    let mut windows = roles(rollup).filter(|(_, role)| matches!(role.value, RoleOption::Window));
    let ident = &rollup.item.container.ident;
    let Some((first, _)) = windows.next() else {
        errors.at(
            ident.span(),
            Message::new(format_args!("the rollup `{ident}` has no window")).help(
                "mark the time field that holds the start of the window with `#[rollup(window)]`",
            ),
        );
        return;
    };
    for (_, role) in windows {
        errors.at(
            role.name.span(),
            Message::new(format_args!(
                "a rollup has one window, which is in `{}`",
                plain(&first.ident)
            ))
            .help("remove `window` here or there"),
        );
    }
}

/// Else the windows of a group would be one row.
fn check_window_is_in_the_key(rollup: &Rollup, errors: &mut Errors) {
    let window = roles(rollup).find(|(_, role)| matches!(role.value, RoleOption::Window));
    let (Some((field, role)), Some(key)) = (window, rollup.item.key_fields()) else {
        return;
    };
    if !key.iter().any(|part| part.ident == field.ident) {
        errors.at(
            role.name.span(),
            Message::new(format_args!(
                "the window `{}` is no part of the primary key",
                plain(&field.ident)
            ))
            .help("make it the sort key, as in `#[sort_key(iso)]`, or a part of a composed key")
            .note("all windows of a group would be one item"),
        );
    }
}

fn check_something_is_rolled_up(rollup: &Rollup, errors: &mut Errors) {
    let any = roles(rollup).any(|(_, role)| {
        !matches!(
            role.value,
            RoleOption::Window | RoleOption::Group(_) | RoleOption::Stale
        )
    });
    let ident = &rollup.item.container.ident;
    if !any {
        errors.at(
            ident.span(),
            Message::new(format_args!("the rollup `{ident}` rolls nothing up"))
                .help("mark a field, as in `#[rollup(count)]` or `#[rollup(sum = \"celsius\")]`"),
        );
    }
}

/// A removal can take the extreme of a window away, and the row cannot tell what the next one is.
fn check_lost_extremes_are_marked(rollup: &Rollup, errors: &mut Errors) {
    let extreme = roles(rollup).find(|(_, role)| {
        matches!(
            role.value,
            RoleOption::Min(_) | RoleOption::Max(_) | RoleOption::Last { .. }
        )
    });
    let mut stale = roles(rollup).filter(|(_, role)| matches!(role.value, RoleOption::Stale));
    match (extreme, stale.next()) {
        (Some((_, role)), None) => errors.at(
            role.name.span(),
            Message::new(format_args!(
                "`{}` needs a field that says when it was lost",
                role.name
            ))
            .help("add `#[rollup(stale)] stale: Option<u64>`")
            .note("when the item that was it is removed, only the items themselves can tell the next one"),
        ),
        (None, Some((_, role))) => errors.at(
            role.name.span(),
            Message::new("`stale` has no meaning without `min`, `max` or `last`")
                .help("remove the field"),
        ),
        _ => {}
    }
    for (_, role) in stale {
        errors.at(
            role.name.span(),
            Message::new("a rollup has one `stale`").help("remove the field"),
        );
    }
}

/// Each has an average method named after it.
fn check_sums_are_of_different_fields(rollup: &Rollup, errors: &mut Errors) {
    let mut seen: Vec<String> = Vec::new();
    for (_, role) in roles(rollup) {
        if let RoleOption::Sum(source) = &role.value {
            if seen.contains(&source.value()) {
                errors.on(
                    source,
                    Message::new(format_args!("`{}` is summed up twice", source.value()))
                        .help("remove one of the two fields"),
                );
            }
            seen.push(source.value());
        }
    }
}
