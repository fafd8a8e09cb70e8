//! Checks a claim before it is made: what is seen in its places must be its own parts, and no case that passes may be an
//! instance of it.

use std::ops::Range;

use astragal_core::__private::sort_by_key;
use astragal_core::{Choices, Unit};

use super::Run;
use super::fit::{self, Holes};
use super::other::Part;
use super::trial::Trials;
use crate::evaluate::Input;
use crate::report::Drawn;

/// How many choices around some parts are varied to see whether they show in the same places; and if each takes a run.
const AROUND: usize = 200;
const AROUND_IF_RUN: usize = 16;
/// How many random cases of the run are drawn again, and how many instances of a claim among them are run.
const RANDOM: u64 = 200;
const RANDOM_IF_RUN: u64 = 20;
const INSTANCES: usize = 20;

/// Whether what is seen in some places are these parts alone: a number that is a sum of two is not free if one of them is.
///
/// If another number outside of the parts changes the text in these places and nowhere else, it is not.
pub(super) fn is_own(trials: &mut Trials<'_>, parts: &[&Part], holes: &Holes) -> bool {
    let most = if trials.can_draw { AROUND } else { AROUND_IF_RUN };
    let drawn = trials.drawn.clone();
    let mut around = around(trials.base, parts, most).into_iter();
    let shows = |choice| {
        trials.varied(choice).is_none_or(|others| others.iter().any(|other| fit::all_fit(&drawn, holes, other)))
    };
    !around.any(shows)
}

/// The choices outside of some parts, and in the same draws, the nearest first.
fn around(base: &Choices, parts: &[&Part], most: usize) -> Vec<usize> {
    let taken: Vec<Range<usize>> = parts.iter().map(|part| part.range(base)).collect();
    let distance = |choice: usize| {
        let distances =
            taken.iter().map(|part| part.start.saturating_sub(choice).max((choice + 1).saturating_sub(part.end)));
        distances.min().unwrap_or(0)
    };
    let mut outside: Vec<(usize, usize)> = Vec::new();
    for unit in base.units() {
        let Unit::Span(draw) = unit else { continue };
        let draw = base.spans()[draw].range();
        if !taken.iter().any(|part| draw.contains(&part.start)) {
            continue;
        }
        for choice in draw {
            let distance = distance(choice);
            if distance > 0 {
                outside.push((distance, choice));
            }
        }
    }
    sort_by_key(&mut outside, |it| *it);
    outside.truncate(most);
    outside.iter().map(|(_, choice)| *choice).collect()
}

/// Whether a case that passes is an instance of a claim: one that was tried, or one that the run has seen.
pub(super) fn is_refuted(trials: &mut Trials<'_>, run: &Run, holes: &Holes) -> bool {
    let drawn = trials.drawn.clone();
    let (known, random) = if trials.can_draw { (&run.passed[..], RANDOM) } else { (&[][..], RANDOM_IF_RUN) };
    let seen = trials.seen(known, run.stream, random);
    let mut instances: Vec<&Vec<Drawn>> = Vec::new();
    for (choices, values) in seen.iter() {
        if trials.can_draw
            && instances.len() < INSTANCES
            && fit::all_fit(&drawn, holes, values)
            && !instances.contains(&values)
        {
            instances.push(values);
            trials.run_as_it_is(Input::Choices(choices));
        }
    }
    // A claim that could not be checked is not made.
    trials.budget.is_stopped || trials.passing.iter().any(|passing| fit::all_fit(&drawn, holes, passing))
}
