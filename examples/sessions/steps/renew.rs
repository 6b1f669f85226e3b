use std::error::Error;

use time::macros::datetime;

use super::expire::TOKEN;
use super::{Service, answer, describe, title};
use crate::session::Session;

impl Service {
    pub(crate) async fn slide(&self) -> dynamap::Result<()> {
        title("Use it in time: every write moves the expiry.");
        self.wait(20);
        let used = self.sessions.update(TOKEN).send().await?;
        answer(&format!("used: {}", describe(&used)));
        assert_eq!(used.expires_at, datetime!(2026-11-30 13:20 UTC));

        self.wait(20);
        let read = self.sessions.get(TOKEN).send().await?;
        assert_eq!(read, Some(used));
        answer("read: alive, 40 minutes after it was created");
        Ok(())
    }

    pub(crate) async fn rescue(&self) -> dynamap::Result<()> {
        title("Rescue it: a support engineer moves the expiry of a token that has passed.");
        self.wait(60);
        assert_eq!(self.sessions.get(TOKEN).send().await?, None);
        answer("read: no such token");

        let until = datetime!(2026-11-30 18:00 UTC);
        let rescued = self.sessions.rescue(TOKEN, until).send().await?;
        answer(&format!("rescued: {}", describe(&rescued)));
        let read = self.sessions.get(TOKEN).send().await?;
        assert_eq!(read, Some(rescued));
        answer("read: alive");
        Ok(())
    }

    /// How many tokens were deleted.
    pub(crate) async fn sweep(&self) -> Result<usize, Box<dyn Error>> {
        title("Sweep: what DynamoDB does in the background, within days.");
        for token in ["t-2", "t-3", "t-4"] {
            self.sessions
                .create(Session::new(token, "ann"))
                .send()
                .await?;
        }
        answer("created: three more tokens");
        self.wait(31);
        let stored = self.sessions.scan().include_expired().count().await?;
        let live = self.sessions.scan().count().await?;
        answer(&format!("{stored} tokens stored, {live} alive"));

        let swept = self.engine.sweep_expired()?;
        let stored = self.sessions.scan().include_expired().count().await?;
        answer(&format!("{swept} swept, {stored} stored"));
        assert_eq!((swept, stored, live), (3, 1, 1));
        Ok(swept)
    }
}
