//! Demand-driven exhaustive search: a property on all values, one run for all that differ only in what it never looks at.
//!
//! Each run is given a prefix and reads zeros after it, so it ends whatever happens, and no run is wasted on a path that
//! is then cut off. A prefix ends in a number above zero; so every path that can be told from others by the property is
//! the run of exactly one prefix. Prefixes are tried by their length: the smallest counterexample is among the first. Where
//! too many paths wait for their turn the search goes depth first, and goes on until nothing smaller can follow.

use std::cmp::Ordering;
use std::rc::Rc;

use super::walk::SharedWalk;
use crate::choices::{Choice, Choices};
use crate::generator::Gen;
use crate::source::{GaveUp, OnDemand, Reason, Source, Unseen, catch};

/// So many paths may wait for their turn.
const WAITING: usize = 1 << 15;

/// What came of a search. See [`exhaustively`].
#[derive(Debug)]
#[non_exhaustive]
pub struct Searched<T> {
    /// How often the property was run.
    pub runs: u64,
    /// How often the generator rejected what it was given, or a part of it that the property looked at.
    pub rejected: u64,
    /// Whether there is nothing beyond the bound: the property was tried on all values.
    pub complete: bool,
    /// The smallest value for which the property does not hold: the one that was settled by the fewest choices.
    pub counterexample: Option<Counterexample<T>>,
}

/// A value for which a property does not hold.
#[derive(Debug)]
#[non_exhaustive]
pub struct Counterexample<T> {
    /// The value, with the lazy parts that the property looked at.
    pub value: T,
    /// Its choices. Parts that the property did not look at are the simplest, if those are not rejected.
    pub choices: Choices,
}

/// Runs a property on all values of a generator that take up to so many choices; parts that are [`Lazy`](crate::Lazy) take
/// none unless the property looks at them. Each run settles all values that differ only in what it did not look at.
///
/// Choices beyond the bound are zero: there the list ends, and the tree has leaves.
///
/// An `Err` says that the generator is put together wrongly. A panic of the property is passed on.
///
/// ```
/// use astragal::exhaustively;
/// use astragal::prelude::*;
///
/// fn is_sorted(list: &LazyList<u8>) -> bool {
///     let mut last = 0;
///     list.iter().all(|element| last <= **element && { last = **element; true })
/// }
///
/// // The 1,111,111 lists of up to 6 digits, of which 8,008 are sorted. The others are recognised by how they begin.
/// let mut sorted = 0;
/// let searched = exhaustively(lazy_list_of(0..=9u8), 12, |list| {
///     sorted += u32::from(is_sorted(list));
///     true
/// });
/// assert_eq!(sorted, 8_008);
/// assert_eq!(searched.unwrap().runs, 30_031);
///
/// // The smallest counterexample is shown with what it takes to see it.
/// let searched = exhaustively(lazy_list_of(0..=9u8), 12, is_sorted).unwrap();
/// assert_eq!(format!("{:?}", searched.counterexample.unwrap().value), "[1, 0, ..]");
/// ```
pub fn exhaustively<G: Gen>(
    generator: G,
    bound: usize,
    property: impl FnMut(&G::Value) -> bool,
) -> Result<Searched<G::Value>, GaveUp> {
    Search::new(generator, bound, property, WAITING).run()
}

struct Search<G: Gen, P> {
    generator: G,
    bound: usize,
    property: P,
    /// How many paths may wait for their turn.
    room: usize,
    walk: SharedWalk,
    demand: Rc<OnDemand>,
    /// The path of the smallest counterexample so far.
    smallest: Option<Vec<Choice>>,
    found: Searched<G::Value>,
}

impl<G: Gen, P: FnMut(&G::Value) -> bool> Search<G, P> {
    fn new(generator: G, bound: usize, property: P, room: usize) -> Search<G, P> {
        let found = Searched { runs: 0, rejected: 0, complete: true, counterexample: None };
        let walk = SharedWalk::default();
        Search { generator, bound, property, room, demand: walk.on_demand(), walk, smallest: None, found }
    }

    fn run(mut self) -> Result<Searched<G::Value>, GaveUp> {
        // Paths whose numbers from `level` on are still to be raised.
        let mut waiting = Vec::new();
        let mut next = Vec::new();
        self.try_path()?;
        self.keep(0, &mut waiting)?;
        let mut level = 0;
        while !waiting.is_empty() {
            for path in waiting.drain(..) {
                for value in 1..=path[level].max {
                    if level >= self.reach() {
                        break;
                    }
                    self.walk.with(|walk| {
                        walk.path.clear();
                        walk.path.extend_from_slice(&path[..=level]);
                        walk.path[level].value = value;
                    });
                    self.try_path()?;
                    self.keep(level + 1, &mut next)?;
                }
                if path.len() > level + 1 && level + 1 < self.reach() {
                    next.push(path);
                }
            }
            std::mem::swap(&mut waiting, &mut next);
            level += 1;
        }
        self.finish()
    }

    /// Only numbers before this place are raised: later ones are beyond the bound, or lead to nothing smaller.
    fn reach(&self) -> usize {
        self.smallest.as_ref().map_or(self.bound, |smallest| smallest.len().min(self.bound))
    }

    /// The path of the last run waits for its turn to be raised at this level or below, if that can be. If too many do, it
    /// is its turn at once.
    fn keep(&mut self, level: usize, waiting: &mut Vec<Box<[Choice]>>) -> Result<(), GaveUp> {
        let reach = self.reach();
        if waiting.len() < self.room {
            self.walk.with(|walk| {
                let end = walk.path.len().min(reach);
                let last = walk.path[..end].iter().rposition(|choice| choice.max > 0);
                if let Some(last) = last.filter(|&last| last >= level) {
                    waiting.push(walk.path[..=last].into());
                }
            });
            return Ok(());
        }
        loop {
            let reach = self.reach();
            let more = self.walk.with(|walk| {
                walk.path.truncate(reach);
                walk.advance(level)
            });
            if !more {
                return Ok(());
            }
            self.try_path()?;
        }
    }

    /// Runs the property along the path.
    fn try_path(&mut self) -> Result<(), GaveUp> {
        let Search { generator, property, walk, demand, found, smallest, .. } = self;
        let tried =
            walk.run_on_demand(demand, false, |src| try_value(generator, property, src).map(|(_, holds)| holds));
        match tried {
            Ok(holds) => {
                found.runs += 1;
                if !holds {
                    walk.with(|walk| {
                        if smallest.as_ref().is_none_or(|best| shortlex(&walk.path, best) == Ordering::Less) {
                            *smallest = Some(walk.path.clone());
                        }
                    });
                }
            }
            Err(reason @ Reason::Usage { .. }) => return Err(GaveUp { reason, cases: 1 }),
            Err(_) => found.rejected += 1,
        }
        let beyond = |walk: &mut super::walk::Walk| walk.path.iter().skip(self.bound).any(|choice| choice.max > 0);
        found.complete &= !walk.with(beyond);
        Ok(())
    }

    /// Runs the smallest counterexample again, and writes it down.
    fn finish(mut self) -> Result<Searched<G::Value>, GaveUp> {
        let Some(smallest) = self.smallest.take() else { return Ok(self.found) };
        self.walk.with(|walk| walk.path = smallest);
        let Search { generator, property, walk, demand, mut found, .. } = self;
        found.complete = false;
        found.counterexample = walk.run_on_demand(&demand, true, |src| {
            let (value, _) = try_value(&generator, &mut { property }, src).ok()?;
            Some(Counterexample { value, choices: src.end_recording(Unseen::Simplest) })
        });
        Ok(found)
    }
}

/// Draws a value and runs the property on it.
fn try_value<G: Gen>(
    generator: &G,
    property: &mut impl FnMut(&G::Value) -> bool,
    src: &mut Source,
) -> Result<(G::Value, bool), Reason> {
    let drawn = catch(|| generator.draw(src))?;
    let value = drawn.map_err(|_| src.reason().cloned().unwrap_or(Reason::Overrun))?;
    let holds = catch(|| property(&value))?;
    Ok((value, holds))
}

fn shortlex(path: &[Choice], other: &[Choice]) -> Ordering {
    let numbers = |path: &[Choice]| path.iter().map(|choice| choice.value).collect::<Vec<_>>();
    path.len().cmp(&other.len()).then_with(|| numbers(path).cmp(&numbers(other)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generator::{LazyList, lazy_list_of};

    #[test]
    fn whether_paths_wait_or_not_each_is_run_once_and_the_smallest_is_found() {
        let sums_to = |wanted: u32| {
            move |list: &LazyList<u8>| list.iter().map(|element| u32::from(**element)).sum::<u32>() != wanted
        };
        for room in [0, 1, 10, usize::MAX] {
            let none = Search::new(lazy_list_of(0..=3u8), 8, sums_to(99), room).run().unwrap();
            assert_eq!(none.runs, 1 + 4 + 16 + 64 + 256);
            let some = Search::new(lazy_list_of(0..=3u8), 12, sums_to(7), room).run().unwrap();
            let found = some.counterexample.unwrap();
            assert_eq!(format!("{:?}", found.value), "[1, 3, 3]", "room for {room}");
            assert_eq!(found.choices.len(), 7);
        }
    }
}
