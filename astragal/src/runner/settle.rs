//! A failing case was found: is it one, how small can it be, what of it matters; and it is stored.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use astragal_core::{Choices, Shrinker, held_ranges, take_turns};

use super::judge::Same;
use super::search::{End, RUNS_OF_A_FLAKY_CASE};
use super::{Session, Suspect, interrupt};
use crate::config::{Exhaustive, Phase, Show};
use crate::evaluate::{Ended, Evaluation, Fault, Input};
use crate::report::{Failure, Found, Origin, Problem, Sample, Shrinking, Stored, Verdict};
use crate::store::{Entry, Saved};

/// So many bugs are told apart in one run.
const MOST_BUGS: usize = 5;
/// How long, and over how many failing cases, one looks for other bugs after the first.
const LOOKING_FOR_MORE: Duration = Duration::from_millis(200);
const FAILING_CASES_LOOKED_AT: u32 = 100;
/// After so many cases somebody looks at the clock.
const CASES_AT_ONCE: u64 = 100;
/// How often the property is run for the steps of a user's own shrinker.
const OWN_STEPS: u64 = 1_000;
/// How often at most the best case so far is written down while shrinking.
const WRITING: Duration = Duration::from_millis(100);

impl Session<'_> {
    /// Settles a failing case, and the other bugs that come up while it is made smaller.
    pub(super) fn settle(&mut self, suspect: Suspect) -> Verdict {
        let _interrupts = interrupt::Guard::new();
        let mut verdict = Verdict::Failed;
        let next = match suspect.found {
            Found::Random(number) => Some(number),
            Found::Targeted(_) => Some(self.random),
            Found::Exhaustive(_) if self.wants(Phase::Random) && self.values.exhaustive == Exhaustive::Auto => Some(0),
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
        if let (Verdict::Failed, Some(next), false) = (&verdict, next, self.job.is_inner) {
            self.look_for_more(next);
        }
        self.forget_pending();
        verdict
    }

    /// Whether a case that came up on the way fails again, and in the way in which it did then.
    fn fails_like(&mut self, suspect: &Suspect) -> bool {
        let again = self.evaluator.evaluate(Input::Choices(&suspect.choices), &mut |_| true, false);
        matches!(again.ended, Ended::Failed(fault) if fault.origin.may_be(&suspect.fault.origin))
    }

    fn settle_one(&mut self, suspect: Suspect, others: &mut Vec<Suspect>) -> Verdict {
        let Suspect { found, choices, fault } = suspect;
        if let Found::Example(number) = found {
            return self.settle_example(number, fault);
        }
        // Written down before anything else: from here on the process may be killed.
        if let Some(scratch) = &self.job.scratch {
            scratch.put_pending(&choices, &fault.origin.to_string());
        }
        if let Some(verdict) = self.doubt(&found, &choices, &fault) {
            return verdict;
        }
        let original = self.show(Input::Choices(&choices)).map(|(sample, _)| sample).unwrap_or_default();
        let (small, shrinking) = self.shrink(&choices, &fault.origin, &found, others);
        let Some((mut minimal, shown)) = self.show(Input::Choices(&small)) else {
            return self.no_longer(found, &choices, &small, &fault);
        };
        // The case of an inner check is a part of another one, which is explained.
        if self.wants(Phase::Explain) && !self.job.is_inner && !interrupt::is_requested() {
            let started = Instant::now();
            super::explain::explain(self.evaluator, &mut minimal, &shown.origin);
            self.timings.explaining += started.elapsed();
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
            flaky: None,
            payload: Mutex::new(shown.payload),
        });
        Verdict::Failed
    }

    /// An explicit example is shown as it is.
    fn settle_example(&mut self, number: usize, fault: Fault) -> Verdict {
        let (sample, fault) = self.show(Input::Example(number - 1)).unwrap_or((Sample::default(), fault));
        self.failures.push(Failure {
            origin: fault.origin,
            message: fault.message,
            original: sample.clone(),
            minimal: sample,
            found: Found::Example(number),
            shrinking: Shrinking { finished: true, ..Shrinking::default() },
            backtrace: fault.backtrace,
            stored: Stored::Nowhere,
            flaky: None,
            payload: Mutex::new(fault.payload),
        });
        Verdict::Failed
    }

    /// Whether the case is one that fails each time, and a generator that is a function of its choices.
    fn doubt(&mut self, found: &Found, choices: &Choices, fault: &Fault) -> Option<Verdict> {
        let again = self.evaluator.evaluate(Input::Choices(choices), &mut |_| true, false);
        if again.choices != *choices {
            let message = difference(choices, &again.choices);
            self.add_unshrunk(found.clone(), choices, Fault::like(fault), None);
            return Some(Verdict::Unknown(Problem::NotDeterministic(message)));
        }
        if matches!(again.ended, Ended::Failed(_)) {
            let is_left_behind = self.first_fails_now(found, fault);
            if is_left_behind {
                self.add_unshrunk(found.clone(), choices, Fault::like(fault), None);
            }
            return is_left_behind.then_some(Verdict::Flaky);
        }
        let mut failed = 1;
        for _ in 2..RUNS_OF_A_FLAKY_CASE {
            let again = self.evaluator.evaluate(Input::Choices(choices), &mut |_| true, false);
            failed += u32::from(matches!(again.ended, Ended::Failed(_)));
        }
        self.add_unshrunk(found.clone(), choices, Fault::like(fault), Some((failed, RUNS_OF_A_FLAKY_CASE)));
        Some(Verdict::Flaky)
    }

    /// Whether the first random case, which has passed, fails in the same way now: then it is not the case that matters, but
    /// what one case leaves to the next.
    fn first_fails_now(&mut self, found: &Found, fault: &Fault) -> bool {
        if !matches!(found, Found::Random(2..)) || !self.failures.is_empty() {
            return false;
        }
        // As it was run then: a case that is run for itself looks further into what it asks for.
        let first = self.evaluator.sweep(self.stream, 0..1);
        first.fault.is_some_and(|again| again.origin.may_be(&fault.origin))
    }

    /// A case failed often enough to be made smaller, and then no more. The first one is shown: it failed at least twice.
    fn no_longer(&mut self, found: Found, choices: &Choices, small: &Choices, fault: &Fault) -> Verdict {
        let mut failed = 1;
        for _ in 1..RUNS_OF_A_FLAKY_CASE {
            let again = self.evaluator.evaluate(Input::Choices(small), &mut |_| true, false);
            failed += u32::from(matches!(again.ended, Ended::Failed(_)));
        }
        self.add_unshrunk(found, choices, Fault::like(fault), Some((failed, RUNS_OF_A_FLAKY_CASE)));
        Verdict::Flaky
    }

    /// A random case failed once, and did not when it was run again.
    pub(super) fn never_again(&mut self, found: Found, choices: Choices, runs: u32, fault: Option<Box<Fault>>) -> End {
        let unknown = || Fault {
            origin: Origin::Panicked(None),
            message: "it failed once, and passed each time it was run again".into(),
            backtrace: None,
            payload: None,
        };
        let fault = fault.map_or_else(unknown, |fault| Fault::like(&fault));
        self.add_unshrunk(found, &choices, fault, Some((1, runs + 1)));
        End::Nothing(Verdict::Flaky)
    }

    /// Adds a failure that cannot be made smaller.
    fn add_unshrunk(&mut self, found: Found, choices: &Choices, fault: Fault, flaky: Option<(u32, u32)>) {
        let evaluation = self.evaluator.evaluate(Input::Choices(choices), &mut |_| true, true);
        let sample =
            Sample { choices: choices.clone(), drawn: evaluation.drawn, notes: evaluation.notes, ..Sample::default() };
        self.failures.push(Failure { flaky, ..unshrunk(found, sample, fault) });
    }

    /// Takes a failing case as it was found, without another run.
    pub(super) fn settle_unseen(&mut self, suspect: Suspect) -> Verdict {
        let Suspect { found, choices, fault } = suspect;
        self.failures.push(unshrunk(found, Sample { choices, ..Sample::default() }, fault));
        Verdict::Failed
    }

    /// Runs a failing case once more, to show it.
    fn show(&mut self, input: Input<'_>) -> Option<(Sample, Fault)> {
        let mut shown = self.evaluator.evaluate(input, &mut |_| true, true);
        let has_died = matches!(&shown.ended, Ended::Failed(fault) if matches!(fault.origin, Origin::Died(_)))
            || shown.problem.is_some();
        if has_died && interrupt::is_requested() {
            // A terminal interrupts child processes too. The next one shows what the case does.
            shown = self.evaluator.evaluate(input, &mut |_| true, true);
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
        others: &mut Vec<Suspect>,
    ) -> (Choices, Shrinking) {
        // What was stored or given is small already, and is to be seen as it is.
        if !self.wants(Phase::Shrink) || matches!(found, Found::Replay) {
            return (choices.clone(), Shrinking::default());
        }
        let started = Instant::now();
        let mut evolution = Vec::new();
        let mut written = Instant::now();
        let mut on_progress = |step: &astragal_core::Step<'_>| {
            if let Some(scratch) = &self.job.scratch {
                if written.elapsed() >= WRITING {
                    written = Instant::now();
                    scratch.put_pending(step.choices, &origin.to_string());
                }
            }
            if self.values.show == Show::Steps {
                evolution.push((step.pass, step.choices.clone()));
            }
        };
        let mut judge = Same { evaluator: &mut *self.evaluator, origin, found, others };
        let (mut evaluations, mut steps, mut finished) = (0, 0, true);
        // A user's own shrinker, if there is one, and ours take turns.
        let small = take_turns(choices.clone(), OWN_STEPS, &mut judge, |choices, held, judge| {
            let shrunk = Shrinker::new(choices.clone())
                .evaluations(self.values.shrink_evaluations.saturating_sub(evaluations))
                .time(self.values.shrink_time.saturating_sub(started.elapsed()))
                .stop_when(&interrupt::is_requested)
                .hold(held.into_iter().chain(held_ranges(choices)))
                .on_progress(&mut on_progress)
                .run(judge);
            evaluations += shrunk.evaluations;
            steps += shrunk.steps;
            finished &= shrunk.finished;
            shrunk.choices
        });
        let time = started.elapsed();
        self.timings.shrinking += time;
        let evolution = evolution.into_iter().map(|(pass, choices)| self.in_one_line(pass, &choices)).collect();
        (small, Shrinking { evaluations, steps, finished, time, evolution })
    }

    /// A step of the evolution.
    fn in_one_line(&mut self, pass: &str, choices: &Choices) -> String {
        let evaluation = self.evaluator.evaluate(Input::Choices(choices), &mut |_| true, true);
        format!("{} ({pass})", values_of(&evaluation.drawn))
    }

    fn store(&mut self, minimal: &Sample) -> Stored {
        let entry = Entry::new(minimal.choices.clone(), &values_of(&minimal.drawn));
        match self.job.regressions.save(&entry) {
            Ok(Saved::New(path) | Saved::AlreadyThere(path)) => Stored::In(path),
            Ok(Saved::Off) => Stored::Nowhere,
            Err(reason) => Stored::Failed(reason),
        }
    }

    pub(super) fn forget_pending(&self) {
        // What was interrupted goes on from there the next time.
        if !interrupt::is_requested() {
            if let Some(scratch) = &self.job.scratch {
                scratch.clear_pending();
            }
        }
    }

    /// Goes on with the random cases after one has failed: there may be other bugs, and other smallest cases of the same
    /// bug, if they were asked for.
    fn look_for_more(&mut self, mut number: u64) {
        let minima = usize::from(self.values.minima);
        let deadline = Instant::now() + if minima > 1 { self.values.shrink_time } else { LOOKING_FOR_MORE };
        let mut left = FAILING_CASES_LOOKED_AT;
        while left > 0 && Instant::now() < deadline && !interrupt::is_requested() {
            left -= 1;
            let until = self.values.cases.min(number.saturating_add(CASES_AT_ONCE));
            let swept = self.evaluator.sweep(self.stream, number..until);
            let Some(failed) = swept.failed else {
                if until == self.values.cases || swept.problem.is_some() {
                    return;
                }
                number = until;
                continue;
            };
            number = failed + 1;
            let input = Input::Random { stream: self.stream, number: failed };
            let evaluation = self.evaluator.evaluate(input, &mut |_| true, false);
            let Ended::Failed(fault) = evaluation.ended else { continue };
            let is_known = self.failures.iter().any(|failure| failure.origin.may_be(&fault.origin));
            if self.failures.len() >= if is_known { minima } else { MOST_BUGS } {
                continue;
            }
            let suspect = Suspect { found: Found::Random(failed + 1), choices: evaluation.choices, fault: *fault };
            let known = self.failures.len();
            self.settle_one(suspect, &mut Vec::new());
            // The same smallest case again is nothing new.
            let is_new = |failure: &Failure| {
                self.failures[..known].iter().all(|known| known.minimal.choices != failure.minimal.choices)
            };
            if !self.failures.last().is_some_and(is_new) {
                self.failures.truncate(known);
            }
        }
    }

    /// Runs the one case that was given.
    pub(super) fn replay(&mut self, token: &str) -> Verdict {
        let choices = match Choices::from_token(token) {
            Ok(choices) => choices,
            Err(error) => {
                let message = format!("the case to replay, `{token}`, cannot be read: {error}");
                return Verdict::Unknown(Problem::Usage { message, place: None });
            }
        };
        match self.try_case(&choices, Found::Replay) {
            Some(End::Found(suspect)) => self.settle(suspect),
            Some(End::Nothing(verdict)) => verdict,
            None if self.statistics.cases > 0 => Verdict::Passed,
            None => Verdict::Vacuous,
        }
    }
}

/// The values of a case in one line.
pub(super) fn values_of(drawn: &[crate::report::Drawn]) -> String {
    let value = |drawn: &crate::report::Drawn| match &*drawn.name {
        "" => drawn.text.clone(),
        name => format!("{name} = {}", drawn.text),
    };
    drawn.iter().map(value).collect::<Vec<_>>().join(", ")
}

/// A failure as it was found.
fn unshrunk(found: Found, sample: Sample, fault: Fault) -> Failure {
    Failure {
        origin: fault.origin,
        message: fault.message,
        original: sample.clone(),
        minimal: sample,
        found,
        shrinking: Shrinking::default(),
        backtrace: fault.backtrace,
        stored: Stored::Nowhere,
        flaky: None,
        payload: Mutex::new(None),
    }
}

/// Where two runs of the same choices went apart.
fn difference(first: &Choices, second: &Choices) -> String {
    let items = first.items().iter().zip(second.items());
    let at = items.take_while(|(first, second)| first == second).count();
    let within: Vec<String> = first
        .spans()
        .iter()
        .filter(|span| span.range().contains(&at))
        .map(|span| format!("`{}`", span.label()))
        .collect();
    let within = if within.is_empty() { String::new() } else { format!(", in {}", within.join(", in ")) };
    let said = |choices: &Choices| match choices.items().get(at) {
        Some(choice) => format!("{} of at most {}", choice.value, choice.max),
        None => "nothing more".into(),
    };
    format!(
        "the generator is not a function of its choices: choice {}{within}, was {} and then, with the same choices before it, \
         {}. Does it depend on the order of a `HashMap` or `HashSet`, on time, or on state outside of it?",
        at + 1,
        said(first),
        said(second),
    )
}
