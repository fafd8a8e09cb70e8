//! Values with holes: parts that are not there yet, known by where they stand.

use crate::source::mix;

/// The holes of a value that is being taken apart.
#[derive(Debug)]
pub(super) struct Holes {
    /// Where each stands, and of which type it is: a struct has the address of its first field.
    places: Vec<(usize, &'static str)>,
    /// Which were filled, in the order of the trace.
    filled: Vec<usize>,
    seed: u64,
}

impl Holes {
    pub(super) fn new(places: Vec<(usize, &'static str)>, seed: u64) -> Holes {
        Holes { places, filled: Vec::new(), seed }
    }

    /// The seed for a hole, if there is one here.
    pub(super) fn open(&mut self, address: usize, name: &'static str) -> Option<u64> {
        let found = self.places.iter().position(|&(at, of)| at == address && of == name)?;
        self.filled.push(found);
        Some(mix(self.seed ^ (found as u64 + 1) << 32))
    }

    /// How many were filled.
    pub(super) fn filled(&self) -> usize {
        self.filled.len()
    }

    /// Forgets what was filled since.
    pub(super) fn truncate(&mut self, filled: usize) {
        self.filled.truncate(filled);
    }
}
