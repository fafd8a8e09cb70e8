//! What steers chance: a plan, or advice.
//!
//! A strategy that sees the whole value (`strategy`) decides its shape: which constructors, how long the lists. It does not
//! decide for chance what numbers and characters are, and it cannot decide what a closure draws: that is a plan (`following`).
//! An adviser does not see the whole value, but knows how often something occurs, and is asked when the choice comes (`advice`).

use std::sync::Arc;

use super::advice::Advice;
use super::following::{Cursor, Following};
use super::odds::Advised;
use super::trail::Mark;
use super::{Adviser, Branches, NamedParts, Rng, Scale, Step};

/// What chance is to follow, where there is no producer.
#[derive(Debug)]
pub(super) enum Steering {
    Plan(Following),
    Advice(Advice),
}

/// Where a source is in what it follows. It is what a retry goes back to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Plan(Cursor),
    Advice(Mark),
}

impl Steering {
    /// A plan for all that is drawn next, made for a size.
    pub(super) fn plan(steps: Vec<Step>, size: u32) -> Box<Steering> {
        Box::new(Steering::Plan(Following::new(steps, size)))
    }

    /// Advice for all that is drawn next, at a size.
    pub(super) fn advice(adviser: Arc<dyn Adviser>, size: u32) -> Box<Steering> {
        Box::new(Steering::Advice(Advice::new(adviser, size)))
    }

    pub(super) fn place(&self) -> Place {
        match self {
            Steering::Plan(plan) => Place::Plan(plan.place),
            Steering::Advice(advice) => Place::Advice(advice.place()),
        }
    }

    pub(super) fn go_back(&mut self, to: Place) {
        match (self, to) {
            (Steering::Plan(plan), Place::Plan(place)) => plan.place = place,
            (Steering::Advice(advice), Place::Advice(place)) => advice.go_back(place),
            _ => {} // what was followed then is not followed now
        }
    }

    /// The size for which all was planned, outside of opaque parts.
    pub(super) fn size(&self) -> Option<u32> {
        match self {
            Steering::Plan(plan) => plan.size(),
            Steering::Advice(_) => None,
        }
    }

    /// Whether there is advice for a pick of this name.
    pub(super) fn is_decided(&self, site: &str) -> bool {
        match self {
            Steering::Plan(_) => false,
            Steering::Advice(advice) => advice.decides(site),
        }
    }

    /// Whether the elements of a list must be asked for one by one.
    pub(super) fn sees_elements(&mut self) -> bool {
        match self {
            Steering::Plan(_) => true,
            Steering::Advice(advice) => advice.is_asked_for_elements(),
        }
    }

    /// The next number, if it is decided.
    #[inline]
    pub(super) fn choose(&mut self, max: u64, scale: Scale<'_>, rng: &mut Rng) -> Option<u64> {
        match self {
            Steering::Plan(plan) => plan.choose(max),
            Steering::Advice(advice) => advice.number(max, scale, rng),
        }
    }

    /// The rank of the next branch, if it is decided.
    #[inline]
    pub(super) fn pick(&mut self, site: &'static str, branches: &dyn Branches, rng: &mut Rng) -> Option<u64> {
        match self {
            Steering::Plan(plan) => plan.choose(branches.count() as u64 - 1),
            Steering::Advice(advice) => advice.pick(site, branches, rng),
        }
    }

    /// How likely each branch is, by rank, if it is decided here.
    pub(super) fn chances(&mut self, site: &'static str, branches: &dyn Branches) -> Option<Vec<f64>> {
        match self {
            Steering::Plan(_) => None,
            Steering::Advice(advice) => advice.chances(site, branches),
        }
    }

    /// How likely a number is that a producer has chosen.
    pub(super) fn chance(&mut self, chosen: u64, max: u64, scale: Scale<'_>) -> Option<Advised> {
        match self {
            Steering::Plan(_) => None,
            Steering::Advice(advice) => advice.chance(chosen, max, scale),
        }
    }

    /// The branch that was taken.
    #[inline]
    pub(super) fn picked(&mut self, site: &'static str, branches: &dyn Branches, rank: usize) {
        if let Steering::Advice(advice) = self {
            advice.picked(site, branches.label(rank), rank);
        }
    }

    /// The next span is a part of which nothing is known.
    pub(super) fn expect_opaque(&mut self) {
        if let Steering::Plan(plan) = self {
            plan.expect_opaque();
        }
    }

    /// The next span is a part of which nothing is known, if a plan knows it only by this name.
    pub(super) fn expect_opaque_as(&mut self, what: &'static str) {
        if let Steering::Plan(plan) = self {
            plan.expect_opaque_as(what);
        }
    }

    /// What is left of the span that was opened last is such a part.
    pub(super) fn expect_opaque_rest_as(&mut self, what: &'static str) {
        if let Steering::Plan(plan) = self {
            plan.expect_opaque_rest_as(what);
        }
    }

    /// The next part is decided otherwise.
    pub(super) fn skip_part(&mut self) {
        match self {
            Steering::Plan(plan) => plan.skip_part(),
            Steering::Advice(advice) => advice.trail().passed(),
        }
    }

    /// Whether a plan was followed to its end, if it is one.
    pub(super) fn is_followed(&self) -> bool {
        match self {
            Steering::Plan(plan) => plan.is_followed(),
            Steering::Advice(_) => true,
        }
    }

    #[inline]
    pub(super) fn open(&mut self, label: &'static str) {
        match self {
            Steering::Plan(plan) => plan.open(),
            Steering::Advice(advice) => advice.trail().open(label),
        }
    }

    #[inline]
    pub(super) fn close(&mut self) {
        match self {
            Steering::Plan(plan) => plan.close(),
            Steering::Advice(advice) => advice.trail().close(),
        }
    }

    /// Who is told which parts have a name of their own.
    pub(super) fn named_parts(&mut self) -> Option<&mut dyn NamedParts> {
        match self {
            Steering::Plan(_) => None,
            Steering::Advice(advice) => Some(advice.trail()),
        }
    }
}
