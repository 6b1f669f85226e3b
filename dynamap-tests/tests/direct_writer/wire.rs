//! What goes over the wire, byte by byte.

use std::sync::{Arc, Mutex};

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::Intercept;
use aws_smithy_runtime_api::client::http::{
    HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpConnector,
};
use aws_smithy_runtime_api::client::orchestrator::HttpRequest;
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use dynamap_tests::Canned;
use serde_json::Value;

/// Notes the bodies of requests, and answers each with `{}`.
#[derive(Debug, Clone)]
pub(crate) struct Wire {
    canned: Canned,
    bodies: Arc<Mutex<Vec<String>>>,
}

/// An interceptor that does nothing. Nobody can know that, so that the SDK is given all of a request.
#[derive(Debug)]
struct Idle;

impl Intercept for Idle {
    fn name(&self) -> &'static str {
        "Idle"
    }
}

impl Wire {
    pub(crate) fn new() -> Self {
        Self {
            canned: Canned::new("{}"),
            bodies: Arc::default(),
        }
    }

    /// A client that nobody intercepts.
    pub(crate) fn client(&self) -> Client {
        let config = self.canned.client().config().to_builder();
        Client::from_conf(config.http_client(self.clone()).build())
    }

    /// A client with an interceptor.
    pub(crate) fn intercepted(&self) -> Client {
        let config = self.client().config().to_builder();
        Client::from_conf(config.interceptor(Idle).build())
    }

    /// The bodies since they were last taken.
    pub(crate) fn bodies(&self) -> Vec<String> {
        std::mem::take(&mut *self.bodies.lock().unwrap())
    }

    /// The only body since they were last taken.
    pub(crate) fn body(&self) -> String {
        let [body] = <[String; 1]>::try_from(self.bodies()).unwrap();
        body
    }

    /// The same as JSON.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body()).unwrap()
    }
}

impl HttpConnector for Wire {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let body = std::str::from_utf8(request.body().bytes().unwrap()).unwrap();
        let length = request.headers().get("content-length");
        assert_eq!(length, Some(body.len().to_string().as_str()));
        self.bodies.lock().unwrap().push(body.to_owned());
        self.canned.call(request)
    }
}

impl HttpClient for Wire {
    fn http_connector(
        &self,
        _: &HttpConnectorSettings,
        _: &RuntimeComponents,
    ) -> SharedHttpConnector {
        SharedHttpConnector::new(self.clone())
    }
}
