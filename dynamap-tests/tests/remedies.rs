//! What the derives' errors tell to write, written: each remedy compiles.
//!
//! The headings are the errors; `ui/` holds the mistakes.

#![allow(missing_docs, dead_code, reason = "compiling is the test")]

/// A remedy on the struct, beside a sound key.
macro_rules! on_struct {
    ($($module:ident: $(#[$remedy:meta])+)*) => {$(
        mod $module {
            #[allow(unused_imports, reason = "each remedy needs some")]
            use dynamap::DynamoItem;

            #[derive(DynamoItem)]
            $(#[$remedy])+
            struct Order {
                #[partition_key]
                id: String,
                #[sort_key]
                line: u32,
                customer: String,
                #[ts(millis)]
                created_at: time::OffsetDateTime,
                total: u64,
            }
        }
    )*};
}

on_struct! {
    // `Order` has no table; `table` needs a value; `table` takes a string literal
    no_table: #[dynamo(table = "orders")]
    // expected `,` after the value of `table`
    no_comma: #[dynamo(table = "orders", rename_all = "camelCase")]
    // `mapper` is a relative path; `crate` takes a path
    relative_path: #[dynamo(table = "orders", crate = ::dynamap)]
    // `my key` is not an identifier
    no_identifier: #[dynamo(table = "orders", handle = "Orders", key = "OrderId")]
    // `by status` is not an identifier
    no_method: #[dynamo(table = "orders", index(name = "by_total", partition_key = "total", method = "query_recent"))]
    // `index` takes a list of options
    no_index: #[dynamo(table = "orders", index(name = "by_customer", partition_key = "customer", sort_key = "created_at"))]
    // every table handle has a method `get`
    taken_method: #[dynamo(table = "orders", index(name = "by_customer", partition_key = "customer", method = "query_get"))]
    // `include` names no fields
    projection: #[dynamo(table = "orders", index(name = "by_customer", partition_key = "customer", projection = include("total")))]
    // `keys_only` takes no list of fields
    keys_only: #[dynamo(table = "orders", index(name = "by_customer", partition_key = "customer", projection = keys_only))]
    // the name `OrderTable` is taken
    taken_type: #[dynamo(table = "orders", index(name = "table", partition_key = "customer", path = "ByCustomer"))]
    // the indexes `by-customer` and `by_customer` both give the method `query_by_customer`
    equal_methods: #[dynamo(
        table = "orders",
        index(name = "by-customer", partition_key = "customer"),
        index(name = "by_customer", partition_key = "total", method = "by_total", path = "ByTotal")
    )]
    // the list of `partition_key` is empty; `partition_key` has 5 attributes
    several: #[dynamo(table = "orders", index(name = "by_customer", partition_key = ["customer", "total"], sort_key = ["created_at", "line"]))]
    // `sort_key` has 5 attributes; an index with buckets or shards has one sort attribute
    one_of_several: #[dynamo(
        table = "orders",
        index(
            name = "by_customer",
            partition_key(attribute = "gpk", parts = ["customer"], shards = 4),
            sort_key(attribute = "gsk", parts = ["created_at", "total"])
        )
    )]
    // a local index has one sort attribute
    global_instead: #[dynamo(table = "orders", index(name = "by_total", partition_key = "id", sort_key = ["total", "created_at"]))]
    // `local_index` has no `sort_key`
    local_index: #[dynamo(table = "orders", local_index(name = "by_total", sort_key = "total"))]
}

/// A remedy on a field, in an item with a sound key.
macro_rules! on_field {
    ($($module:ident: $(#[$remedy:meta])+ $type:ty,)*) => {$(
        mod $module {
            #[allow(unused_imports, reason = "each remedy needs some")]
            use std::collections::BTreeSet;

            use dynamap::DynamoItem;
            #[allow(unused_imports, reason = "each remedy needs some")]
            use time::OffsetDateTime;

            #[derive(DynamoItem)]
            #[dynamo(table = "orders")]
            struct Order {
                #[partition_key]
                id: String,
                #[ts(millis)]
                created_at: OffsetDateTime,
                $(#[$remedy])+
                field: $type,
            }
        }
    )*};
}

on_field! {
    // `ts` has no unit
    ts_millis: #[ts(millis)] OffsetDateTime,
    // a `String` cannot hold a time
    ts_iso: #[ts(iso)] OffsetDateTime,
    // `f64` cannot hold a time
    ts_system: #[ts(millis)] std::time::SystemTime,
    ts_counter: #[ts(millis)] dynamap::time::EpochMillis,
    ts_integer: #[ts(millis)] i64,
    // 32 bits of seconds end in 2038
    ts_seconds: #[ts(seconds)] dynamap::time::EpochSeconds,
    ts_unsigned: #[ts(seconds)] u64,
    // an integer cannot be written as ISO text
    ts_stored: #[ts(seconds)] i64,
    // a date is stored as text
    date: #[dynamo(rename = "day")] time::Date,
    // `ttl` has no unit; a TTL counts epoch seconds, not `millis`
    ttl: #[ttl(seconds)] OffsetDateTime,
    // `sliding` needs `after`; a length of time cannot hold a time
    ttl_after: #[ttl(seconds, after = "7d")] Option<OffsetDateTime>,
    ttl_sliding: #[ttl(seconds, sliding, after = "90d")] Option<OffsetDateTime>,
    // `from` needs `after`; `id` is not a time field
    ttl_from: #[ttl(seconds, from = "created_at", after = "90d")] Option<OffsetDateTime>,
    // a duration without a unit
    ttl_sum: #[ttl(seconds, after = "1d12h")] Option<OffsetDateTime>,
    // `precision` cannot be combined with `millis`
    precision: #[ts(iso, precision = millis)] OffsetDateTime,
    // `default` takes a path
    default: #[dynamo(default = String::new)] String,
    // `lenient` needs `iso`
    lenient: #[sort_key(iso, lenient)] OffsetDateTime,
    // a list of texts is no key, it stands beside the key
    collection: #[dynamo(rename = "tags")] BTreeSet<String>,
    // a version is an integer
    version: #[version] Option<u32>,
    // an attribute of two names
    rename: #[dynamo(rename = "name")] String,
    // `ts` cannot be combined with `sort_key`
    key: #[sort_key(iso, precision = seconds)] OffsetDateTime,
}

mod suffix {
    // `suffix` needs `iso`
    #[derive(dynamap::DynamoItem)]
    #[dynamo(table = "readings")]
    struct Reading {
        #[partition_key]
        device: String,
        #[sort_key(iso, suffix = "id")]
        at: time::OffsetDateTime,
        id: String,
    }
}

mod partition_key {
    // `Order` has no partition key
    #[derive(dynamap::DynamoItem)]
    #[dynamo(table = "orders")]
    struct Order {
        #[partition_key]
        id: String,
    }

    #[derive(dynamap::DynamoItem)]
    #[dynamo(table = "orders", long_form)]
    struct LongForm {
        #[dynamo(partition_key)]
        id: String,
    }

    // `OffsetDateTime` cannot be a key attribute
    #[derive(dynamap::DynamoItem)]
    #[dynamo(table = "orders")]
    struct Times {
        #[partition_key(millis)]
        day: time::OffsetDateTime,
        #[sort_key(iso)]
        at: time::OffsetDateTime,
    }
}

mod wrapped {
    use dynamap::DynamoItem;
    use dynamap::aws_sdk_dynamodb::types::AttributeValue;
    use dynamap::value::{
        DecodeError, Decoder, DynamoValue, EncodeError, Encoder, KeyValue, ScalarType, kind,
    };

    // `with` cannot be combined with `partition_key`; `price` is written by a module
    #[derive(Debug, Clone, PartialEq)]
    struct Price(u64);

    impl DynamoValue for Price {
        type Kind = kind::Text;

        fn encode(&self, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
            encoder.string(&format!("{}.00", self.0));
            Ok(())
        }

        fn decode(decoder: &mut dyn Decoder) -> Result<Self, DecodeError> {
            let text = decoder.string()?;
            text.strip_suffix(".00")
                .and_then(|text| text.parse().ok())
                .map(Self)
                .ok_or_else(|| DecodeError::new("a price", "another text"))
        }
    }

    impl KeyValue for Price {
        const TYPE: ScalarType = ScalarType::S;
    }

    #[derive(Debug, PartialEq, DynamoItem)]
    #[dynamo(table = "prices", index(name = "by_old", partition_key = "old"))]
    struct Prices {
        #[partition_key]
        new: Price,
        old: Price,
    }

    #[test]
    fn a_type_with_its_own_text_is_a_key() {
        let prices = Prices {
            new: Price(5),
            old: Price(6),
        };
        let item = prices.to_item().unwrap();
        assert_eq!(item["new"], AttributeValue::S("5.00".to_owned()));
        assert_eq!(Prices::from_item(&item).unwrap(), prices);
    }
}
