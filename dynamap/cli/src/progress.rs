//! How far a scan is: a bar on a terminal, and a file to resume from.

use std::fs;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use dynamap::ttl::Position;
use indicatif::{ProgressBar, ProgressStyle};

use crate::failure::Failure;

/// Watches one scan. Clones watch the same one.
#[derive(Clone)]
pub(crate) struct Watcher {
    bar: ProgressBar,
    file: Option<PathBuf>,
    fault: Arc<Mutex<Option<io::Error>>>,
}

impl Watcher {
    pub(crate) fn new(file: Option<&Path>) -> Self {
        // Nobody looks at a bar while the output goes elsewhere.
        let watched = io::stdout().is_terminal() && io::stderr().is_terminal();
        let bar = if watched {
            let bar = ProgressBar::no_length();
            bar.enable_steady_tick(Duration::from_millis(200));
            bar
        } else {
            ProgressBar::hidden()
        };
        Self {
            bar,
            file: file.map(Path::to_owned),
            fault: Arc::default(),
        }
    }

    /// Where an earlier run stopped.
    pub(crate) fn resumed(&self) -> Result<Option<Position>, Failure> {
        let Some(file) = &self.file else {
            return Ok(None);
        };
        let text = match fs::read_to_string(file) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(position_failure(file, &error)),
        };
        let position = text
            .trim()
            .parse::<Position>()
            .map_err(|error| Failure::Usage(format!("`--position {}`: {error}", file.display())))?;
        Ok(Some(position))
    }

    /// Shows and saves how far the scan is.
    pub(crate) fn page(
        &self,
        estimated_items: Option<u64>,
        scanned: u64,
        found: String,
        position: &Position,
    ) {
        // The estimate is six hours old, and zero for a new table.
        let length = estimated_items.filter(|items| *items >= scanned);
        let template = match length {
            Some(length) => {
                self.bar.set_length(length);
                "{bar:30} {pos}/{len} items, {msg} [{elapsed}, {eta} to go]"
            }
            None => "{spinner} {pos} items, {msg} [{elapsed}]",
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            self.bar.set_style(style);
        }
        self.bar.set_position(scanned);
        self.bar.set_message(found);
        if let Some(file) = &self.file
            && let Err(error) = replace(file, &position.to_string())
        {
            let mut fault = self.fault.lock().unwrap_or_else(PoisonError::into_inner);
            fault.get_or_insert(error);
        }
    }

    /// Takes the bar off, and the file if the scan came to its end.
    pub(crate) fn end(&self, complete: bool) -> Result<(), Failure> {
        self.bar.finish_and_clear();
        let Some(file) = &self.file else {
            return Ok(());
        };
        let fault = self
            .fault
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        if let Some(error) = fault {
            return Err(position_failure(file, &error));
        }
        if !complete {
            return Ok(());
        }
        match fs::remove_file(file) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(position_failure(file, &error))
            }
            _ => Ok(()),
        }
    }
}

fn position_failure(file: &Path, error: &io::Error) -> Failure {
    Failure::Usage(format!("`--position {}`: {error}", file.display()))
}

/// Writes the whole text or none of it, so that a run that is killed leaves a sound file.
fn replace(file: &Path, text: &str) -> io::Result<()> {
    let mut name = file.as_os_str().to_owned();
    name.push(".new");
    let beside = PathBuf::from(name);
    fs::write(&beside, text)?;
    fs::rename(&beside, file)
}
