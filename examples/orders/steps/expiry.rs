use super::create::SHORT_LIVED;
use super::{Shop, answer, describe, iso, title};

impl Shop {
    pub(crate) async fn read_an_expired_order(&self) -> dynamap::Result<()> {
        title("Read an order that expired and that DynamoDB has not deleted yet.");
        let gone = self.orders.get(SHORT_LIVED).send().await?;
        assert_eq!(gone, None);
        answer("no such order");

        let stored = self
            .orders
            .get(SHORT_LIVED)
            .include_expired()
            .send()
            .await?;
        let stored = stored.expect("nothing has deleted the order");
        let expired = stored.expires_at.map(iso).unwrap_or_default();
        answer(&format!(
            "with include_expired: {}, expired {expired}",
            describe(&stored)
        ));
        Ok(())
    }
}
