//! Counts what came of the cases of a run, for its report.
//!
//! It gets whole batches, because cases that pass are counted where they run; a user's observer gets each case.
//!
//! In a summary all numbers are parts of the first: by where the cases came from, and by how they ended.

use astragal_core::__private::sort_by_key;

use crate::evaluate::{Ended, Evaluation, Swept};
use crate::property::context::Said;
use crate::report::{RejectedBy, Rejection, Score, Statistics, StrayPanic, Verdict};
use crate::statistics::{Answer, Coverage, Scores, Tally};

/// See the module.
pub(super) struct RunTally {
    pub(super) statistics: Statistics,
    charts: Tally,
    pub(super) coverage: Coverage,
    /// The scores of random and of enumerated cases.
    pub(super) by_chance: Scores,
    /// Those of the cases that were made for it.
    pub(super) by_climbing: Scores,
    /// What was said in contradiction to earlier cases.
    pub(super) complaints: Vec<String>,
}

impl RunTally {
    /// Nothing yet. Requirements are decided with this confidence.
    pub(super) fn new(confidence: f64, is_guided: bool) -> RunTally {
        RunTally {
            statistics: Statistics { guided: is_guided, ..Statistics::default() },
            charts: Tally::default(),
            coverage: Coverage::new(confidence),
            by_chance: Scores::default(),
            by_climbing: Scores::default(),
            complaints: Vec::new(),
        }
    }

    /// Counts a single case that was run for what it is: it is not part of a sample.
    pub(super) fn one(&mut self, evaluation: &mut Evaluation) {
        if let Some(said) = evaluation.said.take() {
            said.strays.into_iter().for_each(|stray| StrayPanic::add(&mut self.statistics.strays, stray));
            self.add_rejections(said.rejections);
        }
        if matches!(evaluation.ended, Ended::Passed | Ended::Failed(_)) {
            self.statistics.cases += 1;
        }
    }

    /// Counts random cases. How many passed.
    pub(super) fn random(&mut self, swept: Swept) -> u64 {
        let passed = swept.passed();
        self.statistics.cases += passed + u64::from(swept.failed.is_some());
        self.statistics.repeats += swept.repeats;
        self.statistics.overruns += swept.overruns;
        if let Some(said) = swept.said {
            self.said(*said);
        }
        passed
    }

    /// Counts enumerated cases, which cannot be run again by their numbers. How many passed.
    pub(super) fn enumerated(&mut self, mut swept: Swept) -> u64 {
        if let Some(said) = &mut swept.said {
            said.scores.forget_cases();
        }
        self.random(swept)
    }

    /// Counts what cases said.
    pub(super) fn said(&mut self, said: Said) {
        self.add_rejections(said.rejections);
        said.strays.into_iter().for_each(|stray| StrayPanic::add(&mut self.statistics.strays, stray));
        self.charts.absorb(said.tally);
        self.by_chance.absorb(said.scores);
        self.complaints.extend(self.coverage.absorb(said.coverage).err());
    }

    fn add_rejections(&mut self, rejections: Vec<Rejection>) {
        for rejection in rejections {
            let mine = &mut self.statistics.rejections;
            match mine.iter_mut().find(|mine| mine.by == rejection.by && mine.place == rejection.place) {
                Some(mine) => mine.count += rejection.count,
                None => mine.push(rejection),
            }
        }
    }

    /// The verdict if too few cases got past the filters: for each one that passed, this many may be rejected.
    pub(super) fn too_few(&mut self, passed: u64, rejected_for_each: u64) -> Option<Verdict> {
        let rejections = &mut self.statistics.rejections;
        sort_by_key(rejections, |rejection| std::cmp::Reverse(rejection.count));
        let assumed = rejections.first().is_some_and(|rejection| rejection.by == RejectedBy::Assumption);
        if passed == 0 && assumed {
            return Some(Verdict::Vacuous);
        }
        let rejected = self.statistics.rejected() + self.statistics.overruns;
        (rejected > rejected_for_each * passed).then_some(Verdict::GaveUp)
    }

    /// The requirements that are not met.
    pub(super) fn unmet(&self) -> String {
        let states = self.coverage.states();
        let unmet = states.iter().filter(|state| state.answer != Answer::Met);
        unmet.map(ToString::to_string).collect::<Vec<_>>().join("; ")
    }

    /// Everything that was counted.
    pub(super) fn finish(self) -> Statistics {
        let scores = self.scores();
        Statistics { charts: self.charts.charts(), covered: self.coverage.states(), scores, ..self.statistics }
    }

    /// The highest scores, by name.
    fn scores(&self) -> Vec<Score> {
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
}
