//! The SDK's HTTP seam: a request in, an answer out, no socket between.

use std::fmt;
use std::future::poll_fn;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::Poll;

use aws_smithy_runtime_api::client::http::{
    HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpConnector,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::client::result::ConnectorError;
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_runtime_api::http::StatusCode;
use aws_smithy_types::body::SdkBody;

use crate::dispatch::Service;
use crate::refusal::Refusal;

/// Answers each request from one database. Cloning it shares the database.
#[derive(Clone)]
pub(crate) struct Connector {
    service: Arc<Service>,
    requests: Arc<AtomicU64>,
}

impl Connector {
    pub(crate) fn new(service: Arc<Service>) -> Self {
        Self {
            service,
            requests: Arc::new(AtomicU64::new(0)),
        }
    }

    fn answer(&self, request: &HttpRequest) -> Result<HttpResponse, ConnectorError> {
        let Some(body) = request.body().bytes() else {
            return Err(ConnectorError::user(
                "the embedded engine takes request bodies that are in memory, not streams".into(),
            ));
        };
        let answer = match request.headers().get("x-amz-target") {
            Some(target) => self.service.answer(target, body),
            None => Err(Refusal::UnknownOperation(String::new())),
        };
        let (status, body) = match answer {
            Ok(body) => (200, SdkBody::from(body)),
            Err(refusal) => (refusal.status(), SdkBody::from(refusal.body())),
        };
        let status = StatusCode::try_from(status)
            .map_err(|error| ConnectorError::other(error.into(), None))?;
        let mut response = HttpResponse::new(status, body);
        let headers = response.headers_mut();
        headers.insert("content-type", "application/x-amz-json-1.0");
        headers.insert("x-amzn-requestid", self.request_id());
        Ok(response)
    }

    /// 52 characters, as the service's are; the requests of an engine are counted.
    fn request_id(&self) -> String {
        let number = self.requests.fetch_add(1, Ordering::Relaxed) + 1;
        format!("EMBEDDED{number:044}")
    }
}

impl fmt::Debug for Connector {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Connector").finish_non_exhaustive()
    }
}

impl HttpConnector for Connector {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let connector = self.clone();
        HttpConnectorFuture::new(async move {
            travel().await;
            // The engine works inline: a request takes tens of microseconds, less than handing it
            // to another thread, and this way it runs on every executor. Its locks are never held
            // across an await.
            connector.answer(&request)
        })
    }
}

impl HttpClient for Connector {
    fn http_connector(
        &self,
        _settings: &HttpConnectorSettings,
        _components: &RuntimeComponents,
    ) -> SharedHttpConnector {
        SharedHttpConnector::new(self.clone())
    }
}

/// Gives way once, as a request on a network does: other tasks run before the answer comes. Without
/// it, concurrent tasks of a single-threaded runtime would run one after another and hide every
/// race between a read and a write.
async fn travel() {
    let mut sent = false;
    poll_fn(|context| {
        if sent {
            return Poll::Ready(());
        }
        sent = true;
        context.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}
