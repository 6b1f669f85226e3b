//! The steps, one file per topic.

mod expire;
mod faults;
mod mend;
mod renew;

use std::error::Error;
use std::time::Duration;

use dynamap::time::ManualClock;
use dynamap_embedded::Engine;
use time::OffsetDateTime;
use time::macros::format_description;

use crate::session::{Session, SessionTable};

const MINUTE: Duration = Duration::from_mins(1);

/// The table of sessions, the engine behind it, and the clock that all of them go by.
pub(crate) struct Service {
    pub(crate) sessions: SessionTable,
    pub(crate) engine: Engine,
    pub(crate) clock: ManualClock,
}

impl Service {
    /// The life of sound sessions; how many were swept in the end.
    pub(crate) async fn live_and_expire(&self) -> Result<usize, Box<dyn Error>> {
        self.sign_in().await?;
        self.let_it_expire().await?;
        self.use_it_too_late().await?;
        self.sign_in_again().await?;
        self.slide().await?;
        self.rescue().await?;
        self.sweep().await
    }

    /// The repair of a table that other programs wrote; how many items were repaired.
    pub(crate) async fn mend_a_table(&self) -> Result<u64, Box<dyn Error>> {
        let legacy = self.prepare_faults().await?;
        self.audit(&legacy).await?;
        self.propose(&legacy).await?;
        let repaired = self.repair(&legacy).await?;
        self.audit_again(&legacy).await?;
        Ok(repaired)
    }

    /// Moves the clock, and says so.
    fn wait(&self, minutes: u32) {
        self.clock.advance(MINUTE * minutes);
        println!("   {minutes} minutes pass");
    }
}

fn title(text: &str) {
    println!("\n{text}");
}

fn answer(text: &str) {
    println!("   <- {text}");
}

fn describe(session: &Session) -> String {
    format!(
        "token {} of {}, created {}, expires {}",
        session.token,
        session.user,
        time_of_day(session.created_at),
        time_of_day(session.expires_at),
    )
}

fn time_of_day(at: OffsetDateTime) -> String {
    at.format(format_description!("[hour]:[minute]"))
        .unwrap_or_else(|_| at.unix_timestamp().to_string())
}
