//! A contender: a way to draw values of one type, and to choose the bounds of a run of tests.

use super::TESTS;
use super::limited::SECONDS;
use super::observer::Observer;

/// Hands values to a test, in their order, until it says that it has seen enough.
type RunTests<T> = dyn Fn(u64, &mut dyn FnMut(&T) -> bool);

/// One side of the comparison.
pub(super) struct Contender<T> {
    pub(super) source: &'static str,
    /// Whether all runs are the same.
    pub(super) is_fixed: bool,
    /// How many seconds it may work on one subject.
    pub(super) seconds: u64,
    /// Draws a value within a bound, from a seed, if it is drawn at random.
    pub(super) draw: Option<Box<dyn Fn(u32, u64) -> T>>,
    run: Box<RunTests<T>>,
}

impl<T: 'static> Contender<T> {
    /// Draws each value by itself, with the bound that `bound` gives the test of this number, from 0 on.
    pub(super) fn drawing(
        source: &'static str,
        bound: fn(u64) -> u32,
        draw: impl Fn(u32, u64) -> T + Clone + 'static,
    ) -> Contender<T> {
        let drawn = draw.clone();
        let run = move |seed: u64, test: &mut dyn FnMut(&T) -> bool| {
            for number in 0..TESTS {
                if !test(&drawn(bound(number), seed.wrapping_add(number))) {
                    return;
                }
            }
        };
        Contender { source, is_fixed: false, seconds: SECONDS, draw: Some(Box::new(draw)), run: Box::new(run) }
    }

    /// Has a runner of its own.
    pub(super) fn running(
        source: &'static str,
        run: impl Fn(u64, &mut dyn FnMut(&T) -> bool) + 'static,
    ) -> Contender<T> {
        Contender { source, is_fixed: false, seconds: SECONDS, draw: None, run: Box::new(run) }
    }

    /// Of single values there is nothing to be seen that another contender does not show.
    pub(super) fn in_runs_only(self) -> Contender<T> {
        Contender { draw: None, ..self }
    }

    /// It can draw single values too.
    pub(super) fn and_drawing(self, draw: impl Fn(u32, u64) -> T + 'static) -> Contender<T> {
        Contender { draw: Some(Box::new(draw)), ..self }
    }

    /// The most seconds it may work.
    pub(super) fn within(self, seconds: u64) -> Contender<T> {
        Contender { seconds, ..self }
    }

    /// All runs are the same.
    pub(super) fn fixed(self) -> Contender<T> {
        Contender { is_fixed: true, ..self }
    }

    /// Runs tests until one fails, and tells of them.
    pub(super) fn run(&self, seed: u64, holds: impl Fn(&T) -> bool) {
        let observer = Observer::new();
        (self.run)(seed, &mut |value| {
            let holds = holds(value);
            observer.note(holds);
            holds
        });
        observer.finish();
    }
}

/// The bound of a test that grows from 0 to 99, as in Haskell's QuickCheck.
pub(super) fn growing(number: u64) -> u32 {
    (number % TESTS) as u32
}
