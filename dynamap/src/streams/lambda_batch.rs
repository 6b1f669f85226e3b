use super::json::read_event;
use super::{LambdaOutcome, Record};
use crate::Result;

/// The records of one invocation of a Lambda function.
///
/// They are of one shard and in its order. Lambda invokes the function again with the same records until
/// it succeeds or the records are too old, unless the event source mapping says
/// `FunctionResponseTypes: [ReportBatchItemFailures]`: then the answer names the record to go on with, and
/// those before it are not delivered again. [`run`](Self::run) builds that answer.
///
/// ```
/// use dynamap::DynamoItem;
/// use dynamap::streams::LambdaBatch;
///
/// #[derive(DynamoItem)]
/// #[dynamo(table = "orders")]
/// struct Order {
///     #[partition_key]
///     id: String,
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> dynamap::Result<()> {
/// # let payload = br#"{"Records":[{"eventID":"1","eventName":"INSERT","dynamodb":{
/// #     "SequenceNumber":"100000000000000000001","Keys":{"id":{"S":"a"}},"NewImage":{"id":{"S":"a"}}}}]}"#;
/// let batch = LambdaBatch::from_json(payload)?;
/// let outcome = batch
///     .run(async |record| {
///         if let Some(change) = record.change_of::<Order>()? {
///             // … what the function is for …
/// #           drop(change);
///         }
///         Ok::<(), dynamap::Error>(())
///     })
///     .await;
/// assert_eq!(outcome.to_json(), r#"{"batchItemFailures":[]}"#);
/// # Ok(())
/// # }
/// ```
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

    /// Hands the records to a handler, one after the other, up to the first that it fails at.
    ///
    /// The handler has to bear a record twice: Lambda delivers at least once.
    pub async fn run<E>(
        &self,
        mut handler: impl AsyncFnMut(&Record) -> Result<(), E>,
    ) -> LambdaOutcome<E> {
        for (done, record) in self.records.iter().enumerate() {
            if let Err(error) = handler(record).await {
                let number = record.event().sequence_number().clone();
                return LambdaOutcome::failed_at(done, number, error);
            }
        }
        LambdaOutcome::done(self.records.len())
    }
}
