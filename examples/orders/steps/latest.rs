use std::time::Duration;

use super::create::TO_BE_PAID;
use super::{Shop, answer, describe, title};

impl Shop {
    pub(crate) async fn read_the_latest(&self) -> dynamap::Result<()> {
        title("Read the order of order_B that changed last.");
        // Not the one that was created last: paying for it moved the other one to the end. A global
        // index follows the table a moment later, so the answer may be old at first.
        for _ in 0..20 {
            let latest = self.orders.query_index("order_B").latest().await?;
            let latest = latest.expect("two orders of order_B were created above");
            answer(&describe(&latest));
            if latest.uuid == TO_BE_PAID {
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
        panic!("the index did not follow the table");
    }
}
