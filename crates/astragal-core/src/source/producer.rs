//! Who decides: the trait of everything that answers a generator's questions one choice at a time.

use std::rc::Rc;

use super::OnDemand;

/// Answers the questions that a generator asks of its [`Source`](crate::Source).
///
/// A producer sees numbers, bounds and spans, never the value that comes out. Random drawing is built into the source
/// (a passing case must cost no more than its random words); a producer is what stands in its place: a replay, a
/// fuzzer's bytes, a plan. Where it has no opinion it answers `None`, and the source draws at random in place.
///
/// ```
/// use astragal::prelude::*;
/// use astragal::Producer;
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
/// assert_eq!(src.draw(0..=9u8), Ok(9));
/// ```
pub trait Producer {
    /// The next choice: a number from 0 to `max` (a larger one is clamped), or `None` for any at random.
    fn choose(&mut self, max: u64) -> Option<u64>;

    /// The next choice, which is a labelled pick at a site among branches, simplest first.
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

    /// The part that is drawn next is counted under a name, or (without one) not at all: see `counted_as` and `untuned`. It is
    /// no choice, and few producers care.
    fn name(&mut self, name: Option<&'static str>) {
        let _ = name;
    }

    /// The part that was named last ends.
    fn unname(&mut self) {}

    /// Whoever decides for a part of this label that is drawn later, when somebody looks at it, if this producer decides on
    /// demand. One that has its answers in the order of the value has nobody, and late parts are drawn at once.
    fn apart(&mut self, label: &'static str) -> Option<Rc<OnDemand>> {
        let _ = label;
        None
    }

    /// Whether a part of this label is left to chance, and drawn when somebody looks at it, as all late parts are where nobody
    /// decides.
    fn leaves_open(&mut self, label: &'static str) -> bool {
        let _ = label;
        false
    }

    /// From here on this producer draws a late part: of those that its [`OnDemand`] set apart for the value, the one of this
    /// number. Who goes by the order in which parts are looked at need not care.
    fn look(&mut self, part: u64) {
        let _ = part;
    }

    /// How many choices one case may make before it is cut off.
    fn limit(&self) -> u64 {
        crate::source::LIMIT
    }
}
