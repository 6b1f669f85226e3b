use std::collections::VecDeque;
use std::fmt;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};

use aws_smithy_runtime_api::client::http::{
    HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpClient,
    SharedHttpConnector, http_client_fn,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::client::result::ConnectorError;
use aws_smithy_runtime_api::http::StatusCode;
use aws_smithy_types::body::SdkBody;
use aws_smithy_types::byte_stream::ByteStream;
use serde_json::{Value, json};

type Interference = Box<dyn FnOnce() -> Pin<Box<dyn Future<Output = ()> + Send>> + Send>;
type Edit = Box<dyn FnOnce(Value) -> Value + Send>;

/// What becomes of one attempt.
pub enum Answer {
    /// The engine's answer.
    Pass,
    /// The engine carries the request out, then the connection breaks.
    Lose,
    /// The engine carries the request out, then the answer does not come in time.
    LoseByTimeout,
    /// The engine carries the request out and the answer is a server error.
    FailAfter(u16),
    /// The engine carries the request out and the answer is cut in the middle.
    CutAfter,
    /// A server error; the engine does not see the request.
    FailBefore(u16),
    /// The connection breaks; the engine does not see the request.
    Break,
    /// No answer, ever; the engine does not see the request.
    Hang,
    /// The engine carries the request out; no answer, ever.
    HangAfter,
    /// An answer that is not JSON; the engine does not see the request.
    Malformed,
    /// A refusal with this code and message; the engine does not see the request.
    Refuse {
        /// The error's name, as in `ValidationException`.
        code: &'static str,
        /// The service's text.
        message: String,
        /// Further members of the error's body.
        more: Value,
    },
    /// This answer; the engine does not see the request.
    Json(Value),
    /// The engine does not see this many requests of a `BatchWriteItem`, the first ones: they come back
    /// unprocessed.
    Unprocessed(usize),
    /// The engine's answer, changed.
    Edit(Edit),
    /// Something that happens first, as another writer.
    After(Interference, Box<Answer>),
}

impl Answer {
    /// A refusal with this code; the engine does not see the request.
    pub fn refuse(code: &'static str, message: impl Into<String>) -> Self {
        Self::Refuse {
            code,
            message: message.into(),
            more: json!({}),
        }
    }

    /// ThrottlingException with one reason; the engine does not see the request.
    pub fn throttle(reason: &str, resource: &str) -> Self {
        Self::Refuse {
            code: "ThrottlingException",
            message: "Throughput exceeds the current capacity.".to_owned(),
            more: json!({"throttlingReasons": [{"reason": reason, "resource": resource}]}),
        }
    }

    /// The engine's answer, changed.
    pub fn edit(change: impl FnOnce(Value) -> Value + Send + 'static) -> Self {
        Self::Edit(Box::new(change))
    }

    /// This answer, after something else happened.
    pub fn after<F: Future<Output = ()> + Send + 'static>(
        self,
        first: impl FnOnce() -> F + Send + 'static,
    ) -> Self {
        Self::After(Box::new(|| Box::pin(first())), Box::new(self))
    }
}

impl fmt::Debug for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Pass => "Pass",
            Self::Lose => "Lose",
            Self::LoseByTimeout => "LoseByTimeout",
            Self::FailAfter(_) => "FailAfter",
            Self::CutAfter => "CutAfter",
            Self::FailBefore(_) => "FailBefore",
            Self::Break => "Break",
            Self::Hang => "Hang",
            Self::HangAfter => "HangAfter",
            Self::Malformed => "Malformed",
            Self::Refuse { code, .. } => code,
            Self::Json(_) => "Json",
            Self::Unprocessed(_) => "Unprocessed",
            Self::Edit(_) => "Edit",
            Self::After(..) => "After",
        })
    }
}

/// The answers to come, shared by the clients that meet them.
#[derive(Debug, Clone)]
pub struct Script(Arc<Mutex<VecDeque<Answer>>>);

impl Script {
    pub(crate) fn new(answers: impl IntoIterator<Item = Answer>) -> Self {
        Self(Arc::new(Mutex::new(answers.into_iter().collect())))
    }

    /// Adds an answer.
    pub fn push(&self, answer: Answer) {
        self.lock().push_back(answer);
    }

    /// How many answers nobody has met yet.
    pub fn left(&self) -> usize {
        self.lock().len()
    }

    fn next(&self) -> Answer {
        self.lock().pop_front().unwrap_or(Answer::Pass)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, VecDeque<Answer>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An HTTP client that meets the script's answers, and the engine's when they are through.
    pub(crate) fn wrap(&self, engine: SharedHttpClient) -> SharedHttpClient {
        let script = self.clone();
        http_client_fn(move |settings: &HttpConnectorSettings, components| {
            SharedHttpConnector::new(Connector {
                engine: engine.http_connector(settings, components),
                script: script.clone(),
            })
        })
    }
}

#[derive(Debug, Clone)]
struct Connector {
    engine: SharedHttpConnector,
    script: Script,
}

impl HttpConnector for Connector {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let connector = self.clone();
        let mut answer = self.script.next();
        HttpConnectorFuture::new(async move {
            while let Answer::After(first, then) = answer {
                first().await;
                answer = *then;
            }
            connector.answer(answer, request).await
        })
    }
}

impl Connector {
    async fn answer(
        &self,
        answer: Answer,
        request: HttpRequest,
    ) -> Result<HttpResponse, ConnectorError> {
        match answer {
            Answer::Pass | Answer::After(..) => self.engine.call(request).await,
            Answer::Lose => {
                self.engine.call(request).await?;
                Err(ConnectorError::io("connection reset".into()))
            }
            Answer::LoseByTimeout => {
                self.engine.call(request).await?;
                Err(ConnectorError::timeout("no answer".into()))
            }
            Answer::FailAfter(status) => {
                self.engine.call(request).await?;
                server_error(status)
            }
            Answer::CutAfter => {
                let mut answer = self.engine.call(request).await?;
                let body = body_of(&mut answer).await?;
                let half = body.get(..body.len() / 2).unwrap_or_default();
                Ok(answer.map(|_| SdkBody::from(half.to_vec())))
            }
            Answer::FailBefore(status) => server_error(status),
            Answer::Break => Err(ConnectorError::io("connection refused".into())),
            Answer::Hang => std::future::pending().await,
            Answer::HangAfter => {
                self.engine.call(request).await?;
                std::future::pending().await
            }
            Answer::Malformed => response(200, b"<html>".to_vec()),
            Answer::Refuse {
                code,
                message,
                more,
            } => {
                let mut body = json!({
                    "__type": format!("com.amazonaws.dynamodb.v20120810#{code}"),
                    "message": message,
                });
                if let (Value::Object(body), Value::Object(more)) = (&mut body, more) {
                    body.extend(more);
                }
                response(400, body.to_string().into_bytes())
            }
            Answer::Json(body) => response(200, body.to_string().into_bytes()),
            Answer::Unprocessed(count) => self.all_but(count, request).await,
            Answer::Edit(change) => {
                let mut answer = self.engine.call(request).await?;
                let body = serde_json::from_slice(&body_of(&mut answer).await?)
                    .map_err(|error| ConnectorError::other(error.into(), None))?;
                let body = change(body).to_string().into_bytes();
                response(answer.status().as_u16(), body)
            }
        }
    }
}

impl Connector {
    /// Lets the engine see a `BatchWriteItem` without its first requests, and hands these back.
    async fn all_but(
        &self,
        count: usize,
        mut request: HttpRequest,
    ) -> Result<HttpResponse, ConnectorError> {
        let other = |error: serde_json::Error| ConnectorError::other(error.into(), None);
        let bytes = request.body().bytes().unwrap_or_default();
        let mut body: Value = serde_json::from_slice(bytes).map_err(other)?;
        let mut unprocessed = serde_json::Map::new();
        if let Some(tables) = body["RequestItems"].as_object_mut() {
            for (table, requests) in tables.iter_mut() {
                if let Some(requests) = requests.as_array_mut() {
                    let taken: Vec<Value> = requests.drain(..count.min(requests.len())).collect();
                    unprocessed.insert(table.clone(), Value::Array(taken));
                }
            }
            tables.retain(|_, requests| requests.as_array().is_some_and(|all| !all.is_empty()));
        }
        let nothing_left = body["RequestItems"]
            .as_object()
            .is_none_or(serde_json::Map::is_empty);
        if !nothing_left {
            *request.body_mut() = SdkBody::from(body.to_string());
            let answer = self.engine.call(request).await?;
            if !answer.status().is_success() {
                return Ok(answer);
            }
        }
        response(
            200,
            json!({"UnprocessedItems": unprocessed})
                .to_string()
                .into_bytes(),
        )
    }
}

/// The whole body, which another engine than the one in this process sends piece by piece.
async fn body_of(answer: &mut HttpResponse) -> Result<Vec<u8>, ConnectorError> {
    let body = std::mem::replace(answer.body_mut(), SdkBody::taken());
    let body = ByteStream::new(body).collect().await;
    Ok(body
        .map_err(|error| ConnectorError::other(error.into(), None))?
        .to_vec())
}

fn server_error(status: u16) -> Result<HttpResponse, ConnectorError> {
    let body = json!({
        "__type": "com.amazonaws.dynamodb.v20120810#InternalServerError",
        "message": "The request processing has failed.",
    });
    response(status, body.to_string().into_bytes())
}

pub(crate) fn response(status: u16, body: Vec<u8>) -> Result<HttpResponse, ConnectorError> {
    let status =
        StatusCode::try_from(status).map_err(|error| ConnectorError::other(error.into(), None))?;
    let mut response = HttpResponse::new(status, SdkBody::from(body));
    response
        .headers_mut()
        .insert("content-type", "application/x-amz-json-1.0");
    Ok(response)
}
