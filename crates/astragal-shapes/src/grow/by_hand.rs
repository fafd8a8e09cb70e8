//! Growth by hand: start values and steps that a user wrote.

use std::fmt::{self, Debug};
use std::sync::Arc;

use super::{Grow, Growing};
use astragal_core::{Label, Place, Reject, Source};

/// How many start values are tried, and how many values of one step: both may be infinite.
const MANY: usize = 1_000;

/// What one step makes of a value.
type Function<'a, T> = dyn Fn(&T) -> Vec<T> + Send + Sync + 'a;

/// Start values and steps. See [`grow`].
pub struct ByHand<'a, T> {
    starts: Vec<T>,
    steps: Vec<(&'static str, Arc<Function<'a, T>>)>,
    place: Place,
}

/// Values that grow from start values by labeled steps.
///
/// The start values are the equivalence classes: one of each, the simplest first. The steps lead to their neighbors, and
/// may go anywhere: growth goes breadth first, and takes no value twice. (Two values are the same if they print the same.)
///
/// ```
/// use astragal::shapes::grow;
/// use astragal::prelude::*;
///
/// let versions = grow(["0.0.1", "1.0.0"].map(str::to_string))
///     .step("pre-release", |version| format!("{version}-rc"))
///     .steps("shorter", |version| version.rsplit_once('.').map(|(start, _)| start.to_string()));
/// let enumerated: Vec<String> = versions.breadth_first().take(6).map(|version| version.into_value()).collect();
/// assert_eq!(enumerated, ["0.0.1", "1.0.0", "0.0.1-rc", "0.0", "1.0.0-rc", "1.0"]);
/// ```
///
/// As a generator it shrinks to the shortest path that fails:
///
/// ```
/// use astragal::Check;
/// use astragal::shapes::grow;
/// use astragal::prelude::*;
///
/// let numbers = grow([-1, 0, 1]).step("inc", |n| n + 1).step("dec", |n| n - 1).step("*3", |n| n * 3);
/// let report = Check::new().seed(1).run(numbers, |n| *n < 5);
/// assert_eq!(report.failures[0].minimal.drawn[0].text, "1 -> 2 -> 6 (seed, inc, *3)");
/// ```
///
/// At most a thousand start values are taken.
#[track_caller]
pub fn grow<'a, T: Clone + Debug>(starts: impl IntoIterator<Item = T>) -> Growing<ByHand<'a, T>> {
    let starts = starts.into_iter().take(MANY).collect();
    Growing::new(ByHand { starts, steps: Vec::new(), place: Place::here() })
}

impl<'a, T: Clone + Debug> Growing<ByHand<'a, T>> {
    /// A step that leads from a value to another.
    #[must_use]
    pub fn step(self, label: &'static str, function: impl Fn(&T) -> T + Send + Sync + 'a) -> Self {
        self.steps(label, move |value| [function(value)])
    }

    /// A step that leads from a value to many others, or to none: at most a thousand of them are taken.
    ///
    /// ```
    /// use astragal::shapes::grow;
    /// use astragal::prelude::*;
    ///
    /// let lists = grow([vec![]])
    ///     .steps("add", |list: &Vec<u8>| [0, 9].map(|n| [list.as_slice(), &[n]].concat()))
    ///     .steps("inc", |list| {
    ///         let list = list.clone();
    ///         (0..list.len()).map(move |at| {
    ///             let mut list = list.clone();
    ///             list[at] += 1;
    ///             list
    ///         })
    ///     });
    /// let ten = lists.breadth_first().find(|list| **list == [10]).unwrap();
    /// assert_eq!(format!("{ten:?}"), "[] -> [9] -> [10] (seed, add, inc)");
    /// ```
    #[must_use]
    pub fn steps<I>(mut self, label: &'static str, function: impl Fn(&T) -> I + Send + Sync + 'a) -> Self
    where
        I: IntoIterator<Item = T>,
    {
        let collected = move |value: &T| function(value).into_iter().take(MANY).collect();
        self.plant.steps.push((label, Arc::new(collected)));
        self
    }
}

impl<T: Clone + Debug> Grow for ByHand<'_, T> {
    type Value = T;
    type State = T;
    type Step = (&'static str, T);

    fn starts(&self) -> &[T] {
        &self.starts
    }

    fn no_start(&self, src: &mut Source) -> Reject {
        src.no_value(Some(self.place), "there is nothing to grow from: give at least one start value")
    }

    fn steps(&self, from: &T) -> Vec<(&'static str, T)> {
        let each = |(label, step): &(&'static str, Arc<Function<'_, T>>)| {
            let label = *label;
            step(from).into_iter().map(move |value| (label, value))
        };
        self.steps.iter().flat_map(each).collect()
    }

    fn take(&self, _from: &T, (label, value): (&'static str, T)) -> Option<(Label, T)> {
        Some((Label::from(label), value))
    }

    fn value(&self, state: &T) -> Option<T> {
        Some(state.clone())
    }
}

impl<T: Clone> Clone for ByHand<'_, T> {
    fn clone(&self) -> Self {
        ByHand { starts: self.starts.clone(), steps: self.steps.clone(), place: self.place }
    }
}

impl<T: Debug> Debug for ByHand<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let labels: Vec<_> = self.steps.iter().map(|(label, _)| label).collect();
        f.debug_struct("ByHand").field("starts", &self.starts).field("steps", &labels).finish()
    }
}
