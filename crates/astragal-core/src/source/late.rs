//! Late choices: a part of a value that is drawn when the property first looks at it, after `draw` has returned.
//!
//! At random a late part has a seed of its own, so that it is the same whenever, and in whatever order, it is looked
//! at. A recorder keeps a *slot* at its place: an empty span, which is filled when the recording ends. A producer that
//! decides on demand answers when it is asked; any other is read in order, so under it nothing is late.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::rc::Rc;

use super::core::Core;
use super::{Producer, Source, StackGuard, mix};
use crate::choices::{Choices, Journal, Writer, Written};

/// A part of a value that is drawn later. See [`Source::late`].
pub struct Late {
    decides: Decides,
    stack: StackGuard,
    slot: Option<Slot>,
}

/// Who decides.
enum Decides {
    Chance {
        seed: u64,
        size: u32,
    },
    /// For which value, and for which of its parts.
    Demand {
        demand: Rc<OnDemand>,
        value: u64,
        part: u64,
    },
}

/// Whoever decides for late parts, when somebody looks at them. See [`Producer::apart`].
pub struct OnDemand {
    producer: Box<dyn Fn() -> Box<dyn Producer>>,
    /// Sources that are not needed at the moment: a source for each part would cost more than its choices.
    spare: RefCell<Vec<Source>>,
    /// The number of the value whose parts it decides.
    value: Cell<u64>,
    /// How many parts of it were set apart.
    parts: Cell<u64>,
}

impl OnDemand {
    /// Each part is drawn from a producer of its own: a handle on what they share.
    pub fn new(producer: impl Fn() -> Box<dyn Producer> + 'static) -> OnDemand {
        OnDemand { producer: Box::new(producer), spare: RefCell::default(), value: Cell::new(0), parts: Cell::new(0) }
    }

    /// Another value begins. What was not drawn of those before is the simplest from now on.
    pub(crate) fn begin(&self) {
        self.value.set(self.value.get() + 1);
        self.parts.set(0);
    }

    pub(crate) fn source(&self) -> Source {
        let Some(mut source) = self.spare.borrow_mut().pop() else {
            return Source::produced_by_boxed((self.producer)(), 0);
        };
        source.renew();
        source
    }

    /// Takes a source back.
    pub(crate) fn spare(&self, source: Source) {
        self.spare.borrow_mut().push(source);
    }
}

impl fmt::Debug for OnDemand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OnDemand")
    }
}

/// What a recording is to hold of the late parts that nobody has looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unseen {
    /// They are drawn now, so that the recording stands for the whole value.
    Drawn,
    /// They are the simplest, since nobody cared. So what is replayed has them, and is as small as it can be.
    Simplest,
}

/// Writes what a late part took.
type Fill = Rc<dyn Fn(Unseen) -> Writer>;

/// The late parts of one recording, and of the late parts themselves.
#[derive(Default)]
pub(super) struct Slots {
    fills: RefCell<Vec<Option<Fill>>>,
    /// Whether the recording has ended.
    over: Cell<bool>,
}

struct Slot {
    number: u32,
    slots: Rc<Slots>,
    /// Where what is drawn for it is told, if that is.
    journal: Option<Journal>,
}

/// The slots as a source knows them.
pub(super) struct KnownSlots {
    slots: Rc<Slots>,
    /// Whether the recording is this source's, and not that of a source of which this one draws a late part.
    own: bool,
}

impl Drop for KnownSlots {
    fn drop(&mut self) {
        if self.own {
            // A fill may hold the part whose slot it fills.
            drop(self.slots.fills.take());
        }
    }
}

impl Source {
    /// Begins another value of the same producer.
    pub(crate) fn renew(&mut self) {
        self.core.left = self.core.producer.as_ref().map_or(0, |producer| producer.limit());
        (self.core.recorder, self.core.late, self.core.reason) = (None, None, None);
    }

    /// A part of the value that is to be drawn later, or `None` if it must be drawn now, as a span of this label.
    ///
    /// ```
    /// use astragal::prelude::*;
    ///
    /// let mut src = Source::random(1);
    /// let late = src.late("late").expect("at random a part may be late");
    /// assert_eq!(late.source().draw(0..10u8), late.source().draw(0..10u8)); // it has a seed of its own
    ///
    /// // What was recorded is read in order, so nothing is late.
    /// assert!(Source::replay(Choices::default()).late("late").is_none());
    /// ```
    pub fn late(&mut self, label: &'static str) -> Option<Late> {
        let producer = self.core.producer.as_mut().and_then(|producer| {
            let decides = !producer.leaves_open(label);
            decides.then_some(producer)
        });
        let decides = match producer {
            Some(producer) => {
                let demand = producer.apart(label)?;
                let (value, part) = (demand.value.get(), demand.parts.get());
                demand.parts.set(part + 1);
                Decides::Demand { demand, value, part }
            }
            None => Decides::Chance { seed: self.rng.word(), size: self.size },
        };
        let Core { recorder, late, .. } = &mut *self.core;
        let slot = recorder.as_mut().map(|recorder| {
            let slots = late.get_or_insert_with(|| KnownSlots { slots: Rc::default(), own: true }).slots.clone();
            let number = slots.fills.borrow().len() as u32;
            slots.fills.borrow_mut().push(None);
            recorder.slot(label, number);
            Slot { number, slots, journal: recorder.journal() }
        });
        Some(Late { decides, stack: self.stack, slot })
    }

    /// What was written down since [`recording`](Source::recording) began; empty if it did not.
    ///
    /// Late parts that nobody has looked at yet are drawn for it; what draws on demand for ever, such as a function, has
    /// from now on only what it was asked for.
    pub fn recorded(&mut self) -> Choices {
        self.end_recording(Unseen::Drawn)
    }

    /// As [`recorded`](Source::recorded); with what late parts that nobody has looked at are in it.
    pub fn end_recording(&mut self, unseen: Unseen) -> Choices {
        let Some(written) = self.core.recorder.take() else { return Choices::default() };
        let choices = self.filled(written, unseen);
        if let Some(late) = self.core.late.take() {
            late.slots.over.set(true);
        }
        choices
    }

    /// What was written down so far. The recording goes on.
    pub fn recorded_so_far(&self, unseen: Unseen) -> Choices {
        self.core.recorder.clone().map_or_else(Choices::default, |written| self.filled(written, unseen))
    }

    /// Whether what is recorded may still change, though nothing more is drawn: a part of it is late.
    pub fn has_late_parts(&self) -> bool {
        self.core.recorder.as_ref().is_some_and(Writer::has_slots)
    }

    fn filled(&self, written: Writer, unseen: Unseen) -> Choices {
        written.finish_with(|slot| {
            let fills = self.core.late.as_ref().map(|late| &late.slots.fills);
            let fill = fills.and_then(|fills| fills.borrow().get(slot as usize).cloned().flatten());
            fill.map_or_else(Writer::default, |fill| fill(unseen))
        })
    }
}

impl Late {
    /// A source that draws the part: at random always the same choices. What it draws is not yet written down: see
    /// [`fill`](Late::fill).
    pub fn source(&self) -> Source {
        self.source_for(0)
    }

    /// As [`source`](Late::source), for a part that has many parts of its own, each with a key: what is drawn for a key is
    /// always the same, whenever it is asked for.
    pub fn source_for(&self, key: u64) -> Source {
        let mut source = match &self.decides {
            _ if self.is_over() => Source::replay(Choices::default()),
            Decides::Chance { seed, size } => {
                let mut source = Source::random(if key == 0 { *seed } else { seed ^ mix(key) });
                source.size = *size;
                source
            }
            Decides::Demand { demand, part, .. } => {
                let mut source = demand.source();
                if let Some(producer) = &mut source.core.producer {
                    producer.look(*part);
                }
                source
            }
        };
        source.stack = self.stack;
        if let Some(slot) = &self.slot {
            source = source.recording();
            if let Some(journal) = &slot.journal {
                source.core.recorder = Some(journal.writer(Some(Written::Fills(slot.number))));
            }
            source.core.late = Some(KnownSlots { slots: slot.slots.clone(), own: false });
        }
        source
    }

    /// The part was drawn: its source may serve for another.
    pub(crate) fn spare(&self, source: Source) {
        if let (Decides::Demand { demand, .. }, false) = (&self.decides, self.is_over()) {
            demand.spare(source);
        }
    }

    /// Whether chance decides: then a part is the same whenever it is asked for.
    pub fn is_random(&self) -> bool {
        matches!(self.decides, Decides::Chance { .. })
    }

    /// Whether somebody records what is drawn.
    pub fn is_recorded(&self) -> bool {
        self.slot.is_some()
    }

    /// Whether the recording has ended, or whoever decides has gone on to another value: what was not drawn by then is the
    /// simplest.
    pub fn is_over(&self) -> bool {
        let is_past = matches!(&self.decides, Decides::Demand { demand, value, .. } if demand.value.get() != *value);
        is_past || self.slot.as_ref().is_some_and(|slot| slot.slots.over.get())
    }

    /// Says what to write at the place of the part, whenever somebody wants to know what was recorded.
    pub fn fill(&self, fill: impl Fn(Unseen) -> Writer + 'static) {
        if let Some(slot) = &self.slot {
            if let Some(place) = slot.slots.fills.borrow_mut().get_mut(slot.number as usize) {
                *place = Some(Rc::new(fill));
            }
        }
    }
}

impl Source {
    /// What a source of a late part has written down. It may hold slots itself.
    pub fn written(&mut self) -> Writer {
        self.core.recorder.take().unwrap_or_default()
    }
}

impl fmt::Debug for Late {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Late").field("recorded", &self.is_recorded()).finish_non_exhaustive()
    }
}
