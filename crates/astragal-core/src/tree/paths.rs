//! The paths of the tree of choices, one after the other; a run along one says what it asks for by asking.
//!
//! Each run is given a prefix and reads zeros after it, so it ends whatever happens, and no run is wasted on a path that
//! is then cut off. A prefix ends in a number above zero; so every path that can be told from others is the run of exactly
//! one prefix. Where too many paths wait for their turn the search goes depth first.

use std::cmp::Ordering;
use std::collections::VecDeque;
use std::fmt;
use std::rc::Rc;

use super::walk::SharedWalk;
use crate::choices::{Choice, Choices};
use crate::source::{OnDemand, Source, mix};

/// How many paths may wait for their turn.
const WAITING: usize = 1 << 15;
/// Of a longer path only the first choices are raised.
const LONGEST: usize = 1 << 12;

/// The choices that cases ask for: the tree of them, path by path.
///
/// A part that is [`Lazy`](crate::Lazy) takes no choice unless it is forced. So a case that is run along a path
/// represents all that differ only in what it did not force.
///
/// ```
/// use astragal::generators::lazy;
/// use astragal::prelude::*;
/// use astragal::spaces::Paths;
///
/// // A pair of digits, of which the second is looked at only if the first is 9.
/// let pairs = (lazy(0..=9u8), lazy(0..=9u8));
/// let mut paths = Paths::smallest_first(1_000);
/// let mut source = paths.source();
/// let mut runs = 0;
/// while paths.next_case(&mut source) {
///     let (first, second) = source.draw(&pairs);
///     assert!(*first < 9 || *second < 10);
///     runs += 1;
/// }
/// assert_eq!(runs, 9 + 10);
/// assert!(paths.is_complete());
/// ```
pub struct Paths {
    walk: SharedWalk,
    demand: Rc<OnDemand>,
    order: Order,
    /// The most that the order counts.
    bound: u64,
    /// How many paths may wait for their turn, and what happens to others.
    room: usize,
    others: Others,
    stage: Stage,
    /// How many choices the last run was given.
    given: usize,
    /// What the paths that wait have in common: where they are raised next, or their size.
    level: u64,
    waiting: VecDeque<Box<[Choice]>>,
    later: VecDeque<Box<[Choice]>>,
    raised: Option<Raised>,
    /// Whether there are paths that were or will be omitted.
    is_cut: bool,
    /// The path of the smallest case that was refuted.
    smallest: Option<Vec<Choice>>,
    /// How many paths there are if the choices of a run are independent: the most of all runs.
    estimate: u64,
    /// What all runs so far have asked for, in one number.
    digest: u64,
}

/// In which order prefixes are tried.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    /// By their length.
    Length,
    /// By the sum of their numbers.
    Sum,
}

/// What happens to paths for which there is no room.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Others {
    /// It is their turn at once.
    DepthFirst,
    /// They are omitted: their turn would never come.
    Dropped,
}

/// How the last run came about.
enum Stage {
    /// There was none.
    Start,
    /// All its choices were zero.
    First,
    /// A path that had waited was raised.
    Level,
    /// A path was raised for which there is no room, at this place or after it.
    Deep(usize),
    /// There is no more.
    Over,
}

/// A path that is being raised.
struct Raised {
    path: Box<[Choice]>,
    at: usize,
    /// The number that is there now.
    value: u64,
}

impl Paths {
    fn new(order: Order, bound: u64, room: usize, others: Others) -> Paths {
        let walk = SharedWalk::default();
        Paths {
            demand: walk.on_demand(),
            walk,
            order,
            bound,
            room,
            others,
            stage: Stage::Start,
            given: 0,
            level: 0,
            waiting: VecDeque::new(),
            later: VecDeque::new(),
            raised: None,
            is_cut: false,
            smallest: None,
            estimate: 0,
            digest: 0,
        }
    }

    /// All paths of which only the first `bound` choices are above zero; those with fewer such choices first.
    pub(super) fn by_choices(bound: usize, room: Option<usize>) -> Paths {
        Paths::new(Order::Length, bound as u64, room.unwrap_or(WAITING), Others::DepthFirst)
    }

    /// The `runs` smallest paths: the size of a path is the sum of its numbers. There are finitely many of each size.
    pub fn smallest_first(runs: u64) -> Paths {
        Paths::new(Order::Sum, u64::MAX, usize::try_from(runs).unwrap_or(usize::MAX), Others::Dropped)
    }

    /// All paths up to a size: see [`smallest_first`](Paths::smallest_first).
    ///
    /// ```
    /// use astragal::prelude::*;
    /// use astragal::spaces::Paths;
    ///
    /// let mut paths = Paths::up_to_size(3);
    /// let mut source = paths.source();
    /// let mut lists = Vec::new();
    /// while paths.next_case(&mut source) {
    ///     lists.push(source.draw(any::<Vec<u64>>()));
    /// }
    /// assert_eq!(lists[..5], [vec![], vec![0], vec![0, 0], vec![1], vec![0, 0, 0]]);
    /// assert_eq!(lists.len(), 8);
    /// assert!(!paths.is_complete());
    /// ```
    pub fn up_to_size(size: u64) -> Paths {
        Paths::new(Order::Sum, size, WAITING, Others::DepthFirst)
    }

    /// A source whose choices are those of the path. See [`next_case`](Paths::next_case).
    pub fn source(&self) -> Source {
        self.demand.source()
    }

    /// Goes on to the next path, for its own [source](Paths::source), which then draws along it. Parts of earlier
    /// cases that were not forced are the simplest from now on.
    pub fn next_case(&mut self, source: &mut Source) -> bool {
        source.renew();
        self.advance()
    }

    /// As [`next_case`](Paths::next_case), for a caller that [says](Paths::took) what the case chose: the first numbers of the
    /// next one, after which come zeros.
    pub fn next_numbers(&mut self) -> Option<Choices> {
        let has_next = self.advance();
        has_next.then(|| {
            self.walk
                .with(|walk| Choices::from_numbers(walk.path.iter().map(|choice| choice.value).collect::<Vec<_>>()))
        })
    }

    /// The case of the last path, with lazy parts drawn at once, has made these choices.
    pub fn took(&mut self, choices: &Choices) {
        let items = choices.items();
        self.walk.with(|walk| {
            let is_as_given = walk.path.len() <= items.len()
                && walk.path.iter().zip(items).all(|(given, item)| given.value.min(item.max) == item.value);
            walk.take(if is_as_given { items } else { &[] });
        });
    }

    /// A source that draws along the last path once more, and records.
    pub fn recording_again(&mut self) -> Source {
        self.walk.with(|walk| {
            walk.end();
            walk.begin();
        });
        self.demand.begin();
        self.demand.source().recording()
    }

    /// Whether the paths have come to an end, and none was omitted: there are no other cases.
    pub fn is_complete(&self) -> bool {
        matches!(self.stage, Stage::Over) && !self.is_cut && self.smallest.is_none()
    }

    /// All cases up to this size were run, where paths go by size.
    pub fn complete_size(&self) -> u64 {
        self.level
    }

    /// Whether any part was drawn on demand.
    pub fn were_lazy(&self) -> bool {
        self.walk.with(|walk| walk.was_lazy)
    }

    /// A number that tells what all runs have asked for and been given, in order: the same for two walks of the same paths, if
    /// what runs along them is a function of its choices.
    pub fn digest(&self) -> u64 {
        self.digest
    }

    /// How many paths there seem to be: as many as if all choices of one run were independent.
    pub fn estimate(&self) -> u64 {
        self.estimate.max(self.walk.with(|walk| product(&walk.path)))
    }

    /// The last case was refuted. If they go by their choices, from now on only paths that may be smaller are of interest.
    pub(super) fn refuted(&mut self) {
        let smallest = &mut self.smallest;
        self.walk.with(|walk| {
            walk.end();
            if smallest.as_ref().is_none_or(|best| shortlex(&walk.path, best) == Ordering::Less) {
                *smallest = Some(walk.path.clone());
            }
        });
    }

    /// A source that draws along the smallest path that was refuted, and records.
    pub(super) fn smallest(&mut self) -> Option<Source> {
        let smallest = self.smallest.clone()?;
        self.walk.with(|walk| walk.take(&smallest));
        Some(self.recording_again())
    }

    /// Only numbers before this place are raised: later ones are beyond the bound, or lead to nothing smaller.
    fn reach(&self) -> usize {
        let bound =
            if self.order == Order::Length { usize::try_from(self.bound).unwrap_or(usize::MAX) } else { LONGEST };
        self.smallest.as_ref().map_or(bound, |smallest| smallest.len().min(bound))
    }

    /// Goes on to the next path. Whether there is one.
    fn advance(&mut self) -> bool {
        let has_next = match self.stage {
            Stage::Start => {
                self.stage = Stage::First;
                true
            }
            Stage::Over => false,
            _ => self.end_run() || self.raise(),
        };
        if !has_next {
            self.stage = Stage::Over;
            return false;
        }
        self.demand.begin();
        self.given = self.walk.with(|walk| {
            walk.begin();
            walk.path.len()
        });
        true
    }

    /// The last run is over: its path waits for its turn. Whether another run follows at once.
    fn end_run(&mut self) -> bool {
        let digest = self.digest;
        self.digest = self.walk.with(|walk| {
            walk.end();
            // The length ends each path, so that two of them cannot be read as one.
            let numbers =
                walk.path.iter().flat_map(|choice| [choice.value, choice.max]).chain([walk.path.len() as u64]);
            numbers.fold(digest, |digest, number| mix(digest ^ number).wrapping_add(number))
        });
        let reach = self.reach();
        let (order, given) = (self.order, self.given);
        let (is_cut, is_function, can_be_raised, estimate) = self.walk.with(|walk| {
            let can_rise = |choice: &Choice| choice.value < choice.max;
            let is_cut = walk.path.iter().skip(reach).any(can_rise);
            let from = if order == Order::Length { given } else { given.saturating_sub(1) };
            let end = walk.path.len().min(reach);
            let last = walk.path[..end].iter().rposition(can_rise).filter(|&last| last >= from);
            let estimate = if order == Order::Sum { product(&walk.path) } else { 0 };
            (is_cut, walk.path.len() >= given, last.map(|last| (from, last)), estimate)
        });
        self.is_cut |= is_cut;
        self.estimate = self.estimate.max(estimate);
        // A generator that asks for less than it did is not a function of its choices.
        if !is_function {
            self.is_cut = true;
        }
        if let Stage::Deep(from) = self.stage {
            return is_function && self.go_deeper(from);
        }
        let Some((from, last)) = can_be_raised.filter(|_| is_function) else { return false };
        let is_first = matches!(self.stage, Stage::First);
        let list = if is_first { &mut self.waiting } else { &mut self.later };
        if list.len() < self.room {
            list.push_back(self.walk.with(|walk| walk.path[..=last].into()));
            return false;
        }
        match self.others {
            Others::Dropped => {
                self.is_cut = true;
                false
            }
            Others::DepthFirst => self.go_deeper(from),
        }
    }

    /// Raises the last number of the last path that can be raised, from a place on.
    fn go_deeper(&mut self, from: usize) -> bool {
        let reach = self.reach();
        let most = if self.order == Order::Length { u128::MAX } else { u128::from(self.bound) };
        let (has_next, is_cut) = self.walk.with(|walk| {
            walk.path.truncate(reach);
            walk.advance_up_to(from, most)
        });
        self.is_cut |= is_cut;
        self.stage = if has_next { Stage::Deep(from) } else { Stage::Level };
        has_next
    }

    /// Raises the next path that has waited.
    fn raise(&mut self) -> bool {
        self.stage = Stage::Level;
        loop {
            let raised = match self.raised.take() {
                Some(raised) => Some(raised),
                None => self.waiting.pop_front().map(|path| self.begin_to_raise(path)),
            };
            match raised {
                Some(_) if self.order == Order::Sum && self.level >= self.bound => {
                    self.is_cut = true;
                    return false;
                }
                Some(raised) => {
                    if self.raise_once(raised) {
                        return true;
                    }
                }
                None if self.later.is_empty() => return false,
                None => {
                    std::mem::swap(&mut self.waiting, &mut self.later);
                    self.level += 1;
                }
            }
        }
    }

    fn begin_to_raise(&self, path: Box<[Choice]>) -> Raised {
        let at = match self.order {
            Order::Length => self.level as usize,
            Order::Sum => path.iter().rposition(|choice| choice.value > 0).unwrap_or(0),
        };
        Raised { value: path[at].value, path, at }
    }

    /// The next path that a path leads to: of one number more, or with the next number above zero. Whether there is one.
    fn raise_once(&mut self, mut raised: Raised) -> bool {
        let reach = self.reach();
        while raised.at < raised.path.len().min(reach) {
            let (at, value) = (raised.at, raised.value);
            let can_rise = value < raised.path[at].max;
            match self.order {
                // All numbers at this level. What is above zero later comes later.
                Order::Length if can_rise => raised.value += 1,
                Order::Length if at + 1 < raised.path.len().min(reach) => {
                    self.later.push_back(raised.path);
                    return false;
                }
                Order::Length => return false,
                // One more at each place.
                Order::Sum => (raised.at, raised.value) = (at + 1, 0),
            }
            if can_rise {
                self.walk.with(|walk| {
                    walk.path.clear();
                    walk.path.extend_from_slice(&raised.path[..=at]);
                    walk.path[at].value = value + 1;
                });
                self.raised = Some(raised);
                return true;
            }
        }
        false
    }
}

impl fmt::Debug for Paths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Paths").field("complete", &self.is_complete()).finish_non_exhaustive()
    }
}

/// How many paths there are if the choices of one are independent.
fn product(path: &[Choice]) -> u64 {
    path.iter().fold(1, |product: u64, choice| product.saturating_mul(choice.max.saturating_add(1)))
}

fn shortlex(path: &[Choice], other: &[Choice]) -> Ordering {
    let numbers = |path: &[Choice]| path.iter().map(|choice| choice.value).collect::<Vec<_>>();
    path.len().cmp(&other.len()).then_with(|| numbers(path).cmp(&numbers(other)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generator::{Lazy, LazyList, any, lazy_list_of};
    use std::collections::HashSet;

    fn all(mut paths: Paths) -> (HashSet<Vec<u64>>, u64, Paths) {
        let (mut seen, mut runs) = (HashSet::new(), 0);
        let mut source = paths.source();
        while paths.next_case(&mut source) {
            let list: LazyList<u64> = source.try_draw(lazy_list_of(any::<u64>())).unwrap();
            seen.insert(list.iter().map(|element| **element).collect());
            runs += 1;
        }
        (seen, runs, paths)
    }

    #[test]
    fn whether_paths_wait_or_not_each_is_run_once() {
        let (lists, runs, _) = all(Paths::up_to_size(8));
        assert_eq!((lists.len(), runs), (256, 256));
        for room in [0, 1, 10] {
            let (others, runs, paths) = all(Paths::new(Order::Sum, 8, room, Others::DepthFirst));
            assert_eq!((&others, runs), (&lists, 256), "room for {room}");
            assert!(!paths.is_complete());
        }
    }

    #[test]
    fn a_part_of_an_earlier_case_takes_no_choice() {
        let mut paths = Paths::up_to_size(3);
        let mut source = paths.source();
        let mut earlier: Vec<Lazy<bool>> = Vec::new();
        let mut runs = 0;
        while paths.next_case(&mut source) {
            assert!(earlier.iter().all(|part| !**part));
            let (first, second) = source.try_draw(any::<(Lazy<bool>, Lazy<bool>)>()).unwrap();
            let _: bool = *first;
            earlier.push(second);
            runs += 1;
        }
        assert_eq!((runs, paths.is_complete()), (2, true));
    }
}
