//! Cases with higher scores, for properties that say `target!`: they take turns with the random ones.

mod climb;
mod leash;
mod moves;

use std::collections::{HashSet, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};

use astragal_core::Choices;

use super::{CaseSource, Next, end};
use crate::config::Phase;
use crate::evaluate::{Ended, Evaluation, Evaluator, Input};
use crate::report::{Found, Origin, Problem, Verdict};
use crate::runner::bench::Bench;
use crate::runner::interrupt;
use crate::runner::progress::Progress;
use crate::statistics::Scores;
use climb::{Climb, Scorer};
use leash::Leash;
pub(super) use moves::{Move, index, make};

/// This many random cases come first; then as many that aim at higher scores, then twice as many of each. (After this many the
/// search looks at the clock anyway.)
const FIRST: u64 = 48;
/// For each case that may run, this many are made at most: most of them may come out as one that ran already.
const TRIES: u64 = 4;

/// Whose turn it is.
pub(super) struct Turns {
    /// When this many cases are there it is the turn of higher scores.
    pub(super) until: u64,
    stretch: u64,
    /// Whether there was a turn without any score.
    was_idle: bool,
}

impl Turns {
    /// Random cases come first, after those that are there already.
    pub(super) fn new(there: u64, cases: u64) -> Turns {
        let mut turns = Turns { until: 0, stretch: FIRST, was_idle: false };
        turns.begin(there, cases);
        turns
    }

    /// It is the turn of random cases. At the end half of those that are left remain for higher scores.
    fn begin(&mut self, there: u64, cases: u64) {
        self.until = there + self.stretch.min(cases.saturating_sub(there) / 2).max(1);
    }

    /// It was the turn of higher scores. If there were none, the search looks again halfway through the rest, then no more: a
    /// property without scores must not pay for it.
    pub(super) fn next(&mut self, there: u64, cases: u64, has_scores: bool) {
        if !has_scores && std::mem::replace(&mut self.was_idle, true) {
            self.until = u64::MAX;
            return;
        }
        self.stretch = if has_scores { self.stretch.saturating_mul(2) } else { u64::MAX };
        self.begin(there, cases);
    }

    /// How many cases with higher scores may be run.
    pub(super) fn budget(&self, there: u64, cases: u64) -> u64 {
        self.stretch.min(cases.saturating_sub(there))
    }
}

pub(super) fn source() -> Box<dyn CaseSource> {
    Box::<Targeted>::default()
}

/// See the module.
#[derive(Default)]
struct Targeted {
    turns: Option<Turns>,
    turn: Option<Turn>,
    names: Vec<String>,
    climb: Option<Climb>,
    /// Random cases from which climbs began.
    begun: HashSet<u64>,
    /// What ran already.
    seen: HashSet<u64>,
    /// How many choices the longest case made from which a climb began.
    longest: usize,
    /// What came of cases that were run ahead, as if all but the last were of no use; and whether the next is the first of them.
    ahead: VecDeque<Evaluation>,
    is_first: bool,
}

/// A turn of higher scores.
struct Turn {
    leash: Leash,
    /// How many cases may be run, and were; and how many were made.
    budget: u64,
    ran: u64,
    tries: u64,
}

impl Turn {
    fn is_over(&self) -> bool {
        self.ran >= self.budget || self.leash.is_taut() || self.tries >= TRIES.saturating_mul(self.budget)
    }
}

impl CaseSource for Targeted {
    fn name(&self) -> &'static str {
        "targeted"
    }

    fn next(&mut self, bench: &mut Bench<'_>, progress: &mut Progress, _most: Option<u64>) -> Next<'_> {
        let turns = self.turns.get_or_insert_with(|| Turns::new(progress.passed, progress.asked));
        if progress.is_enough() {
            return Next::Over;
        }
        if self.turn.is_none() {
            if progress.passed < turns.until {
                return Next::After(turns.until - progress.passed);
            }
            if has_scores(bench, progress) {
                let budget = turns.budget(progress.passed, progress.asked);
                match self.begin(bench, progress, budget) {
                    Ok(turn) => self.turn = Some(turn),
                    Err(problem) => return end(Verdict::Unknown(problem)),
                }
            }
        }
        if let Some(evaluation) = self.run_next(bench) {
            return Next::Ran(evaluation);
        }
        self.turn = None;
        // Another source stops the run.
        let has_scores = has_scores(bench, progress);
        let turns = self.turns.get_or_insert_with(|| Turns::new(progress.passed, progress.asked));
        turns.next(progress.passed, progress.asked, has_scores);
        Next::After(turns.until.saturating_sub(progress.passed))
    }

    fn ran(&mut self, evaluation: &mut Evaluation, progress: &mut Progress) {
        let mut scores = Scores::default();
        if let Some(mut said) = evaluation.said.take() {
            // These are not random cases, so they say nothing about shares.
            said.coverage.forget();
            scores = std::mem::take(&mut said.scores);
            progress.tally.said(*said);
        }
        let has_failed = evaluation.fails();
        let mut came = None;
        if has_failed || matches!(evaluation.ended, Ended::Passed) {
            progress.tally.statistics.cases += 1;
            progress.tally.statistics.targeted += 1;
            if !has_failed {
                progress.passed += 1;
                came = self.scorer(evaluation.choices.clone(), &scores);
            }
            scores.forget_cases();
            progress.tally.by_climbing.absorb(scores);
        }
        self.learn(came);
    }

    fn found(&self, progress: &Progress) -> Found {
        Found::Targeted(progress.tally.statistics.targeted)
    }
}

/// Whether there is anything to aim at.
fn has_scores(bench: &Bench<'_>, progress: &Progress) -> bool {
    bench.wants(Phase::Target) && !progress.tally.by_chance.names.is_empty()
}

impl Targeted {
    /// A turn begins. Random cases with high scores, from which no climb began yet, are run again to know their choices.
    fn begin(&mut self, bench: &mut Bench<'_>, progress: &Progress, budget: u64) -> Result<Turn, Problem> {
        let mut climb = self.climb.take().unwrap_or_else(|| Climb::new(bench.stream.seed));
        let by_chance = &progress.tally.by_chance.names;
        let most = by_chance.iter().map(|scored| scored.top.len()).max().unwrap_or(0);
        for (_, number) in (0..most).flat_map(|rank| by_chance.iter().filter_map(move |scored| scored.top.get(rank))) {
            if !self.begun.insert(*number) {
                continue;
            }
            let evaluation = bench.run(Input::Random { stream: bench.stream, number: *number });
            if let Some(problem) = evaluation.problem {
                return Err(problem);
            }
            self.seen.insert(hash_of(&evaluation.choices));
            self.longest = self.longest.max(evaluation.choices.len());
            let scores = evaluation.said.map(|said| said.scores).unwrap_or_default();
            if let Some(start) = self.scorer(evaluation.choices, &scores) {
                climb.add_start(start);
            }
        }
        self.climb = Some(climb);
        let leash = match bench.job.config.says_how_long() {
            true => Leash::none(),
            false => Leash::new(budget, self.longest),
        };
        Ok(Turn { leash, budget, ran: 0, tries: 0 })
    }

    /// Runs the next case that is new; nothing if the turn is over.
    fn run_next(&mut self, bench: &mut Bench<'_>) -> Option<Evaluation> {
        loop {
            if self.ahead.is_empty() {
                // Another source stops the run.
                if self.turn.as_ref()?.is_over() || bench.is_stopped() {
                    return None;
                }
                self.ahead = self.next_cases(bench)?;
                self.is_first = true;
            }
            let evaluation = self.ahead.pop_front()?;
            let (climb, turn) = (self.climb.as_mut()?, self.turn.as_mut()?);
            if !std::mem::replace(&mut self.is_first, false) {
                climb.propose();
            }
            turn.tries += 1;
            if self.seen.insert(hash_of(&evaluation.choices)) {
                turn.ran += 1;
                turn.leash.give(evaluation.choices.len());
                bench.evaluator.count(&evaluation);
                // A terminal interrupts child processes too. Their death then is not a bug of the property.
                let is_interrupted = matches!(&evaluation.ended, Ended::Failed(fault)
                    if matches!(fault.origin, Origin::Died(_)) && interrupt::is_requested());
                if !is_interrupted {
                    return Some(evaluation);
                }
            }
            self.learn(None);
        }
    }

    /// What comes of the next case; and where several run at once, of those after it if it is of no use.
    fn next_cases(&mut self, bench: &mut Bench<'_>) -> Option<VecDeque<Evaluation>> {
        let climb = self.climb.as_mut()?;
        let next = climb.propose()?;
        let width = bench.evaluator.width();
        if width == 1 {
            let mut is_new = |choices: &Choices| !self.seen.contains(&hash_of(choices));
            return Some([bench.evaluator.evaluate_uncounted(&next, &mut is_new)].into());
        }
        let mut ahead = climb.clone();
        let mut made = vec![next];
        for _ in 1..width {
            ahead.learn(None);
            made.extend(ahead.propose());
        }
        Some(bench.evaluator.evaluate_all(&made).into())
    }

    /// What came of the case that was made last, if it scored at all.
    fn learn(&mut self, came: Option<Scorer>) {
        let (Some(climb), Some(turn)) = (&mut self.climb, &self.turn) else { return };
        // Those after it were made as if it had been of no use. Where cases run one at a time, a turn that is over has none after it.
        if climb.learn(came) || turn.is_over() {
            self.ahead.clear();
        }
    }

    /// What a case said, by the numbers of the names; nothing if it said nothing.
    fn scorer(&mut self, choices: Choices, scores: &Scores) -> Option<Scorer> {
        let mut by_number = vec![f64::NEG_INFINITY; self.names.len()];
        for scored in &scores.names {
            match self.names.iter().position(|name| *name == scored.name) {
                Some(at) => by_number[at] = scored.best,
                None => {
                    self.names.push(scored.name.clone());
                    by_number.push(scored.best);
                }
            }
        }
        (!scores.names.is_empty()).then_some(Scorer { choices, scores: by_number })
    }
}

/// What tells sequences apart. Nothing but whether one ran already depends on it.
pub(super) fn hash_of(choices: &Choices) -> u64 {
    let mut hasher = DefaultHasher::new();
    choices.items().hash(&mut hasher);
    hasher.finish()
}
