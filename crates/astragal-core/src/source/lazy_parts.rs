//! What a producer does about lazy parts, which are drawn after the rest of the value: the extension of `Producer` for them.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::rc::Rc;

use super::{Producer, Source};

/// Decides about lazy parts. A producer hands it out with [`Producer::lazy_parts`].
///
/// ```
/// use astragal::Source;
/// use astragal::generators::lazy;
/// use astragal::prelude::*;
/// use astragal::source::{LazyPart, LazyParts, Producer};
///
/// /// The simplest value, but for its lazy parts.
/// struct Simplest;
///
/// impl Producer for Simplest {
///     fn choose(&mut self, _max: u64) -> Option<u64> {
///         Some(0)
///     }
///
///     fn lazy_parts(&mut self) -> Option<&mut dyn LazyParts> {
///         Some(self)
///     }
/// }
///
/// impl LazyParts for Simplest {
///     fn lazy_part(&mut self, _label: &'static str) -> LazyPart {
///         LazyPart::Random
///     }
/// }
///
/// let drawn = |seed| Source::produced_by(Simplest, seed).draw((any::<u64>(), lazy(any::<u64>())));
/// assert_eq!(drawn(1).0, drawn(2).0);
/// assert_ne!(*drawn(1).1, *drawn(2).1); // drawn here, by chance
/// ```
pub trait LazyParts {
    /// Who decides about the lazy part of this label that comes next.
    fn lazy_part(&mut self, label: &'static str) -> LazyPart;

    /// From here on this producer draws a lazy part: of those that its [`OnDemand`] decides for the value, the one of this
    /// number. A producer that follows the order in which parts are forced can ignore it.
    fn force(&mut self, part: u64) {
        let _ = part;
    }
}

/// Who decides about a lazy part, and when.
#[derive(Clone, Debug)]
pub enum LazyPart {
    /// The producer, at once.
    Now,
    /// A producer of its own, when the part is forced.
    OnDemand(Rc<OnDemand>),
    /// Chance, when the part is forced.
    Random,
}

/// Makes the producers of lazy parts, each when its part is forced. See [`LazyPart::OnDemand`].
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
    #[doc(hidden)]
    pub fn begin(&self) {
        self.value.set(self.value.get() + 1);
        self.parts.set(0);
    }

    /// Which value its parts belong to now.
    pub(super) fn value(&self) -> u64 {
        self.value.get()
    }

    /// The number of the next part of this value.
    pub(super) fn next_part(&self) -> u64 {
        self.parts.replace(self.parts.get() + 1)
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
