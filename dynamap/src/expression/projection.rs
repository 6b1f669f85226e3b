use std::borrow::Cow;
use std::marker::PhantomData;

use super::{Attribute, AttributeKind, Path, Placeholders};
use crate::item::{Item, decode_owned, decode_text};
use crate::schema::Schema;
use crate::value::{Codec, DecodeError, DynamoValue, JsonDecoder, Step, TreeDecoder};
use crate::{DynamoItem, DynamoProjection, Error, ErrorKind, Result, projection};

/// What a read gives of each item: all of it, or some attributes.
///
/// A tuple of attribute handles reads as the tuple of their values:
/// `orders.get("a").project_attributes((Order::STATUS, Order::CREATED_AT))`.
pub trait Projection<T> {
    /// What one item reads as.
    type Output;

    /// The paths to ask for; `None` for the whole item.
    #[doc(hidden)]
    fn paths(&self) -> Option<ProjectedPaths>;

    /// Reads one item.
    #[doc(hidden)]
    fn read(&self, item: Item) -> Result<Self::Output>;

    /// Reads one item from its DynamoDB JSON.
    #[doc(hidden)]
    fn read_text(&self, text: &str) -> Result<Self::Output> {
        let mut decoder = JsonDecoder::item_text(text);
        let item = Item::decode(&mut decoder)?;
        decoder.end()?;
        self.read(item)
    }

    /// Whether rows are left out when they are read.
    #[doc(hidden)]
    fn leaves_out(&self) -> bool {
        false
    }

    /// Reads one row of a query or scan; `None` leaves it out.
    #[doc(hidden)]
    fn read_row(&self, item: Item) -> Result<Option<Self::Output>> {
        without_others(self.read(item))
    }

    /// Reads one row from its DynamoDB JSON; `None` leaves it out.
    #[doc(hidden)]
    fn read_row_text(&self, text: &str) -> Result<Option<Self::Output>> {
        without_others(self.read_text(text))
    }
}

/// Queries and scans read the items of one type, and leave out the others that they meet.
fn without_others<O>(read: Result<O>) -> Result<Option<O>> {
    match read {
        Err(error) if error.is_other_entity() => Ok(None),
        read => read.map(Some),
    }
}

/// Paths of a projection.
#[derive(Clone)]
#[doc(hidden)]
pub struct ProjectedPaths(pub(crate) Vec<Path>);

impl std::fmt::Debug for ProjectedPaths {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list()
            .entries(self.0.iter().map(ToString::to_string))
            .finish()
    }
}

impl ProjectedPaths {
    pub(crate) fn of<P: DynamoProjection>() -> Self {
        let asked = projection::asked::<P>().into_iter();
        Self(asked.map(Path::attribute).collect())
    }

    /// Carries an attribute that dynamap itself needs. One of which a part is asked for stays as it is asked
    /// for: where its elements stand in the answer depends on it.
    pub(crate) fn carry(&mut self, name: impl Into<Cow<'static, str>>) {
        let path = Path::named(name);
        if !self.0.iter().any(|other| other.overlaps(&path)) {
            self.0.push(path);
        }
    }

    /// Carries what dynamap itself needs of each item: the TTL, and what tells the item from those of
    /// other types.
    pub(crate) fn carry_own(&mut self, schema: &Schema) {
        if let Some(entity) = &schema.entity {
            self.carry(entity.tag);
        }
        self.carry_ttl(schema);
    }

    /// Carries the TTL, which every index holds.
    pub(crate) fn carry_ttl(&mut self, schema: &Schema) {
        if let Some(ttl) = &schema.ttl {
            self.carry(ttl.name);
        }
    }

    /// The paths to ask for so that each of these can be found in the answer.
    pub(crate) fn asked(&self) -> Self {
        let mut asked: Vec<Path> = Vec::with_capacity(self.0.len());
        for path in &self.0 {
            let path = path
                .list_to_ask_for(&self.0)
                .unwrap_or_else(|| path.clone());
            if !asked.contains(&path) {
                asked.push(path);
            }
        }
        Self(asked)
    }

    /// Refuses two paths of which one lies in the other, as DynamoDB does.
    pub(crate) fn check(&self) -> Result<()> {
        for (index, path) in self.0.iter().enumerate() {
            if let Some(other) = self.0[..index].iter().find(|other| path.overlaps(other)) {
                return Err(Error::new(
                    ErrorKind::InvalidRequest,
                    format!("the projection names `{other}` and `{path}`, which overlap: name the outer one"),
                )
                .on_attribute(path.to_string()));
            }
        }
        Ok(())
    }

    pub(crate) fn to_text(&self, placeholders: &mut Placeholders) -> String {
        let mut text = String::new();
        for path in &self.0 {
            if !text.is_empty() {
                text.push_str(", ");
            }
            path.render(&mut text, placeholders);
        }
        text
    }
}

/// The whole item.
#[derive(Debug)]
pub struct Whole(PhantomData<()>);

impl Whole {
    pub(crate) const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<T: DynamoItem> Projection<T> for Whole {
    type Output = T;

    fn paths(&self) -> Option<ProjectedPaths> {
        None
    }

    fn read(&self, item: Item) -> Result<T> {
        decode_owned(item)
    }

    fn read_text(&self, text: &str) -> Result<T> {
        decode_text(text)
    }
}

/// A struct that derives [`DynamoProjection`].
pub struct Projected<P>(PhantomData<fn() -> P>);

impl<P> Projected<P> {
    pub(crate) const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<P> std::fmt::Debug for Projected<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Projected")
    }
}

impl<T: DynamoItem, P: DynamoProjection<Item = T>> Projection<T> for Projected<P> {
    type Output = P;

    fn paths(&self) -> Option<ProjectedPaths> {
        Some(ProjectedPaths::of::<P>())
    }

    fn read(&self, item: Item) -> Result<P> {
        projection::read_owned(item)
    }

    fn read_text(&self, text: &str) -> Result<P> {
        projection::read_text(text)
    }
}

impl<T, V, K: AttributeKind> Projection<T> for Attribute<T, V, K> {
    type Output = V;

    fn paths(&self) -> Option<ProjectedPaths> {
        Some(ProjectedPaths(vec![self.path().clone()]))
    }

    fn read(&self, item: Item) -> Result<V> {
        read_path(
            self.path(),
            self.value_codec(),
            &item,
            std::slice::from_ref(self.path()),
        )
    }
}

fn read_path<V>(path: &Path, codec: Codec<V>, item: &Item, projected: &[Path]) -> Result<V> {
    match path.find(item, projected) {
        Some(value) => (codec.decode)(&mut TreeDecoder::new(value))
            .map_err(|error| error.at(Step::Field(path.to_string().into())).into()),
        None => (codec.absent)().ok_or_else(|| {
            DecodeError::new("the attribute", "nothing")
                .at(Step::Field(path.to_string().into()))
                .into()
        }),
    }
}

macro_rules! tuple_projection {
    ($($name:ident $value:ident $kind:ident),+) => {
        impl<T, $($value, $kind: AttributeKind),+> Projection<T> for ($(Attribute<T, $value, $kind>,)+) {
            type Output = ($($value,)+);

            fn paths(&self) -> Option<ProjectedPaths> {
                let ($($name,)+) = self;
                Some(ProjectedPaths(vec![$($name.path().clone()),+]))
            }

            fn read(&self, item: Item) -> Result<Self::Output> {
                let ($($name,)+) = self;
                let asked = ProjectedPaths(vec![$($name.path().clone()),+]).asked();
                Ok(($(read_path($name.path(), $name.value_codec(), &item, &asked.0)?,)+))
            }
        }
    };
}

tuple_projection!(a A KA);
tuple_projection!(a A KA, b B KB);
tuple_projection!(a A KA, b B KB, c C KC);
tuple_projection!(a A KA, b B KB, c C KC, d D KD);
tuple_projection!(a A KA, b B KB, c C KC, d D KD, e E KE);
tuple_projection!(a A KA, b B KB, c C KC, d D KD, e E KE, f F KF);
tuple_projection!(a A KA, b B KB, c C KC, d D KD, e E KE, f F KF, g G KG);
tuple_projection!(a A KA, b B KB, c C KC, d D KD, e E KE, f F KF, g G KG, h H KH);
