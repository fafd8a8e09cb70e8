//! Shrinking: from a failing case to the simplest one of the same bug, by rewriting its choices.
//!
//! Simpler is one thing for every type: fewer choices, then smaller ones from left to right ([`Choices::shortlex`]). So a
//! shrinker knows no types. It rewrites a sequence and has it replayed; what comes out is a value of the generator, with
//! all its guarantees, and is taken if it is simpler and still fails. The aim is a *normal form*: from every failing case
//! of a bug to the same simplest one, since then a report shows nothing that does not matter.
//!
//! # How a pass is written
//!
//! A pass is a function that reads the best case and attempts others. Each is in a file of its own.
//!
//! - **Draw first, run only what is new and simpler.** A draw costs about a microsecond, a property anything. The judge
//!   asks before it runs, so a pass may propose what turns out to be nothing new; no sequence runs twice. A pass that guesses
//!   where a part begins has it run only if the draw took all that was proposed, no more and no less.
//! - **The sequence changes under it.** Every success replaces the best, and a replay may differ from what was proposed. So
//!   a pass keeps a position and looks anew at what is there; it keeps no structure across an attempt that succeeded.
//! - **It goes forward.** Every attempt, successful or not, brings it nearer to its end. It need not reach a fixed point of
//!   its own: all passes are repeated until none of them improves anything.
//! - **Many at once, then halves.** What can be done to many parts is tried on all; after a failure on half as many, after a
//!   success on twice as many. One part at a time is the end of it and not the beginning.
//! - **What costs little and gains much comes first.** Zeros everywhere, lists merged, elements deleted: each failure later
//!   on is then a failure on a small case.
//! - **Deterministic.** No chance and no order of a hash map: the same failure shrinks the same way.
//!
//! # The order of the passes
//!
//! Structure to a fixed point; then several numbers together; then single numbers and the order of parts; and again, until
//! nothing improves. If single numbers came first, two that depend on each other would creep down by ones. Last comes what is
//! seldom of use: a few more runs on a case that is small by then; and for tiny trees everything that is smaller.
//!
//! | pass | leads from | to |
//! | --- | --- | --- |
//! | `zero` | any part | the simplest of its kind |
//! | `merge` | `[[1], [2]]` | `[[1, 2]]` |
//! | `prune` | `[1, 2]` | `[2]`, also with a length that is elsewhere, in several lists in step, and two to four at once |
//! | `counted` | `for _ in 0..3` with draws in it | `for _ in 0..2` without those of one round; also loops in loops, which are joined too |
//! | `descend` | `Add(x, y)` | `x`, or another value of the type that is there already |
//! | `branch` | `IfElse(c, x, y)` | `If(c, y)`; and from `Obj({"k": Null})` to `Str("k")` |
//! | `renumber` | `[2, 2, 1]`, which are indices | `[1, 0]` |
//! | `absorb` | `[1, 899]` | `[900]` |
//! | `together` | `(1007, 1003)` | `(10, 6)`, and from `[Add(7), Remove(7)]` to `[Add(0), Remove(0)]` |
//! | `lower` | `1000` | `900` |
//! | `order` | `[2, 1]` | `[1, 2]`, also across parents |
//! | `rename` | `[Add(1), Add(0), Remove(1)]` | `[Add(0), Add(1), Remove(0)]` |
//! | `lift` | `([], [Return(x)])` | `([x], [])` |
//! | `alongside` | `("aaa a", 4)`, where the number goes with the length | `("a a", 2)` |
//! | `tail` | a tiny tree | a smaller one of another shape |

mod absorb;
mod alongside;
mod branch;
mod counted;
mod descend;
mod held;
mod judge;
mod lift;
mod lower;
mod merge;
mod minimise;
mod order;
mod prune;
mod rename;
mod renumber;
mod search;
mod seen;
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
///
/// ```
/// use astragal::Choices;
/// use astragal::prelude::*;
/// use astragal::shrink::{Judge, Judgement, Shrinker};
///
/// /// The property: no list has a sum above 100.
/// struct Sum;
///
/// impl Judge for Sum {
///     fn judge(&mut self, candidate: &Choices, worth: &mut dyn FnMut(&Choices) -> bool) -> Judgement {
///         match any::<Vec<u8>>().replay_and_record(candidate) {
///             Ok((list, drawn)) if worth(&drawn) => {
///                 let sum: u32 = list.iter().copied().map(u32::from).sum();
///                 if sum > 100 { Judgement::Fails(drawn) } else { Judgement::Passes }
///             }
///             _ => Judgement::Skipped,
///         }
///     }
/// }
///
/// let found = any::<Vec<u8>>().choices_of(&vec![3, 80, 0, 77, 200]).unwrap();
/// let shrunk = Shrinker::new(found).run(&mut Sum);
/// assert_eq!(any::<Vec<u8>>().replay(&shrunk.choices).unwrap(), [101]);
/// assert!(shrunk.finished && shrunk.evaluations < 50);
/// ```
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
    ("delete rounds", counted::rounds),
    ("delete in step", prune::in_step),
    ("delete and renumber", renumber::elements),
];
/// Several numbers together, before any of them alone: otherwise pairs creep down by ones. Elements are absorbed before
/// the small numbers are tried on each of those that are left.
const TOGETHER: &[Pass] = &[
    ("zero numbers", zero::numbers),
    ("lower equal numbers", together::equal),
    ("absorb elements", absorb::elements),
    ("small numbers", lower::to_small),
    ("lower pairs", together::pairs),
];
/// One number at a time, and the order of things.
const SINGLE: &[Pass] = &[
    ("lower numbers", lower::each),
    ("sort", order::siblings),
    ("relocate", order::relocate),
    ("rename", rename::by_first_use),
    ("lift parts", lift::parts),
    ("replace by simpler", descend::elsewhere),
    ("replace by nested, renumbered", descend::renumbered),
];
/// What costs more, where nothing else helps.
const LAST: &[Pass] = &[
    ("delete alongside", alongside::elements),
    ("simpler branch around a part", branch::around_part),
    ("delete other rounds", counted::other_rounds),
    ("join rounds", counted::joined),
    ("delete neighbours", prune::neighbours),
    ("enumerate", tail::enumerate),
];

impl<'a> Shrinker<'a> {
    /// Starts from a failing case, as it was recorded.
    pub fn new(start: Choices) -> Shrinker<'a> {
        Shrinker { start, evaluations: u64::MAX, time: None, held: Vec::new(), stop_when: None, on_progress: None }
    }

    /// Runs the property at most this often.
    pub fn evaluations(mut self, limit: u64) -> Self {
        self.evaluations = limit;
        self
    }

    /// Takes at most about this long: the run that is under way is not interrupted.
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
    ///
    /// What is held keeps its numbers and its order, and stays at the beginning or the end if it is there. Ranges that the
    /// sequence does not have are ignored.
    pub fn hold(mut self, choices: impl IntoIterator<Item = Range<usize>>) -> Self {
        self.held.extend(choices);
        self
    }

    /// Calls a function at each improvement: to store the best case so far, or to show how the case evolved.
    pub fn on_progress(mut self, function: &'a mut dyn FnMut(&Step<'_>)) -> Self {
        self.on_progress = Some(function);
        self
    }

    /// Shrinks, until nothing is simpler or a limit is reached.
    ///
    /// The start is drawn once, but the property runs on it only if what is drawn differs from it. If that does not fail,
    /// the start is given back, unfinished.
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

/// Each pass once.
fn run_each(search: &mut Search<'_>, passes: &[Pass]) {
    passes.iter().for_each(|pass| search.run(pass));
}

/// All passes, until none of them improves anything.
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
