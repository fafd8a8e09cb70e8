//! Writes down the choices of a source, if they are recorded, and keeps a place for each lazy part.

use super::slots::{Slot, Slots};
use super::{Source, Unseen};
use crate::choices::{Choices, Label, Mark, Writer};

/// See the module.
#[derive(Default)]
pub(super) struct Recorder {
    /// `None` if nothing is recorded.
    writer: Option<Writer>,
    /// The places of lazy parts, if there was one.
    slots: Option<Slots>,
    /// Whether the choice that is written next leaves no trace, since it was forced.
    skips_next: bool,
}

impl Recorder {
    /// A recording begins.
    #[inline]
    pub(super) fn begin(&mut self, writer: Writer) {
        self.writer = Some(writer);
        self.slots = None;
    }

    /// The recording of a lazy part begins.
    pub(super) fn begin_slot(&mut self, slot: &Slot) {
        let (writer, slots) = slot.begin();
        self.writer = Some(writer);
        self.slots = Some(slots);
    }

    /// Nothing is recorded any more, and what was is forgotten.
    #[inline]
    pub(super) fn stop(&mut self) {
        self.writer = None;
        self.slots = None;
    }

    /// The choice that is written next leaves no trace.
    #[inline]
    pub(super) fn skip_next(&mut self, skips: bool) {
        self.skips_next = skips;
    }

    /// Where a choice is written.
    #[inline]
    fn next(&mut self) -> Option<&mut Writer> {
        if std::mem::take(&mut self.skips_next) { None } else { self.writer.as_mut() }
    }

    #[inline]
    pub(super) fn put(&mut self, choice: u64, max: u64) {
        if let Some(writer) = self.next() {
            writer.put(choice, max);
        }
    }

    #[inline]
    pub(super) fn put_pick(&mut self, choice: u64, max: u64, site: &'static str, branch: impl Into<Label>) {
        if let Some(writer) = self.next() {
            writer.put_pick(choice, max, site, branch);
        }
    }

    /// The writer, for many choices at once.
    #[inline]
    pub(super) fn writer(&mut self) -> Option<&mut Writer> {
        self.writer.as_mut()
    }

    #[inline]
    pub(super) fn open(&mut self, label: &'static str) {
        if let Some(writer) = &mut self.writer {
            writer.open(label);
        }
    }

    #[inline]
    pub(super) fn close(&mut self) {
        if let Some(writer) = &mut self.writer {
            writer.close();
        }
    }

    /// Where the next choice will be written.
    #[inline]
    pub(super) fn position(&self) -> usize {
        self.writer.as_ref().map_or(0, Writer::len)
    }

    /// Corrects a choice.
    #[inline]
    pub(super) fn amend(&mut self, at: usize, choice: u64) {
        if let Some(writer) = &mut self.writer {
            writer.amend(at, choice);
        }
    }

    /// Where to go back to, to write something else.
    #[inline]
    pub(super) fn mark(&self) -> Option<Mark> {
        self.writer.as_ref().map(Writer::mark)
    }

    #[inline]
    pub(super) fn rewind(&mut self, to: Option<Mark>) {
        if let (Some(writer), Some(mark)) = (&mut self.writer, to) {
            writer.rewind(mark);
        }
    }

    /// From here on a part is written on a page of its own, until [`resume`](Recorder::resume). Returns what was written before.
    #[inline]
    pub(super) fn set_aside(&mut self) -> Option<Writer> {
        self.writer.as_mut().map(|outer| {
            let aside = outer.aside();
            std::mem::replace(outer, aside)
        })
    }

    /// Goes on with what was [set aside](Recorder::set_aside); the part that was written meanwhile comes back.
    #[inline]
    pub(super) fn resume(&mut self, outer: Option<Writer>) -> Option<Writer> {
        outer.and_then(|outer| self.writer.replace(outer))
    }

    /// Writes down a part that was written on a page of its own.
    #[inline]
    pub(super) fn append(&mut self, part: Writer) {
        if let Some(writer) = &mut self.writer {
            writer.append(part);
        }
    }

    /// A place for a lazy part, if a recording needs one.
    #[inline]
    pub(super) fn slot(&mut self, label: &'static str) -> Option<Slot> {
        let writer = self.writer.as_mut()?;
        Some(self.slots.get_or_insert_with(Slots::new).add(label, writer))
    }

    /// Whether there are places for lazy parts.
    #[inline]
    pub(super) fn has_slots(&self) -> bool {
        self.writer.as_ref().is_some_and(Writer::has_slots)
    }

    /// What was written, with its places empty. The recording ends.
    pub(super) fn take(&mut self) -> Writer {
        self.writer.take().unwrap_or_default()
    }

    /// What was written. The recording ends.
    pub(super) fn end(&mut self, unseen: Unseen) -> Choices {
        let Some(written) = self.writer.take() else { return Choices::default() };
        let choices = Slots::filled(self.slots.as_ref(), written, unseen);
        if let Some(slots) = self.slots.take() {
            slots.end();
        }
        choices
    }

    /// What was written so far. The recording goes on.
    pub(super) fn so_far(&self, unseen: Unseen) -> Choices {
        let written = self.writer.clone();
        written.map_or_else(Choices::default, |written| Slots::filled(self.slots.as_ref(), written, unseen))
    }
}

impl Source {
    /// What was written down since [`recording`](Source::recording) began; empty if it did not.
    ///
    /// Lazy parts that were not forced yet are drawn for it; what draws on demand without end, such as a function, has
    /// from now on only what it was asked for.
    pub fn recorded(&mut self) -> Choices {
        self.end_recording(Unseen::Drawn)
    }

    /// As [`recorded`](Source::recorded); with what lazy parts that were not forced are in it.
    pub fn end_recording(&mut self, unseen: Unseen) -> Choices {
        self.core.recorder.end(unseen)
    }

    /// What was written down so far. The recording goes on.
    pub fn recorded_so_far(&self, unseen: Unseen) -> Choices {
        self.core.recorder.so_far(unseen)
    }

    /// Whether what is recorded may still change, though nothing more is drawn: a part of it is lazy.
    pub fn has_lazy_parts(&self) -> bool {
        self.core.recorder.has_slots()
    }

    /// What a source of a lazy part has written down. It may hold slots itself.
    pub fn written(&mut self) -> Writer {
        self.core.recorder.take()
    }
}
