//! The waist: a sequence of numbers below their bounds, with nested spans and labels.
//!
//! Everything that rewrites, stores, compares or shows a test case sees only [`Choices`]. Smaller is simpler, twice:
//! a smaller number is a simpler part, and a shorter sequence is a simpler value ([`Choices::shortlex`]).
//!
//! The shape of a sequence follows one rule, which all generators keep and the laws check: **a value is nothing, one
//! choice, or one span**. So the elements of a list are units that can be deleted, moved or swapped without knowing
//! what they mean.

mod bytes;
mod context;
mod edit;
mod interesting;
mod journal;
mod label;
mod list;
mod splice;
mod text;
mod token;
mod writer;

use std::cmp::Ordering;

pub use bytes::ByteReader;
pub use context::{PickInContext, governs};
pub use edit::Edit;
pub use interesting::Interesting;
pub use journal::{Entry, Follower, Journal, Written};
pub use label::Label;
pub use label::WIDE;
pub use list::ListSpan;
pub(crate) use list::OUTER_LENGTHS;
pub use text::ParseError;
pub use text::{LABEL_LIMIT, Name, check_version, excerpt, read_label};
pub use token::ReplayToken;
pub use writer::{Mark, Writer};

/// One decision: a number and the largest number that it could have been.
///
/// The bound is inclusive, so that all of `u64` is one choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Choice {
    /// What was chosen. Smaller is simpler.
    pub value: u64,
    /// The largest value that could have been chosen.
    pub max: u64,
}

/// The choices made for one part of a value: a stretch of the sequence, with the spans nested in it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    pub(crate) label: Label,
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// The index of the first span that is not nested in this one (spans are in the order in which they open).
    pub(crate) next: u32,
}

impl Span {
    /// What kind of part this is: the name of a type, or of a collection.
    pub fn label(&self) -> &Label {
        &self.label
    }

    /// How many spans are nested in it, at any depth, if this is its index.
    pub(crate) fn nested(&self, index: usize) -> usize {
        self.next as usize - index - 1
    }

    /// The indices of its choices in the sequence.
    pub fn range(&self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// Which branch was taken at a labeled pick.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pick {
    pub(crate) at: u32,
    /// Where the choice was made, for example the name of an enum.
    pub site: Label,
    /// What was chosen there, for example the name of a variant.
    pub branch: Label,
}

impl Pick {
    /// The index of the choice that this names.
    pub fn at(&self) -> usize {
        self.at as usize
    }
}

/// One step at some level of a sequence: a choice, or a span that holds more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    /// The index of a choice.
    Choice(usize),
    /// The index of a span.
    Span(usize),
}

/// A test case as the waist sees it: choices in order, the spans they nest in, and the names of labeled picks.
///
/// ```
/// use astragal::prelude::*;
///
/// let (value, choices) = vec_of(0..10u8, 0..=5).record(7).unwrap();
/// assert_eq!(vec_of(0..10u8, 0..=5).replay(&choices).unwrap(), value);
/// assert_eq!(choices.numbers().count(), 1 + value.len()); // a list is its length and its elements
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Choices {
    pub(crate) items: Vec<Choice>,
    pub(crate) spans: Vec<Span>,
    pub(crate) picks: Vec<Pick>,
}

impl Choices {
    /// How many choices there are.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether no choice was made.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The choices in order.
    pub fn items(&self) -> &[Choice] {
        &self.items
    }

    /// The numbers that were chosen, in order.
    pub fn numbers(&self) -> impl ExactSizeIterator<Item = u64> + '_ {
        self.items.iter().map(|choice| choice.value)
    }

    /// All spans, in the order in which they open.
    pub fn spans(&self) -> &[Span] {
        &self.spans
    }

    /// The names of the labeled picks, in order.
    pub fn picks(&self) -> &[Pick] {
        &self.picks
    }

    /// The name of the pick at a choice, if it has one.
    pub fn pick_at(&self, choice: usize) -> Option<&Pick> {
        let found = self.picks.binary_search_by_key(&choice, Pick::at).ok()?;
        Some(&self.picks[found])
    }

    /// Whether these choices are a span of that name.
    #[doc(hidden)]
    pub fn is_span(&self, range: std::ops::Range<usize>, label: &str) -> bool {
        // They are in the order in which they begin.
        let first = self.spans.partition_point(|span| span.range().start < range.start);
        let mut here = self.spans[first..].iter().take_while(|span| span.range().start == range.start);
        here.any(|span| span.range() == range && span.label.as_str() == label)
    }

    /// The outermost units.
    pub fn units(&self) -> Units<'_> {
        Units { choices: self, at: 0, end: self.items.len(), span: 0, last: self.spans.len() }
    }

    /// The units directly inside a span.
    ///
    /// # Panics
    /// If there is no such span.
    pub fn units_of(&self, span: usize) -> Units<'_> {
        let outer = &self.spans[span];
        Units {
            choices: self,
            at: outer.start as usize,
            end: outer.end as usize,
            span: span + 1,
            last: outer.next as usize,
        }
    }

    /// A sequence of one unit.
    pub fn alone(&self, unit: Unit) -> Choices {
        let mut writer = Writer::default();
        writer.copy(self, unit);
        writer.finish()
    }

    /// Whether a unit is nested in a span, at any depth.
    pub(crate) fn holds(&self, span: usize, unit: Unit) -> bool {
        match unit {
            Unit::Choice(at) => self.spans[span].range().contains(&at),
            Unit::Span(at) => span < at && at < self.spans[span].next as usize,
        }
    }

    /// The innermost span around a unit.
    pub(crate) fn parent(&self, unit: Unit) -> Option<usize> {
        (0..self.spans.len()).rev().find(|&span| self.holds(span, unit))
    }

    /// The order of simplicity: first by length, then by the numbers from left to right.
    ///
    /// ```
    /// use astragal::Choices;
    /// use std::cmp::Ordering;
    ///
    /// let short = Choices::from_numbers([9]);
    /// let long = Choices::from_numbers([0, 0]);
    /// assert_eq!(short.shortlex(&long), Ordering::Less);
    /// ```
    pub fn shortlex(&self, other: &Choices) -> Ordering {
        self.len().cmp(&other.len()).then_with(|| self.by_numbers(other))
    }

    /// The order of the numbers alone, from left to right.
    pub(crate) fn by_numbers(&self, other: &Choices) -> Ordering {
        for (one, other) in self.items.iter().zip(&other.items) {
            if one.value != other.value {
                return one.value.cmp(&other.value);
            }
        }
        self.len().cmp(&other.len())
    }

    /// The same sequence with other numbers; each is clamped to its bound. Where the number of a pick is another one, the name of
    /// its branch is missing: only the generator knows it.
    ///
    /// ```
    /// use astragal::prelude::*;
    ///
    /// let (_, choices) = vec_of(0..10u8, 3).record(7).unwrap();
    /// let doubled = choices.with_numbers(|_, choice| choice.value * 2);
    /// assert!(doubled.items().iter().all(|choice| choice.value <= choice.max));
    /// ```
    pub fn with_numbers(&self, mut number: impl FnMut(usize, &Choice) -> u64) -> Choices {
        let mut choices = self.clone();
        for (at, choice) in choices.items.iter_mut().enumerate() {
            choice.value = number(at, choice).min(choice.max);
        }
        for pick in &mut choices.picks {
            if choices.items[pick.at()] != self.items[pick.at()] {
                pick.branch = Label::default();
            }
        }
        choices
    }

    /// A flat sequence without spans or known bounds. Every sequence parses: see [`Source::replay`](crate::Source::replay).
    pub fn from_numbers(numbers: impl IntoIterator<Item = u64>) -> Choices {
        let items = numbers.into_iter().map(|value| Choice { value, max: u64::MAX }).collect();
        Choices { items, ..Choices::default() }
    }
}

/// The units at one level of a sequence. See [`Choices::units`].
#[derive(Clone, Debug)]
pub struct Units<'a> {
    choices: &'a Choices,
    at: usize,
    end: usize,
    span: usize,
    last: usize,
}

impl Iterator for Units<'_> {
    type Item = Unit;

    fn next(&mut self) -> Option<Unit> {
        if self.span < self.last && self.choices.spans[self.span].start as usize == self.at {
            let inner = self.span;
            let span = &self.choices.spans[inner];
            self.at = span.end as usize;
            self.span = span.next as usize;
            return Some(Unit::Span(inner));
        }
        if self.at < self.end {
            self.at += 1;
            return Some(Unit::Choice(self.at - 1));
        }
        None
    }
}
