//! Which cases are enumerated, smallest first, and what is known when they have passed.
//!
//! If the space of the cases can be counted, a listing has them. If it cannot, since a closure decides what to draw, the
//! tree of the choices is walked; and so it is if a property has lazy parts, because one run then covers all cases that
//! differ only in what it did not force.

use astragal_core::{Choices, Listing, Measure, Paths};

use crate::config::Exhaustive;
use crate::evaluate::Cases;
use crate::runner::bench::Bench;

/// Before or beside the random cases, this many are enumerated, or one in ten if those are fewer.
pub(super) const FIRST: u64 = 100;

/// Cases in their order.
pub(in crate::runner) enum Smallest {
    Listing {
        listing: Listing,
        /// Whether it ends at a size, whatever comes after it.
        is_bounded: bool,
        /// Whether there was no next one.
        is_over: bool,
    },
    Paths(Paths),
}

impl Smallest {
    /// The next ones, to be run.
    pub(in crate::runner) fn batch(&mut self) -> Cases<'_> {
        match self {
            Smallest::Listing { listing, .. } => Cases::Listing(listing),
            Smallest::Paths(paths) => Cases::Paths(paths),
        }
    }

    /// There was no next one.
    pub(super) fn are_over(&mut self) {
        if let Smallest::Listing { is_over, .. } = self {
            *is_over = true;
        }
    }

    /// Whether they are known before they run.
    pub(super) fn are_known(&self) -> bool {
        !matches!(self, Smallest::Paths(_))
    }

    /// Whether there are more than this many, as far as is known.
    pub(super) fn are_more_than(&self, count: u64) -> bool {
        match self {
            Smallest::Listing { listing, .. } => listing.total().is_none_or(|total| total > u128::from(count)),
            Smallest::Paths(paths) => paths.estimate() > count,
        }
    }

    /// Whether those that were run are all there are.
    pub(super) fn are_all(&self) -> bool {
        match self {
            Smallest::Listing { listing, is_bounded, is_over } => {
                *is_over && !is_bounded && listing.total().is_some() && listing.size() < usize::MAX
            }
            Smallest::Paths(paths) => paths.is_complete(),
        }
    }

    /// Up to which size all of them were run.
    pub(super) fn complete_size(&self) -> Option<usize> {
        match self {
            Smallest::Listing { listing, is_over: true, .. } => Some(listing.size()),
            Smallest::Listing { listing, .. } => listing.complete_size(),
            Smallest::Paths(paths) => usize::try_from(paths.complete_size()).ok(),
        }
    }

    /// The numbers that the next one chooses, if that is known before it runs.
    pub(super) fn next_numbers(&mut self) -> Option<Vec<u64>> {
        match self {
            Smallest::Listing { listing, .. } => listing.next_choices().map(|next| next.numbers().collect()),
            Smallest::Paths(_) => None,
        }
    }

    /// What those that were run have asked for, if that is known only by running them.
    pub(super) fn digest(&self) -> Option<u64> {
        match self {
            Smallest::Listing { .. } => None,
            Smallest::Paths(paths) => Some(paths.digest()),
        }
    }

    /// Whether lazy parts were drawn only where a case forced them.
    pub(super) fn are_on_demand(&self) -> bool {
        match self {
            Smallest::Listing { .. } => false,
            Smallest::Paths(paths) => paths.were_lazy(),
        }
    }
}

/// The values of the space, if they can be counted; else why not.
pub(super) fn countable(bench: &Bench<'_>) -> Result<Smallest, String> {
    let space = bench.job.space.as_ref().ok_or("what a case draws is known only by running it")?;
    let wanted = bench.values.exhaustive;
    let measure = if matches!(wanted, Exhaustive::Depth(_)) { Measure::depth() } else { Measure::tiers() };
    let listing = Listing::of(space, &measure).map_err(|uncountable| uncountable.to_string())?;
    Ok(match wanted {
        Exhaustive::Size(size) | Exhaustive::Depth(size) => {
            Smallest::Listing { listing: listing.up_to(size), is_bounded: true, is_over: false }
        }
        _ => Smallest::Listing { listing, is_bounded: false, is_over: false },
    })
}

/// The tree of choices.
pub(super) fn walked(bench: &Bench<'_>) -> Smallest {
    Smallest::Paths(match bench.values.exhaustive {
        Exhaustive::First(most) => Paths::smallest_first(most),
        Exhaustive::Size(size) => Paths::up_to_size(size as u64),
        Exhaustive::Auto | Exhaustive::Depth(_) => Paths::smallest_first(bench.values.cases),
    })
}

/// The first of the cases that were enumerated, where these are known without running them.
pub(in crate::runner) fn first_enumerated(bench: &Bench<'_>, enumerated: u64) -> Vec<Choices> {
    first_numbers(bench, enumerated.min(FIRST)).into_iter().map(Choices::from_numbers).collect()
}

/// The numbers that the first cases choose, where these are known without running them.
pub(super) fn first_numbers(bench: &Bench<'_>, count: u64) -> Vec<Vec<u64>> {
    let mut cases = if count > 0 { countable(bench).ok() } else { None };
    (0..count).map_while(|_| cases.as_mut()?.next_numbers()).collect()
}
