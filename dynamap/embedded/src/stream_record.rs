//! `GetRecords` as the Streams API spells it.

use dynoxide::actions::get_records::GetRecordsResponse;
use serde::{Serialize, Serializer};
use serde_json::Value;

/// An answer of `GetRecords` whose records name their identity with `Type` and `PrincipalId`. The
/// engine writes `type` and `principalId`, the spelling of Lambda events, which the SDK passes
/// over.
pub(crate) struct ApiRecords(pub(crate) GetRecordsResponse);

impl Serialize for ApiRecords {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self
            .0
            .records
            .iter()
            .all(|record| record.user_identity.is_none())
        {
            return self.0.serialize(serializer);
        }
        let mut answer = serde_json::to_value(&self.0).map_err(serde::ser::Error::custom)?;
        let records = answer.get_mut("Records").and_then(Value::as_array_mut);
        for record in records.into_iter().flatten() {
            let Some(identity) = record
                .get_mut("userIdentity")
                .and_then(Value::as_object_mut)
            else {
                continue;
            };
            for (lambda, api) in [("type", "Type"), ("principalId", "PrincipalId")] {
                if let Some(value) = identity.remove(lambda) {
                    identity.insert(api.to_owned(), value);
                }
            }
        }
        answer.serialize(serializer)
    }
}
