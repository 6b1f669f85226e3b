use std::time::Duration;

use time::OffsetDateTime;
use time::macros::datetime;

use super::{Shop, answer, describe, iso, title};
use crate::order::Order;

const WEEK: Duration = Duration::from_hours(7 * 24);

/// The order that the later steps of user A are about.
pub(crate) const FIRST_OF_JANUARY: &str = "522fb5a5-6bf0-4c5f-821d-6c061f54cebe";
/// An order that is kept for a week only.
pub(crate) const SHORT_LIVED: &str = "2c1a7c52-93e1-4a37-8f0e-5d0a6a1f7b02";
/// The order that the later steps of user B are about.
pub(crate) const TO_BE_PAID: &str = "8f4b8a0e-3a51-4d3c-9c0f-7b6f2f0a9e01";

/// Who ordered, and what the clock showed.
const ORDERS: [(&str, &str, OffsetDateTime); 9] = [
    (
        "0b8f4d0e-52f4-4f4a-9a3e-1c5d7e9f0a11",
        "order_A",
        datetime!(2021-12-20 9:30 UTC),
    ),
    (FIRST_OF_JANUARY, "order_A", datetime!(2022-01-01 0:00 UTC)),
    (SHORT_LIVED, "order_A", datetime!(2022-01-05 18:15 UTC)),
    (TO_BE_PAID, "order_B", datetime!(2022-01-10 8:00 UTC)),
    (
        "4d7e9f0a-6b1c-4e2d-8f3a-9b0c1d2e3f44",
        "order_A",
        datetime!(2022-01-15 12:00:00.250 UTC),
    ),
    (
        "5e8f0a1b-7c2d-4f3e-9a4b-0c1d2e3f4a55",
        "order_B",
        datetime!(2022-01-25 17:45 UTC),
    ),
    (
        "6f9a1b2c-8d3e-4a4f-8b5c-1d2e3f4a5b66",
        "order_A",
        datetime!(2022-01-28 6:00 UTC),
    ),
    (
        "70ab2c3d-9e4f-4b5a-9c6d-2e3f4a5b6c77",
        "order_A",
        datetime!(2022-01-31 23:59:59.999 UTC),
    ),
    (
        "81bc3d4e-0f5a-4c6b-8d7e-3f4a5b6c7d88",
        "order_A",
        datetime!(2022-02-01 0:00 UTC),
    ),
];

impl Shop {
    /// How many orders were created.
    pub(crate) async fn create_orders(&self) -> dynamap::Result<usize> {
        title("Create the orders of two users, from December 2021 to February 2022.");
        for (uuid, user, now) in ORDERS {
            self.clock.set(now);
            let create = self.orders.create(Order::pending(uuid, user));
            let create = if uuid == SHORT_LIVED {
                create.expires_after(WEEK)
            } else {
                create
            };
            let order = create.send().await?;
            answer(&describe(&order));
            assert_eq!((order.created_at, order.updated_at), (now, now));
            assert_eq!(order.version, 1);
        }
        Ok(ORDERS.len())
    }

    pub(crate) async fn create_the_same_order_again(&self) -> dynamap::Result<()> {
        title("Create an order that is there already.");
        let order = Order::pending(FIRST_OF_JANUARY, "order_A");
        match self.orders.create(order).send().await {
            Err(error) if error.is_already_exists() => {
                answer(&format!("refused, {:?}: {error}", error.kind()));
                // The refusal brings the item that is there, so nothing more is read.
                if let Some(current) = error.current::<Order>().transpose()? {
                    let created = iso(current.created_at);
                    answer(&format!("the stored order keeps its creation, {created}"));
                    assert_eq!(current.created_at, datetime!(2022-01-01 0:00 UTC));
                }
                Ok(())
            }
            Err(error) => Err(error),
            Ok(order) => panic!("an order was overwritten: {order:?}"),
        }
    }
}
