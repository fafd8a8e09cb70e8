//! Who decides: the trait of everything that answers a generator's questions one choice at a time.

use super::lazy_parts::LazyParts;

/// Answers the questions that a generator asks of its [`Source`](crate::Source).
///
/// A producer sees numbers, bounds and spans, never the value that comes out. Random drawing is built into the source
/// (a passing case must cost no more than its random words); a producer takes its place: a replay, a fuzzer's bytes, an
/// enumeration. Where it has no opinion it answers `None`, and the source draws at random in place.
///
/// ```
/// use astragal::Source;
/// use astragal::prelude::*;
/// use astragal::source::Producer;
///
/// /// Always the largest choice.
/// struct Largest;
///
/// impl Producer for Largest {
///     fn choose(&mut self, max: u64) -> Option<u64> {
///         Some(max)
///     }
/// }
///
/// let mut src = Source::produced_by(Largest, 0);
/// assert_eq!(src.draw(0..=9u8), 9);
/// ```
///
/// Most producers need only these questions. One that decides about parts which are drawn on demand implements [`LazyParts`]
/// too, and one that counts choices by name [`NamedParts`]; it hands them out with the two methods at the end.
pub trait Producer {
    /// The next choice: a number from 0 to `max` (a larger one is clamped), or `None` for any at random.
    fn choose(&mut self, max: u64) -> Option<u64>;

    /// The next choice, which is a labeled pick at a site among branches, simplest first.
    fn pick(&mut self, site: &'static str, branches: &[&'static str]) -> Option<u64> {
        let _ = site;
        self.choose(branches.len() as u64 - 1)
    }

    /// A part of the value begins.
    fn open(&mut self, label: &'static str) {
        let _ = label;
    }

    /// The part that was opened last ends.
    fn close(&mut self) {}

    /// How many choices one case may make before it is cut off.
    fn limit(&self) -> u64 {
        crate::source::LIMIT
    }

    /// What this producer does about lazy parts. Without it they are drawn at once, since most producers have their answers in
    /// the order of the value.
    fn lazy_parts(&mut self) -> Option<&mut dyn LazyParts> {
        None
    }

    /// Who is told which parts have a name of their own for tuning.
    fn named_parts(&mut self) -> Option<&mut dyn NamedParts> {
        None
    }
}

/// Is told which parts are counted under a name of their own: see `counted_as` and `untuned`. A name is not a choice.
///
/// ```
/// use std::cell::Cell;
/// use std::rc::Rc;
///
/// use astragal::Source;
/// use astragal::prelude::*;
/// use astragal::source::{NamedParts, Producer};
///
/// /// Leaves everything to chance, and counts the parts that have a name.
/// struct CountNames(Rc<Cell<u32>>);
///
/// impl Producer for CountNames {
///     fn choose(&mut self, _max: u64) -> Option<u64> {
///         None
///     }
///
///     fn named_parts(&mut self) -> Option<&mut dyn NamedParts> {
///         Some(self)
///     }
/// }
///
/// impl NamedParts for CountNames {
///     fn name(&mut self, name: Option<&'static str>) {
///         self.0.set(self.0.get() + u32::from(name.is_some()));
///     }
///
///     fn unname(&mut self) {}
/// }
///
/// let names = Rc::new(Cell::new(0));
/// let mut src = Source::produced_by(CountNames(Rc::clone(&names)), 1);
/// let _ = src.draw(vec_of(any::<bool>().counted_as("light"), 3));
/// assert_eq!(names.get(), 3);
/// ```
pub trait NamedParts {
    /// The part that is drawn next is counted under a name, or (without one) not at all.
    fn name(&mut self, name: Option<&'static str>);

    /// The part that was named last ends.
    fn unname(&mut self);

    /// The number that is chosen next is the length of a list.
    fn expect_length(&mut self) {}
}
