//! A bare integer has no unit.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "sessions")]
struct Session {
    #[partition_key]
    id: String,
    #[ttl(seconds)]
    expires_at: u64,
}

fn uses(sessions: &SessionTable) {
    let _ = sessions.update("s").expires_at(1_700_000_000);
    let _ = sessions.rescue("s", 1_700_000_000_u64);
}

fn main() {}
