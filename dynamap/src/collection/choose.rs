//! Which type an item is of.

use super::check::start_of;
use super::{DynamoCollection, Member};
use crate::schema::Schema;
use crate::value::Decoder;

/// The type of the item under the cursor, which stays; `None` if it is of none.
///
/// The tag decides, if it names one of the types. An item without it is told by its keys; one with another
/// name is of no type that has an entity, but may be of one that has none.
pub(crate) fn choose<C: DynamoCollection>(decoder: &mut dyn Decoder) -> Option<&'static Member<C>> {
    let members = C::MEMBERS;
    let mut is_tagged = false;
    if let Some(tag) = members.iter().find_map(|member| member.schema.entity)
        // A tag of another type is none of ours.
        && let Ok(Some(name)) = decoder.peek_text(tag.tag)
    {
        is_tagged = true;
        let named = members.iter().find(|member| {
            let entity = member.schema.entity;
            entity.is_some_and(|entity| name == entity.name)
        });
        if named.is_some() {
            return named;
        }
    }
    let (partition_key, sort_key) = {
        let schema = members.first()?.schema;
        let mut text = |name| Some(decoder.peek_text(name).ok()??.into_owned());
        let partition_key = text(schema.partition_key.name);
        (
            partition_key,
            schema.sort_key.and_then(|sort_key| text(sort_key.name)),
        )
    };
    members.iter().find(|member| {
        let schema = member.schema;
        !(is_tagged && schema.entity.is_some())
            && fits(schema, schema.partition_key.name, partition_key.as_deref())
                .into_iter()
                .chain(
                    schema
                        .sort_key
                        .and_then(|key| fits(schema, key.name, sort_key.as_deref())),
                )
                .reduce(|one, other| one && other)
                .unwrap_or(false)
    })
}

/// Whether a key attribute begins as in every item of a type; `None` if it may begin like anything.
fn fits(schema: &Schema, attribute: &str, text: Option<&str>) -> Option<bool> {
    let start = start_of(schema, attribute)?;
    Some(text.is_some_and(|text| start.matches(text)))
}
