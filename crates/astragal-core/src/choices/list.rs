//! Spans read as lists: where the length of a list is, and which units are its elements.
//!
//! The waist does not know what a span means. This is the one place that guesses.

use super::{Choice, Choices, Unit};
use crate::order::sort_by_key;

/// A span as a list: a length, and units of which the length says how many there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListSpan {
    /// The index of the choice that holds the length, perhaps less a minimum. It may be outside of the span.
    pub length: usize,
    /// What it says: at most this many elements can be removed.
    pub spare: usize,
    /// The elements.
    pub elements: Vec<Unit>,
}

/// How many numbers before a span are considered as the length of a list that does not hold it.
pub(crate) const OUTER_LENGTHS: usize = 3;

impl Choices {
    /// A span as a list, if it looks like one: a number, and just as many units. The list may be empty.
    ///
    /// ```
    /// use astragal::prelude::*;
    ///
    /// let lists = vec_of(0..100u8, 0..=9);
    /// let choices = lists.choices_of(&vec![7, 8]).unwrap();
    /// assert_eq!(choices.list(0).unwrap().elements.len(), 2);
    /// ```
    pub fn list(&self, span: usize) -> Option<ListSpan> {
        self.list_with_minimum(span).filter(|list| list.spare == list.elements.len())
    }

    /// A span as a list that may have a minimum: a number, and at least as many units.
    pub fn list_with_minimum(&self, span: usize) -> Option<ListSpan> {
        let mut units = self.units_of(span);
        let Some(Unit::Choice(length)) = units.next() else { return None };
        let spare = self.items[length].value;
        if self.pick_at(length).is_some() {
            return None;
        }
        let elements: Vec<Unit> = units.collect();
        (spare <= elements.len() as u64).then_some(ListSpan { length, spare: spare as usize, elements })
    }

    /// How many elements a span holds if it looks like a [list](Choices::list).
    pub fn list_len(&self, span: usize) -> Option<usize> {
        let mut units = self.units_of(span);
        let Some(Unit::Choice(length)) = units.next() else { return None };
        let elements = units.count();
        (self.items[length].value == elements as u64 && self.pick_at(length).is_none()).then_some(elements)
    }

    /// A span as a list of which elements can be removed, if it may be one: a number and at least as many units that are alike
    /// (more, if the list has a minimum).
    ///
    /// If the number has no choice, a generator was asked for just this many elements. Then the length is a number that was
    /// drawn before, and `guess` says which of them, the likeliest first.
    pub(crate) fn shrinkable_list(&self, span: usize, guess: usize) -> Option<ListSpan> {
        if span >= self.spans.len() {
            return None;
        }
        let mut units = self.units_of(span);
        let Some(Unit::Choice(first)) = units.next() else { return None };
        let elements: Vec<Unit> = units.collect();
        if elements.is_empty() || self.pick_at(first).is_some() {
            return None;
        }
        let count = elements.len() as u64;
        let length = match self.items[first].max {
            0 => self.outer_length(span, count, guess)?,
            _ if guess > 0 => return None,
            _ => first,
        };
        let value = self.items[length].value;
        let are_alike = || elements.windows(2).all(|pair| self.are_alike(pair[0], pair[1]));
        let fits = value == count || 0 < value && value < count && are_alike();
        fits.then_some(ListSpan { length, spare: value as usize, elements })
    }

    /// A number before a span that may be the count of its elements: the nearer to it, and the nearer to the span, the
    /// better. A number within a list of such lists is not.
    fn outer_length(&self, span: usize, count: u64, guess: usize) -> Option<usize> {
        let is_fixed =
            |outer: usize| matches!(self.units_of(outer).next(), Some(Unit::Choice(at)) if self.items[at].max == 0);
        let contains = |outer: usize| (self.spans[outer].next as usize) > span;
        let outermost = (0..=span).find(|&outer| contains(outer) && is_fixed(outer)).unwrap_or(span);
        let start = self.spans[outermost].start as usize;
        let may_be = |at: &usize| {
            let Choice { value, max } = self.items[*at];
            0 < value && value <= count && max > 0 && self.pick_at(*at).is_none()
        };
        let mut found: Vec<usize> = (start.saturating_sub(8)..start).rev().filter(may_be).collect();
        sort_by_key(&mut found, |&at| (count - self.items[at].value).min(2));
        found.get(guess).copied()
    }

    /// Whether a choice is the length of a list.
    pub(crate) fn is_length(&self, at: usize) -> bool {
        let first = self.spans.partition_point(|span| (span.start as usize) < at);
        let starts_here = (first..self.spans.len()).take_while(|&span| self.spans[span].start as usize == at);
        starts_here.last().is_some_and(|span| self.list_len(span).is_some())
    }

    /// Whether two units look as if the same generator had drawn them.
    pub(crate) fn are_alike(&self, one: Unit, other: Unit) -> bool {
        match (one, other) {
            (Unit::Choice(one), Unit::Choice(other)) => self.items[one].max == self.items[other].max,
            (Unit::Span(one), Unit::Span(other)) => self.spans[one].label == self.spans[other].label,
            _ => false,
        }
    }
}
