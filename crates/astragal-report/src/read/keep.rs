//! Keeps a bounded sample of all cases, the same for the same log.
//!
//! Cases are divided by property, status and whether they were searched for. As long as there is room everything is kept;
//! then the largest division gives up one of its cases for each new one, so that what is rare stays. Within a division the cases
//! with the smallest lots are kept, and a lot is a hash of the property's name and the number of the case: a uniform sample
//! without any chance.

use super::Limits;
use super::case::{Collected, Status};
use std::collections::BinaryHeap;
use std::hash::{DefaultHasher, Hasher};

/// A case that was kept.
#[derive(Debug)]
pub(crate) struct Sample {
    /// Its place in the log.
    pub(crate) order: u64,
    pub(crate) status: Status,
    pub(crate) phase: u32,
    pub(crate) text: Box<str>,
    pub(crate) reason: u32,
    pub(crate) represents: u64,
    /// Seconds to generate and to run it.
    pub(crate) times: Option<(f64, f64)>,
    pub(crate) features: Vec<(u32, Collected)>,
    /// Size, depth, length.
    pub(crate) own: [Option<f64>; 3],
    /// Site, branch, depth, count.
    pub(crate) picks: Vec<[u32; 4]>,
    /// Site and branch around, site and branch, count.
    pub(crate) pairs: Vec<[u32; 5]>,
    pub(crate) coverage: Option<u32>,
    pub(crate) line: Option<Box<str>>,
}

impl Sample {
    /// About how much memory it takes.
    fn bytes(&self) -> usize {
        let line = self.line.as_ref().map_or(0, |line| line.len());
        200 + self.text.len() + line + self.features.len() * 40 + self.picks.len() * 16 + self.pairs.len() * 20
    }
}

/// A sample and its lot.
#[derive(Debug)]
struct Lot {
    lot: u64,
    sample: Sample,
}

impl PartialEq for Lot {
    fn eq(&self, other: &Lot) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Lot {}

impl PartialOrd for Lot {
    fn partial_cmp(&self, other: &Lot) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Lot {
    fn cmp(&self, other: &Lot) -> std::cmp::Ordering {
        (self.lot, self.sample.order).cmp(&(other.lot, other.sample.order))
    }
}

/// Cases of one property with one status, of the search or not.
#[derive(Debug, Default)]
struct Division {
    kept: BinaryHeap<Lot>,
    lines: u64,
    represents: u64,
}

/// The sample of all properties.
#[derive(Debug)]
pub(crate) struct Kept {
    limits: Limits,
    divisions: Vec<Division>,
    samples: usize,
    bytes: usize,
    /// How many samples the largest division has.
    largest: usize,
}

/// The number of the divisions of a property: three statuses, of the search or not.
pub(crate) const DIVISIONS: usize = 6;

impl Kept {
    pub(super) fn new(limits: Limits) -> Kept {
        Kept { limits, divisions: Vec::new(), samples: 0, bytes: 0, largest: 0 }
    }

    /// Makes room for a property; returns the number of its first division.
    pub(super) fn property(&mut self) -> usize {
        let first = self.divisions.len();
        self.divisions.resize_with(first + DIVISIONS, Division::default);
        first
    }

    /// Forgets the cases of a property, which has a newer run.
    pub(super) fn forget(&mut self, first: usize) {
        for division in &mut self.divisions[first..first + DIVISIONS] {
            self.samples -= division.kept.len();
            self.bytes -= division.kept.iter().map(|lot| lot.sample.bytes()).sum::<usize>();
            *division = Division::default();
        }
        self.measure();
    }

    fn measure(&mut self) {
        self.largest = self.divisions.iter().map(|division| division.kept.len()).max().unwrap_or(0);
    }

    /// Counts a case and draws its lot; nothing if it is not kept.
    pub(super) fn draw(&mut self, division: usize, seed: u64, represents: u64) -> Option<u64> {
        let is_full = self.samples >= self.limits.samples || self.bytes >= self.limits.bytes;
        let here = &mut self.divisions[division];
        let lot = mixed(seed ^ mixed(here.lines));
        here.lines += 1;
        here.represents += represents;
        let is_largest = is_full && here.kept.len() >= self.largest;
        let is_kept = !is_largest || here.kept.peek().is_some_and(|last| lot < last.lot);
        is_kept.then_some(lot)
    }

    /// Keeps a case whose lot was drawn.
    pub(super) fn keep(&mut self, division: usize, lot: u64, sample: Sample) {
        self.samples += 1;
        self.bytes += sample.bytes();
        self.divisions[division].kept.push(Lot { lot, sample });
        self.largest = self.largest.max(self.divisions[division].kept.len());
        let before = self.samples;
        while self.samples > self.limits.samples || self.bytes > self.limits.bytes {
            let Some(largest) = self.divisions.iter_mut().max_by_key(|division| division.kept.len()) else { return };
            let Some(last) = largest.kept.pop() else { return };
            self.samples -= 1;
            self.bytes -= last.sample.bytes();
        }
        if self.samples < before {
            self.measure();
        }
    }

    /// The samples of a property in the order of the log, each with the number of cases that it represents.
    pub(crate) fn of(&self, first: usize) -> Vec<(&Sample, f64)> {
        let mut all = Vec::new();
        for division in &self.divisions[first..first + DIVISIONS] {
            let kept: u64 = division.kept.iter().map(|lot| lot.sample.represents).sum();
            let scale = if kept == 0 { 1.0 } else { division.represents as f64 / kept as f64 };
            all.extend(division.kept.iter().map(|lot| (&lot.sample, lot.sample.represents as f64 * scale)));
        }
        all.sort_by_key(|(sample, _)| sample.order);
        all
    }
}

/// Mixes the bits of a number (the finalizer of SplitMix64).
pub(crate) fn mixed(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A hash of a text that is the same in every process.
pub(crate) fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(text.as_bytes());
    hasher.finish()
}
