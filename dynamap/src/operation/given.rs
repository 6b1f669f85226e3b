use std::any::Any;
use std::fmt;
use std::marker::PhantomData;

use crate::item::EncodedItem;
use crate::{DynamoItem, Error, Result};

/// The item that a write was given: `create(&item)` borrows it, `create(item)` takes it and gives it
/// back through [`Error::given`] if the write fails.
pub struct Given<T> {
    item: Result<EncodedItem>,
    owned: Option<Box<dyn Any + Send>>,
    marker: PhantomData<fn() -> T>,
}

impl<T: DynamoItem + Send + 'static> From<T> for Given<T> {
    fn from(item: T) -> Self {
        Self {
            item: EncodedItem::of(&item),
            owned: Some(Box::new(item)),
            marker: PhantomData,
        }
    }
}

impl<T: DynamoItem> From<&T> for Given<T> {
    fn from(item: &T) -> Self {
        Self {
            item: EncodedItem::of(item),
            owned: None,
            marker: PhantomData,
        }
    }
}

/// What a write of a `T` takes: a `T` or a `&T`.
#[diagnostic::on_unimplemented(
    message = "this write takes `{T}`, not `{Self}`",
    label = "neither `{T}` nor `&{T}`",
    note = "give the item, or a reference to it"
)]
pub trait ItemOf<T> {
    /// The item, encoded.
    fn into_given(self) -> Given<T>;
}

#[diagnostic::do_not_recommend]
impl<T, I: Into<Given<T>>> ItemOf<T> for I {
    fn into_given(self) -> Given<T> {
        self.into()
    }
}

impl<T> Given<T> {
    pub(crate) fn into_parts(self) -> (Result<EncodedItem>, Option<Box<dyn Any + Send>>) {
        (self.item, self.owned)
    }
}

impl<T> fmt::Debug for Given<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Given").finish_non_exhaustive()
    }
}

/// Attaches what a failed write was given.
pub(crate) fn give_back<T>(result: Result<T>, given: Option<Box<dyn Any + Send>>) -> Result<T> {
    result.map_err(|error: Error| error.given_back(given))
}
