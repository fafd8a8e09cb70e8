//! What steers chance: a plan, or advice.
//!
//! A strategy that sees the whole value (`strategy`) decides its shape: which constructors, how long the lists. It does not
//! decide for chance what numbers and characters are, and it cannot decide what a closure draws. So a plan is a list of
//! steps in the order in which the generator asks, and a step may be left to chance. Whoever cannot see the whole value, but
//! knows how often something occurs, gives advice when the choice comes (`advice`).

use super::Branches;
use super::advice::Advice;
use super::odds::Advised;
use super::trail::Mark;
use super::{Rng, Source};
use crate::source::Reject;

/// What a plan says of one question of the generator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// This number.
    Number(u64),
    /// Any number, by chance.
    Any,
    /// A part of which nothing is known but that it is one span.
    Opaque,
}

/// What chance is to follow, where nobody else decides.
#[derive(Debug)]
pub(crate) enum Steering {
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

    /// Whether somebody gives advice for a pick of this name.
    pub(super) fn is_decided(&self, site: &str) -> bool {
        match self {
            Steering::Plan(_) => false,
            Steering::Advice(advice) => advice.decides(site),
        }
    }

    /// Whether the elements of a list must be asked for one by one.
    pub(super) fn sees_elements(&self) -> bool {
        match self {
            Steering::Plan(_) => true,
            Steering::Advice(advice) => advice.is_asked_for_elements(),
        }
    }

    /// The next number, if it is decided.
    #[inline]
    pub(super) fn choose(&mut self, max: u64, rng: &mut Rng) -> Option<u64> {
        match self {
            Steering::Plan(plan) => plan.choose(max),
            Steering::Advice(advice) => advice.number(max, rng),
        }
    }

    /// The next number, which is the length of a list.
    pub(super) fn length(&mut self, max: u64, rng: &mut Rng) -> Option<u64> {
        match self {
            Steering::Plan(plan) => plan.choose(max),
            Steering::Advice(advice) => advice.length(max, rng),
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

    /// How likely a number, or a length, is that somebody else has chosen.
    pub(super) fn chance(&mut self, chosen: u64, max: u64, is_length: bool) -> Option<Advised> {
        match self {
            Steering::Plan(_) => None,
            Steering::Advice(advice) => advice.chance(chosen, max, is_length),
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

    /// A part begins that has a name of its own, or does not count.
    pub(super) fn name(&mut self, name: Option<&'static str>) {
        if let Steering::Advice(advice) = self {
            advice.trail().name(name);
        }
    }

    pub(super) fn unname(&mut self) {
        if let Steering::Advice(advice) = self {
            advice.trail().unname();
        }
    }
}

/// Follows a plan. If the generator asks other questions than the plan has answers for, chance takes over.
#[derive(Debug)]
pub(crate) struct Following {
    steps: Vec<Step>,
    place: Cursor,
    /// The size for which it was made.
    size: u32,
}

/// Where in its plan a source is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Cursor {
    at: usize,
    /// How many spans are open within an opaque part; 0 is outside of one.
    within: u32,
    /// Whether the next span is an opaque part.
    before: bool,
    /// How many spans were opened since the last step.
    opened: u32,
}

impl Following {
    fn size(&self) -> Option<u32> {
        (self.place.within == 0 && !self.steps.is_empty()).then_some(self.size)
    }

    fn choose(&mut self, max: u64) -> Option<u64> {
        if self.place.within > 0 {
            return None;
        }
        let step = self.steps.get(self.place.at).copied();
        self.place.at += 1;
        let opened = std::mem::take(&mut self.place.opened);
        if step == Some(Step::Opaque) {
            // A generator that describes nothing and did not say so. What it draws is the span that was opened last.
            self.place.within = opened.min(1);
        }
        match step {
            Some(Step::Number(number)) if number <= max => Some(number),
            Some(Step::Number(_)) => self.lose(),
            Some(Step::Any | Step::Opaque) | None => None,
        }
    }

    fn expect_opaque(&mut self) {
        if self.place.within > 0 {
            return;
        }
        if self.steps.get(self.place.at) == Some(&Step::Opaque) {
            self.place.at += 1;
            self.place.before = true;
            self.place.opened = 0;
        } else {
            self.lose();
        }
    }

    fn open(&mut self) {
        if self.place.before || self.place.within > 0 {
            self.place.before = false;
            self.place.within += 1;
        } else {
            self.place.opened += 1;
        }
    }

    fn close(&mut self) {
        if self.place.within > 0 {
            self.place.within -= 1;
        } else {
            self.place.opened = self.place.opened.saturating_sub(1);
        }
    }

    /// From here on the plan is of no use.
    fn lose(&mut self) -> Option<u64> {
        self.steps.clear();
        None
    }

    /// Whether every step was taken, and nothing else was asked.
    fn is_followed(&self) -> bool {
        self.place.at == self.steps.len() && self.place.within == 0
    }
}

impl Source {
    /// Draws at random what a plan leaves open. The plan must be one for all that is drawn within.
    pub(crate) fn steered<T>(
        &mut self,
        steps: Vec<Step>,
        draw: impl FnOnce(&mut Source) -> Result<T, Reject>,
    ) -> Result<T, Reject> {
        self.apart(|src| {
            src.set_plan(steps);
            src.watched_while(draw)
        })
    }

    /// All that is drawn from here on follows a plan, until the source is restarted.
    pub(crate) fn follow_plan(&mut self, steps: Vec<Step>) {
        self.set_plan(steps);
        self.watch();
    }

    fn set_plan(&mut self, steps: Vec<Step>) {
        let plan = Following { steps, place: Cursor::default(), size: self.size };
        self.core.steering = Some(Box::new(Steering::Plan(plan)));
    }

    pub(super) fn set_advice(&mut self, advice: Advice) {
        self.core.steering = Some(Box::new(Steering::Advice(advice)));
    }

    /// Whether the plan that was set last was followed to its end.
    pub(crate) fn has_followed_plan(&self) -> bool {
        match self.core.steering.as_deref() {
            Some(Steering::Plan(plan)) => plan.is_followed(),
            _ => true,
        }
    }

    /// A part that is steered by somebody else: the plan around it does not know what it takes.
    pub(crate) fn apart<T>(&mut self, draw: impl FnOnce(&mut Source) -> T) -> T {
        let outer = self.core.steering.take().map(|mut steering| {
            steering.expect_opaque();
            if let Steering::Plan(plan) = &mut *steering {
                plan.place.before = false;
            }
            steering
        });
        let drawn = draw(self);
        self.core.steering = outer;
        drawn
    }

    /// Leaves the fast path for a while.
    pub(super) fn watched_while<T>(&mut self, draw: impl FnOnce(&mut Source) -> T) -> T {
        let was_watched = self.watched;
        self.watch();
        let drawn = draw(self);
        if !was_watched {
            self.unwatch();
        }
        drawn
    }

    /// What is drawn next is one span, and no description of the generator says what is in it. For generators that are
    /// known only by running them.
    #[inline(always)]
    pub fn open_opaque(&mut self, label: &'static str) {
        if self.watched {
            self.core.expect_opaque();
            self.core.open(label);
        }
    }
}
