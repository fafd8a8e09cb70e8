//! A growth within a larger value, as its choices: where it starts, the steps that it took, and how many lead on.

use astragal_core::{Choices, Edit, Label, ListSpan, Unit};

/// The label of the span of a growth.
pub(super) const GROW: &str = "grow";
/// The label of the span of its steps, which is a list: so rewriting can delete steps. Each is a pick, named after the step.
pub(super) const STEPS: &str = "steps";

/// See the module.
#[derive(Clone, Debug)]
pub(super) struct Inner {
    /// The choice of the start value.
    pub(super) start: usize,
    /// The choice whose bound is how many steps lead on.
    onward: usize,
    steps: ListSpan,
}

impl Inner {
    /// The growth that begins at a choice, if one does.
    pub(super) fn at(choices: &Choices, at: usize) -> Option<Inner> {
        let first = choices.spans().partition_point(|span| span.range().start < at);
        let here = choices.spans()[first..].iter().take_while(|span| span.range().start == at);
        let span = first + here.into_iter().position(|span| span.label().as_str() == GROW)?;
        let mut units = choices.units_of(span);
        match (units.next(), units.next(), units.next(), units.next()) {
            (Some(Unit::Choice(start)), Some(Unit::Span(list)), Some(Unit::Choice(onward)), None)
                if choices.spans()[list].label().as_str() == STEPS =>
            {
                Some(Inner { start, onward, steps: choices.list(list)? })
            }
            _ => None,
        }
    }

    /// The first choice after it.
    pub(super) fn end(&self) -> usize {
        self.onward + 1
    }

    /// One more step, of all that lead on.
    pub(super) fn grown(&self, choices: &Choices) -> impl Iterator<Item = Edit> {
        (0..choices.items()[self.onward].max).map(|step| {
            let mut edit = Edit::new();
            edit.insert(&self.steps, self.steps.elements.len(), [Choices::from_numbers([step])]);
            edit
        })
    }

    /// The name of the step that leads from another stage of the same growth to this one. There is none if it is understood as
    /// another path, since that leads to the same value.
    pub(super) fn step_from(&self, choices: &Choices, earlier: &Inner, before: &Choices) -> Option<Label> {
        let numbers = |inner: &Inner, choices: &Choices| -> Vec<u64> {
            let steps = inner.steps.elements.iter().filter_map(|unit| match unit {
                Unit::Choice(at) => Some(*at),
                Unit::Span(_) => None,
            });
            [inner.start].into_iter().chain(steps).map(|at| choices.items()[at].value).collect()
        };
        let Some(Unit::Choice(last)) = self.steps.elements.last() else { return None };
        let goes_on = numbers(self, choices).split_last()?.1 == numbers(earlier, before);
        choices.pick_at(*last).filter(|_| goes_on).map(|pick| pick.branch.clone())
    }
}
