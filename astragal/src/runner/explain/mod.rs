//! What of a failing case matters: which parts may be others, alone and together, and what then fails always.
//!
//! Each part (a number, a span, what could be added to a list) is replaced by others, and if the property fails in the
//! same way each time, the part is loose. Numbers for which only some others fail may have an edge. Then all loose parts
//! are replaced together, many times: only what holds then is claimed. Where a part stands in the text of a value is
//! found in the same way: that is what changes when it does.

mod constructor;
pub(super) mod edit;
mod formula;
mod other;
mod part;
mod place;
mod range;
mod texts;
mod together;
mod trial;

use std::ops::Range;

use astragal_core::__private::sort_by_key;

use crate::evaluate::Evaluator;
use crate::report::{Origin, Sample};
use other::Part;
use part::Loose;
use place::Place;
use trial::Trials;

/// So many claims are made about a case.
const MOST_CLAIMS: usize = 3;

/// Marks the parts of the drawn values that do not matter, and says what fails always.
pub(super) fn explain(evaluator: &mut dyn Evaluator, sample: &mut Sample, origin: &Origin) {
    let choices = sample.choices.clone();
    let drawn = sample.drawn.clone();
    let mut trials = Trials::new(evaluator, origin, &choices, &drawn);
    let (mut loose, numbers) = part::find(&mut trials);
    loose.extend(range::find(&mut trials, &numbers));
    // Words are for what cannot be shown.
    if loose.iter().any(|loose| !matches!(loose.place, Place::Words { .. })) {
        loose.retain(|loose| !matches!(loose.place, Place::Words { .. }));
    }
    let groups = together::groups(&mut trials, &loose);
    let marked: Vec<usize> = groups.first().map(|group| group.members.clone()).unwrap_or_default();
    let ranges: Vec<Range<usize>> = marked
        .iter()
        .filter_map(|&at| match loose[at].part {
            Part::Number(choice) => Some(choice..choice + 1),
            Part::Span(span) => Some(choices.spans()[span].range()),
            Part::Gap { .. } | Part::OneOf { .. } => None,
        })
        .collect();
    let mut always: Vec<_> = groups
        .iter()
        .filter(|group| group.is_enough)
        .filter_map(|group| formula::of_group(&drawn, &loose, group))
        .collect();
    always.extend(constructor::find(&mut trials, |at| ranges.iter().any(|range| range.contains(&at))));
    always.truncate(MOST_CLAIMS);
    sample.always = always;
    for at in marked {
        if let Loose { place: Place::Stretch { value, marked, .. }, bounds: None, .. } = &loose[at] {
            sample.drawn[*value].free.push(marked.clone());
        }
    }
    for drawn in &mut sample.drawn {
        drawn.free = merged(std::mem::take(&mut drawn.free));
    }
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
