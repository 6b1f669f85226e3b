use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use aws_sdk_dynamodb::Client;

use super::path::Primary;
use super::read::Members;
use super::schema::{definition, schema_or_fault};
use super::{DynamoCollection, MemberOf, Together};
use crate::capacity::CapacityTotal;
use crate::item::{KeyOf, encode_key};
use crate::key::{WholePartition, WholeTable, check_key};
use crate::operation::{
    Compare, CreateTable, DeleteTable, Query, Scan, UpdateTable, query_together, scan_together,
};
use crate::schema::{Schema, TableDefinition};
use crate::table::{Shared, Table};
use crate::time::Clock;
use crate::{ErrorKind, Result};

/// The handle of a table whose items are of several types: what reads them together, and makes the table.
///
/// A clone is cheap, and requests own what they use, so that every future and stream is `'static`. What is
/// about one type alone, as `ttl()` is, starts at its own handle, which [`of`](Self::of) gives with the same
/// client and settings.
pub struct Collection<C> {
    shared: Arc<Shared>,
    marker: PhantomData<fn() -> C>,
}

impl<C> Clone for Collection<C> {
    fn clone(&self) -> Self {
        Self {
            shared: Arc::clone(&self.shared),
            marker: PhantomData,
        }
    }
}

impl<C> fmt::Debug for Collection<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Collection")
            .field("name", &self.shared.table)
            .finish_non_exhaustive()
    }
}

impl<C: DynamoCollection> Collection<C> {
    /// The handle of the table that the types declare.
    pub fn new(client: &Client) -> Self {
        let table = C::MEMBERS.first().map_or("", |member| member.schema.table);
        Self {
            shared: Arc::new(Shared::new(client, table.to_owned())),
            marker: PhantomData,
        }
    }

    /// The same handle of a table of another name, as in `staging-store`.
    #[must_use]
    pub fn table_name(&self, name: impl Into<String>) -> Self {
        self.with(|shared| shared.table = name.into())
    }

    /// The same handle with another clock, which says what has expired.
    #[must_use]
    pub fn with_clock(&self, clock: impl Clock) -> Self {
        self.with(|shared| shared.clock = Arc::new(clock))
    }

    /// The same handle with the direct reader switched off, or on again; see
    /// [`Table::direct_reader`](crate::Table::direct_reader).
    #[must_use]
    pub fn direct_reader(&self, on: bool) -> Self {
        self.with(|shared| shared.direct_reader = on)
    }

    /// The same handle, whose requests add the capacity that they consume to a total; see
    /// [`Table::with_capacity_total`](crate::Table::with_capacity_total).
    #[must_use]
    pub fn with_capacity_total(&self, total: &CapacityTotal) -> Self {
        self.with(|shared| shared.total = Some(total.clone()))
    }

    fn with(&self, change: impl FnOnce(&mut Shared)) -> Self {
        let mut shared = Shared::clone(&self.shared);
        change(&mut shared);
        Self {
            shared: Arc::new(shared),
            marker: PhantomData,
        }
    }

    /// The table's name.
    pub fn name(&self) -> &str {
        &self.shared.table
    }

    /// The SDK's client.
    pub fn client(&self) -> &Client {
        &self.shared.client
    }

    /// The handle of one item type, of the same table, client and settings.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/setup_store.rs"));
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let store = setup().await?;
    /// let orders = store.of::<Order>();
    /// assert_eq!(orders.query("ann").count().await?, 2);
    /// # Ok(())
    /// # }
    /// ```
    pub fn of<T: MemberOf<C>>(&self) -> T::Handle {
        T::Handle::from(Table::from_shared(Arc::clone(&self.shared)))
    }

    /// Query: the items of every type in the partition that an item of type `T` stands in.
    ///
    /// The key is a whole key of `T`, or an item, of which the sort key does not matter. Without a sort key
    /// condition the whole partition is read.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/setup_store.rs"));
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let store = setup().await?;
    /// let mut items = store.query::<Customer>("ann").newest_first().stream();
    /// let last = items.next().await.transpose()?;
    /// assert!(matches!(last, Some(StoreItem::Order(order)) if order.number == 8));
    /// # Ok(())
    /// # }
    /// ```
    pub fn query<T: MemberOf<C>>(
        &self,
        key: impl KeyOf<T>,
    ) -> Query<C, Together<C, Primary<T>>, WholePartition, Members> {
        let partition = encode_key(&key.into_key()).and_then(|mut key| {
            check_key(T::SCHEMA, &key)?;
            let name = T::SCHEMA.partition_key.name;
            key.remove(name).ok_or_else(|| {
                crate::Error::new(ErrorKind::InvalidKey, "the key has no partition key")
            })
        });
        query_together(Arc::clone(&self.shared), partition)
    }

    /// Scan: the items of every type, in no order.
    pub fn scan(&self) -> Scan<C, WholeTable, Members> {
        scan_together(Arc::clone(&self.shared))
    }

    /// The table that holds the items of all types: their key, and the indexes and the TTL of each.
    ///
    /// Types that contradict each other, with two indexes of one name, are an error of kind
    /// [`SchemaMismatch`](ErrorKind::SchemaMismatch).
    pub fn definition(&self) -> Result<TableDefinition> {
        Ok(definition::<C>()?.table_name(self.name()))
    }

    fn declared(&self) -> (Result<TableDefinition>, &'static Schema) {
        let (schema, _) = schema_or_fault::<C>();
        (self.definition(), schema)
    }

    /// CreateTable with what all types [declare](Self::definition), then TTL.
    pub fn create_table(&self) -> CreateTable<C> {
        let (definition, _) = self.declared();
        CreateTable::of(Arc::clone(&self.shared), definition)
    }

    /// The live table beside what all types [declare](Self::definition); nothing is changed.
    pub fn compare(&self) -> Compare<C> {
        let (definition, schema) = self.declared();
        Compare::of(Arc::clone(&self.shared), schema, definition)
    }

    /// UpdateTable: creates the global indexes that any type declares and the table lacks.
    pub fn update_table(&self) -> UpdateTable<C> {
        let (definition, schema) = self.declared();
        UpdateTable::of(Arc::clone(&self.shared), schema, definition)
    }

    /// DeleteTable, with everything in it.
    pub fn delete_table(&self) -> DeleteTable {
        DeleteTable::new(Arc::clone(&self.shared))
    }
}
