//! A table's TTL handle that meets scripted answers, on a sleep that takes no time.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use aws_smithy_async::rt::sleep::{AsyncSleep, Sleep};
use dynamap::DynamoItem;
use dynamap::ttl::TimeToLive;
use dynamap_tests::{Answer, Fixture, Script};
use serde_json::{Value, json};
use time::OffsetDateTime;

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "sessions")]
pub(crate) struct Session {
    #[partition_key]
    token: String,
    #[ttl(seconds, after = "1h")]
    #[dynamo(rename = "expiresAt")]
    expires_at: OffsetDateTime,
}

/// Notes how long it was to sleep, and does not.
#[derive(Debug, Clone, Default)]
struct Sleeps(Arc<Mutex<Vec<Duration>>>);

impl AsyncSleep for Sleeps {
    fn sleep(&self, duration: Duration) -> Sleep {
        let mut noted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        noted.push(duration);
        Sleep::new(std::future::ready(()))
    }
}

pub(crate) struct Scene {
    pub(crate) ttl: TimeToLive,
    fixture: Fixture,
    script: Script,
    sleeps: Sleeps,
}

/// The handle of `Session`, which meets these answers, one per attempt.
pub(crate) fn scene(answers: impl IntoIterator<Item = Answer>) -> Scene {
    let fixture = Fixture::new();
    let sleeps = Sleeps::default();
    let (client, script) =
        fixture.scripted_with(answers, |config| config.sleep_impl(sleeps.clone()));
    let table = Session::table(&client).with_clock(fixture.clock().clone());
    Scene {
        ttl: table.ttl(),
        fixture,
        script,
        sleeps,
    }
}

impl Scene {
    /// What was sent, in short, and that every answer was met.
    pub(crate) fn sent(&self) -> Vec<String> {
        assert_eq!(self.script.left(), 0, "answers that nobody met");
        let requests = self.fixture.requests().take();
        requests
            .iter()
            .map(|request| short(&request.operation, &request.body))
            .collect()
    }

    /// The pauses between two looks, in seconds; the SDK's own sleeps, before a retry and while it
    /// loads an identity, are not whole seconds.
    pub(crate) fn pauses(&self) -> Vec<u64> {
        let noted = self.sleeps.0.lock().unwrap_or_else(PoisonError::into_inner);
        let noted = noted.iter();
        noted
            .filter(|pause| pause.subsec_nanos() == 0)
            .map(Duration::as_secs)
            .collect()
    }
}

/// A request of this table in short: `describe`, `enable x`, `disable x`, `describe table`.
fn short(operation: &str, body: &Value) -> String {
    let table = json!({"TableName": "sessions"});
    match operation {
        "DescribeTimeToLive" if *body == table => "describe".to_owned(),
        "DescribeTable" if *body == table => "describe table".to_owned(),
        "UpdateTimeToLive" => {
            let attribute = &body["TimeToLiveSpecification"]["AttributeName"];
            let enabled = &body["TimeToLiveSpecification"]["Enabled"];
            let whole = json!({
                "TableName": "sessions",
                "TimeToLiveSpecification": {"AttributeName": attribute, "Enabled": enabled},
            });
            assert_eq!(*body, whole);
            match (enabled.as_bool(), attribute.as_str()) {
                (Some(true), Some(attribute)) => format!("enable {attribute}"),
                (Some(false), Some(attribute)) => format!("disable {attribute}"),
                _ => format!("{operation} {body}"),
            }
        }
        _ => format!("{operation} {body}"),
    }
}

/// `DescribeTimeToLive`'s answer.
pub(crate) fn is(status: &str, attribute: &str) -> Answer {
    let description = if attribute.is_empty() {
        json!({"TimeToLiveStatus": status})
    } else {
        json!({"TimeToLiveStatus": status, "AttributeName": attribute})
    };
    Answer::Json(json!({"TimeToLiveDescription": description}))
}

/// `UpdateTimeToLive`'s answer.
pub(crate) fn accepted() -> Answer {
    Answer::Json(json!({
        "TimeToLiveSpecification": {"AttributeName": "any", "Enabled": true},
    }))
}

pub(crate) fn invalid(message: &str) -> Answer {
    Answer::refuse("ValidationException", message)
}

pub(crate) fn already_enabled() -> Answer {
    invalid("TimeToLive is already enabled")
}

pub(crate) fn already_disabled() -> Answer {
    invalid("TimeToLive is already disabled")
}

pub(crate) fn on_another(attribute: &str) -> Answer {
    invalid(&format!(
        "TimeToLive is active on a different AttributeName: current AttributeName is {attribute}"
    ))
}

pub(crate) fn too_soon() -> Answer {
    invalid("Time to live has been modified multiple times within a fixed interval")
}
