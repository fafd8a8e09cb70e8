//! The simplest single steps from one sequence to simpler ones.

use std::rc::Rc;

use super::build::Towards;
use super::rewrite::{Edit, edited};
use crate::choices::{Choices, Unit};

/// One way to make a sequence simpler.
enum Step {
    /// A span reads as zeros.
    Zero(usize),
    /// A span becomes one of its own kind that is nested in it.
    Hoist { span: usize, inner: usize },
    /// An element of a list goes, and its length is lowered.
    Delete { length: usize, element: Unit },
    /// A number is lowered.
    Lower { at: usize, to: u64 },
}

/// What the steps from a sequence lead to, the most daring first; computed one by one.
pub(super) fn simpler(of: Rc<Choices>) -> impl Iterator<Item = Choices> {
    let (zeros, hoists, deletions, numbers) = (Rc::clone(&of), Rc::clone(&of), Rc::clone(&of), Rc::clone(&of));
    let spans = of.spans.len();
    let zeros = (0..spans).filter(move |&span| is_above_zero(&zeros, span)).map(Step::Zero);
    let hoists = (0..spans).flat_map(move |span| {
        nested_namesakes(&hoists, span).into_iter().map(move |inner| Step::Hoist { span, inner })
    });
    let deletions = (0..spans).flat_map(move |span| deletions_in(&deletions, span));
    let lowered = (0..of.len())
        .flat_map(move |at| numbers.items[at].value.towards(0).map(move |number| Step::Lower { at, to: number }));
    zeros.chain(hoists).chain(deletions).chain(lowered).map(move |step| step.taken(&of))
}

impl Step {
    fn taken(&self, of: &Choices) -> Choices {
        edited(of, |unit| match (self, unit) {
            (Step::Zero(span), Unit::Span(at)) if at == *span => Edit::Empty,
            (Step::Hoist { span, inner }, Unit::Span(at)) if at == *span => Edit::Become(Unit::Span(*inner)),
            (Step::Delete { element, .. }, unit) if unit == *element => Edit::Delete,
            (Step::Delete { length, .. }, Unit::Choice(at)) if at == *length => Edit::Number(of.items[at].value - 1),
            (Step::Lower { at: lowered, to }, Unit::Choice(at)) if at == *lowered => Edit::Number(*to),
            _ => Edit::Keep,
        })
    }
}

fn is_above_zero(of: &Choices, span: usize) -> bool {
    of.items[of.spans[span].range()].iter().any(|choice| choice.value > 0)
}

/// The spans of the same name in a span, without those in which they are nested themselves: these come later.
fn nested_namesakes(of: &Choices, span: usize) -> Vec<usize> {
    let outer = &of.spans[span];
    let (mut found, mut at) = (Vec::new(), span + 1);
    while at < outer.next as usize {
        if of.spans[at].label == outer.label {
            found.push(at);
            at = of.spans[at].next as usize;
        } else {
            at += 1;
        }
    }
    found
}

/// The ways to delete an element, if the span looks like a list: a length, which may count only the elements above a
/// minimum, and then units.
fn deletions_in(of: &Choices, span: usize) -> Vec<Step> {
    let mut units = of.units_of(span);
    let Some(Unit::Choice(length)) = units.next() else { return Vec::new() };
    let elements: Vec<Unit> = units.collect();
    let counted = of.items[length].value;
    if counted == 0 || counted > elements.len() as u64 || of.pick_at(length).is_some() {
        return Vec::new();
    }
    elements.into_iter().map(|element| Step::Delete { length, element }).collect()
}
