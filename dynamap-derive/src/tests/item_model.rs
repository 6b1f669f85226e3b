//! The model of sound items.

use quote::ToTokens;

use super::{good_item, on_struct, with_fields};
use crate::model::{
    Base, Codec, DefaultValue, FieldIndex, Item, KeyAttribute, Reading, TimeFormat, TtlPolicy, Unit,
};
use crate::parse::{After, Stamp};

fn name(item: &Item, index: FieldIndex) -> String {
    item.field(index).name()
}

fn key_name(item: &Item, key: &KeyAttribute) -> String {
    name(item, key.field().expect("one field"))
}

fn key_names(item: &Item, keys: &[KeyAttribute]) -> Vec<String> {
    keys.iter().map(|key| key_name(item, key)).collect()
}

fn codec<'a>(item: &'a Item, field: &str) -> &'a Codec {
    item.fields
        .iter()
        .find(|candidate| candidate.name() == field)
        .map(|field| &field.codec)
        .expect("a field")
}

#[test]
fn the_order_of_the_design() {
    let item = good_item(
        "#[dynamo(table = \"Application\", index(name = \"index\", partition_key = \"pk\", sort_key = \"updated_at\"))]
         pub(crate) struct Order {
             #[partition_key] uuid: String,
             pub pk: String,
             #[ts(millis, auto_create)] created_at: OffsetDateTime,
             #[ts(millis, auto_update)] updated_at: OffsetDateTime,
             status: Status,
             #[version] version: u64,
             #[ttl(seconds, after = \"7d\")] expires_at: Option<OffsetDateTime>,
         }",
    );
    assert_eq!(item.table.value, "Application");
    assert_eq!(item.handle, "OrderTable");
    assert_eq!(item.key_type, "OrderKey");
    assert_eq!(item.primary_type, "OrderPrimary");
    assert_eq!(item.vis.to_token_stream().to_string(), "pub (crate)");
    assert_eq!(item.fields[1].vis.to_token_stream().to_string(), "pub");
    assert_eq!(item.fields[0].vis.to_token_stream().to_string(), "");
    assert_eq!(item.fields[2].constant, "CREATED_AT");
    assert_eq!(item.key.partition.attribute.value, "uuid");
    assert_eq!(
        name(&item, item.key.partition.field().expect("a field")),
        "uuid"
    );
    assert!(item.key.sort.is_none());
    assert!(matches!(codec(&item, "uuid"), Codec::KeyValue));
    assert!(matches!(codec(&item, "status"), Codec::Value));
    assert!(matches!(codec(&item, "version"), Codec::Version));
    assert!(matches!(codec(&item, "expires_at"), Codec::Ttl));
    assert!(matches!(
        codec(&item, "created_at"),
        Codec::Time(TimeFormat::Epoch(Unit::Millis))
    ));
    let stamps: Vec<_> = item
        .filled
        .stamps
        .iter()
        .map(|stamp| (name(&item, stamp.field), stamp.stamp))
        .collect();
    assert_eq!(
        stamps,
        [
            ("created_at".to_owned(), Stamp::Create),
            ("updated_at".to_owned(), Stamp::Update)
        ]
    );
    assert_eq!(
        item.filled
            .version
            .map(|index| name(&item, index))
            .as_deref(),
        Some("version")
    );
    let ttl = item.filled.ttl.as_ref().expect("a TTL");
    assert_eq!(name(&item, ttl.field), "expires_at");
    assert!(matches!(
        &ttl.policy,
        TtlPolicy::Computed { after: After::Seconds(duration), base: Base::Write }
            if duration.seconds() == 604_800
    ));
    let index = &item.indexes[0];
    assert_eq!(index.path.name.value, "index");
    assert_eq!(index.path.method, "query_index");
    assert_eq!(index.path.type_name, "OrderIndex");
    assert_eq!(key_names(&item, &index.partition), ["pk"]);
    assert_eq!(key_names(&item, &index.sort), ["updated_at"]);
}

#[test]
fn a_composed_sort_key_has_a_time_and_a_suffix() {
    let item = good_item(
        "#[dynamo(table = \"devices\")]
         struct Reading {
             #[partition_key] #[dynamo(rename = \"pk\")] device_id: String,
             #[dynamo(skip)] note: String,
             #[sort_key(iso, precision = seconds, suffix = \"id\", lenient)] #[dynamo(rename = \"sk\")] at: T,
             id: String,
             #[ttl(seconds, after = \"90d\", from = \"at\")] expires_at: T,
         }",
    );
    let sort = item.key.sort.as_ref().expect("a sort key");
    assert_eq!(sort.attribute.value, "sk");
    assert_eq!(name(&item, sort.first_part().expect("a part")), "at");
    let composed = sort.composed().expect("composed");
    assert_eq!(composed.prefix, None);
    assert_eq!(composed.carrier, sort.first_part());
    let parts: Vec<_> = composed
        .parts
        .iter()
        .map(|part| name(&item, *part))
        .collect();
    assert_eq!(parts, ["at", "id"]);
    assert!(matches!(
        codec(&item, "at"),
        Codec::InKeyTime {
            precision: Unit::Seconds,
            reading: Reading::Any
        }
    ));
    assert!(matches!(codec(&item, "id"), Codec::Value));
    let key_fields: Vec<_> = item
        .key
        .fields()
        .into_iter()
        .map(|index| name(&item, index))
        .collect();
    assert_eq!(key_fields, ["device_id", "at", "id"]);
    let ttl = item.filled.ttl.as_ref().expect("a TTL");
    let TtlPolicy::Computed {
        base: Base::Field(base),
        ..
    } = &ttl.policy
    else {
        panic!("not computed from a field")
    };
    assert_eq!(name(&item, *base), "at");
    assert_eq!(item.skipped[0].ident, "note");
}

#[test]
fn time_keys_are_read_in_canonical_form() {
    let item = good_item(
        "#[dynamo(table = \"orders\")]
         struct O { #[partition_key(iso)] a: T, #[sort_key(iso, lenient, precision = nanos)] b: T, #[ts(iso)] c: T }",
    );
    let iso = |precision, reading| TimeFormat::Iso { precision, reading };
    let format = |field| match codec(&item, field) {
        Codec::Time(format) | Codec::KeyTime(format) => *format,
        _ => panic!("{field} holds a time"),
    };
    assert_eq!(format("a"), iso(Unit::Millis, Reading::Canonical));
    assert_eq!(format("b"), iso(Unit::Nanos, Reading::Any));
    assert_eq!(format("c"), iso(Unit::Millis, Reading::Any));
    assert!(matches!(codec(&item, "a"), Codec::KeyTime(_)));
    assert!(matches!(codec(&item, "c"), Codec::Time(_)));
}

#[test]
fn ttl_policies() {
    let policy = |options: &str| {
        let item = good_item(&with_fields(&format!("#[ttl({options})] a: T")));
        item.filled.ttl.expect("a TTL").policy
    };
    assert!(matches!(policy("seconds"), TtlPolicy::Carried));
    assert!(matches!(
        policy("seconds, after = \"1d\", sliding"),
        TtlPolicy::Sliding {
            after: After::Seconds(..)
        }
    ));
    let TtlPolicy::Computed {
        after: After::Constant(path),
        base: Base::Write,
    } = policy("after = limits::LIFETIME, seconds")
    else {
        panic!("not a constant")
    };
    assert_eq!(path.to_token_stream().to_string(), "limits :: LIFETIME");
    let item = good_item(&with_fields("#[sort_key] #[ttl(seconds)] a: T"));
    assert!(matches!(codec(&item, "a"), Codec::KeyTtl));
}

#[test]
fn defaults_and_modules() {
    let item = good_item(&with_fields(
        "#[dynamo(default)] a: T, #[dynamo(default = m::f::<u8>)] b: T, #[dynamo(with = m)] c: T, d: T,
         #[dynamo(skip)] e: T, #[dynamo(skip, default = g)] f: T",
    ));
    let default = |position: usize| item.fields[position].default.as_ref();
    assert!(matches!(default(1), Some(DefaultValue::Trait(_))));
    assert!(matches!(default(2), Some(DefaultValue::Function(_))));
    assert!(matches!(&item.fields[3].codec, Codec::With(path) if path.is_ident("m")));
    assert!(default(4).is_none());
    assert!(matches!(item.skipped[0].default, DefaultValue::Trait(_)));
    assert!(matches!(&item.skipped[1].default, DefaultValue::Function(path) if path.is_ident("g")));
}

#[test]
fn indices_count_stored_fields() {
    let item = good_item(
        "#[dynamo(table = \"orders\", index(name = \"by_b\", partition_key = \"b\"))]
         struct O { #[dynamo(skip)] x: u8, #[partition_key] a: u8, #[dynamo(skip)] y: u8, b: u8 }",
    );
    assert_eq!(item.key.partition.field().expect("a field").position(), 0);
    assert_eq!(
        item.indexes[0].partition[0]
            .field()
            .expect("a field")
            .position(),
        1
    );
    assert_eq!(key_name(&item, &item.indexes[0].partition[0]), "b");
}

#[test]
fn raw_identifiers_are_stripped_where_they_are_names() {
    let item = good_item(
        "#[dynamo(table = \"orders\", index(name = \"by_type\", partition_key = \"type\"))]
         struct O { #[partition_key] r#type: String, #[dynamo(rename = \"r#x\")] r#fn: u8 }",
    );
    assert_eq!(item.fields[0].ident.to_string(), "r#type");
    assert_eq!(item.fields[0].attribute.value, "type");
    assert_eq!(item.fields[0].constant, "TYPE");
    assert_eq!(item.fields[1].attribute.value, "r#x");
    assert_eq!(key_name(&item, &item.indexes[0].partition[0]), "type");
}

#[test]
fn rename_all_and_rename() {
    let item = good_item(
        "#[dynamo(table = \"orders\", rename_all = \"camelCase\")]
         struct O { #[partition_key] order_id: u8, #[dynamo(rename = \"kept_name\")] a_b: u8 }",
    );
    let names: Vec<_> = item
        .fields
        .iter()
        .map(|field| field.attribute.value.as_str())
        .collect();
    assert_eq!(names, ["orderId", "kept_name"]);
}

#[test]
fn long_form_leaves_bare_helpers_alone() {
    let item = good_item(
        "#[ts(export)] #[dynamo(long_form, table = \"orders\")]
         struct O { #[dynamo(partition_key)] id: u8, #[ts(rename = \"x\")] #[dynamo(ts(millis))] a: T, #[version] v: u8 }",
    );
    assert!(matches!(codec(&item, "a"), Codec::Time(_)));
    assert!(matches!(codec(&item, "v"), Codec::Value));
    assert!(item.filled.version.is_none());
}

#[test]
fn other_attributes_are_left_alone_or_forwarded() {
    let item = good_item(
        "/// Docs.\n#[derive(Debug)] #[serde(rename_all = \"x\")] #[dynamo(table = \"orders\")]
         struct O { #[partition_key] #[cfg(all())] #[deprecated] #[serde(skip)] #[other::ts] id: u8 }",
    );
    let forwarded = &item.fields[0].forwarded;
    assert_eq!((forwarded.cfg.len(), forwarded.deprecated.len()), (1, 1));
}

#[test]
fn names_that_the_user_gives() {
    let item = good_item(&on_struct(
        "table = \"orders\", handle = \"Orders\", key = \"OrderId\", crate = crate::x, \
         index(name = \"one\", partition_key = \"total\", path = \"ByTotal\", as = Summary, method = \"by_total\"),",
    ));
    assert_eq!(item.handle, "Orders");
    assert_eq!(item.key_type, "OrderId");
    assert_eq!(item.crate_path.to_token_stream().to_string(), "crate :: x");
    assert_eq!(item.indexes[0].path.type_name, "ByTotal");
    assert_eq!(item.indexes[0].path.method, "by_total");
    let reads = item.indexes[0].path.reads.as_ref().expect("a projection");
    assert_eq!(reads.to_token_stream().to_string(), "Summary");
}

#[test]
fn generics_and_local_indexes() {
    let item = good_item(
        "#[dynamo(table = \"orders\", local_index(name = \"by_b\", sort_key = \"b\"))]
         struct O<T: Clone> where T: Sized { #[partition_key] id: String, #[sort_key] a: u8, b: T }",
    );
    assert_eq!(item.generics.params.len(), 1);
    assert_eq!(key_name(&item, &item.local_indexes[0].sort), "b");
    assert_eq!(item.local_indexes[0].path.method, "query_by_b");
}

#[test]
fn generated_names_lead_to_the_users_code() {
    let source = with_fields("status: u8");
    let item = good_item(&source);
    let column = |ident: &proc_macro2::Ident| ident.span().start().column;
    assert_eq!(
        column(&item.handle),
        source.find("Order").expect("the struct")
    );
    assert_eq!(
        column(&item.fields[1].constant),
        source.find("status").expect("the field")
    );
}
