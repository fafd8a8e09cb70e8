//! Lazy choices: a part of a value that is drawn when the property first forces it, after `draw` has returned.
//!
//! At random a lazy part has a seed of its own, so that it is the same whenever, and in whatever order, it is
//! forced. A recorder keeps a *slot* at its place: an empty span, which is filled when the recording ends. A producer that
//! decides on demand answers when it is asked; any other is read in order, so under it nothing is lazy.

use std::fmt;
use std::rc::Rc;

use super::slots::Slot;
use super::{LazyPart, OnDemand, Source, StackGuard, Unseen, mix};
use crate::choices::{Choices, Writer};

/// A part of a value that is drawn on demand. See [`Source::lazy`].
pub struct LazySource {
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

impl Source {
    /// A part of the value to be drawn on demand, or `None` if it must be drawn now, as a span of this label.
    ///
    /// ```
    /// use astragal::{Choices, Source};
    /// use astragal::prelude::*;
    ///
    /// let mut src = Source::random(1);
    /// let lazy = src.lazy("lazy").expect("at random a part may be lazy");
    /// assert_eq!(lazy.source().draw(0..10u8), lazy.source().draw(0..10u8)); // it has a seed of its own
    ///
    /// // What was recorded is read in order, so nothing is lazy.
    /// assert!(Source::replay(Choices::default()).lazy("lazy").is_none());
    /// ```
    pub fn lazy(&mut self, label: &'static str) -> Option<LazySource> {
        let who = match &mut self.core.deciders.producer {
            None => LazyPart::Random,
            Some(producer) => producer.lazy_parts().map_or(LazyPart::Now, |lazy| lazy.lazy_part(label)),
        };
        let decides = match who {
            LazyPart::Now => return None,
            LazyPart::OnDemand(demand) => {
                let (value, part) = (demand.value(), demand.next_part());
                Decides::Demand { demand, value, part }
            }
            LazyPart::Random => Decides::Chance { seed: self.chance.rng.word(), size: self.size },
        };
        let slot = self.core.recorder.slot(label);
        Some(LazySource { decides, stack: self.stack, slot })
    }
}

impl LazySource {
    /// A source that draws the part: at random always the same choices. What it draws is not yet written down: see
    /// [`fill`](LazySource::fill).
    pub fn source(&self) -> Source {
        self.source_for(0)
    }

    /// As [`source`](LazySource::source), for a part that has many parts of its own, each with a key: what is drawn for a key is
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
                let producer = source.core.deciders.producer.as_mut();
                if let Some(lazy) = producer.and_then(|producer| producer.lazy_parts()) {
                    lazy.force(*part);
                }
                source
            }
        };
        source.stack = self.stack;
        if let Some(slot) = &self.slot {
            source.watch();
            source.core.recorder.begin_slot(slot);
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

    /// Whether the part is recorded.
    pub fn is_recorded(&self) -> bool {
        self.slot.is_some()
    }

    /// Whether the recording has ended, or the producer has gone on to another value: what was not drawn by then is the
    /// simplest.
    pub fn is_over(&self) -> bool {
        let is_past = matches!(&self.decides, Decides::Demand { demand, value, .. } if demand.value() != *value);
        is_past || self.slot.as_ref().is_some_and(Slot::is_over)
    }

    /// Says what to write at the place of the part, whenever the recording is read.
    pub fn fill(&self, fill: impl Fn(Unseen) -> Writer + 'static) {
        if let Some(slot) = &self.slot {
            slot.fill(fill);
        }
    }
}

impl fmt::Debug for LazySource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LazySource").field("recorded", &self.is_recorded()).finish_non_exhaustive()
    }
}
