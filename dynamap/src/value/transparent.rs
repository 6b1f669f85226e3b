use std::borrow::Cow;
use std::rc::Rc;
use std::sync::Arc;

use super::key_refused::{KeyShape, SameAs};
use super::{
    Contains, DecodeError, DynamoValue, EncodeError, KeyText, ListValue, MapKey, SetKind,
    SetMember, SetValue,
};

/// A type that is stored as the one value it holds: a struct of one field.
///
/// What the inner type can be, this type can be: a key, a part of a composed key, the key of a map,
/// the member of a set; and its attributes can do in expressions what the inner type's can. The
/// derive implements it, beside `DynamoValue`, for structs of one unnamed field; `Box`, `Arc` and `Rc`
/// are transparent too.
pub trait Transparent: Sized {
    /// The type of the value it holds.
    type Inner;

    /// The value it holds.
    fn inner(&self) -> &Self::Inner;

    /// Holds a value.
    fn from_inner(inner: Self::Inner) -> Self;
}

impl<T> Transparent for Box<T> {
    type Inner = T;

    fn inner(&self) -> &T {
        self
    }

    fn from_inner(inner: T) -> Self {
        Self::new(inner)
    }
}

impl<T> Transparent for Arc<T> {
    type Inner = T;

    fn inner(&self) -> &T {
        self
    }

    fn from_inner(inner: T) -> Self {
        Self::new(inner)
    }
}

impl<T> Transparent for Rc<T> {
    type Inner = T;

    fn inner(&self) -> &T {
        self
    }

    fn from_inner(inner: T) -> Self {
        Self::new(inner)
    }
}

#[diagnostic::do_not_recommend]
impl<V: Transparent + DynamoValue> KeyShape for V {
    type Reason = SameAs<V::Inner>;
}

#[diagnostic::do_not_recommend]
impl<V: Transparent<Inner: KeyText> + DynamoValue> KeyText for V {
    const WIDTH: Option<usize> = V::Inner::WIDTH;

    fn write_key_text(&self, out: &mut String) -> Result<(), EncodeError> {
        self.inner().write_key_text(out)
    }

    fn read_key_text(text: &str) -> Result<Self, DecodeError> {
        V::Inner::read_key_text(text).map(Self::from_inner)
    }
}

#[diagnostic::do_not_recommend]
impl<V: Transparent<Inner: MapKey>> MapKey for V {
    fn write_map_key(&self) -> Cow<'_, str> {
        self.inner().write_map_key()
    }

    fn read_map_key(name: Cow<'_, str>) -> Result<Self, DecodeError> {
        V::Inner::read_map_key(name).map(Self::from_inner)
    }
}

#[diagnostic::do_not_recommend]
impl<V: Transparent<Inner: SetMember> + DynamoValue> SetMember for V {
    const SET: SetKind = V::Inner::SET;
}

#[diagnostic::do_not_recommend]
impl<V: Transparent<Inner: ListValue> + DynamoValue> ListValue for V {
    type Element = <V::Inner as ListValue>::Element;
}

#[diagnostic::do_not_recommend]
impl<V: Transparent<Inner: SetValue> + DynamoValue> SetValue for V {
    type Member = <V::Inner as SetValue>::Member;
}

#[diagnostic::do_not_recommend]
impl<V: Transparent<Inner: Contains> + DynamoValue> Contains for V {
    type Element = <V::Inner as Contains>::Element;
}
