//! Settles a failing case: confirms, shrinks, explains and stores it.

use std::collections::VecDeque;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use astragal_core::Choices;

use super::bench::{Bench, values_of};
use super::cases::first_enumerated;
use super::doubt::Doubt;
use super::effort::Part;
use super::judge::Same;
use super::progress::Progress;
use super::search::{Caught, CaughtCase, End};
use super::smaller::smallest;
use super::{Suspect, interrupt};
use crate::config::{Exhaustive, Phase, Show};
use crate::evaluate::{Ended, Evaluation, Evaluator, Fault, Input};
use crate::observe::Observers;
use crate::property::context;
use crate::report::{Failure, Found, Origin, Sample, ShrinkRun, Stored, Verdict};
use crate::store::{Entry, Saved};

/// This many bugs are told apart in one run.
pub(super) const MOST_BUGS: usize = 5;
/// How often at most the best case so far is written down while shrinking.
const WRITING: Duration = Duration::from_millis(100);

/// Settles failing cases.
pub(super) struct Settling<'s, 'a> {
    pub(super) bench: &'s mut Bench<'a>,
    /// What the search has come to.
    pub(super) progress: &'s Progress,
    pub(super) observers: &'s mut Observers,
    pub(super) failures: &'s mut Vec<Failure>,
}

impl Settling<'_, '_> {
    /// What the end of a search comes to.
    pub(super) fn conclude(&mut self, end: End) -> Verdict {
        let found = match end {
            End::Nothing(verdict) => Err(verdict),
            End::Found(suspect) => Ok(suspect),
            End::Caught(caught) => self.catch(caught),
            End::Flaky(Suspect { found, choices, fault, .. }, counts) => {
                self.add_unshrunk(found, &choices, fault, Some(counts));
                Err(Verdict::Flaky)
            }
        };
        match found {
            Err(verdict) => verdict,
            // Inside of a case that is not to be shown it is enough that there is one: else nested checks would multiply.
            Ok(suspect) if self.bench.job.is_inner && !context::is_showing() => self.settle_unseen(suspect),
            Ok(suspect) => self.settle(suspect),
        }
    }

    /// A case failed in a batch: it is run again, with all that is to be known about it. If it does not fail again in the same
    /// way, it is flaky.
    fn catch(&mut self, caught: Caught) -> Result<Suspect, Verdict> {
        let Caught { found, case, fault } = caught;
        let (input, number) = match &case {
            CaughtCase::Random(number) => (Input::Random { stream: self.bench.stream, number: *number }, Some(*number)),
            CaughtCase::Choices(choices) => (Input::Choices(choices), None),
        };
        self.bench.evaluator.begin(Part::Confirming);
        let mut evaluation = self.bench.run(input);
        if evaluation.fails() && !self.observers.is_empty() {
            self.observers.caught(evaluation.observed());
        }
        if let Some(problem) = evaluation.problem {
            return Err(Verdict::Unknown(problem));
        }
        match evaluation.ended {
            // A case that fails in another way from now on does so because of what the first run left behind.
            Ended::Failed(again) if fault.as_ref().is_none_or(|fault| fault.origin.may_be(&again.origin)) => {
                Ok(Suspect { found, choices: evaluation.choices, fault: *again, number })
            }
            _ => Err(self.not_again(found, input, evaluation.choices, fault)),
        }
    }

    /// Settles a failing case, and the other bugs that come up while it is made smaller.
    pub(super) fn settle(&mut self, suspect: Suspect) -> Verdict {
        let _interrupts = interrupt::Guard::new();
        let mut verdict = Verdict::Failed;
        let next = match suspect.found {
            Found::Random(_) => suspect.number.map(|number| number + 1),
            Found::Targeted(_) => Some(self.progress.drawn),
            Found::Grown(..) if self.bench.values.growth < 1.0 => Some(self.progress.drawn),
            Found::Exhaustive(_)
                if self.bench.wants(Phase::Random) && self.bench.values.exhaustive == Exhaustive::Auto =>
            {
                Some(self.progress.drawn)
            }
            _ => None,
        };
        let mut waiting = vec![suspect];
        while let Some(suspect) = waiting.pop() {
            let known = |failure: &Failure| failure.origin.may_be(&suspect.fault.origin);
            if self.failures.len() == MOST_BUGS || self.failures.iter().any(known) {
                continue;
            }
            let is_another = !self.failures.is_empty();
            if is_another && (interrupt::is_requested() || !self.fails_like(&suspect)) {
                continue;
            }
            let mut others = Vec::new();
            let settled = self.settle_one(suspect, &mut others);
            if self.failures.len() == 1 {
                verdict = settled;
            }
            waiting.extend(others);
        }
        if let (Verdict::Failed, Some(next), false) = (&verdict, next, self.bench.job.is_inner) {
            self.look_for_more(next);
        }
        self.group();
        self.bench.forget_pending();
        verdict
    }

    /// Whether a case that came up on the way fails again, and in the way in which it did then.
    fn fails_like(&mut self, suspect: &Suspect) -> bool {
        self.bench.evaluator.begin(Part::Confirming);
        let again = self.bench.run(Input::Choices(&suspect.choices));
        matches!(again.ended, Ended::Failed(fault) if fault.origin.may_be(&suspect.fault.origin))
    }

    pub(super) fn settle_one(&mut self, suspect: Suspect, others: &mut Vec<Suspect>) -> Verdict {
        let Suspect { found, choices, fault, .. } = suspect;
        // Written down before anything else: from here on the process may be killed.
        if let (Some(scratch), false) = (&self.bench.job.scratch, matches!(found, Found::Example(_))) {
            scratch.put_pending(&choices, &fault.origin.to_string());
        }
        if let Some(verdict) = self.doubt(&found, &choices, &fault) {
            return verdict;
        }
        if let Found::Example(number) = found {
            return self.settle_example(number, fault);
        }
        let original = self.show(Input::Choices(&choices)).map(|(sample, _)| sample).unwrap_or_default();
        let mut passed = VecDeque::new();
        let (small, shrinking) = self.shrink(&choices, &fault.origin, &found, &mut passed, others);
        self.bench.evaluator.begin(Part::Confirming);
        let shown = self.show(Input::Choices(&small));
        // A reported and stored case must fail each time.
        let doubt = match &shown {
            Some(_) => self.repeated(Input::Choices(&small)),
            None => self.counted(Input::Choices(&small), 0),
        };
        let (Some((mut minimal, shown)), Doubt::None) = (shown, &doubt) else {
            self.add_unshrunk(found, &choices, Fault::like(&fault), doubt.counts());
            return Verdict::Flaky;
        };
        // The case of an inner check is a part of another one, which is explained.
        if self.bench.wants(Phase::Explain) && !self.bench.job.is_inner && !interrupt::is_requested() {
            self.bench.evaluator.begin(Part::Explaining);
            let enumerated =
                self.progress.tally.statistics.enumerated.as_ref().map_or(0, |enumerated| enumerated.cases);
            let run = super::explain::Run {
                cases: self.bench.values.cases,
                stream: self.bench.stream,
                passed: first_enumerated(self.bench, enumerated).into_iter().chain(passed).collect(),
                time_left: self.bench.clock.left_to_settle(),
            };
            super::explain::explain(&mut self.bench.evaluator, &run, &mut minimal, &shown.origin);
        }
        let stored = self.store(&minimal);
        self.failures.push(Failure {
            origin: shown.origin.or_better(fault.origin),
            message: shown.message,
            minimal,
            original,
            found,
            shrinking,
            backtrace: shown.backtrace,
            stored,
            elsewhere: Vec::new(),
            lines: None,
            flaky: None,
            payload: Mutex::new(shown.payload),
        });
        Verdict::Failed
    }

    /// An explicit example is shown as it is.
    fn settle_example(&mut self, number: usize, fault: Fault) -> Verdict {
        let (sample, mut fault) = self.show(Input::Example(number - 1)).unwrap_or((Sample::default(), fault));
        let payload = Mutex::new(fault.payload.take());
        let shrinking = ShrinkRun { finished: true, ..ShrinkRun::default() };
        self.failures.push(Failure { shrinking, payload, ..unshrunk(Found::Example(number), sample, fault) });
        Verdict::Failed
    }

    /// Adds a failure that cannot be made smaller.
    pub(super) fn add_unshrunk(&mut self, found: Found, choices: &Choices, fault: Fault, flaky: Option<(u32, u32)>) {
        let input = match found {
            Found::Example(number) => Input::Example(number - 1),
            _ => Input::Choices(choices),
        };
        let evaluation = self.bench.evaluator.evaluate(input, &mut |_| true, true);
        let sample =
            Sample { choices: choices.clone(), drawn: evaluation.drawn, notes: evaluation.notes, ..Sample::default() };
        self.failures.push(Failure { flaky, ..unshrunk(found, sample, fault) });
    }

    /// Takes a failing case as it was found, without another run.
    pub(super) fn settle_unseen(&mut self, suspect: Suspect) -> Verdict {
        let Suspect { found, choices, fault, .. } = suspect;
        self.failures.push(unshrunk(found, Sample { choices, ..Sample::default() }, fault));
        Verdict::Failed
    }

    /// Runs a failing case once more, to show it.
    fn show(&mut self, input: Input<'_>) -> Option<(Sample, Fault)> {
        let mut shown = self.bench.evaluator.evaluate(input, &mut |_| true, true);
        let has_died = matches!(&shown.ended, Ended::Failed(fault) if matches!(fault.origin, Origin::Died(_)))
            || shown.problem.is_some();
        if has_died && interrupt::is_requested() {
            // A terminal interrupts child processes too. The next one shows what the case does.
            shown = self.bench.evaluator.evaluate(input, &mut |_| true, true);
        }
        if !self.observers.is_empty() {
            shown.observed().into_iter().for_each(|case| self.observers.minimal(case));
        }
        let Evaluation { ended, choices, drawn, notes, .. } = shown;
        match ended {
            Ended::Failed(fault) => Some((Sample { choices, drawn, notes, ..Sample::default() }, *fault)),
            _ => None,
        }
    }

    fn shrink(
        &mut self,
        choices: &Choices,
        origin: &Origin,
        found: &Found,
        passed: &mut VecDeque<Choices>,
        others: &mut Vec<Suspect>,
    ) -> (Choices, ShrinkRun) {
        // A stored or given case is small already, and is to be seen as it is.
        if !self.bench.wants(Phase::Shrink) || matches!(found, Found::Replay) {
            return (choices.clone(), ShrinkRun::default());
        }
        self.bench.evaluator.begin(Part::Shrinking);
        let time_left = self.bench.clock.left_to_settle();
        let mut evolution = Vec::new();
        let mut written = Instant::now();
        let mut on_progress = |step: &astragal_core::Step<'_>| {
            if let Some(scratch) = &self.bench.job.scratch {
                if written.elapsed() >= WRITING {
                    written = Instant::now();
                    scratch.put_pending(step.choices, &origin.to_string());
                }
            }
            if self.bench.values.show == Show::Steps {
                evolution.push((step.pass, step.choices.clone()));
            }
        };
        let observers = &mut *self.observers;
        let mut judge = Same { evaluator: &mut self.bench.evaluator, origin, found, passed, others, observers };
        let evaluations = self.bench.values.shrink_evaluations;
        let (small, shrinking) = smallest(choices, evaluations, time_left, &mut judge, &mut on_progress);
        let evolution = evolution.into_iter().map(|(pass, choices)| self.in_one_line(pass, &choices)).collect();
        (small, ShrinkRun { evolution, ..shrinking })
    }

    /// A step of the evolution.
    fn in_one_line(&mut self, pass: &str, choices: &Choices) -> String {
        let evaluation = self.bench.evaluator.evaluate(Input::Choices(choices), &mut |_| true, true);
        format!("{} ({pass})", values_of(&evaluation.drawn))
    }

    fn store(&mut self, minimal: &Sample) -> Stored {
        let entry = Entry::new(minimal.choices.clone(), &values_of(&minimal.drawn));
        match self.bench.job.regressions.save(&entry) {
            Ok(Saved::New(path) | Saved::AlreadyThere(path)) => Stored::In(path),
            Ok(Saved::Off) => Stored::Nowhere,
            Err(reason) => Stored::Failed(reason),
        }
    }
}

/// A failure as it was found.
fn unshrunk(found: Found, sample: Sample, fault: Fault) -> Failure {
    Failure {
        origin: fault.origin,
        message: fault.message,
        original: sample.clone(),
        minimal: sample,
        found,
        shrinking: ShrinkRun::default(),
        backtrace: fault.backtrace,
        stored: Stored::Nowhere,
        elsewhere: Vec::new(),
        lines: None,
        flaky: None,
        payload: Mutex::new(None),
    }
}
