//! Explains a failing case: which of its parts matter, and which may have any other value, alone and together.
//!
//! Each part (a number, a span, what could be added to a list) is replaced by others, and if the property fails in the
//! same way each time, the part is loose. Numbers for which only some others fail may have an edge. Then all loose parts
//! are replaced together, many times: only what holds then is claimed. Where a part is in the text of a value is found in the
//! same way: that is what changes when it does. A claim is about values, so it is made only if nothing else shows in its
//! places, and if no case that passes fits it.
//!
//! A part is shown at a place of the text only if nothing else shows there. A claim is dropped if a passing case fits it: one that was
//! tried, was enumerated or passed while shrinking, or a random case of the run, which is drawn again. What it may cost is in `budget`.

mod budget;
mod constructor;
mod elements;
mod fit;
mod formula;
mod order;
mod other;
mod part;
mod place;
mod range;
mod texts;
mod together;
mod trial;
mod witness;

use std::ops::Range;
use std::time::Duration;

use astragal_core::__private::sort_by_key;
use astragal_core::Choices;

use crate::evaluate::{Evaluator, Stream};
use crate::report::{Always, Origin, Sample};
use budget::Budget;
use part::Loose;
use place::Place;
use together::Group;
use trial::Trials;

/// How many claims are made about a case.
const MOST_CLAIMS: usize = 3;

/// The run whose case is explained.
pub(super) struct Run {
    /// How many cases were asked for.
    pub(super) cases: u64,
    /// Its random cases: a claim is not made if one of them refutes it.
    pub(super) stream: Stream,
    /// Cases that it enumerated, or that passed while shrinking.
    pub(super) passed: Vec<Choices>,
    /// How long explaining may take.
    pub(super) time_left: Duration,
}

/// Marks the parts of the drawn values that do not matter, and says what fails always.
pub(super) fn explain(evaluator: &mut dyn Evaluator, run: &Run, sample: &mut Sample, origin: &Origin) {
    let choices = sample.choices.clone();
    let budget = Budget::new(run.cases, run.time_left);
    let mut trials = Trials::new(evaluator, origin, &choices, &sample.drawn, budget);
    sample.drawn = trials.drawn.to_vec();
    let part::Found { mut loose, numbers, untried } = part::find(&mut trials);
    loose.extend(range::find(&mut trials, &numbers));
    let groups = together::groups(&mut trials, &loose);
    trials.budget.begin_to_check();
    let mut always: Vec<Always> = Vec::new();
    let mut marked: Vec<usize> = Vec::new();
    for (at, group) in groups.iter().enumerate() {
        let Some(claim) = checked(&mut trials, run, &loose, group) else { continue };
        always.extend(group.is_enough.then_some(Always { untried, ..claim }));
        if at == 0 {
            marked.clone_from(&group.members);
        }
    }
    let ranges: Vec<Range<usize>> = marked.iter().map(|&at| loose[at].part.range(&choices)).collect();
    always.extend(constructor::find(&mut trials, |at| ranges.iter().any(|range| range.contains(&at))));
    always.truncate(MOST_CLAIMS);
    sample.always = always;
    for at in marked {
        let Loose { place, bounds, .. } = &loose[at];
        match place {
            Place::Stretch { value, marked, .. } if bounds.is_none() => sample.drawn[*value].free.push(marked.clone()),
            Place::Run { value, range, .. } => {
                let items = place::items_in(&sample.drawn[*value].text, range);
                sample.drawn[*value].free.extend(items);
            }
            _ => {}
        }
    }
    for drawn in &mut sample.drawn {
        drawn.free = merged(std::mem::take(&mut drawn.free));
    }
    sample.explaining_stopped = trials.budget.is_late;
}

/// The claim of a group, if what is seen in its places are its parts alone and no passing case is known that refutes it.
fn checked(trials: &mut Trials<'_>, run: &Run, loose: &[Loose], group: &Group) -> Option<Always> {
    let (always, holes) = formula::of_group(&trials.drawn, loose, group)?;
    let parts: Vec<_> = group.members.iter().map(|&at| &loose[at].part).collect();
    (witness::is_own(trials, &parts, &holes) && !witness::is_refuted(trials, run, &holes)).then_some(always)
}

/// Stretches in order, without overlap.
fn merged(mut stretches: Vec<Range<usize>>) -> Vec<Range<usize>> {
    sort_by_key(&mut stretches, |stretch| stretch.start);
    let mut merged: Vec<Range<usize>> = Vec::new();
    for stretch in stretches {
        match merged.last_mut() {
            Some(last) if stretch.start <= last.end => last.end = last.end.max(stretch.end),
            _ => merged.push(stretch),
        }
    }
    merged
}
