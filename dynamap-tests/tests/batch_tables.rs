//! BatchWriteItem and BatchGetItem over several tables: one split, one retry loop, typed results.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use dynamap::operation::BatchRequest;
use dynamap::{BatchGet, BatchWrite, DynamoItem, Error, ErrorKind, unset};
use dynamap_tests::{Answer, Fixture, Request};
use serde_json::{Value, json};
use time::OffsetDateTime;
use time::macros::datetime;

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "readings")]
struct Reading {
    #[partition_key]
    device: String,
    #[sort_key]
    number: u32,
    celsius: f64,
    #[ts(millis, auto_create)]
    created_at: OffsetDateTime,
    #[ttl(seconds, after = "1d")]
    expires_at: Option<OffsetDateTime>,
}

/// The number of a device is a key of another type and name than that of a reading.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "devices")]
struct Device {
    #[partition_key]
    id: u32,
    name: String,
    #[ts(seconds, auto_update)]
    updated_at: OffsetDateTime,
}

/// Of the same table as the devices.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "devices")]
struct Model {
    #[partition_key]
    id: u32,
    maker: String,
    #[version]
    version: u64,
}

fn reading(number: u32) -> Reading {
    Reading {
        device: "d".to_owned(),
        number,
        celsius: 20.5,
        created_at: unset(),
        expires_at: None,
    }
}

fn device(id: u32) -> Device {
    Device {
        id,
        name: format!("device {id}"),
        updated_at: unset(),
    }
}

fn model(id: u32) -> Model {
    Model {
        id,
        maker: "maker".to_owned(),
        version: 4,
    }
}

async fn tables(fixture: &Fixture) -> (ReadingTable, DeviceTable, ModelTable) {
    let readings = fixture.create::<Reading>().await;
    let devices = fixture.create::<Device>().await;
    (readings, devices, fixture.table::<Model>())
}

fn counts(request: &Request) -> (usize, usize) {
    let of = |table: &str| {
        let requests = &request.get("RequestItems")[table];
        let requests = requests.get("Keys").unwrap_or(requests);
        requests.as_array().map_or(0, Vec::len)
    };
    (of("readings"), of("devices"))
}

#[tokio::test]
async fn calls_are_filled_whatever_the_tables_and_stamped_with_one_instant() {
    // B04, A16, FC-25.
    let fixture = Fixture::new();
    let (readings, devices, models) = tables(&fixture).await;
    readings.put(reading(99)).await.expect("a put");
    fixture.requests().clear();
    let clock = fixture.clock().clone();
    let mut outcome = BatchWrite::new(fixture.client())
        .with_clock(clock.clone())
        .concurrency(1)
        .on_progress(move |_| clock.advance(Duration::from_secs(5)))
        .put_all(&readings, (0..30).map(reading))
        .delete(&readings, ("d", 99_u32))
        .put_all(&devices, (0..10).map(device))
        .put_ignoring_version(&models, model(100))
        .send()
        .await
        .expect("a sent batch");
    assert_eq!(outcome.written(), 42);
    assert!(outcome.is_complete());
    let sizes: Vec<_> = fixture.requests().take().iter().map(counts).collect();
    assert_eq!(sizes, [(25, 0), (6, 11)]);

    let of_readings = outcome.take(&readings);
    assert_eq!(of_readings.written, 31);
    assert!(of_readings.is_complete());
    assert_eq!(outcome.take(&devices).written, 10);
    assert_eq!(outcome.take(&models).written, 1);
    assert_eq!(outcome.take(&models).written, 0, "taken before");

    let stored = readings.query("d").include_expired().all().await;
    let stored = stored.expect("all readings");
    assert_eq!(stored.len(), 30);
    for reading in stored {
        assert_eq!(reading.created_at, datetime!(2026-11-30 12:00 UTC));
        assert_eq!(reading.expires_at, Some(datetime!(2026-12-01 12:00 UTC)));
    }
    let stored = devices.get(3_u32).send().await.expect("a read");
    let stored = stored.expect("the device");
    assert_eq!(stored.updated_at, datetime!(2026-11-30 12:00 UTC));
    let stored = models.get(100_u32).send().await.expect("a read");
    assert_eq!(stored.expect("the model").version, 5);
}

#[tokio::test(start_paused = true)]
async fn what_stays_unprocessed_is_sent_again_to_its_table_and_nothing_else() {
    // FC-30, B05.
    let fixture = Fixture::embedded();
    let (_, _, _) = tables(&fixture).await;
    let (client, script) = fixture.scripted([Answer::Unprocessed(2)]);
    let (readings, devices) = (Reading::table(&client), Device::table(&client));
    fixture.requests().clear();
    // One key in both tables: what comes back is told by table and key.
    let outcome = BatchWrite::new(&client)
        .put_all(&devices, (0..3).map(device))
        .put_all(&readings, (0..3).map(reading))
        .send()
        .await
        .expect("a sent batch");
    assert!(outcome.is_complete());
    assert_eq!(outcome.written(), 6);
    assert_eq!(script.left(), 0);
    let requests = fixture.requests().take();
    assert_eq!(requests.len(), 2);
    let again = requests[1].get("RequestItems");
    let numbers = |table: &str, attribute: &str| -> Vec<Value> {
        let requests = again[table].as_array().expect("requests");
        let put = |request: &Value| request["PutRequest"]["Item"][attribute]["N"].clone();
        requests.iter().map(put).collect()
    };
    assert_eq!(numbers("readings", "number"), [json!("0"), json!("1")]);
    assert_eq!(numbers("devices", "id"), [json!("0"), json!("1")]);
}

#[tokio::test(start_paused = true)]
async fn leftovers_come_back_typed_by_table_and_in_order() {
    // FC-30: when the tries run out, what was not written comes back.
    let fixture = Fixture::embedded();
    tables(&fixture).await;
    let (client, _script) = fixture.scripted((0..20).map(|_| Answer::Unprocessed(25)));
    let (readings, devices, models) = (
        Reading::table(&client),
        Device::table(&client),
        Model::table(&client),
    );
    let mut faulty = reading(7);
    faulty.celsius = f64::NAN;
    let mut outcome = BatchWrite::new(&client)
        .put(&readings, reading(2))
        .delete(&devices, 5_u32)
        .put(&readings, faulty)
        .put_ignoring_version(&models, model(8))
        .put(&readings, reading(1))
        .send()
        .await
        .expect("a sent batch");
    assert_eq!(outcome.written(), 0);
    assert!(!outcome.is_complete());
    let tables: Vec<&str> = outcome.errors().map(Error::table).collect();
    assert_eq!(
        tables,
        ["readings", "devices", "readings", "devices", "readings"]
    );
    assert!(
        outcome
            .errors()
            .all(|error| error.operation() == "BatchWriteItem")
    );

    let of_readings = outcome.take(&readings);
    let numbers = of_readings.unprocessed.iter().map(|(request, error)| {
        assert!(error.is_throttled(), "{error}");
        assert!(error.key().is_some());
        match request {
            BatchRequest::Put(reading) => reading.number,
            BatchRequest::Delete(_) => panic!("a put was given"),
        }
    });
    assert_eq!(numbers.collect::<Vec<_>>(), [2, 1]);
    let [(BatchRequest::Put(rejected), error)] = &of_readings.rejected[..] else {
        panic!("one row was rejected");
    };
    assert_eq!((rejected.number, error.kind()), (7, ErrorKind::Encode));

    assert!(!outcome.is_complete(), "the devices and models are left");
    let of_models = outcome.take(&models);
    assert!(matches!(
        &of_models.unprocessed[..],
        [(
            BatchRequest::Put(Model {
                id: 8,
                version: 4,
                ..
            }),
            _
        )]
    ));
    let mut of_devices = outcome.take(&devices);
    assert!(outcome.is_complete());
    let Some((request @ BatchRequest::Delete(_), _)) = of_devices.unprocessed.pop() else {
        panic!("a delete was given");
    };
    // What came back goes into the next batch.
    let again = BatchWrite::new(fixture.client())
        .request(&fixture.table::<Device>(), request)
        .await
        .expect("a sent batch");
    assert_eq!(again.written(), 1);
}

#[tokio::test]
async fn a_refused_call_gives_the_requests_of_all_its_tables_back() {
    let fixture = Fixture::embedded();
    let (readings, devices, _) = tables(&fixture).await;
    let (client, _script) =
        fixture.scripted([Answer::refuse("ValidationException", "something is wrong")]);
    let outcome = BatchWrite::new(&client)
        .concurrency(1)
        .put_all(&readings, (0..20).map(reading))
        .put_all(&devices, (0..10).map(device))
        .send()
        .await
        .expect("a sent batch");
    assert_eq!(outcome.written(), 5);
    let texts: Vec<String> = outcome.errors().map(ToString::to_string).collect();
    assert_eq!(texts.len(), 25);
    assert!(
        texts[0].starts_with("BatchWriteItem on `readings`: "),
        "{}",
        texts[0]
    );
    assert!(
        texts[24].starts_with("BatchWriteItem on `devices`: "),
        "{}",
        texts[24]
    );
    assert!(
        texts[24].ends_with("(ValidationException)"),
        "{}",
        texts[24]
    );
}

#[tokio::test]
async fn one_key_twice_is_refused_per_table() {
    // FC-140, B08.
    let fixture = Fixture::new();
    let (readings, devices, models) = tables(&fixture).await;
    fixture.requests().clear();
    let error = BatchWrite::new(fixture.client())
        .put(&readings, reading(1))
        .put(&devices, device(1))
        .delete(&models, 1_u32)
        .send()
        .await
        .expect_err("a key twice");
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    assert_eq!(
        error.to_string(),
        "BatchWriteItem on `devices`: two requests of the batch are on one key, which DynamoDB refuses: keep the one that is meant"
    );
    assert!(fixture.requests().take().is_empty());

    // The same values in two tables are two keys.
    let staging = fixture.table::<Device>().table_name("staging");
    staging.create_table().await.expect("a table");
    let outcome = BatchWrite::new(fixture.client())
        .put(&devices, device(1))
        .put(&staging, device(1))
        .send()
        .await
        .expect("a sent batch");
    assert_eq!(outcome.written(), 2);
}

#[tokio::test]
async fn nothing_given_sends_nothing() {
    let fixture = Fixture::new();
    let written = BatchWrite::new(fixture.client()).send().await;
    assert_eq!(written.expect("an empty batch").written(), 0);
    let read = BatchGet::new(fixture.client()).send().await;
    assert!(read.expect("an empty read").is_complete());
    assert!(fixture.requests().take().is_empty());
}

#[tokio::test]
async fn progress_counts_over_all_tables() {
    let fixture = Fixture::new();
    let (readings, devices, _) = tables(&fixture).await;
    let seen = Arc::new(Mutex::new(Vec::new()));
    let noted = Arc::clone(&seen);
    let mut stale = reading(50);
    stale.expires_at = Some(datetime!(2010-01-01 0:00 UTC));
    let batch = |stale| {
        BatchWrite::new(fixture.client())
            .concurrency(1)
            .put_all(&readings, (0..20).map(reading))
            .put(&readings, stale)
            .put_all(&devices, (0..20).map(device))
    };
    let outcome = batch(stale.clone())
        .on_progress(move |progress| {
            let mut noted = noted.lock().expect("no panic");
            noted.push((progress.written, progress.total));
        })
        .send()
        .await
        .expect("a sent batch");
    assert_eq!(*seen.lock().expect("no panic"), [(25, 41), (40, 41)]);
    assert!(!outcome.is_complete());
    // Accepted, it is written as it is.
    let outcome = batch(stale).allow_stale_ttl().send().await;
    assert_eq!(outcome.expect("a sent batch").written(), 41);
}

#[tokio::test]
async fn preserved_stamps_are_written_as_they_are() {
    let fixture = Fixture::new();
    let (_, devices, _) = tables(&fixture).await;
    let mut old = device(1);
    old.updated_at = datetime!(2020-01-01 0:00 UTC);
    BatchWrite::new(fixture.client())
        .preserve_stamps()
        .put(&devices, old.clone())
        .await
        .expect("a sent batch");
    let stored = devices.get(1_u32).send().await.expect("a read");
    assert_eq!(stored, Some(old));
}

#[tokio::test]
async fn a_read_answers_every_place_of_every_table() {
    // FC-46, B04: duplicates are read once and answered at every place; missing ones are None.
    let fixture = Fixture::new();
    let (readings, devices, _) = tables(&fixture).await;
    BatchWrite::new(fixture.client())
        .with_clock(fixture.clock().clone())
        .put_all(&readings, (0..120).map(reading))
        .put_all(&devices, (0..5).map(device))
        .await
        .expect("a sent batch");
    fixture.requests().clear();
    let mut read = BatchGet::new(fixture.client()).concurrency(1);
    let first = read.get(&devices, 4_u32);
    let many = read.get_all(&readings, (0..130).map(|number| ("d", number)));
    let again = read.get(&devices, 4_u32);
    let missing = read.get(&devices, 9_u32);
    let mut got = read.consistent_read(true).send().await.expect("a read");
    assert!(got.is_complete());
    let first = got.take(first).expect("a device").expect("stored");
    assert_eq!((first.id, first.name.as_str()), (4, "device 4"));
    assert_eq!(got.take(again).expect("a device"), Some(first));
    assert_eq!(got.take(missing).expect("no device"), None);
    assert_eq!(got.take(missing).expect("nothing twice"), None);
    let many = got.take_all(many).expect("readings");
    let numbers: Vec<Option<u32>> = many
        .into_iter()
        .map(|reading| reading.map(|reading| reading.number))
        .collect();
    let expected = (0..130).map(|number| (number < 120).then_some(number));
    assert_eq!(numbers, expected.collect::<Vec<_>>());
    let requests = fixture.requests().take();
    let sizes: Vec<_> = requests.iter().map(counts).collect();
    assert_eq!(sizes, [(99, 1), (31, 1)]);
    let asked = &requests[0].get("RequestItems")["devices"];
    assert_eq!(asked["ConsistentRead"], json!(true));
}

#[tokio::test]
async fn expired_items_are_gone_unless_they_are_asked_for() {
    let fixture = Fixture::new();
    let (readings, devices, _) = tables(&fixture).await;
    let written = readings.put(reading(1)).await.expect("a put");
    devices.put(device(1)).await.expect("a put");
    fixture.clock().advance(Duration::from_hours(24));
    for (include, expected) in [(false, None), (true, Some(written))] {
        let mut read = BatchGet::new(fixture.client()).with_clock(fixture.clock().clone());
        if include {
            read = read.include_expired();
        }
        let reading = read.get(&readings, ("d", 1_u32));
        let device = read.get(&devices, 1_u32);
        let mut got = read.await.expect("a read");
        assert_eq!(got.take(reading).expect("an answer"), expected);
        assert!(got.take(device).expect("an answer").is_some());
    }
}

#[tokio::test(start_paused = true)]
async fn keys_that_stay_unprocessed_come_back_typed_with_their_reason() {
    // B06: the member is UnprocessedKeys, not UnprocessedItems.
    let fixture = Fixture::embedded();
    let (readings, devices, _) = tables(&fixture).await;
    BatchWrite::new(fixture.client())
        .put_all(&readings, (0..2).map(reading))
        .put_all(&devices, (0..2).map(device))
        .await
        .expect("a sent batch");
    // The readings come with the first answer; of the devices nothing ever does.
    let without_devices = || {
        Answer::edit(|mut answer| {
            let devices = answer["Responses"]["devices"].take();
            let devices = devices.as_array().cloned().unwrap_or_default();
            let keys = devices.iter().map(|device| json!({"id": device["id"]}));
            answer["UnprocessedKeys"] = json!({"devices": {"Keys": keys.collect::<Vec<_>>()}});
            answer["Responses"]["devices"] = json!([]);
            answer
        })
    };
    let (client, script) = fixture.scripted((0..30).map(|_| without_devices()));
    fixture.requests().clear();
    let mut read = BatchGet::new(&client);
    let of_devices = read.get_all(&devices, [1_u32, 0, 1]);
    let of_readings = read.get_all(&readings, [("d", 0), ("d", 1)]);
    let mut got = read.send().await.expect("a read");
    assert!(!got.is_complete());
    let of_readings = got.take_all(of_readings).expect("readings");
    assert!(of_readings.iter().all(Option::is_some));
    let error = got.take(of_devices[1]).expect_err("no answer");
    assert!(error.is_throttled());
    assert!(
        error.to_string().starts_with("BatchGetItem on `devices`: "),
        "{error}"
    );
    let left = got.take_unprocessed(&devices);
    let keys: Vec<u32> = left.iter().map(|(key, _)| key.id).collect();
    assert_eq!(keys, [1, 1]);
    assert!(left.iter().all(|(_, error)| error.key().is_some()));
    assert!(got.is_complete() && got.take_unprocessed(&readings).is_empty());
    // One answer, then eight tries without progress; only the devices are asked for again.
    assert_eq!(script.left(), 30 - 9);
    let sizes: Vec<_> = fixture.requests().take().iter().map(counts).collect();
    assert_eq!(sizes[0], (2, 2));
    assert!(sizes[1..].iter().all(|size| *size == (0, 2)), "{sizes:?}");
}

#[tokio::test]
async fn a_faulty_item_or_key_is_told_with_its_table() {
    let fixture = Fixture::new();
    let (readings, devices, models) = tables(&fixture).await;
    devices.put(device(1)).await.expect("a put");
    let mut read = BatchGet::new(fixture.client());
    let (as_model, as_device) = (read.get(&models, 1_u32), read.get(&devices, 1_u32));
    let mut got = read.await.expect("a read");
    let error = got.take(as_model).expect_err("no model");
    assert_eq!(error.kind(), ErrorKind::Decode);
    assert!(
        error
            .to_string()
            .starts_with("BatchGetItem on `devices`: `maker`: "),
        "{error}"
    );
    assert!(error.key().is_some());
    assert!(got.take(as_device).expect("a device").is_some());

    fixture.requests().clear();
    let mut read = BatchGet::new(fixture.client());
    let _ = read.get(&readings, ("", 1_u32));
    let error = read.await.expect_err("an empty key");
    assert_eq!(
        (error.kind(), error.table()),
        (ErrorKind::InvalidKey, "readings")
    );
    assert!(fixture.requests().take().is_empty());
}

#[tokio::test]
async fn a_table_given_by_its_arn_may_be_answered_by_its_name() {
    // What another engine does with an ARN is not asked: the answers are scripted.
    let fixture = Fixture::embedded();
    let arn = |name: &str| format!("arn:aws:dynamodb:us-east-1:000000000000:table/{name}");
    let item = |id: &str| json!({"id": {"N": id}, "name": {"S": "n"}, "updated_at": {"N": "1"}});
    let (client, script) = fixture.scripted([
        Answer::Json(json!({
            "Responses": {"devices": [item("1")], "others": [item("2")]},
            "UnprocessedKeys": {},
        })),
        Answer::Json(json!({"UnprocessedItems": {"others": [
            {"DeleteRequest": {"Key": {"id": {"N": "1"}}}},
        ]}})),
        Answer::Json(json!({"UnprocessedItems": {}})),
    ]);
    let devices = Device::table(&client).table_name(arn("devices"));
    let others = Device::table(&client).table_name(arn("others"));
    let mut read = BatchGet::new(&client);
    let (one, two) = (read.get(&devices, 1_u32), read.get(&others, 2_u32));
    let mut got = read.await.expect("a read");
    assert_eq!(
        got.take(one).expect("a device").map(|device| device.id),
        Some(1)
    );
    assert_eq!(
        got.take(two).expect("a device").map(|device| device.id),
        Some(2)
    );
    fixture.requests().clear();
    let written = BatchWrite::new(&client)
        .delete(&devices, 1_u32)
        .delete(&others, 1_u32)
        .await
        .expect("a sent batch");
    assert_eq!((written.written(), script.left()), (2, 0));
    let again = fixture.requests().take().remove(1);
    let tables = again.get("RequestItems").as_object().expect("tables");
    assert_eq!(tables.keys().collect::<Vec<_>>(), [&arn("others")]);
}

#[test]
fn batches_can_be_spawned_and_print_no_contents() {
    fn spawns<F: Future + Send + 'static>(future: F) -> F {
        future
    }
    let fixture = Fixture::embedded();
    let devices = fixture.table::<Device>();
    let batch = BatchWrite::new(fixture.client()).put(&devices, device(77));
    assert_eq!(format!("{batch:?}"), "BatchWrite { requests: 1, .. }");
    let mut read = BatchGet::new(fixture.client());
    let _ = read.get(&devices, 77_u32);
    assert_eq!(format!("{read:?}"), "BatchGet { keys: 1, .. }");
    drop(spawns(batch.send()));
    drop(spawns(read.send()));
}
