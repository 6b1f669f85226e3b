use std::collections::BTreeSet;

use time::macros::datetime;

use super::{DEVICE, Outcome, Site, agree, answer, title};

impl Site {
    pub(super) async fn read_an_hour_of_bursts(&self) -> Outcome<usize> {
        title(
            "Read the hour of bursts: sensors that measured at one instant are readings of their own.",
        );
        let hour = datetime!(2025-03-21 12:00 UTC)..datetime!(2025-03-21 13:00 UTC);
        let found = self.readings.range(DEVICE, hour).all().await?;
        let instants: BTreeSet<_> = found.iter().map(|reading| reading.at).collect();

        let in_file = self
            .file
            .count(DEVICE, "2025-03-21T12:00".."2025-03-21T13:00");
        let count = agree("the hour of bursts", found.len(), in_file)?;
        answer(&format!("{count} readings of {} instants", instants.len()));
        Ok(count)
    }
}
