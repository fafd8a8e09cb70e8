//! Tells another process what a recorder writes while it writes it, so that the choices are known if this process dies.
//!
//! Each [`Writer`] that takes part has a page. Most cases have one; what is drawn on demand, or is put into another order
//! afterwards, has pages of its own. [`Follower`] turns the entries back into a sequence, however far they got.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use super::{Choices, Label, Mark, Writer};

/// Something that was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The number of the page.
    pub page: u32,
    /// What was written on it.
    pub written: Written,
}

/// What was written on a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Written {
    /// A choice: its number and its bound.
    Choice(u64, u64),
    /// The choice of a pick, with its site and its branch.
    Pick(u64, u64, Label, Label),
    /// A span opens.
    Open(Label),
    /// The innermost span closes.
    Close,
    /// A span that is filled later, from the page that says so.
    Slot(Label, u32),
    /// All that was written after this place is taken back.
    Rewind(Mark),
    /// The number of an earlier choice is corrected.
    Amend(u64, u64),
    /// All of another page.
    Page(u32),
    /// The page begins: it fills a slot.
    Fills(u32),
    /// The page begins: it is put aside until it is added to another one.
    Aside(u32),
}

type Tell = dyn Fn(Entry) + Send + Sync;

/// Hears of all that a recorder writes. See the module.
#[derive(Clone)]
pub struct Journal {
    tell: Arc<Tell>,
    pages: Arc<AtomicU32>,
}

impl Journal {
    /// Each entry is told before the generator goes on.
    pub fn new(tell: impl Fn(Entry) + Send + Sync + 'static) -> Journal {
        Journal { tell: Arc::new(tell), pages: Arc::default() }
    }

    /// A writer whose page is the next one. The first page of a journal is that of the whole case.
    pub(crate) fn writer(&self, begins: Option<Written>) -> Writer {
        let page = Page { journal: self.clone(), number: self.pages.fetch_add(1, Ordering::Relaxed) };
        if let Some(begins) = begins {
            page.write(begins);
        }
        let mut writer = Writer::default();
        writer.page = OwnPage(Some(Box::new(page)));
        writer
    }
}

impl fmt::Debug for Journal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Journal")
    }
}

/// The page of a writer.
#[derive(Debug)]
pub(super) struct Page {
    journal: Journal,
    number: u32,
}

impl Page {
    #[cold]
    fn write(&self, written: Written) {
        (self.journal.tell)(Entry { page: self.number, written });
    }
}

/// The page of a writer, if it has one. A copy of the writer has none.
#[derive(Debug, Default)]
pub(super) struct OwnPage(Option<Box<Page>>);

impl Clone for OwnPage {
    fn clone(&self) -> OwnPage {
        OwnPage(None)
    }
}

impl OwnPage {
    /// Tells what is written, if there is a page.
    #[inline(always)]
    pub(super) fn write(&self, written: impl FnOnce() -> Written) {
        if let Some(page) = &self.0 {
            page.write(written());
        }
    }

    /// Tells that all of another writer is added.
    pub(super) fn add(&self, other: &Writer) {
        let Some(page) = &self.0 else { return };
        match &other.page.0 {
            Some(added) => page.write(Written::Page(added.number)),
            None => page.write_all(&other.choices),
        }
    }

    #[inline(always)]
    pub(super) fn is_kept(&self) -> bool {
        self.0.is_some()
    }

    pub(super) fn journal(&self) -> Option<Journal> {
        self.0.as_ref().map(|page| page.journal.clone())
    }

    pub(super) fn number(&self) -> u32 {
        self.0.as_ref().map_or(0, |page| page.number)
    }
}

impl Page {
    /// Tells a sequence that was written without a page.
    fn write_all(&self, choices: &Choices) {
        let mut spans = choices.spans.iter().peekable();
        let mut ends: Vec<u32> = Vec::new();
        for at in 0..=choices.items.len() as u32 {
            loop {
                if let Some(span) = spans.next_if(|span| span.start == at && ends.last() != Some(&at)) {
                    self.write(Written::Open(span.label.clone()));
                    ends.push(span.end);
                } else if ends.last() == Some(&at) {
                    ends.pop();
                    self.write(Written::Close);
                } else {
                    break;
                }
            }
            if let Some(choice) = choices.items.get(at as usize) {
                self.write(match choices.pick_at(at as usize) {
                    Some(pick) => Written::Pick(choice.value, choice.max, pick.site.clone(), pick.branch.clone()),
                    None => Written::Choice(choice.value, choice.max),
                });
            }
        }
    }
}

/// Assembles what a [`Journal`] in another process tells.
#[derive(Debug, Default)]
pub struct Follower {
    pages: Vec<Writer>,
    /// The page that fills each slot.
    fills: Vec<(u32, u32)>,
    /// Pages that were put aside, each with that to which it will be added.
    asides: Vec<(u32, u32)>,
}

impl Follower {
    /// Takes note of an entry.
    pub fn hear(&mut self, entry: Entry) {
        let at = entry.page as usize;
        // Pages are begun in order. Entries out of order were not told by a journal.
        if at > self.pages.len() {
            return;
        }
        if at == self.pages.len() {
            self.pages.push(Writer::default());
        }
        let page = &mut self.pages[at];
        match entry.written {
            Written::Choice(value, max) => page.put(value, max),
            Written::Pick(value, max, site, branch) => page.put_pick(value, max, site, branch),
            Written::Open(label) => page.open(label),
            Written::Close => page.close(),
            Written::Slot(label, number) => page.slot(label, number),
            Written::Rewind(mark) if page.has_mark(&mark) => page.rewind(mark),
            Written::Amend(at, value) if (at as usize) < page.len() => page.amend(at as usize, value),
            Written::Amend(..) | Written::Rewind(_) => {}
            Written::Page(other) => self.add(other, entry.page),
            Written::Fills(slot) => self.fills.push((slot, entry.page)),
            Written::Aside(outer) => self.asides.push((entry.page, outer)),
        }
    }

    fn add(&mut self, other: u32, to: u32) {
        let Some(other_page) = self.pages.get_mut(other as usize) else { return };
        let other_page = std::mem::take(other_page);
        self.asides.retain(|(aside, _)| *aside != other);
        if let Some(page) = self.pages.get_mut(to as usize) {
            page.append(other_page);
        }
    }

    /// All that was chosen.
    pub fn choices(mut self) -> Choices {
        while let Some((aside, outer)) = self.asides.pop() {
            self.add(aside, outer);
        }
        let Follower { mut pages, fills, .. } = self;
        let Some(whole) = pages.first_mut().map(std::mem::take) else { return Choices::default() };
        whole.finish_with(|slot| {
            let page = fills.iter().rev().find(|(number, _)| *number == slot);
            page.and_then(|(_, page)| pages.get_mut(*page as usize)).map(std::mem::take).unwrap_or_default()
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::{Choices, Entry, Follower, Journal, Written};
    use crate::choices::Mark;
    use crate::generator::{Draw, Gen, any, fun_of, hash_set_of, lazy, string_of, vec_of};
    use crate::source::Source;

    /// What a generator tells, and what is recorded.
    fn told<G: Draw>(generator: &G, mut source: Source) -> (Vec<Entry>, Choices) {
        let entries = Arc::<Mutex<Vec<Entry>>>::default();
        let heard = entries.clone();
        let journal = Journal::new(move |entry| heard.lock().unwrap().push(entry));
        source.set_size(20);
        let mut source = source.recording_in(&journal);
        let value = generator.draw(&mut source);
        let choices = source.recorded();
        drop(value);
        let entries = std::mem::take(&mut *entries.lock().unwrap());
        (entries, choices)
    }

    fn followed(entries: &[Entry]) -> Choices {
        let mut follower = Follower::default();
        entries.iter().for_each(|entry| follower.hear(entry.clone()));
        follower.choices()
    }

    fn is_followed<G: Draw>(generator: &G) {
        for seed in 0..200 {
            let (entries, choices) = told(generator, Source::random(seed));
            assert_eq!(followed(&entries), choices, "seed {seed}");
            let (again, replayed) = told(generator, Source::replay(choices.clone()));
            assert_eq!(followed(&again), replayed, "seed {seed}");
        }
    }

    #[test]
    fn what_is_told_is_what_is_recorded() {
        is_followed(&vec_of(any::<u8>(), ..));
        is_followed(&any::<(u16, Option<bool>, Vec<Vec<i64>>)>());
        is_followed(&vec_of(0..100u32, ..).filter(|list| list.len() % 3 == 0));
        // A length that is known only afterwards.
        is_followed(&hash_set_of(0..5u8, ..));
        is_followed(&string_of('a'..='z', ..));
    }

    #[test]
    fn all_that_was_chosen_is_known_at_any_time() {
        for seed in 0..20 {
            let (entries, choices) = told(&any::<Vec<(u8, Option<i32>)>>(), Source::random(seed));
            let numbers: Vec<u64> = choices.numbers().collect();
            for end in 0..entries.len() {
                let is_choice = |entry: &&Entry| matches!(entry.written, Written::Choice(..) | Written::Pick(..));
                let chosen = entries[..end].iter().filter(is_choice).count();
                assert_eq!(followed(&entries[..end]).numbers().collect::<Vec<_>>(), numbers[..chosen], "seed {seed}");
            }
        }
    }

    /// A function is written down by what it was asked for, which is in the end of a recording.
    #[test]
    fn what_is_drawn_on_demand_is_told() {
        is_followed(&vec_of(lazy(vec_of(any::<u8>(), ..)), ..));
        let (entries, _) = told(&fun_of(any::<u8>(), any::<u8>()), Source::random(1));
        assert!(entries.iter().any(|entry| matches!(entry.written, Written::Slot(..))));
    }

    #[test]
    fn nonsense_is_not_followed() {
        let nonsense = [
            Entry { page: 7, written: Written::Close },
            Entry { page: 0, written: Written::Amend(3, 1) },
            Entry { page: 0, written: Written::Page(9) },
            Entry { page: 0, written: Written::Rewind(Mark::from_numbers([0, 0, 0, 7, 1])) },
            Entry { page: 0, written: Written::Rewind(Mark::from_numbers([9, 9, 9, u64::from(u32::MAX), 0])) },
            Entry { page: 0, written: Written::Close },
            Entry { page: 0, written: Written::Choice(3, 9) },
        ];
        assert_eq!(followed(&nonsense).numbers().collect::<Vec<_>>(), [3]);
    }
}
