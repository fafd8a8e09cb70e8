//! Chance with advice: an adviser knows how often to take a branch, or a number, and is asked when the choice comes.
//!
//! Advice follows no size, so it is limited in two other ways: by how deeply picks of one site may be nested,
//! and by how many choices are advised at all. Beyond either, picks are the simplest and lists the shortest, which ends.
//!
//! An adviser is asked with the pick around the choice and how deep it is; what it does not know is drawn as it would be. Examples are counted by
//! replaying them and listening to the same questions, so that what was learned and what is asked agree. The account of
//! chances (`odds`) asks it too. A plan within advice, or the other way round, is left alone: the inner one decides.

use std::fmt::Debug;
use std::sync::Arc;

use super::odds::Advised;
use super::trail::{At, Mark, Trail};
use super::{Branches, Plan, Rng, Scale};

/// How deeply picks of one site may be nested, unless the size is more.
const DEEPEST: u32 = 100;
/// How many choices are advised in one value, besides what the adviser [needs](Adviser::needs).
const ADVISED: u64 = 100;
/// And how many more for each unit of the size.
const ADVISED_BY_SIZE: u64 = 4;
/// No list is longer on advice, which may come from a file.
const LONGEST: u64 = 1 << 16;

/// Knows how often to make each choice. Whatever it answers `None` to is left to chance.
pub trait Adviser: Debug + Send + Sync {
    /// Whether it may say something of a pick of this name.
    fn knows(&self, site: &str) -> bool;

    /// The rank of a branch. One that is not [open](Branches::is_open) must not be taken.
    fn pick(&self, at: &At<'_>, branches: &dyn Branches, rng: &mut Rng) -> Option<usize>;

    /// Whether it may say something of a number.
    fn knows_number(&self, at: &At<'_>) -> bool;

    /// A number from 0 to `max`. (That of a list says by how much it is longer than it must be.)
    fn number(&self, at: &At<'_>, max: u64, scale: Scale<'_>, rng: &mut Rng) -> Option<u64>;

    /// How often each branch is taken in comparison; one that is not open is `None`.
    fn weights(&self, at: &At<'_>, branches: &dyn Branches) -> Option<Vec<Option<f64>>>;

    /// How likely [`number`](Adviser::number) gives this one.
    fn chance(&self, at: &At<'_>, chosen: u64, max: u64, scale: Scale<'_>) -> Option<Advised>;

    /// How many choices a value may need, whatever the size.
    fn needs(&self) -> u64;
}

/// What a source asks while it draws with advice.
#[derive(Debug)]
pub(super) struct Advice {
    adviser: Arc<dyn Adviser>,
    trail: Trail,
    /// How many choices may still be advised.
    left: u64,
    deepest: u32,
    /// The pick that was asked for last.
    asked: Option<At<'static>>,
}

/// The branches of a plan by rank.
pub(super) struct Ranked<'a>(pub(super) &'a Plan);

impl Branches for Ranked<'_> {
    fn count(&self) -> usize {
        self.0.len()
    }

    fn weight(&self, rank: usize) -> u32 {
        u32::from(self.0.lots().may_draw(self.0.arm(rank)))
    }

    fn label(&self, rank: usize) -> &'static str {
        self.0.branches()[rank]
    }
}

impl Advice {
    pub(super) fn new(adviser: Arc<dyn Adviser>, size: u32) -> Advice {
        let left = ADVISED + ADVISED_BY_SIZE * u64::from(size) + adviser.needs();
        Advice { adviser, trail: Trail::default(), left, deepest: DEEPEST.max(size), asked: None }
    }

    pub(super) fn trail(&mut self) -> &mut Trail {
        &mut self.trail
    }

    pub(super) fn place(&self) -> Mark {
        self.trail.mark()
    }

    pub(super) fn go_back(&mut self, to: Mark) {
        self.trail.go_back(to);
    }

    /// Whether it decides a pick of this name.
    pub(super) fn decides(&self, site: &str) -> bool {
        self.left == 0 || self.adviser.knows(site)
    }

    /// Whether the elements of the list that is drawn now are asked for one by one.
    pub(super) fn is_asked_for_elements(&mut self) -> bool {
        self.trail.elements().is_some_and(|at| at.is_renamed || self.adviser.knows_number(&at))
    }

    pub(super) fn pick(&mut self, site: &'static str, branches: &dyn Branches, rng: &mut Rng) -> Option<u64> {
        self.asked = self.trail.pick(site);
        let at = self.asked?;
        if self.left == 0 || at.depth >= self.deepest {
            return (0..branches.count()).find(|&rank| branches.is_open(rank)).map(|rank| rank as u64);
        }
        let advised = self.adviser.pick(&at, branches, rng)?;
        self.left -= 1;
        Some(advised as u64)
    }

    /// As [`pick`](Advice::pick), but how likely each branch is.
    pub(super) fn chances(&mut self, site: &'static str, branches: &dyn Branches) -> Option<Vec<f64>> {
        self.asked = self.trail.pick(site);
        let at = self.asked?;
        let weights = if self.left == 0 || at.depth >= self.deepest {
            let simplest = (0..branches.count()).find(|&rank| branches.is_open(rank));
            (0..branches.count()).map(|rank| (Some(rank) == simplest).then_some(1.0)).collect()
        } else {
            let weights = self.adviser.weights(&at, branches)?;
            self.left -= 1;
            weights
        };
        let total: f64 = weights.iter().flatten().sum();
        (total > 0.0).then(|| weights.into_iter().map(|weight| weight.unwrap_or_default() / total).collect())
    }

    /// As [`number`](Advice::number), but how likely a number is that was chosen elsewhere.
    pub(super) fn chance(&mut self, chosen: u64, max: u64, scale: Scale<'_>) -> Option<Advised> {
        let is_length = matches!(scale, Scale::Length);
        let at = self.trail.number(is_length);
        if self.left == 0 {
            return is_length.then(|| Advised { chance: f64::from(u8::from(chosen == 0)), left: 0.0 });
        }
        let advised = self.adviser.chance(&at?, chosen, max, scale)?;
        self.left -= 1;
        Some(advised)
    }

    /// A branch was taken, whatever decided. (A pick that was not asked for was decided before.)
    pub(super) fn picked(&mut self, site: &'static str, label: &'static str, rank: usize) {
        let at = self.asked.take().or_else(|| self.trail.pick(site));
        let counted = at.and_then(|at| at.branch(label, rank).map(|branch| (at.site, branch)));
        if let Some((known_as, branch)) = counted {
            self.trail.picked(site, known_as, branch);
        }
        self.trail.passed();
    }

    pub(super) fn number(&mut self, max: u64, scale: Scale<'_>, rng: &mut Rng) -> Option<u64> {
        let is_length = matches!(scale, Scale::Length);
        let at = self.trail.number(is_length);
        if self.left == 0 {
            return is_length.then_some(0);
        }
        let advised = self.adviser.number(&at?, max, scale, rng)?;
        self.left -= 1;
        Some(if is_length { advised.min(LONGEST) } else { advised })
    }
}
