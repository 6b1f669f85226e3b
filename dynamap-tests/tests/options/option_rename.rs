//! `rename` and `rename_all`: the stored names in items, keys, expressions and errors.

use dynamap::{DynamoItem, DynamoValue, ErrorKind};
use dynamap_tests::Fixture;
use serde_json::json;
use time::OffsetDateTime;

#[derive(Debug, Clone, PartialEq, DynamoValue)]
#[dynamo(rename_all = "kebab-case")]
struct ShipTo {
    zip_code: String,
    #[dynamo(rename = "the.city")]
    city: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, DynamoValue)]
#[dynamo(rename_all = "SCREAMING_SNAKE_CASE")]
enum Status {
    InTransit,
    #[dynamo(rename = "done")]
    Delivered,
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "parcels", rename_all = "camelCase")]
struct Parcel {
    #[partition_key]
    #[dynamo(rename = "pk")]
    tracking_id: String,
    ship_to: ShipTo,
    #[dynamo(rename = "status")]
    current_status: Status,
    r#type: String,
    #[ts(seconds, auto_update)]
    last_seen: OffsetDateTime,
    #[version]
    row_version: u64,
    #[ttl(seconds, after = "1d")]
    expires_at: Option<OffsetDateTime>,
}

fn parcel() -> Parcel {
    Parcel {
        tracking_id: "p".to_owned(),
        ship_to: ShipTo {
            zip_code: "1".to_owned(),
            city: "Bern".to_owned(),
        },
        current_status: Status::InTransit,
        r#type: "box".to_owned(),
        last_seen: dynamap::unset(),
        row_version: 0,
        expires_at: None,
    }
}

// S44, S46, S49, V26: the stored name everywhere, always behind a placeholder.
#[tokio::test]
async fn the_stored_names_are_used_everywhere() {
    let fixture = Fixture::new();
    let parcels = fixture.create::<Parcel>().await;
    let stored = parcels.create(parcel()).send().await.unwrap();
    let request = fixture.requests().only();
    assert_eq!(
        request.item(),
        &json!({
            "pk": {"S": "p"},
            "shipTo": {"M": {"zip-code": {"S": "1"}, "the.city": {"S": "Bern"}}},
            "status": {"S": "IN_TRANSIT"},
            "type": {"S": "box"},
            "lastSeen": {"N": "1796040000"},
            "rowVersion": {"N": "1"},
            "expiresAt": {"N": "1796126400"},
        })
    );
    assert_eq!(
        request.condition(),
        "attribute_not_exists(pk) OR expiresAt <= 1796040000"
    );
    assert_eq!(parcels.get("p").send().await.unwrap(), Some(stored));
    fixture.requests().clear();
    parcels
        .update("p")
        .set(Parcel::CURRENT_STATUS, Status::Delivered)
        .condition(Parcel::TYPE.eq("box"))
        .if_version(1)
        .send()
        .await
        .unwrap();
    let request = fixture.requests().only();
    assert_eq!(request.body["Key"], json!({"pk": {"S": "p"}}));
    assert_eq!(
        request.update(),
        "SET status = 'done', lastSeen = 1796040000, rowVersion = 2"
    );
    assert_eq!(
        request.condition(),
        "rowVersion = 1 AND NOT expiresAt <= 1796040000 AND type = 'box'"
    );
}

// S48: a dot in a name does not make it a path.
#[tokio::test]
async fn a_name_with_a_dot_is_one_name() {
    let fixture = Fixture::new();
    let parcels = fixture.create::<Parcel>().await;
    parcels.create(parcel()).send().await.unwrap();
    fixture.requests().clear();
    let stored = parcels
        .update("p")
        .set(Parcel::SHIP_TO.field(ShipTo::CITY), "Rome")
        .send()
        .await
        .unwrap();
    assert_eq!(stored.ship_to.city, "Rome");
    let request = fixture.requests().only().renamed();
    let text = request["UpdateExpression"].as_str().unwrap();
    assert!(text.starts_with("SET #1.#2 = :1"), "{text}");
    assert_eq!(request["ExpressionAttributeNames"]["#2"], "the.city");
}

#[tokio::test]
async fn errors_name_the_stored_attribute() {
    let fixture = Fixture::new();
    let parcels = fixture.create::<Parcel>().await;
    let empty = Parcel {
        tracking_id: String::new(),
        ..parcel()
    };
    let error = parcels.put(empty).send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidKey);
    assert_eq!(error.attribute(), Some("pk"));
}
