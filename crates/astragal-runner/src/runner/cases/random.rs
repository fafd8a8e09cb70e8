//! Random cases of growing size, until there are enough.

use super::pace::Pace;
use super::{CaseSource, Next, end};
use crate::evaluate::Swept;
use crate::report::{Found, Problem, Verdict};
use crate::runner::bench::Bench;
use crate::runner::progress::Progress;
use crate::runner::search::End;
use crate::statistics::Answer;

/// If not one case in a hundred gets past the filters, one is 99 % sure of it after this many were rejected.
pub(super) const REJECTED_BEFORE_GIVING_UP: u64 = 459;
/// For each case that does get past, this many more may be rejected.
pub(super) const REJECTED_FOR_EACH_CASE: u64 = 150;
/// After at most this many cases the search looks at the clock.
const AT_ONCE: u64 = 1 << 20;
/// `cover!` may take this many times the cases that were asked for.
const PATIENCE_OF_COVER: u64 = 1_000;

pub(super) fn source() -> Box<dyn CaseSource> {
    Box::new(Random { pace: Pace::new(AT_ONCE), until: 0 })
}

/// See the module.
struct Random {
    pace: Pace,
    /// Up to this number the cases are run before anything else is decided.
    ///
    /// What comes next is decided only where one count has reached another, which is after the same case however fast the
    /// cases are and however many run at once: a stretch has at most as many cases as the nearest of these counts is away.
    until: u64,
}

impl CaseSource for Random {
    fn name(&self) -> &'static str {
        "random"
    }

    fn next(&mut self, bench: &mut Bench<'_>, progress: &mut Progress, most: Option<u64>) -> Next<'_> {
        if progress.drawn == self.until {
            let Some(most) = most else { return Next::After(0) };
            let stretch = if progress.is_enough() {
                let patience = progress.asked.saturating_mul(PATIENCE_OF_COVER);
                if progress.tally.coverage.look() != Answer::Unsure || progress.drawn >= patience {
                    return covered(bench, progress).map_or(Next::Over, end);
                }
                progress.asked
            } else {
                let patience = REJECTED_BEFORE_GIVING_UP + REJECTED_FOR_EACH_CASE * progress.passed;
                if progress.rejected >= patience {
                    progress.verdict = progress.tally.too_few(progress.passed, REJECTED_FOR_EACH_CASE);
                    return Next::Over;
                }
                most.min(progress.asked - progress.passed).min(patience - progress.rejected).max(1)
            };
            self.until += stretch;
        }
        let at_once = self.pace.begin().min(self.until - progress.drawn);
        Next::Random(progress.drawn..progress.drawn + at_once)
    }

    fn swept(&mut self, swept: Swept, progress: &mut Progress) {
        self.pace.end(swept.ran);
        progress.drawn += swept.ran;
        progress.rejected += swept.rejected + swept.overruns;
        progress.passed += progress.tally.random(swept);
    }

    fn found(&self, progress: &Progress) -> Found {
        Found::Random(progress.tally.statistics.cases)
    }

    fn stopped(&mut self, bench: &mut Bench<'_>, progress: &mut Progress, is_late: bool) -> Option<End> {
        if !is_late || progress.passed == 0 && progress.rejected == 0 {
            return None;
        }
        let verdict =
            covered(bench, progress).or_else(|| progress.tally.too_few(progress.passed, REJECTED_FOR_EACH_CASE));
        verdict.map(End::Nothing)
    }
}

/// What the requirements of `cover!` came to, unless they are met.
fn covered(bench: &mut Bench<'_>, progress: &mut Progress) -> Option<Verdict> {
    match progress.tally.coverage.look() {
        Answer::Met => None,
        Answer::Missed => Some(Verdict::Unknown(Problem::NotCovered(progress.tally.unmet()))),
        Answer::Unsure => {
            bench.warnings.push(format!("not sure yet: {}", progress.tally.unmet()));
            None
        }
    }
}
