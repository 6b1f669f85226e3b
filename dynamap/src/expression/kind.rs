//! What an attribute is for its table: a plain one, a stamp, the version, a key of some path. It
//! decides what an update may set and a filter may name.

use std::marker::PhantomData;

use super::HeldBy;

/// An attribute without a special part.
#[derive(Debug)]
pub enum Plain {}

/// A stamp, which writes fill.
#[derive(Debug)]
pub enum Stamp {}

/// The version, which writes count.
#[derive(Debug)]
pub enum Version {}

/// Part of the table's primary key.
#[derive(Debug)]
pub enum PrimaryKey {}

/// A key attribute of the table or of an index, or an attribute that not every index holds; `X` is its
/// generated marker.
#[derive(Debug)]
pub struct Key<X>(PhantomData<fn() -> X>);

/// A field that is stored only inside a composed key.
#[derive(Debug)]
pub enum InKey {}

/// What a condition names that joins two conditions.
#[derive(Debug)]
pub struct Both<A, B>(PhantomData<fn() -> (A, B)>);

/// The marker of a key attribute; generated.
pub trait KeyAttribute {
    /// What else it is: [`PrimaryKey`], [`Plain`], [`Stamp`] or [`Version`].
    type Role;
}

/// What a condition on an attribute of this kind names.
#[diagnostic::on_unimplemented(
    message = "this field is stored only inside a composed key, where no expression can reach it",
    label = "inside a key",
    note = "use the key conditions of a query, such as `.within(…)`"
)]
pub trait AttributeKind {
    /// [`Plain`], or the key attribute.
    type Named;
    /// What a part of its value is: [`Plain`], or what an index holds with the attribute.
    type Nested: AttributeKind;
}

#[diagnostic::do_not_recommend]
impl AttributeKind for Plain {
    type Named = Plain;
    type Nested = Plain;
}

#[diagnostic::do_not_recommend]
impl AttributeKind for Stamp {
    type Named = Plain;
    type Nested = Plain;
}

#[diagnostic::do_not_recommend]
impl AttributeKind for Version {
    type Named = Plain;
    type Nested = Plain;
}

#[diagnostic::do_not_recommend]
impl<X> AttributeKind for Key<X> {
    type Named = Self;
    type Nested = Self;
}

/// What an attribute of a flattened struct is in the item.
pub trait FlattenedKind {
    /// A stamp stays a stamp and the version the version; a key of the struct's own table is none here.
    type InItem;
}

#[diagnostic::do_not_recommend]
impl FlattenedKind for Plain {
    type InItem = Self;
}

#[diagnostic::do_not_recommend]
impl FlattenedKind for Stamp {
    type InItem = Self;
}

#[diagnostic::do_not_recommend]
impl FlattenedKind for Version {
    type InItem = Self;
}

#[diagnostic::do_not_recommend]
impl FlattenedKind for PrimaryKey {
    type InItem = Plain;
}

#[diagnostic::do_not_recommend]
impl FlattenedKind for InKey {
    type InItem = Plain;
}

#[diagnostic::do_not_recommend]
impl<X: KeyAttribute<Role: FlattenedKind>> FlattenedKind for Key<X> {
    type InItem = <X::Role as FlattenedKind>::InItem;
}

/// What two joined conditions name.
pub trait Join<B> {
    /// Neutral for [`Plain`], so that most conditions are simply `Condition<T>`.
    type Named;
}

impl Join<Plain> for Plain {
    type Named = Plain;
}

impl<X> Join<Plain> for Key<X> {
    type Named = Self;
}

impl<X> Join<Key<X>> for Plain {
    type Named = Key<X>;
}

impl<X, Y> Join<Key<Y>> for Key<X> {
    type Named = Both<Self, Key<Y>>;
}

impl<A, B> Join<Plain> for Both<A, B> {
    type Named = Self;
}

impl<A, B> Join<Both<A, B>> for Plain {
    type Named = Both<A, B>;
}

impl<A, B, X> Join<Key<X>> for Both<A, B> {
    type Named = Both<Self, Key<X>>;
}

impl<A, B, X> Join<Both<A, B>> for Key<X> {
    type Named = Both<Self, Both<A, B>>;
}

impl<A, B, C, D> Join<Both<C, D>> for Both<A, B> {
    type Named = Both<Self, Both<C, D>>;
}

/// A key attribute that is not a key of path `I`; generated for every such pair.
#[diagnostic::on_unimplemented(
    message = "a filter cannot name `{Self}`: it is a key attribute of `{I}`",
    label = "names a key attribute of `{I}`",
    note = "DynamoDB refuses a Query filter on the keys of what is queried: use the query's own key conditions, such as `.within(…)`"
)]
pub trait NotAKeyOf<I> {}

/// A condition that a query of path `I` accepts as its filter.
pub trait FilterOf<I> {}

#[diagnostic::do_not_recommend]
impl<I> FilterOf<I> for Plain {}

impl<I, X: NotAKeyOf<I> + HeldBy<I>> FilterOf<I> for Key<X> {}

impl<I, A: FilterOf<I>, B: FilterOf<I>> FilterOf<I> for Both<A, B> {}

/// An attribute kind of item `T` that an update can set.
pub trait Settable<T> {}

#[diagnostic::do_not_recommend]
impl<T> Settable<T> for Plain {}

impl<T: StampCanBeSet> Settable<T> for Stamp {}

impl<T: VersionCanBeSet> Settable<T> for Version {}

impl<T: PrimaryKeyCanChange> Settable<T> for PrimaryKey {}

impl<T: PrimaryKeyCanChange> Settable<T> for InKey {}

impl<T, X: KeyAttribute> Settable<T> for Key<X> where X::Role: Settable<T> {}

// Nothing implements the three traits below: they carry the reasons. Each mentions `T`, since a
// bound without a parameter would fail where it is declared instead of where it is used.

/// The reason why a stamp cannot be set.
#[diagnostic::on_unimplemented(
    message = "a stamp of `{Self}` is written by dynamap, not by an update",
    label = "a stamp",
    note = "every write fills the stamps; `.preserve_stamps()` on a put or create carries those of the struct"
)]
pub trait StampCanBeSet {}

/// The reason why a version cannot be set.
#[diagnostic::on_unimplemented(
    message = "the version of `{Self}` is counted by dynamap, not by an update",
    label = "the version",
    note = "`.if_version(n)` makes the update depend on it"
)]
pub trait VersionCanBeSet {}

/// The reason why a key cannot be set.
#[diagnostic::on_unimplemented(
    message = "the primary key of `{Self}` cannot be changed by an update",
    label = "part of the primary key",
    note = "DynamoDB cannot change key attributes: `rekey(&old, new)` moves an item to its new key in one transaction"
)]
pub trait PrimaryKeyCanChange {}
