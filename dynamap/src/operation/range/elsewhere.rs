//! The methods that a key has or has not by its partitions, where it has not: their bounds say what to
//! write instead, which "no method named `within`" would not. Only a struct with faults has all of them, so
//! that its faults are the only errors.

use super::partitions::Partitions;
use super::query::RangeQuery;
use super::traits::{AnyRange, BucketedByField, OnePartitionRead, RangeOver, ShardedAlone};
use crate::expression::HoldsItems;
use crate::key::{AccessPath, WholePartition};
use crate::operation::{ItemStream, Page, Query, Scan};
use crate::table::Table;
use crate::{DynamoItem, Result};

#[doc(hidden)]
impl<T: DynamoItem, I: AccessPath<Item = T>> Query<T, I> {
    pub fn range<R>(self, _: R) -> Self
    where
        I::Partition: RangeOver<R>,
    {
        self
    }

    pub fn buckets<R>(self, _: R) -> Self
    where
        I::Partition: BucketedByField,
    {
        self
    }

    pub fn shards(self) -> Self
    where
        I::Partition: ShardedAlone,
    {
        self
    }

    pub async fn latest_within<R>(self, _: R) -> Result<Option<T>>
    where
        I: HoldsItems,
        I::Partition: RangeOver<R>,
    {
        self.first().await
    }
}

#[doc(hidden)]
impl<T: DynamoItem, I: AccessPath<Item = T>> Partitions<T, I> {
    pub fn within<R>(self, _: R) -> RangeQuery<T, I, WholePartition>
    where
        I::Partition: OnePartitionRead,
    {
        self.of_all()
    }

    pub fn between<B>(self, _: B, _: B) -> RangeQuery<T, I, WholePartition>
    where
        I::Partition: OnePartitionRead,
    {
        self.of_all()
    }

    pub fn newest_first(self) -> RangeQuery<T, I, WholePartition>
    where
        I::Partition: OnePartitionRead,
    {
        self.of_all()
    }

    pub fn take(self, items: usize) -> RangeQuery<T, I, WholePartition>
    where
        I::Partition: OnePartitionRead,
    {
        self.of_all().take(items)
    }

    pub async fn latest(self) -> Result<Option<T>>
    where
        I: HoldsItems,
        I::Partition: OnePartitionRead,
    {
        self.first().await
    }

    pub async fn first(self) -> Result<Option<T>>
    where
        I: HoldsItems,
        I::Partition: OnePartitionRead,
    {
        self.of_all().first().await
    }

    pub async fn all(self) -> Result<Vec<T>>
    where
        I: HoldsItems,
        I::Partition: OnePartitionRead,
    {
        self.of_all().all().await
    }

    pub async fn send(self) -> Result<Page<T>>
    where
        I: HoldsItems,
        I::Partition: OnePartitionRead,
    {
        self.of_all().send().await
    }

    pub async fn count(self) -> Result<u64>
    where
        I::Partition: OnePartitionRead,
    {
        self.of_all().count().await
    }

    pub fn stream(self) -> ItemStream<T>
    where
        I: HoldsItems,
        I::Partition: OnePartitionRead,
    {
        self.of_all().stream()
    }
}

#[doc(hidden)]
impl<T: DynamoItem> Table<T> {
    pub fn range<P, R>(&self, _: P, _: R) -> Scan<T>
    where
        T: AnyRange,
    {
        self.scan()
    }

    pub fn buckets<P, R>(&self, _: P, _: R) -> Scan<T>
    where
        T: AnyRange,
    {
        self.scan()
    }
}
