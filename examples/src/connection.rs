use std::env;
use std::error::Error;
use std::ops::Deref;
use std::time::{SystemTime, UNIX_EPOCH};

use aws_sdk_dynamodb::config::{BehaviorVersion, Builder, Credentials, Intercept, Region};
use aws_sdk_dynamodb::{Client, Config};
use aws_smithy_http_client::tls::{self, rustls_provider::CryptoMode};
use dynamap::time::ManualClock;
use dynamap::{DynamoItem, Table};
use dynamap_embedded::Engine;

/// A table handle on the embedded engine, or on the DynamoDB at `endpoint_url`.
///
/// Both ways it is an ordinary client of the AWS SDK with one interceptor, which sees the requests.
pub fn connect<T: DynamoItem>(
    endpoint_url: Option<&str>,
    clock: &ManualClock,
    interceptor: impl Intercept + 'static,
) -> Result<T::Handle, Box<dyn Error>>
where
    T::Handle: Deref<Target = Table<T>>,
{
    match endpoint_url {
        None => {
            let engine = Engine::in_memory_with_clock(clock.clone())?;
            println!("On the embedded engine, in memory.");
            let config = engine.client_config().interceptor(interceptor);
            let client = Client::from_conf(config.build());
            Ok(Table::<T>::new(&client).with_clock(clock.clone()))
        }
        Some(url) => {
            println!("On {url}.");
            let config = endpoint_config(url).interceptor(interceptor);
            let client = Client::from_conf(config.build());
            // A table of this run's own, so that no one else's is touched.
            let millis = SystemTime::now().duration_since(UNIX_EPOCH)?.as_millis();
            let table = Table::<T>::new(&client).with_clock(clock.clone());
            Ok(table.table_name(format!("{}-{millis}", T::SCHEMA.table)))
        }
    }
}

/// An application would rather load `aws_config::defaults(…)`; this is what a run needs.
fn endpoint_config(url: &str) -> Builder {
    let variable = |name: &str| env::var(name).ok().filter(|value| !value.is_empty());
    let or_test = |name: &str| variable(name).unwrap_or_else(|| "test".to_owned());
    let credentials = Credentials::new(
        or_test("AWS_ACCESS_KEY_ID"),
        or_test("AWS_SECRET_ACCESS_KEY"),
        variable("AWS_SESSION_TOKEN"),
        None,
        "environment or test",
    );
    let region = variable("AWS_REGION").unwrap_or_else(|| "us-east-1".to_owned());
    let http_client = aws_smithy_http_client::Builder::new()
        .tls_provider(tls::Provider::Rustls(CryptoMode::Ring))
        .build_https();
    Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::new(region))
        .endpoint_url(url)
        .credentials_provider(credentials)
        .http_client(http_client)
}
