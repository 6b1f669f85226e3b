use time::macros::datetime;

use super::{Outcome, Site, agree, answer, title};

/// It was without a connection for two hours.
const OFFLINE: &str = "124";

impl Site {
    pub(super) async fn read_what_came_late(&self) -> Outcome<usize> {
        title("Read two hours that came in after their end: they stand where they were measured.");
        let hours = datetime!(2025-03-22 3:00 UTC)..datetime!(2025-03-22 5:00 UTC);
        let found = self.readings.range(OFFLINE, hours).all().await?;
        assert!(found.is_sorted_by_key(|reading| reading.at));
        // All of them were written at once, at an instant that is not theirs.
        let ingested = datetime!(2025-03-23 0:00 UTC);
        assert!(found.iter().all(|reading| reading.ingested_at == ingested));

        let range = "2025-03-22T03:00".."2025-03-22T05:00";
        let late = self.file.late(OFFLINE, range.clone());
        answer(&format!(
            "{} readings, {late} of them in the file behind newer ones",
            found.len()
        ));
        agree(
            "the hours that came late",
            found.len(),
            self.file.count(OFFLINE, range),
        )
    }
}
