//! Searches for a value that leads the code under test to a place: smallest first, and refined only where the code forces it.

use std::borrow::Cow;
use std::fmt;

use astragal_core::__private::debug_text;
use astragal_core::{Choices, Draw, Paths, Place, Reason, Source, Unseen};

use super::search::misused;
use super::{Among, among};
use crate::config::Exhaustive;
use crate::evaluate::own_problem;
use crate::property::panics::{self, Quiet};
use crate::property::{Complaint, Outcome, context, marks};
use crate::report::{Origin, Problem};
use crate::statistics::grouped;

/// How many runs there are unless it is set.
const RUNS: u64 = 10_000;

/// Searches for a value that leads the code under test to the place that is marked `reach!("label")`.
///
/// It runs the code on value after value, smallest first, up to the first that comes to the place; up to 10,000 runs, unless
/// [`among`] says otherwise. A part that is [`Lazy`](astragal_core::Lazy) is drawn where the code forces it: values that differ only in
/// what it does not force are settled by one run, so that a place behind many conditions is found in few. A generator of whole values is
/// searched too, and those are simply enumerated.
///
/// ```
/// use astragal::generators::{LazyList, lazy_list_of};
/// use astragal::prelude::*;
/// use astragal::{reach, spaces};
///
/// /// Whether a text begins with a word, letter by letter.
/// fn begins_with(text: &LazyList<char>, word: &str) -> bool {
///     let mut letters = text.iter();
///     for wanted in word.chars() {
///         if letters.next().is_none_or(|letter| **letter != wanted) {
///             return false;
///         }
///     }
///     reach!("recognized");
///     true
/// }
///
/// // Of 26 letters there are 11,881,376 words of five.
/// let texts = lazy_list_of('a'..='z');
/// let found = spaces::reach(&texts, "recognized", |text| begins_with(text, "break"));
/// assert_eq!(format!("{:?}", found.value().unwrap()), "['b', 'r', 'e', 'a', 'k', ..]");
/// assert_eq!(found.runs(), 93);
///
/// // No letter is a capital: all texts were tried.
/// let found = spaces::reach(&texts, "recognized", |text| begins_with(text, "Break"));
/// assert!(!found.is_reached() && found.is_complete());
/// ```
///
/// The run ends where the place is reached, by unwinding. That the code panics before is not a failure here. What it returns is ignored.
///
/// [`cover!`](macro@crate::cover) asks how often random cases are of a kind, and `target!` leads random cases towards something that
/// is measured. Use `reach!` to know whether a place can be reached at all, and by which value. A test requires it with
/// [`expect_reached`](Reached::expect_reached), and a property by returning the answer.
///
/// In a property, a misconfigured generator is a usage error, not a counterexample. Elsewhere it is a panic.
#[track_caller]
pub fn reach<G: Draw, R>(generator: G, label: &str, code: impl Fn(&G::Value) -> R) -> Reached<G::Value> {
    among(Exhaustive::Auto).reach(generator, label, code)
}

/// Whether a value leads to a place. See [`reach`].
///
/// Its text says which, or how far was searched; it is the message of a property that returns it and fails.
#[derive(Clone, Debug)]
#[must_use = "whether the place was reached is in the answer: `is_reached()`, `expect_reached()`, or return it from the property"]
pub struct Reached<T> {
    label: String,
    found: Option<(T, Choices)>,
    runs: u64,
    rejected: u64,
    panicked: u64,
    is_complete: bool,
    /// An assumption did not hold, so nothing is asked.
    is_neutral: bool,
    passed: Vec<&'static str>,
}

impl<T> Reached<T> {
    fn of(label: &str) -> Reached<T> {
        let (found, passed) = (None, Vec::new());
        let (runs, rejected, panicked, is_complete, is_neutral) = (0, 0, 0, false, false);
        Reached { label: label.into(), found, runs, rejected, panicked, is_complete, is_neutral, passed }
    }

    /// Whether the place was reached.
    pub fn is_reached(&self) -> bool {
        self.is_neutral || self.found.is_some()
    }

    /// The smallest value that leads to the place, with those lazy parts that the code forces on the way.
    pub fn value(&self) -> Option<&T> {
        self.found.as_ref().map(|(value, _)| value)
    }

    /// The choices of the value. Parts that were not forced are the simplest.
    pub fn choices(&self) -> Option<&Choices> {
        self.found.as_ref().map(|(_, choices)| choices)
    }

    /// How often the code was run.
    pub fn runs(&self) -> u64 {
        self.runs
    }

    /// Whether all values were tried: then a place that was not reached cannot be.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// The labels of other places that were reached on the way, in the order in which they first were.
    pub fn passed(&self) -> &[&'static str] {
        &self.passed
    }
}

impl<T: fmt::Debug> Reached<T> {
    /// The smallest value that leads to the place.
    ///
    /// # Panics
    /// If the place was not reached: it says how far was searched, at the place of the caller.
    #[track_caller]
    pub fn expect_reached(mut self) -> T {
        match self.found.take() {
            Some((value, _)) => value,
            None => {
                let text = self.to_string();
                panic!("{text}")
            }
        }
    }
}

impl<T: fmt::Debug> fmt::Display for Reached<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Reached { label, runs, .. } = self;
        if self.is_neutral {
            return f.write_str("an assumption did not hold");
        }
        if let Some((value, _)) = &self.found {
            return write!(f, "{} reaches {label:?}, in run {}", debug_text(value), grouped(*runs));
        }
        let plural = if *runs == 1 { "" } else { "s" };
        let runs = grouped(*runs);
        match self.is_complete {
            true => write!(f, "nothing reaches {label:?}: all values were tried, in {runs} run{plural}")?,
            false => {
                write!(f, "nothing was found that reaches {label:?} in {runs} run{plural}, and there are other values")?
            }
        }
        for (count, what) in [(self.rejected, "values were rejected"), (self.panicked, "runs panicked")] {
            if count > 0 {
                write!(f, "; {} {what}", grouped(count))?;
            }
        }
        if self.passed.is_empty() {
            return f.write_str("; no `reach!` was run on this thread");
        }
        let passed: Vec<String> = self.passed.iter().map(|label| format!("{label:?}")).collect();
        write!(f, "; reached on the way: {}", passed.join(", "))
    }
}

impl<T: fmt::Debug> Outcome for Reached<T> {
    fn neutral() -> Reached<T> {
        Reached { is_neutral: true, ..Reached::of("") }
    }

    fn judge(self) -> Result<(), Complaint> {
        match self.is_reached() {
            true => Ok(()),
            false => Err(Complaint { origin: Origin::ReturnedFalse, message: self.to_string() }),
        }
    }
}

impl Among {
    /// As the function [`reach`]. The bound is how many runs there are, or the largest size of a value: the sum of the choices that are
    /// asked for. Depth is not a bound here, because it is not known of a value that is drawn on demand.
    #[track_caller]
    pub fn reach<G: Draw, R>(self, generator: G, label: &str, code: impl Fn(&G::Value) -> R) -> Reached<G::Value> {
        let (paths, most) = match self.0 {
            Exhaustive::Auto => (Paths::smallest_first(RUNS), RUNS),
            Exhaustive::First(most) => (Paths::smallest_first(most), most),
            Exhaustive::Size(size) => (Paths::up_to_size(size as u64), u64::MAX),
            Exhaustive::Depth(_) => {
                let message =
                    Cow::Borrowed("a search for a place has no bound of depth: its values are drawn on demand");
                misused(Reason::Usage { place: Some(Place::here()), message })
            }
        };
        match search(&generator, label, code, paths, most) {
            Ok(reached) => reached,
            Err(reason) => misused(reason),
        }
    }
}

/// How one run ended.
enum Run<T> {
    Reached(T),
    Elsewhere,
    Rejected,
    Panicked,
}

fn search<G: Draw, R>(
    generator: &G,
    label: &str,
    code: impl Fn(&G::Value) -> R,
    mut paths: Paths,
    most: u64,
) -> Result<Reached<G::Value>, Reason> {
    let mut reached = Reached::of(label);
    let _quiet = Quiet::new();
    let mut run = |source: &mut Source| -> Result<Run<G::Value>, Reason> {
        let value = match panics::catch(|| generator.draw(source)) {
            Ok(Ok(value)) => value,
            Ok(Err(_)) => return rejected(source),
            Err(thrown) => return unwound(&thrown, source),
        };
        let work = || panics::catch(|| context::of_one_value(|| drop(code(&value))));
        let (ended, marks) = marks::looking_for(label, work);
        for passed in marks.passed {
            if !reached.passed.contains(&passed) {
                reached.passed.push(passed);
            }
        }
        match ended {
            _ if marks.is_reached => Ok(Run::Reached(value)),
            Ok(Some(())) => Ok(Run::Elsewhere),
            Ok(None) => Ok(Run::Rejected),
            Err(thrown) => unwound(&thrown, source),
        }
    };
    let mut source = paths.source();
    let (mut runs, mut rejections, mut panicked, mut is_found) = (0, 0, 0, false);
    while !is_found && paths.next_case(&mut source) && runs + rejections < most {
        match run(&mut source)? {
            Run::Rejected => rejections += 1,
            ended => {
                runs += 1;
                panicked += u64::from(matches!(ended, Run::Panicked));
                is_found = matches!(ended, Run::Reached(_));
            }
        }
    }
    if is_found {
        // Once more, and written down.
        let mut source = paths.recording_again();
        let Run::Reached(value) = run(&mut source)? else {
            let message =
                "the code is not a function of the value: it came to the place, and then did not come there again";
            return Err(Reason::Usage { place: None, message: Cow::Borrowed(message) });
        };
        reached.found = Some((value, source.end_recording(Unseen::Simplest)));
    }
    let is_complete = paths.is_complete();
    Ok(Reached { runs, rejected: rejections, panicked, is_complete, ..reached })
}

/// A generator gave no value.
fn rejected<T>(source: &Source) -> Result<Run<T>, Reason> {
    match source.reason() {
        Some(reason @ Reason::Usage { .. }) => Err(reason.clone()),
        _ => Ok(Run::Rejected),
    }
}

/// The code was left by unwinding.
fn unwound<T>(thrown: &panics::Thrown, source: &mut Source) -> Result<Run<T>, Reason> {
    if panics::is_rejection(thrown, source) {
        return rejected(source);
    }
    match own_problem(thrown) {
        Some(Problem::Usage { message, place }) => Err(Reason::Usage { place, message: message.into() }),
        Some(problem) => Err(Reason::Usage { place: None, message: problem.to_string().into() }),
        None => Ok(Run::Panicked),
    }
}
