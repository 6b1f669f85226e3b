//! What writes fill of an item: stamps, the TTL, the version, in its own fields and in what is flattened
//! into it.

use std::marker::PhantomData;

use super::AttributeNames;
use crate::schema::{Stamp, Ttl};

/// The fields of one struct that writes fill.
#[derive(Debug, Clone, Copy)]
pub struct Filled {
    /// The stamps, in the order of the fields.
    pub stamps: &'static [Stamp],
    /// The TTL.
    pub ttl: Option<Ttl>,
    /// The version.
    pub version: Option<VersionAttribute>,
}

/// The attribute that counts the writes of an item.
#[derive(Debug, Clone, Copy)]
pub struct VersionAttribute {
    /// The attribute's name.
    pub name: &'static str,
    /// The largest version that its field can hold.
    pub limit: u64,
}

/// Of a struct that writes leave as it is.
#[doc(hidden)]
pub const NOTHING_FILLED: &Filled = &Filled {
    stamps: &[],
    ttl: None,
    version: None,
};

impl AttributeNames {
    /// The stamps, those of flattened structs too.
    pub const fn stamps(&'static self) -> Stamps {
        Stamps(self)
    }

    /// The TTL, of the struct itself or of one that is flattened into it.
    pub const fn ttl(&self) -> Option<Ttl> {
        let mut ttl = self.filled.ttl;
        let mut index = 0;
        while index < self.flattened.len() {
            if ttl.is_none() {
                ttl = self.flattened[index].ttl();
            }
            index += 1;
        }
        ttl
    }

    /// The name of the version, in the same way.
    pub const fn version(&self) -> Option<&'static str> {
        match self.version_attribute() {
            Some(version) => Some(version.name),
            None => None,
        }
    }

    /// The largest version that can be held.
    pub const fn version_limit(&self) -> u64 {
        match self.version_attribute() {
            Some(version) => version.limit,
            None => u64::MAX,
        }
    }

    const fn version_attribute(&self) -> Option<VersionAttribute> {
        let mut version = self.filled.version;
        let mut index = 0;
        while index < self.flattened.len() {
            if version.is_none() {
                version = self.flattened[index].version_attribute();
            }
            index += 1;
        }
        version
    }

    /// Whether writes fill any of them.
    pub const fn are_filled(&self) -> bool {
        let filled = self.filled;
        let mut any = !filled.stamps.is_empty() || filled.ttl.is_some() || filled.version.is_some();
        let mut index = 0;
        while index < self.flattened.len() {
            any = any || self.flattened[index].are_filled();
            index += 1;
        }
        any
    }

    /// Whether no more than one TTL is among them.
    pub const fn has_one_ttl(&self) -> bool {
        self.ttls() <= 1
    }

    const fn ttls(&self) -> usize {
        let mut count = self.filled.ttl.is_some() as usize;
        let mut index = 0;
        while index < self.flattened.len() {
            count += self.flattened[index].ttls();
            index += 1;
        }
        count
    }

    /// Whether no more than one version is among them.
    pub const fn has_one_version(&self) -> bool {
        self.versions() <= 1
    }

    const fn versions(&self) -> usize {
        let mut count = self.filled.version.is_some() as usize;
        let mut index = 0;
        while index < self.flattened.len() {
            count += self.flattened[index].versions();
            index += 1;
        }
        count
    }
}

/// The stamps of an item, in the order of its fields, those of flattened structs behind its own.
#[derive(Debug, Clone, Copy)]
pub struct Stamps(&'static AttributeNames);

impl Stamps {
    /// Each of them.
    pub fn iter(self) -> StampsIter {
        StampsIter {
            own: self.0.filled.stamps.iter(),
            flattened: self.0.flattened.iter().rev().copied().collect(),
        }
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.iter().next().is_none()
    }
}

impl IntoIterator for Stamps {
    type Item = &'static Stamp;
    type IntoIter = StampsIter;

    fn into_iter(self) -> StampsIter {
        self.iter()
    }
}

/// What [`Stamps::iter`] gives.
#[derive(Debug, Clone)]
pub struct StampsIter {
    own: std::slice::Iter<'static, Stamp>,
    /// What is still to come, the next one last; nothing is allocated where nothing is flattened.
    flattened: Vec<&'static AttributeNames>,
}

impl Iterator for StampsIter {
    type Item = &'static Stamp;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(stamp) = self.own.next() {
                return Some(stamp);
            }
            let names = self.flattened.pop()?;
            self.own = names.filled.stamps.iter();
            self.flattened.extend(names.flattened.iter().rev());
        }
    }
}

/// What writes fill, as a type, so that bounds can ask for it.
pub trait Filling {
    /// Whether there are stamps.
    type Stamps: YesOrNo;
    /// Whether there is a TTL.
    type Ttl: YesOrNo;
    /// Whether there is a version.
    type Version: YesOrNo;
}

/// [`Yes`] or [`No`].
pub trait YesOrNo {
    /// `Yes` if one of the two is.
    type Or<B: YesOrNo>: YesOrNo;
}

/// It is there.
#[derive(Debug)]
pub enum Yes {}

/// It is not there.
#[derive(Debug)]
pub enum No {}

impl YesOrNo for Yes {
    type Or<B: YesOrNo> = Self;
}

impl YesOrNo for No {
    type Or<B: YesOrNo> = B;
}

/// What writes fill of the fields of one struct.
#[derive(Debug)]
pub struct Fills<S, T, V>(PhantomData<(S, T, V)>);

/// Of a struct that writes leave as it is.
pub type FillsNothing = Fills<No, No, No>;

impl<S: YesOrNo, T: YesOrNo, V: YesOrNo> Filling for Fills<S, T, V> {
    type Stamps = S;
    type Ttl = T;
    type Version = V;
}

impl<A: Filling, B: Filling> Filling for (A, B) {
    type Stamps = <A::Stamps as YesOrNo>::Or<B::Stamps>;
    type Ttl = <A::Ttl as YesOrNo>::Or<B::Ttl>;
    type Version = <A::Version as YesOrNo>::Or<B::Version>;
}

/// Nothing of it is filled by writes, so that it can stand anywhere in an item.
#[diagnostic::on_unimplemented(
    message = "a struct with a stamp, a TTL or a version can only be flattened into an item",
    label = "writes fill top-level attributes, and do not look into values",
    note = "put `#[dynamo(flatten)]` on the field that holds it, which is no `Option`; a plain time in a value is `#[ts(…)]` with a unit alone"
)]
pub trait LeavesAsItIs {}

#[diagnostic::do_not_recommend]
impl LeavesAsItIs for FillsNothing {}

#[diagnostic::do_not_recommend]
impl<A: LeavesAsItIs, B: LeavesAsItIs> LeavesAsItIs for (A, B) {}

/// An item, with what is flattened into it, has a version.
#[diagnostic::on_unimplemented(
    message = "the item has no version",
    label = "has no `#[version]` field",
    note = "mark an integer field with `#[version]`, in the item or in a struct that is flattened into it"
)]
pub trait VersionIsThere {}

#[diagnostic::do_not_recommend]
impl VersionIsThere for Yes {}

/// It has none.
#[diagnostic::on_unimplemented(
    message = "the item has a version, which orders its writes",
    label = "has a `#[version]` field in a flattened struct",
    note = "use `put`, or `update(…).if_version(n)`: a stale write is refused instead of dropped"
)]
pub trait NoVersion {}

#[diagnostic::do_not_recommend]
impl NoVersion for No {}

/// It has a TTL.
#[diagnostic::on_unimplemented(
    message = "the item has no TTL",
    label = "has no `#[ttl]` field",
    note = "mark the field that holds the expiry with `#[ttl(seconds)]`, in the item or in a struct that is flattened into it"
)]
pub trait TtlIsThere {}

#[diagnostic::do_not_recommend]
impl TtlIsThere for Yes {}

/// It has stamps.
#[diagnostic::on_unimplemented(
    message = "the item has no stamps",
    label = "has no `auto_create` or `auto_update` field",
    note = "mark a time field with `#[ts(millis, auto_create)]` or `#[ts(millis, auto_update)]`, in the item or in a struct that is flattened into it"
)]
pub trait StampsAreThere {}

#[diagnostic::do_not_recommend]
impl StampsAreThere for Yes {}
