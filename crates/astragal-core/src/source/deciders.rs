//! Who decides where something other than chance may: a forced choice, then a producer, then what steers chance.

use std::sync::Arc;

use super::odds::Odds;
use super::steering::Steering;
use super::{Branches, Lots, Place, Plan, Producer, Replanned, Rng, Scale};

/// See the module. Each question is answered by the first one that is there; `None` leaves it to chance.
#[derive(Default)]
pub(super) struct Deciders {
    /// The first choices, if they are forced: the next one is last. See [`Source::forced`](super::Source::forced).
    pub(super) forced: Vec<Forced>,
    pub(super) producer: Option<Box<dyn Producer>>,
    /// What chance is to follow, where there is no producer.
    pub(super) steering: Option<Box<Steering>>,
    /// Lots that take the place of those of plans.
    pub(super) lots: Option<Arc<Replanned>>,
    /// How likely the choices of a producer are, if that is to be known.
    pub(super) odds: Option<Box<Odds>>,
}

/// A choice that is forced.
pub(super) struct Forced {
    pub(super) number: u64,
    /// Where it was said.
    pub(super) place: Place,
    /// Whether it is written down like any other.
    pub(super) is_recorded: bool,
}

impl Deciders {
    /// Whether choices are made by something other than chance.
    #[inline(always)]
    pub(super) fn is_given(&self) -> bool {
        self.producer.is_some() || !self.forced.is_empty()
    }

    /// Whether what steers chance must be asked for the elements of a list one by one.
    #[inline]
    pub(super) fn is_steered(&mut self) -> bool {
        self.steering.as_mut().is_some_and(|steering| steering.sees_elements())
    }

    /// Whether each element of a list must be asked for.
    #[inline]
    pub(super) fn sees_elements(&mut self) -> bool {
        self.is_given() || self.is_steered()
    }

    /// Whether a plan or advice decides a pick of this site.
    pub(super) fn decides(&self, site: &str) -> bool {
        self.steering.as_ref().is_some_and(|it| it.size().is_some() || it.is_decided(site))
    }

    /// The size that a generator is told where choices are seen.
    #[inline(never)]
    pub(super) fn size(&self, of_chance: u32) -> u32 {
        match (&self.producer, &self.steering) {
            (Some(_), _) => u32::MAX,
            (None, Some(steering)) => steering.size().unwrap_or(of_chance),
            (None, None) => of_chance,
        }
    }

    /// The next number.
    #[inline]
    pub(super) fn number(&mut self, max: u64, scale: Scale<'_>, rng: &mut Rng) -> Option<u64> {
        match (&mut self.producer, &mut self.steering) {
            (Some(producer), _) => {
                if let (Scale::Length, Some(named)) = (scale, producer.named_parts()) {
                    named.expect_length();
                }
                let chosen = producer.choose(max);
                self.account_number(chosen, max, scale);
                chosen
            }
            (None, Some(steering)) => steering.choose(max, scale, rng),
            (None, None) => None,
        }
    }

    /// The rank of the next branch. Its labels are given if they are known as a slice.
    #[inline]
    pub(super) fn pick(
        &mut self,
        site: &'static str,
        branches: &dyn Branches,
        labels: Option<&[&'static str]>,
        rng: &mut Rng,
    ) -> Option<u64> {
        match (&mut self.producer, &mut self.steering) {
            (Some(producer), _) => match labels {
                Some(labels) => producer.pick(site, labels),
                None => {
                    let labels: Vec<_> = (0..branches.count()).map(|rank| branches.label(rank)).collect();
                    producer.pick(site, &labels)
                }
            },
            (None, Some(steering)) => steering.pick(site, branches, rng),
            (None, None) => None,
        }
    }

    /// The lots by which chance picks.
    #[inline]
    pub(super) fn lots<'a>(&'a self, plan: &'a Plan) -> &'a Lots {
        self.lots.as_ref().map_or(plan.lots(), |other| other.lots(plan))
    }

    /// What steers chance and is to see what is drawn: where a producer decides, only if it is asked how likely that is.
    #[inline]
    fn seeing(&mut self) -> Option<&mut Steering> {
        if self.producer.is_none() || self.odds.is_some() { self.steering.as_deref_mut() } else { None }
    }

    /// What steers chance, where it decides.
    #[inline]
    fn steering(&mut self) -> Option<&mut Steering> {
        if self.producer.is_none() { self.steering.as_deref_mut() } else { None }
    }

    /// A number was forced: an adviser is not asked for it, but is to know that it was there.
    #[inline(never)]
    pub(super) fn pass_number(&mut self, is_length: bool) {
        if let Some(Steering::Advice(advice)) = self.steering() {
            advice.trail().number(is_length);
        }
    }

    /// The branch that was taken.
    #[inline]
    pub(super) fn picked(&mut self, site: &'static str, branches: &dyn Branches, rank: usize) {
        if let Some(steering) = self.seeing() {
            steering.picked(site, branches, rank);
        }
    }

    /// A branch was taken that was decided before.
    #[inline]
    pub(super) fn picked_before(&mut self, site: &'static str, branches: &dyn Branches, rank: usize) {
        if let Some(steering) = self.steering() {
            steering.picked(site, branches, rank);
        }
    }

    /// A span begins.
    #[inline]
    pub(super) fn open(&mut self, label: &'static str) {
        if let Some(producer) = &mut self.producer {
            producer.open(label);
        }
        if let Some(steering) = self.seeing() {
            steering.open(label);
        }
    }

    /// A span ends.
    #[inline]
    pub(super) fn close(&mut self) {
        if let Some(producer) = &mut self.producer {
            producer.close();
        }
        if let Some(steering) = self.seeing() {
            steering.close();
        }
    }

    /// A part begins that is counted under a name, or not at all.
    #[inline(never)]
    pub(super) fn name(&mut self, name: Option<&'static str>) {
        if let Some(named) = self.producer.as_mut().and_then(|producer| producer.named_parts()) {
            named.name(name);
        }
        if let Some(named) = self.seeing().and_then(Steering::named_parts) {
            named.name(name);
        }
    }

    /// The part that was named last ends.
    #[inline(never)]
    pub(super) fn unname(&mut self) {
        if let Some(named) = self.producer.as_mut().and_then(|producer| producer.named_parts()) {
            named.unname();
        }
        if let Some(named) = self.seeing().and_then(Steering::named_parts) {
            named.unname();
        }
    }

    /// The span that begins next is a part whose content no plan knows.
    #[inline(never)]
    pub(super) fn expect_opaque(&mut self) {
        if let Some(steering) = self.steering() {
            steering.expect_opaque();
        }
    }

    /// The span that begins next is such a part, if a plan knows it only by this name.
    #[inline(never)]
    pub(super) fn expect_opaque_as(&mut self, what: &'static str) {
        if let Some(steering) = self.steering() {
            steering.expect_opaque_as(what);
        }
    }

    /// What is left of the span that was opened last is such a part.
    #[inline(never)]
    pub(super) fn expect_opaque_rest_as(&mut self, what: &'static str) {
        if let Some(steering) = self.steering() {
            steering.expect_opaque_rest_as(what);
        }
    }

    /// Takes away what steers chance, for a part that is decided otherwise: a plan around it does not know what it takes.
    pub(super) fn set_steering_aside(&mut self) -> Option<Box<Steering>> {
        let mut steering = self.steering.take()?;
        steering.skip_part();
        Some(steering)
    }

    /// Keeps account of a number that a producer chose, before it is written.
    #[inline]
    fn account_number(&mut self, chosen: Option<u64>, max: u64, scale: Scale<'_>) {
        let Some(odds) = &mut self.odds else { return };
        let chosen = chosen.unwrap_or_default().min(max);
        odds.advised = self.steering.as_mut().and_then(|it| it.chance(chosen, max, scale));
    }

    /// Keeps account of a pick. `chance` says how likely a branch is without advice.
    #[inline]
    pub(super) fn account_pick(
        &mut self,
        site: &'static str,
        branches: &dyn Branches,
        rank: usize,
        chance: impl Fn(&Deciders, usize) -> f64,
    ) {
        if self.odds.is_none() {
            return;
        }
        let advised = self.steering.as_mut().and_then(|it| it.chances(site, branches));
        let chance = |rank: usize| advised.as_ref().map_or_else(|| chance(self, rank), |advised| advised[rank]);
        let branches: Vec<_> = (0..branches.count()).map(|rank| (branches.label(rank), chance(rank))).collect();
        if let Some(odds) = &mut self.odds {
            odds.branch(site, rank, &branches);
        }
    }
}
