//! The derive macros of dynamap: [`DynamoItem`] for what stands in a table, [`DynamoValue`] for
//! what stands inside an item, [`DynamoProjection`] for a part of what stands in a table,
//! [`DynamoCollection`] for the item types of one table together,
//! [`DynamoRollup`] for the aggregates of a table's items.
//!
//! Programs depend on `dynamap`, which re-exports them beside the traits of the same names.

mod diagnostic;
mod expand;
mod hygiene;
mod model;
mod parse;
mod pipeline;
#[cfg(test)]
mod tests;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Maps a struct with named fields to the items of a DynamoDB table.
///
/// It implements the trait `DynamoItem`, and generates a table handle (`OrderTable`), a key type
/// (`OrderKey`), and an associated constant for each stored field (`Order::STATUS`). The types
/// have the struct's visibility, a constant has its field's.
///
/// ```
/// use std::time::SystemTime;
///
/// use dynamap::DynamoItem;
///
/// #[derive(DynamoItem)]
/// #[dynamo(
///     table = "orders",
///     index(name = "by_customer", partition_key = "customer", sort_key = "updated_at")
/// )]
/// struct Order {
///     #[partition_key]
///     id: String,
///     customer: String,
///     #[ts(millis, auto_create)]
///     created_at: SystemTime,
///     #[ts(millis, auto_update)]
///     updated_at: SystemTime,
///     #[dynamo(default)]
///     tags: Vec<String>,
///     #[version]
///     version: u64,
///     #[ttl(seconds, after = "90d")]
///     expires_at: Option<SystemTime>,
/// }
/// ```
///
/// Options that name a field take the Rust field's name as a string literal, without `r#`. Units
/// and flags are bare words. Every attribute but `#[dynamo(…)]` has a long form inside of it:
/// `#[ts(millis)]` is `#[dynamo(ts(millis))]`.
///
/// # Options of the struct
///
/// Inside `#[dynamo(…)]`.
///
/// | option | meaning | default |
/// | --- | --- | --- |
/// | `table = "orders"` | the table's name, 3 to 255 of `a-z A-Z 0-9 _ . -`; another one can be set at run time | required |
/// | `rename_all = "camelCase"` | the case of attribute names: `lowercase`, `UPPERCASE`, `PascalCase`, `camelCase`, `snake_case`, `SCREAMING_SNAKE_CASE`, `kebab-case` or `SCREAMING-KEBAB-CASE` | the fields' names |
/// | `crate = ::path` | where the generated code finds dynamap; an absolute path or one that starts with `crate` | `::dynamap` |
/// | `long_form` | leaves `#[partition_key]`, `#[sort_key]`, `#[ts]`, `#[ttl]` and `#[version]` to other derives; the options are then written inside `#[dynamo(…)]` | |
/// | `handle = "Orders"` | the name of the generated table handle | the struct's name and `Table` |
/// | `key = "OrderId"` | the name of the generated key type | the struct's name and `Key` |
/// | `entity = "ORDER"` | what tells these items from those of other types in one table: written with every item and asked for by every read | |
/// | `tag = "type"` | the attribute that holds `entity`, and no field | `type` |
/// | `partition_key(…)`, `sort_key(…)` | a key of the table that is composed of several fields, or constant; see [below](#composed-keys) | a key stands on a field |
/// | `separator = "\|"` | what stands between the parts of composed keys: one ASCII punctuation character, but `-`, `:`, `.`, `+` and `_` | `#` |
/// | `index(…)` | a global secondary index; may be repeated | |
/// | `local_index(…)` | a local secondary index; at most five, and only with a `sort_key` | |
///
/// ## Options of `index(…)` and `local_index(…)`
///
/// | option | meaning | default |
/// | --- | --- | --- |
/// | `name = "by_customer"` | the index's name, 3 to 255 of `a-z A-Z 0-9 _ . -` | required |
/// | `partition_key = "customer"` | the field that is the partition key, in a global index also a list of up to four, `["tenant", "customer"]`, or `partition_key(…)` for a [composed key](#composed-keys); a local index has the table's | required |
/// | `sort_key = "created_at"` | the field that is the sort key, in a global index also a list of up to four, `["created_at", "total"]`, or `sort_key(…)` for a [composed key](#composed-keys); required in a local index, where it differs from the table's keys | none |
/// | `projection = keys_only` | the attributes that the index holds: `all`; its own keys and the table's, `keys_only`; those and the attributes of some fields, `include("total", "status")`. The [TTL](#options-of-ttl) and the `tag` are always among the included ones, and an item with a TTL has no index of keys only | `all` |
/// | `as = Summary` | the [projection](macro@DynamoProjection) that the query method reads instead of whole items | whole items, which a global index without `projection = all` cannot give |
/// | `path = "ByCustomer"` | the name of the type that stands for the index in signatures | the struct's name and the index's, `OrderByCustomer` |
/// | `method = "query_by_customer"` | the name of the query method on the table handle | `query_` and the index's name |
///
/// The keys of an index are stored fields: not one with `skip` or `with`, and not one that is stored only
/// inside a composed key, unless that key says `store`.
///
/// ```
/// # use dynamap::DynamoItem;
/// #[derive(DynamoItem)]
/// #[dynamo(table = "votes", local_index(name = "by_weight", sort_key = "weight", path = "ByWeight"))]
/// struct Vote {
///     #[partition_key]
///     poll: String,
///     #[sort_key]
///     voter: String,
///     weight: u32,
/// }
/// ```
///
/// # Options of a field
///
/// The first five also stand as attributes of their own. The keys can be [composed](#composed-keys).
///
/// | option | meaning | conflicts with |
/// | --- | --- | --- |
/// | `partition_key` | the table's partition key; exactly one field. A time takes a unit: `partition_key(millis)` | `sort_key`, `ts`, `version`, `default`, `skip`, `with` |
/// | `sort_key` | the table's sort key; at most one field. A time takes a unit: `sort_key(iso)` | `partition_key`, `ts`, `version`, `default`, `skip`, `with` |
/// | `ts(millis)` | a time in this unit; any number of fields | the keys, `ttl`, `version`, `skip`, `with` |
/// | `ttl(seconds)` | when the item expires, in epoch seconds; at most one field, with those of flattened structs; it may be a key | `ts`, `version`, `default`, `skip`, `with` |
/// | `version` | the number of writes, for optimistic locking; at most one field, with those of flattened structs | the keys, `ts`, `ttl`, `default`, `skip`, `with` |
/// | `rename = "name"` | the attribute's name, 1 byte to 64 KB, at most 255 bytes for a key and the TTL | `skip` |
/// | `default` | reads a missing attribute as `Default::default()`; with `default = path`, as what the function returns | the keys, `ttl`, `version` |
/// | `alias = "old"` | a name that is read too where the attribute's own is missing; may be repeated, the first one goes first | the keys, `ttl`, `version`, `flatten`, `skip` |
/// | `null` | stores `None` as NULL, on an `Option`; without it `None` is absent | the keys, `ttl`, `version`, the other ways to write it |
/// | `set` | stores a `Vec` as a set: each member once, in no order, absent if empty | the keys, `ts`, the other ways to write it |
/// | `serde` | writes and reads the field by serde, as `serde_dynamo` does; needs dynamap's feature `serde_dynamo` | the keys, `ts`, the other ways to write it |
/// | `flatten` | stores the attributes of the field's type beside the others: a struct that derives `DynamoValue`, a data enum, an `Option` of one, or a map, which takes every attribute that no other field does | all other options |
/// | `skip` | does not store the field; it is read as its `default` | all but `default` |
/// | `with = module` | writes and reads the field by a module with a codec | the other ways to write it, `skip` |
///
/// ## Times: options of `partition_key(…)`, `sort_key(…)` and `ts(…)`
///
/// | option | meaning | conflicts with |
/// | --- | --- | --- |
/// | `seconds` | N: seconds since the Unix epoch, rounded down | the other units |
/// | `millis` | N: milliseconds since the Unix epoch, rounded down | the other units |
/// | `micros` | N: microseconds since the Unix epoch, rounded down | the other units |
/// | `nanos` | N: nanoseconds since the Unix epoch | the other units |
/// | `iso` | S: `2025-03-21T12:30:00.000Z`, of fixed width and in UTC | the other units |
/// | `precision = seconds` | the fraction of the ISO text: `seconds`, `millis` (the default), `micros` or `nanos` | all units but `iso` |
/// | `suffix = "id"` | `sort_key` only: adds the separator and the text of that field, so that items of one instant are different | all units but `iso` |
/// | `lenient` | keys only: also reads ISO texts in another form than the one that is written | all units but `iso` |
/// | `auto_create` | `ts` only: a write sets the field when it creates the item | `auto_update` |
/// | `auto_update` | `ts` only: every write sets the field | `auto_create` |
///
/// The unit is required in `ts`.
///
/// ## Composed keys
///
/// A key attribute can be a text of several parts: a prefix, the parts, a time bucket, a shard, with the
/// separator between them. On a field the key is that field's value with what its options add:
///
/// ```
/// # use std::time::SystemTime;
/// # use dynamap::DynamoItem;
/// #[derive(DynamoItem)]
/// #[dynamo(table = "readings")]
/// struct Reading {
///     // device#123#2025-03-21#2
///     #[partition_key(prefix = "device", bucket = day, of = "at", shards = 4)]
///     #[dynamo(rename = "pk")]
///     device: String,
///     // time#2025-03-21T12:30:00.000Z#r-77
///     #[sort_key(iso, prefix = "time", suffix = "id")]
///     #[dynamo(rename = "sk")]
///     at: SystemTime,
///     id: String,
///     #[ttl(seconds, after = "90d", from = "at")]
///     expires_at: SystemTime,
/// }
/// ```
///
/// On the struct and in `index(…)` it has a name of its own, and its parts are named:
///
/// ```
/// # use std::time::SystemTime;
/// # use dynamap::{DynamoItem, DynamoValue};
/// # #[derive(DynamoValue)]
/// # enum Status { Open, Closed }
/// #[derive(DynamoItem)]
/// #[dynamo(
///     table = "app",
///     partition_key(attribute = "pk", prefix = "TENANT", parts = ["tenant", "user"]),
///     sort_key(attribute = "sk", prefix = "TICKET", parts = ["number"]),
///     index(
///         name = "by_month",
///         partition_key(attribute = "gsi1pk", parts = ["status"], bucket = month, of = "opened_at"),
///         sort_key = "opened_at"
///     )
/// )]
/// struct Ticket {
///     tenant: String,
///     user: String,
///     number: u32,
///     status: Status,
///     #[ts(millis)]
///     opened_at: SystemTime,
/// }
/// ```
///
/// | option | meaning | conflicts with |
/// | --- | --- | --- |
/// | `attribute = "pk"` | the name of the key attribute; required on the struct and in an index, a field's key has the field's name | |
/// | `prefix = "device"` | the text before the parts, without the separator | units but `iso`, `value` |
/// | `parts = ["tenant", "user"]` | the fields of the key, in their order; on the struct and in an index | `value` |
/// | `value = "PROFILE"` | the key is this text in every item; on the struct and in an index | all but `attribute` |
/// | `bucket = day` | partition keys: adds the bucket of a time, so that a partition holds one `minute`, `hour`, `day`, `month` or `year` in UTC; needs `of` | `value` |
/// | `of = "at"` | the field that holds the time of the bucket | `value` |
/// | `shards = 4` | partition keys: adds a hash of the sort key, so that the items are spread over 2 to 1000 partitions; needs a sort key | `value` |
/// | `before("2025-06-01", bucket = month)` | the whole layout of times before this day in UTC: its `bucket` and its `shards`, each absent if it is left out; may be repeated | `value` |
/// | `store` | stores the field that carries the key as an attribute of its own too; the key attribute is then named by `rename` | |
///
/// The field that carries a composed key is stored only in the key, unless `store` is given: no index, no
/// filter and no update can name it. Fields named by `of`, `suffix` and `parts` stay attributes of their
/// own. In a key of the table they do not change: none is an `Option`, a stamp, the version or the TTL,
/// has a `default` or is written by `with`. In a key of an index an `Option` that is `None` keeps the item out of the
/// index, and an update that sets a part writes the key anew.
///
/// The type of a part gives its text: a string, an integer of 20 digits, a `Uuid`, a date, an enum of unit
/// variants; a time field is ISO text of fixed width whatever its own unit. The key type has those fields
/// that decide the key: the parts of the partition key, `of`, the parts of the sort key.
///
/// ## Options of `ttl(…)`
///
/// | option | meaning | conflicts with |
/// | --- | --- | --- |
/// | `seconds` | N: epoch seconds, rounded down; required, since DynamoDB reads no other unit | |
/// | `after = "90d"` | computes the TTL where it is not set: a sum of integers with `s`, `m`, `h`, `d` or `w`, as in `"1d12h"`, from one second to the year 9999; or the path of a constant | the keys |
/// | `from = "created_at"` | counts `after` from this time field, not from the write | `sliding` |
/// | `sliding` | every write computes the TTL anew | `from` |
///
/// # Fields of other types
///
/// `with = module` names a module with two functions, and nothing is asked of the field's type:
///
/// ```
/// use dynamap::DynamoItem;
///
/// mod money {
///     use dynamap::value::{DecodeError, Decoder, EncodeError, Encoder};
///
///     pub struct Money {
///         pub cents: i64,
///     }
///
///     pub fn encode(money: &Money, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
///         encoder.number(&money.cents.to_string());
///         Ok(())
///     }
///
///     pub fn decode(decoder: &mut dyn Decoder) -> Result<Money, DecodeError> {
///         let cents = decoder.number()?.parse();
///         let cents = cents.map_err(|_| DecodeError::new("whole cents", "another number"))?;
///         Ok(Money { cents })
///     }
/// }
///
/// #[derive(DynamoItem)]
/// #[dynamo(table = "invoices")]
/// struct Invoice {
///     #[partition_key]
///     number: u64,
///     #[dynamo(with = money)]
///     total: money::Money,
/// }
///
/// let invoice = Invoice { number: 7, total: money::Money { cents: 1_250 } };
/// let item = invoice.to_item()?;
/// assert_eq!(item["total"].as_n().map(String::as_str), Ok("1250"));
/// assert_eq!(Invoice::from_item(&item)?.total.cents, 1_250);
/// # Ok::<(), dynamap::Error>(())
/// ```
///
/// # Generic items
///
/// A type parameter is a value: generated impls ask `DynamoValue` and `'static` of it, beside the
/// struct's own bounds. The generated types have the struct's parameters. A lifetime parameter is refused:
/// what is read outlives the answer that it is read from.
///
/// # Errors
///
/// All faults of a struct are reported in one compile, each at the word to change. What the fields'
/// types must be is the compiler's check of the generated code.
#[proc_macro_derive(
    DynamoItem,
    attributes(dynamo, partition_key, sort_key, ts, ttl, version)
)]
pub fn derive_item(input: TokenStream) -> TokenStream {
    pipeline::item(&parse_macro_input!(input as DeriveInput)).into()
}

/// Reads a struct of some fields of an item, instead of the whole.
///
/// It implements the trait `DynamoProjection`. Its fields have the names and the types of the item's; they
/// are read by the item's codecs, so that units, `with`, aliases, defaults and parts of composed keys are the same.
///
/// ```
/// use dynamap::{DynamoItem, DynamoProjection};
///
/// #[derive(DynamoItem)]
/// #[dynamo(
///     table = "orders",
///     index(
///         name = "by_customer",
///         partition_key = "customer",
///         projection = include("total"),
///         as = Summary
///     )
/// )]
/// struct Order {
///     #[partition_key]
///     id: String,
///     customer: String,
///     total: u64,
///     lines: Vec<String>,
/// }
///
/// #[derive(DynamoProjection)]
/// #[dynamo(of = Order)]
/// struct Summary {
///     id: String,
///     #[dynamo(field = "total")]
///     cents: u64,
/// }
///
/// # async fn example(orders: OrderTable) -> dynamap::Result<()> {
/// let summaries: Vec<Summary> = orders.query_by_customer("c-1").all().await?;
/// let summary: Option<Summary> = orders.get("o-1").project::<Summary>().send().await?;
/// # Ok(())
/// # }
/// ```
///
/// A read of a global index asks for what the index holds, or does not compile; the message names the
/// field and the index.
///
/// # Options
///
/// Inside `#[dynamo(…)]`, on the struct or on a field.
///
/// | option | meaning | default |
/// | --- | --- | --- |
/// | `of = Order` | the item | required |
/// | `crate = ::path` | where the generated code finds dynamap; an absolute path or one that starts with `crate` | `::dynamap` |
/// | `field = "total"` | the field of the item that the field is read of | the field of the same name |
#[proc_macro_derive(DynamoProjection, attributes(dynamo))]
pub fn derive_projection(input: TokenStream) -> TokenStream {
    pipeline::projection(&parse_macro_input!(input as DeriveInput)).into()
}

/// Maps a type to a DynamoDB value, for a field of an item.
///
/// It implements the trait `DynamoValue`:
///
/// - a struct with named fields is an M, with an attribute for each stored field, and has an
///   associated constant for each of them;
/// - an enum of variants without data is an S, the variant's name;
/// - an enum of variants with data is an M: the attribute `type` names the variant, and beside it
///   stand the variant's fields or the attributes of the struct that it holds;
/// - a tuple struct of one field is what that field is, and can be a key if the field can;
/// - a tuple struct of several fields is an L.
///
/// ```
/// use std::time::SystemTime;
///
/// use dynamap::DynamoValue;
///
/// #[derive(DynamoValue)]
/// #[dynamo(rename_all = "SCREAMING_SNAKE_CASE")]
/// enum Status {
///     InTransit,
///     #[dynamo(rename = "DONE")]
///     Delivered,
/// }
///
/// #[derive(DynamoValue)]
/// struct CustomerId(String);
///
/// #[derive(DynamoValue)]
/// struct Delivery {
///     status: Status,
///     customer: CustomerId,
///     #[ts(iso, precision = seconds)]
///     promised: SystemTime,
///     #[dynamo(rename = "weight_g", default)]
///     weight: u32,
///     #[dynamo(skip)]
///     route: Vec<u64>,
/// }
///
/// #[derive(DynamoValue)]
/// #[dynamo(tag = "by", rename_all = "snake_case")]
/// enum Carrier {
///     Parcel { number: String },
///     Courier(Courier),
///     Pickup,
///     #[dynamo(other)]
///     Unknown(dynamap::Item),
/// }
///
/// #[derive(DynamoValue)]
/// struct Courier {
///     name: String,
/// }
/// ```
///
/// # Options of the type
///
/// Inside `#[dynamo(…)]`.
///
/// | option | meaning | default |
/// | --- | --- | --- |
/// | `rename_all = "camelCase"` | the case of attribute names and of variants' names: `lowercase`, `UPPERCASE`, `PascalCase`, `camelCase`, `snake_case`, `SCREAMING_SNAKE_CASE`, `kebab-case` or `SCREAMING-KEBAB-CASE`; not on a tuple struct | the Rust names |
/// | `rename_all_fields = "camelCase"` | enums: the case of the names of the variants' fields | the Rust names |
/// | `tag = "kind"` | enums: the attribute that names the variant; makes an M of an enum without data too | `type`, if a variant carries data |
/// | `crate = ::path` | where the generated code finds dynamap; an absolute path or one that starts with `crate` | `::dynamap` |
/// | `long_form` | leaves `#[ts]` to other derives; it is then written `#[dynamo(ts(…))]` | |
///
/// # Options of a field or variant
///
/// | option | meaning | conflicts with |
/// | --- | --- | --- |
/// | `ts(millis)` | a time in this unit; also an attribute of its own; on named fields and in a tuple struct | `skip`, `with` |
/// | `ttl(seconds)` | named fields of a struct that is flattened into an item: when the item expires; at most one | `ts`, `version`, `default`, `skip`, `with` |
/// | `version` | named fields of a struct that is flattened into an item: the number of writes; at most one | `ts`, `ttl`, `default`, `skip`, `with` |
/// | `rename = "name"` | the stored name of a named field or a variant | `skip`, `other` |
/// | `alias = "old"` | named fields and variants: a name that is read too; may be repeated | `other`, `flatten`, `skip` |
/// | `null` | named fields: stores `None` as NULL, on an `Option` | the other ways to write it |
/// | `set` | named fields: stores a `Vec` as a set: each member once, in no order, absent if empty | `ts`, the other ways to write it |
/// | `serde` | writes and reads the field by serde, as `serde_dynamo` does; needs dynamap's feature `serde_dynamo`; on named fields and in a tuple struct | `ts`, the other ways to write it |
/// | `flatten` | named fields of a struct: stores the attributes of the field's type beside the others | all other options |
/// | `rename_all = "camelCase"` | variants: the case of the names of its fields | `other` |
/// | `other` | variants: stands for all names that no other variant has, and holds a `String`, in an enum with data the whole map (`dynamap::Item`), or nothing; then it can be read but not written | `rename`, `alias`, `rename_all` |
/// | `default` | named fields: reads a missing attribute as `Default::default()`; with `default = path`, as what the function returns | |
/// | `skip` | named fields: does not store the field; it is read as its `default` | all but `default` |
/// | `with = module` | writes and reads the field by a module with a codec; on named fields and in a tuple struct | `ts`, `skip` |
///
/// Stamps, TTL and version belong to the item. They may stand in a struct that is flattened into it, and work as
/// in the item itself; such a struct cannot be nested, and is no `Option`. Keys are refused here.
///
/// ```
/// use dynamap::{DynamoItem, DynamoValue, unset};
/// use time::OffsetDateTime;
///
/// #[derive(DynamoItem)]
/// #[dynamo(table = "documents")]
/// struct Document {
///     #[partition_key]
///     id: String,
///     #[dynamo(flatten)]
///     history: History,
/// }
///
/// #[derive(DynamoValue)]
/// struct History {
///     #[ts(millis, auto_create)]
///     created_at: OffsetDateTime,
///     #[ts(millis, auto_update)]
///     updated_at: OffsetDateTime,
///     #[version]
///     version: u64,
/// }
///
/// let history = History { created_at: unset(), updated_at: unset(), version: 0 };
/// let document = Document { id: "a".into(), history };
/// ```
///
/// ## Options of `ts(…)`
///
/// | option | meaning | conflicts with |
/// | --- | --- | --- |
/// | `seconds` | N: seconds since the Unix epoch, rounded down | the other units |
/// | `millis` | N: milliseconds since the Unix epoch, rounded down | the other units |
/// | `micros` | N: microseconds since the Unix epoch, rounded down | the other units |
/// | `nanos` | N: nanoseconds since the Unix epoch | the other units |
/// | `iso` | S: `2025-03-21T12:30:00.000Z`, of fixed width and in UTC | the other units |
/// | `precision = seconds` | the fraction of the ISO text: `seconds`, `millis` (the default), `micros` or `nanos` | all units but `iso` |
/// | `auto_create` | named fields of a flattened struct: a write sets the field when it creates the item | `auto_update` |
/// | `auto_update` | named fields of a flattened struct: every write sets the field | `auto_create` |
///
/// ## Options of `ttl(…)`
///
/// | option | meaning | conflicts with |
/// | --- | --- | --- |
/// | `seconds` | required: a TTL is a Number of epoch seconds | |
/// | `after = "7d"` | computes the expiry from the instant of the write; a sum of integers with `s`, `m`, `h`, `d`, `w`, or the path of a `Duration` | |
/// | `from = "seen_at"` | counts from that time field of the struct; needs `after` | `sliding` |
/// | `sliding` | every write moves the expiry; needs `after` | `from` |
#[proc_macro_derive(
    DynamoValue,
    attributes(dynamo, partition_key, sort_key, ts, ttl, version)
)]
pub fn derive_value(input: TokenStream) -> TokenStream {
    pipeline::value(&parse_macro_input!(input as DeriveInput)).into()
}

/// Declares the aggregates of a table's items: one row for each group and window of time.
///
/// It stands beside [`DynamoItem`] on the struct of such a row, implements the trait `DynamoRollup`,
/// and generates an average for each sum (`average_celsius`) and, with extremes, `is_stale`.
/// `dynamap::streams::Rollups` keeps the rows from the changes of a stream.
///
/// ```
/// use dynamap::{DynamoItem, DynamoRollup, Number};
/// use time::OffsetDateTime;
///
/// #[derive(DynamoItem)]
/// #[dynamo(table = "readings")]
/// struct Reading {
///     #[partition_key]
///     device_id: String,
///     #[sort_key(iso)]
///     at: OffsetDateTime,
///     celsius: f64,
/// }
///
/// #[derive(DynamoItem, DynamoRollup)]
/// #[dynamo(table = "readings_hourly")]
/// #[rollup(of = Reading, every = hour, at = "at")]
/// struct Hourly {
///     #[partition_key]
///     device_id: String,
///     #[sort_key(iso, precision = seconds)]
///     #[rollup(window)]
///     hour: OffsetDateTime,
///     #[rollup(count)]
///     count: u64,
///     #[rollup(sum = "celsius")]
///     sum: Number,
///     #[rollup(min = "celsius")]
///     coldest: Option<f64>,
///     #[rollup(max = "celsius")]
///     hottest: Option<f64>,
///     #[rollup(last = "celsius" by "at")]
///     latest: Option<f64>,
///     #[rollup(stale)]
///     stale: Option<u64>,
/// }
///
/// let hourly = Hourly {
///     device_id: "d-1".into(),
///     hour: OffsetDateTime::UNIX_EPOCH,
///     count: 3,
///     sum: Number::from(7),
///     coldest: Some(1.0),
///     hottest: Some(4.0),
///     latest: Some(2.0),
///     stale: None,
/// };
/// assert_eq!(hourly.average_celsius(), Some(7.0 / 3.0));
/// assert!(!hourly.is_stale());
/// ```
///
/// # Options of the struct
///
/// Inside `#[rollup(…)]`; all three are required.
///
/// | option | meaning |
/// | --- | --- |
/// | `of = Reading` | the type of the items that are rolled up |
/// | `every = hour` | how long a window is: `minute`, `hour`, `day`, `month` or `year`, of the calendar in UTC |
/// | `at = "measured_at"` | the field of those items that holds the time that decides the window; an item without one is in no window |
///
/// # Options of a field
///
/// Inside `#[rollup(…)]`, one at a field. Where a field of the source is named, it is by its Rust name.
///
/// | option | the field | its type |
/// | --- | --- | --- |
/// | `group = "device_id"` | what the items of a row have in common, as the source has it in this field. A field without any option is of the group too, under its own name | the source field's |
/// | `window` | the start of the window; exactly one field, a part of the primary key | one that holds a time |
/// | `count` | how many items there are; with `count = "celsius"`, how many of them have this field | an integer |
/// | `sum = "celsius"` | the sum, exact in decimal | `Number`, an integer, `Decimal`; floats are refused, since they round |
/// | `min = "celsius"` | the smallest value | `Option` of the source field's |
/// | `max = "celsius"` | the largest value | `Option` of the source field's |
/// | `last = "celsius" by "measured_at"` | the value of the item with the greatest `measured_at`; it stands beside the field, in an attribute of its name and `:by` | `Option` of the source field's |
/// | `stale` | with `min`, `max` or `last`: a number while one of them may be of an item that was removed | `Option<u64>` |
///
/// Stamps, the version, a TTL with `after` and skipped fields have no option: writes fill them.
///
/// # Errors
///
/// All faults of the options are reported in one compile, each at the word to change. That a named field
/// exists, and that types fit, is the compiler's check of the generated code.
#[proc_macro_derive(
    DynamoRollup,
    attributes(rollup, dynamo, partition_key, sort_key, ts, ttl, version)
)]
pub fn derive_rollup(input: TokenStream) -> TokenStream {
    pipeline::rollup(&parse_macro_input!(input as DeriveInput)).into()
}

/// Reads the items of several types that share a table as one enum.
///
/// Each variant holds one item type. The derive implements the trait `DynamoCollection`, and generates the
/// function `table`, which gives the handle `dynamap::Collection` of the table.
///
/// ```
/// use dynamap::{DynamoCollection, DynamoItem, Item};
///
/// #[derive(DynamoItem)]
/// #[dynamo(
///     table = "store",
///     entity = "CUSTOMER",
///     partition_key(attribute = "pk", prefix = "CUSTOMER", parts = ["customer"]),
///     sort_key(attribute = "sk", value = "PROFILE")
/// )]
/// struct Customer {
///     customer: String,
///     name: String,
/// }
///
/// #[derive(DynamoItem)]
/// #[dynamo(
///     table = "store",
///     entity = "ORDER",
///     partition_key(attribute = "pk", prefix = "CUSTOMER", parts = ["customer"]),
///     sort_key(attribute = "sk", prefix = "ORDER", parts = ["number"])
/// )]
/// struct Order {
///     customer: String,
///     number: u64,
/// }
///
/// #[derive(DynamoCollection)]
/// enum StoreItem {
///     Customer(Customer),
///     Order(Order),
///     #[dynamo(other)]
///     Other(Item),
/// }
/// ```
///
/// # What the types agree upon
///
/// The program does not compile unless the types
///
/// - are declared for one `table`, with the same attributes and types for its keys;
/// - name their `entity` by one attribute, `tag`, and have no TTL in another attribute than the others;
/// - can be told apart: each has an `entity` of its own, or a constant or a prefix in a key that no text of
///   the others' begins with.
///
/// Indexes of one name have to be the same in all types that declare them: the first request says so if they
/// are not.
///
/// # Options
///
/// Inside `#[dynamo(…)]`.
///
/// | option | meaning | default |
/// | --- | --- | --- |
/// | `crate = ::path` | on the enum: where the generated code finds dynamap; an absolute path or one that starts with `crate` | `::dynamap` |
/// | `long_form` | on the enum: leaves `#[partition_key]`, `#[sort_key]`, `#[ts]`, `#[ttl]` and `#[version]` to other derives | |
/// | `other` | on one variant: what items of none of the types are read as. It holds the item, `Other(dynamap::Item)`, or nothing | they are left out |
#[proc_macro_derive(DynamoCollection, attributes(dynamo))]
pub fn derive_collection(input: TokenStream) -> TokenStream {
    pipeline::collection(&parse_macro_input!(input as DeriveInput)).into()
}
