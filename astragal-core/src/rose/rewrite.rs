//! What shrinking by hand does to a sequence, as an edit of each unit.

use crate::choices::{Choices, Unit, rewritten};

/// What becomes of a unit.
pub(super) enum Edit {
    /// It stays; of a span, what is nested in it is asked for next.
    Keep,
    /// It goes.
    Delete,
    /// A span stays without all that is in it, which then reads as zeros.
    Empty,
    /// Another unit of the same sequence stands in its place.
    Become(Unit),
    /// A choice gets another number. (A branch loses its name: only the generator knows that of the new one.)
    Number(u64),
    /// A choice gets a number before it, under the same bound.
    Precede(u64),
}

/// The sequence with every unit edited.
pub(super) fn edited(of: &Choices, edit: impl Fn(Unit) -> Edit) -> Choices {
    rewritten(of, |writer, unit| {
        match (edit(unit), unit) {
            (Edit::Keep, Unit::Span(span)) => return Some(span),
            (Edit::Empty, Unit::Span(span)) => {
                writer.open(of.spans[span].label.clone());
                writer.close();
            }
            (Edit::Delete, _) => {}
            (Edit::Become(other), _) => writer.copy(of, other),
            (Edit::Number(number), Unit::Choice(at)) => writer.put(number, of.items[at].max),
            (Edit::Precede(number), Unit::Choice(at)) => {
                writer.put(number, of.items[at].max);
                writer.copy(of, unit);
            }
            (Edit::Keep | Edit::Empty, Unit::Choice(_)) | (Edit::Number(_) | Edit::Precede(_), Unit::Span(_)) => {
                writer.copy(of, unit);
            }
        }
        None
    })
}
