//! The one loop of a run: asks the case sources, has their cases run, tells them and the observers what came of it, and stops.

use astragal_core::Choices;

use super::bench::Bench;
use super::cases::{CaseSource, Next};
use super::progress::Progress;
use super::{Suspect, interrupt};
use crate::evaluate::{Batch, Cases, Ended, Evaluation, Evaluator, Fault, Swept};
use crate::observe::Observers;
use crate::report::{Found, Problem, Verdict};

/// How a search ended.
pub(super) enum End {
    /// With a failing case that is known as it is.
    Found(Suspect),
    /// With a failing case among many, which is to be run again.
    Caught(Caught),
    /// With a case that failed and passed: how often it failed, and of how many runs.
    Flaky(Suspect, (u32, u32)),
    /// Without a failing case.
    Nothing(Verdict),
}

/// A case that failed in a batch.
pub(super) struct Caught {
    pub(super) found: Found,
    pub(super) case: CaughtCase,
    /// How it failed, if that is known.
    pub(super) fault: Option<Box<Fault>>,
}

/// Which case that is.
pub(super) enum CaughtCase {
    /// The random case of a number.
    Random(u64),
    Choices(Choices),
}

/// Asks the sources in their order, again and again, until one ends the search or none has any case left. A source keeps its turn
/// as long as it has cases.
pub(super) fn search(
    bench: &mut Bench<'_>,
    progress: &mut Progress,
    observers: &mut Observers,
    mut sources: Vec<Box<dyn CaseSource>>,
) -> End {
    // The source that is asked; and, unless it has its turn, how many cases it may have before another one must be asked.
    let (mut at, mut most) = (0, Some(u64::MAX));
    while let Some(source) = sources.get_mut(at) {
        let source = &mut **source;
        let next = source.next(bench, progress, most);
        if matches!(next, Next::Random(_) | Next::Enumerated(..)) && bench.is_stopped() {
            drop(next);
            return stopped(bench, progress, &mut sources);
        }
        let end = match next {
            Next::After(cases) => {
                // After its turn all are asked again.
                (at, most) = most.map_or((0, Some(u64::MAX)), |most| (at + 1, Some(most.min(cases))));
                continue;
            }
            Next::Over => {
                sources.remove(at);
                (at, most) = most.map_or((0, Some(u64::MAX)), |most| (at, Some(most)));
                continue;
            }
            Next::End(end) => return end,
            Next::Random(numbers) => {
                let cases = Cases::Random { stream: bench.stream, known: progress.known.as_ref() };
                let told = observers.told(numbers.start);
                let swept = bench.evaluator.run(Batch { cases, numbers, told });
                many(source, swept, progress, observers)
            }
            Next::Enumerated(cases, numbers) => {
                let cases = cases.batch();
                let told = observers.told(numbers.start);
                let swept = bench.evaluator.run(Batch { cases, numbers, told });
                many(source, swept, progress, observers)
            }
            Next::One(input) => {
                let evaluation = bench.run(input);
                one(source, evaluation, progress, observers)
            }
            Next::Ran(evaluation) => one(source, evaluation, progress, observers),
        };
        bench.warnings.append(&mut progress.tally.complaints);
        if let Some(end) = end {
            return end;
        }
        most = None;
    }
    End::Nothing(progress.verdict())
}

/// What came of a batch; the end, if one of its cases failed or nothing can be said about it.
fn many(
    source: &mut dyn CaseSource,
    mut swept: Swept,
    progress: &mut Progress,
    observers: &mut Observers,
) -> Option<End> {
    if !observers.is_empty() {
        let kept = std::mem::take(&mut swept.seen);
        observers.cases(source.name(), swept.ran, swept.failed.is_some(), kept);
    }
    let (problem, failed, fault) = (swept.problem.clone(), swept.failed, swept.fault.take());
    let choices = swept.choices.take();
    source.swept(swept, progress);
    if let Some(problem) = problem {
        return Some(End::Nothing(Verdict::Unknown(problem)));
    }
    let found = source.found(progress);
    let case = match (failed?, &found) {
        (number, Found::Random(_)) => CaughtCase::Random(number),
        _ => CaughtCase::Choices(choices.map(|choices| *choices).unwrap_or_default()),
    };
    Some(End::Caught(Caught { found, case, fault }))
}

/// What came of a single case; the end, if it failed or nothing can be said about it.
fn one(
    source: &mut dyn CaseSource,
    mut evaluation: Evaluation,
    progress: &mut Progress,
    observers: &mut Observers,
) -> Option<End> {
    if !observers.is_empty() {
        observers.case(source.name(), evaluation.observed());
    }
    if let Some(problem) = evaluation.problem.take() {
        return Some(End::Nothing(Verdict::Unknown(problem)));
    }
    source.ran(&mut evaluation, progress);
    match evaluation.ended {
        Ended::Failed(fault) => {
            let found = source.found(progress);
            Some(End::Found(Suspect { found, choices: evaluation.choices, fault: *fault, number: None }))
        }
        Ended::Passed | Ended::Rejected | Ended::Skipped => None,
    }
}

/// The clock or the user stops the search.
fn stopped(bench: &mut Bench<'_>, progress: &mut Progress, sources: &mut [Box<dyn CaseSource>]) -> End {
    let is_late = !interrupt::is_requested();
    progress.tally.statistics.out_of_time |= is_late;
    let end = sources.iter_mut().find_map(|source| source.stopped(bench, progress, is_late));
    bench.warnings.append(&mut progress.tally.complaints);
    match end {
        _ if !is_late => End::Nothing(Verdict::Unknown(Problem::Interrupted)),
        Some(end) => end,
        None => End::Nothing(progress.verdict()),
    }
}
