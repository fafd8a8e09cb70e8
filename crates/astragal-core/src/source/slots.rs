//! The places that a recording keeps for lazy parts: empty spans, which are filled when the recording ends.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use crate::choices::{Choices, Journal, Writer, Written};

/// What a recording is to hold of the lazy parts that were never forced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unseen {
    /// They are drawn now, so that the recording is that of the whole value.
    Drawn,
    /// They are the simplest, since they made no difference. So a replay has them too, and is as small as it can be.
    Simplest,
}

/// Writes what a lazy part took.
type Fill = Rc<dyn Fn(Unseen) -> Writer>;

/// The lazy parts of one recording, and of the lazy parts themselves.
#[derive(Default)]
struct Shared {
    fills: RefCell<Vec<Option<Fill>>>,
    /// Whether the recording has ended.
    over: Cell<bool>,
}

/// The slots of a recording as a recorder knows them.
pub(super) struct Slots {
    shared: Rc<Shared>,
    /// Whether the recording is this recorder's, and not one of which it records a lazy part.
    own: bool,
}

impl Drop for Slots {
    fn drop(&mut self) {
        if self.own {
            // A fill may hold the part whose slot it fills.
            drop(self.shared.fills.take());
        }
    }
}

impl Slots {
    /// The slots of a recording that begins.
    pub(super) fn new() -> Slots {
        Slots { shared: Rc::default(), own: true }
    }

    /// A slot for the lazy part that is written next.
    pub(super) fn add(&self, label: &'static str, writer: &mut Writer) -> Slot {
        let number = self.shared.fills.borrow().len() as u32;
        self.shared.fills.borrow_mut().push(None);
        writer.slot(label, number);
        Slot { number, shared: Rc::clone(&self.shared), journal: writer.journal() }
    }

    /// The recording with all its slots filled.
    pub(super) fn filled(of: Option<&Slots>, written: Writer, unseen: Unseen) -> Choices {
        written.finish_with(|slot| {
            let fills = of.map(|slots| &slots.shared.fills);
            let fill = fills.and_then(|fills| fills.borrow().get(slot as usize).cloned().flatten());
            fill.map_or_else(Writer::default, |fill| fill(unseen))
        })
    }

    /// The recording has ended.
    pub(super) fn end(&self) {
        self.shared.over.set(true);
    }
}

/// The place of one lazy part in a recording.
pub(super) struct Slot {
    number: u32,
    shared: Rc<Shared>,
    /// Where its choices are told as they are made, if those of the recording are.
    journal: Option<Journal>,
}

impl Slot {
    /// Whether the recording has ended.
    pub(super) fn is_over(&self) -> bool {
        self.shared.over.get()
    }

    /// Says what to write in its place when the recording ends.
    pub(super) fn fill(&self, fill: impl Fn(Unseen) -> Writer + 'static) {
        if let Some(place) = self.shared.fills.borrow_mut().get_mut(self.number as usize) {
            *place = Some(Rc::new(fill));
        }
    }

    /// What a recording of the part begins with.
    pub(super) fn begin(&self) -> (Writer, Slots) {
        let writer = self.journal.as_ref().map(|journal| journal.writer(Some(Written::Fills(self.number))));
        (writer.unwrap_or_default(), Slots { shared: Rc::clone(&self.shared), own: false })
    }
}
