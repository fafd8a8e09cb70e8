//! All of a source that the fast path does not need; and how a choice is made where it is seen: decided, then written down.

use super::advice::Ranked;
use super::bulk::append;
use super::calm::Calm;
use super::deciders::{Deciders, Forced};
use super::limits::Limits;
use super::looks::Watched;
use super::mood::{Mood, Moody};
use super::recorder::Recorder;
use super::recursion::Recursions;
use super::rng::{Rng, reduce};
use super::{Branches, DEFAULT_SIZE, Open, Plan, Reject, Scale, from_choice, to_choice};

/// See the module.
#[derive(Default)]
pub(super) struct Core {
    pub(super) mood: Mood,
    /// Plain draws left of the mood while choices are seen.
    pub(super) due: Calm,
    pub(super) limits: Limits,
    pub(super) deciders: Deciders,
    pub(super) recorder: Recorder,
    /// Which lazy parts are forced, if that is to be known.
    pub(super) looks: Option<Box<Watched>>,
    /// Recursions that are found out while they run.
    pub(super) recursions: Recursions,
}

impl Core {
    /// Begins another random case, where the choices of the one before were not seen.
    #[inline(always)]
    pub(super) fn restart(&mut self) {
        self.limits.restart();
        self.recursions.clear();
    }

    /// The next offset.
    #[inline(never)]
    pub(super) fn offset(&mut self, rng: &mut Rng, max: u64, origin: u64) -> Result<u64, Reject> {
        self.offset_on(rng, (max, origin), Scale::Around(origin))
    }

    /// The next offset, of values that are near to each other on a scale.
    pub(super) fn offset_on(
        &mut self,
        rng: &mut Rng,
        (max, origin): (u64, u64),
        scale: Scale<'_>,
    ) -> Result<u64, Reject> {
        self.limits.spend(1)?;
        if let Some(odds) = &mut self.deciders.odds {
            odds.expect_bias(max);
        }
        let offset = match self.decided(rng, max, scale) {
            Some(choice) => from_choice(choice.min(max), max, origin),
            None if self.due.take() => self.due.near(reduce(rng.word(), max), max, origin),
            None => {
                let mut moody = Moody { rng, calm: &mut self.due, mood: &mut self.mood };
                moody.number(&mut self.limits, max, origin)?
            }
        };
        self.wrote(to_choice(offset, max, origin), max);
        Ok(offset)
    }

    /// For how many of some numbers there is room. The recorder makes room for them too.
    pub(super) fn room_for(&mut self, count: usize) -> usize {
        let room = count.min(self.limits.left as usize);
        if let Some(writer) = self.recorder.writer() {
            writer.reserve(room);
        }
        room
    }

    /// This many offsets that no decider sees one by one. They are turned into values elsewhere, so that this is compiled once and not for every type.
    #[inline(never)]
    pub(super) fn offsets(
        &mut self,
        rng: &mut Rng,
        count: usize,
        (max, origin): (u64, u64),
    ) -> Result<Vec<u64>, Reject> {
        let mut offsets = Vec::with_capacity(self.room_for(count));
        while offsets.len() < count {
            if self.due.draws() == 0 {
                offsets.push(self.offset(rng, max, origin)?);
                continue;
            }
            let from = offsets.len();
            let plain = self.due.take_up_to(count - from);
            self.limits.spend(plain as u64)?;
            *rng = append(&mut offsets, rng.clone(), plain, self.due, (max, origin), |offset| offset);
            if let Some(writer) = self.recorder.writer() {
                writer.put_all(offsets[from..].iter().map(|&offset| to_choice(offset, max, origin)), max);
            }
        }
        Ok(offsets)
    }

    /// A number, each equally likely.
    pub(super) fn number(&mut self, rng: &mut Rng, max: u64) -> Result<u64, Reject> {
        if let Some(choice) = self.given(rng, max, Scale::Apart)? {
            return Ok(choice);
        }
        let number = if max == 0 { 0 } else { rng.up_to(max) };
        self.wrote(number, max);
        Ok(number)
    }

    /// What is decided, recorded; `None` if chance decides.
    #[inline]
    pub(super) fn given(&mut self, rng: &mut Rng, max: u64, scale: Scale<'_>) -> Result<Option<u64>, Reject> {
        self.limits.spend(1)?;
        let decided = self.decided(rng, max, scale);
        Ok(self.wrote_decided(decided, max))
    }

    /// The next number, if it is decided.
    #[inline]
    fn decided(&mut self, rng: &mut Rng, max: u64, scale: Scale<'_>) -> Option<u64> {
        if self.deciders.forced.is_empty() {
            self.deciders.number(max, scale, rng)
        } else {
            self.forced_number(max, scale)
        }
    }

    #[inline]
    fn wrote_decided(&mut self, decided: Option<u64>, max: u64) -> Option<u64> {
        let choice = decided?.min(max);
        self.wrote(choice, max);
        Some(choice)
    }

    /// The number that is forced now.
    #[inline(never)]
    fn forced_number(&mut self, max: u64, scale: Scale<'_>) -> Option<u64> {
        self.deciders.pass_number(matches!(scale, Scale::Length));
        self.take_forced(max)
    }

    /// The choice that is forced now. If it is not possible, nothing more is drawn.
    fn take_forced(&mut self, max: u64) -> Option<u64> {
        let Forced { number, place, is_recorded } = self.deciders.forced.pop()?;
        if number > max {
            self.limits.forbid(place);
        }
        self.recorder.skip_next(!is_recorded);
        Some(number.min(max))
    }

    /// Records a number.
    #[inline]
    pub(super) fn wrote(&mut self, choice: u64, max: u64) {
        if let Some(odds) = &mut self.deciders.odds {
            odds.number(max);
        }
        self.recorder.put(choice, max);
    }

    /// A branch of a plan.
    #[inline(never)]
    pub(super) fn pick(&mut self, rng: &mut Rng, plan: &Plan, size: u32) -> Result<usize, Reject> {
        let ranked = Ranked(plan);
        let arm = match self.decided_branch(rng, plan.site(), &ranked, Some(plan.branches()))? {
            Some(rank) => plan.arm(rank),
            None => self.deciders.lots(plan).draw(rng, size),
        };
        let chance = |deciders: &Deciders, rank| deciders.lots(plan).chance(plan.arm(rank), DEFAULT_SIZE);
        self.wrote_branch(plan.site(), &ranked, plan.rank(arm), chance);
        Ok(arm)
    }

    /// A branch that needs no plan.
    #[inline(never)]
    pub(super) fn pick_among(
        &mut self,
        rng: &mut Rng,
        site: &'static str,
        branches: &dyn Branches,
    ) -> Result<usize, Reject> {
        match Open::of(branches) {
            None => self.pick_open(rng, site, branches),
            Some(open) => self.pick_open(rng, site, &open).map(|rank| open.arm(rank)),
        }
    }

    fn pick_open(&mut self, rng: &mut Rng, site: &'static str, branches: &dyn Branches) -> Result<usize, Reject> {
        let decided = self.decided_branch(rng, site, branches, None)?;
        let arm = decided.unwrap_or_else(|| branches.lot(rng));
        let total = || (0..branches.count()).map(|arm| f64::from(branches.weight(arm))).sum::<f64>();
        // Without any weight the last one is taken.
        let chance = |_: &Deciders, arm: usize| match total() {
            total if total > 0.0 => f64::from(branches.weight(arm)) / total,
            _ => f64::from(u8::from(arm + 1 == branches.count())),
        };
        self.wrote_branch(site, branches, arm, chance);
        Ok(arm)
    }

    /// The rank of the next branch, if it is decided.
    #[inline]
    fn decided_branch(
        &mut self,
        rng: &mut Rng,
        site: &'static str,
        branches: &dyn Branches,
        labels: Option<&[&'static str]>,
    ) -> Result<Option<usize>, Reject> {
        self.limits.spend(1)?;
        let max = branches.count() as u64 - 1;
        let decided = if self.deciders.forced.is_empty() {
            self.deciders.pick(site, branches, labels, rng)
        } else {
            self.take_forced(max)
        };
        Ok(decided.map(|rank| rank.min(max) as usize))
    }

    /// Records a branch.
    #[inline]
    fn wrote_branch(
        &mut self,
        site: &'static str,
        branches: &dyn Branches,
        rank: usize,
        chance: impl Fn(&Deciders, usize) -> f64,
    ) {
        self.deciders.account_pick(site, branches, rank, chance);
        self.deciders.picked(site, branches, rank);
        self.recorder.put_pick(rank as u64, branches.count() as u64 - 1, site, branches.label(rank));
    }

    /// A branch that was decided already.
    #[inline(never)]
    pub(super) fn picked(&mut self, site: &'static str, branches: &dyn Branches, arm: usize) -> Result<(), Reject> {
        match Open::of(branches) {
            None => self.picked_open(site, branches, arm),
            Some(open) => self.picked_open(site, &open, open.rank(arm)),
        }
    }

    fn picked_open(&mut self, site: &'static str, branches: &dyn Branches, rank: usize) -> Result<(), Reject> {
        self.limits.spend(1)?;
        self.deciders.picked_before(site, branches, rank);
        self.recorder.put_pick(rank as u64, branches.count() as u64 - 1, site, branches.label(rank));
        Ok(())
    }

    /// A span begins.
    #[inline(never)]
    pub(super) fn open(&mut self, label: &'static str) {
        self.deciders.open(label);
        self.recorder.open(label);
    }

    /// A span ends.
    #[inline(never)]
    pub(super) fn close(&mut self) {
        self.deciders.close();
        self.recorder.close();
    }
}
