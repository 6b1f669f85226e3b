//! The steps, one file per topic.

mod create;
mod expiry;
mod january;
mod latest;
mod resend;
mod table;
mod versions;

use dynamap::time::ManualClock;
use time::OffsetDateTime;
use time::macros::format_description;

use crate::order::{Order, OrderTable};

/// The table of orders, and the clock that its writes and reads go by.
pub(crate) struct Shop {
    pub(crate) orders: OrderTable,
    pub(crate) clock: ManualClock,
}

impl Shop {
    /// Every step between the creation of the table and its deletion; what to say of them in the end.
    pub(crate) async fn run_steps(&self) -> dynamap::Result<String> {
        let created = self.create_orders().await?;
        self.create_the_same_order_again().await?;
        self.pay_with_the_version().await?;
        self.write_with_a_stale_version().await?;
        self.read_the_latest().await?;
        let (found, pages) = self.read_january().await?;
        self.read_an_expired_order().await?;
        self.send_a_write_twice().await?;
        Ok(format!(
            "{created} orders written, {found} of January 2022 read on {pages} pages"
        ))
    }
}

fn title(text: &str) {
    println!("\n{text}");
}

fn answer(text: &str) {
    println!("   <- {text}");
}

fn describe(order: &Order) -> String {
    let Order {
        uuid,
        status,
        version,
        ..
    } = order;
    format!(
        "order {}: {status:?}, version {version}, created {}, updated {}",
        short(uuid),
        iso(order.created_at),
        iso(order.updated_at),
    )
}

/// The first block of a UUID.
fn short(uuid: &str) -> &str {
    uuid.split('-').next().unwrap_or(uuid)
}

fn iso(at: OffsetDateTime) -> String {
    let format =
        format_description!("[year]-[month]-[day]T[hour]:[minute]:[second].[subsecond digits:3]Z");
    at.format(format)
        .unwrap_or_else(|_| at.unix_timestamp().to_string())
}
