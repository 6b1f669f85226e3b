use time::macros::datetime;

use super::{DEVICE, Outcome, Site, agree, answer, describe, title};

impl Site {
    pub(super) async fn read_the_newest(&self) -> Outcome<usize> {
        title("Read the newest 10 of three days: only the newest bucket is asked.");
        self.requests.take();
        let days = datetime!(2025-03-20 0:00 UTC)..datetime!(2025-03-23 0:00 UTC);
        let found = self
            .readings
            .range(DEVICE, days.clone())
            .newest_first()
            .take(10)
            .all()
            .await?;
        for reading in &found {
            println!("      {}", describe(reading));
        }
        let requests = self.requests.take();
        answer(&format!("{} readings in {requests} requests", found.len()));

        // Five instants of two sensors, the last of them a quarter to midnight.
        let in_file = self.file.count(DEVICE, "2025-03-22T22:45".."2025-03-23");
        let latest = self.readings.query(DEVICE).latest_within(days).await?;
        assert_eq!(latest.as_ref(), found.first());
        agree("the newest", found.len(), in_file)
    }
}
