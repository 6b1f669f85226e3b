//! A Lambda function that follows a table of orders, run on recorded events instead of in Lambda.
//!
//! It teaches how a function reads DynamoDB Streams with dynamap: the records of `aws_lambda_events` become
//! typed changes, an expiry is told from a deletion, records of other entities of the table are passed
//! over, and a record that fails is named in the answer, so that Lambda goes on with it and not with the
//! whole batch. The events are those of `events.json`, in the form in which Lambda delivers them.
//!
//! Run it with `cargo run --example lambda`. Nothing of it needs a network: what Lambda does, which is to
//! deliver a batch again from the record that failed, is done by `deliver`.
//!
//! Read it in this order: `order.rs` (the struct), `function.rs` (the function), `main.rs` (Lambda's part).

mod function;
mod order;

use std::error::Error;

use aws_lambda_events::event::dynamodb::Event;
use aws_lambda_events::event::streams::DynamoDbEventResponse;

use function::Function;

/// Six records of one shard: what happened to three orders and a customer.
const EVENTS: &str = include_str!("events.json");

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let event: Event = serde_json::from_str(EVENTS)?;
    println!("A batch of {} records.", event.records.len());

    let mut function = Function::new();
    println!("\nThe post office is closed at first:");
    function.close_post_office();
    let answer = deliver(&mut function, event.clone()).await?;
    let failed = answer.batch_item_failures.first();
    let failed = failed.and_then(|failure| failure.item_identifier.clone());
    let failed = failed.ok_or("a record that failed")?;

    println!("\nLambda delivers again, from the record that failed:");
    function.open_post_office();
    let mut rest = event.clone();
    let number = |record: &aws_lambda_events::event::dynamodb::EventRecord| {
        record.change.sequence_number.clone()
    };
    let before = rest
        .records
        .iter()
        .take_while(|record| number(record).as_ref() != Some(&failed))
        .count();
    rest.records.drain(..before);
    deliver(&mut function, rest).await?;

    println!("\nAnd once more, all of it, as it may do at any time:");
    let answer = deliver(&mut function, event).await?;
    if answer != DynamoDbEventResponse::default() {
        return Err("a batch that was done fails".into());
    }

    println!("\nDone: {} letters, each once.", function.letters().len());
    Ok(())
}

/// One invocation: the function gets the event, and Lambda its answer.
async fn deliver(
    function: &mut Function,
    event: Event,
) -> Result<DynamoDbEventResponse, Box<dyn Error>> {
    let answer = function.handle(event).await?;
    println!("   <- {}", serde_json::to_string(&answer)?);
    Ok(answer)
}
