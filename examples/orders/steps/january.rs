use time::macros::datetime;

use super::{Shop, answer, describe, title};

impl Shop {
    /// How many orders were found, on how many pages.
    pub(crate) async fn read_january(&self) -> dynamap::Result<(usize, usize)> {
        title("Read January 2022 of order_A, newest first, two rows per request.");
        // From midnight to midnight, the second one excluded: the request gets the last millisecond
        // of January as its inclusive bound.
        let january = datetime!(2022-01-01 0:00 UTC)..datetime!(2022-02-01 0:00 UTC);
        let mut pages = self
            .orders
            .query_index("order_A")
            .within(january.clone())
            .newest_first()
            .page_size(2)
            .pages();
        let mut orders = Vec::new();
        let mut count = 0;
        while let Some(page) = pages.next().await {
            let page = page?;
            count += 1;
            answer(&format!(
                "page {count}: {} of the {} rows read",
                page.items.len(),
                page.scanned_count
            ));
            for order in &page.items {
                println!("      {}", describe(order));
            }
            orders.extend(page.items);
        }
        let updated: Vec<_> = orders.iter().map(|order| order.updated_at).collect();
        assert!(updated.iter().all(|at| january.contains(at)));
        assert!(updated.is_sorted_by(|newer, older| newer > older));
        assert_eq!(updated[0], datetime!(2022-01-31 23:59:59.999 UTC));
        assert_eq!(updated.len(), 4);
        Ok((orders.len(), count))
    }
}
