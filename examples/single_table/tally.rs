use std::fmt;

use crate::store::StoreItem;

/// How many items of each type were read.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    customers: usize,
    carts: usize,
    orders: usize,
    lines: usize,
    /// What the lines cost together.
    cents: u64,
}

impl Tally {
    pub(crate) fn of<'a>(items: impl IntoIterator<Item = &'a StoreItem>) -> Self {
        let mut tally = Self::default();
        for item in items {
            match item {
                StoreItem::Customer(_) => tally.customers += 1,
                StoreItem::Cart(_) => tally.carts += 1,
                StoreItem::Order(_) => tally.orders += 1,
                StoreItem::Line(line) => {
                    tally.lines += 1;
                    tally.cents += line.pieces * line.cents;
                }
            }
        }
        tally
    }

    pub(crate) fn items(&self) -> usize {
        self.customers + self.carts + self.orders + self.lines
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            customers,
            carts,
            orders,
            lines,
            cents,
        } = self;
        write!(
            f,
            "{customers} customers, {carts} carts, {orders} orders, {lines} lines of {cents} cents"
        )
    }
}
