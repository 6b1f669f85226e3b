//! Projections: structs that are read of a part of an item's attributes.

mod field;
mod read;

use crate::item::Item;
use crate::value::{DecodeError, Decoder, JsonDecoder, TreeDecoder};
use crate::{DynamoItem, Result};

#[doc(hidden)]
pub use field::{FieldAt, FieldInfo, FieldOf, ItemFields, position};
#[doc(hidden)]
pub use read::{ProjectedSlot, ReadProjected, read_projected};

/// A struct that is read of some attributes of an item; derive it.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/setup.rs"));
/// use dynamap::DynamoProjection;
///
/// #[derive(Debug, PartialEq, DynamoProjection)]
/// #[dynamo(of = Order)]
/// struct Summary {
///     uuid: String,
///     status: Status,
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let (orders, readings, clock) = setup().await?;
/// orders.create(order("522fb5a5", "order_A")).send().await?;
/// let summaries = orders.query_index("order_A").project::<Summary>().all().await?;
/// assert_eq!(summaries, [Summary { uuid: "522fb5a5".into(), status: Status::Pending }]);
/// # Ok(())
/// # }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a projection",
    label = "not a projection",
    note = "derive it: `#[derive(DynamoProjection)]`, with `#[dynamo(of = Order)]`; handles of attributes go to `.project_attributes(…)`"
)]
pub trait DynamoProjection: Sized + 'static {
    /// The item that it is a part of.
    type Item: DynamoItem;

    /// The fields, in their order.
    #[doc(hidden)]
    const FIELDS: &'static [FieldInfo];

    /// Reads the attributes of the open map, to its end.
    #[doc(hidden)]
    fn decode_attributes(decoder: &mut dyn Decoder) -> Result<Self, DecodeError>;

    /// Reads the projection of the SDK's attribute map: of a whole item, or of one that has the
    /// attributes of the projection.
    fn from_item(item: &Item) -> Result<Self> {
        let mut decoder = TreeDecoder::item_ref(item);
        decoder.open_map()?;
        Ok(Self::decode_attributes(&mut decoder)?)
    }
}

pub(crate) fn read_owned<P: DynamoProjection>(mut item: Item) -> Result<P> {
    let mut decoder = TreeDecoder::item(&mut item);
    decoder.open_map()?;
    Ok(P::decode_attributes(&mut decoder)?)
}

pub(crate) fn read_text<P: DynamoProjection>(text: &str) -> Result<P> {
    let mut decoder = JsonDecoder::item_text(text);
    decoder.open_map()?;
    let projection = P::decode_attributes(&mut decoder)?;
    decoder.end()?;
    Ok(projection)
}

/// The attributes to ask for, each once.
pub(crate) fn asked<P: DynamoProjection>() -> Vec<&'static str> {
    let mut asked = Vec::with_capacity(P::FIELDS.len());
    for name in P::FIELDS.iter().flat_map(FieldInfo::names) {
        if !asked.contains(&name) {
            asked.push(name);
        }
    }
    asked
}
