//! Rewrites of a sequence: units replaced by others, and numbers changed.
//!
//! The names of picks are left out of a rewrite: nothing that is replayed needs them.

use crate::choices::{Choices, Span, Unit, Units};
use crate::order::sort_by_key;

/// What takes the place of a unit.
#[derive(Clone, Debug)]
pub(super) enum By {
    /// Nothing: it is deleted.
    Nothing,
    /// A span of the same name without content, which reads as zeros.
    Blank,
    /// Units of the same sequence.
    Units(Vec<Unit>),
}

/// A rewrite in the making.
pub(super) struct Edit<'a> {
    of: &'a Choices,
    numbers: Vec<(usize, u64)>,
    choices: Vec<(usize, By)>,
    spans: Vec<(usize, By)>,
}

impl<'a> Edit<'a> {
    pub(super) fn new(of: &'a Choices) -> Edit<'a> {
        Edit { of, numbers: Vec::new(), choices: Vec::new(), spans: Vec::new() }
    }

    /// A choice gets another number.
    pub(super) fn number(&mut self, at: usize, value: u64) -> &mut Self {
        self.numbers.push((at, value));
        self
    }

    /// A unit is replaced. No unit may be replaced twice, or inside of one that is.
    pub(super) fn replace(&mut self, unit: Unit, by: By) -> &mut Self {
        match unit {
            Unit::Choice(at) => self.choices.push((at, by)),
            Unit::Span(at) => self.spans.push((at, by)),
        }
        self
    }

    /// A unit goes.
    pub(super) fn delete(&mut self, unit: Unit) -> &mut Self {
        self.replace(unit, By::Nothing)
    }

    /// The sequence that comes out.
    pub(super) fn made(&mut self) -> Choices {
        let mut items = self.of.items.clone();
        for &(at, value) in &self.numbers {
            items[at].value = value;
        }
        let numbered = Choices { items, spans: self.of.spans.clone(), picks: Vec::new() };
        if self.choices.is_empty() && self.spans.is_empty() {
            return numbered;
        }
        sort_by_key(&mut self.choices, |change| change.0);
        sort_by_key(&mut self.spans, |change| change.0);
        let mut made = Made::default();
        let mut levels: Vec<(Option<usize>, Units<'_>)> = vec![(None, numbered.units())];
        while let Some((opened, level)) = levels.last_mut() {
            let Some(unit) = level.next() else {
                made.close(*opened);
                levels.pop();
                continue;
            };
            match self.change(unit) {
                Some(By::Nothing) => {}
                Some(By::Blank) => made.blank(&numbered, unit),
                Some(By::Units(units)) => units.iter().for_each(|&new| made.copy(&numbered, new)),
                None => match unit {
                    Unit::Span(span) if self.changes_inside(span) => {
                        levels.push((Some(made.open(&numbered.spans[span])), numbered.units_of(span)));
                    }
                    _ => made.copy(&numbered, unit),
                },
            }
        }
        made.0
    }

    fn change(&self, unit: Unit) -> Option<&By> {
        let (changes, at) = match unit {
            Unit::Choice(at) => (&self.choices, at),
            Unit::Span(at) => (&self.spans, at),
        };
        changes.binary_search_by_key(&at, |change| change.0).ok().map(|found| &changes[found].1)
    }

    fn changes_inside(&self, span: usize) -> bool {
        let Span { start, end, next, .. } = self.of.spans[span];
        has_any(&self.choices, start as usize, end as usize) || has_any(&self.spans, span + 1, next as usize)
    }
}

fn has_any(changes: &[(usize, By)], from: usize, to: usize) -> bool {
    let first = changes.partition_point(|change| change.0 < from);
    changes.get(first).is_some_and(|change| change.0 < to)
}

/// A sequence that is written from left to right.
#[derive(Default)]
struct Made(Choices);

impl Made {
    fn open(&mut self, like: &Span) -> usize {
        let start = self.0.items.len() as u32;
        self.0.spans.push(Span { label: like.label.clone(), start, end: start, next: 0 });
        self.0.spans.len() - 1
    }

    fn close(&mut self, opened: Option<usize>) {
        if let Some(span) = opened {
            let (end, next) = (self.0.items.len() as u32, self.0.spans.len() as u32);
            self.0.spans[span].end = end;
            self.0.spans[span].next = next;
        }
    }

    fn blank(&mut self, from: &Choices, unit: Unit) {
        if let Unit::Span(span) = unit {
            let opened = self.open(&from.spans[span]);
            self.close(Some(opened));
        }
    }

    fn copy(&mut self, from: &Choices, unit: Unit) {
        match unit {
            Unit::Choice(at) => self.0.items.push(from.items[at]),
            Unit::Span(at) => {
                let outer = &from.spans[at];
                let (items, spans) = (self.0.items.len() as u32, self.0.spans.len() as u32);
                self.0.items.extend_from_slice(&from.items[outer.range()]);
                self.0.spans.extend(from.spans[at..outer.next as usize].iter().map(|span| Span {
                    label: span.label.clone(),
                    start: span.start - outer.start + items,
                    end: span.end - outer.start + items,
                    next: span.next - at as u32 + spans,
                }));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(body: &str) -> Choices {
        format!("astragal choices 1\n{body}").parse().expect("the text is valid")
    }

    #[test]
    fn units_are_replaced_at_every_level() {
        let of = parse("a {\n1 of 9\nb {\n2 of 9\n}\nc {\n3 of 9\nb {\n4 of 9\n}\n}\n}\n5 of 9\n");
        let deleted = Edit::new(&of).delete(Unit::Span(1)).delete(Unit::Choice(2)).number(4, 8).made();
        assert_eq!(deleted, parse("a {\n1 of 9\nc {\nb {\n4 of 9\n}\n}\n}\n8 of 9\n"));
        let swapped = Edit::new(&of)
            .replace(Unit::Span(1), By::Units(vec![Unit::Span(3)]))
            .replace(Unit::Span(3), By::Units(vec![Unit::Span(1), Unit::Choice(4)]))
            .made();
        let wanted = "a {\n1 of 9\nb {\n4 of 9\n}\nc {\n3 of 9\nb {\n2 of 9\n}\n5 of 9\n}\n}\n5 of 9\n";
        assert_eq!(swapped, parse(wanted));
        let blank = Edit::new(&of).replace(Unit::Span(2), By::Blank).made();
        assert_eq!(blank, parse("a {\n1 of 9\nb {\n2 of 9\n}\nc {\n}\n}\n5 of 9\n"));
    }

    #[test]
    fn empty_spans_keep_their_places() {
        let of = parse("a {\n}\na {\n1 of 9\n}\na {\n}\n");
        assert_eq!(Edit::new(&of).delete(Unit::Span(0)).made(), parse("a {\n1 of 9\n}\na {\n}\n"));
        assert_eq!(Edit::new(&of).delete(Unit::Choice(0)).made(), parse("a {\n}\na {\n}\na {\n}\n"));
    }
}
