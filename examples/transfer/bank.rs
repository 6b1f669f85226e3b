use dynamap::time::ManualClock;
use dynamap::{ErrorKind, Transaction};

use crate::account::{Account, AccountTable, Transfer, TransferTable};

/// The two tables, and the clock that they go by.
#[derive(Debug, Clone)]
pub(crate) struct Bank {
    pub(crate) accounts: AccountTable,
    pub(crate) transfers: TransferTable,
    pub(crate) clock: ManualClock,
}

/// The bank's own account, which takes part in no transfer and can stop all of them.
pub(crate) const HOUSE: &str = "house";

impl Bank {
    /// Takes the cents from one account, adds them to the other and writes the transfer down: all of it
    /// or nothing, and only while the bank is open.
    pub(crate) fn transaction(&self, transfer: &Transfer) -> Transaction {
        let from = self
            .accounts
            .update(&transfer.from)
            .subtract(Account::CENTS, transfer.cents)
            .condition(Account::CENTS.ge(transfer.cents) & Account::FROZEN.eq(false));
        let to = self
            .accounts
            .update(&transfer.to)
            .add(Account::CENTS, transfer.cents)
            .condition(Account::FROZEN.eq(false));
        Transaction::new(self.accounts.client())
            .with_clock(self.clock.clone())
            .create(&self.transfers, transfer)
            .update(from)
            .update(to)
            .check(&self.accounts, HOUSE, Account::FROZEN.eq(false))
    }

    /// Sends a transfer until no other one is in its way, and tells how often that took.
    ///
    /// dynamap tries a conflict again by itself, a few times; a busy account may take more.
    pub(crate) async fn transfer(&self, transfer: &Transfer) -> dynamap::Result<u32> {
        let mut sent = 0;
        loop {
            sent += 1;
            match self.transaction(transfer).send().await {
                Err(error) if error.kind() == ErrorKind::TransactionConflict => {}
                done => return done.map(|_| sent),
            }
        }
    }

    /// The cents of all accounts.
    pub(crate) async fn sum(&self) -> dynamap::Result<i64> {
        let accounts = self.accounts.scan().consistent_read(true).all().await?;
        Ok(accounts.iter().map(|account| account.cents).sum())
    }
}
