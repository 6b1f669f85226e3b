//! The model of composed keys.

use super::good_item;
use crate::model::{
    BucketWidth, Codec, Date, Era, FieldIndex, Item, KeyAttribute, KeyOf, PartitionKind, Reading,
    Spread, Stored, Unit,
};

fn name(item: &Item, index: FieldIndex) -> String {
    item.field(index).name()
}

fn names(item: &Item, indexes: &[FieldIndex]) -> Vec<String> {
    indexes.iter().map(|index| name(item, *index)).collect()
}

/// The attributes in the order of writing; those of indexes with the index's name.
fn stored(item: &Item) -> Vec<String> {
    item.stored()
        .into_iter()
        .map(|stored| match stored {
            Stored::Field(field) => item.field(field).attribute.value.clone(),
            Stored::Tag(entity) => format!("tag {}", entity.tag.value),
            Stored::Key {
                key,
                of: KeyOf::Table,
            } => format!("key {}", key.attribute.value),
            Stored::Key {
                key,
                of: KeyOf::Index(index),
            } => format!("{} of {}", key.attribute.value, index.path.name.value),
        })
        .collect()
}

fn kind(item: &Item) -> PartitionKind {
    PartitionKind::of(
        std::slice::from_ref(&item.key.partition),
        item.key.sort.as_slice(),
    )
}

fn attributes(keys: &[KeyAttribute]) -> Vec<&str> {
    keys.iter().map(|key| &*key.attribute.value).collect()
}

fn text(key: &KeyAttribute) -> (Option<&str>, char) {
    let composed = key.composed().expect("composed");
    (composed.prefix.as_deref(), composed.separator)
}

const READING: &str = r#"
    #[dynamo(table = "devices")]
    struct Reading {
        #[partition_key(prefix = "device", bucket = day, of = "at", shards = 4)]
        #[dynamo(rename = "pk")]
        device_id: String,
        #[sort_key(iso, prefix = "time", suffix = "id")]
        #[dynamo(rename = "sk")]
        at: OffsetDateTime,
        id: String,
        celsius: f64,
        #[ts(millis, auto_create)]
        ingested_at: OffsetDateTime,
        #[ttl(seconds, after = "90d", from = "at")]
        expires_at: OffsetDateTime,
    }
"#;

#[test]
fn the_reading_of_the_design() {
    let item = good_item(READING);
    let partition = &item.key.partition;
    assert_eq!(partition.attribute.value, "pk");
    assert_eq!(text(partition), (Some("device"), '#'));
    assert_eq!(names(&item, partition.parts()), ["device_id"]);
    assert_eq!(
        partition.of().map(|of| name(&item, of)).as_deref(),
        Some("at")
    );
    let era = Era {
        bucket: Some(BucketWidth::Day),
        shards: Some(4),
    };
    assert_eq!(
        partition.composed().expect("composed").eras(),
        [(None, era)]
    );
    let sort = item.key.sort.as_ref().expect("a sort key");
    assert_eq!(sort.attribute.value, "sk");
    assert_eq!(text(sort), (Some("time"), '#'));
    assert_eq!(names(&item, sort.parts()), ["at", "id"]);
    assert_eq!(kind(&item), PartitionKind::SortBuckets);
    assert_eq!(names(&item, &item.key.fields()), ["device_id", "at", "id"]);
    assert!(matches!(item.fields[0].codec, Codec::InKey));
    assert!(matches!(
        item.fields[1].codec,
        Codec::InKeyTime {
            precision: Unit::Millis,
            reading: Reading::Canonical
        }
    ));
    assert_eq!(
        stored(&item),
        [
            "key pk",
            "key sk",
            "id",
            "celsius",
            "ingested_at",
            "expires_at"
        ]
    );
    let carried = |field| {
        item.carried(FieldIndex::at(field))
            .map(|key| &key.attribute.value)
    };
    assert_eq!(carried(1).map(String::as_str), Some("sk"));
    assert_eq!(carried(2), None);
}

#[test]
fn a_stored_carrier_has_two_names() {
    let item = good_item(
        r#"#[dynamo(table = "devices", rename_all = "camelCase",
                   index(name = "by_time", partition_key = "device_id", sort_key = "taken_at"))]
        struct Reading {
            #[partition_key(prefix = "device", store)]
            #[dynamo(rename = "pk")]
            device_id: String,
            #[sort_key(iso, precision = seconds, prefix = "time", store)]
            #[dynamo(rename = "sk")]
            taken_at: OffsetDateTime,
        }"#,
    );
    assert_eq!(item.key.partition.attribute.value, "pk");
    assert!(matches!(item.fields[0].codec, Codec::Value));
    assert!(matches!(item.fields[1].codec, Codec::Time(_)));
    assert_eq!(stored(&item), ["key pk", "key sk", "deviceId", "takenAt"]);
    assert_eq!(kind(&item), PartitionKind::One);
    let index = &item.indexes[0];
    assert_eq!(attributes(&index.partition), ["deviceId"]);
    assert_eq!(attributes(&index.sort), ["takenAt"]);
}

#[test]
fn keys_on_the_struct() {
    let item = good_item(
        r#"#[dynamo(table = "app", separator = "|",
            partition_key(attribute = "pk", prefix = "TENANT", parts = ["tenant", "user"]),
            sort_key(attribute = "sk", parts = ["kind", "at"]))]
        struct Event { at: T, kind: Kind, tenant: String, user: u32, #[ts(millis)] seen: T }"#
            .replace("at: T,", "#[ts(iso)] at: T,")
            .as_str(),
    );
    assert_eq!(text(&item.key.partition), (Some("TENANT"), '|'));
    assert_eq!(text(item.key.sort.as_ref().expect("a key")), (None, '|'));
    assert_eq!(
        names(&item, &item.key.fields()),
        ["tenant", "user", "kind", "at"]
    );
    assert_eq!(
        stored(&item),
        ["key pk", "key sk", "at", "kind", "tenant", "user", "seen"]
    );
}

#[test]
fn constant_keys() {
    let item = good_item(
        r#"#[dynamo(table = "app",
            partition_key(attribute = "pk", value = "CONFIG#v1"),
            sort_key(attribute = "sk", value = "PROFILE"))]
        struct Config { theme: String }"#,
    );
    assert_eq!(text(&item.key.partition), (Some("CONFIG#v1"), '#'));
    assert!(item.key.fields().is_empty());
    assert_eq!(stored(&item), ["key pk", "key sk", "theme"]);
}

#[test]
fn dated_layouts_stand_oldest_first() {
    let item = good_item(
        r#"#[dynamo(table = "devices")]
        struct Reading {
            #[partition_key(bucket = minute, of = "at", shards = 1000,
                before("2025-06-01", bucket = hour, shards = 2), before("2024-02-29"))]
            device: String,
            #[sort_key]
            id: String,
            #[ts(millis)]
            at: T,
        }"#,
    );
    let Some(Spread::Dated { earlier, .. }) = item
        .key
        .partition
        .composed()
        .map(|composed| &composed.spread)
    else {
        panic!("{:?}", item.key)
    };
    let date = |text| Date::parse(text).map_err(|error| error.to_string());
    assert_eq!(
        *earlier,
        [
            (date("2024-02-29").expect("a day"), Era::PLAIN),
            (
                date("2025-06-01").expect("a day"),
                Era {
                    bucket: Some(BucketWidth::Hour),
                    shards: Some(2)
                }
            )
        ]
    );
    assert_eq!(kind(&item), PartitionKind::FieldBuckets);
    assert_eq!(names(&item, &item.key.fields()), ["device", "at", "id"]);
}

#[test]
fn shards_alone_need_no_time() {
    let item = good_item(
        r#"#[dynamo(table = "devices")]
        struct Reading { #[partition_key(shards = 2)] device: String, #[sort_key(millis)] at: T }"#,
    );
    assert_eq!(kind(&item), PartitionKind::Shards);
    assert_eq!(
        item.key
            .partition
            .composed()
            .map(|composed| &composed.spread),
        Some(&Spread::Shards(2))
    );
    assert_eq!(names(&item, &item.key.fields()), ["device", "at"]);
}

#[test]
fn keys_of_indexes() {
    let item = good_item(
        r#"#[dynamo(table = "orders",
            index(name = "by_day",
                partition_key(attribute = "gsi1pk", prefix = "status", parts = ["status"], bucket = month, of = "paid_at"),
                sort_key = "paid_at"),
            index(name = "by_shop", partition_key = "shop",
                sort_key(attribute = "gsi2sk", parts = ["status", "paid_at"])))]
        struct Order {
            #[partition_key] id: String,
            shop: String,
            status: Option<Status>,
            #[ts(millis)] paid_at: Option<T>,
        }"#,
    );
    assert_eq!(
        stored(&item),
        [
            "id",
            "shop",
            "status",
            "paid_at",
            "gsi1pk of by_day",
            "gsi2sk of by_shop"
        ]
    );
    let index = &item.indexes[0];
    assert_eq!(
        PartitionKind::of(&index.partition, &index.sort),
        PartitionKind::SortBuckets
    );
    assert_eq!(
        index.sort[0].field().expect("a field"),
        index.partition[0].of().expect("a time")
    );
}

#[test]
fn long_form() {
    let long = READING
        .replace("#[dynamo(table", "#[dynamo(long_form, table")
        .replace(
            "#[partition_key(prefix = \"device\", bucket = day, of = \"at\", shards = 4)]",
            "#[dynamo(partition_key(prefix = \"device\", bucket = day, of = \"at\", shards = 4))]",
        )
        .replace(
            "#[sort_key(iso, prefix = \"time\", suffix = \"id\")]",
            "#[dynamo(sort_key(iso, prefix = \"time\", suffix = \"id\"))]",
        )
        .replace(
            "#[ts(millis, auto_create)]",
            "#[dynamo(ts(millis, auto_create))]",
        )
        .replace("#[ttl(", "#[dynamo(ttl(")
        .replace("from = \"at\")]", "from = \"at\"))]");
    let (short, long) = (good_item(READING), good_item(&long));
    assert_eq!(
        format!("{:?}", short.key.partition.layout),
        format!("{:?}", long.key.partition.layout)
    );
    assert_eq!(stored(&short), stored(&long));
}

#[test]
fn days_are_those_of_the_calendar() {
    for (text, seconds) in [
        ("1970-01-01", 0),
        ("1969-12-31", -86_400),
        ("2025-06-01", 1_748_736_000),
        ("2000-02-29", 951_782_400),
        ("2000-03-01", 951_868_800),
        ("0000-01-01", -62_167_219_200),
        ("9999-12-31", 253_402_214_400),
    ] {
        let date = Date::parse(text).map_err(|error| error.to_string());
        assert_eq!(date.clone().map(Date::epoch_seconds), Ok(seconds), "{text}");
        assert_eq!(date.map(Date::text).as_deref(), Ok(text));
    }
    for text in [
        "2025-02-29",
        "1900-02-29",
        "2025-13-01",
        "2025-00-01",
        "2025-01-00",
        "2025-04-31",
    ] {
        let error = Date::parse(text)
            .map(Date::text)
            .map_err(|error| error.to_string());
        assert_eq!(
            error,
            Err(format!(
                "there is no day `{text}`\nhelp: write a day of the calendar in UTC, as in \
                 `\"2025-06-01\"`"
            ))
        );
    }
    for text in [
        "",
        "2025-6-1",
        "2025-06-01T00:00",
        "+025-06-01",
        "2025/06/01",
        "größe-01-0",
    ] {
        assert!(Date::parse(text).is_err(), "{text}");
    }
}
