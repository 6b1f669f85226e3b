use crate::DynamoItem;
use crate::item::{Item, decode_map};
use crate::schema::Schema;
use crate::value::{DecodeError, Decoder};

/// An item type that a variant of the collection `C` holds. Implemented by the derive.
#[diagnostic::on_unimplemented(
    message = "no variant of `{C}` holds `{Self}`",
    label = "not an item type of `{C}`",
    note = "add a variant to the enum: `Name({Self})`"
)]
pub trait MemberOf<C>: DynamoItem {}

/// One item type of a collection: how its items are told, and how they are read.
#[derive(Debug)]
pub struct Member<C> {
    pub(crate) schema: &'static Schema,
    pub(crate) read: fn(&mut dyn Decoder) -> Result<C, DecodeError>,
}

/// The member of type `T`; `read` reads an item of it as the variant.
pub const fn member<T: MemberOf<C>, C>(
    read: fn(&mut dyn Decoder) -> Result<C, DecodeError>,
) -> Member<C> {
    Member {
        schema: T::SCHEMA,
        read,
    }
}

/// An item of none of the types as what holds it.
pub fn other<V: HoldsItem>(item: Item) -> V {
    V::hold(item)
}

/// What holds an item as it is stored.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not hold what is of none of the types",
    label = "not `dynamap::Item`",
    note = "write `Other(dynamap::Item)`, which is the item as it is stored, or `Other` alone"
)]
pub trait HoldsItem {
    /// The item.
    fn hold(item: Item) -> Self;
}

#[diagnostic::do_not_recommend]
impl<V: From<Item>> HoldsItem for V {
    fn hold(item: Item) -> Self {
        Self::from(item)
    }
}

/// Reads an item of one type.
pub fn read_member<T: MemberOf<C>, C>(decoder: &mut dyn Decoder) -> Result<T, DecodeError> {
    decode_map(decoder)
}
