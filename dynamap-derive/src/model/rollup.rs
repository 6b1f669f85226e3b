//! A rollup: what it counts, and what each of its fields holds.

use proc_macro2::{Ident, Span};
use syn::{LitStr, Path, Type, Visibility};

use super::BucketWidth;
use super::check::rollup as check;
use super::name::{constant, plain};
use crate::diagnostic::Errors;
use crate::hygiene;
use crate::parse::{self, RoleOption};

/// A validated rollup.
pub(crate) struct Rollup {
    pub(crate) ident: Ident,
    pub(crate) vis: Visibility,
    pub(crate) crate_path: Path,
    /// The type of the items that are rolled up.
    pub(crate) source: Path,
    pub(crate) every: BucketWidth,
    /// The time of a source item that decides its window.
    pub(crate) at: SourceField,
    pub(crate) fields: Vec<RolledUp>,
    pub(crate) averages: Vec<Average>,
    /// The field that says whether an extreme was lost.
    pub(crate) stale: Option<Ident>,
}

/// One field of the rollup.
pub(crate) struct RolledUp {
    pub(crate) ident: Ident,
    /// Its attribute's constant.
    pub(crate) constant: Ident,
    pub(crate) ty: Type,
    pub(crate) role: Role,
}

/// What the row of one source item has in a field.
pub(crate) enum Role {
    /// What the source item has in this field.
    Group(SourceField),
    /// The start of the window.
    Window,
    /// 1.
    Count,
    /// 1 if the source item has this attribute.
    CountOf(SourceField),
    Sum(SourceField),
    Min(SourceField),
    Max(SourceField),
    Last {
        value: SourceField,
        by: SourceField,
    },
    Stale,
    /// Nothing: a write fills it.
    Unset,
    /// What is not stored, or not yet: its `Default`.
    Default,
    /// What this function returns.
    DefaultOf(Path),
}

/// A field of the source, at the place where it is named.
#[derive(Clone)]
pub(crate) struct SourceField {
    pub(crate) ident: Ident,
    pub(crate) constant: Ident,
}

/// The quotient of a sum and a count.
pub(crate) struct Average {
    pub(crate) method: Ident,
    /// The source's field.
    pub(crate) of: String,
    pub(crate) sum: Ident,
    pub(crate) sum_constant: Ident,
    pub(crate) count: Ident,
    pub(crate) count_constant: Ident,
}

impl SourceField {
    fn at(ident: Ident) -> Self {
        Self {
            constant: constant(&ident),
            ident,
        }
    }

    /// The field that a literal names; the checks have seen that it is a name.
    fn named(literal: &LitStr) -> Option<Self> {
        let ident = literal.parse::<Ident>().ok()?;
        Some(Self::at(ident))
    }
}

impl Rollup {
    /// Validates a rollup; `None` after an error.
    pub(crate) fn new(options: parse::Rollup, errors: &mut Errors) -> Option<Self> {
        check::all(&options, errors);
        if !errors.is_empty() {
            return None;
        }
        let fields: Vec<RolledUp> = options
            .fields()
            .map(|(field, options)| {
                let role = match &options.role {
                    Some(given) => role(&given.value)?,
                    None => unmarked(field),
                };
                Some(RolledUp {
                    ident: field.ident.clone(),
                    constant: constant(&field.ident),
                    ty: field.ty.clone(),
                    role,
                })
            })
            .collect::<Option<_>>()?;
        let stale = fields
            .iter()
            .find(|field| matches!(field.role, Role::Stale))
            .map(|field| field.ident.clone());
        let container = options.item.container;
        Some(Self {
            averages: averages(&fields),
            ident: container.ident,
            vis: container.vis,
            crate_path: hygiene::crate_path(container.crate_path),
            source: options.of?.value,
            every: options.every?.value,
            at: SourceField::named(&options.at?.value)?,
            fields,
            stale,
        })
    }
}

fn role(option: &RoleOption) -> Option<Role> {
    Some(match option {
        RoleOption::Group(source) => Role::Group(SourceField::named(source)?),
        RoleOption::Window => Role::Window,
        RoleOption::Count(None) => Role::Count,
        RoleOption::Count(Some(source)) => Role::CountOf(SourceField::named(source)?),
        RoleOption::Sum(source) => Role::Sum(SourceField::named(source)?),
        RoleOption::Min(source) => Role::Min(SourceField::named(source)?),
        RoleOption::Max(source) => Role::Max(SourceField::named(source)?),
        RoleOption::Last { value, by } => Role::Last {
            value: SourceField::named(value)?,
            by: SourceField::named(by)?,
        },
        RoleOption::Stale => Role::Stale,
    })
}

/// A field without an option: what a write fills in, what is not stored, else a part of the group,
/// which the source has under the same name.
fn unmarked(field: &parse::Field) -> Role {
    let options = &field.options;
    if options.skip.is_some() {
        return match options
            .default
            .as_ref()
            .and_then(|given| given.value.clone())
        {
            Some(path) => Role::DefaultOf(path),
            None => Role::Default,
        };
    }
    if options.version.is_some() {
        return Role::Default;
    }
    let stamp = options
        .ts
        .as_ref()
        .is_some_and(|ts| ts.value.stamp.is_some());
    let computed = options
        .ttl
        .as_ref()
        .is_some_and(|ttl| ttl.value.after.is_some());
    if stamp || computed {
        return Role::Unset;
    }
    Role::Group(SourceField::at(field.ident.clone()))
}

/// One average for each sum that a count goes with: the count of its own source field, else that of
/// all items.
fn averages(fields: &[RolledUp]) -> Vec<Average> {
    let all = fields
        .iter()
        .find(|field| matches!(field.role, Role::Count));
    fields
        .iter()
        .filter_map(|sum| {
            let Role::Sum(source) = &sum.role else {
                return None;
            };
            let own = fields.iter().find(|field| {
                matches!(&field.role, Role::CountOf(counted) if counted.ident == source.ident)
            });
            let count = own.or(all)?;
            let of = plain(&source.ident);
            Some(Average {
                method: method(&of, sum.ident.span()),
                of,
                sum: sum.ident.clone(),
                sum_constant: sum.constant.clone(),
                count: count.ident.clone(),
                count_constant: count.constant.clone(),
            })
        })
        .collect()
}

fn method(of: &str, span: Span) -> Ident {
    Ident::new(&format!("average_{of}"), span)
}
