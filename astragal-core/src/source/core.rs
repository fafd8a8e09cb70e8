//! The part of a source that is not on the fast path: the mood, the recorder, the producer, the account of choices.

use super::late::KnownSlots;
use super::looks::Watched;
use super::mood::Mood;
use super::rng::{Rng, reduce};
use super::{LIMIT, Producer, Reason, Reject, from_choice, to_choice};
use crate::choices::Writer;
use crate::space::{Branches, Plan};

/// How often conditions that stand inside each other may be tried in one case. (Each by itself, it would be a power.)
const TRIES: u32 = 100;

/// See the module. While it works, it has the random state of its source.
pub(crate) struct Core {
    pub(super) rng: Rng,
    pub(super) calm: u32,
    pub(super) watched: bool,
    pub(super) mood: Mood,
    /// Plain draws left of the mood while `watched`.
    pub(super) due: u32,
    /// Choices left before the case is cut off.
    pub(super) left: u64,
    /// Tries left for conditions inside each other.
    pub(super) tries: u32,
    pub(super) recorder: Option<Writer>,
    /// Where what is drawn late is recorded.
    pub(super) late: Option<KnownSlots>,
    /// Which parts are looked at, if somebody wants to know.
    pub(super) looks: Option<Box<Watched>>,
    pub(super) producer: Option<Box<dyn Producer>>,
    pub(super) reason: Option<Reason>,
}

impl Default for Core {
    fn default() -> Core {
        Core {
            rng: Rng::new(0),
            calm: 0,
            watched: false,
            mood: Mood::Unset,
            due: 0,
            left: LIMIT,
            tries: TRIES,
            recorder: None,
            late: None,
            looks: None,
            producer: None,
            reason: None,
        }
    }
}

impl Core {
    /// Begins another random case.
    #[inline(always)]
    pub(super) fn restart(&mut self) {
        self.mood = Mood::Unset;
        self.left = LIMIT;
        self.tries = TRIES;
        if self.watched || self.reason.is_some() {
            *self = Core::default();
        }
    }

    /// From here on every choice is seen.
    pub(super) fn watch(&mut self) {
        if !self.watched {
            self.due = self.calm;
            self.calm = 0;
            self.watched = true;
        }
    }

    /// Nobody looks any more: what is left of the mood goes on.
    #[cfg(feature = "count")]
    pub(super) fn unwatch(&mut self) {
        self.calm = std::mem::take(&mut self.due);
        self.watched = false;
    }

    /// The next offset, when it is not a plain random one.
    #[inline(never)]
    pub(super) fn offset(&mut self, max: u64, origin: u64) -> Result<u64, Reject> {
        if !self.watched {
            return self.moody(max, origin);
        }
        self.spend(1)?;
        let given = self.producer.as_mut().and_then(|producer| producer.choose(max));
        let offset = match given {
            Some(choice) => from_choice(choice.min(max), max, origin),
            None if self.due > 0 => {
                self.due -= 1;
                reduce(self.rng.word(), max)
            }
            None => self.moody(max, origin)?,
        };
        self.wrote(to_choice(offset, max, origin), max);
        Ok(offset)
    }

    /// So many offsets, each seen by whoever watches.
    #[inline(always)]
    pub(super) fn offsets(
        &mut self,
        count: usize,
        max: u64,
        origin: u64,
        mut emit: impl FnMut(u64),
    ) -> Result<(), Reject> {
        if let Some(recorder) = &mut self.recorder {
            recorder.reserve(count);
        }
        let decided = self.producer.is_some();
        let mut at = 0;
        while at < count {
            if self.due == 0 || decided {
                emit(self.offset(max, origin)?);
                at += 1;
                continue;
            }
            let plain = (self.due as usize).min(count - at);
            self.spend(plain as u64)?;
            self.due -= plain as u32;
            at += plain;
            let mut rng = self.rng.clone();
            let mut recorder = self.recorder.as_mut();
            let mut left = plain;
            while left > 0 {
                let offset = reduce(rng.word(), max);
                if let Some(recorder) = &mut recorder {
                    recorder.put(to_choice(offset, max, origin), max);
                }
                emit(offset);
                left -= 1;
            }
            self.rng = rng;
        }
        Ok(())
    }

    /// What the producer chooses, recorded; `None` if chance decides.
    #[inline(never)]
    pub(super) fn given(&mut self, max: u64) -> Result<Option<u64>, Reject> {
        self.spend(1)?;
        let Some(choice) = self.producer.as_mut().and_then(|producer| producer.choose(max)) else {
            return Ok(None);
        };
        let choice = choice.min(max);
        self.wrote(choice, max);
        Ok(Some(choice))
    }

    /// Records a choice.
    #[inline]
    pub(super) fn wrote(&mut self, choice: u64, max: u64) {
        if let Some(recorder) = &mut self.recorder {
            recorder.put(choice, max);
        }
    }

    /// A branch, seen by whoever watches.
    #[inline(never)]
    pub(super) fn pick(&mut self, plan: &Plan, size: u32) -> Result<usize, Reject> {
        self.spend(1)?;
        let max = plan.len() as u64 - 1;
        let given = self.producer.as_mut().and_then(|producer| producer.pick(plan.site(), plan.branches()));
        let arm = match given {
            Some(rank) => plan.arm(rank.min(max) as usize),
            None => plan.draw(&mut self.rng, size),
        };
        if let Some(recorder) = &mut self.recorder {
            let rank = plan.rank(arm);
            recorder.put_pick(rank as u64, max, plan.site(), plan.branches()[rank]);
        }
        Ok(arm)
    }

    /// A branch that needs no plan, seen by whoever watches.
    #[inline(never)]
    pub(super) fn pick_among(&mut self, site: &'static str, branches: &impl Branches) -> Result<usize, Reject> {
        self.spend(1)?;
        let max = branches.count() as u64 - 1;
        let given = self.producer.as_mut().and_then(|producer| {
            let labels: Vec<_> = (0..branches.count()).map(|arm| branches.label(arm)).collect();
            producer.pick(site, &labels)
        });
        let arm = match given {
            Some(arm) => arm.min(max) as usize,
            None => branches.lot(&mut self.rng),
        };
        if let Some(recorder) = &mut self.recorder {
            recorder.put_pick(arm as u64, max, site, branches.label(arm));
        }
        Ok(arm)
    }

    /// A span begins.
    #[inline(never)]
    pub(super) fn open(&mut self, label: &'static str) {
        if let Some(producer) = &mut self.producer {
            producer.open(label);
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
        if let Some(recorder) = &mut self.recorder {
            recorder.close();
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

    /// The case is cut off.
    #[cold]
    pub(super) fn overrun(&mut self) -> Reject {
        self.reason = Some(Reason::Overrun);
        Reject(())
    }
}
