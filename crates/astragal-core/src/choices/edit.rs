//! The algebra of edits: how a sequence is rewritten, so that it stays well formed.
//!
//! Everything that rewrites choices uses it: shrinking, mutation, explaining, climbing, growth. Numbers are set, units deleted, replaced,
//! spliced, swapped or inserted, and elements of lists removed or inserted with the repair of the length. Which spans are lists is
//! answered in `list` alone, and which other numbers are worth a try in `interesting`. Guided search alone keeps its values packed
//! (`guided/script` of `astragal-learn`), so that millions of them can be cut and joined as plain slices.

use super::list::ListSpan;
use super::{Choices, Label, Unit, Units, Writer};

/// A rewrite of a sequence: numbers are set, units are deleted, replaced or inserted.
///
/// An edit names places of the sequence that it is [applied](Edit::apply) to. What it does not name stays as it is. Edits are
/// values: they can be compared, kept, and [combined](Edit::and).
///
/// ```
/// use astragal::prelude::*;
/// use astragal::choices::Edit;
///
/// let lists = vec_of(0..100u8, 0..=9);
/// let choices = lists.choices_of(&vec![1, 2, 3]).unwrap();
/// let list = choices.list(0).unwrap();
///
/// let mut edit = Edit::new();
/// edit.swap(list.elements[0], list.elements[2]).remove(&list, 1..2);
/// assert_eq!(lists.replay(&edit.apply(&choices)).unwrap(), [3, 1]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edit {
    /// In the order of the choices.
    numbers: Vec<(usize, Number)>,
    /// What becomes of units, by the indices of choices and of spans, each in order.
    choices: Vec<(usize, Change)>,
    spans: Vec<(usize, Change)>,
}

/// What becomes of the number of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Number {
    Set(u64),
    /// Raised or lowered.
    Add(i64),
}

/// What becomes of a unit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Change {
    /// What takes its place; nothing if the unit stays.
    by: Option<Vec<Piece>>,
    /// What is inserted after it.
    after: Vec<Piece>,
}

/// What is written in place of a unit, or after it.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    /// A unit of the same sequence.
    Own(Unit),
    /// All units of another sequence.
    Other(Box<Choices>),
    /// An empty span of this name: it reads as zeros.
    Blank(Label),
}

impl Edit {
    /// An edit that changes nothing.
    pub fn new() -> Edit {
        Edit::default()
    }

    /// Gives a choice another number. If it is above the bound, a replay clamps it: in another place the bound may be another
    /// one. A pick that changes loses the name of its branch: only the generator knows the new one.
    pub fn set(&mut self, at: usize, number: u64) -> &mut Edit {
        *entry(&mut self.numbers, at, || Number::Add(0)) = Number::Set(number);
        self
    }

    /// Raises or lowers the number of a choice, within its bound.
    pub fn add(&mut self, at: usize, by: i64) -> &mut Edit {
        let number = entry(&mut self.numbers, at, || Number::Add(0));
        *number = match *number {
            Number::Set(value) => Number::Set(value.saturating_add_signed(by)),
            Number::Add(before) => Number::Add(before.saturating_add(by)),
        };
        self
    }

    /// Deletes a unit. If it is an element of a list, [`remove`](Edit::remove) also repairs the length.
    pub fn delete(&mut self, unit: Unit) -> &mut Edit {
        self.change(unit).by = Some(Vec::new());
        self
    }

    /// Replaces a unit by others of the same sequence. One of them alone may be nested in the unit: that hoists it.
    pub fn replace(&mut self, unit: Unit, by: &[Unit]) -> &mut Edit {
        self.change(unit).by = Some(by.iter().copied().map(Piece::Own).collect());
        self
    }

    /// Replaces a unit by all units of another sequence.
    pub fn splice(&mut self, unit: Unit, by: Choices) -> &mut Edit {
        self.change(unit).by = Some(vec![Piece::Other(by.into())]);
        self
    }

    /// Empties a span: it reads as zeros.
    pub fn blank(&mut self, of: &Choices, span: usize) -> &mut Edit {
        self.change(Unit::Span(span)).by = Some(vec![Piece::Blank(of.spans[span].label.clone())]);
        self
    }

    /// Exchanges two units of which neither is nested in the other.
    pub fn swap(&mut self, one: Unit, other: Unit) -> &mut Edit {
        self.replace(one, &[other]).replace(other, &[one])
    }

    /// Inserts units of the same sequence after a unit.
    pub fn insert_after(&mut self, unit: Unit, units: &[Unit]) -> &mut Edit {
        self.change(unit).after.extend(units.iter().copied().map(Piece::Own));
        self
    }

    /// Removes elements of a list, by their indices, and lowers its length.
    pub fn remove(&mut self, list: &ListSpan, elements: std::ops::Range<usize>) -> &mut Edit {
        self.add(list.length, -(elements.len() as i64));
        for &element in &list.elements[elements] {
            self.delete(element);
        }
        self
    }

    /// Inserts elements before an element of a list, or after the last one, and raises its length. Each is a sequence of one
    /// unit.
    pub fn insert(&mut self, list: &ListSpan, at: usize, elements: impl IntoIterator<Item = Choices>) -> &mut Edit {
        let before = at.checked_sub(1).map_or(Unit::Choice(list.length), |last| list.elements[last]);
        let after = &mut self.change(before).after;
        let count = after.len();
        after.extend(elements.into_iter().map(|element| Piece::Other(element.into())));
        let added = after.len() - count;
        self.add(list.length, added as i64)
    }

    /// This edit, and another one of other places. Of two that set the same number or replace the same unit, the other one
    /// takes precedence.
    #[must_use]
    pub fn and(mut self, other: Edit) -> Edit {
        for (at, number) in other.numbers {
            match number {
                Number::Set(number) => self.set(at, number),
                Number::Add(by) => self.add(at, by),
            };
        }
        let choices = other.choices.into_iter().map(|(at, change)| (Unit::Choice(at), change));
        let spans = other.spans.into_iter().map(|(at, change)| (Unit::Span(at), change));
        for (unit, change) in choices.chain(spans) {
            let own = self.change(unit);
            own.by = change.by.or(own.by.take());
            own.after.extend(change.after);
        }
        self
    }

    /// The numbers that are [set](Edit::set), each with the index of its choice.
    pub fn numbers(&self) -> impl Iterator<Item = (usize, u64)> + '_ {
        self.numbers.iter().filter_map(|&(at, number)| match number {
            Number::Set(number) => Some((at, number)),
            Number::Add(_) => None,
        })
    }

    /// The sequence after the edit.
    pub fn apply(&self, of: &Choices) -> Choices {
        let mut numbered = self.renumbered(of);
        numbered.picks.clone_from(&of.picks);
        for (pick, at) in numbered.picks.iter_mut().map(|pick| (&mut pick.branch, pick.at as usize)) {
            if numbered.items[at] != of.items[at] {
                *pick = Label::default();
            }
        }
        self.rewritten(numbered)
    }

    /// The sequence after the edit, without the names of picks. The generator that recorded it reads it just the same, and
    /// it is made faster.
    pub fn apply_unnamed(&self, of: &Choices) -> Choices {
        self.rewritten(self.renumbered(of))
    }

    /// The sequence with other numbers, without the names of picks.
    fn renumbered(&self, of: &Choices) -> Choices {
        let mut items = of.items.clone();
        for &(at, number) in &self.numbers {
            items[at].value = match number {
                Number::Set(number) => number,
                Number::Add(by) => items[at].value.saturating_add_signed(by).min(items[at].max),
            };
        }
        Choices { items, spans: of.spans.clone(), picks: Vec::new() }
    }

    fn rewritten(&self, of: Choices) -> Choices {
        if self.choices.is_empty() && self.spans.is_empty() {
            return of;
        }
        let mut writer = Writer::default();
        writer.reserve(of.len());
        // Each level, and what is inserted after it.
        let mut levels: Vec<(Units<'_>, &[Piece])> = vec![(of.units(), &[])];
        while let Some((level, after)) = levels.last_mut() {
            let Some(unit) = level.next() else {
                writer.close();
                write(&mut writer, &of, after);
                levels.pop();
                continue;
            };
            let change = self.change_of(unit);
            let after = change.map_or(&[][..], |change| &change.after);
            match (change.and_then(|change| change.by.as_ref()), unit) {
                (Some(pieces), _) => write(&mut writer, &of, pieces),
                (None, Unit::Span(span)) if self.changes_inside(&of, span) => {
                    writer.open(of.spans[span].label.clone());
                    levels.push((of.units_of(span), after));
                    continue;
                }
                (None, _) => writer.copy(&of, unit),
            }
            write(&mut writer, &of, after);
        }
        writer.finish()
    }

    /// Whether a sequence differs from another in what this edit names, and in nothing else. A property that was run on the
    /// edited sequence may have drawn something else after it.
    pub fn is_all_that_changed(&self, base: &Choices, ran: &Choices) -> bool {
        let mut levels = vec![(base.units(), ran.units(), 0)];
        while let Some((level, other, inserted)) = levels.last_mut() {
            let Some(unit) = level.next() else {
                let (is_at_end, inserted) = (other.next().is_none(), *inserted);
                levels.pop();
                let skipped = levels.last_mut().is_none_or(|(_, other, _)| skip(other, inserted));
                if !is_at_end || !skipped {
                    return false;
                }
                continue;
            };
            let change = self.change_of(unit);
            let inserted = change.map_or(0, |change| units_of(&change.after));
            if let Some(pieces) = change.and_then(|change| change.by.as_ref()) {
                if !skip(other, units_of(pieces) + inserted) {
                    return false;
                }
                continue;
            }
            match (unit, other.next()) {
                (Unit::Choice(at), Some(Unit::Choice(found))) => {
                    if !self.may_be(at, base.items[at].value, ran.items[found].value) || !skip(other, inserted) {
                        return false;
                    }
                }
                (Unit::Span(span), Some(Unit::Span(found))) if base.spans[span].label == ran.spans[found].label => {
                    levels.push((base.units_of(span), ran.units_of(found), inserted));
                }
                _ => return false,
            }
        }
        true
    }

    /// Whether a number that was `before` may be `now`.
    fn may_be(&self, at: usize, before: u64, now: u64) -> bool {
        match self.numbers.binary_search_by_key(&at, |number| number.0).map(|found| self.numbers[found].1) {
            Ok(Number::Set(_)) => true,
            Ok(Number::Add(by)) => now == before.saturating_add_signed(by),
            Err(_) => now == before,
        }
    }

    fn change(&mut self, unit: Unit) -> &mut Change {
        match unit {
            Unit::Choice(at) => entry(&mut self.choices, at, Change::default),
            Unit::Span(at) => entry(&mut self.spans, at, Change::default),
        }
    }

    fn change_of(&self, unit: Unit) -> Option<&Change> {
        let (changes, at) = match unit {
            Unit::Choice(at) => (&self.choices, at),
            Unit::Span(at) => (&self.spans, at),
        };
        changes.binary_search_by_key(&at, |change| change.0).ok().map(|found| &changes[found].1)
    }

    fn changes_inside(&self, of: &Choices, span: usize) -> bool {
        let inside = &of.spans[span];
        has_any(&self.choices, inside.range()) || has_any(&self.spans, span + 1..inside.next as usize)
    }
}

/// The entry of a key in a sorted list. Edits are mostly written from left to right.
fn entry<T>(list: &mut Vec<(usize, T)>, key: usize, new: impl FnOnce() -> T) -> &mut T {
    let at = match list.last() {
        Some((last, _)) if *last >= key => list.partition_point(|entry| entry.0 < key),
        _ => list.len(),
    };
    if list.get(at).is_none_or(|entry| entry.0 != key) {
        list.insert(at, (key, new()));
    }
    &mut list[at].1
}

fn has_any(changes: &[(usize, Change)], range: std::ops::Range<usize>) -> bool {
    let first = changes.partition_point(|change| change.0 < range.start);
    changes.get(first).is_some_and(|change| change.0 < range.end)
}

fn write(writer: &mut Writer, of: &Choices, pieces: &[Piece]) {
    for piece in pieces {
        match piece {
            Piece::Own(unit) => writer.copy(of, *unit),
            Piece::Other(other) => other.units().for_each(|unit| writer.copy(other, unit)),
            Piece::Blank(label) => {
                writer.open(label.clone());
                writer.close();
            }
        }
    }
}

/// How many units pieces are.
fn units_of(pieces: &[Piece]) -> usize {
    let units = |piece: &Piece| match piece {
        Piece::Own(_) | Piece::Blank(_) => 1,
        Piece::Other(other) => other.units().count(),
    };
    pieces.iter().map(units).sum()
}

/// Skips this many units; whether there are as many.
fn skip(units: &mut Units<'_>, count: usize) -> bool {
    (0..count).all(|_| units.next().is_some())
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
        let deleted = Edit::new().delete(Unit::Span(1)).delete(Unit::Choice(2)).set(4, 8).apply(&of);
        assert_eq!(deleted, parse("a {\n1 of 9\nc {\nb {\n4 of 9\n}\n}\n}\n8 of 9\n"));
        let replaced = Edit::new()
            .replace(Unit::Span(1), &[Unit::Span(3)])
            .replace(Unit::Span(3), &[Unit::Span(1), Unit::Choice(4)])
            .apply(&of);
        let wanted = "a {\n1 of 9\nb {\n4 of 9\n}\nc {\n3 of 9\nb {\n2 of 9\n}\n5 of 9\n}\n}\n5 of 9\n";
        assert_eq!(replaced, parse(wanted));
        let blank = Edit::new().blank(&of, 2).apply(&of);
        assert_eq!(blank, parse("a {\n1 of 9\nb {\n2 of 9\n}\nc {\n}\n}\n5 of 9\n"));
    }

    #[test]
    fn units_are_inserted_after_a_span_that_is_edited_itself() {
        let of = parse("a {\n1 of 9\nb {\n2 of 9\n3 of 9\n}\n}\n");
        let edited = Edit::new().delete(Unit::Choice(1)).insert_after(Unit::Span(1), &[Unit::Choice(0)]).apply(&of);
        assert_eq!(edited, parse("a {\n1 of 9\nb {\n3 of 9\n}\n1 of 9\n}\n"));
    }

    #[test]
    fn empty_spans_keep_their_places() {
        let of = parse("a {\n}\na {\n1 of 9\n}\na {\n}\n");
        assert_eq!(Edit::new().delete(Unit::Span(0)).apply(&of), parse("a {\n1 of 9\n}\na {\n}\n"));
        assert_eq!(Edit::new().delete(Unit::Choice(0)).apply(&of), parse("a {\n}\na {\n}\na {\n}\n"));
    }

    #[test]
    fn lengths_are_clamped_and_picks_that_change_lose_their_branch() {
        let of = parse("site.one 1 of 9\nsite.two 2 of 9\n");
        let edited = Edit::new().add(0, 20).add(1, 0).apply(&of);
        assert_eq!(edited.numbers().collect::<Vec<_>>(), [8, 2]);
        assert_eq!(edited.picks[0].branch, Label::default());
        assert_eq!(edited.picks[1], of.picks[1]);
        assert!(Edit::new().set(0, 20).apply_unnamed(&of).picks.is_empty());
    }

    #[test]
    fn a_list_with_elements_inserted_is_a_longer_list() {
        let of = parse("list {\n2 of 9\n5 of 99\n6 of 99\n}\n");
        let element = |number: u64| Choices::from_numbers([number]);
        let list = of.list(0).unwrap();
        let mut edit = Edit::new();
        edit.insert(&list, 0, [element(7)]);
        let edit = edit.and(Edit::new().insert(&list, 2, [element(8), element(9)]).clone());
        let longer = edit.apply(&of);
        assert_eq!(longer.numbers().collect::<Vec<_>>(), [5, 7, 5, 6, 8, 9]);
        assert!(edit.is_all_that_changed(&of, &longer));
        assert!(!edit.is_all_that_changed(&of, &of));
        assert!(Edit::new().is_all_that_changed(&of, &of));
        assert!(!Edit::new().is_all_that_changed(&of, &longer));
    }
}
