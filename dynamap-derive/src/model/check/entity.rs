//! The name of a type among those of one table, and the attribute that holds it.

use syn::LitStr;

use super::AllKeys;
use super::name::check_attribute_name;
use crate::diagnostic::{Errors, Message};
use crate::model::{Entity, Field, Name};
use crate::parse::Given;

/// The attribute that holds the name, unless the struct says otherwise.
const TAG: &str = "type";

/// The entity that a struct declares.
pub(in crate::model) fn entity(
    entity: Option<Given<LitStr>>,
    tag: Option<Given<LitStr>>,
    resolved: &[Option<Field>],
    keys: &AllKeys<'_>,
    errors: &mut Errors,
) -> Option<Entity> {
    let entity = entity?;
    let name = entity.value.value();
    if name.is_empty() {
        errors.on(
            &entity.value,
            Message::new("the name of the entity is empty").help(
                "write the name that tells these items from others, as in `entity = \"ORDER\"`",
            ),
        );
    }
    let tag = match tag {
        Some(tag) => Name {
            value: tag.value.value(),
            span: tag.value.span(),
        },
        None => Name {
            value: TAG.to_owned(),
            span: entity.value.span(),
        },
    };
    if !check_attribute_name(&tag, errors) {
        return None;
    }
    check_tag_is_free(&tag, resolved, keys, errors);
    Some(Entity { name, tag })
}

/// The tag is an attribute of its own, which no field and no key is stored as.
fn check_tag_is_free(
    tag: &Name,
    resolved: &[Option<Field>],
    keys: &AllKeys<'_>,
    errors: &mut Errors,
) {
    let is_taken = |name: &Name| name.value == tag.value;
    let field = resolved
        .iter()
        .flatten()
        .find(|field| is_taken(&field.attribute) || field.aliases.iter().any(is_taken));
    let what = if let Some(field) = field {
        format!("`{}` is stored as `{}`", field.ident, tag.value)
    } else if keys.all().any(|key| is_taken(&key.attribute)) {
        format!("a key attribute is `{}`", tag.value)
    } else {
        return;
    };
    errors.at(
        tag.span,
        Message::new(format_args!("{what}, which names the entity"))
            .help("name the entity by another attribute, as in `tag = \"_type\"`"),
    );
}
