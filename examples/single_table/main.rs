//! A store in one table: customers, carts, orders and their lines, and one partition read back whole.
//!
//! It teaches how several item types share a table: keys with constants and prefixes, a tag that names
//! the type of each item, an enum that reads a partition's items in one request, reads of one type that
//! leave the others out, an index that types share, expired items that are gone, and items of types that
//! the program does not know.
//!
//! Run it with `cargo run --example single_table`, or against another DynamoDB with
//! `cargo run --example single_table -- --endpoint-url http://127.0.0.1:8000`.
//!
//! Read it in this order: `store.rs` (the types), `steps.rs` (what is done with them), `tally.rs` (the
//! counting).

mod steps;
mod store;
mod tally;

use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use aws_sdk_dynamodb::config::interceptors::BeforeTransmitInterceptorContextRef;
use aws_sdk_dynamodb::config::{ConfigBag, Intercept, RuntimeComponents};
use aws_sdk_dynamodb::error::BoxError;
use dynamap::time::ManualClock;
use dynamap_examples::{Arguments, connect};
use time::macros::datetime;

use steps::Shop;
use store::{Customer, StoreItem};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let endpoint_url = match Arguments::from_command_line()? {
        Arguments::Run { endpoint_url } => endpoint_url,
        Arguments::Help => {
            print!("{}", Arguments::usage("single_table"));
            return Ok(());
        }
    };
    // A clock that stands still until it is moved, so that every run writes the same times.
    let clock = ManualClock::new(datetime!(2026-11-30 12:00 UTC));
    let requests = Requests::default();
    let customers = connect::<Customer>(endpoint_url.as_deref(), &clock, requests.clone())?;
    let items = StoreItem::table(customers.client())
        .table_name(customers.name())
        .with_clock(clock.clone());
    let shop = Shop {
        items,
        clock,
        requests,
    };

    shop.create_table().await?;
    // The table goes whatever becomes of the steps.
    let outcome = shop.run_steps().await;
    shop.items.delete_table().send().await?;
    let read = outcome?;
    println!("\nDone: {read} items of 4 types in one table.");
    Ok(())
}

/// An SDK interceptor that counts the requests that go out.
#[derive(Debug, Clone, Default)]
pub(crate) struct Requests(Arc<AtomicUsize>);

impl Requests {
    pub(crate) fn sent(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

impl Intercept for Requests {
    fn name(&self) -> &'static str {
        "Requests"
    }

    fn read_before_transmit(
        &self,
        _context: &BeforeTransmitInterceptorContextRef<'_>,
        _components: &RuntimeComponents,
        _config: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        self.0.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }
}
