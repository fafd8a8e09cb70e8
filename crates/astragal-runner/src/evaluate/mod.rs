//! Evaluators, which run cases: on this thread, on several threads, on an async task, or in a child process.
//!
//! The runner and the shrinker see only [`Evaluator`]: it runs a [`Batch`] of cases as fast as they run, and it evaluates a
//! single one with all that is to be known about it.

mod asynchronous;
mod batch;
mod local;
mod parallel;

use std::collections::HashSet;
use std::ops::Range;

use astragal_core::{Choices, Rng};

use crate::property::context::Said;
pub(crate) use crate::property::ended::{Ended, Fault, STILL_DRAWING};
use crate::property::underway::Numbers;
use crate::report::{Drawn, Note, Problem};
pub(crate) use asynchronous::{AsyncBody, connected};
use batch::in_stretches;
pub(crate) use batch::{Batch, Cases, Swept, Times, timed};
pub(crate) use local::{Local, own_problem};
pub(crate) use parallel::{Make, Parallel};

/// What is to be run as a single case.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Input<'a> {
    /// The random case of a number.
    Random { stream: Stream, number: u64 },
    /// The case of a sequence.
    Choices(&'a Choices),
    /// The explicit example of a number.
    Example(usize),
    /// What a seed draws at a size. It is a sample: no caller finds it worth a run.
    Sample { seed: u64, size: u32 },
}

/// The random cases of a run: each is a function of its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stream {
    pub(crate) seed: u64,
    pub(crate) max_size: u32,
}

impl Stream {
    /// The seed of a case. Runs whose seeds are next to each other have no case in common.
    #[inline(always)]
    pub(crate) fn seed_of(self, number: u64) -> u64 {
        Rng::new(self.seed).word().wrapping_add(number)
    }

    /// The size of a case. Every other case grows, again and again, up to the largest size. The others are of every order of
    /// magnitude equally often: what needs parts to be equal, or a condition to hold, is found where there are few.
    #[inline(always)]
    pub(crate) fn size_of(self, number: u64) -> u32 {
        const RAMP: u64 = 100;
        let room = u64::from(self.max_size);
        let size = if number % 2 == 0 {
            (room * (number % RAMP + 1)).div_ceil(RAMP)
        } else {
            // Multiples of the golden ratio are spread evenly, however many there are.
            const RATIO: u32 = 0x9E37_79B9;
            const MAGNITUDES: u64 = 7;
            let spread = u64::from((number as u32 / 2).wrapping_mul(RATIO)) * MAGNITUDES;
            let (most, least) = (room >> (spread >> 32), room >> (spread >> 32) >> 1);
            let size = most - (((spread & 0xFFFF_FFFF) * (most - least)) >> 32);
            size.clamp(1.min(room), number + 1)
        };
        size as u32
    }
}

/// Cases that random ones are not to repeat, where that is cheap to see.
pub(crate) struct Known {
    /// The numbers that they choose.
    pub(crate) cases: HashSet<Vec<u64>>,
    /// A random case that takes more random words is not among them.
    pub(crate) words: u64,
    /// Random cases are compared up to this number.
    pub(crate) until: u64,
}

/// What is known of a single case after it was run.
pub(crate) struct Evaluation {
    pub(crate) ended: Ended,
    /// The choices it made.
    pub(crate) choices: Choices,
    /// Why nothing can be said about it.
    pub(crate) problem: Option<Problem>,
    /// If it was to be shown, or observers want them: the values, and the notes.
    pub(crate) drawn: Vec<Drawn>,
    pub(crate) notes: Vec<Note>,
    /// What it said that may be counted.
    pub(crate) said: Option<Box<Said>>,
    /// How long it took, if there are observers.
    pub(crate) times: Times,
}

impl Evaluation {
    pub(crate) fn fails(&self) -> bool {
        matches!(self.ended, Ended::Failed(_))
    }
}

/// Whether to run the property on what was drawn for it.
pub(crate) type Worth<'a> = &'a mut dyn FnMut(&Choices) -> bool;

/// Runs cases.
pub(crate) trait Evaluator {
    /// Runs cases one after the other until one fails.
    fn run(&mut self, batch: Batch<'_>) -> Swept {
        let Batch { cases: Cases::Random { stream, known }, numbers, told } = batch else {
            return batch.run_one_by_one(&mut |input, worth| self.evaluate(input, worth, false));
        };
        in_stretches(numbers, told, |numbers, told| match told {
            None => self.sweep(stream, numbers, known),
            Some(_) => Batch { cases: Cases::Random { stream, known }, numbers, told }
                .run_one_by_one(&mut |input, worth| self.evaluate(input, worth, false)),
        })
    }

    /// Runs random cases one after the other until one fails. Those that are known are not run, if the evaluator can tell.
    fn sweep(&mut self, stream: Stream, numbers: Range<u64>, known: Option<&Known>) -> Swept;

    /// From now on what each case says is kept apart, for observers: its words and its notes; and its values, if they are wanted.
    fn observe(&mut self, _values: bool) {}

    /// Runs a single case. If it is to be shown, with its values and notes. Where the evaluator can skip the property, a case
    /// not worth it is drawn and shown, and nothing more: [`Ended::Skipped`].
    fn evaluate(&mut self, input: Input<'_>, worth: Worth<'_>, show: bool) -> Evaluation;

    /// How many explicit examples the property has.
    fn examples(&self) -> usize;

    /// The numbers of the cases that run, for others to look at.
    fn cases(&self) -> Numbers {
        Numbers::default()
    }

    /// How many cases can run at once.
    fn width(&self) -> usize {
        1
    }

    /// Runs several sequences at once. The answers are in the same order.
    fn evaluate_all(&mut self, inputs: &[Choices]) -> Vec<Evaluation> {
        inputs.iter().map(|choices| self.evaluate(Input::Choices(choices), &mut |_| true, false)).collect()
    }
}
