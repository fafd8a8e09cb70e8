//! From blocks to lines of the source, by the debug information of the running program.

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use addr2line::Loader;
use object::{Object, ObjectSymbol};

use crate::counters::{addresses, landmark};

/// No block is taken to be longer than this: what comes after the last block of a function belongs to another one.
const LONGEST: u64 = 1 << 12;

/// A line of the source: its file as the debug information names it, and its number, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Line {
    /// The file.
    pub file: Arc<str>,
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

/// Numbers of files and lines.
type Found = Box<[(u32, u32)]>;

/// Finds the lines of blocks. They are looked up on demand, and each once.
pub struct Lines {
    loader: Loader,
    /// How much the program was moved when it was loaded.
    moved: u64,
    addresses: Vec<u64>,
    sorted: Vec<u64>,
    files: Vec<Arc<str>>,
    numbers: HashMap<Arc<str>, u32>,
    /// What is known of each block.
    known: Vec<Option<Found>>,
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
        let moved = address.wrapping_sub(symbol.address());
        Ok(Lines { loader, moved, addresses, sorted, files: Vec::new(), numbers: HashMap::new(), known })
    }

    /// The lines of some blocks, each once, in order.
    pub fn of(&mut self, blocks: &[u32]) -> Vec<Line> {
        self.of_blocks(blocks.iter().map(|&block| block as usize))
    }

    /// The lines of all blocks: those that the program can run, and that are counted.
    ///
    /// ```
    /// let mut lines = astragal_coverage::Lines::of_this_program()?;
    /// assert!(lines.all().is_empty()); // this example was not built with counters
    /// # Ok::<(), astragal_coverage::LinesError>(())
    /// ```
    pub fn all(&mut self) -> Vec<Line> {
        self.of_blocks(0..self.addresses.len())
    }

    fn of_blocks(&mut self, blocks: impl Iterator<Item = usize>) -> Vec<Line> {
        let mut found = BTreeSet::new();
        for block in blocks {
            let Some(&address) = self.addresses.get(block) else { continue };
            if self.known[block].is_none() {
                self.known[block] = Some(self.found(address));
            }
            found.extend(self.known[block].iter().flatten().copied());
        }
        let line = |(file, line): (u32, u32)| Line { file: self.files[file as usize].clone(), line };
        let mut lines: Vec<Line> = found.into_iter().map(line).collect();
        lines.sort();
        lines
    }

    /// The lines from an address to that of the next block. Of code that was inlined, they are also those of the calls.
    fn found(&mut self, address: u64) -> Found {
        let next = self.sorted.partition_point(|&other| other <= address);
        let end = self.sorted.get(next).copied().unwrap_or(u64::MAX).min(address.saturating_add(LONGEST));
        let (from, to) = (address.wrapping_sub(self.moved), end.wrapping_sub(self.moved));
        let Ok(found) = self.loader.find_location_range(from, to) else { return Found::default() };
        let (files, numbers) = (&mut self.files, &mut self.numbers);
        let mut lines = BTreeSet::new();
        let mut add = |location: addr2line::Location<'_>| {
            let (Some(file), Some(line)) = (location.file, location.line.filter(|line| *line > 0)) else { return };
            let number = numbers.get(file).copied().unwrap_or_else(|| {
                let (name, number): (Arc<str>, u32) = (file.into(), files.len() as u32);
                files.push(name.clone());
                numbers.insert(name, number);
                number
            });
            lines.insert((number, line));
        };
        for (begin, _, location) in found {
            add(location);
            let Ok(mut frames) = self.loader.find_frames(begin.max(from)) else { continue };
            while let Ok(Some(frame)) = frames.next() {
                frame.location.into_iter().for_each(&mut add);
            }
        }
        lines.into_iter().collect()
    }
}
