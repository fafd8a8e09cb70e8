//! Which elements of a long list may be others, all at once: the list is halved until those are left that matter.

use std::ops::Range;

use astragal_core::Unit;

use super::other::Part;
use super::part::{self, Loose};
use super::place;
use super::trial::Trials;

/// The elements of shorter and of longer lists are tried one by one.
const FEWEST: usize = 5;
const MOST: usize = 500;

/// What was found out about the units of a span.
#[derive(Default)]
pub(super) struct Looked {
    pub(super) loose: Vec<Loose>,
    /// The units that are to be tried one by one.
    pub(super) single: Vec<Unit>,
}

/// Looks at the units of a span. Those of a list are replaced together as far as that is possible.
pub(super) fn look(trials: &mut Trials<'_>, span: usize, is_list: bool) -> Looked {
    let all: Vec<Unit> = trials.base.units_of(span).collect();
    // Where a list has one length, it is a choice without another number.
    let is_fixed = matches!(all.first(), Some(Unit::Choice(at)) if trials.base.items()[*at].max == 0);
    let first = usize::from(is_list || is_fixed);
    let elements = all.len() - first;
    if !(FEWEST..=MOST).contains(&elements) {
        return Looked { loose: Vec::new(), single: all };
    }
    let mut looked = Looked { loose: Vec::new(), single: all[..first].to_vec() };
    let mut waiting: Vec<Range<usize>> = std::iter::once(0..elements).collect();
    while let Some(run) = waiting.pop() {
        if run.len() == 1 {
            looked.single.push(all[first + run.start]);
            continue;
        }
        let part = Part::Run { span, units: first + run.start..first + run.end };
        let others = match trials.budget.leaves(part::FOR_LATER) {
            true => part::vary(trials, &part),
            false => None,
        };
        if let Some(others) = others {
            let place = place::of_run(&trials.drawn, &others, elements, run.clone());
            match place.and_then(|place| part::own(trials, part, place)) {
                Some(loose) => looked.loose.push(loose),
                // They are not seen as the items of a list.
                None => looked.single.extend(&all[first + run.start..first + run.end]),
            }
            continue;
        }
        let middle = run.start + run.len() / 2;
        waiting.push(middle..run.end);
        waiting.push(run.start..middle);
    }
    looked
}
