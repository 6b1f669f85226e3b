use std::error::Error;

use dynamap::aws_sdk_dynamodb::types::AttributeValue;
use dynamap::ttl::TimeToLive;
use time::macros::datetime;

use super::{Service, answer, title};

/// The table that other programs wrote.
const LEGACY: &str = "legacy-sessions";

fn number(text: impl ToString) -> AttributeValue {
    AttributeValue::N(text.to_string())
}

fn text(text: impl ToString) -> AttributeValue {
    AttributeValue::S(text.to_string())
}

/// What went wrong, and what was stored for it. All but the last two mean 7 December 2026, 12:00 UTC.
fn faults() -> [(&'static str, AttributeValue); 9] {
    let seconds = datetime!(2026-12-07 12:00 UTC).unix_timestamp();
    [
        ("seconds-as-text", text(seconds)),
        ("millis-as-text", text(seconds * 1_000)),
        ("iso-date", text("2026-12-07T13:00:00.000+01:00")),
        ("millis", number(seconds * 1_000)),
        ("micros", number(seconds * 1_000_000)),
        ("nanos", number(seconds * 1_000_000_000)),
        ("fraction", number(format!("{seconds}.25"))),
        // 2007: DynamoDB deletes nothing that expired more than five years ago.
        ("long-past", number(1_171_734_022)),
        ("never", number(-1)),
    ]
}

impl Service {
    /// A table with nine kinds of wrong TTLs, one sound one, and an item that never expires.
    pub(crate) async fn prepare_faults(&self) -> Result<TimeToLive, Box<dyn Error>> {
        title("Find a table that other programs wrote, with nine kinds of wrong TTL values.");
        let legacy = self.sessions.table_name(LEGACY);
        legacy.create_table().send().await?;
        let sound = number(datetime!(2026-12-07 12:00 UTC).unix_timestamp());
        let items = faults().into_iter().map(|(token, ttl)| (token, Some(ttl)));
        let items = items.chain([("sound", Some(sound)), ("for-ever", None)]);
        let client = self.engine.client();
        for (token, ttl) in items {
            let mut put = client
                .put_item()
                .table_name(LEGACY)
                .item("token", text(token))
                .item("user", text("ann"));
            if let Some(ttl) = ttl {
                put = put.item("expires_at", ttl);
            }
            put.send().await?;
        }
        answer(
            "11 items: nine have an expiry that DynamoDB ignores or misreads, and nothing says so",
        );
        Ok(legacy.ttl())
    }
}
