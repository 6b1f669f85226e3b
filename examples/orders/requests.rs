use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use aws_sdk_dynamodb::config::interceptors::BeforeTransmitInterceptorContextRef;
use aws_sdk_dynamodb::config::{ConfigBag, Intercept, RuntimeComponents};
use aws_sdk_dynamodb::error::BoxError;
use serde_json::Value;

use crate::expression::{substitute, value_text};

/// An SDK interceptor that prints each request as it goes out, with names and values put back
/// where the placeholders stand.
#[derive(Debug, Clone, Default)]
pub(crate) struct Printer {
    sent: Arc<AtomicUsize>,
}

impl Printer {
    /// How many requests have gone out.
    pub(crate) fn sent(&self) -> usize {
        self.sent.load(Ordering::Relaxed)
    }
}

impl Intercept for Printer {
    fn name(&self) -> &'static str {
        "Printer"
    }

    fn read_before_transmit(
        &self,
        context: &BeforeTransmitInterceptorContextRef<'_>,
        _components: &RuntimeComponents,
        _config: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        self.sent.fetch_add(1, Ordering::Relaxed);
        let request = context.request();
        // As in `DynamoDB_20120810.Query`.
        let target = request.headers().get("x-amz-target").unwrap_or_default();
        let operation = target.rsplit('.').next().unwrap_or_default();
        let body: Value = serde_json::from_slice(request.body().bytes().unwrap_or_default())?;
        print_request(operation, &body);
        Ok(())
    }
}

/// The members that hold attributes, and how they are called in prose.
const ATTRIBUTES: [(&str, &str); 3] = [
    ("Key", "key"),
    ("Item", "item"),
    ("ExclusiveStartKey", "start behind"),
];

/// The members that hold an expression, and how they are called in prose.
const EXPRESSIONS: [(&str, &str); 5] = [
    ("KeyConditionExpression", "key condition"),
    ("FilterExpression", "filter"),
    ("UpdateExpression", "update"),
    ("ConditionExpression", "condition"),
    ("ProjectionExpression", "projection"),
];

fn print_request(operation: &str, body: &Value) {
    let text = |name: &str| body[name].as_str().unwrap_or_default();
    println!("   -> {operation} on table {}", text("TableName"));
    if let Some(index) = body["IndexName"].as_str() {
        println!("      index: {index}");
    }
    for (member, meaning) in ATTRIBUTES {
        if let Some(attributes) = body[member].as_object() {
            let attributes: Vec<String> = attributes
                .iter()
                .map(|(name, value)| format!("{name} = {}", value_text(value)))
                .collect();
            println!("      {meaning}: {}", attributes.join(", "));
        }
    }
    for (member, meaning) in EXPRESSIONS {
        if let Some(expression) = body[member].as_str() {
            println!("      {meaning}: {}", substitute(expression, body));
        }
    }
    if body["ScanIndexForward"] == false {
        println!("      order: newest first");
    }
    if let Some(limit) = body["Limit"].as_u64() {
        println!("      limit: {limit}");
    }
    if let Some(attribute) = body["TimeToLiveSpecification"]["AttributeName"].as_str() {
        println!("      TTL attribute: {attribute}");
    }
    for index in body["GlobalSecondaryIndexes"]
        .as_array()
        .into_iter()
        .flatten()
    {
        println!(
            "      index: {}",
            index["IndexName"].as_str().unwrap_or_default()
        );
    }
}
