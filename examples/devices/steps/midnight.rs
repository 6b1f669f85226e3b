use time::macros::datetime;

use super::{DEVICE, Outcome, Site, agree, answer, describe, title};

impl Site {
    pub(super) async fn read_over_midnight(&self) -> Outcome<usize> {
        title(
            "Read the hour before and the hour after midnight: two buckets of four shards, in order.",
        );
        let night = datetime!(2025-03-21 23:00 UTC)..datetime!(2025-03-22 1:00 UTC);
        let query = self.readings.range(DEVICE, night).oldest_first();
        for request in query.explain()? {
            println!("   -> {}", request.key_condition);
        }
        let found = query.all().await?;
        for reading in &found {
            println!("      {}", describe(reading));
        }
        assert!(found.is_sorted_by_key(|reading| (reading.at, reading.sensor.clone())));

        let in_file = self
            .file
            .count(DEVICE, "2025-03-21T23:00".."2025-03-22T01:00");
        let count = agree("over midnight", found.len(), in_file)?;
        answer(&format!("{count} readings"));
        Ok(count)
    }
}
