//! Makes a failing case as small as it gets: a user's own shrinker, if there is one, and ours take turns.

use std::time::{Duration, Instant};

use astragal_core::{Choices, Judge, Shrinker, Step, held_ranges, take_turns};

use super::interrupt;
use crate::report::ShrinkRun;

/// How often the property is run for the steps of a user's own shrinker.
const OWN_STEPS: u64 = 1_000;

/// The smallest case that the judge still takes for the same bug, found with at most this many evaluations in this time.
pub(crate) fn smallest(
    start: &Choices,
    most_evaluations: u64,
    most_time: Duration,
    judge: &mut dyn Judge,
    on_progress: &mut dyn FnMut(&Step<'_>),
) -> (Choices, ShrinkRun) {
    let started = Instant::now();
    let (mut evaluations, mut steps, mut finished) = (0, 0, true);
    let small = take_turns(start.clone(), OWN_STEPS, judge, |choices, held, judge| {
        let shrunk = Shrinker::new(choices.clone())
            .evaluations(most_evaluations.saturating_sub(evaluations))
            .time(most_time.saturating_sub(started.elapsed()))
            .stop_when(&interrupt::is_requested)
            .hold(held.into_iter().chain(held_ranges(choices)))
            .on_progress(&mut *on_progress)
            .run(judge);
        evaluations += shrunk.evaluations;
        steps += shrunk.steps;
        finished &= shrunk.finished;
        shrunk.choices
    });
    let time = started.elapsed();
    let out_of_time = !finished && time >= most_time;
    (small, ShrinkRun { evaluations, steps, finished, out_of_time, time, evolution: Vec::new() })
}
