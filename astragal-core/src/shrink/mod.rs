//! Shrinking: from a failing case to the simplest one of the same bug, by rewriting its choices.

mod branch;
mod descend;
mod edit;
mod judge;
mod lower;
mod merge;
mod minimise;
mod order;
mod prune;
mod renumber;
mod search;
mod shape;
mod tail;
mod together;
mod zero;

use std::fmt;
use std::ops::Range;
use std::time::Duration;

use crate::choices::Choices;
pub use judge::{Judge, Judgement};
use search::Search;

/// An improvement, on the way to the simplest case.
#[derive(Debug)]
pub struct Step<'a> {
    /// The name of the pass that found it.
    pub pass: &'static str,
    /// The simplest failing case so far.
    pub choices: &'a Choices,
    /// How often the property ran until now.
    pub evaluations: u64,
}

/// What came of shrinking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shrunk {
    /// The simplest failing case that was found.
    pub choices: Choices,
    /// How often the property ran.
    pub evaluations: u64,
    /// How often a value was drawn, whether or not the property ran on it.
    pub draws: u64,
    /// How many improvements there were.
    pub steps: u64,
    /// Whether no pass could improve it any more. If not, a limit was reached before.
    pub finished: bool,
}

/// Looks for the simplest case of a bug, starting from a failing one.
pub struct Shrinker<'a> {
    start: Choices,
    evaluations: u64,
    time: Option<Duration>,
    held: Vec<Range<usize>>,
    stop_when: Option<&'a dyn Fn() -> bool>,
    on_progress: Option<&'a mut dyn FnMut(&Step<'_>)>,
}

/// One way to look for simpler cases, and its name.
type Pass = (&'static str, fn(&mut Search<'_>));

/// Fewer and simpler parts.
const STRUCTURE: &[Pass] = &[
    ("zero everything", zero::all),
    ("merge lists", merge::lists),
    ("delete elements", prune::elements),
    ("zero spans", zero::spans),
    ("replace by nested", descend::nested),
    ("simpler branch", branch::simpler),
    ("delete units", prune::units),
    ("delete in step", prune::in_step),
    ("delete and renumber", renumber::elements),
];
/// Several numbers together, before any of them alone: otherwise pairs creep down by ones.
const TOGETHER: &[Pass] = &[
    ("zero numbers", zero::numbers),
    ("lower equal numbers", together::equal),
    ("small numbers", lower::to_small),
    ("absorb elements", prune::absorb),
    ("lower pairs", together::pairs),
];
/// One number at a time, and the order of things.
const SINGLE: &[Pass] = &[
    ("lower numbers", lower::each),
    ("sort", order::siblings),
    ("relocate", order::relocate),
    ("replace by simpler", descend::elsewhere),
];
/// What costs more, where nothing else helps.
const LAST: &[Pass] = &[("enumerate", tail::enumerate)];

impl<'a> Shrinker<'a> {
    /// Starts from a failing case, as it was recorded.
    pub fn new(start: Choices) -> Shrinker<'a> {
        Shrinker { start, evaluations: u64::MAX, time: None, held: Vec::new(), stop_when: None, on_progress: None }
    }

    /// Runs the property at most so often.
    pub fn evaluations(mut self, limit: u64) -> Self {
        self.evaluations = limit;
        self
    }

    /// Takes at most about so long: the run that is under way is not interrupted.
    pub fn time(mut self, limit: Duration) -> Self {
        self.time = Some(limit);
        self
    }

    /// Stops as soon as the function says so, with the best case so far.
    pub fn stop_when(mut self, stop: &'a dyn Fn() -> bool) -> Self {
        self.stop_when = Some(stop);
        self
    }

    /// Leaves the choices in these ranges as they are, in order to shrink the other parts only.
    pub fn hold(mut self, choices: impl IntoIterator<Item = Range<usize>>) -> Self {
        self.held.extend(choices);
        self
    }

    /// Calls a function at each improvement: to store the best case so far, or to show how the case evolved.
    pub fn on_progress(mut self, function: &'a mut dyn FnMut(&Step<'_>)) -> Self {
        self.on_progress = Some(function);
        self
    }

    /// Shrinks.
    pub fn run(self, judge: &mut dyn Judge) -> Shrunk {
        let mut search = Search::new(self, judge);
        loop {
            let steps = search.steps();
            fixed_point(&mut search, STRUCTURE);
            run_each(&mut search, TOGETHER);
            run_each(&mut search, SINGLE);
            if search.steps() == steps {
                run_each(&mut search, LAST);
            }
            if search.steps() == steps || search.is_over() {
                return search.finish();
            }
        }
    }
}

fn run_each(search: &mut Search<'_>, passes: &[Pass]) {
    passes.iter().for_each(|pass| search.run(pass));
}

fn fixed_point(search: &mut Search<'_>, passes: &[Pass]) {
    loop {
        let steps = search.steps();
        run_each(search, passes);
        if search.steps() == steps {
            return;
        }
    }
}

impl fmt::Debug for Shrinker<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shrinker").field("start", &self.start).field("held", &self.held).finish_non_exhaustive()
    }
}
