//! Counts which branches values take, and which numbers they have: each is replayed, and the replay records what is asked.
//!
//! So what is counted is exactly what a source asks for when it draws with advice, in the same contexts.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use super::weights::Weights;
use astragal_core::NamedParts;
use astragal_core::support::{At, Branch, Replay, Trail};
use astragal_core::{Choices, Producer, Source};

/// What was counted so far.
#[derive(Default)]
pub(super) struct Tally {
    counted: Rc<RefCell<Counted>>,
}

#[derive(Default)]
struct Counted {
    weights: Weights,
    /// Picks whose branches were visited: the site, the first branch, and how many there are.
    looked_at: BTreeSet<(&'static str, &'static str, usize)>,
    branches: Vec<(At<'static>, Branch)>,
}

impl Tally {
    /// Counts what a sequence of choices takes, which a generator draws from a source.
    pub(super) fn add(&self, choices: Choices, draw: impl FnOnce(&mut Source)) {
        let counted = Rc::clone(&self.counted);
        draw(&mut Source::produced_by(Listening { replay: Replay::new(choices), trail: Trail::default(), counted }, 0));
    }

    pub(super) fn finish(self) -> Weights {
        let Counted { mut weights, branches, .. } = self.counted.take();
        weights.know(&branches);
        weights
    }
}

/// Replays choices and counts them.
struct Listening {
    replay: Replay,
    trail: Trail,
    counted: Rc<RefCell<Counted>>,
}

impl Producer for Listening {
    fn choose(&mut self, max: u64) -> Option<u64> {
        let chosen = self.replay.choose(max).map(|chosen| chosen.min(max));
        if let (Some(at), Some(number)) = (self.trail.number(false), chosen) {
            self.counted.borrow_mut().weights.note(&at, Branch::Number(number), 1.0);
        }
        chosen
    }

    fn pick(&mut self, site: &'static str, branches: &[&'static str]) -> Option<u64> {
        let chosen = self.replay.pick(site, branches)?.min(branches.len() as u64 - 1) as usize;
        let at = self.trail.pick(site);
        self.trail.passed();
        let Some(at) = at else { return Some(chosen as u64) };
        let counted = &mut *self.counted.borrow_mut();
        if counted.looked_at.insert((at.site, branches[0], branches.len())) {
            let labelled = branches.iter().enumerate().filter_map(|(rank, label)| at.branch(label, rank));
            counted.branches.extend(labelled.map(|branch| (at, branch)));
        }
        if let Some(branch) = at.branch(branches[chosen], chosen) {
            counted.weights.note(&at, branch, 1.0);
            self.trail.picked(site, at.site, branch);
        }
        Some(chosen as u64)
    }

    fn open(&mut self, label: &'static str) {
        self.replay.open(label);
        self.trail.open(label);
    }

    fn close(&mut self) {
        self.replay.close();
        self.trail.close();
    }

    fn limit(&self) -> u64 {
        self.replay.limit()
    }

    fn named_parts(&mut self) -> Option<&mut dyn NamedParts> {
        Some(&mut self.trail)
    }
}
