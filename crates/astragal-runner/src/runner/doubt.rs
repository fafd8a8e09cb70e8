//! Confirms a failing case: it must fail every time, and draw the same values from the same choices.

use astragal_core::Choices;

use super::effort::Part;
use super::interrupt;
use super::settle::Settling;
use crate::evaluate::{Batch, Cases, Ended, Evaluator, Fault, Input};
use crate::report::{Found, Origin, Problem, Verdict};

/// How often a failing case is run again before it is believed: one that fails in half of its runs is taken for one that always
/// fails with a chance of less than one in a thousand.
const RUNS: u32 = 10;

/// What came of running a failing case again.
pub(super) enum Doubt {
    None,
    /// It did not fail each time.
    Flaky {
        failed: u32,
        runs: u32,
    },
}

impl Doubt {
    /// How often it failed, of how many runs; the first time, in which it was found, is one of them.
    pub(super) fn counts(&self) -> Option<(u32, u32)> {
        match self {
            Doubt::None => None,
            Doubt::Flaky { failed, runs } => Some((failed + 1, runs + 1)),
        }
    }
}

impl Settling<'_, '_> {
    /// Whether there is any doubt about a failing case; if so it is added to the failures as it is.
    pub(super) fn doubt(&mut self, found: &Found, choices: &Choices, fault: &Fault) -> Option<Verdict> {
        self.bench.evaluator.begin(Part::Confirming);
        let input = match found {
            Found::Example(number) => Input::Example(number - 1),
            _ => Input::Choices(choices),
        };
        let again = self.bench.run(input);
        if again.choices != *choices {
            let message = difference(choices, &again.choices);
            self.add_unshrunk(found.clone(), choices, Fault::like(fault), None);
            return Some(Verdict::Unknown(Problem::NotDeterministic(message)));
        }
        let doubt = match again.ended {
            // The reported case is run more often, once it is small.
            Ended::Failed(_) if !matches!(found, Found::Example(_)) => Doubt::None,
            Ended::Failed(_) => self.repeated(input),
            _ => self.counted(input, 0),
        };
        let is_left_behind = matches!(doubt, Doubt::None) && self.first_fails_now(found, fault);
        if matches!(doubt, Doubt::None) && !is_left_behind {
            return None;
        }
        self.add_unshrunk(found.clone(), choices, Fault::like(fault), doubt.counts());
        Some(Verdict::Flaky)
    }

    /// Runs a case, which has failed once more already, until it passes or is believed.
    pub(super) fn repeated(&mut self, input: Input<'_>) -> Doubt {
        for failed in 1..RUNS {
            if interrupt::is_requested() {
                break;
            }
            if self.bench.clock.is_settled() {
                self.bench.warnings.push(format!(
                    "the failing case was run again {failed} times and not {RUNS} times, because of the time limit: it may be \
                     flaky"
                ));
                break;
            }
            let again = self.bench.run(input);
            if !again.fails() {
                return self.counted(input, failed);
            }
        }
        Doubt::None
    }

    /// A case passed after it had failed: it is run on to tell how often it does.
    pub(super) fn counted(&mut self, input: Input<'_>, failed: u32) -> Doubt {
        let (mut failed, mut runs) = (failed, failed + 1);
        while runs < RUNS && !self.bench.clock.is_settled() {
            let again = self.bench.run(input);
            failed += u32::from(again.fails());
            runs += 1;
        }
        Doubt::Flaky { failed, runs }
    }

    /// Whether the first random case, which has passed, fails in the same way now: then it is not the case that matters, but
    /// what one case leaves to the next.
    fn first_fails_now(&mut self, found: &Found, fault: &Fault) -> bool {
        if !matches!(found, Found::Random(2..)) || self.progress.drawn == 0 || !self.failures.is_empty() {
            return false;
        }
        // As it was run then: a case that is run for itself looks further into what it asks for.
        let cases = Cases::Random { stream: self.bench.stream, known: self.progress.known.as_ref() };
        let first = self.bench.evaluator.run(Batch { cases, numbers: 0..1, told: None });
        first.fault.is_some_and(|again| again.origin.may_be(&fault.origin))
    }

    /// A case failed in a sweep, and not in the same way when it was run again.
    pub(super) fn not_again(
        &mut self,
        found: Found,
        input: Input<'_>,
        choices: Choices,
        fault: Option<Box<Fault>>,
    ) -> Verdict {
        let unknown = || Fault {
            origin: Origin::Panicked(None),
            message: "it failed once, and passed each time it was run again".into(),
            backtrace: None,
            payload: None,
        };
        let fault = fault.map_or_else(unknown, |fault| Fault::like(&fault));
        let (mut failed, mut runs) = (1, 2);
        while runs <= RUNS && !self.bench.clock.is_settled() {
            let again = self.bench.run(input);
            failed += u32::from(matches!(again.ended, Ended::Failed(again) if again.origin.may_be(&fault.origin)));
            runs += 1;
        }
        self.add_unshrunk(found, &choices, fault, Some((failed, runs)));
        Verdict::Flaky
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
