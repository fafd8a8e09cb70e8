//! Cases with higher scores, for properties that say `target!`: they take turns with the random ones.

mod climb;
mod leash;
mod moves;

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use astragal_core::Choices;

use super::search::End;
use super::{Session, Suspect, interrupt};
use crate::config::Phase;
use crate::evaluate::{Ended, Evaluation, Evaluator, Input};
use crate::report::{Found, Origin, Score, Verdict};
use crate::statistics::Scores;
use climb::{Climb, Scorer};
use leash::Leash;
pub(super) use moves::{Move, index, make};

/// So many random cases come first; then as many that aim at higher scores, then twice as many of each. (After so many somebody
/// looks at the clock anyway.)
const FIRST: u64 = 48;
/// For each case that may run, so many are made at most: most of them may come out as one that ran already.
const TRIES: u64 = 4;

/// Whose turn it is.
pub(super) struct Turns {
    /// When so many cases are there it is the turn of higher scores.
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

    /// It was the turn of higher scores. If there were none, one looks again in the middle of the rest, and then no more: a
    /// property without scores shall not pay for it.
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

/// What is known of scores.
#[derive(Default)]
pub(super) struct Aim {
    /// Those of random and of listed cases.
    pub(super) by_chance: Scores,
    /// Those of the cases that were made for it.
    by_climbing: Scores,
    names: Vec<String>,
    climb: Option<Climb>,
    /// Random cases from which climbs began.
    begun: HashSet<u64>,
    /// What ran already.
    seen: HashSet<u64>,
    /// How many choices the longest case made from which a climb began.
    longest: usize,
}

impl Aim {
    /// The highest scores, by name.
    pub(super) fn scores(&self) -> Vec<Score> {
        let names = self.by_chance.names.iter().chain(&self.by_climbing.names).map(|scored| &scored.name);
        let mut scores: Vec<Score> = Vec::new();
        for name in names {
            if scores.iter().all(|known| known.name != *name) {
                scores.push(Score {
                    name: name.clone(),
                    by_chance: self.by_chance.best(name),
                    by_climbing: self.by_climbing.best(name),
                });
            }
        }
        scores
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

impl Session<'_> {
    /// Whether there is anything to aim at.
    pub(super) fn has_scores(&self) -> bool {
        self.wants(Phase::Target) && !self.aim.by_chance.names.is_empty()
    }

    /// Runs cases that aim at higher scores. How many of them passed; or the end.
    pub(super) fn aim_higher(&mut self, budget: u64) -> Result<u64, Box<End>> {
        if !self.has_scores() {
            return Ok(0);
        }
        let seed = self.stream.seed;
        let mut climb = self.aim.climb.take().unwrap_or_else(|| Climb::new(seed));
        self.add_starts(&mut climb)?;
        let mut leash = match self.job.config.says_how_long() {
            true => Leash::none(),
            false => Leash::new(budget, self.aim.longest),
        };
        let (mut ran, mut passed, mut tries) = (0, 0, 0);
        while ran < budget && !leash.is_taut() && tries < TRIES.saturating_mul(budget) {
            // Whoever runs random cases stops the run.
            if self.clock.is_over() || interrupt::is_requested() {
                break;
            }
            let evaluations = self.next_cases(&mut climb);
            if evaluations.is_empty() {
                break;
            }
            for (at, evaluation) in evaluations.into_iter().enumerate() {
                if at > 0 {
                    climb.propose();
                }
                tries += 1;
                let is_new = self.aim.seen.insert(hash_of(&evaluation.choices));
                let mut came = None;
                if is_new {
                    ran += 1;
                    leash.give(evaluation.choices.len());
                    came = self.came(evaluation, &mut passed)?;
                }
                if climb.learn(came) || ran == budget {
                    // Those after it were made as if it had been of no use.
                    break;
                }
            }
        }
        self.aim.climb = Some(climb);
        Ok(passed)
    }

    /// Random cases with high scores, from which none began yet. They are run again to know their choices.
    fn add_starts(&mut self, climb: &mut Climb) -> Result<(), Box<End>> {
        let tops: Vec<Vec<u64>> =
            self.aim.by_chance.names.iter().map(|scored| scored.top.iter().map(|(_, case)| *case).collect()).collect();
        let most = tops.iter().map(Vec::len).max().unwrap_or(0);
        for number in (0..most).flat_map(|rank| tops.iter().filter_map(move |top| top.get(rank))) {
            if !self.aim.begun.insert(*number) {
                continue;
            }
            let input = Input::Random { stream: self.stream, number: *number };
            let evaluation = self.evaluator.evaluate(input, &mut |_| true, false);
            if let Some(problem) = evaluation.problem {
                return Err(Box::new(End::Nothing(Verdict::Unknown(problem))));
            }
            self.aim.seen.insert(hash_of(&evaluation.choices));
            self.aim.longest = self.aim.longest.max(evaluation.choices.len());
            let scores = evaluation.said.map(|said| said.scores).unwrap_or_default();
            if let Some(start) = self.aim.scorer(evaluation.choices, &scores) {
                climb.add_start(start);
            }
        }
        Ok(())
    }

    /// What comes of the next case; and where several run at once, of those after it if it is of no use.
    fn next_cases(&mut self, climb: &mut Climb) -> Vec<Evaluation> {
        let Some(next) = climb.propose() else { return Vec::new() };
        let width = self.evaluator.width();
        if width == 1 {
            let seen = &self.aim.seen;
            let mut is_new = |choices: &Choices| !seen.contains(&hash_of(choices));
            return vec![self.evaluator.evaluate_uncounted(&next, &mut is_new)];
        }
        let mut ahead = climb.clone();
        let mut made = vec![next];
        for _ in 1..width {
            ahead.learn(None);
            made.extend(ahead.propose());
        }
        self.evaluator.evaluate_all(&made)
    }

    /// What came of a case: its scores, if it has any; or the end.
    fn came(&mut self, evaluation: Evaluation, passed: &mut u64) -> Result<Option<Scorer>, Box<End>> {
        self.evaluator.count(&evaluation);
        let Evaluation { ended, choices, problem, said, .. } = evaluation;
        if let Some(problem) = problem {
            return Err(Box::new(End::Nothing(Verdict::Unknown(problem))));
        }
        let mut scores = Scores::default();
        if let Some(mut said) = said {
            // These are no random cases, so they say nothing about shares.
            said.coverage.forget();
            scores = std::mem::take(&mut said.scores);
            self.count(*said);
        }
        match ended {
            // A terminal interrupts child processes too. What they die of then is no bug of the property.
            Ended::Failed(fault) if matches!(fault.origin, Origin::Died(_)) && interrupt::is_requested() => Ok(None),
            Ended::Failed(fault) => {
                self.statistics.cases += 1;
                self.statistics.targeted += 1;
                scores.forget_cases();
                self.aim.by_climbing.absorb(scores);
                let found = Found::Targeted(self.statistics.targeted);
                Err(Box::new(End::Found(Suspect { found, choices, fault: *fault, number: None })))
            }
            Ended::Passed => {
                *passed += 1;
                self.statistics.cases += 1;
                self.statistics.targeted += 1;
                let scorer = self.aim.scorer(choices, &scores);
                scores.forget_cases();
                self.aim.by_climbing.absorb(scores);
                Ok(scorer)
            }
            Ended::Rejected | Ended::Skipped => Ok(None),
        }
    }
}

/// What tells sequences apart. Nothing but whether one ran already depends on it.
pub(super) fn hash_of(choices: &Choices) -> u64 {
    let mut hasher = DefaultHasher::new();
    choices.items().hash(&mut hasher);
    hasher.finish()
}
