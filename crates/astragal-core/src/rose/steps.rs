//! The simplest single steps from one sequence to simpler ones.

use std::rc::Rc;

use super::build::Towards;
use crate::choices::{Choices, Edit, Unit};

/// What the steps from a sequence lead to, the most daring first; computed one by one.
pub(super) fn simpler(of: Rc<Choices>) -> impl Iterator<Item = Choices> {
    let (zeros, hoists, deletions, numbers) = (Rc::clone(&of), Rc::clone(&of), Rc::clone(&of), Rc::clone(&of));
    let spans = of.spans.len();
    let zeros = (0..spans).filter(move |&span| is_above_zero(&zeros, span)).map({
        let of = Rc::clone(&of);
        move |span| edit(|edit| edit.blank(&of, span))
    });
    let hoists = (0..spans).flat_map(move |span| {
        let inner = nested_namesakes(&hoists, span).into_iter();
        inner.map(move |inner| edit(|edit| edit.replace(Unit::Span(span), &[Unit::Span(inner)])))
    });
    let deletions = (0..spans).flat_map(move |span| deletions_in(&deletions, span));
    let lowered = (0..of.len())
        .flat_map(move |at| numbers.items[at].value.towards(0).map(move |number| edit(|edit| edit.set(at, number))));
    zeros.chain(hoists).chain(deletions).chain(lowered).map(move |edit| edit.apply(&of))
}

fn edit(write: impl FnOnce(&mut Edit) -> &mut Edit) -> Edit {
    let mut edit = Edit::new();
    write(&mut edit);
    edit
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

/// The ways to remove an element, if the span is a list.
fn deletions_in(of: &Choices, span: usize) -> Vec<Edit> {
    let list = of.list_with_minimum(span).filter(|list| list.spare > 0);
    let removals = list.iter().flat_map(|list| (0..list.elements.len()).map(move |at| (list, at)));
    removals.map(|(list, at)| edit(|edit| edit.remove(list, at..at + 1))).collect()
}
