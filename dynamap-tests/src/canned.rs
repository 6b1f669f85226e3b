use std::sync::{Arc, Mutex, PoisonError};

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::retry::RetryConfig;
use aws_sdk_dynamodb::config::{BehaviorVersion, Region, StalledStreamProtectionConfig};
use aws_smithy_async::rt::sleep::TokioSleep;
use aws_smithy_runtime_api::client::http::{
    HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpConnector,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::client::result::ConnectorError;
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_runtime_api::http::StatusCode;
use aws_smithy_types::body::SdkBody;

/// An HTTP client that answers every request at once and alike, without an engine.
#[derive(Debug, Clone)]
pub struct Canned(Arc<Mutex<(u16, SdkBody)>>);

impl Canned {
    /// Answers with status 200 and this body.
    pub fn new(body: impl Into<SdkBody>) -> Self {
        Self(Arc::new(Mutex::new((200, body.into()))))
    }

    /// Answers otherwise from now on.
    pub fn answer(&self, status: u16, body: impl Into<SdkBody>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = (status, body.into());
    }

    /// A client of the SDK that gets these answers. It does not retry, and signs nothing.
    pub fn client(&self) -> Client {
        let config = aws_sdk_dynamodb::Config::builder()
            .behavior_version(BehaviorVersion::latest())
            .region(Region::from_static("eu-central-1"))
            .allow_no_auth()
            .http_client(self.clone())
            .retry_config(RetryConfig::disabled())
            .stalled_stream_protection(StalledStreamProtectionConfig::disabled())
            .sleep_impl(TokioSleep::new())
            .build();
        Client::from_conf(config)
    }

    fn response(&self) -> Result<HttpResponse, ConnectorError> {
        let canned = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (status, body) = &*canned;
        let other = |error| ConnectorError::other(error, None);
        let status = StatusCode::try_from(*status).map_err(|error| other(error.into()))?;
        let body = body.try_clone();
        let body = body.ok_or_else(|| other("a canned body stays in memory".into()))?;
        let mut response = HttpResponse::new(status, body);
        response
            .headers_mut()
            .insert("content-type", "application/x-amz-json-1.0");
        Ok(response)
    }
}

impl HttpConnector for Canned {
    fn call(&self, _: HttpRequest) -> HttpConnectorFuture {
        HttpConnectorFuture::ready(self.response())
    }
}

impl HttpClient for Canned {
    fn http_connector(
        &self,
        _: &HttpConnectorSettings,
        _: &RuntimeComponents,
    ) -> SharedHttpConnector {
        SharedHttpConnector::new(self.clone())
    }
}
