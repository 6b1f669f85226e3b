use dynamap::Cursor;
use time::macros::datetime;

use super::{DEVICE, Outcome, Site, agree, answer, title};

/// Readings of a page.
const PAGE: usize = 200;

impl Site {
    pub(super) async fn hand_over_a_cursor(&self) -> Outcome<usize> {
        title("Read a day in pages, and hand the cursor over as text after two of them.");
        let day = || {
            let day = datetime!(2025-03-21 0:00 UTC)..datetime!(2025-03-22 0:00 UTC);
            self.readings
                .range(DEVICE, day)
                .newest_first()
                .page_size(PAGE)
        };
        let first = day().send().await?;
        let cursor = first.cursor.ok_or("one page holds the whole day")?;
        let second = day().start_at(cursor).send().await?;
        let text = second
            .cursor
            .ok_or("two pages hold the whole day")?
            .to_string();
        let mut found = first.items;
        found.extend(second.items);
        let before = found.len();
        answer(&format!("{before} readings on two pages"));

        // What follows needs the text and the same range; it could be another process.
        let cursor: Cursor = text.parse()?;
        found.extend(day().start_at(cursor).all().await?);
        answer(&format!("{} behind them", found.len() - before));
        let newest_first =
            |reading: &crate::Reading| std::cmp::Reverse((reading.at, reading.sensor.clone()));
        assert!(found.is_sorted_by_key(newest_first));

        let in_file = self.file.count(DEVICE, "2025-03-21".."2025-03-22");
        agree("pages", found.len(), in_file)
    }
}
