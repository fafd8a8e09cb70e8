//! All counterexamples of a property up to a bound.

use std::fmt;

use astragal_core::{Closed, Reason};

use super::Searched;
use super::search::{List, misused};
use crate::config::Exhaustive;
use crate::evaluate::{Batch, Cases, Evaluator, Local};
use crate::property::{Drawing, Outcome, Shown};
use crate::report::Problem;

/// After this many values that pass, what was said of them is forgotten.
const AT_ONCE: u64 = 256;

/// All values up to a bound for which a property fails, smallest first, as they are asked for.
///
/// The bound is how many values are checked, or their largest [size or depth](Exhaustive); [`Exhaustive::Auto`] is the
/// first 1,000. A panic of the property is a failure and is not printed. Values that `assume!` rejects are omitted. All
/// failing values tell more about a bug than the smallest one does:
///
/// ```
/// use astragal::prelude::*;
///
/// /// Whether a year has 366 days.
/// fn is_leap(year: u32) -> bool {
///     year % 4 == 0 && year % 100 != 0
/// }
///
/// let wrong = astragal::spaces::counterexamples(1800..=2400u32, 1_000, |year| {
///     let days = if year % 400 == 0 || year % 4 == 0 && year % 100 != 0 { 366 } else { 365 };
///     assert_eq!(is_leap(year), days == 366);
/// });
/// assert_eq!(wrong.collect::<Vec<_>>(), [2000, 2400]);
/// ```
#[track_caller]
pub fn counterexamples<G, P, R>(generator: G, bound: impl Into<Exhaustive>, property: P) -> Counterexamples<G, P>
where
    G: Closed,
    P: Fn(G::Value) -> R,
    R: Outcome,
{
    let list = List::new(&generator, super::among(bound).bound());
    Counterexamples { generator, property, list, rejected: 0 }
}

/// Whether a property holds for all values up to a bound: whether there are no [`counterexamples`], and any value was
/// checked.
///
/// ```
/// use astragal::config::Exhaustive;
/// use astragal::prelude::*;
///
/// let reversed_twice = |list: Vec<bool>| assert!(list.iter().rev().rev().eq(&list));
/// assert!(astragal::spaces::holds(any::<Vec<bool>>(), Exhaustive::Size(6), reversed_twice));
/// ```
#[track_caller]
pub fn holds<G, P, R>(generator: G, bound: impl Into<Exhaustive>, property: P) -> bool
where
    G: Closed,
    P: Fn(G::Value) -> R,
    R: Outcome,
{
    let mut list = counterexamples(generator, bound, property);
    list.next().is_none() && !list.searched().says_nothing()
}

/// The values for which a property fails. See [`counterexamples`].
pub struct Counterexamples<G, P> {
    generator: G,
    property: P,
    list: List,
    rejected: u64,
}

impl<G, P, R> Iterator for Counterexamples<G, P>
where
    G: Closed,
    P: Fn(G::Value) -> R,
    R: Outcome,
{
    type Item = G::Value;

    fn next(&mut self) -> Option<G::Value> {
        let show = |_: &G::Value, _: &mut Shown| ();
        let (generator, property) = (&self.generator, &self.property);
        let body = Drawing { arguments: &[], generator, property, show: &show, examples: &[], plans: None };
        while !self.list.has_ended() {
            let numbers = self.list.enumerated..self.list.most.min(self.list.enumerated + AT_ONCE);
            let count = numbers.end - numbers.start;
            // A panic between two values is not the property's.
            let cases = Cases::Listing(&mut self.list.listing);
            let swept = Local::new(&body).run(Batch { cases, numbers, told: None });
            let failed = swept.failed.is_some();
            self.list.took(swept.ran + u64::from(failed), !failed && swept.ran < count);
            self.rejected += swept.rejected + swept.overruns;
            match swept.problem {
                Some(Problem::Usage { message, place }) => misused(Reason::Usage { place, message: message.into() }),
                Some(problem) => panic!("{problem}"),
                None => {}
            }
            if failed {
                return Some(self.list.last(&self.generator));
            }
        }
        None
    }
}

impl<G, P> Counterexamples<G, P> {
    /// Searches up to a larger size than before.
    pub(super) fn go_on_to(&mut self, size: usize) {
        self.list.go_on_to(size);
    }

    /// The size that was searched last.
    pub(super) fn size(&self) -> usize {
        self.list.listing.size()
    }

    /// What was searched so far.
    pub(super) fn searched(&self) -> Searched {
        self.list.searched(self.rejected)
    }
}

impl<G, P> fmt::Debug for Counterexamples<G, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Counterexamples").field("enumerated", &self.list.enumerated).finish_non_exhaustive()
    }
}
