//! Collections: the items of several types that share a table, read as one enum.

mod check;
mod choose;
mod handle;
mod member;
mod path;
mod read;
mod schema;

use crate::item::Item;
use crate::value::TreeDecoder;
use crate::{Error, ErrorKind, Result};

#[doc(hidden)]
pub use check::{Fault, fault_of};
pub use handle::Collection;
pub use member::MemberOf;
#[doc(hidden)]
pub use member::{HoldsItem, Member, member, other, read_member};
pub use path::{AnyKey, Primary, Together};
pub use read::{Found, Members, WithUnknown};
#[doc(hidden)]
pub use schema::Joined;

pub(crate) use choose::choose;
pub(crate) use read::Unknown;
pub(crate) use schema::schema_or_fault;

/// An enum of the item types of one table; derive it.
///
/// Each variant holds one item type. An item is read as the variant whose type has its `entity`, or
/// else the constants and prefixes of its keys: types that neither tells apart do not compile. A variant
/// with `#[dynamo(other)]` holds what is none of them.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/setup_store.rs"));
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let store = setup().await?;
/// # let customers = store.of::<Customer>();
/// // store: Collection<StoreItem>
/// let items = store.query::<Customer>("ann").all().await?;
/// let orders = items.iter().filter(|item| matches!(item, StoreItem::Order(_)));
/// assert_eq!((items.len(), orders.count()), (4, 2));
/// # Ok(())
/// # }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a collection of items",
    label = "not an enum of item types",
    note = "derive it: `#[derive(DynamoCollection)]` on an enum whose variants hold one item type each"
)]
pub trait DynamoCollection: Sized + Send + 'static {
    /// The enum's name, for messages.
    const NAME: &'static str;
    /// Its item types, in the order of the variants.
    #[doc(hidden)]
    const MEMBERS: &'static [Member<Self>];
    /// The variant of what is of none of them.
    #[doc(hidden)]
    const OTHER: Option<fn(Item) -> Self>;

    /// What its item types declare of their table, together.
    #[doc(hidden)]
    fn joined() -> &'static Joined;

    /// Reads an item of any of the types; `None` if it is of none, and no variant holds such items.
    ///
    /// Whether it has expired is not looked at.
    fn decode(mut item: Item) -> Result<Option<Self>> {
        let mut decoder = TreeDecoder::item(&mut item);
        Ok(match choose::<Self>(&mut decoder) {
            Some(member) => Some((member.read)(&mut decoder)?),
            None => match Self::OTHER {
                Some(other) => Some(other(read::raw(&mut decoder)?)),
                None => None,
            },
        })
    }
}

/// What an item is not one of.
fn unknown<C: DynamoCollection>() -> Error {
    let names: Vec<_> = C::MEMBERS
        .iter()
        .map(|member| format!("`{}`", member.schema.item))
        .collect();
    Error::new(
        ErrorKind::OtherEntity,
        format!(
            "the item is none of `{}`, which knows {}: `skip_unknown` leaves it out, a variant with \
             `#[dynamo(other)]` holds it",
            C::NAME,
            names.join(", ")
        ),
    )
}
