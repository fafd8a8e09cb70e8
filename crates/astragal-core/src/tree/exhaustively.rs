//! Demand-driven exhaustive search: a property on all values, one run for all that differ only in what it never forces.
//!
//! Paths are tried by the number of choices that are given: the smallest counterexample is among the first. The search goes
//! on until nothing smaller can follow.

use super::paths::Paths;
use crate::choices::Choices;
use crate::generator::Draw;
use crate::source::{GaveUp, Reason, Source, Unseen, catch};

/// What came of a search. See [`exhaustively`].
#[derive(Debug)]
#[non_exhaustive]
pub struct Explored<T> {
    /// How often the property was run.
    pub runs: u64,
    /// How often the generator rejected what it was given, or a part of it that the property forced.
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
    /// The value, with the lazy parts that the property forced.
    pub value: T,
    /// Its choices. Parts that the property did not force are the simplest, if those are not rejected.
    pub choices: Choices,
}

/// Runs a property on all values of a generator that take up to `bound` choices; parts that are [`Lazy`](crate::Lazy) take
/// none unless the property forces them. Each run settles all values that differ only in what it did not force.
///
/// Choices beyond the bound are zero: there the list ends, and the tree has leaves.
///
/// An `Err` says that the generator is misconfigured. A panic of the property is passed on.
///
/// ```
/// use astragal::spaces::exhaustively;
/// use astragal::generators::{LazyList, lazy_list_of};
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
pub fn exhaustively<G: Draw>(
    generator: G,
    bound: usize,
    property: impl FnMut(&G::Value) -> bool,
) -> Result<Explored<G::Value>, GaveUp> {
    search(&generator, Paths::by_choices(bound, None), property)
}

fn search<G: Draw>(
    generator: &G,
    mut paths: Paths,
    mut property: impl FnMut(&G::Value) -> bool,
) -> Result<Explored<G::Value>, GaveUp> {
    let mut found = Explored { runs: 0, rejected: 0, complete: false, counterexample: None };
    let mut source = paths.source();
    while paths.next_case(&mut source) {
        match try_value(generator, &mut property, &mut source).map(|(_, holds)| holds) {
            Ok(holds) => {
                found.runs += 1;
                if !holds {
                    paths.refuted();
                }
            }
            Err(reason @ Reason::Usage { .. }) => return Err(GaveUp { reason, cases: 1 }),
            Err(_) => found.rejected += 1,
        }
    }
    found.complete = paths.is_complete();
    // The smallest counterexample is run again, and written down.
    found.counterexample = paths.smallest().and_then(|mut source| {
        let (value, _) = try_value(generator, &mut property, &mut source).ok()?;
        Some(Counterexample { value, choices: source.end_recording(Unseen::Simplest) })
    });
    Ok(found)
}

/// Draws a value and runs the property on it.
fn try_value<G: Draw>(
    generator: &G,
    property: &mut impl FnMut(&G::Value) -> bool,
    src: &mut Source,
) -> Result<(G::Value, bool), Reason> {
    let drawn = catch(|| generator.draw(src))?;
    let value = drawn.map_err(|_| src.reason().cloned().unwrap_or(Reason::Overrun))?;
    let holds = catch(|| property(&value))?;
    Ok((value, holds))
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
        let lists = lazy_list_of(0..=3u8);
        for room in [0, 1, 10, usize::MAX] {
            let none = search(&lists, Paths::by_choices(8, Some(room)), sums_to(99)).unwrap();
            assert_eq!(none.runs, 1 + 4 + 16 + 64 + 256);
            let some = search(&lists, Paths::by_choices(12, Some(room)), sums_to(7)).unwrap();
            let found = some.counterexample.unwrap();
            assert_eq!(format!("{:?}", found.value), "[1, 3, 3]", "room for {room}");
            assert_eq!(found.choices.len(), 7);
        }
    }
}
