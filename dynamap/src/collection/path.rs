use std::fmt;
use std::marker::PhantomData;

use super::DynamoCollection;
use crate::DynamoItem;
use crate::key::{
    AccessPath, ConsistentPath, OnePartition, PathSchema, SortAttribute, SortLayout, Stored,
};
use crate::schema::Schema;
use crate::value::ScalarType;

/// The path `I` of one item type, read for every type of the collection `C`.
pub struct Together<C, I>(PhantomData<fn() -> (C, I)>);

impl<C, I> fmt::Debug for Together<C, I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Together")
    }
}

impl<C: DynamoCollection, I: AccessPath> AccessPath for Together<C, I> {
    type Item = C;
    type Sort = Stored;
    type Partition = OnePartition;
    const PATH: PathSchema = I::PATH;
}

#[diagnostic::do_not_recommend]
impl<C, I: ConsistentPath> ConsistentPath for Together<C, I> {}

/// The table of items `T` by its primary key.
pub struct Primary<T>(PhantomData<fn() -> T>);

impl<T> fmt::Debug for Primary<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Primary")
    }
}

impl<T: DynamoItem> Primary<T> {
    const SORT: Option<SortAttribute> = sort_attribute(T::SCHEMA);
}

impl<T: DynamoItem> AccessPath for Primary<T> {
    type Item = T;
    type Sort = Stored;
    type Partition = OnePartition;
    const PATH: PathSchema = PathSchema {
        index: None,
        partition_key: std::slice::from_ref(&T::SCHEMA.partition_key),
        partition: None,
        sort_key: match &Self::SORT {
            Some(sort_key) => std::slice::from_ref(sort_key),
            None => &[],
        },
    };
}

#[diagnostic::do_not_recommend]
impl<T> ConsistentPath for Primary<T> {}

/// What a filter on the items of one type cannot name: a key attribute of the table or an index.
#[derive(Debug)]
pub enum AnyKey {}

/// The sort key by its stored values.
const fn sort_attribute(schema: &Schema) -> Option<SortAttribute> {
    match schema.sort_key {
        Some(key) => Some(SortAttribute {
            name: key.name,
            layout: match key.scalar {
                ScalarType::S => SortLayout::Text,
                ScalarType::N => SortLayout::Number,
                ScalarType::B => SortLayout::Binary,
            },
        }),
        None => None,
    }
}
