use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::ops::Range;
use std::path::Path;

/// `readings.csv`, in the order in which the readings came in.
pub(crate) struct File {
    text: String,
}

/// The first fields of a line.
struct Line<'a> {
    device: &'a str,
    at: &'a str,
}

impl File {
    pub(crate) fn read() -> Result<Self, Box<dyn Error>> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("devices/readings.csv");
        let text =
            fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Self { text })
    }

    /// Every reading, without the head line.
    pub(crate) fn lines(&self) -> impl Iterator<Item = &str> {
        self.text.lines().skip(1)
    }

    pub(crate) fn devices(&self) -> BTreeSet<&str> {
        self.fields().map(|line| line.device).collect()
    }

    /// How many readings of a device lie in a range. Times are compared as the texts that they are
    /// here, so this count shares nothing with what it checks.
    pub(crate) fn count(&self, device: &str, range: Range<&str>) -> usize {
        self.fields()
            .filter(|line| line.device == device && range.contains(&line.at))
            .count()
    }

    /// How many of them came in after a reading of a later time.
    pub(crate) fn late(&self, device: &str, range: Range<&str>) -> usize {
        let mut newest = "";
        let mut late = 0;
        for line in self.fields().filter(|line| line.device == device) {
            if range.contains(&line.at) && line.at < newest {
                late += 1;
            }
            newest = newest.max(line.at);
        }
        late
    }

    fn fields(&self) -> impl Iterator<Item = Line<'_>> {
        self.lines().filter_map(|line| {
            let mut fields = line.split(',');
            Some(Line {
                device: fields.next()?,
                at: fields.next()?,
            })
        })
    }
}
