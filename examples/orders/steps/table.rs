use super::{Shop, answer, title};

impl Shop {
    pub(crate) async fn create_table(&self) -> dynamap::Result<()> {
        title("Create the table with its index, and turn on TTL.");
        self.orders.create_table().send().await?;
        answer("the table can be used");
        Ok(())
    }

    pub(crate) async fn delete_table(&self) -> dynamap::Result<()> {
        title("Delete the table.");
        self.orders.delete_table().send().await?;
        answer("the table is gone");
        Ok(())
    }
}
