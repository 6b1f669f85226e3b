use std::time::Duration;

use super::create::FIRST_OF_JANUARY;
use super::{Shop, answer, describe, title};
use crate::order::{Order, Status};

impl Shop {
    pub(crate) async fn send_a_write_twice(&self) -> dynamap::Result<()> {
        title("Prepare a write and send it twice, as after a lost answer.");
        let write = self
            .orders
            .update(FIRST_OF_JANUARY)
            .set(Order::STATUS, Status::Shipped)
            .if_version(1)
            .prepare()?;
        let first = write.send().await?;
        answer(&describe(&first));

        // A minute later: the same parameters go out, and the write is recognised as done.
        self.clock.advance(Duration::from_mins(1));
        let second = write.send().await?;
        answer(&format!("again, and nothing moved: {}", describe(&second)));
        assert_eq!(first, second);
        Ok(())
    }
}
