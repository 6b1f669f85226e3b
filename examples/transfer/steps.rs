use std::collections::BTreeMap;
use std::error::Error;

use dynamap::TransactionGet;
use tokio::task::JoinSet;

use crate::account::{Account, Transfer};
use crate::bank::{Bank, HOUSE};

const ACCOUNTS: [(&str, i64); 4] = [(HOUSE, 0), ("ann", 10_000), ("bob", 5_000), ("cid", 1_000)];
const TOTAL: i64 = 16_000;

/// How many transfers run at once, in a ring and some of them for more than there is.
const CONCURRENT: usize = 50;

fn title(text: &str) {
    println!("\n{text}");
}

fn answer(text: &str) {
    println!("   <- {text}");
}

impl Bank {
    pub(crate) async fn open(&self) -> dynamap::Result<()> {
        title("Open four accounts.");
        self.accounts.create_table().send().await?;
        self.transfers.create_table().send().await?;
        let accounts = ACCOUNTS.map(|(id, cents)| Account::new(id, cents));
        for account in accounts {
            self.accounts.create(account).send().await?;
        }
        answer(&format!("{TOTAL} cents in all"));
        Ok(())
    }

    /// The tables go whatever became of the steps.
    pub(crate) async fn close(&self) -> dynamap::Result<()> {
        self.accounts.delete_table().send().await?;
        self.transfers.delete_table().send().await?;
        Ok(())
    }

    pub(crate) async fn transfer_once(&self) -> Result<(), Box<dyn Error>> {
        title("Transfer 2500 cents: two updates, a new item and a check, all or none.");
        let transfer = Transfer::new("t-1", "ann", "bob", 2_500);
        let prepared = self.transaction(&transfer).prepare()?;
        prepared.send().await?;
        self.tell_both().await?;
        title("Send the same transaction again, as after a lost answer.");
        prepared.send().await?;
        self.tell_both().await?;
        Ok(())
    }

    /// Reads both accounts at one moment.
    async fn tell_both(&self) -> Result<(), Box<dyn Error>> {
        let mut read = TransactionGet::new(self.accounts.client());
        let (ann, bob) = (
            read.get(&self.accounts, "ann"),
            read.get(&self.accounts, "bob"),
        );
        let mut got = read.send().await?;
        let (ann, bob) = (got.take(ann)?, got.take(bob)?);
        let (Some(ann), Some(bob)) = (ann, bob) else {
            return Err("both accounts were opened".into());
        };
        answer(&format!("ann {}, bob {}", ann.cents, bob.cents));
        assert_eq!((ann.cents, bob.cents), (7_500, 7_500));
        Ok(())
    }

    pub(crate) async fn refuse(&self) -> Result<(), Box<dyn Error>> {
        title("Transfer what should not be: the failed step is told, with the item in its way.");
        self.refused(
            "more than there is",
            &Transfer::new("t-2", "ann", "cid", 7_501),
        )
        .await?;
        self.refused("the same id again", &Transfer::new("t-1", "ann", "cid", 1))
            .await?;
        self.refused("to nobody", &Transfer::new("t-3", "ann", "dan", 1))
            .await?;

        let frozen = self.accounts.update(HOUSE).set(Account::FROZEN, true);
        frozen.send().await?;
        self.refused("while closed", &Transfer::new("t-4", "ann", "cid", 1))
            .await?;
        let opened = self.accounts.update(HOUSE).set(Account::FROZEN, false);
        opened.send().await?;

        assert_eq!(self.sum().await?, TOTAL);
        assert_eq!(self.transfers.scan().count().await?, 1);
        answer("nothing was written");
        Ok(())
    }

    async fn refused(&self, what: &str, transfer: &Transfer) -> Result<(), Box<dyn Error>> {
        let Err(error) = self.transfer(transfer).await else {
            return Err(format!("{what}: it was carried out").into());
        };
        for (position, fault) in error.steps() {
            let found = match fault.current::<Account>() {
                Some(Ok(account)) => format!(", {} has {} cents", account.id, account.cents),
                _ => String::new(),
            };
            answer(&format!(
                "{what}: step {position}, {:?}{found}",
                fault.kind()
            ));
        }
        Ok(())
    }

    /// How many transfers were carried out.
    pub(crate) async fn crowd(&self) -> Result<usize, Box<dyn Error>> {
        title("Transfer 50 times at once, over the same three accounts.");
        let mut expected = self.balances().await?;
        let ring = ["ann", "bob", "cid"];
        let mut tasks = JoinSet::new();
        for number in 0..CONCURRENT {
            let bank = self.clone();
            let (from, to) = (ring[number % 3], ring[(number + 1) % 3]);
            // Every tenth asks for more than anybody can have.
            let cents = if number % 10 == 9 { TOTAL + 1 } else { 10 };
            let transfer = Transfer::new(&format!("c-{number}"), from, to, cents);
            tasks.spawn(async move {
                let done = bank.transfer(&transfer).await;
                (transfer, done)
            });
        }
        let (mut done, mut refused) = (0, 0);
        while let Some(task) = tasks.join_next().await {
            match task? {
                (transfer, Ok(_)) => {
                    done += 1;
                    *expected.entry(transfer.from).or_default() -= transfer.cents;
                    *expected.entry(transfer.to).or_default() += transfer.cents;
                }
                (_, Err(error)) if is_refusal(&error) => {
                    refused += 1;
                }
                (_, Err(error)) => return Err(error.into()),
            }
        }
        answer(&format!("{done} carried out, {refused} refused"));
        assert_eq!(self.balances().await?, expected);
        assert_eq!(self.transfers.scan().count().await?, done as u64 + 1);
        let sum = self.sum().await?;
        answer(&format!(
            "every account has what its transfers make, {sum} cents in all"
        ));
        assert_eq!(sum, TOTAL);
        Ok(done)
    }

    async fn balances(&self) -> dynamap::Result<BTreeMap<String, i64>> {
        let accounts = self.accounts.scan().consistent_read(true).all().await?;
        let balances = accounts.into_iter();
        Ok(balances
            .map(|account| (account.id, account.cents))
            .collect())
    }
}

/// Whether the first failed step is one whose condition did not hold.
fn is_refusal(error: &dynamap::Error) -> bool {
    let first = error.steps().first();
    first.is_some_and(|(_, step)| step.is_condition_failed())
}
