use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use aws_sdk_dynamodb::config::interceptors::BeforeTransmitInterceptorContextRef;
use aws_sdk_dynamodb::config::retry::RetryConfig;
use aws_sdk_dynamodb::config::timeout::TimeoutConfig;
use aws_sdk_dynamodb::config::{ConfigBag, Intercept, RuntimeComponents};
use aws_sdk_dynamodb::error::{BoxError, SdkError};
use aws_smithy_runtime_api::client::http::{
    HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpClient,
    SharedHttpConnector, http_client_fn,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::client::result::ConnectorError;
use aws_smithy_runtime_api::http::StatusCode;
use aws_smithy_types::body::SdkBody;

use crate::support::{TABLE, get, key, n, number, orders};

/// Answers 500 to the first request, after the engine has run it.
#[derive(Debug, Clone)]
struct LosesFirstAnswer {
    inner: SharedHttpConnector,
    requests: Arc<AtomicUsize>,
}

impl HttpConnector for LosesFirstAnswer {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let first = self.requests.fetch_add(1, Ordering::SeqCst) == 0;
        let answer = self.inner.call(request);
        HttpConnectorFuture::new(async move {
            let answer = answer.await?;
            if first {
                let status = StatusCode::try_from(500)
                    .map_err(|error| ConnectorError::other(error.into(), None))?;
                return Ok(HttpResponse::new(status, SdkBody::from("{}")));
            }
            Ok(answer)
        })
    }
}

fn loses_first_answer(engine: SharedHttpClient, requests: Arc<AtomicUsize>) -> SharedHttpClient {
    http_client_fn(move |settings: &HttpConnectorSettings, components| {
        SharedHttpConnector::new(LosesFirstAnswer {
            inner: engine.http_connector(settings, components),
            requests: Arc::clone(&requests),
        })
    })
}

#[tokio::test]
async fn a_wrapped_http_client_injects_faults_and_retries_can_be_switched_on() {
    let (engine, client) = orders().await;
    let requests = Arc::new(AtomicUsize::new(0));
    let config = engine
        .client_config()
        .http_client(loses_first_answer(
            engine.http_client(),
            Arc::clone(&requests),
        ))
        .retry_config(RetryConfig::standard().with_initial_backoff(Duration::from_millis(1)))
        .build();
    aws_sdk_dynamodb::Client::from_conf(config)
        .update_item()
        .table_name(TABLE)
        .set_key(Some(key("ada", 1)))
        .update_expression("ADD hits :one")
        .expression_attribute_values(":one", n(1))
        .send()
        .await
        .unwrap();
    assert_eq!(requests.load(Ordering::SeqCst), 2);
    let item = get(&client, key("ada", 1)).await.unwrap();
    assert_eq!(
        number(&item, "hits"),
        Some(2),
        "the engine ran the request whose answer was lost"
    );
}

#[tokio::test]
async fn a_failed_request_is_not_sent_again_by_default() {
    let (engine, _client) = orders().await;
    let requests = Arc::new(AtomicUsize::new(0));
    let http_client = loses_first_answer(engine.http_client(), Arc::clone(&requests));
    let client = aws_sdk_dynamodb::Client::from_conf(
        engine.client_config().http_client(http_client).build(),
    );
    assert!(client.list_tables().send().await.is_err());
    assert_eq!(requests.load(Ordering::SeqCst), 1);
}

/// Never answers.
#[derive(Debug)]
struct Silent;

impl HttpConnector for Silent {
    fn call(&self, _request: HttpRequest) -> HttpConnectorFuture {
        HttpConnectorFuture::new(std::future::pending())
    }
}

#[tokio::test]
async fn a_timeout_that_is_added_runs_on_the_real_clock() {
    let (engine, _client) = orders().await;
    let config = engine
        .client_config()
        .http_client(http_client_fn(|_, _| SharedHttpConnector::new(Silent)))
        .timeout_config(
            TimeoutConfig::builder()
                .operation_timeout(Duration::from_millis(20))
                .build(),
        )
        .build();
    let error = aws_sdk_dynamodb::Client::from_conf(config)
        .list_tables()
        .send()
        .await
        .unwrap_err();
    assert!(matches!(error, SdkError::TimeoutError(_)), "{error:?}");
}

/// Notes what goes out.
#[derive(Debug, Default, Clone)]
struct Sent(Arc<Mutex<Vec<(String, String)>>>);

impl Intercept for Sent {
    fn name(&self) -> &'static str {
        "Sent"
    }

    fn read_before_transmit(
        &self,
        context: &BeforeTransmitInterceptorContextRef<'_>,
        _components: &RuntimeComponents,
        _config: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        let request = context.request();
        let target = request.headers().get("x-amz-target").unwrap_or_default();
        let body = request.body().bytes().unwrap_or_default();
        self.0.lock().unwrap().push((
            target.to_owned(),
            String::from_utf8_lossy(body).into_owned(),
        ));
        Ok(())
    }
}

#[tokio::test]
async fn an_interceptor_sees_the_requests() {
    let (engine, _client) = orders().await;
    let sent = Sent::default();
    let client = aws_sdk_dynamodb::Client::from_conf(
        engine.client_config().interceptor(sent.clone()).build(),
    );
    client
        .describe_table()
        .table_name(TABLE)
        .send()
        .await
        .unwrap();
    assert_eq!(
        *sent.0.lock().unwrap(),
        [(
            "DynamoDB_20120810.DescribeTable".to_owned(),
            r#"{"TableName":"orders"}"#.to_owned()
        )]
    );
}
