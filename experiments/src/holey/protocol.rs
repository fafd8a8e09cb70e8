//! The mean number of tests that it takes until a property fails, for each bug and each property that can.

use super::bst::{Bst, Bug, Key, Tree, Val};
use super::contenders::DrawTree;
use super::paper;
use super::property::{self, Draws, Property};
use astragal::source::Rng;
use std::convert::Infallible;

/// How many failing runs a mean is taken of.
pub(super) const RUNS: u64 = 1_000;
/// The same for rows that nothing published is compared with, and that are dear.
pub(super) const FEW_RUNS: u64 = 300;
/// The sizes go from zero up to below this one, again and again.
pub(super) const SIZES: u64 = 100;
/// After this many tests without a failure a pair is taken for one that never fails. No mean is near it, so none is cut short.
pub(super) const PATIENCE: u64 = 100_000;
/// The same for the pairs of a generator that is known to find each within some hundred tests.
const SHORT_PATIENCE: u64 = 5_000;

/// A bug and a property that finds it.
#[derive(Clone, Copy)]
pub(super) struct Pair {
    pub(super) bug: Bug,
    pub(super) property: Property,
}

impl Pair {
    pub(super) fn name(&self) -> String {
        format!("{} with bug {}", self.property.name, self.bug.number())
    }

    /// A number of its own, from which the seeds of its runs are made.
    pub(super) fn seed(&self) -> u64 {
        let name = self
            .property
            .name
            .bytes()
            .fold(self.bug.number() as u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        Rng::new(name).word()
    }
}

/// What a pair cost: the mean number of tests to a failure.
pub(super) struct Cost {
    pub(super) pair: Pair,
    pub(super) mean: f64,
}

/// The costs of all pairs, the dearest first.
pub(super) struct Costs {
    pub(super) runs: u64,
    pub(super) all: Vec<Cost>,
}

impl Costs {
    /// Asks for the number of tests of a pair's first failing runs, by the number of the run. A pair that does not fail is
    /// omitted.
    pub(super) fn of(pairs: &[Pair], runs: u64, tests: impl Fn(&Pair, u64) -> Option<u64>) -> Costs {
        let mean = |pair: &Pair| {
            let mut sum = tests(pair, 0)?;
            for run in 1..runs {
                sum += tests(pair, run)?;
            }
            Some(sum as f64 / runs as f64)
        };
        let costs = pairs.iter().filter_map(|&pair| Some(Cost { pair, mean: mean(&pair)? }));
        let mut costs: Vec<Cost> = costs.collect();
        costs.sort_by(|one, other| other.mean.total_cmp(&one.mean));
        Costs { runs, all: costs }
    }

    pub(super) fn total(&self) -> f64 {
        self.all.iter().map(|cost| cost.mean).sum()
    }

    pub(super) fn worst(&self) -> f64 {
        self.all.first().map_or(0.0, |cost| cost.mean)
    }
}

/// Every bug with every property that finds it, as far as the trees of a generator show.
pub(super) fn failing_pairs(tree: &DrawTree) -> Vec<Pair> {
    let properties = property::all();
    let all = Bug::ALL.into_iter().flat_map(|bug| properties.iter().map(move |&property| Pair { bug, property }));
    all.filter(|pair| tests_within(SHORT_PATIENCE, pair, 0, tree).is_some()).collect()
}

/// Draws for a test of a size.
struct Dice<'a> {
    rng: Rng,
    size: u32,
    bst: Bst,
    tree: &'a DrawTree,
}

impl Draws for Dice<'_> {
    type Rejection = Infallible;

    fn key(&mut self) -> Result<Key, Infallible> {
        Ok(paper::key(&mut self.rng, self.size))
    }

    fn value(&mut self) -> Result<Val, Infallible> {
        Ok(paper::value(&mut self.rng, self.size))
    }

    fn tree(&mut self) -> Result<Tree, Infallible> {
        Ok((self.tree)(&mut self.rng, self.size, self.bst))
    }
}

/// How many tests QuickCheck runs until a property fails. A rejected case is not a test; after ten in a row it makes
/// the size grow.
pub(super) fn tests_to_failure(pair: &Pair, run: u64, tree: &DrawTree) -> Option<u64> {
    tests_within(PATIENCE, pair, run, tree)
}

fn tests_within(patience: u64, pair: &Pair, run: u64, tree: &DrawTree) -> Option<u64> {
    let bst = Bst(Some(pair.bug));
    let mut dice = Dice { rng: Rng::new(pair.seed().wrapping_add(run)), size: 0, bst, tree };
    let (mut passed, mut rejected) = (0, 0);
    while passed < patience {
        dice.size = (passed % SIZES + rejected / 10).min(SIZES) as u32;
        let Ok(drawn) = pair.property.draw(&mut dice);
        match (pair.property.holds)(bst, &drawn) {
            None => rejected += 1,
            Some(true) => (passed, rejected) = (passed + 1, 0),
            Some(false) => return Some(passed + 1),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_pairs_fail_as_are_published() {
        assert_eq!(property::all().len(), 57);
        let pairs = failing_pairs(&paper::classic);
        let of = |bug| pairs.iter().filter(|pair| pair.bug == bug).count();
        assert_eq!(Bug::ALL.map(of), [15, 13, 9, 18, 14, 23, 21, 13]);
    }

    #[test]
    fn without_a_bug_every_property_holds() {
        for property in property::all() {
            let mut dice = Dice { rng: Rng::new(1), size: 0, bst: Bst::CORRECT, tree: &paper::tuned_classic };
            for test in 0..2_000 {
                dice.size = test % SIZES as u32;
                let Ok(drawn) = property.draw(&mut dice);
                assert_ne!((property.holds)(Bst::CORRECT, &drawn), Some(false), "{}", property.name);
            }
        }
    }
}
