//! Which cases are listed, smallest first, and what is known when they have passed.
//!
//! If the space of the cases can be counted, a listing has them. If it cannot, since a closure decides what to draw, the
//! tree of the choices is walked; and so it is if a property has lazy parts, for one run then stands for all cases that
//! differ only in what it did not look at.

use std::ops::Range;

use astragal_core::Listing;
use astragal_core::{Choices, Paths};

use crate::evaluate::{Evaluator, Swept};

/// Cases in their order.
pub(super) enum Cases {
    Listing {
        listing: Listing,
        /// Whether it ends at a size, whatever comes after it.
        is_bounded: bool,
        /// Whether there was no next one.
        is_over: bool,
    },
    Paths(Paths),
}

impl Cases {
    /// Runs the next ones until one fails; and what that one chose.
    pub(super) fn sweep(&mut self, evaluator: &mut dyn Evaluator, numbers: Range<u64>) -> (Swept, Choices) {
        match self {
            Cases::Listing { listing, is_over, .. } => {
                let swept = evaluator.sweep_listing(listing, numbers.clone());
                *is_over = swept.failed.is_none() && swept.ran < numbers.end - numbers.start;
                let choices = if swept.failed.is_some() { listing.choices() } else { Choices::default() };
                (swept, choices)
            }
            Cases::Paths(paths) => evaluator.sweep_paths(paths, numbers),
        }
    }

    /// Whether they are known before they run.
    pub(super) fn are_known(&self) -> bool {
        !matches!(self, Cases::Paths(_))
    }

    /// Whether there are more than so many, as far as is known.
    pub(super) fn are_more_than(&self, count: u64) -> bool {
        match self {
            Cases::Listing { listing, .. } => listing.total().is_none_or(|total| total > u128::from(count)),
            Cases::Paths(paths) => paths.estimate() > count,
        }
    }

    /// Whether those that were run are all there are.
    pub(super) fn are_all(&self) -> bool {
        match self {
            Cases::Listing { listing, is_bounded, is_over } => {
                *is_over && !is_bounded && listing.total().is_some() && listing.size() < usize::MAX
            }
            Cases::Paths(paths) => paths.is_complete(),
        }
    }

    /// Up to which size all of them were run.
    pub(super) fn complete_size(&self) -> Option<usize> {
        match self {
            Cases::Listing { listing, is_over: true, .. } => Some(listing.size()),
            Cases::Listing { listing, .. } => listing.complete_size(),
            Cases::Paths(paths) => usize::try_from(paths.complete_size()).ok(),
        }
    }

    /// The numbers that the next one chooses, if that is known before it runs.
    pub(super) fn next_numbers(&mut self) -> Option<Vec<u64>> {
        match self {
            Cases::Listing { listing, .. } => listing.next_choices().map(|next| next.numbers().collect()),
            Cases::Paths(_) => None,
        }
    }

    /// What those that were run have asked for, if that is known only by running them.
    pub(super) fn digest(&self) -> Option<u64> {
        match self {
            Cases::Listing { .. } => None,
            Cases::Paths(paths) => Some(paths.digest()),
        }
    }

    /// Whether lazy parts were drawn only where a case looked at them.
    pub(super) fn are_on_demand(&self) -> bool {
        match self {
            Cases::Listing { .. } => false,
            Cases::Paths(paths) => paths.were_lazy(),
        }
    }
}
