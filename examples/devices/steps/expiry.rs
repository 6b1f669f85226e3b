use time::Duration;
use time::macros::datetime;

use super::{DEVICE, Outcome, Site, agree, answer, iso, title};

impl Site {
    pub(super) async fn let_half_a_day_expire(&self) -> Outcome<usize> {
        title("Let half a day expire: ten years after the event, whenever it was written.");
        let day = datetime!(2025-03-20 0:00 UTC)..datetime!(2025-03-21 0:00 UTC);
        let first = self.readings.range(DEVICE, day.clone()).first().await?;
        let first = first.ok_or("the day is empty")?;
        assert_eq!(first.expires_at, first.at + Duration::days(3_650));
        answer(&format!(
            "measured {}, written {}, expires {}",
            iso(first.at),
            iso(first.ingested_at),
            iso(first.expires_at)
        ));

        self.clock
            .set(datetime!(2025-03-20 12:00 UTC) + Duration::days(3_650));
        let kept = self.readings.range(DEVICE, day.clone()).count().await?;
        let kept = usize::try_from(kept)?;
        let stored = self
            .readings
            .range(DEVICE, day)
            .include_expired()
            .count()
            .await?;
        answer(&format!(
            "3650 days after noon: {kept} of {stored} readings"
        ));

        let in_file = self.file.count(DEVICE, "2025-03-20T12:00:01".."2025-03-21");
        agree("not expired", kept, in_file)
    }
}
