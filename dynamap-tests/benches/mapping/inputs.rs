//! The items that are mapped: always the same ones.

use time::{Duration, OffsetDateTime, macros::datetime};

use super::shapes::{Address, Line, Order, Row, Session, Status};

/// The digits of a millisecond never end in 0, so that RFC 3339 writes all three of them as
/// dynamap's ISO text does.
fn instant(seed: i64) -> OffsetDateTime {
    datetime!(2025-03-21 12:30 UTC) + Duration::milliseconds(seed * 7_919_990 + 123 + seed % 7)
}

fn whole_second(seed: i64) -> OffsetDateTime {
    datetime!(2031-07-01 0:00 UTC) + Duration::seconds(seed * 86_399)
}

pub(crate) trait Sample: Sized {
    /// The item of a number from 0 to 999.
    fn sample(seed: u16) -> Self;
}

impl Sample for Session {
    fn sample(seed: u16) -> Self {
        Self {
            token: format!("{:032x}", u128::from(seed) * 0x9E37_79B9_7F4A_7C15_F39C),
            user_id: format!("user-{seed:06}"),
            created_at: instant(seed.into()),
            address: format!("192.0.2.{}", seed % 256),
            requests: u32::from(seed) * 37,
            expires_at: whole_second(seed.into()),
        }
    }
}

impl Sample for Order {
    fn sample(seed: u16) -> Self {
        let line = |line: u16| Line {
            sku: format!("SKU-{:05}", u32::from(seed) * 31 + u32::from(line)),
            quantity: u32::from(line) + 1,
            cents: i64::from(seed) * 1_999 + i64::from(line),
        };
        Self {
            customer: format!("customer-{:06}", seed % 100),
            number: 2_025_000_000 + u64::from(seed),
            created_at: instant(seed.into()),
            updated_at: instant(i64::from(seed) + 1),
            status: [Status::Pending, Status::Paid, Status::Shipped][usize::from(seed % 3)],
            version: u64::from(seed % 9) + 1,
            currency: "EUR".into(),
            rate: 1.0 + f64::from(seed) / 1024.0,
            paid: seed.is_multiple_of(2),
            note: (!seed.is_multiple_of(4))
                .then(|| "Leave it with the \"neighbour\", prière".into()),
            ship_to: Address {
                name: format!("Recipient {seed}"),
                street: format!("{} High Street", seed % 200 + 1),
                city: "Zürich".into(),
                postal_code: format!("{:05}", u32::from(seed) * 17),
            },
            lines: (0..=seed % 4).map(line).collect(),
            tags: ["gift", "express", "web"]
                .iter()
                .take(usize::from(seed % 3) + 1)
                .map(|tag| (*tag).into())
                .collect(),
            expires_at: whole_second(seed.into()),
        }
    }
}

impl Sample for Row {
    fn sample(seed: u16) -> Self {
        Self {
            pk: format!("ACCOUNT#{:08}", seed % 50),
            sk: format!("ENTRY#2025-03-21#{seed:08}"),
            kind: "entry".into(),
            owner: format!("owner-{}", seed % 10),
            amount: (i64::from(seed) - 500) * 12_345,
            open: seed.is_multiple_of(3),
            at: instant(seed.into()),
        }
    }
}
