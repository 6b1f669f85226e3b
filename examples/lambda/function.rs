//! The function: a letter to the customer for what happens to an order.

use std::collections::BTreeMap;

use aws_lambda_events::event::dynamodb::Event;
use aws_lambda_events::event::streams::DynamoDbEventResponse;
use dynamap::streams::{Change, LambdaBatch, Record};

use crate::order::{Order, Status};

/// The function and what it keeps between invocations.
pub(crate) struct Function {
    /// By the id of the event, so that a record that is delivered again sends no second letter. A function
    /// keeps this in a table, written with a condition.
    letters: BTreeMap<String, String>,
    post_office_is_open: bool,
}

impl Function {
    pub(crate) fn new() -> Self {
        Self {
            letters: BTreeMap::new(),
            post_office_is_open: true,
        }
    }

    pub(crate) fn close_post_office(&mut self) {
        self.post_office_is_open = false;
    }

    pub(crate) fn open_post_office(&mut self) {
        self.post_office_is_open = true;
    }

    pub(crate) fn letters(&self) -> &BTreeMap<String, String> {
        &self.letters
    }

    /// What `lambda_runtime::service_fn` is given. An event that is none of DynamoDB's fails as a whole; a
    /// record that fails is named in the answer.
    pub(crate) async fn handle(&mut self, event: Event) -> dynamap::Result<DynamoDbEventResponse> {
        let batch = LambdaBatch::try_from(event)?;
        let outcome = batch.run(async |record| self.follow(record).await).await;
        if let Some(error) = outcome.error() {
            println!("   failed behind {} records: {error}", outcome.handled());
        }
        Ok(DynamoDbEventResponse::from(&outcome))
    }

    async fn follow(&mut self, record: &Record) -> Result<(), Box<dyn std::error::Error>> {
        let Some(change) = record.change_of::<Order>()? else {
            println!("   passed over: a record of another entity");
            return Ok(());
        };
        let (order, text) = match &change {
            Change::Inserted { new, .. } => (new, "we have your order"),
            Change::Modified { old, new, .. }
                if (old.status, new.status) == (Status::Pending, Status::Paid) =>
            {
                (new, "thank you for your payment")
            }
            Change::Modified { .. } | Change::Removed { .. } => return Ok(()),
            Change::Expired { old, .. } => (old, "your order was not paid, and is void"),
        };
        let letter = format!("to {}, about {}: {text}", order.customer, order.id);
        self.send(change.event().id(), letter).await
    }

    async fn send(
        &mut self,
        event: &str,
        letter: String,
    ) -> Result<(), Box<dyn std::error::Error>> {
        if self.letters.contains_key(event) {
            println!("   sent before {letter}");
            return Ok(());
        }
        // A letter that is not the first of the day needs the post office.
        if !self.post_office_is_open && !self.letters.is_empty() {
            return Err("the post office is closed".into());
        }
        tokio::task::yield_now().await;
        println!("   {letter}");
        self.letters.insert(event.to_owned(), letter);
        Ok(())
    }
}
