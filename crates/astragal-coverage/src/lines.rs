//! From blocks to lines of the source, by the debug information of the running program.

use std::collections::BTreeSet;
use std::fmt;
use std::path::PathBuf;

use addr2line::Loader;
use object::{Object, ObjectSymbol};

use crate::counters::{addresses, landmark};

/// No block is taken to be longer than this: what comes after the last block of a function belongs to another one.
const LONGEST: u64 = 1 << 12;

/// A line of the source: its file as the debug information names it, and its number, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Line {
    /// The file.
    pub file: String,
    /// The number.
    pub line: u32,
}

/// Why the lines of this program are not known.
///
/// ```
/// if let Err(error) = astragal_coverage::Lines::of_this_program() {
///     eprintln!("no lines: {error}");
/// }
/// ```
#[derive(Debug)]
pub struct LinesError(String);

impl fmt::Display for LinesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for LinesError {}

impl LinesError {
    fn new(error: impl fmt::Display) -> LinesError {
        LinesError(error.to_string())
    }
}

/// Finds the lines of blocks. They are looked up on demand, and each once.
pub struct Lines {
    loader: Loader,
    /// How much the program was moved when it was loaded.
    moved: u64,
    addresses: Vec<u64>,
    sorted: Vec<u64>,
    known: Vec<Option<Vec<Line>>>,
}

impl Lines {
    /// Reads where the debug information of this program is.
    ///
    /// ```
    /// let mut lines = astragal_coverage::Lines::of_this_program()?;
    /// assert!(lines.of(&astragal_coverage::hit()).is_empty()); // this example was not built with counters
    /// # Ok::<(), astragal_coverage::LinesError>(())
    /// ```
    pub fn of_this_program() -> Result<Lines, LinesError> {
        let path: PathBuf = std::env::current_exe().map_err(LinesError::new)?;
        let loader = Loader::new(&path).map_err(LinesError::new)?;
        let file = std::fs::read(&path).map_err(LinesError::new)?;
        let file = object::File::parse(&*file).map_err(LinesError::new)?;
        let (name, address) = landmark();
        let is_it = |symbol: &object::Symbol<'_, '_>| {
            symbol.name().is_ok_and(|found| found.strip_prefix('_').unwrap_or(found) == &name[1..] || found == name)
        };
        let symbol = file.symbols().find(is_it).ok_or_else(|| LinesError::new("this program has no symbols"))?;
        let addresses = addresses();
        let mut sorted = addresses.clone();
        sorted.sort_unstable();
        sorted.dedup();
        let known = vec![None; addresses.len()];
        Ok(Lines { loader, moved: address.wrapping_sub(symbol.address()), addresses, sorted, known })
    }

    /// The lines of some blocks, each once, in order.
    pub fn of(&mut self, blocks: &[u32]) -> Vec<Line> {
        let mut lines = BTreeSet::new();
        for &block in blocks {
            lines.extend(self.of_block(block as usize).iter().cloned());
        }
        lines.into_iter().collect()
    }

    fn of_block(&mut self, block: usize) -> &[Line] {
        if block >= self.known.len() {
            return &[];
        }
        if self.known[block].is_none() {
            self.known[block] = Some(self.found(self.addresses[block]));
        }
        self.known[block].as_deref().unwrap_or_default()
    }

    /// The lines from an address to that of the next block.
    fn found(&self, address: u64) -> Vec<Line> {
        let next = self.sorted.partition_point(|&other| other <= address);
        let end = self.sorted.get(next).copied().unwrap_or(u64::MAX).min(address.saturating_add(LONGEST));
        let (from, to) = (address.wrapping_sub(self.moved), end.wrapping_sub(self.moved));
        let Ok(found) = self.loader.find_location_range(from, to) else { return Vec::new() };
        let line = |location: addr2line::Location<'_>| {
            let (file, line) = (location.file?.to_owned(), location.line?);
            (line > 0).then_some(Line { file, line })
        };
        let lines: BTreeSet<Line> = found.filter_map(|(_, _, location)| line(location)).collect();
        lines.into_iter().collect()
    }
}
