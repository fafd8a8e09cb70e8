//! Case sources, which say what is tried next: the trait, and the list of all of them.
//!
//! A source proposes cases, gets their outcomes, and says when there are no more. Which of them run, and when, is decided by
//! the [search](super::search), which asks the sources in the order of [`SOURCES`]: each says what to run now, or that its turn comes
//! after some more cases of the others. A source keeps its turn until it says so. So turns are a matter of counts, and the clock can only stop them.
//!
//! A new source is a file in here and a line in that list.

mod beside;
mod by_text;
mod enumerated;
mod examples;
#[cfg(feature = "growth")]
mod grown;
#[cfg(not(feature = "growth"))]
#[path = "ungrown.rs"]
mod grown;
mod guided;
mod pace;
mod pending;
mod pinned;
mod random;
mod realign;
mod replayed;
mod smallest;
mod stored;
mod targeted;
mod token;

use std::ops::Range;

use super::bench::Bench;
use super::progress::Progress;
use super::search::End;
use crate::config::Phase;
use crate::evaluate::{Evaluation, Input, Swept};
use crate::report::{Found, Problem, Verdict};
pub(crate) use pinned::Pin;
pub(super) use replayed::replayed;
pub(super) use smallest::{Smallest, first_enumerated};

/// Makes a source for a run.
type MakeSource = fn() -> Box<dyn CaseSource>;

/// Where cases come from, in the order in which they are asked; and the phase by which a user leaves them out.
const SOURCES: &[(Phase, MakeSource)] = &[
    (Phase::Regressions, pending::source),
    (Phase::Regressions, pinned::source),
    (Phase::Regressions, stored::source),
    (Phase::Examples, examples::source),
    (Phase::Exhaustive, enumerated::source),
    (Phase::Random, targeted::source),
    (Phase::Random, beside::source),
    (Phase::Random, grown::source),
    (Phase::Random, random::source),
    (Phase::Random, guided::source),
];

/// The sources of a run.
pub(super) fn sources(bench: &Bench<'_>) -> Vec<Box<dyn CaseSource>> {
    SOURCES.iter().filter(|(phase, _)| bench.wants(*phase)).map(|(_, source)| source()).collect()
}

/// Proposes cases.
pub(super) trait CaseSource {
    /// The name of the source, for observers.
    fn name(&self) -> &'static str;

    /// What to do next. A source keeps its turn, in which it is asked without `most`, as long as it has cases. The turn of one
    /// before it comes after `most` cases at the earliest.
    fn next(&mut self, bench: &mut Bench<'_>, progress: &mut Progress, most: Option<u64>) -> Next<'_>;

    /// What came of a batch: it is counted.
    fn swept(&mut self, _swept: Swept, _progress: &mut Progress) {}

    /// What came of a single case: it is counted.
    fn ran(&mut self, evaluation: &mut Evaluation, progress: &mut Progress) {
        progress.tally.one(evaluation);
    }

    /// How the case that failed was found, after it was counted: unless a report has words of its own for it, by this source.
    fn found(&self, _progress: &Progress) -> Found {
        Found::Source(self.name())
    }

    /// The run stops here, because it is late or interrupted. How it ends, if this source can tell.
    fn stopped(&mut self, _bench: &mut Bench<'_>, _progress: &mut Progress, _is_late: bool) -> Option<End> {
        None
    }
}

/// What a source wants next.
pub(super) enum Next<'c> {
    /// The random cases of these numbers are run.
    Random(Range<u64>),
    /// The next cases of an enumeration are run, which have these numbers.
    Enumerated(&'c mut Smallest, Range<u64>),
    /// A single case is run for what it is.
    One(Input<'c>),
    /// A single case was run by the source, which had to look at it first.
    Ran(Evaluation),
    /// Nothing before at least this many more cases of other sources.
    After(u64),
    /// Nothing any more.
    Over,
    /// The search is over.
    End(End),
}

/// The search ends without a failing case.
fn end(verdict: Verdict) -> Next<'static> {
    Next::End(End::Nothing(verdict))
}

/// The search ends with a usage error.
fn usage(message: String) -> End {
    End::Nothing(Verdict::Unknown(Problem::Usage { message, place: None }))
}

/// The end for a case of which nothing can be said. A usage error that comes of this case, and not of the simplest one, names it.
fn cannot_be_run(bench: &mut Bench<'_>, problem: Problem, name: impl FnOnce() -> String) -> End {
    let Problem::Usage { message, place } = problem else { return End::Nothing(Verdict::Unknown(problem)) };
    let simplest = bench.run(Input::Choices(&astragal_core::Choices::default()));
    let message = if simplest.problem.is_none() { format!("{} cannot be run: {message}", name()) } else { message };
    End::Nothing(Verdict::Unknown(Problem::Usage { message, place }))
}
