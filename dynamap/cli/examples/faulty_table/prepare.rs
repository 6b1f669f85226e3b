use dynamap::aws_sdk_dynamodb::types::{
    AttributeDefinition, AttributeValue, BillingMode, KeySchemaElement, KeyType,
    ScalarAttributeType, TimeToLiveSpecification,
};
use dynamap::aws_sdk_dynamodb::{Client, Error};

/// A table `sessions` with TTL on `expires_at`, and one item of each kind, as of 2026-11-30.
pub(crate) async fn faulty_table(client: &Client) -> Result<(), Error> {
    let key = KeySchemaElement::builder()
        .attribute_name("id")
        .key_type(KeyType::Hash)
        .build()?;
    let id = AttributeDefinition::builder()
        .attribute_name("id")
        .attribute_type(ScalarAttributeType::S)
        .build()?;
    client
        .create_table()
        .table_name("sessions")
        .billing_mode(BillingMode::PayPerRequest)
        .key_schema(key)
        .attribute_definitions(id)
        .send()
        .await?;
    let specification = TimeToLiveSpecification::builder()
        .attribute_name("expires_at")
        .enabled(true)
        .build()?;
    client
        .update_time_to_live()
        .table_name("sessions")
        .time_to_live_specification(specification)
        .send()
        .await?;

    let n = |digits: &str| Some(AttributeValue::N(digits.to_owned()));
    let s = |text: &str| Some(AttributeValue::S(text.to_owned()));
    for (id, expires_at) in [
        ("ok", n("1796644800")),
        ("expired", n("1796036400")),
        ("absent", None),
        ("millis", n("1796644800000")),
        ("text", s("1796644800")),
        ("iso", s("2026-12-07T12:00:00Z")),
        ("stale", n("1171734022")),
        ("never", n("-1")),
        ("duration", n("3600")),
    ] {
        let mut put = client
            .put_item()
            .table_name("sessions")
            .item("id", AttributeValue::S(id.to_owned()));
        if let Some(value) = expires_at {
            put = put.item("expires_at", value);
        }
        put.send().await?;
    }
    Ok(())
}
