use time::macros::datetime;

use super::create::TO_BE_PAID;
use super::{Shop, answer, describe, title};
use crate::order::{Order, Status};

impl Shop {
    pub(crate) async fn pay_with_the_version(&self) -> dynamap::Result<()> {
        title("Mark an order as paid, if it is still the version that was read.");
        self.clock.set(datetime!(2022-02-02 10:00 UTC));
        let read = self.orders.get(TO_BE_PAID).send().await?;
        let read = read.expect("the order was created above");
        let paid = self
            .orders
            .update(TO_BE_PAID)
            .set(Order::STATUS, Status::Paid)
            .if_unchanged(&read)
            .send()
            .await?;
        answer(&describe(&paid));
        assert_eq!((paid.status, paid.version), (Status::Paid, 2));
        assert_eq!(paid.created_at, read.created_at);
        Ok(())
    }

    pub(crate) async fn write_with_a_stale_version(&self) -> dynamap::Result<()> {
        title("Cancel the same order, as someone who still holds version 1.");
        let cancel = self
            .orders
            .update(TO_BE_PAID)
            .set(Order::STATUS, Status::Cancelled)
            .if_version(1);
        match cancel.send().await {
            Err(error) if error.is_version_conflict() => {
                answer(&format!("refused, {:?}: {error}", error.kind()));
                if let Some(current) = error.current::<Order>().transpose()? {
                    answer(&format!("as it is now: {}", describe(&current)));
                    assert_eq!(current.status, Status::Paid);
                }
                assert_eq!(error.versions(), Some((1, Some(2))));
                Ok(())
            }
            Err(error) => Err(error),
            Ok(order) => panic!("a stale writer won: {order:?}"),
        }
    }
}
