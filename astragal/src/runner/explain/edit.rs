//! A case with some of its parts replaced: how to write it, and whether nothing else changed when it was run.

use std::collections::HashMap;

use astragal_core::{Choices, Unit, Units, Writer};

/// What takes the place of parts of a case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::runner) struct Edits {
    /// Other numbers, by the index of the choice.
    pub(in crate::runner) numbers: HashMap<usize, u64>,
    /// Other spans, each a sequence of that one span.
    pub(in crate::runner) spans: HashMap<usize, Choices>,
    /// What is added to a list, by its span and the number of elements before: sequences of one element.
    pub(in crate::runner) gaps: HashMap<(usize, usize), Vec<Choices>>,
}

/// A level of a sequence, as far as it was read.
struct Level<'a> {
    units: Units<'a>,
    span: Option<usize>,
    /// How many units were read: the first of a list is its length.
    read: usize,
}

impl<'a> Level<'a> {
    fn outermost(of: &'a Choices) -> Level<'a> {
        Level { units: of.units(), span: None, read: 0 }
    }

    fn within(of: &'a Choices, span: usize) -> Level<'a> {
        Level { units: of.units_of(span), span: Some(span), read: 0 }
    }
}

impl Edits {
    /// These edits, and others of other parts.
    pub(super) fn and(mut self, others: Edits) -> Edits {
        self.numbers.extend(others.numbers);
        self.spans.extend(others.spans);
        self.gaps.extend(others.gaps);
        self
    }

    /// The case with the edits.
    pub(in crate::runner) fn apply(&self, base: &Choices) -> Choices {
        let mut writer = Writer::default();
        let mut levels = vec![Level::outermost(base)];
        while let Some(level) = levels.last_mut() {
            for element in self.added_before(level) {
                element.units().for_each(|unit| writer.copy(element, unit));
            }
            let is_first = level.read == 0;
            level.read += 1;
            match level.units.next() {
                None => {
                    levels.pop();
                    writer.close();
                }
                Some(Unit::Choice(at)) => {
                    let longer = if is_first { self.added_to(level.span) } else { 0 };
                    match self.numbers.get(&at) {
                        Some(&number) => writer.put(number, base.items()[at].max),
                        None if longer > 0 => writer.put(base.items()[at].value + longer, base.items()[at].max),
                        None => writer.copy(base, Unit::Choice(at)),
                    }
                }
                Some(Unit::Span(span)) => match self.spans.get(&span) {
                    Some(other) => other.units().for_each(|unit| writer.copy(other, unit)),
                    None => {
                        writer.open(base.spans()[span].label().clone());
                        levels.push(Level::within(base, span));
                    }
                },
            }
        }
        writer.finish()
    }

    /// Whether a case that was run differs from the base in what was edited, and in nothing else.
    pub(in crate::runner) fn is_all_that_changed(&self, base: &Choices, ran: &Choices) -> bool {
        let mut levels = vec![(Level::outermost(base), ran.units())];
        while let Some((level, other)) = levels.last_mut() {
            if self.added_before(level).iter().any(|_| other.next().is_none()) {
                return false;
            }
            let is_first = level.read == 0;
            level.read += 1;
            match (level.units.next(), other.next()) {
                (None, None) => {
                    levels.pop();
                }
                (Some(Unit::Choice(at)), Some(Unit::Choice(_))) if self.numbers.contains_key(&at) => {}
                (Some(Unit::Choice(at)), Some(Unit::Choice(found))) => {
                    let longer = if is_first { self.added_to(level.span) } else { 0 };
                    if ran.items()[found].value != base.items()[at].value.saturating_add(longer) {
                        return false;
                    }
                }
                (Some(Unit::Span(span)), Some(_)) if self.spans.contains_key(&span) => {}
                (Some(Unit::Span(span)), Some(Unit::Span(found)))
                    if base.spans()[span].label() == ran.spans()[found].label() =>
                {
                    levels.push((Level::within(base, span), ran.units_of(found)));
                }
                _ => return false,
            }
        }
        true
    }

    /// What is added to a list at the place that was reached.
    fn added_before(&self, level: &Level<'_>) -> &[Choices] {
        let gap = level.span.zip(level.read.checked_sub(1));
        gap.and_then(|gap| self.gaps.get(&gap)).map_or(&[], Vec::as_slice)
    }

    fn added_to(&self, list: Option<usize>) -> u64 {
        let of_list = self.gaps.iter().filter(|((span, _), _)| Some(*span) == list);
        of_list.map(|(_, added)| added.len() as u64).sum()
    }
}

/// A sequence of one unit.
pub(in crate::runner) fn alone(of: &Choices, unit: Unit) -> Choices {
    let mut writer = Writer::default();
    writer.copy(of, unit);
    writer.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use astragal_core::prelude::*;

    #[test]
    fn a_list_with_elements_added_is_a_longer_list() {
        let generator = vec_of(0..100u8, 0..=9);
        let (_, base) = (0..).filter_map(|seed| generator.record(seed).ok()).find(|(list, _)| list.len() == 2).unwrap();
        let first = generator.replay(&base).unwrap();
        let element = |number: u64| Choices::from_numbers([number]);
        let mut edits = Edits::default();
        edits.gaps.insert((0, 0), vec![element(7)]);
        edits.gaps.insert((0, 2), vec![element(8), element(9)]);
        let longer = generator.replay(&edits.apply(&base)).unwrap();
        assert_eq!(longer, [7, first[0], first[1], 8, 9]);
        assert!(edits.is_all_that_changed(&base, &edits.apply(&base)));
        assert!(!edits.is_all_that_changed(&base, &base));
        assert!(Edits::default().is_all_that_changed(&base, &base));
    }
}
