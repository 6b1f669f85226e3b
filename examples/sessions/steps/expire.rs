use time::macros::datetime;

use super::{Service, answer, describe, title};
use crate::session::Session;

/// The token that the steps are about.
pub(super) const TOKEN: &str = "t-1";

impl Service {
    pub(crate) async fn sign_in(&self) -> dynamap::Result<()> {
        title("Sign in: a token that lives for 30 minutes.");
        let created = self
            .sessions
            .create(Session::new(TOKEN, "ann"))
            .send()
            .await?;
        answer(&format!("created: {}", describe(&created)));
        assert_eq!(created.expires_at, datetime!(2026-11-30 12:30 UTC));

        let read = self.sessions.get(TOKEN).send().await?;
        assert_eq!(read.as_ref(), Some(&created));
        answer("read: the same");
        Ok(())
    }

    pub(crate) async fn let_it_expire(&self) -> dynamap::Result<()> {
        title("Let it expire: it is gone at once, though DynamoDB deletes it days later.");
        self.wait(30);
        assert_eq!(self.sessions.get(TOKEN).send().await?, None);
        answer("read: no such token");

        let stored = self.sessions.get(TOKEN).include_expired().send().await?;
        let stored = stored.expect("nothing has deleted the token");
        answer(&format!("read with include_expired: {}", describe(&stored)));
        Ok(())
    }

    pub(crate) async fn use_it_too_late(&self) -> dynamap::Result<()> {
        title("Use it too late: an update that would have made it slide does not revive it.");
        match self.sessions.update(TOKEN).send().await {
            Err(error) if error.is_not_found() && error.is_expired() => {
                answer(&format!("refused, {:?}: {error}", error.kind()));
            }
            other => panic!("an expired token was used: {other:?}"),
        }
        assert_eq!(self.sessions.get(TOKEN).send().await?, None);
        Ok(())
    }

    pub(crate) async fn sign_in_again(&self) -> dynamap::Result<()> {
        title("Sign in again with the same token: the expired remains are no obstacle.");
        let created = self
            .sessions
            .create(Session::new(TOKEN, "bob"))
            .send()
            .await?;
        answer(&format!("created: {}", describe(&created)));
        assert_eq!(created.created_at, datetime!(2026-11-30 12:30 UTC));

        match self
            .sessions
            .create(Session::new(TOKEN, "eve"))
            .send()
            .await
        {
            Err(error) if error.is_already_exists() => {
                answer(&format!("once more, refused, {:?}: {error}", error.kind()));
            }
            other => panic!("a live token was overwritten: {other:?}"),
        }
        Ok(())
    }
}
