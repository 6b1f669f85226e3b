use std::sync::{Arc, Mutex, PoisonError};

use aws_sdk_dynamodb::config::interceptors::BeforeTransmitInterceptorContextRef;
use aws_sdk_dynamodb::config::{ConfigBag, Intercept, RuntimeComponents};
use aws_sdk_dynamodb::error::BoxError;
use aws_smithy_runtime_api::client::http::{
    HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpClient,
    SharedHttpConnector, http_client_fn,
};
use aws_smithy_runtime_api::client::orchestrator::HttpRequest;
use aws_smithy_runtime_api::client::result::ConnectorError;
use serde_json::{Map, Value, json};

use crate::expression;

/// Notes every attempt that a client sends.
///
/// Each one is checked at once against what DynamoDB refuses in any request.
#[derive(Debug, Clone, Default)]
pub struct Requests(Arc<Mutex<Vec<Request>>>);

impl Requests {
    /// The attempts since they were last taken, in order.
    pub fn take(&self) -> Vec<Request> {
        let taken = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        for request in &taken {
            request.check();
        }
        taken
    }

    /// The only attempt since they were last taken.
    ///
    /// # Panics
    ///
    /// If there was none, or more than one.
    pub fn only(&self) -> Request {
        let mut taken = self.take();
        assert_eq!(taken.len(), 1, "one request was to be sent: {taken:#?}");
        taken.remove(0)
    }

    /// Forgets what was sent so far.
    pub fn clear(&self) {
        self.take();
    }

    /// The operations since they were last taken, in order.
    pub fn operations(&self) -> Vec<String> {
        let taken = self.take();
        taken.into_iter().map(|request| request.operation).collect()
    }
}

impl Requests {
    /// An HTTP client that notes what it is given. No interceptor, since writes do without the SDK's
    /// maps only where nobody intercepts them.
    pub(crate) fn wrap(&self, engine: SharedHttpClient) -> SharedHttpClient {
        let requests = self.clone();
        http_client_fn(move |settings: &HttpConnectorSettings, components| {
            SharedHttpConnector::new(Connector {
                engine: engine.http_connector(settings, components),
                requests: requests.clone(),
            })
        })
    }

    fn note(&self, request: &HttpRequest) -> Result<(), serde_json::Error> {
        let target = request.headers().get("x-amz-target").unwrap_or_default();
        let body = request.body().bytes().unwrap_or_default();
        let request = Request {
            operation: target.rsplit('.').next().unwrap_or_default().to_owned(),
            body: serde_json::from_slice(body)?,
        };
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(request);
        Ok(())
    }
}

/// For the requests of one operation.
impl Intercept for Requests {
    fn name(&self) -> &'static str {
        "Requests"
    }

    fn read_before_transmit(
        &self,
        context: &BeforeTransmitInterceptorContextRef<'_>,
        _components: &RuntimeComponents,
        _config: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        Ok(self.note(context.request())?)
    }
}

#[derive(Debug)]
struct Connector {
    engine: SharedHttpConnector,
    requests: Requests,
}

impl HttpConnector for Connector {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        match self.requests.note(&request) {
            Ok(()) => self.engine.call(request),
            Err(error) => {
                HttpConnectorFuture::ready(Err(ConnectorError::other(error.into(), None)))
            }
        }
    }
}

/// One attempt as it went out.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// DynamoDB's name of the operation.
    pub operation: String,
    /// The body.
    pub body: Value,
}

impl Request {
    /// The body with its placeholders renamed to `#1`, `:1`, … in the order of their first appearance in key
    /// condition, update, condition, filter, projection.
    pub fn renamed(&self) -> Value {
        self.each_part(expression::rename)
    }

    /// The body with names and values in the place of their placeholders: numbers bare, texts in single
    /// quotes, other values as JSON.
    pub fn inlined(&self) -> Value {
        self.each_part(expression::inline)
    }

    /// The condition, with names and values in the place of their placeholders; empty if there is none.
    pub fn condition(&self) -> String {
        self.text("ConditionExpression")
    }

    /// The update expression, with names and values in the place of their placeholders.
    pub fn update(&self) -> String {
        self.text("UpdateExpression")
    }

    /// The filter, with names and values in the place of their placeholders.
    pub fn filter(&self) -> String {
        self.text("FilterExpression")
    }

    /// The key condition, with names and values in the place of their placeholders.
    pub fn key_condition(&self) -> String {
        self.text("KeyConditionExpression")
    }

    /// The projection, with names in the place of their placeholders.
    pub fn projection(&self) -> String {
        self.text("ProjectionExpression")
    }

    /// A member of the body; null if it is absent.
    pub fn get(&self, member: &str) -> &Value {
        &self.body[member]
    }

    /// The item of a PutItem.
    pub fn item(&self) -> &Value {
        self.get("Item")
    }

    fn text(&self, member: &str) -> String {
        match &self.inlined()[member] {
            Value::String(text) => text.clone(),
            _ => String::new(),
        }
    }

    fn each_part(&self, change: impl Fn(&mut Map<String, Value>)) -> Value {
        let mut body = self.body.clone();
        for part in parts(&mut body) {
            change(part);
        }
        body
    }

    fn check(&self) {
        let mut body = self.body.clone();
        for part in parts(&mut body) {
            let mut faults = expression::faults(part);
            let conditional = part.contains_key("ConditionExpression");
            let answered = part.get("ReturnValuesOnConditionCheckFailure");
            if conditional != (answered == Some(&json!("ALL_OLD"))) {
                faults.push(
                    "ReturnValuesOnConditionCheckFailure belongs to conditional writes, always"
                        .into(),
                );
            }
            assert!(faults.is_empty(), "{faults:?} in {self:#?}");
        }
    }
}

/// The parts of a body that have expressions of their own: the steps of a transaction, else the body.
fn parts(body: &mut Value) -> Vec<&mut Map<String, Value>> {
    let Value::Object(body) = body else {
        return Vec::new();
    };
    if body.contains_key("TransactItems") {
        let steps = body.get_mut("TransactItems").and_then(Value::as_array_mut);
        return steps
            .into_iter()
            .flatten()
            .filter_map(Value::as_object_mut)
            .flat_map(|step| step.values_mut())
            .filter_map(Value::as_object_mut)
            .collect();
    }
    vec![body]
}
