use dynamap::ttl::{Class, Repair, TimeToLive};
use time::macros::datetime;

use super::{Service, answer, title};

/// The same orders for the dry run and for the repair.
fn orders(legacy: &TimeToLive) -> Repair {
    legacy
        .repair()
        // What expired years ago gets a day of grace, and is deleted then.
        .rescue_stale(datetime!(2026-12-02 0:00 UTC))
        // -1 stood for "never", which is an absent attribute.
        .clear_zero_or_negative()
}

fn indented(text: impl ToString) {
    for line in text.to_string().lines() {
        println!("      {line}");
    }
}

impl Service {
    pub(crate) async fn audit(&self, legacy: &TimeToLive) -> dynamap::Result<()> {
        title("Audit it: a parallel scan that says what every item holds.");
        let report = legacy.audit().send().await?;
        answer(&format!(
            "{} of {} items are faulty",
            report.faults(),
            report.scanned()
        ));
        indented(&report);
        let kinds = report
            .counts()
            .filter(|(class, _)| report.rule().is_fault(*class));
        assert_eq!((kinds.count(), report.faults()), (9, 9));
        Ok(())
    }

    pub(crate) async fn propose(&self, legacy: &TimeToLive) -> dynamap::Result<()> {
        title("Ask what a repair would write: nothing is written without `apply`.");
        let report = orders(legacy).send().await?;
        assert_eq!((report.proposed(), report.repaired()), (9, 0));
        answer(&format!(
            "{} of {} items",
            report.proposed(),
            report.scanned()
        ));
        indented(&report);
        Ok(())
    }

    /// How many items were repaired.
    pub(crate) async fn repair(&self, legacy: &TimeToLive) -> dynamap::Result<u64> {
        title("Repair it: each item on the condition that it still holds what was read.");
        let report = orders(legacy).apply().send().await?;
        answer(&format!(
            "{} repaired, {} skipped, {} changed meanwhile, {} failed",
            report.repaired(),
            report.skipped(),
            report.changed_meanwhile(),
            report.failed(),
        ));
        assert_eq!(
            (report.repaired(), report.skipped(), report.failed()),
            (9, 0, 0)
        );

        let again = orders(legacy).apply().send().await?;
        assert_eq!(again.proposed(), 0);
        answer("once more: nothing to do");
        Ok(report.repaired())
    }

    pub(crate) async fn audit_again(&self, legacy: &TimeToLive) -> dynamap::Result<()> {
        title("Audit it again.");
        let report = legacy.audit().send().await?;
        assert!(report.is_clean());
        answer(&format!(
            "clean: {} sound expiries, {} items that never expire",
            report.count(Class::Ok),
            report.count(Class::Absent),
        ));
        Ok(())
    }
}
