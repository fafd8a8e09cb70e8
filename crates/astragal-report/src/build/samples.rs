//! Turns the lines that were kept into columns.

use super::sites::Sites;
use super::{coverage, features};
use crate::model::{Pairs, Picks, Samples, Times};
use crate::read::{Log, PropertyLog, Sample, Status};
use std::collections::HashMap;
use std::hash::Hash;

/// How many bytes of whole lines all properties may bring together, and each at least. Lines of failures have as much again.
const MOST_BYTES: usize = 6 << 20;
const LEAST_BYTES: usize = 128 << 10;

pub(super) fn samples(log: &Log, all: &PropertyLog, sites: &mut Sites<'_>) -> Samples {
    let run = &all.newest;
    let (kept, weights): (Vec<&Sample>, Vec<f64>) = log.kept.of(all.division).into_iter().unzip();
    let (mut texts, mut phases, mut reasons) = (Columns::default(), Columns::default(), Columns::default());
    reasons.index("");
    let mut samples = Samples {
        n: kept.len(),
        status: kept.iter().map(|sample| sample.status.number()).collect(),
        text: kept.iter().map(|sample| texts.index(sample.text.as_ref())).collect(),
        phase: kept.iter().map(|sample| phases.index(run.phases.name(sample.phase))).collect(),
        reason: kept.iter().map(|sample| reasons.index(run.reasons.name(sample.reason))).collect(),
        time: times(&kept),
        features: features::features(run, &kept, &weights),
        picks: picks(&kept, sites),
        pairs: pairs(&kept, sites),
        coverage: coverage::coverage(run, &kept),
        extra: extra(&kept, (MOST_BYTES / log.properties.len()).max(LEAST_BYTES)),
        ..Samples::default()
    };
    samples.texts = texts.owned();
    samples.phases = phases.owned();
    samples.reasons = reasons.owned();
    samples.weight = weights.iter().any(|weight| (weight - 1.0).abs() > 1e-9).then_some(weights);
    samples
}

/// Different entries, in the order in which they are first seen.
struct Columns<T> {
    known: HashMap<T, u32>,
    all: Vec<T>,
}

impl<T> Default for Columns<T> {
    fn default() -> Columns<T> {
        Columns { known: HashMap::new(), all: Vec::new() }
    }
}

impl<T: Copy + Eq + Hash> Columns<T> {
    fn index(&mut self, entry: T) -> u32 {
        let all = &mut self.all;
        *self.known.entry(entry).or_insert_with(|| {
            all.push(entry);
            all.len() as u32 - 1
        })
    }
}

impl Columns<&str> {
    fn owned(self) -> Vec<String> {
        self.all.into_iter().map(str::to_string).collect()
    }
}

/// Microseconds, to a hundredth.
fn times(kept: &[&Sample]) -> Option<Times> {
    let micros = |seconds: f64| (seconds * 1e8).round() / 100.0;
    let both = |sample: &&Sample| sample.times.unwrap_or((0.0, 0.0));
    kept.iter().any(|sample| sample.times.is_some()).then(|| Times {
        generate: kept.iter().map(|sample| micros(both(sample).0)).collect(),
        execute: kept.iter().map(|sample| micros(both(sample).1)).collect(),
    })
}

fn picks(kept: &[&Sample], sites: &mut Sites<'_>) -> Picks {
    let mut columns = Columns::default();
    let mut row = |sample: &&Sample| {
        let mut row = Vec::with_capacity(sample.picks.len() * 2);
        for [site, branch, depth, count] in &sample.picks {
            let (site, branch) = sites.indices(*site, *branch);
            row.extend([columns.index([site, branch, *depth]), *count]);
        }
        row
    };
    let rows: Vec<Vec<u32>> = kept.iter().map(&mut row).collect();
    Picks { rows, columns: columns.all }
}

fn pairs(kept: &[&Sample], sites: &mut Sites<'_>) -> Pairs {
    let mut columns = Columns::default();
    let mut row = |sample: &&Sample| {
        let mut row = Vec::with_capacity(sample.pairs.len() * 2);
        for [outer, around, site, branch, count] in &sample.pairs {
            let ((outer, around), (site, branch)) = (sites.indices(*outer, *around), sites.indices(*site, *branch));
            row.extend([columns.index([outer, around, site, branch]), *count]);
        }
        row
    };
    let rows: Vec<Vec<u32>> = kept.iter().map(&mut row).collect();
    Pairs { rows, columns: columns.all }
}

/// Whole lines of failures and of the first other samples, as far as there is room for them.
fn extra(kept: &[&Sample], most: usize) -> Option<Vec<Option<String>>> {
    let mut room = [most; 2];
    let mut one = |sample: &&Sample| {
        let line = sample.line.as_ref()?;
        let left = &mut room[usize::from(sample.status == Status::Failed)];
        *left = left.checked_sub(line.len())?;
        Some(line.to_string())
    };
    let all: Vec<Option<String>> = kept.iter().map(&mut one).collect();
    all.iter().any(Option::is_some).then_some(all)
}
