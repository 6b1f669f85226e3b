//! The file against the table.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fs;
use std::path::Path;

use dynamap::DynamoItem as _;
use dynamap::streams::write_item_line;

use crate::session::SessionTable;

/// What the file holds.
pub(crate) struct Report {
    pub(crate) lines: usize,
    /// Different ones.
    pub(crate) items: usize,
    /// Expired items that are not in it.
    pub(crate) missing: usize,
    /// Lines that are no item as it was stored, or of one that signed out.
    pub(crate) foreign: usize,
}

/// Every session of the table as a line of the archive, by its token.
pub(crate) async fn stored(sessions: &SessionTable) -> dynamap::Result<BTreeMap<String, String>> {
    let mut lines = BTreeMap::new();
    for session in sessions.scan().all().await? {
        let mut line = String::new();
        write_item_line(&session.to_item()?, &mut line)?;
        lines.insert(session.token, line.trim_end().to_owned());
    }
    Ok(lines)
}

/// Compares the file with all that was stored but the two that signed out.
pub(crate) fn file(
    path: &Path,
    stored: &BTreeMap<String, String>,
) -> Result<Report, Box<dyn Error>> {
    let text = fs::read_to_string(path)?;
    let items: BTreeSet<&str> = text.lines().collect();
    let expected: BTreeSet<&str> = stored
        .iter()
        .filter(|(token, _)| !["s-00", "s-01"].contains(&token.as_str()))
        .map(|(_, line)| line.as_str())
        .collect();
    Ok(Report {
        lines: text.lines().count(),
        items: items.len(),
        missing: expected.difference(&items).count(),
        foreign: items.difference(&expected).count(),
    })
}
