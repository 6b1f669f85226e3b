//! Readings, their hourly and daily rollups, and changes as a stream delivers them.

use std::cell::Cell;
use std::collections::BTreeSet;

use dynamap::streams::{
    Change, Event, RollupClaims, RollupCounts, RollupOutcome, Rollups, SequenceNumber,
};
use dynamap::time::EpochSeconds;
use dynamap::{DynamoItem, DynamoRollup, Number};
use dynamap_tests::{Fixture, START};
use time::{Duration, OffsetDateTime};

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "readings")]
pub(crate) struct Reading {
    #[partition_key]
    pub(crate) id: String,
    pub(crate) device_id: String,
    #[ts(millis)]
    pub(crate) at: OffsetDateTime,
    pub(crate) celsius: f64,
    pub(crate) humidity: Option<u8>,
    pub(crate) note: Option<String>,
    #[ttl(seconds)]
    pub(crate) expires_at: Option<OffsetDateTime>,
}

#[derive(Debug, Clone, PartialEq, DynamoItem, DynamoRollup)]
#[dynamo(table = "hourly")]
#[rollup(of = Reading, every = hour, at = "at")]
pub(crate) struct Hourly {
    #[partition_key]
    pub(crate) device_id: String,
    #[sort_key(iso, precision = seconds)]
    #[rollup(window)]
    pub(crate) hour: OffsetDateTime,
    #[rollup(count)]
    pub(crate) count: u64,
    #[rollup(sum = "celsius")]
    pub(crate) celsius_sum: Number,
    #[rollup(count = "humidity")]
    pub(crate) humidities: u64,
    #[rollup(sum = "humidity")]
    pub(crate) humidity_sum: u64,
    #[rollup(min = "celsius")]
    pub(crate) coldest: Option<f64>,
    #[rollup(max = "celsius")]
    pub(crate) hottest: Option<f64>,
    #[rollup(last = "celsius" by "at")]
    pub(crate) latest: Option<f64>,
    #[rollup(stale)]
    pub(crate) stale: Option<u64>,
}

#[derive(Debug, Clone, PartialEq, DynamoItem, DynamoRollup)]
#[dynamo(table = "daily")]
#[rollup(of = Reading, every = day, at = "at")]
pub(crate) struct Daily {
    #[partition_key(prefix = "daily")]
    #[dynamo(rename = "pk")]
    #[rollup(group = "device_id")]
    pub(crate) device: String,
    #[sort_key(iso, prefix = "day", precision = seconds)]
    #[dynamo(rename = "sk")]
    #[rollup(window)]
    pub(crate) day: OffsetDateTime,
    #[rollup(count)]
    pub(crate) readings: i64,
    #[rollup(sum = "celsius")]
    pub(crate) total: Number,
    #[ts(millis, auto_create)]
    pub(crate) created_at: OffsetDateTime,
    #[ts(millis, auto_update)]
    pub(crate) updated_at: OffsetDateTime,
    #[version]
    pub(crate) version: u64,
}

/// A page of claims, as it is stored.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "rollup_claims")]
pub(crate) struct ClaimPage {
    #[partition_key]
    pub(crate) page: String,
    pub(crate) events: BTreeSet<[u8; 16]>,
    #[ttl(seconds)]
    pub(crate) expires_at: EpochSeconds,
}

/// Creates the table of claims; its requests are forgotten.
pub(crate) async fn create_claims(fixture: &Fixture) -> RollupClaims {
    let claims = RollupClaims::new(&fixture.raw_client());
    claims.create_table().await.expect("a new table");
    self::claims(fixture)
}

/// The table of claims, on the fixture's clock.
fn claims(fixture: &Fixture) -> RollupClaims {
    RollupClaims::new(fixture.client()).with_clock(fixture.clock().clone())
}

/// The tables, and a keeper of both rollups.
pub(crate) struct Scene {
    pub(crate) fixture: Fixture,
    pub(crate) hourly: HourlyTable,
    pub(crate) daily: DailyTable,
    pub(crate) rollups: Rollups<Reading>,
    next: Cell<u32>,
}

impl Scene {
    pub(crate) async fn new() -> Self {
        Self::on(Fixture::new()).await
    }

    pub(crate) async fn on(fixture: Fixture) -> Self {
        let claims = create_claims(&fixture).await;
        let hourly = fixture.create::<Hourly>().await;
        let daily = fixture.create::<Daily>().await;
        Self {
            rollups: Rollups::new(&claims).rollup(&hourly).rollup(&daily),
            fixture,
            hourly,
            daily,
            next: Cell::new(1),
        }
    }

    /// The table of claims, by a handle of its own.
    pub(crate) fn claims(&self) -> RollupClaims {
        claims(&self.fixture)
    }

    /// The next event of the stream; it happened at the clock's second.
    pub(crate) fn event(&self) -> Event {
        let number = self.next.replace(self.next.get() + 1);
        event(number)
    }

    pub(crate) fn inserted(&self, new: Reading) -> Change<Reading> {
        let event = self.event();
        Change::Inserted { new, event }
    }

    pub(crate) fn modified(&self, old: Reading, new: Reading) -> Change<Reading> {
        let event = self.event();
        Change::Modified { old, new, event }
    }

    pub(crate) fn removed(&self, old: Reading) -> Change<Reading> {
        let event = self.event();
        Change::Removed { old, event }
    }

    pub(crate) fn expired(&self, old: Reading) -> Change<Reading> {
        let event = self.event();
        Change::Expired { old, event }
    }

    /// Applies changes, none of which fails.
    pub(crate) async fn apply(&self, changes: &[Change<Reading>]) -> RollupCounts {
        let outcome = self.rollups.apply(changes).await;
        assert!(outcome.failed.is_empty(), "{outcome:?}");
        outcome.counts
    }

    /// The row of device `d` and the hour that `minutes` after noon lies in.
    pub(crate) async fn hour(&self, minutes: i64) -> Option<Hourly> {
        let at = START + Duration::minutes(minutes);
        let hour = at.replace_minute(0).expect("an hour");
        self.hourly.get(("d", hour)).send().await.expect("a read")
    }

    pub(crate) async fn day(&self) -> Option<Daily> {
        let day = START.replace_hour(0).expect("a day");
        self.daily.get(("d", day)).send().await.expect("a read")
    }

    /// How many rows and claims are stored.
    pub(crate) async fn sizes(&self) -> (u64, u64, u64) {
        let claims = self.fixture.table::<ClaimPage>();
        (
            self.hourly.scan().count().await.expect("a count"),
            self.daily.scan().count().await.expect("a count"),
            claims.scan().count().await.expect("a count"),
        )
    }
}

pub(crate) fn event(number: u32) -> Event {
    let sequence = SequenceNumber::new(format!("4421584500000000000{number:09}")).expect("digits");
    Event::new(format!("{number:032x}"), sequence).with_created_at(START)
}

/// A reading of device `d`, so many minutes after noon.
pub(crate) fn reading(id: &str, minutes: i64, celsius: f64) -> Reading {
    Reading {
        id: id.to_owned(),
        device_id: "d".to_owned(),
        at: START + Duration::minutes(minutes),
        celsius,
        humidity: None,
        note: None,
        expires_at: None,
    }
}

/// Applied, duplicates, unchanged, stale.
pub(crate) fn figures(counted: &impl Counted) -> (usize, usize, usize, usize) {
    let counts = counted.counts();
    (
        counts.applied,
        counts.duplicates,
        counts.unchanged,
        counts.stale,
    )
}

pub(crate) trait Counted {
    fn counts(&self) -> RollupCounts;
}

impl Counted for RollupCounts {
    fn counts(&self) -> RollupCounts {
        *self
    }
}

impl Counted for RollupOutcome {
    fn counts(&self) -> RollupCounts {
        self.counts
    }
}
