//! What an index holds of its items, and so what can be read from it.

use super::{Attribute, AttributeKind, Both, InKey, Key, Plain, Projected, Stamp, Version, Whole};
use crate::DynamoProjection;
use crate::key::WholeTable;

/// An attribute, or its kind, that can be read by path `I`: a global index holds what it projects, the
/// table and its local indexes give everything. Generated for every such pair.
#[diagnostic::on_unimplemented(
    message = "`{I}` does not hold `{Self}`",
    label = "needs `{Self}`, which the index does not hold",
    note = "a global index gives the attributes that it projects: name the field in its `projection = include(…)`, or write `projection = all`; or leave the field out; or read the table"
)]
pub trait HeldBy<I> {}

#[diagnostic::do_not_recommend]
impl<I> HeldBy<I> for Plain {}

#[diagnostic::do_not_recommend]
impl<I> HeldBy<I> for Stamp {}

#[diagnostic::do_not_recommend]
impl<I> HeldBy<I> for Version {}

/// No index is at fault where a field has no attribute of its own.
impl<I> HeldBy<I> for InKey {}

impl<I, X: HeldBy<I>> HeldBy<I> for Key<X> {}

impl<I, A: HeldBy<I>, B: HeldBy<I>> HeldBy<I> for Both<A, B> {}

/// An attribute that every path holds.
#[doc(hidden)]
#[derive(Debug)]
pub enum Everywhere {}

#[diagnostic::do_not_recommend]
impl<I> HeldBy<I> for Everywhere {}

/// A path whose items can be read whole: the table, its local indexes, and the global indexes with
/// `projection = all`. Generated.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not hold whole items",
    label = "asks for whole items",
    note = "a global index gives the attributes that it projects: read those, by `.project::<P>()` with a struct that derives `DynamoProjection`, or by `as = P` in the index; or write `projection = all`"
)]
pub trait HoldsItems {}

impl HoldsItems for WholeTable {}

/// What a read of path `I` gives. Whole items need a path that holds them; attributes and projections were
/// asked whether it does when they were chosen.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is nothing that a read of `{I}` gives",
    label = "nothing that a read gives"
)]
pub trait GivenBy<I> {}

impl<I: HoldsItems> GivenBy<I> for Whole {}

#[diagnostic::do_not_recommend]
impl<I, P> GivenBy<I> for Projected<P> {}

#[diagnostic::do_not_recommend]
impl<I, T, V, K> GivenBy<I> for Attribute<T, V, K> {}

/// A [`DynamoProjection`] of fields that path `I` holds. Implemented by the derive, with the fields as its
/// conditions.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a projection",
    label = "not a projection",
    note = "derive it: `#[derive(DynamoProjection)]`, with `#[dynamo(of = Order)]`; handles of attributes go to `.project_attributes(…)`"
)]
pub trait ProjectionBy<I>: DynamoProjection {}

/// Handles of attributes that path `I` holds: one, or a tuple.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no handle of an attribute",
    label = "neither a handle nor a tuple of handles",
    note = "a handle is a constant of the item, as in `Order::STATUS`"
)]
pub trait ReadableBy<I> {}

impl<I, T, V, K: AttributeKind + HeldBy<I>> ReadableBy<I> for Attribute<T, V, K> {}

macro_rules! tuple_readable {
    ($($value:ident $kind:ident),+) => {
        impl<I, T, $($value, $kind: AttributeKind + HeldBy<I>),+> ReadableBy<I>
            for ($(Attribute<T, $value, $kind>,)+)
        {
        }

        #[diagnostic::do_not_recommend]
        impl<I, T, $($value, $kind),+> GivenBy<I> for ($(Attribute<T, $value, $kind>,)+) {}
    };
}

tuple_readable!(A KA);
tuple_readable!(A KA, B KB);
tuple_readable!(A KA, B KB, C KC);
tuple_readable!(A KA, B KB, C KC, D KD);
tuple_readable!(A KA, B KB, C KC, D KD, E KE);
tuple_readable!(A KA, B KB, C KC, D KD, E KE, F KF);
tuple_readable!(A KA, B KB, C KC, D KD, E KE, F KF, G KG);
tuple_readable!(A KA, B KB, C KC, D KD, E KE, F KF, G KG, H KH);
