//! Cases that are grown: from the simplest and the boundaries on, step by step. They take turns with random ones, by counts.
//!
//! Growth is of choices, so any property can be grown. What a case was understood as is what it drew, so a case that was run already
//! is known when it has run, and is not counted. A failing case comes with its path.

use std::collections::VecDeque;

use astragal_core::Choices;
use astragal_shapes::{Sprouting, Try};

use super::random::{REJECTED_BEFORE_GIVING_UP, REJECTED_FOR_EACH_CASE};
use super::{CaseSource, Next, end};
use crate::evaluate::{Ended, Evaluation, Evaluator, Input};
use crate::report::{Found, Origin, RejectedBy, Verdict};
use crate::runner::bench::Bench;
use crate::runner::interrupt;
use crate::runner::progress::Progress;

/// How many are grown in a turn, unless nothing else is.
const TURN: u64 = 16;
/// If the simplest case is rejected, growth starts from the least of these random ones that is not.
const STARTS: u64 = 16;
/// After this many tries that led to nothing new, growth has come to its end.
const PATIENCE: u64 = 10_000;

pub(super) fn source() -> Box<dyn CaseSource> {
    Box::<Growing>::default()
}

/// See the module.
#[derive(Default)]
struct Growing {
    sprouting: Option<Sprouting>,
    /// What came of tries that were run ahead.
    ahead: VecDeque<(Try, Evaluation)>,
    /// How many cases were grown, and of these rejected; and until how many it is the turn of growth.
    ran: u64,
    rejected: u64,
    until: u64,
    /// How the case that failed was grown.
    path: Vec<(String, String)>,
}

impl CaseSource for Growing {
    fn name(&self) -> &'static str {
        "grown"
    }

    fn next(&mut self, bench: &mut Bench<'_>, progress: &mut Progress, _most: Option<u64>) -> Next<'_> {
        let share = bench.values.growth;
        if share == 0.0 || progress.is_enough() {
            return Next::Over;
        }
        if self.ran >= self.until {
            // As many random cases come before the next turn as their share is.
            let due = (self.ran as f64 * (1.0 - share) / share) as u64;
            if let after @ 1.. = due.saturating_sub(progress.drawn) {
                return Next::After(after);
            }
            self.until = self.ran + TURN;
        }
        if self.rejected >= REJECTED_BEFORE_GIVING_UP + REJECTED_FOR_EACH_CASE * (self.ran - self.rejected) {
            return ends(bench, format!("{} of {} cases that were grown were rejected", self.rejected, self.ran));
        }
        let evaluation = match &mut self.sprouting {
            None => self.begin(bench),
            Some(_) => self.run_next(bench),
        };
        match evaluation {
            Some(evaluation) if evaluation.problem.is_some() => {
                evaluation.problem.map_or(Next::Over, |problem| end(Verdict::Unknown(problem)))
            }
            Some(evaluation) => {
                if evaluation.fails() {
                    self.path = self.path(bench);
                }
                Next::Ran(evaluation)
            }
            // Another source stops the run.
            None if bench.is_stopped() => Next::After(0),
            None if self.sprouting.is_none() => ends(bench, "there is no case to grow from: all are rejected".into()),
            None => ends(bench, format!("nothing new can be grown after {} cases", self.ran)),
        }
    }

    fn ran(&mut self, evaluation: &mut Evaluation, progress: &mut Progress) {
        self.ran += 1;
        if let Some(mut said) = evaluation.said.take() {
            // These are not random cases, so they say nothing about shares, which are still required.
            said.coverage.forget_counts();
            said.scores.forget_cases();
            progress.tally.said(*said);
        }
        match evaluation.ended {
            Ended::Passed => progress.passed += 1,
            Ended::Failed(_) => {}
            Ended::Rejected | Ended::Skipped => {
                self.rejected += 1;
                return;
            }
        }
        progress.tally.statistics.cases += 1;
        progress.tally.statistics.grown += 1;
    }

    fn found(&self, _progress: &Progress) -> Found {
        Found::Grown(self.ran, self.path.clone())
    }
}

/// Growth ends before all cases that were wanted are there: random ones are in their place.
fn ends(bench: &mut Bench<'_>, why: String) -> Next<'static> {
    bench.warnings.push(format!("`growth = {}`: {why}; the other cases are random", bench.values.growth));
    Next::Over
}

impl Growing {
    /// Runs the simplest case, or one in its place, and begins with it.
    fn begin(&mut self, bench: &mut Bench<'_>) -> Option<Evaluation> {
        let simplest = bench.run(Input::Choices(&Choices::default()));
        let random = (0..STARTS).map(|number| bench.run(Input::Random { stream: bench.stream, number }));
        let start = if is_drawn(&simplest) || simplest.problem.is_some() {
            simplest
        } else {
            random.filter(is_drawn).min_by(|one, other| one.choices.shortlex(&other.choices))?
        };
        self.sprouting = Some(Sprouting::of_space(start.choices.clone(), bench.job.space.as_ref()));
        Some(start)
    }

    /// Runs the next case that is new. Of the others the values are drawn alone, where that can be done.
    fn run_next(&mut self, bench: &mut Bench<'_>) -> Option<Evaluation> {
        let (sprouting, space) = (self.sprouting.as_mut()?, bench.job.space.as_ref());
        for _ in 0..PATIENCE {
            if self.ahead.is_empty() {
                if bench.is_stopped() {
                    return None;
                }
                let mut tries = vec![sprouting.next_try(space)?];
                tries.extend(std::iter::from_fn(|| sprouting.next_ready()).take(bench.evaluator.width() - 1));
                let choices: Vec<Choices> = tries.iter().map(|next| next.choices.clone()).collect();
                let came = match &choices[..] {
                    [only] => {
                        let mut is_new = |choices: &Choices| !sprouting.is_known(choices);
                        vec![bench.evaluator.evaluate_uncounted(only, &mut is_new)]
                    }
                    several => bench.evaluator.evaluate_all(several),
                };
                self.ahead = tries.into_iter().zip(came).collect();
            }
            let (next, evaluation) = self.ahead.pop_front()?;
            // Where cases run one at a time, it would not have been tried.
            if sprouting.is_known(&next.choices) {
                continue;
            }
            let is_case = is_drawn(&evaluation) && !is_interrupted(&evaluation);
            if evaluation.problem.is_some() || is_case && sprouting.grew(next, evaluation.choices.clone()) {
                bench.evaluator.count(&evaluation);
                return Some(evaluation);
            }
        }
        None
    }

    /// How the last case was grown: the name of each step, and the values.
    fn path(&self, bench: &mut Bench<'_>) -> Vec<(String, String)> {
        let Some(sprouting) = &self.sprouting else { return Vec::new() };
        let shown = bench.evaluator.evaluate(Input::Choices(&Choices::default()), &mut |_| false, true);
        let arguments: Vec<String> = shown.drawn.iter().map(|drawn| drawn.name.to_string()).collect();
        let path = sprouting.path(bench.job.space.as_ref(), &arguments);
        path.into_iter().map(|(step, choices)| (step.to_string(), bench.text_of(choices))).collect()
    }
}

/// Whether a case drew its values: it ran, even if an assumption rejected it then.
fn is_drawn(evaluation: &Evaluation) -> bool {
    let is_assumption = || {
        let rejections = evaluation.said.iter().flat_map(|said| &said.rejections);
        rejections.clone().any(|rejection| rejection.by == RejectedBy::Assumption)
    };
    match evaluation.ended {
        Ended::Passed | Ended::Failed(_) => true,
        Ended::Rejected => is_assumption(),
        Ended::Skipped => false,
    }
}

/// A terminal interrupts child processes too. Their death then is not a bug of the property.
fn is_interrupted(evaluation: &Evaluation) -> bool {
    let has_died = matches!(&evaluation.ended, Ended::Failed(fault) if matches!(fault.origin, Origin::Died(_)));
    has_died && interrupt::is_requested()
}
