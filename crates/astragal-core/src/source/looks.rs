//! Which parts of a value are forced, where all of them are drawn at once: so that it can be shown with those alone.
//!
//! A case that is replayed is drawn as a whole, and is shown before the property forces any part. So it is run twice: the first
//! run finds out which parts it forces, the second shows them.

use std::cell::RefCell;
use std::rc::Rc;

use super::Source;

/// The parts that could have been lazy, in the order in which they were drawn, and whether each was forced.
#[derive(Clone, Debug, Default)]
pub struct Looks(Rc<RefCell<Vec<bool>>>);

impl Looks {
    /// Whether there were no such parts.
    pub fn is_empty(&self) -> bool {
        self.0.borrow().is_empty()
    }
}

/// What a source knows of the parts that it draws.
pub(super) struct Watched {
    /// The parts of this run.
    looks: Looks,
    /// Those that were forced in an earlier run.
    known: Vec<bool>,
}

/// Records whether a part is forced.
pub(crate) struct Look {
    number: usize,
    looks: Looks,
}

impl Look {
    pub(crate) fn happened(&self) {
        if let Some(seen) = self.looks.0.borrow_mut().get_mut(self.number) {
            *seen = true;
        }
    }
}

impl Source {
    /// Parts that could be lazy are hidden until they are forced, though they are drawn at once. Forced parts are
    /// recorded.
    #[must_use]
    pub fn hiding_until_seen(mut self, looks: &Looks) -> Source {
        self.core.looks = Some(Box::new(Watched { looks: looks.clone(), known: Vec::new() }));
        self
    }

    /// As [`hiding_until_seen`](Source::hiding_until_seen), for the same choices once more: parts forced then are not
    /// hidden now.
    #[must_use]
    pub fn hiding_unseen(mut self, looks: &Looks) -> Source {
        self.core.looks = Some(Box::new(Watched { looks: Looks::default(), known: looks.0.borrow().clone() }));
        self
    }

    /// A part that could be lazy is drawn now: `Some` if it is to be hidden.
    pub(crate) fn hides_part(&mut self) -> Option<Look> {
        let watched = self.core.looks.as_mut()?;
        let mut parts = watched.looks.0.borrow_mut();
        let number = parts.len();
        parts.push(false);
        let is_known = watched.known.get(number).is_some_and(|&seen| seen);
        (!is_known).then(|| Look { number, looks: watched.looks.clone() })
    }
}
