//! x
#![allow(missing_docs)]
use dynamap::time::ManualClock;
use dynamap::{DynamoItem, DynamoValue, unset};
use dynamap_embedded::Engine;
use futures_util::StreamExt;
use time::{OffsetDateTime, macros::datetime};

#[derive(Debug, Clone, Copy, PartialEq, Eq, DynamoValue)]
enum Status {
    Pending,
    Paid,
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "Application",
    index(name = "index", partition_key = "pk", sort_key = "updated_at")
)]
struct Order {
    #[partition_key]
    uuid: String,
    pk: String,
    #[ts(millis, auto_create)]
    created_at: OffsetDateTime,
    #[ts(millis, auto_update)]
    updated_at: OffsetDateTime,
    status: Status,
    #[version]
    version: u64,
    #[ttl(seconds, after = "7d")]
    expires_at: Option<OffsetDateTime>,
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "devices")]
struct Reading {
    #[partition_key]
    #[dynamo(rename = "pk")]
    device_id: String,
    #[sort_key(iso, suffix = "id")]
    #[dynamo(rename = "sk")]
    at: OffsetDateTime,
    id: String,
    celsius: f64,
}

#[tokio::test]
async fn whole_path() {
    let clock = ManualClock::new(datetime!(2022-01-15 12:00:00.123456 UTC));
    let engine = Engine::in_memory_with_clock(clock.clone()).unwrap();
    let client = engine.client();
    let orders = Order::table(&client);
    orders.create_table().send().await.unwrap();
    let given = Order {
        uuid: "522f".into(),
        pk: "order_A".into(),
        status: Status::Pending,
        created_at: unset(),
        updated_at: unset(),
        version: 0,
        expires_at: None,
    };
    let order = orders.create(given.clone()).send().await.unwrap();
    println!("{order:?}");
    let mut error = orders.create(given.clone()).send().await.unwrap_err();
    println!("{error} / {error:?}");
    assert!(error.is_already_exists());
    assert_eq!(error.given::<Order>().unwrap(), given);
    assert_eq!(error.current::<Order>().unwrap().unwrap(), order);
    let found = orders.get("522f").send().await.unwrap().unwrap();
    assert_eq!(found, order);
    clock.advance(std::time::Duration::from_secs(5));
    let paid = orders
        .update("522f")
        .set(Order::STATUS, Status::Paid)
        .if_version(order.version)
        .send()
        .await
        .unwrap();
    println!("{paid:?}");
    assert_eq!(paid.version, 2);
    let stale = orders
        .update("522f")
        .set(Order::STATUS, Status::Pending)
        .if_version(order.version)
        .send()
        .await
        .unwrap_err();
    println!("{stale}");
    assert!(stale.is_version_conflict());
    let mut january = orders
        .query_index("order_A")
        .within(datetime!(2022-01-01 0:00 UTC)..datetime!(2022-02-01 0:00 UTC))
        .newest_first()
        .stream();
    while let Some(x) = StreamExt::next(&mut january).await {
        println!("{:?}", x.unwrap());
    }
    let latest = orders
        .query_index("order_A")
        .filter(Order::STATUS.eq(Status::Paid))
        .latest()
        .await
        .unwrap();
    assert_eq!(latest, Some(paid.clone()));
    let (status, at) = orders
        .get("522f")
        .project_attributes((Order::STATUS, Order::CREATED_AT))
        .send()
        .await
        .unwrap()
        .unwrap();
    println!("{status:?} {at}");
    clock.advance(std::time::Duration::from_secs(8 * 86400));
    assert_eq!(orders.get("522f").send().await.unwrap(), None);
    let up = orders.upsert(&given).send().await.unwrap();
    println!("{up:?}");
    assert_eq!(up.version, 1);

    let readings = Reading::table(&client);
    readings.create_table().await.unwrap();
    for (id, at) in [
        ("a", datetime!(2025-03-21 12:30 UTC)),
        ("b", datetime!(2025-03-21 12:30 UTC)),
        ("c", datetime!(2025-03-21 12:30:01 UTC)),
    ] {
        readings
            .create(&Reading {
                device_id: "1".into(),
                at,
                id: id.into(),
                celsius: 20.5,
            })
            .await
            .unwrap();
    }
    let two = readings
        .query("1")
        .at(datetime!(2025-03-21 12:30 UTC))
        .all()
        .await
        .unwrap();
    assert_eq!(two.len(), 2);
    let three = readings
        .query("1")
        .within(datetime!(2025-03-21 12:30 UTC)..=datetime!(2025-03-21 12:30:01 UTC))
        .page_size(1)
        .all()
        .await
        .unwrap();
    assert_eq!(three.len(), 3);
    let got = readings
        .get(("1", datetime!(2025-03-21 12:30 UTC), "b"))
        .await
        .unwrap()
        .unwrap();
    assert_eq!(got.id, "b");
    assert_eq!(readings.scan().count().await.unwrap(), 3);
    let page = readings
        .query("1")
        .newest_first()
        .take(2)
        .send()
        .await
        .unwrap();
    assert_eq!(page.items.len(), 2);
    let rest = readings
        .query("1")
        .newest_first()
        .start_at(page.cursor.unwrap())
        .all()
        .await
        .unwrap();
    assert_eq!(rest.len(), 1);
    let e = readings
        .query("2")
        .newest_first()
        .start_at(
            readings
                .query("1")
                .newest_first()
                .take(2)
                .send()
                .await
                .unwrap()
                .cursor
                .unwrap(),
        )
        .all()
        .await
        .unwrap_err();
    assert!(e.is_invalid_cursor());
}
