use std::marker::PhantomData;

use crate::time::{EpochUnit, Iso, TimeFormat, Unit};
use crate::value::{Prefixed, ScalarType};

use super::{KeyLayout, RangeBound, SortBound};

/// A sort key in its type's own order: text, binary or number.
#[derive(Debug)]
pub enum Natural {}

/// A sort key of ISO text in unit `U`, a separator and a suffix.
#[derive(Debug)]
pub struct Suffixed<U>(PhantomData<fn() -> U>);

/// A sort key of one text after a prefix.
#[derive(Debug)]
pub enum Joined {}

/// A sort key of several texts, of which this is the first.
#[derive(Debug)]
pub enum Leading {}

/// A sort key by its stored values, whatever the type of the item.
#[derive(Debug)]
pub enum Stored {}

/// A sort key that every item of the type has.
#[derive(Debug)]
pub struct ConstantSort;

/// A sort key of values `V`: in their [`Natural`] order, or times written in a unit.
#[derive(Debug)]
pub struct SortKey<V, U = Natural>(PhantomData<fn() -> (V, U)>);

/// A path without a sort key.
#[derive(Debug)]
pub struct NoSortKey;

/// What a path says of its sort key: one attribute, or a tuple of two to four, of which a condition is on the
/// first.
pub trait SortDescription: 'static {
    /// The state of a query with equality on it: [`Narrowed`], or [`After`] it.
    type AfterEquality;
}

macro_rules! one_attribute {
    ($($description:ty),*) => {$(
        impl SortDescription for $description {
            type AfterEquality = Narrowed;
        }
    )*};
}

one_attribute!(NoSortKey, ConstantSort, Stored, AnySort);

impl<V: 'static, U: 'static> SortDescription for SortKey<V, U> {
    type AfterEquality = Narrowed;
}

macro_rules! several_attributes {
    ($($first:ident, $($rest:ident),+ => $after:ty;)*) => {$(
        impl<$first: SortDescription, $($rest: SortDescription),+> SortDescription for ($first, $($rest),+) {
            type AfterEquality = After<$after>;
        }

        #[diagnostic::do_not_recommend]
        impl<$first, $($rest),+> HasSortKey for ($first, $($rest),+) {}

        #[diagnostic::do_not_recommend]
        impl<$first: TimeSorted, $($rest),+> TimeSorted for ($first, $($rest),+) {}

        #[diagnostic::do_not_recommend]
        impl<$first: PrefixSorted, $($rest),+> PrefixSorted for ($first, $($rest),+) {}

        #[diagnostic::do_not_recommend]
        impl<$first: SortBound<Bound>, $($rest),+, Bound> SortBound<Bound> for ($first, $($rest),+) {
            fn bound(value: &Bound) -> RangeBound {
                $first::bound(value)
            }
        }
    )*};
}

several_attributes! {
    A, B => B;
    A, B, C => (B, C);
    A, B, C, D => (B, C, D);
}

/// How a sort key is written.
#[derive(Debug, Clone, Copy)]
pub enum SortLayout {
    /// S.
    Text,
    /// B.
    Binary,
    /// N of whole numbers, so that an excluded end is the number before it.
    Integer,
    /// N of any numbers.
    Number,
    /// A time, N or S.
    Time(TimeFormat),
    /// Text of a prefix, parts, or both.
    Composed(&'static KeyLayout),
}

impl SortLayout {
    /// The type of the attribute.
    pub(crate) fn scalar(self) -> ScalarType {
        match self {
            Self::Text | Self::Composed(_) | Self::Time(TimeFormat::Iso(_)) => ScalarType::S,
            Self::Binary => ScalarType::B,
            Self::Integer | Self::Number | Self::Time(TimeFormat::Epoch(_)) => ScalarType::N,
        }
    }
}

/// A path that has a sort key.
#[diagnostic::on_unimplemented(
    message = "this query has no sort key",
    label = "no sort key to order by",
    note = "only a table or index with a sort key has ranges, an order and a latest item"
)]
pub trait HasSortKey {}

#[diagnostic::do_not_recommend]
impl<V, U> HasSortKey for SortKey<V, U> {}

#[diagnostic::do_not_recommend]
impl HasSortKey for Stored {}

/// A sort key that holds a time.
#[diagnostic::on_unimplemented(
    message = "the sort key of this query does not hold a time",
    label = "the sort key is a `{Self}`",
    note = "use `.within(…)`, `.eq(…)`, `.lt(…)`, `.le(…)`, `.gt(…)`, `.ge(…)` with a value of the key's own type",
    note = "a tuple is several sort attributes: the condition is on the first, and `.eq(…)` moves on to the next"
)]
pub trait TimeSorted {}

#[diagnostic::do_not_recommend]
impl<V, U: Unit> TimeSorted for SortKey<V, U> {}

#[diagnostic::do_not_recommend]
impl<V, U: Unit> TimeSorted for SortKey<V, Suffixed<U>> {}

/// A sort key that `begins_with` works on.
#[diagnostic::on_unimplemented(
    message = "`begins_with` works on string and binary sort keys only",
    label = "the sort key is a `{Self}`",
    note = "DynamoDB has no prefixes of numbers: use `.within(…)` or `.between(…)`",
    note = "a tuple is several sort attributes: the condition is on the first, and `.eq(…)` moves on to the next"
)]
pub trait PrefixSorted {}

#[diagnostic::do_not_recommend]
impl<V: Prefixed> PrefixSorted for SortKey<V, Natural> {}

#[diagnostic::do_not_recommend]
impl<V, P: EpochUnit> PrefixSorted for SortKey<V, Iso<P>> {}

#[diagnostic::do_not_recommend]
impl<V, P: EpochUnit> PrefixSorted for SortKey<V, Suffixed<Iso<P>>> {}

#[diagnostic::do_not_recommend]
impl<V> PrefixSorted for SortKey<V, Joined> {}

#[diagnostic::do_not_recommend]
impl<V> PrefixSorted for SortKey<V, Leading> {}

#[diagnostic::do_not_recommend]
impl PrefixSorted for Stored {}

/// A query of the whole partition.
#[derive(Debug)]
pub enum WholePartition {}

/// A query with a condition on its sort key.
#[derive(Debug)]
pub enum Narrowed {}

/// A query with equality on the sort attributes before `Rest`; its next condition is on the first of
/// `Rest`.
#[derive(Debug)]
pub struct After<Rest>(PhantomData<fn() -> Rest>);

/// A query that takes a condition on its sort key still.
#[diagnostic::on_unimplemented(
    message = "this query has a condition on its sort key already",
    label = "a second condition on the sort key",
    note = "DynamoDB takes one condition per key: `.within(a..b)` has both ends in one",
    note = "of several sort attributes, `.eq(…)` moves on to the next, and a range is the last condition"
)]
pub trait NotNarrowed {}

#[diagnostic::do_not_recommend]
impl NotNarrowed for WholePartition {}

#[diagnostic::do_not_recommend]
impl<Rest> NotNarrowed for After<Rest> {}

/// Where a query of sort key `D` stands: [`WholePartition`], [`After`] some attributes, or [`Narrowed`].
pub trait SortState<D> {
    /// The attributes of which the next condition is on the first.
    type Next: SortDescription;
    /// The state with equality on it.
    type AfterEquality;
}

impl<D: SortDescription> SortState<D> for WholePartition {
    type Next = D;
    type AfterEquality = D::AfterEquality;
}

impl<D, Rest: SortDescription> SortState<D> for After<Rest> {
    type Next = Rest;
    type AfterEquality = Rest::AfterEquality;
}

/// [`NotNarrowed`] has the reason why it takes no further condition; nothing else is to be said of it.
impl<D> SortState<D> for Narrowed {
    type Next = AnySort;
    type AfterEquality = Self;
}

/// A path that can be read consistently.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no consistent reads",
    label = "a global secondary index",
    note = "DynamoDB reads global secondary indexes eventually only: read the table by its key, or a local index"
)]
pub trait ConsistentPath {}

/// The path of a scan of the table itself.
#[derive(Debug)]
pub enum WholeTable {}

#[diagnostic::do_not_recommend]
impl ConsistentPath for WholeTable {}

/// The sort key of a struct that has faults: everything can be asked of it, so that the faults are
/// the only errors.
#[doc(hidden)]
#[derive(Debug)]
pub enum AnySort {}

impl HasSortKey for AnySort {}

impl TimeSorted for AnySort {}

impl PrefixSorted for AnySort {}

/// A global secondary index. Generated.
pub trait GlobalPath {}
