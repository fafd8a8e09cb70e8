//! Parts with a decider other than the one around them; and what a generator can ask about who decides.

use std::sync::Arc;

use super::deciders::Forced;
use super::steering::Steering;
use super::{Adviser, DEFAULT_SIZE, Place, Plan, Producer, Reject, Replanned, Source, Step};

/// Who decides for a part of a value. What it leaves open is left to chance.
#[allow(missing_docs, private_interfaces)] // only the other crates of the library see it
pub enum Decider {
    Producer(Box<dyn Producer>),
    /// A plan for exactly what is drawn.
    Plan(Vec<Step>),
    Adviser(Arc<dyn Adviser>),
}

impl Source {
    /// Draws a part for which something else decides. A recorder sees its choices like any others; what decides around the
    /// part does not see it.
    #[doc(hidden)]
    pub fn decided_by<T>(
        &mut self,
        by: Decider,
        draw: impl FnOnce(&mut Source) -> Result<T, Reject>,
    ) -> Result<T, Reject> {
        self.unsteered(|src| {
            let deciders = &mut src.core.deciders;
            match by {
                Decider::Plan(steps) => deciders.steering = Some(Steering::plan(steps, src.size)),
                Decider::Adviser(adviser) => {
                    let size = src.recursion_size();
                    src.core.deciders.steering = Some(Steering::advice(adviser, size));
                }
                Decider::Producer(producer) => {
                    let outer = deciders.producer.replace(producer);
                    let drawn = src.watched_while(draw);
                    src.core.deciders.producer = outer;
                    return drawn;
                }
            }
            src.watched_while(draw)
        })
    }

    /// Draws a part that is steered otherwise, or not at all: what steers around it does not know what it takes.
    pub(crate) fn unsteered<T>(&mut self, draw: impl FnOnce(&mut Source) -> T) -> T {
        let outer = self.core.deciders.set_steering_aside();
        let drawn = draw(self);
        self.core.deciders.steering = outer;
        drawn
    }

    /// All that is drawn from here on follows a plan, until the source is restarted.
    pub(crate) fn follow_plan(&mut self, steps: Vec<Step>) {
        self.core.deciders.steering = Some(Steering::plan(steps, self.size));
        self.watch();
    }

    /// Whether the plan that was set last was followed to its end.
    #[doc(hidden)]
    pub fn has_followed_plan(&self) -> bool {
        self.core.deciders.steering.as_deref().is_none_or(Steering::is_followed)
    }

    /// Draws something whose first choice is forced, whatever decides about the others. It is rejected if that is not possible,
    /// or if there is no choice.
    pub(crate) fn forced<T>(
        &mut self,
        first: u64,
        place: Place,
        draw: impl FnOnce(&mut Source) -> Result<T, Reject>,
    ) -> Result<T, Reject> {
        self.forcing(&[first], place, false, draw)
    }

    /// Draws something whose first choices are forced, one derivative after the other; but they are recorded like any others.
    #[doc(hidden)]
    pub fn begun_with<T>(
        &mut self,
        first: &[u64],
        place: Place,
        draw: impl FnOnce(&mut Source) -> Result<T, Reject>,
    ) -> Result<T, Reject> {
        self.forcing(first, place, true, draw)
    }

    fn forcing<T>(
        &mut self,
        first: &[u64],
        place: Place,
        is_recorded: bool,
        draw: impl FnOnce(&mut Source) -> Result<T, Reject>,
    ) -> Result<T, Reject> {
        let (forced, left) = (self.core.deciders.forced.len(), self.core.limits.left);
        let choices = first.iter().rev().map(|&number| Forced { number, place, is_recorded });
        self.core.deciders.forced.extend(choices);
        let drawn = self.unsteered(|src| src.watched_while(draw));
        let is_left = self.core.deciders.forced.len() > forced;
        self.core.deciders.forced.truncate(forced);
        self.core.recorder.skip_next(false);
        let is_impossible = self.core.limits.impossible.take().is_some();
        if is_impossible {
            self.core.limits.left = left;
        }
        if (is_impossible || is_left) && drawn.is_ok() { Err(self.reject_at(place, 1)) } else { drawn }
    }

    /// Draws with other lots. They only steer: they are not recorded, and a producer does not see them.
    #[inline]
    #[doc(hidden)]
    pub fn with_lots<T>(&mut self, lots: &Arc<Replanned>, draw: impl FnOnce(&mut Source) -> T) -> T {
        let outer = self.core.deciders.lots.replace(Arc::clone(lots));
        self.busy = true;
        let drawn = draw(self);
        self.core.deciders.lots = outer;
        self.busy = self.watched || self.core.deciders.lots.is_some();
        drawn
    }

    /// A pick that is seen, or made with other lots.
    #[inline(never)]
    pub(super) fn pick_busy(&mut self, plan: &Plan) -> Result<usize, Reject> {
        let (rng, size) = (&mut self.chance.rng, self.size);
        if self.watched {
            return self.core.pick(rng, plan, size);
        }
        Ok(self.core.deciders.lots(plan).draw(rng, size))
    }

    /// Draws a part that is counted under a name, or (without one) not counted at all. It is not recorded.
    #[inline]
    #[doc(hidden)]
    pub fn named<T>(&mut self, name: Option<&'static str>, draw: impl FnOnce(&mut Source) -> T) -> T {
        if !self.watched {
            return draw(self);
        }
        self.core.deciders.name(name);
        let drawn = draw(self);
        self.core.deciders.unname();
        drawn
    }

    /// Leaves the fast path for a while.
    fn watched_while<T>(&mut self, draw: impl FnOnce(&mut Source) -> T) -> T {
        let was_watched = self.watched;
        self.watch();
        let drawn = draw(self);
        if !was_watched {
            self.unwatch();
        }
        drawn
    }

    /// The next draw is one span whose content no description of the generator gives. For generators that are
    /// known only by running them.
    #[inline(always)]
    pub fn open_opaque(&mut self, label: &'static str) {
        if self.watched {
            self.core.deciders.expect_opaque();
            self.core.open(label);
        }
    }

    /// As [`open`](Source::open), for a generator that describes what it draws unless that is too much. Then it is one span of which a
    /// description says nothing but `what` it is: see [`Sketch::called`](crate::Sketch::called).
    #[inline(always)]
    pub fn open_described(&mut self, label: &'static str, what: &'static str) {
        if self.watched {
            self.core.deciders.expect_opaque_as(what);
            self.core.open(label);
        }
    }

    /// What is left of the span that was opened last depends on what was drawn in it. If that is too much to be described, a
    /// description says nothing but `what` it is: see [`Sketch::family`](crate::Sketch::family).
    #[inline(always)]
    pub fn rest_may_be_opaque(&mut self, what: &'static str) {
        if self.watched {
            self.core.deciders.expect_opaque_rest_as(what);
        }
    }

    /// Whether something other than chance decides.
    #[inline(always)]
    #[doc(hidden)]
    pub fn is_given(&self) -> bool {
        self.watched && self.core.deciders.is_given()
    }

    /// Whether what steers chance must be asked for the elements of the list that is drawn now, one by one.
    #[inline(always)]
    pub(crate) fn is_steered(&mut self) -> bool {
        self.watched && self.core.deciders.is_steered()
    }

    /// Whether a plan decides a pick that is made here, or an adviser who knows how often its branches are to be taken.
    #[inline]
    #[doc(hidden)]
    pub fn is_decided(&self, site: &str) -> bool {
        self.watched && self.core.deciders.decides(site)
    }

    /// Whether it is asked how likely the given choices are.
    #[doc(hidden)]
    pub fn is_accounting(&self) -> bool {
        self.watched && self.core.deciders.odds.is_some()
    }

    /// The size by which chance decides whether to go on, where it is asked for outside a plan.
    #[inline(always)]
    pub(crate) fn recursion_size(&self) -> u32 {
        if self.is_accounting() { DEFAULT_SIZE } else { self.size }
    }
}
