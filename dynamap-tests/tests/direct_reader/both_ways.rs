//! One answer read by the direct reader and by the SDK; the fuzzer of answers compares so too.

use dynamap::TransactionGet;
use dynamap_tests::Canned;
use tokio::runtime::{Builder, Runtime};

use crate::everything::{Everything, EverythingTable};

/// The keys that a batch and a transaction ask for.
pub(crate) const IDS: [&str; 3] = ["a", "b", "c"];

#[derive(Debug, Clone, Copy)]
pub(crate) enum Operation {
    Query,
    Scan,
    BatchGet,
    TransactGet,
}

impl Operation {
    pub(crate) const ALL: [Self; 4] = [Self::Query, Self::Scan, Self::BatchGet, Self::TransactGet];
}

/// How both read an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Agreement {
    /// The same items.
    Read,
    /// An error on both.
    Refused,
    /// The SDK refuses what the direct reader does not look at: an item that nobody asked for.
    NotLookedAt,
    /// The SDK refuses base64 for its escapes, and reads the same items without them.
    Escaped,
}

/// What a caller sees of an answer: the items, and what stands beside them.
type Seen = (Vec<Option<Everything>>, usize);

/// A table whose every answer is given.
pub(crate) struct BothWays {
    runtime: Runtime,
    canned: Canned,
    direct: EverythingTable,
    by_sdk: EverythingTable,
}

impl BothWays {
    pub(crate) fn new() -> Self {
        // Its time stands still, so that the waits of the batch's retry take none.
        let runtime = Builder::new_current_thread()
            .enable_time()
            .start_paused(true)
            .build()
            .unwrap();
        let canned = Canned::new("");
        let direct = Everything::table(&canned.client());
        Self {
            runtime,
            by_sdk: direct.direct_reader(false),
            direct,
            canned,
        }
    }

    /// Reads an answer both ways; an error tells how they differ.
    pub(crate) fn read(
        &self,
        operation: Operation,
        status: u16,
        body: &[u8],
    ) -> Result<Agreement, String> {
        self.canned.answer(status, body.to_vec());
        let direct = self.runtime.block_on(read(&self.direct, true, operation));
        let by_sdk = self.runtime.block_on(read(&self.by_sdk, false, operation));
        match (&direct, &by_sdk) {
            (Ok(direct), Ok(by_sdk)) if direct == by_sdk => Ok(Agreement::Read),
            (Err(_), Err(_)) => Ok(Agreement::Refused),
            (Ok((items, _)), Err(_))
                if matches!(operation, Operation::BatchGet) && items.contains(&None) =>
            {
                Ok(Agreement::NotLookedAt)
            }
            (Ok(_), Err(_)) if direct == self.read_plain(operation, status, body) => {
                Ok(Agreement::Escaped)
            }
            _ => Err(format!(
                "direct: {direct:?}\nby the SDK: {by_sdk:?}\n{}",
                String::from_utf8_lossy(body)
            )),
        }
    }

    /// What the SDK reads without the escapes.
    fn read_plain(&self, operation: Operation, status: u16, body: &[u8]) -> Result<Seen, String> {
        self.canned.answer(status, without_escapes(body));
        self.runtime.block_on(read(&self.by_sdk, false, operation))
    }
}

/// The same JSON with the characters of base64 written as they are.
fn without_escapes(json: &[u8]) -> Vec<u8> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"+/=".contains(&byte);
    let mut plain = Vec::with_capacity(json.len());
    let mut rest = json;
    while let [first, ..] = rest {
        let (character, length) = match rest {
            [b'\\', b'/', ..] => (b'/', 2),
            [b'\\', b'u', b'0', b'0', digits @ ..] => {
                let digits = digits.get(..2).and_then(|two| str::from_utf8(two).ok());
                let byte = digits.and_then(|two| u8::from_str_radix(two, 16).ok());
                match byte {
                    Some(byte) if is_plain(byte) => (byte, 6),
                    _ => (*first, 1),
                }
            }
            [b'\\', b'\\', ..] => {
                plain.push(b'\\');
                (b'\\', 2)
            }
            _ => (*first, 1),
        };
        plain.push(character);
        rest = &rest[length..];
    }
    plain
}

async fn read(table: &EverythingTable, direct: bool, operation: Operation) -> Result<Seen, String> {
    let text = |error: dynamap::Error| error.to_string();
    let page = match operation {
        Operation::Query => table.query("a").send().await,
        Operation::Scan => table.scan().send().await,
        Operation::BatchGet => {
            let items = table.batch_get(IDS).send().await.map_err(text)?;
            return Ok((items, 0));
        }
        Operation::TransactGet => {
            let mut read = TransactionGet::new(table.client()).direct_reader(direct);
            let answers = IDS.map(|id| read.get(table, id));
            let mut got = read.send().await.map_err(text)?;
            let items = answers.map(|answer| got.take(answer));
            let items = items.into_iter().collect::<Result<_, _>>();
            return Ok((items.map_err(text)?, 0));
        }
    };
    let page = page.map_err(text)?;
    let items = page.items.into_iter().map(Some).collect();
    Ok((items, page.scanned_count))
}
