//! Which parts of a failing case do not matter: those for which any other value fails too.
//!
//! Each part (a number, or a span) is replaced by others, and if the property fails in the same way each time, the part
//! is free. Where it stands in the text of a value is found in the same way: that is what changes when it does.

use std::ops::Range;
use std::time::{Duration, Instant};

use astragal_core::__private::sort_by_key;
use astragal_core::{Choice, Choices, Rng, Unit};

use crate::evaluate::{Ended, Evaluator, Input};
use crate::report::{Drawn, Origin, Sample};

/// So many other values must fail before a part is said to be free; so many are tried to find them.
const ENOUGH: usize = 5;
const TRIES: usize = 20;
/// What explaining may cost in all.
const EVALUATIONS: usize = 500;
const TIME: Duration = Duration::from_secs(1);

/// Marks the parts of the drawn values that do not matter.
pub(super) fn explain(evaluator: &mut dyn Evaluator, sample: &mut Sample, origin: &Origin) {
    let choices = sample.choices.clone();
    let mut search = Search {
        evaluator,
        origin,
        base: &choices,
        drawn: &sample.drawn,
        rng: Rng::new(choices.len() as u64),
        evaluations: EVALUATIONS,
        deadline: Instant::now() + TIME,
    };
    let mut free: Vec<(usize, Range<usize>)> = Vec::new();
    let mut waiting: Vec<Unit> = choices.units().collect();
    while let Some(unit) = waiting.pop() {
        match (search.vary(unit), unit) {
            (Some(place), _) => free.push(place),
            (None, Unit::Span(span)) => waiting.extend(choices.units_of(span)),
            (None, Unit::Choice(_)) => {}
        }
    }
    for (index, stretch) in free {
        sample.drawn[index].free.push(stretch);
    }
    for drawn in &mut sample.drawn {
        drawn.free = merged(std::mem::take(&mut drawn.free));
    }
}

struct Search<'a> {
    evaluator: &'a mut dyn Evaluator,
    origin: &'a Origin,
    base: &'a Choices,
    drawn: &'a [Drawn],
    rng: Rng,
    evaluations: usize,
    deadline: Instant,
}

impl Search<'_> {
    /// Which stretch of which value a part is, if it is free.
    fn vary(&mut self, unit: Unit) -> Option<(usize, Range<usize>)> {
        let range = match unit {
            Unit::Choice(at) => at..at + 1,
            Unit::Span(span) => self.base.spans()[span].range(),
        };
        if self.base.items()[range.clone()].iter().all(|choice| choice.max == 0) {
            return None;
        }
        let mut seen: Vec<Vec<Drawn>> = Vec::new();
        for attempt in 0..TRIES {
            if self.evaluations == 0 || Instant::now() >= self.deadline {
                return None;
            }
            self.evaluations -= 1;
            let other = self.other(range.clone(), attempt);
            let evaluation = self.evaluator.evaluate(Input::Choices(&other), &mut |_| true, true);
            match evaluation.ended {
                Ended::Failed(fault) if fault.origin == *self.origin => {}
                // A value that is refused says nothing; one that passes says that the part matters.
                Ended::Rejected | Ended::Skipped => continue,
                _ => return None,
            }
            let is_new = !same_texts(&evaluation.drawn, self.drawn) && !seen.contains(&evaluation.drawn);
            if is_new && self.is_elsewhere_the_same(&evaluation.choices, &range) {
                seen.push(evaluation.drawn);
            }
            if seen.len() == ENOUGH {
                break;
            }
        }
        // A part of few values, such as a `bool`, is free if all others fail.
        let few = self.base.items()[range.clone()]
            .iter()
            .map(|choice| choice.max)
            .fold(1, |product: u64, max| product.saturating_mul(max.saturating_add(1)));
        let needed = ENOUGH.min(usize::try_from(few - 1).unwrap_or(ENOUGH)).max(1);
        if seen.len() < needed { None } else { self.place(&seen) }
    }

    /// The base with other numbers in a range: first the extremes, then any.
    fn other(&mut self, range: Range<usize>, attempt: usize) -> Choices {
        let mut rng = self.rng.clone();
        let numbers = |at: usize, choice: &Choice| {
            if !range.contains(&at) {
                return choice.value;
            }
            match attempt {
                0 => choice.max.min(choice.value.saturating_add(1)),
                1 => choice.value.saturating_sub(1),
                2 if choice.max < u64::from(u32::MAX) => choice.max,
                // Near ones as often as any: a length or a rank is seldom meant to be large.
                _ if attempt % 2 == 0 => choice.max.min(choice.value.saturating_add(attempt as u64 / 2 + rng.up_to(1))),
                _ => rng.up_to(choice.max),
            }
        };
        let other = self.base.with_numbers(numbers);
        self.rng = rng;
        other
    }

    /// Whether nothing but the part changed.
    fn is_elsewhere_the_same(&self, other: &Choices, range: &Range<usize>) -> bool {
        let base: Vec<u64> = self.base.numbers().collect();
        let other: Vec<u64> = other.numbers().collect();
        let after = base.len() - range.end;
        other.len() >= range.start + after
            && other[..range.start] == base[..range.start]
            && other[other.len() - after..] == base[range.end..]
    }

    /// Where the values differ: in one of them, in one stretch.
    fn place(&self, others: &[Vec<Drawn>]) -> Option<(usize, Range<usize>)> {
        let differs = |index: usize| {
            others.iter().any(|other| other.get(index).map(|drawn| &drawn.text) != Some(&self.drawn[index].text))
        };
        let mut differing = (0..self.drawn.len()).filter(|&index| differs(index));
        let (index, None) = (differing.next()?, differing.next()) else { return None };
        let text = &self.drawn[index].text;
        let (mut before, mut after) = (text.len(), text.len());
        for other in others {
            let other = &other.get(index)?.text;
            let prefix = text.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
            let rest = text.len().min(other.len()) - prefix.min(other.len());
            let suffix = text.bytes().rev().zip(other.bytes().rev()).take_while(|(a, b)| a == b).count().min(rest);
            (before, after) = (before.min(prefix), after.min(suffix));
        }
        let mut stretch = widened(text, before..text.len().saturating_sub(after).max(before));
        // An empty list is shown by its brackets.
        if stretch.is_empty() && stretch.start > 0 && stretch.end < text.len() {
            let around = (text.as_bytes()[stretch.start - 1], text.as_bytes()[stretch.end]);
            if matches!(around, (b'[', b']') | (b'{', b'}') | (b'(', b')') | (b'"', b'"')) {
                stretch = stretch.start - 1..stretch.end + 1;
            }
        }
        (!stretch.is_empty()).then_some((index, stretch))
    }
}

fn same_texts(one: &[Drawn], other: &[Drawn]) -> bool {
    one.iter().map(|drawn| &drawn.text).eq(other.iter().map(|drawn| &drawn.text))
}

/// A stretch of whole words: that two numbers begin alike is chance.
fn widened(text: &str, stretch: Range<usize>) -> Range<usize> {
    let in_word = |byte: u8| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte) || !byte.is_ascii();
    let bytes = text.as_bytes();
    let Range { mut start, mut end } = stretch;
    while start > 0 && in_word(bytes[start - 1]) {
        start -= 1;
    }
    while end < bytes.len() && in_word(bytes[end]) {
        end += 1;
    }
    start..end
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
