use super::Record;
use super::json::read_event;
use crate::Result;

/// The records of one invocation of a Lambda function.
#[derive(Debug, Clone, PartialEq)]
pub struct LambdaBatch {
    records: Vec<Record>,
}

impl LambdaBatch {
    /// A batch of these records, in the order of their shard.
    pub fn new(records: Vec<Record>) -> Self {
        Self { records }
    }

    /// Reads the payload of the invocation: JSON with the array `Records`. No JSON library is needed.
    pub fn from_json(payload: &[u8]) -> Result<Self> {
        read_event(payload).map(Self::new)
    }

    /// The records, in the order of their shard.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// The records, in the order of their shard.
    pub fn into_records(self) -> Vec<Record> {
        self.records
    }
}
