//! The part of a source that is not on the fast path: the mood, the recorder, the producer, the account of choices.

use std::hint::black_box;
use std::sync::Arc;

use super::advice::Ranked;
use super::bulk::append;
use super::calm::Calm;
use super::late::KnownSlots;
use super::looks::Watched;
use super::mood::Mood;
use super::odds::Odds;
use super::recursion::Recursions;
use super::rng::{Rng, reduce};
use super::steering::Steering;
use super::{Branches, Open, Plan, Replanned};
use super::{LIMIT, Place, Producer, Reason, Reject, from_choice, to_choice};
use crate::choices::Writer;

/// How often conditions that stand inside each other may be tried in one case. (Each by itself, it would be a power.)
const TRIES: u32 = 100;

/// How many bytes the lists of a replay may take, and how many more for each of its choices.
const ROOM: u64 = 1 << 28;
const ROOM_EACH: u64 = 64;
/// What an element takes at least, in bytes: there are to be so many of them at most, whatever they are.
const NOTHING: usize = 16;

/// See the module. While it works, it has the random state of its source.
pub(crate) struct Core {
    pub(super) rng: Rng,
    pub(super) calm: Calm,
    pub(super) watched: bool,
    pub(super) mood: Mood,
    /// Plain draws left of the mood while `watched`.
    pub(super) due: Calm,
    /// Choices left before the case is cut off.
    pub(super) left: u64,
    /// How many bytes the lists of a replay may still take.
    room: u64,
    /// Tries left for conditions inside each other.
    pub(super) tries: u32,
    pub(super) recorder: Option<Writer>,
    /// Where what is drawn late is recorded.
    pub(super) late: Option<KnownSlots>,
    /// Which parts are looked at, if somebody wants to know.
    pub(super) looks: Option<Box<Watched>>,
    pub(super) producer: Option<Box<dyn Producer>>,
    /// What chance is to follow, where nobody else decides.
    pub(super) steering: Option<Box<Steering>>,
    /// Lots that take the place of those of plans.
    pub(super) replanned: Option<Arc<Replanned>>,
    /// Recursions that nobody knew of before.
    pub(super) recursions: Recursions,
    /// How likely what is given is, if somebody wants to know.
    pub(super) odds: Option<Box<Odds>>,
    /// The first choices, if they are forced: the next one is last. See [`Source::forced`](super::Source::forced).
    pub(super) forced: Vec<(u64, Place)>,
    /// Where a choice was forced that is not possible.
    pub(super) impossible: Option<Place>,
    /// Whether the choice that is written now was forced.
    pub(super) is_unwritten: bool,
    pub(super) reason: Option<Reason>,
    /// Where a generator was made of earlier values, while it draws. See [`Source::try_draw_dependent`](super::Source::try_draw_dependent).
    pub(super) dependent: Option<Place>,
}

impl Default for Core {
    fn default() -> Core {
        Core {
            rng: Rng::new(0),
            calm: Calm::NONE,
            watched: false,
            mood: Mood::PLAIN,
            due: Calm::NONE,
            left: LIMIT,
            room: 0,
            tries: TRIES,
            recorder: None,
            late: None,
            looks: None,
            producer: None,
            steering: None,
            replanned: None,
            recursions: Recursions::default(),
            odds: None,
            forced: Vec::new(),
            impossible: None,
            is_unwritten: false,
            reason: None,
            dependent: None,
        }
    }
}

impl Core {
    /// Begins another random case, where nobody watched the one before.
    #[inline(always)]
    pub(super) fn restart(&mut self) {
        self.left = LIMIT;
        self.tries = TRIES;
        self.dependent = None;
        self.recursions.clear();
    }

    /// From here on every choice is seen.
    pub(super) fn watch(&mut self) {
        if !self.watched {
            self.due = std::mem::replace(&mut self.calm, Calm::NONE);
            self.watched = true;
        }
    }

    /// Nobody looks any more: what is left of the mood goes on.
    pub(super) fn unwatch(&mut self) {
        self.calm = std::mem::replace(&mut self.due, Calm::NONE);
        self.watched = false;
    }

    /// The next offset, when it is not a plain random one.
    #[inline]
    pub(super) fn offset(&mut self, max: u64, origin: u64) -> Result<u64, Reject> {
        if self.watched { self.offset_watched(max, origin) } else { self.moody(max, origin) }
    }

    #[inline(never)]
    fn offset_watched(&mut self, max: u64, origin: u64) -> Result<u64, Reject> {
        self.spend(1)?;
        self.account_bias(max);
        let given = self.advice(max);
        let offset = match given {
            Some(choice) => from_choice(choice.min(max), max, origin),
            None if self.due.take() => self.due.near(reduce(self.rng.word(), max), max, origin),
            None => self.moody(max, origin)?,
        };
        self.wrote(to_choice(offset, max, origin), max);
        Ok(offset)
    }

    /// So many offsets, each seen by whoever watches.
    #[inline(always)]
    pub(super) fn offsets<T>(
        &mut self,
        count: usize,
        max: u64,
        origin: u64,
        values: &mut Vec<T>,
        value: impl Fn(u64) -> T,
    ) -> Result<(), Reject> {
        if let Some(recorder) = &mut self.recorder {
            recorder.reserve(count.min(self.left as usize));
        }
        let steered = self.steering.as_ref().is_some_and(|it| it.sees_elements());
        let decided = self.producer.is_some() || steered || !self.forced.is_empty();
        let mut at = 0;
        while at < count {
            if self.due.draws() == 0 || decided {
                values.push(value(self.offset(max, origin)?));
                at += 1;
                continue;
            }
            let plain = self.due.take_up_to(count - at);
            self.spend(plain as u64)?;
            at += plain;
            // Each in a loop of its own, of the same words, which is less work than to fill two lists at once.
            let calm = self.due;
            if let Some(recorder) = &mut self.recorder {
                let mut rng = self.rng.clone();
                let choice = |_| {
                    black_box(()); // see `append`
                    to_choice(calm.near(reduce(rng.word(), max), max, origin), max, origin)
                };
                recorder.put_all((0..plain).map(choice), max);
            }
            self.rng = append(values, self.rng.clone(), plain, calm, (max, origin), &value);
        }
        Ok(())
    }

    /// A number, each equally likely, seen by whoever watches.
    pub(super) fn number(&mut self, max: u64) -> Result<u64, Reject> {
        if let Some(choice) = self.given(max)? {
            return Ok(choice);
        }
        let number = if max == 0 { 0 } else { self.rng.up_to(max) };
        self.wrote(number, max);
        Ok(number)
    }

    /// What the producer chooses, recorded; `None` if chance decides.
    #[inline]
    pub(super) fn given(&mut self, max: u64) -> Result<Option<u64>, Reject> {
        self.spend(1)?;
        let Some(choice) = self.advice(max) else { return Ok(None) };
        let choice = choice.min(max);
        self.wrote(choice, max);
        Ok(Some(choice))
    }

    /// As [`given`](Core::given), for the length of a list.
    #[inline(never)]
    pub(super) fn given_length(&mut self, max: u64) -> Result<Option<u64>, Reject> {
        self.spend(1)?;
        let chosen = match (&mut self.producer, &mut self.steering) {
            _ if !self.forced.is_empty() => self.take_forced(max),
            (Some(producer), _) => {
                let chosen = producer.choose(max);
                self.account_number(chosen, max, true);
                chosen
            }
            (None, Some(steering)) => steering.length(max, &mut self.rng),
            (None, None) => None,
        };
        let Some(choice) = chosen else { return Ok(None) };
        let choice = choice.min(max);
        self.wrote(choice, max);
        Ok(Some(choice))
    }

    /// What a producer decides, or what steers chance; `None` is left to chance.
    #[inline]
    fn advice(&mut self, max: u64) -> Option<u64> {
        if !self.forced.is_empty() {
            return self.take_forced(max);
        }
        match (&mut self.producer, &mut self.steering) {
            (Some(producer), _) => {
                let chosen = producer.choose(max);
                self.account_number(chosen, max, false);
                chosen
            }
            (None, Some(steering)) => steering.choose(max, &mut self.rng),
            (None, None) => None,
        }
    }

    /// What steers chance and is to see what is drawn: where a producer decides, only if somebody wants to know how likely that is.
    fn seeing(&mut self) -> Option<&mut Steering> {
        if self.producer.is_none() || self.odds.is_some() { self.steering.as_deref_mut() } else { None }
    }

    /// Records a choice.
    #[inline]
    pub(super) fn wrote(&mut self, choice: u64, max: u64) {
        if let Some(odds) = &mut self.odds {
            odds.number(max);
        }
        if let Some(recorder) = self.writes() {
            recorder.put(choice, max);
        }
    }

    /// A branch, seen by whoever watches.
    #[inline(never)]
    pub(super) fn pick(&mut self, plan: &Plan, size: u32) -> Result<usize, Reject> {
        self.spend(1)?;
        let max = plan.len() as u64 - 1;
        let given = match (&mut self.producer, &mut self.steering) {
            _ if !self.forced.is_empty() => self.take_forced(max),
            (Some(producer), _) => producer.pick(plan.site(), plan.branches()),
            (None, Some(steering)) => steering.pick(plan.site(), &Ranked(plan), &mut self.rng),
            (None, None) => None,
        };
        let arm = match given {
            Some(rank) => plan.arm(rank.min(max) as usize),
            None => self.replanned.as_ref().map_or(plan.lots(), |other| other.lots(plan)).draw(&mut self.rng, size),
        };
        self.account_pick(plan, arm);
        if let Some(steering) = self.seeing() {
            steering.picked(plan.site(), &Ranked(plan), plan.rank(arm));
        }
        if let Some(recorder) = self.writes() {
            let rank = plan.rank(arm);
            recorder.put_pick(rank as u64, max, plan.site(), plan.branches()[rank]);
        }
        Ok(arm)
    }

    /// A branch that needs no plan, seen by whoever watches.
    #[inline(never)]
    pub(super) fn pick_among(&mut self, site: &'static str, branches: &dyn Branches) -> Result<usize, Reject> {
        match Open::of(branches) {
            None => self.pick_open(site, branches),
            Some(open) => self.pick_open(site, &open).map(|rank| open.arm(rank)),
        }
    }

    fn pick_open(&mut self, site: &'static str, branches: &dyn Branches) -> Result<usize, Reject> {
        self.spend(1)?;
        let max = branches.count() as u64 - 1;
        let given = match (&mut self.producer, &mut self.steering) {
            _ if !self.forced.is_empty() => self.take_forced(max),
            (Some(producer), _) => {
                let labels: Vec<_> = (0..branches.count()).map(|arm| branches.label(arm)).collect();
                producer.pick(site, &labels)
            }
            (None, Some(steering)) => steering.pick(site, branches, &mut self.rng),
            (None, None) => None,
        };
        let arm = match given {
            Some(arm) => arm.min(max) as usize,
            None => branches.lot(&mut self.rng),
        };
        self.account_pick_among(site, branches, arm);
        if let Some(steering) = self.seeing() {
            steering.picked(site, branches, arm);
        }
        if let Some(recorder) = self.writes() {
            recorder.put_pick(arm as u64, max, site, branches.label(arm));
        }
        Ok(arm)
    }

    /// A branch that was decided already.
    #[inline(never)]
    pub(super) fn picked(&mut self, site: &'static str, branches: &dyn Branches, arm: usize) -> Result<(), Reject> {
        match Open::of(branches) {
            None => self.picked_open(site, branches, arm),
            Some(open) => self.picked_open(site, &open, open.rank(arm)),
        }
    }

    fn picked_open(&mut self, site: &'static str, branches: &dyn Branches, arm: usize) -> Result<(), Reject> {
        self.spend(1)?;
        if let (None, Some(steering)) = (&self.producer, &mut self.steering) {
            steering.picked(site, branches, arm);
        }
        if let Some(recorder) = &mut self.recorder {
            recorder.put_pick(arm as u64, branches.count() as u64 - 1, site, branches.label(arm));
        }
        Ok(())
    }

    /// A span begins.
    #[inline(never)]
    pub(super) fn open(&mut self, label: &'static str) {
        if let Some(producer) = &mut self.producer {
            producer.open(label);
        }
        if let Some(steering) = self.seeing() {
            steering.open(label);
        }
        if let Some(recorder) = &mut self.recorder {
            recorder.open(label);
        }
    }

    /// A span ends.
    #[inline(never)]
    pub(super) fn close(&mut self) {
        if let Some(producer) = &mut self.producer {
            producer.close();
        }
        if let Some(steering) = self.seeing() {
            steering.close();
        }
        if let Some(recorder) = &mut self.recorder {
            recorder.close();
        }
    }

    /// A part begins that is counted under a name, or not at all.
    #[inline(never)]
    pub(super) fn name(&mut self, name: Option<&'static str>) {
        if let Some(producer) = &mut self.producer {
            producer.name(name);
        }
        if let Some(steering) = self.seeing() {
            steering.name(name);
        }
    }

    /// The part that was named last ends.
    #[inline(never)]
    pub(super) fn unname(&mut self) {
        if let Some(producer) = &mut self.producer {
            producer.unname();
        }
        if let Some(steering) = self.seeing() {
            steering.unname();
        }
    }

    /// The span that begins next is a part of which no plan knows what is in it.
    #[inline(never)]
    pub(super) fn expect_opaque(&mut self) {
        if let (None, Some(steering)) = (&self.producer, &mut self.steering) {
            steering.expect_opaque();
        }
    }

    /// Counts choices against what one case may make.
    #[inline]
    pub(super) fn spend(&mut self, choices: u64) -> Result<(), Reject> {
        if choices > self.left {
            return Err(self.overrun());
        }
        self.left -= choices;
        Ok(())
    }

    /// What was recorded is replayed.
    pub(super) fn give_room(&mut self) {
        self.room = ROOM.saturating_add(ROOM_EACH.saturating_mul(self.left));
    }

    /// Makes room for a list whose length was given, by whomever: it may be far too large.
    ///
    /// Whoever tries everything has no time for lists that are longer than the choices that are left. What was recorded may
    /// have such, of elements that take no choices.
    pub(super) fn make_room(&mut self, length: usize, bytes: usize) -> Result<(), Reject> {
        if self.room == 0 {
            let is_too_long = length as u64 > self.left && (bytes > 0 || length as u64 > LIMIT);
            return if is_too_long { Err(self.overrun()) } else { Ok(()) };
        }
        let taken = (length as u64).saturating_mul(bytes.max(NOTHING) as u64);
        if taken > self.room {
            return Err(self.overrun());
        }
        self.room -= taken;
        Ok(())
    }

    /// The case is cut off.
    #[cold]
    pub(super) fn overrun(&mut self) -> Reject {
        self.reason = Some(match self.impossible {
            None => Reason::Overrun,
            Some(place) => Reason::Condition { place, tries: 1 },
        });
        Reject(())
    }
}
