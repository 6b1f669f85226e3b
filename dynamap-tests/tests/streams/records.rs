//! What a record says, and the change that it is.

use std::collections::HashSet;

use aws_sdk_dynamodb::types::{AttributeValue, StreamViewType};
use dynamap::streams::{Change, Event, LambdaBatch, Record, RecordKind, SequenceNumber};
use dynamap::{DynamoItem, ErrorKind, Item};
use time::OffsetDateTime;
use time::macros::datetime;

use crate::order::{EVENT, Order, Status, records};

// B01, FC-74, FC-144.
#[test]
fn each_kind_of_record_is_its_change_with_typed_images() {
    let records = records(EVENT);
    let changes: Vec<Change<Order>> = records
        .iter()
        .map(|record| record.change().unwrap())
        .collect();
    let event = |index: usize| records[index].event().clone();
    let removed = Order {
        expires_at: Some(datetime!(2016-12-03 1:27 UTC)),
        ..Order::plain(
            "order-101",
            Status::Paid,
            datetime!(2016-12-02 1:27:00.912 UTC),
        )
    };
    let expired = Order {
        expires_at: Some(datetime!(2016-12-03 1:27 UTC)),
        ..Order::plain("order-102", Status::Pending, datetime!(2016-12-02 1:27 UTC))
    };
    assert_eq!(
        changes,
        [
            Change::Inserted {
                new: Order::of_every_type(),
                event: event(0),
            },
            Change::Modified {
                old: Order::plain(
                    "order-101",
                    Status::Pending,
                    datetime!(2016-12-02 1:27:00.348 UTC)
                ),
                new: Order::plain(
                    "order-101",
                    Status::Paid,
                    datetime!(2016-12-02 1:27:00.912 UTC)
                ),
                event: event(1),
            },
            Change::Removed {
                old: removed,
                event: event(2),
            },
            // FC-73: the service's own delete, and its copy in a replica.
            Change::Expired {
                old: expired.clone(),
                event: event(3),
            },
            Change::Removed {
                old: expired.clone(),
                event: event(4),
            },
        ]
    );
    let [inserted, modified, .., removed] = &changes[..] else {
        panic!("five changes");
    };
    assert_eq!(
        (inserted.old(), inserted.new()),
        (None, Some(&Order::of_every_type()))
    );
    assert_eq!(
        modified.old().map(|order| order.status),
        Some(Status::Pending)
    );
    assert_eq!(modified.new().map(|order| order.status), Some(Status::Paid));
    assert_eq!((removed.old(), removed.new()), (Some(&expired), None));
    assert_eq!(removed.kind(), RecordKind::Remove);
    assert_eq!(
        removed.clone().into_parts(),
        (Some(expired), None, event(4))
    );
}

#[test]
fn an_event_says_which_it_is_and_where_from() {
    let event = records(EVENT)[0].event().clone();
    assert_eq!(
        event,
        Event::new(
            "c4ca4238a0b923820dcc509a6f75849b",
            SequenceNumber::new("4421584500000000017450439091").unwrap()
        )
        .with_created_at(datetime!(2016-12-02 1:27 UTC))
        .with_region("eu-west-1")
        .with_size_bytes(226)
        .with_source_arn(
            "arn:aws:dynamodb:eu-west-1:123456789012:table/orders/stream/2016-12-01T00:00:00.000"
        )
    );
    assert_eq!(event.shard(), None);
    assert_eq!(
        event.clone().with_shard("shardId-1").shard(),
        Some("shardId-1")
    );
}

// FC-75, B02: absent, whole, fractional; milliseconds where the source counts them.
#[test]
fn the_time_is_read_in_the_unit_of_its_source() {
    let seconds: Vec<Option<OffsetDateTime>> = records(EVENT)
        .iter()
        .map(|record| record.event().created_at())
        .collect();
    assert_eq!(
        seconds,
        [
            Some(datetime!(2016-12-02 1:27 UTC)),
            Some(datetime!(2016-12-02 1:27:00.348366 UTC)),
            None,
            Some(datetime!(2016-12-03 2:10 UTC)),
            Some(datetime!(2016-12-03 2:10:01 UTC)),
        ]
    );
    let record = |change: &str| {
        format!(
            r#"{{"eventID":"e","eventName":"INSERT","dynamodb":{{{change},"Keys":{{"id":{{"S":"a"}}}},"SequenceNumber":"5"}}}}"#
        )
    };
    let time = |change: &str| {
        let record = Record::from_json(record(change).as_bytes()).unwrap();
        record.event().created_at()
    };
    let kinesis = |change: &str| {
        let number =
            SequenceNumber::new("49590338271490256608559692538361571095921575989136588898");
        let record = Record::from_kinesis_json(record(change).as_bytes(), number.unwrap()).unwrap();
        assert_eq!(record.event().sequence_number().as_str().len(), 56);
        record.event().created_at()
    };
    let precise = |count: &str, precision: &str| {
        format!(
            r#""ApproximateCreationDateTime":{count},"ApproximateCreationDateTimePrecision":"{precision}""#
        )
    };
    assert_eq!(
        time(r#""ApproximateCreationDateTime":1646887668"#),
        Some(datetime!(2022-03-10 4:47:48 UTC))
    );
    assert_eq!(
        time(r#""ApproximateCreationDateTime":1646887668.348366"#),
        Some(datetime!(2022-03-10 4:47:48.348366 UTC))
    );
    assert_eq!(
        time(r#""ApproximateCreationDateTime":1.646887668348366E9"#),
        Some(datetime!(2022-03-10 4:47:48.348366 UTC))
    );
    assert_eq!(time(r#""ApproximateCreationDateTime":null"#), None);
    let millis = Some(datetime!(2022-03-01 18:11:55.209 UTC));
    assert_eq!(
        kinesis(r#""ApproximateCreationDateTime":1646158315209"#),
        millis
    );
    assert_eq!(kinesis(&precise("1646158315209", "MILLISECOND")), millis);
    assert_eq!(time(&precise("1646158315209", "MILLISECOND")), millis);
    assert_eq!(
        kinesis(&precise("1646158315209348", "MICROSECOND")),
        Some(datetime!(2022-03-01 18:11:55.209348 UTC))
    );
    let far = record(r#""ApproximateCreationDateTime":1646158315209"#);
    let error = Record::from_json(far.as_bytes()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`dynamodb.ApproximateCreationDateTime`: expected a time of the years -9999 to 9999, found another number"
    );
}

// FC-73: all of REMOVE, `Service` and the principal.
#[test]
fn only_the_services_own_delete_is_an_expiry() {
    let kind = |name: &str, identity: &str| {
        let json = format!(
            r#"{{"userIdentity":{identity},"eventID":"e","eventName":"{name}","dynamodb":{{"SequenceNumber":"5"}}}}"#
        );
        Record::from_json(json.as_bytes()).unwrap().kind()
    };
    let service = r#"{"type":"Service","principalId":"dynamodb.amazonaws.com"}"#;
    assert_eq!(kind("REMOVE", service), RecordKind::Expire);
    assert_eq!(
        kind(
            "REMOVE",
            r#"{"PrincipalId":"dynamodb.amazonaws.com","Type":"Service"}"#
        ),
        RecordKind::Expire
    );
    assert_eq!(kind("MODIFY", service), RecordKind::Modify);
    for other in [
        "null",
        "{}",
        r#"{"type":"Service"}"#,
        r#"{"principalId":"dynamodb.amazonaws.com"}"#,
        r#"{"type":"service","principalId":"dynamodb.amazonaws.com"}"#,
        r#"{"type":"Service","principalId":"replication.dynamodb.amazonaws.com"}"#,
    ] {
        assert_eq!(kind("REMOVE", other), RecordKind::Remove, "{other}");
    }
}

// FC-73, the replica's part: the mark is lost there, the passed TTL is not.
#[test]
fn a_removal_behind_its_ttl_is_told_from_one_before_it() {
    let expiries: Vec<bool> = records(EVENT)
        .iter()
        .map(Record::is_expiry_of::<Order>)
        .collect();
    assert_eq!(expiries, [false, false, false, true, true]);

    let removal = |expires_at: AttributeValue, at: OffsetDateTime| {
        let key = Item::from([("id".to_owned(), AttributeValue::S("a".into()))]);
        let mut old = key.clone();
        old.insert("expires_at".into(), expires_at);
        let event = Event::new("e", SequenceNumber::new("1").unwrap()).with_created_at(at);
        Record::new(RecordKind::Remove, key, event).with_old_image(old)
    };
    let n = |text: &str| AttributeValue::N(text.into());
    let at = datetime!(2016-12-03 1:27 UTC);
    assert!(removal(n("1480728420"), at).is_expiry_of::<Order>());
    assert!(!removal(n("1480728421"), at).is_expiry_of::<Order>());
    // DynamoDB expires no text.
    assert!(!removal(AttributeValue::S("1480728420".into()), at).is_expiry_of::<Order>());
}

// FC-122: two changes in one second; beyond any integer type; by number, not by text.
#[test]
fn sequence_numbers_are_compared_as_numbers() {
    let number = |text: &str| SequenceNumber::new(text).unwrap();
    let ascending = [
        "0",
        "7",
        "99999999999999999999",
        "100000000000000000000",
        "4421584500000000017450439091",
        "4421584500000000017450439092",
        "1000000000000000000000000000000000000001",
        "1000000000000000000000000000000000000002",
    ];
    for pair in ascending.windows(2) {
        assert!(number(pair[0]) < number(pair[1]), "{pair:?}");
    }
    assert_eq!(number("007"), number("7"));
    assert_eq!(number("000"), number("0"));
    assert_eq!(HashSet::from([number("007"), number("7")]).len(), 1);
    assert_eq!(number("007").to_string(), "007");
    assert_eq!("21".parse::<SequenceNumber>().unwrap(), number("21"));
    for text in ["", "-1", "1.0", "1e5", " 1", "0x10", "١", &"1".repeat(130)] {
        let error = SequenceNumber::new(text).unwrap_err();
        assert!(error.is_decode(), "{text}");
        assert_eq!(
            error.to_string(),
            "expected a sequence number of decimal digits, found other text"
        );
    }
    let last = records(EVENT)
        .into_iter()
        .max_by_key(|record| record.event().sequence_number().clone());
    assert_eq!(
        last.unwrap().event().id(),
        "e4da3b7fbbce2345d7772b0674a318d5"
    );
}

#[test]
fn a_record_prints_no_contents() {
    for record in records(EVENT) {
        let printed = format!("{record:?}");
        assert!(
            printed.contains("4421584500") || printed.contains("10000000"),
            "{printed}"
        );
        for content in ["order-10", "Pending", "Paid", "19.90", "status"] {
            assert!(!printed.contains(content), "{content}: {printed}");
        }
    }
}

#[test]
fn what_is_no_event_is_an_error_that_says_where() {
    let record = r#"{"eventID":"e","eventName":"INSERT","dynamodb":{"SequenceNumber":"5","Keys":{"id":{"S":"secret"}}}}"#;
    assert!(Record::from_json(record.as_bytes()).is_ok());
    for (json, text) in [
        (r"{}", "`Records`: expected the attribute, found nothing"),
        (
            r#"{"Records":null}"#,
            "`Records`: expected the attribute, found nothing",
        ),
        (
            r#"{"Records":{}}"#,
            "`Records`: expected an array of records, found other JSON at byte 11",
        ),
        (
            r#"{"Records":[]} x"#,
            "expected the end of the JSON text, found other JSON at byte 15",
        ),
        (
            r#"{"Records":[{}]}"#,
            "`Records[0].eventName`: expected the attribute, found nothing",
        ),
        (
            r#"{"Records":[{"eventName":"secret"}]}"#,
            "`Records[0].eventName`: expected INSERT, MODIFY or REMOVE, found another event",
        ),
        (
            r#"{"Records":[{"eventName":"INSERT","dynamodb":{}}]}"#,
            "`Records[0].eventID`: expected the attribute, found nothing",
        ),
        (
            r#"{"Records":[{"eventName":"INSERT","eventID":"e","dynamodb":{}}]}"#,
            "`Records[0].dynamodb.SequenceNumber`: expected the attribute, found nothing",
        ),
        (
            r#"{"Records":[{"dynamodb":{"SequenceNumber":7}}]}"#,
            "`Records[0].dynamodb.SequenceNumber`: expected a string, found other JSON at byte 42",
        ),
        (
            r#"{"Records":[{"dynamodb":{"NewImage":{"status":{"X":"secret"}}}}]}"#,
            "`Records[0].dynamodb.NewImage.*`: expected one of DynamoDB's ten types, found another tag",
        ),
        (
            r#"{"Records":[{"eventName":"INS"#,
            "`Records[0].eventName`: expected the end of a string, found the end of the JSON text",
        ),
    ] {
        let error = LambdaBatch::from_json(json.as_bytes()).unwrap_err();
        assert!(error.is_decode(), "{json}");
        assert_eq!(error.to_string(), text, "{json}");
    }
    assert!(
        LambdaBatch::from_json(&[b'{', 0xff])
            .unwrap_err()
            .is_decode()
    );
}

// FC-144: base64 without padding is refused, not read as something else.
#[test]
fn binaries_are_bytes_or_an_error() {
    let json = EVENT.replace("U3Vubnk=", "U3Vubnk");
    let error = LambdaBatch::from_json(json.as_bytes()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`Records[0].dynamodb.NewImage.*`: expected padded base64 of the standard alphabet, found other text"
    );
}

#[test]
fn an_image_that_does_not_fit_the_struct_is_an_error_of_its_attribute() {
    let json = EVENT.replacen(
        r#""status": {"S": "Pending"}"#,
        r#""status": {"N": "1"}"#,
        1,
    );
    let record = records(&json).remove(0);
    let error = record.change::<Order>().unwrap_err();
    assert_eq!(error.to_string(), "`status`: expected S, found N");
    // What the image holds is at hand all the same.
    let status = record.new_item().unwrap().get("status");
    assert_eq!(status, Some(&AttributeValue::N("1".into())));
}

#[derive(Debug, PartialEq, DynamoItem)]
#[dynamo(table = "orders", sort_key(attribute = "sk", prefix = "line", parts = ["line"]))]
struct OrderLine {
    #[partition_key(prefix = "order")]
    #[dynamo(rename = "pk")]
    id: String,
    line: u32,
}

#[derive(Debug, PartialEq, DynamoItem)]
#[dynamo(table = "orders", sort_key(attribute = "sk", value = "PROFILE"))]
struct Profile {
    #[partition_key(prefix = "customer")]
    #[dynamo(rename = "pk")]
    id: String,
}

/// Told from a counter by its tag alone.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "store", entity = "NOTE")]
struct Note {
    #[partition_key]
    pk: String,
    text: String,
}

/// Told from a note by its tag alone.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "store", entity = "COUNTER")]
struct Counter {
    #[partition_key]
    pk: String,
    count: u64,
}

#[test]
fn entities_are_told_by_their_tags() {
    let pk = || "a".to_owned();
    let text = || "t".to_owned();
    let note = Note {
        pk: pk(),
        text: text(),
    };
    let key = Item::from([("pk".to_owned(), AttributeValue::S(pk()))]);
    let record = |kind| {
        let event = Event::new("e", SequenceNumber::new("1").unwrap());
        Record::new(kind, key.clone(), event)
    };
    let inserted = record(RecordKind::Insert).with_new_image(note.to_item().unwrap());
    assert_eq!(
        [inserted.is_of::<Note>(), inserted.is_of::<Counter>()],
        [true, false]
    );
    assert_eq!(inserted.change_of::<Counter>().unwrap(), None);
    let change = inserted.change_of::<Note>().unwrap().unwrap();
    assert_eq!(change.new(), Some(&note));
    let removed = record(RecordKind::Remove).with_old_image(note.to_item().unwrap());
    assert_eq!(
        [removed.is_of::<Note>(), removed.is_of::<Counter>()],
        [true, false]
    );

    // Without images nothing but the key is known.
    let bare = record(RecordKind::Remove);
    assert!(bare.is_of::<Note>() && bare.is_of::<Counter>());

    // The one under the key of the other is lost to nobody.
    let counter = Counter { pk: pk(), count: 1 };
    let changed = record(RecordKind::Modify)
        .with_old_image(note.to_item().unwrap())
        .with_new_image(counter.to_item().unwrap());
    for error in [
        changed.change_of::<Note>().unwrap_err(),
        changed.change_of::<Counter>().unwrap_err(),
    ] {
        assert_eq!(error.kind(), ErrorKind::OtherEntity);
    }
    assert_eq!(changed.old_image::<Note>().unwrap(), Some(note));
    assert_eq!(changed.new_image::<Counter>().unwrap(), Some(counter));
}

// B01: records of other entities are skipped, or handed on as they are.
#[test]
fn records_of_other_entities_are_skipped() {
    let record = |pk: AttributeValue, sk: &str| {
        let key = Item::from([
            ("pk".to_owned(), pk),
            ("sk".to_owned(), AttributeValue::S(sk.into())),
        ]);
        let mut image = key.clone();
        image.insert("line".into(), AttributeValue::N("3".into()));
        let event = Event::new("e", SequenceNumber::new("1").unwrap());
        Record::new(RecordKind::Insert, key, event)
            .with_new_image(image)
            .with_view(StreamViewType::NewImage)
    };
    let s = |text: &str| AttributeValue::S(text.into());
    let line = record(s("order#7"), "line#00000000000000000003");
    let profile = record(s("customer#7"), "PROFILE");
    assert_eq!(
        [line.is_of::<OrderLine>(), line.is_of::<Profile>()],
        [true, false]
    );
    assert_eq!(
        [profile.is_of::<OrderLine>(), profile.is_of::<Profile>()],
        [false, true]
    );
    let change = line.change_of::<OrderLine>().unwrap().unwrap();
    assert_eq!(
        change.new(),
        Some(&OrderLine {
            id: "7".into(),
            line: 3
        })
    );
    assert_eq!(line.change_of::<Profile>().unwrap(), None);
    assert_eq!(profile.change_of::<OrderLine>().unwrap(), None);

    for other in [
        record(s("customer#7"), "line#00000000000000000003"),
        record(s("order#7"), "note#1"),
        record(s("order"), "line#00000000000000000003"),
        record(AttributeValue::N("7".into()), "line#00000000000000000003"),
        records(EVENT).remove(0),
    ] {
        assert!(!other.is_of::<OrderLine>(), "{:?}", other.keys());
    }
    assert!(records(EVENT)[0].is_of::<Order>());
}
