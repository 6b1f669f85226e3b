//! Composed keys: what is written is read back, whatever the values hold, and sorts as they do.

use ::time::OffsetDateTime;
use aws_sdk_dynamodb::types::AttributeValue;
use proptest::prelude::*;

use crate::expression::{AttributeCodec, value_part_codec};
use crate::item::{Read, Write};
use crate::key::shard::shard_of;
use crate::key::{
    Composed, Era, KeyField, KeyLayout, KeyPart, KeySlot, Part, PartCodec, PartSlot, SEPARATOR,
    recover,
};
use crate::time::{BucketWidth, Iso, Millis, Moment, PointInTime, key_codec};
use crate::value::{MapEncoder, TreeDecoder};

const TEXT: AttributeCodec<String> = value_part_codec::<String>();
const NUMBER: AttributeCodec<u32> = value_part_codec::<u32>();
const TIME: AttributeCodec<OffsetDateTime> =
    AttributeCodec::time(key_codec::<OffsetDateTime, Iso<Millis>>(false));

const fn field(field: &'static str, codec: &'static dyn PartCodec) -> KeyField {
    KeyField {
        field,
        attribute: field,
        codec,
        lenient: false,
    }
}

const AT: KeyField = field("at", &TIME);

/// Two dated changes of bucket and shards, as a live table may have seen.
const fn eras(bucket: BucketWidth) -> [Era; 3] {
    [
        Era {
            before: Some(Moment::from_parts(1_000_000_000, 0)),
            bucket: None,
            shards: None,
        },
        Era {
            before: Some(Moment::from_parts(1_500_000_000, 0)),
            bucket: Some(BucketWidth::Month),
            shards: None,
        },
        Era {
            before: None,
            bucket: Some(bucket),
            shards: Some(7),
        },
    ]
}

const SORT: KeyLayout = KeyLayout {
    separator: SEPARATOR,
    prefix: Some("time"),
    parts: &[AT, field("id", &TEXT)],
    of: None,
    eras: &[Era::PLAIN],
};

const PARTS: &[KeyField] = &[
    field("tenant", &TEXT),
    field("number", &NUMBER),
    field("name", &TEXT),
    field("rank", &NUMBER),
];

macro_rules! partitions {
    ($($width:ident),*) => {
        [$(
            const {
                &KeyLayout {
                    separator: SEPARATOR,
                    prefix: Some("device"),
                    parts: PARTS,
                    of: Some(AT),
                    eras: &eras(BucketWidth::$width),
                }
            }
        ),*]
    };
}

fn partitions() -> [&'static KeyLayout; 5] {
    partitions!(Minute, Hour, Day, Month, Year)
}

fn text_of(value: &dyn Write) -> String {
    let mut encoder = MapEncoder::new();
    value.write(&mut encoder).unwrap();
    match encoder.finish().unwrap() {
        AttributeValue::S(text) => text,
        other => panic!("a composed key is text, not {other:?}"),
    }
}

fn slot(attribute: &'static str, text: &str) -> KeySlot {
    let mut slot = KeySlot::new(attribute);
    let value = AttributeValue::S(text.to_owned());
    slot.read(&mut TreeDecoder::new(&value)).unwrap();
    slot
}

fn moment() -> impl Strategy<Value = OffsetDateTime> {
    // Every era, and the edges of the years that have a text.
    prop_oneof![
        Just(-62_167_219_200_000_i64),
        Just(253_402_300_799_999_i64),
        Just(999_999_999_999_i64),
        Just(1_000_000_000_000_i64),
        Just(1_499_999_999_999_i64),
        -62_167_219_200_000_i64..=253_402_300_799_999,
        900_000_000_000_i64..1_800_000_000_000,
    ]
    .prop_map(|millis| {
        OffsetDateTime::from_unix_timestamp_nanos(i128::from(millis) * 1_000_000).unwrap()
    })
}

/// Texts that look like the rest of a key as often as not.
fn anything() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z#]{1,6}",
        "\\PC{1,8}",
        Just("#".to_owned()),
        Just("2025-03-21#0".to_owned()),
        Just("00000000000000000007#x#00000000000000000001".to_owned()),
    ]
}

proptest! {
    /// K16, H06: from both ends, by the widths of what is known.
    #[test]
    fn what_is_composed_is_taken_apart(
        width in 0_usize..5,
        tenant in "[^#]{1,5}",
        number: u32,
        name in anything(),
        rank: u32,
        at in moment(),
        id in anything(),
    ) {
        let layout = partitions()[width];
        let sort_parts: [&dyn KeyPart; 2] = [&Part(TIME, &at), &Part(TEXT, &id)];
        let sort = Composed { layout: &SORT, parts: &sort_parts, of: None, sort: None, with: &[] };
        let sk = text_of(&sort);
        let parts: [&dyn KeyPart; 4] = [
            &Part(TEXT, &tenant),
            &Part(NUMBER, &number),
            &Part(TEXT, &name),
            &Part(NUMBER, &rank),
        ];
        let key = Composed {
            layout,
            parts: &parts,
            of: Some(&Part(TIME, &at)),
            sort: Some(&sort),
            with: &[],
        };
        let pk = text_of(&key);

        let mut expected = format!("device#{tenant}#{number:020}#{name}#{rank:020}");
        let era = layout.era(Some(at.to_moment()));
        if let Some(bucket) = era.bucket {
            expected.push('#');
            expected.push_str(&bucket.of(at).unwrap().to_string());
        }
        if let Some(shards) = era.shards {
            let shard = shard_of(&AttributeValue::S(sk.clone()), shards).unwrap();
            expected = format!("{expected}#{shard}");
        }
        prop_assert_eq!(&pk, &expected);

        let (sort_key, partition_key) = (slot("sk", &sk), slot("pk", &pk));
        let (mut at_slot, mut id_slot) = (PartSlot::new(TIME), PartSlot::new(TEXT));
        recover(&SORT, &sort_key, &mut [&mut at_slot, &mut id_slot], None, None).unwrap();
        let mut tenant_slot = PartSlot::new(TEXT);
        let mut number_slot = PartSlot::new(NUMBER);
        let mut name_slot = PartSlot::new(TEXT);
        let mut rank_slot = PartSlot::new(NUMBER);
        recover(
            layout,
            &partition_key,
            &mut [&mut tenant_slot, &mut number_slot, &mut name_slot, &mut rank_slot],
            Some(&at_slot),
            Some(&sort_key),
        )
        .unwrap();
        prop_assert_eq!(at_slot.take(), Some(at));
        prop_assert_eq!(id_slot.take(), Some(id));
        prop_assert_eq!(tenant_slot.take(), Some(tenant));
        prop_assert_eq!(number_slot.take(), Some(number));
        prop_assert_eq!(name_slot.take(), Some(name));
        prop_assert_eq!(rank_slot.take(), Some(rank));
    }

    /// Any text is taken apart or refused, and what is taken apart makes the same text again.
    #[test]
    fn any_text_is_read_exactly_or_not_at_all(
        text in prop_oneof!["\\PC{0,40}", "time#2025-03-21T12:30:00.000Z#?[a#]{0,3}", "time[#0-9TZ:.-]{0,30}"],
    ) {
        let (mut at, mut id) = (PartSlot::new(TIME), PartSlot::new(TEXT));
        let read = recover(&SORT, &slot("sk", &text), &mut [&mut at, &mut id], None, None);
        if read.is_ok() {
            let (at, id) = (at.take().unwrap(), id.take().unwrap());
            let parts: [&dyn KeyPart; 2] = [&Part(TIME, &at), &Part(TEXT, &id)];
            let again = Composed { layout: &SORT, parts: &parts, of: None, sort: None, with: &[] };
            prop_assert_eq!(text_of(&again), text);
        }
    }

    /// G22: the text's order is the order of time and id.
    #[test]
    fn keys_sort_as_their_parts(
        first in (moment(), "[a-c]{1,3}"),
        second in (moment(), "[a-c]{1,3}"),
    ) {
        let text = |(at, id): &(OffsetDateTime, String)| {
            let parts: [&dyn KeyPart; 2] = [&Part(TIME, at), &Part(TEXT, id)];
            text_of(&Composed { layout: &SORT, parts: &parts, of: None, sort: None, with: &[] })
        };
        prop_assert_eq!(text(&first).cmp(&text(&second)), first.cmp(&second));
    }
}

/// The instant of a change belongs to the later layout.
#[test]
fn eras_begin_at_their_instant() {
    let layout = partitions()[2];
    let era = |seconds, nanos| layout.era(Some(Moment::from_parts(seconds, nanos)));
    assert_eq!(era(999_999_999, 999_999_999).bucket, None);
    assert_eq!(era(1_000_000_000, 0).bucket, Some(BucketWidth::Month));
    assert_eq!(era(1_499_999_999, 999_999_999).shards, None);
    assert_eq!(era(1_500_000_000, 0).shards, Some(7));
    assert_eq!(layout.era(None).bucket, Some(BucketWidth::Day));
    assert!(layout.is_sharded());
}

/// A constant is its own whole text; without a prefix nothing stands before the first part.
#[test]
fn constants_and_keys_without_a_prefix() {
    const BARE: KeyLayout = KeyLayout {
        separator: '|',
        prefix: None,
        parts: &[field("number", &NUMBER), field("name", &TEXT)],
        of: None,
        eras: &[Era::PLAIN],
    };
    const CONSTANT: KeyLayout = KeyLayout {
        separator: SEPARATOR,
        prefix: Some("PROFILE"),
        parts: &[],
        of: None,
        eras: &[Era::PLAIN],
    };
    let write = |layout, parts: &[&dyn KeyPart]| {
        text_of(&Composed {
            layout,
            parts,
            of: None,
            sort: None,
            with: &[],
        })
    };
    assert_eq!(write(&CONSTANT, &[]), "PROFILE");
    assert!(recover(&CONSTANT, &slot("sk", "PROFILE"), &mut [], None, None).is_ok());
    for other in ["PROFILE#", "PROFIL", "PROFILE2", ""] {
        assert!(
            recover(&CONSTANT, &slot("sk", other), &mut [], None, None).is_err(),
            "{other}"
        );
    }
    let name = "a|b".to_owned();
    let text = write(&BARE, &[&Part(NUMBER, &7), &Part(TEXT, &name)]);
    assert_eq!(text, "00000000000000000007|a|b");
}
