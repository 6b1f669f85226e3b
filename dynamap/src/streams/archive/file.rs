use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use futures_core::future::BoxFuture;

use super::{ArchiveSink, ExpiredItem, write_item_line};
use crate::{Error, ErrorKind, Result};

/// How much of the file's end is read at a time to find its last line.
const STEP: u64 = 64 * 1024;

/// A file of lines of DynamoDB JSON, one for each item ([`write_item_line`]).
///
/// Lines are added and brought to the disk (`fsync`) before [`append`](ArchiveSink::append) returns. A crash before that may leave
/// them there or not, and the records, which are not checkpointed, come again: the file may hold an item
/// twice, as two equal lines, and never lacks one. A line that a crash left half written is cut off when
/// the file is next opened.
///
/// The file is locked against a second writer. It is written with blocking calls: a few milliseconds a
/// batch.
#[derive(Debug)]
pub struct NdjsonFile {
    path: PathBuf,
    file: File,
    /// Up to where the lines are whole.
    end: u64,
}

impl NdjsonFile {
    /// Opens the file to add to it, or creates it.
    ///
    /// Fails if another one holds it.
    pub fn open(path: impl Into<PathBuf>) -> Result<Self> {
        let path = path.into();
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(|error| fault("opened", &path, error))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(Error::new(
                    ErrorKind::Archive,
                    format!(
                        "the archive `{}` is open elsewhere: give each writer a file of its own",
                        path.display()
                    ),
                ));
            }
            Err(TryLockError::Error(error)) => return Err(fault("locked", &path, error)),
        }
        let end = cut_torn_line(&mut file).map_err(|error| fault("mended", &path, error))?;
        Ok(Self { path, file, end })
    }

    /// Where the file is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn add(&mut self, items: &[ExpiredItem<'_>]) -> Result<()> {
        let mut lines = String::new();
        for item in items {
            write_item_line(item.item(), &mut lines)?;
        }
        // From the end of the last whole line, so that what a failed call left is written over.
        let written = self
            .file
            .set_len(self.end)
            .and_then(|()| self.file.seek(SeekFrom::Start(self.end)))
            .and_then(|_| self.file.write_all(lines.as_bytes()))
            .and_then(|()| self.file.sync_all());
        written.map_err(|error| fault("written", &self.path, error))?;
        self.end += u64::try_from(lines.len()).unwrap_or(u64::MAX);
        Ok(())
    }
}

impl ArchiveSink for NdjsonFile {
    fn append<'a>(&'a mut self, items: &'a [ExpiredItem<'a>]) -> BoxFuture<'a, Result<()>> {
        let added = self.add(items);
        Box::pin(async { added })
    }
}

/// Cuts off what follows the last line feed, and returns the length of the rest.
fn cut_torn_line(file: &mut File) -> io::Result<u64> {
    let length = file.seek(SeekFrom::End(0))?;
    let mut end = length;
    let mut bytes = Vec::new();
    while end > 0 {
        let start = end.saturating_sub(STEP);
        file.seek(SeekFrom::Start(start))?;
        bytes.clear();
        Read::by_ref(file)
            .take(end - start)
            .read_to_end(&mut bytes)?;
        if let Some(at) = bytes.iter().rposition(|byte| *byte == b'\n') {
            end = start + u64::try_from(at).unwrap_or_default() + 1;
            break;
        }
        end = start;
    }
    if end < length {
        file.set_len(end)?;
        file.sync_all()?;
    }
    Ok(end)
}

fn fault(action: &str, path: &Path, error: io::Error) -> Error {
    Error::new(
        ErrorKind::Archive,
        format!(
            "the archive `{}` could not be {action}: {error}",
            path.display()
        ),
    )
    .with_source(error)
}
