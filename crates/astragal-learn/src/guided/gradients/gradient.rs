//! A gradient: the alternatives of a choice, and how many different valid values were seen after each.

use std::collections::HashSet;

use super::question::Question;
use crate::guided::pools::Scattered;
use crate::tune::Weights;
use astragal_core::Rng;

/// A choice of more alternatives than this has as many of them compared, which chance draws.
pub(super) const MOST: u64 = 64;

/// See the module.
#[derive(Default)]
pub(super) struct Gradient {
    alternatives: Vec<Alternative>,
    /// The valid values after the alternative that is judged now, by their hash.
    valid: HashSet<u64, Scattered>,
}

struct Alternative {
    number: u64,
    /// How many different valid values there were.
    fitness: u64,
}

impl Gradient {
    /// Another choice begins, of which no alternative is known.
    pub(super) fn clear(&mut self) {
        self.alternatives.clear();
        self.valid.clear();
    }

    /// An alternative is to be judged too, unless it is already.
    pub(super) fn add(&mut self, number: u64) {
        if self.alternatives.iter().all(|known| known.number != number) {
            self.alternatives.push(Alternative { number, fitness: 0 });
        }
    }

    /// How many alternatives there are.
    pub(super) fn len(&self) -> usize {
        self.alternatives.len()
    }

    /// The alternative at a place.
    pub(super) fn number(&self, place: usize) -> Option<u64> {
        self.alternatives.get(place).map(|alternative| alternative.number)
    }

    /// A value after the alternative at a place is valid.
    pub(super) fn found(&mut self, place: usize, hash: u64) {
        self.alternatives[place].fitness += u64::from(self.valid.insert(hash));
    }

    /// The alternative that was judged until now has had all its samples.
    pub(super) fn finish_alternative(&mut self) {
        self.valid.clear();
    }

    /// One of the alternatives, the more likely the fitter it is; `None` if no value was valid.
    pub(super) fn draw(&self, rng: &mut Rng) -> Option<u64> {
        let total: u64 = self.alternatives.iter().map(|alternative| alternative.fitness).sum();
        let mut ticket = rng.up_to(total.checked_sub(1)?);
        let chosen = self.alternatives.iter().find(|alternative| {
            let is_here = ticket < alternative.fitness;
            ticket = ticket.wrapping_sub(alternative.fitness);
            is_here
        });
        chosen.map(|chosen| chosen.number)
    }

    /// Counts how fit the alternatives were, in the context in which they were.
    pub(super) fn count(&self, question: &Question, into: &mut Weights) {
        let Some(at) = question.at() else { return };
        for Alternative { number, fitness } in self.alternatives.iter().filter(|known| known.fitness > 0) {
            if let Some(branch) = question.branch(*number) {
                into.note(&at, branch, *fitness as f64);
            }
        }
    }
}
