//! Enumerated cases, smallest first: all of them if they are few, else the first ones, before or instead of random ones.
//!
//! All are run, and nothing else, if there are no more than were asked for. Otherwise the first ones (a hundred, or one in ten of those asked for if that is fewer) take
//! turns with random ones (`beside`). A generator that has a strategy of its own (`Shape::Steered`) keeps it, and nothing is enumerated before it.
//! What is known only by running it, a tree of choices, is run a second time before it is called all there is: what one
//! case leaves to the next may hide the rest.

use astragal_core::{Shape, Space};

use super::pace::Pace;
use super::smallest::{FIRST, Smallest, countable, walked};
use super::{CaseSource, Next, usage};
use crate::config::{Exhaustive, Phase};
use crate::evaluate::{Batch, Evaluator, Fault, Swept};
use crate::report::{EnumeratedCases, Found, Problem, Verdict};
use crate::runner::Suspect;
use crate::runner::bench::Bench;
use crate::runner::effort::Part;
use crate::runner::progress::Progress;
use crate::runner::search::End;
use crate::statistics::Answer;

/// Cases of more parts than this are not enumerated unless the user asks for it.
const MOST_PARTS: u64 = 64;
/// After at most this many cases the search looks at the clock.
const AT_ONCE: u64 = 256;

pub(super) fn source() -> Box<dyn CaseSource> {
    Box::new(Enumerated(None))
}

/// See the module.
struct Enumerated(Option<Running>);

/// An enumeration under way.
struct Running {
    cases: Smallest,
    most: u64,
    then: Then,
    all: Swept,
    pace: Pace,
    /// How many cases the last batch was to have.
    at_once: u64,
    is_over: bool,
    /// Whether a size is a depth.
    by_depth: bool,
    /// Which case failed, counted from 1.
    failed: u64,
}

/// What follows if the enumerated cases are not all there are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Then {
    /// Nothing: they were asked for.
    Nothing,
    /// Random cases, after this many enumerated ones.
    Random { first: u64 },
}

impl CaseSource for Enumerated {
    fn name(&self) -> &'static str {
        "enumerated"
    }

    fn next(&mut self, bench: &mut Bench<'_>, progress: &mut Progress, _most: Option<u64>) -> Next<'_> {
        if self.0.is_none() {
            match begin(bench, progress) {
                Ok(begun) => self.0 = begun,
                Err(why) => {
                    let wanted = bench.values.exhaustive;
                    return Next::End(usage(format!("`exhaustive = {wanted}` cannot be done: {why}")));
                }
            }
        }
        if let Some(running) = self.0.take_if(|running| running.is_over || running.left(progress.asked) == 0) {
            let then = running.then;
            return running.end(bench, progress, then).map_or(Next::Over, Next::End);
        }
        let Some(running) = &mut self.0 else { return Next::Over };
        let ran = running.all.ran;
        running.at_once = running.pace.begin().min(running.left(progress.asked));
        Next::Enumerated(&mut running.cases, ran..ran + running.at_once)
    }

    fn swept(&mut self, swept: Swept, progress: &mut Progress) {
        let Some(running) = &mut self.0 else { return };
        running.pace.end(swept.ran);
        running.is_over = swept.ran < running.at_once;
        if running.is_over && swept.failed.is_none() {
            running.cases.are_over();
        }
        running.all.absorb(swept);
        if running.all.failed.is_some() || running.all.problem.is_some() {
            running.failed = running.all.ran + 1;
            let ran = running.all.ran + u64::from(running.all.failed.is_some());
            progress.tally.enumerated(std::mem::take(&mut running.all));
            progress.tally.statistics.enumerated = Some(running.enumerated(ran));
        }
    }

    fn found(&self, _progress: &Progress) -> Found {
        Found::Exhaustive(self.0.as_ref().map_or(0, |running| running.failed))
    }

    fn stopped(&mut self, bench: &mut Bench<'_>, progress: &mut Progress, is_late: bool) -> Option<End> {
        let running = self.0.take()?;
        if is_late {
            return running.end(bench, progress, Then::Nothing);
        }
        progress.tally.enumerated(running.all);
        None
    }
}

/// Begins to enumerate, if that is to be done before any random case; else why it cannot be done.
fn begin(bench: &mut Bench<'_>, progress: &mut Progress) -> Result<Option<Running>, String> {
    // Growth begins with the smallest cases as well.
    let first = if bench.values.growth > 0.0 { 0 } else { FIRST.min(progress.asked / 10) };
    let wanted = bench.values.exhaustive;
    let space = bench.job.space.as_ref();
    if wanted == Exhaustive::Auto
        && space.is_some_and(|space| is_steered(space) || is_large(space) || has_excluded(space))
    {
        return Ok(None);
    }
    let is_lazy = space.is_some_and(has_lazy_parts);
    // A depth is known of whole values alone.
    let cases = match wanted {
        Exhaustive::Depth(_) => countable(bench)?,
        _ if is_lazy => walked(bench),
        _ => countable(bench).unwrap_or_else(|_| walked(bench)),
    };
    let (most, then) = match wanted {
        Exhaustive::First(most) => (most, Then::Nothing),
        Exhaustive::Size(_) | Exhaustive::Depth(_) => (u64::MAX, Then::Nothing),
        // Where nothing is known of the cases before they run, none comes before the random ones unless all do.
        Exhaustive::Auto if !cases.are_known() && !is_lazy => (u64::MAX, Then::Random { first: 0 }),
        Exhaustive::Auto => (u64::MAX, Then::Random { first }),
    };
    if let Then::Random { first } = then {
        if bench.wants(Phase::Random) && cases.are_known() && cases.are_more_than(progress.asked) {
            progress.beside = Some((cases, first));
            return Ok(None);
        }
    }
    let (all, pace) = (Swept::default(), Pace::new(AT_ONCE));
    let by_depth = matches!(wanted, Exhaustive::Depth(_));
    Ok(Some(Running { cases, most, then, all, pace, at_once: 0, is_over: false, by_depth, failed: 0 }))
}

impl Running {
    /// How many cases are to be run yet. To know that these are all, one must look for another one.
    fn left(&self, asked: u64) -> u64 {
        let most = match self.then {
            Then::Random { first } if self.cases.are_more_than(asked) => first,
            Then::Random { .. } => asked.saturating_add(1),
            Then::Nothing => self.most,
        };
        most.saturating_sub(self.all.ran)
    }

    /// What is reported of this many enumerated cases.
    fn enumerated(&self, ran: u64) -> EnumeratedCases {
        EnumeratedCases { cases: ran, all_up_to: self.cases.complete_size(), by_depth: self.by_depth }
    }

    /// All that were asked for have passed, or all for which there was time.
    fn end(self, bench: &mut Bench<'_>, progress: &mut Progress, then: Then) -> Option<End> {
        let ran = self.all.ran;
        let enumerated = self.enumerated(ran);
        let Running { cases, mut all, .. } = self;
        let are_all = cases.are_all();
        let is_first = match then {
            // They seemed to be all, and were not: that is not a way to choose a few.
            Then::Random { first } if !are_all && ran > first => return None,
            // Requirements are about random cases, which may have weights.
            Then::Random { .. } => !are_all || all.said.iter().any(|said| said.coverage.clone().look() != Answer::Met),
            Then::Nothing => false,
        };
        if is_first {
            // Enumerated cases are not a random sample, so they say nothing about shares.
            all.said.iter_mut().for_each(|said| said.coverage.forget());
        }
        let rejected = all.rejected + all.overruns;
        progress.passed = progress.tally.enumerated(all);
        progress.tally.coverage.look();
        let statistics = &mut progress.tally.statistics;
        statistics.on_demand = cases.are_on_demand();
        statistics.enumerated = Some(enumerated);
        if is_first || statistics.cases == 0 {
            // If all were rejected, random cases will tell by what.
            return None;
        }
        if !are_all {
            return Some(End::Nothing(Verdict::Passed));
        }
        Some(are_the_same_again(bench, &cases, ran, rejected).unwrap_or(End::Nothing(Verdict::PassedExhaustively)))
    }
}

/// Where cases are known only by running them, those that are left may be hidden by what earlier ones left behind. So all are
/// run once more before they are called all there are: the end, if that differs.
fn are_the_same_again(bench: &mut Bench<'_>, cases: &Smallest, ran: u64, rejected: u64) -> Option<End> {
    let digest = cases.digest()?;
    let mut again = walked(bench);
    bench.evaluator.begin(Part::Confirming);
    let numbers = 0..ran.saturating_add(1);
    let swept = bench.evaluator.run(Batch { cases: again.batch(), numbers, told: None });
    if let Some(problem) = swept.problem {
        return Some(End::Nothing(Verdict::Unknown(problem)));
    }
    if let Some(fault) = swept.fault {
        let (found, fault) = (Found::Exhaustive(swept.ran + 1), Fault::like(&fault));
        let choices = swept.choices.map(|choices| *choices).unwrap_or_default();
        return Some(End::Flaky(Suspect { found, choices, fault, number: None }, (1, 2)));
    }
    if again.digest() == Some(digest) && (swept.ran, swept.rejected + swept.overruns) == (ran, rejected) {
        return None;
    }
    let message = "the property is not a function of what it draws: when its cases were run again, they made other choices. \
                   Does it depend on state that one case leaves to the next, on time, or on the order of a `HashMap`?";
    Some(End::Nothing(Verdict::Unknown(Problem::NotDeterministic(message.into()))))
}

/// Whether cases are drawn by a strategy that a generator names: then enumerated ones are not those that are meant.
fn is_steered(space: &Space) -> bool {
    space.nodes().any(|(_, shape)| matches!(shape, Shape::Steered { .. }))
}

/// Whether a user gave a branch the weight zero: chance never takes it, and an enumeration would.
fn has_excluded(space: &Space) -> bool {
    let is_excluded =
        |shape: &Shape| matches!(shape, Shape::Sum { arms, .. } if arms.iter().any(|arm| arm.weight == 0));
    space.nodes().any(|(_, shape)| is_excluded(shape))
}

/// Whether even the simplest case has many parts. Then enumerated ones are not small, and to count them takes long.
fn is_large(space: &Space) -> bool {
    space.least_choices().is_none_or(|least| least > MOST_PARTS)
}

/// Whether parts are drawn on demand, when the property forces them.
fn has_lazy_parts(space: &Space) -> bool {
    space.nodes().any(|(_, shape)| matches!(shape, Shape::Lazy { .. }))
}
