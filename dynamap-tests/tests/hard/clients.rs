//! Clients that are configured by hand.

use aws_sdk_dynamodb::config::retry::RetryConfig;
use dynamap::{DynamoItem, Table};
use dynamap_tests::{Answer, Fixture};

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "plain")]
struct Plain {
    #[partition_key]
    id: String,
}

#[tokio::test]
async fn a_client_without_a_sleep_implementation_waits_on_the_default_of_the_sdk() {
    let fixture = Fixture::embedded();
    fixture.create::<Plain>().await;
    let answers = [Answer::Unprocessed(3), Answer::Unprocessed(1)];
    let (client, _script) = fixture.scripted_with(answers, |mut config| {
        config.set_sleep_impl(None);
        config.retry_config(RetryConfig::disabled())
    });
    assert!(client.config().sleep_impl().is_none());
    let plain = Table::<Plain>::new(&client);
    let items = (0..5).map(|id| Plain { id: id.to_string() });
    let outcome = plain.batch_write().put_all(items).send().await.unwrap();
    assert!(outcome.is_complete());
    assert_eq!(outcome.written, 5);
    assert_eq!(plain.scan().count().await.unwrap(), 5);
}
