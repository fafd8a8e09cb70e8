//! Searches the values of a generator, smallest first, and counts them.

use std::borrow::Cow;
use std::panic::resume_unwind;

use astragal_core::__private::ThrownReject;
use astragal_core::{Closed, Draw, GaveUp, Listing, Measure, Place, Reason, Source, Space};

use super::Searched;
use crate::config::Exhaustive;
use crate::property::context;

/// See the module.
pub(super) struct Search<G> {
    generator: G,
    list: List,
    source: Source,
    rejected: u64,
}

/// The values up to a bound, as choices.
pub(super) struct List {
    pub(super) listing: Listing,
    pub(super) most: u64,
    pub(super) enumerated: u64,
    is_over: bool,
    is_by_depth: bool,
}

impl List {
    /// The values of a generator up to a bound. If they cannot be enumerated, that is a usage error.
    #[track_caller]
    pub(super) fn new<G: Closed>(generator: &G, bound: Exhaustive) -> List {
        let is_by_depth = matches!(bound, Exhaustive::Depth(_));
        let measure = if is_by_depth { Measure::depth() } else { Measure::tiers() };
        let (space, _) = Space::in_full(generator, u32::MAX);
        let listing = match Listing::of(&space, &measure) {
            Ok(listing) => listing,
            Err(uncountable) => {
                let message = Cow::Owned(format!("its values cannot be enumerated: {uncountable}"));
                misused(Reason::Usage { place: None, message })
            }
        };
        if listing.total() == Some(0) {
            // It was built so that it has no value at all; the caller is told why.
            let rejected = generator.simplest().err();
            if let Some(reason @ Reason::Usage { .. }) = rejected.as_ref().map(GaveUp::reason) {
                misused(reason.clone());
            }
        }
        let (listing, most) = match bound {
            Exhaustive::First(most) => (listing, most),
            Exhaustive::Size(size) | Exhaustive::Depth(size) => (listing.up_to(size), u64::MAX),
            Exhaustive::Auto => (listing, u64::MAX),
        };
        List { listing, most, enumerated: 0, is_over: false, is_by_depth }
    }

    /// `count` values were enumerated; `is_over` if there were no more.
    pub(super) fn took(&mut self, count: u64, is_over: bool) {
        self.enumerated += count;
        self.is_over |= is_over;
    }

    /// The bound is a larger size than before.
    pub(super) fn go_on_to(&mut self, size: usize) {
        self.listing.go_on_to(size);
        self.is_over = false;
    }

    /// Whether there is nothing more to look at.
    pub(super) fn has_ended(&self) -> bool {
        self.is_over || self.enumerated >= self.most
    }

    /// The value that was enumerated last, once more: the predicate has taken it.
    pub(super) fn last<G: Draw>(&self, generator: &G) -> G::Value {
        generator.replay(&self.listing.choices()).unwrap_or_else(|_| {
            let message =
                "the generator is not a function of its choices: it made a value, and then did not make it again";
            misused(Reason::Usage { place: None, message: Cow::Borrowed(message) })
        })
    }

    /// What was gone through.
    pub(super) fn searched(&self, rejected: u64) -> Searched {
        let all_up_to = match self.enumerated {
            0 => None,
            _ if self.is_over => Some(self.listing.size()),
            _ => self.listing.complete_size(),
        };
        let is_all = self.listing.total().is_some_and(|total| total == u128::from(self.enumerated));
        Searched { values: self.enumerated, rejected, all_up_to, is_by_depth: self.is_by_depth, is_all }
    }
}

impl<G: Closed> Search<G> {
    #[track_caller]
    pub(super) fn new(generator: G, bound: Exhaustive) -> Search<G> {
        let list = List::new(&generator, bound);
        let source = list.listing.source();
        Search { generator, list, source, rejected: 0 }
    }

    /// The next value for which a predicate gives an answer.
    pub(super) fn next_where<R: Into<bool>>(
        &mut self,
        answer: bool,
        predicate: &impl Fn(G::Value) -> R,
    ) -> Option<G::Value> {
        while !self.list.has_ended() {
            if !self.list.listing.next_case(&mut self.source) {
                self.list.took(0, true);
                break;
            }
            self.list.took(1, false);
            let said = match self.generator.draw(&mut self.source) {
                Ok(value) => context::of_one_value(|| predicate(value).into()),
                Err(_) => match self.source.reason() {
                    Some(reason @ Reason::Usage { .. }) => misused(reason.clone()),
                    _ => None,
                },
            };
            match said {
                Some(said) if said == answer => return Some(self.list.last(&self.generator)),
                Some(_) => {}
                None => self.rejected += 1,
            }
        }
        None
    }

    /// What was gone through so far.
    pub(super) fn searched(&self) -> Searched {
        self.list.searched(self.rejected)
    }
}

/// Something is misconfigured. In a property that is a usage error, which the runner tells from a counterexample.
#[track_caller]
#[cold]
pub(super) fn misused(reason: Reason) -> ! {
    let reason = match reason {
        Reason::Usage { place, message } => Reason::Usage { place: place.or(Some(Place::here())), message },
        other => other,
    };
    if context::is_running() && !cfg!(panic = "abort") {
        resume_unwind(Box::new(ThrownReject(reason)));
    }
    panic!("{reason}")
}
