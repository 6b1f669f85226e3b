use std::collections::{BTreeMap, BTreeSet};

use dynamap::{DynamoItem, Number, unset};
use time::OffsetDateTime;

/// A session, with attributes of every kind, so that the archive shows that it keeps them.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "sessions")]
pub(crate) struct Session {
    #[partition_key]
    pub(crate) token: String,
    pub(crate) user: String,
    pub(crate) spent: Number,
    pub(crate) fingerprint: Vec<u8>,
    pub(crate) scopes: BTreeSet<String>,
    pub(crate) settings: BTreeMap<String, bool>,
    #[dynamo(null)]
    pub(crate) note: Option<String>,
    #[ts(iso, auto_create)]
    pub(crate) created_at: OffsetDateTime,
    #[ttl(seconds)]
    pub(crate) expires_at: Option<OffsetDateTime>,
}

impl Session {
    pub(crate) fn new(number: u8) -> Self {
        Self {
            token: format!("s-{number:02}"),
            user: ["ann", "bob", "cäsar"][usize::from(number % 3)].into(),
            spent: Number::from(u32::from(number) * 7),
            fingerprint: vec![number, 0, 255],
            scopes: BTreeSet::from(["read".into(), format!("team-{}", number % 4)]),
            settings: BTreeMap::from([("dark".into(), number.is_multiple_of(2))]),
            note: None,
            created_at: unset(),
            expires_at: None,
        }
    }
}
