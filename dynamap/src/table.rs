//! The handle of a table: where every operation starts.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::types::AttributeValue;

use crate::capacity::CapacityTotal;
use crate::item::{EncodedKey, KeyOf, Write, encode_key};
use crate::key::{AccessPath, KeyPart};
use crate::operation::verb::TTL_FORMAT;
use crate::operation::{
    Compare, Create, CreateTable, Delete, DeleteTable, Get, ItemOf, Partitions, Put, Query, Rekey,
    Replace, Rescue, Scan, TableBatchGet, TableBatchWrite, Update, UpdateTable, Upsert,
};
use crate::schema::Schema;
use crate::time::{Clock, Moment, Reading, SystemClock};
use crate::ttl::TimeToLive;
use crate::value::{Codec, MapEncoder, TreeDecoder, to_attribute_value};
use crate::{DynamoItem, Error, ErrorKind};

/// The handle of a table of items `T`: where every operation starts.
///
/// The derive wraps it in a type of its own (`OrderTable`), which adds one query method per access
/// path and derefs to this one. A clone is cheap, and requests own what they use, so that every future
/// and stream is `'static`.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/setup.rs"));
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let (orders, readings, clock) = setup().await?;
/// let order = orders.create(order("522fb5a5", "order_A")).send().await?;
/// assert_eq!(orders.get("522fb5a5").send().await?, Some(order));
///
/// // Functions that take any table take this type.
/// async fn size<T: DynamoItem>(table: &dynamap::Table<T>) -> dynamap::Result<u64> {
///     table.scan().count().await
/// }
/// assert_eq!(size(&orders).await?, 1);
/// # Ok(())
/// # }
/// ```
pub struct Table<T> {
    shared: Arc<Shared>,
    marker: PhantomData<fn() -> T>,
}

/// What the requests of a table share.
#[derive(Clone)]
pub(crate) struct Shared {
    pub(crate) client: Client,
    pub(crate) table: String,
    pub(crate) clock: Arc<dyn Clock>,
    /// Whether the items of answers are read from their text.
    pub(crate) direct_reader: bool,
    /// What counts the capacity that requests consume, if that was asked for.
    pub(crate) total: Option<CapacityTotal>,
}

impl Shared {
    /// A table on the SDK client's own clock.
    pub(crate) fn new(client: &Client, table: String) -> Self {
        let clock: Arc<dyn Clock> = match client.config().time_source() {
            Some(source) => Arc::new(source),
            None => Arc::new(SystemClock),
        };
        Self {
            client: client.clone(),
            table,
            clock,
            direct_reader: true,
            total: None,
        }
    }

    pub(crate) fn now(&self) -> Moment {
        self.clock.now()
    }

    /// The same table at one instant, for a step of a transaction.
    pub(crate) fn at(&self, now: Moment) -> Arc<Self> {
        Arc::new(Self {
            client: self.client.clone(),
            table: self.table.clone(),
            clock: Arc::new(now),
            direct_reader: self.direct_reader,
            total: self.total.clone(),
        })
    }
}

impl<T> Clone for Table<T> {
    fn clone(&self) -> Self {
        Self {
            shared: Arc::clone(&self.shared),
            marker: PhantomData,
        }
    }
}

impl<T> fmt::Debug for Table<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table")
            .field("name", &self.shared.table)
            .finish_non_exhaustive()
    }
}

impl<T: DynamoItem> Table<T> {
    /// A handle of the declared table, on the SDK client's own clock.
    pub fn new(client: &Client) -> Self {
        Self {
            shared: Arc::new(Shared::new(client, T::SCHEMA.table.to_owned())),
            marker: PhantomData,
        }
    }

    /// The same handle for a table of another name (or ARN), as in `staging-orders`.
    #[must_use]
    pub fn table_name(&self, name: impl Into<String>) -> T::Handle {
        self.with(|shared| shared.table = name.into())
    }

    /// The same handle on another clock: it decides stamps, TTLs and what has expired.
    #[must_use]
    pub fn with_clock(&self, clock: impl Clock) -> T::Handle {
        self.with(|shared| shared.clock = Arc::new(clock))
    }

    /// The same handle with the direct reader switched on, as it is from the start, or off.
    ///
    /// The direct reader decodes the items of Query, Scan, BatchGetItem and TransactGetItems from the text
    /// of the answer, which the SDK's deserializer then sees without its items. Switched off, the SDK
    /// reads the whole answer into its maps, which are decoded afterwards: the items are the same, at
    /// several times the cost ([Speed](crate::guide::speed)). Of use where an interceptor of the application wants to see the items in
    /// the SDK's output.
    #[must_use]
    pub fn direct_reader(&self, on: bool) -> T::Handle {
        self.with(|shared| shared.direct_reader = on)
    }

    /// The same handle, whose requests add the capacity that they consume to a total.
    ///
    /// They ask DynamoDB for the capacity of the table and of each index
    /// (`ReturnConsumedCapacity = INDEXES`), which other handles do not. Every request of the handle and of
    /// what is made from it is counted when its answer comes: reads, writes, batches, the steps of
    /// transactions, TTL audits and repairs. What DynamoDB does not tell is not counted: refused and failed
    /// requests (a failed condition consumes write capacity all the same), and attempts that were repeated.
    /// Nor is what [`into_sdk`](crate::operation::Query::into_sdk) hands out.
    #[must_use]
    pub fn with_capacity_total(&self, total: &CapacityTotal) -> T::Handle {
        self.with(|shared| shared.total = Some(total.clone()))
    }

    pub(crate) fn from_shared(shared: Arc<Shared>) -> Self {
        Self {
            shared,
            marker: PhantomData,
        }
    }

    fn with(&self, change: impl FnOnce(&mut Shared)) -> T::Handle {
        let mut shared = Shared::clone(&self.shared);
        change(&mut shared);
        T::Handle::from(Self {
            shared: Arc::new(shared),
            marker: PhantomData,
        })
    }

    /// The time by the table's clock.
    #[cfg(feature = "streams")]
    pub(crate) fn now(&self) -> Moment {
        self.shared.now()
    }

    /// The table's name.
    pub fn name(&self) -> &str {
        &self.shared.table
    }

    /// The SDK client that requests are sent with.
    pub fn client(&self) -> &Client {
        &self.shared.client
    }

    /// The declared schema.
    pub fn schema(&self) -> &'static Schema {
        T::SCHEMA
    }

    pub(crate) fn shared(&self) -> Arc<Shared> {
        Arc::clone(&self.shared)
    }

    /// PutItem that refuses to overwrite a live item with the same key.
    ///
    /// Fills the stamps, the version (1) and the TTL. Condition: `attribute_not_exists(partition key)`,
    /// or the stored item has expired. DynamoDB looks at the item with the same *full* primary key
    /// only: a partition key by itself is not unique.
    pub fn create(&self, item: impl ItemOf<T>) -> Create<T> {
        Create::new(self.shared(), item.into_given())
    }

    /// PutItem that replaces the whole item, or creates it.
    ///
    /// Attributes that the struct does not know are lost: [`update`](Self::update) keeps them. A type with a
    /// version is written only over the version that the struct carries.
    pub fn put(&self, item: impl ItemOf<T>) -> Put<T> {
        Put::new(self.shared(), item.into_given())
    }

    /// PutItem that replaces a live item and never creates one.
    pub fn replace(&self, item: impl ItemOf<T>) -> Replace<T> {
        Replace::new(self.shared(), item.into_given())
    }

    /// UpdateItem that writes the struct's attributes over the item, or inserts it; `created_at` and
    /// attributes that the struct does not know stay.
    pub fn upsert(&self, item: impl ItemOf<T>) -> Upsert<T> {
        Upsert::new(self.shared(), item.into_given())
    }

    /// GetItem; an expired item is `None`.
    pub fn get(&self, key: impl KeyOf<T>) -> Get<T> {
        Get::new(self.shared(), encode_key(&key.into_key()))
    }

    /// UpdateItem of a live item; the item as it is after the update.
    pub fn update(&self, key: impl KeyOf<T>) -> Update<T> {
        Update::new(self.shared(), EncodedKey::of::<T>(&key.into_key()))
    }

    /// DeleteItem; the item that was there.
    pub fn delete(&self, key: impl KeyOf<T>) -> Delete<T> {
        Delete::new(self.shared(), encode_key(&key.into_key()))
    }

    /// Moves an item to another primary key, in one transaction: the old item is deleted, the new one
    /// created.
    ///
    /// Table keys cannot be updated. `old` is the item as it was read: with a version it has to be stored
    /// unchanged, without one it has to be there, live. Nothing may live under the key of `new`. The new
    /// item has the old one's creation stamp, unless it carries its own, and the version after the old
    /// one's; its TTL is what [`put`](Self::put) would write. With one key for both it is a conditional
    /// PutItem.
    ///
    /// Errors: [`NotFound`](crate::ErrorKind::NotFound) and [`VersionConflict`](crate::ErrorKind::VersionConflict) of the old item,
    /// [`AlreadyExists`](crate::ErrorKind::AlreadyExists) of the new one.
    pub fn rekey(&self, old: &T, new: impl ItemOf<T>) -> Rekey<T> {
        Rekey::new(self.shared(), old, new.into_given())
    }

    /// UpdateItem that moves the TTL of a stored item, expired or not.
    ///
    /// An expired item that DynamoDB has not deleted yet is alive again afterwards.
    pub fn rescue(&self, key: impl KeyOf<T>, expires_at: impl crate::time::PointInTime) -> Rescue<T>
    where
        T: crate::schema::Expiring,
    {
        Rescue::new(
            self.shared(),
            EncodedKey::of::<T>(&key.into_key()),
            Some(expires_at.to_moment()),
        )
    }

    /// UpdateItem that takes the TTL off a stored item, expired or not: it never expires.
    pub fn rescue_forever(&self, key: impl KeyOf<T>) -> Rescue<T>
    where
        T: crate::schema::Expiring,
    {
        Rescue::new(self.shared(), EncodedKey::of::<T>(&key.into_key()), None)
    }

    /// Scan of the whole table: it reads, and costs, every item; there is no order.
    pub fn scan(&self) -> Scan<T> {
        Scan::new(self.shared(), None)
    }

    /// Scan of an index: items without the index's key attributes are not in it.
    pub fn scan_index<I: AccessPath<Item = T>>(&self, _index: I) -> Scan<T, I> {
        Scan::new(self.shared(), I::PATH.index)
    }

    /// BatchGetItem: many items by their keys, answered in the order of the keys.
    pub fn batch_get<K: KeyOf<T>>(&self, keys: impl IntoIterator<Item = K>) -> TableBatchGet<T> {
        TableBatchGet::new(
            self.shared(),
            keys.into_iter().map(KeyOf::into_key).collect(),
        )
    }

    /// BatchWriteItem: many puts and deletes, without conditions.
    pub fn batch_write(&self) -> TableBatchWrite<T> {
        TableBatchWrite::new(self.shared())
    }

    /// CreateTable as declared, with its indexes, then TTL on the declared attribute; it waits until
    /// the table can be used.
    pub fn create_table(&self) -> CreateTable<T> {
        CreateTable::new(self.shared())
    }

    /// DescribeTable and DescribeTimeToLive beside what is declared: the differences, each with what to do.
    /// It changes nothing.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/setup.rs"));
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let (orders, readings, clock) = setup().await?;
    /// let differences = orders.compare().await?;
    /// assert!(differences.is_empty(), "{differences}");
    /// # Ok(())
    /// # }
    /// ```
    pub fn compare(&self) -> Compare<T> {
        Compare::new(self.shared())
    }

    /// UpdateTable, once for each declared global index that the table lacks; it waits until they can be
    /// queried, and says what else differs. It deletes nothing.
    pub fn update_table(&self) -> UpdateTable<T> {
        UpdateTable::new(self.shared())
    }

    /// DeleteTable, with all its items; it waits until the table is gone.
    pub fn delete_table(&self) -> DeleteTable {
        DeleteTable::new(self.shared())
    }

    /// The table's TTL setting and the values of its declared TTL attribute, on this handle's client and
    /// clock.
    pub fn ttl(&self) -> TimeToLive
    where
        T: crate::schema::Expiring,
    {
        let attribute = T::SCHEMA.ttl.map_or("", |ttl| ttl.name);
        TimeToLive::of_table(self.shared(), attribute)
    }

    /// How long an item still lives, by this handle's clock; `None` if it has no TTL, or has expired.
    ///
    /// It says nothing of the stored item, whose TTL may have been moved since.
    pub fn time_left(&self, item: &T) -> crate::Result<Option<std::time::Duration>>
    where
        T: crate::schema::Expiring,
    {
        let item = crate::item::encode_item(item)?;
        let Some(value) = T::SCHEMA.ttl.and_then(|ttl| item.get(ttl.name)) else {
            return Ok(None);
        };
        let expiry = TTL_FORMAT.decode(&mut TreeDecoder::new(value), Reading::Floor)?;
        let left = expiry.duration_since(self.shared().now());
        Ok(left.filter(|left| !left.is_zero()))
    }

    /// A query of an access path; for generated code, which knows the path's partition key.
    #[doc(hidden)]
    pub fn query_path<I: AccessPath<Item = T>, V>(
        &self,
        codec: Codec<V>,
        partition: &V,
    ) -> Query<T, I> {
        let value = to_attribute_value(&codec, partition).map_err(Into::into);
        Query::new(self.shared(), [value])
    }

    /// A query of an access path whose partition key is these attributes.
    #[doc(hidden)]
    pub fn query_attributes<I: AccessPath<Item = T>>(&self, values: &[&dyn Write]) -> Query<T, I> {
        let values = values.iter().map(|value| {
            let mut encoder = MapEncoder::new();
            value.write(&mut encoder)?;
            Ok(encoder.finish()?)
        });
        Query::new(self.shared(), values)
    }

    /// A query of an access path whose partition key is composed of these parts, without bucket and
    /// shard.
    #[doc(hidden)]
    pub fn query_composed<I: AccessPath<Item = T>>(&self, parts: &[&dyn KeyPart]) -> Query<T, I> {
        let text = match I::PATH.partition {
            Some(layout) => layout.stem(parts).map_err(Into::into),
            None => Err(Error::new(
                ErrorKind::InvalidRequest,
                "the partition key of this path is not composed",
            )),
        };
        Query::new(self.shared(), [text.map(AttributeValue::S)])
    }

    /// The partitions of a path whose partition key is composed of these parts, and of a bucket or a
    /// shard.
    #[doc(hidden)]
    pub fn partitions<I: AccessPath<Item = T>>(&self, parts: &[&dyn KeyPart]) -> Partitions<T, I> {
        Partitions::new(self.shared(), parts)
    }
}
