//! Writes a sequence from left to right, and can take back what it wrote last.

use std::cell::Cell;

use super::journal::{Journal, OwnPage, Written};
use super::{Choice, Choices, Label, Pick, Span, splice};

/// Builds [`Choices`] from left to right: numbers, and spans that open and close.
///
/// ```
/// use astragal::choices::Writer;
///
/// let mut writer = Writer::default();
/// writer.open("pair");
/// writer.put(3, 9);
/// writer.put(0, 9);
/// writer.close();
/// let choices = writer.finish();
/// assert_eq!(choices.len(), 2);
/// assert_eq!(choices.spans()[0].range(), 0..2);
/// ```
#[derive(Clone, Debug)]
pub struct Writer {
    pub(super) choices: Choices,
    /// The innermost open span. While a span is open its `next` is the one around it, so this is a stack.
    innermost: u32,
    depth: usize,
    /// The spans that are filled later, in order, each with a number by which it is known.
    slots: Vec<(u32, u32)>,
    /// Where all of this is told as it is written.
    pub(super) page: OwnPage,
}

thread_local! {
    /// How many choices, spans and picks were written on this thread the last time.
    static LAST: Cell<[usize; 3]> = const { Cell::new([0; 3]) };
}

/// No span.
const NONE: u32 = u32::MAX;

impl Default for Writer {
    fn default() -> Writer {
        Writer { choices: Choices::default(), innermost: NONE, depth: 0, slots: Vec::new(), page: OwnPage::default() }
    }
}

/// A place in a [`Writer`] to which it can go back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    items: usize,
    spans: usize,
    picks: usize,
    innermost: u32,
    depth: usize,
}

impl Mark {
    /// The place as numbers.
    #[doc(hidden)]
    pub fn to_numbers(self) -> [u64; 5] {
        [self.items as u64, self.spans as u64, self.picks as u64, u64::from(self.innermost), self.depth as u64]
    }

    /// The place that these numbers mean. It must be one of the writer that goes back to it.
    #[doc(hidden)]
    pub fn from_numbers([items, spans, picks, innermost, depth]: [u64; 5]) -> Mark {
        let [items, spans, picks, depth] = [items, spans, picks, depth].map(|number| number as usize);
        Mark { items, spans, picks, innermost: innermost as u32, depth }
    }
}

impl Writer {
    /// One with room for as much as was written the last time: what comes next is seldom much larger, and lists that grow side
    /// by side are moved again and again. See [`finish_and_remember`](Writer::finish_and_remember).
    pub(crate) fn with_room() -> Writer {
        let mut writer = Writer::default();
        let [items, spans, picks] = LAST.get();
        writer.choices.items.reserve_exact(items);
        writer.choices.spans.reserve_exact(spans);
        writer.choices.picks.reserve_exact(picks);
        writer
    }

    /// Makes room for choices that are about to come.
    pub fn reserve(&mut self, choices: usize) {
        self.choices.items.reserve(choices);
    }

    /// Adds a choice.
    #[inline]
    pub fn put(&mut self, value: u64, max: u64) {
        self.page.write(|| Written::Choice(value, max));
        self.choices.items.push(Choice { value, max });
    }

    /// Adds choices below one bound.
    #[inline]
    pub(crate) fn put_all(&mut self, values: impl Iterator<Item = u64>, max: u64) {
        let first = self.choices.items.len();
        self.choices.items.extend(values.map(|value| Choice { value, max }));
        if self.page.is_kept() {
            for choice in &self.choices.items[first..] {
                self.page.write(|| Written::Choice(choice.value, max));
            }
        }
    }

    /// Adds the choice of a labeled pick.
    pub fn put_pick(&mut self, value: u64, max: u64, site: impl Into<Label>, branch: impl Into<Label>) {
        let at = self.choices.items.len() as u32;
        let (site, branch) = (site.into(), branch.into());
        self.page.write(|| Written::Pick(value, max, site.clone(), branch.clone()));
        self.choices.picks.push(Pick { at, site, branch });
        self.choices.items.push(Choice { value, max });
    }

    /// Opens a span. Spans nest.
    pub fn open(&mut self, label: impl Into<Label>) {
        let label = label.into();
        self.page.write(|| Written::Open(label.clone()));
        self.open_span(label);
    }

    fn open_span(&mut self, label: Label) {
        let start = self.choices.items.len() as u32;
        let next = std::mem::replace(&mut self.innermost, self.choices.spans.len() as u32);
        self.choices.spans.push(Span { label, start, end: start, next });
        self.depth += 1;
    }

    /// Closes the innermost open span; does nothing if none is open.
    pub fn close(&mut self) {
        self.page.write(|| Written::Close);
        self.close_span();
    }

    fn close_span(&mut self) {
        if self.innermost != NONE {
            let after = self.choices.spans.len() as u32;
            let span = &mut self.choices.spans[self.innermost as usize];
            span.end = self.choices.items.len() as u32;
            self.innermost = std::mem::replace(&mut span.next, after);
            self.depth -= 1;
        }
    }

    /// A span that is filled when all is written.
    pub(crate) fn slot(&mut self, label: impl Into<Label>, number: u32) {
        let label = label.into();
        self.page.write(|| Written::Slot(label.clone(), number));
        self.slots.push((self.choices.spans.len() as u32, number));
        self.open_span(label);
        self.close_span();
    }

    /// Another writer, whose part is added to this one later.
    pub(crate) fn aside(&self) -> Writer {
        match self.page.journal() {
            Some(journal) => journal.writer(Some(Written::Aside(self.page.number()))),
            None => Writer::default(),
        }
    }

    /// The journal that is told what is written, if any.
    pub(crate) fn journal(&self) -> Option<Journal> {
        self.page.journal()
    }

    /// Whether there are spans that are to be filled.
    pub(crate) fn has_slots(&self) -> bool {
        !self.slots.is_empty()
    }

    /// How many spans are open.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// How many choices were written.
    pub fn len(&self) -> usize {
        self.choices.len()
    }

    /// Whether no choice was written.
    pub fn is_empty(&self) -> bool {
        self.choices.is_empty()
    }

    /// The place reached so far.
    pub fn mark(&self) -> Mark {
        Mark {
            items: self.choices.items.len(),
            spans: self.choices.spans.len(),
            picks: self.choices.picks.len(),
            innermost: self.innermost,
            depth: self.depth,
        }
    }

    /// Takes back all that was written since the mark. No span that was open at the mark may have been closed since.
    pub fn rewind(&mut self, mark: Mark) {
        self.page.write(|| Written::Rewind(mark));
        self.choices.items.truncate(mark.items);
        self.choices.spans.truncate(mark.spans);
        self.choices.picks.truncate(mark.picks);
        (self.innermost, self.depth) = (mark.innermost, mark.depth);
        let slots = self.slots.partition_point(|&(span, _)| (span as usize) < mark.spans);
        self.slots.truncate(slots);
    }

    /// Whether a mark that another process told is one of this sequence: all that was open then still is.
    pub(super) fn has_mark(&self, mark: &Mark) -> bool {
        let choices = &self.choices;
        let (mut innermost, mut depth) = (self.innermost, self.depth);
        while innermost != mark.innermost && innermost != NONE {
            innermost = choices.spans[innermost as usize].next;
            depth -= 1;
        }
        let within = match innermost {
            NONE => (0, 0),
            open => (choices.spans[open as usize].start as usize, open as usize + 1),
        };
        (innermost, depth) == (mark.innermost, mark.depth)
            && (within.0..=choices.items.len()).contains(&mark.items)
            && (within.1..=choices.spans.len()).contains(&mark.spans)
            && mark.picks <= choices.picks.len()
    }

    /// Replaces the number of a choice that was written before, such as a length that is known only afterwards.
    ///
    /// # Panics
    /// If there is no such choice.
    pub fn amend(&mut self, at: usize, value: u64) {
        self.page.write(|| Written::Amend(at as u64, value));
        self.choices.items[at].value = value;
    }

    /// Copies a unit of another sequence, with all that is nested in it.
    pub fn copy(&mut self, from: &Choices, unit: super::Unit) {
        match unit {
            super::Unit::Choice(at) => {
                let choice = from.items[at];
                match from.pick_at(at) {
                    Some(pick) => {
                        self.put_pick(choice.value, choice.max, pick.site.clone(), pick.branch.clone());
                    }
                    None => self.put(choice.value, choice.max),
                }
            }
            super::Unit::Span(at) => self.copy_span(from, at),
        }
    }

    fn copy_span(&mut self, from: &Choices, at: usize) {
        let outer = &from.spans[at];
        let (item_base, span_base) = (self.choices.items.len() as u32, self.choices.spans.len() as u32);
        let moved = |index: u32| index - outer.start + item_base;
        self.choices.items.extend_from_slice(&from.items[outer.range()]);
        for span in &from.spans[at..outer.next as usize] {
            self.choices.spans.push(Span {
                label: span.label.clone(),
                start: moved(span.start),
                end: moved(span.end),
                next: span.next - at as u32 + span_base,
            });
        }
        let first = from.picks.partition_point(|pick| pick.at < outer.start);
        for pick in from.picks[first..].iter().take_while(|pick| pick.at < outer.end) {
            self.choices.picks.push(Pick { at: moved(pick.at), ..pick.clone() });
        }
    }

    /// Adds all that another writer wrote, with its slots.
    pub(crate) fn append(&mut self, other: Writer) {
        self.page.add(&other);
        let (choices, slots) = other.into_parts();
        let (item_base, span_base) = (self.choices.items.len() as u32, self.choices.spans.len() as u32);
        self.choices.items.extend_from_slice(&choices.items);
        self.choices.spans.extend(choices.spans.into_iter().map(|span| Span {
            label: span.label,
            start: span.start + item_base,
            end: span.end + item_base,
            next: span.next + span_base,
        }));
        let moved = |pick: Pick| Pick { at: pick.at + item_base, ..pick };
        self.choices.picks.extend(choices.picks.into_iter().map(moved));
        self.slots.extend(slots.into_iter().map(|(span, number)| (span + span_base, number)));
    }

    /// The sequence; spans that are still open are closed.
    pub fn finish(self) -> Choices {
        self.into_parts().0
    }

    /// The sequence; the next one will have as much room. Room that was too large is given back.
    pub(crate) fn finish_and_remember(self) -> Choices {
        fn fit<T>(list: &mut Vec<T>) -> usize {
            if list.capacity() / 2 > list.len() + 16 {
                list.shrink_to_fit();
            }
            list.len()
        }
        let mut choices = self.finish();
        LAST.set([fit(&mut choices.items), fit(&mut choices.spans), fit(&mut choices.picks)]);
        choices
    }

    /// The sequence, with what is written into each slot. That may have slots itself.
    pub(crate) fn finish_with(self, fill: impl FnMut(u32) -> Writer) -> Choices {
        if self.has_slots() { splice::filled(self, fill) } else { self.finish() }
    }

    /// The sequence, and its slots: the span of each, and its number.
    pub(super) fn into_parts(mut self) -> (Choices, Vec<(u32, u32)>) {
        while self.innermost != NONE {
            self.close_span();
        }
        (self.choices, self.slots)
    }
}
