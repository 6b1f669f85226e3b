use indicatif::{ProgressBar, ProgressStyle};
use time::macros::datetime;

use super::{Outcome, Site, agree, answer, title};
use crate::reading::Reading;

impl Site {
    /// How many readings were stored, and of how many devices.
    pub(super) async fn load(&self) -> Outcome<(usize, usize)> {
        title("Load the file: batches of 25, and again what DynamoDB leaves unprocessed.");
        let readings = self.file.lines().map(Reading::parse);
        let readings = readings.collect::<Result<Vec<_>, _>>()?;
        let total = readings.len();

        // It is drawn where standard error is a terminal.
        let style = ProgressStyle::with_template("   {bar:40} {pos}/{len} readings, {elapsed}")?;
        let bar = ProgressBar::new(u64::try_from(total)?).with_style(style);
        let progress = bar.clone();
        self.requests.take();
        let outcome = self
            .readings
            .batch_write()
            .put_all(readings)
            .on_progress(move |so_far| progress.set_position(so_far.written as u64))
            .send()
            .await?;
        bar.finish_and_clear();
        if let Some((_, error)) = outcome.unprocessed.into_iter().next() {
            return Err(error.into());
        }
        if let Some((_, error)) = outcome.rejected.into_iter().next() {
            return Err(error.into());
        }
        let requests = self.requests.take();
        answer(&format!(
            "{} readings in {requests} requests",
            outcome.written
        ));

        let devices = self.file.devices();
        let days = datetime!(2025-03-20 0:00 UTC)..datetime!(2025-03-23 0:00 UTC);
        let mut stored = 0;
        for &device in &devices {
            let found = self.readings.range(device, days.clone()).count().await?;
            let found = usize::try_from(found)?;
            let in_file = self.file.count(device, "2025-03-20".."2025-03-23");
            stored += agree(device, found, in_file)?;
            answer(&format!("device {device}: {found}"));
        }
        Ok((agree("all devices", stored, total)?, devices.len()))
    }
}
