//! What a projection knows of the fields of its item.

use crate::expression::AttributeCodec;
use crate::key::KeyLayout;
use crate::schema::TimeAttribute;

/// The fields of an item, in their order. Generated.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a DynamoDB item, so that there is nothing to project of it",
    label = "not an item",
    note = "a projection is `of` a struct that derives `DynamoItem`"
)]
pub trait ItemFields {
    /// Where each of them is stored.
    const FIELDS: &'static [FieldInfo];
}

/// The field of an item at a position. Generated.
pub trait FieldAt<const POSITION: usize> {
    /// What [`HeldBy`](crate::expression::HeldBy) is asked of.
    type Held;
}

/// The field of an item at a position, and its type. Generated.
#[diagnostic::on_unimplemented(
    message = "the field of `{Self}` is not a `{V}`",
    label = "another type than in `{Self}`",
    note = "a projection reads a field as its item does: give it the type that it has there"
)]
pub trait FieldOf<const POSITION: usize, V> {
    /// How it is read.
    const CODEC: AttributeCodec<V>;
}

/// The position of the field that has this attribute.
///
/// # Panics
///
/// If no field has it: when the constant of a projection is compiled.
pub const fn position(fields: &[FieldInfo], name: &str) -> usize {
    let mut position = 0;
    while position < fields.len() {
        if crate::item::same_name(fields[position].name, name) {
            return position;
        }
        position += 1;
    }
    panic!("this attribute is no field of the item");
}

/// Where one field of an item is stored.
#[derive(Clone, Copy, Debug)]
pub struct FieldInfo {
    /// The attribute of the field's constant.
    name: &'static str,
    /// The attribute that it is read of.
    pub(super) attribute: &'static str,
    /// Names that are read too, the first one first.
    pub(super) aliases: &'static [&'static str],
    pub(super) part: Option<KeyPlace>,
}

/// A part of a composed key of the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct KeyPlace {
    pub(super) layout: &'static KeyLayout,
    pub(super) position: usize,
    /// The time that decides the layout, if it has changed.
    pub(super) of: Option<TimeAttribute>,
}

impl FieldInfo {
    /// A field with an attribute of its own.
    pub const fn new(attribute: &'static str) -> Self {
        Self {
            name: attribute,
            attribute,
            aliases: &[],
            part: None,
        }
    }

    /// The same with names that are read too.
    #[must_use]
    pub const fn or_named(mut self, aliases: &'static [&'static str]) -> Self {
        self.aliases = aliases;
        self
    }

    /// The same for a field that is read out of a composed key of the table.
    #[must_use]
    pub const fn in_key(
        mut self,
        attribute: &'static str,
        layout: &'static KeyLayout,
        position: usize,
        of: Option<TimeAttribute>,
    ) -> Self {
        self.attribute = attribute;
        self.part = Some(KeyPlace {
            layout,
            position,
            of,
        });
        self
    }

    /// The name of the attribute that it is read of.
    pub const fn attribute(&self) -> &'static str {
        self.attribute
    }

    /// Whether all of them have an attribute of their own and one name.
    pub const fn are_plain(fields: &[Self]) -> bool {
        let mut index = 0;
        while index < fields.len() {
            let field = &fields[index];
            if field.part.is_some() || !field.aliases.is_empty() {
                return false;
            }
            index += 1;
        }
        true
    }

    /// Every attribute that is needed to read it.
    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        let of = self.part.and_then(|part| part.of);
        std::iter::once(self.attribute)
            .chain(self.aliases.iter().copied())
            .chain(of.map(|of| of.name))
    }
}
